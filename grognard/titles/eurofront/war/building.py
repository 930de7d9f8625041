"""Production with one purse a side (11): each side from its own points, saved whole or lost (11.4)."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, Commit, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.titles.systems.front import arrivals, blocks, economy, ground, production

from .. import fronts, shores
from ..state import Table, position
from . import costs


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
            (*production.Replace.levels[0].masks[:6], Mask("11.3", paid, production.too_dear)),
            cost=lambda t, s, a, i: economy.step_cost(t, i),
        ),
    )  # fmt: skip


def paid_there(t: Table, seat: int, args: Args) -> int:
    """Where the points pay for a cadre: it is dearer in the North (11.4)."""
    points, north = production.purse(t, t.p.power[args[0]]), fronts.land_of(t, fronts.NF)
    dear = any(costs.cadre_price(t, args[0], node) > points for node in members(north)[:1])
    return ~north if dear else -1


class Rebuild(production.Rebuild):
    """``cadre Fi3inf Helsinki``: an eliminated block comes back at its last step."""

    levels = (
        Level(
            "unit", PIECE, production.ours,
            (
                Mask("11.42", production.eliminated), Mask("16.1/a", production.rebuildable),
                Mask("11.3", production.cadre_paid),
            ),
            cost=lambda t, s, a, i: economy.cadre_cost(t, i),
        ),
        Level(
            "place", NODE, arrivals.anywhere,
            (
                Mask("11.6", arrivals.right_place), Mask("11.6/a", arrivals.right_port),
                Mask("21.462", shores.no_alien_cadre), Mask("11.6/b", arrivals.ready), *ground.may_stand(0)[:2],
                Mask("6.21", arrivals.roomy), Mask("11.3", paid_there),
            ),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        cost = costs.cadre_price(t, piece, node)
        production.pay(t, t.p.power[piece], cost)
        blocks.bring(t, piece, node, production.cadre_cv(t, piece))
        t.p.built[piece] |= arrivals.CADRE
        t.title.comes_home(t, piece, node)
        t.emit("cadre", "11.42", pieces=(piece,), nodes=(node,), to=(seat,), cost=cost)


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
    """Units are paid for where they are strangers, as far as the points go (21.461)."""
    for power in range(len(t.world.powers)):
        production.pay(t, power, min(t.title.upkeep(t, power), production.purse(t, power)))


def kept(t: Table, power: int) -> int:
    """Who has spent nothing saves all his points; else what is left is lost (11.4)."""
    left = production.purse(t, power)
    return left if left == position(t).available[power] else 0


class Producing(production.Producing):
    """One side's Production."""

    verbs: tuple[Verb, ...] = (Replace(), Rebuild(), Commit())
