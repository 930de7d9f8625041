"""Chapters 13 to 15 where scenarios of all fronts need them: far skies, drops, sea moves, landings, beachheads."""

from __future__ import annotations

import pytest

from grognard.engine.play.game import Game
from grognard.titles.eurofront.europe import aloft, objectives, purses, supremacy
from grognard.titles.systems.front import air, invasion, sea, sea_moves, supply
from grognard.titles.systems.front.state import BH_LOST, BY_SEA

from .europe import ALLIED, AXIS, SOVIET, node, piece, scene
from .play import at, give, refused
from .test_europe_landings import landing

MALTA = "1943-07 / Malta: AF3 Br10inf2 / Tunis: 15AG3 Br13mech3 Br5inf2"


def y43(text: str, dice: list[int] | None = None) -> Game:
    """A game at a scene of 1943."""
    return scene(f"1943-07 / {text}", dice, "1943")


# Far skies and drops


@pytest.mark.rule("eurofront", "13.11/a")
def test_only_hqs_of_the_med_strike_into_it() -> None:
    """From Sicily an ordinary German HQ reaches no African hex, the Afrika HQ does; who has won the front may."""
    for name, reaches in (("AGSou", False), ("AGAfr", True)):
        g = scene(f"1942-07 / Palermo: {name}3* / Tunis: Br5inf2 / axis movement", None, "1942")
        t = g.table
        t.p.reach[piece(g, name)] = 3
        assert bool(air.within_air_range(t, piece(g, name)) >> node(g, "Tunis") & 1) == reaches, name


@pytest.mark.rule("eurofront", "14.21")
def test_a_paradrop_hq_does_nothing_else() -> None:
    """It sends paras of its own hex only, has no airstrike, and does not deploy."""
    g = give(y43("Malta: AF2 Br2para3 / Tunis: US17para3 / allied command"), "activate AF paradrop", "end")
    assert refused(g, "drop AF US17para Licata") == "14.21"
    assert not air.not_dropping(g.table, 0, ()) >> piece(g, "AF") & 1
    assert refused(y43("Tunis: 15AG2 US17para3 / allied command"), "deploy 15AG Bizerte paradrop") != ""


@pytest.mark.rule("eurofront", "14.21/a")
def test_no_drop_into_the_med_without_a_landing() -> None:
    """Paras from Malta reach no hex of Africa, unless friends have landed there in the same phase; who has won the Med
    Front drops anywhere."""
    g = scene("1942-07 / Malta: AF3 Br2para3 / Tripoli: 1inf1 / allied command", None, "1942")
    give(g, "activate AF paradrop", "end")
    t, tripoli = g.table, node(g, "Tripoli")
    assert aloft.far_fronts(t) >> tripoli & 1 and refused(g, "drop AF Br2para Tripoli") == "14.22"
    landed = piece(g, "Br5inf")
    t.p.put(landed, tripoli)
    t.p.entry[landed] = BY_SEA
    assert not aloft.far_fronts(t) >> tripoli & 1
    assert not aloft.far_fronts(y43("Malta: AF3 / allied command").table) >> tripoli & 1


@pytest.mark.rule("eurofront", "18.39")
def test_no_drop_into_areas() -> None:
    """No area is a place to drop, wherever the HQ stands."""
    t = y43("Malta: AF3 / allied command").table
    assert int(t.world.areas) and t.title.undroppable(t) & int(t.world.areas) == int(t.world.areas)


# Sea moves


@pytest.mark.rule("eurofront", "15.3")
def test_sea_moves_end_in_friendly_ports_and_take_supreme_moves() -> None:
    """Palermo is Axis, so no sea move goes there; without a supreme HQ none goes anywhere."""
    g = give(scene(f"{MALTA} / allied command", None, "1943"), "activate AF", "end")
    assert refused(g, "sail Br13mech Palermo") == "15.3"
    g = give(scene(f"{MALTA} / allied command", None, "1943"), "activate 15AG", "end")
    assert refused(g, "sail Br13mech Malta") == "15.3"


@pytest.mark.rule("eurofront", "15.3/a")
def test_the_last_unit_does_not_leave_a_battle_by_sea() -> None:
    """A sea move may disengage, but the last unit in Catania cannot retreat by ship."""
    fight = "76arm2 / allied holds Catania / allied defends Catania / allied command"
    g = scene(f"1943-07 / Malta: AF3 / Catania: Br5inf3 {fight}", None, "1943")
    assert refused(give(g, "activate AF", "end"), "sail Br5inf Malta") == "15.3/a"
    g = scene(f"1943-07 / Malta: AF3 / Catania: Br5inf3 Br10inf2 {fight}", None, "1943")
    assert at(give(g, "activate AF", "end", "sail Br5inf Malta"), "Br5inf") == "Malta"


