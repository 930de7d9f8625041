"""September 1939: the set-up, the Soviet claims (9.12), the Winter War (10.24)."""

from __future__ import annotations

from collections import Counter

import pytest

import grognard
from grognard.board.hexset import members
from grognard.titles.aeto import attacks, modifiers, offensives, pieces, reach, supply, weather
from grognard.titles.aeto import tables as tb
from grognard.titles.aeto.combat import Battle
from grognard.titles.aeto.movement import capture
from grognard.titles.aeto.politics import claims, conquest, vichy, wars
from grognard.titles.aeto.position import NEUTRAL_SIDE
from grognard.titles.aeto.tables import month_of
from grognard.titles.aeto.title import POWERS
from grognard.titles.aeto.world import GERMANY, USSR

from .scenes import at, named, node, play, prompt, refused

FINLAND, POLAND, RUMANIA = claims.FINLAND, claims.POLAND, claims.RUMANIA
PEACE = "Berlin: ger6inf / Warsaw: pol4inf / Moscow: sov4inf / Paris: fra5inf"


def scene(text: str, dice: list[int] | None = None) -> grognard.Game:
    """September 1939 with nothing on the map but what is named."""
    return grognard.read_scene(f"aeto 1939 bare / {text}", dice)


def end_phase(text: str, month: str = "September 1939") -> grognard.Game:
    """The End Phase of a month, in which the Soviet player is asked."""
    game = scene(f"month={month_of(month)} / {PEACE} / {text} / axis movement".replace("/  /", "/"))
    while prompt(game)[1] != "claims":
        seat, step = prompt(game)
        game.play(seat, "end" if step == "movement" else "pass")
    return game


def test_the_set_up_of_1939_has_the_chits_of_the_list() -> None:
    """Land chits of the order of battle by nation and name."""
    placed: Counter[tuple[str, str]] = Counter()
    for row in tb.table("setup_1939.csv"):
        placed[row["nation"], row["name"]] += int(row["count"])
    wanted: Counter[tuple[str, str]] = Counter()
    for row in tb.table("list_1939.csv"):
        if row["kind"] not in ("HQ", "General", "air", "minors"):
            wanted[row["nation"], row["name"]] += int(row["count"])
    assert {key: placed[key] for key in wanted} == dict(wanted)


@pytest.mark.rule("aeto", "9.12")
def test_eastern_poland_may_be_claimed_once_warsaw_has_fallen() -> None:
    """Nothing in peace; with Warsaw German the east is Soviet, but for where a Polish army stands; once."""
    game = scene(f"{PEACE} / axis movement")
    assert not claims.anything_to_claim(game.table)
    game = end_phase("Lvov: pol4inf / Lodz: ger6inf / germany holds Warsaw".replace("Warsaw: pol4inf / ", ""))
    assert refused(game, "u: claim Bessarabia") == "9.12" and refused(game, "u: claim winter_war") == "10.24"
    play(game, "u: claim eastern_Poland")
    p = game.table.p
    assert p.held[USSR] >> node(game, "Brest-Litovsk") & 1 and p.held[POLAND] >> node(game, "Lvov") & 1
    assert not p.hostile[USSR] and refused(game, "u: claim eastern_Poland") == "9.12"


@pytest.mark.rule("aeto", "9.12")
def test_an_attack_on_warsaw_is_remembered() -> None:
    """A German attack on Warsaw opens the claim; one on Lodz does not."""
    for place, open_ in (("Lodz", False), ("Warsaw", True)):
        game = scene(f"Poznan: ger6inf / {place}: pol4inf / Moscow: sov4inf / axis movement")
        t = game.table
        if place == "Lodz":
            capture(t, POLAND, node(game, "Warsaw"))
        attacks.launch(t, node(game, place), (named(game, "ger6inf@Poznan"),), attacks.COMBAT)
        assert claims.poland_shakes(t) is open_


@pytest.mark.rule("aeto", "9.12")
def test_the_baltic_states_and_bessarabia_from_june_1940() -> None:
    """Not in May; in June both pass without a fight, and Rumania goes on neutral."""
    game = scene(f"{PEACE} / month={month_of('May 1940')} / axis movement")
    assert not claims.balts_are_free(game.table) and not claims.rumania_yields(game.table)
    game = end_phase("", "June 1940")
    play(game, "u: claim Baltic_states", "u: claim Bessarabia")
    p = game.table.p
    assert p.held[USSR] >> node(game, "Riga") & 1 and p.held[USSR] >> node(game, "Kishinev") & 1
    assert p.conquests["latvia"][0] == USSR and not p.hostile[RUMANIA]


