"""Placing land units and leaders (8.11)."""

from __future__ import annotations

from functools import cache

from grognard.board.area import Exits, step
from grognard.board.hexset import from_iter, members

from .. import hq, stacking, supply, zones
from .. import tables as tb
from .. import world as w
from ..air import bases
from ..position import AXIS, AetoPosition, Table
from ..sea import cargo, carriers, ports, waters
from ..title import POWERS

FAR_ISLANDS = ("Sardinia", "Corsica", "Crete", "Balearics")
"""Islands that are no mainland; Sicily and Evvoia count as home hexes (8.11/home-areas)."""
SUEZ = ("Baghdad", "Cairo", "Mosul")
"""Where the Suez Adds Box opens to (8.12)."""
SIBERIAN = 7
"""Soviet infantry of this strength is placed as armor is (8.11/land-city)."""


@cache
def home_hexes(world: w.World, power: int) -> int:
    """The mainland home hexes of a nation (8.11/home-areas)."""
    name = "uk" if power == w.US else POWERS[power]
    bits = world.board.nation.get(name, 0)
    for island in FAR_ISLANDS:
        bits &= ~world.board.region.get(island, 0)
    return bits & world.land & ~enclosed(world)


@cache
def enclosed(world: w.World) -> int:
    """Land hexes with impassable hexsides all around; an island is none (8.11/impassable)."""
    kinds = [kind for kind in ("impassable", "mountain-impassable") if kind in world.board.sides]
    return shut_in(world, [world.board.sides[kind] for kind in kinds])


def shut_in(world: w.World, walls: list[Exits]) -> int:
    """Land hexes whose six hexsides are all walls."""
    return from_iter(
        n for n in members(world.land)
        if all(any(wall.has(n, there) for wall in walls) for there in members(step(1 << n, world.board.around)))
    )  # fmt: skip


def may_hold_units(t: Table, power: int) -> int:
    """Friendly home hexes that trace to a map source, out of enemy zones, even inhibited (8.11/land-basic).

    Supply chits do not count (8.11/no-supply-chit).
    """
    own = home_hexes(t.world, power) & zones.held_by_friends(t.p, power)
    return own & fed_by_sources(t, power) & ~zones.ground(t, power).enemy & ~shut_by_zones(t, power)


def fed_by_sources(t: Table, power: int) -> int:
    """Hexes that a map source feeds; supply chits do not make a hex supplied for units (8.11/no-supply-chit)."""
    return supply.lines(t, w.UK if power == w.US else power).fed


def shut_by_zones(t: Table, power: int) -> int:
    """Enemy zones, but not inhibited ones over Soviet home cities (8.11/soviet-city)."""
    ground = zones.ground(t, power)
    return ground.zone & ~inhibited_cities(t, power)


def inhibited_cities(t: Table, power: int) -> int:
    """Soviet land units may be placed in home cities in inhibited enemy zones (8.11/soviet-city)."""
    return t.world.cities & zones.ground(t, power).shelter if power == w.USSR else 0


def needs_city(card: tb.Card) -> bool:
    """All but infantry and cavalry, and the Siberians, go to cities (8.11/land-city)."""
    siberian = card.power == w.USSR and card.kind == tb.INFANTRY and card.strength == SIBERIAN
    return card.kind not in (tb.INFANTRY, tb.CAVALRY) or siberian


def bessarabia(t: Table, power: int) -> int:
    """Rumanians are not placed in Bessarabia before the war and while Soviets are there (8.11/rumania)."""
    p: AetoPosition = t.p
    if POWERS[power] != "rumania":
        return 0
    land = t.world.board.region.get("Bessarabia", 0)
    at_war = p.hostile[w.GERMANY] >> w.USSR & 1
    return 0 if at_war and not p.occupied[w.USSR] & land else land


def suez_hexes(t: Table) -> int:
    """Baghdad, Cairo and Mosul, if friendly and out of enemy zones (8.11/suez)."""
    hexes = from_iter(t.world.node(name) for name in SUEZ)
    ground = zones.ground(t, w.UK)
    return hexes & zones.held_by_friends(t.p, w.UK) & ~ground.enemy & ~ground.zone


def cities_for(t: Table, card: tb.Card) -> int:
    """Where a sort of unit may be placed as to cities (8.11/land-city)."""
    return int(t.world.cities) if needs_city(card) else -1


def room_for(t: Table, card: tb.Card, steps: int, area: int) -> int:
    """Of some hexes those with room for a new chit (5.9/basic)."""
    bits = area
    for node in members(area):
        if not fits(t, card, steps, node):
            bits ^= 1 << node
    return bits


def fits(t: Table, card: tb.Card, steps: int, node: int) -> bool:
    """Would a new chit find room in a hex (5.9/basic)?"""
    p: AetoPosition = t.p
    there = stacking.friends_in(t, card.power, node)
    if card.kind in tb.EXEMPT:
        return sum(stacking.is_exempt(t, i) for i in there) < stacking.MOST_EXEMPT
    counted = [i for i in there if not stacking.is_exempt(t, i)]
    soviet = card.power == w.USSR and all(p.power[i] == w.USSR for i in counted)
    return sum(p.steps[i] for i in counted) + steps <= stacking.limit(t, node, soviet)


def hexes_for(t: Table, card: tb.Card, steps: int, suez: bool = False) -> int:
    """Every hex where a chit may be placed now; air units go to bases (8.11/air)."""
    if card.kind in tb.AIR:
        return air_bases_for(t, card)
    if card.kind in tb.SHIPS:
        return harbours_for(t, card, steps)
    if is_set_up_now(t, card.power):
        return room_for(t, card, steps, any_home_hex(t, card.power))
    area = suez_hexes(t) if suez else may_hold_units(t, card.power) & cities_for(t, card) & ~bessarabia(t, card.power)
    return room_for(t, card, steps, area)


