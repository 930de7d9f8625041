"""Partners and their modifiers, transit permission (8.0)."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.aeto import tables as tb
from grognard.titles.aeto.politics import partners, wars
from grognard.titles.aeto.position import AXIS, WEST
from grognard.titles.aeto.seasonal import pools
from grognard.titles.aeto.tables import month_of
from grognard.titles.aeto.title import POWERS
from grognard.titles.aeto.world import GERMANY, UK, US, USSR

from .scenes import node, offers, play, prompt, refused
from .seasons import season, told

JULY = f"month={month_of('July 1941')}"
EAST = f"Berlin: ger6inf / Moscow: sov4inf / London: uk5inf / {JULY}"
EARLY, LATE = month_of("March 1941"), month_of("April 1941")


@pytest.fixture(scope="module")
def begun() -> grognard.Game:
    """The map of 1941 without a past: no invasions, conquests or wars."""
    game = season(EAST)
    p = game.table.p
    p.invasions, p.conquests, p.politics = {}, {}, {}
    p.hostile = [0] * len(p.hostile)
    p.alliance = [0] * len(p.alliance)
    return game


@pytest.fixture
def game(begun: grognard.Game) -> grognard.Game:
    return begun.copy()


def invade(game: grognard.Game, who: int, nation: str, month: int = EARLY) -> None:
    game.table.p.invasions[nation] = (who, month)


def conquer(game: grognard.Game, who: int, *nations: str, month: int = EARLY) -> None:
    for nation in nations:
        game.table.p.conquests[nation] = (who, month)


def fight(game: grognard.Game, one: int, other: int) -> None:
    wars.make_hostile(game.table, one, other)


@pytest.mark.rule("aeto", "8.0/zero")
def test_a_modified_nought_or_less_succeeds(game: grognard.Game) -> None:
    """At -1 one face of six, at -6 all, at 0 none."""
    assert [sum(partners.is_won(die, net) for die in range(1, 7)) for net in (0, -1, -3, -6, -9)] == [0, 1, 3, 6, 6]


@pytest.mark.rule("aeto", "8.0/iraq", "8.0/iraq/conquest")
def test_when_iraq_may_be_tried(game: grognard.Game) -> None:
    """From Spring 1941, not before; never after it has risen and fallen."""
    t = game.table
    assert partners.is_eligible(t, "iraq")
    t.p.month = month_of("January 1941")
    assert not partners.is_eligible(t, "iraq")
    t.p.month, t.p.politics["iraq_settled"] = month_of("July 1941"), 1
    assert not partners.is_eligible(t, "iraq")


@pytest.mark.rule("aeto", "8.0/finland/early", "8.0/spain", "8.0/eligible")
def test_who_may_be_tried_at_all(game: grognard.Game) -> None:
    """Finland without a Winter War, Spain after the fall of France, nobody who is conquered or has joined."""
    t = game.table
    assert partners.is_eligible(t, "finland") and not partners.is_eligible(t, "spain")
    t.p.politics["winter_war"] = 1
    conquer(game, GERMANY, "france")
    assert not partners.is_eligible(t, "finland") and partners.is_eligible(t, "spain")
    conquer(game, GERMANY, "norway")
    t.p.alliance[POWERS.index("sweden")] = AXIS
    assert not partners.is_eligible(t, "norway") and not partners.is_eligible(t, "sweden")


@pytest.mark.rule("aeto", "8.0/bulgaria", "8.0/hungary", "8.0/rumania")
def test_the_balkan_partners_join_in_spring_1941(game: grognard.Game) -> None:
    """In January 1941 they are neutral, in April they are Germany's."""
    t = game.table
    t.p.month = month_of("January 1941")
    partners.join_by_date(t)
    assert [t.p.alliance[POWERS.index(name)] for name in partners.BALKANS] == [0, 0, 0]
    t.p.month = month_of("April 1941")
    partners.join_by_date(t)
    assert [t.p.alliance[POWERS.index(name)] for name in partners.BALKANS] == [AXIS] * 3


