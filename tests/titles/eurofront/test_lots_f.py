"""Rules that held in one scenario's room and hold now wherever their text does: France's HQs, the North, new fronts."""

from __future__ import annotations

from types import ModuleType

import pytest

import grognard
from grognard.board.hexset import from_iter
from grognard.engine.play.game import Game, read_scene
from grognard.titles.eurofront import tables
from grognard.titles.eurofront.barbarossa.war import open_front
from grognard.titles.eurofront.europe import (
    arctic,
    command,
    declaring,
    mustering,
    objectives,
    predicates,
    production,
    standing,
    surprise,
)
from grognard.titles.eurofront.europe.politics import note_entry
from grognard.titles.eurofront.france import land
from grognard.titles.eurofront.med import building as med
from grognard.titles.eurofront.med import desert
from grognard.titles.eurofront.peace import partition, soviets
from grognard.titles.eurofront.tide import building as tide
from grognard.titles.systems.front import arrivals, blocks
from grognard.titles.systems.front.state import month_number

from .europe import ALLIED, AXIS, SOVIET, node, piece, scene
from .play import give, refused

LINE = "Berlin: OKW3 / London: AF3 / Moscow: Stavka3"
FRANCE = "Lille: FrAG12 Fr1mech3 / Birmingham: AF2 15AG2 / Berlin: OKW3 / allied command"
SF, DF = 6, 5
SNOW = 2


def caught(g: Game, nation: str) -> Game:
    """A nation is surprised in this fortnight."""
    g.table.p.politics[surprise.caught(nation)] = surprise.fortnight(g.table)
    return g


def fire(g: Game, name: str, place: str) -> tuple[int, int]:
    """What a block hits on in a place, in attack and in defense."""
    t = g.table
    off, back = (t.title.fire_of(t, piece(g, name), node(g, place), passive, SF) for passive in (False, True))
    return off, back


# France in the campaigns


@pytest.mark.rule("eurofront", "20.42/a")
@pytest.mark.parametrize("war", ["1939", "1940", "1940A"])
def test_gamelin_in_every_war_of_france(war: str) -> None:
    """While Belgium is surprised the French HQ in Lille commands and does not Blitz, be it activated or deployed."""
    ways = ("activate FrAG1 blitz", "deploy FrAG1 Amiens blitz")
    assert [refused(scene(f"1940-05 / {FRANCE}", scenario=war), way) for way in ways] == ["", ""]
    g = caught(scene(f"1940-05 / {FRANCE}", scenario=war), "Belgium")
    assert [refused(g, way) for way in ways] == ["20.42/a"] * 2
    assert refused(g, "activate FrAG1 command") == "" and refused(g, "activate 15AG blitz") == ""


@pytest.mark.rule("eurofront", "20.494")
@pytest.mark.parametrize("war", ["1939", "1940", "1940A"])
def test_converted_hqs_in_every_war_of_france(war: str) -> None:
    """A French HQ of the Free French is active in Lille, not in London."""
    union = f"1940-07 / since France defeated / since {land.UNION} / axis holds Paris"
    g = scene(f"{union} / {FRANCE.replace('Lille', 'London')}", scenario=war)
    assert refused(g, "activate FrAG1 command") == "20.494"
    assert refused(scene(f"{union} / {FRANCE}", scenario=war), "activate FrAG1 command") == ""


@pytest.mark.rule("eurofront", "20.33")
@pytest.mark.parametrize("war", ["1939", "1940"])
def test_no_allied_war_while_france_stands(war: str) -> None:
    """After the Phony War the Allies on Belgium's border wait until France is demoralized or defeated."""
    text = f"1940-06 / since Phony War over / Lille: Br8mech4 / {LINE} / allied command"
    assert refused(scene(text, scenario=war), "declare Belgium") == "20.33"
    for event in ("France demoralized", "France defeated"):
        assert refused(scene(f"since {event} / {text}", scenario=war), "declare Belgium") == "", event


