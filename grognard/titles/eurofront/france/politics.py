"""Politics in the West of 1940 (16.7): morale, Solidarity, the armistice, defeats and conquests."""

from __future__ import annotations

from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import Verb
from grognard.titles.systems.front import control

from ..europe import rebels
from ..europe.nations import defeated, demoralize_italy
from ..europe.objectives import reckon_south
from ..europe.occupation import note_entries
from ..europe.politics import Concluded, EndOfPolitics
from ..europe.surrender import Demand, beaten_before, conquests, defeats, once_a_phase, weary
from ..europe.vichy import colonial_capitals
from ..peace.partition import end_phony_war
from . import armistice, land, morale, vichy
from .land import FRANCE
from .state import ALLIED, Table


class Politics(Concluded):
    """France wavers, is left alone, gives up; defeat and conquest follow (16.7)."""

    verbs: tuple[Verb, ...] = (armistice.Offer(), Demand(), EndOfPolitics())

    def begin(self, t: Table, f: Frame) -> None:
        control.settle_battles(t)
        control.evaluate(t)
        end_phony_war(t)
        t.remember(before=beaten_before(t), fallen=defeated(FRANCE) in t.p.politics)
        forced = armistice.is_forced(t)
        morale.demoralize(t)
        demoralize_italy(t)
        note_entries(t)
        morale.check_solidarity(t)
        if forced and land.fighting(t):
            armistice.offer(t)

    def conclude(self, t: Table, before: tuple[tuple[str, int], ...]) -> None:
        """Defeat and conquest are found when armistice and surrenders are over (16.7)."""
        fallen = bool(t.frame.get("fallen", False))
        control.settle_battles(t)
        control.evaluate(t)
        defeats(t)
        armistice.defeat(t)
        conquests(t, before)
        armistice.conquests(t, fallen)
        colonial_capitals(t)
        vichy.fate(t)
        rebels.conquests(t)
        reckon_south(t)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        demand = t.p.active == ALLIED and weary(t, f.seat, ()) & once_a_phase(t, f.seat, ())
        return (f.seat,) if demand or armistice.once(t, f.seat, ()) else ()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "Politics: offer an armistice for France, demand a surrender, or end."
