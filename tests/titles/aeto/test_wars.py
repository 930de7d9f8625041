"""War, neutrality, Blitzkrieg, conquest and the end of the campaign (Parts 9, 10, 12)."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.aeto import modifiers, months, reach, victory, weather
from grognard.titles.aeto.combat import battle_of
from grognard.titles.aeto.movement import capture
from grognard.titles.aeto.politics import conquest, wars
from grognard.titles.aeto.position import AXIS, SOVIET, WEST
from grognard.titles.aeto.seasonal import income
from grognard.titles.aeto.tables import INFANTRY, month_of
from grognard.titles.aeto.title import POWERS, seats_apart
from grognard.titles.aeto.world import GERMANY, ITALY, UK, USSR

from .scenes import at, node, offers, play, prompt, refused
from .seasons import told

FINLAND, SWEDEN = POWERS.index("finland"), POWERS.index("sweden")


def campaign(text: str, dice: list[int] | None = None) -> grognard.Game:
    """June 1941 before the war in the east, with nothing on the map but what is named."""
    return grognard.read_scene(f"aeto 1941 bare / {text}", dice)


@pytest.fixture(scope="module")
def begun() -> grognard.Game:
    return campaign("Berlin: ger6inf / Moscow: sov4inf / London: uk5inf / axis offensives")


@pytest.fixture
def game(begun: grognard.Game) -> grognard.Game:
    return begun.copy()


@pytest.mark.rule("aeto", "9.0")
def test_who_may_declare_war_on_whom(game: grognard.Game) -> None:
    """Germany on the USSR and on neutrals, not on partners, conquered nations or her enemies of old."""
    words = offers(game, "g: war")
    assert {"ussr", "sweden", "turkey", "spain"} <= words
    assert not {"hungary", "norway", "uk", "italy", "germany"} & words
    assert refused(game, "g: war hungary") == "9.0"


@pytest.mark.rule("aeto", "9.16", "8.0/finland", "10.3")
def test_a_german_attack_on_the_soviet_union(game: grognard.Game) -> None:
    """Italy, the partners and Finland fight with Germany at once; the surprised Soviets keep one Offensive of four."""
    play(game, "g: war ussr")
    p = game.table.p
    for power in (GERMANY, ITALY, FINLAND, POWERS.index("rumania"), POWERS.index("hungary")):
        assert p.hostile[power] >> USSR & 1 and p.hostile[USSR] >> power & 1
    assert p.alliance[FINLAND] == AXIS and p.alliance[USSR] == SOVIET
    assert p.offensives[USSR] == 1 and p.invasions["ussr"] == (GERMANY, month_of("June 1941"))
    months.recover(game.table)
    assert p.offensives[USSR] == 4


@pytest.mark.rule("aeto", "9.1", "9.2")
def test_a_neutral_that_is_attacked_joins_the_other_side(game: grognard.Game) -> None:
    """Sweden, attacked by Germany, is the UK's partner: its seat sets up four corps before Germany goes on."""
    play(game, "g: war sweden")
    p = game.table.p
    assert p.alliance[SWEDEN] == WEST and p.seat_of[SWEDEN] == p.seat_of[UK] and p.hostile[SWEDEN] >> GERMANY & 1
    assert prompt(game) == ("uk", "arriving") and refused(game, "u: end") == "8.5/delay"
    play(game, "u: place swe_Corps_4-3 Stockholm")
    assert "swe4inf" in at(game, "Stockholm")


@pytest.mark.rule("aeto", "9.16")
def test_when_the_soviets_may_attack(game: grognard.Game) -> None:
    """In 1941 only if fewer than 15 German steps face them; from Spring 1942 always."""
    t = game.table
    assert wars.soviets_may_attack(t)
    for _ in range(8):
        t.title.scene_piece(t, node(game, "Warsaw"), "ger6inf")
    assert not wars.soviets_may_attack(t)
    t.p.month = month_of("April 1942")
    assert wars.soviets_may_attack(t)


@pytest.mark.rule("aeto", "10.2")
def test_a_blitzkrieg_is_declared_once_and_lasts_two_months(game: grognard.Game) -> None:
    """Not before the war; then for June and July, and never again against the same."""
    assert refused(game, "g: blitzkrieg ussr") == "10.2"
    play(game, "g: war ussr")
    while prompt(game)[1] == "arriving":
        game.play("germany", game.decisions()["germany"].actions(limit=1)[0])
    play(game, "g: blitzkrieg ussr")
    t = game.table
    assert modifiers.blitz_months(t) == 1 and refused(game, "g: blitzkrieg ussr") == "10.2"
    t.p.month += 1
    assert modifiers.blitz_months(t) == 2
    t.p.month += 1
    assert modifiers.blitz_months(t) == 0


