"""What happens over a target before the die of a land attack: air units, drops, the last word (4.22, 4.24, 10.1)."""

from __future__ import annotations

from typing import Any

from grognard.engine.core.frames import Frame

from . import attacks, combat, reroll
from . import world as w
from .air import dogfight, flights, paradrop, support
from .combat import Battle
from .politics import apathy, ultra
from .position import ACTIVE, AetoPosition, Table

ATTACKER, DEFENDER = 1, 2
"""Who has paid for a second roll, as bits."""


def on(t: Table, **data: Any) -> None:
    """Go on to the next stage of the attack."""
    t.remember(stage=t.frame["stage"] + 1, **data)


def battle(t: Table, f: Frame) -> Battle:
    """The attack as it stands now."""
    alive = tuple(i for i in f["attackers"] if t.p.steps[i])
    jumped = tuple(i for i in f["jumped"] if t.p.steps[i])
    fighters = (*f.get("escorts", ()), *f.get("foe_fighters", ()))
    return Battle(
        f["target"], alive, f.power, f["excluded"], f["over"], f["against"], jumped, f.get("ultra", 0), fighters,
        no_air(f),
    )  # fmt: skip


def defending_power(t: Table, f: Frame) -> int:
    """Whose hex is attacked: the first unit's power, or the owner of an empty fort."""
    p: AetoPosition = t.p
    units = combat.land_units(t, f.power, f["target"])
    if units:
        return p.power[units[0]]
    return next((power for power, land in enumerate(p.held) if land >> f["target"] & 1), w.NEUTRAL)


def defending_seat(t: Table, f: Frame) -> int:
    return t.seat_of(defending_power(t, f))


def no_air(f: Frame) -> bool:
    """Air units and ships take no part in an Armor Reaction (5.17/no-air)."""
    return bool(f.get("style", "") == attacks.REACTION)


def attackers_air(t: Table, f: Frame) -> None:
    """The attacker sends bombers and escorts (4.22)."""
    on(t)
    if not no_air(f):
        support.ask(t, t.seat_of(f.power), f.power, support.ATTACK, f["target"])


def defenders_air(t: Table, f: Frame) -> None:
    """The defender sends bombers and interceptors (4.22)."""
    on(t)
    if not no_air(f):
        support.ask(t, defending_seat(t, f), defending_power(t, f), support.DEFENCE, f["target"])


def counter_air(t: Table, f: Frame) -> None:
    """Against interceptors the attacker may send more fighters (4.12)."""
    on(t)
    if f["foe_fighters"]:
        gone = (*f["bombers"], *f["escorts"])
        support.ask(t, t.seat_of(f.power), f.power, support.COUNTER, f["target"], gone)


def sent(t: Table, f: Frame, side: str, bombers: tuple[int, ...], fighters: tuple[int, ...]) -> None:
    """What a side has sent is in the air."""
    if bombers or fighters:
        apathy.help_from(t, (*bombers, *fighters), f["target"])
        t.emit("took_off", "4.22", pieces=(*bombers, *fighters), nodes=(f["target"],))
    if side == support.DEFENCE:
        t.remember(foe_bombers=bombers, foe_fighters=fighters)
    else:
        t.remember(bombers=(*f["bombers"], *bombers), escorts=(*f["escorts"], *fighters))


def loads(t: Table, f: Frame) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """The transports of those who jump, as they were when the attack was announced."""
    return paradrop.load(t, tuple(i for i in f["jumped"] if t.p.steps[i]), f["target"])


def missions(t: Table, f: Frame) -> tuple[dogfight.Mission, dogfight.Mission]:
    """What each side has over the target, the attacker's transports among his bombers."""
    planes = tuple(i for _, loaded in loads(t, f) for i in loaded)
    ours = dogfight.Mission((*f["bombers"], *planes), f["escorts"])
    return ours, dogfight.Mission(f["foe_bombers"], f["foe_fighters"])


def meets(ours: dogfight.Mission, theirs: dogfight.Mission) -> bool:
    """There is air combat when both sides fly and someone has fighters (4.12)."""
    return bool(ours.all and theirs.all and (ours.fighters or theirs.fighters))


