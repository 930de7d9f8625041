"""Interception (3.7): one force from each port or sea hex within half its speed may try once a Phase."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECES, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step

from .. import tables as tb
from .. import world as w
from ..air import flights
from ..pieces import spoken
from ..position import AetoPosition, Table
from . import admirals, ports, ships, waters

NEEDED = 5
"""An interception succeeds on this or more (3.7)."""
RADAR_YEAR = 1941
"""British ships have radar from this year (interception.csv)."""


def ask(t: Table, f: Frame) -> None:
    """Every enemy seat with a force that could try is asked, the last first on the agenda (3.7)."""
    seats = [s for s in range(len(t.seats)) if s != f.seat and hunters_near(t, s, f.power, f["path"])]
    for seat in reversed(seats):
        data = {
            "path": f["path"], "pieces": f["pieces"], "foe": f.power, "tries": (), "trying": (), "counts": (),
        }  # fmt: skip
        t.push(Frame("intercepting", "question", seat, -1, tuple(sorted(data.items()))))


def hunters(t: Table, seat: int, power: int) -> int:
    """Ships of a seat that may seek a battle with a power: not marked, and they have not tried in this Phase (3.7,
    7.10/naval-limits).
    """
    p: AetoPosition = t.p
    ready = ships.afloat(t, seat) & where(p.kind, among(*ships.FIRING)) & where(p.marked, among(0))
    ready &= where(p.fought, among(0)) & where(p.fell, among(0))
    foes = among(*members(p.hostile[power]))
    return from_iter(i for i in members(ready & where(p.power, foes)) if f"tried {p.at[i]}" not in p.tally)


def hunters_near(t: Table, seat: int, power: int, path: tuple[int, ...]) -> int:
    """Those of them that reach a node of the way (3.7)."""
    return from_iter(i for i in members(hunters(t, seat, power)) if reach(t, (i,)) & from_iter(path[1:]))


def reach(t: Table, group: tuple[int, ...]) -> int:
    """The waters within half a force's speed (3.7)."""
    p: AetoPosition = t.p
    power, node = p.power[group[0]], p.at[group[0]]
    gates = waters.gates_shut(t, power, p.kind[group[0]] == tb.SS)
    far = waters.ways(t.world, node, ships.speed(t, group) // 2, gates, waters.is_axis(p, power), 0)
    return from_iter(far) & (waters.at_sea(t.world) | 1 << node) & ~ports.mined(t, power)


def able(t: Table, seat: int, args: Args) -> int:
    """Ships that could still try."""
    f = t.frame
    return hunters_near(t, seat, f["foe"], f["path"]) & ~from_iter(f["trying"])


def one_force(t: Table, seat: int, args: Args) -> int:
    """A force from one port or sea hex; ships do not split to roll more often (3.7)."""
    chosen = args[0] if args else ()
    return from_iter(t.p.stack(t.p.at[chosen[0]])) if chosen else -1


def few(t: Table, seat: int, args: Args) -> int:
    """Twelve chits at most (3.0)."""
    return -1 if not args or len(args[0]) < ships.MOST_CHITS else 0


def boats_apart(t: Table, seat: int, args: Args) -> int:
    """Submarines go alone (3.29)."""
    boats = where(t.p.kind, among(tb.SS))
    if not args or not args[0]:
        return -1
    return boats if boats >> args[0][0] & 1 else ~boats


def somebody(t: Table, seat: int, args: Args) -> int:
    return int(bool(args and args[0]) and bool(reach(t, tuple(args[0])) & from_iter(t.frame["path"][1:])))


def where_met(t: Table, seat: int, args: Args) -> int:
    """Nodes of the way."""
    return from_iter(t.frame["path"][1:]) & waters.at_sea(t.world)


def within_half(t: Table, seat: int, args: Args) -> int:
    """Within half the speed of the slowest interceptor (3.7)."""
    return reach(t, tuple(args[0]))


class Intercept(Verb):
    """``intercept Hood+Norfolk . off_Bergen``: a force will try to meet the enemy there."""

    name = "intercept"
    levels = (
        Level(
            "ships", PIECES, able, (Mask("3.7", one_force), Mask("3.0", few), Mask("3.29", boats_apart)),
            closes=(Mask("3.7", somebody),),
        ),
        Level("at", NODE, where_met, (Mask("3.7", within_half),)),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        group, node = tuple(args[0]), args[1]
        f = t.frame
        t.p.tally[f"tried {t.p.at[group[0]]}"] = 1
        for i in group:
            t.p.fought[i] = 1
        t.emit("will_intercept", "3.7", pieces=group, nodes=(node,))
        t.remember(tries=(*f["tries"], node), trying=(*f["trying"], *group), counts=(*f["counts"], len(group)))


class LetPass(Verb):
    """``pass``: nobody else tries."""

    name = "pass"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        settle(t)


def settle(t: Table) -> None:
    """All who try are named."""
    f = t.frame
    t.pop(("tries", f["tries"], f["trying"], f["counts"]))


class Intercepting(Step):
    """An enemy force sails: who tries to meet it, and where (3.7)?"""

    name = "interception"
    rule = "3.7"
    kind = "question"
    piece_fields = ("pieces", "trying")
    verbs = (Intercept(), LetPass())
    standing = ("pass",)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return (f.seat,) if hunters_near(t, f.seat, f["foe"], f["path"]) & ~from_iter(f["trying"]) else ()

    def run(self, t: Table, f: Frame) -> None:
        settle(t)

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return "pass"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        count = sum(ships.is_ship(t.p, i) for i in f["pieces"])
        start, goal = spoken(t, f["path"][0]), spoken(t, f["path"][-1])
        return f"{count} enemy ships sail from {start} to {goal}: try to intercept them, or pass."


# The die


def searched(t: Table, group: tuple[int, ...], prey: tuple[int, ...], node: int) -> bool:
    """A friendly air unit that has not flown reaches the hex (3.6)."""
    p: AetoPosition = t.p
    friends = among(*(other for other in range(len(p.alliance)) if p.alliance[other] == p.alliance[p.power[group[0]]]))
    there = waters.hex_of(t.world, node)
    if not t.world.board.hexes >> there & 1:
        return False
    planes = where(p.kind, among(*tb.AIR)) & where(p.power, friends) & ~where(p.steps, among(0))
    return any(flights.may_fly(t, i, there) for i in members(planes) if t.world.land >> p.at[i] & 1)


def burdened(t: Table, group: tuple[int, ...], prey: tuple[int, ...], node: int) -> bool:
    """The moving force has transports or damaged ships (3.7)."""
    return any(t.p.kind[i] == tb.STP or ships.is_damaged(t, i) for i in prey if ships.is_ship(t.p, i))


def narrow(t: Table, group: tuple[int, ...], prey: tuple[int, ...], node: int) -> bool:
    """A strait, or the hex of a port of the interceptor (3.7)."""
    sea = waters.sea_of(t.world).get(node, "")
    home = ports.open_to(t, t.p.power[group[0]]) >> waters.hex_of(t.world, node) & 1
    return bool(sea in waters.GATES or home)


def foul(t: Table, group: tuple[int, ...], prey: tuple[int, ...], node: int) -> bool:
    """Mud or Winter in the nearest zone (1.3, 3.7)."""
    bad = t.p.mud | t.p.winter
    there = waters.hex_of(t.world, node)
    if bad >> there & 1:
        return True
    near = t.world.apart(there) if t.world.board.hexes >> there & 1 else {}
    lands = [(steps, n) for n, steps in near.items() if t.world.land >> n & 1]
    return bool(lands) and bool(bad >> min(lands)[1] & 1)


def radar(t: Table, group: tuple[int, ...], prey: tuple[int, ...], node: int) -> bool:
    """British ships from 1941 (3.7)."""
    return t.p.power[group[0]] == w.UK and t.p.month // 12 >= RADAR_YEAR


def by_submarine(t: Table, group: tuple[int, ...], prey: tuple[int, ...], node: int) -> bool:
    """The interceptor is a submarine (3.29)."""
    return t.p.kind[group[0]] == tb.SS


CONDITIONS: dict[str, Callable[[Table, tuple[int, ...], tuple[int, ...], int], bool]] = {
    "friendly air unit that has not flown within range of the hex (search)": searched,
    "the moving force has STPs or damaged ships": burdened,
    "strait hex, or hex of a port of the interceptor": narrow,
    "Mud or Winter in the nearest zone": foul,
    "UK from 1941 (ship radar)": radar,
    "interceptor an SS": by_submarine,
}
SHORT = ("search", "transports or damage", "narrow waters", "weather", "radar", "submarine")


@cache
def shifts() -> tuple[int, ...]:
    """The value of each modifier, in the order of the conditions (interception.csv)."""
    values = {row["modifier"]: row["value"] for row in tb.table("interception.csv")}
    return tuple(int(values[name]) for name in CONDITIONS)


def modifiers(t: Table, group: tuple[int, ...], prey: tuple[int, ...], node: int) -> list[tuple[str, int]]:
    """Every modifier of an interception by name (3.7)."""
    found = [
        (name, value)
        for name, value, holds in zip(SHORT, shifts(), CONDITIONS.values(), strict=True)
        if holds(t, group, prey, node)
    ]
    led = admirals.rating(t, group)
    return [*found, ("Admiral", led)] if led else found


def succeeds(t: Table, group: tuple[int, ...], prey: tuple[int, ...], node: int) -> bool:
    """A die of 5 or more with its modifiers brings the forces together (3.7)."""
    sheet = modifiers(t, group, prey, node)
    die = t.roll("interception")
    net = die + sum(value for _, value in sheet)
    t.emit(
        "interception", "3.7", pieces=group, nodes=(node,), die=die, net=net, met=int(net >= NEEDED),
        modifiers=tuple(f"{name} {value:+}" for name, value in sheet),
    )  # fmt: skip
    return net >= NEEDED
