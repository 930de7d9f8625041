"""The Winter War within the campaign of 1939 (20.57, 21.48): its beginning, its fighting, its four ends."""

from __future__ import annotations

import pytest

from grognard.engine.play.game import Game
from grognard.titles.eurofront.campaign import armistice, finland
from grognard.titles.eurofront.campaign.hooks import turns
from grognard.titles.eurofront.europe import conditions, nations, purses
from grognard.titles.eurofront.peace import partition, soviets
from grognard.titles.eurofront.winter import rules
from grognard.titles.systems.front import blocks, control, ground, supply

from .europe import ALLIED, AXIS, SOVIET, holds, node, on_map, piece
from .peace import in_diplomacy, land, year39
from .play import at, cv, give, refused

FINNISH = 3
RED = "Leningrad: SvNth3 Sv14inf3 Sv25inf3"
STATIONS = ("Mann Helsinki", "Fi1inf Vyborg", "Fi2inf Leningrad_NW1", "Fi3inf Helsinki", "Fi4inf Vyborg",
            "Fi5inf Oulu", "Fi6inf Tampere", "Fi7stat Turku")  # fmt: skip


def begun(text: str = RED, month: str = "1939-12", stations: tuple[str, ...] = STATIONS) -> Game:
    """The Soviets have attacked Finland, whose army stands."""
    g = give(in_diplomacy(f"since PP / since CL / {text}", month=month), "allied: attempt WW")
    return give(g, *(f"axis: station Ww{one}" for one in stations))


def war(text: str, dice: list[int] | None = None) -> Game:
    """A scene in mid-war: Finland is its own, and fights the Soviets."""
    g = year39("1940-01 / Moscow: Stavka3 / axis command", dice)
    t = g.table
    partition.partition(t, "")
    finland.give(t, FINNISH, nations.territory(t, "Finland"))
    t.p.hostile[FINNISH], t.p.hostile[SOVIET] = 1 << SOVIET, 1 << FINNISH
    t.p.politics["WW"] = t.p.month - 1
    for stand in text.split(" / "):
        place, _, names = stand.partition(": ")
        for name in names.split():
            blocks.bring(t, piece(g, name[:-1]), node(g, place), int(name[-1]))
    control.evaluate(t)
    return g


@pytest.mark.rule("eurofront", "DE.WW", "21.48")
def test_the_soviets_attack_finland_and_both_stay_neutral() -> None:
    """From the winter of 1939 on, without a die: Finland and the USSR fight each other and no one else, and for every
    event both are neutral; the Axis seat sets up the Finns, and cannot declare war on them."""
    assert refused(in_diplomacy(f"since PP / {RED}", month="1939-11"), "attempt WW", "allied") == "16.6"
    g = begun()
    t = g.table
    assert t.p.hostile == [1 << ALLIED, 1 << AXIS, 1 << FINNISH, 1 << SOVIET]
    facts = conditions.Facts(t)
    assert facts.neutral("USSR") and facts.neutral("Finland") and facts.ev("WW")
    assert holds(g, FINNISH, "Helsinki") and not t.p.neutral >> node(g, "Helsinki") & 1
    assert turns(t) == (AXIS, FINNISH, ALLIED, SOVIET)


@pytest.mark.rule("eurofront", "21.481/a")
def test_the_finns_stack_and_man_the_mannerheim_line() -> None:
    """Two corps may stand in Vyborg; the last two units must go where the line is still empty."""
    g = begun(stations=("Mann Helsinki", "Fi1inf Vyborg", "Fi3inf Vyborg", "Fi4inf Turku", "Fi5inf Oulu",
                        "Fi6inf Tampere", "Fi7stat Turku"))  # fmt: skip
    assert refused(g, "station WwFi2inf Helsinki") == "21.481/a"
    assert refused(g, "station WwFi2inf Leningrad_NW1") == ""


