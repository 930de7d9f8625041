"""Amphibious Assaults (3.25, 5.14-5.19): a Joint Offensive sails a force to an enemy coast and lands its men."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECES, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule
from grognard.engine.core.step import Step

from .. import (
    activation,
    combat,
    costs,
    effects,
    home_guard,
    hq,
    isolation,
    joint,
    movement,
    pieces,
    stacking,
    supply,
    zones,
)
from .. import tables as tb
from ..combat import Battle
from ..politics import quisling
from ..position import ACTIVE, FRESH, WEST, AetoPosition, Table
from ..title import POWERS
from . import over_the_coast, overland, ports, sailing, ships, waters

JOINT_OFFENSIVES, JOINT_EP = 2, 2
"""What a Joint Offensive costs: one Offensive a type, and EPs (5.4/cost)."""


# Who goes


def company(t: Table, seat: int, args: Args) -> int:
    """Transports, what they can take aboard, and ships that go with them (3.25)."""
    p: AetoPosition = t.p
    bits = 0
    mine = t.pieces_of(seat)
    for node in ships.forces(t, seat):
        here = [i for i in p.stack(node) if mine >> i & 1]
        if any(p.kind[i] == tb.STP for i in here):
            kinds = (*tb.LAND, tb.GENERAL, *(kind for kind in tb.SHIPS if kind not in tb.SUBMARINES))
            bits |= from_iter(i for i in here if p.kind[i] in kinds)
    return bits


def unactivated(t: Table, seat: int, args: Args) -> int:
    """Units and ships are activated once a month; those out of fuel do not attack (5.0/once-per-month)."""
    return where(t.p.status, among(FRESH)) & where(t.p.marked, among(0)) & ~ships.laid_up(t)


def paid_for(t: Table, seat: int, args: Args) -> int:
    """One Offensive for the ships, one for the men, and 2 EPs (5.4/cost)."""
    return -1 if rich(t, seat) else 0


def rich(t: Table, seat: int) -> list[int]:
    """Powers of a seat that can pay for a Joint Offensive."""
    p: AetoPosition = t.p
    return [
        power for power in t.powers_of(seat)
        if p.offensives[power] >= JOINT_OFFENSIVES and costs.available(p, power) >= JOINT_EP
    ]  # fmt: skip


def allies(t: Table, seat: int, args: Args) -> int:
    """Ships and men of one alliance, Germans and Italians together from 1941 on (5.4/land-sea-allies, 9.26)."""
    chosen = sailing.chosen_of(args)
    if not chosen:
        return -1
    power = t.p.power[chosen[0]]
    return where(t.p.power, among(*zones.allies_of(t.p, power))) & ~activation.strangers(t, power)


def the_ships_pay(t: Table, seat: int, args: Args) -> int:
    """The power whose ships lead pays for both types (5.4/cost)."""
    chosen = sailing.chosen_of(args)
    if not any(ships.is_ship(t.p, i) for i in chosen):
        return 0
    return int(sailing.way_of(t, chosen)[1] in rich(t, seat))


def need(t: Table, group: tuple[int, ...]) -> int:
    """Points that men need: a step one; the Axis one more for each step of armor or mechanized units (3.25)."""
    p: AetoPosition = t.p
    heavy = sum(p.steps[i] for i in group if p.kind[i] in tb.HEAVY and waters.is_axis(p, p.power[i]))
    return ships.burden(t, group) + heavy


def room_aboard(t: Table, seat: int, args: Args) -> int:
    """The transports there carry them (3.25)."""
    p: AetoPosition = t.p
    chosen = sailing.chosen_of(args)
    if not chosen:
        return -1
    mine = t.pieces_of(seat)
    here = [i for i in p.stack(p.at[chosen[0]]) if mine >> i & 1]
    left = ships.points(t, here) - need(t, without_commandos(t, here, chosen))
    heavy = from_iter(i for i in here if p.kind[i] in tb.LAND and need(t, (i,)) > left)
    return ~heavy | where(p.kind, among(tb.COMMANDO)) * int(ships.pairs(t, here) > commandos(t, chosen))


def has_men(t: Table, seat: int, args: Args) -> int:
    """A Joint Land-Sea Offensive is for a landing with its ships and nothing else (5.4/land-sea-amphib)."""
    return int(any(t.p.kind[i] in tb.LAND for i in sailing.chosen_of(args)))


def men_and_ships(t: Table, seat: int, args: Args) -> int:
    """An assault needs men, and transports for all of them (3.25)."""
    chosen = sailing.chosen_of(args)
    men = [i for i in chosen if t.p.kind[i] in tb.LAND]
    return int(bool(men) and need(t, without_commandos(t, chosen, chosen)) <= ships.points(t, chosen))


def commandos(t: Table, group: tuple[int, ...]) -> int:
    """Commando steps of a group."""
    return sum(t.p.steps[i] for i in group if t.p.kind[i] == tb.COMMANDO)


def without_commandos(t: Table, crew: Sequence[int], group: tuple[int, ...]) -> tuple[int, ...]:
    """Who needs transport points: a light cruiser and a destroyer together land a commando, too (3.27)."""
    swift = ships.pairs(t, crew)
    lifted = [i for i in group if t.p.kind[i] == tb.COMMANDO][:swift]
    return tuple(i for i in group if i not in lifted)


# Where to


def coasts(t: Table, seat: int, args: Args) -> int:
    return t.world.board.coastal & t.world.land


def landing_coasts(t: Table, group: tuple[int, ...]) -> dict[int, int]:
    """The hexes whose coast a force reaches, each with the nearest coast (3.1)."""
    node, _, gates, canal = sailing.way_of(t, group)
    far = waters.ways(t.world, node, ships.speed(t, group), gates, canal, 0)
    found: dict[int, int] = {}
    for (land, _), coast in t.world.board.coast.items():
        if coast in far and (land not in found or far[coast] < far[found[land]]):
            found[land] = coast
    return found


def in_reach(t: Table, seat: int, args: Args) -> int:
    """Coasts within the speed of the slowest ship (3.1)."""
    return from_iter(landing_coasts(t, tuple(args[0])))


def enemy_coast(t: Table, seat: int, args: Args) -> int:
    """A hex that an enemy owns (3.25)."""
    p: AetoPosition = t.p
    power = sailing.way_of(t, tuple(args[0]))[1]
    bits = 0
    for foe in members(p.hostile[power]):
        bits |= p.held[foe]
    return bits


def fit_to_land(t: Table, seat: int, args: Args) -> int:
    """Not into mountains, marsh or frozen hexes (3.25)."""
    frozen = from_iter(n for n in members(t.world.ports & t.p.ice) if isolation.is_frozen(t, n))
    return ~(t.world.terrain("mountain") | t.world.marsh | frozen)


def not_yet_assaulted(t: Table, seat: int, args: Args) -> int:
    """A coastal hex is assaulted once a month (5.15/amphib-once)."""
    return ~from_iter(int(key.split()[1]) for key in t.p.tally if key.startswith("assault "))


def few_enough(t: Table, seat: int, args: Args) -> int:
    """No more than may stand in the hex (3.25)."""
    men = tuple(i for i in args[0] if not ships.is_ship(t.p, i))
    limit = stacking.PLAIN
    if stacking.fits(t, men, next(iter(members(t.world.land & ~t.world.cities)))):
        return -1
    city = next(iter(members(t.world.cities)))
    return t.world.cities if sum(t.p.steps[i] for i in men) > limit and stacking.fits(t, men, city) else 0


class Assault(Verb):
    """``assault uk5inf@Liverpool+uk0stp@Liverpool+... Brest``: a Joint Land-Sea Offensive lands on a coast."""

    name = "assault"
    masks = (Mask("5.4/joint", joint.alone),)
    levels: tuple[Level, ...] = (
        Level(
            "force", PIECES, company,
            (Mask("5.0/once-per-month", unactivated), Mask("5.4/land-sea-allies", allies), Mask("5.4/cost", paid_for),
             Mask("3.3", sailing.together), Mask("3.0", sailing.at_most_twelve), Mask("3.25", room_aboard),
             Mask("7.15/function", home_guard.stay_at_home)),
            closes=(Mask("5.4/land-sea-amphib", has_men), Mask("3.25", men_and_ships), Mask("5.4/cost", the_ships_pay)),
        ),
        Level(
            "hex", NODE, coasts,
            (Mask("3.1", in_reach), Mask("3.25", enemy_coast), Mask("3.25", fit_to_land),
             Mask("5.15/amphib-once", not_yet_assaulted), Mask("3.25", few_enough)),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        begin(t, seat, tuple(args[0]), args[1])


def begin(t: Table, seat: int, group: tuple[int, ...], target: int, others: tuple[int, ...] = ()) -> None:
    """The force sails for a coast; whoever attacks over land with it waits for it (5.4/land-sea)."""
    node, power, gates, canal = sailing.way_of(t, group)
    pay(t, power)
    t.p.tally[f"assault {target}"] = 1
    for i in (*group, *others):
        t.p.status[i] = ACTIVE
    goal = landing_coasts(t, group)[target]
    t.emit("assault", "5.4/land-sea", pieces=(*group, *others), nodes=(target,), power=POWERS[power])
    data = {
        "force": group, "target": target, "coast": goal, "stage": 0, "result": "", "held": 0, "overland": others,
        **dict.fromkeys(over_the_coast.REMEMBERED, ()),
    }  # fmt: skip
    t.push(Frame("assault", "order", seat, power, tuple(sorted(data.items()))))
    if node != goal:
        path = waters.route(t.world, node, goal, gates, canal, ports.mined(t, power)) or (node, goal)
        sailing.set_sail(t, seat, group, path, power)


def pay(t: Table, power: int) -> None:
    """One Offensive for the ships, one for the men, and 2 EPs (5.4/cost, 5.4/land-sea)."""
    t.p.offensives[power] -= JOINT_OFFENSIVES
    costs.spend(t.p, power, JOINT_EP)


# The assault


class Assaulting(Step):
    """One assault after its voyage: the die, losses, and the landing (3.25)."""

    name = "Amphibious Assault"
    rule = "3.25"
    kind = "order"
    piece_fields = (
        "force", "overland", "bombers", "escorts", "foe_bombers", "foe_fighters", "over", "against",
    )  # fmt: skip

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        if f["stage"] >= len(STAGES) or not men_of(t, f):
            t.pop("offensive")
        elif f["stage"] < len(over_the_coast.STAGES):
            over_the_coast.STAGES[f["stage"]](t, f)
        else:
            t.remember(stage=f["stage"] + 1)
            STAGES[f["stage"]](t, t.frame)

    def resume(self, t: Table, f: Frame, result: Any) -> None:
        """A voyage or a loss is over, or a side has said what it sends over the coast."""
        over_the_coast.heard(t, f, result)


def men_of(t: Table, f: Frame) -> tuple[int, ...]:
    """The men who are off the coast and did not turn back (3.17)."""
    p: AetoPosition = t.p
    return tuple(
        i for i in f["force"]
        if p.steps[i] and p.kind[i] in tb.LAND and p.at[i] in (f["coast"], f["target"]) and not p.fell[i]
    )  # fmt: skip


def battle_at(t: Table, f: Frame) -> Battle:
    """The assault as a land attack, with who is over the coast (4.22)."""
    return over_the_coast.battle(f)


def attack_of(t: Table, f: Frame) -> int:
    """Printed strengths, a General with them, bombers over the coast and the guns of the ships off it
    (5.14/amphib-attack)."""
    men = men_of(t, f)
    led = combat.generals_in(t, men, {f["coast"]}) + combat.zhukov(t, (*men, *overland.units(t, f)))
    return landed(t, f) + overland.strength(t, f) + led + combat.supported(t, battle_at(t, f))


def landed(t: Table, f: Frame) -> int:
    """The strength that comes over the beaches."""
    return sum(pieces.strength_of(t, i) for i in men_of(t, f))


def defence_of(t: Table, f: Frame) -> int:
    """The units in the hex with their forts, or what an empty coast has (5.14/amphib-attack)."""
    b = battle_at(t, f)
    units = combat.defenders(t, b)
    guns = combat.opposed(t, b)
    if not units:
        return garrison(t, b) + guns
    total = sum(behind_walls(t, b, i) for i in units)
    return total + combat.generals_in(t, units, {f["target"]}, True) + combat.zhukov(t, units) + guns


def coastal_fort(t: Table, b: Battle) -> bool:
    """Has the enemy a coastal fort in the hex?"""
    return bool(t.p.coastal_forts >> b.target & 1)


def behind_walls(t: Table, b: Battle, piece: int) -> int:
    """A coastal fort gives each unit two points against an assault, never above double its print
    (5.14/coastalfort-plus2).
    """
    value = combat.unit_defence(t, b, piece)
    if coastal_fort(t, b) and not combat.fortified(t, b):
        value = min(value + combat.fort_points(), 2 * pieces.strength_of(t, piece))
    if t.p.permanent >> b.target & 1 and not t.world.next_to(b.target):
        value = combat.doubled(pieces.strength_of(t, piece))
    return value


def garrison(t: Table, b: Battle) -> int:
    """An empty enemy coast defends with 1, an empty fort or coastal fort with 2 (5.14/intrinsic-garrison)."""
    if combat.fortified(t, b) or coastal_fort(t, b) or t.p.permanent >> b.target & 1:
        return combat.fort_points()
    return 1


@rule("5.16/amphib-penalty", off=lambda t, power: 0)
def penalty(t: Table, power: int) -> int:
    """-3 for an assault, -4 for the Axis and the Soviets (5.16/amphib-penalty)."""
    return -3 if t.p.alliance[power] == WEST else -4


def landing_penalty(t: Table, f: Frame) -> int:
    """The penalty of an assault; in the month of her invasion Norway is half betrayed (5.16/amphib-penalty)."""
    if overland.lifts_penalty(t, f, landed(t, f)):
        return 0
    return quisling.LANDING if quisling.helps(t, f.power, f["target"]) else penalty(t, f.power)


def sheet_of(t: Table, f: Frame) -> list[tuple[str, int]]:
    """The modifiers of an assault by name."""
    found = [
        ("Amphibious Assault", landing_penalty(t, f)), ("Mud", -int(t.p.mud >> f["target"] & 1)),
        ("Soviet home city", -int(effects.in_soviet_city(t, battle_at(t, f)))),
        ("attackers out of supply", overland.hunger(t, f)), *over_the_coast.superiority(t, battle_at(t, f)),
    ]  # fmt: skip
    return [(name, value) for name, value in found if value]


@rule("5.14/coastalfort-backfire", off=lambda t, b, result: effects.backfired(t, b, result))
def backfired(t: Table, b: Battle, result: str) -> str:
    """[-/1] against a coastal fort hits the attacker, in a Blitzkrieg too (5.14/coastalfort-backfire)."""
    return "1/-" if result == "[-/1]" and coastal_fort(t, b) else effects.backfired(t, b, result)


def roll(t: Table, f: Frame) -> None:
    """The die of the assault (3.25)."""
    b = battle_at(t, f)
    attack, against = attack_of(t, f), defence_of(t, f)
    column = combat.odds_column(attack, against)
    die = t.roll("amphibious assault", 8)
    sheet = sheet_of(t, f)
    overland.feed(t, f)
    net = combat.clamped(die + sum(value for _, value in sheet))
    printed = combat.result_of(net, column)
    result = backfired(t, b, printed)
    t.emit(
        "attack", "3.25", pieces=(*men_of(t, f), *overland.units(t, f)), nodes=(b.target,), attack=attack,
        defence=against,
        odds=tb.COLUMNS[column], die=die, net=net, result=effects.told(printed, result), style="assault",
        modifiers=tuple(f"{name} {value:+}" for name, value in sheet),
    )  # fmt: skip
    t.remember(result=result, held=int(bool(combat.land_units(t, f.power, f["target"]))))


def hit_defender(t: Table, f: Frame) -> None:
    """The defender's losses first (5.18/defender-first)."""
    effects.hit_defender(t, battle_at(t, f), f["result"])


