"""Cases of politics: who can be won over and who cannot, set-up when invaded, supply of Vichy, who starts the war."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.aeto import months, reach, supply
from grognard.titles.aeto.politics import conquest, partners, wars
from grognard.titles.aeto.seasonal import placement
from grognard.titles.aeto.title import POWERS
from grognard.titles.aeto.world import FRANCE, GERMANY, UK, USSR, VICHY

from .scenes import at, named, node, play, prompt, refused


def scene(text: str, scenario: str = "1940", dice: list[int] | None = None) -> grognard.Game:
    return grognard.read_scene(f"aeto {scenario} bare / {text}", dice)


def won_by(nation: str, dice: tuple[int, int]) -> list[bool]:
    """Does a nation join whoever rolls for it, on either die?"""
    joined = []
    for die in dice:
        game = scene("Berlin: ger6inf / London: uk5inf / axis movement", "1939", [die])
        t = game.table
        partners.attempt(t, nation)
        joined.append(t.p.alliance[POWERS.index(nation)] == t.p.alliance[partners.roller(nation)])
    return joined


@pytest.mark.rule("aeto", "8.0/belgium", "8.0/netherlands", "8.0/norway", "8.0/ireland")
def test_nations_of_the_west_are_won_over_on_a_modified_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    """With modifiers of -3 a 3 wins, a 4 does not."""
    monkeypatch.setattr(partners, "net", lambda *_: -3)
    for nation in ("belgium", "netherlands", "norway", "ireland"):
        assert won_by(nation, (4, 3)) == [False, True]


@pytest.mark.rule("aeto", "8.0/sweden", "8.0/bulgaria/early", "8.0/hungary/early", "8.0/rumania/early")
def test_nations_of_the_east_are_won_over_on_a_modified_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    """With modifiers of -2 a 2 wins, a 3 does not, before they would join by themselves."""
    monkeypatch.setattr(partners, "net", lambda *_: -2)
    for nation in ("sweden", "bulgaria", "hungary", "rumania"):
        assert won_by(nation, (3, 2)) == [False, True]


def never_won(*nations: str) -> bool:
    t = scene("Berlin: ger6inf / axis movement", "1939").table
    return partners.is_eligible(t, "turkey") and not any(partners.is_eligible(t, nation) for nation in nations)


@pytest.mark.rule("aeto", "8.0/denmark", "8.0/estonia", "8.0/greece", "8.0/latvia")
def test_some_nations_are_never_won_over() -> None:
    """Nobody may try them, whatever the modifiers; Turkey may be tried."""
    assert never_won("denmark", "estonia", "greece", "latvia")


@pytest.mark.rule("aeto", "8.0/lithuania", "8.0/luxembourg", "8.0/portugal", "8.0/yugoslavia")
def test_others_are_never_won_over_either() -> None:
    """Nor these four."""
    assert never_won("lithuania", "luxembourg", "portugal", "yugoslavia")


@pytest.mark.rule("aeto", "8.0/switzerland")
def test_switzerland_is_closed() -> None:
    """No power may enter it or declare war on it."""
    game = scene("Munich: ger6inf / Paris: fra5inf / axis offensives")
    t = game.table
    swiss = t.world.board.nation["switzerland"] & t.world.land
    for power in (GERMANY, FRANCE, UK):
        assert reach.no_entry(t, power) & swiss == swiss
    assert refused(game, "g: war switzerland") not in ("", "9.0")


@pytest.mark.rule("aeto", "8.0/poland")
def test_the_war_begins_with_poland() -> None:
    """In September 1939 Germany fights Poland, France and the UK; Italy and the USSR are at peace."""
    game = scene("Berlin: ger6inf / axis movement", "1939")
    p = game.table.p
    assert p.hostile[GERMANY] == 1 << POWERS.index("poland") | 1 << FRANCE | 1 << UK and not p.hostile[USSR]


# Set-up of the invaded


@pytest.mark.rule("aeto", "5.13/restrict-setup", "9.2", "8.0/invaded")
def test_the_invaded_set_up_at_their_border() -> None:
    """Germans at Cologne cover Liege: Belgians are placed there all the same, and mountain units in no city."""
    game = scene("Cologne: ger6inf / Paris: fra5inf / London: uk5inf / axis offensives")
    play(game, "g: war belgium")
    assert prompt(game) == ("uk", "arriving")
    play(game, "u: place bel_Corps_3-3 Liege", "u: place bel_Chasseurs_ardennais_2-4 W_3321")
    assert at(game, "Liege") == ["bel3inf"]
    t = game.table
    t.p.month += 1
    belgian = t.world.cards[t.p.card[named(game, "bel3inf@Liege")]]
    assert not placement.hexes_for(t, belgian, 2) >> node(game, "Liege") & 1


@pytest.mark.rule("aeto", "8.13/minor-two", "5.0/minor-two")
def test_a_minor_at_war_has_two_offensives() -> None:
    """Poland at war has two a month; neutral Spain none; a great power none of this kind."""
    t = scene("Berlin: ger6inf / axis movement", "1939").table
    assert [months.minor_offensives(t, POWERS.index(name)) for name in ("poland", "spain", "uk")] == [2, 0, 0]


# Supply of Vichy, hexes of the conquered


@pytest.mark.rule("aeto", "7.0/france-beirut", "7.0/france-algiers")
def test_vichy_lives_on_french_sources() -> None:
    """Vichy units in Syria, Algeria and Lyon are in supply; the British in Syria are not fed by Beirut."""
    game = grognard.new("aeto", "1941", seed=1)
    t = game.table
    for place in ("Beirut", "Algiers", "Tunis", "Lyon", "Marseilles"):
        (piece,) = [i for i in t.p.stack(node(game, place)) if t.p.power[i] == VICHY]
        assert supply.traces_to_source(t, piece), place
    assert not supply.sources(t, UK) >> node(game, "Beirut") & 1


@pytest.mark.rule("aeto", "5.11/conquest", "9.3")
def test_conquest_changes_who_owns_hexes() -> None:
    """Norway conquered by Germany: its empty hexes are German, the British keep Tromso."""
    game = scene("Oslo: ger6inf / Tromso: uk5inf / axis movement")
    t = game.table
    norway = POWERS.index("norway")
    wars.make_hostile(t, norway, GERMANY)
    conquest.conquer(t, "norway", GERMANY)
    assert t.p.held[GERMANY] >> node(game, "Kirkenes") & 1 and t.p.held[UK] >> node(game, "Tromso") & 1
    assert not t.p.held[norway]
