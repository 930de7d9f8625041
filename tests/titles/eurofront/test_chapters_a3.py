"""Sequence, command, movement, combat and control (4 to 8) on the fields of 1943."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.play.game import Game
from grognard.titles.eurofront.europe import ambivalence, command, nations
from grognard.titles.eurofront.europe.game import after_the_first_month
from grognard.titles.systems.front import air, combat, control, defense, ground, rail, sea
from grognard.titles.systems.front import command as front_command
from grognard.titles.systems.front.state import BY_AIR, BY_RIVER

from .europe import ALLIED, AXIS, node, on_map, piece
from .europe import scene as europe_scene
from .play import at, cv, give, refused
from .test_chapters_a import fought

ORIGINS = "Berlin: 90inf3 / London: AF1 / Moscow: Stavka1"


def scene(text: str, dice: list[int] | None = None, month: str = "1943-08") -> Game:
    """A scene of 1943 with all powers supplied."""
    return europe_scene(f"{month} / {ORIGINS} / {text}", dice, "1943")


def steps(g: Game, until: str, most: int = 60) -> list[str]:
    """The steps that are asked on the way to one, everyone ending what he is asked."""
    found: list[str] = []
    while g.table.frame.step != until and most:
        found.append(g.table.frame.step)
        ((seat, decision),) = g.decisions().items()
        words = {choice.text for choice in decision.next()}
        g.play(seat, "end" if "end" in words else "pass" if "pass" in words else "commit")
        most -= 1
    return found


# The sequence (4)


@pytest.mark.rule("eurofront", "4.1", "4.21")
def test_a_month_has_two_fortnights_with_weather_each() -> None:
    """October 1943 rolls the weather of the East twice, once in each fortnight."""
    g = europe_scene(f"1943-10 / {ORIGINS} / production", [1] * 40, "1943")
    give(g, "axis: commit", "allied: commit")
    while g.table.p.month == 1943 * 12 + 9 and len(g.decisions()) == 1:
        ((seat, decision),) = g.decisions().items()
        words = {choice.text for choice in decision.next()}
        g.play(seat, next(word for word in ("end", "pass", "commit") if word in words))
    weather = [event for event in g.events("axis") if event.kind == "weather"]
    east = [event for event in weather if dict(event.fields)["front"] == "East Front" and dict(event.fields)["roll"]]
    assert len(east) == 2


@pytest.mark.rule("eurofront", "4.33", "4.35")
def test_combat_follows_movement_and_the_blitz_has_its_own() -> None:
    """A Blitz HQ lets a battle be fought twice in a turn."""
    field = "Paris: OBW3 1inf4 / Reims: US16inf4 / axis command"
    g = give(scene(field, [1] * 60), "activate OBW blitz", "end", "move 1inf Paris>Reims", "end", "end")
    first = [event for event in g.events("axis") if event.kind == "battle"]
    found = steps(g, "command")
    again = [event for event in g.events("axis") if event.kind == "battle"]
    assert len(first) <= 1 <= len(again) and "active_battles" in found


@pytest.mark.rule("eurofront", "4.34/a")
def test_a_blitz_hq_mobilizes_or_stays_for_combat() -> None:
    """After Blitz movement the HQ may go two hexes, and is then no help in Blitz combat."""
    g = give(scene("Paris: OBW3 1inf4 / axis command"), "activate OBW blitz", "end")
    while not (g.table.frame.step == "mobilization" and g.table.p.blitz):
        give(g, "end")
    give(g, "mobilize OBW Reims")
    assert (at(g, "OBW"), cv(g, "OBW")) == ("Reims", 1)


@pytest.mark.rule("eurofront", "10.1", "10.5")
def test_the_enemys_supply_is_checked() -> None:
    """In the Axis Supply phase a Soviet army cut off in Minsk loses a step and is unsupplied; a German one beside it
    is not looked at."""
    g = scene("Minsk: Sv3inf3 / axis holds Minsk / Warsaw: 1inf2 / Pinsk: 2inf3! / axis supply")
    steps(g, "command")
    assert cv(g, "Sv3inf") == 2 and not g.table.p.supplied[piece(g, "Sv3inf")]
    assert cv(g, "2inf") == 3


@pytest.mark.rule("eurofront", "4.1/a")
def test_the_first_month_has_no_production() -> None:
    """July 1943 begins with the orders of the fortnight; August with Production."""
    for month, first in (("1943-07", False), ("1943-08", True)):
        assert after_the_first_month(scene("axis command", month=month).table) == first
    g = grognard.new("eurofront", "1943")
    assert "production" not in {frame.step for frame in g.table.agenda}


# Command (5)


@pytest.mark.rule("eurofront", "5.1/a", "5.2")
def test_command_is_paid_for() -> None:
    """An HQ lies face-up when it is activated, and loses a step when it has done."""
    g = give(scene("Paris: OBW3 / axis command"), "activate OBW command")
    assert g.table.p.role[piece(g, "OBW")] and g.table.p.shown[piece(g, "OBW")]
    give(g, "end", "end", "end")
    assert cv(g, "OBW") == 2


@pytest.mark.rule("eurofront", "5.21/b")
def test_an_hq_deploys_out_of_a_battle_under_fire() -> None:
    """Alone in the battle at Reims it deploys to Paris; a six of the pursuers costs it a step."""
    g = scene("Reims: OBW3 US16inf2 / axis defends Reims / Paris: 1inf3 / axis command", [6, 1])
    give(g, "deploy OBW Paris command")
    assert (at(g, "OBW"), cv(g, "OBW")) == ("Paris", 2)


@pytest.mark.rule("eurofront", "5.31/a", "8.4/b", "8.32")
def test_range_is_traced_past_the_enemy() -> None:
    """From Paris an HQ of two reaches Metz through Reims; not when Americans hold Reims and all ways round."""
    g = scene("Paris: OBW2* / Metz: 1inf3 / axis movement")
    assert front_command.command_range(g.table, node(g, "Paris"), 2, AXIS) >> node(g, "Metz") & 1
    g = scene("Paris: OBW2* / Metz: 1inf3 / Reims: US16inf4 / allied holds Reims Troyes Cambrai / axis movement")
    assert not front_command.command_range(g.table, node(g, "Paris"), 2, AXIS) >> node(g, "Metz") & 1
    assert sea.enemy_hexes(g.table, AXIS) >> node(g, "Reims") & 1


@pytest.mark.rule("eurofront", "5.31/b")
def test_range_is_fixed_for_a_phase() -> None:
    """An HQ that is weakened in the phase commands as far as it did when it began."""
    g = give(scene("Paris: OBW2 / Metz: 1inf3 / axis command"), "activate OBW command", "end")
    assert g.table.p.reach[piece(g, "OBW")] == 2
    g.table.p.cv[piece(g, "OBW")] = 0
    assert refused(g, "move 1inf Chaumont") == "" and g.table.p.commanded >> node(g, "Metz") & 1


@pytest.mark.rule("eurofront", "5.35")
def test_axis_hqs_lead_all_axis_units() -> None:
    """OB West commands an Italian army beside it; Mannerheim sends his Finns alone."""
    g = scene("Milan: OBW2* It2inf2 / Helsinki: Mann2 / axis movement")
    assert refused(g, "move It2inf Genoa") == ""
    t = g.table
    finns = command.leads(t, piece(g, "Mann"))
    assert finns >> piece(g, "Fi1inf") & 1 and not finns >> piece(g, "1inf") & 1


@pytest.mark.rule("eurofront", "5.52", "7.4/b")
def test_support_and_none() -> None:
    """An active HQ in range supports a battle; a fortress is not hurt without."""
    g = scene("Reims: OBW2* / Paris: 1inf2 US16inf2 / allied defends Paris / axis combat", [1] * 20)
    assert front_command.area_of_support(g.table, AXIS) >> node(g, "Paris") & 1
    t = g.table
    assert defense.unsupported(t, defense.FORTRESS) == defense.NO_HITS


@pytest.mark.rule("eurofront", "5.6/a")
def test_who_moves_no_more_in_the_blitz() -> None:
    """A corps that went by rail and an HQ that has stood down stay where they are in Blitz movement."""
    field = "Paris: OBW3 2inf3 / Berlin: OKW2 / Metz: 1inf3 / Orleans: AGB2 / axis command"
    g = give(scene(field), "activate OBW blitz", "activate OKW command", "activate AGB command", "end")
    give(g, "rail 1inf Reims", "end", "mobilize AGB Rouen", "end")
    while not (g.table.frame.step == "movement" and g.table.p.blitz):
        give(g, "end")
    assert refused(g, "move 1inf Cambrai") == "6.1" and refused(g, "move AGB Amiens") != ""
    assert refused(g, "move 2inf Amiens") == ""


@pytest.mark.rule("eurofront", "5.7", "5.71", "6.61")
def test_supreme_moves() -> None:
    """OKW of two steps has four moves for corps wherever they are in the West, and does not Blitz."""
    g = scene("Berlin: OKW2 / Brest: 1inf3 / Bordeaux: 2inf3 / axis command")
    assert refused(g, "activate OKW blitz") == "5.7"
    give(g, "activate OKW command", "end", "move 1inf Rennes")
    assert g.table.p.supreme[AXIS] == 3
    assert refused(g, "move 2inf La_Rochelle") == ""


@pytest.mark.rule("eurofront", "5.71/a")
def test_weather_where_the_hq_stands() -> None:
    """With Mud in the West alone an HQ in Minsk acts in full and one in Paris at one less."""
    g = scene("WF mud / EF dry / Minsk: AGCen3 / Paris: OBW3 / axis command", month="1943-11")
    assert [front_command.effective(g.table, piece(g, name)) for name in ("AGCen", "OBW")] == [3, 2]


@pytest.mark.rule("eurofront", "5.71/b")
def test_a_supreme_hq_takes_one_step_a_month() -> None:
    """OKW at one takes a step and no second."""
    g = europe_scene("1943-08 / London: AF1 / Moscow: Stavka1 / Berlin: OKW1 / production", None, "1943")
    give(g, "axis: step OKW")
    assert refused(g, "step OKW", "axis") == "11.71"


@pytest.mark.rule("eurofront", "5.72/b")
def test_allied_supreme_hqs_by_front() -> None:
    """AF in London commands in West, Med and North, not in the East."""
    g = scene("London: SHAEF2 / axis command")
    assert command.serves(g.table, piece(g, "AF")) == (0, 2, 3)


@pytest.mark.rule("eurofront", "5.75")
def test_supreme_aircraft_fly_twice_as_far() -> None:
    """OKW of two strikes four hexes off, an army group of two strikes two."""
    g = scene("Paris: OKW2* OBW2* / axis combat")
    for hq in ("OKW", "OBW"):
        g.table.p.reach[piece(g, hq)] = 2
    assert [air.air_range(g.table, piece(g, hq)) for hq in ("OKW", "OBW")] == [4, 2]


# Movement (6)


@pytest.mark.rule("eurofront", "6.2")
def test_no_phase_ends_with_too_many() -> None:
    """A third corps may enter the mountains of Nice while another can still leave; the phase does not end before."""
    g = give(scene("Genoa: OBW2* 1inf3 / Nice: 2inf3 4inf3 / axis movement"), "move 1inf Nice")
    assert at(g, "1inf") == "Nice" and refused(g, "end") == "6.2"


@pytest.mark.rule("eurofront", "6.32", "8.4/c")
def test_units_leave_battles_into_friendly_hexes() -> None:
    """From the battle at Reims a corps goes back to friendly Metz, not into the enemy's Troyes."""
    field = "Metz: OBW2* / Reims: 1inf3 2inf3 US16inf3 / axis defends Reims / allied holds Troyes Chaumont"
    g = scene(f"{field} / Troyes: US21inf3 / axis movement")
    assert refused(g, "move 1inf Reims>Metz") == ""
    assert refused(g, "move 1inf Reims>Troyes") == "6.32"


