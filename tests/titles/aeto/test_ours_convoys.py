"""The Arctic Route, raiders and lookouts over convoys, mines in the Iron Ore Route (2.1/raiders, 2.12, 2.26/mines)."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.aeto.seasonal import lendlease
from grognard.titles.aeto.strategic import assignments, convoys, iron_ore, raiders
from grognard.titles.aeto.tables import month_of
from grognard.titles.aeto.world import GERMANY, UK

from .scenes import SEATS, event, named, refused

HOME_FLEET = "Scapa_Flow: King_George_V uk0de / Berlin: ger6inf / London: uk5inf"
AUTUMN = f"month={month_of('October 1941')}"


def sea(text: str, dice: list[int] | None = None) -> grognard.Game:
    return grognard.read_scene(f"aeto 1941 bare / {text}", dice)


def orders(game: grognard.Game, *texts: str) -> grognard.Game:
    for text in texts:
        seat, _, order = text.partition(": ")
        game.play(SEATS[seat], order)
    return game


def lend(game: grognard.Game, ep: int) -> grognard.Game:
    """The Arctic Route is open and the UK has sent EPs by it this season."""
    game.table.p.politics["arctic"] = 1
    game.table.p.lent["uk ussr_arctic"] = ep
    for lane in game.lanes.values():
        lane.table.p.politics["arctic"] = 1
        lane.table.p.lent["uk ussr_arctic"] = ep
    game._changed()
    return game


@pytest.mark.rule("aeto", "8.1/arctic-north", "8.1/arctic", "8.3/arctic-open")
def test_arctic_north_is_open_in_the_cold_seasons_when_help_is_sent() -> None:
    """In October with 5 EPs sent it is; in July, or with nothing sent, or the route closed, it is not."""
    for month, sent, is_open, there in (
        ("October 1941", 5, 1, True), ("July 1941", 5, 1, False), ("October 1941", 0, 1, False),
        ("October 1941", 5, 0, False),
    ):  # fmt: skip
        game = sea(f"{HOME_FLEET} / Bergen: ger0ub / month={month_of(month)} / axis assignments")
        t = game.table
        t.p.politics["arctic"], t.p.lent["uk ussr_arctic"] = is_open, sent
        assert raiders.arctic_north_open(t) is there
        areas = assignments.open_areas(t)
        assert (assignments.NORTH in areas) is there and (assignments.EAST in areas) is bool(is_open)
        assert ("Archangel" in lendlease.arctic_ports(t)) is (month == "July 1941")


@pytest.mark.rule("aeto", "2.12")
def test_convoys_of_arctic_north_have_the_escorts_of_arctic_east() -> None:
    """Escorts are not sent there, U-boats are, and they meet the Escort of Arctic East."""
    game = lend(sea(f"{HOME_FLEET} / Bergen: ger0ub / {AUTUMN} / axis assignments", [6, 1, 1]), 5)
    assert refused(game, "u: assign uk0de@Scapa_Flow arctic_north") == "2.12"
    orders(game, "g: assign ger0ub@Bergen arctic_north", "g: end")
    orders(game, "u: assign uk0de@Scapa_Flow arctic_east", "u: end")
    assert event(game, "convoys")["area"] == "Arctic North" and event(game, "convoys")["escorts"] == 1


@pytest.mark.rule("aeto", "2.1/raiders")
def test_raiders_cost_an_ep_on_five_and_may_be_found() -> None:
    """Scheer in the North Atlantic: a 5 costs the UK an EP, a 1 damages her; the third raider of an area is refused."""
    for die, lost, steps in ((5, 1, 2), (4, 0, 2), (1, 0, 1)):
        game = sea(f"{HOME_FLEET} / Bergen: Admiral_Scheer / uk 10 EPs / {AUTUMN} / axis assignments", [die])
        orders(game, "g: assign Admiral_Scheer north_atlantic", "g: end", "u: end")
        t = game.table
        scheer = named(game, "Admiral_Scheer")
        assert (t.p.ep[UK], t.p.steps[scheer]) == (10 - lost, steps)
    three = "Admiral_Scheer+Lutzow+Admiral_Hipper"
    game = sea(f"{HOME_FLEET} / Bergen: Admiral_Scheer Lutzow Admiral_Hipper / {AUTUMN} / axis assignments")
    assert refused(game, f"g: assign {three} north_atlantic") == "2.1/raiders"


@pytest.mark.rule("aeto", "2.1/raiders")
def test_a_lookout_helps_one_u_boat() -> None:
    """A Focke-Wulf over the area makes a 4 a 5: the first boat sinks an EP, the second does not."""
    assert convoys.found_from_the_air([7]) == 1 and convoys.found_from_the_air([]) == 0
    game = sea(f"{HOME_FLEET} / Brest: ger0ub ger0ub / uk 10 EPs / {AUTUMN} / axis assignments", [4, 4])
    t = game.table
    boats = list(t.p.stack(t.world.node("Brest")))
    convoys.attack(t, 0, boats, [], 1)
    assert t.p.ep[UK] == 9


@pytest.mark.rule("aeto", "2.26/mines")
def test_bombers_mine_the_ore_route() -> None:
    """In Autumn a bomber from Newcastle mines the coast of Norway: 6 costs Germany an EP, 5 does not."""
    for die, lost in ((6, 1), (5, 0)):
        game = sea(
            f"Newcastle: uk3bmb / Berlin: ger6inf / London: uk5inf / germany 9 EPs / {AUTUMN} / uk bombing", [die]
        )
        t = game.table
        plane = named(game, "uk3bmb@Newcastle")
        assert iron_ore.mine_layers(t, t.seat_of(UK), ()) >> plane & 1
        where = next(n for n in range(t.world.lost) if iron_ore.field(t, plane) >> n & 1)
        orders(game, f"u: lay_mines uk3bmb@Newcastle {t.node_name(where)}")
        assert game.table.p.ep[GERMANY] == 9 - lost and game.table.p.status[plane] == 2
