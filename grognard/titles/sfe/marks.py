"""What lies on the map of The Struggle for Europe beside counters: works, beachheads, Mulberries and supply points."""

from __future__ import annotations

from grognard.board.hexset import members

from . import beachheads
from .state import Table


def marks(t: Table) -> list[dict[str, str]]:
    """A small shield in the hex for each, with its letters and what they mean."""
    p = t.p
    found = []
    for bits, text, title in (
        (p.forts, "F", "Fort: one less on an attacker's die"), (p.strongholds, "MF", "Major fort"),
        (p.works, "f", "Fort, being built"), (p.airfields, "A", "Airfield"), (p.major_fields, "MA", "Major airfield"),
        (p.plots, "a", "Airfield, being built"),
    ):  # fmt: skip
        found += [_mark(t, node, "works", text, title) for node in members(bits)]
    for key in sorted(p.beachheads, key=int):
        found.append(_mark(t, int(key), "beachhead", "BH", "Beachhead"))
        if capacity := beachheads.mulberry(t, int(key)):
            found.append(_mark(t, int(key), "beachhead", "M", f"Mulberry, capacity {capacity}"))
    for key, points in sorted(p.stores.items()):
        if points:
            found.append(_mark(t, int(key), "store", f"{points:g}", f"{points:g} supply points"))
    return found


def _mark(t: Table, node: int, kind: str, text: str, title: str) -> dict[str, str]:
    return {"place": t.node_name(node), "kind": kind, "text": text, "title": title}
