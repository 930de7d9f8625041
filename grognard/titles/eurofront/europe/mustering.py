"""Belligerence (16.3): a neutral joins a side, spends what it built up in peace, and its army takes the field."""

from __future__ import annotations

from functools import cache

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step
from grognard.titles.systems.front import blocks, control, ground
from grognard.titles.systems.front.state import month_number
from grognard.titles.systems.front.world import World

from .. import tables
from ..fronts import MANNERHEIM_LINE, NF, land_of
from ..state import FINNISH
from . import cooperation, costs, vichy
from .nations import NATIONS, VICHY, all_of, army, attacked, joins, major_cities, reacted, realm, territory
from .state import ALLIED, AXIS, Table, position
from .world import OWN_WAR

PEACE_FROM = month_number("1939-09")
QUARTER = 4
FINLAND, ARMISTICE_ARMY = "Finland", 30
"""What Finland's army is worth when it has made peace (1941.3)."""
COMPLYING, CEDED = "Sweden", 1
"""Who complies with the Axis once Denmark submits, and the mineral point that it gives up (20.83)."""
MOST_PEACETIME = 400
"""More than any neutral saves in peace."""
FORT_PLACE = {"TuKanfort": "Kanakkale", "BeEbefort": "Liege", "EA1stat": "Ethiopia"}
"""The blocks that have one place (20.91, 20.72, 20.22)."""
SPLIT = "Yugoslavia"
"""The nation of two peoples: only those of one side fight unless it was attacked (20.77)."""
IN_PORTS = "Norway"
"""The nation whose units set up in ports (20.81)."""
RESIDENT, COLONY = "MF resident", "Libya"
"""The Italians of Africa start in the ports of Libya (20.22)."""
COLONIAL = "MF veteran"
"""The units that may stand in Spanish Morocco (20.74)."""
SIDE_WORDS = ("axis", "allies")
BY_EVENT, BY_WAR, BY_REACTION = "event", "war", "reaction"


def join(t: Table, nation: str, power: int, way: str) -> None:
    """A neutral becomes a belligerent (16.3): its land is its side's, its army is about to take the field."""
    p, land = t.p, realm(t, nation)
    p.neutral &= ~land
    p.held = [held & ~land for held in p.held]
    p.held[power] |= land
    p.politics[joins(nation, power)] = p.month
    if way != BY_EVENT:
        p.politics[(attacked if way == BY_WAR else reacted)(nation)] = p.month
    for piece in army(t.world, nation, power):
        built = built_in_cooperation(t, nation, piece)
        p.cv[piece] = min(t.world.units[piece].top, first_cv(t, nation, piece) + built)
    t.emit("joined", "16.3", nation=nation, side=t.world.powers[power], way=way)


def built_in_cooperation(t: Table, nation: str, piece: int) -> int:
    """The steps that a faction has built for an army off the map, whichever side that army joins (16.22)."""
    if nation == FINLAND:
        return 0
    same = [i for power in (AXIS, ALLIED) for i in army(t.world, nation, power)
            if plain_name(t, i) == plain_name(t, piece) and t.p.at[i] >= t.world.spans]  # fmt: skip
    built = max((t.p.cv[i] for i in same), default=0)
    for other in same:
        t.p.cv[other] = 0
    return int(built)


def first_cv(t: Table, nation: str, piece: int) -> int:
    """The strength that a block begins to be built up from: that of 1939, of Finns after an armistice a cadre (ruling
    E321), or what they had left if it was made in the game (21.482/b)."""
    if nation == FINLAND and made_peace(t):
        return int(t.p.cv[piece])
    return int(t.world.units[piece].last if after_armistice(t, nation) else starting_cv(t.world)[piece])


def after_armistice(t: Table, nation: str) -> bool:
    """Has Finland made peace before the scenario begins (1941.3)?"""
    return nation == FINLAND and FINLAND in t.world.scenario.get("armistice", {})


def made_peace(t: Table) -> bool:
    """Has Finland made peace within this game (21.482)?"""
    return "WW" in t.p.politics and FINLAND not in t.world.scenario.get("armistice", {})