@pytest.mark.rule("aeto", "8.0/turkey")
def test_turkey_joins_when_france_and_russia_have_fallen(game: grognard.Game) -> None:
    """France alone is not enough."""
    t = game.table
    conquer(game, GERMANY, "france")
    assert not partners.turkey_joins(t)
    conquer(game, GERMANY, "ussr")
    assert partners.turkey_joins(t)


@pytest.mark.rule("aeto", "8.0/who")
def test_attempts_are_declared_then_rolled() -> None:
    """Moscow, Gibraltar and the Canal are Axis: Turkey can be tried at 1 in 6, and the die comes after the end."""
    text = f"{EAST} / germany holds Moscow / germany holds Gibraltar / germany holds Cairo / germany holds Port Said"
    game = season(text, [1])
    t = game.table
    t.p.hostile[GERMANY] &= ~(1 << UK | 1 << USSR)
    t.p.changed(GERMANY)
    assert partners.chance(t, "turkey") >= 1
    t.title.scene_word(t, "season partners")
    game._changed()
    assert prompt(game) == ("germany", "courting") and "turkey" in offers(game, "g: try")
    play(game, "g: try turkey")
    assert not told(game, "partner") and refused(game, "g: try turkey") == "8.0/who"
    play(game, "g: end")
    assert told(game, "partner")[0]["won"] == 1 and t.p.alliance[POWERS.index("turkey")] == AXIS


@pytest.mark.rule("aeto", "9.2")
def test_a_partner_sets_up_and_changes_seats(game: grognard.Game) -> None:
    """Spain joins Germany: its seat is Germany's, it fights the UK, and eight land chits wait to be placed at home."""
    t = game.table
    fight(game, GERMANY, UK)
    spain = POWERS.index("spain")
    wars.join(t, "spain", GERMANY)
    assert t.seat_of(spain) == t.seat_of(GERMANY) and t.p.hostile[spain] >> UK & 1
    land = [chit for chit in pools.waiting(t.p) if tb.cards()[chit.sort].kind in tb.LAND]
    assert sum(chit.chits for chit in land) == 8
    wars.join(t, "ireland", UK)
    assert t.p.alliance[POWERS.index("ireland")] == WEST and "uk_ally ireland" in t.p.politics


@pytest.mark.rule("aeto", "8.0/iraq/effect")
def test_iraq_goes_over_where_no_ally_stands(game: grognard.Game) -> None:
    """Baghdad with a British corps stays British, Mosul does not."""
    t = game.table
    t.title.scene_piece(t, node(game, "Baghdad"), "uk5inf")
    wars.join(t, "iraq", GERMANY)
    iraq = t.p.held[POWERS.index("iraq")]
    assert iraq >> node(game, "Mosul") & 1 and not iraq >> node(game, "Baghdad") & 1


@pytest.mark.rule("aeto", "8.0/bulgaria/transit", "8.0/hungary/transit", "8.0/rumania/transit")
def test_transit_is_granted_on_five(game: grognard.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """December 1940 to March 1941; 5 grants it, 4 does not; each that grants helps the others."""
    t = game.table
    t.p.month = month_of("December 1940")
    assert all(partners.may_be_coerced(t, name) for name in partners.BALKANS)
    rolls = iter([4, 5, 4])
    monkeypatch.setattr(type(t), "roll", lambda self, purpose, sides=6: next(rolls))
    for name in ("hungary", "rumania", "bulgaria"):
        partners.ask_for_transit(t, name)
    assert [f"transit {name}" in t.p.politics for name in ("hungary", "rumania", "bulgaria")] == [False, True, True]
    assert not partners.may_be_coerced(t, "rumania")
    t.p.month = month_of("April 1941")
    assert not partners.may_be_coerced(t, "hungary")


@pytest.mark.rule("aeto", "9.15")
def test_the_us_enters_in_winter_1942() -> None:
    """In October 1941 it is at peace, in January 1942 at war with all whom the UK fights."""
    game = season(EAST)
    t = game.table
    t.p.month = month_of("October 1941")
    wars.us_enters(t)
    assert not t.p.hostile[US]
    t.p.month = month_of("January 1942")
    wars.us_enters(t)
    assert t.p.hostile[US] == t.p.hostile[UK] and t.p.alliance[US] == WEST
