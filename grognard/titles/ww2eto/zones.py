"""Zones of control (6.0-6.4): the six hexes round a unit, stopped by sea and blocked hexsides and neutral borders."""

from __future__ import annotations

from typing import Any

from grognard.board.area import step
from grognard.board.hexset import members

from . import world as w
from .state import EtoPosition


def _sources(t: Any, power: int) -> int:
    """Hexes whose units have zones: not those of neutrals still at peace; partisans have none (6.0/e, 16.5)."""
    p: EtoPosition = t.p
    return p.occupied[power] & ~p.sealed if t.rules.on("6.0/e") else p.occupied[power]


def _finns_alone(t: Any) -> int:
    """Hexes that only Finns hold while their zones stop at their border (16.41)."""
    p: EtoPosition = t.p
    finns = p.corps[w.FINLAND]
    if not finns or p.finns_free or t.options.get("minors") != "on" or not t.rules.on("16.41"):
        return 0
    bits = 0
    for piece in members(finns):
        node = p.at[piece]
        if all(finns >> i & 1 for i in p.stacks[node]):
            bits |= 1 << node
    return bits


def _spread(t: Any, sources: int, finns: int) -> int:
    """One hex round, not over sea or blocked hexsides (6.0/c) nor into a neutral (6.0/e)."""
    world, p = t.world, t.p
    out = world.clear if t.rules.on("6.0/c") else world.walk
    bits = step(sources & ~finns, out)
    if finns:
        bits |= step(finns, out) & world.by_id["finland"].hexes
    return bits & ~p.sealed if t.rules.on("6.0/e") else bits


def zone(t: Any, power: int) -> int:
    """The hexes that a power's units control."""
    sources = _sources(t, power)
    finns = _finns_alone(t) & sources if power == w.AXIS else 0
    return _spread(t, sources, finns)


def zone_against(t: Any, power: int) -> int:
    """The hexes in a zone of a power's enemies; between Germans and Russians there is none before war (14.34)."""
    p: EtoPosition = t.p
    if not t.rules.on("6.0"):
        return 0
    hostile = p.hostile[power]
    if not t.rules.on("14.34"):
        hostile |= {w.AXIS: 1 << w.SOVIET, w.SOVIET: 1 << w.AXIS}.get(power, 0)
    sources = 0
    for other in (w.AXIS, w.ALLIED, w.SOVIET, w.VICHY):
        if hostile >> other & 1:
            sources |= _sources(t, other)
    finns = _finns_alone(t) & sources if hostile >> w.AXIS & 1 else 0
    bits = _spread(t, sources, finns)
    return bits if t.rules.on("6.0/b") else bits & ~zone(t, power)


def zones_of(t: Any, power: int, hexes: int) -> int:
    """The zones against a power that come from some hexes alone."""
    p: EtoPosition = t.p
    if not t.rules.on("6.0"):
        return 0
    sources = 0
    for other in (w.AXIS, w.ALLIED, w.SOVIET, w.VICHY):
        if p.hostile[power] >> other & 1:
            sources |= _sources(t, other)
    sources &= hexes
    return _spread(t, sources, _finns_alone(t) & sources)
