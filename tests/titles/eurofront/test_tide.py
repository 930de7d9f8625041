"""1942: the set-up, the seaways, ships to the Med, Vichy, released armies, the siege guns."""

from __future__ import annotations

import pytest

import grognard
from grognard.board.area import step
from grognard.board.hexset import members
from grognard.engine.play.game import Game
from grognard.titles.eurofront import tables
from grognard.titles.eurofront.europe import ambivalence, initiative, nations, purses, release, surrender, vichy
from grognard.titles.eurofront.med import desert, roads
from grognard.titles.eurofront.med import purses as ships
from grognard.titles.eurofront.tide import transfers
from grognard.titles.eurofront.war import naval
from grognard.titles.systems.front import blocks, combat, control, fire, interdiction, supply
from grognard.titles.systems.front.state import BH_LATER, BH_PREP, month_number

from .europe import ALLIED, AXIS, SOVIET, holds, node, on_map, piece, scene
from .play import cv, give, refused


@pytest.fixture(scope="module")
def opening() -> Game:
    return grognard.new("eurofront", "1942", seed=1)


def tide(text: str, dice: list[int] | None = None) -> Game:
    """A game at a scene of 1942."""
    return scene(text, dice, "1942")


# The set-up


def test_the_printed_levels_of_1942(opening: Game) -> None:
    """The purses of June 1942 hold what the chart of starting forces prints, those of the Med Front with them."""
    printed = tables.scenarios()["1942"]["level"]
    wanted = [printed["axis"]["WF"], printed["axis"]["EF"], printed["Finland"], printed["allies"]["WF"]]
    wanted += [printed["soviets"]["EF"], printed["axis"]["MF"], printed["allies"]["MF"]]
    assert [purses.level(opening.table, n) for n in purses.in_use(opening.table)] == wanted


def test_all_are_supplied_and_where_they_may_be(opening: Game) -> None:
    """No block of the set-up starves but those whom a fortress feeds, and every restricted one is in its area."""
    t = opening.table
    hungry = {t.world.units[i].name for power in range(3) for i in supply.unsupplied(t, power)}
    assert hungry == {"Sv23inf", "BrMalstat"}
    for i, unit in enumerate(t.world.units):
        if unit.restricted and t.p.at[i] < t.world.spans:
            assert t.title.bounds(t, unit.restricted) >> t.p.at[i] & 1, unit.name


def test_who_fights_where_in_june_1942(opening: Game) -> None:
    """Volkhov is a battle that the Axis defends, the waves are no one's, the Axis moves first, Tunis is Vichy's."""
    t, volkhov = opening.table, node(opening, "Volkhov")
    assert control.battles(t) == 1 << volkhov and control.defender_of(t.p, volkhov) == AXIS
    assert naval.ruling(t) == -1 and initiative.order(t) == (AXIS, ALLIED, SOVIET)
    assert nations.is_neutral(t, "Vichy") and t.p.neutral >> node(opening, "Tunis") & 1


def test_what_is_due_after_june_1942(opening: Game) -> None:
    """The schedule of 1942 and those of later sheets; the beachheads of Torch are dated, the British one in Prep."""
    t = opening.table
    due = t.title.schedule(t)
    assert due[piece(opening, "US6amph")] == (month_number("1942-10"), 4)
    assert due[piece(opening, "3SSmech")][0] == month_number("1943-07") and on_map(opening, "Sv5Garm")
    stages = t.p.beachheads
    assert (stages["US6BH"], stages["US2BH"], stages["Br1BH"]) == (BH_LATER, BH_LATER, BH_PREP)


# The naval balance


AFRICA = "allied holds Tripoli Benghazi Tunis Algiers"


@pytest.mark.rule("eurofront", "15.8")
def test_the_balance_is_taken_anew_in_politics() -> None:
    """With the bases of the Middle Seaway the Allies use two seaways: from the end of Politics they rule."""
    g = tide(f"1942-12 / since Vichy defeated / {AFRICA} / Berlin: 87inf3 / London: Br5inf2 / allied politics")
    assert naval.ruling(g.table) == -1
    give(g, "end")
    assert naval.ruling(g.table) == ALLIED


@pytest.mark.rule("eurofront", "15.8/a")
def test_soviets_and_axis_are_always_at_parity() -> None:
    """When the Allies rule the waves the Axis repulses their sea moves with a two, those of Soviets with a three."""
    for power, wanted in ((ALLIED, 2), (SOVIET, 3)):
        g = tide("1942-12 / Berlin: 87inf3 / London: Br5inf2 / Moscow: Sv1Ginf2 / axis movement")
        g.table.p.naval = ALLIED + 1
        assert interdiction.numbers(g.table, "sea move", AXIS, power)[0] == wanted


