"""Chapter 16: surrender, conquest, revolts, neutrals, Army Group E."""

from __future__ import annotations

import pytest

from grognard.engine.play.game import Game
from grognard.titles.systems.front.defense import hits_per_step
from grognard.titles.westfront import politics, surrender
from grognard.titles.westfront.war import mustered

from .play import ALLIED, AXIS, at, cv, give, gone, node, piece, refused, scene, status, step, verbs
from .table import why_not

S43 = "s43 bare / 1943-08"
PORTS = "allied holds Palermo Catania Messina"


# Italy


@pytest.mark.rule("westfront", "16.1")
def test_italy_surrenders_below_ports_and_losses() -> None:
    """Three ports and two armies lost: a 4 makes Italy surrender, a 5 does not; without a port there is no demand."""
    lost = "axis_lost: It2inf0 It4inf0"
    g = give(scene(f"{S43} / {PORTS} / {lost} / allied politics", dice=[4]), "demand Italy")
    assert politics.SURRENDER in g.table.p.politics
    g = give(scene(f"{S43} / {PORTS} / {lost} / allied politics", dice=[5]), "demand Italy")
    assert politics.SURRENDER not in g.table.p.politics
    assert refused(scene(f"{S43} / allied politics"), "demand Italy") == "16.1"


@pytest.mark.rule("westfront", "16.1/a")
def test_one_unit_defects_and_the_others_are_gone() -> None:
    """It5 on Sardinia, away from Germans, becomes Friuli at 1; It7 beside 76 Panzer cannot and is eliminated."""
    units = "Cagliari: It5inf2 / Naples: It7inf2 / Cassino: 76arm2"
    g = give(scene(f"{S43} / {PORTS} / {units} / allied politics", dice=[1]), "demand Italy")
    assert len(g.decisions()["allied"].next("defect")) == 1
    (choice,) = g.decisions()["allied"].next("defect")
    give(g, f"defect {choice.text}")
    assert (at(g, "Friuli"), cv(g, "Friuli")) == ("Cagliari", 1)
    assert gone(g, "It7inf")
    assert g.title.gone_for_good(g.table) >> piece(g, "It7inf") & 1


@pytest.mark.rule("westfront", "16.1/b")
def test_surrender_changes_no_territory() -> None:
    """Naples is Axis after the surrender as before."""
    units = "Naples: 76arm2"
    g = give(scene(f"{S43} / {PORTS} / {units} / allied politics", dice=[1]), "demand Italy")
    assert g.table.p.held[AXIS] >> node(g, "Milan") & 1


@pytest.mark.rule("westfront", "16.11")
def test_italy_without_axis_units_is_conquered() -> None:
    """After the surrender, with no Axis unit in Italy, Milan becomes Allied when the phase ends; with one it stays."""
    text = f"{S43} / since Italian surrender / Metz: 84inf2"
    assert status(give(scene(f"{text} / allied politics"), "end"), "Milan") == "allied"
    assert status(give(scene(f"{text} / Rome: 76arm2 / allied politics"), "end"), "Milan") == "axis"


@pytest.mark.rule("westfront", "16.11")
def test_conquest_holds_in_any_politics_phase() -> None:
    """The Germans came back to Milan and have left Italy again: the next Allied phase takes it anew."""
    text = f"{S43} / since Italian surrender / since Italy conquered / Metz: 84inf2 / axis holds Milan"
    g = scene(f"{text} / allied politics")
    assert status(g, "Milan") == "axis"
    assert status(give(g, "end"), "Milan") == "allied"


@pytest.mark.rule("westfront", "6.21")
def test_no_italian_comes_over_in_a_full_hex() -> None:
    """Four corps fill the battle of Naples: Friuli does not rise there on top, but next month as a reinforcement."""
    corps = ["US19mech4*", "US4mech4*", "Br10inf4*", "Br5inf4*"]
    for count in (3, 4):
        battle = f"Naples: It4inf2 {' '.join(corps[:count])} / axis defends Naples"
        g = give(scene(f"{S43} / {PORTS} / {battle} / allied politics", dice=[1]), "demand Italy")
        assert (step(g) == "defection") == (politics.LATE_FRIULI not in g.table.p.politics) == (count == 3)


# Revolts


