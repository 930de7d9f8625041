"""Strengths in a ground attack (9.01, 9.05): terrain, supply, odds, and every die roll modifier by name."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from grognard.engine.core.cache import cached_between_orders

from . import airborne, artillery, ashore, carpet, depots, forts, ice, rommel, supply, walls, weather, zones
from . import world as w
from .state import Table, date, figures, leaders_in

COLUMNS = ("1-6", "1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1")
EVEN = COLUMNS.index("1-1")
LOWEST, HIGHEST = -4, 10
RESULTS = {int(row["die"]): tuple(row[column] for column in COLUMNS) for row in w.chart("ground_crt")}
GOOD = (w.CLEAR, w.FROST, w.STORMY)
"""Weather in which armor has its bonus (12.01/4)."""
MEANING = {
    "AE": "attackers eliminated", "AX": "attackers lose what defends, and retreat", "AR": "attackers retreat",
    "NE": "no effect", "EX": "exchange", "HX": "half exchange", "DR": "defenders retreat",
    "DE": "defenders eliminated",
}  # fmt: skip
"""What a result of the table means, in words (10.01)."""


class Modifier(NamedTuple):
    """A die roll modifier and the rule it comes from."""

    text: str
    value: int
    rule: str


def terrain_at(t: Table, node: int) -> str:
    """The terrain chart's word for a hex."""
    for kind, hexes in ice.ground(t).terrain.items():
        if hexes >> node & 1:
            return str(kind)
    return "clear"


def ground_at(t: Table, node: int) -> str:
    """The terrain of a hex as the weather has it: frozen swamp is no swamp (25.3)."""
    kind = terrain_at(t, node)
    return "swamp frozen" if kind == "swamp" and t.world.zone_of[node] in weather.frozen_zones(t) else kind


def hex_share(t: Table, piece: int, node: int, here: int = -1) -> tuple[int, int]:
    """What the defender's hex leaves of an attacker: armor less in forest and swamp (9.05, 9.05/4)."""
    if forts.replaces_ground(t, t.p.at[piece] if here < 0 else here, node):
        return 1, 1
    return w.share(w.terrain_row(ground_at(t, node))[_column(t, piece)])


def side_share(t: Table, piece: int, node: int, here: int) -> tuple[int, int]:
    """What the hexside leaves of each attacker for itself: a river halves him, a strait leaves a third (2.0/1)."""
    sides = t.world.board.sides
    for kind in ("strait", "river", "canal"):
        if kind in sides and sides[kind].has(here, node):
            if kind == "river" and weather.rivers_frozen(t) and w.frozen_rivers(t.world).has(here, node):
                return 1, 1
            return w.share(w.terrain_row(kind)[_column(t, piece)])
    return 1, 1


def _column(t: Table, piece: int) -> str:
    """The column of the terrain chart in attack; armor that is barred from bonuses attacks as infantry (12.03/3)."""
    unit = t.world.units[piece]
    if unit.kind in w.ARMOR and barred(t, unit):
        return "attack_leg"
    return "attack_artillery" if unit.kind == "ART" else f"attack_{ {'cavalry': 'leg'}.get(unit.foot, unit.foot) }"


@cached_between_orders
def attack_of(t: Table, piece: int, node: int, here: int = -1) -> int:
    """A unit's effective attack on a hex in strength units, fractions kept (9.01)."""
    strength = w.FACTOR * figures(t, piece)[0]
    here = t.p.at[piece] if here < 0 else here
    fed = supply.effect(t, piece, "attack")
    if depots.starved(t, piece) and 2 * fed[0] > fed[1]:
        fed = (1, 2)
    for top, bottom in (
        fed, hex_share(t, piece, node, here), side_share(t, piece, node, here), forts.share(t, here, node),
        airborne.share(t, piece), ashore.share(t, piece),
    ):  # fmt: skip
        strength = strength * top // bottom
    return strength


def defense_of(t: Table, piece: int) -> int:
    """A unit's effective defense in strength units (23.51)."""
    top, bottom = supply.effect(t, piece, "defense")
    return w.FACTOR * figures(t, piece)[1] * top // bottom


