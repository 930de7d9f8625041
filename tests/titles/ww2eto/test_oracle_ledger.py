"""Random games beside a book of their own: who starves, who holds centers, ports and railways, what each nation gets.

The functions of the program are watched at the instants at which they judge, and the book says what they must find.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import grognard
from grognard.lab import cover
from grognard.lab.policies import POLICIES
from grognard.titles.ww2eto import title
from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.home import lendlease, production, rates
from grognard.titles.ww2eto.land import buildup, supply
from grognard.titles.ww2eto.politics import borders, control, italy, russia, vichy
from grognard.titles.ww2eto.sea import voyage
from grognard.titles.ww2eto.state import EtoPosition

from . import oracle_supply as plain
from .oracle_lands import Lands
from .oracle_ledger import Ledger, losing_faces
from .oracle_supply import Supply
from .test_oracle_games import scattered

NATIONS = ("germany", "italy", "ussr", "usa", "hungary", "rumania", "bulgaria", "finland")


class Watch:
    """A game, its book, and the counts of what was compared."""

    def __init__(self, game: grognard.Game, share: float) -> None:
        self.game, self.book, self.share = game, Ledger(), share
        self.done, self.dice, self.read = Counter[str](), random.Random(1), 0
        self.lands = Lands(game.table)

    def watches(self, t: Any) -> bool:
        return t is self.game.table

    def listen(self, t: Any) -> list[Any]:
        """What has happened in this order and was not read yet."""
        fresh = [row[0] for row in t.happened[self.read :]]
        self.read = len(t.happened)
        self.book.hear(t, fresh)
        return fresh

    def judge(self, t: Any) -> Callable[[Any], bool]:
        """Supply as the program sees it, which other tests compare; now and then by the plain search."""
        if self.dice.random() < self.share:
            return Supply(t).supplied
        lines = supply.Lines(t)
        return lambda u: lines.supplied(u.piece)

    # Isolation

    def begin_phase(self, real: Any, t: Any) -> None:
        real(t)
        if self.watches(t):
            self.book.combat_begins(t, self.judge(t))

    def end_phase(self, real: Any, t: Any) -> None:
        if not self.watches(t):
            return real(t)
        before = {u.piece for u in plain.units(t)}
        starved = self.book.combat_ends(t, self.judge(t))
        real(t)
        left = plain.units(t)
        # When Italy gives in over its losses all of it leaves with the starved.
        gone = before - {u.piece for u in left}
        assert starved <= gone and (gone == starved or t.p.italy == 2), (starved, gone)
        for u in left:
            if u.power in (w.AXIS, w.ALLIED, w.SOVIET, w.VICHY):
                assert t.p.isolated[u.piece] == self.book.hunger.get(u.piece, 0), u
        self.done["phases"] += 1
        self.done["starved"] += len(starved)
        return None

    def raise_unit(self, real: Any, p: Any, *args: Any) -> int:
        piece: int = real(p, *args)
        if p is self.game.table.p and piece >= 0:
            self.book.raised(piece)
        return piece

    def detach(self, real: Any, t: Any, piece: int, count: int) -> int:
        new: int = real(t, piece, count)
        if self.watches(t):
            self.book.split(piece, new)
        return new

    def merge(self, real: Any, verb: Any, t: Any, seat: int, args: Any) -> None:
        if self.watches(t):
            self.book.merged(args[0], args[1])
        real(verb, t, seat, args)

    # Resource Centers

    def take(self, real: Any, t: Any, power: int, node: int, nation: int = -1) -> None:
        real(t, power, node, nation)
        if self.watches(t):
            self.book.entered(power, t.node_name(node), t.p.turn)
            self.lands.entered(t, power, w.NATIONS[nation] if nation >= 0 else "", t.node_name(node))

    def settle_centers(self, real: Any, t: Any) -> None:
        real(t)
        if self.watches(t) and t.scenario != "africa41":
            self.book.settled(t)
            assert plain.named(t, t.p.axis_centers) == self.book.axis_centers
            self.done["centers"] += len(self.book.axis_centers)

    def settle_turn(self, real: Any, t: Any) -> None:
        real(t)
        if self.watches(t):
            self.listen(t)
            self.book.turn_ends(t)
            self.lands.turn_ends(t)
            self.agree(t)

    def agree(self, t: Any) -> None:
        assert self.lands.agrees(t)
        self.done["hexes"] += sum(len(hexes) for hexes in self.lands.friendly.values())

    # Hexes and countries

    def end_of_phase(self, real: Any, t: Any) -> None:
        real(t)
        if self.watches(t):
            if t.p.phase <= 3:
                self.lands.stood(t)
            self.agree(t)

    def yield_ground(self, real: Any, t: Any) -> None:
        real(t)
        if self.watches(t):
            self.lands.woken(t)

    def given(self, real: Any, t: Any, *args: Any) -> None:
        """A country changes hands by a rule of its own: an invaded neutral's, Vichy's, Italy's."""
        real(t, *args)
        if self.watches(t):
            self.lands.sync(t)

    def compute(self, real: Any, t: Any) -> None:
        real(t)
        if self.watches(t) and t.scenario != "africa41":
            fresh = {event.kind: dict(event.fields) for event in self.listen(t)}
            told = fresh["resources"]
            dice = fresh.get("lend_lease", {}).get("dice", ())
            assert (told["centers"], told["lend_lease"]) == self.book.computed(t, dice)
            self.done["computations"] += 1
            thrown = scattered(t, self.dice)
            faces = losing_faces(thrown)
            assert lendlease.losing_faces(thrown) == faces
            self.done["routes"] += bool(faces)

    # Arrivals

    def gather(self, real: Any, t: Any) -> None:
        if not self.watches(t):
            return real(t)
        self.listen(t)
        for nation in NATIONS:
            assert rates.pool(t, w.NATIONS.index(nation)) == self.book.pool(t, nation), nation
        real(t)
        rolled = [dict(event.fields)["die"] for event in self.listen(t) if event.kind == "production"]
        due = self.book.due(t, rolled[0] if rolled else 0)
        told = {key: points for key, points in t.p.due.items() if key in production.points_due(t)}
        assert told == due, turn_of(t)
        if control.turn_powers(t, t.p.player)[-1] == w.SOVIET:
            assert t.p.russia == self.book.state(t)
        assert t.p.german_replacements == self.book.of_the_year(t) or t.p.player != w.AXIS
        self.done["dues"] += sum(due.values())
        self.done["produced"] += len(rolled)
        return None

    def take_points(self, real: Any, t: Any, nation: int, what: str) -> None:
        real(t, nation, what)
        if self.watches(t) and nation == w.USSR:
            points = self.book.chosen(t, "ussr", what == rates.REPLACEMENTS)
            assert t.p.due.get("ussr/resource_center", 0) == points
            self.done["chosen"] += 1

    def us_due(self, real: Any, t: Any) -> None:
        real(t)
        if self.watches(t):
            self.listen(t)
            assert t.p.due.get("usa/british_port", 0) == self.book.american_due(t)
            self.done["american"] += t.p.due.get("usa/british_port", 0)

    def build(self, real: Any, t: Any, key: str, item: str, points: int, node: int) -> None:
        if self.watches(t):
            replacements = t.p.chosen.get(key.partition("/")[0]) == rates.REPLACEMENTS
            self.book.built(t, key, item, points, t.node_name(node) if node >= 0 else "", replacements)
        real(t, key, item, points, node)

    def forfeit(self, real: Any, t: Any) -> None:
        real(t)
        if self.watches(t) and t.scenario != "africa41":
            left = {key: points for key, points in t.p.due.items() if key.startswith("britain/")}
            assert left == self.book.forfeited(t)
            assert t.p.player == w.SOVIET or not [k for k in production.points_due(t) if not k.startswith("britain/")]


