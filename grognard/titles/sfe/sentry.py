"""Standing orders at sea: what a player leaves to his admirals and air marshals (19.5, 16.24)."""

from __future__ import annotations

from grognard.board.hexset import members
from grognard.engine.core.frames import Frame

from . import flights, interception, ships
from .state import Table

PASS, BOMBERS, CONVOYS = "pass", "bombers", "convoys"
CHOICES = (PASS, BOMBERS, CONVOYS)
"""Let all pass; send bombers at whatever sails; send bombers and stronger fleets at transports alone."""
LIKELY = 4
"""The die up to which an attempt must succeed to be made."""


def answer(t: Table, f: Frame, choice: str) -> str:
    """The order that a standing order gives when a force may be intercepted."""
    if choice == PASS or (choice == CONVOYS and not has_transports(t, f["prey"])):
        return "pass"
    best = max(((worth(t, units), -n, units) for n, units in attempts(t, f, choice)), default=(0, 0, ()))
    if not best[2]:
        return "pass"
    units = "+".join(t.title.piece_name(t, i) for i in best[2])
    return f"intercept {t.node_name(f['hexes'][-best[1]])} {units}"


def has_transports(t: Table, prey: tuple[int, ...]) -> bool:
    return any(t.world.units[i].kind == "TT" for i in prey)


def attempts(t: Table, f: Frame, choice: str) -> list[tuple[int, tuple[int, ...]]]:
    """For each hex in question the units that would try for it."""
    found = []
    for n, node in enumerate(f["hexes"]):
        likely = [
            i for i in members(interception.could(t, f.power, node))
            if interception.needed(interception.distance(t, i, node)) >= LIKELY
        ]  # fmt: skip
        wings = [i for i in likely if t.world.units[i].air and flights.bombs(t, i) and not flights.fighter(t, i)]
        fleet = [i for i in likely if t.world.units[i].naval] if choice == CONVOYS else []
        if guns(t, fleet) <= guns(t, list(f["prey"])):
            fleet = []
        if wings or fleet:
            found.append((n, tuple(sorted((*wings, *fleet)))))
    return found


def guns(t: Table, force: list[int]) -> int:
    """The surface factors of some ships."""
    return sum(ships.factor(t, i, "surface") for i in force)


def worth(t: Table, units: tuple[int, ...]) -> int:
    """Bombs and guns that an attempt brings."""
    return sum(flights.bombs(t, i) if t.world.units[i].air else ships.factor(t, i, "surface") for i in units)
