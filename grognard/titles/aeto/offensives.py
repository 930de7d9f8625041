"""The Offensive Phase (Part 5, viii.4, viii.5): sides alternate Offensives; one Offensive runs through its Steps."""

from __future__ import annotations

from grognard.board.hexset import among, members, where
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import WORD, End, Level, Verb
from grognard.engine.core.rules import Args
from grognard.engine.core.step import Step

from . import activation as act
from . import agents, attacks, breakthrough, costs, exploitation, iraq, joint, movement, zones
from . import hq as hq_
from . import tables as tb
from . import world as w
from .politics import ultra
from .position import ACTIVE, AXIS, SOVIET, STANDBY, WEST, AetoPosition, Table
from .sides import name_of

SIDES = ("axis", "allies")
TYPES = {"offensive": joint.LAND, "air offensive": joint.AIR, "sea offensive": joint.SEA}
"""The types of Offensives by what they report when they are over (P5/offensive-types)."""


GAVE_WAY = "gave way"
"""In the month's tally: who has the Initiative has let the other side begin the Naval and Air Phase (3.5)."""


def first_in_the_air(t: Table) -> int:
    """The side that begins the Air Movement Step: that of the Initiative, unless it has given way (3.5)."""
    side = side_of(t.p.initiative)
    return 1 - side if GAVE_WAY in t.p.tally else side


def side_of(alliance: int) -> int:
    """The side of the Initiative that an alliance is on, or -1."""
    return {AXIS: 0, WEST: 1, SOVIET: 1}.get(alliance, -1)


def side_fought_for(p: AetoPosition, power: int, alliance: int) -> int:
    """Who fights outside the alliances is asked with his enemies' enemies (9.11, 10.24)."""
    side = side_of(alliance)
    if side >= 0 or not p.hostile[power]:
        return side
    foes = [side_of(p.alliance[foe]) for foe in members(p.hostile[power])]
    return 0 if max(foes) == 1 or (power != w.USSR and max(foes) < 0) else 1


def at_war(p: AetoPosition, power: int) -> bool:
    return bool(p.hostile[power])


def seats_of(t: Table, side: int) -> tuple[int, ...]:
    """The seats that play for a side, those with most Offensives first (P5/initiative-side)."""
    p: AetoPosition = t.p
    stock: dict[int, int] = {}
    for power, alliance in enumerate(p.alliance):
        if side_fought_for(p, power, alliance) == side and at_war(p, power):
            seat = t.seat_of(power)
            stock[seat] = stock.get(seat, 0) + p.offensives[power]
    return tuple(sorted(stock, key=lambda seat: (-stock[seat], seat)))


def has_means(t: Table, seat: int) -> bool:
    """Can a seat pay for an Offensive and has it someone to wake (A39)?"""
    p: AetoPosition = t.p
    fresh = movement.on_map(t, seat) & where(p.status, among(0))
    rich = {power for power in t.powers_of(seat) if at_war(p, power) and costs.can_pay(t, power)}
    if agents.roused_hexes(t, seat, ()) & agents.with_minor_offensives(t, seat, ()):
        return True
    return any(p.power[i] in rich and zones.combat_unit(p, i) for i in members(fresh))


class Pass(Verb):
    """``pass``: no more Offensives this month."""

    name = "pass"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.emit("passed", "viii.5")
        if joint.pending(t):
            t.remember(joint=())
            turn_over(t)
        else:
            next_seat(t)


def next_seat(t: Table) -> None:
    """The next player of the side is asked; when all have declined the side is out for the month (viii.5)."""
    f = t.frame
    left = tuple(s for s in f["seats"][1:] if has_means(t, s))
    if left:
        t.remember(seats=left)
    else:
        t.remember(out=f["out"] | 1 << f["side"], seats=())


def turn_over(t: Table) -> None:
    """The other side's turn, unless it is out (P5/alternation)."""
    f = t.frame
    other = next(s for s in range(len(SIDES)) if s != f["side"])
    side = other if not f["out"] >> other & 1 else f["side"]
    t.remember(side=side, seats=tuple(s for s in seats_of(t, side) if has_means(t, s)))


