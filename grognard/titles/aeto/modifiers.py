"""Land combat die roll modifiers (5.16, 7.10): one function a rule; all are added up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from grognard.board.hexset import members
from grognard.engine.core.rules import rule

from . import combat, pieces, supply, zones
from . import tables as tb
from . import world as w
from .air import strengths
from .combat import Battle
from .politics import apathy
from .position import AetoPosition, Table
from .title import MINORS, POWERS


def none(t: Table, b: Battle) -> int:
    return 0


@rule("5.16/concentric", off=none)
def concentric(t: Table, b: Battle) -> int:
    """+1 from two opposite hexes, unless one attacks over an unbroken permanent fort's hexside (5.16/concentric)."""
    standing = t.p.permanent >> b.target & 1
    grid, from_ = t.world.board.grid, combat.origins(t, b)
    for node in members(from_):
        way = grid.toward(node, b.target)
        beyond = grid.neighbour(b.target, way)
        walled = standing and any(t.world.permanents.has(n, b.target) for n in (node, beyond))
        if beyond >= 0 and from_ >> beyond & 1 and not walled:
            return 1
    return 0


@rule("5.16/mountain", off=none)
def mountain(t: Table, b: Battle) -> int:
    """-1 against units in a mountain hex unless a mountain unit attacks (5.16/mountain)."""
    if not t.world.terrain("mountain") >> b.target & 1 or not combat.land_units(t, b.power, b.target):
        return 0
    return 0 if any(t.p.kind[i] == tb.MOUNTAIN for i in b.attackers) else -1


@rule("5.16/mud", off=none)
def mud(t: Table, b: Battle) -> int:
    """-1 against a hex in Mud (5.16/mud)."""
    return -1 if t.p.mud >> b.target & 1 else 0


@rule("5.16/strait", off=none)
def strait(t: Table, b: Battle) -> int:
    """-1 across a strait, but in Denmark (5.16/strait)."""
    world: w.World = t.world
    danish = world.board.nation.get("denmark", 0) >> b.target & 1
    return -1 if not danish and any(world.straits.has(t.p.at[i], b.target) for i in b.attackers) else 0


def exempt_italian(t: Table, piece: int) -> bool:
    """Italians with Rommel and a German unit, or in AFRIKA's radius, are not apathetic (5.16/italian-apathy-exempt)."""
    p: AetoPosition = t.p
    node = p.at[piece]
    here = p.stack(node)
    names = {t.world.cards[p.card[i]].name for i in here if p.kind[i] == tb.GENERAL}
    if "Rommel" in names and any(p.power[i] == w.GERMANY and zones.combat_unit(p, i) for i in here):
        return True
    for n in members(p.occupied[w.GERMANY] & t.world.land):
        for i in p.stacks[n]:
            card = t.world.cards[p.card[i]]
            if p.kind[i] == tb.HQ and card.name == "AFRIKA" and t.world.disc(n, card.radius) >> node & 1:
                return True
    return False


def apathetic(t: Table, units: Any) -> bool:
    """Is there an Italian combat unit that nothing exempts (A28, D21)?"""
    if apathy.ENDED in t.p.politics:
        return False
    return any(t.p.power[i] == w.ITALY and not exempt_italian(t, i) for i in units)


@rule("5.16/italian-apathy-attack", off=none)
def italian_attack(t: Table, b: Battle) -> int:
    """-1 if any Italian unit attacks (5.16/italian-apathy-attack)."""
    return -1 if apathetic(t, b.attackers) else 0


@rule("5.16/italian-apathy-defense", off=none)
def italian_defence(t: Table, b: Battle) -> int:
    """+1 against Italian units (5.16/italian-apathy-defense)."""
    return 1 if apathetic(t, combat.land_units(t, b.power, b.target)) else 0


@rule("5.16/oos-attack", off=none)
def hungry_attack(t: Table, b: Battle) -> int:
    """-2 if any attacker is out of supply, -1 if only commandos are (5.16/oos-attack, 7.10/combat-attack)."""
    hungry = supply.hungry(t, combat.on_the_ground(b))
    if not hungry:
        return 0
    return -1 if all(t.p.kind[i] == tb.COMMANDO for i in hungry) else -2


@rule("5.16/oos-defense", off=none)
def hungry_defence(t: Table, b: Battle) -> int:
    """+1 against units out of supply, commandos alone excepted (5.16/oos-defense, 7.10/combat-defense)."""
    units = [i for i in combat.land_units(t, b.power, b.target) if i not in b.excluded]
    hungry = [i for i in units if not supply.defends_supplied(t, i)]
    return 1 if any(t.p.kind[i] != tb.COMMANDO for i in hungry) else 0


