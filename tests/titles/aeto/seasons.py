"""Helpers for cases of the Seasonal Turn: a bare map of Barbarossa, pools that hold only what a case puts there."""

from __future__ import annotations

from typing import Any

import grognard
from grognard.titles.aeto.seasonal import pools
from grognard.titles.aeto.title import POWERS

from .scenes import SEATS

SEATS.setdefault("s", "ussr")


def season(text: str, dice: list[int] | None = None, **new: Any) -> grognard.Game:
    """The map of 1941 with nothing on it but what is named."""
    return grognard.read_scene(f"aeto 1941short bare / {text}", dice, **new)


def pool(game: grognard.Game, **chits: int) -> grognard.Game:
    """Put chits into the pools: ``ger_Panzer_corps_8_5=2``."""
    names = {word.replace("-", "_"): n for n, word in reversed(list(enumerate(pools.words())))}
    for name, n in chits.items():
        pools.add(game.table.p, pools.sorts()[names[name]], n)
    game._changed()
    return game


def ep(game: grognard.Game, power: str) -> int:
    return int(game.table.p.ep[POWERS.index(power)])


def told(game: grognard.Game, kind: str) -> list[dict[str, Any]]:
    """All events of a kind."""
    return [dict(event.fields) for event in game.told[0] if event.kind == kind]