@pytest.mark.rule("eurofront", "15.83/a")
def test_the_axis_leaves_the_seas() -> None:
    """From the summer of 1944 no Axis unit sails from Genoa, unless the Allies do not rule the waves."""
    for ruler, sails in ((ALLIED, False), (-1, True)):
        g = tide("1944-07 / Genoa: 64inf3 OKW3* / London: Br5inf2 / axis holds Leghorn / axis movement")
        t = g.table
        t.p.naval = ruler + 1
        t.p.moves_left[piece(g, "OKW")] = t.p.supreme[AXIS] = 6
        assert (refused(g, "sail 64inf Leghorn") == "") == sails


@pytest.mark.rule("eurofront", "4.22")
def test_the_second_front_turns_the_order_of_play() -> None:
    """Before it the Axis moves first in Dry weather, and the Soviets in Snow; with it the Allies do."""
    orders = {("", "EF dry"): AXIS, ("", "EF snow"): SOVIET, ("since 2F / ", "EF dry"): ALLIED}
    for (event, weather), first in orders.items():
        g = tide(f"1942-12 / {event}{weather} / Berlin: 87inf3 / London: Br5inf2 / axis movement")
        assert initiative.order(g.table)[0] == first


# The Med Front


DESERT = "1942-07 / axis holds Tobruk / Tobruk: DAKarm2 AGAfr2 / Alexandria: Br10inf3 ME2 / Berlin: 87inf3"


@pytest.mark.rule("eurofront", "21.371", "17.5")
def test_ships_bring_what_the_dice_say() -> None:
    """Thirty points are six dice: ones bring six. With Malta Axis ships roll none, unless the Allies rule the waves."""
    g = tide(f"{DESERT} / axis movement", [1] * 6)
    assert ships.arriving(g.table, AXIS, 30) == 6
    g = tide(f"{DESERT} / axis holds Malta / axis movement", [1] * 6)
    assert ships.arriving(g.table, AXIS, 30) == 30
    g.table.p.naval = ALLIED + 1
    assert ships.arriving(g.table, AXIS, 30) == 6


def producing(text: str, axis_med: int) -> Game:
    """A Production in which the Axis has some points in the Med Front."""
    g = tide(f"{text} / production")
    for one in (g.table, g.table_for(0)):
        one.p.med_points[AXIS] = one.p.med_available[AXIS] = axis_med
    return g


def test_the_med_pays_for_the_med() -> None:
    """The Afrika Korps takes a step of twelve points from what has come over the sea, and from nothing else."""
    assert refused(producing(DESERT, 11), "step DAKarm", "axis") != ""
    g = producing(DESERT, 12)
    before = g.table_for(0).p.points0
    give(g, "axis: step DAKarm")
    t = g.table_for(0)
    assert (purses.points(t, purses.AXIS_MED), t.p.cv[piece(g, "DAKarm")], t.p.points0) == (0, 3, before)


@pytest.mark.rule("eurofront", "21.37/b")
def test_allocations_rise_in_june_and_december() -> None:
    """Thirty points rise by five in December only; they fall by five in any month."""
    for month, rises in (("1942-11", False), ("1942-12", True)):
        g = tide(f"{DESERT.replace('1942-07', month)} / production")
        assert (refused(g, "ship raise", "axis") == "") == rises
        assert refused(g, "ship lower", "axis") == ""
    give(g, "axis: ship raise")
    assert g.table_for(0).p.allocated[AXIS] == 35 and refused(g, "ship raise", "axis") != ""


@pytest.mark.rule("eurofront", "11.61")
def test_one_transfer_leaves_the_west() -> None:
    """Who has sent ten points to the Med sends none to the East in that month."""
    g = tide(f"{DESERT} / production")
    assert refused(g, "transfer WF-EF", "axis") == ""
    give(g, "axis: ship send")
    assert refused(g, "transfer WF-EF", "axis") == "11.61" and g.table_for(0).p.sent[AXIS] == 5


