"""``--knockout`` runs a citing test without its rules and wants it to fail."""

import pytest

from grognard.lab.proved import due

CASES = """
    import grognard
    import pytest
    from grognard import Refused

    @pytest.mark.rule("tiny", "T2.5")
    def test_once():
        g = grognard.read_scene("tiny border bare / 0203: R1*2 / Rubra: R3 / 0503: B1 / red movement")
        g.play("red", "move R1 0202")
        with pytest.raises(Refused, match="T2.5"):
            g.play("red", "move R1 0203")

    def test_without_a_rule():
        assert True
"""
BLIND = """

    @pytest.mark.rule("tiny", "T2.5", "T5.2")
    def test_that_proves_nothing():
        assert grognard.new("tiny", seed=1).decisions()
"""


def run(pytester: pytest.Pytester, text: str, *args: str) -> pytest.RunResult:
    pytester.makepyfile(text)
    return pytester.runpytest("-p", "grognard.lab.knockout", *args)


def test_a_normal_run_runs_each_test_once(pytester: pytest.Pytester) -> None:
    run(pytester, CASES).assert_outcomes(passed=2)


def test_a_case_that_bites_fails_without_its_rule_and_so_passes(pytester: pytest.Pytester) -> None:
    result = run(pytester, CASES, "--knockout")
    result.assert_outcomes(passed=1, deselected=1)
    assert result.ret == 0
    result.stdout.fnmatch_lines(["knockout: 1 runs failed as they must, 0 passed without their rule"])
    result.stdout.fnmatch_lines(["knockout tiny: * rules have no label*"])


@pytest.mark.slow
def test_several_workers_count_together(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(CASES + BLIND)
    result = pytester.runpytest_subprocess("-p", "grognard.lab.knockout", "--knockout", "-n", "2")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["knockout: 1 runs failed as they must, 2 passed without their rule"])
    result.stdout.fnmatch_lines(["knockout tiny: * rules have no label*"])


def test_a_case_that_proves_nothing_fails_the_session(pytester: pytest.Pytester) -> None:
    result = run(pytester, CASES + BLIND, "--knockout")
    result.assert_outcomes(passed=1, failed=2, deselected=1)
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*passes although T5.2 is switched off*"])


def test_the_rule_is_back_after_the_run() -> None:
    from grognard.engine.core.rules import KNOCKED_OUT, knocked_out

    with knocked_out("tiny", "T2.5"):
        assert KNOCKED_OUT["tiny"] == {"T2.5"}
    assert not KNOCKED_OUT["tiny"]


@pytest.mark.slow
def test_a_pair_that_has_not_changed_is_spared(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    """The run writes what it proved; a changed test, a stale table and none at all are run again."""
    monkeypatch.setattr("grognard.lab.proved.ONE_IN", 1 << 64)
    first = run(pytester, CASES, "--knockout", "--proved", "proved.csv")
    first.assert_outcomes(passed=1, deselected=1)
    table = pytester.path / "proved.csv"
    head, row = table.read_text().splitlines()
    assert head == "test,rule,digest" and ",tiny T2.5," in row
    result = run(pytester, CASES, "--knockout", "--proved", "proved.csv")
    assert result.ret == 0, "that nothing had to be run is no failure"
    result.assert_outcomes(deselected=2)
    run(pytester, CASES, "--knockout", "--proved", "proved.csv", "--prove-all").assert_outcomes(passed=1, deselected=1)
    changed = CASES.replace("R1 0202", "R1 0204")
    run(pytester, changed, "--knockout", "--proved", "proved.csv").assert_outcomes(passed=1, deselected=1)
    assert table.read_text().splitlines()[1] != row
    table.write_text("what is this\n")
    run(pytester, CASES, "--knockout", "--proved", "proved.csv").assert_outcomes(passed=1, deselected=1)


def test_a_tenth_is_run_all_the_same() -> None:
    """The lot falls by the commit: every pair's turn comes, and about one in ten is run each time."""
    pairs = [(f"tests/test_{n}.py::test", "tiny T1") for n in range(200)]
    table = dict.fromkeys(pairs, "same")
    run_at = {commit: {pair for pair in pairs if due(pair, "same", table, commit)} for commit in map(str, range(60))}
    assert all(5 <= len(found) <= 45 for found in run_at.values())
    assert len(set().union(*run_at.values())) > 190
    assert all(due(pair, "other", table, "0") for pair in pairs)
