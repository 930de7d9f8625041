"""Airpower (13): air range, airstrikes, their dice."""

from __future__ import annotations

from typing import Any, NamedTuple

from grognard.board.area import spread
from grognard.board.hexset import from_iter
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, End, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step

from . import blocks, command, control, nations, routes
from .state import BLITZ_PARADROP, PARADROP, Table
from .world import HITS_FROM, SHQ, Chart


class AirMonth(NamedTuple):
    """A month of airpower.csv, by power: fire, range factors of HQs and supreme HQs, rail moves; who is slowed."""

    fire: tuple[int, ...]
    ranges: tuple[int, ...]
    supreme: tuple[int, ...]
    rail: tuple[int, ...]
    slowed: int


def read_air(chart: Chart, months: Any, sides: tuple[str, ...]) -> dict[int, AirMonth]:
    """The air table by month; ``sides`` are the table's words for the powers, in their order."""
    table = {}
    for row in chart:
        table[months(row["month"])] = AirMonth(
            tuple(HITS_FROM[row[f"{side}_fire"]] for side in sides),
            tuple(int(row[f"{side}_range"]) for side in sides),
            tuple(int(row[f"{side}_shq_range"]) for side in sides),
            tuple(int(row[f"{side}_rail"]) for side in sides),
            from_iter(power for power, side in enumerate(sides) if int(row.get(f"{side}_speed") or 0) < 0),
        )
    return table


def air_range(t: Table, piece: int) -> int:
    """An HQ's air range (13.11): its CV, doubled for supreme HQs, longer for the Allies from December 1943 (13.21,
    5.63)."""
    p = t.p
    month: AirMonth = t.world.extra["air"][p.month]
    power = p.power[piece]
    factor: int = month.ranges[power]
    if t.world.units[piece].kind == SHQ:
        factor = month.supreme[power]
    factor -= t.title.shorter_range(t, piece)
    return factor * max(0, int(p.reach[piece]))


def within_air_range(t: Table, piece: int) -> int:
    """Hexes within air range; enemy hexes and impassable ground do not matter (13.11, 18.23)."""
    around = t.world.board.around
    if t.world.routes:
        return routes.within(t.world, 1 << t.p.at[piece], air_range(t, piece), around) & t.title.theater(t, piece)
    return spread(1 << t.p.at[piece], around, air_range(t, piece))


def strikers(t: Table, seat: int, args: Args) -> int:
    """The active power's HQs that lie face-up."""
    return command.face_up(t, t.p.active)


def one_strike(t: Table, seat: int, args: Args) -> int:
    """One airstrike an HQ (13.1)."""
    return from_iter(i for i in command.active_hqs(t, t.p.active) if not t.p.struck[i])


def with_aircraft(t: Table, seat: int, args: Args) -> int:
    """No dice, no strike: an HQ at zero (13.12), a side without airpower (13.14)."""
    fire = t.world.extra["air"][t.p.month].fire[t.p.active]
    return from_iter(i for i in command.active_hqs(t, t.p.active) if t.p.reach[i] > 0 and fire <= 6)


def not_dropping(t: Table, seat: int, args: Args) -> int:
    """A Paradrop HQ has no airstrike (14.2)."""
    return from_iter(
        i for i in command.active_hqs(t, t.p.active) if t.p.role[i] not in (PARADROP, BLITZ_PARADROP)
    )  # fmt: skip


def battle_hexes(t: Table, seat: int, args: Args) -> int:
    return control.battles(t)


def in_air_range(t: Table, seat: int, args: Args) -> int:
    return within_air_range(t, args[0])


def unstruck(t: Table, seat: int, args: Args) -> int:
    """At most one airstrike on a battle (7.13, 13.13)."""
    return ~from_iter(int(node) for node in t.p.strikes)


def friends_there(t: Table, seat: int, args: Args) -> int:
    """Friendly ground units must be in the battle (7.15/a), against an enemy that aircraft can hurt (13.14)."""
    return int(t.p.occupied[t.p.active]) & t.title.strikable(t)


def has_struck(t: Table, seat: int, args: Args, node: int) -> str:
    """What is said of a second airstrike on a battle."""
    return f"{t.node_name(node)} has its airstrike: there is at most one on each battle."


def near_battle(t: Table, seat: int, args: Args) -> int:
    """HQs with a battle in air range (13.11)."""
    fought = control.battles(t) & friends_there(t, seat, ())
    return from_iter(
        i for i in command.active_hqs(t, t.p.active) if within_air_range(t, i) & fought & nations.served(t, seat, (i,))
    )


def near_any_battle(t: Table, seat: int, args: Args) -> int:
    """HQs with a battle in air range, whoever fights in it (16.4/d)."""
    fought = control.battles(t) & friends_there(t, seat, ())
    return from_iter(i for i in command.active_hqs(t, t.p.active) if within_air_range(t, i) & fought)


