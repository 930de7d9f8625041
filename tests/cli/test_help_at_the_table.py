"""What the terminal does for a player who knows the game and not the program."""

from __future__ import annotations

import io
import random
from contextlib import redirect_stdout
from pathlib import Path
from unittest.mock import patch

import pytest
from terminal import grognard

import grognard as library
from grognard.engine.play.game import read_scene
from grognard.terminal.menu import after_typing
from grognard.terminal.session import Session

AFRICA = ("play", "ww2eto", "--scenario", "africa41", "--seed", "11")
BARBAROSSA = ("play", "ww2eto", "--scenario", "1941", "--seed", "5")
DEPLOYED = ["deploy 1613", "deploy 1714", "deploy 1611", "deploy 1612", "end"]
HUSKY = ("play", "westfront", "--scenario", "husky", "--seat", "allied=human,axis=greedy", "--seed", "3")


def test_a_headquarters_is_not_activated_before_its_role_is_said() -> None:
    """Once it lies open nothing can be taken back, so an order that leaves the role open asks for it."""
    done = grognard(*HUSKY, lines=["activate 15AG", "invasion", "quit"])
    assert "allied activate 15AG> invasion" in done.stdout
    assert "15AG activates at Tunis: invasion" in done.stdout and "Tunis: command" not in done.stdout


@pytest.mark.parametrize(
    ("game", "lines"),
    [
        (HUSKY, ["Jul 1943 I, turn 1 of 4", "three Allied ports are a victory", "Messina  Axis"]),
        (AFRICA, ["Summer 1941, turn 1 of 6", "Axis decisive\n", "supplied Allied units in Egypt at most  0      2"]),
        (BARBAROSSA, ["Summer 1941, turn 1 of 16", "Axis decisive [13.0/a]", "Italy, infantry (for losses)    1"]),
    ],
)
def test_score_says_how_the_game_is_won_and_how_it_stands(game: tuple[str, ...], lines: list[str]) -> None:
    said = grognard(*game, lines=["score", "quit"]).stdout
    assert all(line in said for line in lines), said
    assert "Combat results" not in said, "a chart that never changes is shown when it is asked for"


def test_score_of_one_sheet_and_of_none() -> None:
    said = grognard(*AFRICA, lines=["score combat", "score weather", "quit"]).stdout
    assert "die  +0  +1  +2" in said
    assert "E.sheet: There is no sheet 'weather'. There are: The war, On the map" in said


def test_a_unit_may_be_called_by_the_part_of_its_name_that_tells_it() -> None:
    """Only one Italian unit of a point can move, so its hex need not be said."""
    assert "1324 > 1325 > 1425" in grognard(*AFRICA, lines=["move ita1inf 1725", "quit"]).stdout
    said = grognard(*AFRICA, lines=["end", "attack ger1+ita2 1925", "quit"]).stdout
    assert "ger1mech@1825 and ita2inf@1825 attack 1925: column +1, die" in said


def test_a_name_that_many_bear_is_asked_about() -> None:
    said = grognard(*BARBAROSSA, lines=[*DEPLOYED, "move ger4inf 1613", "quit"]).stdout
    assert "E.choice: Which ger4inf? ger4inf@1718, ger4inf@1610" in " ".join(said.split())


def test_a_unit_with_no_part_in_the_order_is_told_why() -> None:
    """The unit before Tobruk cannot go by rail: its own rule is named, and no other unit is proposed."""
    said = grognard(*AFRICA, lines=["mark ita2inf", "quit"]).stdout
    assert "5.63: A unit using rail" in said and "Did you mean" not in said


def test_why_is_asked_in_the_middle_of_an_order() -> None:
    """The units that were chosen are a set, as the order would write them."""
    said = grognard(*AFRICA, lines=["end", "attack", "1", "1", "why 1925", "why 2325", "quit"]).stdout
    assert "axis attack ger1mech@1825+ita2inf@1825> why 1925\n  That order is offered." in said
    assert "8.11: " in said


