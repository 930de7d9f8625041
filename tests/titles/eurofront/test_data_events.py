"""EuroFront's diplomacy as data: events over one vocabulary, and the alliance table that plays the printed chain."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from grognard.titles.eurofront import tables
from grognard.titles.eurofront.tables import Event, Reaction

from .helpers import board

ORDER = """
    PP CL WW S1 S2 SR SM SE SG SA SB NO FR NP NX AB GR YU RU VF 2F EB TB SC SW FI RE PW SJ DS IX IU RB RX RG HX BP BX YX
    FL FX AC JI SX 3R XR ME MR TC TX RS VX
"""
WORDS = """
    ev dow neutral belligerent joined cooperating controlled holds defeated exploited exists republican betrayed season
    from_season release_candidates season_of complete_seasons_since finnish_armistice phony_war wf_dry_month
    naval_supremacy undisputed_naval_base all_naval_bases axis_atlantic_ports_in_rail_supply balkans_pacified
    desert_victory north_africa_victory strategic_reserve_left all_soviet_units_on_map all_soviet_hqs_full
    soviet_reserved_pps axis_units_in german_units_in allied_units_in soviet_units_in allied_soviet_units_in
    soviet_entered axis_hexes allied_hexes allied_soviet_hexes eliminated_units undefended_border
    undefended_soviet_areas undefended_cities axis_frontline_hexes axis_major_ports axis_mandate_capitals
    mandate_may_rise target in_play rebuilt war_year beachheads count
"""
VOCABULARY = set(WORDS.split())
OTHERS = {"Anglo-French Union"}
"""What happens outside the table of events and is asked for as if it stood there."""
DIE = re.compile(r"always|at once, outside Diplomacy|<=[1-6]|<=?count\(.*\)")
PLACES_OF = {"axis_units_in", "german_units_in", "allied_units_in", "soviet_units_in", "axis_hexes", "allied_hexes"}
EVENTS = list(tables.events().values())


def calls(event: Event) -> Iterator[ast.Call]:
    """Every question that an event's alternatives ask."""
    for line in event.alternatives:
        texts = [line.prerequisite]
        texts += [line.die.removeprefix("<").removeprefix("=")] if "count" in line.die else []
        for text in texts:
            yield from (node for node in ast.walk(ast.parse(text, mode="eval")) if isinstance(node, ast.Call))


def test_there_are_52_events() -> None:
    """11 Soviet, 16 Allied and 25 Axis events in the order of the tables."""
    assert list(tables.events()) == ORDER.split()
    sides = [event.side for event in EVENTS]
    assert [sides.count(side) for side in ("SOVIET", "ALLIES", "AXIS")] == [11, 16, 25]
    assert sum(len(event.alternatives) for event in EVENTS) == 77


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.id)
def test_an_event_is_written_in_the_vocabulary(event: Event) -> None:
    """Its conditions parse, ask only known questions, and name only events and regions that there are."""
    for line in event.alternatives:
        assert DIE.fullmatch(line.die), line.die
    for call in calls(event):
        assert isinstance(call.func, ast.Name) and call.func.id in VOCABULARY, ast.unparse(call)
        first = call.args[0].value if call.args and isinstance(call.args[0], ast.Constant) else ""
        if call.func.id == "ev":
            assert first in OTHERS or first in tables.events()
        if call.func.id in PLACES_OF and first not in ("EF", "WF", "MF", ""):
            assert first in board().region or board().node(str(first)), first


def test_every_word_is_used() -> None:
    """The vocabulary has no word too many."""
    assert {ast.unparse(call.func) for event in EVENTS for call in calls(event)} == VOCABULARY


def test_a_roll_may_be_tried_again() -> None:
    """Only Yugoslavia's event, whose failure has an effect, is a single try (16.6)."""
    once = [event for event in EVENTS if event.repeat == "once"]
    assert [event.id for event in once if {line.die for line in event.alternatives} != {"always"}] == ["YX"]


