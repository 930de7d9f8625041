"""Politics (16.7): the phase, and the revolts of exploited nations (16.73)."""

from __future__ import annotations

from typing import cast

from grognard.board.area import step
from grognard.board.hexset import from_iter
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, WORD, End, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule
from grognard.engine.core.step import Step
from grognard.titles.systems.front import blocks, control, ground

from .. import tables
from . import guns, objectives, occupation, rebels
from .conditions import PHONY_WAR_OVER, betrayal, entered, released, war_on
from .nations import (
    CAPITALS,
    CESSIONS,
    ITALY,
    SECOND_FRONT,
    VICHY,
    attacked,
    conquered_by,
    defeated,
    demoralize_italy,
    exploited,
    joins,
    reacted,
    revolted,
    territory,
    wavers,
)
from .release import BY_ODESSA, BY_SEVASTOPOL
from .state import ALLIED, AXIS, SOVIET, Table
from .surrender import Demand, beaten_before, conquests, defeats, once_a_phase, weary
from .vichy import colonial_capitals

REVOLTS = {"France": "Maquis", "Greece": "GrEdes", "Norway": "NoRstat"}
"""The exploited nations that revolt by a die, with their armies (16.731)."""
JOINERS = (
    "Spain", "Portugal", "Sweden", "Turkey", "Switzerland", "Finland", "Vichy", "Italy", "Hungary", "Yugoslavia",
    "Rumania", "Bulgaria", "Greece", "Belgium", "Holland", "Denmark", "Norway",
)  # fmt: skip
TITO, YUGOSLAVIA, NORWAY = "Tito", "Yugoslavia", "Norway"
RISING_CV, LATE_TITO = 1, 2


EVENTS = (
    *(defeated(nation) for nation in CAPITALS), wavers(ITALY),
    *(revolted(nation) for nation in (*REVOLTS, YUGOSLAVIA)), *tables.events(),
    *(event(nation) for nation in JOINERS for event in (defeated, attacked, reacted)),
    *(joins(nation, power) for nation in JOINERS for power in (AXIS, ALLIED)),
    *(betrayal(side) for side in ("AXIS", "ALLIES")), *(event for event, *_ in CESSIONS), PHONY_WAR_OVER,
    *(defeated(nation) for nation in ("Poland", "France")), "Finnish Armistice rejected",
    *(released(army) for army in (*BY_ODESSA, *BY_SEVASTOPOL)),
    *(war_on("AXIS", nation) for nation in ("Poland", "Denmark")),
    *(occupation.entered(nation) for nation in JOINERS),
)  # fmt: skip
"""What a scene may say has happened."""


# Revolts


def rebellious(t: Table, nation: str) -> int:
    """The land of a nation that may revolt: of France what is not Vichy's (20.47/b, ruling E381)."""
    return territory(t, nation) & not_vichy(t)


def not_vichy(t: Table) -> int:
    """All but the part of France that is Vichy's on the map, unless France fell and no Vichy came of it (20.481)."""
    never = defeated("France") in t.p.politics and VICHY not in t.p.politics
    return -1 if never else ~int(t.world.board.region[VICHY])


def may_revolt(t: Table, seat: int, args: Args) -> int:
    """France, Greece and Norway revolt once, in the Allied phase, when some of their land is free (16.731)."""
    if t.p.active != ALLIED:
        return 0
    lost, done = conquered_by(t), t.frame.get("done", ())
    return from_iter(
        n for n, nation in enumerate(REVOLTS)
        if revolted(nation) not in t.p.politics and nation not in done and lost & rebellious(t, nation)
        and exploited(t, nation)
    )  # fmt: skip


