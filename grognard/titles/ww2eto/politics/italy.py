"""Italy (16.6): its entry, the limits before it, and its surrender."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import Pass, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Row, Sequence_, Step

from .. import world as w
from ..home import partisans
from ..land import losses
from ..sea import german_sea
from ..state import ITALY_ACTIVE, ITALY_NEUTRAL, ITALY_SURRENDERED, Table
from . import control, neutrals


def italians(t: Table, hexes: int) -> int:
    """Italian strength points in some hexes."""
    p = t.p
    units = p.corps[w.ITALY] & p.army[w.AXIS]
    return sum(p.strength[i] for i in members(units) if hexes >> p.at[i] & 1)


# Before entry


@control.ground("16.61", powers=(w.AXIS,))
def closed_to_germans(t: Table, power: int, nation: int) -> int:
    """Other Axis units stay out of Italian land before Italy enters (R152)."""
    if nation == w.ITALY or t.p.italy != ITALY_NEUTRAL:
        return -1
    return ~neutrals.italian_land(t)


@control.ground("16.62", nations=(w.ITALY,))
def italy_at_home(t: Table, power: int, nation: int) -> int:
    """Before entry Italians move within Italian land; 5.77/c keeps them to three points in Africa (16.62)."""
    return neutrals.italian_land(t) if t.p.italy == ITALY_NEUTRAL else -1


@control.attackers("16.61", nations=(w.ITALY,))
def italy_waits(t: Table, nation: int) -> bool:
    """Italians do not attack before Italy enters (16.61)."""
    return bool(t.p.italy != ITALY_NEUTRAL)


def may_enter(t: Table) -> bool:
    """The Axis may bring Italy in from 2/1940 on (16.61)."""
    first = next(r["value"] for r in w.table("italy.csv") if r["key"] == "entry_from")
    return bool(t.p.italy == ITALY_NEUTRAL and t.p.turn >= t.world.turn_index[first])


class Enter(Verb):
    """``enter``: Italy enters the war (16.61)."""

    name = "enter"
    masks = (Mask("16.61", lambda t, s, a: int(may_enter(t))),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        join_war(t)
        t.pop()


def join_war(t: Table) -> None:
    """Italy is an active belligerent: its land is open to zones and attacks."""
    t.p.italy = ITALY_ACTIVE
    t.p.sealed &= ~neutrals.italian_land(t)
    control.note_zones(t)
    control.yield_ground(t)
    t.emit("italy_enters", "16.61")


@control.on_invasion
def drawn_in(t: Table, power: int, nation: int, country: w.Country) -> None:
    """With three players Russia may invade a neutral Italy, which is in the war by it (16.82/e, R238)."""
    if country.owner == w.ITALY and t.p.italy == ITALY_NEUTRAL:
        join_war(t)


class ItalianEntry(Step):
    """The start of the Axis Player-Turn: Italy may be brought in."""

    name = "Italian entry"
    rule = "16.61"
    verbs = (Enter(), Pass())

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return (f.seat,) if may_enter(t) else ()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "Italy may enter the war now: enter, or pass."


# Surrender


def can_surrender(t: Table) -> bool:
    """Surrender needs the option, save in 1941, where the sheet puts it in force (15.3/b, R006)."""
    if t.p.italy != ITALY_ACTIVE or t.scenario == "africa41":
        return False
    return t.options.get("italian_entry") == "on" or t.scenario == "1941"


@losses.on_loss
def count_losses(t: Table, nation: int, points: int, why: str) -> None:
    """Italian points destroyed since entry (16.65, R153)."""
    if nation == w.ITALY and t.p.italy == ITALY_ACTIVE:
        t.p.italy_lost += points
        check_surrender(t)


@control.on_entry(w.ALLIED, w.SOVIET)
def italy_entered(t: Table, piece: int, node: int) -> None:
    """An Allied unit on the Italian mainland (16.65)."""
    p = t.p
    if t.world.areas["italy_mainland"] >> node & 1:
        p.italy_invaded = 1
        check_surrender(t)


@control.on_attack
def italy_attacked(t: Table, attackers: tuple[int, ...], nodes: tuple[int, ...]) -> None:
    """An attack across the mainland's border is an invasion too (16.65)."""
    p = t.p
    mainland = t.world.areas["italy_mainland"]
    if p.power[attackers[0]] in (w.ALLIED, w.SOVIET) and any(mainland >> node & 1 for node in nodes):
        p.italy_invaded = 1
        check_surrender(t)


def check_surrender(t: Table) -> None:
    """Eight points lost and the mainland invaded: Italy surrenders (16.65)."""
    p = t.p
    lost = p.italy_lost >= t.world.constant("italian_losses")
    if can_surrender(t) and lost and p.italy_invaded:
        surrender(t, "16.65")


def surrender(t: Table, number: str) -> None:
    """All Italian units leave the map."""
    p = t.p
    p.italy = ITALY_SURRENDERED
    left = []
    for piece in members(p.corps[w.ITALY] & p.army[w.AXIS]):
        left.append(p.at[piece])
        p.dismiss(piece)
    leave_partisans(t, left)
    abandon(t)
    t.emit("italy_surrenders", number)


def leave_partisans(t: Table, left: list[int]) -> None:
    """In the Balkans each Italian unit leaves a partisan behind (16.65/a)."""
    balkans = t.world.areas["balkans"]
    for node in left if partisans.in_play(t) else ():
        if balkans >> node & 1 and not t.p.occupied[w.AXIS] >> node & 1:
            partisans.create(t, partisans.BALKANS, node)


def abandon(t: Table) -> None:
    """Italian land without a German unit has no owner any more (R154)."""
    p = t.p
    control.forsake(t, neutrals.italian_land(t) & ~p.occupied[w.AXIS], w.AXIS)
    countries = from_iter(country.index for country in t.world.countries if country.owner == w.ITALY)
    p.axis_countries &= ~countries
    p.axis_passed &= ~countries


class HomeGarrison(Step):
    """The end of the Axis Player-Turn: Italy must keep three points at home (16.64)."""

    name = "Italian home garrison"
    rule = "16.64"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        """With fewer points at home than the garrison Italy surrenders (16.64)."""
        t.pop()
        at_home = italians(t, t.world.areas["italy_home"])
        if can_surrender(t) and at_home < t.world.constant("italian_home"):
            surrender(t, "16.64")


def axis_reset(t: Table) -> None:
    """Axis transport is whole again and barges enter service (5.77, 5.79)."""
    p = t.p
    p.arrived = 0
    p.used.clear()
    german_sea.commission(t)
    if t.world.turns[p.turn - 1]["quarter"] == "1":
        p.german_replacements = 0
    for key in [k for k in p.notes if k.startswith("free/")]:
        del p.notes[key]


STEPS: dict[str, Step] = {
    "axis_start": Sequence_("start of the Axis Player-Turn", [
        Row("italian_entry", lambda t: t.seat_of(w.AXIS), freeze=axis_reset),
    ]),
    "italian_entry": ItalianEntry(),
    "axis_end": HomeGarrison(),
}  # fmt: skip