@pytest.mark.rule("westfront", "16.31")
def test_france_revolts_below_the_hexes_that_are_free() -> None:
    """With three French hexes Allied a 2 raises the Maquis, a 3 does not; one roll a phase."""
    held = "allied holds Brest Lorient Rennes"
    g = give(scene(f"{S43} / {held} / allied politics", dice=[2]), "revolt", "maquis Limoges")
    assert (at(g, "Maquis"), cv(g, "Maquis")) == ("Limoges", 1)
    g = give(scene(f"{S43} / {held} / allied politics", dice=[3]), "revolt")
    assert at(g, "Maquis") == "allied_later"
    assert refused(g, "revolt") == "16.31"


@pytest.mark.rule("westfront", "16.31/a")
def test_the_maquis_rise_away_from_germans_and_unsupplied() -> None:
    """Not in Lyon with the Germans, nor beside them; where they rise they have no supply."""
    held = "allied holds Brest Lorient Rennes / Lyon: 84inf2"
    g = give(scene(f"{S43} / {held} / allied politics", dice=[1]), "revolt")
    assert refused(g, "maquis Lyon") == "16.31/a"
    give(g, "maquis Limoges")
    assert not g.table.p.supplied[piece(g, "Maquis")]


@pytest.mark.rule("westfront", "16.31/a", "8.2")
def test_italian_zones_do_not_stop_the_maquis() -> None:
    """Toulon is beside It4 at Nice: open; beside a German corps there it is not. The Allies see which of them it is."""
    held = "allied holds Brest Lorient Rennes"
    for unit, refusal in (("It4inf2", ""), ("84inf2", "16.31/a")):
        g = give(scene(f"{S43} / {held} / Nice: {unit} / allied politics", dice=[1]), "revolt")
        assert (refused(g, "maquis Toulon"), refused(g, "maquis Nice")) == (refusal, "16.31/a")
        assert g.table.know.known(ALLIED, piece(g, unit[:-1]))["italian"][0] == (not refusal)


@pytest.mark.rule("westfront", "6.21")
def test_no_one_rises_in_a_full_hex() -> None:
    """Two corps fill the mountains of Mostar, four Caen: neither Tito nor the Maquis come on top."""
    g = scene(f"{S43} / Mostar: Br10inf4 Br5inf4 / allied politics")
    assert (refused(g, "tito Mostar"), refused(g, "tito Sarajevo")) == ("6.21", "")
    corps = "Caen: US4mech4 US13mech4 US19mech4 US3mech4 / Rouen: US18mech4"
    g = give(scene(f"s44 bare / 1944-08 / {corps} / allied politics", dice=[1]), "revolt")
    assert (refused(g, "maquis Caen"), refused(g, "maquis Rouen")) == ("6.21", "")


@pytest.mark.rule("westfront", "16.32")
def test_tito_rises_once_in_the_hills() -> None:
    """At 2, unsupplied, not on top of Axis units, and only once."""
    g = scene(f"{S43} / Sarajevo: 34inf2 / allied politics")
    assert refused(g, "tito Sarajevo") == "16.32"
    give(g, "tito Mostar")
    assert (at(g, "Tito"), cv(g, "Tito"), g.table.p.supplied[piece(g, "Tito")]) == ("Mostar", 2, 0)
    assert "tito" not in verbs(scene(f"{S43} / since tito raised / {PORTS} / allied politics"))


@pytest.mark.rule("westfront", "16.32/b")
def test_tito_starves_not_at_home() -> None:
    """Unsupplied in Mostar, Tito keeps his steps at the Axis check; in Naples he would not."""
    assert cv(scene(f"{S43} / Mostar: Tito2! / Sarajevo: 34inf2 / axis recovery"), "Tito") == 2
    assert cv(scene(f"{S43} / Milan: Tito2! / Turin: 87inf2 / axis recovery"), "Tito") == 1


@pytest.mark.rule("westfront", "16.32/a")
def test_tito_disengages_into_the_hills() -> None:
    """Sarajevo is in a German zone, yet Tito may slip away into it."""
    units = "Mostar: Tito3 34inf1 69stat1 / axis defends Mostar / Zagreb: 73inf2 / Dubrovnik: 87inf2"
    g = scene(f"{S43} / {units} / supreme 4 / allied movement")
    g.table.p.supreme[ALLIED] = 4
    havens = g.title.haven(g.table, piece(g, "Tito"))
    assert havens >> node(g, "Sarajevo") & 1
    assert status(g, "Sarajevo") != "allied"


# Neutrals


