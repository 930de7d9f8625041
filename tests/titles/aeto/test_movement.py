"""Land movement, stacking, zones of control, capture (5.7-5.13, 6.0)."""

from __future__ import annotations

import pytest

from grognard.titles.aeto import reach, zones
from grognard.titles.aeto.world import GERMANY, UK

from .scenes import at, node, offers, places, play, prompt, refused, scene


@pytest.mark.rule("aeto", "5.7/allowance")
def test_a_unit_moves_as_far_as_its_rating() -> None:
    """German infantry has 3 points: three hexes along the coast, not four."""
    game = scene("Benghazi: ger6inf / axis movement")
    assert "Mechili" in offers(game, "g: move ger6inf@Benghazi .") and refused(game, "g: move ger6inf@Benghazi Tobruk")
    assert refused(game, "g: move ger6inf@Benghazi Tobruk") == "5.7/allowance"
    play(game, "g: move ger6inf@Benghazi Mechili")
    assert at(game, "Mechili") == ["ger6inf"]


@pytest.mark.rule("aeto", "5.13/stop")
def test_infantry_stops_in_an_enemy_zone_and_never_goes_from_zone_to_zone() -> None:
    """Gazala's defender covers Mechili: infantry there steps to no other zone hex, and one that comes stops there."""
    game = scene("Mechili: ger6inf / Gazala: uk5inf / Benghazi_E1: uk5inf / axis movement")
    assert refused(game, "g: move ger6inf@Mechili Derna") == "5.13/stop"
    game = scene("Benghazi_E1: ger6inf / Gazala: uk5inf / axis movement")
    assert refused(game, "g: move ger6inf@Benghazi_E1 Derna") == ""
    assert refused(game, "g: move ger6inf@Benghazi_E1 Bir_Hacheim_W1") == ""
    play(game, "g: move ger6inf@Benghazi_E1 Mechili")
    assert "move" not in offers(game, "g: ")


@pytest.mark.rule("aeto", "5.13/armor-extra")
@pytest.mark.rule("aeto", "5.13/armor-zoc-to-zoc")
def test_armor_goes_one_hex_on_in_a_zone() -> None:
    """South of Bir Hacheim Italian armor enters the zone and one hex more; the third is closed."""
    game = scene("Mechili_SW1: ita5arm / Bir_Hacheim: uk5inf / Gazala: uk5inf / axis movement")
    found = offers(game, "g: move ita5arm@Mechili_SW1 .")
    assert {"Bir_Hacheim_SW1", "Bir_Hacheim_SE1"} <= found
    assert refused(game, "g: move ita5arm@Mechili_SW1 Sidi_Azeiz_SE1") == "5.13/stop"
    assert reach.agile_in_zone(1, reach.GO_ON, 2, 0b110) == reach.STOPPED


@pytest.mark.rule("aeto", "5.13/exert")
def test_who_exerts_a_zone() -> None:
    """Infantry covers the six hexes around it; paratroopers, HQs and Generals cover none but their own."""
    game = scene("Tobruk: uk5inf / El_Alamein: uk3para Auchinleck / axis movement")
    zone = places(game, zones.zone_over(game.table, [UK]))
    assert {"Gazala", "Bardia", "Bir_Hacheim", "Sidi_Azeiz", "Tobruk"} <= zone
    assert "El_Alamein" in zone and "El_Alamein_W1" not in zone


@pytest.mark.rule("aeto", "5.13/restrict-fort")
def test_no_zone_reaches_into_an_enemy_fort() -> None:
    """A fortification at Tobruk keeps the German zone out of its hex."""
    game = scene("Tobruk: uk5inf / Gazala: ger6inf / axis movement")
    assert "Tobruk" not in places(game, zones.zone_over(game.table, [GERMANY]))
    game.table.p.forts = 0
    assert "Tobruk" in places(game, zones.zone_over(game.table, [GERMANY]))


@pytest.mark.rule("aeto", "5.11/capture")
@pytest.mark.rule("aeto", "5.11/non-combat")
def test_entering_a_hex_captures_it_but_not_for_a_leader() -> None:
    """Infantry that walks through Gazala makes it German; a lone General owns nothing."""
    game = play(scene("Mechili: ger6inf / Bir_Hacheim_W1: Rommel / axis movement"), "g: move ger6inf@Mechili Gazala")
    assert game.table.p.held[GERMANY] >> node(game, "Gazala") & 1
    play(game, "g: move Rommel Bir_Hacheim")
    assert game.table.p.held[UK] >> node(game, "Bir_Hacheim") & 1
    assert not game.table.p.held[GERMANY] >> node(game, "Bir_Hacheim") & 1


@pytest.mark.rule("aeto", "5.9/timing")
@pytest.mark.rule("aeto", "5.9/basic")
def test_four_steps_to_a_hex_and_six_in_a_city() -> None:
    """Two two-step corps fill Mechili; Benghazi, a city, takes a third."""
    game = scene("Mechili: ger6inf ger6mech / Benghazi: ita3inf ita5arm / Benghazi_E1: ger8arm / axis movement")
    assert refused(game, "g: move ger8arm@Benghazi_E1 Mechili") == "5.9/timing"
    assert refused(game, "g: move ger8arm@Benghazi_E1 Benghazi") == ""


