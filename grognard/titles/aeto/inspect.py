"""What a player may ask of a hex and of a unit of Advanced ETO: all of it lies open to everyone."""

from __future__ import annotations

from grognard.engine.words.inspect import Fact, face_of, ground

from . import combat, pieces, rail, reach, stacking, supply, zones
from . import tables as tb
from .air import bases, flights
from .combat import Battle
from .pieces import spoken
from .position import ACTIVE, STANDBY, Table
from .sea import admirals, ports, ships, waters
from .sides import name_of
from .title import POWERS


def count(n: int, what: str) -> str:
    return f"{n} {what}" if n != 1 else f"one {what.removesuffix('s')}"


def of_place(t: Table, node: int) -> list[Fact]:
    """A hex: ground, weather, whose it is, zones, supply, what works there; waters: who lies there."""
    if not t.world.land >> node & 1:
        return _waters(t, node)
    return [*ground(t, node), *_weather(t, node), *_held(t, node), *_works(t, node), *_stack(t, node)]


def _weather(t: Table, node: int) -> list[Fact]:
    p, words = t.p, []
    if p.mud >> node & 1:
        words.append("Mud: one point more a hex, -1 to attacks on it")
    if p.winter >> node & 1:
        words.append("Winter")
    if p.ice >> node & 1:
        words.append("rivers are frozen")
    return [Fact("Weather", ", ".join(words) or "Clear", "1.4")]


def _held(t: Table, node: int) -> list[Fact]:
    p = t.p
    holder = POWERS[rail.holder(t, node)]
    found = [Fact("Held by", "nobody" if holder == "neutral" else name_of(holder), "5.11/classes")]
    nation = rail.nation_at(t, node)
    if t.world.rails >> node & 1 and nation:
        left = max(0, rail.left(t, nation))
        found.append(
            Fact("Rail", f"capacity of {name_of(nation)}: {left} of {rail.capacity(t, nation)} left", "6.1/capacity")
        )
    covering = [name_of(POWERS[power]) for power in range(len(POWERS))
                if p.hostile[power] and p.occupied[power] and zones.zone_over(t, [power]) >> node & 1]  # fmt: skip
    if covering:
        found.append(Fact("Zones of control", ", ".join(covering), "5.13/exert"))
    return found


def _works(t: Table, node: int) -> list[Fact]:
    p, found = t.p, []
    for bits, name, rule in (
        (p.forts, "fortification", "5.14/fort-plus2"), (p.coastal_forts, "coastal fort", "5.14/coastalfort-plus2"),
        (p.permanent, "permanent fortification", "5.14/permfort-double"),
    ):  # fmt: skip
        if bits >> node & 1:
            found.append(Fact("Fort", name, rule))
    room = bases.capacity(t, node)
    if room:
        found.append(Fact("Airbase", f"{len(bases.based_at(t, node))} of {room} air units", "4.9"))
    if node in waters.ports_of(t.world):
        taken = ships.chits(t, ships.ships_at(t, node))
        works = "" if ports.functions(t, node) else ", out of action"
        found.append(Fact("Berths", f"{taken} of {ports.capacity(t, node)}{works}", "3.0"))
    if str(node) in p.chits:
        left = supply.places_left(p, node)
        found.append(Fact("Supply chits", f"{supply.in_store(p, node)}, places left {left}", "7.7/chit-capacity"))
    broken = [key.split()[1].replace("_", " ") for key in sorted(p.destroyed) if int(key.split()[0]) == node]
    return [*found, *(Fact("Destroyed", name, "8.7/marker") for name in broken)]


def _stack(t: Table, node: int) -> list[Fact]:
    p = t.p
    units = [i for i in p.stack(node) if zones.combat_unit(p, i)]
    if not units:
        return [Fact("Stacking", f"{stacking.limit(t, node)} steps", "5.9/basic")]
    counted = sum(p.steps[i] for i in units if not stacking.is_exempt(t, i))
    found = [Fact("Stacking", f"{counted} of {stacking.limit(t, node)} steps", "5.9/basic")]
    foe = next((power for power in range(len(POWERS)) if p.hostile[p.power[units[0]]] >> power & 1), -1)
    if foe >= 0:
        value = combat.defence(t, Battle(node, (), foe))
        found.append(Fact("Defends with", str(value), "5.14/proc-2"))
    return found


def _waters(t: Table, node: int) -> list[Fact]:
    fleet = ships.ships_at(t, node)
    sea = waters.sea_of(t.world).get(node, "")
    found = [Fact("Waters", sea or spoken(t, node), "3.1")]
    for power in dict.fromkeys(t.p.power[i] for i in fleet):
        names = ", ".join(t.title.spoken(t.title.piece_name(t, i)) for i in fleet if t.p.power[i] == power)
        found.append(Fact(name_of(POWERS[power]), names, "3.0"))
    return found


def of_piece(t: Table, piece: int) -> list[Fact]:
    """A chit: its face, movement left, supply, what it is worth here, and what it has done this month."""
    p = t.p
    if not p.steps[piece] or p.at[piece] == p.lost:
        return []
    found = [*face_of(t, piece)]
    if p.kind[piece] in tb.AIR:
        found.append(Fact("Range now", f"{flights.range_now(t, piece, p.at[piece])} hexes", "1.5"))
    elif p.kind[piece] in tb.NAMED_SHIPS:
        found += [Fact("Admiral", f"{one.name} (+{one.rating})", "3.4") for one in admirals.aboard(t, piece)]
    elif p.kind[piece] not in tb.SHIPS and t.world.land >> p.at[piece] & 1:
        left = max(0, reach.allowance(t, piece) - p.spent[piece])
        found.append(Fact("Movement left", f"{left} of {reach.allowance(t, piece)}", "5.7/allowance"))
    return [*found, *_fed(t, piece), *_done(t, piece)]


def _fed(t: Table, piece: int) -> list[Fact]:
    p = t.p
    if p.kind[piece] in (*tb.SHIPS, *tb.LEADERS, tb.PARTISAN) or not t.world.land >> p.at[piece] & 1:
        return []
    if supply.traces_to_source(t, piece):
        return [Fact("Supply", "from a source", "7.7/line")]
    if supply.traces_to_chit(t, piece):
        return [Fact("Supply", "from chits", "7.7/chit-capacity")]
    months = f", marked for {count(p.marked[piece], 'months')}" if p.marked[piece] else ""
    return [Fact("Supply", f"out of supply{months}", "7.10/instant")]


def _done(t: Table, piece: int) -> list[Fact]:
    p = t.p
    status = {STANDBY: "on Standby in this Offensive", ACTIVE: "Active: it has been woken or has flown"}
    found = [Fact("This month", status.get(p.status[piece], "not woken yet"), "5.6/markers")]
    strength = pieces.strength_of(t, piece)
    if zones.combat_unit(p, piece) and strength:
        found.insert(0, Fact("Attacks with", str(strength), "5.14/proc-1"))
    return found
