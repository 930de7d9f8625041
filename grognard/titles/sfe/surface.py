"""Surface combat (20.0): screens, three rounds of fire, and breaking off."""

from __future__ import annotations

from functools import cache
from typing import Any

from grognard.board.hexset import from_iter
from grognard.engine.core.frames import ORDER, Frame
from grognard.engine.core.offers import PIECE, PIECES, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule
from grognard.engine.core.step import Step

from . import ranges, seabombing, ships, slipping
from . import world as w
from .state import Table

ROUNDS = {int(row["round"]): row["may_fire"] for row in w.chart("battle_rounds")}
EFFECT = {row["firing"]: row for row in w.chart("fire_effectiveness")}
SPANS = [name for name in seabombing.COLUMNS if name[0].isdigit()]
Shots = tuple[tuple[tuple[int, ...], int], ...]


def begin(t: Table, node: int, ours: tuple[int, ...], theirs: tuple[int, ...]) -> None:
    """A battle: first the screens, then up to three rounds (20.01)."""
    tasks: list[tuple[str, int, int]] = [("ranging", 0, 0)] if ranges.played(t) else []
    if slipping.played(t) and not ranges.played(t):
        tasks += [("slip_away", 0, 0), ("slip_away", 0, 1)]
    tasks += [("screen", 0, 0), ("screen", 0, 1)]
    for number in ROUNDS:
        tasks += round_of(t, number)
    data = {
        "hex": node, "sides": (ours, theirs), "kept": ((), ()), "shots": (), "tasks": tuple(tasks), "gone": -1,
        "leaving": (), "pending": (), "launched": 0,
    }  # fmt: skip
    t.emit("sea_battle", "20.01/1", pieces=(*ours, *theirs), nodes=(node,))
    t.push(Frame("surface", ORDER, -1, t.p.power[ours[0]], tuple(sorted(data.items()))))


def round_of(t: Table, number: int) -> list[tuple[str, int, int]]:
    """The tasks of a round: with the option a side announces beforehand that it leaves (20.01, 28.12/f)."""
    fire = [("aim", number, 0), ("aim", number, 1), ("resolve", number, 0)]
    if slipping.played(t):
        return [("announce", number, 0), ("announce", number, 1), *fire, ("slip", number, 0), ("slip", number, 1)]
    return fire + ([("leave", number, 0), ("leave", number, 1)] if number < max(ROUNDS) else [])


