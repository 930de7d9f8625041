"""What is told of a hex, of waters and of a unit of Advanced ETO."""

from __future__ import annotations

import grognard
from grognard.server import inspection, library


def told(found: dict) -> dict[str, str]:
    return {fact["label"]: fact["text"] for fact in found["facts"]}


def test_a_hex_says_whose_it_is_and_what_it_holds() -> None:
    """Tobruk: British, a fort, so many steps, what it defends with, its berths."""
    game = grognard.read_scene("aeto desert42 bare / fort Tobruk / Tobruk: uk5inf / Mechili: ger8arm / axis movement")
    facts = told(inspection.of_place(game, "germany", "Tobruk"))
    assert (facts["Held by"], facts["Fort"], facts["Weather"]) == ("United Kingdom", "fortification", "Clear")
    assert facts["Defends with"] == "7" and facts["Stacking"].endswith("steps") and "Berths" in facts


def test_a_unit_says_what_it_can() -> None:
    """A panzer corps at Mechili: movement left, supply, what it attacks with; once woken, that it is."""
    game = grognard.read_scene("aeto desert42 bare / Mechili: ger8arm / Cairo: uk5inf / axis offensives")
    facts = told(inspection.of_piece(game, "germany", "ger8arm@Mechili"))
    assert facts["Attacks with"] == "8" and facts["This month"] == "not woken yet" and "Supply" in facts
    assert facts["Movement left"].endswith("of 5")
    game.play("germany", "stack Mechili")
    game.play("germany", "activate ger8arm@Mechili")
    assert "Standby" in told(inspection.of_piece(game, "germany", "ger8arm@Mechili"))["This month"]


def test_waters_say_who_lies_there() -> None:
    """The waters off a port of 1941 name their sea and the ships in them."""
    game = grognard.new("aeto", "1941", seed=1)
    t = game.table
    afloat = next(n for n in t.p.stacks if not t.world.land >> n & 1 and n != t.p.lost)
    facts = inspection.of_place(game, "uk", t.node_name(afloat))["facts"]
    assert facts[0]["label"] == "Waters" and len(facts) > 1


def test_ships_off_a_coast_lie_on_the_map() -> None:
    """The waters off Kiel are a spot of the map beside its hex, and no box in a list; the convoy boxes are."""
    board = library._board("aeto", "1941")
    spots = {place["name"]: place for place in board["hexes"]}
    off, port = spots["off_Kiel_(Baltic)"], spots["Kiel"]
    assert 0.2 < ((off["x"] - port["x"]) ** 2 + (off["y"] - port["y"]) ** 2) ** 0.5 < 0.5 and off["terrain"] == "sea"
    assert not [name for name in board["boxes"] if name.startswith("off_")]
    assert "North_Atlantic_Convoy" in board["boxes"]
