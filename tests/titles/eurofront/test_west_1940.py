"""The West of 1940 around France: Italy's entry and the Med Front, Vichy at war, set-ups, who gives up, victory."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.play.game import Game
from grognard.titles.eurofront import deploying
from grognard.titles.eurofront.europe import nations
from grognard.titles.eurofront.france import armistice, coordination, land, vichy, victory
from grognard.titles.eurofront.war import naval
from grognard.titles.systems.front import blocks

from .play import asked, at, cv, give, refused
from .west import ALLIED, AXIS, LINE, holds, node, node_of, on_map, past, piece, scene

# Italy and the Med


def with_axis_to_try(text: str, dice: list[int] | None = None) -> Game:
    """July 1940: both have produced, the Allies let their event pass if they have one."""
    g = scene(f"1940-07 / {text} / {LINE} / production", dice)
    give(g, "axis: commit", "allied: commit")
    return give(g, "allied: end") if asked(g) == {"allied"} else g


@pytest.mark.rule("eurofront", "20.22", "20.47/b")
def test_italy_joins_and_sets_up() -> None:
    """With France down Italy must be asked. East Africa stands in Ethiopia, residents in ports of Libya, one to each;
    the last units go to the great cities that have none."""
    g = with_axis_to_try("since France defeated / since Vichy / axis holds Paris Lille Metz Reims Amiens Calais Rouen")
    assert refused(g, "end") == "20.47/b"
    give(g, "attempt IX")
    assert holds(g, AXIS, "Rome") and holds(g, AXIS, "Tripoli") and holds(g, AXIS, "Ethiopia")
    assert refused(g, "station EA1stat Tripoli") == "16.31" and refused(g, "station It10inf Rome") == "16.31"
    give(g, "station EA1stat Ethiopia", "station It10inf Tripoli")
    assert refused(g, "station Libstat Tripoli") == "16.31"
    give(g, "station Libstat Tobruk", "station CS Benghazi")
    for name, place in (
        ("It2inf", "Venice"),
        ("It4inf", "Venice"),
        ("It5inf", "Bari"),
        ("It6inf", "Bari"),
        ("It7inf", "Florence"),
    ):
        give(g, f"station {name} {place}")
    assert refused(g, "station It8inf Florence") == "16.31" and refused(g, "station It8inf Rome") == ""


def test_italy_spends_what_it_saved_in_peace() -> None:
    """Ten months at eight points a month, a quarter of it: 20 in July 1940. A step of an army costs four, one of the
    Libyan static twice its Extreme Cost; East Africa takes none."""
    g = with_axis_to_try("since France defeated / since Vichy / axis holds Paris Lille Metz Reims Amiens Calais Rouen")
    give(g, "attempt IX")
    t = g.table
    assert t.p.peacetime == 20 and refused(g, "build EA1stat") == "16.32"
    before = cv(g, "It5inf")
    give(g, "build It5inf")
    assert cv(g, "It5inf") == before + 1 and t.p.peacetime == 16


@pytest.mark.rule("eurofront", "21.321")
def test_the_med_front_sleeps_until_italy_wakes_it() -> None:
    """Before Italy's war no corps goes to Egypt or Malta; residents are built with points of the West at double Extreme
    Costs."""
    t = scene(f"Alexandria: BrWDFmech1 / Portsmouth: Br5inf3 / {LINE} / allied command").table
    corps, wdf = int(t.world.named["br5inf"]), int(t.world.named["brwdfmech"])
    closed = coordination.sleeping_front(t, corps)
    assert closed >> node_of(t, "Alexandria") & 1 and closed >> node_of(t, "Malta") & 1
    assert not coordination.sleeping_front(t, wdf)
    asleep = t.title.step_cost(t, wdf)
    t.p.politics[nations.joins("Italy", AXIS)] = t.p.month
    assert asleep == 2 * t.title.step_cost(t, wdf) and not coordination.sleeping_front(t, corps)


@pytest.mark.rule("eurofront", "21.322", "21.37/a")
def test_points_are_allocated_when_the_med_wakes() -> None:
    """Nothing goes there before; in the first Production after Italy's entry up to 15 points do, and Anzacs and the
    Libyan mech are due."""
    asleep = scene(f"1940-07 / {LINE} / production")
    assert refused(asleep, "allocate raise", "axis") == "21.322"
    g = scene(
        f"1940-06 / since Italy joins axis / 1940-07 / Tripoli: It10inf4 / Suez: BrWDFmech2 / {LINE} / production",
        [6] * 9,
    )
    give(g, "axis: allocate raise", "axis: allocate raise", "axis: allocate raise")
    assert refused(g, "allocate raise", "axis") == "21.37/b"
    due = g.title.schedule(g.table)
    assert due[piece(g, "BrANZinf")][0] == due[piece(g, "It20mech")][0] == g.table.p.month


def test_naval_supremacy_ends_with_italy() -> None:
    """The Allies rule the waves in May 1940; with Italy in the war it is parity."""
    t = grognard.new("eurofront", "1940A", seed=1).table
    assert naval.ruling(t) == ALLIED
    italy = land.region(t.world, "Italy", "Italian Colonies", "Albania")
    t.p.neutral &= ~italy
    t.p.held[AXIS] |= italy
    assert naval.supremacy(t) == -1


# Set-up and victory


def test_the_fall_of_france_begins_as_the_charts_have_it() -> None:
    """All 88 blocks stand in their places in May 1940; the printed levels are those of June."""
    t = grognard.new("eurofront", "1940A", seed=1).table
    count = [len(blocks.on_map(t, power)) for power in (AXIS, ALLIED)]
    assert sum(count) == 88 and t.title.month_name(t) == "May 1940"
    t.p.month += 1
    assert [t.title.fixed_level(t, power) for power in (AXIS, ALLIED)] == [45, 34]


@pytest.mark.rule("eurofront", "S1940B")
def test_britain_stands_alone_as_the_charts_have_it() -> None:
    """75 blocks; 62 points for the Axis and 7 for the Allies in the West, 15 each in the Med, 14 saved."""
    g = grognard.new("eurofront", "1940B", seed=1)
    t = g.table
    assert sum(len(blocks.on_map(t, power)) for power in (AXIS, ALLIED)) == 75
    assert [t.title.fixed_level(t, power) for power in (AXIS, ALLIED)] == [62, 7]
    assert t.p.allocated[:2] == [15, 15] and t.p.saved[ALLIED] == 14 and naval.ruling(t) == -1
    assert t.p.neutral >> node(g, "Lyon") & 1 and at(g, "It4inf") == "Nice"


@pytest.mark.rule("eurofront", "S1940A/vic")
def test_the_conditions_of_hegemony_and_buildup() -> None:
    """Hegemony needs France out and no Allied minor; an army group as strong as North in East Prussia counts."""
    t = scene(f"{LINE} / axis command").table
    assert not victory.hegemony(t)
    t.p.politics[nations.defeated("France")] = t.p.month
    assert victory.hegemony(t)
    t.p.politics[nations.joins("Belgium", ALLIED)] = t.p.month
    assert not victory.hegemony(t)
    units, steps = t.world.extra["massed"]["East Prussia"]
    assert units > 5 and steps > units and not victory.poland(t)


@pytest.mark.rule("eurofront", "S1940A")
def test_the_allies_try_no_event_in_the_last_month() -> None:
    """Greece could be asked in April 1941, not in May; the Axis may still try its own."""
    past_events = "since Italy joins axis / since France defeated / since Vichy / since RB / axis holds Rome"
    for month, tried in (("1941-04", True), ("1941-05", False)):
        g = scene(f"{month} / {past_events} / {LINE} / production", [6] * 9)
        give(g, "axis: commit", "allied: commit")
        assert (asked(g) == {"allied"}) == tried


@pytest.mark.rule("eurofront", "20.24")
def test_italians_live_on_rome() -> None:
    """With Rome lost an Italian army in Milan is out of supply, a German corps beside it is not."""
    text = "since Italy joins axis / axis holds Rome Milan Turin Genoa Naples Venice Florence / Milan: It2inf2 2inf3"
    for more, starves in (("", False), (" / allied holds Rome", True)):
        g = scene(f"{text}{more} / {LINE} / axis command")
        home = land.region(g.table.world, "Italy") & ~g.table.p.held[ALLIED]
        g.table.p.neutral &= ~home
        g.table.p.held[AXIS] |= home
        out = g.title.without_supply(g.table, AXIS)
        assert bool(out >> piece(g, "It2inf") & 1) == starves and not out >> piece(g, "2inf") & 1


# Vichy at war


NEUTRAL = "since France defeated / since Vichy / Paris: 1inf3 / axis holds Paris / Berlin: 2inf3 / London: AF2"


def vichy_scene(text: str) -> Game:
    """A scene in which Vichy is neutral."""
    g = scene(text)
    armistice.found_vichy(g.table)
    return g


@pytest.mark.rule("eurofront", "20.484/a", "20.488")
def test_the_axis_betrays_vichy() -> None:
    """Its army joins the Allies as Free French, whom British HQs lead; the Axis has betrayed. A unit is put into each
    colony."""
    g = vichy_scene(f"{NEUTRAL} / Dijon: 4inf3 / axis holds Dijon / axis command")
    give(g, "declare Vichy")
    assert past(g, "AXIS betrayal") and holds(g, ALLIED, "Lyon") and asked(g) == {"allied"}
    assert refused(g, "station AlViNAfinf Lyon") == "20.484" and refused(g, "station AlVi1inf Tunis") == "20.484"
    give(g, "station AlViNAfinf Algiers", "station AlViAlgstat Bouira", "station AlViOrnstat Oran")
    assert refused(g, "station AlViTunstat Algiers_SW1") == "20.484"
    give(g, "station AlViTunstat Tunis", "station AlViMorstat Casablanca", "station AlVi1inf Lyon")
    give(g, "station AlVi2inf Marseilles")
    assert asked(g) == {"axis"} and on_map(g, "AlVi1inf")
    assert "vichy" in coordination.countrymen(g.table, piece(g, "AF"))


@pytest.mark.rule("eurofront", "20.485")
def test_vichy_lives_on_lyon_or_a_colony() -> None:
    """Attacked by the Allies it joins the Axis. Residents live on Tunis when Lyon is lost and a line to Berlin is left,
    the army in Marseilles does not."""
    g = vichy_scene(f"since Italy joins axis / axis holds Rome Naples Palermo Milan / {NEUTRAL} / allied command")
    give(g, "declare Vichy", "axis: station ViNAfinf Tunis", "axis: station ViAlgstat Algiers")
    t = g.table
    assert vichy.side(t) == AXIS and holds(g, AXIS, "Tunis")
    assert vichy.fed_from(t, "Lyon", AXIS) >> node(g, "Lyon") & 1
    t.p.held[AXIS] &= ~(1 << node(g, "Lyon"))
    t.p.held[ALLIED] |= 1 << node(g, "Lyon")
    assert not vichy.fed_from(t, "Lyon", AXIS)


# Set-up by the players


@pytest.mark.rule("eurofront", "S1940B/setup")
def test_the_axis_garrisons_its_conquests() -> None:
    """In 1940B the Axis sets up first. With Brest empty and a German corps in Milan it owes something, as all stood it
    does not. The British stand in England."""
    assert asked(grognard.new("eurofront", "1940B", seed=1, options={"deployment": "semi-historical"})) == {"axis"}
    g = grognard.new("eurofront", "1940B", seed=1, options={"deployment": "semi-historical"})
    t = g.table_for(g.seat_index("axis"))
    assert not deploying.Deploy().owed(t, AXIS)
    post = node(g, "Brest")
    moved = [i for i in blocks.on_map(t, AXIS) if t.p.at[i] == post]
    for unit in moved:
        t.p.put(unit, node(g, "Milan"))
    owed = deploying.Deploy().owed(t, AXIS)
    assert {one.node for one in owed} == {post, node(g, "Milan")} and {one.rule for one in owed} == {"S1940B/setup"}
    corps, _ = deploying.zone(t, piece(g, "Br5inf"))
    assert corps >> node(g, "London") & 1 and not corps >> node(g, "Alexandria") & 1


def test_france_is_set_up_by_the_allies() -> None:
    """In 1940A the Allies begin. In the semi-historical set-up the BEF stands around Lille, in the free one anywhere in
    the West; the Maginot forts and Africa stay where they were, and Lyon must be held."""
    for mode, near in (("semi-historical", True), ("free", False)):
        g = grognard.new("eurofront", "1940A", seed=1, options={"deployment": mode})
        assert asked(g) == {"allied"}
        t = g.table
        assert deploying.zone(t, piece(g, "Br8mech"))[0] >> node(g, "Lille") & 1
        assert bool(deploying.zone(t, piece(g, "Br8mech"))[0] >> node(g, "Marseilles") & 1) != near
        assert deploying.zone(t, piece(g, "FrMetfort"))[0] == 1 << node(g, "Metz")
        assert not deploying.zone(t, piece(g, "FrTunstat"))[0] >> node(g, "Paris") & 1
        give(g, "ready", "commit", "ready", "commit")
        assert g.table.frame.step == "command"


# Who gives up


def test_italy_may_be_beaten_out_of_the_war() -> None:
    """With Sicily lost Italy wavers; with a port of the mainland lost a low die makes it give up, and Friuli comes over
    or waits for Rome."""
    lost = "Palermo Messina Catania Licata Naples Reggio Palermo_SE1"
    text = f"1941-02 / since Italy joins axis / Rome: It2inf2 / Naples: Br8mech4 / allied holds {lost}"
    g = scene(f"{text} / {LINE} / allied politics", [1] * 4)
    assert past(g, nations.wavers("Italy")) and refused(g, "demand Italy") == ""
    give(g, "demand Italy")
    assert past(g, nations.defeated("Italy")) and not on_map(g, "It2inf")


def test_vichy_wavers_when_libya_is_lost() -> None:
    """A British one in combat makes the Vichy units of a battle give up once Libya is Allied, and not before."""
    for libya, gives_up in (("", False), ("libya", True)):
        g = vichy_scene(f"since Italy joins axis / {NEUTRAL} / Algiers: Br8mech4 / allied command")
        t = g.table
        vichy.attack(t)
        give(g, "axis: station ViAlgstat Oran")
        if libya:
            land_of_libya = land.region(t.world, "Libya")
            t.p.neutral &= ~land_of_libya
            t.p.held = [t.p.held[AXIS] & ~land_of_libya, t.p.held[ALLIED] | land_of_libya, 0]
        t.p.put(piece(g, "Br8mech"), node(g, "Oran"))
        g.title.has_fired(t, piece(g, "Br8mech"), node(g, "Oran"), (1, 5))
        assert on_map(g, "ViAlgstat") != gives_up
