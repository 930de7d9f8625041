"""The Front system with three powers, two of them friends that do not stack and that one seat plays."""

from __future__ import annotations

import random

import pytest

from grognard.engine.core.title import metas
from grognard.engine.play.game import Game, replay
from grognard.titles.systems.front import control, ground, supply

from .fixture import AXIS, EAST, POWERS, WEST, Planned, cv, give, holder, known, refused, scene

LAND = "axis holds all / 1943-07"


def node(g: Game, name: str) -> int:
    return int(g.title.find_node(g.table, name))


def piece(g: Game, name: str) -> int:
    return int(g.table.world.named[name.casefold()])


# Seats


def test_one_seat_plays_two_powers() -> None:
    """The allied seat has the player-turns of west and of east, one after the other, and sees the blocks of both."""
    g = scene(f"{LAND} / west holds Paris / east holds Minsk / Paris: W1inf3 / Minsk: E1inf3 / west politics")
    assert list(g.decisions()) == ["allied"]
    give(g, "end")
    assert (list(g.decisions()), g.table.p.active) == (["allied"], EAST)
    assert all(g.table.sees(1, piece(g, name)) for name in ("W1inf", "E1inf"))
    assert not g.table.sees(0, piece(g, "E1inf"))


def test_three_may_sit() -> None:
    """With a third seat the friends hide their blocks from each other."""
    g = scene(f"{LAND} / Paris: W1inf3 / Minsk: E1inf3 / east movement", seats={"east": "soviet"})
    assert list(g.decisions()) == ["soviet"]
    assert not g.table.sees(1, piece(g, "E1inf"))
    assert not g.table.sees(2, piece(g, "W1inf"))


def test_a_power_moves_its_own_blocks_only() -> None:
    """In west's turn the seat that plays both cannot move east's corps, and west's HQ does not command it."""
    g = scene(f"{LAND} / west holds Paris Reims / east holds Troyes / Paris: WHQa3* / Troyes: E1inf3 / west movement")
    assert refused(g, "move E1inf Orleans") == "E.choice"


# Control and zones


def test_friends_are_those_who_fight_the_same_enemy() -> None:
    """West and east are friends, the Axis stands alone."""
    p = scene(LAND + " / axis movement").table.p
    assert [control.friends(p, power) for power in (AXIS, WEST, EAST)] == [(AXIS,), (WEST, EAST), (WEST, EAST)]


def test_each_power_takes_its_own_hexes() -> None:
    """Each friend holds what it stands on; the hexes of one are friendly to the other."""
    g = scene(f"{LAND} / Paris: W1inf3 / Berlin: E1inf3 / west movement")
    assert (holder(g, "Paris"), holder(g, "Berlin"), holder(g, "Munich")) == ("west", "east", "axis")
    assert control.friendly(g.table.p, WEST) >> node(g, "Berlin") & 1
    assert not control.friendly(g.table.p, AXIS) >> node(g, "Paris") & 1


def test_zones_of_friends_do_not_dispute() -> None:
    """Amiens lies in the zones of a western and an eastern corps: no one disputes it, one of them holds it."""
    g = scene(f"{LAND} / Paris: W1inf3 / Calais: E1inf3 / west movement")
    assert holder(g, "Amiens") in ("west", "east")


def test_an_enemy_zone_disputes_with_either_friend() -> None:
    """An Axis corps in Cambrai disputes Lille with the eastern one in Calais."""
    g = scene(f"{LAND} / Cambrai: X1inf3 / Calais: E1inf3 / west movement")
    assert holder(g, "Lille") == "disputed"


def test_a_zone_does_not_take_a_hex_where_a_friend_stands() -> None:
    """The western zone over Amiens leaves the hex to the eastern corps in it."""
    g = scene(f"{LAND} / Paris: W1inf3 / Amiens: E1inf3 / west movement")
    assert holder(g, "Amiens") == "east"


def test_no_hex_has_two_holders() -> None:
    """However zones overlap, each hex has one holder."""
    g = scene(
        f"{LAND} / Paris: W1inf3 / Calais: E1inf3 / Reims: W2inf2 / Brussels: E2inf1 / Lille: X1inf / east movement"
    )
    held = g.table.p.held
    assert not any(held[a] & held[b] for a in range(3) for b in range(a))
    assert not g.title.ledgers["held by both"](g.table)