@cache
def starting_cv(w: World) -> dict[int, int]:
    """The strength of neutral blocks in September 1939."""
    card = {stand.block: stand.steps for stand in tables.order_of_battle("neutral-1939")}
    return {i: card[plain(unit.name)] for i, unit in enumerate(w.units) if plain(unit.name) in card}


def muster(t: Table, nation: str, power: int) -> None:
    """Its owner builds the army up and places it (16.31)."""
    t.ask("mustering", t.seat_of(power), power, nation=nation)


def peacetime(t: Table, nation: str) -> int:
    """A quarter of the nation's production for each month since September 1939, fractions dropped (16.32/a), where a
    nation has any (20.71); all of Finland's since the Winter War (20.82); complying Sweden's is a point less
    (20.83)."""
    if nation == "Finland":
        return finnish_peacetime(t)
    if NATIONS[nation]["peacetime"] != "quarter":
        return 0
    worth = sum(city.value for city in tables.cities() if city.nation == nation)
    worth -= CEDED if nation == COMPLYING and "DS" in t.p.politics else 0
    return (cooperation.peace_until(t, nation) - PEACE_FROM) * worth // QUARTER


def finnish_peacetime(t: Table) -> int:
    """Finland builds a quarter of its points a month before the Winter War, and all of them after it (20.82)."""
    worth = sum(city.value for city in tables.cities() if city.nation == FINLAND)
    if after_armistice(t, FINLAND):
        return since_armistice(t, worth)
    if "Finnish Armistice" in t.p.politics:
        return (t.p.month - int(t.p.politics["Finnish Armistice"])) * worth + position(t).saved_finns
    begun = int(t.p.politics.get("WW", t.p.month)) or month_number("1939-12")
    return (min(begun, t.p.month) - PEACE_FROM) * worth // QUARTER + max(0, t.p.month - begun) * worth


def since_armistice(t: Table, worth: int) -> int:
    """After its armistice Finland's army is worth thirty points, and two more each month (1941.3, 20.82/a); its cadres
    are paid for."""
    months = t.p.month - month_number(t.world.scenario["armistice"][FINLAND])
    cadres = sum(costs.chart(t)[i][0][costs.CADRE] for i in army(t.world, FINLAND))
    return max(0, ARMISTICE_ARMY + worth * months - cadres)


# Building and placing


def waiting(t: Table) -> int:
    """The blocks of the army that are not placed yet."""
    power = t.frame.power
    later = t.world.later(power)
    return from_iter(i for i in own_army_list(t) if t.p.at[i] == later)


def own_army(t: Table, seat: int, args: Args) -> int:
    return from_iter(own_army_list(t))


def not_placed(t: Table, seat: int, args: Args) -> int:
    return waiting(t)


def below_top(t: Table, seat: int, args: Args) -> int:
    """No block has more steps than its label (16.32)."""
    return from_iter(i for i in own_army_list(t) if t.p.cv[i] < t.world.units[i].top)


def own_army_list(t: Table) -> tuple[int, ...]:
    return called(t, t.frame["nation"], t.frame.power)


def called(t: Table, nation: str, power: int) -> tuple[int, ...]:
    """The blocks that a new belligerent fields: of Yugoslavia Serbs or Croats alone, unless it was attacked (20.77)."""
    own = army(t.world, nation, power)
    if nation != SPLIT or attacked(nation) in t.p.politics:
        return own
    side = SIDE_WORDS[power]
    return tuple(i for i in own if tables.blocks()[plain_name(t, i)].side == side)


def saved_in_peace(t: Table, seat: int, args: Args) -> int:
    """What was saved in peace pays for steps at the prices of the side (16.32)."""
    left = position(t).peacetime
    return from_iter(i for i in own_army_list(t) if peace_price(t, i) <= left)


