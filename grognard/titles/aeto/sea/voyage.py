"""A voyage (3.1, 3.7, 3.22): the way is walked node by node, past interceptors, mines and guns."""

from __future__ import annotations

from typing import Any

from grognard.board.hexset import members
from grognard.engine.core.frames import Frame
from grognard.engine.core.step import Step

from .. import tables as tb
from ..position import AetoPosition, Table
from . import battle, cargo, damage, evacuation, interception, ports, ships, waters


class Voyage(Step):
    """A task force on its way: first the enemy says who tries to intercept it and where, then it sails (3.7)."""

    name = "voyage"
    rule = "3.1"
    kind = "order"
    piece_fields = ("pieces", "trying", "men")

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        if not f["asked"]:
            t.remember(asked=1)
            interception.ask(t, f)
        elif alive(t, f) and not f["withdrew"] and in_the_hex(t, f):
            return
        elif len(f["path"]) - 1 > f["walked"] and not f["withdrew"] and alive(t, f):
            one_hex(t, f)
        elif f["raid"] and alive(t, f) and not f["withdrew"]:
            t.remember(raid=0)
            raid(t, f)
        elif f["supplies"] and alive(t, f) and not f["withdrew"]:
            t.remember(supplies=0)
            if f["supplies"] == cargo.BEACH:
                cargo.beach(t, alive(t, f), f["path"][0], waters.hex_of(t.world, f["path"][-1]))
            else:
                cargo.unload(t, alive(t, f), f["path"][0], f["path"][-1])
        else:
            t.pop("voyage")

    def resume(self, t: Table, f: Frame, result: Any) -> None:
        if isinstance(result, tuple) and result and result[0] == "tries":
            _, hexes, trying, counts = result
            t.remember(tries=(*f["tries"], *hexes), trying=(*f["trying"], *trying), counts=(*f["counts"], *counts))
        elif isinstance(result, tuple) and result and result[0] == "battle":
            t.remember(withdrew=int(result[1]))


def alive(t: Table, f: Frame) -> tuple[int, ...]:
    """The pieces of the force that still sail with it."""
    here = t.p.at
    node = f["path"][f["walked"]]
    return tuple(i for i in f["pieces"] if t.p.steps[i] and here[i] == node)


def one_hex(t: Table, f: Frame) -> None:
    """One node on."""
    group = alive(t, f)
    here, there = f["path"][f["walked"]], f["path"][f["walked"] + 1]
    for i in group:
        t.place(i, there)
    t.remember(walked=f["walked"] + 1, mines=int(ports.mined(t, f.power) >> there & 1))
    pass_gibraltar(t, group, here, there)


def in_the_hex(t: Table, f: Frame) -> bool:
    """What is left to happen in a hex: whoever intercepts there, then mines and guns, then what it came for (3.19)."""
    node = f["path"][f["walked"]]
    if node in f["tries"]:
        met(t, f, node)
    elif f["mines"]:
        t.remember(mines=0)
        mines_and_guns(t, f.power, alive(t, f), node)
    elif f["walked"] == f["beach"] and f["men"]:
        evacuation.take_off(t, f, alive(t, f))
        t.remember(men=())
    else:
        return False
    return True


def met(t: Table, f: Frame, node: int) -> None:
    """The next of those who try to intercept at this node rolls (3.7)."""
    place = f["tries"].index(node)
    begin = sum(f["counts"][:place])
    group = f["trying"][begin : begin + f["counts"][place]]
    t.remember(
        tries=(*f["tries"][:place], *f["tries"][place + 1 :]), counts=(*f["counts"][:place], *f["counts"][place + 1 :]),
        trying=(*f["trying"][:begin], *f["trying"][begin + len(group) :]),
    )  # fmt: skip
    hunters = tuple(i for i in group if t.p.steps[i])
    if not hunters or not alive(t, t.frame):
        return
    if interception.succeeds(t, hunters, alive(t, t.frame), node):
        for i in hunters:
            t.place(i, node)
        battle.begin(t, node, alive(t, t.frame), hunters)


def pass_gibraltar(t: Table, group: tuple[int, ...], here: int, there: int) -> None:
    """A submarine that enters the strait of an enemy Gibraltar loses a step on a 1 (3.2)."""
    p: AetoPosition = t.p
    strait = waters.waters_named(t.world, waters.GIBRALTAR)
    if not strait >> there & 1 or strait >> here & 1:
        return
    for i in [i for i in group if p.kind[i] == tb.SS and waters.gibraltar_shut(t, p.power[i])]:
        die = t.roll("strait of Gibraltar")
        t.emit("ran_the_strait", "3.2", pieces=(i,), nodes=(there,), die=die)
        if die == 1:
            damage.hit(t, i, False, "3.2")


def mines_and_guns(t: Table, power: int, group: tuple[int, ...], node: int) -> None:
    """An enemy port or coastal fort damages a ship on a 1, a coastal fort on 1-2 (3.22)."""
    p: AetoPosition = t.p
    fort = p.coastal_forts >> waters.hex_of(t.world, node) & 1
    die = t.roll("mines and guns")
    struck = die <= (2 if fort else 1)
    t.emit("mines", "3.22", nodes=(node,), die=die, struck=int(struck))
    hulls = [i for i in group if p.steps[i] and ships.is_ship(p, i)]
    if struck and hulls:
        damage.hit(t, worst_loss(t, hulls), False, "3.22")


def worst_loss(t: Table, hulls: list[int]) -> int:
    """The ship that the defender would choose: the one with most guns and armour (3.22, S5)."""
    return max(hulls, key=lambda i: (ships.gunnery(t, i) + ships.defence(t, i), -i))


def raid(t: Table, f: Frame) -> None:
    """A force in an enemy port meets every ship there, in repair too, then leaves for the hex (8.8/port-entry)."""
    node = f["path"][-1]
    group = alive(t, f)
    foes = tuple(ships.enemies_at(t, f.power, node))
    out = members(t.world.board.coasts_of(1 << node))[0] if len(f["path"]) < 2 else f["path"][-2]
    for i in group:
        t.place(i, out)
    t.remember(path=(out,), walked=0)
    if foes:
        battle.begin(t, node, group, foes)