@pytest.mark.rule("aeto", "10.2")
def test_a_blitzkrieg_against_another_minor() -> None:
    """Sweden is named by herself: +2 against Swedes, nothing against the British, and meanwhile no other Blitzkrieg."""
    game = campaign("Berlin: ger6inf / Oslo: ger5mtn / Moscow: sov4inf / London: uk5inf / axis offensives")
    assert refused(game, "g: blitzkrieg sweden") == "10.2"
    play(game, "g: war sweden")
    t = game.table
    while prompt(game)[1] == "arriving":
        game.play(prompt(game)[0], next(iter(game.decisions().values())).actions(limit=1)[0])
    play(game, "g: blitzkrieg sweden")
    german = (t.title.find_pieces(t, "ger6inf@Berlin")[0],)
    home = next(t.p.at[i] for i in range(len(t.p.at)) if t.p.power[i] == SWEDEN and t.p.kind[i] == INFANTRY)
    assert modifiers.blitzkrieg(t, battle_of(t, home, german)) == 2
    assert modifiers.blitzkrieg(t, battle_of(t, node(game, "London"), german)) == 0
    assert refused(game, "g: blitzkrieg sweden") == "10.2"


@pytest.mark.rule("aeto", "10.8")
def test_mobilisation_follows_the_invasion(game: grognard.Game) -> None:
    """Without a war nobody is mobilised; an invasion in August moves the armies of July to September."""
    t = game.table
    row = next(row for row in months.listed_arrivals(t) if row["month"] == "July 1941")
    assert months.dated(t, row) > month_of("June 1945")
    t.p.invasions["ussr"] = (GERMANY, month_of("August 1941"))
    assert months.dated(t, row) == month_of("September 1941")


@pytest.mark.rule("aeto", "10.23")
def test_no_soviet_winter_before_the_war(game: grognard.Game) -> None:
    """A Winter month in peace is none of the Soviet Winter."""
    t = game.table
    weather.note_first_winter(t, True)
    assert not t.p.due.get("soviet_winter")
    wars.make_hostile(t, GERMANY, USSR)
    weather.note_first_winter(t, True)
    assert t.p.due["soviet_winter"] == 1


# Conquest


def take(game: grognard.Game, who: int, *places: str) -> None:
    for place in places:
        capture(game.table, who, node(game, place))


@pytest.mark.rule("aeto", "9.3")
def test_a_nation_falls_with_its_cities(game: grognard.Game) -> None:
    """Budapest alone is not enough, nor both cities out of supply; then Hungary's units and her war are gone."""
    t, hungary = game.table, POWERS.index("hungary")
    for foe in (GERMANY, hungary):
        wars.make_hostile(t, USSR, foe)
    take(game, USSR, "Budapest")
    assert not conquest.has_fallen(t, "hungary")
    take(game, USSR, "Debrecen")
    assert not conquest.has_fallen(t, "hungary"), "a captor without supply"
    way = (t.world.board.nation["poland"] | t.world.board.nation["hungary"]) & ~(1 << node(game, "Szeged"))
    t.p.held = [land & ~way for land in t.p.held]
    t.p.held[USSR] |= way
    t.p.changed(USSR)
    assert conquest.has_fallen(t, "hungary")
    t.title.scene_piece(t, node(game, "Szeged"), "hun3inf")
    conquest.conquer(t, "hungary", USSR)
    assert t.p.conquests["hungary"][0] == USSR and not t.p.hostile[hungary] and at(game, "Szeged") == []
    assert t.p.held[USSR] >> node(game, "Szeged") & 1


@pytest.mark.rule("aeto", "9.4")
def test_a_nation_is_freed(game: grognard.Game) -> None:
    """Paris alone does not free France; with half of her cities she is free."""
    t = game.table
    france = t.world.board.nation["france"]
    take(game, UK, "Paris")
    assert not conquest.is_freed(t, "france")
    freed = t.world.cities & france
    t.p.held = [land & ~freed for land in t.p.held]
    t.p.held[UK] |= freed
    assert conquest.is_freed(t, "france")
    conquest.liberate(t, "france")
    assert "france" not in t.p.conquests


@pytest.mark.rule("aeto", "9.4")
def test_only_friends_free_a_nation(game: grognard.Game) -> None:
    """Panzers in Kaunas take it from the Soviets and free nobody; in Budapest and Debrecen they free a partner."""
    t, hungary = game.table, POWERS.index("hungary")
    wars.make_hostile(t, GERMANY, USSR)
    take(game, GERMANY, "Kaunas")
    assert t.p.conquests["lithuania"][0] == USSR and not conquest.is_freed(t, "lithuania")
    assert t.p.alliance[hungary] == AXIS
    conquest.conquer(t, "hungary", USSR)
    assert t.p.held[USSR] >> node(game, "Budapest") & 1 and not conquest.is_freed(t, "hungary")
    take(game, GERMANY, "Budapest", "Debrecen", "Szeged")
    assert conquest.is_freed(t, "hungary")
    take(game, USSR, "Oslo", "Bergen", "Trondheim", "Narvik")
    assert conquest.is_freed(t, "norway"), "a German conquest"


