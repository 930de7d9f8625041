"""Sea Offensives (3.3, 3.28): in the Offensive Phase an Offensive sends a task force to sea, to fight or to bombard."""

from __future__ import annotations

from typing import Any

from grognard.board.hexset import among, where
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECES, WORD, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step

from .. import costs, joint
from ..position import ACTIVE, AetoPosition, Table
from ..title import POWERS
from . import assault, battle, carriers, gathering, ports, sailing, shelling, ships, waters


def force(t: Table, seat: int, args: Args) -> int:
    """A seat's ships, and Naval-Air units where it has carriers."""
    return ships.afloat(t, seat) | carriers.in_company(t, seat)


def with_offensives(t: Table, seat: int, args: Args) -> int:
    """Ships of powers that have an Offensive to spend, or EPs for an Impromptu one (P5/offensive-types)."""
    rich = [power for power in t.powers_of(seat) if costs.can_pay(t, power) and t.p.hostile[power]]
    return where(t.p.power, among(*rich)) if rich else 0


def within_speed(t: Table, seat: int, args: Args) -> int:
    """As far as the slowest ship sails from where the force gathers (3.1, 3.3)."""
    return sailing.within_speed(t, seat, gathering.led(t, args))


def through_gates(t: Table, seat: int, args: Args) -> int:
    """The same if no gate were shut (3.2)."""
    return sailing.through_gates(t, seat, gathering.led(t, args))


def in_reach(t: Table, seat: int, args: Args) -> int:
    """Coasts within the speed of the slowest ship (3.1)."""
    return assault.in_reach(t, seat, gathering.led(t, args))


class SeaOffensive(Verb):
    """``sea_offensive Warspite+uk1dd@Alexandria . off_Bardia``: a task force puts to sea in the Offensive Phase."""

    name = "sea_offensive"
    masks = (Mask("5.4/air-sea", joint.sea_turn),)
    levels = (
        Level(
            "ships", PIECES, force,
            (Mask("8.8/no-renege", sailing.not_laid_up), Mask("5.0/once-per-month", assault.unactivated),
             Mask("P5/offensive-types", with_offensives), Mask("3.3", gathering.together),
             Mask("3.0", sailing.at_most_twelve), Mask("3.29", sailing.submarines_alone),
             Mask("3.20", carriers.room_on_deck)),
            closes=(Mask("3.1", sailing.has_ship), Mask("3.3", gathering.under_one_flag),
                    Mask("3.20", carriers.all_on_deck)),
        ),
        Level(
            "to", NODE, sailing.anywhere,
            (Mask("3.1", within_speed, without=(("3.2", through_gates),)),
             Mask("3.15", sailing.may_enter), Mask("3.0", sailing.with_room)),
        ),
    )  # fmt: skip

    def glance(self, t: Table, seat: int) -> int:
        return -1 if t.world.settings.get("sea") and ships.afloat(t, seat) & with_offensives(t, seat, ()) else 0

    def apply(self, t: Table, seat: int, args: Args) -> None:
        begin(t, seat, tuple(args[0]), args[1])


def begin(t: Table, seat: int, group: tuple[int, ...], goal: int, **more: Any) -> None:
    """A Sea Offensive is paid for and its force sails (3.3)."""
    group = gathering.in_order(t, group)
    node, power, gates, canal = sailing.way_of(t, group)
    gathering.gather(t, group)
    costs.pay_at_once(t, power)
    for i in group:
        t.p.status[i] = ACTIVE
    t.emit("sea_offensive", "P5/offensive-types", pieces=group, nodes=(goal,), power=POWERS[power])
    data = {"force": group, "goal": goal, "stage": 0, **more}
    t.push(Frame("sea_offensive", "order", seat, power, tuple(sorted(data.items()))))
    if node != goal:
        path = waters.route(t.world, node, goal, gates, canal, ports.mined(t, power)) or (node, goal)
        sailing.set_sail(t, seat, group, path, power)


class Bombard(Verb):
    """``bombard Warspite+Malaya . Genoa port``: a Sea Offensive shells an installation."""

    name = "bombard"
    masks = (Mask("5.4/air-sea", joint.sea_turn),)
    levels = (
        Level(
            "ships", PIECES, force, SeaOffensive.levels[0].masks,
            closes=(*SeaOffensive.levels[0].closes, Mask("3.28", shelling.has_guns)),
        ),
        Level("hex", NODE, shelling.on_the_coast, (Mask("3.1", in_reach), Mask("3.28", shelling.enemy_works))),
        Level("installation", WORD, shelling.what_is_there, words=shelling.TARGETS),
    )  # fmt: skip

    def glance(self, t: Table, seat: int) -> int:
        return SeaOffensive().glance(t, seat)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        group, node = tuple(args[0]), args[1]
        goal = assault.landing_coasts(t, gathering.in_order(t, group))[node]
        begin(t, seat, group, goal, works=shelling.TARGETS[args[2]], hex=node)


class SeaOffensiveStep(Step):
    """A Sea Offensive after its voyage: the force fights the enemy ships that it finds there (3.3, 3.16)."""

    name = "Sea Offensive"
    rule = "3.3"
    kind = "order"
    piece_fields = ("force",)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        t.remember(stage=f["stage"] + 1)
        if not f["stage"]:
            seek(t, f)
        elif f["stage"] == 1 and f.get("works"):
            shelling.shell(t, f)
        else:
            t.pop("sea offensive")

    def resume(self, t: Table, f: Frame, result: object) -> None:
        """A voyage or a battle is over."""


def seek(t: Table, f: Frame) -> None:
    """Enemy ships at sea where the voyage ends are fought without a roll (3.3)."""
    p: AetoPosition = t.p
    here = tuple(i for i in f["force"] if p.steps[i] and p.at[i] == f["goal"] and not p.fell[i])
    foes = tuple(ships.enemies_at(t, f.power, f["goal"])) if waters.at_sea(t.world) >> f["goal"] & 1 else ()
    if here and foes:
        battle.begin(t, f["goal"], here, foes)