class Revolt(Verb):
    """``revolt France``: a die below the hexes that are free raises a resistance army."""

    name = "revolt"
    levels = (Level("nation", WORD, None, (Mask("16.731", may_revolt),), words=tuple(REVOLTS)),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        nation = tuple(REVOLTS)[args[0]]
        t.remember(done=(*t.frame.get("done", ()), nation))
        free, face = (conquered_by(t) & rebellious(t, nation)).bit_count(), t.roll("revolt")
        t.emit("revolt", "16.731", nation=nation, die=face, hexes=free, success=face < free)
        if face < free and hideouts(t, nation):
            t.p.politics[revolted(nation)] = t.p.month
            t.ask("rising", seat, ALLIED, nation=nation)


def rise_at_once(t: Table, nation: str) -> None:
    """A nation revolts without a die (20.484)."""
    if revolted(nation) not in t.p.politics and hideouts(t, nation):
        t.p.politics[revolted(nation)] = t.p.month
        t.ask("rising", t.seat_of(ALLIED), ALLIED, nation=nation)


def hideouts(t: Table, nation: str) -> int:
    """Where the army of a revolt may appear."""
    return unwatched(t, nation) & not_vichy(t)


def unwatched(t: Table, nation: str) -> int:
    """Hexes of the nation without Axis units or zones of Germans, with room (16.731, ruling E500)."""
    piece = t.world.named[REVOLTS[nation].casefold()]
    engaged, p = control.battles(t), t.p
    zoning = from_iter(p.at[i] for i in _germans(t) if p.supplied[i] and not engaged >> p.at[i] & 1)
    watched = step(zoning, t.world.zone) & ~control.own_units(t, ALLIED)
    return territory(t, nation) & ~control.enemy_units(t, ALLIED) & ~watched & ~ground.filled(t, piece)


def _germans(t: Table) -> list[int]:
    """The German units on the map: those of their friends keep no resistance army away (16.731)."""
    return [i for i in blocks.on_map(t, AXIS) if t.world.units[i].nation == "germany"]


def hiding_places(t: Table, seat: int, args: Args) -> int:
    return unwatched(t, t.frame["nation"])


def occupied(t: Table, seat: int, args: Args) -> int:
    """The Maquis rises in Occupied France (20.47/b)."""
    return not_vichy(t)


class Rise(Verb):
    """``rise Limoges``: where a resistance army appears."""

    name = "rise"
    levels = (
        Level(
            "hex", NODE, lambda t, s, a: int(t.world.land),
            (Mask("16.731", hiding_places), Mask("20.47/b", occupied)),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece = t.world.named[REVOLTS[t.frame["nation"]].casefold()]
        t.pop()
        raise_army(t, piece, args[0], RISING_CV, "16.731")


class Rising(Step):
    """A nation has revolted: its army is placed (16.731)."""

    name = "rising"
    rule = "16.731"
    kind = "question"
    verbs = (Rise(),)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"{f['nation']} revolts: place the resistance army."


def raise_army(t: Table, piece: int, node: int, cv: int, label: str) -> None:
    """A resistance army takes the field unsupplied (16.731, 16.732)."""
    blocks.bring(t, piece, node, cv)
    t.p.supplied[piece] = 0
    t.reveal(label, (piece,))
    t.emit("raised", label, pieces=(piece,), nodes=(node,))


def tito(t: Table) -> int:
    return int(t.world.named[TITO.casefold()])


def tito_waits(t: Table, seat: int, args: Args) -> int:
    """Yugoslavia revolts once a game, without a die (16.732)."""
    waits = revolted(YUGOSLAVIA) not in t.p.politics and exploited(t, YUGOSLAVIA)
    return int(waits and t.p.active == ALLIED)


def mountains(t: Table, seat: int, args: Args) -> int:
    """Mountains of Yugoslavia that no Axis unit stands in (16.732)."""
    free = ~control.enemy_units(t, ALLIED) & ~ground.filled(t, tito(t))
    return territory(t, YUGOSLAVIA) & int(t.world.mountain) & free


class RaiseTito(Verb):
    """``tito Mostar``: the partisans take the field."""

    name = "tito"
    masks = (Mask("16.732", tito_waits),)
    levels = (Level("hex", NODE, lambda t, s, a: int(t.world.land), (Mask("16.732", mountains),)),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.politics[revolted(YUGOSLAVIA)] = t.p.month
        raise_army(t, tito(t), args[0], LATE_TITO if SECOND_FRONT in t.p.politics else RISING_CV, "16.732")


def at_home(t: Table, piece: int) -> bool:
    """Is this Tito, in Yugoslavia (16.732/a)?"""
    return piece == tito(t) and bool(territory(t, YUGOSLAVIA) >> t.p.at[piece] & 1)


# Norway


@rule("DE.SJ")
def note_entry(t: Table) -> None:
    """Sweden remembers that the Soviets entered Norway before the Second Front (DE.SJ)."""
    if SECOND_FRONT not in t.p.politics and t.p.occupied[SOVIET] & territory(t, NORWAY):
        t.p.politics.setdefault(entered(NORWAY), t.p.month)


# The phase


class Concluded(Step):
    """Politics end with defeat and conquest, when all that is demanded or raised is over (16.7)."""

    name = "politics"
    rule = "16.7"

    def conclude(self, t: Table, before: tuple[tuple[str, int], ...]) -> None:
        """What follows, with the nations that were defeated before this phase."""
        raise NotImplementedError

    def run(self, t: Table, f: Frame) -> None:
        finish(t)


def finish(t: Table) -> None:
    """The phase is over: its end is concluded (16.7)."""
    before = tuple((nation, side) for nation, side in t.frame.get("before", ()))
    cast(Concluded, t.title.steps[t.frame.step]).conclude(t, before)
    t.pop()


class EndOfPolitics(End):
    """``end``: no more is demanded or raised."""

    def apply(self, t: Table, seat: int, args: Args) -> None:
        finish(t)


class Politics(Concluded):
    """Morale first; then Allies and Soviets demand surrenders, and the Allies raise revolts; defeat and conquest come
    last (16.7)."""

    verbs: tuple[Verb, ...] = (Demand(), Revolt(), RaiseTito(), EndOfPolitics())

    def begin(self, t: Table, f: Frame) -> None:
        """Battles, control and morale as the turn has left them."""
        guns.forfeit(t)
        control.settle_battles(t)
        control.evaluate(t)
        demoralize_italy(t)
        occupation.note_entries(t)
        note_entry(t)
        t.remember(before=beaten_before(t))

    def conclude(self, t: Table, before: tuple[tuple[str, int], ...]) -> None:
        """Stock is taken (4.37): defeat and conquest are found when surrenders and revolts are over (16.7)."""
        control.settle_battles(t)
        control.evaluate(t)
        defeats(t)
        conquests(t, before)
        colonial_capitals(t)
        rebels.conquests(t)
        objectives.reckon_south(t)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        """Asked when all can see that something may be done; the Axis has nothing to do here."""
        if t.p.active == AXIS:
            return ()
        demand = weary(t, f.seat, ()) & once_a_phase(t, f.seat, ())
        revolt = may_revolt(t, f.seat, ())
        rises = tito_waits(t, f.seat, ()) and mountains(t, f.seat, ())
        return (f.seat,) if demand or revolt or rises else ()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "Politics: demand a surrender, raise a revolt, or end."
