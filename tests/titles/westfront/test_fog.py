"""What the enemy can tell of a block that stands, and what a sampled position may put behind it."""

from __future__ import annotations

import random
from typing import Any

import pytest

import grognard
from grognard.board.hexset import members
from grognard.engine.play.game import Game
from grognard.lab.fog import reveals_watched
from grognard.titles.systems.front import blocks
from grognard.titles.systems.front.state import DRY, MUD
from grognard.titles.westfront.surrender import territory

from .landing import ashore
from .play import ALLIED, AXIS, give, node, piece, scene

PASSING = ("reach", "fired", "struck", "came", "hits", "spared", "moved", "entry")


def public(g: Game, seat: str) -> list[dict[str, Any]]:
    """The columns that a seat can read of each block it does not own."""
    view = g.view(seat).data
    return [dict(zip(view["public"], row[2], strict=True)) for row in view["tokens"]]


def pass_to(g: Game, seat: str) -> None:
    while list(g.decisions()) != [seat]:
        give(g, "end")


@pytest.mark.rule("westfront", "7.12/a")
def test_a_deactivated_hq_looks_like_any_block() -> None:
    """OBW stands up beside a corps; when one of the two walks off in a later turn, nothing tells which."""
    g = scene("s44 bare / 1944-08 / Paris: OBW3 84inf3 / Troyes: AGB2 / Caen: US19mech4 / axis command")
    give(g, "activate OBW")
    pass_to(g, "allied")
    pass_to(g, "axis")
    assert not any(g.table.sees(ALLIED, piece(g, name)) for name in ("OBW", "84inf"))
    give(g, "activate AGB", "end", "move OBW Reims", "end")
    pair = [row for row in public(g, "allied") if row["at"] != g.table.p.at[g.title.find_pieces(g.table, "AGB")[0]]]
    assert [row["reach"] for row in pair] == [0, 0]


@pytest.mark.rule("westfront", "7.12/a", "INTRO/b")
def test_last_turns_deeds_do_not_mark_a_block() -> None:
    """A fight and a march leave nothing on the blocks that the next turn begins with."""
    g = scene(
        "s44 bare / 1944-08 / Paris: OBW3* 84inf3 / Rouen: 85inf3 Br30arm4 / axis defends Rouen / axis movement",
        dice=[1] * 40,
    )
    give(g, "move 84inf Amiens", "end", "end", "fight Rouen")
    pass_to(g, "allied")
    give(g, "end")
    for seat in ("axis", "allied"):
        assert all(row[name] == 0 for row in public(g, seat) for name in PASSING)
    assert not any(g.table.sees(ALLIED, piece(g, name)) for name in ("84inf", "85inf"))


def guesses(g: Game, seat: str, place: str) -> set[str]:
    """The kinds of units that sampled positions put into a place."""
    found = set()
    for seed in range(20):
        t = g.determinize(seat, random.Random(seed)).table
        found |= {t.world.kinds[t.world.units[i].kind].name for i in t.p.stack(node(g, place))}
    return found


@pytest.mark.rule("westfront", "6.42")
@pytest.mark.parametrize(("unit", "told"), [("Br10inf", 0), ("US2amph", 1)])
def test_an_evacuee_tells_whether_it_is_amphibious_not_its_speed(unit: str, told: int) -> None:
    """Its pace at sea is not its speed: no one is slow because he was shipped off."""
    g = scene(
        f"s43 bare / 1943-08 / Tunis: 15AG3 / Catania: 76arm1 {unit}3 / axis defends Catania / allied command",
        dice=[1] * 20,
    )
    give(g, "activate 15AG invasion", "end", f"evacuate 15AG {unit}", "end")
    known = g.table.know.known(AXIS, piece(g, unit))
    assert {name: value for name, (value, _) in known.items()} == {"amphibious": told, "invades": 1}
    kinds = guesses(g, "axis", "Tunis")
    assert ("amphibious" in kinds) == bool(told)
    assert told or {"infantry", "armor"} <= kinds


