"""Carrier strikes on ports (19.11, 19.12/4) and their surprise (28.15)."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.core import plans
from grognard.titles.sfe import seabombing, ships, strikes

from .cases import at, node, offers, play, refused, rolls, sea, ship, unit, until, verbs

FLEETS = "Alexandria: CVFormidable BBWarspite BrDDMed1 / Gibraltar_box: CVArkRoyal / Taranto: BBDoria CAZara"


def planned(made: int, turn: int, *names: str, dice: list[int] | None = None, **options: str) -> grognard.Game:
    """A strike on Taranto planned some turns ago, in the Naval Movement Phase."""
    game = sea(f"{FLEETS} / turn={turn} / allied naval", dice, options=options)
    fleet = tuple(unit(game, name) for name in names or ("CVFormidable",))
    secret = {"port": node(game, "Taranto"), "ships": fleet, "made": made}
    plans.make(game.table, strikes.key(1), plans.Plan(1, {}, secret))
    game._changed()
    return game


@pytest.mark.rule("sfe", "19.12/4")
def test_a_strike_is_planned_turns_ahead() -> None:
    """One carrier strikes two turns after it was planned, two of them three; the enemy sees no port."""
    game = sea(f"{FLEETS} / turn=3 / allied reinforcement")
    assert "Taranto" in offers(game, "allied", "plan_strike")
    play(game, "allied: plan_strike Taranto CVFormidable")
    assert refused(game, "allied", "plan_strike Naples CVArkRoyal") == "19.12/4"
    port = str(node(game, "Taranto"))
    assert port in str(game.view("allied").data["plans"]) and port not in str(game.view("axis").data["plans"])
    assert refused(planned(3, 4), "allied", "strike CVFormidable .") == "19.12/4"
    assert not refused(planned(3, 5), "allied", "strike CVFormidable .")
    both = ("CVFormidable", "CVArkRoyal")
    assert refused(planned(3, 5, *both), "allied", "strike CVFormidable .") == "19.12/4"
    assert not refused(planned(3, 6, *both), "allied", "strike CVFormidable .")
    assert refused(planned(3, 6), "allied", "strike CVArkRoyal .") == "19.12/4"


@pytest.mark.rule("sfe", "19.11")
def test_carriers_fly_five_hexes() -> None:
    """The force sails to the first sea hex within five of Taranto that it can come home from, and comes home."""
    game = planned(3, 5, dice=[6] * 30)
    t, force = game.table, (unit(game, "CVFormidable"),)
    spot = strikes.launch_hex(t, force)
    grid = t.world.board.grid
    assert spot >= 0 and grid.distance(spot, node(game, "Taranto")) <= 5
    play(game, "allied: strike CVFormidable BBWarspite")
    until(game, "sea_bombing")
    assert at(game, "CVFormidable") == t.node_name(spot)
    play(game, "allied: bomb BBDoria CVFormidable")
    until(game, "naval", "allied")
    assert at(game, "CVFormidable") == at(game, "BBWarspite") == "Alexandria" and not game.table.p.plans
    assert ships.fast(game.table, force)


@pytest.mark.rule("sfe", "28.15")
def test_the_first_raid_surprises() -> None:
    """With the option the first strike adds two and meets flak a column to the left, the second adds one."""
    for option, shifts, more in (("on", [1, 0, 0], [2, 1, 0]), ("off", [0, 0, 0], [0, 0, 0])):
        game = planned(3, 5, raid_surprise=option)
        t = game.table
        for number in (1, 2, 3):
            t.p.raids["allied"] = number
            assert strikes.flak_shift(t, 1) == shifts[number - 1] and strikes.bonus(t, 1) == more[number - 1]


def test_ships_in_port_are_easier_to_hit() -> None:
    """A strike on a port adds one to the dice, and what a surprise gives."""
    game = planned(3, 5, dice=[4] * 40, raid_surprise="on")
    play(game, "allied: strike CVFormidable .")
    until(game, "sea_bombing")
    assert seabombing.raid_bonus(game.table, game.table.frame) == 3
    play(game, "allied: bomb CAZara CVFormidable")
    hits = rolls(game, "ship_bombed")
    assert hits and hits[0]["result"] == seabombing.result(hits[0]["column"], sum(hits[0]["dice"]) + 3)
    assert ship(game, "CAZara") in ("", "damaged", "reduced", "sunk", "*damaged", "*reduced", "*crippled", "*battered")
    assert "strike" not in verbs(until(game, "naval", "allied"), "allied")
