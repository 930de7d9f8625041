"""What is told of a hex and of a unit, from what the seat may know; and the charts, from the rules' own tables."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

import grognard
from grognard.engine.words import aids
from grognard.server import inspection

TITLES = Path(grognard.__file__).parent / "titles"
WITH_AIDS = sorted(path.parent.parent.name for path in TITLES.glob("*/data/aids.csv"))


def told(found: dict) -> dict[str, str]:
    """The facts by their labels."""
    return {fact["label"]: fact["text"] for fact in found["facts"]}


def test_a_hex_of_ww2eto_says_what_it_does() -> None:
    """Rough ground, a port, whose it is, whose zone covers it, and who could go there."""
    text = "ww2eto 1941 bare / war / turn 3-1942 / 1718: ger4inf / 1818: bul1inf / 2209: sov2inf / axis movement"
    game = grognard.read_scene(text, options={"partisans": "off"})
    rough, port = (inspection.of_place(game, "axis", place) for place in ("1718", "1316"))
    assert told(rough)["Terrain"] == "Rough: defenders count double"
    assert told(rough)["Defends with"] == "8 points"
    assert told(port)["Port"] == "friendly to the Axis"
    assert {"piece": "ger4inf@1718", "verb": "move"} in inspection.of_place(game, "axis", "1717")["reach"]


def test_a_unit_of_ww2eto_says_what_it_can() -> None:
    """Points left, supply with its line, its price; once it has moved, that it has."""
    text = "ww2eto 1941 bare / war / turn 3-1942 / 1718: ger4mech / 2209: sov2inf / axis movement"
    game = grognard.read_scene(text, options={"partisans": "off"})
    facts = told(inspection.of_piece(game, "axis", "ger4mech@1718"))
    assert (facts["Movement left"], facts["Supply"]) == ("5 points", "in supply")
    assert (facts["Defends here with"], facts["One more point costs"]) == ("8 (4 ×2)", "2 of its nation's points")
    line = next(f for f in inspection.of_piece(game, "axis", "ger4mech@1718")["facts"] if f["label"] == "Supply")
    assert line["places"][0] == "1718" and len(line["places"]) > 1
    game.play("axis", "move ger4mech@1718 1717")
    assert told(inspection.of_piece(game, "axis", "ger4mech@1717"))["This Player-Turn"] == "it has moved"


def test_a_block_of_westfront_tells_its_owner_more() -> None:
    """Steps, supply and the price of a step are its owner's; a hidden block tells nothing."""
    game = grognard.new("westfront", "husky", seed=1)
    own = told(inspection.of_piece(game, "allied", "US2amph"))
    assert {"Speed", "Fire as printed", "Fire in this hex", "Steps", "Supply"} <= set(own)
    assert told(inspection.of_piece(game, "axis", "US2amph")) == {}
    assert told(inspection.of_place(game, "allied", "Messina"))["Terrain"] == "Mountain: a move ends here"
    assert told(inspection.of_place(game, "allied", "Tunis"))["Port"] == "major port"


@pytest.mark.parametrize("title", ["tiny", "eurofront", "sfe", "aeto"])
def test_every_title_says_something_of_a_hex(title: str) -> None:
    """Without words of its own a title tells what its board knows, and of a piece what its face shows."""
    game = grognard.new(title, seed=1)
    seat, place = next(iter(game.table.seats)), next(iter(game.table.p.stacks))
    found = inspection.of_place(game, seat, game.table.node_name(place))
    assert all(fact["text"] and fact["label"] for fact in found["facts"])
    t = game.table
    piece = next(i for i in range(len(t.p.at)) if t.owns(0, i) and game.title.face(t, i))
    assert inspection.of_piece(game, seat, game.title.piece_name(t, piece))["facts"]


@pytest.mark.parametrize("title", WITH_AIDS)
def test_charts_are_the_tables_of_the_rules(title: str) -> None:
    """Each card has every row of its table and names a rule that there is."""
    data = TITLES / title / "data"
    rules = {row["rule"] for row in aids.rows_of(data / "rules.csv")}
    cards = aids.charts(data)
    assert len(cards) == len(aids.rows_of(data / "aids.csv")) > 0
    for card in cards:
        with (data / f"{card['id']}.csv").open(newline="", encoding="utf-8") as file:
            assert len(card["rows"]) == sum(1 for _ in csv.DictReader(file))
        assert card["rule"] in rules and all(row["rule"] in rules for row in card["rows"] if row["rule"])
        assert all("_" not in cell for row in card["rows"] for cell in row["cells"])


def test_charts_name_no_block() -> None:
    """Where blocks are hidden no chart names one: what is out of sight is looked for on the page by its name."""
    data = TITLES / "westfront" / "data"
    blocks = {row["id"] for row in aids.rows_of(data / "units.csv")}
    cells = [cell for card in aids.charts(data) for row in card["rows"] for cell in row["cells"]]
    assert not [cell for cell in cells if blocks.intersection(re.findall(r"\w+", cell))]


def test_a_hex_of_eurofront_names_whose_supply_reaches_it() -> None:
    """Two powers of one seat are told apart, one that does not play is not told of; an area has its own ground."""
    war = grognard.new("eurofront", "1941", seed=1)
    facts = told(inspection.of_place(war, "allied", "Smolensk"))
    assert facts["Supply of the Soviets"] == "reaches this hex"
    assert facts["Supply of the Allies"] == "does not reach this hex"
    winter = grognard.new("eurofront", "1939A", seed=1)
    facts = told(inspection.of_place(winter, "allied", "Leningrad"))
    assert facts["Your supply"] == "reaches this hex" and not any(name.startswith("Supply of") for name in facts)
    assert told(inspection.of_place(winter, "allied", "Tampere"))["Terrain"] == "Forest"
    assert told(inspection.of_place(winter, "allied", "Vyborg"))["Defense"].startswith("double")
