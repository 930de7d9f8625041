"""Trains, German points and the conditions of victory told again in the plainest way (5.6, 10.1, 10.6, 13.0)."""

from __future__ import annotations

from typing import Any

from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.land import reach
from grognard.titles.ww2eto.politics import control

from . import oracle
from . import oracle_supply as plain
from .oracle_combat import season
from .oracle_supply import SIDES, Ground, Supply, Unit

BANDS = ("partisan",)


def tracks(t: Any, unit: Unit, everyone: list[Unit]) -> set[str]:
    """Every hex that a train with this unit may touch (5.6, 5.61, 5.63, 5.65, 16.59).

    Vichy ground is closed, and Unoccupied France a country apart for good (R158, R201).
    """
    ground = Ground(t, unit.power)
    us, foes = plain.friends(t, unit.power), plain.enemies(t, unit.power)
    by_hex = t.options.get("alternate_rail") == "on"
    closed = {u.hex for u in everyone if u.power not in us}
    for u in everyone:
        if u.power in foes and u.kind in BANDS:
            closed |= {u.hex, *oracle.neighbours(u.hex)}
    sides = [SIDES[f] for f in us if f in SIDES]
    able = plain.named(t, t.world.play & reach.open_ground(t, unit.piece))
    south, vichy = plain.named(t, t.p.notes.get(control.UNOCCUPIED, 0)), plain.named(t, t.p.vichy_ground)

    def country(place: str) -> int:
        return len(t.world.countries) if place in south else plain.country_of(place)

    regulars = [u for u in everyone if u.power in foes and u.kind not in BANDS and u.hex not in vichy]
    enemy_lands = {country(u.hex) for u in regulars}
    found = set()
    for place in plain.region("Europe") & able:
        if place in closed or place in ground.zones:
            continue
        if by_hex:
            usable = ground.friendly(place)
        else:
            land = country(place)
            usable = any(getattr(t.p, f"{side}_countries") >> land & 1 for side in sides) and land not in enemy_lands
            usable = usable and place not in vichy
        if usable:
            found.add(place)
    return found


def stations(t: Any, unit: Unit, everyone: list[Unit]) -> set[str]:
    """The hexes that a train takes a unit to: three times its allowance, over no blocked hexside (5.6, 5.66, R019)."""
    free = tracks(t, unit, everyone)
    if unit.hex not in free:
        return set()
    allowance = {1: 3, 2: 2, 3: 5, 4: 4}[season(t)] if unit.hex in plain.region("weather") else 5
    reached = fresh = {unit.hex}
    for _ in range(3 * allowance):
        fresh = {
            there for here in fresh for there in oracle.neighbours(here)
            if there in free and there not in reached
            and oracle.walkable(here, there) and "blocked" not in oracle.sides(here, there)
        }  # fmt: skip
        reached = reached | fresh
    ends = plain.named(t, t.world.play & control.leashed(t, (unit.piece,)))
    return (reached - {unit.hex}) & ends


GROUPS = {"yugoslavia": "balkans", "albania": "balkans", "greece": "balkans",
          "france": "low", "belgium": "low", "netherlands": "low"}  # fmt: skip


def german_points(t: Any, replacements: bool, everyone: list[Unit]) -> int:
    """What Germany may take in this Game-Turn (10.11, 10.61, 10.62, 12.1, 16.57, 16.58)."""
    p = t.p
    turn = t.world.turns[p.turn - 1]["turn"]
    rows = [
        row for row in w.table("reinforcements.csv")
        if row["turn"] == turn and row["nation"] == "germany" and t.scenario in row["scenarios"].split("|")
    ]  # fmt: skip
    points = 8 if replacements else sum(int(row["points"]) for row in rows if row["kind"] == "points")
    if not replacements:
        points += sum(plain.controls(t, w.AXIS, place) for place in ("2325", "3223"))
    if p.sweden_halved:
        points //= 2
    bands: dict[str, int] = {}
    for u in everyone:
        if u.kind == "partisan" and u.power in (w.PARTISANS, w.RUSSIAN_PARTISANS):
            land = plain.country(t, u.hex).id
            bands[GROUPS.get(land, land)] = bands.get(GROUPS.get(land, land), 0) + 1
    points = max(0, points - sum(n // 3 for n in bands.values()) - p.rate_debt)
    if replacements:
        return min(points, 25 - p.german_replacements)
    return points + int(t.options.get("handicap_axis", "0"))


def axis_centers(t: Any, everyone: list[Unit]) -> int:
    """Russian Resource Centers under Axis control; an empty one in both zones is nobody's (13.0/a, 10.34/d, R236)."""
    held = plain.named(t, t.p.axis_centers)
    ours, theirs = oracle.zone(t, w.SOVIET) | oracle.zone(t, w.ALLIED), oracle.zone(t, w.AXIS)
    empty = plain.centers("Russia") - {u.hex for u in everyone if u.power in SIDES}
    return len({place for place in held if not (place in empty and place in ours and place in theirs)})


def level(t: Any, supply: Supply) -> str:
    """Who would win if the game ended now, and how (13.0, R176, R177, R178)."""
    fed = [u for u in supply.units if u.kind != "partisan" and u.power in (w.ALLIED, w.SOVIET) and supply.supplied(u)]
    germany = [u for u in fed if u.hex in plain.named(t, t.world.by_id["germany"].hexes)]
    points = sum(u.points for u in germany)
    if points >= 5:
        return "allied_substantive" if points >= 10 else "allied_marginal"
    western = [u for u in fed if u.power == w.ALLIED and u.hex in plain.region("mainland Europe")]
    russians = [
        u for u in fed
        if u.power == w.SOVIET and u.hex in plain.region("Europe") and u.hex not in plain.region("pre-1939 Russia")
    ]  # fmt: skip
    centers = axis_centers(t, supply.units)
    if not western and not russians and centers >= 24:
        return "axis_decisive"
    return "axis_substantive" if not germany and centers >= 12 else "axis_marginal"