@pytest.mark.rule("aeto", "9.12")
def test_no_claims_in_a_war_with_germany() -> None:
    """Once Germany and the Soviet Union fight nothing is claimed."""
    game = scene(f"{PEACE} / month={month_of('June 1940')} / axis movement")
    t = game.table
    assert claims.anything_to_claim(t)
    wars.make_hostile(t, GERMANY, USSR)
    assert not claims.anything_to_claim(t)


@pytest.mark.rule("aeto", "9.3")
def test_what_the_soviets_claim_counts_for_polands_fall() -> None:
    """Germany holds Warsaw, Lodz and Poznan; with Lvov and Brest-Litovsk claimed Poland is conquered."""
    game = scene(
        "Berlin: ger6inf / Moscow: sov4inf / Warsaw: ger6inf / Lodz: ger6inf / Poznan: ger6inf / axis movement"
    )
    t = game.table
    vichy.give(t, t.world.board.region["western Poland"] & ~(1 << node(game, "Krakow")), GERMANY)
    assert not conquest.has_fallen(t, "poland")
    t.p.politics["claimed eastern_Poland"] = t.p.month
    claims.take(t, "eastern_Poland")
    assert conquest.has_fallen(t, "poland")


@pytest.mark.rule("aeto", "9.3")
def test_a_capital_that_lives_on_shipped_supply_is_firmly_held() -> None:
    """Germans in Oslo without a line home: the chit of the landing does not count, a shipped one does."""
    game = scene("Berlin: ger6inf / Oslo: ger6inf / London: uk5inf / axis movement")
    t, oslo = game.table, node(game, "Oslo")
    vichy.give(t, 1 << oslo, GERMANY)
    found = [conquest.is_firmly_held(t, oslo)]
    for free in (True, False):
        supply.add_chits(t, GERMANY, oslo, 1, 0)
        if free:
            supply.came_free(t.p, oslo)
        game._changed()
        found.append(conquest.is_firmly_held(t, oslo))
    assert found == [False, False, True]


@pytest.mark.rule("aeto", "9.3")
def test_a_capital_counts_at_the_third_end_phase() -> None:
    """Germans who starve in Oslo and Bergen have not conquered Norway in two months, but in three."""
    game = scene("Berlin: ger6inf / Oslo: ger6inf / Bergen: ger6inf / Moscow: sov4inf / axis movement")
    t = game.table
    wars.make_hostile(t, GERMANY, POWERS.index("norway"))
    vichy.give(t, 1 << node(game, "Oslo") | 1 << node(game, "Bergen"), GERMANY)
    for fallen in (False, False, True):
        conquest.note_capitals(t)
        assert conquest.has_fallen(t, "norway") == fallen
        t.p.month += 1


@pytest.mark.rule("aeto", "9.4/annexation")
def test_annexed_land_is_no_home() -> None:
    """Poland falls: the Corridor is German, eastern Poland Soviet; infantry lost there is not replenished."""
    game = scene("Bromberg: ger6inf / Berlin: ger6inf / Brest-Litovsk: sov4inf / Moscow: sov4inf / axis movement")
    t = game.table
    claims.take(t, "eastern_Poland")
    conquest.conquer(t, "poland", GERMANY)
    assert t.p.held[GERMANY] >> node(game, "Bromberg NE1") & 1 and t.p.held[GERMANY] >> node(game, "Danzig") & 1
    assert t.p.held[USSR] >> node(game, "Lvov") & 1
    found = {name: pieces.lost_at_home(t, named(game, name)) for name in
             ("ger6inf@Bromberg", "ger6inf@Berlin", "sov4inf@Brest-Litovsk", "sov4inf@Moscow")}  # fmt: skip
    assert found == {
        "ger6inf@Bromberg": False, "ger6inf@Berlin": True, "sov4inf@Brest-Litovsk": False, "sov4inf@Moscow": True,
    }  # fmt: skip


# The Winter War


def war(text: str = "", month: str = "November 1939") -> grognard.Game:
    """The Soviet Union invades Finland; its units are set up by the German player."""
    game = end_phase(text, month)
    return play(game, "u: claim winter_war")