@pytest.mark.rule("eurofront", "11.61", "11.62", "11.62/b")
def test_points_go_from_the_med_to_the_soviets_by_persia() -> None:
    """Ten Allied points of the Med become five of the Soviets next month, while Teheran is joined to London and
    Siberia; one transfer leaves the Med a month, and with Teheran Axis none goes east."""
    g = tide(f"{DESERT} / production")
    before = g.table_for(1).p.med_points[ALLIED]
    give(g, "allied: forward MF-EF")
    assert refused(g, "forward MF-WF", "allied") == "11.61"
    transfers.close(g.table_for(1))
    assert g.table_for(1).p.due_soviet == 5 and g.table_for(1).p.med_points[ALLIED] == before - 10
    cut = tide(f"{DESERT} / axis holds Teheran / production")
    assert refused(cut, "forward MF-EF", "allied") == "11.62" and refused(cut, "forward MF-WF", "allied") == ""


@pytest.mark.rule("eurofront", "11.61", "11.62/b")
def test_points_come_home_from_the_med_and_go_there_from_the_east() -> None:
    """The Axis sends ten points home and ten from the East to the Med, each by a die of three; next month they are
    there, and the East sends nothing more to the West."""
    g = tide(f"{DESERT} / production", dice=[3, 3])
    give(g, "axis: forward MF-WF", "axis: forward EF-MF")
    assert refused(g, "transfer EF-WF", "axis") == "11.61"
    lane = g.table_for(0)
    transfers.close(lane)
    west, med = lane.p.points[AXIS], lane.p.med_points[AXIS]
    transfers.arrive(lane)
    assert (lane.p.points[AXIS] - west, lane.p.med_points[AXIS] - med) == (3, 3)


@pytest.mark.rule("eurofront", "21.372", "21.372/a")
def test_strangers_in_the_desert_are_maintained() -> None:
    """Each corps that is a stranger costs five points; one that is not paid for is given up."""
    g = tide(f"{DESERT} / Benghazi: 84inf2 64inf2 / axis movement")
    assert ships.shipped(g.table, AXIS) == 20
    g.table.p.allocated[AXIS] = 5
    assert ships.unpaid(g.table, AXIS) == 1
    g = tide(f"{DESERT} / Benghazi: 84inf2 / production")
    for one in (g.table, g.table_for(0)):
        one.p.unpaid[AXIS] = 1
    assert refused(g, "commit", "axis") == "21.372/a"
    give(g, "axis: disband 84inf")
    assert refused(g, "commit", "axis") == ""


@pytest.mark.rule("eurofront", "21.313")
def test_an_expedition_with_a_base_costs_nothing() -> None:
    """Panzer Group G in Sfax pays maintenance unless Tunis is the Axis' with its ships."""
    g = tide(f"{DESERT} / Benghazi: Garm2 / axis movement")
    assert desert.maintained(g.table, AXIS) == 1
    everywhere = " ".join(g.table.node_name(n) for n in members(g.table.world.board.region["Tunisia"]))
    g = tide(f"{DESERT} / since Vichy joins axis / axis holds {everywhere} / Sfax: Garm2 / axis movement")
    assert desert.maintained(g.table, AXIS) == 0


def test_the_west_pays_on_a_base() -> None:
    """Panzer Group G in Sfax takes a step of twelve points: ten of the West, with twenty allocated, and two of the
    Med."""
    t = tide("1942-07 / axis movement").table
    everywhere = " ".join(t.node_name(n) for n in members(t.world.board.region["Tunisia"]))
    land = f"since Vichy joins axis / axis holds {everywhere}"
    for points, paid in ((1, False), (2, True)):
        g = producing(f"1942-07 / {land} / Sfax: Garm2 / Berlin: 84inf3 / London: Br5inf2", points)
        for one in (g.table, g.table_for(0)):
            one.p.allocated[AXIS] = 20
        assert (refused(g, "step Garm", "axis") == "") == paid
    before = g.table_for(0).p.points0
    give(g, "axis: step Garm")
    t = g.table_for(0)
    assert (before - t.p.points0, t.p.med_points[AXIS], t.p.cv[piece(g, "Garm")]) == (10, 0, 3)


@pytest.mark.rule("eurofront", "21.351")
def test_newcomers_lose_two_steps() -> None:
    """A corps that comes into Tripoli by sea arrives with two steps less."""
    g = tide("1942-07 / Catania: 64inf3 OKW3* / London: Br5inf2 / axis movement", [3] * 9)
    t = g.table
    t.p.moves_left[piece(g, "OKW")] = t.p.supreme[AXIS] = 6
    give(g, "sail 64inf Tripoli", "end", "end")
    assert cv(g, "64inf") == 1


