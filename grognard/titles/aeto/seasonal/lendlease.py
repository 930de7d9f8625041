"""Lend-lease and the Arctic and Persian Routes (8.3)."""

from __future__ import annotations

from grognard.board.area import flood
from grognard.board.hexset import members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NUMBER, WORD, End, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule
from grognard.engine.core.step import Step

from .. import supply, zones
from .. import tables as tb
from .. import world as w
from ..position import AetoPosition, Table
from ..title import POWERS
from . import calendar as cal

ROUTES = ("italy", "uk", "ussr_arctic", "ussr_persia")
ITALY, TO_UK, ARCTIC, PERSIA = range(4)
TO = (w.ITALY, w.UK, w.USSR, w.USSR)
SENDERS = (w.GERMANY, w.UK, w.US)
GERMAN_MOST = 15
"""EPs that Germany may send to Italy (8.3/german-italy)."""


def routes_of(power: int) -> tuple[int, ...]:
    """Germany lends to Italy, the UK to the USSR, the US to both (8.3/who)."""
    return {w.GERMANY: (ITALY,), w.UK: (ARCTIC, PERSIA), w.US: (TO_UK, ARCTIC, PERSIA)}[power]


def soviets_eligible(t: Table) -> bool:
    """The USSR must have been invaded by the Axis and must not have begun the war (8.3/soviet-invaded)."""
    p: AetoPosition = t.p
    return "ussr" in p.invasions and not p.politics.get("soviets_began") and not cal.is_conquered(p, w.USSR)


def sent(t: Table, power: int) -> int:
    """What a power has lent this season."""
    return sum(t.p.lent.get(f"{POWERS[power]} {route}", 0) for route in ROUTES)


def limit(t: Table, power: int) -> int:
    """What a power may lend in a season over all routes."""
    net = t.p.lent.get(f"net {POWERS[power]}", 0)
    if power == w.GERMANY:
        return GERMAN_MOST
    return uk_limit(net) if power == w.UK else us_limit(net)


def uk_limit(net: int) -> int:
    """A quarter of the net income, down (8.3/uk-limit)."""
    return net // 4


def us_limit(net: int) -> int:
    """Half of the net income, down (8.3/us-limit)."""
    return net // 2


def persian_most(t: Table) -> int:
    """What may go by Persia in a season of this year, for all senders together (8.3/persian-share)."""
    year = str(cal.year_of(t.p.month))
    row = next((row for row in tb.table("persian_route.csv") if row["year"] == year), None)
    taken = sum(t.p.lent.get(f"{POWERS[power]} ussr_persia", 0) for power in (w.UK, w.US))
    return int(row["most"]) - taken if row else 0


def persia_open(t: Table) -> bool:
    """A line from India by Teheran through Persia to a Soviet source, past no Axis unit or zone (8.3/persian,
    10.25)."""
    world: w.World = t.world
    ground = zones.ground(t, w.USSR)
    persia, soviet = world.board.nation.get("persia", 0), zones.held_by_friends(t.p, w.USSR)
    free = (persia & ~held_by_axis(t) | soviet) & ~ground.enemy & ~ground.zone
    reached = flood(1 << world.node("Teheran") & free, world.walk, blocked=~free)
    return bool(reached & supply.sources(t, w.USSR))


def held_by_axis(t: Table) -> int:
    bits = 0
    for power, land in enumerate(t.p.held):
        if t.p.hostile[w.USSR] >> power & 1:
            bits |= land
    return bits


def arctic_ports(t: Table) -> list[str]:
    """Murmansk, and in Spring and Summer Archangel, which freezes (8.3/arctic-open)."""
    warm = cal.season_of(t.p.month) in (cal.SPRING, cal.SUMMER)
    return ["Murmansk", "Archangel"] if warm else ["Murmansk"]


def arctic_port_works(t: Table) -> bool:
    """One of them is Soviet, not isolated, its port working (8.3/arctic-blocked)."""
    p: AetoPosition = t.p
    for name in arctic_ports(t):
        node = t.world.node(name)
        if p.held[w.USSR] >> node & 1 and not p.isolated >> node & 1 and f"{node} port" not in p.destroyed:
            return True
    return False


def arctic_open(t: Table) -> bool:
    """Somebody has declared the route open (8.3/arctic-open)."""
    return any(opened_by(t, power) for power in (w.UK, w.US))


def opened_by(t: Table, power: int) -> bool:
    """Has a power opened the route for what it sends itself (8.3/arctic-open, B53)?"""
    return bool(t.p.politics.get(declaration_of(t, power)))


def declaration_of(t: Table, power: int) -> str:
    """Under what a power's word on the route is kept: a player of both the UK and the US gives it once."""
    return "arctic us" if power == w.US and us_apart(t) else "arctic"


def us_apart(t: Table) -> bool:
    """Has the US a player of its own?"""
    return bool(t.seat_of(w.US) != t.seat_of(w.UK))


def uk_port_works(t: Table) -> bool:
    """There is a friendly supplied port in Great Britain (8.3/us-uk)."""
    island = t.world.board.region.get("Great Britain", 0) & t.world.ports
    ours = island & zones.held_by_friends(t.p, w.UK) & supply.lines(t, w.UK).fed
    return any(f"{node} port" not in t.p.destroyed for node in members(ours))


