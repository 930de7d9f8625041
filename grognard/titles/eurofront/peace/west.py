"""France in the whole war (20.4): who leads whom, who comes when it falls, and how its fate enters Politics."""

from __future__ import annotations

from grognard.board.hexset import from_iter
from grognard.engine.core.cache import cached_values
from grognard.titles.systems.front.world import World

from ..europe.nations import VICHY, defeated
from ..france import armistice, land, morale
from ..france.hooks import ARRIVALS, HOME_GUARD
from ..france.land import FRANCE
from ..med import activation
from ..tide.world import FREE_FRENCH
from .state import Table

ANGLO_AMERICAN = ("britain", "canada", "usa", "vichy")
"""Those who count as one nation (20.3)."""


def countrymen(t: Table, hq: int) -> tuple[str, ...]:
    """British and Americans lead each other (20.3), the French their own (20.42) and as Free French both (20.494); the
    Polish corps of later years is under the British."""
    nation = t.world.units[hq].nation
    if nation == "poland" and defeated("Poland") not in t.p.politics:
        return (nation,)
    own: tuple[str, ...] = ANGLO_AMERICAN
    own = (*own, "poland") if defeated("Poland") in t.p.politics else own
    if nation == "france" and defeated(FRANCE) not in t.p.politics:
        return (nation,)
    if defeated(FRANCE) in t.p.politics:
        own = (*own, "france")
    return own if nation in own else (nation,)


def sends(t: Table, hq: int) -> int:
    """The units that an Allied Supreme HQ has moves for: its own nation's, and those of the minors (5.34)."""
    return _sends(t.world, countrymen(t, hq), defeated("Poland") in t.p.politics)


@cached_values(32)
def _sends(w: World, own: tuple[str, ...], later: bool) -> int:
    great = (*ANGLO_AMERICAN, "france")
    return from_iter(i for i, unit in enumerate(w.units) if unit.nation in own or unit.nation not in great)


def events_bring(t: Table) -> dict[int, tuple[int, int]]:
    """The Home Guard after the fall of France (20.47/b), Anzacs and the Libyan corps after Italy's entry (21.322), the
    Free French of Africa after Vichy's surrender (20.487)."""
    events = t.p.politics
    woken = activation.since(t) if activation.active(t) else -1
    return dict(_brought(t.world, int(events.get(defeated(FRANCE), -1)), woken, given_up(t)))


def given_up(t: Table) -> int:
    """The month in which Vichy gave up or joined the Allies, or -1: the next one brings the Free French of Africa
    (20.487, DE.VF)."""
    months = [int(t.p.politics[event]) for event in (defeated(VICHY), "VF") if event in t.p.politics]
    return min(months, default=-1)


@cached_values(32)
def _brought(w: World, fallen: int, woken: int, over: int) -> tuple[tuple[int, tuple[int, int]], ...]:
    found = []
    for name, steps in ARRIVALS.items():
        begun = fallen if name in HOME_GUARD else over if name == FREE_FRENCH else woken
        if begun >= 0 and name.casefold() in w.named:
            found.append((w.named[name.casefold()], (begun + 1, steps)))
    return tuple(found)


def called(t: Table, name: str) -> bool | None:
    """Has politics brought a block of the West into play?"""
    if name not in ARRIVALS:
        return None
    if name == FREE_FRENCH:
        return given_up(t) >= 0
    return defeated(FRANCE) in t.p.politics if name in HOME_GUARD else activation.active(t)


# Politics


def fate(t: Table) -> None:
    """France wavers, is left alone by its ally, or must offer an armistice (20.44, 20.45, 20.46)."""
    forced = armistice.is_forced(t)
    morale.demoralize(t)
    morale.check_solidarity(t)
    if forced and land.fighting(t):
        armistice.offer(t)


def fall(t: Table, before: tuple[tuple[str, int], ...]) -> None:
    """France falls (20.47), or is conquered if it fell before."""
    armistice.defeat(t)
    armistice.conquests(t, any(nation == FRANCE for nation, _ in before))
