"""Sea invasions and evacuations (15.4-15.6): one unit for each Invasion HQ and phase, from its port or into it."""

from __future__ import annotations

from functools import cache

from grognard.board.area import Exits, step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_by
from grognard.engine.core.offers import NODE, PIECE, WORD, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule

from . import blocks, control, ground, grounds, nations, sea, voyages
from .command import all_land
from .state import (
    BLITZ_INVASION,
    BY_LAND,
    BY_SEA,
    BY_SEA_DISPERSED,
    INVASION,
    MOVED,
    STOOD,
    Table,
)
from .world import COMMANDERS, World

INVADING = frozenset((INVASION, BLITZ_INVASION))
FIRST, SECOND = 1, 2
"""``carried``: what an HQ has sent in Movement and in Blitz Movement."""
EVERYWHERE = -1
HEX_BITS = 12
"""``aim``: the first wave's hex plus one, and above these bits the marked hex plus one."""


def phase_bit(t: Table) -> int:
    return SECOND if t.p.blitz else FIRST


def aims(t: Table, hq: int) -> tuple[int, int]:
    """The hex that the first wave invaded and the one that is marked for the second, or -1."""
    word = t.p.aim[hq]
    return (word & (1 << HEX_BITS) - 1) - 1, (word >> HEX_BITS) - 1


NORMAL, LONG = "normal", "blitz long range"
SUPREME = "supremacy"
"""The lines of the table of ranges, and who rules the waves in its words."""


def normal_range(t: Table, power: int) -> int:
    """Sea areas that an invasion crosses: one, two with Naval Supremacy (15.42)."""
    return _seas(t, t.title.invader(t, power), NORMAL)


def long_range(t: Table, power: int) -> int:
    """Sea areas of a long-range invasion, 0 for a side that has none (15.44/a)."""
    return _seas(t, t.title.invader(t, power), LONG)


def _seas(t: Table, side: str, way: str) -> int:
    for row in t.world.charts["invasion_range"]:
        if row["side"] == side and row["way"] == way:
            return int(row["seas"])
    return 0


def limit_of(t: Table, power: int, way: str) -> int:
    """How many seas a landing crosses in one way or the other."""
    return long_range(t, power) if way == LONG else normal_range(t, power)


def in_reach(t: Table, power: int, start: int, way: str, shut: int, straits: bool = True) -> int:
    """The seas that landings from some seas may cross, farther in waters that are a power's own for now."""
    limit, own = limit_of(t, power, way), t.title.own_waters(t, power)
    found = sea.reached(t, power, start, limit, shut, straits) if limit else 0
    if own:
        found |= sea.reached(t, power, start & own, _seas(t, SUPREME, way), shut | ~own, straits)
    return found


# HQs


def invasion_hqs(t: Table, seat: int, args: Args) -> int:
    """The active power's Invasion HQs."""
    return blocks.in_role(t, t.p.active, INVADING)


def free_to_send(t: Table, seat: int, args: Args) -> int:
    """An Invasion HQ commands one unit a phase, a second one only when it Blitzes (15.42, 15.44)."""
    p, bit = t.p, phase_bit(t)
    return from_iter(i for i in members(invasion_hqs(t, seat, args)) if not p.carried[i] & bit)


def blitzing(t: Table, seat: int, args: Args) -> int:
    """Only a Blitz Invasion HQ invades in Blitz Movement (15.44)."""
    if not t.p.blitz:
        return EVERYWHERE
    return from_iter(i for i in members(invasion_hqs(t, seat, args)) if t.p.role[i] == BLITZ_INVASION)


def in_open_port(t: Table, seat: int, args: Args) -> int:
    """The port must still be friendly, without a battle, and open to ships (15.4)."""
    good = sea.open_ports(t, t.p.active) & ~control.battles(t)
    return from_iter(i for i in members(invasion_hqs(t, seat, args)) if good >> t.p.at[i] & 1)


def not_silenced(t: Table, seat: int, args: Args) -> int:
    """An HQ that a Blitz has brought down to zero in Mud commands nothing, landings neither (5.8/b)."""
    return from_iter(i for i in members(invasion_hqs(t, seat, args)) if t.p.reach[i] >= 0)


HQ_MASKS = (
    Mask("15.41", invasion_hqs), Mask("15.42", free_to_send), Mask("15.44", blitzing), Mask("15.4", in_open_port),
    Mask("5.8/b", not_silenced),
)  # fmt: skip


# Passengers


def aboard(t: Table, seat: int, args: Args) -> int:
    """The units in the HQ's port."""
    hq = args[0]
    return from_iter(i for i in t.p.stack(t.p.at[hq]) if i != hq and t.p.power[i] == t.p.active)


def seaworthy(t: Table, seat: int, args: Args) -> int:
    """Cavalry and forts never invade (15.42/a)."""
    return _seaworthy(t.world)