def italy_reached(t: Table) -> bool:
    """Italy fights a Western or Soviet power and German lines reach an Italian source (8.3/german-italy)."""
    at_war = any(t.p.hostile[w.ITALY] >> foe & 1 for foe in (w.UK, w.US, w.USSR))
    return at_war and bool(supply.lines(t, w.GERMANY).fed & supply.home_sources(t, w.ITALY))


def open_routes(t: Table, seat: int, args: Args) -> int:
    """Routes by which a power may send something now (8.3/routes)."""
    power = t.frame.power
    bits = 0
    for route in routes_of(power):
        if route_is_open(t, route, power):
            bits |= 1 << route
    return bits


def route_is_open(t: Table, route: int, power: int) -> bool:
    """Is a route open for what a power sends?"""
    if cal.is_conquered(t.p, TO[route]):
        return False
    if route == ITALY:
        return italy_reached(t)
    if route == TO_UK:
        return uk_port_works(t)
    if not soviets_eligible(t):
        return False
    return persia_open(t) if route == PERSIA else opened_by(t, power) and arctic_port_works(t)


def most(t: Table, route: int) -> int:
    """The most that may go by a route now."""
    power = t.frame.power
    left = min(limit(t, power) - sent(t, power), t.p.ep[power])
    if route == PERSIA:
        left = min(left, persian_most(t))
    return max(0, left)


def with_something(t: Table, seat: int, args: Args) -> int:
    """Routes that are not used up (8.3/us-limit)."""
    bits = 0
    for route in members(open_routes(t, seat, ())):
        if most(t, route):
            bits |= 1 << route
    return bits


def amounts(t: Table, seat: int, args: Args) -> int:
    """One EP to the most that limits and the track allow (8.1/no-overspend)."""
    top = most(t, args[0])
    return (1 << top + 1) - 2 if top else 0


class Lend(Verb):
    """``lend ussr_persia 10``: EPs go over to another power at once."""

    name = "lend"
    levels = (
        Level(
            "route", WORD, None, (Mask("8.3/routes", open_routes), Mask("8.3/us-limit", with_something)), words=ROUTES
        ),
        Level("EPs", NUMBER, amounts),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        send(t, t.frame.power, args[0], args[1])
        t.remember(sent=t.frame.get("sent", 0) + args[1])


@rule("8.3/immediate")
def send(t: Table, power: int, route: int, ep: int) -> None:
    """EPs leave the sender's track and are on the receiver's at once (8.3/immediate)."""
    p: AetoPosition = t.p
    p.ep[power] -= ep
    p.ep[TO[route]] += ep
    key = f"{POWERS[power]} {ROUTES[route]}"
    p.lent[key] = p.lent.get(key, 0) + ep
    t.emit("lent", "8.3/immediate", power=POWERS[power], to_power=POWERS[TO[route]], ep=ep)


class Lending(Step):
    """One power's lend-lease (8.3/who)."""

    name = "Lend-Lease Step"
    rule = "8.3/who"
    verbs = (Lend(), End())

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        left = limit(t, f.power) - sent(t, f.power)
        who = POWERS[f.power].upper() if f.power in (w.UK, w.US) else POWERS[f.power].title()
        return f"Lend-lease of {who}: up to {left} EPs of {t.p.ep[f.power]}, then end."


class LendLease(cal.InTurn):
    """The Lend-Lease Step: Germany, the UK and the US in turn (8.3/who)."""

    name = "Lend-Lease Step"
    rule = "8.3/who"
    each = "lending"

    def order(self, t: Table) -> list[int]:
        return [power for power in SENDERS if power in cal.majors(t)]

    def takes_part(self, t: Table, power: int) -> bool:
        if t.p.ep[power] < 1 or limit(t, power) < 1:
            return False
        return any(route_is_open(t, route, power) for route in routes_of(power))


class Declare(Verb):
    """``open`` or ``close`` the Arctic Route."""

    def __init__(self, name: str, is_open: int) -> None:
        self.name, self.is_open = name, is_open

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.politics[declaration_of(t, t.frame.power)] = self.is_open
        t.emit("arctic", "8.3/arctic-open" if self.is_open else "8.3/arctic-close", open=self.is_open)
        t.pop()


class ArcticStatus(cal.InTurn):
    """The Arctic Route Convoy Status Step: the UK and the US open or close it, each for its own lend-lease
    (8.3/arctic-close)."""

    name = "Arctic Route"
    rule = "8.3/arctic-close"
    each = "arctic"

    def order(self, t: Table) -> list[int]:
        return [w.UK, w.US] if us_apart(t) else [w.UK]

    def takes_part(self, t: Table, power: int) -> bool:
        return arctic_matters(t, power)


def arctic_matters(t: Table, power: int = w.UK) -> bool:
    """Who may send anything by the Arctic says whether it is open; the US once it has an economy (8.3/arctic-close)."""
    senders = {w.UK, w.US} & set(cal.majors(t))
    heard = bool(senders) if not us_apart(t) else power in senders
    return heard and soviets_eligible(t) and arctic_port_works(t)


class ArcticWord(Step):
    """One player opens or closes the Arctic Route for what he sends (8.3/arctic-close)."""

    name = "Arctic Route"
    rule = "8.3/arctic-close"
    verbs = (Declare("open", 1), Declare("close", 0))

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        now = "open" if opened_by(t, f.power) else "closed"
        return f"The Arctic Route is {now}: open it for lend-lease to the Soviet Union, or close it."