@pytest.mark.rule("westfront", "16.4/b")
def test_war_on_portugal_is_war_on_spain() -> None:
    """Both are at war; war on Spain leaves Portugal neutral."""
    g = give(scene(f"{S43} / allied command"), "declare Portugal")
    assert {politics.war("Spain"), politics.war("Portugal")} <= set(g.table.p.politics)
    g = give(scene(f"{S43} / allied command"), "declare Spain")
    assert politics.war("Portugal") not in g.table.p.politics


@pytest.mark.rule("westfront", "4.41/a")
def test_war_is_declared_before_any_hq_is_activated() -> None:
    """After the first activation it is too late."""
    g = give(scene(f"{S43} / Gibraltar: AF2 / allied command"), "activate AF")
    assert refused(g, "declare Spain") == "4.41/a"


@pytest.mark.rule("westfront", "16.4/c")
def test_the_axis_sets_the_neutral_up() -> None:
    """Twelve Spanish blocks stand in Spain before the Allies go on: infantry full, statics at 1."""
    g = give(scene(f"{S43} / allied command"), "declare Spain")
    assert list(g.decisions()) == ["axis"]
    g.play("axis", "put Sp1inf Paris")
    assert why_not(g, "axis", "commit") == "16.4/c"
    g.play("axis", "ready")
    g.play("axis", "commit")
    assert [cv(g, unit) for unit in ("Sp1inf", "Sp7stat", "SpHQ")] == [3, 1, 2]
    assert mustered(g.table, piece(g, "Postat")) == 0
    assert list(g.decisions()) == ["allied"]


@pytest.mark.rule("westfront", "16.4/f")
def test_the_fall_of_madrid_defeats_spain() -> None:
    """Madrid Allied in a Politics Phase: the Spanish units are removed."""
    text = f"{S43} / since war on Spain / axis holds Barcelona / allied holds Madrid / Barcelona: Sp4inf3"
    assert gone(scene(f"{text} / allied politics"), "Sp4inf")


@pytest.mark.rule("westfront", "16.4/g")
def test_spain_may_surrender() -> None:
    """With two Spanish ports Allied a 1 ends Spain's war; no one defects."""
    text = f"{S43} / since war on Spain / axis holds Barcelona / allied holds Malaga Cartagena / Barcelona: Sp4inf3"
    g = give(scene(f"{text} / allied politics", dice=[1]), "demand Spain")
    assert politics.beaten("Spain") in g.table.p.politics
    assert gone(g, "Sp4inf")


def test_italian_ports_are_counted_with_their_islands() -> None:
    """Sicily's three ports are Italian."""
    g = scene(f"{S43} / {PORTS} / allied politics")
    assert surrender.ports_taken(g.table, "Italy") == 3


# Army Group E


def group_e(more: str = "") -> Game:
    text = f"{S43} / Berlin: OKW3 / since Yugoslavia entered{more}"
    return give(scene(f"{text} / axis command"), "activate OKW", "end")


@pytest.mark.rule("westfront", "16.5", "S43/4")
def test_army_group_e_comes_once_yugoslavia_is_entered() -> None:
    """Before the Allies have been there no block enters; then Mech Group E comes to Sarajevo."""
    g = give(scene(f"{S43} / Berlin: OKW3 / axis command"), "activate OKW", "end")
    assert refused(g, "enter Emech Sarajevo") == "16.5"
    g = give(group_e(), "enter Emech Sarajevo")
    assert (at(g, "Emech"), cv(g, "Emech")) == ("Sarajevo", 2)


@pytest.mark.rule("westfront", "16.5")
def test_tito_wakes_army_group_e_for_the_axis_turn_that_follows() -> None:
    """Raised in the Allied Politics Phase, he brings Mech Group E in the next Axis Movement Phase; if not, no one."""
    for order, refusal in (("tito Mostar", ""), ("end", "16.5")):
        g = give(scene(f"{S43} / Berlin: OKW3 / Sarajevo: 74inf3 / allied politics"), order, "activate OKW", "end")
        assert refused(g, "enter Emech Sarajevo") == refusal


@pytest.mark.rule("westfront", "16.5")
def test_a_landing_that_fails_ashore_wakes_army_group_e() -> None:
    """US2 dies on the beach of Split, so the Allies have been in Yugoslavia; lost at sea it never was there."""
    units = "Split: 74inf3 76arm4 / Bari: 15AG3 US2amph1 / Berlin: OKW3"
    for sea, refusal in ((3, ""), (6, "16.5")):
        g = scene(f"{S43} / {units} / allied holds Bari / allied command", dice=[sea, sea] + [6] * 9)
        give(g, "activate 15AG invasion", "end", "invade 15AG US2amph Split", "end", "end")
        while step(g) != "politics":
            give(g, "end" if step(g) == "airstrikes" else "fire 76arm")
        assert gone(g, "US2amph")
        give(g, "end", "activate OKW", "end")
        assert refused(g, "enter Emech Sarajevo") == refusal


