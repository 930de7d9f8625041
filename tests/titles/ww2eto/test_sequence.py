"""The sequence of play (chapter 4), who is mechanized (5.3) and what units are (3.2): cases by rule."""

from __future__ import annotations

import pytest

import grognard

from .scenes import at, offers, play, refused, scene, unit, until

QUIET = "1941 bare / war / 1312: ger1inf / 0811: brt1inf / 2307: sov1inf"


def phases(game: grognard.Game, count: int) -> list[tuple[str, str]]:
    """Who is asked in which phase, while everyone passes."""
    found = []
    for _ in range(count):
        who, asked = next(iter(game.decisions().items()))
        found.append((who, game.table.frame.step))
        game.play(who, "end" if "end" in {choice.text for choice in asked.next()} else "pass")
    return found


PLAYER_TURN = ("movement", "combat", "mechanized", "naval", "reinforcing", "build_up")


@pytest.mark.rule("ww2eto", "4.1", "4.2/A", "4.2/B")
def test_two_player_turns() -> None:
    """A Game-Turn is the Axis Player-Turn and then the Allied one, each with the same phases in the same order."""
    game = scene(f"{QUIET} / axis movement")
    asked = phases(game, 13)
    assert asked == [(who, step) for who in ("axis", "allied") for step in PLAYER_TURN] + [("axis", "movement")]
    turns = [e.json() for e in game.events("axis") if e.kind == "player_turn"]
    assert [(e["power"], e["turn"]) for e in turns] == [("allied", "3/1941"), ("axis", "4/1941")]


@pytest.mark.rule("ww2eto", "4.1")
def test_only_the_phasing_player_is_asked() -> None:
    """In the Axis Player-Turn the Allied player has nothing to decide."""
    game = scene(f"{QUIET} / axis movement")
    for _ in PLAYER_TURN:
        assert list(game.decisions()) == ["axis"]
        play(game, "axis: end")
    assert list(game.decisions()) == ["allied"]
    play(game, "allied: move brt1inf@0811 0712")
    assert at(game, "0712") == ["brt1inf"]


@pytest.mark.rule("ww2eto", "4.2/C")
def test_the_marker_advances() -> None:
    """After both Player-Turns it is the next quarter: 4/1941 follows 3/1941, then 1/1942."""
    game = scene(f"{QUIET} / axis movement")
    until(game, "axis", "movement")
    assert game.table.world.turns[game.table.p.turn - 1]["turn"] == "4/1941"
    until(game, "axis", "movement")
    assert game.table.world.turns[game.table.p.turn - 1]["turn"] == "1/1942"


@pytest.mark.rule("ww2eto", "4.3")
@pytest.mark.parametrize(("end", "turn"), [("2/1945", "2-1945"), ("3/1945", "3-1945")])
def test_the_last_game_turn(end: str, turn: str) -> None:
    """The game is over and judged after its last Game-Turn, 2/1945 or, with the option, one later (R004)."""
    game = scene(f"{QUIET} / turn {turn} / allied build_up", options={"end_turn": end, "partisans": "off"})
    assert game.outcome is None
    play(game, "allied: end")
    assert game.outcome is not None and not game.decisions()


@pytest.mark.rule("ww2eto", "4.2/A1")
def test_garrisons_and_partisans_stay() -> None:
    """A British garrison and a Yugoslav partisan are never moved; infantry beside them is."""
    game = scene("1941 bare / 2325: brt1gar brt1inf / 1517: yug1part / allied movement")
    assert refused(game, "allied", "move brt1gar@2325 2424") == "4.2/A1"
    assert refused(game, "allied", "move brt1inf@2325 2424") == ""
    assert offers(game, "allied", "move") == {"brt1inf@2325"}


@pytest.mark.rule("ww2eto", "4.2/A1a")
def test_landings_in_the_first_phase_alone() -> None:
    """A landing is ordered in the Initial Movement Phase, not in the Mechanized nor in the Naval one."""
    game = scene("1941 bare / 0712: usa2mech / turn 3-1943 / allied movement")
    assert refused(game, "allied", "land usa2mech@0712 0713") == ""
    play(game, "allied: end", "allied: end")
    assert refused(game, "allied", "land usa2mech@0712 0713") == "4.2/A1a"
    play(game, "allied: end")
    assert game.table.frame.step == "naval" and "land" not in offers(game, "allied")


@pytest.mark.rule("ww2eto", "4.2/A2")
def test_the_combat_phase() -> None:
    """Between the two movement phases the phasing player may attack his neighbours, and at no other time."""
    game = scene("1941 bare / war / 1612: ger4inf / 1712: sov2inf / 1713: sov2inf / axis movement", [3])
    assert "attack" not in offers(game, "axis")
    play(game, "axis: end", "axis: attack ger4inf@1612 1712")
    assert (at(game, "1712"), at(game, "1713")) == (["sov1inf"], ["sov2inf"])


@pytest.mark.rule("ww2eto", "4.2/A5")
def test_the_reinforcement_phase() -> None:
    """What is due to the phasing player is placed in the fifth phase, after movement and before units are merged."""
    game = scene("1941 bare / war / 1312: ger2inf / turn 3-1941 / axis naval")
    play(game, "axis: end", "axis: take germany reinforcements", "axis: build germany/germany infantry 2 1312")
    assert at(game, "1312") == ["ger2inf", "ger2inf"]
    play(game, "axis: end")
    assert game.table.frame.step == "build_up"