def peace_price(t: Table, piece: int) -> int:
    """What a step costs in peace: double extreme prices in Africa (20.22/b), and Ethiopia is out of reach (16.32/b)."""
    if plain_name(t, piece) == "EA1stat":
        return MOST_PEACETIME
    prices = costs.chart(t)[piece]
    if tables.blocks()[plain_name(t, piece)].front_class == RESIDENT:
        return 2 * prices[1][costs.STEP]
    return prices[0][costs.STEP]


class BuildUp(Verb):
    """``build Sp1inf``: a block of a new belligerent takes a step from what was saved in peace."""

    name = "build"
    levels = (
        Level("unit", PIECE, own_army,
              (Mask("16.31", not_placed), Mask("16.32", below_top), Mask("16.32", saved_in_peace))),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        p, piece = position(t), args[0]
        p.peacetime -= peace_price(t, piece)
        p.cv[piece] += 1
        t.emit("built_up", "16.32", to=(seat,), pieces=(piece,), cv=p.cv[piece])


def own_land(t: Table, seat: int, args: Args) -> int:
    """A new army takes the field within its nation (16.31), forts in their places (20.91), colonial troops in Morocco
    too, Norwegians in ports (20.81)."""
    plain = plain_name(t, args[0])
    if t.frame["nation"] == VICHY:
        return vichy.stations(t, args[0], waiting(t), own_army_list(t))
    if is_fort(t, args[0]):
        return 1 << t.world.board.node(FORT_PLACE[plain])
    nation, block = t.frame["nation"], tables.blocks()[plain]
    if nation == "Italy":
        return italian_places(t, block.front_class == RESIDENT)
    land = (all_of if block.front_class == COLONIAL else territory)(t, nation) & t.p.held[t.frame.power]
    return land & from_iter(t.world.ports) if nation == IN_PORTS else land


def italian_places(t: Table, resident: bool) -> int:
    """Residents of Africa start one a Libyan port, the others in Italy and Albania, with every major city and Albania
    held (20.22)."""
    region = t.world.board.region
    if resident:
        return int(region[COLONY]) & from_iter(t.world.ports)
    proper = territory(t, "Italy") & ~(1 << t.world.board.node("Rhodes"))
    albania = int(region["Albania"]) & int(t.world.land)
    taken = from_iter(t.p.at[i] for i in own_army_list(t))
    musts = [1 << node for node in members(major_cities(t.world, "Italy")) if not taken >> node & 1]
    musts += [albania] if not taken & albania else []
    free = [i for i in members(waiting(t)) if tables.blocks()[plain_name(t, i)].front_class != RESIDENT]
    if len(free) <= len(musts):
        return sum(set(musts))
    return proper | albania


def one_a_hex(t: Table, seat: int, args: Args) -> int:
    """Minors set up one unit a hex (16.31), but for Finland in its own war (21.481/a); a fort's place is left to it."""
    taken = from_iter(t.p.at[i] for i in own_army_list(t))
    kept = from_iter(
        own_land(t, seat, (i,)).bit_length() - 1 for i in members(waiting(t) & ~(1 << args[0])) if is_fort(t, i)
    )
    free = ~kept & ~control.enemy_units(t, t.frame.power)
    major = NATIONS[t.frame["nation"]]["class"] == "major" or t.frame.power == FINNISH
    resident = tables.blocks()[plain_name(t, args[0])].front_class == RESIDENT
    return free & ~ground.filled(t, args[0]) if major and not resident else free & ~taken


def mannerheim_line(t: Table, seat: int, args: Args) -> int:
    """In its own war Finland must man both hexes of the Mannerheim Line (21.481/a)."""
    if t.frame.power != FINNISH:
        return -1
    line = int(t.world.board.area(*MANNERHEIM_LINE))
    bare = line & ~from_iter(t.p.at[i] for i in own_army_list(t))
    return bare if waiting(t).bit_count() <= bare.bit_count() else -1


def is_fort(t: Table, piece: int) -> bool:
    """Has a block its one place (20.91)?"""
    return plain_name(t, piece) in FORT_PLACE


def plain_name(t: Table, piece: int) -> str:
    """A block's name whatever side it is on."""
    return plain(t.world.units[piece].name)


def plain(name: str) -> str:
    """A block's name in blocks.csv."""
    return name.removeprefix("Al").removeprefix("Ax").removeprefix(OWN_WAR)


class Station(Verb):
    """``station Sp1inf Madrid``: a block of a new belligerent takes the field."""

    name = "station"
    levels = (
        Level("unit", PIECE, own_army, (Mask("16.31", not_placed),)),
        Level(
            "hex",
            NODE,
            lambda t, s, a: int(t.world.land),
            (Mask("16.31", own_land), Mask("16.31", one_a_hex), Mask("21.481/a", mannerheim_line)),
        ),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        blocks.bring(t, piece, node, max(t.p.cv[piece], t.world.units[piece].last))
        t.emit("stationed", "16.31", to=(seat,), pieces=(piece,), nodes=(node,))
        give_up_the_homeless(t)


def give_up_the_homeless(t: Table) -> None:
    """Who finds no hex of his own is eliminated, and can be rebuilt (ruling E364)."""
    for piece in members(waiting(t)):
        if not own_land(t, -1, (piece,)) & one_a_hex(t, -1, (piece,)):
            t.place(piece, t.world.lost(t.frame.power))


class Mustering(Step):
    """A new belligerent's army is built up and placed (16.31, 16.32)."""

    name = "mustering"
    rule = "16.31"
    kind = "question"
    verbs: tuple[Verb, ...] = (Station(), BuildUp())

    def begin(self, t: Table, f: Frame) -> None:
        position(t).peacetime = peacetime(t, f["nation"])
        give_up_the_homeless(t)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return (f.seat,) if waiting(t) else ()

    def run(self, t: Table, f: Frame) -> None:
        t.pop()
        below = t.frame
        position(t).peacetime = peacetime(t, below["nation"]) if below.step == "mustering" else 0

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"{f['nation']} is at war: build its army up with {position(t).peacetime} points, and place it."


def left_to_build(t: Table) -> int:
    """A number that falls with every step built, and with every nation that joins."""
    waiting = [f for f in t.agenda if f.step == "mustering"][:-1]
    joined = sum(" joins " in event for event in t.p.politics)
    return position(t).peacetime + sum(peacetime(t, f["nation"]) for f in waiting) - MOST_PEACETIME * joined


# Where a new belligerent may go


def bounds(t: Table, bound: str) -> int:
    """The area of a restricted unit: a satellite's home and the hexes next to it (16.3/c); whoever was attacked goes
    anywhere (16.3/a), whoever reacted into the nations next to his (16.3/b)."""
    if bound == IN_PORTS:
        return residents_of_the_north(t, bound)
    if attacked(bound) in t.p.politics or (bound == "Italy" and "IU" in t.p.politics):
        return -1
    area: int = t.world.restricted[bound]
    return area | neighbours(t.world, bound) if reacted(bound) in t.p.politics else area


def residents_of_the_north(t: Table, bound: str) -> int:
    """Norway's units are residents of the North Front and never leave it, though they were attacked (21.411)."""
    area: int = t.world.restricted[bound] & land_of(t, NF)
    return land_of(t, NF) if attacked(bound) in t.p.politics or reacted(bound) in t.p.politics else area


@cache
def neighbours(w: World, nation: str) -> int:
    """The land of the nations that border on one."""
    near, found = int(w.restricted[nation]), 0
    for other in NATIONS:
        land = int(w.board.region.get(other, 0)) & int(w.land)
        found |= land if land & near else 0
    return found


def out_of_bounds(t: Table, power: int) -> int:
    """Restricted units outside their area are unsupplied (16.311)."""
    w, at = t.world, t.p.at
    bound = members(blocks.inside(t, power, int(w.land)) & _restricted(w))
    return from_iter(i for i in bound if not t.title.bounds(t, w.units[i].restricted) >> at[i] & 1)


@cache
def _restricted(w: World) -> int:
    return from_iter(i for i, unit in enumerate(w.units) if unit.restricted)