def turn_of(t: Any) -> str:
    return str(t.world.turns[t.p.turn - 1]["turn"])


PLACES = (
    (supply, "begin_phase", "begin_phase"), (supply, "end_phase", "end_phase"),
    (EtoPosition, "raise_unit", "raise_unit"),
    (buildup, "detach", "detach"), (voyage, "detach", "detach"), (buildup.Merge, "apply", "merge"),
    (borders, "take", "take"), (control, "take", "take"), (control, "settle_centers", "settle_centers"),
    (control, "settle_turn", "settle_turn"), (lendlease, "compute", "compute"), (production, "gather", "gather"),
    (production, "take", "take_points"), (production, "us_due", "us_due"), (production, "build", "build"),
    (production, "forfeit", "forfeit"), (control, "end_phase", "end_of_phase"), (borders, "occupy", "given"),
    (control, "yield_ground", "yield_ground"), (borders, "yield_ground", "yield_ground"),
    (control, "occupy", "given"), (russia, "revert", "given"),
    (vichy, "declare", "given"), (vichy, "open_territory", "given"), (italy, "abandon", "given"),
)  # fmt: skip


@contextmanager
def watched(watch: Watch) -> Iterator[None]:
    """The program's functions, each followed by the book's word on it."""
    with pytest.MonkeyPatch.context() as patch:
        for owner, name, method in PLACES:
            real, follow = getattr(owner, name), getattr(watch, method)
            patch.setattr(owner, name, follower(follow, real))
        yield


def follower(follow: Any, real: Any) -> Any:
    def called(*args: Any, **named: Any) -> Any:
        return follow(real, *args, **named)

    return called


def game_beside_a_book(scenario: str, seed: int, orders: int, share: float) -> Counter[str]:
    """One random game, its options and policy by the seed; the counts of what was compared."""
    options = cover.pairwise(title.META, scenario)
    game = grognard.new("ww2eto", scenario, seed=seed, options=options[seed * 5 % len(options)])
    policy = POLICIES[list(POLICIES)[seed % len(POLICIES)]]
    watch, rng, seen = Watch(game, share), random.Random(seed), Counter[str]()
    with watched(watch):
        for _ in range(orders):
            asked = game.decisions()
            if not asked:
                break
            seat, d = next(iter(asked.items()))
            order = policy(game, d, rng, None, seen)
            watch.read = 0
            events = game.play(seat, order)
            watch.book.hear(game.table, events[watch.read :])
    watch.done["over"] = game.outcome is not None
    return watch.done


@pytest.mark.parametrize(("scenario", "seed"), [("1939", 2), ("1940", 2), ("1941", 2), ("1941", 1)])
def test_a_game(scenario: str, seed: int) -> None:
    """A game with few orders a Game-Turn runs through its years, and the book agrees with every judgement."""
    done = game_beside_a_book(scenario, seed, 700, 0.0)
    assert done["phases"] > 10 and done["dues"] > 10 and done["computations"] > 3


@pytest.mark.night
@pytest.mark.parametrize("scenario", [name for name in title.SCENARIOS if name != "africa41"])
@pytest.mark.parametrize("seed", range(30, 38))
def test_many_games(scenario: str, seed: int) -> None:
    """The same over whole games, with other sets of options and all four policies; some are won early."""
    done = game_beside_a_book(scenario, seed, 3000, 0.05)
    assert done["phases"] > (8 if done["over"] else 20)
