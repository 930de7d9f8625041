"""Buying, rebuilding and placing air units (8.6/air, 8.11/air)."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.aeto import months
from grognard.titles.aeto import tables as tb
from grognard.titles.aeto.seasonal import placement, pools
from grognard.titles.aeto.tables import month_of

from .scenes import named, node, offers, play
from .seasons import ep, pool, season

JULY = f"month={month_of('July 1941')}"


def card_named(word: str) -> tb.Card:
    """The printed chit of a word, as it is bought."""
    return next(card for card in tb.cards() if pools.words()[card.number] == word)


@pytest.mark.rule("aeto", "8.6/air")
def test_air_units_are_bought_by_steps() -> None:
    """A two-step fighter comes as one step or full, a one-step Naval-Air unit only as one; a step costs 3 EPs."""
    fighter = next(c for c in tb.cards() if c.kind == tb.FIGHTER and c.steps == 2 and c.power == 0)
    word = pools.words()[fighter.number]
    game = season(f"Berlin: ger6inf / London: uk5inf / Moscow: sov4inf / {JULY} / germany 60 EPs / uk 60 EPs")
    pool(game, **{word.replace("-", "_"): 2, "uk_Swordfish_1_5": 1})
    game.table.title.scene_word(game.table, "season construction")
    game._changed()
    assert offers(game, f"g: order {word}") == {"one_step", "full"}
    price = pools.price(game.table, fighter.number)
    play(game, f"g: order {word} one_step")
    assert ep(game, "germany") == 60 - price
    play(game, f"g: order {word} full")
    assert ep(game, "germany") == 60 - 3 * price
    play(game, "g: end", "g: end") if ep(game, "italy") > 0 else play(game, "g: end")
    assert offers(game, "u: order uk_Swordfish_1-5") == {"one_step"}


@pytest.mark.rule("aeto", "8.6/rebuild-cost")
def test_depleted_air_units_are_rebuilt_and_never_combine() -> None:
    """Two depleted fighters at Berlin stay two in the Movement Phase; in a season one is full again for a step."""
    game = grognard.read_scene("aeto 1941short bare / Berlin: ger2ftr- ger2ftr- ger3inf- ger3inf- / axis movement")
    t = game.table
    seat = t.seat_of(0)
    pairs = [i for i in range(len(t.p.at)) if months.depleted_pairs(t, seat, ()) >> i & 1]
    assert pairs and all(t.p.kind[i] == tb.INFANTRY for i in pairs)
    game = season(f"Berlin: ger2ftr- / Moscow: sov4inf / {JULY} / germany 30 EPs / season construction")
    play(game, "g: rebuild ger2ftr-@Berlin")
    assert game.table.p.steps[game.table.p.stack(node(game, "Berlin"))[0]] == 2 and ep(game, "germany") == 27


@pytest.mark.rule("aeto", "8.11/air")
def test_air_units_come_up_at_bases_of_home_cities() -> None:
    """Berlin yes; Paris abroad and country airfields no; with panzers at the gates Moscow is shut."""
    game = season("Berlin: ger6inf / London: uk5inf / Moscow: sov4inf")
    t = game.table
    fighter = next(c for c in tb.cards() if c.kind == tb.FIGHTER and c.power == 0)
    spots = placement.hexes_for(t, fighter, 1)
    assert spots >> node(game, "Berlin") & 1 and not spots >> node(game, "Paris") & 1
    assert spots & ~t.world.cities == 0
    t.p.destroyed[f"{node(game, 'Berlin')} airbase"] = 1
    assert not placement.hexes_for(t, fighter, 1) >> node(game, "Berlin") & 1
    soviet = next(c for c in tb.cards() if c.kind == tb.FIGHTER and c.power == 5)
    assert placement.hexes_for(t, soviet, 1) >> node(game, "Moscow") & 1
    near = next(n for n in range(t.world.lost) if t.world.next_to(node(game, "Moscow")) >> n & 1
                and not (t.world.rough | t.world.rails) >> n & 1)  # fmt: skip
    besieged = season("Berlin: ger6inf / Moscow: sov4inf")
    besieged.table.title.scene_piece(besieged.table, near, "ger8arm")
    assert not placement.hexes_for(besieged.table, soviet, 1) >> node(game, "Moscow") & 1


@pytest.mark.rule("aeto", "8.11/air")
def test_naval_air_units_come_up_on_carriers_in_home_ports() -> None:
    """Ark Royal at Portsmouth takes one though no base there is free; damaged, or at Alexandria, she does not."""
    sword = card_named("uk_Swordfish_1-5")
    for ship, port, there in (("Ark_Royal", "Portsmouth", True), ("Ark_Royal", "Alexandria", False)):
        game = grognard.read_scene(f"aeto 1941 bare / {port}: {ship} / London: uk5inf / axis movement")
        t = game.table
        assert bool(placement.decks_for(t, sword) >> node(game, port) & 1) is there
    game = grognard.read_scene("aeto 1941 bare / Portsmouth: Ark_Royal / London: uk5inf / axis movement")
    game.table.p.steps[named(game, "Ark_Royal")] = 1
    assert not placement.decks_for(game.table, sword)