@pytest.mark.rule("eurofront", "20.35")
@pytest.mark.parametrize("war", ["1939", "1940", "1940A"])
def test_the_french_march_on_foot(war: str) -> None:
    """British infantry goes three hexes in Dry weather, French two, also as Free French; so does the Polish army."""
    t = grognard.new("eurofront", war, seed=1).table
    march = {name: blocks.speed(t, t.world.named[name.casefold()], weather=0) for name in ("Br3inf", "Fr2inf")}
    assert march == {"Br3inf": 3, "Fr2inf": 2}
    t.p.politics[land.UNION] = t.p.month
    assert blocks.speed(t, t.world.named["fr2inf"], weather=0) == 2
    poles = [t.world.named[name] for name in ("plpozinf", "polinf") if name in t.world.named]
    assert [blocks.speed(t, pole, weather=0) for pole in poles] == {"1939": [2, 3], "1940": [3]}.get(war, [])


# The North


@pytest.mark.rule("eurofront", "21.461")
@pytest.mark.parametrize("war", ["1940", "1941", "1942", "1943", "1944"])
def test_finnish_relief_is_past_in_later_wars(war: str) -> None:
    """The British brigade group is no alien in the North; at Narvik in May 1940 it costs no maintenance."""
    g = grognard.new("eurofront", war, seed=1)
    assert not arctic.is_alien(g.table, piece(g, "BrNXinf"))
    assert arctic.maintenance(g.table, ALLIED) == 0


@pytest.mark.rule("eurofront", "21.45")
@pytest.mark.parametrize("war", ["1939", "1940", "1941", "1942", "1943", "1944"])
def test_mountain_troops_in_the_north(war: str) -> None:
    """18 Mountain Corps hits on a five in attack and defense all over Norway, and not in Berlin."""
    g = grognard.new("eurofront", war, seed=1)
    assert [fire(g, "18mtn", place) for place in ("Oslo", "Narvik")] == [(DF, DF)] * 2
    assert fire(g, "18mtn", "Berlin") == (SF, SF)


@pytest.mark.rule("eurofront", "20.83")
@pytest.mark.parametrize("war", ["1939", "1942", "1944"])
def test_swedes_defend_sweden(war: str) -> None:
    """Swedish infantry defends at DF in Stockholm, attacks at SF, and has no more than that in Oslo."""
    g = grognard.new("eurofront", war, seed=1)
    assert fire(g, "Sw1inf", "Stockholm") == (SF, DF) and fire(g, "Sw1inf", "Oslo") == (SF, SF)


@pytest.mark.rule("eurofront", "20.91")
@pytest.mark.parametrize("war", ["1939", "1940B", "1942", "1944"])
def test_turks_defend_turkey(war: str) -> None:
    """Turkish infantry defends at DF in Istanbul, attacks at SF, and has no more than that in Athens."""
    g = grognard.new("eurofront", war, seed=1)
    assert fire(g, "Tu1inf", "Istanbul") == (SF, DF) and fire(g, "Tu1inf", "Athens") == (SF, SF)


@pytest.mark.rule("eurofront", "20.8")
def test_swedes_have_skis() -> None:
    """Swedish infantry goes two hexes in Snow in Sweden and one in Norway; its HQ supports battles in Sweden alone."""
    for place, hexes in (("Stockholm", 2), ("Oslo", 1)):
        g = scene(f"1944-12 / since Sweden joins axis / {place}: Sw1inf3 / {LINE} / axis movement")
        assert g.table.title.speed_of(g.table, piece(g, "Sw1inf"), 1, SNOW, 0, g.table.p.month) == hexes, place
    t, hq = g.table, piece(g, "SwTHQ")
    assert t.title.supports_combat(t, hq)
    assert [t.title.theater(t, hq) >> node(g, place) & 1 for place in ("Stockholm", "Oslo")] == [1, 0]