@rule("5.16/soviet-city", off=none)
def soviet_city(t: Table, b: Battle) -> int:
    """-1 against Soviet units in a Soviet home city (5.16/soviet-city)."""
    home = t.world.cities & t.world.board.nation.get("ussr", 0)
    units = combat.land_units(t, b.power, b.target)
    return -1 if home >> b.target & 1 and any(t.p.power[i] == w.USSR for i in units) else 0


def blitz_months(t: Table) -> int:
    """The month of a Blitzkrieg, 1 or 2, or 0 when there is none (10.2)."""
    return max((since for _, since in blitzkriegs(t)), default=0)


NAMED = {
    "poland": ("poland",), "france": ("france", "belgium", "netherlands", "luxembourg"),
    "balkans": ("yugoslavia", "greece"), "ussr": ("ussr",), "us": ("us",),
}  # fmt: skip
"""The victims that 10.2 names."""
GROUPS = NAMED | {minor: (minor,) for minor in MINORS if not any(minor in group for group in NAMED.values())}
"""Whom a Blitzkrieg is declared against together; every other minor stands alone (10.2)."""


def blitzkriegs(t: Table) -> list[tuple[str, int]]:
    """The Blitzkriegs that are on: against whom, and in which of their months (10.2)."""
    found = {key.split()[1]: month for key, month in t.p.politics.items() if key.startswith("blitzkrieg ")}
    first = t.world.settings.get("blitzkrieg")
    if first:
        found.update(dict.fromkeys(t.world.settings["blitzkrieg_against"], tb.month_of(first)))
    return [
        (name, t.p.month - month + 1) for name, month in found.items()
        if 0 <= t.p.month - month < blitz_lasts(name)
    ]  # fmt: skip


def blitz_lasts(name: str) -> int:
    """Two months, against US units one, and with them against the British in their stack (5.16/blitz-us-uk)."""
    return 1 if name == "us" else 2


def blitz_victim(t: Table, b: Battle) -> bool:
    """Does a German attack meet a victim of the Blitzkrieg, other than the British alone (10.2)?"""
    victims = {POWERS.index(name) for group, _ in blitzkriegs(t) for name in GROUPS[group]}
    return german_attack(t, b) and any(t.p.power[i] in victims for i in combat.land_units(t, b.power, b.target))


def german_attack(t: Table, b: Battle) -> bool:
    """An attack is German if a German unit attacks, whoever is named first (10.2)."""
    return any(t.p.power[i] == w.GERMANY for i in b.attackers)


@rule("5.16/blitz-1", off=none)
def blitzkrieg(t: Table, b: Battle) -> int:
    """+2 for German attacks in the first Blitzkrieg month (5.16/blitz-1)."""
    return 2 if blitz_months(t) == 1 and blitz_victim(t, b) else 0


@rule("5.16/blitz-2", off=none)
def second_month(t: Table, b: Battle) -> int:
    """+1 in the second Blitzkrieg month (5.16/blitz-2)."""
    return 1 if blitz_months(t) == 2 and blitz_victim(t, b) else 0


@rule("5.16/soviet-winter", off=none)
def soviet_winter(t: Table, b: Battle) -> int:
    """+1 for Soviet attacks within the Soviet Union in the first Winter (5.16/soviet-winter)."""
    home = t.world.board.nation.get("ussr", 0) >> b.target & 1
    soviet = any(t.p.power[i] == w.USSR for i in b.attackers)
    return 1 if soviet and home and t.p.due.get("soviet_winter") == 1 else 0


def first_finnish_winter(t: Table, b: Battle) -> bool:
    """Is it the first Winter after a Soviet invasion of Finland, and the target in Finland?"""
    home = t.world.board.nation.get("finland", 0) >> b.target & 1
    return bool(home) and t.p.due.get("finnish_winter") == 1


@rule("5.16/finnish-attack", off=none)
def finnish_attack(t: Table, b: Battle) -> int:
    """+2 for Finnish attacks on Soviet units in Finland in that Winter (5.16/finnish-attack)."""
    soviet = any(t.p.power[i] == w.USSR for i in combat.land_units(t, b.power, b.target))
    return 2 if first_finnish_winter(t, b) and POWERS[b.power] == "finland" and soviet else 0


@rule("5.16/finnish-defense", off=none)
def finnish_defence(t: Table, b: Battle) -> int:
    """-1 for Soviet attacks on Finnish units in Finland in that Winter (5.16/finnish-defense)."""
    finnish = any(POWERS[t.p.power[i]] == "finland" for i in combat.land_units(t, b.power, b.target))
    return -1 if first_finnish_winter(t, b) and b.power == w.USSR and finnish else 0


