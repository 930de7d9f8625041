"""Who is whose friend and whose land it is; ``borders.py`` has what follows a step over a border, ``losses.py`` losses.

Three notions of control (R044): supply (9.13), rail and ports (5.61, 5.65), Resource Centers (10.34/d).

Other chapters hang their rules on the registries here:

``@ground(rule)``     fn(t, power, nation) -> hexes that the nation's units may enter (-1: all)
``@movers(rule)``     fn(t, nation) -> may units of the nation move at all
``@attackers(rule)``  fn(t, nation) -> may units of the nation attack at all
``@targets(rule)``    fn(t, power, nation) -> hexes that the nation's units may attack (-1: all)
``@leash(rule)``      fn(t, nation, pieces) -> hexes that units which go together may end a move in (-1: all)
``@on_entry(powers)`` fn(t, piece, node), after a unit of one of the powers has entered a hex by any means
``@on_attack``        fn(t, attackers, nodes), when an attack has been named, before it is judged
``@on_invasion``      fn(t, power, nation, country), when a neutral country is invaded
``@settles``          fn(t, attackers, nodes) -> True when an attack was settled without a die (14.17)
``@on_battle_end``    fn(t, attackers, nodes, loss), after losses and retreats, before advance
``@on_phase_end``     fn(t, power, phase), when a phase of a Player-Turn ends
``@on_turn_end``      fn(t), at the end of a Game-Turn in the order of the chapters (R184), before the marker moves
``@on_game_end``      fn(t), after the last Game-Turn: judges the victory and closes the game
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any

from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_values
from grognard.engine.core.offers import End
from grognard.engine.core.position import Picks
from grognard.engine.core.rules import Args

from .. import world as w
from ..land.zones import footprint, zone, zone_against
from ..registry import Hooks, Registry
from ..state import ALL_POWERS, NAMED, EtoPosition, Table
from ..title import POWERS

Ground = Callable[[Any, int, int], int]
Permit = Callable[[Any, int], bool]
Leash = Callable[[Any, int, tuple[int, ...]], int]
Entry = Callable[[Any, int, int], None]

ground = GROUND = Registry[Ground]()
movers = MOVERS = Registry[Permit]()
attackers = ATTACKERS = Registry[Permit]()
targets = TARGETS = Registry[Ground]()
leash = LEASHES = Registry[Leash]()
ON_ENTRY: tuple[list[Entry], ...] = tuple(Hooks() for _ in POWERS)
ON_ATTACK: list[Callable[[Any, tuple[int, ...], tuple[int, ...]], None]] = Hooks()
ON_INVASION: list[Callable[[Any, int, int, w.Country], None]] = Hooks()
SETTLERS: list[Callable[[Any, tuple[int, ...], tuple[int, ...]], bool]] = Hooks()
ON_BATTLE_END: list[Callable[[Any, tuple[int, ...], tuple[int, ...], int], None]] = Hooks()
ON_PHASE_END: list[Callable[[Any, int, int], None]] = Hooks()
ON_TURN_END: list[Callable[[Any], None]] = Hooks()
ON_GAME_END: list[Callable[[Any], None]] = Hooks()


def leashed(t: Table, pieces: tuple[int, ...], but: tuple[str, ...] = ()) -> int:
    """The hexes that every leash leaves to units which go together, some rules apart."""
    bits = -1
    for piece in pieces:
        nation = t.p.nation[piece]
        for fn in LEASHES.asked(t, nation, -1, but):
            bits &= fn(t, nation, pieces)
    return bits


def ground_rules() -> tuple[str, ...]:
    """The rules on entry that have been registered."""
    return tuple(dict.fromkeys((*GROUND.numbers(), *LEASHES.numbers())))


def on_entry(*powers: int) -> Callable[[Entry], Entry]:
    """Register what follows when a unit of one of some powers enters a hex."""

    def add(fn: Entry) -> Entry:
        for power in powers:
            ON_ENTRY[power].append(fn)
        return fn

    return add


def on_attack(
    fn: Callable[[Any, tuple[int, ...], tuple[int, ...]], None],
) -> Callable[[Any, tuple[int, ...], tuple[int, ...]], None]:
    ON_ATTACK.append(fn)
    return fn


def settles(
    fn: Callable[[Any, tuple[int, ...], tuple[int, ...]], bool],
) -> Callable[[Any, tuple[int, ...], tuple[int, ...]], bool]:
    SETTLERS.append(fn)
    return fn


def on_battle_end(
    fn: Callable[[Any, tuple[int, ...], tuple[int, ...], int], None],
) -> Callable[[Any, tuple[int, ...], tuple[int, ...], int], None]:
    ON_BATTLE_END.append(fn)
    return fn


def on_invasion(fn: Callable[[Any, int, int, w.Country], None]) -> Callable[[Any, int, int, w.Country], None]:
    ON_INVASION.append(fn)
    return fn


def on_phase_end(fn: Callable[[Any, int, int], None]) -> Callable[[Any, int, int], None]:
    ON_PHASE_END.append(fn)
    return fn


def on_turn_end(fn: Callable[[Any], None]) -> Callable[[Any], None]:
    ON_TURN_END.append(fn)
    return fn


def on_game_end(fn: Callable[[Any], None]) -> Callable[[Any], None]:
    ON_GAME_END.append(fn)
    return fn


# Friends and enemies

SIDES = (w.AXIS, w.ALLIED, w.SOVIET)
SIDE_SET = from_iter(SIDES)
ALLIES = (w.ALLIED, w.SOVIET)
BANDS = 1 << w.PARTISANS | 1 << w.RUSSIAN_PARTISANS | 1 << w.FINNISH_PARTISANS
COMRADES = 1 << w.ALLIED | 1 << w.SOVIET | 1 << w.PARTISANS | 1 << w.RUSSIAN_PARTISANS
"""Powers of the Western Allies and Russia, who are no enemies even where they are no friends (R182)."""
ALONE = tuple((power,) for power in range(len(POWERS)))
SIDE_OF = (w.AXIS, w.ALLIED, w.SOVIET, w.NEUTRAL, w.VICHY, w.ALLIED, w.SOVIET, w.AXIS)
"""The side that a power fights for: partisans belong to those who raise them."""


def three_players(t: Table) -> bool:
    """A third player commands the Russians (16.81)."""
    return bool(t.options.get("three_players") == "on")


def turn_powers(t: Table, power: int) -> tuple[int, ...]:
    """The powers whose units move in a power's Player-Turn: the Allied player moves the Russians too (16.81)."""
    return ALLIES if power == w.ALLIED and t.options.get("three_players") != "on" else ALONE[power]


