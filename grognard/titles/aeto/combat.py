"""Land combat (5.14): strengths, odds and the table."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from grognard.board.hexset import members

from . import pieces, stacking, zones
from . import tables as tb
from . import world as w
from .air import strengths
from .politics import quisling
from .position import AetoPosition, Table
from .sea import bombardment, waters
from .title import POWERS


class Battle(NamedTuple):
    """An attack on a hex: who attacks from where, who stands in it, and who is left out of its defence."""

    target: int
    attackers: tuple[int, ...]
    power: int
    """The attacker's power, whose enemies defend."""
    excluded: tuple[int, ...] = ()
    over: tuple[int, ...] = ()
    """The attacker's unaborted air units over the target (4.22)."""
    against: tuple[int, ...] = ()
    """The defender's."""
    jumped: tuple[int, ...] = ()
    """Attackers that drop into the target (4.24)."""
    warned: int = 0
    """The defender knew of it by Ultra (10.9)."""
    escorting: tuple[int, ...] = ()
    """Air units of both sides over the target that took off as fighters (4.23)."""
    reaction: bool = False
    """An Armor Reaction, in which ships have no part (5.17/no-air)."""


def land_units(t: Table, power: int, node: int) -> list[int]:
    """The enemy combat land units in a hex (5.2/no-strength)."""
    p: AetoPosition = t.p
    return [i for i in p.stack(node) if p.hostile[power] >> p.power[i] & 1 and zones.combat_unit(p, i)]


def not_just_joined(t: Table, units: list[int]) -> list[int]:
    """Units that have just retreated to others do not count; where all have, all do (5.18/retreat-joined-hex)."""
    return [i for i in units if not t.p.fell[i]] or units


def defenders(t: Table, b: Battle) -> tuple[int, ...]:
    """The units that count for a hex's defence, as many as may stand there (5.9/overstacked-defense,
    5.15/aggregate-defense).
    """
    counted = not_just_joined(t, land_units(t, b.power, b.target))
    return stacking.chosen_to_fight(t, [i for i in counted if i not in b.excluded], b.target)


def origins(t: Table, b: Battle) -> int:
    """The hexes that the attackers stand in (5.16/concentric-qualify)."""
    bits = 0
    for i in on_the_ground(b):
        bits |= 1 << t.p.at[i]
    return bits


def on_the_ground(b: Battle) -> tuple[int, ...]:
    """The attackers that come overland; paratroopers who drop are counted apart (5.14/river-para)."""
    return tuple(i for i in b.attackers if i not in b.jumped)


def fortified(t: Table, b: Battle) -> bool:
    """Is there a fortification chit of the defender's in the hex? A coastal fort is of no use against an attack over
    land (5.14/coastalfort-land)."""
    p: AetoPosition = t.p
    return bool(p.forts >> b.target & 1) and bool(zones.walls_against(t, [b.power]) >> b.target & 1)


def permanent_holds(t: Table, b: Battle) -> bool:
    """Does a permanent fortification work: do all attackers come across its hexsides?"""
    p: AetoPosition = t.p
    if not p.permanent >> b.target & 1 or not on_the_ground(b):
        return False
    return all(t.world.permanents.has(p.at[i], b.target) for i in on_the_ground(b))


def unit_defence(t: Table, b: Battle, piece: int) -> int:
    """One unit's strength in defence with its forts, never above double its print (5.14/max-double)."""
    printed = pieces.strength_of(t, piece)
    value = printed
    if minor_abroad(t, piece, b.target) and not backed_by_major(t, b):
        value = halved_up(value)
    if t.p.power[piece] == quisling.NORWAY and quisling.helps(t, b.power, b.target):
        value = quisling.halved(value)
    if permanent_holds(t, b):
        value = doubled(value)
    if fort_counts(t, b):
        value += fort_points()
    return min(value, 2 * printed)


def fort_counts(t: Table, b: Battle) -> bool:
    """A fortification chit in a permanent fortification adds nothing against attacks over its hexsides alone
    (8.11/fort-in-permfort)."""
    return fortified(t, b) and not permanent_holds(t, b)