@pytest.mark.rule("eurofront", "15.7", "15.71")
def test_each_enemy_sea_has_its_number_of_dice() -> None:
    """A landing on the coast of Genoa crosses the Axis Ligurian Sea, value 2: two dice, and a 1 turns it back."""
    g = scene("1943-07 / Bizerte: 21AG3 US6amph3 / allied command", [3, 1], "1943")
    assert sea.value(g.table, sea.chart(g.table.world).number("Ligurian Sea")) == 2
    give(g, "activate 21AG invasion", "end", "invade 21AG US6amph Livorno", "end", "end")
    assert at(g, "US6amph") == "Bizerte"


# Landings


@pytest.mark.rule("eurofront", "15.5")
def test_no_landing_from_an_embattled_port() -> None:
    """Enemies landed in Tunis after 15AG was activated: nothing sails from there."""
    g = landing()
    p = g.table.p
    assert refused(g, "invade 15AG US2amph Licata") == ""
    p.put(piece(g, "76arm"), node(g, "Tunis"))
    p.cv[piece(g, "76arm")] = 2
    g._changed()
    assert refused(g, "invade 15AG US2amph Licata") == "15.5"


@pytest.mark.rule("eurofront", "15.511")
def test_support_over_the_sea() -> None:
    """15AG at III in Tunis supports a landing at Licata, not in the mountains of Messina, and no inland hex."""
    g = landing()
    area = invasion.sea_support(g.table, piece(g, "15AG"))
    assert area >> node(g, "Licata") & 1 and not area >> node(g, "Messina") & 1


@pytest.mark.rule("eurofront", "15.53")
def test_a_sea_assault_may_be_repulsed() -> None:
    """Infantry storms Licata: the Italian 1 sends it back to Tunis."""
    g = landing(" / Licata: It7inf1 / Tunis: Br10inf3", dice=[1] + [6] * 10)
    give(g, "invade 15AG Br10inf Licata", "end", "end", "end")
    assert at(g, "Br10inf") == "Tunis"


def test_who_lands() -> None:
    """Infantry, mech, armor, mountain and amphibious units land; cavalry, shock, statics and forts do not."""
    kinds = {kind.name: kind.may_invade for kind in landing().table.world.kinds}
    assert all(kinds[name] for name in ("amphibious", "infantry", "mech", "armor", "mountain"))
    assert not any(kinds[name] for name in ("cavalry", "shock", "static", "fort"))


def test_a_blitz_invasion_hq_commands_nothing_else() -> None:
    """As a Blitz Invasion HQ 15AG moves no unit on foot, though it stands beside one."""
    g = landing(" / Tunis: Br10inf3", "blitz-invasion")
    assert refused(g, "invade 15AG US2amph Licata") == ""
    assert refused(g, "move Br10inf Bizerte") != ""


# Beachheads


def ashore(more: str = "") -> Game:
    """US2 has landed at Licata, in the Supply phase that lays beachheads."""
    g = give(landing(more), "invade 15AG US2amph Licata", "end")
    while g.table.frame.step != "beachheads":
        give(g, "end")
    return g


@pytest.mark.rule("eurofront", "15.61", "15.62")
def test_a_ready_beachhead_is_laid_where_its_unit_landed() -> None:
    """US2's goes to Licata; US6's has no unit there, and one in Prep stays in its box."""
    g = ashore()
    assert refused(g, "place US6BH") == "15.62"
    assert g.table.p.beachheads[give(g, "place US2BH") and "US2BH"] == node(g, "Licata")
    assert refused(ashore(" / US2BH prep"), "place US2BH") == "15.61"


@pytest.mark.rule("eurofront", "15.6")
def test_a_beachhead_is_lost_to_enemies_without_friends() -> None:
    """Axis armor in Licata, where no Allied unit is left: the beachhead is eliminated; a friend keeps it."""
    text = "Licata: 76arm3{} / axis holds Licata / US2BH Licata / allied recovery"
    assert y43(text.format("")).table.p.beachheads["US2BH"] == BH_LOST
    assert y43(text.format(" US2amph2")).table.p.beachheads["US2BH"] != BH_LOST