def chain(first: str, side: str, dice: list[int]) -> list[tuple[str, str, int, int, str]]:
    """Alliance checks after a declaration of war on a nation, France being defeated (16.51, 16.52)."""
    order = list(dict.fromkeys(one.belligerent for one in tables.reactions()))
    at_war, queue, told, rolls = {first: side}, [first], [], iter(dice)
    while queue:
        queue.sort(key=order.index)
        new = queue.pop(0)
        for one in _checks(new):
            if one.neutral in at_war or one.condition or not one.after:
                continue
            die, joins = next(rolls), one.joins or at_war[new]
            told.append((new, one.neutral, one.after, die, joins if die <= one.after else ""))
            if die <= one.after:
                at_war[one.neutral] = joins
                queue.append(one.neutral)
    return told


def _checks(new: str) -> list[Reaction]:
    return [one for one in tables.reactions() if one.belligerent == new]


def test_the_printed_chain() -> None:
    """The Axis declares war on Yugoslavia: Italy, then Rumania and Greece join, Hungary by way of Italy."""
    assert chain("Yugoslavia", "allies", [1, 3, 2, 5, 3, 1, 6, 3]) == [
        ("Yugoslavia", "Italy", 1, 1, "axis"),
        ("Yugoslavia", "Hungary", 2, 3, ""),
        ("Yugoslavia", "Rumania", 2, 2, "allies"),
        ("Yugoslavia", "Bulgaria", 2, 5, ""),
        ("Yugoslavia", "Greece", 3, 3, "allies"),
        ("Italy", "Hungary", 1, 1, "axis"),
        ("Rumania", "Bulgaria", 4, 6, ""),
        ("Greece", "Bulgaria", 2, 3, ""),
    ]


def test_the_alliance_table() -> None:
    """Fourteen rows; Hungary always joins the Axis, Portugal the Allies."""
    assert len({one.belligerent for one in tables.reactions()}) == 14
    assert all(0 <= n <= 6 for one in tables.reactions() for n in (one.before, one.after))
    assert {one.joins for one in tables.reactions() if one.neutral == "Hungary"} == {"axis"}
    assert {one.joins for one in tables.reactions() if one.neutral == "Portugal"} == {"allies"}


LINKS = """
Italy: Hungary 11x, Spain 30l
Hungary: Italy 22, Yugoslavia 11l, Rumania 11
Yugoslavia: Italy 11x, Hungary 12x, Rumania 32, Bulgaria 12x, Greece 23l
Rumania: Hungary 55x, Yugoslavia 32, Bulgaria 34x, Greece 12l
Bulgaria: Italy 11, Greece 20l
Greece: Italy 11x, Yugoslavia 22, Rumania 10, Bulgaria 22x
Belgium: Holland 51
Holland: Belgium 61
Spain: Italy 22, Portugal 11l
Portugal: Spain 35x
Denmark: Norway 22
Norway: Denmark 66, Sweden 01x
Sweden: Denmark 44, Norway 22, Finland 11
Finland: Sweden 11
"""
"""Every link: the numbers before and after the fall of France, and if to the Axis (x) or the Allies (l) alone."""


def test_every_link_of_the_alliance_table() -> None:
    """All thirty-two links have the printed numbers and sides; three hang on a condition (16.51)."""
    found: dict[str, list[str]] = {}
    for one in tables.reactions():
        side = {"axis": "x", "allies": "l", "": ""}[one.joins]
        found.setdefault(one.belligerent, []).append(f"{one.neutral} {one.before}{one.after}{side}")
    assert [f"{new}: {', '.join(links)}" for new, links in found.items()] == LINKS.split("\n")[1:-1]
    conditions = {(one.belligerent, one.neutral): one.condition for one in tables.reactions() if one.condition}
    assert conditions == {
        ("Italy", "Spain"): "republican", ("Portugal", "Spain"): "nationalist", ("Norway", "Sweden"): "Norway is Axis",
    }  # fmt: skip