def test_ways_are_listed_as_orders() -> None:
    """From northern Norway two ways lead to 2003; a move at home has one."""
    lines = [*DEPLOYED, "ways move ger2inf@1801 2003", "ways move ger4mech@1612 1512", "ways", "quit"]
    said = grognard(*BARBAROSSA, lines=lines).stdout
    way = "  move ger2inf@1801 1801>1802>1803>1904"
    assert f"{way}>2003\n{way}>2004>2003\n" in said
    assert "  move ger4mech@1612 1612>1512\n" in said and "Say which: `ways ORDER`." in said


def test_odds_take_short_names_and_units_one_by_one() -> None:
    lines = ["end", "odds attack ger1+ita2 1925", "odds attack ger1mech@1825 ita2inf@1825 1925", "quit"]
    assert grognard(*AFRICA, lines=lines).stdout.count("3 against 2: column +1") == 2


def test_end_in_the_middle_of_an_order_ends_nothing() -> None:
    said = grognard(*AFRICA, lines=["move ita1inf@1324", "end", "quit"]).stdout
    assert "`move ita1inf@1324` is given up. Type `end` once more to end." in said
    assert "Combat" not in said


def test_no_map_is_drawn_for_a_phase_without_a_choice_on_it() -> None:
    """A Combat Phase without an enemy to attack shows no other part of the world."""
    said = grognard(*AFRICA, lines=["move ita1inf 1725", "end", "end", "end", "quit"]).stdout
    assert "Berlin" not in said and said.count(". clear, r rough") == 3


def test_the_end_is_told_once() -> None:
    said = grognard("play", "tiny", "--seed", "5", "--seat", "red=random,blue=random").stdout
    end = said.rstrip().rpartition("\n")[2].rpartition(": ")[2]
    assert end.endswith("[T8.1]") and said.count(end) == 1 and "The game is over:" not in said


def test_completion_goes_on_within_a_set_and_after_a_command_about_an_order() -> None:
    game = library.new("ww2eto", scenario="africa41", seed=11)
    game.play("axis", "end")
    decision = game.decisions()["axis"]

    def after(typed: str, text: str = "") -> list[str]:
        return after_typing(decision, (), typed, text, ["why", "odds", "help"])

    assert after("attack ger1mech@1825+", "i") == ["ita2inf@1825"]
    assert after("attack ger1mech@1825+ita2inf@1825 ") == ["1925"], "the set is full: no point is asked for"
    assert after("odds ", "at") == ["attack"] and after("why attack ", "ger") == ["ger1mech@1825"]
    assert after("", "wh") == ["why"] and after("odds ", "wh") == []


def test_the_options_that_a_scenario_switches_on_are_told() -> None:
    said = grognard(*BARBAROSSA, lines=["quit"]).stdout
    assert "Options: Minor countries on, Partisans on, Italian entry and surrender on," in said
    assert "Options:" not in grognard(*AFRICA, lines=["quit"]).stdout