@pytest.mark.rule("eurofront", "6.4", "7.15/a", "7.11")
def test_an_attack_must_be_fought_and_a_reinforcement_need_not() -> None:
    """Entering Reims with Americans alone is an attack; joining the old battle at Cambrai is none."""
    field = "Paris: OBW3* 1inf3 2inf3 / Reims: US16inf3 / Cambrai: 4inf3 US21inf3 / axis defends Cambrai"
    g = give(
        scene(f"{field} / axis movement", [1] * 40), "move 1inf Paris>Reims", "move 2inf Paris>Cambrai", "end", "end"
    )
    new = g.table.p.new_battles
    assert new >> node(g, "Reims") & 1 and not new >> node(g, "Cambrai") & 1


@pytest.mark.rule("eurofront", "6.4/a", "7.12")
def test_relief_of_all_is_a_new_attack() -> None:
    """The defender of Cambrai who takes out all his units and puts in others is its attacker from then on."""
    field = "Paris: OBW3* 2inf3 / Cambrai: 4inf3 US21inf3 / axis defends Cambrai / axis movement"
    g = give(scene(field, [1] * 40), "move 2inf Paris>Cambrai", "rearguard 4inf Paris", "end")
    if g.table.frame.step in ("withdrawal", "retreats"):
        give(g, "withdraw Paris")
    steps(g, "airstrikes", 3)
    assert control.defender_of(g.table.p, node(g, "Cambrai")) == ALLIED