def column(attack: int, defense: int) -> int:
    """The odds column, in the defender's favour; below 1-6 it is -1 (9.01, 9.03).

    >>> [COLUMNS[column(a, d)] for a, d in ((24, 20), (20, 10), (4, 10), (99, 10))]
    ['1-1', '2-1', '1-3', '7-1']
    """
    if defense <= 0:
        return len(COLUMNS) - 1
    if attack >= defense:
        return min(EVEN - 1 + attack // defense, len(COLUMNS) - 1)
    if attack <= 0:
        return -1
    return max(-1, EVEN + 1 - -(-defense // attack))


def least_attack(defense: int) -> int:
    """The least strength that comes to 1-6 against a defense (9.03).

    >>> least_attack(12), least_attack(13), least_attack(0)
    (2, 3, 1)
    """
    return max(1, -(-defense // 6))


def result(column_: int, die: int) -> str:
    """What the Ground Combat Results Table says (9.01)."""
    return RESULTS[max(LOWEST, min(HIGHEST, die))][column_]


# Armor (12.0)


def counts_as_armor(t: Table, piece: int) -> bool:
    """Armor of a side that the scenario bars from bonuses counts as infantry in combat (12.03/3)."""
    unit = t.world.units[piece]
    return unit.kind in w.ARMOR and not barred(t, unit) and not ashore.without_tanks(t, piece)


def barred(t: Table, unit: w.Unit) -> bool:
    """Does the scenario bar a nation's armor from bonuses, for good or until a day (12.03/3)?"""
    day = t.world.settings.get("ineligible_until", {}).get(unit.nation)
    early = day is not None and t.p.turn <= t.world.turns.index(day)
    return early or unit.nation in t.world.settings.get("armor_ineligible", ())


def armor_share(t: Table, pieces: tuple[int, ...]) -> tuple[int, int]:
    """Armor and all units of a force in quarters of a corps (12.01/1), German motorized ones apart (28.03)."""
    armor = sum(supply.quarters(t, i) for i in pieces if counts_as_armor(t, i))
    other = sum(supply.quarters(t, i) for i in pieces if not counts_as_armor(t, i))
    return armor, armor + other - neutral(t, pieces, armor) - artillery.uncounted(t, pieces, armor)


def neutral(t: Table, pieces: tuple[int, ...], armor: int) -> int:
    """Motorized units that are not counted: German ones up to the panzer corps with them, all French corps (28.03)."""
    if t.options.get("armor_neutrality") != "on":
        return 0
    units = t.world.units
    motorized = {i: supply.quarters(t, i) for i in pieces if units[i].kind == "MOT" and not ashore.without_tanks(t, i)}
    german = sum(quarters for i, quarters in motorized.items() if units[i].nation == "German")
    french = sum(n for i, n in motorized.items() if units[i].nation == "French" and units[i].front == (10, 10, 5))
    return min(german, armor) + french


def open_ground(t: Table, node: int) -> bool:
    """Armor has no bonus against forest, swamp, mountain, cities and forts (12.01/3, 12.01/5)."""
    shut = t.world.cities | t.p.forts | t.p.strongholds
    open_ = w.terrain_row(terrain_at(t, node))["armor_bonus"] == "yes" and not shut >> node & 1
    return open_ and not walls.in_force(t, node)


def dry_ground(t: Table, node: int) -> bool:
    """Armor has its bonus in clear, stormy and frosty weather (12.01/4)."""
    return weather.at(t, node) in GOOD


def eligible(t: Table, pieces: tuple[int, ...], attacking: bool) -> bool:
    """Whether a side's armor may claim a bonus by the scenario (12.03/3): Soviet tank corps attack in pairs (K6)."""
    armor = [i for i in pieces if counts_as_armor(t, i)]
    paired = t.world.settings.get("soviet_armor_pairs", False)
    if attacking and paired and armor and all(t.world.units[i].nation == "Soviet" for i in armor):
        return len(armor) >= 2
    return True


def two_thirds(force: tuple[int, int]) -> bool:
    return force[0] > 0 and 3 * force[0] >= 2 * force[1]


def under_a_third(force: tuple[int, int]) -> bool:
    """Less than a third of the other side is armor (12.01/2)."""
    return 3 * force[0] < force[1]


def over_strait(t: Table, attackers: tuple[int, ...], node: int, here: int) -> bool:
    """Armor has no bonus over a strait, from where it stands or from the hex before an overrun (12.01/3)."""
    sides = t.world.board.sides
    return "strait" in sides and any(sides["strait"].has(t.p.at[i] if here < 0 else here, node) for i in attackers)


def attacker_armor(
    t: Table, attackers: tuple[int, ...], defenders: tuple[int, ...], node: int, here: int = -1
) -> bool:  # fmt: skip
    """Two thirds armor against less than one third in the open in good weather (12.01)."""
    if not (open_ground(t, node) and dry_ground(t, node) and eligible(t, attackers, True)):
        return False
    if over_strait(t, attackers, node, here):
        return False
    return two_thirds(armor_share(t, attackers)) and under_a_third(armor_share(t, defenders))


def defender_armor(t: Table, attackers: tuple[int, ...], defenders: tuple[int, ...], node: int) -> bool:
    """The same for the defender (12.02)."""
    if not (open_ground(t, node) and dry_ground(t, node)):
        return False
    return two_thirds(armor_share(t, defenders)) and under_a_third(armor_share(t, attackers))


def negated(t: Table, attackers: tuple[int, ...], defenders: tuple[int, ...], node: int) -> bool:
    """One side has two thirds armor and the other a third or more: both have used it (12.03/1)."""
    if not (open_ground(t, node) and dry_ground(t, node)):
        return False
    a, d = armor_share(t, attackers), armor_share(t, defenders)
    claimed = two_thirds(a) and eligible(t, attackers, True) and not over_strait(t, attackers, node, -1)
    return (claimed and not under_a_third(d)) or (two_thirds(d) and not under_a_third(a))


# Winter (28.08)

WINTER_ARMIES = ("Finnish", "Norwegian", "Swedish")
HARDENED, LAST_WINTER = "1942-11", "1943-03"


def month(t: Table) -> str:
    """The month as the tables write it, such as ``1942-11``."""
    year, name, _ = date(t).split()
    return f"{year}-{w.MONTHS.index(name) + 1:02}"


def winterized(t: Table, piece: int, defending: bool = False) -> bool:
    """Finns, Norwegians, Swedes and Siberians are used to snow (28.08)."""
    unit = t.world.units[piece]
    return unit.nation in WINTER_ARMIES or "Siberian" in unit.formation or (defending and hardened(t, piece))


def hardened(t: Table, piece: int) -> bool:
    """From November 1942 German mountain and SS units stand the snow when they defend (28.08)."""
    unit = t.world.units[piece]
    return month(t) >= HARDENED and unit.nation == "German" and (unit.kind == "MTN" or unit.waffen_ss)


def winter_share(t: Table, pieces: tuple[int, ...], defending: bool = False) -> tuple[int, int]:
    """Winterized and all units of a force in quarters of a corps."""
    hardy = [i for i in pieces if winterized(t, i, defending)]
    return sum(supply.quarters(t, i) for i in hardy), sum(supply.quarters(t, i) for i in pieces)


def winter_bonus(t: Table, attackers: tuple[int, ...], defenders: tuple[int, ...], node: int) -> bool:
    """In snow, to March 1943, two thirds winterized attackers have a bonus against less than half such (28.08/1)."""
    if t.options.get("winterization") != "on" or weather.at(t, node) not in (w.SNOW, w.HEAVY_SNOW):
        return False
    if month(t) > LAST_WINTER:
        return False
    held = winter_share(t, defenders, True)
    return two_thirds(winter_share(t, attackers)) and 2 * held[0] < held[1]


BEARS = (lambda t, piece: False, counts_as_armor, winterized)
"""Who bears half of the losses: nobody, armor (12.03), or the winterized (28.08/1)."""


def bears(t: Table, piece: int, share: int) -> bool:
    """Is the unit one of those that must bear half of the losses?"""
    return bool(BEARS[share](t, piece))


# Leaders (13.0)


@cache
def levels() -> dict[str, dict[str, str]]:
    """The table of leaders, by name."""
    return {row["leader"].replace(" ", ""): row for row in w.chart("leaders")}


def leader_level(t: Table, piece: int) -> int:
    """What a leader can do at the date: four levels (28.05), or all without that option."""
    if t.options.get("leader_levels") != "on":
        return 4
    name = t.world.units[piece].name
    if name in full_leaders(t):
        return 4
    now = month(t)
    row = levels().get(name, {})
    return max((n for n in range(1, 5) if row.get(f"level_{n}") and row[f"level_{n}"] <= now), default=0)


def full_leaders(t: Table) -> tuple[str, ...]:
    """Leaders that a scenario gives all capabilities on a day: Hoth on JUN 2 of Barbarossa (28.05/Hoth)."""
    return tuple(t.world.settings.get("full_leaders", {}).get(date(t), ()))


def attack_leaders(t: Table, attackers: tuple[int, ...], late: bool) -> tuple[int, ...]:
    """Leaders stacked with an attacker whose bonus is unused in this segment (13.01, 28.05/2)."""
    p = t.p
    nodes = sorted({p.at[i] for i in attackers})
    least = 4 if late else 2
    found = [leader for node in nodes for leader in leaders_in(t, node, p.power[attackers[0]])]
    able = [i for i in found if not p.spent >> i & 1 and leader_level(t, i) >= least]
    return tuple(i for i in able if rommel.leads(t, i, attackers))


def defense_leader(t: Table, node: int, power: int, defenders: tuple[int, ...] = ()) -> bool:
    """A leader in the hex helps its defenders (13.03, 28.05/1)."""
    return any(leader_level(t, i) >= 1 and rommel.leads(t, i, defenders) for i in leaders_in(t, node, power))


# Modifiers


def fortified(t: Table, node: int) -> bool:
    """A regular fort helps the defender through every hexside (24.12)."""
    return bool(t.p.forts >> node & 1)


def stronghold(t: Table, node: int) -> bool:
    """A major fort helps the defender, and nothing else of its hex does (24.14, 9.05/1)."""
    return bool(t.p.strongholds >> node & 1)


def snow_on_the_beach(t: Table, attackers: tuple[int, ...], node: int) -> int:
    """Snow hampers those who wade ashore, as the weather chart has it (19.42/2)."""
    word = weather.effects(weather.at(t, node))["amphibious"]
    wading = any(t.p.wading >> i & 1 for i in attackers)
    return int(word.removesuffix(" DRM")) if wading and word.endswith(" DRM") else 0


def atlantic_wall(t: Table, node: int) -> bool:
    """A fort of the Atlantic Wall helps everyone in its hex and denies armor its bonus (24.17)."""
    return walls.in_force(t, node)


def ground_modifier(t: Table, node: int, attackers: tuple[int, ...] = (), here: int = -1) -> list[Modifier]:
    """What the terrain of the hex takes from the die: forest, swamp, a minor city (9.05)."""
    if t.p.strongholds >> node & 1:
        places = [(t.p.at[i] if here < 0 else here, i) for i in attackers]
        if not forts.round_the_works(t, node, [(at, attack_of(t, i, node, at)) for at, i in places]):
            return []
    kind = ground_at(t, node)
    value = int(w.terrain_row(kind)["drm"] or 0)
    found = [Modifier(kind, value, "9.05")] if value else []
    if t.world.minor >> node & 1:
        found.append(Modifier("minor city", int(w.terrain_row("minor city")["drm"]), "9.05"))
    return found


def modifiers(
    t: Table,
    attackers: tuple[int, ...],
    defenders: tuple[int, ...],
    node: int,
    armor: int,
    leader: bool,
    shield: bool = True,
    here: int = -1,
) -> list[Modifier]:
    """Every modifier of an attack, named; armor and leader are the attacker's to use or not, the shield the other's."""
    found = ground_modifier(t, node, attackers, here)
    if armor:
        found.append(Modifier("armor", 1, "12.01") if armor == 1 else Modifier("winter", 1, "28.08/1"))
    if shield and defender_armor(t, attackers, defenders, node):
        found.append(Modifier("defending armor", -1, "12.02"))
    if leader:
        found.append(Modifier("leader", 1, "13.01"))
    if defense_leader(t, node, t.p.power[defenders[0]], defenders):
        found.append(Modifier("defending leader", -1, "13.03"))
    breach = ashore.breached(t, attackers, node)
    if fortified(t, node) and not breach:
        found.append(Modifier("fort", -1, "24.12"))
    if stronghold(t, node) and not breach:
        found.append(Modifier("major fort", -1, "24.14"))
    if snow_on_the_beach(t, attackers, node):
        found.append(Modifier("snow on the beach", snow_on_the_beach(t, attackers, node), "19.42/2"))
    laid = carpet.bonus(t, node, t.p.power[attackers[0]])
    if laid:
        found.append(Modifier("carpet bombing", laid, "16.16/1"))
    if atlantic_wall(t, node) and not breach:
        found.append(Modifier("Atlantic Wall", -1, "24.17"))
    return found


def adjacent(t: Table, here: int, node: int) -> bool:
    """Attacks cross no sea, lake or depression hexside (9.0)."""
    return bool(ice.ground(t).walk.has(here, node))


def enemy_hexes(t: Table, power: int) -> int:
    return zones.against(t, power).ground
