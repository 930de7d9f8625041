"""A deliberately leaky mutant of each channel is caught by the fog suite."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest

from grognard.engine.core.knowledge import Knowledge
from grognard.engine.core.offers import Level
from grognard.engine.core.rules import Mask
from grognard.engine.core.table import Table
from grognard.engine.fog import guess, view
from grognard.engine.play.lanes import Lanes
from grognard.lab import fog
from grognard.lab.conform import Broken
from grognard.lab.fog import twins
from grognard.lab.redraw import identities, moments, redraws
from grognard.lab.secrets import secret_twins
from grognard.titles.tiny import fleets, movement
from grognard.titles.tiny import world as w
from grognard.titles.tiny.sequence import Tiny

Patch = pytest.MonkeyPatch


def caught_by_twins(seeds: int = 6) -> str:
    """What the twins find, over a few runs."""
    for seed in range(seeds):
        try:
            twins("tiny", "border", 25, seed=100 * seed)
        except Broken as broken:
            return str(broken)
    return ""


def leaky_view(patch: Patch) -> None:
    rows = view._token_rows

    def leak(t: Table, viewer: int, public: list[str]) -> list[list[Any]]:
        strong = {t.know.tokens[viewer][i]: t.p.steps[i] for i in range(len(t.p.at))}
        return [[*row[:3], [*row[3], ["steps", strong[row[0]], 0]], row[4]] for row in rows(t, viewer, public)]

    patch.setattr(view, "_token_rows", leak)


def leaky_event(patch: Patch) -> None:
    plain = Table.emit

    def leak(t: Table, kind: str, rule: str = "", pieces: Any = (), **rest: Any) -> None:
        named = tuple(pieces)
        plain(t, kind, rule, named, weight=sum(t.p.steps[i] for i in named), **rest)

    patch.setattr(Table, "emit", leak)


def leaky_prompt(patch: Patch) -> None:
    patch.setattr(movement.Movement, "prompt", lambda self, t, f, seat: f"{hidden_sum(t)}")


def move_target() -> Level:
    return next(v for v in movement.Movement.verbs if v.name == "move").levels[1]


def leaky_offer(patch: Patch) -> None:
    shy = Mask("T2.4", lambda t, s, a: ~0b1001001001 << (t.p.at[0] + t.p.at[8] + t.p.at[14]) % 7)
    patch.setattr(move_target(), "masks", (*move_target().masks, shy))


def leaky_refusal(patch: Patch) -> None:
    where = Mask("T2.1", movement.within_reach, lambda t, s, a, v: f"R1 is at {t.p.at[0]} and B1 at {t.p.at[8]}.")
    patch.setattr(move_target(), "masks", (where, *move_target().masks[1:]))


def leaky_tokens(patch: Patch) -> None:
    def born_by_slot(self: Knowledge, viewer: int, pieces: list[int], dice: Any) -> None:
        first = self.next_token[viewer]
        self.next_token[viewer] += len(pieces)
        for place, piece in enumerate(sorted(pieces)):
            self.tokens[viewer][piece] = first + place

    patch.setattr(Knowledge, "born", born_by_slot)


def leaky_order_of_choices(patch: Patch) -> None:
    from grognard.board.hexset import members
    from grognard.engine.core.offers import Decision

    patch.setattr(Decision, "_listed", lambda self, level, bits: members(bits))


def leaky_frame(patch: Patch) -> None:
    patch.setattr(movement.Walk, "piece_fields", ())
    patch.setattr(fleets.Voyage, "piece_fields", ())
    patch.setattr(fleets.Interception, "piece_fields", ())


def hidden_sum(t: Table) -> int:
    """A number that tells where everyone is."""
    return sum(t.p.at[i] * i for i in range(len(w.BLOCKS)))


def odds_of_the_truth(patch: Patch) -> None:
    """A title may reckon with the table that it is given: the engine gives it deals of what the seat knows."""
    patch.setattr(Tiny, "odds", lambda self, t, seat, order: {"losses": {"red": [hidden_sum(t)]}})


def leaky_odds(patch: Patch) -> None:
    odds_of_the_truth(patch)
    patch.setattr(fog, "odds_of", lambda game, seat, text, deals: game.title.odds(game.table, 0, text))


def leaky_overlay(patch: Patch) -> None:
    patch.setattr(Tiny, "overlay", lambda self, t, seat, name: {"sets": [hidden_sum(t)]})


def leaky_panel(patch: Patch) -> None:
    patch.setattr(Tiny, "panels", lambda self, t, seat: [{"rows": [["all", hidden_sum(t)]]}])


MUTANTS: dict[str, tuple[Callable[[Patch], None], str]] = {
    "view": (leaky_view, "view"),
    "event": (leaky_event, "save"),
    "prompt": (leaky_prompt, ""),
    "offer": (leaky_offer, ""),
    "refusal": (leaky_refusal, "refusals"),
    "tokens": (leaky_tokens, ""),
    "order of choices": (leaky_order_of_choices, ""),
    "frame": (leaky_frame, "view"),
    "odds": (leaky_odds, "odds"),
    "overlay": (leaky_overlay, "overlays"),
    "panel": (leaky_panel, "panels"),
}


def test_the_title_itself_does_not_leak() -> None:
    assert caught_by_twins(1) == ""


def test_odds_follow_from_what_the_seat_knows(monkeypatch: Patch) -> None:
    odds_of_the_truth(monkeypatch)
    assert caught_by_twins(1) == ""


@pytest.mark.parametrize("channel", MUTANTS)
def test_a_leaky_mutant_is_caught(channel: str, monkeypatch: Patch) -> None:
    leak, named = MUTANTS[channel]
    leak(monkeypatch)
    found = caught_by_twins()
    assert found.startswith("fog: ")
    assert named in found


def test_a_lane_that_others_look_into_is_caught(monkeypatch: Patch) -> None:
    """If a seat saw what another has settled on and not shown, the twins of parallel work would tell."""

    def peeping(self: Lanes, viewer: int, live: bool = False) -> Any:
        others = [lane for seat, lane in self.lanes.items() if seat != viewer]
        return others[0].table if others else self.main.table

    monkeypatch.setattr(Lanes, "table_for", peeping)
    with pytest.raises(Broken, match="fog"):
        secret_twins("tiny", "border", 4, seed=3)


def fixed_positions(n: int) -> Iterator[tuple[Any, random.Random]]:
    return islice(moments("tiny", "border", 31, 0.05), n)


def test_a_guess_that_favours_one_identity_is_caught(monkeypatch: Patch) -> None:
    """A sample that deals the first piece that fits is no sample."""
    fair = guess._matching
    monkeypatch.setattr(guess, "_matching", lambda options, rng: fair(options, random.Random(1)))
    with pytest.raises(Broken, match="never drawn"):
        for game, rng in fixed_positions(5):
            identities(game, "red", 100, rng)


def test_a_guess_that_forgets_a_fact_is_caught(monkeypatch: Patch) -> None:
    """A sample that drops what the seat has learnt gives it another view."""
    recall = guess._recall

    def forgetful(t: Table, data: dict[str, Any]) -> None:
        recall(t, data)
        t.know.facts[data["seat"]] = {}

    monkeypatch.setattr(guess, "_recall", forgetful)
    with pytest.raises(Broken, match="redraw"):
        redraws("tiny", "border", 60, seed=40, at_most=900)