@pytest.mark.rule("eurofront", "21.481")
def test_who_may_enter_finland() -> None:
    """The Soviets may enter all of Finland and no other foreign land; Germans and British may not; Finns enter Finland
    and Soviet land alone."""
    g = war("Leningrad: Sv14inf3 / Vyborg: WwFi1inf2")
    t = g.table
    vyborg, leningrad, berlin = (node(g, name) for name in ("Helsinki", "Leningrad", "Berlin"))
    for name, allowed in (("Sv14inf", (1, 1, 0)), ("6inf", (0, 0, 1)), ("WwFi1inf", (1, 1, 0))):
        open_ = ground.open_to(t, piece(g, name))
        assert tuple(open_ >> n & 1 for n in (vyborg, leningrad, berlin)) == allowed, name


@pytest.mark.rule("eurofront", "21.481")
def test_finland_alone_lives_on_its_line_to_berlin() -> None:
    """Helsinki and Petsamo are a point each while the rails by Tampere and Oulu and the sea from Sweden lead to Berlin;
    with Soviets in Oulu the gulf alone is left, which Snow freezes."""
    g = war("Helsinki: WwMann3 / Tampere: WwFi6inf1 / Oulu: WwFi5inf1")
    t = g.table
    assert purses.FINNS_ALONE in purses.in_use(t) and purses.FINNS not in purses.in_use(t)
    t.p.weather_east = 2
    assert purses.level(t, purses.FINNS_ALONE) == 2
    assert supply.supplied_area(t, FINNISH) >> node(g, "Vyborg") & 1
    control.take(t, SOVIET, (node(g, "Oulu"),))
    assert not rules.has_national_supply(t, FINNISH)
    assert purses.level(t, purses.FINNS_ALONE) == 0


@pytest.mark.rule("eurofront", "21.481/b")
def test_soviet_mech_and_aircraft_against_finns() -> None:
    """Mech and aircraft hit Finns on DF, and only Finns; while they fight no one else mech makes no Sea Assault."""
    g = war("Vyborg: WwFi1inf2 Sv6mech2")
    t, vyborg = g.table, node(g, "Vyborg")
    mech = piece(g, "Sv6mech")
    t.p.active = SOVIET
    assert g.title.fire_of(t, mech, vyborg, False, 6) == 5 and g.title.fire_of(t, mech, node(g, "Minsk"), False, 6) == 6
    assert g.title.air_fire(t, vyborg) == 5 and g.title.air_fire(t, node(g, "Minsk")) == 6
    assert not g.title.assaults_by_sea(t, mech) and g.title.assaults_by_sea(t, piece(g, "Sv14inf"))


@pytest.mark.rule("eurofront", "21.48")
def test_the_war_moves_no_other_border() -> None:
    """A Soviet corps beside Finnish and German land takes the empty Finnish hexes next to it and no German one; no
    German zone takes Finnish land."""
    g = war("Vyborg: Sv14inf3 / Narvik: 6inf2")
    t = g.table
    assert control.friendly(t.p, SOVIET) >> node(g, "Leningrad_NW1") & 1
    german = t.p.held[AXIS]
    control.evaluate(t)
    assert t.p.held[AXIS] == german | 1 << node(g, "Narvik") & ~t.p.neutral
    assert not t.p.held[AXIS] & land(g, "Finland")


# Its ends


@pytest.mark.rule("eurofront", "16.72", "21.482")
def test_an_armistice_is_asked_for_once() -> None:
    """In Axis Politics, once in the game; the Soviets answer at once, and a refusal lets Sweden join the Axis."""
    g = in_the_armistice()
    give(g, "axis: armistice")
    assert set(g.decisions()) == {"allied"}
    give(g, "allied: refuse")
    assert conditions.Facts(g.table).finnish_armistice() == "rejected"
    assert nations.winter_war(g.table)
    g.table.p.active = AXIS
    assert not armistice.may_be_asked(g.table)


def in_the_armistice(text: str = RED) -> Game:
    """The end of the first Axis turn of the Winter War."""
    g = begun(text)
    for _ in range(40):
        if g.table.frame.step == "finnish armistice":
            return g
        (seat,) = g.decisions()
        give(g, f"{seat}: end")
    raise AssertionError("no armistice can be asked for")


