"""Installations (8.6, 8.7, 8.11): building, upgrading, relocating, repairing and demolishing them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from grognard.board.hexset import from_iter, members
from grognard.engine.core.offers import NODE, WORD, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule

from .. import costs, supply, zones
from .. import tables as tb
from .. import world as w
from ..air import bases
from ..position import AetoPosition, Table
from ..title import POWERS
from . import calendar as cal
from .income import nation_at
from .placement import enclosed

KINDS = ("grass_airfield", "small_airbase", "large_airbase", "coastal_fort", "fortification")
GRASS, SMALL, LARGE, COASTAL, FORT = range(5)
SETS = ("grass_airfields", "small_airbases", "large_airbases", "coastal_forts", "forts")
"""Where the chits of each kind lie in the position."""
AIRBASES = (GRASS, SMALL, LARGE)
PRINTED = ("airbase", "port", "permanent_fort")
"""What the map prints and can be destroyed."""
ALL = (*KINDS, *PRINTED)


def lying(p: AetoPosition, kind: int) -> int:
    """The hexes with chits of a kind."""
    bits: int = getattr(p, SETS[kind])
    return bits


def under_way(p: AetoPosition, kind: int) -> int:
    """The hexes where a kind is under construction."""
    return from_iter(int(key.split()[0]) for key in p.works if key.split()[1] == KINDS[kind])


def printed(t: Table, kind: str) -> int:
    """The hexes where the map prints an installation."""
    if kind == "airbase":
        return int(t.world.airbases | t.world.places("resource") | great_ports(t.world))
    return int(t.world.ports) if kind == "port" else t.p.permanent


@cache
def great_ports(world: w.World) -> int:
    """Major ports, which are airbases, too."""
    return from_iter(p.node for p in world.board.places if (p.kind, p.grade) == ("port", "major")) & world.land


def any_installation(t: Table) -> int:
    """Hexes with an installation of any kind, printed, lying or under construction."""
    bits = t.world.airbases | t.world.ports | t.p.permanent
    for kind in range(len(KINDS)):
        bits |= lying(t.p, kind) | under_way(t.p, kind)
    return bits


def own_land(t: Table, seat: int, args: Args) -> int:
    """Friendly hexes of the power that builds and its allies (8.11/installation)."""
    return zones.held_by_friends(t.p, t.frame.power) & t.world.land & ~enclosed(t.world)


def fed_land(t: Table, seat: int, args: Args) -> int:
    """Supplied hexes; an unconsumed Sea Supply chit serves too (8.11/installation, 8.11/installation-supply)."""
    return supply.lines(t, t.frame.power).fed | fed_by_chits(t, t.frame.power)


def fed_by_chits(t: Table, power: int) -> int:
    """Hexes that a Sea Supply chit of which nothing was used feeds (8.11/installation-supply)."""
    bits = 0
    for larder in supply.lines(t, power).larders:
        if any(has_sea_chit(t, n) for n in larder.chits):
            bits |= larder.hexes
    return bits


def has_sea_chit(t: Table, node: int) -> bool:
    """Is there an unconsumed Sea Supply chit; Air Supply feeds no site (8.11/installation-supply)?"""
    _, sea, used, _ = t.p.chits[str(node)]
    return bool(sea) and not used


def consume_chit(t: Table, power: int, node: int) -> None:
    """A Sea Supply chit that fed a site is used up whole (8.11/installation-supply)."""
    if supply.lines(t, power).fed >> node & 1:
        return
    larder = supply.lines(t, power).larder_at(node)
    there = next((n for n in larder.chits if has_sea_chit(t, n)), -1) if larder else -1
    if there >= 0:
        owner, count, used, doubled = t.p.chits.pop(str(there))
        if count > 1 or str(there) in t.p.air_chits:
            t.p.chits[str(there)] = (owner, count - 1, used, doubled)


def out_of_zones(t: Table, seat: int, args: Args) -> int:
    """Nothing is built in enemy zones, contested or inhibited (8.11/no-construction-zoc)."""
    ground = zones.ground(t, t.frame.power)
    return ~(ground.zone | ground.enemy)


def none_of_its_type(t: Table, seat: int, args: Args) -> int:
    """One chit of each type in a hex, airbases being one type (8.6/installations)."""
    alike = AIRBASES if args[0] in AIRBASES else (args[0],)
    taken = 0
    for kind in alike:
        taken |= lying(t.p, kind) | under_way(t.p, kind)
    return ~taken


def grass_alone(t: Table, seat: int, args: Args) -> int:
    """A grass airfield shares its hex with no other installation, nor any other with it (8.6/grass-airfield)."""
    return ~any_installation(t) if args[0] == GRASS else ~(t.p.grass_airfields | under_way(t.p, GRASS))


def smooth(t: Table, seat: int, args: Args) -> int:
    """No large airbase in forest, mountain or marsh (8.11/no-large-rough)."""
    return ~(t.world.rough | t.world.marsh) if args[0] == LARGE else -1


def on_the_coast(t: Table, seat: int, args: Args) -> int:
    """Coastal forts stand on a coast (8.6/installations)."""
    return coast(t.world) if args[0] == COASTAL else -1


@cache
def coast(world: w.World) -> int:
    """Land hexes with a sea in or beside them."""
    return world.board.coastal & world.land


def where_troops_are(t: Table, seat: int, args: Args) -> int:
    """A grass airfield needs a combat unit of the nation in that land or colony (8.11/grass-airfield-presence)."""
    if args[0] != GRASS:
        return -1
    p: AetoPosition = t.p
    units = zones.with_combat_units(t, [t.frame.power])
    lands = {nation_at(t.world, node) for node in members(units)}
    bits = p.held[t.frame.power] & t.world.board.nation.get(POWERS[t.frame.power], 0) if units == 0 else 0
    for name in lands:
        bits |= t.world.board.nation.get(name, 0)
    return bits


@cache
def build_price(kind: int, table: str) -> int:
    """EPs for an installation (8.6/tables)."""
    item = KINDS[kind].replace("_", " ")
    return next(int(row[table]) for row in tb.table("ep_costs.csv") if row["item"] == item)


def price_now(t: Table, kind: int) -> int:
    power = t.frame.power
    side = "soviet" if power == w.USSR else "axis" if cal.side_of(t.p, power) == 0 else "western"
    return build_price(kind, side)


def kinds_in_means(t: Table, seat: int, args: Args) -> int:
    """Installations that can be paid (8.6/no-deficit)."""
    return from_iter(kind for kind in range(len(KINDS)) if price_now(t, kind) <= t.p.ep[t.frame.power])


def site(t: Table, power: int, kind: int, node: int) -> None:
    """An installation is put down under construction, ready in the next Seasonal Turn (8.11/installation)."""
    t.p.works[f"{node} {KINDS[kind]}"] = (cal.next_season(t.p.month, 1), power)


SITE_MASKS = (
    Mask("8.11/installation", own_land), Mask("8.11/installation", fed_land),
    Mask("8.11/no-construction-zoc", out_of_zones), Mask("8.6/installations", none_of_its_type),
    Mask("8.6/grass-airfield", grass_alone), Mask("8.11/no-large-rough", smooth),
    Mask("8.6/installations", on_the_coast), Mask("8.11/grass-airfield-presence", where_troops_are),
)  # fmt: skip


class Install(Verb):
    """``install fortification Smolensk``: an installation is begun."""

    name = "install"
    levels = (
        Level("kind", WORD, None, (Mask("8.6/no-deficit", kinds_in_means),), words=KINDS),
        Level("place", NODE, lambda t, s, a: t.world.land, SITE_MASKS),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        kind, node = args
        t.p.ep[t.frame.power] -= price_now(t, kind)
        consume_chit(t, t.frame.power, node)
        site(t, t.frame.power, kind, node)
        t.emit("begun", "8.11/installation", nodes=(node,), what=KINDS[kind].replace("_", " "))


# Upgrading and relocating


def task_price(t: Table, task: str) -> int:
    return costs.price(task, POWERS[t.frame.power], False)


UPGRADES = {
    "coastal_fort": (COASTAL, FORT, "upgrade coastal fort"),
    "small_airbase": (SMALL, LARGE, "upgrade small airbase"),
}
UPGRADED = tuple(UPGRADES)


def upgrade_means(t: Table, seat: int, args: Args) -> int:
    """1 EP each, where there is something to upgrade (8.6/upgrade-fort, 8.6/upgrade-airbase)."""
    free = own_land(t, seat, ()) & fed_land(t, seat, ()) & out_of_zones(t, seat, ())
    return from_iter(
        n for n, name in enumerate(UPGRADED)
        if task_price(t, UPGRADES[name][2]) <= t.p.ep[t.frame.power]
        and upgradable(t, seat, (n,)) & free & smooth_for_upgrade(t, seat, (n,))
    )  # fmt: skip


def upgradable(t: Table, seat: int, args: Args) -> int:
    """Hexes with a finished chit that is not destroyed and has no successor under way (8.6/upgrade-fort)."""
    old, new, _ = UPGRADES[UPGRADED[args[0]]]
    p: AetoPosition = t.p
    broken = from_iter(int(key.split()[0]) for key in p.destroyed if key.split()[1] == KINDS[old])
    return lying(p, old) & ~broken & ~lying(p, new) & ~under_way(p, new)


def smooth_for_upgrade(t: Table, seat: int, args: Args) -> int:
    """A small airbase in forest, mountain or marsh stays small (8.6/upgrade-airbase)."""
    return ~(t.world.rough | t.world.marsh) if UPGRADED[args[0]] == "small_airbase" else -1


class Upgrade(Verb):
    """``upgrade coastal_fort Calais``: a better chit is begun in the same hex; the old one works until then."""

    name = "upgrade"
    levels = (
        Level("kind", WORD, None, (Mask("8.6/upgrade-fort", upgrade_means),), words=UPGRADED),
        Level(
            "place", NODE, upgradable,
            (
                Mask("8.6/upgrade-fort", own_land), Mask("8.6/upgrade-fort", fed_land),
                Mask("8.6/upgrade-airbase", smooth_for_upgrade), Mask("8.11/no-construction-zoc", out_of_zones),
            ),
        ),
    )  # fmt: skip

    def glance(self, t: Table, seat: int) -> int:
        return -1 if t.p.coastal_forts | t.p.small_airbases else 0

    def apply(self, t: Table, seat: int, args: Args) -> None:
        _, new, task = UPGRADES[UPGRADED[args[0]]]
        t.p.ep[t.frame.power] -= task_price(t, task)
        site(t, t.frame.power, new, args[1])
        t.emit("begun", "8.6/upgrade-fort", nodes=(args[1],), what=KINDS[new].replace("_", " "))


def movable_bases(t: Table, seat: int, args: Args) -> int:
    """Airbase chits, small or large, of which the owner can pay the move; grass never (8.11/relocate-limits)."""
    p: AetoPosition = t.p
    bits = 0
    for kind, task in ((SMALL, "relocate small airbase"), (LARGE, "relocate large airbase")):
        if task_price(t, task) <= p.ep[t.frame.power]:
            bits |= lying(p, kind)
    return bits & ~under_way(p, LARGE)


def not_under_aircraft(t: Table, seat: int, args: Args) -> int:
    """No airbase leaves air units without a base, or with too small a one (8.11/relocate)."""
    return ~from_iter(n for n in members(movable_bases(t, seat, ())) if bases.crowded_without(t, n, base_name(t.p, n)))


def base_name(p: AetoPosition, node: int) -> str:
    """The airbase chit of a hex, as the table of installations calls it."""
    return KINDS[base_at(p, node)].replace("_", " ")


def base_at(p: AetoPosition, node: int) -> int:
    return LARGE if p.large_airbases >> node & 1 else SMALL


def new_site(mask: Callable[[Table, int, Args], int]) -> Callable[[Table, int, Args], int]:
    """A condition on a site, for the kind of airbase that is moved there."""

    def looked_at(t: Table, seat: int, args: Args) -> int:
        return mask(t, seat, (base_at(t.p, args[0]),))

    return looked_at


class Relocate(Verb):
    """``relocate Suwalki Minsk``: an airbase chit is moved, and under construction there."""

    name = "relocate"
    levels = (
        Level(
            "airbase", NODE, movable_bases,
            (Mask("8.11/relocate", own_land), Mask("8.11/relocate", not_under_aircraft)),
        ),
        Level(
            "place", NODE, lambda t, s, a: t.world.land,
            tuple(Mask(mask.rule, new_site(mask.allowed)) for mask in SITE_MASKS),
        ),
    )  # fmt: skip

    def glance(self, t: Table, seat: int) -> int:
        return -1 if t.p.small_airbases | t.p.large_airbases else 0

    def apply(self, t: Table, seat: int, args: Args) -> None:
        p: AetoPosition = t.p
        here, there = args
        kind = base_at(p, here)
        p.ep[t.frame.power] -= task_price(t, f"relocate {KINDS[kind].replace('_', ' ')}")
        setattr(p, SETS[kind], lying(p, kind) & ~(1 << here))
        p.destroyed.pop(f"{here} {KINDS[kind]}", None)
        consume_chit(t, t.frame.power, there)
        site(t, t.frame.power, kind, there)
        t.emit("relocated", "8.11/relocate", nodes=(here, there), what=KINDS[kind].replace("_", " "))


# Repair and demolition


def broken(t: Table, kind: int) -> int:
    """Hexes where an installation of a kind is destroyed."""
    return from_iter(int(key.split()[0]) for key in t.p.destroyed if key.split()[1] == ALL[kind])


def kinds_broken(t: Table, seat: int, args: Args) -> int:
    """Kinds of which something of one's own is destroyed and can be repaired for 1 EP (8.6/repair)."""
    where = own_land(t, seat, ()) & fed_land(t, seat, ()) & out_of_open_zones(t, seat, ())
    bits = from_iter(kind for kind in range(len(ALL)) if broken(t, kind) & where)
    return bits if task_price(t, "repair installation") <= t.p.ep[t.frame.power] else 0


