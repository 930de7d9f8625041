"""Supply lines, chits, depletion, the End Phase and the desert's own rules (7.7, 7.10-7.13, 12.2)."""

from __future__ import annotations

import pytest

from grognard.titles.aeto import ending, supply
from grognard.titles.aeto.tables import month_of
from grognard.titles.aeto.world import UK

from .scenes import at, event, named, node, play, prompt, refused, scene

NOTHING = "0 chits Benghazi / 0 chits Derna / 0 chits El Agheila"


def in_supply(game, name: str) -> bool:
    return supply.defends_supplied(game.table, named(game, name))


@pytest.mark.rule("aeto", "7.7/line")
@pytest.mark.rule("aeto", "7.7/inhibit")
@pytest.mark.rule("aeto", "7.0/uk-egypt")
def test_a_line_of_supply_is_cut_by_open_zones() -> None:
    """Tobruk lives by Cairo; German zones over Bardia and the desert cut it, unless friends stand in the hexes."""
    game = scene("Tobruk: uk5inf / 0 chits Tobruk / axis offensives")
    assert in_supply(game, "uk5inf@Tobruk")
    wall = "Mersa_Matruh: ger6inf / Mersa_Matruh_SW2: ger6inf / E_6026: ger6inf"
    game = scene(f"Tobruk: uk5inf / 0 chits Tobruk / {wall} / axis offensives")
    assert not in_supply(game, "uk5inf@Tobruk")


@pytest.mark.rule("aeto", "7.7/expend")
@pytest.mark.rule("aeto", "7.7/forced-use")
@pytest.mark.rule("aeto", "7.7/chit-capacity")
def test_chits_that_feed_anyone_are_used_up() -> None:
    """Two Germans fill a chit; with a third one more is used; the rest stay."""
    game = scene(f"{NOTHING} / 3 chits Derna / Mechili: ger8arm ger6mech / Derna: ger6inf / axis movement")
    play(game, "g: end", "u: end")
    assert game.table.p.chits[str(node(game, "Derna"))][1] == 1


@pytest.mark.rule("aeto", "7.7/choose")
def test_the_owner_says_who_is_fed_when_chits_are_short() -> None:
    """One chit and three Germans: the owner feeds two, the third is marked out of supply."""
    game = scene(f"{NOTHING} / 1 chits Derna / Mechili: ger8arm ger6mech / Derna: ger6inf / axis movement")
    play(game, "g: end", "u: end")
    assert prompt(game) == ("germany", "feeding")
    play(game, "g: feed ger8arm@Mechili", "g: feed ger6mech@Mechili")
    assert [game.table.p.marked[named(game, name)] for name in ("ger8arm@Mechili", "ger6inf@Derna")] == [0, 1]


@pytest.mark.rule("aeto", "7.13/roll")
@pytest.mark.rule("aeto", "7.13/mod-stack")
def test_hungry_units_are_depleted_from_the_second_month() -> None:
    """Marked for the second time with a companion in the hex, a die of 4 becomes 3 and costs one step."""
    game = scene(f"{NOTHING} / Mechili: ger8arm ger6mech / axis movement", [4, 6])
    for name in ("ger8arm@Mechili", "ger6mech@Mechili"):
        game.table.p.marked[named(game, name)] = 1
    play(game, "g: end", "u: end")
    assert at(game, "Mechili") == ["ger4arm-", "ger6mech"]
    assert event(game, "depletion")["net"] == 5


@pytest.mark.rule("aeto", "7.13/mod-terrain")
def test_depletion_modifiers() -> None:
    """A city gives +1, company -1 for each further hungry chit."""
    game = scene(f"{NOTHING} / Benghazi: ger6inf ita3inf / axis movement")
    t, first, second = game.table, named(game, "ger6inf@Benghazi"), named(game, "ita3inf@Benghazi")
    assert ending.depletion_modifier(t, first, [first, second]) == 0
    assert ending.depletion_modifier(t, first, [first]) == 1
    assert ending.rough_ground(t, first) == 0


@pytest.mark.rule("aeto", "7.12/capture")
@pytest.mark.rule("aeto", "7.12/capture-italian")
def test_captured_chits_are_used_at_the_normal_rate() -> None:
    """British infantry that walks into Derna takes its chit, which feeds four of anyone's units."""
    game = play(scene("Gazala: uk5inf / uk movement"), "u: move uk5inf@Gazala Derna")
    assert game.table.p.chits[str(node(game, "Derna"))] == (UK, 1, 0, 0)


@pytest.mark.rule("aeto", "7.10/city-exception")
def test_a_city_spares_units_until_they_are_marked() -> None:
    """In Benghazi a unit without supply suffers nothing until it has been marked."""
    game = scene(f"{NOTHING} / Benghazi: ger6inf / axis movement")
    piece = named(game, "ger6inf@Benghazi")
    assert supply.moves_supplied(game.table, piece)
    game.table.p.marked[piece] = 1
    assert not supply.moves_supplied(game.table, piece)


@pytest.mark.rule("aeto", "7.4/port-capacity")
def test_a_port_takes_one_chit_and_the_road_any_number() -> None:
    """Derna is full with one chit; once it is empty the next may be unloaded there."""
    game = scene("Derna: ita3inf / axis movement")
    game.table.p.chits.pop(str(node(game, "Derna")))
    play(game, "g: end", "u: end", "g: pass", "u: pass")
    assert prompt(game) == ("germany", "axis_supply")
    assert refused(game, "g: unload Derna") == ""
    play(game, "g: unload Derna")
    assert refused(game, "g: unload Derna") == "7.4/port-capacity" and refused(game, "g: unload El_Agheila") == ""


@pytest.mark.rule("aeto", "12.2")
@pytest.mark.parametrize(
    ("held", "level"),
    [
        ("ger6inf", "draw"), ("", "marginal"),
    ],
)  # fmt: skip
def test_who_has_won_the_desert(held: str, level: str) -> None:
    """At the end of September Tobruk decides: Axis without Mersa Matruh is a draw, British a British win."""
    tobruk = f"Tobruk: {held} / " if held else ""
    game = scene(f"{tobruk}Mechili: ger8arm / Bardia: uk5inf / month={month_of('September 1942')} / axis movement")
    play(game, "g: end", "u: end", "g: pass", "u: pass")
    assert game.outcome is not None and game.outcome.level == level


@pytest.mark.rule("aeto", "12.2")
def test_the_nile_decides_at_the_end_of_any_month() -> None:
    """Alexandria in Axis hands at the end of May is a decisive victory."""
    game = scene("Alexandria: ger8arm / Bardia: uk5inf / axis movement")
    play(game, "g: end", "u: end", "g: pass", "u: pass")
    assert game.outcome is not None and (game.outcome.winners, game.outcome.level) == (("germany",), "decisive")


def test_who_is_marked_for_the_first_time_is_told() -> None:
    """Panzers without a line are marked in the Supply Step, and the log says where before any of them is depleted."""
    game = scene(f"{NOTHING} / Mechili: ger8arm ger6mech / axis movement", [4, 6])
    play(game, "g: end", "u: end")
    assert event(game, "cut_off") is not None and not [e for e in game.told[0] if e.kind == "depletion"]
