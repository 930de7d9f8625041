"""What a player may ask of a hex and of a block of a Front game, from what lies open to the seat."""

from __future__ import annotations

from grognard.board.area import step
from grognard.board.hexset import members
from grognard.engine.words.inspect import Fact

from . import blocks, control, defense, economy, sea, supply, weather
from .fire import rating
from .state import DRY, MUD, ROLES, Table
from .world import COMMANDERS

HITS_ON = {4: "4, 5 or 6", 5: "5 or 6", 6: "6"}
MUDDY = "mud: one block a hexside, slower moves, attackers hit on a 6"
GROUND = {
    "mountain": ("Mountain: a move ends here", "6.1/a"),
    "tundra": ("Tundra: as mountain", "6.1/a"),
    "marsh": ("Marsh: a move ends here, attackers hit on a 6", "7.32/a"),
    "hill": ("Hill", "6.33"),
    "forest": ("Forest", "6.33"),
    "desert": ("Desert", "6.33"),
    "clear": ("Clear", "6.33"),
}  # fmt: skip


def fact(t: Table, label: str, text: str, number: str = "", places: tuple[str, ...] = ()) -> Fact:
    """A fact with the title's own number of a rule."""
    return Fact(label, text, t.title.number(number) if number else "", places)


def of_place(t: Table, seat: int, node: int) -> list[Fact]:
    """A hex: ground, stacking, town and port, who holds it, weather, and whether the seat's units are fed there."""
    if node >= t.world.spans or not t.world.land >> node & 1:
        return []
    return [*_ground(t, node), *_town(t, node), *_held(t, seat, node)]


def _ground(t: Table, node: int) -> list[Fact]:
    world = t.world
    limit = world.stack_limit(node)
    sky = weather.WORDS[weather.at(t, node)]
    found = [
        fact(t, "Terrain", *GROUND[terrain(t, node)]),
        fact(t, "Stacking", f"{limit} blocks of a side", "6.21"),
        fact(t, "Weather", MUDDY if sky == "mud" else sky, "12.1"),
    ]
    if not world.fortresses >> node & 1 and (defense.in_rough(t, node) or defense.in_city(t, node)):
        found.append(fact(t, "Defense", "double: two hits for a step of whoever is attacked here", "7.34"))
    return found


def terrain(t: Table, node: int) -> str:
    """The ground of a hex, or of an area (18.12)."""
    board = t.world.board
    for place in board.places_at(node, "area"):
        return str(place.values.get("terrain", "clear"))
    return next((name for name in GROUND if board.terrain.get(name, 0) >> node & 1), "clear")


def _town(t: Table, node: int) -> list[Fact]:
    world, found = t.world, []
    if world.fortresses >> node & 1:
        found.append(fact(t, "Fortress", "its largest defender hits on 4, 5 or 6", "7.32/d"))
    elif world.cities >> node & 1:
        found.append(fact(t, "City", "its defenders hit on 5 or 6", "7.32/b"))
    seas = sea.port_seas(t, node)
    if seas:
        grade = "major port" if world.major_ports >> node & 1 else "minor port"
        found.append(fact(t, "Port", grade, "15.2"))
    return found


def _held(t: Table, seat: int, node: int) -> list[Fact]:
    p = t.p
    owner = next((one for one in range(len(t.world.powers)) if control.friendly(p, one) >> node & 1), -1)
    held = blocks.side_name(t, owner) if owner >= 0 else ""
    words = "disputed" if p.disputed >> node & 1 else "neutral" if p.neutral >> node & 1 else held or "nobody"
    found = [fact(t, "Held by", words, "8.1")]
    own = [power for power in t.powers_of(seat) if power in t.title.playing(t)]
    for power in own:
        label = "Your supply" if len(own) == 1 else f"Supply of the {blocks.side_name(t, power)}"
        fed = supply.supplied_area(t, power) >> node & 1
        found.append(fact(t, label, "reaches this hex" if fed else "does not reach this hex", "10.3"))
    return found


def of_piece(t: Table, seat: int, piece: int) -> list[Fact]:
    """A block whose face the seat sees: speed and fire; of its own also supply, prices, command and what it did."""
    node = t.p.at[piece]
    if node >= t.world.spans:
        return []
    unit = t.world.units[piece]
    now, sky = blocks.speed(t, piece), weather.WORDS[weather.at(t, node)]
    other = blocks.speed(t, piece, DRY if weather.at(t, node) == MUD else MUD)
    found = [fact(t, "Speed", f"{now} in {sky}, {other} in {'dry' if sky == 'mud' else 'mud'}", "2.2")]
    if unit.kind in COMMANDERS:
        return found + _own(t, piece) if t.owns(seat, piece) else found
    kind = t.world.kinds[unit.kind]
    found.append(_fire(t, "Fire as printed", *(kind.ss_fire if unit.ss else kind.fire)))
    if not t.owns(seat, piece):
        return found
    # What a block of another fires with here may follow from what stands beside it unseen.
    found.append(_fire(t, "Fire in this hex", *(rating(t, piece, node, passive) for passive in (False, True))))
    return found + _own(t, piece)


def _fire(t: Table, label: str, attack: int, defence: int) -> Fact:
    words = [HITS_ON.get(need, "nothing") for need in (attack, defence)]
    return fact(t, label, f"attacking it hits on {words[0]}, defending on {words[1]}", "7.32")


def _own(t: Table, piece: int) -> list[Fact]:
    p, unit = t.p, t.world.units[piece]
    power, node = p.power[piece], p.at[piece]
    found = [fact(t, "Steps", f"{p.cv[piece]} of {unit.top}: a die for each", "7.31")]
    if supply.supplied_area(t, power) >> node & 1:
        found.append(fact(t, "Supply", "in supply", "10.3", line_of(t, power, node)))
    else:
        found.append(fact(t, "Supply", "out of supply: it loses a step in the Supply Phase", "10.1"))
    if p.cv[piece] < unit.top:
        price = economy.step_cost(t, piece)
        found.append(fact(t, "Next step costs", f"{price} Production Point{'s' if price != 1 else ''}", "11.43"))
    if p.role[piece]:
        found.append(fact(t, "Command", f"active: {ROLES[p.role[piece] - 1]}, range {p.reach[piece]}", "5.3"))
    if p.moved[piece]:
        found.append(fact(t, "This turn", "it has moved", "6.1/b"))
    return found


def line_of(t: Table, power: int, node: int) -> tuple[str, ...]:
    """A supply line of two hexes at most from a hex to a source (10.3)."""
    sources, ways = t.title.sources(t, power), control.passable(t, power)
    if sources >> node & 1:
        return ()
    near = step(1 << node, t.world.trace)
    goal = next(iter(members(near & sources)), -1)
    if goal >= 0:
        return t.node_name(node), t.node_name(goal)
    for via in members(near & ways):
        goal = next(iter(members(step(1 << via, t.world.trace) & sources)), -1)
        if goal >= 0:
            return t.node_name(node), t.node_name(via), t.node_name(goal)
    return ()
