"""Reinforcements and replacements (27.0), construction (24.0), weather (25.0), the turn (4.0): cases by rule."""

from __future__ import annotations

from dataclasses import replace

import pytest

import grognard
from grognard.engine.core.dice import Scripted
from grognard.titles.sfe import airbases, construction, control, production, strengths, weather

from .cases import at, node, offers, play, recast, refused, scene, unit, until


def bare(text: str, dice: list[int] | None = None) -> grognard.Game:
    return scene(f"turn=2 / {text}", dice)


@pytest.mark.rule("sfe", "27.2")
def test_monthly_points() -> None:
    """Points come on the first turn of a month; the Axis, who has no segment on MAY 1, gets May's on MAY 2."""
    assert bare("axis reinforcement").table.p.points["German"] == (24, 12)
    assert bare("allied reinforcement").table.p.points["Soviet"] == (48, 16)
    assert scene("turn=3 / allied reinforcement", [1]).table.p.points["Soviet"] == (96, 32)


@pytest.mark.rule("sfe", "27.22")
def test_special_points() -> None:
    """A quarter of the attack factors lost since comes back as infantry points."""
    game = scene("SE1818: XVII LI / SE1817: 22Tk / axis combat", [6])
    play(game, "axis: attack XVII+LI SE1817", "allied: without_armor")
    assert game.table.p.lost == {"Soviet": 6}
    production.special_points(game.table, 1)
    assert game.table.p.points["Soviet"] == (48 + 6, 16)


@pytest.mark.rule("sfe", "27.21", "27.21/a", "27.21/a3")
def test_replacement() -> None:
    """A lost corps returns at a replacement city for its attack factors; armor for armor points."""
    game = bare("axis reinforcement")
    assert refused(game, "axis", "replace IIIPz Dnepropetrovsk") == "27.21/a"
    assert refused(game, "axis", "replace LI Kharkov") != ""
    play(game, "axis: replace LI Dnepropetrovsk reduced")
    assert at(game, "LI") == "Dnepropetrovsk" and game.table.p.reduced[unit(game, "LI")] == 1
    assert game.table.p.points["German"] == (24 - 16, 12)
    assert refused(game, "axis", "replace XVII Dnepropetrovsk") != ""


@pytest.mark.rule("sfe", "27.21/2", "27.21/3")
def test_three_units_a_city() -> None:
    """In 1942 the Soviets place three units at a city, one of them mobile, the cities filled evenly."""
    game = scene("turn=3 / Kupyansk: 40A / allied reinforcement", [6])
    play(game, "allied: replace 9A Voronezh")
    assert offers(game, "allied", "replace", "37A") == {"Rostov"}
    play(game, "allied: replace 37A Rostov")
    assert offers(game, "allied", "replace", "12A") == {"Voronezh", "Rostov"}


@pytest.mark.rule("sfe", "27.21/c", "27.21/c1")
def test_rebuilding() -> None:
    """A reduced corps in supply and out of enemy zones is rebuilt for the difference."""
    game = bare("Poltava: XVII*reduced / SE1523: 40A / Kharkov: LI*reduced / axis reinforcement")
    assert refused(game, "axis", "rebuild LI") == "27.21/c1"
    play(game, "axis: rebuild XVII")
    assert game.table.p.reduced[unit(game, "XVII")] == 0 and game.table.p.points["German"] == (0, 12)


@pytest.mark.rule("sfe", "27.1")
def test_arrivals() -> None:
    """Reinforcements come on their turn at their place, or where the side still can bring them on."""
    game = grognard.new("sfe", "kharkov42", seed=4)
    until(game, "movement", "axis")
    assert at(game, "StG77") == "Kharkov"
    lost = bare("Kupyansk: 40A / axis holds Valuiki / Arrivals: 24Tk / allied reinforcement")
    lost.table.p.due[unit(lost, "24Tk")] = 2
    lost._changed()
    assert refused(lost, "allied", "end") == "27.1"
    assert offers(lost, "allied", "arrive", "24Tk") == {"Voronezh"}, "armor comes where armor points are made (27.11)"