@pytest.mark.rule("aeto", "5.9/fort-bonus")
def test_a_fortified_hex_holds_one_step_more() -> None:
    """Tobruk with its fort holds five steps."""
    game = scene("Tobruk: uk5inf uk4inf / Bardia: uk3inf- / uk movement")
    assert refused(game, "u: move uk3inf-@Bardia Tobruk") == ""
    game.table.p.forts = 0
    game._changed()
    assert refused(game, "u: move uk3inf-@Bardia Tobruk") == "5.9/timing"


@pytest.mark.rule("aeto", "5.10/ride")
@pytest.mark.rule("aeto", "5.10/alone-or-ride")
def test_a_general_rides_or_moves_alone_not_both() -> None:
    """Rommel who has moved five hexes alone does not ride on with the panzers that he joined."""
    game = play(scene("Agedabia: Rommel / Mechili: ger8arm / axis movement"), "g: move Rommel Mechili")
    assert refused(game, "g: move ger8arm@Mechili+Rommel Gazala") in ("5.10/alone-or-ride",)
    play(game, "g: move ger8arm@Mechili Gazala")
    assert at(game, "Gazala") == ["ger8arm"] and at(game, "Mechili") == ["Rommel"]


@pytest.mark.rule("aeto", "6.0/generals-hqs-zoc")
@pytest.mark.rule("aeto", "5.10/zoc")
def test_a_lone_general_enters_no_open_zone() -> None:
    """The zone of Gazala closes Mechili to a lone General until infantry stands there."""
    game = scene("Benghazi_E1: Rommel / Gazala: uk5inf / axis movement")
    assert "Mechili" not in offers(game, "g: move Rommel .")
    game = scene("Benghazi_E1: Rommel / Mechili: ita3inf / Gazala: uk5inf / axis movement")
    assert "Mechili" in offers(game, "g: move Rommel .")


@pytest.mark.rule("aeto", "5.10/lone-overrun")
def test_a_lone_general_is_driven_off() -> None:
    """Who enters a lone General's hex sends him to the pool."""
    game = play(scene("Mechili: ger6inf / Gazala: Auchinleck / axis movement"), "g: move ger6inf@Mechili Gazala")
    assert at(game, "Gazala") == ["ger6inf"]
    assert sum(game.table.p.pool) == 1


@pytest.mark.rule("aeto", "5.2/A-bump")
@pytest.mark.rule("aeto", "5.2/A-bump-eliminated")
def test_a_lone_hq_is_bumped_by_its_owner_s_choice() -> None:
    """Infantry that has come next to the 8th Army bumps it; the British say where it goes, out of the zone."""
    game = play(scene("Mechili: ger6inf / Tobruk: 8th_Army / axis movement"), "g: move ger6inf@Mechili Gazala")
    game.table.p.forts = 0
    game._changed()
    play(game, "g: bump 8th_Army")
    assert prompt(game) == ("uk", "bump")
    assert refused(game, "u: flee Bir_Hacheim") == "5.2/A-bump"
    play(game, "u: flee Bardia")
    assert at(game, "Bardia") == ["8th_Army"]


@pytest.mark.rule("aeto", "6.0/combine")
def test_two_depleted_units_combine() -> None:
    """Two depleted Indian corps in a hex become one full one."""
    game = scene("Bardia: uk2inf- uk2inf- / uk movement")
    first, second = game.table.title.find_pieces(game.table, "uk2inf-@Bardia")
    game.table.p.card[second] = game.table.p.card[first]
    game._changed()
    assert "combine" not in offers(scene("Bardia: uk2inf- uk3inf- / uk movement"), "u: ")
    assert "combine" not in offers(scene("Bardia: uk2inf- / Tobruk: uk2inf- / uk movement"), "u: ")
    play(game, "u: combine uk2inf-@Bardia")
    assert len(at(game, "Bardia")) == 1 and game.table.p.steps[first] == 2


@pytest.mark.rule("aeto", "7.10/mp-light")
@pytest.mark.rule("aeto", "7.10/mp-heavy")
def test_units_out_of_supply_crawl() -> None:
    """Without chits a panzer corps goes one hex, infantry two."""
    bare = "0 chits Benghazi / 0 chits Derna / 0 chits El Agheila"
    game = scene(f"{bare} / Mechili: ger8arm / Derna: ger6inf / axis movement")
    assert "Gazala" in offers(game, "g: move ger8arm@Mechili .") and "Tobruk" not in offers(
        game, "g: move ger8arm@Mechili ."
    )
    assert refused(game, "g: move ger8arm@Mechili Bir_Hacheim") == "5.7/allowance"
    assert refused(game, "g: move ger6inf@Derna Bir_Hacheim_W1") == ""
    assert refused(game, "g: move ger6inf@Derna Bir_Hacheim_SW1") == "5.7/allowance"
