"""The Spanish Civil War (SCW): foreign aid, blockade, prices, recognition, victory."""

from __future__ import annotations

import pytest

from grognard.engine.play.game import Game
from grognard.titles.eurofront.spain import building, victory
from grognard.titles.systems.front import blocks, economy

from .play import ALLIED, AXIS, asked, at, cv, give, railheads, refused, scene

RE = "Madrid: FP1 Re1inf2"
NAT = "Valladolid: JDN1 / Seville: SpHQ1 Sp4inf2"


def aid(more: str, *dice: int, month: str = "1936-09") -> Game:
    """The begin of a month, when foreign aid is asked for; no one seeks recognition."""
    g = scene(f"{RE} / {NAT} / {more}{month} / month begins", dice=list(dice))
    while g.table.frame.step == "recognition":
        give(g, "pass")
    return g


@pytest.mark.rule("eurofront", "SCW.3")
def test_soviet_aid_needs_a_port() -> None:
    """One Soviet point comes with a port that the Republicans control, never to a Nationalist one."""
    g = aid("", 3)
    assert asked(g) == {"allied"}
    assert refused(g, "land Cadiz") == "SCW.3"
    give(g, "land Valencia")
    assert railheads(g, ALLIED) == {"Valencia"}
    assert g.table.p.soviet_aid == 1


@pytest.mark.rule("eurofront", "SCW.3")
@pytest.mark.parametrize(
    ("die", "points"), [(1, 1), (2, 2), (3, 2), (4, 2), (5, 1), (6, 1)],
)  # fmt: skip
def test_french_aid(die: int, points: int) -> None:
    """From two points a month a die makes it one, two, the same, or one less; a railhead for each."""
    g = give(aid("", die), "land Valencia")
    assert g.table.p.french_aid == points
    give(g, *["land Bayonne", "land Perpignan"][:points])
    assert len(railheads(g, ALLIED)) == 1 + points
    assert asked(g) == {"axis"}


@pytest.mark.rule("eurofront", "SCW.3")
def test_axis_aid_comes_to_lisbon_or_a_port() -> None:
    """Four points; the Nationalists choose Lisbon or one port of theirs."""
    g = give(aid("", 5), "land Valencia", "land Bayonne")
    assert refused(g, "land Valencia") == "SCW.3"
    give(g, "land Cadiz")
    assert railheads(g, AXIS) == {"Cadiz"}
    assert economy.level(g.table, AXIS) == 4


@pytest.mark.rule("eurofront", "SCW.3")
def test_republican_points() -> None:
    """Madrid gives two points and Barcelona one, France what it sends, the Soviet Union one."""
    g = give(aid("", 1), "land Valencia", "land Bayonne", "land Lisbon")
    assert economy.level(g.table, ALLIED) == 2 + 1 + 1 + 1


@pytest.mark.rule("eurofront", "SCW.5")
@pytest.mark.parametrize(("die", "through"), [(1, 1), (2, 0)])
def test_the_blockade_from_summer_1937(die: int, through: int) -> None:
    """With one port left in European Spain Soviet ships get through on a die of 1 only."""
    taken = "Barcelona: Sp5inf2 / Bilbao: Sp6inf2 / Gijon: Sp1inf2 / Malaga: Sp2inf2 / Almeria: Sp3inf2 / "
    taken += "Cartagena: SpBSmech2 / "
    g = aid(taken, die, 6, month="1937-07")
    give(g, "land Valencia")
    assert g.table.p.soviet_aid == through
    assert railheads(g, ALLIED) == ({"Valencia"} if through else set())


@pytest.mark.rule("eurofront", "SCW.5")
def test_barcelona_counts_twice() -> None:
    """Barcelona alone is worth two ports."""
    taken = "Valencia: Sp5inf2 / Bilbao: Sp6inf2 / Gijon: Sp1inf2 / Malaga: Sp2inf2 / Almeria: Sp3inf2 / "
    g = aid(f"{taken}Cartagena: SpBSmech2 / ", 2, 6, month="1937-07")
    give(g, "land Barcelona")
    assert g.table.p.soviet_aid == 1


