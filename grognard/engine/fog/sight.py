"""First sight: what each viewer sees of the others' pieces before anyone has moved."""

from __future__ import annotations

from ..core.knowledge import Knowledge
from .title import FogTable


def first_sight(t: FogTable) -> None:
    """Give every viewer tokens for the pieces that stand in sight at the start."""
    t.know = Knowledge(len(t.viewers), len(t.p.at))
    for viewer in t.viewers:
        seen = [i for i in range(len(t.p.at)) if not t.owns(viewer, i) and not t.out_of_sight(viewer, i)]
        # Sorted by what an eye sees, so that the tokens say nothing about the slots behind them.
        seen.sort(key=lambda i: (t.p.at[i], t.p.power[i], t.title.appearance(t, i)))
        t.know.born(viewer, seen, t.dice)