@pytest.mark.rule("ww2eto", "4.2/A6")
def test_the_build_up_phase() -> None:
    """Units are merged in the sixth phase of their own Player-Turn."""
    game = scene("1941 bare / 1312: ger2inf ger2inf / axis build_up")
    play(game, "axis: merge ger2inf@1312 ger2inf@1312 2")
    assert at(game, "1312") == ["ger4inf"]


@pytest.mark.rule("ww2eto", "4.2/A7")
def test_the_partisan_phase() -> None:
    """After the Allied build-up a die is rolled for partisans in invaded Yugoslavia, and they are placed."""
    game = scene("1941 bare / 1517: ger1inf / turn 2-1942 / allied build_up", [1] * 9)
    play(game, "allied: end")
    assert game.table.frame.step == "partisans"
    play(game, "allied: raise 1721")
    assert at(game, "1721") == ["gre1part"]


@pytest.mark.rule("ww2eto", "4.2/B8")
def test_resources_are_counted_after_the_allied_turn() -> None:
    """W19: at the end of 4/1942 the Russian centers are counted with the Lend-Lease of 1/1943, which is 3, not 2."""
    game = scene("1941 bare / war / 2307: sov1inf / 1312: ger1inf / turn 4-1942 / allied build_up")
    play(game, "allied: end")
    (count,) = [e.json() for e in game.events("allied") if e.kind == "resources"]
    assert count["lend_lease"] == 3
    assert game.table.p.russian_resources == count["centers"] + 3


@pytest.mark.rule("ww2eto", "5.0")
def test_as_many_units_as_he_likes() -> None:
    """Every German unit may move in the phase, each for itself; a Rumanian who must stand still may not (R146)."""
    text = "1940 bare / 1312: ger1inf ger2inf / 1611: ger3inf / 1915: rum1inf"
    game = scene(f"{text} / axis movement", options={"minors": "off"})
    assert refused(game, "axis", "move rum1inf@1915 1916") == "12.0"
    play(game, "axis: move ger1inf@1312 1212", "axis: move ger2inf@1312 1412", "axis: move ger3inf@1611 1512")
    assert (at(game, "1212"), at(game, "1412"), at(game, "1512")) == (["ger1inf"], ["ger2inf"], ["ger3inf"])


WESTERN = "1941 bare / 0811: brt1inf / 0712: usa1inf / 2325: ffr1inf / 1312: ger1inf"


@pytest.mark.rule("ww2eto", "5.33", "5.33/e", "4.2/A3a")
def test_western_units_are_mechanized_from_1943() -> None:
    """Infantry of Britain, the U.S. and Free France moves in the third phase from 1/1943 on, German infantry never."""
    before = until(scene(f"{WESTERN} / turn 4-1942 / allied movement"), "allied", "mechanized")
    assert "move" not in offers(before, "allied")
    after = until(scene(f"{WESTERN} / turn 1-1943 / allied movement"), "allied", "mechanized")
    assert offers(after, "allied", "move") == {"brt1mech@0811", "usa1mech@0712", "ffr1mech@2325"}
    assert at(after, "1312") == ["ger1inf"]


@pytest.mark.rule("ww2eto", "5.33")
def test_who_waits_over_the_sea_is_mechanized_too() -> None:
    """U.S. infantry that no British port took in 1942 is mechanized in its box with the rest (R099)."""
    lost = "axis holds 0610 0611 0708 0709 0710 0711 0712 0808 0809 0810 0811"
    text = f"1941 bare / 2325: brt1inf / {lost} / turn 4-1942 / allied allied_start"
    game = scene(text, options={"partisans": "off"})
    assert at(game, "U.S. Reinforcement Holding box") == ["usa3inf"]
    until(game, "axis", "movement")
    assert at(game, "U.S. Reinforcement Holding box") == ["usa3mech"]


@pytest.mark.rule("ww2eto", "3.22")
def test_one_number_for_attack_and_defence() -> None:
    """A unit of four attacks with four and defends with four: four against it is allowed, three is not."""
    game = scene("1941 bare / war / 1612: ger4inf / 1712: sov4inf / 1611: ger3inf / axis combat")
    assert refused(game, "axis", "attack ger4inf@1612 1712") == ""
    weak = scene("1941 bare / war / 1612: ger3inf / 1712: sov4inf / axis combat")
    assert "attack" not in offers(weak, "axis")


@pytest.mark.rule("ww2eto", "3.22/a")
def test_strength_in_parentheses_only_defends() -> None:
    """The garrison of Gibraltar is attacked as one point and attacks nobody."""
    text = "1941 bare / invaded spain / 0219: brt1gar / 0319: ger1inf"
    ours = scene(f"{text} / allied combat")
    assert refused(ours, "allied", "attack brt1gar@0219 0319") == "3.22/a"
    theirs = scene(f"{text} / axis combat", [1])
    play(theirs, "axis: attack ger1inf@0319 0219")
    assert theirs.table.dice.taken == 1  # type: ignore[attr-defined]


@pytest.mark.rule("ww2eto", "7.24")
def test_the_sheet_overrides_stacking() -> None:
    """In 1941 the sheet puts a Russian unit of one point on 2309 although Russians have two points in peacetime."""
    game = scene("1941")
    assert game.table.p.strength[unit(game, "2309")] == 1
