"""Production and Diplomacy of 1939 (20.43, 20.51): what France and neutral Soviets may not build, an event owed."""

from __future__ import annotations

from grognard.engine.core.offers import PIECE, WORD, Commit, End, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.titles.systems.front.world import CAVALRY

from ..europe import diplomacy, production
from ..europe.conditions import Facts
from ..europe.paras import Ground
from ..europe.reserves import Equip
from ..tide import building
from ..tide.transfers import Forward
from . import pact
from .partition import french_quota
from .state import AXIS, Table

ITALY = "IX"
"""The event that the Axis owes once France has fallen (20.22)."""


def no_peacetime_cavalry(t: Table, seat: int, args: Args) -> int:
    """The neutral Soviets build no cavalry (20.51)."""
    if not pact.at_peace(t):
        return -1
    soviet = sum(1 << i for i, unit in enumerate(t.world.units) if unit.nation == "ussr")
    return ~(int(t.world.of_kind(CAVALRY)) & soviet)


QUOTAS = (Mask("20.43", french_quota), Mask("20.51", no_peacetime_cavalry))


class Replace(building.Replace):
    """``step GQG``: a block takes a step."""

    levels = (
        Level(
            "unit", PIECE, building.Replace.levels[0].universe, (*building.Replace.levels[0].masks, *QUOTAS),
            cost=building.Replace.levels[0].cost,
        ),
    )  # fmt: skip


class Rebuild(building.Rebuild):
    """``cadre Fr2inf Paris``: an eliminated block comes back."""

    levels = (
        Level(
            "unit", PIECE, production.Rebuild.levels[0].universe, (*production.Rebuild.levels[0].masks, *QUOTAS),
            cost=production.Rebuild.levels[0].cost,
        ),
        building.Rebuild.levels[1],
    )  # fmt: skip


class Producing(building.Producing):
    """One seat's Production, purse by purse."""

    verbs: tuple[Verb, ...] = (
        Replace(), Rebuild(), production.Reinforce(), production.Advance(), production.Prepare(), building.Disband(),
        building.Transfer(), production.Deallocate(), production.Allocate(), building.Ship(),
        Forward(), Equip(), Ground(), Commit(),
    )  # fmt: skip


# Diplomacy


def owed(t: Table) -> bool:
    """Must the Axis try to win Italy: France is defeated and Italy neutral (20.22)?"""
    facts = Facts(t)
    if t.frame.power != AXIS or not (facts.defeated("France") and facts.neutral("Italy")):
        return False
    return bool((diplomacy.possible(t, -1, ()) & diplomacy.not_yet(t, -1, ())) >> diplomacy.WORDS.index(ITALY) & 1)


def italy_first(t: Table, seat: int, args: Args) -> int:
    """While France is defeated and Italy neutral the Axis tries for Italy and nothing else (20.22)."""
    return 1 << diplomacy.WORDS.index(ITALY) if owed(t) else -1


def not_owed(t: Table, seat: int, args: Args) -> int:
    """The attempt for Italy cannot be left out (20.22)."""
    return int(not owed(t))


class Attempt(diplomacy.Attempt):
    """``attempt PP``: roll for a Diplomatic Event."""

    levels = (
        Level(
            "event", WORD, diplomacy.of_the_side,
            (*diplomacy.Attempt.levels[0].masks, Mask("20.22", italy_first)), words=diplomacy.WORDS,
        ),
    )  # fmt: skip


class Done(End):
    """``end``: no event is tried."""

    masks = (Mask("20.22", not_owed),)


class Diplomacy(diplomacy.Diplomacy):
    """A side may try one Diplomatic Event a month (16.6)."""

    verbs: tuple[Verb, ...] = (Attempt(), Done())