@pytest.mark.rule("eurofront", "6.5")
def test_the_last_to_leave_is_a_rearguard() -> None:
    """The only corps in Cambrai leaves as rearguard when all have moved."""
    g = scene("Paris: OBW3* / Cambrai: 4inf3 US21inf3 / axis defends Cambrai / axis movement")
    assert refused(g, "move 4inf Paris") == "6.51"


@pytest.mark.rule("eurofront", "6.52/a")
@pytest.mark.parametrize(("pursuer", "left"), [("US8arm2", 1), ("BrHG1stat2", 3), ("US16inf2", 1)])
def test_pursuit_by_speed(pursuer: str, left: int) -> None:
    """A five of the faster hits, of the slower nothing does."""
    field = f"Paris: OBW3* / Cambrai: 4inf3 {pursuer} / axis defends Cambrai / axis movement"
    g = give(scene(field, [5, 5, 5]), "rearguard 4inf Paris", "end")
    if g.table.frame.step == "withdrawal":
        give(g, "withdraw Paris")
    assert cv(g, "4inf") == left


# Combat (7)


@pytest.mark.rule("eurofront", "7.14", "7.21")
def test_the_active_player_names_the_battles_and_their_order() -> None:
    """Of two old battles one is named, then both in the order he likes."""
    field = "Paris: OBW3* / Reims: 1inf3 US16inf3 / Cambrai: 4inf3 US21inf3 / axis defends Reims Cambrai / axis combat"
    g = give(scene(field, [1] * 40), "end", "fight Reims", "fight Cambrai")
    assert refused(g, "resolve Cambrai") == "" and refused(g, "resolve Reims") == ""
    assert g.table.p.shown[piece(g, "US16inf")]