def friendly(t: Table, power: int) -> int:
    """Hexes with units of a power or its friends."""
    p = t.p
    return p.held(p.friends[power] | 1 << power)


def foes(t: Table, power: int) -> int:
    """Hexes with units of powers that are at war with a power."""
    p = t.p
    return p.held(p.hostile[power])


def units_of(t: Table, powers: int, hexes: int) -> list[int]:
    """The units of some powers in some hexes."""
    p = t.p
    return [i for node in members(p.held(powers) & hexes) for i in p.stacks[node] if powers >> p.power[i] & 1]


def strangers(t: Table, power: int) -> int:
    """Hexes with units of anyone who is no friend: enemies, neutrals, Vichy."""
    p = t.p
    return p.held(ALL_POWERS & ~(p.friends[power] | 1 << power))


def kindred(t: Table, power: int) -> int:
    """The powers that a power never fights: itself, its friends, and between Western Allies and Russia all (R182)."""
    own: int = t.p.friends[power] | 1 << power
    return own | COMRADES if power in ALLIES else own


def peaceful_russia(t: Table, power: int) -> int:
    """Russia and what it has taken, which is neutral land to all others before it is at war (12.0, R108)."""
    p = t.p
    return 0 if p.russia_at_war or power == w.SOVIET else p.soviet_ground | int(t.world.russia)


def neutral_land(t: Table, power: int) -> int:
    """Neutral and Vichy ground, which paths and retreats keep out of, Russia's too at peace (R108, R118).

    Pro-Axis land is open to the Axis.
    """
    p = t.p
    closed = p.sealed | peaceful_russia(t, power)
    if power == w.AXIS:
        closed &= ~_pro_axis(t.world)
    if power == w.VICHY:
        closed &= ~p.vichy_ground
    return closed


@cache
def _pro_axis(world: w.World) -> int:
    """The homes of the pro-Axis nations."""
    return _land(world, from_iter(world.nations[nation].home for nation in w.PRO_AXIS), 0)


def at_war(t: Table, power: int, other: int) -> bool:
    return bool(t.p.hostile[power] >> other & 1)