@pytest.mark.rule("aeto", "10.24")
def test_finland_is_invaded_and_set_up_and_nobody_joins() -> None:
    """In November: Finland's player places its corps; Germany stays at peace with the Soviets; both sides are asked."""
    game = war("Leningrad: sov4inf")
    t = game.table
    assert prompt(game) == ("germany", "arriving") and t.p.hostile[USSR] == 1 << FINLAND
    assert t.p.alliance[FINLAND] == NEUTRAL_SIDE and not t.p.hostile[GERMANY] >> USSR & 1
    play(game, "g: place fin_Corps_marked_4-3 Viipuri")
    assert at(game, "Viipuri") == ["fin4inf"]
    t = game.table
    assert offensives.side_fought_for(t.p, USSR, NEUTRAL_SIDE) == 1
    assert offensives.side_fought_for(t.p, FINLAND, NEUTRAL_SIDE) == 0


@pytest.mark.rule("aeto", "10.24")
def test_the_winter_war_ends_with_viipuri() -> None:
    """Viipuri Soviet: the land beyond the line is ceded, the rest of what was taken is given back, units go home."""
    game = scene(f"{PEACE} / Viipuri: sov4inf / Mikkeli: sov4inf / Helsinki: fin4inf / axis movement")
    t = game.table
    wars.make_hostile(t, USSR, FINLAND)
    t.p.politics["winter_war"] = t.p.month
    claims.end_phase(t)
    p = t.p
    assert not p.hostile[USSR] and p.held[USSR] >> node(game, "Viipuri") & 1 and at(game, "Viipuri")
    assert p.held[FINLAND] >> node(game, "Mikkeli") & 1 and at(game, "Mikkeli") == []
    assert at(game, "Helsinki") == ["fin4inf"]


@pytest.mark.rule("aeto", "10.24")
def test_the_winter_war_ends_in_the_fifth_month() -> None:
    """Without Viipuri nothing is ceded: peace after five End Phases, not after four."""
    game = scene(f"{PEACE} / Mikkeli: sov4inf / Helsinki: fin4inf / axis movement")
    t = game.table
    wars.make_hostile(t, USSR, FINLAND)
    t.p.politics["winter_war"] = t.p.month
    t.p.month += 3
    claims.end_phase(t)
    assert t.p.hostile[USSR]
    t.p.month += 1
    claims.end_phase(t)
    assert not t.p.hostile[USSR] and t.p.held[FINLAND] >> node(game, "Sortavala") & 1


@pytest.mark.rule("aeto", "5.16/finnish-attack", "5.16/finnish-defense")
def test_the_first_winter_in_finland() -> None:
    """Finns attack Soviets in Finland at +2, Soviets Finns at -1; not before the Winter and not in the next."""
    game = scene("Viipuri: fin4inf / Mikkeli: sov4inf / Moscow: sov4inf / axis movement")
    t = game.table
    wars.make_hostile(t, USSR, FINLAND)
    t.p.politics["winter_war"] = t.p.month

    def shifts() -> tuple[int, int]:
        finn = Battle(node(game, "Mikkeli"), (named(game, "fin4inf@Viipuri"),), FINLAND)
        soviet = Battle(node(game, "Viipuri"), (named(game, "sov4inf@Mikkeli"),), USSR)
        return modifiers.finnish_attack(t, finn), modifiers.finnish_defence(t, soviet)

    found = []
    for winter in (False, True, False, True):
        weather.note_finnish_winter(t, winter)
        found.append(shifts())
    assert found == [(0, 0), (2, -1), (0, 0), (0, 0)]


@pytest.mark.rule("aeto", "5.8/forest-finnish")
def test_finns_are_at_home_in_their_woods() -> None:
    """A forest hex of Finland costs a marked Finnish corps one point, a Soviet army two; one of Russia both two."""
    game = scene("Viipuri: fin4inf / Moscow: sov4inf / axis movement")
    t = game.table
    finn, soviet = named(game, "fin4inf@Viipuri"), named(game, "sov4inf@Moscow")
    nations, forest = t.world.board.nation, t.world.terrain("forest")
    for nation, prices in (("finland", (1, 2)), ("ussr", (2, 2))):
        there, here = next(
            (n, m) for n in members(forest & nations[nation]) for m in members(t.world.next_to(n) & nations[nation])
        )
        found = [dict(t.world.going(reach.going_of(t.p, unit), here))[there] for unit in (finn, soviet)]
        assert tuple(found) == prices