def test_a_phase_in_which_nothing_can_be_done_ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a keyboard alone: a script says every `end`. A phase that has begun with a choice waits to be ended."""
    run = Session.run

    def at_a_keyboard(session: Session) -> None:
        session.terminal = True
        run(session)

    monkeypatch.setattr(Session, "run", at_a_keyboard)
    said = grognard(*AFRICA, lines=["end", "end", "end", "quit", "quit"]).stdout
    assert "  Naval movement: nothing can be done.\n  Break-down/Build-up: nothing can be done.\n" in said
    assert "4/1941, Initial Movement" in said
    said = grognard(*AFRICA, lines=["auto", "end", "end", "end", "quit", "quit"]).stdout
    assert "wait for `end`" in said and "nothing can be done." not in said


def test_an_order_of_another_phase_is_told_its_phase() -> None:
    """A newcomer attacks while he moves, and asks for a ship or a train before its time."""
    said = " ".join(grognard(*AFRICA, lines=["attack ger1mech 1925", "why rail ita1inf 1725", "quit"]).stdout.split())
    assert "E.verb: 'attack' is no order here. It is an order of: Combat." in said
    assert "E.verb: 'rail' is no order here. It is an order of: Rail Movement." in said and "mean sail" not in said


def test_a_refused_order_is_explained_though_its_units_are_named_in_short() -> None:
    """Two points may not attack three; and units that advance do so one after the other."""
    start = "ww2eto africa41 bare / 2225: brt2inf / 2125: ger1mech ita2inf / "
    said = typed(start + "allied combat", ["attack brt2inf 2125"])
    assert "8.72: An attack with fewer points" in said
    said = typed(start.replace("2225: brt2inf / ", "2225: brt1inf / ") + "axis combat",
                 ["attack ger1+ita2 2225", "advance ger1+ita2 2225"])  # fmt: skip
    assert "E.choice: One unit at a time: advance ger1, then the next." in said


def typed(scene: str, lines: list[str]) -> str:
    """What the terminal says to orders typed in a scene."""
    game = read_scene(scene, dice=[1] * 9)
    keyboard, out = io.StringIO("".join(f"{line}\n" for line in lines)), io.StringIO()
    with patch("sys.stdin", keyboard), redirect_stdout(out):
        Session(game, dict.fromkeys(game.seats), random.Random(1)).run()
    return out.getvalue()


def test_resigning_is_proposed() -> None:
    """Who types the word alone learns how it is said, also when he asks for help with it."""
    said = grognard(*AFRICA, lines=["resign", "help resign", "quit"]).stdout
    assert said.count("Type `propose resign`.") == 2


def test_help_knows_orders_of_every_phase() -> None:
    lines = ["help attack", "help propose", "help score", "help frobnicate", "quit"]
    said = " ".join(grognard(*AFRICA, lines=lines).stdout.split())
    assert "`attack ger4inf@1612+ger3inf@1613 1713`: the units, then the hex or hexes. It is an order of: Com" in said
    assert "`propose resign`" in said and "score [WORD]" in said
    assert "E.verb: There is no order 'frobnicate'." in said


def test_a_way_typed_as_single_words_is_told_how_ways_are_written() -> None:
    said = " ".join(grognard(*AFRICA, lines=["move ita1inf@1324 1325 1425", "quit"]).stdout.split())
    assert "E.parse: The order is complete before '1425'. A way is one word with `>` between its places" in said


def test_a_long_condition_keeps_its_columns() -> None:
    """What is asked and what stands are under their heads also where the words need a second line."""
    rows = grognard(*BARBAROSSA, lines=["score decisive", "quit"]).stdout.splitlines()
    head = next(row for row in rows if row.startswith("  condition"))
    long = next(row for row in rows if row.startswith("  supplied Western"))
    assert long[head.index("asked")] == "0" and long[head.index("now")].isdigit()
    assert rows[rows.index(long) + 1] == "    partisans apart, at most"
    assert "3/1944 ends, at least" in " ".join(rows), "an early victory is told from one at the end"


def test_replay_shows_the_map_where_something_happened(tmp_path: Path) -> None:
    saved = tmp_path / "africa.journal"
    grognard(*AFRICA, lines=["move ita1inf 1725", f"save {saved}", "quit"])
    said = grognard("replay", str(saved)).stdout
    assert "/ita1inf" in said and "Benghaz" in said and "Vienna" not in said


def test_rules_are_told_with_their_rulings_and_found_by_several_words() -> None:
    said = " ".join(grognard("rules", "ww2eto", "14.23").stdout.split())
    assert "14.23 Home garrison:" in said and "Ruling R088: Who counts for Britain's garrison? Every" in said
    assert grognard("rules", "ww2eto", "R165").stdout.strip().startswith("Ruling R165: Finland in 1941.")
    assert "5.23 No ZOC-to-ZOC" in grognard("rules", "ww2eto", "straight", "zone").stdout