@pytest.mark.rule("sfe", "27.24/1")
def test_air_replacements() -> None:
    """On the first turn of a month a die of three or less brings a German wing back."""
    game = scene("turn=3 / Poltava: XVII*reduced / axis reinforcement", [3])
    play(game, "axis: replace JG52 Dnepropetrovsk")
    assert at(game, "JG52") == "Dnepropetrovsk"
    none = scene("turn=3 / Poltava: XVII*reduced / axis reinforcement", [4])
    assert "JG52" not in offers(none, "axis", "replace")


@pytest.mark.rule("sfe", "24.11", "24.11/2", "24.3")
def test_forts_are_begun() -> None:
    """A fort is begun in a supplied friendly hex, in an enemy zone only under a friendly unit; so many a turn."""
    game = scene("SE1625: XVII / SE1523: 40A / axis construction")
    assert refused(game, "axis", "fortify Kupyansk") == "24.11"
    assert refused(game, "axis", "fortify Kharkov") == "24.11/2"
    play(game, "axis: fortify SE1625")
    assert game.table.frame.step != "construction"


@pytest.mark.rule("sfe", "24.11/1", "24.12")
def test_forts_are_ready() -> None:
    """Begun in clear weather a fort is ready in the next Movement Phase; it takes one from the attacker's die."""
    game = scene("turn=2 / SE1625: XVII / SE1724: 40A / axis construction")
    play(game, "axis: fortify SE1625")
    there = node(game, "SE1625")
    assert not strengths.fortified(game.table, there)
    game.table.p.turn = 3
    construction.finish_forts(game.table, 0)
    assert strengths.fortified(game.table, there)
    found = strengths.modifiers(game.table, (unit(game, "40A"),), (unit(game, "XVII"),), there, False, False)
    assert ("fort", -1) in [(m.text, m.value) for m in found]


@pytest.mark.rule("sfe", "24.15", "24.23")
def test_works_are_lost() -> None:
    """Forts and constructed airfields are gone when the enemy enters."""
    game = scene("SE1625: 40A / axis movement")
    game.table.p.forts |= 1 << node(game, "SE1626")
    game.table.p.airfields |= 1 << node(game, "SE1626")
    control.take(game.table, 1, node(game, "SE1626"))
    assert not game.table.p.forts and not game.table.p.airfields


@pytest.mark.rule("sfe", "24.21", "24.21/1", "24.2")
def test_airfields() -> None:
    """In clear weather an airfield is ready when the Movement Phase ends; one a hex, none in a major city."""
    game = scene("SE1625: XVII / axis construction")
    assert refused(game, "axis", "airfield Stalino") == "24.21"
    play(game, "axis: airfield SE1626")
    assert game.table.p.plots and not game.table.p.airfields
    play(game, "axis: end")
    assert game.table.p.airfields == 1 << node(game, "SE1626")


@pytest.mark.rule("sfe", "4.01", "25.1")
def test_weather_dice() -> None:
    """One die for zones A and B, one for C and D; the scenario fixes some turns, and zone E is always clear."""
    game = grognard.new("sfe", "kharkov42", seed=1)
    assert weather.at(game.table, 0) == 0
    game.table.p.turn = 2
    game.table.dice = Scripted([6, 1], game.table.dice.secret)
    weather.roll_weather(game.table)
    p = game.table.p
    assert (p.weather_b, p.weather_e) == (2, 0)
    assert weather.by_table("B", "MAY2", 6) == 2


@pytest.mark.rule("sfe", "4.02", "4.04", "4.06", "4.07")
def test_the_phases_of_a_segment() -> None:
    """A segment runs from reinforcement over movement, air and combat to exploitation and administration."""
    game = grognard.new("sfe", "kharkov42", seed=2)
    seen: list[str] = []
    for _ in range(40):
        who, asked = next(iter(game.decisions().items()))
        step = game.table.frame.step
        if not seen or seen[-1] != step:
            seen.append(step)
        words = {choice.text for choice in asked.next()}
        game.play(who, "end" if "end" in words else "pass")
    order = ["reinforcement", "construction", "movement", "air_defence", "air_attack", "combat", "exploitation"]
    first = seen.index("reinforcement")
    found = [step for step in seen[first:] if step in order]
    assert found[: len(order)] == order