@pytest.mark.rule("westfront", "16.5/a")
def test_each_block_costs_a_supreme_move() -> None:
    """One of OKW's six moves brings a block to the edge; farther than five hexes beyond costs a second."""
    g = give(group_e(), "enter Emech Sarajevo")
    assert g.table.p.supreme[AXIS] == 5
    g = give(group_e(), "enter Emech Vienna")
    assert g.table.p.supreme[AXIS] < 6
    assert "Berlin" not in {c.text for c in group_e().decisions()["axis"].next("enter", "Emech") if c.cost == 1}


@pytest.mark.rule("westfront", "9.23", "16.5/a")
def test_army_group_e_pays_for_ferries() -> None:
    """Two legs end at Reggio, the ferry to Messina takes a third, and from there to Palermo a fourth begins."""
    for hex_, left in (("Reggio", 4), ("Messina", 3), ("Palermo", 2)):
        assert give(group_e(), f"enter Emech {hex_}").table.p.supreme[AXIS] == left


@pytest.mark.rule("westfront", "2.66")
def test_the_italian_army_does_not_come_through_hungary() -> None:
    """With the British in both entry hexes of Yugoslavia a German block comes to Venice by Budapest, It9 does not."""
    g = group_e(" / Sarajevo: Br10inf4 / Pecs_SE1: Br5inf4")
    assert (refused(g, "enter Emech Venice"), refused(g, "enter It9inf Venice")) == ("", "2.66")


@pytest.mark.rule("westfront", "16.5")
def test_army_group_e_goes_no_further_from_an_allied_edge() -> None:
    """Sarajevo, Allied and empty, can be entered; no friendly rail leads on from it."""
    g = group_e(" / allied holds Sarajevo / Pecs_SE1: Br5inf4 / Budapest: Br10inf4")
    assert [choice.text for choice in g.decisions()["axis"].next("enter", "Emech")] == ["Sarajevo"]


@pytest.mark.rule("westfront", "6.53/c")
def test_army_group_e_engages_no_one() -> None:
    """A dispersed landing at Split holds no hex, yet no block comes by rail to where it is."""
    assert refused(group_e(), "enter Emech Split") == ""
    assert refused(group_e(" / Split: US5amph2~"), "enter Emech Split") == "6.53/c"


@pytest.mark.rule("westfront", "16.5/b")
def test_the_italian_army_stays_away_after_the_surrender() -> None:
    """It9 may enter while Italy fights, not afterwards."""
    assert refused(group_e(), "enter It9inf Sarajevo") == ""
    assert refused(group_e(" / since Italian surrender"), "enter It9inf Sarajevo") == "16.5/b"


@pytest.mark.rule("westfront", "W44/4")
def test_the_bulge_turn() -> None:
    """Declared once, in Mud, before any HQ: Axis armor keeps its rating on attack for the turn."""
    text = "w44 bare / 1944-12 / Berlin: OKW3"
    g = give(scene(f"{text} / mud / axis command"), "bulge")
    assert g.table.p.bulge == AXIS + 1
    assert refused(g, "bulge") == "W44/4"
    assert refused(scene(f"{text} / dry / axis command"), "bulge") == "W44/4"


@pytest.mark.rule("westfront", "W43/4", "S44/5", "W44/6")
@pytest.mark.parametrize("unit", ["Emech", "78cav"])
def test_army_group_e_of_the_later_sheets(unit: str) -> None:
    """Three blocks wait in each of them; where an entry hex is left, they come."""
    for name, hex_ in (("w43", "Sarajevo"), ("s44", "Sarajevo"), ("w44", "Ostrava_NE1")):
        g = scene(f"{name} bare / Berlin: OKW3 / since Yugoslavia entered / axis command")
        give(g, "activate OKW", "end")
        assert (unit in {choice.text for choice in g.decisions()["axis"].next("enter")}) is True
        assert hex_