def out_of_open_zones(t: Table, seat: int, args: Args) -> int:
    """Not in an uncontested enemy zone (8.6/repair)."""
    p: AetoPosition = t.p
    ground = zones.ground(t, t.frame.power)
    contested = zones.zone_over(t, zones.allies_of(p, t.frame.power))
    return ~(ground.open_zone & ~contested)


class Mend(Verb):
    """``mend port Odessa``: a destroyed installation works again at once."""

    name = "mend"
    levels = (
        Level("kind", WORD, None, (Mask("8.6/repair", kinds_broken),), words=ALL),
        Level(
            "place", NODE, lambda t, s, a: broken(t, a[0]),
            (Mask("8.6/repair", own_land), Mask("8.6/repair", fed_land), Mask("8.6/repair", out_of_open_zones)),
        ),
    )  # fmt: skip

    def glance(self, t: Table, seat: int) -> int:
        return -1 if t.p.destroyed else 0

    def apply(self, t: Table, seat: int, args: Args) -> None:
        kind, node = args
        t.p.ep[t.frame.power] -= task_price(t, "repair installation")
        del t.p.destroyed[f"{node} {ALL[kind]}"]
        if ALL[kind] == "permanent_fort":
            t.p.permanent |= 1 << node
        t.emit("mended", "8.6/repair", nodes=(node,), what=ALL[kind].replace("_", " "))