@pytest.mark.rule("westfront", "6.42", "12.22")
def test_a_speed_seen_in_dry_weather_holds_for_dry_weather() -> None:
    """A rearguard that went at 3 is armor, mech or cavalry, in Mud as before; a fort it is never."""
    g = scene(
        "s43 bare / 1943-10 / Paris: 58arm3 US19mech1* / axis defends Paris / Reims: OBW2* / axis movement",
        dice=[1] * 20,
    )
    give(g, "rearguard 58arm Reims", "end", "withdraw Reims")
    speed, _ = g.table.know.known(ALLIED, piece(g, "58arm"))["speed"]
    t = g.table
    for weather, pace in ((DRY, 3), (MUD, 1)):
        t.p.weather = weather
        assert (speed, blocks.speed(t, piece(g, "58arm"))) == (3, pace)
        rows = [token for token in t.tokens(ALLIED) if any(fact[0] == "speed" for fact in token.facts)]
        fitting = [i for i in range(len(t.world.units)) if g.title.could_be(t, i, rows[0])]
        kinds = {t.world.kinds[t.world.units[i].kind].name for i in fitting}
        assert piece(g, "58arm") in fitting
        assert not kinds & {"fort", "infantry", "static"}, kinds
        assert guesses(g, "allied", "Reims")


@pytest.mark.rule("westfront", "6.42")
def test_pursuers_are_guessed_as_fast_as_their_fire_was() -> None:
    """A block that fired DF at infantry moves 3: no HQ, para or mountain corps. SF at armor tells the same."""
    for rearguard in ("84inf3", "58arm3"):
        units = f"Paris: {rearguard}* Br8mech2 / allied defends Paris / Reims: OBW3 / London: SHAEF2 US17para2"
        g = scene(f"s43 bare / 1943-08 / {units} / axis command", [1] * 9)
        give(g, "activate OBW", "end", f"rearguard {rearguard[:-1]} Reims", "end")
        known = g.table.know.known(AXIS, piece(g, "Br8mech"))
        assert {name: value for name, (value, _) in known.items()} == {"cv": 2, "pursues": 1, "speed": 3}
        seen = guesses(g, "axis", "Paris") - {"armor"}
        assert "infantry" in seen and not seen & {"hq", "shq", "para", "mountain"}


@pytest.mark.rule("westfront", "6.42")
def test_a_block_that_let_a_rearguard_go_is_no_faster() -> None:
    """Armor gets away from a silent block: infantry that walks, a para, an HQ or a mountain corps, no mech or armor."""
    units = "Paris: 58arm3* Br2para2 / allied defends Paris / Reims: OBW3 / London: SHAEF2 Br8mech4 Br30arm4 Br1amph4"
    g = scene(f"s43 bare / 1943-10 / {units} / axis command")
    give(g, "activate OBW", "end", "rearguard 58arm Reims", "end")
    known = g.table.know.known(AXIS, piece(g, "Br2para"))
    assert {name: value for name, (value, _) in known.items()} == {"no pursuit at speed": 3}
    seen = guesses(g, "axis", "Paris") - {"armor"}
    assert {"para", "shq"} <= seen <= {"para", "mountain", "hq", "shq"}


@pytest.mark.rule("westfront", "15.6")
def test_who_is_evacuated_is_no_fort() -> None:
    """A block that AGC fetches from Olbia may be armor or infantry, never a fort, though forts are in play."""
    g = scene("s43 bare / 1943-08 / Livorno: AGC2 / Olbia: 76arm2 / Paris: 81fort4 84inf3 / axis command")
    give(g, "activate AGC invasion", "end", "evacuate AGC 76arm", "end")
    assert {name: value for name, (value, _) in g.table.know.known(ALLIED, piece(g, "76arm")).items()} == {"invades": 1}
    seen = guesses(g, "allied", "Livorno")
    assert {"armor", "infantry"} <= seen and "fort" not in seen