@pytest.mark.rule("aeto", "9.4")
def test_a_neutral_that_fell_to_the_soviets_is_not_freed_by_germans(game: grognard.Game) -> None:
    """Sweden fell to the Soviets with nobody at its side: Germans in its cities are captors."""
    t = game.table
    wars.make_hostile(t, GERMANY, USSR)
    conquest.conquer(t, "sweden", USSR)
    cities = t.world.cities & t.world.board.nation["sweden"]
    t.p.held = [land & ~cities for land in t.p.held]
    t.p.held[GERMANY] |= cities
    assert not conquest.is_freed(t, "sweden")
    assert not income.is_friendly(t, GERMANY, node(game, "Stockholm"))


@pytest.mark.rule("aeto", "9.14")
def test_italy_collapses(game: grognard.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Palermo is British and a corps stands at Naples: cities lost count, four German steps take one off."""
    t = game.table
    assert not conquest.italy_shakes(t)
    take(game, UK, "Palermo")
    t.title.scene_piece(t, node(game, "Naples"), "uk5inf")
    assert conquest.italy_shakes(t)
    before = conquest.collapse_modifier(t)
    for _ in range(2):
        t.title.scene_piece(t, node(game, "Rome"), "ger6inf")
    assert conquest.collapse_modifier(t) == before - 1
    rolls = iter([1, 6])
    monkeypatch.setattr(type(t), "roll", lambda self, purpose, sides=6: next(rolls))
    conquest.collapse_of_italy(t)
    assert "italy" not in t.p.conquests
    conquest.collapse_of_italy(t)
    assert t.p.conquests["italy"][0] == UK


@pytest.mark.rule("aeto", "9.17")
def test_a_partner_defects(game: grognard.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Soviets in supply in Rumania: nothing in 1942; in 1943 a 6 ends her war."""
    t = game.table
    rumania = POWERS.index("rumania")
    wars.make_hostile(t, USSR, rumania)
    t.title.scene_piece(t, node(game, "Jassy"), "sov4inf")
    monkeypatch.setattr(type(t), "roll", lambda self, purpose, sides=6: 6)
    t.p.month = month_of("December 1942")
    conquest.defection(t, "rumania")
    assert "rumania" not in t.p.conquests
    t.p.month = month_of("January 1943")
    conquest.defection(t, "rumania")
    assert t.p.conquests["rumania"][0] == USSR


# The end


@pytest.mark.rule("aeto", "12.1")
def test_how_a_campaign_ends() -> None:
    """By the month in which Germany falls, by the fall of the UK and the USSR, or by the great cities in June 1945."""
    found = [victory.fall_of_germany(month_of(m)) for m in ("December 1944", "March 1945", "May 1945")]
    assert found == ["decisive", "major", "marginal"]
    assert [victory.last_stand(n) for n in (10, 6, 5)] == ["decisive", "major", "marginal"]
    for fallen, when, winner in (
        (("germany",), "March 1944", "uk"), (("uk", "ussr"), "March 1944", "germany"), ((), "June 1945", "germany"),
    ):  # fmt: skip
        game = campaign(f"Berlin: ger6inf / Moscow: sov4inf / month={month_of(when)}")
        game.table.p.conquests.update(dict.fromkeys(fallen, (UK, 0)))
        victory.look(game.table)
        assert game.table.outcome is not None and game.table.outcome.winners == (winner,)


def test_two_to_six_seats() -> None:
    """The USSR, Italy, the US and France get seats of their own, France with Vichy."""
    assert seats_apart(2) == {} and seats_apart(5) == {name: name for name in ("ussr", "italy", "us")}
    assert seats_apart(6)["vichy"] == "france"
    game = grognard.new("aeto", "1941", seed=1, options={"players": "6"})
    assert game.seats == ("germany", "italy", "france", "uk", "us", "ussr") and not told(game, "war")


@pytest.mark.rule("aeto", "8.0/bulgaria/limits", "8.0/hungary/limits", "8.0/rumania/limits", "8.0/finland/foreign")
def test_where_partners_may_go(game: grognard.Game) -> None:
    """Each may go home and to the nations of its entry, and nowhere else."""
    world = game.table.world

    def may(nation: str, place: str) -> bool:
        return not reach.off_limits(world, POWERS.index(nation)) >> node(game, place) & 1

    for nation, home, there, never in (
        ("bulgaria", "Sofia", "Belgrade", "Athens"), ("hungary", "Budapest", "Kiev", "Belgrade"),
        ("rumania", "Bucharest", "Odessa", "Budapest"), ("finland", "Helsinki", "Leningrad", "Oslo"),
    ):  # fmt: skip
        assert may(nation, home) and may(nation, there) and not may(nation, never)
    assert may("bulgaria", "Tirana") and may("hungary", "Vienna") and may("rumania", "Athens") and may("italy", "Oslo")