def mostly_armor(t: Table, units: tuple[int, ...], powers: tuple[int, ...]) -> bool:
    """Is half of the printed strength armor of these powers (D20, A27)? Mechanized units are none."""
    total = sum(pieces.strength_of(t, i) for i in units)
    armor = sum(pieces.strength_of(t, i) for i in units if t.p.kind[i] == tb.ARMOR and t.p.power[i] in powers)
    return bool(armor) and 2 * armor >= total


def since_1944(t: Table, b: Battle) -> bool:
    """The armor of 1944 counts from January, in clear terrain (5.16/armor44-attack)."""
    world: w.World = t.world
    return bool(t.p.month >= tb.month_of("January 1944") and not (world.rough | world.marsh) >> b.target & 1)


@rule("5.16/armor44-attack", off=none)
def armor_attack(t: Table, b: Battle) -> int:
    """+1 from 1944 if half of the attack is German or Soviet armor (5.16/armor44-attack)."""
    return int(since_1944(t, b) and mostly_armor(t, b.attackers, (w.GERMANY, w.USSR)))


@rule("5.16/armor44-defense", off=none)
def armor_defence(t: Table, b: Battle) -> int:
    """-1 from 1944 against a hex that is half German or Soviet armor (5.16/armor44-defense)."""
    late = t.p.month >= tb.month_of("January 1944")
    return -int(late and mostly_armor(t, combat.defenders(t, b), (w.GERMANY, w.USSR)))


@rule("5.16/air-superiority", off=none)
def air_superiority(t: Table, b: Battle) -> int:
    """+1 if the attacker alone has air units over the target, two points at least (5.16/air-superiority)."""
    return int(strengths.superiority(t, b.over, b.against))


@rule("5.16/air-superiority-defense", off=none)
def enemy_air_superiority(t: Table, b: Battle) -> int:
    """-1 if the defender alone has air units there (5.16/air-superiority-defense)."""
    return -int(strengths.superiority(t, b.against, b.over))


@rule("5.16/paradrop", off=none)
def paradrop(t: Table, b: Battle) -> int:
    """+1 if a paratrooper drops and is not depleted by it (5.16/paradrop)."""
    return int(any(t.p.steps[i] >= t.world.cards[t.p.card[i]].steps for i in b.jumped))


@rule("10.9", off=none)
def ultra(t: Table, b: Battle) -> int:
    """-1 if the defender knew of the attack by Ultra (10.9)."""
    return -b.warned


class Modifier(NamedTuple):
    """A line of the sheet: what it is called, its rule, and what it gives."""

    name: str
    rule: str
    gives: Callable[[Table, Battle], int]


MODIFIERS = (
    Modifier("air superiority", "5.16/air-superiority", air_superiority),
    Modifier("enemy air superiority", "5.16/air-superiority-defense", enemy_air_superiority),
    Modifier("paradrop", "5.16/paradrop", paradrop),
    Modifier("concentric attack", "5.16/concentric", concentric),
    Modifier("mountain", "5.16/mountain", mountain),
    Modifier("mud", "5.16/mud", mud),
    Modifier("strait", "5.16/strait", strait),
    Modifier("Italian apathy of the attacker", "5.16/italian-apathy-attack", italian_attack),
    Modifier("Italian apathy of the defender", "5.16/italian-apathy-defense", italian_defence),
    Modifier("attackers out of supply", "5.16/oos-attack", hungry_attack),
    Modifier("defenders out of supply", "5.16/oos-defense", hungry_defence),
    Modifier("Soviet home city", "5.16/soviet-city", soviet_city),
    Modifier("Blitzkrieg", "5.16/blitz-1", blitzkrieg),
    Modifier("Blitzkrieg, second month", "5.16/blitz-2", second_month),
    Modifier("Soviet winter", "5.16/soviet-winter", soviet_winter),
    Modifier("Finns in their first winter", "5.16/finnish-attack", finnish_attack),
    Modifier("the first winter in Finland", "5.16/finnish-defense", finnish_defence),
    Modifier("armor of 1944 attacks", "5.16/armor44-attack", armor_attack),
    Modifier("armor of 1944 defends", "5.16/armor44-defense", armor_defence),
    Modifier("Ultra", "10.9", ultra),
)


def modifiers(t: Table, b: Battle) -> tuple[tuple[str, str, int], ...]:
    """Every modifier that applies, by name; all are cumulative (5.16/cumulative)."""
    found = []
    for one in MODIFIERS:
        value = one.gives(t, b)
        if value:
            found.append((one.name, one.rule, value))
    return tuple(found)
