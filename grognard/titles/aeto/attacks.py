"""Declaring and making land attacks (5.15)."""

from __future__ import annotations

from grognard.board.area import step
from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECES, End, Level, Verb
from grognard.engine.core.rules import Args, Debt, Mask, Owed, rule
from grognard.engine.core.step import Step

from . import activation as act
from . import combat, finland, pieces, stacking, zones
from . import tables as tb
from . import world as w
from .air import paradrop
from .pieces import spoken
from .politics import apathy
from .position import ACTIVE, STANDBY, AetoPosition, Table
from .sea import ships

COMBAT, BREAKTHROUGH, EXPLOITATION, REACTION = "combat", "breakthrough", "exploitation", "reaction"


def connected(t: Table, piece: int, node: int) -> bool:
    """May a unit attack from its hex into another (5.15/adjacent, 5.15/no-water)?"""
    here = t.p.at[piece]
    if t.world.walk.has(here, node):
        return True
    return t.p.kind[piece] == tb.MOUNTAIN and t.world.climb.has(here, node)


def may_strike(t: Table, piece: int, node: int) -> bool:
    """A unit attacks a hex that it stands next to; a Finn none too deep in the Soviet Union."""
    return connected(t, piece, node) and not finland.too_deep(t, piece) >> node & 1


def attackable(t: Table, power: int) -> int:
    """Hexes that a power may attack: enemy units, lone HQs, empty forts; never empty hexes nor lone Generals
    (5.14/target-hex, 5.15/no-empty, 5.20/lone)."""
    ground = zones.ground(t, power)
    return ground.enemy | ground.walls | ground.staffs


def quota(t: Table, place: int) -> int:
    """Attacks that an agent may still make in this Step."""
    now = act.current(t)
    used = int(now["used"][place])
    return max(0, attacks_of(t, place) - used)


def attacks_of(t: Table, place: int) -> int:
    """A stack or General makes one attack, an HQ as many as its rating (5.0/attack-limits, 5.0/stack-split,
    5.0/minor-one-attack).
    """
    now = act.current(t)
    if now["kind"] != act.STAFF:
        return 1
    rating: int = t.world.cards[t.p.card[now["agents"][place]]].command
    return rating


def charge(t: Table, place: int) -> None:
    """An attack is counted against its agent."""
    now = act.current(t)
    used = list(now["used"])
    used[place] += 1
    t.p.offensive["used"] = tuple(used)


def new_step(t: Table) -> None:
    """Quotas of Generals and HQs are per Step, those of stacks and minors per Offensive (5.0/hq-attacks, A14)."""
    now = act.current(t)
    if now["kind"] in (act.STAFF, act.GENERAL):
        t.p.offensive["used"] = (0,) * len(now["used"])
    t.p.offensive.update(targets=(), struck=())
    p: AetoPosition = t.p
    for i in members(where(p.fell, among(1))):
        if not ships.is_ship(p, i):  # what withdrew at sea is out of it until the Phase ends (3.17)
            p.fell[i] = 0


def agent_of(t: Table, piece: int) -> int:
    return max(0, t.p.agent[piece] - 1)


def units_on_standby(t: Table, seat: int, args: Args = ()) -> int:
    """Combat units of the Offensive (5.15/one-attack)."""
    p: AetoPosition = t.p
    ready = where(p.status, among(STANDBY)) | broken_through(t)
    return ready & ~where(p.kind, among(*tb.LEADERS, tb.PARTISAN))


@rule("5.21/no-normal-move", off=lambda t: 0)
def broken_through(t: Table) -> int:
    """Armor that broke through is Active, but may attack in the Combat Step (5.21/no-normal-move, U31)."""
    p: AetoPosition = t.p
    if act.current(t).get("stage") not in ("declare", "combat"):
        return 0
    return where(p.status, among(ACTIVE)) & ~where(p.broke, among(0)) & ~where(p.begun, among(0))


def has_not_attacked(t: Table, seat: int, args: Args) -> int:
    """A unit attacks once in an Offensive; a failed Breakthrough is repeated (5.15/one-attack, 5.21/repeat)."""
    p: AetoPosition = t.p
    bits = where(p.fought, among(0))
    for i in members(units_on_standby(t, seat) & ~where(p.again, among(0))):
        bits = bits | 1 << i if p.again[i] - 1 == args[0] else bits & ~(1 << i)
    return bits


def next_to_target(t: Table, seat: int, args: Args) -> int:
    """Attackers stand next to the target, with a way to it, or drop on it (5.15/adjacent, 5.7/adjacent-to-attack)."""
    near = from_iter(i for i in members(units_on_standby(t, seat)) if may_strike(t, i, args[0]))
    return near | paradrop.jumpers(t, args[0])


def under_command(t: Table, seat: int, args: Args) -> int:
    """Infantry types attack within the HQ's radius, all within one hex of a General (5.15/infantry-radius).

    Also 5.0/general-attack-origin.
    """
    p: AetoPosition = t.p
    kind, stage = act.current(t)["kind"], act.current(t)["stage"]
    bits = 0
    for i in members(units_on_standby(t, seat)):
        free = (
            kind in (act.STACK, act.MINOR)
            or stage.startswith("exploit")
            or (kind == act.STAFF and p.kind[i] in (*tb.HEAVY, tb.CAVALRY))
        )
        if free or act.in_reach(t, agent_of(t, i)) >> p.at[i] & 1:
            bits |= 1 << i
    return bits