@pytest.mark.rule("westfront", "15.51")
def test_a_beachhead_tells_whose_it_is_not_which_block_nor_how_strong() -> None:
    """Two blocks landed at Licata; US2's beachhead shows that one of them is US2, and every guess has it there."""
    text = "Tunis: 15AG3 US2amph3 / Bizerte: 21AG3 Br10inf4 / London: 1AG2 Br1amph4 Br30arm4"
    g = scene(f"s43 bare / 1943-08 / {text} / allied command")
    give(g, "activate 15AG invasion", "activate 21AG invasion", "end")
    give(g, "invade 15AG US2amph Licata", "invade 21AG Br10inf Licata", "end", "end", "place US2BH")
    assert all(not g.table.know.known(AXIS, piece(g, name)) for name in ("US2amph", "Br10inf"))
    strengths, firsts = set(), set()
    for seed in range(20):
        t = g.determinize("axis", random.Random(seed)).table
        assert node(g, "Licata") == t.p.at[piece(g, "US2amph")]
        strengths.add(t.p.cv[piece(g, "US2amph")])
        firsts.add(t.know.tokens[AXIS][piece(g, "US2amph")])
    assert len(strengths) > 1 and len(firsts) == 2


@pytest.mark.rule("westfront", "16.32/b")
def test_tito_gets_away_without_showing_his_strength() -> None:
    """That no one pursues him tells the Axis his name, and no more."""
    text = "Sarajevo: 74inf3 / Mostar: Tito2 34inf3 / axis defends Mostar / supreme 2"
    g = give(scene(f"s43 bare / 1943-08 / {text} / allied movement"), "rearguard Tito Split", "end")
    assert set(g.table.know.known(AXIS, piece(g, "Tito"))) == {"id"}


@pytest.mark.rule("westfront", "11.52")
def test_the_nation_of_a_disbanded_block_is_told_by_the_reveal_table() -> None:
    """An Italian block that is given up counts for the surrender, so all learn of it; of a German one they do not."""
    for unit, told in (("It7inf", ["11.52"]), ("84inf", [])):
        g = scene(f"s43 bare / 1943-08 / Naples: {unit}2 AGC2 / London: 1AG2 / production")
        with reveals_watched() as fired:
            for seat, order in (("axis", f"disband {unit}"), ("axis", "commit"), ("allied", "commit")):
                g.play(seat, order)
        assert [rule for rule, _ in fired] == told


def deeds_of(g: Game, seat: str, name: str) -> dict[str, int]:
    """What a seat reads on the token behind which a block is."""
    view = g.view(seat).data
    token = g.table.know.tokens[g.seat_index(seat)][piece(g, name)]
    return next(dict(zip(view["public"], row[2], strict=True)) for row in view["tokens"] if row[0] == token)


@pytest.mark.rule("westfront", "INTRO/b")
def test_a_march_does_not_mark_a_block_in_a_mixed_stack() -> None:
    """58arm joins two corps, of which one goes on: that one of those left came from Paris is seen, but not which."""
    marked = set()
    for seed in range(12):
        g = scene("s43 bare / 1943-08 / Paris: 58arm3* / Reims: 74inf3 84inf3 / Metz: OBW3 / axis command", seed=seed)
        give(g, "activate OBW", "end", "move 58arm Reims", "move 74inf Metz", "end")
        marked.add(deeds_of(g, "allied", "58arm")["came"])
        there = [row for row in public(g, "allied") if row["at"] == node(g, "Reims")]
        assert sorted((row["came"], row["moved"]) for row in there) == [(0, 0), (node(g, "Paris"), 1)]
    assert marked == {0, node(g, "Paris")}


@pytest.mark.rule("westfront", "INTRO/b")
def test_a_guess_lets_any_of_a_stack_have_marched() -> None:
    """Guesses from the view put the march on either of the two, and on one alone."""
    g = scene("s43 bare / 1943-08 / Paris: 58arm3* / Reims: 74inf3 84inf3 / Metz: OBW3 / axis command")
    give(g, "activate OBW", "end", "move 58arm Reims", "move 74inf Metz", "end")
    marched = []
    for seed in range(12):
        t = g.determinize("allied", random.Random(seed)).table
        (there,) = [i for i in t.p.stack(node(g, "Reims")) if t.p.came[i]]
        marched.append(t.know.tokens[ALLIED][there])
    assert len(set(marched)) == 2


