"""Activation (5.0, 5.1, 5.6): whom an agent commands and wakes, and the Command Status Step."""

from __future__ import annotations

from typing import Any

from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import PATH, PIECE, End, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step

from . import hq, iraq, pieces, reach, supply, zones
from . import tables as tb
from . import world as w
from .position import FRESH, STANDBY, SUPPLIED, UNSUPPLIED, AetoPosition, Table
from .title import POWERS

STACK, GENERAL, MINOR, STAFF = "stack", "general", "minor", "hq"
"""The four kinds of command agents (5.0)."""
FIRST_TIME = among(FRESH)
NOT_WOKEN = (tb.HQ, tb.PARTISAN, *tb.AIR, *tb.SHIPS)


def unactivated(t: Table, seat: int, args: Args) -> int:
    """Each unit is activated once a month (5.0/once-per-month)."""
    return where(t.p.status, FIRST_TIME)


def begin_offensive(t: Table, kind: str, power: int, agents: tuple[int, ...], node: int) -> None:
    """Note the agents and start the Steps of a Land Offensive (5.0/declare-first, viii.4, 5.0/agents)."""
    p: AetoPosition = t.p
    p.offensive = {
        "kind": kind, "power": power, "agents": agents, "node": node, "used": (0,) * max(1, len(agents)),
        "targets": (), "struck": (), "stage": "", "broke": 0,
    }  # fmt: skip
    for place, agent in enumerate(agents, 1):
        wake(t, agent, place, False)
    t.emit("offensive", "5.0/agents", pieces=agents, nodes=(node,), power=POWERS[power], how=kind)
    t.push(Frame("offensive", "step", -1, power, (("stage", 0),)))


def home_of(t: Table, power: int) -> int:
    """A nation's home hexes."""
    hexes: int = t.world.board.nation.get(POWERS[power], 0)
    return hexes


def minor_area(t: Table, power: int, node: int) -> int:
    """All of a minor's home, or one hex abroad (5.0/minor-activation)."""
    home = home_of(t, power)
    return home if home >> node & 1 else 1 << node


def wake(t: Table, piece: int, agent: int, late: bool) -> None:
    """Mark a unit Standby, and note whether it begins in supply (5.6/markers, 7.10/move-begin)."""
    p: AetoPosition = t.p
    p.status[piece], p.agent[piece], p.late[piece] = STANDBY, agent, int(late)
    p.spent[piece] = p.halt[piece] = p.fought[piece] = p.broke[piece] = 0
    p.begun[piece] = SUPPLIED if supply.moves_supplied(t, piece) else UNSUPPLIED


# The Command Status Step


def current(t: Table) -> dict[str, Any]:
    p: AetoPosition = t.p
    return p.offensive


def in_reach(t: Table, agent_place: int) -> int:
    """The hexes that an agent commands: a stack's hex, a General's and those around, an HQ's radius (5.0/hq-radius)."""
    now = current(t)
    if now["kind"] == STACK:
        return 1 << int(now["node"])
    if now["kind"] == MINOR:
        return minor_area(t, now["power"], now["node"])
    agent = now["agents"][agent_place]
    if now["kind"] == GENERAL:
        return general_area(t, agent)
    return iraq.command_area(t, agent)


def general_area(t: Table, general: int) -> int:
    """A General commands his hex and the six around it, whatever the terrain (5.0/general-activation)."""
    area: int = t.world.disc(t.p.at[general], 1)
    return area


def commanded(t: Table, seat: int, args: Args) -> int:
    """Units within reach of an agent of this Offensive, allies among them (5.0/hq-includes, 5.0/stack-activation)."""
    p: AetoPosition = t.p
    now = current(t)
    area = 0
    for place in range(max(1, len(now["agents"]))):
        area |= in_reach(t, place)
    friends = zones.allies_of(p, now["power"])
    bits = 0
    for power in friends:
        if t.seat_of(power) != seat and power != now["power"] and not shares_command(t, power):
            continue
        for node in members(p.occupied[power] & area):
            bits |= from_iter(i for i in p.stacks[node] if p.power[i] == power and p.kind[i] not in NOT_WOKEN)
    return bits


def shares_command(t: Table, power: int) -> bool:
    """Another player's units are not woken without him: his seat pays for its own."""
    return False


def no_other_minor(t: Table, seat: int, args: Args) -> int:
    """A Minor Nation Activation wakes no other minor's units (5.0/minor-no-other-minor)."""
    now = current(t)
    if now["kind"] != MINOR:
        return -1
    majors = [power for power in range(len(POWERS)) if w.is_major(power)]
    return where(t.p.power, among(now["power"], *majors))


WINTER_1941 = tb.month_of("January 1941")


def cooperating(t: Table, seat: int, args: Args) -> int:
    """Germans and Italians share no Offensive before 1941 (9.26)."""
    return ~strangers(t, current(t)["power"])


def strangers(t: Table, power: int) -> int:
    """Units that an Offensive of a power may not include: Italians with Germans before 1941 (9.26)."""
    if t.p.month >= WINTER_1941 or power not in (w.GERMANY, w.ITALY):
        return 0
    return where(t.p.power, among(w.ITALY if power == w.GERMANY else w.GERMANY))


def no_other_general(t: Table, seat: int, args: Args) -> int:
    """A General wakes no other General (5.0/general-other-general)."""
    return ~where(t.p.kind, among(tb.GENERAL)) if current(t)["kind"] == GENERAL else -1


def standby(t: Table) -> list[int]:
    """The units of this Offensive."""
    return list(members(where(t.p.status, among(STANDBY))))