@pytest.mark.rule("eurofront", "21.352")
def test_roads_of_the_desert() -> None:
    """Comando Supremo sends the Afrika Korps six hexes along the coast."""
    g = tide("1942-07 / Benghazi: CS2* DAKarm2 / London: Br5inf2 / axis movement")
    t = g.table
    t.p.moves_left[piece(g, "CS")] = t.p.supreme[AXIS] = 2
    start = 1 << node(g, "Benghazi")
    far = roads.reach(t, piece(g, "DAKarm"))
    assert far & ~start and refused(g, f"drive DAKarm {t.node_name((far & -far).bit_length() - 1)}") == ""


@pytest.mark.rule("eurofront", "21.353")
def test_off_the_road_all_are_slower() -> None:
    """The Afrika Korps makes two hexes in open desert, a corps of armor in France three."""
    g = tide("1942-07 / Tobruk: DAKarm2 / axis holds Tobruk / Paris: 58arm2 / London: Br5inf2 / axis movement")
    assert (blocks.speed(g.table, piece(g, "DAKarm")), blocks.speed(g.table, piece(g, "58arm"))) == (2, 3)


@pytest.mark.rule("eurofront", "10.4")
def test_supply_lines_in_the_desert_are_one_hex() -> None:
    """From Tobruk supply reaches the hexes beside it; from Paris it reaches two hexes on."""
    g = tide("1942-07 / axis holds Tobruk / Tobruk: DAKarm2 / Paris: 84inf3 / London: Br5inf2 / axis movement")
    t = g.table
    around = {name: 1 << node(g, name) | step(1 << node(g, name), t.world.trace) for name in ("Tobruk", "Paris")}
    lines = {name: supply.supply_lines(t, AXIS, 1 << node(g, name)) for name in around}
    assert lines["Tobruk"] & desert.desert(t) & ~around["Tobruk"] == 0 and lines["Paris"] & ~around["Paris"]


@pytest.mark.rule("eurofront", "7.32/e", "2.21/a")
def test_armor_in_the_desert() -> None:
    """In sand armor attacks at TF, the Afrika Korps at QF."""
    g = tide("1942-07 / Bir_Hacheim: DAKarm2 / London: Br5inf2 Br30arm2 / axis movement")
    t, sand = g.table, node(g, "Bir_Hacheim")
    assert t.world.board.terrain["desert"] >> sand & 1
    assert fire.rating(t, piece(g, "DAKarm"), sand, passive=False) == 3
    assert fire.rating(t, piece(g, "Br30arm"), sand, passive=False) == 4


@pytest.mark.rule("eurofront", "21.316")
def test_who_stays_out_of_the_desert() -> None:
    """Neither SS nor cavalry nor the siege guns go into the Med Front; armor does."""
    g = tide("1943-05 / Catania: 2SSarm3 58arm3 54inf2 78cav1 OKW3* / London: Br5inf2 / axis movement")
    t = g.table
    t.p.moves_left[piece(g, "OKW")] = t.p.supreme[AXIS] = 6
    assert refused(g, "sail 58arm Tripoli") == ""
    assert all(refused(g, f"sail {name} Tripoli") != "" for name in ("2SSarm", "78cav"))


# Vichy


@pytest.mark.rule("eurofront", "20.482")
def test_vichy_works_for_the_axis() -> None:
    """Vichy's cities are worth four points to the Axis, and its trains run through Lyon, but no one stops there."""
    g = tide("1942-07 / Nice: OKW3* It4inf3 / Bordeaux: 84inf3 / London: Br5inf2 / axis movement")
    t = g.table
    assert vichy.tribute(t) == 4
    t.p.moves_left[piece(g, "OKW")] = t.p.supreme[AXIS] = 6
    assert refused(g, "rail 84inf Lyon") != ""
    assert supply.rail_sea(t, AXIS) >> node(g, "Lyon") & 1
    g = give(tide("1942-07 / Dijon: 84inf3 / London: Br5inf2 / axis command"), "declare Vichy")
    assert vichy.tribute(g.table) == 0


TORCH = "1942-11 / since 2F / Gibraltar: 15AG3 US6amph4 / Berlin: 84inf3 / Tripoli: DAKarm2"