@pytest.mark.rule("sfe", "4.08", "4.03")
def test_later_phases() -> None:
    """Supply is checked before movement, leaders fight after exploitation, railheads move at the end."""
    game = scene("turn=2 / SE1818: XVII Kleist / SE1817: 40A / axis movement")
    until(game, "late_combat", "axis")
    assert game.table.p.turn == 2
    cut = scene("turn=2 / Volchansk: XVII / SE1424: 40A / SE1624: 9A / SE1522: 37A / SE1525: 12A / axis supply")
    assert cut.table.p.unsupplied[unit(cut, "XVII")] == 1


def test_victory() -> None:
    """Cities are counted after the last turn."""
    game = grognard.new("sfe", "kharkov42", seed=2)
    for _ in range(400):
        if game.outcome is not None:
            break
        who, asked = next(iter(game.decisions().items()))
        words = {choice.text for choice in asked.next()}
        game.play(who, next((w for w in ("end", "pass") if w in words), asked.actions(limit=1)[0].text))
    assert game.outcome is not None and game.outcome.winners == ("allied",)
    assert "16 points" in game.outcome.reason


@pytest.mark.rule("sfe", "27.21/a1", "27.21/a2", "27.21/a4")
def test_prices() -> None:
    """Infantry costs a point a factor, airborne units two, motorized ones half armor, rounded up, and half infantry."""
    game = bare("axis reinforcement")
    corps = game.table.world.units[unit(game, "XVII")]
    found = [production.price(game.table, replace(corps, kind=kind), 5) for kind in ("INF", "ABN", "MOT", "PZ")]
    assert found == [(20, 0), (40, 0), (8, 12), (0, 20)]


@pytest.mark.rule("sfe", "27.21/d", "27.21/e", "27.23/2")
def test_what_can_be_built() -> None:
    """Only lost units return, whole or reduced; those of two movement points or less never."""
    game = bare("Poltava: LI / axis reinforcement")
    assert "LI" not in offers(game, "axis", "replace") and "XXIX" in offers(game, "axis", "replace")
    assert refused(game, "axis", "replace XXIX Dnepropetrovsk full") == "27.21/d"
    assert refused(game, "axis", "replace XXIX Dnepropetrovsk reduced") == ""
    slow = recast(bare("Poltava: LI / axis reinforcement"), "XXIX", front=(10, 10, 2), back=(4, 4, 2))
    assert refused(slow, "axis", "replace XXIX Dnepropetrovsk reduced") == "27.23/2"


@pytest.mark.rule("sfe", "4.0")
def test_two_segments_a_turn() -> None:
    """A turn has an Axis and then an Allied segment; this game begins with the second of its first turn."""
    game = grognard.new("sfe", "kharkov42", seed=3)
    assert (game.table.p.turn, game.table.p.player) == (1, 1)
    until(game, "movement", "axis")
    assert (game.table.p.turn, game.table.p.player) == (2, 0)
    until(game, "movement", "allied")
    assert (game.table.p.turn, game.table.p.player) == (2, 1)


@pytest.mark.rule("sfe", "24.22")
def test_major_airfields() -> None:
    """An airfield may be built out to a major one, of which there are few; three wings fly from it."""
    game = scene("SE1625: XVII / axis construction")
    field, other = node(game, "SE1626"), node(game, "SE1726")
    game.table.p.airfields |= 1 << field | 1 << other
    game._changed()
    assert airbases.flights_from(game.table, field) == 2
    play(game, "axis: airfield SE1626", "axis: end")
    assert game.table.p.major_fields == 1 << field and airbases.flights_from(game.table, field) == 3
    again = scene("SE1625: XVII / axis construction")
    again.table.p.airfields |= 1 << field | 1 << other
    again.table.p.major_fields |= 1 << field
    again._changed()
    assert refused(again, "axis", "airfield SE1726") == "24.22"