def within_stacking(t: Table, seat: int, args: Args) -> int:
    """Only as many attack from a hex as may stand there (5.15/overstack-attack)."""
    p: AetoPosition = t.p
    chosen = args[-1] if len(args) > 1 else ()
    bits = 0
    for i in members(units_on_standby(t, seat)):
        same = [j for j in chosen if p.at[j] == p.at[i]]
        if stacking.fits(t, [*same, i], p.at[i]):
            bits |= 1 << i
    return bits


def with_quota(t: Table, seat: int, args: Args) -> int:
    """One of the attackers' agents has an attack left (5.0/hq-attacks, 5.22/attack-quota)."""
    chosen = args[1] if len(args) > 1 else ()
    return int(bool(payers(t, chosen)) or repeats(t, chosen, args[0]))


def payers(t: Table, chosen: tuple[int, ...]) -> list[int]:
    """The agents of the attackers that have an attack left, their own before others."""
    places = [agent_of(t, i) for i in chosen] + [place for i in chosen for place in other_staffs(t, i)]
    return [place for place in dict.fromkeys(places) if quota(t, place)]


@rule("5.22/other-hq", off=lambda t, piece: [])
def other_staffs(t: Table, piece: int) -> list[int]:
    """Armor that exploits may be commanded by any other HQ of the Offensive in whose radius it stands, if their
    nations fight together (5.22/other-hq)."""
    now = act.current(t)
    if now["kind"] != act.STAFF or not now["stage"].startswith("exploit"):
        return []
    strange = act.strangers(t, t.p.power[piece])
    return [
        place for place, agent in enumerate(now["agents"])
        if act.in_reach(t, place) >> t.p.at[piece] & 1 and not strange >> agent & 1
    ]  # fmt: skip


def not_against_odds(t: Table, seat: int, args: Args) -> int:
    """Fighting Vichy never attacks at less than 1:1 (5.15/vichy)."""
    chosen = args[1] if len(args) > 1 else ()
    if not any(t.p.power[i] == w.VICHY for i in chosen):
        return 1
    b = combat.battle_of(t, args[0], chosen)
    return int(combat.attack_strength(t, b) >= combat.defence(t, b))


def repeats(t: Table, chosen: tuple[int, ...], target: int) -> bool:
    """The forced repeat of a Breakthrough is extra for a stack (5.21/repeat, A14)."""
    if act.current(t)["kind"] == act.STAFF:
        return False
    return any(t.p.again[i] - 1 == target for i in chosen)


def could_attack(t: Table, seat: int, node: int) -> int:
    args = (node,)
    return (
        units_on_standby(t, seat) & has_not_attacked(t, seat, args) & next_to_target(t, seat, args)
        & under_command(t, seat, args)
    )  # fmt: skip


def targets(t: Table, seat: int, args: Args) -> int:
    """Enemy hexes that some unit of the Offensive could attack."""
    power = act.current(t)["power"]
    near = step(from_iter(t.p.at[i] for i in members(units_on_standby(t, seat))), t.world.climb)
    if paradrop.could_jump(t):
        near = -1
    return from_iter(n for n in members(attackable(t, power) & near) if could_attack(t, seat, n))


def undeclared(t: Table, seat: int, args: Args) -> int:
    """A hex is declared once (5.15/split-stack)."""
    return ~from_iter(act.current(t)["targets"])


def quota_for_more(t: Table, seat: int, args: Args) -> int:
    """No more targets are declared than attacks are left (5.14/attack-quota)."""
    now = act.current(t)
    left = sum(quota(t, place) for place in range(len(now["used"])))
    owed = from_iter(t.p.again[i] - 1 for i in members(units_on_standby(t, seat)) if t.p.again[i])
    fresh = sum(1 for n in now["targets"] if now["kind"] == act.STAFF or not owed >> n & 1)
    return -1 if left > fresh else owed if now["kind"] != act.STAFF else 0