@pytest.mark.rule("eurofront", "21.43", "20.91")
def test_theater_hqs_of_minors_move_their_own() -> None:
    """The HQs of Sweden and Turkey have moves for their own armies, not for Germans."""
    g = scene(f"1944-07 / {LINE} / axis command")
    for hq, own in (("SwTHQ", "Sw1inf"), ("TuTHQ", "Tu1inf"), ("Mann", "Fi1inf")):
        led = command.leads(g.table, piece(g, hq))
        assert [led >> piece(g, name) & 1 for name in (own, "1inf")] == [1, 0], hq


# War on the USSR, and new fronts


@pytest.mark.rule("eurofront", "20.14", "20.54/b")
@pytest.mark.parametrize("war", ["1939", "1940", "1941"])
def test_germans_in_turkey_mean_war_with_the_ussr(war: str) -> None:
    """Turkey has joined the Axis beside a neutral USSR: Turks march in it, Germans not without war and surprise."""
    start = f"1941-06 / axis holds Plovdiv / Plovdiv: AGSou3 1inf3 / {LINE} / axis command"
    g = scene(start, scenario=war)
    mustering.join(g.table, "Turkey", AXIS, mustering.BY_EVENT)
    g.table.place(piece(g, "Tu1inf"), node(g, "Edirne"))
    give(g, "activate AGSou command", "end", "move Tu1inf Istanbul")
    assert partition.SURPRISED not in g.table.p.politics and not g.table.p.hostile[AXIS] >> SOVIET & 1
    give(g, "move 1inf Edirne")
    assert partition.SURPRISED in g.table.p.politics and g.table.p.hostile[AXIS] >> SOVIET & 1


@pytest.mark.rule("eurofront", "20.54/b")
def test_overstaying_in_poland_is_a_surprise() -> None:
    """Axis units that stay in East Poland in the month of the partition surprise the USSR as a declaration does, unless
    the Axis has betrayed before."""
    stay = f"1939-10 / since PP / Brest-Litovsk: 1inf3 / {LINE} / axis command"
    for betrayed, surprises in (("", True), ("since AXIS betrayal / ", False)):
        t = scene(f"{betrayed}{stay}", scenario="1939").table
        t.p.politics["PP"] = t.p.month
        partition.leave_east_poland(t)
        assert t.title.disruption(t, t.world.named["stavka"]) == surprises


@pytest.mark.rule("eurofront", "20.56/a", "20.521/a")
def test_war_quarters_what_the_soviets_saved() -> None:
    """An Axis declaration halves saved Soviet points twice, mobilization once."""
    t = scene(f"1941-05 / {LINE} / Warsaw: 1inf3 / axis command", scenario="1940").table
    t.p.saved[SOVIET] = 21
    partition.attack_ussr(t)
    assert t.p.saved[SOVIET] == 5


@pytest.mark.rule("eurofront", "21.22")
def test_turkey_opens_the_east() -> None:
    """When Turkey is at war and the USSR is not, the East Front is active from that month on."""
    t = scene(f"1940-11 / since Turkey joins axis / {LINE} / axis command", scenario="1940").table
    assert command.EAST_OPENED not in t.p.politics
    open_front(t)
    assert t.p.politics[command.EAST_OPENED] == t.p.month


@pytest.mark.rule("eurofront", "21.23/b")
@pytest.mark.parametrize(("opened", "ways"), [("1941-01", 0), ("1940-12", 1)])
def test_the_east_grows_after_six_months(opened: str, ways: int) -> None:
    """In June 1941 the allocation of forty rises by ten if the East Front opened in December, not if in January."""
    t = scene(f"1941-06 / since SM / {LINE} / production", scenario="1940").table
    soviets.go_to_war(t)
    t.p.politics[command.EAST_OPENED] = month_number(opened)
    t.p.allocated_east = 40
    assert production.may_rise(t, AXIS, ()) == ways


@pytest.mark.rule("eurofront", "21.37/b")
@pytest.mark.parametrize(("war", "module"), [("1940", tide), ("1940A", med)])
def test_the_med_grows_after_three_months(war: str, module: ModuleType) -> None:
    """In December 1940 an allocation of fifteen rises if Italy went to war in September, not if in October."""
    for entry, grows in (("1940-09", True), ("1940-10", False)):
        t = scene("1940-12 / since Italy joins axis / Berlin: OKW3 / London: AF3 / production", scenario=war).table
        t.p.politics["Italy joins axis"] = month_number(entry)
        t.p.allocated[AXIS] = 15
        assert module.raisable(t, AXIS) == grows, entry


