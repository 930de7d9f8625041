"""More of EuroFront's powers and fronts (20, 21): who is bound where, what the Med and the North cost, risings."""

from __future__ import annotations

import pytest

from grognard.board.hexset import from_iter
from grognard.titles.eurofront import fronts
from grognard.titles.eurofront.europe import arctic, command, effects, nations, production, rebels
from grognard.titles.eurofront.med import desert
from grognard.titles.eurofront.med import purses as ships
from grognard.titles.eurofront.tide import building
from grognard.titles.eurofront.weser import norway
from grognard.titles.systems.front import ground

from .europe import ALLIED, AXIS, holds, node, piece, scene
from .med import scene as med_scene
from .play import give, refused
from .weser import scene as weser_scene

LINE = "Berlin: OKW3 / London: AF3 / Moscow: Stavka3"


@pytest.mark.rule("eurofront", "20.31", "21.315")
def test_brigades_and_garrisons_keep_to_their_lands() -> None:
    """The Norway brigade stays in Britain and the North, the garrison of Malta in the fortresses and Britain."""
    g = scene(f"{LINE} / Malta: BrMalstat2", scenario="1942")
    brigade = ground.within_limits(g.table, piece(g, "BrTAstat"))
    assert brigade >> node(g, "London") & 1 and brigade >> node(g, "Narvik") & 1 and not brigade >> node(g, "Paris") & 1
    garrison = ground.within_limits(g.table, piece(g, "BrMalstat"))
    assert garrison >> node(g, "Gibraltar") & 1 and not garrison >> node(g, "Alexandria") & 1


@pytest.mark.rule("eurofront", "20.62")
def test_mannerheim_leads_his_finns() -> None:
    """Finland's HQ sends Finns alone, OKW whomever it finds."""
    g = scene(f"{LINE} / Helsinki: Mann2", scenario="1942")
    finns = from_iter(i for i, unit in enumerate(g.table.world.units) if unit.nation == "finland")
    assert command.leads(g.table, piece(g, "Mann")) == finns
    assert command.leads(g.table, piece(g, "OKW")) >> piece(g, "1inf") & 1


@pytest.mark.rule("eurofront", "20.493/a")
def test_the_free_french_of_africa_are_due() -> None:
    """Their mountain corps comes in the Production after Vichy's surrender, and not before."""
    g = scene(f"{LINE}", scenario="1942")
    t, corps = g.table, piece(g, "FF2mtn")
    assert corps not in t.title.schedule(t)
    t.p.politics[nations.defeated("Vichy")] = t.p.month
    assert t.title.schedule(t)[corps][0] == t.p.month + 1


@pytest.mark.rule("eurofront", "21.23/a")
def test_the_first_allocation_to_the_east() -> None:
    """In the month after Barbarossa the Axis assigns up to forty points, not fifty."""
    g = scene(f"1941-07 / {LINE} / Krakow_E1: 1inf2", scenario="1941")
    t = g.table
    t.p.hostile = [0b110, 0b001, 0b001]
    t.p.allocated_east = 0
    seat = g.seat_index("axis")
    assert production.may_rise(t, seat, ()) == 0b1111


@pytest.mark.rule("eurofront", "21.24")
def test_one_transfer_a_month() -> None:
    """The Axis sends ten points of the West to the East once a month."""
    g = scene(f"1944-07 / {LINE} / production", [6] * 30)
    give(g, "axis: transfer WF-EF")
    assert refused(g, "transfer WF-EF", "axis") == "11.61"


@pytest.mark.rule("eurofront", "21.34")
def test_strange_hqs_in_the_desert() -> None:
    """An American army group is lost in Egypt, the Middle East command is not."""
    g = scene(f"{LINE} / Alexandria: ME2,1AG2 / 1943-01", scenario="1942")
    assert desert.disruption(g.table, piece(g, "1AG")) and not desert.disruption(g.table, piece(g, "ME"))


