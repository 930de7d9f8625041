"""Orders that only WestFront's Command Phase has: war on neutrals (16.4), the Bulge turn (W44/4)."""

from __future__ import annotations

from itertools import count

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import PARALLEL, Frame
from grognard.engine.core.offers import WORD, Level, Verb
from grognard.engine.core.rules import Args, Mask, Owed
from grognard.titles.systems.front import command
from grognard.titles.systems.front.deployment import Plan, Stand
from grognard.titles.systems.front.fog import nation_of
from grognard.titles.systems.front.state import MUD, Table
from grognard.titles.systems.front.world import INFANTRY, STATIC

from .politics import BULGE, NEUTRALS, war
from .scenarios import current
from .surrender import territory, units
from .world import ALLIED, AXIS


def no_hq_yet(t: Table, seat: int, args: Args) -> int:
    """War is declared before any HQ is activated (4.41/a)."""
    return int(not command.active_hqs(t, t.p.active))


def the_allies(t: Table, seat: int, args: Args) -> int:
    """Only the Allies declare war (16.4/a)."""
    return int(t.p.active == ALLIED and bool(t.p.neutral))


def still_neutral(t: Table, seat: int, args: Args) -> int:
    """Spain and Portugal begin neutral (16.4)."""
    return from_iter(n for n, nation in enumerate(NEUTRALS) if war(nation) not in t.p.politics)


class Declare(Verb):
    """``declare Spain``: the Allies go to war with a neutral; the Axis sets its units up at once."""

    name = "declare"
    labels = ("16.4/b", "16.4/c", "16.4/e")
    masks = (Mask("16.4/a", the_allies), Mask("4.41/a", no_hq_yet))
    levels = (Level("nation", WORD, still_neutral, words=NEUTRALS),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        nations = drawn_in(t, NEUTRALS[args[0]])
        p = t.p
        for nation in nations:
            p.politics[war(nation)] = p.month
            land = territory(t, nation)
            p.neutral &= ~land
            p.held[AXIS] |= land
            t.emit("war", "16.4/a", nation=nation)
        t.push(Frame("iberia", PARALLEL, -1, AXIS, (("nations", nations),)))


def drawn_in(t: Table, nation: str) -> tuple[str, ...]:
    """War on Portugal is war on Spain too, not the other way round (16.4/b)."""
    if nation == "Portugal":
        return tuple(n for n in NEUTRALS if war(n) not in t.p.politics)
    return (nation,)


class Iberia(Plan):
    """The units of a nation drawn into the war, free within its land (16.4/c)."""

    def nations(self, t: Table) -> tuple[str, ...]:
        return next(tuple(f["nations"]) for f in reversed(t.agenda) if f.step == "iberia")

    def blocks(self, t: Table, power: int) -> list[int]:
        return [i for nation in self.nations(t) for i in units(t, nation)]

    def ready(self, t: Table, power: int) -> list[Stand]:
        """Spread out, the capital first."""
        stands: list[Stand] = []
        for nation in self.nations(t):
            ports_first = sorted(members(territory(t, nation)), key=lambda n: (n not in t.world.ports, n))
            limit = t.world.stack_limit
            places = (n for depth in count() for n in ports_first if depth < limit(n))
            stands += [Stand(i, node, mustered(t, i)) for i, node in zip(units(t, nation), places, strict=False)]
        return stands

    def owed(self, t: Table, power: int) -> list[Owed]:
        """All of them stand in their own land (16.4/c)."""
        owed = []
        for nation in self.nations(t):
            land = territory(t, nation)
            for piece in units(t, nation):
                if not land >> t.p.at[piece] & 1:
                    name = t.world.units[piece].name
                    owed.append(Owed("16.4/c", f"{name} must be set up in {nation}.", -1, piece))
        return owed

    def settle(self, t: Table, power: int) -> None:
        """They count as supplied before their first check."""
        for piece in self.blocks(t, power):
            t.p.supplied[piece] = 1

    def tell(self, t: Table, power: int) -> None:
        """All see whose blocks are set up (16.4/c)."""
        for piece in self.blocks(t, power):
            t.reveal("16.4/c", (piece,), columns=(), name=False, facts=nation_of(t, piece))


def mustered(t: Table, piece: int) -> int:
    """Spanish HQs and infantry at full strength, statics at 1; Portuguese infantry 1, static 0 (16.4/c)."""
    unit = t.world.units[piece]
    if unit.nation == "portugal":
        return 1 if unit.kind == INFANTRY else 0
    return 1 if unit.kind == STATIC else int(unit.top)


# The Bulge


def bulge_open(t: Table, seat: int, args: Args) -> int:
    """Once, in winter 44, in Mud, by the Axis (W44/4)."""
    p = t.p
    return int(p.active == AXIS and current(t) == "w44" and p.weather == MUD and BULGE not in p.politics)


class Bulge(Verb):
    """``bulge``: in this player-turn Axis armor attacks at its own rating in Mud."""

    name = "bulge"
    masks = (Mask("W44/4", bulge_open), Mask("W44/4", no_hq_yet))

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.politics[BULGE] = t.p.month
        t.p.bulge = AXIS + 1
        t.emit("bulge", "W44/4")


class Command(command.Command):
    """The Command Phase with WestFront's own orders."""

    verbs: tuple[Verb, ...] = (Declare(), Bulge(), *command.Command.verbs)