@pytest.mark.rule("eurofront", "7.31")
def test_a_die_a_step() -> None:
    """A corps of three rolls three dice."""
    g = scene("Paris: OBW3* / Reims: 1inf3 US16inf2 / axis defends Reims / axis combat", [1, 1, 6, 6, 6])
    fought(g, "Reims")
    shots = [event for event in g.events("axis") if event.kind == "fired"]
    assert [len(dict(event.fields)["dice"]) for event in shots] == [2, 3]


@pytest.mark.rule("eurofront", "7.34")
def test_two_half_hits_cost_a_step() -> None:
    """In the forest of Chaumont one six of the attacker is half a step, two are one."""
    for dice, left in (([1, 1, 1, 6, 1, 1], 3), ([1, 1, 1, 6, 6, 1], 2)):
        field = "Metz: 15AG3* / Chaumont: 1inf3 US16inf3 / axis defends Chaumont / allied combat"
        assert cv(fought(scene(field, dice), "Chaumont"), "1inf") == left


@pytest.mark.rule("eurofront", "7.15/c", "7.5")
def test_a_fortress_is_fought_for() -> None:
    """The attackers of Gibraltar must fight it out on their turn; its defenders have triple defense and need not."""
    g = scene("Gibraltar: 1inf3 BrGibstat2 / allied defends Gibraltar / axis movement", [1] * 20)
    t = g.table
    assert air.besieged(t) >> node(g, "Gibraltar") & 1
    t.p.active = ALLIED
    assert not air.besieged(t) >> node(g, "Gibraltar") & 1
    assert defense.hits_per_step(t, piece(g, "BrGibstat"), node(g, "Gibraltar"), passive=True, supported=True) == 3


@pytest.mark.rule("eurofront", "7.61/b")
def test_a_bridgehead_is_not_repulsed_again() -> None:
    """The corps that has crossed the Seine stays in Troyes whatever low dice fall in the next round."""
    field = "Paris: OBW3* 1inf3 / Troyes: US16inf1 / axis movement"
    g = give(scene(field, [3] + [1] * 40), "move 1inf Paris>Troyes", "end", "end")
    fought(g, "Troyes")
    assert at(g, "1inf") == "Troyes" and not g.table.p.assaults


@pytest.mark.rule("eurofront", "7.62/b", "12.44")
def test_frozen_rivers_repulse_no_one() -> None:
    """In Snow the table of river assaults has a zero, and an attack over one is no assault."""
    g = scene("EF snow / axis movement", month="1943-12")
    assert g.table.world.extra["repulse"]["river", "snow"] == 0
    t = g.table
    river = next(
        (a, b) for a in range(t.world.spans) for b in range(a) if t.world.rivers.has(a, b) and weather_is_snow(g, b)
    )
    assert not ground.wet_side(t, *river)