class OffensivePhase(Step):
    """Sides take turns; each Offensive is carried out whole (P5/alternation, viii.5)."""

    name = "Offensive Phase"
    rule = "P5/alternation"
    verbs: tuple[Verb, ...] = (agents.ByStaff(), agents.ByGeneral(), agents.ByStack(), agents.ByMinor(), Pass())
    """Campaigns have declarations of war and Blitzkriegs beside these (9.0, 10.2)."""

    def begin(self, t: Table, f: Frame) -> None:
        side = side_of(t.p.first)
        seats = named_first(t, seats_of(t, side))
        t.remember(side=side, out=0, joint=(), seats=tuple(s for s in seats if has_means(t, s)))

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return tuple(f["seats"][:1])

    def run(self, t: Table, f: Frame) -> None:
        """A side that can pay for nothing is out; when both are, the Phase is over."""
        out = f["out"] | 1 << f["side"]
        if out == (1 << len(SIDES)) - 1:
            t.pop()
            return
        t.remember(out=out)
        turn_over(t)

    def resume(self, t: Table, f: Frame, result: object) -> None:
        kind = TYPES.get(result) if isinstance(result, str) else None
        if kind is not None and not (joint.made(t, kind) and has_means(t, f["seats"][0])):
            t.remember(joint=())
            turn_over(t)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        p: AetoPosition = t.p
        stock = ", ".join(
            f"{name_of(t.title.meta.powers[power])} {p.offensives[power]} with {costs.available(p, power)} EPs"
            for power in t.powers_of(seat) if p.offensives[power] or costs.available(p, power)
        )  # fmt: skip
        left = " and ".join(f"{kind.title()} Offensive" for kind in f.get("joint", ()))
        what = "begin an Offensive by an HQ, a General or a stack, or pass"
        if left:
            what = f"the Joint Offensive goes on with its {left}, or pass"
        return f"Offensive Phase: {what}. Offensives: {stock or 'none'}."


def words_of_sides(t: Table, seat: int, args: Args) -> tuple[str, ...]:
    return SIDES


def seat_words(t: Table, side: int) -> tuple[str, ...]:
    return tuple(t.seats[seat] for seat in seats_of(t, side))


def beginners(t: Table, seat: int, args: Args) -> tuple[str, ...]:
    """Who makes his side's first Offensive: the holder of the Initiative or an ally whom he names
    (P5/initiative-own-side)."""
    own = args[0] == side_of(t.p.initiative)
    return seat_words(t, args[0]) if own else ("they_decide",)


