"""``pytest --knockout``: each test that cites rules is run without each of them, and must then fail.

A plugin for pytest. Conditions, debts and effects are dropped by the engine. Every other rule is enforced by the
functions whose docstring begins by citing it, and is knocked out by mutants of them, or stands in rows of data, which
are changed as they are read; each change in a process of its own, and one that a failed assertion or a refusal
betrays is enough. A rule that can be knocked out in no way is listed for reading.
"""

from __future__ import annotations

import csv
import functools
import importlib
import os
import pickle
import signal
import sys
import types
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from ..engine.core.cache import drop_caches
from ..engine.core.rules import Refused, knocked_out
from ..engine.core.title import metas
from . import proved
from .labels import NEED_NO_TEST, by_number, labels_of_title, modules_of_title, rules_that_need_a_test
from .mutants import Mutant, enforcing, mutants_of
from .rows import Change, changes, knock_out, numbers_in

NOTHING_TO_KNOCK_OUT = NEED_NO_TEST | {"permission"}
SECONDS = 20
"""How long one mutant may take."""
BETRAYED = (AssertionError, Refused, pytest.fail.Exception)
"""What counts as noticing: a crash says only that the code no longer makes sense."""


OPEN = Path("tests") / "knockouts-open.csv"
"""Pairs of a test and a rule that are known to pass without it: a list to be worked off, to which nothing is added."""


def open_pairs() -> set[tuple[str, str]]:
    """The pairs of the list, if the run has one."""
    if not OPEN.exists():
        return set()
    with OPEN.open(newline="", encoding="utf-8") as file:
        return {(row["test"], row["rule"]) for row in csv.DictReader(file)}


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("grognard")
    group.addoption("--knockout", action="store_true", help="run each citing test without each rule that it cites")
    group.addoption(
        "--proved", metavar="FILE",
        help="a table of pairs proved before, which the run writes anew: only what has changed since is run, and a "
        "tenth of the rest",
    )  # fmt: skip
    group.addoption("--prove-all", action="store_true", help="run also the pairs that have not changed")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(title, *ids): the numbered rules that this case proves")
    if config.getoption("--knockout"):
        config.pluginmanager.register(Knockout(config), "grognard-knockout")


def citations(marks: Any) -> list[tuple[str, str]]:
    """The (title, rule) pairs that a test's markers cite."""
    return sorted({(mark.args[0], str(number)) for mark in marks for number in mark.args[1:]})


class Knockable:
    """What can be knocked out in a title: by dropping a label, or by mutants of the functions that cite a rule."""

    def __init__(self, title: str) -> None:
        meta = metas().get(title)
        self.labels: set[str] = set()
        self.rows: set[str] = set()
        self.folder = Path()
        self.functions: dict[str, list[types.FunctionType]] = {}
        self.rules: list[str] = []
        self.permissions: set[str] = set()
        if meta is None:
            return
        rules = meta.load()
        modules = modules_of_title(rules)
        for name in modules:
            importlib.import_module(name)
        self.labels = {rules.number(label) for label in labels_of_title(rules)}
        self.functions = enforcing(modules, rules.numbers, type(rules).__module__.rpartition(".")[0])
        self.folder = rules.book.path.parent
        self.rows = numbers_in(self.folder)
        self.rules = rules_that_need_a_test(rules)
        self.permissions = {n for n, row in rules.book.rows.items() if row.get("status") in NOTHING_TO_KNOCK_OUT}

    def has(self, number: str) -> bool:
        if number in self.permissions:
            return False
        return number in self.labels or number in self.functions or number in self.rows

    def lacking(self) -> list[str]:
        """Rules that need a test and can be knocked out in no way."""
        return [n for n in self.rules if n not in self.permissions and not self.has(n)]

    def shared(self) -> list[str]:
        """Functions that enforce several rules, so that a mutant's death says less of each.

        A ruling says how its rule is read and is no rule beside it; no test cites one."""
        cites: dict[str, set[str]] = {}
        proved = set(self.rules) - self.permissions - self.labels
        for number, functions in self.functions.items():
            for function in functions:
                if number in proved:
                    cites.setdefault(f"{function.__module__}.{function.__qualname__}", set()).add(number)
        return sorted(name for name, numbers in cites.items() if len(numbers) > 1)


@functools.cache
def knockable(title: str) -> Knockable:
    return Knockable(title)