def half_ours(t: Table, seat: int, args: Args) -> int:
    """At least half of the activated chits are of the payer's nation; leaders do not count (5.0/half-nationality,
    5.0/general-half, 5.0/minor-half).
    """
    p: AetoPosition = t.p
    now = current(t)
    nations = {now["power"], *(p.power[i] for i in now["agents"])}
    units = [i for i in standby(t) if zones.combat_unit(p, i)]
    own = sum(p.power[i] in nations for i in units)
    if own > len(units) - own:
        return -1
    return where(p.power, among(*nations)) | where(p.kind, among(*tb.LEADERS))


class Activate(Verb):
    """``activate ger8arm@Mechili``: a unit is put on Standby."""

    name = "activate"
    levels = (
        Level(
            "unit", PIECE, commanded,
            (
                Mask("5.0/once-per-month", unactivated), Mask("5.0/general-other-general", no_other_general),
                Mask("5.0/minor-no-other-minor", no_other_minor), Mask("9.26", cooperating),
                Mask("5.0/half-nationality", half_ours),
            ),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        activate(t, args[0])


def activate(t: Table, piece: int) -> None:
    """A unit within reach is put on Standby under its agent (5.0/hq-activation)."""
    p: AetoPosition = t.p
    now = current(t)
    places = range(max(1, len(now["agents"])))
    agent = next((place for place in places if in_reach(t, place) >> p.at[piece] & 1), 0)
    wake(t, piece, agent + 1, now["stage"] == "command_late")
    t.emit("activated", "5.0/hq-activation", pieces=(piece,), nodes=(p.at[piece],))


def wakeable(t: Table, seat: int) -> int:
    found = commanded(t, seat, ()) & unactivated(t, seat, ()) & no_other_general(t, seat, ())
    return found & no_other_minor(t, seat, ()) & cooperating(t, seat, ()) & half_ours(t, seat, ())


class ActivateAll(Verb):
    """``activate_all``: every unit that may be, those of the payer's nation first."""

    name = "activate_all"
    masks = (Mask("5.0/not-mandatory", lambda t, s, a: int(bool(wakeable(t, s)))),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        power = current(t)["power"]
        while True:
            left = members(wakeable(t, seat))
            if not left:
                return
            activate(t, min(left, key=lambda i: (t.p.power[i] != power, -t.world.cards[t.p.card[i]].strength, i)))


def agents(t: Table, seat: int, args: Args) -> int:
    """The HQs of this Offensive."""
    now = current(t)
    return from_iter(now["agents"]) if now["kind"] == STAFF else 0


def stride_left(t: Table, piece: int) -> int:
    """Three hexes before land movement and three after; two out of supply (5.1/rate-offensive, 5.1/two-moves, A4)."""
    p: AetoPosition = t.p
    rate = hq.RATE if reach.began_supplied(t, piece) else 2
    return rate - p.spent[piece]


def striders(t: Table, seat: int, args: Args) -> int:
    """HQs on the map with hexes left to move (5.1/rate-offensive)."""
    ashore = members(agents(t, seat, ()) & ~pieces.aboard(t))
    return from_iter(i for i in ashore if stride_left(t, i) > 0)


def strides(t: Table, piece: int) -> reach.Ways:
    return reach.reach_of(t, (piece,), w.ANYWHERE, max(0, stride_left(t, piece)))


def stride_targets(t: Table, seat: int, args: Args) -> int:
    """Hexes within an HQ's move, out of open enemy zones (5.1/rate-offensive, 5.1/zoc-lone)."""
    return strides(t, args[0]).all()


def not_near_staffs(t: Table, seat: int, args: Args) -> int:
    """An HQ does not come next to another of its nation (5.1/interval-violation)."""
    return ~hq.too_near(t, args[0])


def no_second_staff(t: Table, seat: int, args: Args) -> int:
    """Two HQs never share a hex (5.1/interval-stack)."""
    p: AetoPosition = t.p
    friends = zones.allies_of(p, p.power[args[0]])
    return ~from_iter(p.at[i] for power in friends for i in hq.staffs(t, power))


def stride_path(t: Table, seat: int, args: Args, node: int) -> tuple[int, ...]:
    return strides(t, args[0]).path(node)


class Stride(Verb):
    """``stride AFRIKA Mechili``: an HQ of the Offensive moves."""

    name = "stride"
    levels = (
        Level("hq", PIECE, agents, (Mask("5.1/rate-offensive", striders),)),
        Level(
            "target", PATH, lambda t, s, a: t.world.land,
            (
                Mask("5.1/zoc-lone", stride_targets), Mask("5.1/interval-violation", not_near_staffs),
                Mask("5.1/interval-stack", no_second_staff),
            ),
            path=stride_path, cost=lambda t, s, a, n: strides(t, a[0]).cost(n),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, path = args
        t.p.spent[piece] += len(path) - 1
        t.place(piece, path[-1])
        t.emit("strode", "5.1/two-moves", pieces=(piece,), nodes=(path[0], path[-1]))


class Command(Step):
    """The Command Status Step: agents move, units are woken (5.0, 5.1)."""

    name = "Command Status Step"
    rule = "5.0/declare-first"
    verbs = (Activate(), ActivateAll(), Stride(), End())

    def begin(self, t: Table, f: Frame) -> None:
        now = current(t)
        for agent in now["agents"]:
            t.p.spent[agent] = 0

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        units = sum(zones.combat_unit(t.p, i) for i in standby(t))
        late = current(t)["stage"] == "command_late"
        what = "wake units that may still attack" if late else "wake the units that shall move or attack"
        staff = " or move the HQ" if current(t)["kind"] == STAFF else ""
        return f"Command: {what}{staff}, then end. {units} on Standby."
