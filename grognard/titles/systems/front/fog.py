"""Fog: what an upright block may be, and what a seat may guess of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from grognard.board.hexset import from_iter
from grognard.engine.core.cache import cached_by
from grognard.engine.core.knowledge import Token

from . import beachheads, blocks, weather
from .state import BY_AIR_DISPERSED, BY_SEA_DISPERSED, Table
from .world import AMPHIBIOUS, COMMANDERS, FORT, PARA, Chart, Unit, World

if TYPE_CHECKING:
    from grognard.engine.fog.view import View

    from .game import FrontTitle


def read_reveals(chart: Chart) -> dict[str, str]:
    """The reveal table: each rule and what it shows to whom."""
    table: dict[str, str] = {}
    for row in chart:
        table[row["rule"]] = f"{row['when']}: {row['what']} of {row['of']}, to {row['to']}"
    return table


TOLD: dict[str, Callable[[Any, int], int]] = {
    "invades": lambda t, piece: t.world.kinds[t.world.units[piece].kind].may_invade,
    "assaults": lambda t, piece: t.title.assaults_by_sea(t, piece),
    "amphibious": lambda t, piece: t.world.units[piece].kind == AMPHIBIOUS,
    "pursues": lambda t, piece: t.world.units[piece].kind not in (*COMMANDERS, FORT),
    "para": lambda t, piece: t.world.units[piece].kind == PARA,
    "italian": lambda t, piece: t.world.units[piece].italian,
    "spanish": lambda t, piece: t.world.units[piece].nation == "spain",
    "portuguese": lambda t, piece: t.world.units[piece].nation == "portugal",
    "rumanian": lambda t, piece: t.world.units[piece].nation == "rumania",
    "hungarian": lambda t, piece: t.world.units[piece].nation == "hungary",
    "bulgarian": lambda t, piece: t.world.units[piece].nation == "bulgaria",
    "finnish": lambda t, piece: t.world.units[piece].nation == "finland",
    "swedish": lambda t, piece: t.world.units[piece].nation == "sweden",
    "turkish": lambda t, piece: t.world.units[piece].nation == "turkey",
    "polish": lambda t, piece: t.world.units[piece].nation == "poland",
    "belgian": lambda t, piece: t.world.units[piece].nation == "belgium",
    "dutch": lambda t, piece: t.world.units[piece].nation == "holland",
    "danish": lambda t, piece: t.world.units[piece].nation == "denmark",
    "norwegian": lambda t, piece: t.world.units[piece].nation == "norway",
    "greek": lambda t, piece: t.world.units[piece].nation == "greece",
    "yugoslav": lambda t, piece: t.world.units[piece].nation == "yugoslavia",
    "swiss": lambda t, piece: t.world.units[piece].nation == "switzerland",
    "vichy": lambda t, piece: t.world.units[piece].nation == "vichy",
    "alien": lambda t, piece: t.title.acclimatizes(t, piece),
}
"""What landings, evacuations, drops, pursuit, a surrender and the set-up of a neutral tell of a block."""

ALLIES = ("italian", "spanish", "portuguese")
"""The nations whose blocks are counted when they leave play (16.1, 16.4/g)."""

WEATHERS = ("speed", "speed in mud", "speed in snow")
_ON_GROUND = (*WEATHERS, *(f"{speed} on rough ground" for speed in WEATHERS))
PACES = (
    *_ON_GROUND, *(f"{speed} out of reach of enemy air" for speed in _ON_GROUND),
    *(f"{speed} in the desert" for speed in _ON_GROUND),
)  # fmt: skip
"""What pursuit tells of a rearguard (6.42), by weather, ground and enemy air: its speed as of that month."""

SILENCES = tuple(f"no pursuit at {pace}" for pace in PACES)
"""What a block tells that does not fire at a rearguard (6.42), by weather and ground: the speed of that rearguard."""


def going(t: Table, node: int) -> int:
    """Which of the paces holds in a hex now; mountain and marsh are rough ground."""
    rough = bool((weather.rough_ground(t) & ~t.world.areas) >> node & 1)
    return weather.at(t, node) + len(WEATHERS) * (rough + 2 * t.title.free_of_air(t, node))


def pace(t: Table, piece: int, going: int, month: int | None = None) -> int:
    """A block's speed in some weather and on some ground."""
    where, sky = divmod(going, len(WEATHERS))
    return blocks.pace(t, piece, bool(where & 1), sky, month, where >> 1)


def may_be_silent(t: Table, piece: int, going: int, month: int, speed: int) -> bool:
    """Would a block let a rearguard of some speed go: an HQ, a fort, a static that may be at zero, or a slower one?"""
    unit = t.world.units[piece]
    return unit.kind in (*COMMANDERS, FORT) or unit.last == 0 or pace(t, piece, going, month) < speed


