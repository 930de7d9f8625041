"""One suite for every title and scenario: what must hold at any moment of any game."""

from __future__ import annotations

import importlib.util
import random
from itertools import islice

import pytest

import grognard
from grognard.lab.conform import step_at_random
from grognard.lab.counts import counts
from grognard.lab.fog import twins
from grognard.lab.illegal import Prober
from grognard.lab.knockout import knockable
from grognard.lab.policies import POLICIES
from grognard.lab.redraw import identities, moments, redraws
from grognard.lab.run import play_checked, same_elsewhere
from grognard.lab.sealed import sealed_twins, seals
from grognard.lab.secrets import has_parallel, scenario_with_secrets, secret_twins

METAS = grognard.titles(unlisted=True)
SCENARIOS = [pytest.param(meta.id, s.id, id=f"{meta.id}-{s.id}") for meta in METAS for s in meta.scenarios]
TITLES = [pytest.param(meta.id, meta.scenarios[0].id, id=meta.id) for meta in METAS]


@pytest.fixture(autouse=True)
def rules_at_hand(request: pytest.FixtureRequest) -> None:
    """A title whose rules are not there yet is reported as such."""
    title = request.getfixturevalue("title")
    module = grognard.metas()[title].module
    if importlib.util.find_spec(module.rpartition(".")[0]) is None or importlib.util.find_spec(module) is None:
        pytest.skip(f"{title}: its rules ({module}) are not written yet")


@pytest.mark.parametrize("policy", sorted(POLICIES))
@pytest.mark.parametrize(("title", "scenario"), SCENARIOS)
def test_games_conform(title: str, scenario: str, policy: str) -> None:
    """Every check of the suite at sampled steps and barriers of random games."""
    c = counts(title, scenario)
    for seed in range(c.games):
        report = play_checked(title, scenario, seed, policy, c.share, c.barriers, longest=c.orders)
        assert not report.failures, str(report.failures[0])
        assert report.orders > 0 and report.checks > 0


@pytest.mark.parametrize(("title", "scenario"), TITLES)
def test_the_same_game_under_another_hash_seed(title: str, scenario: str) -> None:
    """A process with other hashes plays the same game to the byte."""
    game, rng = grognard.new(title, scenario, seed=5), random.Random(5)
    played = sum(1 for _ in islice(iter(lambda: step_at_random(game, rng), None), 80))
    assert played
    same_elsewhere(game, hash_seed=4242)


@pytest.mark.parametrize(("title", "scenario"), TITLES)
def test_illegal_input_is_refused(title: str, scenario: str) -> None:
    """Mangled, stale, foreign and huge input is refused and changes nothing."""
    prober = Prober(title, scenario, seed=3)
    prober.run(counts().illegal)
    assert prober.tried == counts().illegal
    assert sum(prober.refusals.values()) + prober.taken == prober.tried


@pytest.mark.parametrize(("title", "scenario"), TITLES)
def test_twins_cannot_be_told_apart(title: str, scenario: str) -> None:
    """What a seat receives does not depend on what it cannot know."""
    if not grognard.metas()[title].load().fog:
        pytest.skip(f"{title} has no hidden pieces")
    found = twins(title, scenario, counts().twins, seed=11)
    assert found.kept >= counts().twins and found.compared > found.kept, found


@pytest.mark.parametrize("title", [meta.id for meta in METAS])
def test_what_is_settled_in_secret_is_seen_by_no_one(title: str) -> None:
    """Bids and the like, settled by several seats at once: no one else gets another byte by another answer."""
    rules = grognard.metas()[title].load()
    scenario = scenario_with_secrets(rules)
    assert bool(scenario) == has_parallel(rules)
    if scenario:
        found, drawn = secret_twins(title, scenario, max(2, counts().twins // 4), seed=5)
        assert found.kept >= 2 and found.compared > found.kept and drawn.counted, found


@pytest.mark.parametrize(("title", "scenario"), SCENARIOS)
def test_what_is_sealed_is_seen_by_no_one(title: str, scenario: str) -> None:
    """Plans and the ends of committed ways, also where no piece is hidden: another secret, the same bytes."""
    if grognard.metas()[title].load().fog or not seals(title, scenario):
        pytest.skip(f"{title} {scenario} seals nothing, or is under the twins of hidden pieces")
    wanted = max(3, counts(title, scenario).twins // 4)
    found, drawn = sealed_twins(title, scenario, wanted, seed=9, longest=12 * wanted)
    assert found.compared == 2 * found.kept
    if grognard.new(title, scenario, seed=1).table.p.plans:
        assert found.kept >= 3 and drawn.counted, found


@pytest.mark.parametrize(("title", "scenario"), TITLES)
def test_redraws_fit_the_view(title: str, scenario: str) -> None:
    """A guess from a view gives the same view and offers, and can be played on."""
    found = redraws(title, scenario, counts().redraws, seed=21, at_most=60 * counts().redraws)
    if not grognard.metas()[title].load().fog:
        assert not found.counted
        return
    assert sum(found.counted.values()) >= 2 * counts().redraws and found.played_on, found


@pytest.mark.parametrize(("title", "scenario"), TITLES)
def test_every_consistent_identity_turns_up(title: str, scenario: str) -> None:
    """Over many redraws of a position each token is each piece that it may be, the true one among them."""
    if not grognard.metas()[title].load().fog:
        pytest.skip(f"{title} has no hidden pieces")
    looked_at = 0
    for n, (game, rng) in enumerate(islice(moments(title, scenario, 31, 0.05), 5 * counts().positions)):
        looked_at += identities(game, game.seats[n % len(game.seats)], counts().draws, rng) > 0
        if looked_at == counts().positions:
            break
    assert looked_at == counts().positions


@pytest.mark.parametrize(("title", "scenario"), TITLES)
def test_few_rules_lack_a_label(title: str, scenario: str) -> None:
    """At most a tenth of the rules that need a test cannot be knocked out."""
    found = knockable(title)
    lack = found.lacking()
    assert len(lack) <= len(found.rules) / 10, " ".join(lack)