# Movement and stacking


@pytest.mark.parametrize(("power", "own", "other"), [("west", "W", "E"), ("east", "E", "W")])
def test_friends_of_two_powers_do_not_stack(power: str, own: str, other: str) -> None:
    """A corps may go past its friend's hex but not stay in it, whichever of the two it is."""
    g = scene(
        f"{LAND} / {power} holds all / Paris: {own}HQa3* / Reims: {own}1arm3 / Amiens: {other}1inf3 / {power} movement"
    )
    assert refused(g, f"move {own}1arm Amiens") != ""
    assert refused(g, f"move {own}1arm Calais") == ""
    assert not ground.has_room(g.table, piece(g, f"{own}1arm"), node(g, "Amiens"))


def test_a_stack_counts_one_power() -> None:
    """Four of a power fill a clear hex; the fifth finds no room."""
    g = scene(
        f"{LAND} / west holds all / Paris: WHQa3* / Amiens: W1inf W2inf W3inf W1mech / Reims: W1arm / west movement"
    )
    assert refused(g, "move W1arm Calais") == ""
    assert not ground.has_room(g.table, piece(g, "W1arm"), node(g, "Amiens"))


def test_a_friend_does_not_join_the_others_battle() -> None:
    """Friends do not share a hex in battle either."""
    g = scene(
        f"{LAND} / west holds all / Paris: EHQa3* / Reims: E1arm3 / Amiens: W1inf3 X1inf3 / west defends Amiens"
        " / east movement"
    )
    assert refused(g, "move E1arm Amiens") != ""
    assert refused(g, "move E1arm Calais") == ""


def test_no_way_of_moving_stacks_friends() -> None:
    """Neither rail, nor sea, nor a rearguard's way out, nor an HQ that deploys ends in a friend's hex."""
    g = scene(
        "west holds all / 1943-07 / London: WSHQ3* / Reims: W1inf3 / Metz: E1inf3 / Bordeaux: E2inf3"
        " / Portsmouth: W2inf3 / supreme 6 / west movement"
    )
    assert (refused(g, "rail W1inf Metz"), refused(g, "rail W1inf Strasbourg")) == ("6.21", "")
    assert (refused(g, "sail W2inf Bordeaux"), refused(g, "sail W2inf Cherbourg")) == ("6.21", "")
    g = scene(
        "west holds all / 1943-07 / Paris: WHQa3* / Lille: W1inf3 X1inf3 / Amiens: E1inf3 / axis defends Lille"
        " / west movement"
    )
    assert refused(g, "rearguard W1inf Amiens") != ""
    assert refused(g, "rearguard W1inf Calais") == ""
    g = scene("west holds all / 1943-07 / Paris: WHQa3 / Reims: E1inf3 / west command")
    assert (refused(g, "deploy WHQa Reims"), refused(g, "deploy WHQa Amiens")) == ("5.21/c", "")


def test_the_fixture_is_no_title_of_the_library() -> None:
    """Nothing outside a scene of the fixture can find it."""
    scene(f"{LAND} / axis movement")
    assert "triad" not in metas()


def test_each_friend_engages_the_enemy() -> None:
    """East's attack makes a battle in which the Axis is Original Defender."""
    g = scene(
        f"{LAND} / east holds Paris Amiens / Paris: EHQa3* / Amiens: E1inf3 / Lille: X1inf3 / east movement", [3] * 9
    )
    give(g, "move E1inf Lille")
    assert control.battles(g.table) == 1 << node(g, "Lille")
    give(g, "end", "end")
    assert control.defender_of(g.table.p, node(g, "Lille")) == AXIS


def test_a_unit_disengages_into_a_friends_hex() -> None:
    """Land that the other power holds is friendly: an engaged unit may fall back into it."""
    g = scene(
        f"{LAND} / west holds Paris / east holds Amiens Rouen / Paris: WHQa3* / Lille: W1inf3 W2inf3 X1inf3"
        " / axis defends Lille / west movement"
    )
    assert refused(g, "move W1inf Amiens") == ""


# Combat


def test_a_battle_is_between_enemies_only() -> None:
    """Friends in one hex do not fight; an enemy makes it a battle."""
    assert not control.battles(scene(f"{LAND} / Paris: W1inf3 E1inf3 / west movement").table)
    assert control.battles(scene(f"{LAND} / Paris: E1inf3 X1inf3 / west movement").table)