@cache
def _seaworthy(w: World) -> int:
    return from_iter(i for i, unit in enumerate(w.units) if w.kinds[unit.kind].may_invade)


def fresh(t: Table, seat: int, args: Args) -> int:
    """A passenger has stood in the port since the phase began and is no active HQ (15.42)."""
    p = t.p
    return ~(blocks.nonzero(p.moved) | blocks.nonzero(p.entry) | blocks.nonzero(p.role))


def together(t: Table, seat: int, args: Args) -> int:
    """Dispersed units do not move (15.42/b)."""
    return ~blocks.nonzero(t.p.dispersed)


PASSENGER_MASKS = (
    Mask("15.42", aboard, grounds.not_with_it), Mask("16.4/d", nations.led), Mask("15.42/a", seaworthy),
    Mask("15.42", fresh), Mask("15.42/b", together),
)  # fmt: skip


# Targets


def coast(t: Table, seat: int, args: Args) -> int:
    """Every hex on a sea of the chart."""
    return sea.coast_of(t, (1 << len(sea.chart(t.world).names)) - 1)


def uninvadable(t: Table) -> int:
    """Mountain, marsh and shoal hexes (15.42/a, 1.35/a, 1.34/b, 1.37/a); Mud closes none."""
    w, closed = t.world, 0
    closed |= w.mountain
    closed |= w.marsh
    closed |= w.board.tag["shoal"]
    return int(closed) & ~bays(t)


def bays(t: Table) -> int:
    """The areas: their ports are open to landings whatever the ground (18.34)."""
    return int(t.world.areas)


def closed_seas(t: Table) -> int:
    """Seas that no invasion crosses: those of the stormy basin (12.3/b, 12.51/a)."""
    return sea.stormy_seas(t)


def is_long(t: Table, hq: int) -> bool:
    """An HQ that sent and marked nothing in Movement makes a long-range invasion in Blitz Movement (15.44/a)."""
    return bool(t.p.blitz) and not t.p.carried[hq] & FIRST and not t.p.aim[hq]


def within_range(t: Table, seat: int, args: Args) -> int:
    """Coasts within two seas of the port, or one (15.42); a long-range invasion crosses up to four (15.44/a)."""
    return _coasts(t, args[0], far=t.title.amphibious(t, args[1]))


def past_straits(t: Table, seat: int, args: Args) -> int:
    """The coasts in range if no enemy on its bank closed a strait (1.39/b)."""
    return _coasts(t, args[0], far=t.title.amphibious(t, args[1]), straits=False)


def past_storms(t: Table, seat: int, args: Args) -> int:
    """The coasts in range if no storm closed a sea (12.3/b)."""
    return _coasts(t, args[0], far=t.title.amphibious(t, args[1]), storms=False)


def by_any_unit(t: Table, seat: int, args: Args) -> int:
    """The coasts in range if any unit could make a long-range invasion (15.44/a)."""
    return _coasts(t, args[0], far=True)


def _coasts(t: Table, hq: int, *, far: bool, straits: bool = True, storms: bool = True) -> int:
    """The coasts that an Invasion HQ can send a unit to, one that may go ``far`` or not."""
    power, shut = t.p.active, closed_seas(t) if storms else 0
    start = sea.port_seas(t, t.p.at[hq])

    def coast_within(way: str) -> int:
        return sea.reachable_coast(t, power, in_reach(t, power, start, way, shut, straits), straits)

    near = coast_within(NORMAL)
    if not is_long(t, hq):
        return near
    return coast_within(LONG) & ~near if far else 0


def right_wave(t: Table, seat: int, args: Args) -> int:
    """The second wave lands where the first did or where the marker lies (15.44)."""
    hq = args[0]
    if not t.p.blitz or is_long(t, hq):
        return EVERYWHERE
    first, marked = aims(t, hq)
    if t.title.marker_binds and marked >= 0:
        return 1 << marked
    return from_iter(node for node in (first, marked) if node >= 0)


def invadable(t: Table, seat: int, args: Args) -> int:
    return ~uninvadable(t) & ~t.title.unassailable(t, t.p.active) & t.title.landings_of(t, args[0])


def not_neutral(t: Table, seat: int, args: Args) -> int:
    """No one lands in a neutral land (16.4/a)."""
    return ~int(t.p.neutral)


def roomy(t: Table, seat: int, args: Args) -> int:
    """Stacking must hold at the end of the phase (6.21)."""
    return ground.room_for(t, args[1], within_range(t, seat, args))


def one_to_a_defended_hex(t: Table, seat: int, args: Args) -> int:
    """Only one unit a phase invades a hex with enemies (15.42/c)."""
    p, power = t.p, t.p.active
    taken = from_iter(p.at[i] for i in blocks.on_map(t, power) if p.entry[i] == BY_SEA and p.moved[i] == MOVED)
    return ~(taken & control.enemy_units(t, power))