def make_war(t: Table, power: int, other: int) -> None:
    """Two powers are enemies from now on, their partisans with them."""
    p = t.p
    p.hostile[power] |= 1 << other
    p.hostile[other] |= 1 << power
    note_zones(t)
    yield_ground(t)


def make_russian_war(t: Table) -> None:
    """Russia and the Axis are enemies from now on, and what partisans they raise."""
    for power, other in ((w.AXIS, w.SOVIET), (w.AXIS, w.RUSSIAN_PARTISANS), (w.FINNISH_PARTISANS, w.SOVIET)):
        make_war(t, power, other)


def befriend(t: Table, power: int, other: int) -> None:
    """Two powers may stack and pass each other from now on."""
    p = t.p
    p.friends[power] |= 1 << other
    p.friends[other] |= 1 << power


def note_zones(t: Table) -> None:
    """Remember which units are in an enemy zone in their own Player-Turn: no train takes them in it (5.63, R222).

    Asked when the Player-Turn begins and when zones come alive. Between those times none is caught: the enemy moves
    only to retreat, and never next to a unit that he did not touch before.
    """
    p = t.p
    for power in turn_powers(t, p.player):
        for node in members(p.occupied[power] & zone_against(t, power)):
            for piece in p.stacks[node]:
                p.zoned |= 1 << piece


def yield_ground(t: Table) -> None:
    """Where units are enemies of a sudden and zones come alive, ports and railways are lost to them (5.65, 5.61, R062).

    This is for war and for the border of a neutral that is crossed; who moves takes what he comes to at once. It holds
    for what was passed in this Game-Turn too, if nobody is there any more (R223).
    """
    p = t.p
    for side in SIDES:
        land, lands = zone_against(t, side) | foes(t, side), countries_in(t, regulars_against(t, side))
        p.friendly_hexes[side] &= ~land
        p.friendly_countries[side] &= ~lands
    note_presence(t)


def note_presence(t: Table) -> None:
    """Where each side was the last to have units in this Game-Turn, and no enemy unit or zone since (5.61, 5.65, R223).

    Asked at the end of each phase of movement and combat, for trains and ships leave only what no zone covers: a hex
    that one left is lost to a zone on it, one where one stands is not.
    """
    p = t.p
    lands = [countries_in(t, p.occupied[side]) for side in SIDES]
    for side in SIDES:
        here, shared = p.occupied[side], 0
        trod, passed = p.trod[side] | here, p.passed[side] | lands[side]
        for other in SIDES:
            if at_war(t, side, other):
                shared |= lands[other]
        p.trod[side] = trod & ~((zone_against(t, side) | regulars_against(t, side)) & ~here)
        p.passed[side] = passed & ~(shared & ~lands[side])


def ally_russia(t: Table) -> None:
    """In the two-player game the Russians at war and the other Allies are one side, partisans with them (R052)."""
    for western in (w.ALLIED, w.PARTISANS):
        for russian in (w.SOVIET, w.RUSSIAN_PARTISANS):
            befriend(t, western, russian)


# Control

GRACE, UNOCCUPIED = "vichy_grace", "unoccupied_france"


def vichy_grace(t: Table) -> bool:
    """Others' units may still leave the ground of a Vichy government just declared (R156)."""
    return bool(t.p.turn <= t.p.notes.get(GRACE, 0))


def _shared(p: EtoPosition, held: Picks, power: int) -> int:
    """What a side and its friends have together by one notion of control."""
    bits = 0
    for side in NAMED[(p.friends[power] | 1 << power) & SIDE_SET]:
        bits |= held[side]
    return bits


def supply_control(t: Table, power: int) -> int:
    """Hexes that a side controls for supply (9.13): occupation, then the last to move through, then the owner.

    Partisans occupy nothing for anyone (R092).
    """
    p = t.p
    own = _shared(p, p.grounds, power)
    friends = (p.friends[power] | 1 << power) & ~BANDS
    return own & ~p.held(ALL_POWERS & ~(BANDS | friends)) | p.held(friends)


def controls(t: Table, power: int, node: int) -> bool:
    """Does a side control a hex by 9.13 (Suez, Gibraltar, Kuwait, placement)?"""
    return bool(supply_control(t, power) >> node & 1)


def friendly_hexes(t: Table, power: int) -> int:
    """Hexes that are friendly by 5.65, for ports and the alternate rail rule; an enemy unit or zone takes them away.

    On Vichy ground only those count that are still held by who was there before (R156, R158).
    """
    p = t.p
    own = _shared(p, p.friendly_hexes, power)
    if p.vichy_ground:
        own &= ~p.vichy_ground | friendly(t, power)
    return own & ~foes(t, power) & ~zone_against(t, power)