def attackers_aim(t: Table, f: Frame) -> None:
    """The attacker's fighters pick their targets (4.12)."""
    on(t)
    ours, theirs = missions(t, f)
    if meets(ours, theirs) and ours.fighters:
        dogfight.ask_aims(t, t.seat_of(f.power), f.power, f["target"], ours, theirs)


def defenders_aim(t: Table, f: Frame) -> None:
    """Then the defender's (4.12)."""
    on(t)
    ours, theirs = missions(t, f)
    if meets(ours, theirs) and theirs.fighters:
        dogfight.ask_aims(t, defending_seat(t, f), defending_power(t, f), f["target"], theirs, ours)


def aimed(t: Table, f: Frame, aims: tuple[tuple[int, int], ...]) -> None:
    """A side has named its targets."""
    ours = bool(aims) and aims[0][0] in f["escorts"]
    t.remember(**{"aims" if ours else "foe_aims": aims})


def fought_in_the_air(t: Table, f: Frame) -> None:
    """All fire together; who is left is over the target when the land die falls (4.12, 4.23)."""
    ours, theirs = missions(t, f)
    shots = [*dogfight.shots_of(f["aims"], theirs), *dogfight.shots_of(f["foe_aims"], ours)]
    loaded = loads(t, f)
    hit = dogfight.suffer(t, dogfight.fire(t, shots, f["target"]), f["target"])
    over = tuple(i for i in (*f["bombers"], *f["escorts"]) if i not in hit and t.p.steps[i])
    against = tuple(i for i in (*f["foe_bombers"], *f["foe_fighters"]) if i not in hit and t.p.steps[i])
    commit(t, (*f["bombers"], *f["escorts"]), over)
    for i in f["foe_bombers"]:
        t.p.status[i] = ACTIVE if t.p.steps[i] else 0
    jumped = paradrop.arrive(t, loaded, hit)
    stayed = tuple(i for i in f["jumped"] if i not in jumped)
    on(t, over=over, against=against, jumped=jumped, attackers=tuple(i for i in f["attackers"] if i not in stayed))


def commit(t: Table, flown: tuple[int, ...], over: tuple[int, ...]) -> None:
    """Who flew is Committed, but may support a later Step of this Offensive if nothing drove it off (viii.7, 4.1)."""
    for i in flown:
        if t.p.steps[i]:
            t.p.status[i] = ACTIVE
    if over and t.p.offensive:
        flights.note_flown(t, over)


def dropped(t: Table, f: Frame) -> None:
    """The paratroopers jump (4.24)."""
    on(t)
    paradrop.drop(t, f["jumped"], f["target"])


def resolved(t: Table, f: Frame) -> None:
    """The attacker has the last word before the die (10.1, 5.15/no-cancel-para)."""
    on(t, said="", paid=0)
    if not any(t.p.steps[i] for i in f["attackers"]) or outmatched(t, f):
        t.remember(said="cancel")
        return
    t.ask("resolve", t.seat_of(f.power), target=f["target"], jumped=len(f["jumped"]), powers=(f.power,))


def outmatched(t: Table, f: Frame) -> bool:
    """An attack of Fighting Vichy that falls below 1:1 over the target is not made (9.11, A38)."""
    b = battle(t, f)
    return f.power == w.VICHY and combat.attack_strength(t, b) < combat.defence(t, b)


def doubted(t: Table, f: Frame) -> None:
    """The defender may pay for a second roll (10.1); a cancelled attack is over."""
    if f["said"] == "cancel":
        t.pop(("attack", 0))
        return
    on(t, said="", paid=ATTACKER if f["said"] == "reroll" else 0)
    powers = tuple(dict.fromkeys(t.p.power[i] for i in combat.land_units(t, f.power, f["target"])))
    seat = defending_seat(t, f)
    if reroll.payer(t, list(powers)) >= 0 or ultra.may_warn(t, f.power, seat):
        t.ask("doubt", seat, target=f["target"], powers=powers, foe=f.power)


def answered(t: Table, f: Frame) -> None:
    """What the defender said is noted."""
    warned = int(f["said"] == "ultra")
    on(t, said="", paid=f["paid"] | (DEFENDER if f["said"] == "reroll" else 0), ultra=warned)


STAGES = (
    attackers_air, defenders_air, counter_air, attackers_aim, defenders_aim, fought_in_the_air, dropped, resolved,
    doubted, answered,
)  # fmt: skip
"""From the announcement to the die."""