def alive(t: Table, force: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(i for i in force if t.p.at[i] < t.world.arrivals)


def broken(t: Table, f: Frame, side: int) -> bool:
    """Is every ship of a screen sunk or damaged (20.01/2)?"""
    screen = [i for i in f["sides"][side] if i not in f["kept"][side]]
    return all(t.p.at[i] >= t.world.arrivals or ships.crippled(t, i) for i in screen)


def exposed(t: Table, f: Frame, side: int) -> tuple[int, ...]:
    """The ships of a side that fire and are fired at: its screen, and the others when that is broken (20.01/2)."""
    whole = alive(t, f["sides"][side])
    return whole if broken(t, f, side) else tuple(i for i in whole if i not in f["kept"][side])


def in_range(t: Table, piece: int, number: int) -> bool:
    """The types that may fire in a round (20.01/3)."""
    may = ROUNDS[number]
    return may == "all" or t.world.units[piece].kind in may.split()


def gunners(t: Table, f: Frame, side: int, number: int) -> tuple[int, ...]:
    """Ships that can fire in a round."""
    return tuple(i for i in exposed(t, f, side) if in_range(t, i, number) and ships.factor(t, i, "surface"))


class Surface(Step):
    """A battle at sea as a list of tasks (20.01)."""

    name = "naval combat"
    rule = "20.01"
    kind = ORDER

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        over = not f["tasks"] or f["gone"] >= 0 or not all(alive(t, force) for force in f["sides"])
        if over:
            t.pop("prey left" if f["gone"] == 0 else None)
            return
        task, *rest = f["tasks"]
        t.remember(tasks=tuple(rest))
        getattr(self, task[0])(t, t.frame, *task[1:])

    def ranging(self, t: Table, f: Frame, number: int, side: int) -> None:
        """At what range does it begin (28.12/d)?"""
        if ranges.may_close(t, f):
            seat = t.seat_of(w.ALLIED)
            t.ask("ranging", seat, w.ALLIED)
        else:
            begin_at(t, f, 0)

    def launch(self, t: Table, f: Frame, number: int, side: int) -> None:
        """Carriers fly off their aircraft before the first round, or at once with it (28.12/d2)."""
        ready, targets = ranges.carriers(t, f), alive(t, f["sides"][1 - side])
        if ready and targets:
            t.remember(launched=number)
            t.ask(
                "sea_bombing", t.seat_of(w.ALLIED), w.ALLIED, hex=f["hex"], targets=targets, bombers=ready, aimed=(),
            )  # fmt: skip

    def slip_away(self, t: Table, f: Frame, number: int, side: int) -> None:
        if slipping.can_slip(t, f, side):
            self.announce(t, f, 0, side)

    def announce(self, t: Table, f: Frame, number: int, side: int) -> None:
        """Before a round a side may say that it tries to leave (28.12/f)."""
        if number and skipped(t, f, number):
            return
        force = alive(t, f["sides"][side])
        power = t.p.power[force[0]]
        t.ask("announcing", t.seat_of(power), power, round=number, side=side)

    def slip(self, t: Table, f: Frame, number: int, side: int) -> None:
        """After the round the table says whether it is gone (28.12/f)."""
        if side in f["leaving"]:
            t.remember(leaving=tuple(i for i in f["leaving"] if i != side))
            force, enemy = alive(t, f["sides"][side]), alive(t, f["sides"][1 - side])
            if disengages(t, force, enemy):
                t.remember(gone=side)

    def screen(self, t: Table, f: Frame, number: int, side: int) -> None:
        if len(alive(t, f["sides"][side])) > 1:
            power = t.p.power[f["sides"][side][0]]
            t.ask("screening", t.seat_of(power), power, force=alive(t, f["sides"][side]), side=side)

    def aim(self, t: Table, f: Frame, number: int, side: int) -> None:
        """Each side names its targets for the round (20.01/4)."""
        if skipped(t, f, number):
            return
        firing = gunners(t, f, side, number)
        targets = exposed(t, f, 1 - side)
        if firing and targets:
            power = t.p.power[firing[0]]
            t.ask("gunnery", t.seat_of(power), power, firing=firing, targets=targets, round=number, shots=())

    def resolve(self, t: Table, f: Frame, number: int, side: int) -> None:
        """All fire of a round is rolled before any of it takes effect (20.01/4)."""
        found = [(target, volley(t, shooters, target, number, f["shots"])) for shooters, target in f["shots"]]
        t.remember(shots=())
        if skipped(t, f, number):
            t.remember(tasks=tuple(task for task in f["tasks"] if task[:2] != ("leave", number)))
        t.remember(pending=())
        for target, letters in (*found, *f["pending"]):
            if letters != "-" and t.p.at[target] < t.world.arrivals:
                ships.hit(t, target, letters)

    def leave(self, t: Table, f: Frame, number: int, side: int) -> None:
        """After the first and second round either side may try to break off (20.01/5)."""
        force = alive(t, f["sides"][side])
        power = t.p.power[force[0]]
        t.ask("breaking_off", t.seat_of(power), power, force=force, enemy=alive(t, f["sides"][1 - side]))

    def resume(self, t: Table, f: Frame, result: Any) -> None:
        if not result:
            return
        what, value = result
        if what == "kept":
            side, ships_ = value
            kept = [*f["kept"]]
            kept[side] = ships_
            t.remember(kept=tuple(kept))
        elif what == "shots":
            t.remember(shots=(*f["shots"], *value))
        elif what == "gone":
            t.remember(gone=0 if value in f["sides"][0] else 1)
        elif what == "range":
            begin_at(t, f, value)
        elif what == "leaving" and f["tasks"] and f["tasks"][0][0] in ("slip_away", "screen"):
            t.remember(gone=value if slipping.slips_away(t, f, value) else -1)
        elif what == "leaving":
            t.remember(leaving=(*f["leaving"], value))


def begin_at(t: Table, f: Frame, more: int) -> None:
    """A battle begins in the round that the die says, with or without aircraft (28.12/d)."""
    start, launches = ranges.decide(t, f, more)
    side = ranges.allied(t, f["sides"])
    first = 0 if start == ranges.AIR else int(start)
    tasks = [task for task in f["tasks"] if not 0 < task[1] < first]
    if launches and first:
        at = next(i for i, task in enumerate(tasks) if task[:1] == ("aim",))
        tasks.insert(at, ("launch", first, side))
    elif launches:
        tasks[:0] = [("launch", 0, side), *([("slip_away", 0, side)] if slipping.played(t) else [])]
    t.remember(tasks=tuple(tasks))


def skipped(t: Table, f: Frame, number: int) -> bool:
    """A round in which nobody can fire is passed over, and nobody breaks off in it (20.01/6)."""
    return not any(gunners(t, f, side, number) for side in (0, 1)) and not f["shots"]


# Fire


@cache
def span(factors: int) -> str:
    """The column for so many surface factors (20.01/4).

    >>> span(16), span(9), span(200)
    ('13-20', '7-12', '91+')
    """
    for name in SPANS:
        low, _, high = name.rstrip("+").partition("-")
        if factors >= int(low) and (not high or factors <= int(high)):
            return name
    return SPANS[-1]


def effect(t: Table, piece: int, target: int, number: int) -> int:
    """What a type's guns do to a protection rating, and at the range of a round (20.01/4)."""
    kind, rating = t.world.units[piece].kind, ships.shown(t, target).protection
    row = EFFECT[kind]
    return int(row[rating]) + (int(row[f"round_{number}"]) if number > 1 else 0) - blunted(t, kind, rating, number)


def blunted(t: Table, kind: str, rating: str, number: int) -> int:
    """With the option light guns have no bonus at close range against thick armor, nor pocket battleships (28.12/e)."""
    if t.options.get("protection_ratings") != "on":
        return 0
    light = kind in LIGHT and number == max(ROUNDS) and rating in THICK
    return int(light or (kind == "PB" and rating == "C"))


LIGHT, THICK = ("CD", "CA", "CL"), "ABC"


def undisturbed(t: Table, shooters: tuple[int, ...], shots: Shots) -> int:
    """With the option ships that nobody fires at shoot better (28.12/e)."""
    aimed = {target for _, target in shots}
    return int(t.options.get("protection_ratings") == "on" and not aimed & set(shooters))


def modifier(t: Table, shooters: tuple[int, ...], target: int, number: int) -> int:
    """The least favorable modifier of those who fire together, one more at a cripple (20.01/4, 20.03/5)."""
    return min(effect(t, i, target, number) for i in shooters) + seabombing.at_a_cripple(t, target)


def volley(t: Table, shooters: tuple[int, ...], target: int, number: int, shots: Shots = ()) -> str:
    """All who fire at one ship add their factors and roll two dice (20.01/4)."""
    column = span(slipping.halved(t, shooters, sum(ships.factor(t, i, "surface") for i in shooters)))
    drm = modifier(t, shooters, target, number) + undisturbed(t, shooters, shots) - slipping.harder_to_hit(t, target)
    dice = t.rolls("guns", 2)
    letters = seabombing.result(column, sum(dice) + drm)
    t.emit(
        "gunfire", "20.01", pieces=shooters, nodes=(t.p.at[target],), dice=dice, modifier=drm, column=column,
        result=letters, round=number, against=t.title.piece_name(t, target),
    )  # fmt: skip
    return letters


# The questions


def half(t: Table, seat: int, args: Args) -> int:
    """At least half of a side's ships screen the others (20.01/2)."""
    force = t.frame["force"]
    chosen = args[0] if args else ()
    return from_iter(force) if len(chosen) < len(force) // 2 else 0


class Protect(Verb):
    """``protect ItaTT1``: ships that the others screen (20.01/2)."""

    name = "protect"
    levels = (Level("ships", PIECES, lambda t, s, a: from_iter(t.frame["force"]), (Mask("20.01/2", half),)),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.pop(("kept", (t.frame["side"], tuple(args[0]))))


class NoScreen(Verb):
    """``pass``: all ships are in the screen."""

    name = "pass"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.pop()


class Screening(Step):
    """Which ships are protected (20.01/2)?"""

    name = "screen"
    rule = "20.01/2"
    kind = "question"
    piece_fields = ("force",)
    verbs = (Protect(), NoScreen())
    standing = ("pass",)

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return "pass"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "A battle at sea: name ships to be protected, at most half of them, or pass."


def unaimed(t: Table, seat: int, args: Args) -> int:
    aimed = {i for shooters, _ in t.frame["shots"] for i in shooters}
    return from_iter(i for i in t.frame["firing"] if i not in aimed)


class Shoot(Verb):
    """``shoot BBDoria BBWarspite``: a target and who fires at it, together (20.01/4)."""

    name = "shoot"
    levels = (
        Level("target", PIECE, lambda t, s, a: from_iter(t.frame["targets"])),
        Level("ships", PIECES, unaimed),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        shots = {target: shooters for shooters, target in t.frame["shots"]}
        shots[args[0]] = tuple(sorted((*shots.get(args[0], ()), *args[1])))
        t.remember(shots=tuple((shooters, target) for target, shooters in sorted(shots.items())))
        if not unaimed(t, seat, ()):
            t.pop(("shots", t.frame["shots"]))


class CeaseFire(Verb):
    """``pass``: the others do not fire."""

    name = "pass"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.pop(("shots", t.frame["shots"]))


class Gunnery(Step):
    """The targets of one side for one round (20.01/4)."""

    name = "gunnery"
    rule = "20.01/4"
    kind = "question"
    piece_fields = ("firing", "targets")
    verbs = (Shoot(), CeaseFire())
    standing = ("pass",)

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return "pass"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"Battle at sea, round {f['round']}: choose ships and their target."


class BreakOff(Verb):
    """``withdraw``: try to leave the battle (20.01/5)."""

    name = "withdraw"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        force, enemy = t.frame["force"], t.frame["enemy"]
        gone = disengages(t, force, enemy)
        t.pop(("gone", force[0]) if gone else None)


@rule("20.01/5", off=lambda t, force, enemy: False)
def disengages(t: Table, force: tuple[int, ...], enemy: tuple[int, ...]) -> bool:
    """A die on the Naval Disengagement Table, one more for each cripple (20.01/5, 20.03/4)."""
    speed = {True: "fast", False: "slow"}
    row = next(
        r for r in w.chart("disengagement")
        if r["own_force"] == speed[ships.fast(t, force)] and r["enemy_force"] == speed[ships.fast(t, enemy)]
    )  # fmt: skip
    die, drm = t.roll("disengagement"), cripples(t, force)
    gone = die + drm <= int(row["success_up_to"])
    t.emit("disengaged", "20.01/5", pieces=force, die=die, modifier=drm, success=gone)
    return gone


def cripples(t: Table, force: tuple[int, ...]) -> int:
    """Each damaged ship of a force adds one to its die (20.03/4, S5)."""
    return sum(ships.crippled(t, i) for i in force)


class StayOn(Verb):
    """``pass``: fight on."""

    name = "pass"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.pop()


class BreakingOff(Step):
    """Will a side try to break off (20.01/5)?"""

    name = "breaking off"
    rule = "20.01/5"
    kind = "question"
    piece_fields = ("force", "enemy")
    verbs = (BreakOff(), StayOn())
    standing = ("pass",)

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return "pass"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "Battle at sea: withdraw and abandon the mission, if the die allows it, or pass."


STEPS: dict[str, Step] = {
    "surface": Surface(), "screening": Screening(), "gunnery": Gunnery(), "breaking_off": BreakingOff(),
    "sea_bombing": seabombing.SeaBombing(), "ranging": ranges.Ranging(), "announcing": slipping.Announcing(),
}  # fmt: skip