def harbours_for(t: Table, card: tb.Card, steps: int) -> int:
    """Supplied, functioning home ports with room, out of enemy zones, even inhibited (8.11/naval)."""
    own = home_ports(t, card) | german_bases(t, card) | partner_bases(t, card) | german_transports(t, card)
    need = (steps + 1) // 2 if card.kind == tb.STP else 1
    open_ = own & ports.open_to(t, card.power) & ~zones.ground(t, card.power).zone
    return from_iter(n for n in members(open_) if ports.feeds(t, card.power, n) and ports.room(t, n) >= need)


def home_ports(t: Table, card: tb.Card) -> int:
    """Ports of the home; the United States have their box."""
    box = 1 << t.world.node("United States Box") if card.power == w.US else 0
    return home_hexes(t.world, card.power) | box


def german_bases(t: Table, card: tb.Card) -> int:
    """German submarines may come up in German ports abroad that a German source feeds (8.11/german-uboat)."""
    if card.power != w.GERMANY or card.kind not in tb.SUBMARINES:
        return 0
    return t.p.held[w.GERMANY] & supply.lines(t, w.GERMANY).fed


def partner_bases(t: Table, card: tb.Card) -> int:
    """German tactical submarines come up in fed ports of minor partners, too (8.11/german-ss)."""
    if card.power != w.GERMANY or card.kind != tb.SS:
        return 0
    return of_partners(t) & supply.lines(t, w.GERMANY).fed


def of_partners(t: Table) -> int:
    """What Germany's minor partners hold."""
    bits = 0
    for power, side in enumerate(t.p.alliance):
        if side == AXIS and not w.is_major(power):
            bits |= t.p.held[power]
    return bits


def german_transports(t: Table, card: tb.Card) -> int:
    """One German transport a season in a port abroad or of a minor partner (8.11/german-stp)."""
    if card.power != w.GERMANY or card.kind != tb.STP or t.p.due.get("transport abroad") == t.p.month:
        return 0
    return (t.p.held[w.GERMANY] | of_partners(t)) & ~closed_sea(t)


def closed_sea(t: Table) -> int:
    """The Mediterranean, unless the Axis holds Gibraltar or the whole Suez Canal (8.11/german-stp)."""
    gates = (waters.gibraltar_shut(t, w.GERMANY), waters.canal_shut(t, w.GERMANY))
    return from_iter(n for n in waters.ports_of(t.world) if cargo.embarked_in(t, n)) if all(gates) else 0


def note_transport(t: Table, card: tb.Card, node: int) -> None:
    """The season's transport abroad is placed."""
    if card.power == w.GERMANY and card.kind == tb.STP and not home_hexes(t.world, w.GERMANY) >> node & 1:
        t.p.due["transport abroad"] = t.p.month


def is_set_up_now(t: Table, power: int) -> bool:
    """Is a nation being set up, in the month in which it was invaded (9.2)?"""
    p: AetoPosition = t.p
    invaded = p.invasions.get(POWERS[power], (-1, -1))[1] == p.month
    return invaded and not w.is_major(power) and not any(f.step == "season" for f in t.agenda)


def any_home_hex(t: Table, power: int) -> int:
    """Any home hex that no invader holds; enemy zones across the border are ignored (9.2, 5.13/restrict-setup)."""
    own = home_hexes(t.world, power) & zones.held_by_friends(t.p, power) & ~bessarabia(t, power)
    return own & ~zones.ground(t, power).enemy


def air_bases_for(t: Table, card: tb.Card) -> int:
    """Bases of supplied home cities with room, out of enemy zones, even inhibited, and carriers (8.11/air)."""
    home = home_hexes(t.world, card.power) & t.world.cities & ~zones.ground(t, card.power).zone
    home &= ~bessarabia(t, card.power)
    return bases.open_to(t, card.power) & home & fed_by_sources(t, card.power) | decks_for(t, card)


def decks_for(t: Table, card: tb.Card) -> int:
    """Naval-Air units may come up on an undamaged carrier of their nation in a supplied, functioning home port
    (8.11/air)."""
    if card.kind != tb.NAVAL_AIR:
        return 0
    docked = carriers.free_decks(t, card.power) & home_ports(t, card) & ports.open_to(t, card.power)
    return from_iter(n for n in members(docked) if ports.feeds(t, card.power, n))


def posts_for(t: Table, card: tb.Card) -> int:
    """Friendly hexes for a General or HQ: out of uninhibited enemy zones, supplied or not (8.11/generals)."""
    p: AetoPosition = t.p
    ground = zones.ground(t, card.power)
    own = zones.held_by_friends(p, card.power) & t.world.land & ~enclosed(t.world)
    return own & ~ground.enemy & ~ground.open_zone


def near_staffs(t: Table, card: tb.Card, moving: int = -1) -> int:
    """Hexes in or next to those of other HQs of the nation, the French three apart (8.11/generals)."""
    p: AetoPosition = t.p
    if card.kind != tb.HQ:
        return 0
    bits = 0
    for other in hq.staffs(t, card.power):
        if other != moving:
            close = (
                card.power == w.FRANCE and card.name in hq.CLOSE_FRENCH and hq.card_name(t, other) in hq.CLOSE_FRENCH
            )
            bits |= t.world.disc(p.at[other], 0 if close else 1)
    return bits