@pytest.mark.rule("eurofront", "15.63")
def test_a_beachhead_supplies_its_hex_and_two_around() -> None:
    """At Licata, friendly, it feeds units a hex off; where the enemy holds the hex, only those in it."""
    ports = "Palermo: Sicstat1 / Catania: It7inf1"
    own = "Licata: US2amph4 / allied holds Licata / US2BH Licata / axis command"
    area = supply.supplied_area(y43(f"{ports} / {own}").table, ALLIED)
    g = y43(f"{ports} / Licata: US2amph4 76arm3 / axis defends Licata / US2BH Licata / axis command")
    licata, inland = node(g, "Licata"), node(g, "Palermo_E1")
    assert area >> licata & area >> inland & 1
    area = supply.supplied_area(g.table, ALLIED)
    assert area >> licata & ~area >> inland & 1


@pytest.mark.rule("eurofront", "15.65")
def test_a_mulberry_is_a_minor_port() -> None:
    """Over the beachhead at Licata one unit comes ashore by sea move, the second is refused."""
    licata = f"{MALTA} / Licata: US2amph2 / allied holds Licata / US2BH Licata"
    g = give(scene(f"{licata} / allied command", None, "1943"), "activate AF", "end")
    assert sea_moves.capacity(g.table, node(g, "Licata"), ALLIED) == 1
    assert at(give(g, "sail Br13mech Licata"), "Br13mech") == "Licata"
    assert refused(g, "sail Br5inf Licata") == "15.32"


@pytest.mark.rule("eurofront", "15.83")
def test_who_rules_sea_and_air_supplies_any_number_in_a_siege() -> None:
    """In the summer of 1944 the Allies rule both: no unit of a besieged port need be named, and the Axis sails neither
    Atlantic nor Mediterranean."""
    g = scene("1944-07 / London: SHAEF3 / allied command")
    t = g.table
    t.p.naval = ALLIED + 1
    assert supremacy.both(t) and t.title.rules_the_air(t, ALLIED) and not t.title.rules_the_air(t, AXIS)
    assert supremacy.lost_seas(t, AXIS) >> sea.chart(t.world).number("North Sea") & 1


@pytest.mark.rule("eurofront", "15.11")
def test_who_sails_which_inland_sea() -> None:
    """Only the Soviets sail the Caspian; they stay out of the Mediterranean and the Allies out of the Black Sea, until
    Turkey is Allied."""
    t = y43("London: SHAEF3 / allied command").table
    names = sea.chart(t.world).names
    caspian, black, med = (1 << names.index(name) for name in ("North Caspian", "Western Black Sea", "Central Med"))
    shut = [t.title.lost_seas(t, power) & (caspian | black | med) for power in (AXIS, ALLIED, SOVIET)]
    assert shut == [caspian, caspian | black, med]
    t.p.politics["Turkey joins allied"] = t.p.month
    assert [t.title.lost_seas(t, power) & (black | med) for power in (ALLIED, SOVIET)] == [0, 0]


@pytest.mark.rule("eurofront", "15.21")
def test_basins_that_one_side_has_won() -> None:
    """With Italy defeated the Mediterranean is Allied whoever holds the bases, from June 1944 the Atlantic too."""
    t = y43("Taranto: 1inf3 / axis holds Taranto / London: SHAEF3 / allied command").table
    assert "Mediterranean" not in sea.basins_won(t) and "Atlantic" not in sea.basins_won(t)
    t.p.politics["Italy defeated"] = t.p.month
    t.p.month += 12
    assert sea.basins_won(t) == {"Mediterranean": ALLIED, "Atlantic": ALLIED}


@pytest.mark.rule("eurofront", "17.6/a")
def test_a_lost_victory_leaves_the_allocation_as_it_was() -> None:
    """While the Allies hold all ports of the Med they assign nothing to it; when one is lost, as much as before."""
    t = scene("1942-07 / London: SHAEF3 / allied command", None, "1942").table
    before = purses.allocated_south(t, ALLIED)
    held = t.p.held[ALLIED]
    t.p.held[ALLIED] |= int(t.world.board.area(*objectives.MED_PORTS))
    assert purses.allocated_south(t, ALLIED) == 0 < before
    t.p.held[ALLIED] = held
    assert purses.allocated_south(t, ALLIED) == before


@pytest.mark.rule("eurofront", "15.1")
def test_a_storm_closes_the_seas_of_its_basin() -> None:
    """Every sea lies in a basin, and a storm in the Atlantic closes the North Sea, not the Central Med."""
    t = y43("London: SHAEF3 / allied command").table
    chart = sea.chart(t.world)
    t.p.storm = t.world.extra["basins"].index("Atlantic") + 1
    stormy = sea.stormy_seas(t)
    assert stormy >> chart.number("North Sea") & 1 and not stormy >> chart.number("Central Med") & 1