def near_unstruck(t: Table, seat: int, args: Args) -> int:
    """HQs with a battle in air range that has no airstrike yet (7.13, 13.11)."""
    if not t.p.strikes:
        return -1
    free = control.battles(t) & unstruck(t, seat, ()) & friends_there(t, seat, ())
    return from_iter(
        i for i in command.active_hqs(t, t.p.active) if free & nations.served(t, seat, (i,)) & within_air_range(t, i)
    )


def all_struck(t: Table, seat: int, args: Args, piece: int) -> str:
    """What is said of an HQ that comes too late."""
    return f"Every battle in the air range of {t.name_for(seat, piece)} has its airstrike: at most one on each."


class Strike(Verb):
    """``strike OBW Caen``: assign an HQ's airstrike to a battle."""

    name = "strike"
    labels = ("7.13/a", "7.15/a")
    levels = (
        Level(
            "HQ", PIECE, blocks.mine,
            (
                Mask("13.1", strikers), Mask("13.1", one_strike), Mask("13.14", with_aircraft),
                Mask("14.2", not_dropping),
                Mask("13.11", near_battle, without=(("16.4/d", near_any_battle),), ahead=True),
                Mask("7.13", near_unstruck, all_struck, ahead=True),
            ),
        ),
        Level(
            "battle", NODE, command.all_land,
            (
                Mask("7.13", battle_hexes), Mask("13.11", in_air_range), Mask("7.13", unstruck, has_struck),
                Mask("7.15/a", friends_there), Mask("16.4/d", nations.served),
            ),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        """The battle must be fought (7.15/a); the marker tells the HQ's CV (7.13/a)."""
        piece, node = args
        p = t.p
        p.struck[piece] = t.title.strike_note(t, piece, node)
        p.strikes[str(node)] = strike_dice(t, piece)
        p.mandatory |= 1 << node
        t.reveal("7.13/a", (piece,))
        marker = strike_dice(t, piece)
        t.emit("airstrike", "7.13", pieces=(piece,), nodes=(node,), cv=marker)


def strike_dice(t: Table, piece: int) -> int:
    """A die for each CV that the HQ acts with (13.12, 13.16)."""
    return int(t.p.reach[piece])


class Airstrikes(Step):
    """Before anything is revealed each active HQ may assign one airstrike (7.13, 13.13)."""

    name = "airstrikes"
    rule = "7.13"
    verbs = (Strike(), End())

    def begin(self, t: Table, f: Frame) -> None:
        begin_combat(t)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        """Active HQs may strike (5.5)."""
        return (f.seat,) if control.battles(t) and one_strike(t, f.seat, ()) & with_aircraft(t, f.seat, ()) else ()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "Assign airstrikes to battles in air range, then end."


def begin_combat(t: Table) -> None:
    """Control, support and the battles that must be fought are fixed (7.4, 7.4/b)."""
    p = t.p
    control.settle_battles(t)
    control.evaluate(t)
    command.freeze_reach(t, p.active)
    p.supported = command.area_of_support(t, p.active)
    p.strikes = {}
    p.mandatory = must_be_fought(t)
    p.fighting = 0
    p.hits, p.fired = blocks.blank(p), blocks.blank(p)


def must_be_fought(t: Table) -> int:
    """New battles are fought for a round at least (7.15), and those at fortresses."""
    return t.p.new_battles & ~optional(t) | (0 if spared_by_blitz(t) else besieged(t))


def spared_by_blitz(t: Table) -> bool:
    """In a Blitz no one must fight at a fortress (7.15/c)."""
    return bool(t.p.blitz)


def besieged(t: Table) -> int:
    """Who attacks a fortress fights in each of his turns (1.46, 7.15/b)."""
    p = t.p
    return int(control.battles(t) & t.world.fortresses & ~p.defends[p.active] & p.occupied[p.active])


def optional(t: Table) -> int:
    """New battles in areas need not be fought at once, but for assaults (18.4)."""
    return int(t.world.areas & ~t.p.assaults)


def strike_need(t: Table, node: int) -> int:
    """The number that an airstrike hits with, by side and month (13.14); weather changes nothing (13.14/a)."""
    return t.title.air_fire(t, node)


def strike_fire(t: Table, node: int) -> int:
    """The hits of an airstrike: a die a CV (13.15)."""
    p = t.p
    dice = int(p.strikes.get(str(node), 0))
    if not dice:
        return 0
    need = strike_need(t, node)
    faces = t.rolls("airstrike", dice)
    hits = sum(face >= need for face in faces)
    t.emit("struck", "13.15", nodes=(node,), dice=faces, hits=hits, needs=need)
    return hits
