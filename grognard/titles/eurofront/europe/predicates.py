"""Conditions of events.csv read and answered: a condition's parts, which of them hold, and what each says."""

from __future__ import annotations

import ast
from functools import cache
from typing import Any, NamedTuple

from .. import tables
from .conditions import Facts
from .state import Table

NEVER = "at once, outside Diplomacy"
ALWAYS = 7
"""More than a die with a betrayal's burden can show."""
SAYS = {
    "ev": "{0} has happened", "dow": "{0} has declared war on {1}", "neutral": "{0} is neutral",
    "belligerent": "{0} is at war", "joined": "{0} fights for the {1}", "cooperating": "{0} cooperates with the {1}",
    "controlled": "{1} control all of {0}", "holds": "{1} belongs to the {0}", "defeated": "{0} is defeated",
    "exploited": "{0} is exploited", "exists": "{0} exists", "republican": "{0} is Republican",
    "betrayed": "{0} have betrayed a {1}", "from_season": "it is {0} or later", "phony_war": "the Phony War is on",
    "wf_dry_month": "the month is Dry in the West", "undisputed_naval_base": "{0} hold a naval base of {1}",
    "all_naval_bases": "{0} hold all naval bases of {1}", "balkans_pacified": "the Balkans are pacified",
    "naval_supremacy": "Naval Supremacy", "all_soviet_units_on_map": "all Soviet units are on the map",
    "all_soviet_hqs_full": "all Soviet HQs are at full strength", "soviet_reserved_pps": "Soviet points reserved",
    "axis_units_in": "Axis units in {0}", "german_units_in": "German units in {0}",
    "allied_units_in": "Allied units in {0}", "soviet_units_in": "Soviet units in {0}",
    "allied_soviet_units_in": "Allied and Soviet units in {0}", "soviet_entered": "Soviets have entered {0}",
    "axis_atlantic_ports_in_rail_supply": "Axis ports of the Atlantic in rail supply",
    "complete_seasons_since": "complete seasons since {0}", "north_africa_victory": "North Africa is won by",
    "desert_victory": "the Desert is won by", "finnish_armistice": "Finnish Armistice", "in_play": "{0} is in play",
    "rebuilt": "{0} has been rebuilt", "release_candidates": "armies that may be released",
    "mandate_may_rise": "{0} may rise", "strategic_reserve_left": "units of the Strategic Reserve left",
    "undefended_cities": "undefended cities among {0}, {1}, {2}, {3}", "target": "the mandate",
    "axis_major_ports": "Axis major ports of {0} and {1}",
    "axis_mandate_capitals": "capitals of mandates that are Axis", "eliminated_units": "eliminated units of {0}",
    "axis_hexes": "Axis hexes of {0}", "undefended_border": "no unit guards the border of {0} with {1}",
}  # fmt: skip
"""What a word asks, for people; ``{0}`` is its first argument."""
SIGNS = {ast.Gt: "more than", ast.GtE: "at least", ast.Eq: "is", ast.NotEq: "is not", ast.Lt: "before", ast.In: "of"}


FOR_GOOD = frozenset(("neutral", "exists", "republican"))
"""What does not come back once it is lost."""


class Part(NamedTuple):
    """One condition of several that must hold together."""

    says: str
    holds: bool
    hopeless: bool
    """Does it not hold, and never will?"""


class Line(NamedTuple):
    """An alternative of an event as it stands now: its conditions, and the highest die that succeeds (0 for none)."""

    parts: tuple[Part, ...]
    die: int

    @property
    def open(self) -> bool:
        return all(part.holds for part in self.parts)


@cache
def tree(text: str) -> ast.expr:
    """A condition as it is written."""
    return ast.parse(text, mode="eval").body


def value(node: ast.expr, facts: Facts) -> Any:
    """What a condition or a count comes to."""
    match node:
        case ast.BoolOp(op=ast.And()):
            return all(value(part, facts) for part in node.values)
        case ast.BoolOp():
            return any(value(part, facts) for part in node.values)
        case ast.UnaryOp():
            return not value(node.operand, facts)
        case ast.Compare():
            return _compare(node.ops[0], value(node.left, facts), value(node.comparators[0], facts))
        case ast.BinOp():
            return _reckon(node.op, value(node.left, facts), value(node.right, facts))
        case ast.Call(func=ast.Name(id=word)):
            options = {str(option.arg): value(option.value, facts) for option in node.keywords}
            return getattr(facts, word)(*(value(arg, facts) for arg in node.args), **options)
        case ast.Tuple():
            return tuple(value(part, facts) for part in node.elts)
        case ast.Constant():
            return node.value
    raise ValueError(ast.unparse(node))


def _compare(sign: ast.cmpop, left: Any, right: Any) -> bool:
    match sign:
        case ast.Gt():
            return bool(left > right)
        case ast.GtE():
            return bool(left >= right)
        case ast.Lt():
            return bool(left < right)
        case ast.In():
            return left in right
        case ast.NotEq():
            return bool(left != right)
    return bool(left == right)


def _reckon(sign: ast.operator, left: int, right: int) -> int:
    match sign:
        case ast.Add():
            return left + right
        case ast.Sub():
            return left - right
        case ast.Mult():
            return left * right
    return left // right


def said(node: ast.expr) -> str:
    """A condition in plain words."""
    match node:
        case ast.BoolOp(op=ast.And()):
            return " and ".join(said(part) for part in node.values)
        case ast.BoolOp():
            return " or ".join(said(part) for part in node.values)
        case ast.UnaryOp():
            return f"not: {said(node.operand)}"
        case ast.Compare():
            return f"{said(node.left)} {SIGNS[type(node.ops[0])]} {said(node.comparators[0])}"
        case ast.BinOp():
            return f"{said(node.left)} and {said(node.right)}"
        case ast.Call(func=ast.Name(id=word)):
            arguments = [said(arg) for arg in node.args]
            return SAYS.get(word, word.replace("_", " ") + " {0}").format(*arguments, "", "")
        case ast.Tuple():
            return " or ".join(said(part) for part in node.elts)
        case ast.Constant():
            return {"AXIS": "Axis", "ALLIES": "Allies", "SOVIET": "Soviets"}.get(str(node.value), str(node.value))
    return ast.unparse(node)


def highest(die: str, facts: Facts) -> int:
    """The highest face that succeeds: all of them, a figure, or what a count comes to (16.6)."""
    if die == "always":
        return ALWAYS
    if die == NEVER:
        return 0
    strict = not die.startswith("<=")
    return int(value(tree(die.lstrip("<=")), facts)) - strict


def lines(t: Table, event: tables.Event, named: str = "") -> list[Line]:
    """The alternatives of an event as they stand, each condition for itself (16.6)."""
    facts, found = Facts(t, named), []
    for one in event.alternatives:
        whole = tree(one.prerequisite)
        parts = whole.values if isinstance(whole, ast.BoolOp) and isinstance(whole.op, ast.And) else [whole]
        shown = tuple(_part(part, facts) for part in parts)
        found.append(Line(shown, highest(one.die, facts) if all(part.holds for part in shown) else 0))
    return found


def _part(node: ast.expr, facts: Facts) -> Part:
    holds = bool(value(node, facts))
    word = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
    return Part(said(node), holds, not holds and word in FOR_GOOD)


def best(t: Table, event: tables.Event, named: str = "") -> int:
    """The best die of the alternatives whose conditions hold (ruling E64): 0 when none does."""
    facts, found = Facts(t, named), 0
    for one in event.alternatives:
        if one.die != NEVER and value(tree(one.prerequisite), facts):
            found = max(found, highest(one.die, facts))
    return found
