"""Where each rule is: the functions and tables that keep it, and the tests that prove it.

A function keeps a rule when its docstring begins by citing it, or when it carries the rule's label (a mask, a debt, an
effect, a row of the sequence). ``grognard rules TITLE NUMBER --where`` tells it of one rule, ``grognard lab where``
writes docs/rules/<title>.md, a page for all rules of a title.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ..engine.core.title import metas
from ..engine.title import Title
from ..titles.boards import shipped_board
from .labels import modules_of_title
from .mutants import CITED, NUMBER
from .rows import tables

PACKAGE = Path(__file__).resolve().parents[1]
TESTS = PACKAGE.parent / "tests"
PAGES = PACKAGE.parent / "docs" / "rules"
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
ABSENT = {"component": "no rule of play", "commentary": "no rule of play", "absent": "not played"}


class Place(NamedTuple):
    """Something in a file that keeps or proves a rule."""

    file: str
    name: str
    line: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.name}" if self.line else f"{self.file} {self.name}"


class Where(NamedTuple):
    """The places that keep each rule of a title, the code or rows there, and the tests that prove it."""

    kept: dict[str, list[Place]]
    text: dict[str, str]
    proved: dict[str, list[Place]]


@cache
def where(title: str) -> Where:
    """Where the rules of a title are."""
    rules = metas()[title].load()
    kept: dict[str, dict[Place, str]] = {}
    for module in modules_of_title(rules):
        path = Path(sys.modules[module].__file__ or "")
        for label, place, text in _labels_in(path):
            number = rules.number(label)
            if number in rules.book.rows:
                kept.setdefault(number, {})[place] = text
    for number, place, text in _rows_of(rules):
        kept.setdefault(number, {})[place] = text
    proved: dict[str, list[Place]] = {}
    for cited, number, place in _tests():
        if cited == title:
            proved.setdefault(number, []).append(place)
    texts = {number: "\n".join(places[place] for place in sorted(places)) for number, places in kept.items()}
    return Where({number: sorted(places) for number, places in kept.items()}, texts, proved)


def _labels_in(path: Path) -> Iterator[tuple[str, Place, str]]:
    """Every rule's number in a module, in a docstring's first paragraph or as a string of its code: where, and what
    stands there."""
    file, source = _short(path), path.read_text(encoding="utf-8")
    lines = source.splitlines()

    def look(node: ast.AST, place: Place, text: str) -> Iterator[tuple[str, Place, str]]:
        for child in ast.iter_child_nodes(node):
            inner, inside = place, text
            if isinstance(child, SCOPES):
                inner = Place(file, f"{place.name}.{child.name}" if place.line else child.name, child.lineno)
                begun = min([child.lineno, *(decorator.lineno for decorator in child.decorator_list)])
                inside = "\n".join(lines[begun - 1 : child.end_lineno])
                for number in cited(ast.get_docstring(child) or ""):
                    yield number, inner, inside
            elif not place.line and isinstance(child, ast.stmt):
                inner = Place(file, _assigned(child), child.lineno)
                inside = "\n".join(lines[child.lineno - 1 : child.end_lineno])
            elif isinstance(child, ast.Constant) and isinstance(child.value, str) and NUMBER.fullmatch(child.value):
                yield child.value, place, text
            yield from look(child, inner, inside)

    yield from look(ast.parse(source), Place(file, "module"), "")


def _assigned(statement: ast.stmt) -> str:
    """The name that a statement of a module gives to something."""
    if isinstance(statement, ast.AnnAssign):
        return ast.unparse(statement.target)
    return ast.unparse(statement.targets[0]) if isinstance(statement, ast.Assign) else "module"


def cited(docstring: str) -> list[str]:
    """The numbers in brackets of a docstring's first paragraph.

    >>> cited("Losses fall on the strongest unit (7.33, 7.34/a).")
    ['7.33', '7.34/a']
    """
    first = docstring.strip().partition("\n\n")[0]
    return [number for inside in CITED.findall(first) for number in NUMBER.findall(inside)]


def _rows_of(rules: Title) -> Iterator[tuple[str, Place, str]]:
    """The tables of the title with rows that come from a rule, and those rows."""
    board = shipped_board(rules.board_name or rules.meta.id)
    for folder in (rules.book.path.parent, board):
        for path, rows in tables(folder):
            found: dict[str, list[str]] = {}
            for row in rows:
                for number in {*str(row.get("source", "")).split("|")} & rules.book.rows.keys():
                    found.setdefault(number, []).append(str(row))
            for number, texts in found.items():
                said = f"({len(texts)} row{'s' * (len(texts) > 1)})"
                yield number, Place(_short(path), said), "\n".join(texts)


@cache
def _tests() -> tuple[tuple[str, str, Place], ...]:
    """Every test that cites a rule, if the tests are there: title, number, test."""
    found: list[tuple[str, str, Place]] = []
    for path in sorted(TESTS.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if "mark.rule(" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                place = Place(path.relative_to(TESTS.parent).as_posix(), node.name, node.lineno)
                found += [(title, number, place) for title, number in _marks(node)]
    return tuple(found)


def _marks(test: ast.FunctionDef) -> Iterator[tuple[str, str]]:
    for decorator in test.decorator_list:
        for node in ast.walk(decorator):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.rule"):
                title, *numbers = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
                yield from ((str(title), str(number)) for number in numbers)


def _short(path: Path) -> str:
    """A path as the reader of a title writes it."""
    return path.resolve().relative_to(PACKAGE / "titles").as_posix()


def where_lines(title: str, number: str) -> list[str]:
    """The places that keep and prove one rule, a line each."""
    found = where(title)
    lines = [f"  kept by   {place}" for place in found.kept.get(number, ())]
    lines += [f"  proved by {place}" for place in found.proved.get(number, ())]
    return lines or ["  No function, table or test cites it."]


def page(title: str) -> str:
    """The page of a title: a line a rule."""
    rules, found = metas()[title].load(), where(title)
    lines = [
        f"# {rules.meta.name}: where each rule is", "",
        "Made by `make docs` from code, tables and tests. Modules and tables are those of `grognard/titles`,",
        f"tests those of `tests`; `grognard rules {title} NUMBER --where` tells the lines as they are now.", "",
        "| rule | | kept by | proved by |", "|---|---|---|---|",
    ]  # fmt: skip
    for number, row in rules.book.rows.items():
        kept = _grouped(found.kept.get(number, ()))
        proved = _grouped(found.proved.get(number, ()))
        name = re.sub(r"[|\n]", " ", row["title"]).strip()
        lines.append(f"| {number} | {name} | {kept or ABSENT.get(row.get('status', ''), '')} | {proved} |")
    return "\n".join(lines) + "\n"


def _grouped(places: tuple[Place, ...] | list[Place]) -> str:
    """Places by file, each file named once."""
    files: dict[str, dict[str, None]] = {}
    for place in places:
        files.setdefault(place.file.removeprefix("tests/"), {})[place.name] = None
    return "; ".join(f"`{file}` {', '.join(names)}" for file, names in files.items())


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("titles", metavar="TITLE", nargs="*", help="by default every listed title")
    parser.add_argument("--into", metavar="FOLDER", default=str(PAGES))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    """Write the pages."""
    folder = Path(args.into)
    folder.mkdir(parents=True, exist_ok=True)
    for title in args.titles or [meta.id for meta in metas().values() if meta.listed]:
        text = page(title)
        (folder / f"{title}.md").write_text(text, encoding="utf-8")
        lacking = sum(" |  |" in line for line in text.splitlines())
        print(f"{title}: {len(metas()[title].load().book.rows)} rules, {lacking} that nothing keeps or no test proves")
