"""The odds of random battles beside a calculator that shares no line with the game."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from random import Random

import pytest

from grognard.titles.systems.front.chances import rolled_odds, round_odds
from grognard.titles.westfront.world import ALLIED

from .battle_oracle import FIRE, Unit, losses
from .play import give, piece, scene, step

ALLIES = ["Br30arm", "US8arm", "Br3inf", "Br5inf", "Br10inf"]
GERMANS = ["58arm", "76arm", "84inf", "88inf", "64inf", "74inf"]
FIELD = {"Amiens": 1, "Paris": 2}
"""A clear hex, and a major city in which the defender takes double hits and fires better (7.34, 7.32/b)."""


def battle(rng: Random) -> tuple[str, str, str]:
    """Attackers and defenders with their CV, and where they fight."""
    ours = " ".join(f"{name}{rng.randint(1, 3)}" for name in rng.sample(ALLIES, rng.randint(1, 3)))
    theirs = " ".join(f"{name}{rng.randint(1, 3)}" for name in rng.sample(GERMANS, rng.randint(1, 3)))
    return ours, theirs, rng.choice(list(FIELD))


def units(g, names: str, place: str, attack: bool) -> list[Unit]:
    """The book's figures of some units in the order of the list of blocks."""
    city = FIELD[place] > 1
    found = []
    for word in sorted(names.split(), key=lambda word: piece(g, word[:-1])):
        kind = next(kind for kind in FIRE if kind in word)
        on, against = FIRE[kind]
        found.append(Unit(int(word[-1]), on, min(against, 5) if city and not attack else against))
    return found


def check(seed: int) -> None:
    ours, theirs, place = battle(Random(seed))
    g = scene(
        f"s44 bare / axis holds all / 1943-07 / {place}: {ours} {theirs} / axis defends {place}"
        " / Rouen: 21AG3* / allied holds Rouen / allied combat"
    )
    found = round_odds(g.table, ALLIED, f"fight {place}")
    assert found is not None and found["exact"]
    sides: dict[str, dict[int, Fraction]] = {"allied": defaultdict(Fraction), "axis": defaultdict(Fraction)}
    right = losses(units(g, ours, place, True), units(g, theirs, place, False), FIELD[place], 0)
    for (mine, his), chance in right.items():
        sides["allied"][mine] += chance
        sides["axis"][his] += chance
    for side, chances in sides.items():
        assert len(found["losses"][side]) == max(chances) + 1, side
        for lost, chance in enumerate(found["losses"][side]):
            assert chance == pytest.approx(float(chances[lost]), abs=1e-9), (seed, side, lost)


@pytest.mark.parametrize("seed", range(12))
def test_random_battles(seed: int) -> None:
    """Up to three corps a side, in the open and in a city: each chance to nine places."""
    check(seed)


@pytest.mark.night
@pytest.mark.parametrize("seed", range(12, 212))
def test_many_random_battles(seed: int) -> None:
    check(seed)


@pytest.mark.parametrize("cv", [1, 2, 3])
def test_a_river_assault(cv: int) -> None:
    """Dice of 1 and 2 throw attackers over a river back; hits are taken before (7.51, 7.52)."""
    g = scene(
        "s44 bare / allied holds all / 1943-07 / Paris: 21AG3* Br30arm3 / Rouen: 84inf" + str(cv)
        + " 88inf2 / axis holds Rouen / allied movement"
    )  # fmt: skip
    for order in ("move Br30arm Paris>Rouen", "end", "end"):
        g.play("allied", order)
    found = round_odds(g.table, ALLIED, "fight Rouen")
    assert found is not None and found["exact"]
    ours = units(g, "Br30arm3", "Amiens", True)
    right = losses(ours, units(g, f"84inf{cv} 88inf2", "Amiens", False), found["units"][0]["per_step"], 2)
    unhurt = sum(chance for (_, his), chance in right.items() if not his)
    assert found["losses"]["axis"][0] == pytest.approx(float(unhurt), abs=1e-9)
    whole = sum(chance for (mine, _), chance in right.items() if not mine)
    assert found["losses"]["allied"][0] == pytest.approx(float(whole), abs=1e-9)


def test_what_is_left_of_a_round_keeps_the_hits_that_were_scored() -> None:
    """In the middle of a volley the odds are those of the dice that are still to fall, from the steps that are left."""
    g = scene(
        "s44 bare / axis holds all / 1943-07 / Amiens: Br30arm3 Br3inf1 84inf3 88inf3 64inf3 / axis defends Amiens"
        " / Rouen: 21AG3* / allied holds Rouen / allied combat"
    )
    give(g, "end", "fight Amiens")
    assert step(g) == "volley" and not any(g.table.p.fired)
    give(g, "fire 84inf")
    p = g.table.p
    ours = [Unit(p.cv[piece(g, name)], *FIRE[kind]) for name, kind in (("Br30arm", "arm"), ("Br3inf", "inf"))]
    theirs = [Unit(3, 6, 6), Unit(3, 6, 6), Unit(3, 6, 7)]
    found = round_odds(g.table, ALLIED, "fight Amiens")
    right: dict[int, Fraction] = defaultdict(Fraction)
    for (mine, _), chance in losses(ours, theirs, 1, 0).items():
        right[mine] += chance
    assert found is not None
    assert found["losses"]["allied"] == pytest.approx([float(right[lost]) for lost in range(max(right) + 1)], abs=1e-9)


def test_a_battle_to_its_end_agrees_with_its_rounds() -> None:
    """One against one at 1 CV: who is hit is gone; the attacker clears, or is wiped out, or the sixth round ends it."""
    g = scene(
        "s44 bare / axis holds all / 1943-07 / Amiens: Br3inf1 84inf1 / axis defends Amiens"
        " / Rouen: 21AG3* / allied holds Rouen / allied combat"
    )
    found = rolled_odds(g.table, ALLIED, "fight Amiens", Random(3), 2000)
    assert found is not None
    lost, cleared, open_ = 0.0, 0.0, 1.0
    for _ in range(6):
        lost += open_ / 6
        cleared += open_ * 5 / 36
        open_ *= 25 / 36
    ends = found["battle"]["ends"]
    assert ends["lost"] == pytest.approx(lost, abs=0.04) and ends["cleared"] == pytest.approx(cleared, abs=0.04)
    assert ends["undecided"] == pytest.approx(open_, abs=0.03) and ends["broken off"] == 0
    assert found["battle"]["lost"]["allied"] == pytest.approx(lost, abs=0.04)