@pytest.mark.rule("eurofront", "20.484")
def test_war_on_vichy_brings_it_to_the_axis() -> None:
    """The Allies declare war: Vichy's residents take the field by the ports of its colonies, one in each at least."""
    g = give(tide(f"{TORCH} / allied command"), "declare Vichy")
    t = g.table
    assert nations.belligerent_side(t, "Vichy") == AXIS and holds(g, AXIS, "Tunis")
    assert refused(g, "station ViNAfinf Lyon", "axis") != "" and refused(g, "station Vi1inf Algiers", "axis") != ""
    near = vichy.stations(t, piece(g, "ViNAfinf"), 0, ()) & t.world.board.region["Algeria"]
    inland = [t.node_name(n) for n in members(near) if n not in t.world.ports]
    for name, place in (("ViNAfinf", "Algiers"), ("ViAlgstat", "Oran"), ("ViOrnstat", inland[0])):
        give(g, f"axis: station {name} {place}")
    assert refused(g, f"station ViTunstat {inland[1]}", "axis") != ""
    give(g, "axis: station ViTunstat Tunis")
    assert refused(g, "station ViMorstat Bizerte", "axis") != ""
    assert refused(g, "station ViMorstat Casablanca", "axis") == ""


@pytest.mark.rule("eurofront", "20.484")
def test_betrayed_vichy_joins_the_allies() -> None:
    """The Axis marches into Vichy: its army is Free French, France rises, and that is betrayal."""
    g = give(tide("1942-11 / Dijon: 84inf3 / London: Br5inf2 / axis command"), "declare Vichy")
    t = g.table
    assert nations.belligerent_side(t, "Vichy") == ALLIED and holds(g, ALLIED, "Tunis")
    assert any("betray" in event for event in t.p.politics) and "revolt in France" in t.p.politics
    assert refused(g, "station AlViNAfinf Algiers", "allied") == ""


@pytest.mark.rule("eurofront", "DE.VF", "20.484/b")
def test_free_france() -> None:
    """With Cherbourg and Brest free an event brings Vichy to the Allies, the Second Front with it."""
    g = tide("1942-07 / allied holds Cherbourg Brest / Cherbourg: Br5inf2 / Berlin: 84inf3 / production", [3])
    give(g, "axis: commit", "allied: commit", "attempt VF")
    t = g.table
    assert nations.belligerent_side(t, "Vichy") == ALLIED and "2F" in t.p.politics
    assert t.title.schedule(t)[piece(g, "FF2mtn")][0] == month_number("1942-08")


@pytest.mark.rule("eurofront", "DE.VX")
def test_vichy_turns_to_the_axis() -> None:
    """With the Allies in Spain an event makes Vichy a satellite of the Axis."""
    g = axis_tries("since Spain joins axis / allied holds Seville / Seville: Br10inf3", [5])
    give(g, "attempt VX")
    assert nations.belligerent_side(g.table, "Vichy") == AXIS


WAR = "since Vichy joins axis / axis holds Oran Tunis"
LANDING = f"{TORCH.replace('Gibraltar: 15AG3 US6amph4', 'Gibraltar: 15AG3')} / {WAR}"


@pytest.mark.rule("eurofront", "20.486", "7.7/b")
def test_vichy_lays_down_its_arms() -> None:
    """A two of an American corps, a one of a British: all Vichy units of the battle give up; not for a British two.
    Who attacked whom does not matter."""
    for corps, face, gone in (("US6amph4", 2, True), ("Br10inf3", 2, False), ("Br10inf3", 1, True)):
        g = tide(f"{LANDING} / Oran: ViNAfinf2 ViOrnstat2 {corps} / axis defends Oran / allied combat")
        faces = (face, 4)
        ambivalence.capitulate(g.table, piece(g, corps[:-1]), node(g, "Oran"), faces)
        assert on_map(g, "ViNAfinf") != gone and on_map(g, "ViOrnstat") != gone
    g = tide(f"{LANDING} / Oran: ViNAfinf2 US6amph4 / allied defends Oran / axis combat")
    ambivalence.capitulate(g.table, piece(g, "US6amph"), node(g, "Oran"), (2, 4))
    assert not on_map(g, "ViNAfinf")


@pytest.mark.rule("eurofront", "16.71/e")
def test_what_makes_vichy_waver() -> None:
    """Before the Second Front Vichy fights with a will, unless Libya is Allied."""
    plain = LANDING.replace("since 2F / ", "")
    assert not nations.demoralized(tide(f"{plain} / allied movement").table, "Vichy")
    assert nations.demoralized(tide(f"{LANDING} / allied movement").table, "Vichy")
    g = tide(f"{plain} / allied movement")
    t = g.table
    libya = nations.territory(t, "Libya")
    t.p.held[AXIS] &= ~libya
    t.p.held[ALLIED] |= libya
    assert nations.demoralized(t, "Vichy")


