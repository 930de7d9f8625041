"""Drops and landings in 1943: Husky's beaches by EuroFront's rules."""

from __future__ import annotations

import pytest

from grognard.engine.play.game import Game
from grognard.titles.systems.front import beachheads, fire

from .europe import ALLIED, holds, node, on_map, piece, scene
from .play import at, cv, give, refused

MALTA = "1943-07 / Malta: AF2 Br2para3 Br5inf2"
BEACH = "1943-07 / Tunis: 15AG3 US2amph4 Br13mech4"


def dropping(more: str = "", dice: list[int] | None = None) -> Game:
    """AF in Malta is a Paradrop HQ with air range 4, in movement."""
    return give(scene(f"{MALTA}{more} / allied command", dice, "1943"), "activate AF paradrop", "end")


def landing(more: str = "", role: str = "invasion", dice: list[int] | None = None) -> Game:
    """15AG in Tunis is an Invasion HQ, in movement."""
    return give(scene(f"{BEACH}{more} / allied command", dice, "1943"), f"activate 15AG {role}", "end")


def combat_over(g: Game) -> Game:
    """On to the end of the Supply phase, whoever is asked."""
    while g.table.p.active == ALLIED and g.table.frame.step != "politics" and len(g.decisions()) == 1:
        give(g, "end")
    return g


# Paras


@pytest.mark.rule("eurofront", "14.1")
def test_only_paratroops_drop() -> None:
    """The infantry beside the para stays on the ground, and the para does once it is grounded."""
    g = dropping()
    assert refused(g, "drop AF Br5inf Licata") == "14.1"
    assert at(give(g, "drop AF Br2para Licata"), "Br2para") == "Licata"
    g = scene(f"{MALTA} / allied command", None, "1943")
    g.table.p.grounded = 1 << ALLIED
    assert refused(g, "activate AF paradrop") != ""


@pytest.mark.rule("eurofront", "14.22")
def test_drops_reach_as_far_as_airpower_and_not_onto_mountains() -> None:
    """Messina is a mountain hex, Rome is beyond four hexes."""
    g = dropping()
    assert [refused(g, f"drop AF Br2para {place}") for place in ("Messina", "Rome", "Licata")] == ["14.22", "14.22", ""]


@pytest.mark.rule("eurofront", "14.3")
def test_a_dropped_para_is_dispersed() -> None:
    """Dropped on empty Licata it is dispersed, and the hex stays Axis."""
    g = give(dropping(), "drop AF Br2para Licata")
    assert g.table.p.dispersed[piece(g, "Br2para")] and not holds(g, ALLIED, "Licata")


@pytest.mark.rule("eurofront", "14.5")
def test_a_para_without_linkup_dies() -> None:
    """Alone in Palermo it is eliminated; beside friendly Licata it survives."""
    g = combat_over(give(dropping(" / Berlin: 1inf3"), "drop AF Br2para Palermo"))
    assert not on_map(g, "Br2para")
    g = dropping(" / Licata: Br10inf3 / allied holds Licata / Palermo: Sicstat2 / Catania: It7inf2")
    assert on_map(combat_over(give(g, "drop AF Br2para Palermo_E1")), "Br2para")


@pytest.mark.rule("eurofront", "14.41")
def test_a_repulsed_para_loses_a_step() -> None:
    """The Italian 1 sends the para back to Malta a step weaker; a fortress would on a three."""
    g = combat_over(give(dropping(" / Catania: It7inf1", [1] + [6] * 20), "drop AF Br2para Catania"))
    assert (at(g, "Br2para"), cv(g, "Br2para")) == ("Malta", 2)
    assert g.table.world.extra["repulse"]["air", "fortress"] == 3


@pytest.mark.rule("eurofront", "14.4")
def test_a_paradrop_hq_gives_no_support() -> None:
    """The drop on Catania fights unsupported, though the army group that sent it is next door."""
    text = "1943-07 / Licata: 15AG3 Br2para3 / allied holds Licata / Catania: It7inf1"
    g = give(scene(f"{text} / allied command", [6] * 9, "1943"), "activate 15AG paradrop", "end")
    give(g, "drop 15AG Br2para Catania", "end", "end")
    assert not g.table.p.supported >> node(g, "Catania") & 1
    kind = g.table.world.kinds[g.table.world.units[piece(g, "Br2para")].kind]
    assert (kind.speed[0], kind.motorized, kind.fire) == (2, 2, (6, 5))


# Landings


@pytest.mark.rule("eurofront", "15.52/b")
def test_no_landing_on_mountains_or_shoals() -> None:
    """Messina is a mountain hex; Emden lies behind shoals."""
    assert refused(landing(), "invade 15AG US2amph Messina") == "15.52/b"
    g = give(scene("1943-07 / London: 1AG2 Br1amph4 / allied command", None, "1943"), "activate 1AG invasion", "end")
    assert refused(g, "invade 1AG Br1amph Emden") == "15.52/b"


@pytest.mark.rule("eurofront", "15.56")
def test_invaders_are_dispersed_until_their_supply_phase() -> None:
    """Licata is not Allied by the landing alone; after recovery it is."""
    g = give(landing(), "invade 15AG US2amph Licata")
    assert g.table.p.dispersed[piece(g, "US2amph")] and not holds(g, ALLIED, "Licata")
    combat_over(g)
    assert not g.table.p.dispersed[piece(g, "US2amph")] and holds(g, ALLIED, "Licata")


@pytest.mark.rule("eurofront", "15.521")
def test_one_invader_for_a_defended_hex() -> None:
    """Two HQs cannot land two units at defended Catania in one phase; at empty Licata they can."""
    g = scene(f"{BEACH} / Bizerte: 21AG3 US6amph3 / Catania: 76arm2 / allied command", None, "1943")
    give(g, "activate 15AG invasion", "activate 21AG invasion", "end", "invade 15AG US2amph Catania")
    assert (refused(g, "invade 21AG US6amph Catania"), refused(g, "invade 21AG US6amph Licata")) == ("15.521", "")


@pytest.mark.rule("eurofront", "12.51")
def test_a_storm_closes_its_seas_to_invasions() -> None:
    """With a storm in the Mediterranean nothing lands on Sicily, and a beachhead there is of no use."""
    g = landing(" / storm Mediterranean / 1943-11")
    assert refused(g, "invade 15AG US2amph Licata") == "12.51"
    assert beachheads.stormbound(g.table, node(g, "Licata"))


@pytest.mark.rule("eurofront", "15.541")
def test_the_second_wave_lands_where_the_first_did_or_where_it_is_marked() -> None:
    """First Licata, mark Catania: in the Blitz the second unit may land at either, not at Palermo E1."""
    g = give(landing(role="blitz-invasion"), "invade 15AG US2amph Licata", "mark 15AG Catania", "end")
    while not (g.table.frame.step == "movement" and g.table.p.blitz):
        give(g, "end")
    assert refused(g, "invade 15AG Br13mech Palermo_E1") == "15.541"
    assert refused(g, "invade 15AG Br13mech Catania") == ""


@pytest.mark.rule("eurofront", "15.66")
def test_an_amphibious_corps_on_its_beach() -> None:
    """In the hex of its own beachhead it hits on fives in attack, elsewhere on sixes."""
    found = []
    for where in ("Licata", "ready"):
        g = scene(f"1943-07 / US2BH {where} / Licata: US2amph3 / allied holds Licata / axis command", None, "1943")
        found.append(fire.rating(g.table, piece(g, "US2amph"), node(g, "Licata"), passive=False))
    assert found == [5, 6]
