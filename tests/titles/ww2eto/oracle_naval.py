"""Naval transport told again in the plainest way (5.7): who may embark, which ports a ship reaches, what it costs."""

from __future__ import annotations

from typing import Any

from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.land import movement, reach
from grognard.titles.ww2eto.politics import control
from grognard.titles.ww2eto.state import PEACETIME

from . import oracle
from . import oracle_supply as plain
from .oracle_supply import Ground, Ships, Unit

SAILED = ("Atlantic", "Baltic", "Mediterranean", "Persian Gulf", "Red")


def fleets(t: Any, unit: Unit) -> list[tuple[int, tuple[str, ...], bool]]:
    """The ships that may carry a unit: points left, seas, and whether only between French Mediterranean ports."""
    p = t.p
    if unit.power == w.AXIS:
        ways = {"germany": ("Baltic", "Mediterranean"), "italy": ("Mediterranean",)}.get(unit.nation, ())
        own = [(1 - p.used.get(f"{unit.nation}/{sea}", 0), (sea,), False) for sea in ways]
        if unit.nation == "germany":
            built = (p.german_naval - p.used.get("germany/built", 0), ("Atlantic", "Baltic"), False)
            baltic = next(left for left, seas, _ in own if seas == ("Baltic",))
            own += [built]
            if built[0] > 0 and baltic > 0:
                own += [(built[0] + baltic, ("Baltic",), False)]
        return own
    chart = next(int(row["naval"]) for row in w.table("allied_transport.csv") if row["turn"] == turn(t))
    left = chart - p.naval_used
    if unit.power == w.SOVIET and control.three_players(t):
        left = int(p.notes.get("lent", 0))
    found = [(left, SAILED, False)]
    if unit.nation == "france":
        french = 1 - p.used.get("france/Mediterranean", 0)
        found += [(french, ("Mediterranean",), True)]
        if french > 0 and left > 0:
            found += [(french + left, ("Mediterranean",), True)]
    return found


def turn(t: Any) -> str:
    return str(t.world.turns[t.p.turn - 1]["turn"])


def embarks(t: Any, unit: Unit, ground: Ground) -> bool:
    """May a unit board a ship where it stands, whoever carries it (5.7, 14.23, 6.51, R195)?"""
    p = t.p
    if unit.power == w.SOVIET and not p.russia_at_war:
        return False
    if unit.kind in ("garrison", "partisan") or (p.frozen | p.shipped) >> unit.piece & 1:
        return False
    land = plain.country(t, unit.hex)
    if not p.home_garrison and land is not None and land.id == "britain" and not p.arrived >> unit.piece & 1:
        return False
    return bool(plain.ports(unit.hex)) and friendly(ground, unit.hex) and movement.may_move(t, 0, ()) >> unit.piece & 1


def friendly(ground: Ground, place: str) -> bool:
    """A friendly port; with three players Russians use Allied ones too (5.7/f, 16.85)."""
    if ground.friendly(place):
        return True
    t = ground.t
    if ground.power != w.SOVIET or not control.three_players(t):
        return False
    return place not in ground.theirs and Ground(t, w.ALLIED).friendly(place)


def french_port(t: Any, place: str) -> bool:
    return "Mediterranean" in plain.ports(place) and plain.owned(t, place, "france")


def destinations(t: Any, unit: Unit, everyone: list[Unit], round_africa: bool) -> set[str]:
    """The ports that ships can take a whole unit to."""
    p, ground, found = t.p, Ground(t, unit.power), set()
    if not embarks(t, unit, ground):
        return found
    us = plain.friends(t, unit.power)
    strangers = {u.hex for u in everyone if u.power not in us}
    able = plain.named(t, t.world.play & reach.open_ground(t, unit.piece))
    limit = 1 if unit.power == w.SOVIET and p.russia == PEACETIME else 2
    landed = plain.named(t, p.landed)
    italians = sum(u.points for u in everyone if u.nation == "italy" and u.hex in plain.region("Africa"))
    for left, seas, french in fleets(t, unit):
        if left < unit.points * (2 if round_africa else 1) or (round_africa and (unit.power == w.AXIS or french)):
            continue
        if french and not french_port(t, unit.hex):
            continue
        if unit.power != w.AXIS and any("Black" in plain.seas(place) for place in landed):
            seas = (*seas, "Black")
        ships = Ships(t, unit.power, seas)
        reached = ships.round(unit.hex) if round_africa else ships.reached(unit.hex)
        for there, sea in reached:
            if there == unit.hex or there in strangers or there not in able or not oracle.land(there):
                continue
            if there not in landed and not (sea in plain.ports(there) and friendly(ground, there)):
                continue
            if french and not french_port(t, there):
                continue
            if unit.nation == "italy" and italians >= 3 and there in plain.region("Africa"):
                continue
            if sum(u.hex == there for u in everyone) < limit:
                found.add(there)
    return found


def air_zone(place: str) -> set[str]:
    """Two hexes around, by ways that cross no blocked hexside (6.5, 6.57, R022)."""
    found = {place}
    for _ in range(2):
        found |= {
            there for here in found for there in oracle.neighbours(here) if "blocked" not in oracle.sides(here, there)
        }
    return found


def points_met(t: Any, power: int, everyone: list[Unit], route: list[str]) -> int:
    """Enemy strength points whose air zone a route touches, each once (6.52)."""
    foes = plain.enemies(t, power)
    fly = [
        u for u in everyone if u.power in foes and u.nation in ("germany", "britain", "usa") and u.kind != "partisan"
    ]
    return sum(u.points for u in fly if air_zone(u.hex) & set(route))
