"""What a player may ask of a hex and of a counter of The Struggle for Europe; only plans are sealed."""

from __future__ import annotations

from grognard.board.hexset import members
from grognard.engine.words.inspect import Fact

from . import airbases, beachheads, cargo, control, flak, seas, ships, strengths, supply, weather, zones
from . import world as w
from .state import Table, figures, ground_in, phasing

SIDES = ("Axis", "Allies")
DONE = (
    ("moved", "has moved", "7.0"), ("railed", "went by rail", "8.01"), ("shipped", "was shipped", "19.31"),
    ("sailed", "has sailed", "18.01"), ("attacked", "has attacked", "9.02"), ("struck", "was attacked", "9.02"),
    ("flown", "has flown", "15.0"), ("tired", "went by extended rail and does not attack", "8.04"),
    ("disrupted", "is disrupted", "16.42"), ("shaken", "is disrupted by its drop", "22.14/D"),
    ("landing", "came over a beach and attacks at half", "19.44"),
)  # fmt: skip
"""What the position remembers of a counter in a segment, in words."""


def many(count: float, word: str) -> str:
    """``1 point``, ``2 points``.

    >>> many(1, "point"), many(2.5, "point")
    ('1 point', '2.5 points')
    """
    return f"{count:g} {word}{'' if count == 1 else 's'}"


def of_place(t: Table, node: int) -> list[Fact]:
    """A hex: its ground, its weather, who holds it and what it can do."""
    if node >= t.world.board.grid.size or not t.world.board.hexes >> node & 1:
        return []
    if not t.world.board.land >> node & 1:
        zone = seas.sea_map(t.world).zone.get(node, "") if t.world.ship_slots else ""
        return [Fact("Terrain", f"Sea{': the ' + zone if zone else ''}")]
    return [*_ground(t, node), *_held(t, node), *_works(t, node), *_harbour(t, node), *_stack(t, node)]


def _ground(t: Table, node: int) -> list[Fact]:
    kind = strengths.ground_at(t, node)
    row = w.terrain_row(kind)
    foot, armor = int(row["mp_leg"]), int(row["mp_armor"])
    points = f"{many(foot, 'point')} to enter" + (f", {armor} for armor" if armor != foot else "")
    found = [Fact("Terrain", f"{kind.capitalize()}: {points}", "7.1")]
    drm = sum(m.value for m in strengths.ground_modifier(t, node))
    if drm:
        found.append(Fact("In its defense", f"{drm:+} on the attacker's die", "9.05"))
    said = w.WEATHER[weather.at(t, node)]
    zone = w.ZONES[t.world.zone_of[node]]
    found.append(Fact("Weather", f"{said} (zone {zone}): supply paths of {weather.overland(t, node)} hexes", "25.2"))
    return found


def _held(t: Table, node: int) -> list[Fact]:
    p = t.p
    holders = [name for power, name in enumerate(SIDES) if p.land_of(power) >> node & 1]
    found = [Fact("Held by", " and ".join(holders) or "nobody", "6.2")]
    for power, name in enumerate(SIDES):
        covered = zones.zones(t, power)
        if covered.all >> node & 1:
            grade = "" if covered.normal >> node & 1 else " (limited)"
            found.append(Fact("Zone of control", f"{name}{grade}", "6.1" if not grade else "28.01/b1"))
        if p.land_of(power) >> node & 1 and p.rail_of(power) >> node & 1:
            found.append(Fact("Railway", f"trains of the {name} run here", "8.06"))
    mine = next((power for power in range(len(SIDES)) if p.land_of(power) >> node & 1), phasing(t))
    fed = supply.easy(t, supply.supplied_hexes(t, mine)) >> node & 1
    found.append(Fact("Supply", f"{SIDES[mine]}: {'in supply' if fed else 'no path to a full source'}", "23.13"))
    return found


def _works(t: Table, node: int) -> list[Fact]:
    p, found = t.p, []
    works = (
        (p.forts, "fort", "24.12"), (p.strongholds, "major fort", "24.14"), (p.works, "fort, being built", "24.11"),
        (p.plots, "airfield, being built", "24.21"),
    )  # fmt: skip
    for bits, word, rule in works:
        if bits >> node & 1:
            found.append(Fact("Works", word, rule))
    most = airbases.flights_from(t, node)
    if most:
        based = len(airbases.based(t, node))
        text = f"{many(most, 'wing')} fly from it, {based} of {2 * most} are based here"
        found.append(Fact("Air base", text, "5.02/2"))
    guns = max(flak.factors(t, node, power) for power in range(len(SIDES)))
    if guns:
        found.append(Fact("Flak", many(guns, "factor"), "21.02"))
    return found


