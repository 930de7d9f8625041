"""Mutants: a function with one thing in it changed, to see whether a test notices.

A rule that is no condition, debt, effect or row of data is enforced by the function whose docstring's first line
cites its number. It is knocked out by changing that function: a condition negated, an operand or a statement left
out, a neutral answer, a number shifted. Only lines that the test runs are changed.
"""

from __future__ import annotations

import ast
import copy
import functools
import inspect
import re
import sys
import textwrap
import types
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

CITED = re.compile(r"\(([^()]*)\)")
NUMBER = re.compile(r"(?:[ivx]+\.[0-9]+|[A-Z]?[0-9A-Z][0-9A-Za-z]*(?:\.[0-9A-Za-z]+)*)(?:/[0-9A-Za-z-]*[0-9A-Za-z])*")
NEUTRAL = {"bool": ("True", "False"), "int": ("0", "-1", "1"), "str": ("''",), "None": ("None",)}
OPPOSITE = {"min": "max", "max": "min", "any": "all", "all": "any"}
BRACKETS = (("list", "[]"), ("tuple", "()"), ("dict", "{}"), ("set", "set()"), ("frozenset", "frozenset()"))


class Mutant(NamedTuple):
    """A changed function: what was changed, on which line, and the code to put in its place."""

    what: str
    line: int
    code: types.CodeType


def cited(function: Callable[..., Any]) -> list[str]:
    """The numbers in brackets of a docstring's first sentence or paragraph.

    >>> def f():
    ...     '''Losses fall on the strongest unit (7.33, 7.34/a).'''
    >>> cited(f)
    ['7.33', '7.34/a']
    >>> def g():
    ...     '''A zone stops a unit (5.13/armor-zoc-to-zoc, viii.4).'''
    >>> cited(g)
    ['5.13/armor-zoc-to-zoc', 'viii.4']
    """
    first = (function.__doc__ or "").strip().partition("\n\n")[0]
    return [number for inside in CITED.findall(first) for number in NUMBER.findall(inside)]


def functions_of(modules: list[str]) -> Iterator[types.FunctionType]:
    """Every function and method that some modules define, bare of what is wrapped round it."""
    for name in modules:
        module = sys.modules[name]
        for value in list(vars(module).values()):
            yield from _defined_in(value, name)


def _defined_in(value: Any, module: str) -> Iterator[types.FunctionType]:
    if inspect.isclass(value) and value.__module__ == module:
        for inner in vars(value).values():
            yield from _defined_in(inner, module)
        return
    if isinstance(value, staticmethod | classmethod):
        value = value.__func__
    if isinstance(value, property):
        value = value.fget
    if isinstance(value, functools.cached_property):
        value = value.func
    function = inspect.unwrap(value) if callable(value) else None
    if not isinstance(function, types.FunctionType) or function.__module__ != module:
        return
    if function.__code__.co_freevars in ((), ("__class__",)):
        yield function


def enforcing(
    modules: list[str], known: Mapping[str, str] | None = None, own: str = ""
) -> dict[str, list[types.FunctionType]]:
    """The functions that cite each rule; ``known`` gives a label of a shared system the number that a title has for
    it. The modules of the package ``own``, which are the title's, cite its own book."""
    found: dict[str, list[types.FunctionType]] = {}
    seen: set[types.CodeType] = set()
    for function in functions_of(modules):
        if function.__code__ in seen:
            continue
        seen.add(function.__code__)
        shared = known is not None and not (own and function.__module__.startswith(f"{own}."))
        for label in cited(function):
            number = known.get(label, label) if known is not None and shared else label
            found.setdefault(number, []).append(function)
    return found


def mutants_of(function: types.FunctionType, lines: set[int] | None = None) -> list[Mutant]:
    """Every mutant of a function whose change lies on one of ``lines`` (all by default), the bluntest first."""
    parsed = _parsed(function)
    if parsed is None:
        return []
    tree, first = parsed
    found: list[Mutant] = []
    for what, line, changed in _changed(tree):
        at = line + first - 1
        if lines is None or at in lines or what.startswith("answers"):
            code = _compiled(changed, function, first)
            if code is not None:
                found.append(Mutant(what, at, code))
    return found


def _parsed(function: types.FunctionType) -> tuple[ast.FunctionDef, int] | None:
    try:
        source, first = inspect.getsourcelines(function)
        tree = ast.parse(textwrap.dedent("".join(source))).body[0]
    except (OSError, SyntaxError, TypeError, IndexError):
        return None
    return (tree, first) if isinstance(tree, ast.FunctionDef) else None


def _compiled(tree: ast.FunctionDef, function: types.FunctionType, first: int) -> types.CodeType | None:
    """The changed function's code, to be put in place of the old one."""
    tree.decorator_list = []
    tree.returns = None
    arguments = (*tree.args.posonlyargs, *tree.args.args, *tree.args.kwonlyargs, tree.args.vararg, tree.args.kwarg)
    for argument in arguments:
        if argument is not None:
            argument.annotation = None
    tree.args.defaults = [ast.Constant(None) for _ in tree.args.defaults]
    tree.args.kw_defaults = [d and ast.Constant(None) for d in tree.args.kw_defaults]
    if function.__code__.co_freevars:
        # Named in a class of its own, so that the code still has a place for what super() asks.
        tree.body.insert(0, ast.Expr(ast.Name("__class__", ast.Load())))
    own = ast.ClassDef("Own", bases=[], keywords=[], body=[tree], decorator_list=[])
    module = ast.fix_missing_locations(ast.Module([own if function.__code__.co_freevars else tree], []))
    ast.increment_lineno(module, first - 1)
    try:
        code = _inner(compile(module, function.__code__.co_filename, "exec"), tree.name)
    except (SyntaxError, ValueError):
        return None
    return code if code is not None and code.co_freevars == function.__code__.co_freevars else None