class Declare(Verb):
    """``declare Gazala``: name a target before any attack is made."""

    name = "declare"
    levels = (
        Level(
            "target", NODE, targets, (Mask("5.15/split-stack", undeclared), Mask("5.14/attack-quota", quota_for_more))
        ),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.offensive["targets"] = (*act.current(t)["targets"], args[0])
        t.emit("declared", "5.14/basic", nodes=(args[0],))


def repeat_owed(t: Table, seat: int) -> list[Owed]:
    """A failed Breakthrough must attack the same hex again in the Combat Step (5.21/repeat)."""
    p: AetoPosition = t.p
    now = act.current(t)
    named = from_iter((*now["targets"], *now["struck"]))
    owed = []
    for node in sorted({p.again[i] - 1 for i in members(units_on_standby(t, seat)) if p.again[i]}):
        if still_owed(t, seat, node) and not named >> node & 1:
            owed.append(
                Owed("5.21/repeat", f"The Breakthrough on {t.node_name(node)} must be tried again: declare it.", node)
            )
    return owed


def still_owed(t: Table, seat: int, node: int) -> bool:
    """Is a hex that a Breakthrough failed to clear still the enemy's, and can it be attacked (5.21/repeat-cleared)?"""
    power = act.current(t)["power"]
    if node < 0 or not attackable(t, power) >> node & 1 or not survivors(t, seat, node):
        return False
    return bool(quota_for_more(t, seat, ()) >> node & 1)


def survivors(t: Table, seat: int, node: int) -> int:
    """Units of a failed Breakthrough that can still attack its hex (5.21/repeat)."""
    return from_iter(i for i in members(could_attack(t, seat, node)) if t.p.again[i] - 1 == node)


class Declaration(Step):
    """The Combat Step begins: all targets are named (5.14/basic, 5.15/split-stack)."""

    name = "Combat Step: targets"
    rule = "5.14/basic"
    verbs = (Declare(), End())
    debts = (Debt("5.21/repeat", repeat_owed),)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        now = act.current(t)
        left = sum(quota(t, place) for place in range(len(now["used"]))) - len(now["targets"])
        step = "Exploitation" if now["stage"] == "exploit_declare" else "Combat"
        return f"{step}: declare every hex that you will attack ({max(0, left)} more), then end."


def declared(t: Table, seat: int, args: Args) -> int:
    return from_iter(act.current(t)["targets"])


def not_struck(t: Table, seat: int, args: Args) -> int:
    """A hex is attacked once in a Step (5.15/one-hex-per-roll)."""
    return ~from_iter(act.current(t)["struck"])


def still_targets(t: Table, seat: int, args: Args) -> int:
    return targets(t, seat, ())


class Attack(Verb):
    """``attack Gazala ger8arm@Mechili+ger6mech@Mechili``: make a declared attack."""

    name = "attack"
    levels = (
        Level(
            "target", NODE, declared,
            (Mask("5.15/one-hex-per-roll", not_struck), Mask("5.15/no-empty", still_targets)),
        ),
        Level(
            "attackers", PIECES, units_on_standby,
            (
                Mask("5.15/one-attack", has_not_attacked), Mask("5.15/adjacent", next_to_target),
                Mask("5.15/infantry-radius", under_command), Mask("5.15/overstack-attack", within_stacking),
            ),
            closes=(Mask("5.0/hq-attacks", with_quota), Mask("5.15/vichy", not_against_odds)),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        target, chosen = args
        if not repeats(t, chosen, target):
            charge(t, payers(t, chosen)[0])
        t.p.offensive["struck"] = (*act.current(t)["struck"], target)
        exploiting = act.current(t)["stage"] == "exploit_combat"
        launch(t, target, chosen, EXPLOITATION if exploiting else COMBAT)


def launch(t: Table, target: int, chosen: tuple[int, ...], style: str) -> None:
    """Begin an attack."""
    power = t.p.power[chosen[0]]
    pieces.tally(t, "attacks")
    apathy.help_from(t, chosen, target)
    if target == t.world.warsaw:
        t.p.politics.setdefault("warsaw_attacked", t.p.month)
    jumped = tuple(i for i in chosen if not connected(t, i, target))
    data = (
        ("aims", ()), ("attackers", chosen), ("bombers", ()), ("escorts", ()), ("excluded", ()), ("foe_aims", ()),
        ("foe_bombers", ()), ("foe_fighters", ()), ("jumped", jumped), ("over", ()), ("against", ()), ("stage", 0),
        ("style", style), ("target", target),
    )  # fmt: skip
    t.push(Frame("attack", "order", -1, power, tuple(sorted(data))))


class Combat(Step):
    """The Combat Step: declared attacks are made one by one, or left (5.14, 5.15/voluntary)."""

    name = "Combat Step"
    rule = "5.15/voluntary"
    verbs = (Attack(), End())
    debts = (Debt("5.21/repeat", lambda t, s: repeat_unfought(t, s)),)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        now = act.current(t)
        left = [spoken(t, n) for n in now["targets"] if n not in now["struck"]]
        return f"Combat: attack {', '.join(left)}, or end." if left else "Combat: all declared attacks are made; end."


def repeat_unfought(t: Table, seat: int) -> list[Owed]:
    """The declared repeat of a Breakthrough is owed until it is made (5.21/repeat)."""
    p: AetoPosition = t.p
    now = act.current(t)
    left = [n for n in now["targets"] if n not in now["struck"]]
    owed = []
    for node in sorted({p.again[i] - 1 for i in members(units_on_standby(t, seat)) if p.again[i]}):
        units = could_attack(t, seat, node) if node in left else 0
        can_pay = now["kind"] != act.STAFF or any(quota(t, agent_of(t, i)) for i in members(units))
        if units & survivors(t, seat, node) and can_pay and attackable(t, now["power"]) >> node & 1:
            owed.append(Owed("5.21/repeat", f"The Breakthrough on {t.node_name(node)} must be tried again.", node))
    return owed