def may_assault(t: Table, seat: int, args: Args) -> int:
    """Armor and statics land only where there is no enemy or where friends fight without assaulting (15.45/c)."""
    power, unit = t.p.active, t.world.units[args[1]]
    if t.title.assaults_by_sea(t, args[1]) or unit.kind in COMMANDERS:
        return EVERYWHERE
    return ~control.enemy_units(t, power) | joined(t, power)


def joined(t: Table, power: int) -> int:
    """The battles where friends who stood or came by land stay: who lands there makes no Sea Assault (15.45/b)."""
    p = t.p
    return from_iter(
        node for node in members(control.battles(t) & p.occupied[power])
        if any(p.power[i] == power and p.entry[i] in (STOOD, BY_LAND) and not p.rearguard[i] for i in p.stacks[node])
    )  # fmt: skip


def no_hq_in_battle(t: Table, seat: int, args: Args) -> int:
    """HQs never engage of their own will (5.1/b)."""
    if t.world.units[args[1]].kind not in COMMANDERS:
        return EVERYWHERE
    return ~control.enemy_units(t, t.p.active)


TARGET_MASKS = (
    Mask("15.4", coast, grounds.no_coast),
    Mask(
        "15.42",
        within_range,
        grounds.beach_out_of_range,
        without=(("1.39/b", past_straits), ("12.3/b", past_storms), ("15.44/a", by_any_unit)),
    ),
    Mask("15.42/a", invadable),
    Mask("16.4/a", not_neutral),
    *ground.may_stand(1)[:2],
    Mask("15.44", right_wave),
    Mask("15.42/c", one_to_a_defended_hex),
    Mask("15.45/c", may_assault),
    Mask("5.1/b", no_hq_in_battle),
    Mask("6.21", roomy),
)


def ways_to(t: Table, port: int, node: int, limit: int) -> list[tuple[int, ...]]:
    """The routes between a port and a coast that the rules tell apart."""
    return sea.routes(t, t.p.active, sea.port_seas(t, port), sea.seas_of(t, node), limit, closed_seas(t))


def spelled(t: Table, ways: list[tuple[int, ...]]) -> tuple[str, ...]:
    """Routes in words: ``Tyrrhenian_Sea+Central_Med``."""
    names = sea.chart(t.world).names
    return tuple("+".join(names[number].replace(" ", "_") for number in way) for way in ways)


def landing_ways(t: Table, hq: int, node: int) -> list[tuple[int, ...]]:
    power, way = t.p.active, LONG if is_long(t, hq) else NORMAL
    limit, own = limit_of(t, power, way), t.title.own_waters(t, power)
    found = ways_to(t, t.p.at[hq], node, limit) if limit else []
    if own:
        start, goal = sea.port_seas(t, t.p.at[hq]) & own, sea.seas_of(t, node) & own
        within = sea.routes(t, power, start, goal, _seas(t, SUPREME, way), closed_seas(t) | ~own)
        found += [one for one in within if one not in found]
    return found


def landing_words(t: Table, seat: int, args: Args) -> tuple[str, ...]:
    return spelled(t, landing_ways(t, args[0], args[2]))


