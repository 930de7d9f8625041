"""Fog, fourth way: sealed plans and the hidden ends of committed ways.

In a twin the plans of one seat, and the secret parts of its frames, say something else; everything that the others get
must stay the same to the byte. And a guess made by one of the others must give it the same view. This needs no hidden
pieces: any title that seals something has a secret of this kind.
"""

from __future__ import annotations

import random

from ..engine.core.step import Step
from ..engine.play.game import Game
from .fog import Twins, same_for
from .redraw import Original, Redraws, moments, redraw

SHARE = 0.2
"""The share of moments that are looked at."""


def seals(title: str, scenario: str) -> bool:
    """Does a scenario begin with plans, or has its title steps with a secret that a guess makes up?"""
    game = Game.new(title, scenario, seed=1)
    hiding = any(type(step).draw_secret is not Step.draw_secret for step in game.title.steps.values())
    return hiding or bool(game.table.p.plans)


def sealed_by(game: Game, owner: int) -> bool:
    """Has a seat something that is sealed now?"""
    t = game.table
    return any(plan[0] == owner for plan in t.p.plans.values()) or any(
        frame.secret and frame.seat == owner for frame in t.agenda
    )


def twin(game: Game, owner: int, rng: random.Random) -> Game:
    """The same game, but for what a seat has sealed: that is made up anew, as a guess would."""
    other = game.copy()
    t = other.table
    for name, (seat, public, secret) in list(t.p.plans.items()):
        t.p.plans[name] = (seat, public, () if seat == owner else secret)
    t.agenda = tuple(
        t.title.steps[frame.step].draw_secret(t, frame, rng) if frame.secret and frame.seat == owner else frame
        for frame in t.agenda
    )
    t.title.draw_rest(t, game.view(game.seats[1 - owner]), rng)
    other._changed()
    return other


def said(game: Game) -> object:
    """All that is sealed in a game."""
    return sorted(game.table.p.plans.items()), [frame.secret for frame in game.table.agenda]


def sealed_twins(title: str, scenario: str, wanted: int, seed: int = 0, longest: int = 4000) -> tuple[Twins, Redraws]:
    """At moments at which a seat has sealed something let it say something else, and compare what the others get."""
    found, drawn = Twins(), Redraws()
    for n, (game, rng) in enumerate(moments(title, scenario, seed, SHARE)):
        if n >= longest or found.kept >= wanted:
            break
        owners = [seat for seat in range(len(game.seats)) if not game.lanes and sealed_by(game, seat)]
        if len(game.seats) != 2 or not owners:
            continue
        owner = rng.choice(owners)
        other = twin(game, owner, rng)
        if said(other) == said(game):
            found.thrown_away["the same secret"] += 1
            continue
        start = rng.random()
        for viewer in (game.seats[1 - owner], None):
            same_for(game, other, viewer, random.Random(start), f"{game.seats[owner]} has sealed something")
            found.compared += 1
        redraw(Original(game, game.seats[1 - owner], rng), rng, drawn)
        found.kept += 1
    return found, drawn