# Ore and aircraft


@pytest.mark.rule("eurofront", "17.2/a", "17.2/b")
def test_without_ore_the_sea_route_is_lost_too() -> None:
    """When Sweden cooperates with the Allies the Axis is without fifteen points; the sea route alone costs five."""
    t = scene(f"1944-07 / {LINE} / axis command").table
    assert objectives.ore_lost(t) == 5
    t = scene(f"1944-07 / since SC / {LINE} / axis command").table
    assert objectives.ore_lost(t) == 15


@pytest.mark.rule("eurofront", "21.45")
@pytest.mark.parametrize("war", ["1941", "1942", "1943"])
def test_the_finns_have_few_aircraft(war: str) -> None:
    """Mannerheim's airstrike in Vyborg hits on a six, a German one on what the month gives."""
    g = grognard.new("eurofront", war, seed=1)
    t, place = g.table, node(g, "Vyborg")
    t.p.active, hq = AXIS, piece(g, "Mann")
    t.p.occupied[SOVIET] |= 1 << place
    assert t.title.air_fire(t, place) < SF
    t.place(hq, node(g, "Helsinki"))
    t.p.role[hq] = 1
    t.p.struck[hq] = t.title.strike_note(t, hq, place)
    assert t.title.air_fire(t, place) == SF
    t.p.struck[hq] = t.title.strike_note(t, piece(g, "OKH"), place)
    assert t.title.air_fire(t, place) < SF


# Events whose conditions change


@pytest.mark.rule("eurofront", "DE.TB")
def test_the_total_blockade_needs_the_other_one() -> None:
    """Once the Allies have lost Suez the Effective Blockade is over, and the Total one with it."""
    text = f"1944-12 / since EB / since TB / allied holds Oslo Bergen Narvik Copenhagen Suez Gibraltar / {LINE}"
    t = scene(f"{text} / axis command").table
    t.p.held[AXIS] &= ~from_iter(t.world.ports)
    t.p.held[ALLIED] |= int(t.world.board.region["Norway"]) & int(t.world.land)
    assert standing.in_force(t, "TB")
    t.p.held[ALLIED] &= ~(1 << t.world.board.node("Suez"))
    assert not standing.in_force(t, "TB")


@pytest.mark.rule("eurofront", "DE.TX")
def test_a_war_on_a_mandate_that_is_no_betrayal() -> None:
    """Before an uprising an Allied war on Syria is a betrayal and moves Turkey; after one it is none, and does not."""
    for past, moved in (("", True), ("since ME / ", False)):
        t = scene(f"1941-05 / {past}{LINE} / allied command", scenario="1939").table
        declaring.betray(t, ALLIED, "Syria")
        assert (predicates.best(t, tables.events()["TX"]) > 0) == moved


@pytest.mark.rule("eurofront", "21.462")
def test_the_axis_arrives_in_stockholm() -> None:
    """Oslo and Stockholm are arrival places of a veteran of the North, Bergen is none."""
    for war in ("1939", "1942", "1944"):
        g = scene(f"{LINE} / axis command", scenario=war)
        veteran = next(i for i, unit in enumerate(g.table.world.units) if unit.home == "NF")
        found = arrivals.open_sites(g.table, veteran).nodes
        assert [found >> node(g, city) & 1 for city in ("Oslo", "Stockholm", "Bergen")] == [1, 1, 0], war


