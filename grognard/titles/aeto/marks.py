"""What lies on the map of Advanced ETO beside chits of units: fortifications, airbases, supply chits, ruins."""

from __future__ import annotations

from grognard.board.hexset import members

from . import supply
from .position import Table


def marks(t: Table) -> list[dict[str, str]]:
    """A small shield in the hex for each, with its letters and what they mean."""
    p = t.p
    found = []
    for bits, text, title in (
        (p.forts, "F", "Fortification"), (p.coastal_forts, "CF", "Coastal fort"),
        (p.permanent, "PF", "Permanent fortification"), (p.small_airbases, "a", "Small airbase"),
        (p.large_airbases, "A", "Large airbase"),
    ):  # fmt: skip
        found += [_mark(t, node, "works", text, title) for node in members(bits)]
    for key in sorted(p.chits, key=int):
        if count := supply.in_store(p, int(key)):
            found.append(_mark(t, int(key), "store", f"{count}s", f"{count} Supply chit{'s' if count > 1 else ''}"))
    for key in sorted(p.destroyed):
        node, what = key.split()[:2]
        found.append(_mark(t, int(node), "ruin", "×", f"Destroyed: {what.replace('_', ' ')}"))
    return found


def _mark(t: Table, node: int, kind: str, text: str, title: str) -> dict[str, str]:
    return {"place": t.node_name(node), "kind": kind, "text": text, "title": title}