class First(Verb):
    """``first axis``, ``first allies ussr``: which side makes the first Offensive, and who of it."""

    name = "first"
    levels = (
        Level("side", WORD, None, words=words_of_sides),
        Level("player", WORD, None, words=beginners, optional=True),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        side, which = (*args, 0)[:2]
        t.p.first = AXIS if side == 0 else WEST
        t.emit("first", "P5/initiative-side", side=SIDES[side])
        t.pop()
        seats = seats_of(t, side)
        if side == side_of(t.p.initiative):
            t.p.due["begins"] = seats[which] + 1
        elif len(seats) > 1:
            t.ask("beginner", richest(t, seats), side=side)


def richest(t: Table, seats: tuple[int, ...]) -> int:
    """The enemy who began the season with most Offensives says who of his side begins (P5/initiative-enemy-side)."""
    p: AetoPosition = t.p

    def stock(seat: int) -> int:
        return sum(int(p.due.get(f"bought {power}", p.offensives[power])) for power in t.powers_of(seat))

    return max(seats, key=lambda seat: (stock(seat), -seat))


class Begin(Verb):
    """``begin ussr``: this player of the side makes its first Offensive."""

    name = "begin"
    levels = (Level("player", WORD, None, words=lambda t, s, a: seat_words(t, t.frame["side"])),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.due["begins"] = seats_of(t, t.frame["side"])[args[0]] + 1
        t.pop()


class Beginner(Step):
    """Who of a side that was made to begin makes the first Offensive (P5/initiative-enemy-side)?"""

    name = "Initiative"
    rule = "P5/initiative-enemy-side"
    kind = "question"
    verbs = (Begin(),)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "Your side must begin: which player makes the first Offensive?"


def named_first(t: Table, seats: tuple[int, ...]) -> tuple[int, ...]:
    """The seats of a side, whoever was named to begin first."""
    named = t.p.due.pop("begins", 0) - 1
    return tuple(sorted(seats, key=lambda seat: seat != named))


class WhoFirst(Step):
    """The player with the Initiative names the side that begins (P5/initiative-side, A47)."""

    name = "Initiative"
    rule = "P5/initiative-side"
    verbs = (First(),)

    def begin(self, t: Table, f: Frame) -> None:
        if ultra.may_take_initiative(t):
            t.ask("ultra", t.seat_of(w.UK))

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return seats_of(t, side_of(t.p.initiative))[:1]

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "You have the Initiative: which side makes the first Offensive and moves first?"


# One Offensive


STAGES = (
    "command", "breakthrough", "land_movement", "command_late", "declare", "combat", "exploit_move", "exploit_declare",
    "exploit_combat",
)  # fmt: skip
NEW_STEP = ("breakthrough", "declare", "exploit_declare")


class Offensive(Step):
    """A Land Offensive runs through its Steps (viii.4)."""

    name = "Offensive"
    rule = "viii.4"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        stage = f["stage"]
        if stage == len(STAGES):
            close(t)
            t.pop("offensive")
            return
        t.remember(stage=stage + 1)
        name = STAGES[stage]
        t.p.offensive["stage"] = name
        if name in NEW_STEP:
            attacks.new_step(t)
        if name == "land_movement":
            rest_from_zones(t)
        if takes_place(t, name):
            seat = t.seat_of(t.p.offensive["power"])
            t.push(Frame(STEP_OF.get(name, name), "step", seat, f.power))


STEP_OF = {
    "command_late": "command", "exploit_declare": "declare", "exploit_combat": "combat", "exploit_move": "exploitation",
}  # fmt: skip


def takes_place(t: Table, name: str) -> bool:
    """A Step in which nothing can be done is passed over."""
    p: AetoPosition = t.p
    seat = t.seat_of(p.offensive["power"])
    if name == "command":
        return True
    if name == "command_late":
        return bool(p.offensive["kind"] == act.STAFF)
    if name == "breakthrough":
        return bool(breakthrough.stacks(t, seat, ()))
    if name == "exploit_move":
        return bool(exploitation.begin_exploitation(t, seat))
    if name == "exploit_declare":
        return bool(p.offensive.get("exploits")) and bool(attacks.targets(t, seat, ()))
    if name in ("combat", "exploit_combat"):
        return bool(p.offensive["targets"])
    if name == "declare":
        return bool(attacks.targets(t, seat, ()))
    return bool(movement.movers(t, seat, ()))


def rest_from_zones(t: Table) -> None:
    """A unit that begins a Step in an enemy zone may leave it (5.13/leave)."""
    p: AetoPosition = t.p
    for i in members(where(p.status, among(STANDBY))):
        p.halt[i] = 0


def close(t: Table) -> None:
    """All units of the Offensive are Active for the rest of the month (5.0/committed-after, 5.6/markers)."""
    p: AetoPosition = t.p
    for i in members(where(p.status, among(STANDBY))):
        p.status[i] = ACTIVE
        p.fought[i] = p.broke[i] = p.halt[i] = p.late[i] = 0
    look_at_supply_anew(p)
    for i in members(where(p.fell, among(1)) & ~where(p.kind, among(*tb.SHIPS))):
        p.fell[i] = 0
    p.offensive = {}
    t.emit("offensive_over", "5.0/committed-after")


def look_at_supply_anew(p: AetoPosition) -> None:
    """After an Offensive armor too must trace its supply, that which broke through as well (7.10/move-armor)."""
    for i in range(len(p.at)):
        p.begun[i] = 0


class LandMovement(Step):
    """The Land Movement Step: activated units move (5.7)."""

    name = "Land Movement Step"
    rule = "5.7/allowance"
    verbs: tuple[Verb, ...] = (movement.Move(), hq_.Bump(), iraq.ToBox(), iraq.FromBox(), End())

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        left = movement.can_go(t, seat, ()) & movement.movers(t, seat, ())
        n = sum(zones.combat_unit(t.p, i) for i in members(left & movement.not_broken_through(t, seat, ())))
        return f"Land movement: move the units on Standby ({n} can still move), then end."