@pytest.mark.rule("eurofront", "DE.SJ")
def test_sweden_remembers_the_soviets_in_norway() -> None:
    """Soviets who were in Narvik before the Second Front let Sweden join the Axis after they have left, and after it;
    those who come after it do not."""
    event = tables.events()["SJ"]
    for past, best in (("", 2), ("since 2F / ", 0)):
        g = scene(f"1942-07 / {past}Narvik: Sv14inf2 / {LINE} / axis command", scenario="1942")
        note_entry(g.table)
        g.table.place(piece(g, "Sv14inf"), node(g, "Murmansk"))
        g.table.p.politics["2F"] = g.table.p.month
        assert predicates.best(g.table, event) == best


# Strange HQs, and the Free French


def disruption(g: Game, hq: str, place: str) -> int:
    """By how much an HQ is disrupted in a place."""
    g.table.p.cv[piece(g, hq)] = 2
    g.table.place(piece(g, hq), node(g, place))
    return int(g.table.title.disruption(g.table, piece(g, hq)))


@pytest.mark.rule("eurofront", "21.43")
@pytest.mark.parametrize("war", ["1939", "1940", "1941", "1942", "1943", "1944"])
def test_strange_hqs_in_the_arctic(war: str) -> None:
    """British and Soviet army groups are disrupted in Narvik and Murmansk, not in Oslo and Moscow, Axis ones but once;
    Dietl and the North HQ are at home."""
    g = scene(f"1944-07 / EF dry / {LINE} / axis command", scenario=war)
    abroad = (("15AG", "Narvik"), ("SvWst", "Murmansk"), ("AGB", "Narvik"))
    assert [disruption(g, *each) for each in abroad] == [1, 1, 1]
    at_home = (("15AG", "Oslo"), ("SvWst", "Moscow"), ("Dietl", "Narvik"), ("SvNth", "Murmansk"))
    assert [disruption(g, *each) for each in at_home] == [0, 0, 0, 0]


@pytest.mark.rule("eurofront", "20.54")
@pytest.mark.parametrize("war", ["1941", "1942", "1944"])
def test_the_north_hq_outside_the_north(war: str) -> None:
    """The Soviet North HQ is disrupted in Moscow and does not Blitz there, as others do."""
    g = scene("Berlin: OKW3 / London: AF3 / Moscow: SvNth2 SvWst2 / soviet command", scenario=war)
    assert disruption(g, "SvNth", "Moscow") == 1
    assert refused(g, "activate SvNth blitz") == "20.54" and refused(g, "activate SvNth command") == ""
    assert refused(g, "activate SvWst blitz") == ""


@pytest.mark.rule("eurofront", "20.54")
def test_the_north_hq_in_the_winter_war() -> None:
    """In Leningrad the North HQ does not Blitz in the Winter War either; in Petrozavodsk it does."""
    for place, label in (("Leningrad", "20.54"), ("Petrozavodsk", "")):
        g = read_scene(f"eurofront 1939A bare / {place}: SvNth2 / Helsinki: Fi1inf3 / soviet command")
        assert refused(g, "activate SvNth blitz") == label, place


@pytest.mark.rule("eurofront", "20.493")
def test_vichys_army_as_free_french() -> None:
    """When Vichy has joined the Allies by an event its army may leave its land, and is an expedition of the desert."""
    for side, free in (("allied", True), ("axis", False)):
        g = scene(f"1942-11 / since Vichy joins {side} / {LINE} / axis command", scenario="1942")
        assert (g.table.title.bounds(g.table, "Vichy") == -1) == free
    assert desert.is_expedition(g.table, piece(g, "AlVi1inf")) and not desert.is_expedition(g.table, piece(g, "Vi1inf"))


@pytest.mark.rule("eurofront", "20.34")
def test_allies_and_soviets_are_told_why_they_keep_apart() -> None:
    """A British corps beside a Soviet army on the Elbe is refused its hex by the rule that keeps them apart."""
    front = "Hannover: 21AG3 Br8mech3 / Hannover_E1: Sv1Ginf3 / Munich: OKW3 / London: SHAEF3 / Moscow: Stavka3"
    g = scene(f"1944-12 / dry / EF dry / allied holds Hannover / {front} / allied command")
    give(g, "activate 21AG command", "end")
    assert refused(g, "move Br8mech Hannover_E1") == "20.34"
