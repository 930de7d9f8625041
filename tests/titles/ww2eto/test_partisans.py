"""Partisans (16.5): who rolls, where they rise, what they cost Germany."""

from __future__ import annotations

import pytest

from grognard.engine.play.game import Game
from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.home import partisans, rates
from grognard.titles.ww2eto.land.zones import zone_against

from .cases import at, rolled, rule_against, scene, targets, units

BALKANS = "1941 bare / 1820: ger1inf / 0811: brt3inf"
RUSSIA = "1941 bare / 2310: ger1inf / 2509: sov2inf / war"


def rolling(text: str, power: int = w.ALLIED) -> dict[str, str]:
    """The groups that roll in a power's phase."""
    return dict(partisans.rolling(scene(f"{text} / allied movement").table, power))


def risen(game: Game) -> list[str]:
    return [name for name in units(game, "") if "part" in name]


@pytest.mark.rule("ww2eto", "16.52", "P/a")
def test_general_table() -> None:
    """In spring 1942 a 5 raises one partisan in a Balkan hex that ends in 8; the owner picks among them."""
    game = scene(f"{BALKANS} / turn 2/1942 / allied partisans", dice=[5])
    assert game.table.frame["group"] == "balkans"
    assert targets(game, "allied", "raise") == {n for n in targets(game, "allied", "raise") if n.endswith("8")}
    game.play("allied", "raise 1618")
    assert at(game, "1618") == ["yug1part"]


@pytest.mark.rule("ww2eto", "16.55")
def test_two_partisans() -> None:
    """From 1943 a 5 raises two, together or apart in hexes that end in 8."""
    game = scene(f"{BALKANS} / turn 2/1943 / allied partisans", dice=[5])
    game.play("allied", "raise 1618")
    assert rule_against(game, "allied", "raise 1618") == ""
    game.play("allied", "raise 1518")
    assert risen(game) == ["yug1part@1518", "yug1part@1618"]


@pytest.mark.rule("ww2eto", "P/b")
def test_balkans_after_the_surrender() -> None:
    """After the Italian surrender the Balkans roll in winter too."""
    assert "balkans" not in rolling(f"{BALKANS} / turn 1/1944")
    assert "balkans" in rolling(f"{BALKANS} / italy=2 / turn 1/1944")


@pytest.mark.rule("ww2eto", "P/c", "P/e")
def test_russian_table() -> None:
    """In fall 1941 a 1 gives a Russian hex that ends in 1, west of a German."""
    game = scene(f"{RUSSIA} / turn 4/1941 / allied partisans", dice=[1])
    found = targets(game, "allied", "raise")
    assert found and all(name.endswith("1") and int(name[:2]) < 23 for name in found)


@pytest.mark.rule("ww2eto", "16.5/e")
def test_west_of_a_german() -> None:
    """Russian partisans rise only in columns west of a German unit in Russia."""
    game = scene(f"{RUSSIA} / turn 4/1941 / allied movement")
    t = game.table
    found = t.world.board.names_of(partisans.candidates(t, "ussr", frozenset("1")))
    assert "2211" in found and "2411" not in found


@pytest.mark.rule("ww2eto", "P/d")
def test_french_table() -> None:
    """One Axis point in France: a 4 raises a partisan in a hex ending in 6; eight points: none rises."""
    game = scene("1941 bare / 0813: ger1inf / 0811: brt3inf / turn 3/1942 / allied movement")
    assert partisans.results(game.table, "france_benelux")[3] == (frozenset("6"),)
    four = scene("1941 bare / 0913: ger4inf / turn 3/1942 / allied movement")
    assert partisans.results(four.table, "france_benelux")[1] == (frozenset("5"),)
    held = scene("1941 bare / 0813: ger4inf ger4inf / 0811: brt3inf / turn 3/1942 / allied movement")
    assert partisans.results(held.table, "france_benelux") == ((),) * 6


@pytest.mark.rule("ww2eto", "16.52/e")
def test_freed_countries() -> None:
    """Rolling stops when the country holds no enemy and at least one friendly unit."""
    assert "balkans" in rolling(f"{BALKANS} / turn 2/1942")
    assert "balkans" not in rolling("1941 bare / 1820: brt1inf / turn 2/1942")


@pytest.mark.rule("ww2eto", "16.53", "P/f")
def test_enemy_held_hexes() -> None:
    """A partisan is not put on an enemy unit, and is lost when there is no other hex; a zone does not matter."""
    game = scene("1941 bare / 1618: ger1inf / 0811: brt3inf / turn 2/1942 / allied partisans", dice=[5])
    assert "1618" not in targets(game, "allied", "raise")
    assert targets(game, "allied", "raise")