class Invade(Verb):
    """``invade 21AG US6amph Licata``: an Invasion HQ sends a unit from its port to a coast."""

    name = "invade"
    labels = ("15.42/b", "15.45", "15.7")
    levels = (
        Level("HQ", PIECE, blocks.mine, HQ_MASKS),
        Level("unit", PIECE, blocks.mine, PASSENGER_MASKS),
        Level("hex", NODE, all_land, TARGET_MASKS),
        Level("way", WORD, words=landing_words, optional=True),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        hq, piece, node, choice = args
        way = landing_ways(t, hq, node)[choice]
        p = t.p
        long = is_long(t, hq)
        p.carried[hq] |= phase_bit(t)
        if not p.blitz:
            p.aim[hq] = (node + 1) | (aims(t, hq)[1] + 1) << HEX_BITS
        land(t, piece, node, p.at[hq], way)
        if long:
            t.reveal("15.44/a", (piece,), columns=(), name=False, facts=t.title.long_range_facts(t, piece))
        elif (control.enemy_units(t, p.power[piece]) & ~joined(t, p.power[piece])) >> node & 1:
            t.reveal("15.42", (piece,), columns=(), name=False, facts={"assaults": 1})
        else:
            t.reveal("15.42", (piece,), columns=(), name=False, facts={"invades": 1})


def land(t: Table, piece: int, node: int, port: int, way: tuple[int, ...]) -> None:
    """A unit comes ashore, dispersed, and may still be interdicted (15.42)."""
    p = t.p
    t.place(piece, node)
    p.moved[piece], p.entry[piece], p.came[piece] = MOVED, BY_SEA, port
    p.invaded[p.power[piece]] |= 1 << node
    if t.world.units[piece].beachhead:
        p.landed[t.world.units[piece].beachhead] = node
    voyages.set_sail(t, piece, voyages.INVADED, way)
    disperse(t, piece)
    t.emit("invaded", "15.42", pieces=(piece,), nodes=(port, node), seas=spelled(t, [way])[0])


@rule("15.42/b")
def disperse(t: Table, piece: int) -> None:
    """Invaders are dispersed until their own Supply Phase (15.42/b)."""
    t.p.dispersed[piece] = BY_SEA_DISPERSED


@rule("15.42/b")
def recover(t: Table) -> None:
    """The active player's invaders recover at the start of his Supply Phase (15.42/b)."""
    p = t.p
    scattered = blocks.nonzero(p.dispersed) & blocks.of(t, p.active)
    back = [i for i in members(scattered) if p.dispersed[i] == BY_SEA_DISPERSED]
    for piece in back:
        p.dispersed[piece] = 0
    if back:
        t.emit("recovered", "15.42/b", pieces=tuple(t.lineup(back)))


# The second wave


def two_waves(t: Table, seat: int, args: Args) -> int:
    """The second-wave hex is marked in Movement by a Blitz Invasion HQ, once (15.44)."""
    p = t.p
    return from_iter(
        i for i in members(invasion_hqs(t, seat, args))
        if p.role[i] == BLITZ_INVASION and not p.blitz and aims(t, i)[1] < 0
    )  # fmt: skip


def markable(t: Table, seat: int, args: Args) -> int:
    """Hexes that any unit could invade from the port (15.42)."""
    power = t.p.active
    start = sea.port_seas(t, t.p.at[args[0]])
    seas = in_reach(t, power, start, NORMAL, closed_seas(t))
    return sea.reachable_coast(t, power, seas)


class MarkSecondWave(Verb):
    """``mark 21AG Catania``: lay a Sea Assault marker where the second wave may land."""

    name = "mark"
    levels = (
        Level("HQ", PIECE, blocks.mine, (HQ_MASKS[0], Mask("15.44", two_waves))),
        Level(
            "hex", NODE, all_land,
            (TARGET_MASKS[0], Mask("15.42", markable), Mask("15.42/a", invadable), Mask("16.4/a", not_neutral)),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        hq, node = args
        first, _ = aims(t, hq)
        t.p.aim[hq] = (first + 1) | (node + 1) << HEX_BITS
        t.emit("marked", "15.44", pieces=(hq,), nodes=(node,))


# Support


def sea_support(t: Table, hq: int) -> int:
    """Battles that an Invasion HQ supports: within CV sea hexes, twice CV with Naval Supremacy (15.43, 15.43/b,
    15.43/c)."""
    p = t.p
    reach = p.reach[hq]
    if reach < 0:
        return 0
    if p.power[hq] == sea.naval_supremacy(t):
        reach *= 2
    return sea_hexes(t, p.at[hq], reach, p.power[hq]) & ~sea.barred(t, p.power[hq])


@cached_by(lambda t, port, reach, power: (port, reach, sea.shut_passages(t, power)))
def sea_hexes(t: Table, port: int, reach: int, power: int) -> int:
    """Invadable hexes within so many sea hexes of a port, over water only, not past an enemy strait (15.43/a).

    Each sea is walked on its own; from one to the next leads a hex on both, unless their passage is shut.
    """
    b, chart = t.world.board, sea.chart(t.world)
    waters = [b.sea.get(name, 0) for name in chart.names]
    shut = sea.shut_passages(t, power)
    passages = [p for number, p in enumerate(chart.passages) if not shut >> number & 1]
    found = [1 << port & waters[number] if sea.port_seas(t, port) >> number & 1 else 0 for number in range(len(waters))]
    _join(found, passages, waters)
    for _ in range(reach):
        found = [area | step(area, _lanes(t.world, number)) if area else 0 for number, area in enumerate(found)]
        _join(found, passages, waters)
    everywhere = 0
    for area in found:
        everywhere |= area
    landable = ~uninvadable(t)
    return everywhere & int(t.world.land) & landable


def _join(found: list[int], passages: list[sea.Passage], waters: list[int]) -> None:
    """A hex on two seas that adjoin belongs to both walks."""
    for passage in passages:
        common = waters[passage.a] & waters[passage.b] & (found[passage.a] | found[passage.b])
        found[passage.a] |= common
        found[passage.b] |= common


@cache
def _lanes(w: World, number: int) -> Exits:
    """The hexsides with water of one sea on both sides."""
    b = w.board
    return b.around.inside(b.sea[sea.chart(w).names[number]]) - b.sides["dry"]
