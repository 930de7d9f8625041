"""Revolts (16.3): the Maquis in France, Tito in Yugoslavia."""

from __future__ import annotations

from grognard.board.area import step
from grognard.board.hexset import members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step
from grognard.titles.systems.front import blocks, control, ground
from grognard.titles.systems.front.places import area
from grognard.titles.systems.front.state import Table

from .politics import MAQUIS, SURRENDER, TITO, YUGOSLAVIA, allied_hexes, german_reach
from .world import ALLIED, AXIS

TITO_CV, MAQUIS_CV = 2, 1
FRANCE = "country:France"


def named(t: Table, name: str) -> int:
    return int(t.world.named[name])


def waiting(t: Table, name: str) -> bool:
    """Is the block still to come?"""
    return bool(t.p.at[named(t, name)] == t.world.later(ALLIED))


def mainland_france(t: Table) -> int:
    """France without Corsica (ruling Q28)."""
    return area(t.world.board, FRANCE, within=t.world.land) & ~int(t.world.board.region["Corsica"])


# Tito


def tito_waits(t: Table, seat: int, args: Args) -> int:
    """Tito is raised once a game (16.32)."""
    return int(TITO not in t.p.politics and waiting(t, "tito"))


def hideouts(t: Table, seat: int, args: Args) -> int:
    """Mountain and hill hexes of Yugoslavia (16.32)."""
    b = t.world.board
    return area(b, YUGOSLAVIA, within=t.world.land) & int(b.terrain["mountain"] | b.terrain["hill"])


def no_axis(t: Table, seat: int, args: Args) -> int:
    """Not where Axis units are (16.32)."""
    return ~control.enemy_units(t, ALLIED)


def roomy(t: Table, name: str) -> int:
    """The hexes where a block that rises finds room: no one overstacks of his own will (6.21)."""
    return ~ground.filled(t, named(t, name))


def tito_finds_room(t: Table, seat: int, args: Args) -> int:
    return roomy(t, "tito")


class RaiseTito(Verb):
    """``tito Mostar``: the partisans take the field at 2 CV, unsupplied."""

    name = "tito"
    masks = (Mask("16.32", tito_waits),)
    levels = (Level("hex", NODE, hideouts, (Mask("16.32", no_axis), Mask("6.21", tito_finds_room))),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        raise_block(t, "tito", args[0], TITO_CV, "16.32")
        t.p.politics[TITO] = t.p.month


def raise_block(t: Table, name: str, node: int, cv: int, rule_id: str) -> None:
    """A block takes the field; it is unsupplied and has no zone of control (16.31/a, 16.32)."""
    p = t.p
    piece = named(t, name)
    blocks.bring(t, piece, node, cv)
    p.supplied[piece] = 0
    t.reveal(rule_id, (piece,))
    t.emit("raised", rule_id, pieces=(piece,), nodes=(node,), who=t.world.units[piece].title)


def at_home(t: Table, piece: int) -> bool:
    """Is this Tito, in or next to Yugoslavia (16.32)?"""
    if piece != named(t, "tito"):
        return False
    home = area(t.world.board, YUGOSLAVIA)
    return bool((home | step(home, t.world.board.around)) >> t.p.at[piece] & 1)


def havens(t: Table, piece: int) -> int:
    """Tito disengages into vacant mountain or hill hexes whatever the enemy's zones (16.32/a)."""
    b = t.world.board
    return int((b.terrain["mountain"] | b.terrain["hill"]) & t.world.land & ~control.enemy_units(t, ALLIED))


def untouchable(t: Table, piece: int) -> bool:
    """At home Tito takes neither attrition nor pursuit (16.32/b)."""
    if not at_home(t, piece):
        return False
    t.reveal("16.32/b", (piece,), columns=())
    return True


# The Maquis


def maquis_wait(t: Table, seat: int, args: Args) -> int:
    """One revolt a game, one roll a phase, and not without a hex of France (16.31)."""
    ready = MAQUIS not in t.p.politics and waiting(t, "maquis") and "revolt" not in t.frame.get("done", ())
    return int(ready and bool(liberated(t)))


def liberated(t: Table) -> int:
    """The hexes of mainland France that the Allies control."""
    return (allied_hexes(t) & mainland_france(t)).bit_count()


class RollRevolt(Verb):
    """``revolt``: a die below the number of liberated French hexes raises the Maquis."""

    name = "revolt"
    masks = (Mask("16.31", maquis_wait),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.remember(done=(*t.frame.get("done", ()), "revolt"))
        face, free = t.roll("revolt"), liberated(t)
        t.emit("revolt", "16.31", die=face, hexes=free, success=face < free)
        if face < free and maquis_hexes(t, seat, ()) & maquis_find_room(t, seat, ()):
            t.p.politics[MAQUIS] = t.p.month
            tell_italians(t)
            t.ask("maquis", seat, ALLIED)


def maquis_hexes(t: Table, seat: int, args: Args) -> int:
    """French hexes without Axis units and outside German zones of control (16.31/a)."""
    zone = german_reach(t) & ~control.own_units(t, ALLIED)
    return mainland_france(t) & ~control.enemy_units(t, ALLIED) & ~zone


def maquis_find_room(t: Table, seat: int, args: Args) -> int:
    return roomy(t, "maquis")


def tell_italians(t: Table) -> None:
    """Which hexes are in a German zone shows which Axis blocks in and beside France are Italian (16.31/a)."""
    france = mainland_france(t)
    near = blocks.inside(t, AXIS, (france | step(france, t.world.zone)) & t.world.restricted["2.66"])
    for italian in (0, 1) if SURRENDER not in t.p.politics else ():
        alike = [i for i in members(near) if t.world.units[i].italian == italian]
        t.reveal("16.31/a", alike, columns=(), name=False, facts={"italian": italian})


class PlaceMaquis(Verb):
    """``maquis Limoges``: where the Maquis rise."""

    name = "maquis"
    levels = (
        Level(
            "hex", NODE, lambda t, s, a: mainland_france(t),
            (Mask("16.31/a", maquis_hexes), Mask("6.21", maquis_find_room)),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.pop()
        raise_block(t, "maquis", args[0], MAQUIS_CV, "16.31/a")


class MaquisRise(Step):
    """France has revolted: the Allies place the Maquis (16.31/a)."""

    name = "revolt"
    rule = "16.31/a"
    kind = "question"
    verbs = (PlaceMaquis(),)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "France revolts: place the Maquis."
