"""What the enemy can tell of a block that stands, and what a sampled position may put behind it."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.game import Game

from .play import give, scene

PASSING = ("reach", "fired", "struck", "came", "hits", "spared", "moved", "entry")


def public(g: Game, seat: str) -> list[dict[str, Any]]:
    """The columns that a seat can read of each block it does not own."""
    view = g.view(seat).data
    return [dict(zip(view["public"], row[2], strict=True)) for row in view["tokens"]]


def pass_to(g: Game, seat: str) -> None:
    while list(g.decisions()) != [seat]:
        give(g, "end")


@pytest.mark.rule("westfront", "5.43", "7.12/a")
def test_a_deactivated_hq_looks_like_any_block() -> None:
    """OBW stands up beside a corps; when one of the two walks off in a later turn, nothing tells which."""
    g = scene("s44 bare / 1944-08 / Paris: OBW3 84inf3 / Troyes: AGB2 / Caen: US19mech4 / axis command")
    give(g, "activate OBW")
    pass_to(g, "allied")
    pass_to(g, "axis")
    give(g, "activate AGB", "end", "move OBW Reims", "end")
    pair = [row for row in public(g, "allied") if row["at"] != g.table.p.at[g.title.find_pieces(g.table, "AGB")[0]]]
    assert [row["reach"] for row in pair] == [0, 0]


@pytest.mark.rule("westfront", "7.12/a", "INTRO/b")
def test_last_turns_deeds_do_not_mark_a_block() -> None:
    """A fight and a march leave nothing on the blocks that the next turn begins with."""
    g = scene(
        "s44 bare / 1944-08 / Paris: OBW3* 84inf3 / Rouen: 85inf3 Br30arm4 / axis defends Rouen / axis movement",
        dice=[1] * 40,
    )
    give(g, "move 84inf Amiens", "end", "end", "fight Rouen")
    pass_to(g, "allied")
    give(g, "end")
    for seat in ("axis", "allied"):
        assert all(row[name] == 0 for row in public(g, seat) for name in PASSING)