@pytest.mark.rule("ww2eto", "16.54")
def test_missing_digits_are_rolled_again() -> None:
    """Sweden has no hex for some digits: the die is rolled until one fits."""
    game = scene("1941 bare / 1508: ger1inf / invaded sweden / turn 2/1942 / allied movement")
    t = game.table
    digits = {die: called[0] for die, called in enumerate(partisans.results(t, "general"), 1)}
    missing = [die for die in digits if not partisans.candidates(t, "sweden", digits[die])]
    assert missing
    rolls = [missing[0], missing[0], next(d for d in range(1, 7) if d not in missing)]
    rolled_ = scene("1941 bare / 1508: ger1inf / invaded sweden / turn 2/1942 / allied partisans", dice=rolls)
    assert rolled(rolled_) == 3
    assert rolled_.table.frame["group"] == "sweden"


@pytest.mark.rule("ww2eto", "16.56")
def test_partisans_stack() -> None:
    """A hex with two units takes no partisan."""
    text = "1941 bare / 1820: ger1inf / 1618: yug1part yug1part / 0811: brt3inf / turn 2/1942 / allied partisans"
    assert "1618" not in targets(scene(text, dice=[5]), "allied", "raise")


@pytest.mark.rule("ww2eto", "16.57")
def test_cost_to_germany() -> None:
    """W33: three Spanish and three Russian partisans cut both German rates by two."""
    three = "0417: spa1part / 0517: spa1part / 0516: spa1part / 2111: sov1part / 2112: sov1part / 2113: sov1part"
    game = scene(f"1941 bare / 1612: ger1inf / {three} / turn 3/1943 / axis movement")
    assert rates.german_points(game.table, rates.REINFORCEMENTS) == 4 - 2
    assert rates.german_points(game.table, rates.REPLACEMENTS) == 8 - 2
    pairs = "0417: spa1part / 0517: spa1part / 2111: sov1part / 2112: sov1part"
    two = scene(f"1941 bare / {pairs} / turn 3/1943 / axis movement")
    assert rates.german_points(two.table, rates.REINFORCEMENTS) == 4


@pytest.mark.rule("ww2eto", "16.58")
def test_debt_to_partisans() -> None:
    """W34: what goes below zero is owed in the next Game-Turn; the Balkans count as one country."""
    names = ["1517", "1617", "1618", "1619", "1620", "1720", "1721", "1820", "1719"]
    nine = " / ".join(f"{name}: yug1part" for name in names)
    three = "2111: sov1part / 2112: sov1part / 2113: sov1part"
    text = f"1941 bare / 1312: ger1inf / {nine} / {three}"
    game = scene(f"{text} / turn 1/1945 / axis reinforcement")
    game.play("axis", "take germany reinforcements")
    assert (game.table.p.due.get("germany/germany", 0), game.table.p.rate_debt) == (0, 2)
    later = scene(f"{text} / rate_debt=2 / turn 2/1945 / axis reinforcement")
    later.play("axis", "take germany reinforcements")
    assert (later.table.p.due.get("germany/germany", 0), later.table.p.rate_debt) == (0, 5)


@pytest.mark.rule("ww2eto", "16.5")
def test_partisans_neither_move_nor_attack() -> None:
    """A partisan is a (1) that stays where it rose and does not attack; its zone stops no march."""
    game = scene("1941 bare / 1618: yug1part / 1617: ger1inf / allied movement")
    assert rule_against(game, "allied", "move yug1part@1618 1718") != ""
    battle = scene("1941 bare / 1618: yug1part / 1617: ger1inf / allied combat")
    assert rule_against(battle, "allied", "attack yug1part@1618 1617") != ""
    assert zone_against(game.table, w.AXIS) == 0


def test_only_finland_raises_axis_partisans() -> None:
    """16.52: Finland, invaded by Russia, rolls in the Axis phase; nobody else does."""
    game = scene("1941 bare / 1907: sov2inf / 2209: sov2inf / war / turn 2/1942 / axis movement")
    finland = game.table.world.by_id["finland"]
    game.table.p.invaded_by_soviets |= 1 << finland.index
    assert dict(partisans.rolling(game.table, w.AXIS)) == {"finland": "general"}


@pytest.mark.rule("ww2eto", "M/g")
def test_partisans_open_no_strait() -> None:
    """Kerch is Russia's with a unit on either side; a band on the Crimea, which Germans were last to pass, is none."""
    text = "1941 bare / 2415: sov2inf / 2309: sov2inf / 2212: ger1inf / 0811: brt3inf / axis holds 2316 / war"
    for crimea, rule in (("2316: sov1inf", ""), ("2316: sov1part", "5.12")):
        game = scene(f"{text} / {crimea} / allied movement")
        assert rule_against(game, "allied", "move sov2inf@2415 2415>2316") == rule


@pytest.mark.rule("ww2eto", "10.34/d")
def test_a_band_holds_no_center_for_new_units() -> None:
    """A partisan controls no Resource Center (16.51): between the armies it is nobody's (R236), and nobody comes."""
    text = "1941 bare / war / turn 3/1942 / 2208: ger3inf / 2110: sov2inf / 2412: sov2inf / 1312: ger1inf"
    for garrison, rule in (("2209: sov1part", "10.73"), ("2209: sov1inf", "")):
        game = scene(f"{text} / {garrison} / russian_resources=30 / allied reinforcement", dice=[3])
        assert rule_against(game, "allied", "build ussr/resource_center infantry 2 2209") == rule
