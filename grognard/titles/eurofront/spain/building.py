"""Production in the Spanish Civil War (SCW.7): prices, Double Supply, where cadres and foreign units come."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, WORD, Commit, Level
from grognard.engine.core.rules import Args, Mask
from grognard.titles.systems.front import arrivals, blocks, control, economy, ground, production, supply
from grognard.titles.systems.front.world import HQ

from ..state import ALLIED, Table, position
from . import aid
from .garrisons import Garrison


def double_supply(t: Table, power: int) -> int:
    """Where supply is traced both to the capital and to External Supply; Lisbon is both (SCW.7C)."""
    capital = supply.supply_lines(t, power, supply.rail_lines(t, power, int(t.world.origins[power])))
    if power != ALLIED:
        return capital
    return capital & supply.supply_lines(t, power, supply.rail_lines(t, power, external(t, power)))


def external(t: Table, power: int) -> int:
    """The railheads of foreign aid that no enemy stands on (SCW.4)."""
    return int(position(t).railheads[power]) & ~control.enemy_units(t, power)


def half_price(t: Table, power: int) -> int:
    """Field HQs in Double Supply cost half (SCW.7C)."""
    hqs = blocks.of(t, power) & int(t.world.of_kind(HQ))
    return blocks.inside(t, power, double_supply(t, power)) & hqs if hqs else 0


# Cadres


def cadre_cost(t: Table, piece: int, node: int) -> int:
    """The price of a cadre; of a field HQ half where it is in Double Supply (SCW.7C)."""
    cost = economy.cadre_cost(t, piece)
    cheap = t.world.units[piece].kind == HQ and double_supply(t, t.p.power[piece]) >> node & 1
    return cost // 2 if cheap else cost


def cheapest_paid(t: Table, seat: int, args: Args) -> int:
    """Points that are not there cannot be spent (11.4)."""
    found = production.cadre_paid(t, seat, args)
    for power in t.powers_of(seat):
        for piece in members(blocks.eliminated(t, power) & t.world.of_kind(HQ) & ~found):
            cheap = double_supply(t, power) & loyal_cities(t, seat, (piece,))
            if cheap and economy.cadre_cost(t, piece) // 2 <= production.purse(t, power):
                found |= 1 << piece
    return found


def loyal_cities(t: Table, seat: int, args: Args) -> int:
    """Cadres are raised in loyal cities (SCW.7A)."""
    return int(t.world.extra["loyal cities"][t.p.power[args[0]]])


def paid_there(t: Table, seat: int, args: Args) -> int:
    """Where the points suffice (SCW.7C)."""
    piece = args[0]
    points = production.purse(t, t.p.power[piece])
    nodes = members(loyal_cities(t, seat, args))
    return from_iter(node for node in nodes if cadre_cost(t, piece, node) <= points)


SITE = (Mask("11.6/b", arrivals.ready), *ground.may_stand(0)[:1], Mask("6.21", arrivals.roomy))


class Rebuild(production.Rebuild):
    """``cadre Sp5inf Zaragoza``: an eliminated block comes back at its last step in a loyal city."""

    levels = (
        Level(
            "unit", PIECE, production.ours,
            (
                Mask("11.42", production.eliminated), Mask("SCW.6", production.rebuildable),
                Mask("11.3", cheapest_paid),
            ),
            cost=lambda t, s, a, i: economy.cadre_cost(t, i),
        ),
        Level("place", NODE, arrivals.anywhere, (Mask("SCW.7A", loyal_cities), *SITE, Mask("SCW.7C", paid_there))),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        cost = cadre_cost(t, piece, node)
        p = t.p
        production.pay(t, p.power[piece], cost)
        blocks.bring(t, piece, node, production.cadre_cv(t, piece))
        p.built[piece] |= arrivals.CADRE
        t.emit("cadre", "11.42", pieces=(piece,), nodes=(node,), to=(seat,), cost=cost)


# Foreign units


def landing_places(t: Table, seat: int, args: Args) -> int:
    """Foreign units come to controlled ports, the International Brigade to Albacete too (SCW/reinf)."""
    unit = t.world.units[args[0]]
    row = t.world.extra["foreign"][unit.name]
    inland = 1 << t.world.extra["Albacete"] if "Albacete" in row["arrives"] else 0
    return aid.ports(t, t.p.power[args[0]]) | inland


def not_barred(t: Table, seat: int, args: Args) -> int:
    """No one comes from abroad after aid has ended (SCW.6)."""
    return ~int(t.title.gone_for_good(t))


class Reinforce(production.Reinforce):
    """``arrive RePavarm Cartagena``: a foreign unit comes."""

    levels = (
        Level(
            "unit", PIECE, production.ours,
            (Mask("11.5", production.waiting), Mask("SCW.6", not_barred), Mask("11.5", production.due)),
        ),
        Level("place", NODE, arrivals.anywhere, (Mask("SCW/reinf", landing_places), *SITE)),
    )  # fmt: skip


class Advance(production.Advance):
    """``advance RePavarm Cartagena pay``: a foreign unit of the next month comes now."""

    levels = (
        Level(
            "unit", PIECE, production.ours,
            (Mask("11.51", production.waiting), Mask("SCW.6", not_barred), Mask("11.51", production.next_month)),
        ),
        Level("place", NODE, arrivals.anywhere, (Mask("SCW/reinf", landing_places), *SITE)),
        Level(
            "way", WORD, lambda t, s, a: 0b11, (Mask("11.51", production.ways_to_advance),), words=("pay", "weaken")
        ),
    )  # fmt: skip


# Points


class Production(production.Production):
    """Both sides produce at once, with the points of the month and those that were saved (11.2)."""

    def begin(self, t: Table, f: Frame) -> None:
        super().begin(t, f)
        p = position(t)
        for power in range(len(p.saved)):
            production.pay(t, power, -p.saved[power])
        p.available = [production.purse(t, power) for power in range(len(p.saved))]

    def close(self, t: Table, f: Frame) -> None:
        position(t).saved = [kept(t, power) for power in range(len(t.world.powers))]
        super().close(t, f)


def kept(t: Table, power: int) -> int:
    """Who has spent nothing saves all his points; else what is left is lost (11.4)."""
    left = production.purse(t, power)
    return left if left == position(t).available[power] else 0


class Producing(production.Producing):
    """One side's Production."""

    verbs = (
        production.Replace(), Rebuild(), Reinforce(), Advance(), Garrison(), Commit(),
    )  # fmt: skip