def weather_is_snow(g: Game, where: int) -> bool:
    return bool(g.title.weather_at(g.table, where) == 2)


@pytest.mark.rule("eurofront", "7.62/c")
def test_small_rivers_of_the_south() -> None:
    """Over the rivers of the Med Front a one alone repulses."""
    g = scene("axis movement")
    assert g.title.river_weather(g.table, node(g, "Tunis")) == "med front"
    assert g.table.world.extra["repulse"]["river", "med front"] == 1


@pytest.mark.rule("eurofront", "7.64", "7.65")
def test_a_drop_beside_a_river_assault() -> None:
    """By air alone a one repulses, and where a drop joins an assault over a river its number holds for all."""
    g = scene("Troyes: US16inf2 1inf3 1para2 / allied defends Troyes / axis combat")
    p = g.table.p
    p.entry[piece(g, "1inf")] = BY_RIVER
    assert combat.repulse_number(g.table, node(g, "Troyes")) == 2
    p.entry[piece(g, "1para")] = BY_AIR
    assert combat.repulse_number(g.table, node(g, "Troyes")) == 1


@pytest.mark.rule("eurofront", "7.7", "7.7/c")
def test_portugal_lays_down_its_arms() -> None:
    """After the Second Front a British two makes Portuguese beside the Axis give up, an American two does not."""
    for corps, gone in (("Br10inf", True), ("US16inf", False)):
        g = scene(f"since Portugal joins axis / Lisbon: Poinf2 {corps}3 / axis defends Lisbon / allied combat")
        g.table.p.neutral &= ~nations.territory(g.table, "Portugal")
        name = next(
            u.name for u in g.table.world.units if u.nation == "portugal" and u.power == AXIS and "inf" in u.name
        )
        ambivalence.capitulate(g.table, piece(g, corps), node(g, "Lisbon"), (2, 5))
        assert on_map(g, name) != gone


# Control (8)


@pytest.mark.rule("eurofront", "8.31", "8.35")
def test_who_controls_what() -> None:
    """A corps in Reims holds it and, by its zone, empty Cambrai; when it has gone they stay as they were."""
    g = scene("Reims: US16inf3 / axis holds Reims Cambrai / allied command")
    assert control.friendly(g.table.p, ALLIED) >> node(g, "Reims") & 1
    assert control.friendly(g.table.p, ALLIED) >> node(g, "Cambrai") & 1
    t = g.table
    t.p.at[piece(g, "US16inf")] = t.world.later(ALLIED)
    t.p.restack()
    control.evaluate(t)
    assert control.friendly(t.p, ALLIED) >> node(g, "Reims") & 1


@pytest.mark.rule("eurofront", "8.4/d", "9.12", "10.31")
def test_rails_run_into_friendly_hexes_alone() -> None:
    """The net of the Axis runs from Berlin to Paris; with Americans in the way round Metz it does not reach Brest."""
    g = scene("Paris: 1inf3 / axis command")
    assert rail.network(g.table, AXIS) >> node(g, "Brest") & 1
    land = "Brest Rennes Nantes Le_Mans Caen Angers La_Rochelle Orleans Rouen Tours"
    names = [name for name in land.split() if g.title.find_node(g.table, name) >= 0]
    g = scene(f"allied holds {' '.join(names)} / Paris: 1inf3 / axis command")
    assert not rail.network(g.table, AXIS) >> node(g, "Brest") & 1


@pytest.mark.rule("eurofront", "9.22")
def test_trains_leave_battles_but_no_rearguard_does() -> None:
    """One of two corps in the battle at Paris goes to Metz by rail; the last one may not."""
    field = "Berlin: OKW2* / Paris: 1inf3 2inf3 US16inf3 / axis defends Paris / supreme 4 / axis movement"
    g = scene(field)
    g.table.p.moves_left[piece(g, "OKW")] = 4
    give(g, "rail 1inf Metz")
    assert refused(g, "rail 2inf Metz") == "9.22"


@pytest.mark.rule("eurofront", "4.3")
def test_a_player_turn_is_the_active_players() -> None:
    """In the phases of an Axis turn the Axis alone is asked, in the fixed order: command, movement, combat."""
    g = scene("Paris: OBW3 1inf4 / Reims: US16inf4 / axis command", [1] * 60)
    asked = []
    for order in ("activate OBW command", "end", "move 1inf Paris>Reims"):
        asked.append((g.table.frame.step, *g.decisions()))
        give(g, order)
    assert asked == [("command", "axis"), ("command", "axis"), ("movement", "axis")]
