"""Army Group E (16.5): four blocks off the map that come once the Allies have been in Yugoslavia."""

from __future__ import annotations

from functools import cache

from grognard.board.hexset import from_iter
from grognard.engine.core.cache import cached_by
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.titles.systems.front import blocks, command, ground, landings, movement, production, rail
from grognard.titles.systems.front.places import area
from grognard.titles.systems.front.state import SPENT, Table
from grognard.titles.systems.front.world import World

from .politics import ENTERED, SURRENDER, YUGOSLAVIA, armies, gone_for_good, lost_entries, special
from .world import ALLIED, AXIS, scenarios

USED = 5
"""Rail hexes that the entry itself takes (16.5/a)."""


def notice(t: Table) -> None:
    """An Allied unit in Yugoslavia wakes the Army Group for good (16.5)."""
    p = t.p
    if ENTERED not in p.politics and area(t.world.board, YUGOSLAVIA, within=t.world.land) & p.occupied[ALLIED]:
        p.politics[ENTERED] = p.month
        t.emit("yugoslavia_entered", "16.5")


def the_group(t: Table, seat: int, args: Args) -> int:
    """The blocks that wait off the map (16.5/b)."""
    off_map = _army_group(t.world, t.scenario) & blocks.boxed(t, t.world.later(AXIS))
    return off_map if off_map and special(t, "agE") else 0


@cache
def _army_group(w: World, scenario: str) -> int:
    return from_iter(w.named[name.casefold()] for name in scenarios()[scenario].get("army_group_e", ()))


def awake(t: Table, seat: int, args: Args) -> int:
    """Only after Allied units have been in Yugoslavia (16.5), and by a Supreme Move (16.5/a)."""
    return int(t.p.active == AXIS and ENTERED in t.p.politics)


def has_supreme_move(t: Table, seat: int, args: Args) -> int:
    """Each arrival costs a Supreme Move (16.5/a)."""
    return int(t.p.supreme[AXIS] > 0)


def no_surrendered_italian(t: Table, seat: int, args: Args) -> int:
    """The Italian army stays away after the surrender (16.5/b)."""
    return ~(gone_for_good(t) & armies(t.world)[SURRENDER])


def entries(t: Table) -> int:
    """Entry hexes of Yugoslavia and Hungary without Allied units that are not lost to the east (16.5, 16.7)."""
    where = t.world.board.region["Yugoslavia RE"] & t.world.land
    return int(where & ~t.p.occupied[ALLIED] & ~lost_entries(t))


@cached_by(lambda t, piece: (entries(t), rail.travels(t, piece, t.p.supreme[AXIS])))
def rings(t: Table, piece: int) -> list[int]:
    """The hexes by the rail hexes used up there: five by the entry (16.5/a), then friendly rail as for any unit."""
    start = entries(t) & ground.open_to(t, piece)
    return rail.spread(t, piece, start, USED, t.p.supreme[AXIS] * rail.leg(t, piece))


def cost(t: Table, piece: int, node: int) -> int:
    """Supreme Moves: five hexes of the first leg are used up by the entry (16.5/a)."""
    far = next(far for far, ring in enumerate(rings(t, piece)) if ring >> node & 1)
    return rail.moves_for(t, piece, far)


def within_legs(t: Table, seat: int, args: Args) -> int:
    """Hexes whose way the Supreme Moves that are left can pay for (16.5/a)."""
    found = 0
    for ring in rings(t, args[0]) if t.p.supreme[AXIS] > 0 else ():
        found |= ring
    return found


def by_lost_entries(t: Table, seat: int, args: Args) -> int:
    """Hexes in reach if no entry were lost to the east (16.7)."""
    where = t.world.board.region["Yugoslavia RE"] & t.world.land & ~t.p.occupied[ALLIED]
    return _within(t, args[0], int(where) & ground.open_to(t, args[0]), USED)


def without_the_entry(t: Table, seat: int, args: Args) -> int:
    """Hexes in reach if the entry used up nothing (16.5/a)."""
    return _within(t, args[0], entries(t) & ground.open_to(t, args[0]), 0)


def past_its_limits(t: Table, seat: int, args: Args) -> int:
    """Hexes in reach if the unit were restricted to no lands (2.66)."""
    net = rail.Net(rail.leg(t, args[0]), rail.network(t, AXIS))
    return _within(t, args[0], entries(t), USED, net)


def _within(t: Table, piece: int, start: int, used: int, net: rail.Net | None = None) -> int:
    found, moves = 0, t.p.supreme[AXIS]
    for ring in rail.spread(t, piece, start, used, moves * rail.leg(t, piece), net) if moves > 0 else ():
        found |= ring
    return found


def may_stand(t: Table, seat: int, args: Args) -> int:
    return ground.open_to(t, args[0])


def roomy(t: Table, seat: int, args: Args) -> int:
    """Stacking must hold at the end of the phase (6.21)."""
    return ground.room_for(t, args[0], int(t.world.rail.nodes))


class Enter(Verb):
    """``enter Emech Sarajevo``: a block of Army Group E comes by rail from the east."""

    name = "enter"
    masks = (Mask("16.5", awake), Mask("16.5/a", has_supreme_move))
    levels = (
        Level("unit", PIECE, production.ours, (Mask("16.5", the_group), Mask("16.5/b", no_surrendered_italian))),
        Level(
            "hex", NODE, command.all_land,
            (
                Mask("16.5", within_legs, without=(
                    ("16.7", by_lost_entries), ("16.5/a", without_the_entry), ("2.66", past_its_limits),
                )),
                Mask("6.53/c", rail.peaceful),
                Mask("2.66", may_stand), Mask("6.21", roomy),
            ),
            cost=lambda t, s, a, n: cost(t, a[0], n),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        p = t.p
        p.supreme[AXIS] -= cost(t, piece, node)
        blocks.bring(t, piece, node, strength(t, piece))
        p.moved[piece] = SPENT
        t.reveal("16.5", (piece,))
        t.emit("entered", "16.5", pieces=(piece,), nodes=(node,))


def strength(t: Table, piece: int) -> int:
    """The CV that it comes with (16.5/b)."""
    name = t.world.units[piece].name
    rows = t.world.charts[f"ob_{t.scenario}"]
    return next(int(row["cv"]) for row in rows if row["unit"] == name)


class Movement(landings.Movement):
    """Movement with the entry of Army Group E."""

    verbs: tuple[Verb, ...] = (*landings.Movement.verbs[:-1], Enter(), landings.Movement.verbs[-1])


class MovementEnd(movement.MovementEnd):
    """When all have moved it is seen who is in Yugoslavia, before combat (16.5)."""

    def run(self, t: Table, f: Frame) -> None:
        notice(t)
        super().run(t, f)