@pytest.mark.rule("eurofront", "21.482/b", "20.58")
def test_peace() -> None:
    """The Soviets agree: Karelia is theirs, their units leave the rest of Finland for the border, which is neutral
    again; its army goes home with the strength it has, its lost unit can be rebuilt if it fights again."""
    g = war("Helsinki: WwMann2 / Turku: Sv14inf3 / Vyborg: WwFi1inf1 Sv25inf2 / Oulu: Sv13inf1")
    t = g.table
    t.place(piece(g, "WwFi2inf"), t.world.lost(FINNISH))
    finland.make_peace(t)
    karelia = land(g, "Finnish Karelia")
    assert t.p.held[SOVIET] & karelia == karelia and t.p.hostile[SOVIET] == t.p.hostile[FINNISH] == 0
    assert t.p.neutral >> node(g, "Helsinki") & 1 and t.p.neutral >> node(g, "Oulu") & 1
    assert not blocks.of(t, FINNISH)
    for name in ("Sv14inf", "Sv13inf", "Sv25inf"):
        here = 1 << t.p.at[piece(g, name)]
        assert here & t.p.held[SOVIET] and not here & nations.territory(t, "Finland"), name
    assert cv(g, "Mann") == 2 and cv(g, "Fi1inf") == 1
    assert at(g, "Fi2inf") == "axis_lost"
    assert conditions.Facts(t).finnish_armistice() == "accepted"


@pytest.mark.rule("eurofront", "DE.FL")
def test_finland_fights_again_with_what_it_had_left() -> None:
    """After an armistice of the game the Finns who join the Axis have the strength they went home with, two points a
    month since, and what they had saved."""
    g = war("Helsinki: WwMann2 / Vyborg: WwFi1inf1")
    t = g.table
    finland.make_peace(t)
    t.p.month += 20
    t.p.hostile[:3] = soviets.AT_WAR
    g.title.effects["FL"](t, "")
    assert t.frame.step == "mustering"
    assert cv(g, "Mann") == 2 and cv(g, "Fi1inf") == 1
    give(g, "axis: station Mann Helsinki")
    assert t.p.peacetime == 40


@pytest.mark.rule("eurofront", "21.482/a", "20.58")
def test_finland_is_defeated_and_conquered() -> None:
    """With Helsinki Soviet Finland is beaten: its army is gone, Karelia is Soviet, in the next Soviet Politics all its
    land; the reforms are possible in the next season, and the Axis finds no Finns."""
    g = war("Helsinki: Sv14inf3 / Turku: WwFi1inf1")
    t = g.table
    finland.defeat(t)
    assert nations.defeated("Finland") in t.p.politics and not on_map(g, "WwFi1inf")
    karelia = land(g, "Finnish Karelia")
    assert t.p.held[SOVIET] & karelia == karelia
    t.p.active = SOVIET
    finland.conquest(t)
    assert holds(g, SOVIET, "Oulu") and not t.p.hostile[FINNISH]
    facts = conditions.Facts(t)
    assert facts.defeated("Finland") and facts.season_of("Finland defeated") == facts.season()


@pytest.mark.rule("eurofront", "DE.FX")
def test_finland_joins_the_axis_out_of_its_own_war() -> None:
    """When the USSR is at war and no armistice was made, Finland may join the Axis without a die: army, land and
    battles as they are."""
    g = war("Helsinki: WwMann2 / Vyborg: WwFi1inf1 Sv25inf2")
    t = g.table
    t.p.defends[FINNISH] |= 1 << node(g, "Vyborg")
    soviets.go_to_war(t)
    assert t.p.hostile[SOVIET] == 1 << AXIS | 1 << FINNISH and t.p.hostile[FINNISH] == 1 << SOVIET
    g.title.effects["FX"](t, "")
    assert at(g, "Mann") == "Helsinki" and cv(g, "Mann") == 2 and at(g, "Fi1inf") == "Vyborg"
    assert holds(g, AXIS, "Helsinki") and t.p.defends[AXIS] >> node(g, "Vyborg") & 1
    assert not blocks.of(t, FINNISH) and t.p.hostile[SOVIET] == 1 << AXIS


@pytest.mark.rule("eurofront", "DE.FR")
def test_the_winter_war_opens_the_way_to_norway() -> None:
    """Once the Winter War is fought the Allies may propose relief without a die, and not before."""
    assert refused(in_diplomacy("since PP", month="1940-01"), "attempt FR", "allied") == "16.6"
    assert refused(in_diplomacy("since PP / since WW", month="1940-01"), "attempt FR", "allied") == ""