def standing(t: Table, kind: int) -> int:
    """Hexes with a working installation of a kind."""
    p: AetoPosition = t.p
    return (lying(p, kind) if kind < len(KINDS) else printed(t, ALL[kind])) & ~broken(t, kind)


def demolition_price(t: Table, kind: int, node: int) -> int:
    """What it costs to demolish (8.7/cost-grass to 8.7/cost-major-port)."""
    name = ALL[kind]
    if name == "port":
        size = port_class(t.world, node)
        name = f"{size} port"
    elif name == "airbase":
        name = "large airbase" if is_large(t.world, node) else "small airbase"
    return task_price(t, f"demolish {name.replace('_', ' ')}")


@cache
def port_class(world: w.World, node: int) -> str:
    """Major, minor or coastal city."""
    return next(place.grade for place in world.board.places if place.node == node and place.kind == "port")


@cache
def is_large(world: w.World, node: int) -> bool:
    """Is the printed base large: so named, or a major port with a resource (8.7/marker)?"""
    found = {(place.kind, place.grade) for place in world.board.places if place.node == node}
    port = ("port", "major") in found and bool(world.places("resource") >> node & 1)
    return ("airbase", "large") in found or port


def at_war_to_demolish(t: Table, seat: int, args: Args) -> int:
    """Only a nation at war with a major power demolishes (8.7/demolish)."""
    return int(cal.at_war_with_major(t.p, t.frame.power))