def nation_of(t: Table, piece: int) -> dict[str, int]:
    """Which of the nations that may surrender a block belongs to, as a fact."""
    return {name: 1 for name in t.title.told_nations if TOLD[name](t, piece)}


def may_be_in_play(t: Table, piece: int) -> bool:
    """Is a block in the scenario's roster, its month come, or the next one if it may be advanced (11.51)?"""
    called: bool | None = t.title.called_up(t, piece)
    if called is not None:
        return called
    due = t.world.extra["roster"].get(piece)
    return due is not None and due <= t.p.month + (t.p.month < t.title.last_scheduled(t))


@cached_by(lambda t: (t.scenario, t.p.month, t.title.last_scheduled(t), *t.p.politics))
def in_play(t: Table) -> int:
    """The blocks that may be in play, as bits: no one who has left the war with his nation (16.1/a, 16.4/f)."""
    gone: int = t.title.out_of_play(t)
    return from_iter(i for i in range(len(t.world.units)) if may_be_in_play(t, i)) & ~gone


def could_be(self: FrontTitle, t: Table, piece: int, token: Token) -> bool:
    """May the block behind a token be this one, by its place, its dispersal and the facts that were told?"""
    return bool(could_be_of(self, t, (piece,), token))


def could_be_of(self: FrontTitle, t: Table, pieces: Sequence[int], token: Token) -> list[int]:
    """Those of some blocks that may be behind a token: what all of them are asked alike is asked once."""
    power, units, node = t.p.power, t.world.units, token.node
    # Who leaves the war with his nation has been told to be of it.
    there = in_play(t) | (self.leaving(t) if any(fact[0] in self.told_nations for fact in token.facts) else 0)
    there &= ~away(self, t, node)
    found = [i for i in pieces if there >> i & 1 and power[i] == token.power]
    for name, value, when in token.facts:
        found = [i for i in found if may_tell(t, i, units[i], name, value, when)]
    return found


def away(self: FrontTitle, t: Table, node: int) -> int:
    """The restricted blocks that cannot be in a hex."""
    bits = 0
    for bound, units in restricted(t.world).items():
        if not self.whereabouts(t, bound) >> node & 1:
            bits |= units
    return bits


@cache
def restricted(world: World) -> dict[str, int]:
    """The blocks that may only be in some places, by what binds them."""
    found: dict[str, int] = {}
    for i, unit in enumerate(world.units):
        if unit.restricted:
            found[unit.restricted] = found.get(unit.restricted, 0) | 1 << i
    return found


def may_tell(t: Table, piece: int, unit: Unit, name: str, value: int, when: int) -> bool:
    """May a fact have been told of a block?"""
    if name in PACES:
        return pace(t, piece, PACES.index(name), when // 64) == value
    if name in SILENCES:
        return may_be_silent(t, piece, SILENCES.index(name), when // 64, value)
    if name == "fort":
        return unit.kind == FORT
    if name == "dispersed" and value == BY_AIR_DISPERSED:
        return unit.kind == PARA
    if name == "dispersed" and value == BY_SEA_DISPERSED:
        return bool(t.world.kinds[unit.kind].may_invade)
    if name == "cv":
        return unit.last <= value <= unit.top
    return name not in TOLD or TOLD[name](t, piece) == value


def draw_column(
    self: FrontTitle, t: Table, column: str, piece: int, fact: tuple[int, int] | None, rng: random.Random
) -> int:
    """A CV that fits: as last seen plus at most a step for each Production since."""
    unit: Unit = t.world.units[piece]
    low = unit.last if unit.kind in COMMANDERS or unit.last == 0 else 1
    if t.p.at[piece] >= t.world.spans:
        return 0
    if fact is None:
        return rng.randint(low, unit.top)
    seen, when = fact
    months = max(0, t.p.month - when // 64)
    return max(low, min(unit.top, seen + rng.randint(0, months)))


def draw_unseen(self: FrontTitle, t: Table, pieces: list[int], rng: random.Random) -> None:
    """Blocks that no token shows are not in play, or eliminated unseen."""
    for piece in pieces:
        power = t.p.power[piece]
        due = t.world.extra["roster"].get(piece)
        gone = due is not None and due < t.p.month and self.called_up(t, piece) is None
        t.p.at[piece] = t.world.lost(power) if gone else t.world.later(power)
        t.p.cv[piece] = 0


def draw_rest(self: FrontTitle, t: Table, view: View, rng: random.Random) -> None:
    """Amphibious units in hexes that were invaded came ashore there, for all that the enemy knows."""
    p = t.p
    for name in beachheads.names(t):
        unit = beachheads.unit_of(t, name)
        others = t.seat_of(beachheads.owner(t, name)) != view["seat"]
        if others and p.invaded[p.power[unit]] >> p.at[unit] & 1:
            p.landed[name] = p.at[unit]