@pytest.mark.rule("westfront", "INTRO/b")
def test_who_of_the_invaders_is_amphibious_is_not_seen() -> None:
    """US2 landed at Licata: the Axis sees that someone did, and its guesses let an amphibious unit lay a beachhead."""
    g = ashore()
    assert g.view("allied")["records"]["landed"] == {"US2BH": node(g, "Licata")}
    for seat in ("axis", None):
        view = g.view(seat)
        assert "landed" not in view["records"] and "landed" not in view["public"]
    laid = set()
    for seed in range(20):
        guess = g.determinize("axis", random.Random(seed))
        assert list(guess.decisions()) == ["allied"]
        laid |= {choice.text for choice in guess.decisions()["allied"].next("place")}
    assert laid


@pytest.mark.rule("westfront", "INTRO/b")
def test_an_hq_that_is_done_keeps_no_mark_of_what_it_sent() -> None:
    """15AG stands up beside a corps after its landing: its waves are not written on its back."""
    g = ashore()
    while next(iter(g.decisions())) != "axis":
        give(g, "end")
    assert all(row["carried"] == row["aim"] == 0 for row in public(g, "axis"))


@pytest.mark.rule("westfront", "16.4/c")
def test_a_neutrals_set_up_shows_whose_blocks_they_are() -> None:
    """War on Portugal brings both nations in; guesses put their units in their lands and no one else's there."""
    g = scene("s43 bare / 1943-08 / Berlin: OKW3 84inf2 / Gibraltar: 15AG3 / allied command")
    give(g, "declare Portugal")
    g.play("axis", "commit")
    told = [{name for name, _, _ in row[3]} for row in g.view("allied")["tokens"]]
    assert (told.count({"spanish"}), told.count({"portuguese"}), told.count(set())) == (12, 2, 2)
    for seed in range(6):
        t = g.determinize("allied", random.Random(seed)).table
        for name, place in (("Spain", "spain"), ("Portugal", "portugal")):
            stood = {
                t.world.units[i].nation
                for n in members(territory(t, name))
                for i in t.p.stack(n)
                if t.p.power[i] == AXIS
            }
            assert stood == {place}


@pytest.mark.rule("westfront", "16.32")
def test_all_see_tito_rise() -> None:
    """The Axis knows the block in Mostar and its strength."""
    g = give(scene("s43 bare / 1943-08 / Berlin: OKW3 / Sarajevo: 74inf3 / allied politics"), "tito Mostar")
    known = g.table.know.known(AXIS, piece(g, "Tito"))
    assert (known["id"][0], known["cv"][0]) == (piece(g, "Tito"), 2)


@pytest.mark.rule("westfront", "16.31/a")
def test_all_see_the_maquis_rise() -> None:
    """So it does with the Maquis in Rennes."""
    towns = "allied holds Caen Rouen Cherbourg Rennes Brest Lorient Nantes / Caen: US4mech4"
    g = scene(f"s44 bare / 1944-08 / {towns} / Berlin: OKW3 / allied politics", [1] * 9)
    give(g, "revolt", "maquis Rennes")
    assert g.table.know.known(AXIS, piece(g, "Maquis"))["cv"][0] == 1


@pytest.mark.rule("westfront", "16.1/a")
def test_all_see_friuli_come_over() -> None:
    """The block that stays where an Italian corps stood is Friuli."""
    ports = "Palermo: Br10inf4 / Catania: Br5inf4 / Messina: Br13mech4"
    g = scene(f"s43 bare / 1943-08 / {ports} / Naples: It7inf2 / Berlin: OKW3 / allied politics", [1] * 9)
    give(g, "demand Italy")
    (decision,) = g.decisions().values()
    give(g, f"defect {decision.next('defect')[0].text}")
    assert g.table.know.known(AXIS, piece(g, "Friuli"))["id"][0] == piece(g, "Friuli")


def test_a_guess_while_italy_leaves_the_war() -> None:
    """Until a unit is named to come over the Italians stand where they were, and no one else is taken for one."""
    ports = "Palermo: Br10inf4 / Catania: Br5inf4 / Messina: Br13mech4"
    axis = "Naples: It7inf2 / Foggia: It6inf2 / Rome: 74inf3 / Berlin: OKW3"
    g = scene(f"s43 bare / 1943-08 / {ports} / {axis} / allied politics", [1] * 9)
    give(g, "demand Italy")
    offered = [choice.text for choice in g.decisions()["allied"].next("defect")]
    view, rng = g.view("allied"), random.Random(1)
    for _ in range(20):
        guess = grognard.sample(view, rng)
        assert [choice.text for choice in guess.decisions()["allied"].next("defect")] == offered


