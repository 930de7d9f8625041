"""Production of 1940: the Med is built from the West while it sleeps, and allocated to when it wakes (21.32)."""

from __future__ import annotations

from grognard.engine.core.offers import PIECE, WORD, Commit, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.titles.systems.front import economy, production
from grognard.titles.systems.front.economy import STEP
from grognard.titles.systems.front.state import month_text

from .. import fronts
from ..europe.reserves import Equip
from ..fronts import MF
from ..med import activation, building
from ..med.building import BLOCK, FREELY
from ..med.state import position
from ..peace.partition import french_quota
from ..war import costs
from . import armistice, national
from .state import Table

DOUBLE = 2
"""What the prices of the Med Front are multiplied with before it is active (21.321)."""


def step_cost(t: Table, piece: int) -> int:
    """What a step costs: an HQ on the rails of its own capital pays no ships; in the Med double while it sleeps
    (21.321)."""
    cost = economy.charted(t, piece, STEP) if national.by_rail(t, piece) else costs.step_cost(t, piece)
    asleep = not activation.active(t) and costs.extreme(t, piece, t.p.at[piece])
    return cost * DOUBLE if asleep and fronts.land_of(t, MF) >> t.p.at[piece] & 1 else cost


def active(t: Table, seat: int, args: Args) -> int:
    """Nothing is allocated to the Med Front before Italy is at war (21.322)."""
    return -1 if activation.active(t) else 0


def may_change(t: Table, seat: int, args: Args) -> int:
    """In the first Production after Italy's entry up to 15 points are allocated, then as ever (21.37/a)."""
    allowed = building.may_change(t, seat, args)
    p, power = position(t), building.sides(t, seat)[0]
    if t.p.month == activation.since(t) + 1 and not p.lowering[power]:
        room = p.allocated[power] < FREELY and production.purse(t, power) >= BLOCK
        allowed = allowed & ~1 | int(room)
    return allowed


def not_beaten(t: Table, seat: int, args: Args) -> int:
    """Armies of defeated nations are not rebuilt (16.91)."""
    return production.rebuildable(t, seat, args) | armistice.converted(t)


def no_converts(t: Table, seat: int, args: Args) -> int:
    """French who have become Free French are not rebuilt (20.492)."""
    return ~armistice.converted(t)


class Replace(building.Replace):
    """``step Fr2inf``: a block takes a step, paid for by the purse of its front."""

    levels = (
        Level("unit", PIECE, production.ours, (*building.Replace.levels[0].masks, Mask("20.43", french_quota)),
              cost=building.Replace.levels[0].cost),
    )  # fmt: skip


class Rebuild(building.Rebuild):
    """``cadre Fr2inf Paris``: an eliminated block comes back at its last step."""

    levels = (
        Level(
            "unit", PIECE, production.ours,
            (
                *building.Rebuild.levels[0].masks, Mask("16.91", not_beaten), Mask("20.492", no_converts),
                Mask("20.43", french_quota),
            ),
            cost=building.Rebuild.levels[0].cost,
        ),
        building.Rebuild.levels[1],
    )  # fmt: skip


class Allocate(building.Allocate):
    """``allocate raise``: five points more a month go to the Med Front, or five less from the next month on."""

    levels = (
        Level("way", WORD, lambda t, s, a: 0b11, (Mask("21.322", active), Mask("21.37/b", may_change)),
              words=("raise", "lower")),
    )  # fmt: skip


class Transfer(building.Transfer):
    """``transfer``: ten points of the West become five in the Med Front next month."""

    masks = (Mask("21.322", active), *building.Transfer.masks)


class Producing(building.Producing):
    """One side's Production."""

    verbs: tuple[Verb, ...] = (
        Replace(), Rebuild(), building.Reinforce(), Allocate(), Transfer(), building.GiveUp(),
        Equip(), Commit(),
    )  # fmt: skip

    def prompt(self, t: Table, f: object, seat: int) -> str:
        power = building.sides(t, seat)[0]
        west, med = production.purse(t, power), position(t).med_points[power]
        more = f", {med} in the Med" if activation.active(t) else ""
        return f"Production of {month_text(t.p.month)}: {west} points in the West{more}: build, commit."
