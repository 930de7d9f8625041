"""What holds of the types in titles: a rule takes its own title's table."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import grognard.titles

MODULES = sorted(Path(grognard.titles.__path__[0]).rglob("*.py"))


def tables(tree: ast.AST) -> set[str]:
    """What the functions of a module say that they take for a table."""
    taken = [node.args for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    given = [one for args in taken for one in (*args.posonlyargs, *args.args, *args.kwonlyargs) if one.arg == "t"]
    return {ast.unparse(one.annotation) if one.annotation else "" for one in given}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_rule_takes_the_table_of_its_own_title(path: Path) -> None:
    """No rule takes just anything for a table, nor the engine's table of any title: mypy would then find nothing."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert tables(tree) <= {"Table"}
    borrowed = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    names = {name.name for node in borrowed if node.module == "grognard.engine.core.table" for name in node.names}
    assert "Table" not in names