@pytest.mark.rule("westfront", "16.4/d")
def test_spanish_hqs_command_spaniards_only() -> None:
    """Under the Spanish HQ the Spanish corps marches, the German one beside it does not."""
    text = f"{S43} / since war on Spain / axis holds Madrid Zaragoza Toledo / Madrid: SpHQ2 Sp1inf3 84inf2"
    g = scene(f"{text} / axis command")
    g.table.p.neutral = 0
    give(g, "activate SpHQ", "end")
    assert refused(g, "move 84inf Toledo") == "16.4/d"
    assert refused(g, "move Sp1inf Toledo") == ""


def in_spain(units: str) -> Game:
    """A scene of the war in Spain, before the Axis activates its HQs."""
    g = scene(f"s43 bare / 1943-08 / since war on Spain / axis holds all / {units} / axis command")
    g.table.p.neutral = 0
    return g


@pytest.mark.rule("westfront", "16.4/d", "7.4/a")
def test_spanish_hqs_serve_spanish_battles() -> None:
    """SpHQ supports and strikes at Barcelona when Spaniards fight there; Germans alone need more hits."""

    def served(mates: str) -> tuple[int, str]:
        g = in_spain(f"Zaragoza: SpHQ2 / Barcelona: 76arm3 {mates} US19mech3* / allied defends Barcelona")
        give(g, "activate SpHQ", "end", "end", "end")
        assert step(g) == "airstrikes"
        here = node(g, "Barcelona")
        supported = bool(g.table.p.supported >> here & 1)
        hits = hits_per_step(g.table, piece(g, "US19mech"), here, passive=True, supported=supported)
        return hits, refused(g, "strike SpHQ Barcelona")

    assert (served(""), served("Sp1inf3")) == ((3, "16.4/d"), (2, ""))


@pytest.mark.rule("westfront", "16.4/d", "5.66")
def test_the_moves_of_a_theater_hq_are_for_its_nation() -> None:
    """JDN gives two Supreme Moves: Spaniards anywhere use them, on foot or by rail, Germans not."""
    g = in_spain("Madrid: JDN2 Sp7stat1 / Barcelona: Sp1inf3 / Paris: 84inf2")
    give(g, "activate JDN", "end")
    assert refused(g, "move 84inf Reims") == "16.4/d"
    assert refused(g, "rail 84inf Reims") == "9.2"
    give(g, "move Sp7stat Toledo")
    assert (g.table.p.supreme[AXIS], g.table.p.national[AXIS]) == (0, 1)
    assert refused(g, "rail Sp1inf Madrid") == ""
    give(g, "rail Sp1inf Madrid")
    assert g.table.p.national[AXIS] == 0


@pytest.mark.rule("westfront", "16.4/d", "5.66")
def test_spaniards_use_their_own_moves_first() -> None:
    """With OKW's moves beside JDN's a Spaniard leaves the Germans theirs."""
    g = in_spain("Madrid: JDN2 / Berlin: OKW1 / Barcelona: Sp1inf3 / Paris: 84inf2")
    give(g, "activate JDN", "activate OKW", "end", "move Sp1inf Zaragoza", "move 84inf Reims")
    assert (g.table.p.supreme[AXIS], g.table.p.national[AXIS]) == (1, 1)


@pytest.mark.rule("westfront", "5.66")
def test_a_theater_hq_mobilizes_by_rail_as_a_supreme_one() -> None:
    """One leg from Madrid is free; the second, to Paris, takes a move that JDN has kept back."""
    for spent, refusal in ((1, ""), (2, "9.21")):
        g = give(in_spain("Madrid: JDN2 / Barcelona: Sp1inf3 / Bilbao: Sp4inf3"), "activate JDN", "end")
        give(g, *("move Sp1inf Zaragoza", "move Sp4inf Bilbao_W1")[:spent], "end")
        assert (refused(g, "entrain JDN Zaragoza"), refused(g, "entrain JDN Paris")) == ("", refusal)


@pytest.mark.rule("westfront", "4.47")
def test_politics_is_an_allied_phase() -> None:
    """With Italian ports in Allied hands the phase asks the Allies, whatever the Axis thinks."""
    g = scene(f"{S43} / {PORTS} / allied recovery")
    while g.table.frame.step == "beachheads":
        give(g, "end")
    assert g.table.frame.step == "politics"


@pytest.mark.rule("westfront", "S43/3")
def test_italians_stay_near_italy_and_may_surrender() -> None:
    """Paris is closed to an Italian army."""
    g = scene(f"{S43} / Paris: OKW3 / Milan: It4inf2 / axis command")
    give(g, "activate OKW", "end")
    assert refused(g, "rail It4inf Paris") == "2.66"
    assert surrender.fights(g.table, "Italy")