@pytest.mark.rule("eurofront", "SCW.5")
def test_a_stopped_nationalist_ship_costs_a_point() -> None:
    """A die above the Nationalist ports in Spain loses the railhead and one of four points; Lisbon is safe."""
    g = give(aid("", 1, 6, 6, month="1937-07"), "land Valencia", "land Bayonne", "land Cadiz")
    assert railheads(g, AXIS) == set()
    assert economy.level(g.table, AXIS) == 3
    g = give(aid("", 1, 6, month="1937-07"), "land Valencia", "land Bayonne", "land Lisbon")
    assert economy.level(g.table, AXIS) == 4


@pytest.mark.rule("eurofront", "SCW.5")
def test_no_blockade_before_summer_1937() -> None:
    """In May 1937 no die is rolled for Soviet ships."""
    g = give(aid("", 6, month="1937-05"), "land Valencia")
    assert g.table.p.soviet_aid == 1


@pytest.mark.rule("eurofront", "SCW.6")
def test_doubles_end_foreign_aid() -> None:
    """In December 1938 doubles send the foreign units home and end French and Soviet points, not the railheads."""
    foreign = "Murcia: ReIBinf2 RePavarm2 / Cordoba: SpBSmech2 / "
    g = aid(foreign, 4, 4, 1, 1, month="1938-12")
    away = [at(g, name) for name in ("ReIBinf", "RePavarm", "SpBSmech")]
    assert away == ["allied_fallen", "allied_fallen", "axis_fallen"]
    give(g, "land Valencia", "land Bayonne", "land Lisbon")
    assert economy.level(g.table, ALLIED) == 3
    assert railheads(g, ALLIED) == {"Valencia", "Bayonne"}
    assert refused(g, "cadre ReIBinf", "allied") == "SCW.6"


@pytest.mark.rule("eurofront", "SCW.6")
def test_the_units_that_go_home_are_shown() -> None:
    """Which upright block leaves follows from who it is, so it is named to the other side as it goes."""
    g = aid("Murcia: ReIBinf2 Re3inf2 / ", 4, 4, 1, 1, month="1938-12")
    piece = g.table.world.named["reibinf"]
    assert g.table.know.known(0, piece)["cv"][0] == 2


def test_other_dice_do_not_end_it() -> None:
    """Unlike dice change nothing."""
    g = aid("Murcia: ReIBinf2 / ", 4, 5, 1, 1, month="1938-12")
    assert at(g, "ReIBinf") == "Murcia"


def production(text: str, month: str = "1936-09") -> Game:
    return scene(f"{text} / {month} / production")


@pytest.mark.rule("eurofront", "SCW.7")
@pytest.mark.parametrize(
    ("block", "step", "cadre"),
    [("Sp5inf", 4, 6), ("Re2inf", 4, 8), ("Re5stat", 3, 2), ("SpBSmech", 6, 12), ("RePavarm", 8, 16),
     ("ReIBinf", 2, 4), ("JDN", 0, 0)],
)  # fmt: skip
def test_prices(block: str, step: int, cadre: int) -> None:
    """The chart of the civil war: infantry cadres are dearer for the Republicans, the Brigade is cheap."""
    g = production(f"{RE} / {NAT}")
    piece = g.table.world.named[block.casefold()]
    assert (economy.step_cost(g.table, piece), economy.cadre_cost(g.table, piece)) == (step, cadre)


@pytest.mark.rule("eurofront", "SCW.7A")
def test_cadres_come_to_loyal_cities() -> None:
    """An infantry cadre is raised in loyal Valencia, not in the town of Albacete."""
    g = production(f"{RE} / {NAT} / allied_fallen: Re5stat0")
    assert refused(g, "cadre Re5stat Albacete", "allied") == "SCW.7A"
    give(g, "allied: cadre Re5stat Valencia", "allied: commit", "axis: commit")
    assert (at(g, "Re5stat"), cv(g, "Re5stat")) == ("Valencia", 0)


@pytest.mark.rule("eurofront", "SCW.7C")
def test_a_republican_hq_needs_the_capital_and_aid_for_half_the_price() -> None:
    """In Madrid it traces to the capital; with a railhead in Valencia a step costs 5 instead of 10."""
    g = production("Madrid: FP1 Re1inf2 ReHQ1")
    hq = g.table.world.named["rehq"]
    assert economy.step_cost(g.table, hq) == 10
    g = production("Madrid: FP1 Re1inf2 ReHQ1 / allied railheads Valencia")
    assert economy.step_cost(g.table, hq) == 5
    assert building.half_price(g.table, ALLIED) >> hq & 1