@pytest.mark.rule("eurofront", "21.37")
def test_one_shipment_beyond_the_allocation() -> None:
    """Ten points of the West go south once a month."""
    g = scene(f"1942-07 / {LINE} / Alexandria: ME2 / production", [6] * 40, "1942")
    assert refused(g, "ship send", "allied") == ""
    give(g, "allied: ship send")
    assert refused(g, "ship send", "allied") == "21.37"


@pytest.mark.rule("eurofront", "21.373")
def test_strangers_are_not_rebuilt_in_africa() -> None:
    """A corps of the West comes back at home only, the Desert Force in Egypt."""
    g = scene(f"{LINE}", scenario="1942")
    egypt = node(g, "Alexandria")
    assert not building.no_strange_cadre(g.table, 1, (piece(g, "Br8mech"),)) >> egypt & 1
    assert building.no_strange_cadre(g.table, 1, (piece(g, "BrWDFmech"),)) >> egypt & 1


@pytest.mark.rule("eurofront", "21.384")
def test_africa_is_built_with_its_own_points() -> None:
    """In 1940C what stands in Tripoli is paid for by the purse of the Med, what stands in Rome by the West."""
    g = med_scene("Tripoli: It10inf2 / Suez: BrWDFmech2")
    g.table.p.med_points[AXIS] = 7
    assert ships.points(g.table, AXIS, node(g, "Tripoli")) == 7
    assert ships.points(g.table, AXIS, node(g, "Rome")) == g.table.p.points0


@pytest.mark.rule("eurofront", "21.398", "21.398/a")
def test_iraq_rises() -> None:
    """An uprising makes Iraq the Axis', empty bases with it, but for what a British unit holds."""
    g = scene(f"{LINE} / Habbinaya: BrHabmech1 / allied holds Habbinaya Basra", scenario="1940")
    t = g.table
    assert rebels.uprising("Iraq") not in t.p.politics
    effects.mandate_rises(t, "Iraq")
    assert rebels.uprising("Iraq") in t.p.politics and holds(g, AXIS, "Mosul") and holds(g, ALLIED, "Habbinaya")


@pytest.mark.rule("eurofront", "21.431")
def test_command_across_the_north() -> None:
    """OKW in Copenhagen and the Allies in Glasgow command West and North alike, OKH in Leningrad East and North."""
    g = scene(
        "Copenhagen: OKW3 / Glasgow: AF3 / Leningrad: OKH3 / Moscow: Stavka3 / axis holds Leningrad", scenario="1942"
    )
    t = g.table
    assert command.flex_fronts(t, piece(g, "OKW")) == command.flex_fronts(t, piece(g, "AF")) == (fronts.WF, fronts.NF)
    assert command.flex_fronts(t, piece(g, "OKH")) == (fronts.EF, fronts.NF)


@pytest.mark.rule("eurofront", "21.46")
def test_who_keeps_strangers_in_the_arctic() -> None:
    """An alien corps in Narvik is kept by the West, one in Petsamo by the East."""
    g = scene(f"{LINE} / Narvik: 1inf2 / Petsamo: 2inf2", scenario="1942")
    assert arctic.maintenance(g.table, AXIS) == arctic.maintenance(g.table, AXIS, east=True) == 5


@pytest.mark.rule("eurofront", "21.494")
def test_norway_falls_as_a_major_power() -> None:
    """With Oslo lost Norway fights on while a unit stands."""
    for units, fallen in (("Narvik: No4stat1", False), ("", True)):
        g = weser_scene(f"at war / axis holds Oslo / Hamburg: 33inf3 / {units or 'London: AF2'}")
        assert norway.is_defeated(g.table) == fallen


@pytest.mark.parametrize("war", ["1940", "1940A"])
def test_an_attacked_mandate_may_be_met(war: str) -> None:
    """Iraq's army is in play once the Allies have gone to war with it, risen or not: a guess may deal it."""
    t = scene("Berlin: 1inf3 / London: AF3", scenario=war).table
    army = t.world.named["iqinf"]
    assert not t.title.called_up(t, army)
    t.p.politics[nations.joins("Iraq", AXIS)] = t.p.month
    t.p.neutral &= ~t.world.board.region["Iraq"]
    assert t.title.called_up(t, army)
