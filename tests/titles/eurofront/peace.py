"""Short words for the cases of 1939: a scene, and Diplomacy of a month."""

from __future__ import annotations

from grognard.engine.play.game import Game

from .europe import scene
from .play import give

ARMIES = "London: AF1 / Paris: GQG2 / Berlin: OKW3 / Moscow: Stavka3"


def year39(text: str, dice: list[int] | None = None) -> Game:
    """A game at a scene of the campaign of 1939."""
    return scene(text, dice, "1939")


def in_diplomacy(text: str, dice: list[int] | None = None, month: str = "1939-10") -> Game:
    """Both sides have produced; Allies and Soviets may try an event, then the Axis."""
    g = year39(f"{month} / {text} / {ARMIES} / production", dice)
    return give(g, "axis: commit", "allied: commit")


def axis_tries(text: str, dice: list[int] | None = None, month: str = "1939-10") -> Game:
    """The same, when Allies and Soviets have let their month pass."""
    g = in_diplomacy(text, dice, month)
    return give(g, "allied: end") if "allied" in g.decisions() else g


def land(g: Game, *regions: str) -> int:
    """The land of some regions."""
    found = 0
    for name in regions:
        found |= int(g.table.world.board.region[name])
    return found & int(g.table.world.land)
