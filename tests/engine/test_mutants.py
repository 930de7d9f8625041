"""Mutants of a function: what is changed, and that the changed code runs in the function's place."""

from __future__ import annotations

from grognard.lab.mutants import cited, enforcing, mutants_of


def losses(strong: int, weak: int) -> int:
    """The strongest unit takes the loss (7.33, 7.34/a); see also R12."""
    if strong > weak and weak:
        return strong - 1
    return weak


def answers(function, *args):
    """What every mutant of a function answers."""
    kept, found = function.__code__, {}
    for mutant in mutants_of(function):
        function.__code__ = mutant.code
        try:
            found.setdefault(mutant.what, []).append(function(*args))
        finally:
            function.__code__ = kept
    return found


def test_the_first_line_of_a_docstring_names_the_rules():
    assert cited(losses) == ["7.33", "7.34/a"]


def test_each_kind_of_change_is_made():
    found = answers(losses, 4, 2)
    assert found["answers 0"] == [0]
    assert 2 in found["negates a condition"]
    assert 4 in found["leaves the right operand out"]
    assert found["leaves a statement out"] == [2]
    assert {2, 4} <= set(found["shifts a number"])
    assert losses(4, 2) == 3


def test_only_lines_that_ran_are_changed():
    first = losses.__code__.co_firstlineno
    ran = {m.line for m in mutants_of(losses, {first + 3}) if not m.what.startswith("answers")}
    assert ran == {first + 3}


def test_a_method_that_asks_its_parent_can_be_changed():
    from grognard.titles.tiny.victory import RefusableResign

    assert [m for m in mutants_of(RefusableResign.needs) if m.what == "answers ()"]
    assert RefusableResign.needs in enforcing(["grognard.titles.tiny.victory"])["T8.3"]