@pytest.mark.rule("westfront", "11.52")
def test_a_disbanded_italian_is_told_as_one() -> None:
    """The Allies learn that Italy has a unit less, of a German one only that a block is gone."""
    g = scene("s43 bare / 1943-08 / Berlin: OKW3 84inf2 / Rome: It7inf2 74inf3 / London: AF2 / production")
    for order in ("disband It7inf", "disband 74inf", "commit"):
        g.play("axis", order)
    g.play("allied", "commit")
    told = [event for event in g.view("allied").told if event["kind"] == "disbanded"]
    assert [event["nation"] for event in told] == ["Italy"]


@pytest.mark.rule("westfront", "10.4", "INTRO/b")
def test_attrition_is_told_in_no_telling_order() -> None:
    """Two corps that look alike lose their steps in an order that says nothing about who they are."""
    first = set()
    for seed in range(12):
        text = "s44 bare / 1943-07 / allied holds all / Brest: 84inf2 / Lorient: 85inf2 / allied movement"
        g = scene(text, seed=seed)
        pass_to(g, "axis")
        told = [event for event in g.view("allied").told if event["kind"] == "attrition"]
        first.add(told[0]["places"][0])
    assert first == {"Brest", "Lorient"}


def drawn_rows(g: Game, seat: str, draws: int = 12) -> list[bool]:
    """Whether each of some guesses shows a seat the faces that it sees."""
    faces = g.view(seat).data["rows"]
    return [g.determinize(seat, random.Random(n)).view(seat).data["rows"] == faces for n in range(draws)]


@pytest.mark.rule("westfront", "INTRO/b")
def test_an_hq_that_is_back_in_play_is_not_behind_its_old_token() -> None:
    """12AG, once seen, vanishes from a mixed stack and is rebuilt: once it is activated no guess hides it there."""
    g = scene("w43 bare / 1943-12 / London: 12AG1 US19mech3 21AG2 / Berlin: OKW3 84inf3 / allied command")
    t, hq = g.table, piece(g, "12AG")
    t.reveal("5.2", (hq,))
    t.know.mixed(AXIS, [hq, piece(g, "US19mech")], t.dice)
    blocks.eliminate(t, hq, "10.4", seen=False)
    blocks.bring(t, hq, node(g, "London"), 1)
    give(g, "activate 12AG")
    assert all(drawn_rows(g, "axis"))


@pytest.mark.rule("westfront", "INTRO/b")
def test_a_block_that_fell_before_all_eyes_is_behind_no_token() -> None:
    """An Italian known by name leaves play from a mixed stack: no guess has it stand there still."""
    g = scene("s43 bare / 1943-08 / Rome: It4inf3 It11inf3 / Naples: US19mech4 / Berlin: OKW3 / allied politics")
    t, corps = g.table, piece(g, "It4inf")
    t.reveal("16.1/a", (corps,))
    t.know.mixed(ALLIED, [corps, piece(g, "It11inf")], t.dice)
    blocks.eliminate(t, corps, "16.1/a")
    assert not g.view("allied").data["groups"]
    assert all(drawn_rows(g, "allied"))


def guessed_at(g: Game, seat: str, place: str, draws: int = 60) -> set[str]:
    """The blocks that guesses put into a hex."""
    found = set()
    for seed in range(draws):
        t = g.determinize(seat, random.Random(seed)).table
        found |= {t.world.units[i].name for i in t.p.stack(node(g, place))}
    return found


@pytest.mark.rule("westfront", "INTRO/b")
def test_no_guess_brings_back_the_italians() -> None:
    """After the surrender all Italian blocks are out of the war, those too that fell unseen."""
    text = "s43 bare / 1943-10{} / Rome: 84inf3 74inf3 / Berlin: OKW3 / Naples: US19mech4 / axis command"
    italians = {unit.name for unit in scene(text.format("")).table.world.units if unit.italian}
    assert guessed_at(scene(text.format("")), "allied", "Rome") & italians
    assert not guessed_at(scene(text.format(" / since Italian surrender")), "allied", "Rome") & italians


