"""Whole games of EuroFront, kept as journals: each order is judged again, each ends as it did."""

from __future__ import annotations

import gzip

import pytest

import grognard

from .make_games import FOLDER, GAMES


def test_every_kept_game_is_made_anew() -> None:
    """No journal lies about that no one can make again."""
    assert {path.name.removesuffix(".jsonl.gz") for path in FOLDER.glob("*.gz")} == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_a_kept_game_ends_as_it_did(name: str) -> None:
    """Winner and level of victory are those that the game is kept for."""
    text = gzip.decompress((FOLDER / f"{name}.jsonl.gz").read_bytes()).decode()
    game = grognard.load(text, verify=True)
    assert game.outcome is not None
    assert ("|".join(game.outcome.winners), game.outcome.level) == GAMES[name].ends