class Knockout:
    """The run without rules: how many survived, and which rules can be knocked out in no way."""

    def __init__(self, config: pytest.Config) -> None:
        self.folder = config.rootpath
        self.table = Path(config.getoption("--proved")) if config.getoption("--proved") else None
        self.every = self.table is None or config.getoption("--prove-all")
        self.proved = proved.read(self.table) if self.table is not None else {}
        self.killed: dict[str, int] = {"dropped": 0, "mutated": 0, "changed": 0}
        self.survived = 0
        self.known = open_pairs()
        self.titles: set[str] = set()
        self.raised: BaseException | None = None

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """One run of the test for each rule that it cites and that can be knocked out."""
        cited = citations(metafunc.definition.iter_markers("rule"))
        runs = [(title, number) for title, number in cited if knockable(title).has(number)]
        if runs:
            metafunc.fixturenames.append("knocked_out_rule")
            ids = [f"without {number}" for _, number in runs]
            metafunc.parametrize("knocked_out_rule", runs, ids=ids, indirect=True)

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Only the knocked-out runs are of interest."""
        kept = [item for item in items if "knocked_out_rule" in getattr(getattr(item, "callspec", None), "params", {})]
        if not self.every:
            commit = proved.commit_now(self.folder)
            kept = [item for item in kept if proved.due(*proof_of(item), self.proved, commit)]
        config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
        items[:] = kept

    @pytest.fixture
    def knocked_out_rule(self, request: pytest.FixtureRequest) -> tuple[str, str]:
        pair: tuple[str, str] = request.param
        return pair

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> bool:
        """Run the test without its rule, in each way that there is until one is noticed; turn the verdict round."""
        title, number = item.callspec.params["knocked_out_rule"]  # type: ignore[attr-defined]
        item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        found = knockable(title)
        how, skipped = "", False
        if number in found.labels:
            how, skipped = self._dropped(item, title, number)
        if not how and not skipped and number in found.functions:
            how = self._mutated(item, found.functions[number])
        if not how and not skipped and number in found.rows:
            how = self._changed(item, found.folder, number)
        report = self._report(item, number, how, skipped)
        report.knocked_out = (title, how)  # type: ignore[attr-defined]
        report.proof = proof_of(item) if self.table is not None else None  # type: ignore[attr-defined]
        item.ihook.pytest_runtest_logreport(report=report)
        item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        return True

    def _report(self, item: pytest.Item, number: str, how: str, skipped: bool) -> pytest.TestReport:
        known = not how and (item.nodeid.partition("[")[0], number) in self.known
        if skipped or known:
            said = "passes without its rule, as is known" if known else "the test itself is skipped"
            why: Any = (str(item.location[0]), item.location[1], f"Skipped: {said}")
            return pytest.TestReport(
                item.nodeid, item.location, dict.fromkeys(item.keywords, 1), "skipped", why, "call"
            )
        passes = None if how else f"{item.nodeid} passes although {number} is switched off"
        verdict = "passed" if how else "failed"
        return pytest.TestReport(item.nodeid, item.location, dict.fromkeys(item.keywords, 1), verdict, passes, "call")  # type: ignore[arg-type]

    def _dropped(self, item: pytest.Item, title: str, number: str) -> tuple[str, bool]:
        """The rule's label is off from the first fixture to the last; a game that runs for ever is noticed too."""

        def run() -> tuple[bool, bool]:
            drop_caches()
            with knocked_out(title, number):
                reports = runtestprotocol(item, log=False, nextitem=None)
            return any(report.failed for report in reports), any(report.skipped for report in reports)

        failed, skipped = apart(run) or (True, False)
        return ("dropped" if failed else ""), skipped

    def _mutated(self, item: pytest.Item, functions: list[types.FunctionType]) -> str:
        """One mutant after the other, until the test notices one."""
        for cold in (drop_caches, forget_everything):
            lines = self._lines_run(item, functions, cold)
            if not lines:
                continue
            for function in functions:
                if function.__code__ in lines:
                    for mutant in mutants_of(function, lines[function.__code__]):
                        if self._notices(item, function, mutant, cold):
                            return "mutated"
            return ""
        return ""

    def _changed(self, item: pytest.Item, folder: Path, number: str) -> str:
        """One change of the rule's rows after the other, until the test notices one; without them it may stumble."""
        stumbled = False
        for n, change in enumerate(changes(folder, number)):

            def run(change: Change = change) -> tuple[bool, bool]:
                knock_out(number, change)
                forget_everything()
                return self._betrays(item), self.raised is not None

            betrayed, raised = apart(run) or (False, False)
            stumbled |= raised and not n
            if betrayed:
                return "changed"
        return "changed" if stumbled else ""

    def _betrays(self, item: pytest.Item) -> bool:
        self.raised = None
        runtestprotocol(item, log=False, nextitem=None)
        return isinstance(self.raised, BETRAYED)

    def _lines_run(
        self, item: pytest.Item, functions: list[types.FunctionType], cold: Callable[[], None]
    ) -> dict[types.CodeType, set[int]]:
        """The lines of some functions that the test runs, and those of what is nested in them."""
        codes = [function.__code__ for function in functions]

        def watched() -> list[set[int]]:
            lines: dict[types.CodeType, set[int]] = {code: set() for code in codes}

            def local(frame: types.FrameType, event: str, arg: Any) -> Any:
                lines[frame.f_code].add(frame.f_lineno)
                return local

            def trace(frame: types.FrameType, event: str, arg: Any) -> Any:
                return local(frame, event, arg) if frame.f_code in lines else None

            cold()
            sys.settrace(trace)
            try:
                runtestprotocol(item, log=False, nextitem=None)
            finally:
                sys.settrace(None)
            return [lines[code] for code in codes]

        found = apart(watched)
        return {code: run for code, run in zip(codes, found, strict=True) if run} if found else {}

    def _notices(
        self, item: pytest.Item, function: types.FunctionType, mutant: Mutant, cold: Callable[[], None]
    ) -> bool:
        def run() -> bool:
            function.__code__ = mutant.code
            cold()
            return self._betrays(item)

        return bool(apart(run))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Remember what a test stumbled over first."""
        if self.raised is None and call.excinfo is not None and call.when != "teardown":
            self.raised = call.excinfo.value
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count where all reports come together: with several workers that is none of them."""
        title, how = getattr(report, "knocked_out", ("", ""))
        if title and not report.skipped:
            self.titles.add(title)
            self.survived += report.failed
            if how:
                self.killed[how] += 1
        if title and getattr(report, "proof", None):
            (test, number), found = report.proof  # type: ignore[attr-defined]
            self.proved.pop((test, number), None)
            if how:
                self.proved[test, number] = found

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Where all reports come together the table is written; that nothing had to be run is no failure."""
        if self.table is not None and not hasattr(session.config, "workerinput"):
            proved.write(self.table, self.proved, self.folder)
            if session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
                session.exitstatus = pytest.ExitCode.OK

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        write = terminalreporter.write_line
        killed = sum(self.killed.values())
        write(f"knockout: {killed} runs failed as they must, {self.survived} passed without their rule")
        write(f"knockout: {', '.join(f'{how} {n}' for how, n in self.killed.items())}")
        for title in sorted(self.titles):
            found = knockable(title)
            need, lack = found.rules, sorted(found.lacking(), key=by_number)
            share = 100 * len(lack) / len(need) if need else 0
            verdict = "" if share <= 10 else ", more than 10 %"
            write(f"knockout {title}: {len(lack)} of {len(need)} rules have no label ({share:.0f} %{verdict})")
            if lack:
                write(f"  {' '.join(lack)}")
            write(f"knockout {title}: {len(found.shared())} functions enforce several rules that have no label")


def proof_of(item: pytest.Item) -> tuple[proved.Pair, str]:
    """The pair of a test and a rule that a run is, and what it is proved with."""
    title, number = item.callspec.params["knocked_out_rule"]  # type: ignore[attr-defined]
    pair = item.nodeid.replace(f"[without {number}]", "").replace(f"-without {number}]", "]"), f"{title} {number}"
    return pair, proved.digest(title, number, item.function)  # type: ignore[attr-defined]


def forget_everything() -> None:
    """Forget tables that are read once as well, for rules that work on them."""
    drop_caches()
    for name, module in list(sys.modules.items()):
        if name.startswith("grognard.titles."):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


def apart(work: Callable[[], Any]) -> Any:
    """What some work answers in a process of its own; None when it dies or takes too long."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(read)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(SECONDS)
            with os.fdopen(write, "wb") as file:
                pickle.dump(work(), file)
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as file:
        said = file.read()
    os.waitpid(child, 0)
    return pickle.loads(said) if said else None
