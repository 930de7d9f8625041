"""EuroFront's hardest rules that the Front system keeps, as scenes on the whole board."""

from __future__ import annotations

from grognard.engine.play.game import Game
from grognard.titles.systems.front import blocks, ground, supply

from .fixture import AXIS, at, cv, give, refused, scene

LAND = "axis holds all / 1943-07"


def node(g: Game, name: str) -> int:
    found = int(g.title.find_node(g.table, name))
    assert found >= 0, name
    return found


def piece(g: Game, name: str) -> int:
    return int(g.table.world.named[name.casefold()])


# Areas and routes (18)


def test_command_runs_along_routes() -> None:
    """A short route counts two hexes, a long one five: HQ III in Oslo commands Dombas, but nothing at five."""
    g = scene(f"{LAND} / Oslo: XHQa3* / Dombas: X1inf3 / Trondheim: X2inf3 / axis movement")
    assert not g.table.p.commanded >> node(g, "Trondheim") & 1
    assert g.table.p.commanded >> node(g, "Dombas") & 1


def test_rail_goes_on_along_routes() -> None:
    """A rail move uses short and long rail routes as two and five rail hexes, together with hexes of the map."""
    g = scene(f"{LAND} / Oslo: X1inf3 XSHQ3* / supreme 6 / axis movement")
    assert refused(g, "rail X1inf Goteborg") == ""
    assert refused(g, "rail X1inf Dombas") == ""


def test_a_march_goes_along_one_short_route() -> None:
    """Any unit marches along a short route whatever its speed; an HQ's command serves, or one Supreme Move."""
    g = scene(f"{LAND} / Oslo: XHQa3* X1stat2 X1inf3 / axis movement")
    give(g, "move X1inf Dombas")
    assert at(g, "X1inf") == "Dombas"


def test_an_engaged_region_keeps_its_rail_for_the_defender() -> None:
    """The Original Defender rails into an engaged Region (Gallivare), no one into an engaged District (Narvik)."""
    g = scene(
        f"{LAND} / Gavle: X1inf3 X2inf3 XSHQ3* / Gallivare: X1mtn3 W1mtn3 / Narvik: X2mtn3 W2mtn3"
        " / axis defends Gallivare Narvik / supreme 6 / axis movement"
    )
    assert refused(g, "rail X1inf Narvik") != ""
    assert refused(g, "rail X1inf Gallivare") == ""


def test_two_units_engage_along_a_route() -> None:
    """Two units a route may engage or disengage in a phase, whatever the ground and the weather."""
    g = scene(f"{LAND} / mud / Oslo: X1inf3 / Dombas: W1inf3 / axis movement")
    assert ground.side_limit(g.table, node(g, "Oslo"), node(g, "Dombas")) == 2


def test_a_region_in_battle_still_supplies_its_defender() -> None:
    """Supply comes by road and rail into an engaged Region and even through it for the Original Defender."""
    g = scene(f"{LAND} / Gallivare: X1mtn3 W1mtn3 / axis defends Gallivare / axis movement")
    assert supply.supplied_area(g.table, AXIS) >> node(g, "Gavle") & 1
    assert supply.supplied_area(g.table, AXIS) >> node(g, "Gallivare") & 1


# Weather by front, snow (4.2, 6.5, 12)


def test_each_front_has_its_weather() -> None:
    """Snow in the East and Dry in the West at one time: armor goes two hexes there and three here."""
    g = scene(f"{LAND} / WF dry / EF snow / Paris: X1arm3 / Minsk: X2arm3 / axis movement")
    assert blocks.speed(g.table, piece(g, "X1arm")) == 3
    assert blocks.speed(g.table, piece(g, "X2arm")) == 2


def test_pursuit_in_snow_is_by_the_speed_that_is_told() -> None:
    """The owner tells his rearguard's speed: infantry at 1 in Snow, so armor at 2 is faster and hits on a five."""
    g = scene(
        f"{LAND} / snow / Paris: XHQa3* / Amiens: X1inf3 W1arm1 / west defends Amiens / axis movement", dice=[5, 3, 3]
    )
    give(g, "rearguard X1inf Rouen", "end")
    assert cv(g, "X1inf") == 2


def test_no_one_is_repulsed_over_a_frozen_river() -> None:
    """An attack over a frozen river is no assault that can be repulsed."""
    g = scene(f"{LAND} / snow / east holds Minsk / Minsk: EHQa3* E1arm3 / Mogilev: X1inf3 / east movement", [3] * 9)
    give(g, "move E1arm Mogilev")
    assert not ground.wet_side(g.table, node(g, "Minsk"), node(g, "Mogilev"))