def garrisoned(t: Table, seat: int, args: Args) -> int:
    """A supplied combat land unit, its own or a friend's, must be in the hex (8.7/demolish)."""
    bits = 0
    for friend in zones.allies_of(t.p, t.frame.power):
        bits |= zones.with_combat_units(t, [friend]) & supply.lines(t, friend).fed
    return bits


def demolishable(t: Table, seat: int, args: Args) -> int:
    """Working installations that can be paid for (8.7/demolish)."""
    found = standing(t, args[0]) & garrisoned(t, seat, ())
    return from_iter(n for n in members(found) if demolition_price(t, args[0], n) <= t.p.ep[t.frame.power])


def kinds_standing(t: Table, seat: int, args: Args) -> int:
    return from_iter(kind for kind in range(len(ALL)) if demolishable(t, seat, (kind,)))


class Demolish(Verb):
    """``demolish port Odessa``: an installation is destroyed by its owner."""

    name = "demolish"
    masks = (Mask("8.7/demolish", at_war_to_demolish),)
    levels = (
        Level("kind", WORD, kinds_standing, words=ALL),
        Level(
            "place", NODE, lambda t, s, a: standing(t, a[0]),
            (Mask("8.7/demolish", own_land), Mask("8.7/demolish", garrisoned), Mask("8.6/no-deficit", demolishable)),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        kind, node = args
        t.p.ep[t.frame.power] -= demolition_price(t, kind, node)
        destroy(t, kind, node)
        t.emit("demolished", "8.7/demolish", nodes=(node,), what=ALL[kind].replace("_", " "))


def destroy(t: Table, kind: int, node: int) -> None:
    """Mark an installation as destroyed; a grass airfield is removed (8.7/marker)."""
    p: AetoPosition = t.p
    if kind == GRASS:
        p.grass_airfields &= ~(1 << node)
        return
    p.destroyed[f"{node} {ALL[kind]}"] = 1
    if ALL[kind] == "permanent_fort":
        p.permanent &= ~(1 << node)


# Completion and loss


def complete(t: Table) -> None:
    """What was begun last season is ready (8.11/installation); an upgraded chit replaces the old one."""
    p: AetoPosition = t.p
    drop_lost_works(t)
    for key, (month, power) in sorted(p.works.items()):
        if month <= p.month:
            node, kind = int(key.split()[0]), KINDS.index(key.split()[1])
            finish(t, kind, node)
            del p.works[key]
            t.emit(
                "completed", "8.11/installation", nodes=(node,), what=KINDS[kind].replace("_", " "), power=POWERS[power]
            )


def finish(t: Table, kind: int, node: int) -> None:
    """A chit is turned to its completed side; the one that it replaces is removed (8.6/upgrade-airbase)."""
    p: AetoPosition = t.p
    old = {LARGE: SMALL, FORT: COASTAL}.get(kind)
    if old is not None and lying(p, old) >> node & 1:
        setattr(p, SETS[old], lying(p, old) & ~(1 << node))
    setattr(p, SETS[kind], lying(p, kind) | 1 << node)


@rule("8.6/under-construction-lost")
def drop_lost_works(t: Table) -> None:
    """What is under construction in an open enemy zone, contested or not, is removed (8.6/under-construction-lost)."""
    p: AetoPosition = t.p
    for key, (_, power) in sorted(p.works.items()):
        node = int(key.split()[0])
        ground = zones.ground(t, power)
        if (ground.open_zone | ground.enemy) >> node & 1 or not zones.held_by_friends(p, power) >> node & 1:
            del p.works[key]
            t.emit("works_lost", "8.6/under-construction-lost", nodes=(node,))