def test_the_third_power_fights() -> None:
    """East attacks: the Axis defends with two dice, east answers with three; both lose a step."""
    g = scene(
        f"{LAND} / east holds Paris / Paris: EHQa3* / Amiens: E1inf3 X1inf2 / axis defends Amiens / east combat",
        dice=[6, 1, 6, 1],
    )
    give(g, "end", "fight Amiens")
    assert (cv(g, "X1inf"), cv(g, "E1inf")) == (1, 2)


def test_a_friends_battle_is_not_mine_to_fight() -> None:
    """In west's combat phase only west's battles can be fought."""
    g = scene(
        f"{LAND} / Paris: WHQa3* / Amiens: W1inf3 X1inf2 / axis defends Amiens / Lille: E1inf3 X2inf2"
        " / axis defends Lille / west combat"
    )
    give(g, "end")
    assert refused(g, "fight Amiens") == ""
    assert refused(g, "fight Lille") != ""


# Supply and production


def test_supply_lines_pass_a_friends_land() -> None:
    """Western supply runs over hexes that the eastern power holds."""
    g = scene("east holds all / 1943-07 / west movement")
    assert supply.supply_lines(g.table, WEST, 1 << node(g, "Metz")) >> node(g, "Paris") & 1


def test_each_power_has_its_own_origin() -> None:
    """Rail from London does not lead to Minsk, and no one's rail leads through the enemy."""
    g = scene("axis holds all / west holds London Portsmouth / 1943-07 / west movement")
    assert supply.rail_sea(g.table, WEST) >> node(g, "London") & 1
    assert not supply.rail_sea(g.table, EAST)
    assert supply.rail_sea(g.table, AXIS) >> node(g, "Berlin") & 1


def test_both_friends_are_checked_in_the_enemys_supply_phase() -> None:
    """Cut-off corps of west and east each lose a step when the Axis checks supply; an Axis corps does not."""
    g = scene(f"{LAND} / Orleans: W1inf3 / Minsk: E1inf3 / Munich: X1inf3 / axis supply")
    assert [cv(g, name) for name in ("W1inf", "E1inf", "X1inf")] == [2, 2, 3]


def test_a_friend_is_not_checked_in_ones_own_supply_phase() -> None:
    """West's supply phase checks the Axis only."""
    g = scene(f"{LAND} / west holds all / Orleans: X1inf3 / Minsk: E1inf3 / west supply")
    assert [cv(g, name) for name in ("X1inf", "E1inf")] == [2, 3]


def test_a_seat_has_a_purse_for_each_power() -> None:
    """Points of west and east are kept apart though one seat spends both."""
    g = scene("axis holds all / west holds London / east holds Moscow Leningrad / production")
    lane = g.table_for(1)
    london = 8
    assert [lane.p.points1, lane.p.points2] == [20 + london, 30]
    give(g, "axis: commit", "allied: commit")
    assert g.table.frame.step != "production"


def test_a_month_of_random_play() -> None:
    """Three powers play at random for two hundred orders; the invariants hold, and the journal plays the same game."""
    g = scene(
        "axis holds all / west holds London Portsmouth Paris Amiens / east holds Moscow Smolensk / Paris: WHQa3 WSHQ2"
        " / Amiens: W1inf W1arm W1mech / Lille: X1inf X1arm / Frankfurt: XHQa3 X2inf / Smolensk: EHQa3 E1inf E1arm"
        " / Minsk: X3inf X2arm / Berlin: XSHQ3 / axis command"
    )
    rng = random.Random(7)
    turns = set()
    for _ in range(200):
        decisions = g.decisions()
        if not decisions:
            break
        seat = sorted(decisions)[0]
        turns.add(POWERS[g.table.p.active])
        verbs = [verb for verb in decisions[seat].open_verbs() if not isinstance(verb, Planned)]
        g.play(seat, decisions[seat].sample(rng, verbs))
        assert all(holds(g.table) for holds in g.title.invariants.values())
        assert not g.table.p.occupied[WEST] & g.table.p.occupied[EAST]
    assert turns == set(POWERS)
    with known():
        assert replay(g.journal, snapshots=False).table.p.dump() == g.table.p.dump()