def _inner(code: types.CodeType, name: str) -> types.CodeType | None:
    """The code of a function inside another code."""
    for one in code.co_consts:
        if isinstance(one, types.CodeType):
            found = one if one.co_name == name else _inner(one, name)
            if found is not None:
                return found
    return None


def _changed(tree: ast.FunctionDef) -> Iterator[tuple[str, int, ast.FunctionDef]]:
    """Copies of a function with one thing changed."""
    body = tree.body[1:] if ast.get_docstring(tree) is not None else tree.body
    for answer in _neutral(tree.returns):
        twin = copy.deepcopy(tree)
        twin.body = [ast.Return(ast.parse(answer, mode="eval").body)]
        yield f"answers {answer}", tree.lineno, twin
    for kind in (_conditions, _operands, _turned, _statements, _returns, _numbers):
        for number, node in enumerate(_nodes(body)):
            for what, change in kind(node, tree.returns):
                twin = copy.deepcopy(tree)
                inside = twin.body[1:] if ast.get_docstring(twin) is not None else twin.body
                same = next(n for i, n in enumerate(_nodes(inside)) if i == number)
                _replace(twin, same, change(same))
                yield what, getattr(node, "lineno", tree.lineno), twin


def _nodes(body: list[ast.stmt]) -> Iterator[ast.AST]:
    for statement in body:
        yield from ast.walk(statement)


def _replace(tree: ast.AST, old: ast.AST, new: ast.AST) -> None:
    for parent in ast.walk(tree):
        for field, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, field, new)
                return
            if isinstance(value, list) and any(one is old for one in value):
                setattr(parent, field, [new if one is old else one for one in value])
                return


Change = tuple[str, Callable[[Any], ast.AST]]


def _not(test: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), test)


def _conditions(node: ast.AST, returns: Any) -> Iterator[Change]:
    """A condition negated."""
    if isinstance(node, ast.If | ast.IfExp):

        def negated(same: Any) -> ast.AST:
            same.test = _not(same.test)
            return same  # type: ignore[no-any-return]

        yield "negates a condition", negated
    elif isinstance(node, ast.comprehension):
        for i in range(len(node.ifs)):

            def without(same: Any, i: int = i) -> ast.AST:
                same.ifs = [_not(test) if n == i else test for n, test in enumerate(same.ifs)]
                return same  # type: ignore[no-any-return]

            yield "negates a condition", without
    elif isinstance(node, ast.Compare) and len(node.ops) == 1:
        yield "negates a comparison", _not


def _operands(node: ast.AST, returns: Any) -> Iterator[Change]:
    """An operand left out."""
    if isinstance(node, ast.BoolOp):
        for i in range(len(node.values)):

            def without(same: Any, i: int = i) -> ast.AST:
                rest = [value for n, value in enumerate(same.values) if n != i]
                return rest[0] if len(rest) == 1 else ast.BoolOp(same.op, rest)

            yield "leaves an operand out", without
    elif isinstance(node, ast.BinOp):
        yield "leaves the right operand out", lambda same: same.left
        yield "leaves the left operand out", lambda same: same.right
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.Invert):
        yield "leaves a negation out", lambda same: same.operand
    elif isinstance(node, ast.comprehension):
        for i in range(len(node.ifs)):

            def fewer(same: Any, i: int = i) -> ast.AST:
                same.ifs = [test for n, test in enumerate(same.ifs) if n != i]
                return same  # type: ignore[no-any-return]

            yield "leaves a condition out", fewer
    elif isinstance(node, ast.List | ast.Tuple | ast.Set) and isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
        for i in range(len(node.elts) if len(node.elts) > 1 else 0):

            def shorter(same: Any, i: int = i) -> ast.AST:
                same.elts = [value for n, value in enumerate(same.elts) if n != i]
                return same  # type: ignore[no-any-return]

            yield "leaves a member out", shorter


def _statements(node: ast.AST, returns: Any) -> Iterator[Change]:
    """A statement left out."""
    if isinstance(node, ast.Expr | ast.AugAssign | ast.If | ast.For) or (
        isinstance(node, ast.Assign) and not isinstance(node.targets[0], ast.Name | ast.Tuple)
    ):
        yield "leaves a statement out", lambda same: ast.Pass()
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute):
        yield "sets nothing", lambda same: ast.Assign(same.targets, ast.Constant(0), lineno=same.lineno)


def _returns(node: ast.AST, returns: Any) -> Iterator[Change]:
    """A neutral answer in place of one."""
    if isinstance(node, ast.Return) and node.value is not None:
        for answer in _neutral(returns):
            yield f"returns {answer}", lambda same, a=answer: ast.Return(ast.parse(a, mode="eval").body)


def _turned(node: ast.AST, returns: Any) -> Iterator[Change]:
    """The least for the most, any for all."""
    if isinstance(node, ast.Name) and node.id in OPPOSITE:
        yield "turns it round", lambda same: ast.Name(OPPOSITE[same.id], ast.Load())


def _numbers(node: ast.AST, returns: Any) -> Iterator[Change]:
    """A number shifted."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        for by in (1, -1):
            yield "shifts a number", lambda same, by=by: ast.Constant(same.value + by)


def _neutral(returns: ast.expr | None) -> tuple[str, ...]:
    """Neutral answers for what a function returns."""
    if returns is None:
        return ()
    kind = ast.unparse(returns).strip("'\"")
    if kind in NEUTRAL:
        return NEUTRAL[kind]
    return tuple(empty for name, empty in BRACKETS if kind.startswith(name)) or ("None",) * kind.endswith("| None")
