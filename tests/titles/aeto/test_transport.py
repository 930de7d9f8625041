"""Transport by sea: units, Sea Supply chits, and what is lost with the ships (3.24, 7.1, 7.4)."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.aeto import ending, movement, pieces
from grognard.titles.aeto.sea import cargo, damage, ships
from grognard.titles.aeto.world import ITALY

from .scenes import SEATS, at, event, named, node, prompt, refused

LIBYA = "Rome: ita3inf / Naples: ita0stp ita0stp / Tripoli: ita4inf / Cairo: uk5inf / 0 chits Tripoli"


def sea(text: str, dice: list[int] | None = None) -> grognard.Game:
    return grognard.read_scene(f"aeto 1941 bare / {text}", dice)


def orders(game: grognard.Game, *texts: str) -> grognard.Game:
    for text in texts:
        seat, _, order = text.partition(": ")
        game.play(SEATS[seat], order)
    return game


@pytest.mark.rule("aeto", "3.24")
def test_a_point_carries_a_step() -> None:
    """Two points take a corps of two steps to Tripoli, one does not; it lands in a port and nowhere else."""
    game = sea("Naples: ita0stp ita0stp ita3inf / Rome: ita4inf / axis naval")
    assert refused(game, "g: sail ita3inf@Naples+ita0stp@Naples Tripoli") == "3.24"
    load = "ita3inf@Naples+ita0stp@Naples+ita0stp@Naples"
    assert refused(game, f"g: sail {load} off_Tripoli") == "3.24"
    orders(game, f"g: sail {load} Tripoli")
    assert at(game, "Tripoli") == ["ita0stp", "ita0stp", "ita3inf"]


@pytest.mark.rule("aeto", "3.24")
def test_what_sinks_takes_its_load() -> None:
    """At sea two transports carry two steps: when one goes down a step goes with it, with the other the rest."""
    game = sea("Naples: ita0stp ita0stp ita3inf / Rome: ita4inf / axis naval")
    t = game.table
    corps, transports = named(game, "ita3inf@Naples"), ships.ships_at(t, node(game, "Naples"))
    off = node(game, "off_Naples")
    for i in (corps, *transports):
        t.place(i, off)
    assert pieces.aboard(t) == 1 << corps and corps not in ending.land_units(t)
    assert not movement.on_map(t, t.seat_of(ITALY)) >> corps & 1
    damage.sink(t, transports[0], "3.16")
    assert t.p.steps[corps] == 1
    damage.sink(t, transports[1], "3.16")
    assert t.p.steps[corps] == 0


@pytest.mark.rule("aeto", "7.1/embark-sea")
@pytest.mark.rule("aeto", "7.1/illegal-destination")
@pytest.mark.rule("aeto", "7.4/full-port")
@pytest.mark.rule("aeto", "7.1/capacity")
def test_supply_by_sea() -> None:
    """From Naples a transport brings a chit to Tripoli, once; not to Genoa, which has a line, nor from Tripoli."""
    game = sea(f"{LIBYA} / axis naval")
    assert refused(game, "g: ship_supply ita0stp@Naples Genoa") == "7.1/illegal-destination"
    orders(game, "g: ship_supply ita0stp@Naples Tripoli")
    tripoli = str(node(game, "Tripoli"))
    assert game.table.p.chits[tripoli][:2] == (ITALY, 1) and event(game, "landed_supply")["chits"] == 1
    if prompt(game)[0] == "uk":
        orders(game, "u: pass")
    assert refused(game, "g: ship_supply ita0stp@Naples Tripoli") == "7.4/full-port"
    game = sea("Rome: ita3inf / Tripoli: ita0stp / Naples: ita2cl / 0 chits Tripoli / 0 chits Benghazi / axis naval")
    assert refused(game, "g: ship_supply ita0stp@Tripoli Benghazi") == "7.1/embark-sea"
    assert refused(game, "g: ship_supply ita2cl@Naples Tripoli") == "7.1/capacity"


@pytest.mark.rule("aeto", "7.6/submarine")
@pytest.mark.rule("aeto", "7.6/deplete")
@pytest.mark.rule("aeto", "7.6/uboat")
def test_supply_by_submarine() -> None:
    """A full boat takes a chit from Alexandria to Malta and is depleted then; a depleted one and U-boats carry none."""
    game = sea("Alexandria: uk0ss / Cairo: uk5inf / Tobruk: uk4inf / Kiel: ger0ub / 0 chits Tobruk / uk naval")
    boat = named(game, "uk0ss@Alexandria")
    orders(game, "u: ship_supply uk0ss@Alexandria Tobruk")
    assert game.table.p.chits[str(node(game, "Tobruk"))][1] == 1 and game.table.p.steps[boat] == 1
    assert cargo.supply_boats(game.table, (boat,)) == []
    assert not ships.afloat(game.table, game.table.seat_of(0)) >> named(game, "ger0ub@Kiel") & 1


@pytest.mark.rule("aeto", "7.7/italian-double")
def test_supply_from_mediterranean_ports_feeds_germans_at_double() -> None:
    """Naples lies on the Mediterranean, Hamburg does not."""
    game = sea(f"{LIBYA} / axis naval")
    assert cargo.embarked_in(game.table, node(game, "Naples")) == 1
    assert cargo.embarked_in(game.table, node(game, "Hamburg")) == 0