def hit_attacker(t: Table, f: Frame) -> None:
    """Then those of the men; an AE takes them all."""
    n = effects.attacker_loss(f["result"])
    men = (*men_of(t, f), *overland.units(t, f))
    if n and men:
        effects.ask_losses(t, men, n, f["target"])


def ashore(t: Table, f: Frame) -> bool:
    """Is the hex clear of enemy units and the result good enough? A bare garrison yields to all but AE
    (7.7/amphib-garrison).
    """
    if combat.land_units(t, f.power, f["target"]):
        return False
    return bool(f["held"]) or f["result"] != "AE"


def attrition(t: Table, f: Frame) -> None:
    """A landing costs a step unless the result was DE (5.19/amphib-occupy)."""
    men = men_of(t, f)
    if men and ashore(t, f) and f["result"].startswith("-/"):
        effects.ask_losses(t, (*men, *overland.units(t, f)), 1, f["target"])


def land(t: Table, f: Frame) -> None:
    """Who is left goes ashore and takes the hex; else the men stay aboard (7.7/amphib-fail)."""
    p: AetoPosition = t.p
    men = men_of(t, f)
    if not men or not ashore(t, f):
        t.emit("assault_over", "7.7/amphib-fail", nodes=(f["target"],), landed=0)
        return
    movement.capture(t, p.power[men[0]], f["target"])
    hq.drive_off(t, f.power, f["target"])
    leaders = [i for i in f["force"] if p.steps[i] and p.kind[i] == tb.GENERAL and p.at[i] == f["coast"]]
    for i in (*men, *leaders):
        t.place(i, f["target"])
        pieces.tally(t, f"landed {i}")
    land_supply(t, f)
    t.emit("assault_over", "5.19/amphib-occupy", pieces=men, nodes=(f["target"],), landed=1)


def land_supply(t: Table, f: Frame) -> None:
    """A successful assault lands one free Sea Supply chit (7.7/amphib-chit)."""
    if effects.attacker_loss(f["result"]) == 0:
        supply.add_chits(t, f.power, f["target"], 1, 0)
        supply.came_free(t.p, f["target"])


STAGES = (*over_the_coast.STAGES, roll, hit_defender, hit_attacker, attrition, land)