def doubled(strength: int) -> int:
    """A permanent fortification doubles each unit (5.14/permfort-double)."""
    return 2 * strength


def fort_points() -> int:
    """A fortification chit gives each unit two points, and defends with two when empty (5.14/fort-plus2)."""
    return 2


def halved_up(strength: int) -> int:
    """A minor partner attacked abroad defends at half, up (5.14/minor-halved)."""
    return -(-strength // 2)


def backed_by_major(t: Table, b: Battle) -> bool:
    """A point of Ground Support or from the ships of a major ally saves minors abroad from halving (5.14/minor-halved,
    5.14/minor-weather)."""
    aloft = tuple(i for i in bombing(b, b.against) if w.is_major(t.p.power[i]))
    return strengths.air_strength(t, aloft) + from_the_sea(b, bombardment.by_majors(t, b.power, b.target)) > 0


def bombing(b: Battle, units: tuple[int, ...]) -> tuple[int, ...]:
    """Who took off as a fighter adds no strength, though it could have come as a bomber (4.23)."""
    return tuple(i for i in units if i not in b.escorting)


def from_the_sea(b: Battle, points: int) -> int:
    """Ships take no part in an Armor Reaction, on either side (5.17/no-air)."""
    return 0 if b.reaction else points


def minor_abroad(t: Table, piece: int, node: int) -> bool:
    """Is it a minor partner's unit outside its home?"""
    power = t.p.power[piece]
    if w.is_major(power):
        return False
    return not t.world.board.nation.get(POWERS[power], 0) >> node & 1


def lone_staff(t: Table, b: Battle) -> bool:
    """Is the target an HQ without combat units?"""
    p: AetoPosition = t.p
    if land_units(t, b.power, b.target):
        return False
    return any(p.kind[i] == tb.HQ and p.hostile[b.power] >> p.power[i] & 1 for i in p.stack(b.target))


def defence(t: Table, b: Battle) -> int:
    """The defender's strength: units, their forts, one General (5.14/proc-2)."""
    bombs = opposed(t, b)
    if lone_staff(t, b):
        return capped_staff(staff_strength() + bombs)
    units = defenders(t, b)
    if not units:
        return empty_fort(t, b) + bombs
    total = sum(unit_defence(t, b, i) for i in units)
    return total + generals_in(t, units, {t.p.at[i] for i in units}, True) + zhukov(t, units) + bombs


def opposed(t: Table, b: Battle) -> int:
    """The defender's bombers over the target and the guns of his ships off its coast (5.14/proc-2)."""
    guns = from_the_sea(b, bombardment.against(t, b.power, b.target))
    return strengths.air_strength(t, bombing(b, b.against)) + guns


def capped_staff(strength: int) -> int:
    """Support raises the defence of a lone HQ to 2 at most (5.2/B-attack-cap)."""
    return min(strength, 2)


def staff_strength() -> int:
    """A lone HQ defends with 1 (5.2/B-attack)."""
    return 1


def empty_fort(t: Table, b: Battle) -> int:
    """What an unoccupied fortification defends with (5.14/permfort-empty)."""
    return fort_points() if fortified(t, b) or permanent_holds(t, b) else 1


def generals_in(t: Table, units: tuple[int, ...], nodes: set[int], defending: bool = False) -> int:
    """One General a hex adds his rating to one unit of his nation there (5.14/general-one, 5.10/needs-unit,
    5.9/generals-together, 5.10/one-unit); against an Armor Reaction one who was not activated, too.
    """
    p: AetoPosition = t.p
    total = 0
    for node in sorted(nodes):
        nations = {p.power[i] for i in units if p.at[i] == node}
        leaders = [i for i in p.stack(node) if p.kind[i] == tb.GENERAL and p.power[i] in nations]
        total += max([t.world.cards[p.card[i]].combat for i in leaders if defending or takes_part(p, i)], default=0)
    return total


def takes_part(p: AetoPosition, general: int) -> bool:
    """In an Offensive of his side only a General whom it activated adds to attacks (5.0/general-other-general)."""
    now = p.offensive
    return not now or bool(p.hostile[now["power"]] >> p.power[general] & 1) or bool(p.begun[general])


def zhukov(t: Table, units: tuple[int, ...]) -> int:
    """Each Soviet stack within the radius of Zhukov's HQ has two points more (5.14/zhukov, 10.11)."""
    p: AetoPosition = t.p
    stacks = {waters.hex_of(t.world, p.at[i]) for i in units if p.power[i] == w.USSR}
    staff = zhukovs_staff(t) if stacks else []
    if not staff:
        return 0
    area = t.world.disc(p.at[staff[0]], t.world.cards[p.card[staff[0]]].radius)
    return 2 * sum(area >> node & 1 for node in stacks)


def zhukovs_staff(t: Table) -> list[int]:
    """Zhukov's HQ, if it is on the map."""
    p: AetoPosition = t.p
    return [
        i for node in members(p.occupied[w.USSR] & t.world.land) for i in p.stacks[node]
        if p.kind[i] == tb.HQ and t.world.cards[p.card[i]].name == "Zhukov"
    ]  # fmt: skip


def over_water(t: Table, piece: int, target: int) -> bool:
    """Does a unit attack across an unfrozen river or a strait?"""
    world: w.World = t.world
    here = t.p.at[piece]
    if world.straits.has(here, target):
        return True
    return world.rivers.has(here, target) and not t.p.ice >> target & 1


def attack_strength(t: Table, b: Battle) -> int:
    """What crosses water is halved as a sum, then Generals are added (5.14/proc-1, 5.14/general-after-halving)."""
    afoot = on_the_ground(b)
    dry = sum(pieces.strength_of(t, i) for i in b.attackers if i in b.jumped or not over_water(t, i, b.target))
    wet = sum(pieces.strength_of(t, i) for i in afoot if over_water(t, i, b.target))
    led = generals_in(t, afoot, {t.p.at[i] for i in afoot})
    return dry + halved_down(wet) + led + zhukov(t, afoot) + supported(t, b)


def supported(t: Table, b: Battle) -> int:
    """Bombers over the target and the guns of ships off its coast."""
    guns = from_the_sea(b, bombardment.points(t, b.power, b.target))
    return strengths.air_strength(t, bombing(b, b.over)) + guns


def halved_down(strength: int) -> int:
    """The sum of those who attack across a river or strait is halved, down (5.14/river-half)."""
    return strength // 2


def odds_column(attack: int, against: int) -> int:
    """The odds, rounded down, as a column of the table: 0 is 1:3, 6 is 5:1 (5.14/proc-3, D11)."""
    if attack >= against:
        return 1 + limited(attack // max(against, 1), 5)
    return 3 - limited(-(-against // max(attack, 1)), 3)


RATIOS = (Fraction(1, 3), Fraction(1, 2), *map(Fraction, range(1, 6)))
"""The odds of the columns of the table."""


def eighths(t: Table, attack: int, against: int) -> int:
    """By option the fraction of the odds is the chance, in eighths, of the next column (11.17, 5.14/odds-optional)."""
    if t.options.get("fractional_odds") != "on":
        return 0
    odds, column = Fraction(attack, max(against, 1)), odds_column(attack, against)
    if odds < RATIOS[0] or column == len(RATIOS) - 1:
        return 0
    return int(8 * (odds - RATIOS[column]) / (RATIOS[column + 1] - RATIOS[column]))


def limited(ratio: int, most: int) -> int:
    """Odds above 5:1 count as 5:1, below 1:3 as 1:3 (5.14/odds-limits)."""
    return min(ratio, most)


def result_of(net: int, column: int) -> str:
    """The table's result of a net die, which is never below 1 or above 8 (5.18/crt, A2)."""
    return tb.crt()[net - 1][tb.COLUMNS[column]]


def clamped(die: int) -> int:
    """The net die is 1 to 8 (A2)."""
    return max(1, min(8, die))


def battle_of(t: Table, target: int, attackers: tuple[int, ...], excluded: tuple[int, ...] = ()) -> Battle:
    return Battle(target, attackers, t.p.power[attackers[0]], excluded)