@pytest.mark.rule("eurofront", "7.61/a", "16.711")
def test_an_ambivalent_army_repulses_with_a_one() -> None:
    """Against Vichy alone a landing is repulsed by ones; with Germans beside it by what the table says."""
    for germans, number in (("", 1), (" 87inf2", 3)):
        g = tide(f"{LANDING} / Oran: ViNAfinf2{germans} Br10inf3 / axis defends Oran / allied combat")
        assert g.table.title.repulses_up_to(g.table, node(g, "Oran"), 3) == number
    assert combat.Repulse.rule


@pytest.mark.rule("eurofront", "20.487")
def test_vichy_gives_up() -> None:
    """With Oran lost a one ends Vichy's war, and the Free French of Africa are due next month."""
    g = tide(f"{LANDING} / allied holds Oran Algiers / Oran: US6amph4 / Lyon: Vi1inf2 / allied politics", [1])
    assert surrender.war_weariness(g.table, "Vichy") > 1
    give(g, "demand Vichy")
    t = g.table
    assert nations.defeated("Vichy") in t.p.politics and not on_map(g, "Vi1inf")
    assert t.title.schedule(t)[piece(g, "FF2mtn")] == (month_number("1942-12"), 1)
    g = tide(f"{LANDING} / Oran: ViNAfinf2 / Lyon: Vi1inf2 / allied politics")
    assert not surrender.weary(g.table, -1, ()) >> nations.SATELLITES.index("Vichy") & 1


# Released armies


def axis_tries(text: str, dice: list[int]) -> Game:
    """July 1942: both sides have produced, and the Axis may try an event."""
    g = tide(f"1942-07 / {text} / Berlin: 84inf3 / London: Br5inf2 / production", dice)
    return give(g, "axis: commit", "allied: commit", "allied: end")


@pytest.mark.rule("eurofront", "17.3", "DE.XR")
def test_sevastopol_sets_an_army_free() -> None:
    """The fourth Rumanian army may leave its country when the event succeeds, and is bound again without Sevastopol."""
    g = axis_tries("axis holds Sevastopol Odessa / Odessa: Ru4inf3", [3])
    t, bound = g.table, g.table.world.units[piece(g, "Ru4inf")].restricted
    assert not t.title.bounds(t, bound) >> node(g, "Stalingrad") & 1
    give(g, "attempt XR")
    assert t.title.bounds(g.table, bound) >> node(g, "Stalingrad") & 1
    g.table.p.held[SOVIET] |= 1 << node(g, "Sevastopol")
    assert not t.title.bounds(g.table, bound) >> node(g, "Stalingrad") & 1


@pytest.mark.rule("eurofront", "DE.3R")
def test_odessa_frees_the_third_rumanians() -> None:
    """The third Rumanian army is free at the start; once it is destroyed it is bound for ever."""
    g = tide("1942-07 / Odessa: Ru4inf3 / axis_lost: Ru3inf0 / Berlin: 84inf3 / London: Br5inf2 / axis politics")
    assert not release.is_free(g.table, "Ru3inf")
    g = axis_tries("axis holds Odessa / Odessa: Ru3inf3", [4])
    g.table.p.politics = {event: n for event, n in g.table.p.politics.items() if event not in ("3R", "Ru3inf released")}
    give(g, "attempt 3R")
    assert release.is_free(g.table, "Ru3inf")


# Siege guns


@pytest.mark.rule("eurofront", "1942.1")
def test_the_siege_guns() -> None:
    """54 Corps fires TF at a fortress that rails lead to, SF at any other place, and takes no ship."""
    g = tide("1942-07 / axis holds Volkhov / Leningrad: 54inf3 Sv23inf2 / soviet defends Leningrad / axis combat")
    t, guns = g.table, piece(g, "54inf")
    assert fire.rating(t, guns, node(g, "Leningrad"), passive=False) == 4
    assert fire.rating(t, guns, node(g, "Smolensk"), passive=False) == 6
    g = tide("1942-07 / Stettin: 54inf3 84inf3 OKW3* / London: Br5inf2 / axis movement")
    g.table.p.moves_left[piece(g, "OKW")] = g.table.p.supreme[AXIS] = 6
    assert (refused(g, "sail 84inf Copenhagen"), refused(g, "sail 54inf Copenhagen")) == ("", "1942.1")