def _harbour(t: Table, node: int) -> list[Fact]:
    if not t.world.ship_slots:
        return []
    chart, found = seas.sea_map(t.world), []
    if node in chart.ports:
        room = f"{ships.berthed(t, node) / 2:g} of {ships.port_limit(t, node) // 2} ships"
        found.append(Fact("Port", f"capacity {cargo.usable(t, node):g}, {room}", "19.34"))
    if node in chart.beaches:
        head = str(node) in t.p.beachheads
        words = "with a beachhead" if head else "no beachhead"
        found.append(Fact("Beach", f"capacity {chart.beaches[node]}, {words}", "19.34/2"))
    if beachheads.mulberry(t, node):
        found.append(Fact("Mulberry", f"capacity {beachheads.mulberry(t, node)}", "19.49"))
    if t.p.stores.get(str(node)):
        found.append(Fact("Supply points", f"{t.p.stores[str(node)]:g}", "23.41"))
    return found


def _stack(t: Table, node: int) -> list[Fact]:
    found = []
    for power, name in enumerate(SIDES):
        units = ground_in(t, node, power)
        if units:
            whole = sum(strengths.defense_of(t, i) for i in units) / w.FACTOR
            room = control.MOST - control.counts(t, node, power)
            found.append(Fact(f"{name} defend with", many(whole, "factor"), "9.01"))
            found.append(Fact("Room", f"for {many(max(0, room), 'unit')} more", "5.01"))
    return found


def of_piece(t: Table, piece: int) -> list[Fact]:
    """A counter: what it is, what it can do now, whether it is fed, and what it has done."""
    from . import looks

    p, unit = t.p, t.world.units[piece]
    if p.at[piece] >= t.world.arrivals:
        return []
    found = [Fact("What it is", looks.note(t, piece))]
    if unit.ground:
        found += _fights(t, piece)
    if (unit.ground or unit.leader or unit.depot) and p.power[piece] == phasing(t):
        found.append(Fact("Movement left", many(p.left[piece] / w.MP, "point"), "7.1"))
    if unit.leader:
        found.append(Fact("Leader", f"level {strengths.leader_level(t, piece)}", "13.01"))
    if unit.air:
        combat_, bombs, reach = figures(t, piece)
        found.append(Fact("Figures", f"air combat {combat_}, bombing {bombs}, range {reach}", "15.02"))
    if unit.naval:
        guns = {what: ships.factor(t, piece, what) for what in ("surface", "flak", "bombardment")}
        found.append(Fact("Factors now", ", ".join(f"{what} {value}" for what, value in guns.items()), "20.03/1"))
        found.append(Fact("Movement", many(ships.allowance(t, piece), "point"), "18.01"))
    if p.unsupplied[piece]:
        found.append(Fact("Supply", f"without for {many(p.unsupplied[piece], 'check')}", "23.12"))
    done = [(words, rule) for name, words, rule in DONE if getattr(p, name) >> piece & 1]
    if done:
        found.append(Fact("This segment", f"it {', '.join(words for words, _ in done)}", done[0][1]))
    return found


def _fights(t: Table, piece: int) -> list[Fact]:
    """What a ground unit attacks and defends with, and what its supply leaves of it."""
    attack, defense, _ = figures(t, piece)
    top, bottom = supply.effect(t, piece, "attack")
    now = f" (×{top}/{bottom} by supply)" if bottom > 1 else ""
    whole = strengths.defense_of(t, piece) / w.FACTOR
    found = [Fact("Attacks with", f"{attack}{now}", "9.01"), Fact("Defends with", f"{whole:g} of {defense}", "9.01")]
    enemies = strengths.enemy_hexes(t, t.p.power[piece])
    beside = [t.node_name(n) for n in members(t.world.near[t.p.at[piece]] & enemies)]
    if beside:
        words = ", ".join(name.replace("_", " ") for name in beside)
        found.append(Fact("Beside it", f"enemies in {words}", "9.0", tuple(beside)))
    return found
