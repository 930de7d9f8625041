"""What a third reader who drew rules by lot found wrong, each with its case."""

from __future__ import annotations

import pytest

import grognard
from grognard.titles.sfe import reach, supply
from grognard.titles.sfe.state import INTERDICT

from .cases import node, play, refused, scene, unit
from .test_landing import channel, plan, sheet


@pytest.mark.rule("sfe", "19.41/a6")
def test_a_plan_put_off_early_is_still_filled_in() -> None:
    """Put off before units or hexes had to be named it still takes them in time; afterwards it stays as it is."""
    text = "turn = 2 / Portsmouth: I XXX BrTTI1 BrTTI2 / Caen: 716 / allied reinforcement"
    for day, units, hexes in ((5, "", ""), (4, "", ""), (3, "19.41/a6", ""), (2, "19.41/a6", "19.41/a6")):
        game = plan(channel(text), area=["Caen"], day=day, made=1, wave=[("I", "BrTTI1")])
        play(game, "allied: postpone British_invasion")
        assert sheet(game).day == day + 1
        assert refused(game, "allied", "assign British_invasion XXX BrTTI2") == units
        assert refused(game, "allied", "land_at British_invasion I Caen") == hexes


@pytest.mark.rule("sfe", "28.02")
def test_rough_ground_lengthens_the_path_to_a_limited_source() -> None:
    """Forest and swamp count one and a half on the way to a single major city, as on any other."""
    areas = []
    for option in ("off", "on"):
        settings = {"air_losses": "off", "supply_realities": option}
        game = grognard.read_scene("sfe barbarossa41 bare / Clear / allied movement", options=settings)
        game.table.p.allied_rail = 0
        game._changed()
        areas.append(supply.city_area(game.table, 1, node(game, "Leningrad")))
    assert areas[1] != areas[0] and areas[1] & ~areas[0] == 0


@pytest.mark.rule("sfe", "16.15")
def test_slow_company_spares_nobody_the_bombs() -> None:
    """Under many bombs panzers pay three points to leave, infantry two; together they pay three."""
    game = scene("SE1818: IIIPz XVII / axis movement")
    panzers, foot = unit(game, "IIIPz"), unit(game, "XVII")
    t = game.table
    wings = [u.index for u in t.world.units if u.air and u.power == 1][:6]
    for wing in wings:
        t.p.put(wing, node(game, "SE1818"))
        t.p.mission[wing] = INTERDICT
    game._changed()
    paid = {who: [extra for extra, _ in reach.toll(t, who)] for who in ((panzers,), (foot,), (panzers, foot))}
    assert paid[foot,] < paid[panzers,] == paid[panzers, foot]