def friendly_countries(t: Table, power: int) -> int:
    """Hexes of countries that are friendly or conquered, and now without enemies (5.61); not Vichy ground (R158)."""
    p = t.p
    mine = _shared(p, p.friendly_countries, power)
    part = unoccupied_france(t) if p.vichy else 0
    return _without_enemies(t.world, mine, part, p.vichy_ground, regulars_against(t, power))


@cached_values(256)
def _without_enemies(world: w.World, countries: int, part: int, closed: int, enemies: int) -> int:
    """The hexes of some countries that no enemy stands in."""
    land = _land(world, countries, part) & ~closed
    return land & ~_land(world, _countries_in(world, land & enemies, part), part)


def unoccupied_france(t: Table) -> int:
    """Unoccupied France, which Vichy's birth makes a country of its own for trains to the end of the game (R201)."""
    p = t.p
    return p.notes.get(UNOCCUPIED, 0) or p.vichy_ground & int(t.world.by_id["france"].hexes)


def unoccupied_bit(t: Table) -> int:
    """Its bit among the countries, after those of the map."""
    return 1 << len(t.world.countries)


def countries_in(t: Table, hexes: int) -> int:
    """The countries that some hexes lie in, as bits."""
    return _countries_in(t.world, hexes, unoccupied_france(t) if t.p.vichy else 0)


def land_of(t: Table, countries: int) -> int:
    """The hexes of some countries."""
    return _land(t.world, countries, unoccupied_france(t) if t.p.vichy else 0)


@cached_values(256)
def _countries_in(world: w.World, hexes: int, part: int) -> int:
    lands = from_iter(world.country_at[node] for node in members(hexes & ~part) if world.country_at[node] >= 0)
    return lands | 1 << len(world.countries) if hexes & part else lands


@cached_values(64)
def _land(world: w.World, countries: int, part: int) -> int:
    """The hexes of a set of countries."""
    bits, apart = 0, 1 << len(world.countries)
    for index in members(countries & ~apart):
        bits |= world.countries[index].hexes
    return bits & ~part | (part if countries & apart else 0)


REVERTED = "centers_reverted"


def settle_centers(t: Table) -> None:
    """Each Resource Center remembers who last occupied it or had an unshared zone on it (10.34/d, R137).

    Of those that reverted for want of a garrison the Axis gets back what it enters alone (14.4, R185).
    """
    p = t.p
    centers = t.world.russian_centers
    axis = p.occupied[w.AXIS] & ~p.sealed
    ours = p.occupied[w.ALLIED] | p.occupied[w.SOVIET]
    axis_zone = zone(t, w.AXIS)
    held = (p.axis_centers | axis & centers) & ~ours
    near = 0 if REVERTED in p.notes else axis_zone & centers & ~ours & ~held
    left = held & ~(axis | axis_zone)
    if near or left:
        our_zone = zone(t, w.ALLIED) | zone(t, w.SOVIET)
        held = (held | near & ~our_zone) & ~(left & our_zone)
    p.axis_centers = held


def disputed_centers(t: Table) -> int:
    """Empty Resource Centers in the zones of both sides, which nobody controls (10.34/d, R236)."""
    p = t.p
    empty = t.world.russian_centers & ~p.held(1 << w.AXIS | 1 << w.ALLIED | 1 << w.SOVIET)
    near = empty & zone(t, w.AXIS)
    return near & (zone(t, w.ALLIED) | zone(t, w.SOVIET)) if near else 0


def axis_held_centers(t: Table) -> int:
    """Russian Resource Centers under Axis control (10.34/d)."""
    held: int = t.p.axis_centers
    return held & ~disputed_centers(t)


