"""Air support in ground combat (16.12, 16.22), and wings held back for later (15.05)."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import PIECES, Level, Pass, Verb
from grognard.engine.core.rules import Args
from grognard.engine.core.step import Step

from . import aircover, carpet, flights, strengths
from .state import DONE, SUPPORT, Table, figures, foe, ground_in, phasing


def available(t: Table, node: int, power: int) -> list[int]:
    """Wings over a hex that support its fight in this phase."""
    p = t.p
    late = any(f.step == "late_combat" for f in t.agenda)
    return [
        i for i in p.stacks.get(node, ())
        if p.power[i] == power and p.mission[i] == SUPPORT and bool(p.held >> i & 1) == late
        and t.world.units[i].kind != carpet.HEAVY
    ]  # fmt: skip


def shared_out(bombs: list[int], ground: list[int], close: bool = False) -> list[int]:
    """What each ground unit gets: every wing helps one unit, which no more help than it has factors (16.12).

    >>> shared_out([14], [6]), shared_out([4, 4, 4], [6, 3])
    ([6], [6, 3])

    Of units that it helps alike a wing takes the one with the most room, or, packed close, with the least.

    >>> shared_out([4, 3, 3], [6, 4]), shared_out([4, 3, 3], [6, 4], True)
    ([6, 3], [6, 4])
    """
    side = -1 if close else 1
    room, gets = list(ground), [0] * len(ground)
    for factor in sorted(bombs, reverse=True):
        best = max(range(len(room)), key=lambda n: (min(room[n], factor), side * room[n], -n), default=-1)
        if best < 0:
            break
        given = min(room[best], factor)
        room[best] -= given
        gets[best] += given
    return gets


SHARING = ("British", "German", "U.S.")


def lots(t: Table, piece: int) -> list[int]:
    """A wing's bombs as it may share them out: in lots of two printed factors or more, with the option (28.06)."""
    printed, whole = figures(t, piece)[1], flights.bombs(t, piece)
    if t.options.get("split_bombing") != "on" or printed < 4 or t.world.units[piece].nation not in SHARING:
        return [whole]
    parts = [2] * (printed // 2 - 1) + [2 + printed % 2]
    return [whole * part // printed for part in parts]


def attacking(t: Table, node: int, pieces: tuple[int, ...]) -> int:
    """The attackers' air support in strength units, no more than each unit's own (16.12)."""
    wings = available(t, node, t.p.power[pieces[0]]) if pieces else []
    bombs = [lot for i in wings for lot in lots(t, i)]
    bombs += aircover.support(t, node, t.p.power[pieces[0]]) if pieces else []
    if not bombs:
        return 0
    ground = [strengths.attack_of(t, i, node) for i in pieces]
    return max(sum(shared_out(bombs, ground, close)) for close in (False, True))


def defending(t: Table, node: int, defenders: tuple[int, ...]) -> int:
    """The air support of some defenders; wings are shared among all units of the hex before the attack (16.22)."""
    power = t.p.power[defenders[0]]
    wings = available(t, node, power)
    if not wings:
        return 0
    everyone = ground_in(t, node, power)
    gets = shared_out([lot for i in wings for lot in lots(t, i)], [strengths.defense_of(t, i) for i in everyone])
    return sum(got for piece, got in zip(everyone, gets, strict=True) if piece in defenders)


def spend(t: Table, node: int, power: int) -> None:
    """Wings that have supported a fight have done their mission, whatever became of the ground units (10.04)."""
    for piece in available(t, node, power):
        t.p.mission[piece] = DONE
    t.p.launched |= from_iter(aircover.overhead(t, node, power))


# Holding back


def holdable(t: Table, seat: int, args: Args) -> int:
    """Wings on a support mission."""
    p = t.p
    able = [i for i in members(t.world.air_slots) if t.world.units[i].kind != carpet.HEAVY]  # 16.16/2
    return from_iter(i for i in able if p.mission[i] == SUPPORT and t.owns(seat, i))


class Hold(Verb):
    """``hold KG55+KG27``: these wings wait for post-exploitation combat (15.05)."""

    name = "hold"
    levels = (Level("wings", PIECES, holdable),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.held |= from_iter(args[0])
        t.emit("held", "15.05", pieces=args[0])
        t.pop()


class Holding(Step):
    """A side names the wings that it holds back (15.05)."""

    name = "holding back"
    rule = "15.05"
    kind = "question"
    verbs = (Hold(), Pass())
    standing = ("pass",)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return (f.seat,) if holdable(t, f.seat, ()) else ()

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return "pass"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "Name wings to hold back for combat after exploitation, or pass."


class HoldBack(Step):
    """Before the Combat Phase, if leaders may attack again later; the phasing player first (15.05, S40)."""

    name = "holding back"
    rule = "15.05"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        t.pop()
        power = phasing(t)
        if not leaders_who_attack_again(t, power):
            return
        for side in (foe(t, power), power):
            t.ask("holding", t.seat_of(side), side)


def leaders_who_attack_again(t: Table, power: int) -> bool:
    p = t.p
    return any(
        p.power[i] == power and p.at[i] < t.world.arrivals and strengths.leader_level(t, i) >= 3
        for i in members(t.world.leader_slots)
    )
