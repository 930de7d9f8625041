"""The modifiers of partners and transit (8.0), each brought about and seen in the sum."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.aeto import tables as tb
from grognard.titles.aeto.movement import capture
from grognard.titles.aeto.politics import partners, predicates, wars
from grognard.titles.aeto.position import AXIS
from grognard.titles.aeto.seasonal import installations as inst
from grognard.titles.aeto.tables import month_of
from grognard.titles.aeto.title import POWERS
from grognard.titles.aeto.world import FRANCE, GERMANY, ITALY, UK, US, USSR

from .scenes import node
from .seasons import season

EAST = f"Berlin: ger6inf / Moscow: sov4inf / London: uk5inf / month={month_of('July 1941')}"
EARLY, LATE = month_of("March 1941"), month_of("April 1941")


@pytest.fixture(scope="module")
def begun() -> grognard.Game:
    """The map of 1941 without a past: no invasions, conquests or wars."""
    game = season(EAST)
    p = game.table.p
    p.invasions, p.conquests, p.politics = {}, {}, {}
    p.hostile = [0] * len(p.hostile)
    p.alliance = [0] * len(p.alliance)
    return game


def invade(game: grognard.Game, who: int, nation: str, month: int = EARLY) -> None:
    game.table.p.invasions[nation] = (who, month)


def conquer(game: grognard.Game, who: int, *nations: str, month: int = EARLY) -> None:
    for nation in nations:
        game.table.p.conquests[nation] = (who, month)


def fight(game: grognard.Game, one: int, other: int) -> None:
    wars.make_hostile(game.table, one, other)


def stand(game: grognard.Game, unit: str, n: int, area: str) -> None:
    """So many units in hexes of a named area."""
    t = game.table
    hexes = [k for k in range(t.world.lost) if predicates.area_of(t, area) >> k & 1 and t.world.land >> k & 1]
    for k in range(n):
        t.title.scene_piece(t, hexes[k % len(hexes)], unit)


def held(game: grognard.Game, who: str, *places: str) -> None:
    t = game.table
    for place in places:
        t.p.hostile[POWERS.index(who)] = -1 & (1 << len(POWERS)) - 1
        capture(t, POWERS.index(who), node(game, place))
    t.p.hostile[POWERS.index(who)] = 0


def fort(game: grognard.Game) -> None:
    t = game.table
    capture(t, FRANCE, node(game, "Lille"))
    t.p.held[FRANCE] |= 1 << node(game, "Lille")
    inst.site(t, FRANCE, inst.FORT, node(game, "Lille"))


def allied(game: grognard.Game) -> None:
    game.table.p.alliance[GERMANY] = game.table.p.alliance[ITALY] = AXIS


CASES = {
    "french_border_forts": fort,
    "west_invaded_neutral": lambda g: invade(g, UK, "norway"),
    "west_invaded(luxembourg)": lambda g: invade(g, FRANCE, "luxembourg"),
    "ever_uk_ally(turkey)": lambda g: g.table.p.politics.update({"uk_ally turkey": 1}),
    "soviets_in(bessarabia)>3": lambda g: stand(g, "sov4inf", 4, "bessarabia"),
    "war(germany,ussr)": lambda g: fight(g, GERMANY, USSR),
    "war(germany,uk)": lambda g: fight(g, GERMANY, UK),
    "war(germany,france)": lambda g: fight(g, GERMANY, FRANCE),
    "war(us,axis)": lambda g: fight(g, US, ITALY),
    "war(axis,ussr)": lambda g: fight(g, ITALY, USSR),
    "war(germany,uk)&war(italy,uk)": lambda g: (fight(g, GERMANY, UK), fight(g, ITALY, UK)),
    "war(germany,ussr)&war(italy,ussr)": lambda g: (fight(g, GERMANY, USSR), fight(g, ITALY, USSR)),
    "granted(hungary)": lambda g: g.table.p.politics.update({"transit hungary": 1}),
    "granted(rumania)": lambda g: g.table.p.politics.update({"transit rumania": 1}),
    "granted(bulgaria)": lambda g: g.table.p.politics.update({"transit bulgaria": 1}),
    "months_after(1940-12)": lambda g: setattr(g.table.p, "month", month_of("January 1941")),
    "allied(germany,italy)": allied,
    "uk_land_in(northern_ireland)": lambda g: stand(g, "uk5inf", 1, "northern_ireland"),
    "each_uk_home_city_german": lambda g: stand(g, "ger6inf", 1, "London"),
    "german_land_in(Belfast)": lambda g: stand(g, "ger6inf", 1, "Belfast"),
    "ger_conquered(france,belgium,netherlands,luxembourg)": lambda g: conquer(
        g, GERMANY, "france", "belgium", "netherlands", "luxembourg"
    ),
    "ger_conquered(denmark,norway)": lambda g: conquer(g, GERMANY, "denmark", "norway"),
    "ger_conquered(yugoslavia)>1941-03": lambda g: conquer(g, GERMANY, "yugoslavia", month=LATE),
    "axis_conquered(greece)": lambda g: conquer(g, ITALY, "greece"),
    "ger_conquered(sweden)": lambda g: conquer(g, GERMANY, "sweden"),
    "axis_partner(sweden)": lambda g: g.table.p.alliance.__setitem__(POWERS.index("sweden"), AXIS),
    "axis_partner(iraq)": lambda g: g.table.p.alliance.__setitem__(POWERS.index("iraq"), AXIS),
    "ger_invaded(netherlands|belgium)": lambda g: invade(g, GERMANY, "belgium"),
    "ussr_conquered(finland)": lambda g: conquer(g, USSR, "finland"),
    "ger_invaded_not_conquered(sweden)": lambda g: invade(g, GERMANY, "sweden"),
    "conquered(italy)": lambda g: conquer(g, UK, "italy"),
    "conquered(france)": lambda g: conquer(g, GERMANY, "france"),
    "conquered(uk)": lambda g: conquer(g, GERMANY, "uk"),
    "conquered(ussr)": lambda g: conquer(g, GERMANY, "ussr"),
    "ever_conquered(uk)": lambda g: g.table.p.politics.update({"fell uk": 1}),
    "axis_holds(Cairo,Port_Said)": lambda g: held(g, "germany", "Cairo", "Port Said"),
    "axis_holds(Gibraltar)": lambda g: held(g, "germany", "Gibraltar"),
    "axis_holds(Moscow)": lambda g: held(g, "germany", "Moscow"),
    "allied_hold(Rhodes)": lambda g: held(g, "uk", "Rhodes"),
    "western_units_in(norway)": lambda g: stand(g, "uk5inf", 1, "norway"),
    "soviets_beyond(partition_line)>7": lambda g: stand(g, "sov4inf", 8, "partition_line"),
    "soviets_at(swedish_border)": lambda g: stand(g, "sov4inf", 1, "swedish_border"),
    "soviets_at(turkish_border)>8": lambda g: stand(g, "sov4inf", 9, "turkish_border"),
    **{
        f"{who}_invaded({nation}){bound}": lambda g, who=who, nation=nation: invade(
            g, GERMANY if who == "ger" else ITALY, nation
        )
        for who in ("ger", "axis")
        for nation in ("yugoslavia", "spain", "sweden", "turkey", "denmark", "norway")
        for bound in ("", "<1941-04")
    },
}
"""How each condition is brought about; the three that begin with ``not_`` hold on the bare map."""


def looks_at(game: grognard.Game, row: dict[str, str]) -> None:
    """A modifier is in the sum when what it asks for is so, and is not when it is not so."""
    t, predicate = game.table, row["predicate"]

    def amount() -> int:
        found = partners.modifiers(t, row["nation"], row["what"])
        return sum(one.amount for one in found if one.rule == row["source"])

    if predicate.startswith("not_"):
        assert amount() == int(row["modifier"])
        name = predicate.partition("(")[2].rstrip(")")
        invade(game, GERMANY, name)
        conquer(game, GERMANY, name)
        assert amount() == 0
        return
    if predicate.startswith("months_after"):
        t.p.month = month_of("December 1940")
    assert amount() == 0
    CASES[predicate](game)
    t.p.changed(GERMANY)
    assert amount() == int(row["modifier"])


def assert_modifiers(begun: grognard.Game, amounts: dict[str, int]) -> None:
    """The modifiers of some rules are in the sum when what they ask for is so, and at no other time."""
    for rule, amount in amounts.items():
        row = next((row for row in tb.table("partner_modifiers.csv") if row["source"] == rule), None)
        assert row and int(row["modifier"]) == amount
        looks_at(begun.copy(), row)


@pytest.mark.rule("aeto", "8.0/belgium/m1", "8.0/belgium/m2", "8.0/belgium/m3", "8.0/belgium/m4")
def test_belgium_a(begun: grognard.Game) -> None:
    """Belgium: +2 if French forts at the Belgian border, +1 if the West has invaded a neutral, +1 if the West is in
    Luxembourg, -1 if Germany has invaded Denmark.
    """
    assert_modifiers(begun, {"8.0/belgium/m1": 2, "8.0/belgium/m2": 1, "8.0/belgium/m3": 1, "8.0/belgium/m4": -1})


@pytest.mark.rule("aeto", "8.0/belgium/m5")
def test_belgium_b(begun: grognard.Game) -> None:
    """Belgium: -1 if Germany has invaded Norway."""
    assert_modifiers(begun, {"8.0/belgium/m5": -1})


@pytest.mark.rule("aeto", "8.0/bulgaria/m1", "8.0/bulgaria/m2", "8.0/bulgaria/m3", "8.0/bulgaria/m4")
def test_bulgaria_a(begun: grognard.Game) -> None:
    """Bulgaria: +1 if Germany has invaded Yugoslavia before April 1941, +1 if Germany has invaded Spain, -1 if
    Turkey was once Britain's ally, -1 if more than three Soviet units in Bessarabia.
    """
    assert_modifiers(begun, {"8.0/bulgaria/m1": 1, "8.0/bulgaria/m2": 1, "8.0/bulgaria/m3": -1, "8.0/bulgaria/m4": -1})


@pytest.mark.rule("aeto", "8.0/bulgaria/m5")
def test_bulgaria_b(begun: grognard.Game) -> None:
    """Bulgaria: -2 if Germany fights the Soviets."""
    assert_modifiers(begun, {"8.0/bulgaria/m5": -2})


@pytest.mark.rule("aeto", "8.0/bulgaria/t1", "8.0/bulgaria/t2", "8.0/bulgaria/t3", "8.0/bulgaria/t4")
def test_bulgaria_transit_a(begun: grognard.Game) -> None:
    """Bulgaria on transit: +1 for each month after December 1940, +1 if Hungary has granted transit, +1 if Rumania
    has granted it, -2 if the Axis has invaded Yugoslavia before April 1941.
    """
    assert_modifiers(begun, {"8.0/bulgaria/t1": 1, "8.0/bulgaria/t2": 1, "8.0/bulgaria/t3": 1, "8.0/bulgaria/t4": -2})


@pytest.mark.rule("aeto", "8.0/bulgaria/t5", "8.0/bulgaria/t6")
def test_bulgaria_transit_b(begun: grognard.Game) -> None:
    """Bulgaria on transit: -2 if the Axis has invaded Spain, -2 if the Axis has invaded Sweden."""
    assert_modifiers(begun, {"8.0/bulgaria/t5": -2, "8.0/bulgaria/t6": -2})


@pytest.mark.rule("aeto", "8.0/finland/m1", "8.0/finland/m2", "8.0/finland/m3", "8.0/finland/m4")
def test_finland_a(begun: grognard.Game) -> None:
    """Finland: +1 if Germany has invaded Yugoslavia before April 1941, +1 if France stands, +2 if Germany has
    invaded Sweden, -2 if Italy is Germany's ally.
    """
    assert_modifiers(begun, {"8.0/finland/m1": 1, "8.0/finland/m2": 1, "8.0/finland/m3": 2, "8.0/finland/m4": -2})


@pytest.mark.rule("aeto", "8.0/finland/m5")
def test_finland_b(begun: grognard.Game) -> None:
    """Finland: -2 if France has fallen."""
    assert_modifiers(begun, {"8.0/finland/m5": -2})


@pytest.mark.rule("aeto", "8.0/hungary/m1", "8.0/hungary/m2", "8.0/hungary/m3", "8.0/hungary/m4")
def test_hungary_a(begun: grognard.Game) -> None:
    """Hungary: +1 if Germany has invaded Yugoslavia before April 1941, +1 if Germany has invaded Spain, -1 if
    Turkey was once Britain's ally, -1 if more than three Soviet units in Bessarabia.
    """
    assert_modifiers(begun, {"8.0/hungary/m1": 1, "8.0/hungary/m2": 1, "8.0/hungary/m3": -1, "8.0/hungary/m4": -1})


@pytest.mark.rule("aeto", "8.0/hungary/m5")
def test_hungary_b(begun: grognard.Game) -> None:
    """Hungary: -2 if Germany fights the Soviets."""
    assert_modifiers(begun, {"8.0/hungary/m5": -2})


@pytest.mark.rule("aeto", "8.0/hungary/t1", "8.0/hungary/t2", "8.0/hungary/t3", "8.0/hungary/t4")
def test_hungary_transit_a(begun: grognard.Game) -> None:
    """Hungary on transit: +1 for each month after December 1940, +1 if Bulgaria has granted it, +1 if Rumania has
    granted it, -2 if the Axis has invaded Yugoslavia before April 1941.
    """
    assert_modifiers(begun, {"8.0/hungary/t1": 1, "8.0/hungary/t2": 1, "8.0/hungary/t3": 1, "8.0/hungary/t4": -2})


@pytest.mark.rule("aeto", "8.0/hungary/t5", "8.0/hungary/t6")
def test_hungary_transit_b(begun: grognard.Game) -> None:
    """Hungary on transit: -2 if the Axis has invaded Spain, -2 if the Axis has invaded Sweden."""
    assert_modifiers(begun, {"8.0/hungary/t5": -2, "8.0/hungary/t6": -2})


@pytest.mark.rule("aeto", "8.0/ireland/m1", "8.0/ireland/m2", "8.0/ireland/m3", "8.0/ireland/m4")
def test_ireland_a(begun: grognard.Game) -> None:
    """Ireland: +1 if British troops in Northern Ireland, +1 if the West has invaded a neutral, -1 for each British
    city with Germans in it, -4 if Germans in Belfast.
    """
    assert_modifiers(begun, {"8.0/ireland/m1": 1, "8.0/ireland/m2": 1, "8.0/ireland/m3": -1, "8.0/ireland/m4": -4})


@pytest.mark.rule("aeto", "8.0/iraq/m1", "8.0/iraq/m2", "8.0/iraq/m3", "8.0/iraq/m4")
def test_iraq_a(begun: grognard.Game) -> None:
    """Iraq: +2 if the Axis has invaded Turkey, +1 if the Axis has invaded Yugoslavia before April 1941, -1 if
    Germany has taken France and the Low Countries, -1 if Denmark and Norway.
    """
    assert_modifiers(begun, {"8.0/iraq/m1": 2, "8.0/iraq/m2": 1, "8.0/iraq/m3": -1, "8.0/iraq/m4": -1})


@pytest.mark.rule("aeto", "8.0/iraq/m5", "8.0/iraq/m6", "8.0/iraq/m7", "8.0/iraq/m8")
def test_iraq_b(begun: grognard.Game) -> None:
    """Iraq: -1 if Yugoslavia after March 1941, -1 if the Axis has taken Greece, -1 if Germany and Italy both fight
    the UK, -1 if both fight the Soviets.
    """
    assert_modifiers(begun, {"8.0/iraq/m5": -1, "8.0/iraq/m6": -1, "8.0/iraq/m7": -1, "8.0/iraq/m8": -1})


@pytest.mark.rule("aeto", "8.0/netherlands/m1", "8.0/netherlands/m2", "8.0/netherlands/m3", "8.0/netherlands/m4")
def test_netherlands_a(begun: grognard.Game) -> None:
    """Netherlands: +2 if French forts at the Belgian border, +1 if the West has invaded a neutral, +1 if the West
    is in Luxembourg, -1 if Germany has invaded Denmark.
    """
    assert_modifiers(
        begun, {"8.0/netherlands/m1": 2, "8.0/netherlands/m2": 1, "8.0/netherlands/m3": 1, "8.0/netherlands/m4": -1}
    )


@pytest.mark.rule("aeto", "8.0/netherlands/m5")
def test_netherlands_b(begun: grognard.Game) -> None:
    """Netherlands: -1 if Germany has invaded Norway."""
    assert_modifiers(begun, {"8.0/netherlands/m5": -1})


@pytest.mark.rule("aeto", "8.0/norway/m1", "8.0/norway/m2", "8.0/norway/m3", "8.0/norway/m4")
def test_norway_a(begun: grognard.Game) -> None:
    """Norway: +3 if Denmark has not been invaded, +3 if Germany has taken Sweden, +2 if France has fallen, +1 if
    Sweden is of the Axis.
    """
    assert_modifiers(begun, {"8.0/norway/m1": 3, "8.0/norway/m2": 3, "8.0/norway/m3": 2, "8.0/norway/m4": 1})


@pytest.mark.rule("aeto", "8.0/norway/m5", "8.0/norway/m6", "8.0/norway/m7", "8.0/norway/m8")
def test_norway_b(begun: grognard.Game) -> None:
    """Norway: +1 if the West has invaded a neutral, -1 if Germany has invaded a Low Country, -1 if Germany has
    invaded Denmark, -2 if the Soviets have taken Finland.
    """
    assert_modifiers(begun, {"8.0/norway/m5": 1, "8.0/norway/m6": -1, "8.0/norway/m7": -1, "8.0/norway/m8": -2})


@pytest.mark.rule("aeto", "8.0/norway/m9")
def test_norway_c(begun: grognard.Game) -> None:
    """Norway: -3 if Sweden still resists Germany."""
    assert_modifiers(begun, {"8.0/norway/m9": -3})


@pytest.mark.rule("aeto", "8.0/rumania/m1", "8.0/rumania/m2", "8.0/rumania/m3", "8.0/rumania/m4")
def test_rumania_a(begun: grognard.Game) -> None:
    """Rumania: +1 if Germany has invaded Yugoslavia before April 1941, +1 if Germany has invaded Spain, -1 if
    Turkey was once Britain's ally, -2 if more than three Soviet units in Bessarabia.
    """
    assert_modifiers(begun, {"8.0/rumania/m1": 1, "8.0/rumania/m2": 1, "8.0/rumania/m3": -1, "8.0/rumania/m4": -2})


@pytest.mark.rule("aeto", "8.0/rumania/m5")
def test_rumania_b(begun: grognard.Game) -> None:
    """Rumania: -2 if Germany fights the Soviets."""
    assert_modifiers(begun, {"8.0/rumania/m5": -2})


@pytest.mark.rule("aeto", "8.0/rumania/t1", "8.0/rumania/t2", "8.0/rumania/t3", "8.0/rumania/t4")
def test_rumania_transit_a(begun: grognard.Game) -> None:
    """Rumania on transit: +2 if more than three Soviet units in Bessarabia, +1 for each month after December 1940,
    +1 if Bulgaria has granted it, +1 if Hungary has granted transit.
    """
    assert_modifiers(begun, {"8.0/rumania/t1": 2, "8.0/rumania/t2": 1, "8.0/rumania/t3": 1, "8.0/rumania/t4": 1})


@pytest.mark.rule("aeto", "8.0/rumania/t5", "8.0/rumania/t6", "8.0/rumania/t7")
def test_rumania_transit_b(begun: grognard.Game) -> None:
    """Rumania on transit: -2 if the Axis has invaded Yugoslavia before April 1941, -2 if the Axis has invaded
    Spain, -2 if the Axis has invaded Sweden.
    """
    assert_modifiers(begun, {"8.0/rumania/t5": -2, "8.0/rumania/t6": -2, "8.0/rumania/t7": -2})


@pytest.mark.rule("aeto", "8.0/spain/m1", "8.0/spain/m2", "8.0/spain/m3", "8.0/spain/m4")
def test_spain_a(begun: grognard.Game) -> None:
    """Spain: +4 if Italy has fallen, +3 if the US fights the Axis, +2 if the Axis fights the Soviets, +1 if the
    Axis has invaded Yugoslavia before April 1941.
    """
    assert_modifiers(begun, {"8.0/spain/m1": 4, "8.0/spain/m2": 3, "8.0/spain/m3": 2, "8.0/spain/m4": 1})


@pytest.mark.rule("aeto", "8.0/spain/m5", "8.0/spain/m6", "8.0/spain/m7", "8.0/spain/m8")
def test_spain_b(begun: grognard.Game) -> None:
    """Spain: -1 if Cairo and Port Said are Axis, -2 if Gibraltar is Axis, -3 if the UK fell at some time, -3 if the
    Soviet Union has fallen.
    """
    assert_modifiers(begun, {"8.0/spain/m5": -1, "8.0/spain/m6": -2, "8.0/spain/m7": -3, "8.0/spain/m8": -3})


@pytest.mark.rule("aeto", "8.0/sweden/m1", "8.0/sweden/m2", "8.0/sweden/m3", "8.0/sweden/m4")
def test_sweden_a(begun: grognard.Game) -> None:
    """Sweden: +2 if the US fights the Axis, +1 if Germany has invaded Yugoslavia before April 1941, +1 if Norway is
    not German, +1 if Germany fights France.
    """
    assert_modifiers(begun, {"8.0/sweden/m1": 2, "8.0/sweden/m2": 1, "8.0/sweden/m3": 1, "8.0/sweden/m4": 1})


@pytest.mark.rule("aeto", "8.0/sweden/m5", "8.0/sweden/m6", "8.0/sweden/m7", "8.0/sweden/m8")
def test_sweden_b(begun: grognard.Game) -> None:
    """Sweden: +1 if Western units in Norway, -1 if more than seven Soviet units beyond the partition line, -2 if
    the Soviets have taken Finland, -3 if Soviets at the Swedish border.
    """
    assert_modifiers(begun, {"8.0/sweden/m5": 1, "8.0/sweden/m6": -1, "8.0/sweden/m7": -2, "8.0/sweden/m8": -3})


@pytest.mark.rule("aeto", "8.0/turkey/m1", "8.0/turkey/m2", "8.0/turkey/m3", "8.0/turkey/m4")
def test_turkey_a(begun: grognard.Game) -> None:
    """Turkey: +3 if France stands, +2 if Germany fights the UK, +2 if the US fights the Axis, +1 if the Axis has
    invaded Yugoslavia before April 1941.
    """
    assert_modifiers(begun, {"8.0/turkey/m1": 3, "8.0/turkey/m2": 2, "8.0/turkey/m3": 2, "8.0/turkey/m4": 1})


@pytest.mark.rule("aeto", "8.0/turkey/m5", "8.0/turkey/m6", "8.0/turkey/m7", "8.0/turkey/m8")
def test_turkey_b(begun: grognard.Game) -> None:
    """Turkey: +1 if Germany fights the Soviets, +1 if Rhodes is Allied, -1 if Gibraltar is Axis, -1 if Moscow is
    Axis.
    """
    assert_modifiers(begun, {"8.0/turkey/m5": 1, "8.0/turkey/m6": 1, "8.0/turkey/m7": -1, "8.0/turkey/m8": -1})


@pytest.mark.rule("aeto", "8.0/turkey/m9", "8.0/turkey/m10", "8.0/turkey/m11", "8.0/turkey/m12")
def test_turkey_c(begun: grognard.Game) -> None:
    """Turkey: -1 if Cairo and Port Said are Axis, -1 if more than eight Soviet units at the Turkish border, -1 if
    Iraq is of the Axis, -2 if the UK has fallen.
    """
    assert_modifiers(begun, {"8.0/turkey/m9": -1, "8.0/turkey/m10": -1, "8.0/turkey/m11": -1, "8.0/turkey/m12": -2})
