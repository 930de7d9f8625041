"""The games in docs/games can be opened and are what their journals say."""

from pathlib import Path

import pytest

import grognard

GAMES = Path(__file__).parents[2] / "docs" / "games"


@pytest.mark.parametrize("name", sorted(path.name for path in GAMES.glob("*.journal")))
def test_a_game_that_was_played_by_hand_plays_again(name: str) -> None:
    """Every order is judged again and every hash compared."""
    game = grognard.load((GAMES / name).read_text(encoding="utf-8"), verify=True)
    assert len(game.journal) > 20
    assert name in (GAMES / "README.md").read_text(encoding="utf-8")
