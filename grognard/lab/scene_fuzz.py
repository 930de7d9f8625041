"""Games that start where the scenes of a title's tests stand: rules that random play seldom comes to are met there.

The tests are run once; the game behind every order they give or ask about is kept, and played on at random with
every verb probed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from ..engine.core.rules import Refused
from ..engine.play.game import Game
from .conform import step_at_random
from .labels import Tally

STEPS = 6
"""Orders played from each scene."""
RESIGNING = 0.1
"""The share of these games that ends with a resignation."""


@contextmanager
def watched(title: str) -> Iterator[dict[str, Game]]:
    """The games of a title that get an order or are asked about one, each as it then stands."""
    found: dict[str, Game] = {}
    play, why_not = Game.play, Game.why_not

    def note(game: Game) -> None:
        if game.title.meta.id == title and not game.table.rules.off and game.outcome is None:
            found.setdefault(game.hash(), game.copy())

    def noted_play(self: Game, *args: Any, **kwargs: Any) -> Any:
        note(self)
        return play(self, *args, **kwargs)

    def noted_why_not(self: Game, *args: Any, **kwargs: Any) -> Any:
        note(self)
        return why_not(self, *args, **kwargs)

    Game.play, Game.why_not = noted_play, noted_why_not  # type: ignore[method-assign]
    try:
        yield found
    finally:
        Game.play, Game.why_not = play, why_not  # type: ignore[method-assign]


def collect(title: str, folder: Path) -> list[Game]:
    """Run the tests of a folder and keep where their scenes stand."""
    try:
        import pytest
    except ModuleNotFoundError:
        raise Refused("E.extra", "`--scenes` needs pytest: install it with pip install 'grognard[lab]'.") from None
    with watched(title) as found:
        pytest.main(["-q", "--no-header", "-p", "no:cacheprovider", "-m", "not night", str(folder)])
    return list(found.values())


def add_scenes(title: str, folder: Path, tally: Tally, rounds: int) -> tuple[int, int]:
    """Play on from every scene so many times, and count; scenes and orders."""
    games = collect(title, folder)
    orders = 0
    for k in range(rounds):
        for n, game in enumerate(games):
            orders += play_on(game.copy(), random.Random(f"scenes {title} {n} {k}"), tally)
    return len(games), orders


def play_on(game: Game, rng: random.Random, tally: Tally) -> int:
    """A few orders at random, each verb probed before each, then now and then a resignation; the number of orders."""
    tally.watch(game, short_cuts=False)
    orders = at_random(game, rng, tally)
    if game.outcome is None and rng.random() < RESIGNING:
        resign(game, rng)
    return orders


def resign(game: Game, rng: random.Random) -> None:
    """One seat proposes to end the game, and the others answer as they like: no policy of the lab ever does."""
    seat = rng.choice(game.seats)
    with suppress(Refused):
        game.play(seat, "propose resign")
        for other in game.seats:
            for choice in game.offers(other).next("accept") if other != seat else ():
                game.play(other, f"{rng.choice(('accept', 'decline'))} {choice.text}")


def at_random(game: Game, rng: random.Random, tally: Tally) -> int:
    """The orders of ``play_on``."""
    for n in range(STEPS):
        try:
            for d in game.decisions().values():
                tally.probe(d, rng)
            if step_at_random(game, rng) is None:
                return n
        except (Refused, LookupError):
            return n  # a scene may stand where no whole game leads, and break off there
    return STEPS