def settle_turn(t: Table) -> None:
    """At the end of a Game-Turn hexes and countries pass to whoever was last in them (5.61, 5.65, R062, R223)."""
    p = t.p
    zones = [zone(t, side) for side in SIDES]
    for side in SIDES:
        enemy_units, enemy_zone = regulars_against(t, side), 0
        for other in SIDES:
            if at_war(t, side, other):
                enemy_zone |= zones[other]
        near = zones[side] & ~p.sealed | p.trod[side]
        held = p.occupied[side] | near & ~enemy_zone & ~enemy_units
        p.friendly_hexes[side] |= held
        for other in SIDES:
            if at_war(t, side, other):
                p.friendly_hexes[other] &= ~held
        theirs = countries_in(t, enemy_units)
        mine = (countries_in(t, p.occupied[side]) | p.passed[side]) & ~theirs
        p.friendly_countries[side] = p.friendly_countries[side] & ~theirs | mine
        for other in SIDES:
            if at_war(t, side, other):
                p.friendly_countries[other] &= ~mine
    for side in SIDES:
        p.trod[side] = p.passed[side] = 0


def regulars_against(t: Table, power: int) -> int:
    """Hexes with a power's enemies, bands apart: these stop no country's use, whoever is beside them does (R059)."""
    p = t.p
    return p.held(p.hostile[power] & ~BANDS)


def partisan_hexes(t: Table) -> int:
    """Hexes with partisans, who are never overrun (16.51)."""
    occupied = t.p.occupied
    return int(occupied[w.PARTISANS] | occupied[w.RUSSIAN_PARTISANS] | occupied[w.FINNISH_PARTISANS])


def take(t: Table, power: int, node: int, nation: int = -1) -> None:
    """The last in a hex, however he came, controls it (9.13); enemies lose it for ports and rail (5.65, 5.61).

    They lose what his zone covers too, which a neutral's border stops (6.0/e).
    """
    p = t.p
    if power not in SIDES:
        return
    bit, reach, country = 1 << node, footprint(t, nation, node), t.world.country_at[node]
    land = 1 << country if country >= 0 else 0
    if p.vichy and land and t.world.countries[country].id == "france" and bit & unoccupied_france(t):
        land = unoccupied_bit(t)
    hostile = p.hostile[power]
    for side in SIDES:
        ground, hexes, trod, countries, passed = _lands[side](p)
        if side == power:
            if bit & ~(ground & trod) or land & ~passed:
                p.grounds[side] = ground | bit
                p.trod[side] = trod | bit
                p.passed[side] = passed | land
        elif hostile >> side & 1:
            if ground & bit or (hexes | trod) & reach or (countries | passed) & land:
                left = (ground & ~bit, hexes & ~reach, trod & ~reach, countries & ~land, passed & ~land)
                for name, bits in zip(LANDS[side], left, strict=True):
                    setattr(p, name, bits)
        elif ground & bit:
            p.grounds[side] = ground & ~bit
    if t.world.russian_centers & bit:
        p.axis_centers = p.axis_centers | bit if power == w.AXIS else p.axis_centers & ~bit


_NOTIONS = (
    EtoPosition.grounds, EtoPosition.friendly_hexes, EtoPosition.trod, EtoPosition.friendly_countries,
    EtoPosition.passed,
)  # fmt: skip
LANDS = tuple(zip(*(notion.names for notion in _NOTIONS), strict=True))
_lands = tuple(attrgetter(*names) for names in LANDS)


def occupy(t: Table, power: int, country: w.Country, enemy: int | None = None) -> None:
    """A country starts friendly to whoever holds it, an invaded one save where its enemy is (5.65/a, 9.13)."""
    p = t.p
    if power not in SIDES:
        return
    lost = near = 0
    if enemy is not None:
        lost = p.grounds[enemy] | p.occupied[enemy]
        near = zone(t, enemy)
    p.grounds[power] |= country.hexes & ~lost
    p.friendly_hexes[power] |= country.hexes & ~lost & ~near
    p.friendly_countries[power] |= 1 << country.index


def forsake(t: Table, land: int, *sides: int) -> None:
    """Some sides hold certain hexes no more, nor count as having been in them, for supply, ports and rail."""
    for side in sides:
        for held in (t.p.grounds, t.p.friendly_hexes, t.p.trod):
            held[side] &= ~land


FIELD_PHASES = 3
"""Movement, combat and mechanized movement are the first three phases of a Player-Turn (4.2)."""


def end_phase(t: Table) -> None:
    """A phase is over: Resource Centers are settled, the rules that wait for it told, and who is where is noted."""
    settle_centers(t)
    for hook in ON_PHASE_END:
        hook(t, t.p.player, t.p.phase)
    if t.p.phase <= FIELD_PHASES:
        note_presence(t)


class EndPhase(End):
    """``end``: have done with a phase."""

    def apply(self, t: Table, seat: int, args: Args) -> None:
        end_phase(t)
        t.pop()
