"""Segments (3.1): a scenario's end counts; then the game closes or the next scenario goes on."""

from __future__ import annotations

from grognard.engine.play.desk import Proposal
from grognard.titles.systems.front.sequence import next_month
from grognard.titles.systems.front.state import Table, month_number, month_text

from . import victory
from .scenarios import current
from .world import scenarios


def finish(t: Table) -> None:
    """The last month of a scenario is over: it is scored, and the way of playing says what follows (3.11-3.14)."""
    found = victory.result(t)
    here = current(t)
    following = str(scenarios()[here].get("next", ""))
    t.emit("scored", found.rule, scenario=here, level=found.level, lead=found.lead)
    if following and goes_on(t, here, found.level):
        t.milestone(here)
        link(t, following)
    else:
        winners, scores = victory.winners(t, found), victory.scores(t, found)
        final = not (following and may_extend(t))
        t.close(winners, found.level, victory.sentence(t, found), found.rule, scores, final)


def goes_on(t: Table, here: str, level: str) -> bool:
    """A scenario ends the game (3.11), one-year games go on once (3.12), campaigns until a decisive victory (3.14,
    17.3)."""
    play = t.options.get("play", "scenario")
    if play == "scenario":
        return False
    if play == "one-year":
        return bool(here == t.scenario)
    return bool(play == "campaign" and level != "decisive")


def may_extend(t: Table) -> bool:
    """Extended games go on as long as both agree after a scoring (3.13)."""
    return t.options.get("play") == "extended"


def link(t: Table, following: str) -> None:
    """Forces, control and pools stay; the new scenario's months and figures hold from now on (3.12/a, 3.12/c)."""
    p = t.p
    p.last = month_number(scenarios()[following]["months"][-1])
    next_month(t)
    t.emit("linked", "3.12", scenario=following, month=month_text(p.month))


class GoOn(Proposal):
    """After a scoring both may agree to play the next scenario (3.13)."""

    name = "extend"
    rule = "3.13"

    def may(self, t: Table, seat: int) -> bool:
        return t.outcome is not None and not t.outcome.final and may_extend(t)

    def agreed(self, t: Table, proposer: int, text: str) -> None:
        here = current(t)
        t.outcome = None
        t.milestone(here)
        link(t, str(scenarios()[here]["next"]))
        t.run()