@pytest.mark.rule("westfront", "INTRO/b")
def test_no_guess_has_a_block_of_a_sheet_that_is_not_played() -> None:
    """FF3 belongs to winter 44: in November it may be in Naples a month early in a campaign, not in summer 44 alone."""
    units = "s44 bare / 1944-11 / Naples: US19mech4 Br5inf4 Br10inf4 / Berlin: OKW3 / axis command"
    assert "FF3inf" not in guessed_at(scene(units), "axis", "Naples", 100)
    assert "FF3inf" in guessed_at(scene(units, options={"play": "campaign"}), "axis", "Naples", 100)


@pytest.mark.rule("westfront", "INTRO/b")
def test_a_voyage_does_not_mark_a_block_in_a_mixed_stack() -> None:
    """Br10 sails to Bari, where one of two corps then walks off: until interdiction no one can say who came by sea."""
    text = "s43 bare / 1943-08 / allied holds Bari Foggia / Catania: Br10inf4 AF3 / Bari: Br5inf4 Br13mech4 15AG3"
    marked = set()
    for seed in range(12):
        g = scene(f"{text} / allied command", seed=seed)
        give(g, "activate AF", "activate 15AG", "end", "sail Br10inf Bari", "move Br5inf Foggia", "end")
        there = [row for row in public(g, "axis") if row["at"] == node(g, "Bari")]
        assert sorted(bool(row["sailed"]) for row in there) == [False, True]
        marked.add(bool(deeds_of(g, "axis", "Br10inf")["sailed"]))
    assert marked == {False, True}
    guesses = [g.determinize("axis", random.Random(seed)).table for seed in range(12)]
    assert len({t.know.tokens[AXIS][i] for t in guesses for i, sailed in enumerate(t.p.sailed) if sailed}) == 2


@pytest.mark.rule("westfront", "INTRO/b")
def test_a_step_lost_in_a_mixed_stack_is_in_every_guess_that_fits() -> None:
    """OBW, once seen at 3, and the corps that it is mixed with both starve: guesses no longer hold it at 3."""
    g = scene("w43 bare / 1943-12 / London: US19mech3 / Paris: OBW3 84inf3 / Berlin: OKW3 / allied command")
    t, hq, corps = g.table, piece(g, "OBW"), piece(g, "84inf")
    t.reveal("5.2", (hq,))
    t.know.mixed(ALLIED, [hq, corps], t.dice)
    for block in (hq, corps):
        blocks.lose_step(t, block, "10.4", seen=False)
    assert t.p.cv[hq] in {g.determinize("allied", random.Random(seed)).table.p.cv[hq] for seed in range(12)}


@pytest.mark.rule("westfront", "2.26/a")
def test_who_knows_a_fort_sees_what_is_left_of_it_when_it_goes_by_rail() -> None:
    g = scene("w43 bare / 1943-12 / London: US19mech3 / Paris: 84fort3 / Berlin: OKW3 / axis command")
    g.table.reveal("2.26/d", (piece(g, "84fort"),))
    give(g, "activate OKW", "end", "rail 84fort Reims", "end")
    assert g.table.know.known(ALLIED, piece(g, "84fort"))["cv"][0] == 1


@pytest.mark.rule("westfront", "11.1")
def test_tokens_do_not_tell_in_which_order_blocks_came() -> None:
    """Three corps arrive one after another; the enemy's numbers for them are drawn when Production closes."""
    orders = set()
    for seed in range(8):
        g = scene("s43 bare / 1943-08 / Berlin: OKW3 / London: SHAEF3 / production", seed=seed)
        for order in ("arrive 51mtn Prague", "arrive Hkmtn Vienna", "arrive 15mtn Munich", "commit"):
            g.play("axis", order)
        g.play("allied", "commit")
        tokens = g.table.know.tokens[ALLIED]
        came = [tokens[piece(g, name)] for name in ("51mtn", "Hkmtn", "15mtn")]
        assert len(set(came)) == 3 and 0 not in came and g.table.know.tokens[AXIS][piece(g, "51mtn")] == 0
        assert not g.view("allied")["groups"]
        orders.add(tuple(sorted(came).index(token) for token in came))
    assert len(orders) > 2
