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


def rule_case(nation: str, entry: str = "") -> object:
    return pytest.param(nation, marks=pytest.mark.rule("aeto", f"8.0/{nation}{entry}"), id=nation)


@pytest.mark.parametrize(
    "nation",
    [rule_case("belgium"), rule_case("netherlands"), rule_case("norway"), rule_case("ireland"), rule_case("sweden"),
     rule_case("bulgaria", "/early"), rule_case("hungary", "/early"), rule_case("rumania", "/early")],
)  # fmt: skip
def test_a_nation_is_won_over_on_a_modified_zero(nation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With modifiers of -3 a 3 wins, a 4 does not; who rolls is its leader."""
    joined = []
    for die in (4, 3):
        game = scene("Berlin: ger6inf / London: uk5inf / axis movement", "1939", [die])
        t = game.table
        monkeypatch.setattr(partners, "net", lambda *_: -3)
        partners.attempt(t, nation)
        joined.append(t.p.alliance[POWERS.index(nation)] == t.p.alliance[partners.roller(nation)])
    assert joined == [False, True]


@pytest.mark.parametrize(
    "nation",
    [rule_case(name) for name in ("denmark", "estonia", "greece", "latvia", "lithuania", "luxembourg", "portugal",
                                  "yugoslavia")],
)  # fmt: skip
def test_some_nations_are_never_won_over(nation: str) -> None:
    """Nobody may try them, whatever the modifiers; Turkey may be tried."""
    game = scene("Berlin: ger6inf / axis movement", "1939")
    assert not partners.is_eligible(game.table, nation) and partners.is_eligible(game.table, "turkey")


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
