"""``--knockout`` runs a citing test without its rules and wants it to fail."""

import pytest

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
