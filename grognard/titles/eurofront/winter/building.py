"""Production in the Winter War (11): each side from its own points, saved whole or lost (11.4)."""

from __future__ import annotations

from grognard.board.hexset import from_iter
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, Commit, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.titles.systems.front import arrivals, blocks, economy, ground, production

from .. import shores
from ..state import SOVIET, Table, position
from . import rules


def paid(t: Table, seat: int, args: Args) -> int:
    """Points that are not there cannot be spent (11.4)."""
    return from_iter(
        piece for power in t.powers_of(seat) for piece in blocks.on_map(t, power)
        if economy.step_cost(t, piece) <= production.purse(t, power)
    )  # fmt: skip


class Replace(production.Replace):
    """``step Fi3inf``: a block takes a step."""

    levels = (
        Level(
            "unit", PIECE, production.ours,
            (*production.Replace.levels[0].masks[:6], Mask("11.3", paid)),
            cost=lambda t, s, a, i: economy.step_cost(t, i),
        ),
    )  # fmt: skip


class Rebuild(production.Rebuild):
    """``cadre Fi3inf Helsinki``: an eliminated block comes back at its last step."""

    levels = (
        Level(
            "unit", PIECE, production.ours, (Mask("11.42", production.eliminated), Mask("11.3", production.cadre_paid)),
            cost=lambda t, s, a, i: economy.cadre_cost(t, i),
        ),
        Level(
            "place", NODE, arrivals.anywhere,
            (
                Mask("11.6", arrivals.right_place), Mask("21.462", shores.no_alien_cadre),
                Mask("11.6/b", arrivals.ready), *ground.may_stand(0)[:1],
                Mask("6.21", arrivals.roomy),
            ),
        ),
    )  # fmt: skip


class Production(production.Production):
    """Both sides produce at once, with the points of the month and those that were saved, less maintenance (11.2)."""

    def begin(self, t: Table, f: Frame) -> None:
        super().begin(t, f)
        p = position(t)
        for power in range(len(p.saved)):
            production.pay(t, power, -p.saved[power])
        maintain(t)
        p.available = [production.purse(t, power) for power in range(len(p.saved))]

    def close(self, t: Table, f: Frame) -> None:
        position(t).saved = [kept(t, power) for power in range(len(t.world.powers))]
        super().close(t, f)


def maintain(t: Table) -> None:
    """Aliens in the Arctic Zone cost five points each (21.461)."""
    cost = rules.MAINTENANCE * len(rules.in_the_arctic(t))
    production.pay(t, SOVIET, min(cost, production.purse(t, SOVIET)))


def kept(t: Table, power: int) -> int:
    """Who has spent nothing saves all his points; else what is left is lost (11.4)."""
    left = production.purse(t, power)
    return left if left == position(t).available[power] else 0


class Producing(production.Producing):
    """One side's Production."""

    verbs: tuple[Verb, ...] = (Replace(), Rebuild(), Commit())
