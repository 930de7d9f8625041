"""The tutorial's example game from the first activation to its end, as one journal (husky_example.csv)."""

from __future__ import annotations

import pytest

from grognard.engine.play.game import Game, load

from .table import at, cv, gone, held, lane, play, scene

DICE = [6, 1, 5, 4, 4, 1, 5, 2, 1, 6, 3, 2, 2, 3, 5, 1, 2, 3, 6, 1, 2, 3]
"""Those of the text, the die that keeps Palermo from sea supply, and what husky_example.csv chooses for August."""


def july_landings() -> Game:
    g = scene("husky", DICE)
    play(
        g,
        "allied: activate 21AG blitz-invasion; activate 15AG blitz-invasion; activate AF paradrop; end",
        "allied: invade 21AG US6amph Licata; invade 15AG US2amph Catania; drop AF Br2para Catania; end; end",
        "allied: strike 15AG Catania; end",
    )
    return g


def july_allies(g: Game) -> Game:
    return play(
        g,
        "allied: invade 15AG FF2mtn Catania; invade 21AG Br30arm Licata; end; end",
        "allied: place US6BH; end",
    )


def july_axis(g: Game) -> Game:
    return play(g, "axis: activate OKW; end; move 76arm Messina; move Sicstat Palermo_E1; move 1para Messina; end; end")


def second_fortnight(g: Game) -> Game:
    return play(g, "allied: end; end; end", "axis: end; end")


def production(g: Game) -> Game:
    return play(
        g,
        "axis: step 1para; step OKW; cadre It7inf Reggio; step Sicstat",
        "allied: step 21AG; step 15AG; step AF; step Br5inf; step US6amph; step FF2mtn; step Br2para",
        "allied: arrive Polinf Tunis",
    )


def august_moves(g: Game) -> Game:
    return play(
        g,
        "axis: commit",
        "allied: commit; activate 21AG invasion; activate AF; end",
        "allied: invade 21AG Br10inf Palermo_E1; sail Br13mech Licata; sail Br5inf Catania",
        "allied: move Br30arm Palermo_E1; move FF2mtn Messina; end; end",
    )


def august_battles(g: Game) -> Game:
    return play(
        g,
        "allied: strike AF Messina; end; resolve Messina",
        "axis: lose 76arm; fire 76arm",
        "allied: fire Br30arm",
    )


def pass_to_the_end(g: Game) -> None:
    """Both sides save their HQs."""
    while g.outcome is None:
        for seat in list(g.decisions()):
            g.play(seat, "end")


@pytest.mark.rule("westfront", "13.15", "5.43")
def test_the_july_landings() -> None:
    """Licata falls undefended; the strike on Catania scores two hits, one step in the hills: the Italians are gone."""
    g = july_landings()
    assert gone(g, "It7inf")
    assert [at(g, unit) for unit in ("US6amph", "US2amph", "Br2para")] == ["Licata", "Catania", "Catania"]
    assert [cv(g, hq) for hq in ("21AG", "15AG", "AF")] == [2, 2, 1]


@pytest.mark.rule("westfront", "10.4")
def test_second_waves_and_the_cut_railhead() -> None:
    """The Blitz brings a second unit to each beach; Messina is disputed and Palermo's garrison starves a step."""
    g = july_allies(july_landings())
    assert [at(g, "FF2mtn"), at(g, "Br30arm")] == ["Catania", "Licata"]
    assert [cv(g, hq) for hq in ("21AG", "15AG")] == [1, 1]
    assert cv(g, "Sicstat") == 0
    assert g.table.p.beachheads["US6BH"] == g.title.find_node(g.table, "Licata")


@pytest.mark.rule("westfront", "11.43", "11.43/a", "14.7")
def test_august_production_costs_what_the_text_says() -> None:
    """The Axis spends all of its 25 points, the Allies 60 of 73: Malta's HQ pays overseas, the grounded para half."""
    g = production(second_fortnight(july_axis(july_allies(july_landings()))))
    assert lane(g, "axis").p.points0 == 0
    assert lane(g, "allied").p.points1 == 13
    assert cv(g, "AF", "allied") == 2
    assert at(g, "It7inf", "axis") == "Reggio"


@pytest.mark.rule("westfront", "8.1", "2.25/a")
@pytest.mark.rule("westfront", "HUSKY/1")
def test_the_whole_example_game() -> None:
    """To the end of August: Palermo turns Allied, Messina holds out behind triple defense, the static dies at zero."""
    g = august_battles(august_moves(production(second_fortnight(july_axis(july_allies(july_landings()))))))
    assert held(g, "allied", "Palermo", "Catania") == [True, True]
    assert gone(g, "Sicstat")
    assert [cv(g, unit) for unit in ("FF2mtn", "76arm", "1para")] == [1, 3, 3]
    assert [cv(g, hq) for hq in ("21AG", "AF", "15AG")] == [1, 1, 2]
    pass_to_the_end(g)
    assert g.outcome is not None
    assert (g.outcome.winners, g.outcome.rule) == ((), "HUSKY/1")


def test_the_example_game_is_a_journal_that_replays() -> None:
    """Saved and loaded, the same orders and dice lead to the same position."""
    g = august_moves(production(second_fortnight(july_axis(july_allies(july_landings())))))
    again = load(g.save(), verify=True)
    assert again.hash() == g.hash()
