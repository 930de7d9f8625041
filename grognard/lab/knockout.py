"""``pytest --knockout``: each test that cites rules is run without each of them, and must then fail.

A plugin for pytest. A rule that no label enforces cannot be switched off; such rules are listed for reading.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from ..engine.core.rules import knocked_out
from ..engine.core.title import metas
from .labels import labels_of_title, rules_that_need_a_test, unlabelled


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("grognard")
    group.addoption("--knockout", action="store_true", help="run each citing test without each rule that it cites")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(title, *ids): the numbered rules that this case proves")
    if config.getoption("--knockout"):
        config.pluginmanager.register(Knockout(), "grognard-knockout")


def citations(marks: Any) -> list[tuple[str, str]]:
    """The (title, rule) pairs that a test's markers cite."""
    return sorted({(mark.args[0], str(number)) for mark in marks for number in mark.args[1:]})


class Knockout:
    """The run without rules: how many survived, and which rules have no label."""

    def __init__(self) -> None:
        self.killed = 0
        self.survived = 0
        self.labels: dict[str, set[str]] = {}

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """One run of the test for each label that it cites."""
        cited = citations(metafunc.definition.iter_markers("rule"))
        runs = [pair for pair in cited if self._has_label(*pair)]
        if runs:
            metafunc.fixturenames.append("knocked_out_rule")
            ids = [f"without {number}" for _, number in runs]
            metafunc.parametrize("knocked_out_rule", runs, ids=ids, indirect=True)

    def _has_label(self, title: str, number: str) -> bool:
        if title not in self.labels:
            meta = metas().get(title)
            try:
                self.labels[title] = labels_of_title(meta.load()) if meta else set()
            except ImportError:
                self.labels[title] = set()
        return number in self.labels[title]

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Only the knocked-out runs are of interest."""
        kept = [item for item in items if "knocked_out_rule" in getattr(getattr(item, "callspec", None), "params", {})]
        config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
        items[:] = kept

    @pytest.fixture
    def knocked_out_rule(self, request: pytest.FixtureRequest) -> tuple[str, str]:
        pair: tuple[str, str] = request.param
        return pair

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None, Any, Any]:
        """The rule is off from the first fixture to the last."""
        title, number = item.callspec.params["knocked_out_rule"]  # type: ignore[attr-defined]
        with knocked_out(title, number):
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Turn the verdict round: a test that still passes has not proved its rule."""
        report = yield
        if report.skipped or report.when == "teardown" or (report.when == "setup" and report.passed):
            return report
        title, number = item.callspec.params["knocked_out_rule"]  # type: ignore[attr-defined]
        report.knocked_out = title  # type: ignore[attr-defined]
        if report.failed:
            report.outcome, report.longrepr = "passed", None
        else:
            report.outcome, report.longrepr = "failed", f"{item.nodeid} passes although {number} is switched off"
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count where all reports come together: with several workers that is none of them."""
        title = getattr(report, "knocked_out", "")
        if title:
            self._has_label(title, "")
            self.killed += report.passed
            self.survived += report.failed

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        write = terminalreporter.write_line
        write(f"knockout: {self.killed} runs failed as they must, {self.survived} passed without their rule")
        for title in sorted(self.labels):
            meta = metas().get(title)
            if meta is None or not self.labels[title]:
                write(f"knockout {title}: no rules to switch off")
                continue
            rules = meta.load()
            need, lack = rules_that_need_a_test(rules), unlabelled(rules)
            share = 100 * len(lack) / len(need) if need else 0
            verdict = "" if share <= 10 else ", more than 10 %"
            write(f"knockout {title}: {len(lack)} of {len(need)} rules have no label ({share:.0f} %{verdict})")
            if lack:
                write(f"  {' '.join(lack)}")