@pytest.mark.rule("eurofront", "SCW.7C")
def test_lisbon_is_both_for_the_nationalists() -> None:
    """A Nationalist HQ in reach of Lisbon pays 5 a step without any other railhead."""
    g = production(f"{RE} / Caceres: SpHQ1")
    assert economy.step_cost(g.table, g.table.world.named["sphq"]) == 5


@pytest.mark.rule("eurofront", "SCW/reinf")
def test_foreign_units_land_in_ports() -> None:
    """The Brigade comes in September to Albacete or a port, the tanks in October to a port only."""
    g = production(f"{RE} / {NAT}", "1936-10")
    assert refused(g, "arrive RePavarm Albacete", "allied") == "SCW/reinf"
    give(g, "allied: arrive ReIBinf Albacete", "allied: arrive RePavarm Cartagena", "allied: commit", "axis: commit")
    assert (at(g, "ReIBinf"), at(g, "RePavarm")) == ("Albacete", "Cartagena")


@pytest.mark.rule("eurofront", "SCW.9")
def test_recognition() -> None:
    """The Nationalists lead by enough: they may try once a season, and win if both totals are below the level."""
    taken = "Madrid: Sp6inf2 / Valencia: Sp5inf2 / Barcelona: Sp1inf2 / Caceres: JDN1 / Gijon: Re1inf2 / "
    g = scene(f"{taken}axis railheads Barcelona Valencia / 1937-01 / month begins", dice=[1, 2, 2, 2])
    level = victory.pacification(g.table, AXIS)
    assert level > 4 and asked(g) == {"axis"}
    give(g, "seek")
    assert g.outcome is not None and g.outcome.winners == ("axis",)
    assert (g.outcome.level, g.outcome.rule) == ("recognition", "SCW.9")


@pytest.mark.rule("eurofront", "SCW.9")
def test_recognition_fails_if_one_total_is_too_high() -> None:
    """One pair of dice as high as the level, and the chance of the season is gone."""
    taken = "Madrid: Sp6inf2 / Valencia: Sp5inf2 / Barcelona: Sp1inf2 / Caceres: JDN1 / Gijon: Re1inf2 / "
    g = scene(f"{taken}axis railheads Barcelona Valencia / 1937-01 / month begins", dice=[1, 1, 6, 6, 3])
    give(g, "seek")
    assert g.outcome is None
    assert not victory.not_tried(g.table, AXIS)


@pytest.mark.rule("eurofront", "SCW.9")
def test_no_recognition_before_winter_1936() -> None:
    """In November 1936 no one is asked."""
    taken = "Madrid: Sp6inf2 / Valencia: Sp5inf2 / Barcelona: Sp1inf2 / Caceres: JDN1 / Gijon: Re1inf2 / "
    g = scene(f"{taken}axis railheads Barcelona / 1936-11 / month begins", dice=[1, 1, 6, 6])
    assert g.table.frame.step == "landing"


@pytest.mark.rule("eurofront", "SCW.9")
def test_a_side_without_units_is_defeated() -> None:
    """The last Republican unit falls for want of supply: the Nationalists have won."""
    g = scene("Leon: Re3inf1 / Valladolid: Sp6inf2 / Orense: Sp5inf2 / Madrid: Sp1inf2 / axis supply")
    assert not blocks.of(g.table, ALLIED)
    assert g.outcome is not None and (g.outcome.winners, g.outcome.level) == (("axis",), "defeat")


@pytest.mark.rule("eurofront", "SCW.9")
def test_the_republic_wins_by_holding_out() -> None:
    """At the end of May 1939 the Republicans have a Marginal Victory."""
    g = scene(f"{RE} / {NAT} / 1939-05 / allied supply")
    assert g.outcome is not None and (g.outcome.winners, g.outcome.level) == (("allied",), "marginal")


@pytest.mark.rule("eurofront", "11.2")
def test_savings_are_secret() -> None:
    """What a side keeps for the next month is seen by no one else, neither in its view nor on a panel."""
    g = production(f"{RE} / {NAT}")
    give(g, "axis: commit", "allied: commit")
    assert g.table.p.saved[ALLIED] > 0
    assert g.view("axis")["lists"]["saved"][ALLIED] is None
    shown = next(panel for panel in g.title.panels(g.table, AXIS) if panel["title"] == "Foreign aid")
    assert shown["rows"][ALLIED][2] == ""
