"""The month (viii.3): arrivals, Axis shipping in the desert, weather, the Movement Phase, the turn of the month."""

from __future__ import annotations

from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core import counts
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, End, Level, Verb
from grognard.engine.core.rules import Args, Debt, Mask
from grognard.engine.core.step import Step

from . import fortress, hq, iraq, isolation, movement, offensives, pieces, rail, stacking, supply, works, zones
from . import tables as tb
from . import world as w
from .politics import ultra
from .position import AetoPosition, Table
from .sea import setting_out
from .title import POWERS


class MonthStart(Step):
    """A month begins: units hold where they stand, free units arrive, the new season's Offensives come (viii.3)."""

    name = "start of the month"
    rule = "viii.3"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        t.emit("month", "viii.3", month=tb.month_name(t.p.month))
        take_what_is_held(t)
        if not t.world.settings.get("seasons"):
            give_initiative(t)
            new_season(t)
        recover(t)
        arrive(t)
        setting_out.commission(t)
        fill_ports(t)
        for power in range(len(POWERS)):
            t.p.minor[power] = minor_offensives(t, power)
        t.pop()


def recover(t: Table) -> None:
    """The Soviet Offensives that surprise held back are there in the next month (10.3)."""
    t.p.offensives[w.USSR] += t.p.politics.pop("held_back", 0)


def take_what_is_held(t: Table) -> None:
    """Who still stands in a hex that he retreated to owns it from the next month (5.18/retreat-enemy-hex)."""
    p: AetoPosition = t.p
    ashore = ~where(p.steps, among(0)) & ~pieces.aboard(t) & (1 << len(p.at)) - 1
    for i in members(where(p.kind, among(*tb.LAND)) & ashore):
        if not supply.transit_lands(t, p.power[i]) >> p.at[i] & 1:
            movement.capture(t, p.power[i], p.at[i])


def give_initiative(t: Table) -> None:
    """The Axis has the Initiative to the end of July, then the UK (8.13/initiative)."""
    settings = t.world.settings
    later = t.p.month >= tb.month_of(settings["second_initiative_from"])
    power = POWERS.index(settings["second_initiative" if later else "first_initiative"])
    t.p.initiative = t.p.alliance[power]


def minor_offensives(t: Table, power: int) -> int:
    """A minor nation at war has two Offensives a month (5.0/minor-two, 8.13/minor-two)."""
    return 2 if not w.is_major(power) and t.p.hostile[power] else 0


def new_season(t: Table) -> None:
    """A season's Offensives and EPs are added, and leaders of the pool come back (8.13/purchase)."""
    p: AetoPosition = t.p
    found = [
        row for row in tb.table("seasons.csv")
        if row["scenario"] == t.scenario and tb.month_of(row["month"]) == p.month
    ]  # fmt: skip
    for row in found:
        power = POWERS.index(row["power"])
        p.ep[power] += int(row["ep"])
        p.offensives[power] += int(row["offensives"])
    for card in counts.kinds(p.pool) if found else ():
        if t.world.cards[card].kind in tb.LEADERS:
            leader_returns(t, card)


def leader_returns(t: Table, card: int) -> None:
    """A leader of the pool comes to his base, an HQ only where no other is near (5.2/never-permanent, 5.20/check)."""
    p: AetoPosition = t.p
    node = base_of(t, t.world.cards[card].power)
    if node < 0:
        return
    if t.world.cards[card].kind == tb.HQ:
        spots = t.world.disc(node, 1) & t.world.land & zones.held_by_friends(p, t.world.cards[card].power)
        ground = zones.ground(t, t.world.cards[card].power)
        near = from_iter(n for i in hq.staffs(t, t.world.cards[card].power) for n in members(t.world.disc(p.at[i], 1)))
        free = [
            n for n in members(spots & ~ground.open_zone & ~near) if not any(p.kind[i] == tb.HQ for i in p.stack(n))
        ]
        if not free:
            return
        node = node if node in free else free[0]
    piece = pieces.raise_chit(t, card, 1, node)
    if piece >= 0:
        p.pool = counts.more(p.pool, card, -1)
        t.emit("arrived", "5.2/never-permanent", pieces=(piece,), nodes=(node,))


def base_of(t: Table, power: int) -> int:
    """Where people come to: the base, else a supply source, out of enemy zones; or -1 (8.11/land-basic)."""
    settings = t.world.settings
    held, ground = zones.held_by_friends(t.p, power), zones.ground(t, power)
    free = held & ~ground.enemy & ~ground.open_zone
    name = settings["bases"].get(POWERS[power])
    if name is not None and free >> t.world.node(name) & 1:
        return t.world.node(name)
    return next(iter(members(supply.sources(t, power) & free)), -1)


def arrivals(t: Table) -> list[tuple[int, dict[str, str]]]:
    """This month's rows, and in a season's first month those that had no place in theirs (8.5/delay)."""
    return [
        (n, row) for n, row in enumerate(listed_arrivals(t))
        if not t.p.due.get(f"arrived{n}") and comes_now(dated(t, row), t.p.month)
    ]  # fmt: skip


def listed_arrivals(t: Table) -> tuple[dict[str, str], ...]:
    """The arrivals of a scenario; a campaign may share those of a shorter one."""
    name = t.world.settings.get("arrivals_of", t.scenario)
    return tb.table(f"arrivals_{name}.csv") if name else ()


def dated(t: Table, row: dict[str, str]) -> int:
    """A unit's month; Soviet mobilisation is dated for an invasion in June 1941 and moves with it (10.8)."""
    stated = tb.month_of(row["month"])
    if "10.8" not in row["source"]:
        return stated
    invaded = t.p.invasions.get("ussr")
    return stated + invaded[1] - tb.month_of("June 1941") if invaded else stated + 1200


def comes_now(stated: int, month: int) -> bool:
    """A unit comes in its month; one that was held up, in the next Seasonal Turn (8.5/delay)."""
    return month == stated or (month > stated and month % 3 == 0)


def arrive(t: Table) -> None:
    """Free units come before any Phase to their stated hex and no other, if it has room (8.5/free)."""
    p: AetoPosition = t.p
    for n, row in arrivals(t):
        card = tb.card_of(row["nation"], row["kind"], row["name"])
        stated = t.world.node(row["hex"])
        free = dated(t, row) < p.month or t.world.settings.get("arrivals") == "home cities"
        hexes = home_cities(t, card.power) | 1 << stated if free else 1 << stated
        node = landing_hex(t, card, int(row["steps"] or 1), stated, hexes)
        piece = pieces.raise_chit(t, card.number, int(row["steps"] or 1), node) if node >= 0 else -1
        if piece < 0:
            continue
        p.due[f"arrived{n}"] = 1
        t.emit("arrived", "8.5/free", pieces=(piece,), nodes=(node,))
        if "leaves" in row["note"]:
            relieve(t, row["note"].split()[0])


def home_cities(t: Table, power: int) -> int:
    """Cities of a power's home, and the scenario's base."""
    cities: int = t.world.cities & t.world.board.nation.get(POWERS[power], 0)
    base = t.world.settings["bases"].get(POWERS[power])
    return cities | 1 << t.world.node(base) if base else cities


def open_to_arrivals(t: Table, power: int) -> int:
    """Friendly hexes out of enemy zones; nobody is placed in an isolated source (7.8/no-placement)."""
    ground = zones.ground(t, power)
    return zones.held_by_friends(t.p, power) & ~ground.enemy & ~ground.open_zone & t.world.land & ~t.p.isolated


def landing_hex(t: Table, card: tb.Card, steps: int, node: int, hexes: int) -> int:
    """Of some hexes the nearest to a hex with room, or -1: then the unit waits (8.5/delay)."""
    p: AetoPosition = t.p
    far = t.world.marches(node)
    for there in sorted(members(open_to_arrivals(t, card.power) & hexes), key=lambda n: (far.get(n, 999), n)):
        counted = [i for i in stacking.friends_in(t, card.power, there) if not stacking.is_exempt(t, i)]
        soviet = card.power == w.USSR and all(p.power[i] == w.USSR for i in counted)
        exempt = card.kind in tb.EXEMPT
        if exempt or sum(p.steps[i] for i in counted) + steps <= stacking.limit(t, there, soviet):
            return there
    return -1


def relieve(t: Table, name: str) -> None:
    """A General who is relieved leaves the game."""
    p: AetoPosition = t.p
    for i in members(where(p.kind, among(tb.GENERAL)) & ~where(p.steps, among(0))):
        if t.world.cards[p.card[i]].name == name:
            t.emit("relieved", "8.5/free", pieces=(i,), nodes=(p.at[i],))
            pieces.drop(t, i)


def fill_ports(t: Table) -> None:
    """British Tobruk has a chit a month; with fixed supply each port is filled up (7.4/port-capacity)."""
    settings = t.world.settings
    if "uk_port" in settings:
        node = t.world.node(settings["uk_port"])
        if t.p.held[w.UK] >> node & 1 and t.p.chits.get(str(node), (w.UK, 0, 0, 0))[1] < 1:
            t.p.chits[str(node)] = (w.UK, 1, 0, 0)
    if settings.get("chits") == "refill":
        for row in tb.table("supply_chits.csv"):
            if row["scenario"] == settings["setup"] and has_shipping(t, row):
                refill(t, POWERS.index(row["power"]), t.world.node(row["hex"]), int(row["count"]))


def has_shipping(t: Table, row: dict[str, str]) -> bool:
    """Is a port filled without transports: by coastal shipping, and for a power at peace by its trade (S11, S18)?"""
    coastal = t.world.settings.get("coastal_shipping")
    return coastal is None or row["place"] in coastal or not t.p.hostile[POWERS.index(row["power"])]


def refill(t: Table, power: int, node: int, count: int) -> None:
    """A port that is still friendly and not frozen gets the chits that it may hold."""
    open_ = zones.held_by_friends(t.p, power) >> node & 1 and not isolation.is_frozen(t, node)
    if open_ and str(node) not in t.p.chits:
        t.p.chits[str(node)] = (power, count, 0, int(power == w.ITALY))


# Axis shipping


class AxisSupply(Step):
    """The die of Axis shipping: so many Sea Supply chits, one after another (7.4, ours)."""

    name = "Axis supply"
    rule = "7.4/debark"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return (f.seat,) if f.get("chits", -1) > 0 and unload_hexes(t, f.seat, ()) else ()

    def run(self, t: Table, f: Frame) -> None:
        if f.get("chits", -1) >= 0:
            t.pop()
            return
        die = t.roll("axis supply")
        count = t.world.settings["axis_road_chits"][die - 1]
        t.emit("shipped", "7.4/debark", die=die, chits=count)
        t.remember(chits=count)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        left = "A Sea Supply chit is" if f["chits"] == 1 else f"{f['chits']} Sea Supply chits are"
        return f"{left} waiting for the Axis: unload the next one."


def unload_hexes(t: Table, seat: int, args: Args) -> int:
    """The coast road takes any number, a port that is Axis and empty one (7.4/port-capacity)."""
    p: AetoPosition = t.p
    own = zones.held_by_friends(p, w.ITALY)
    settings = t.world.settings
    bits = 1 << t.world.node(settings["axis_road"])
    for name in settings["axis_ports"]:
        node = t.world.node(name)
        if p.chits.get(str(node), (0, 0, 0, 0))[1] < 1:
            bits |= 1 << node
    return bits & own & ~zones.ground(t, w.ITALY).enemy


class Unload(Verb):
    """``unload Derna``: a chit is put ashore."""

    name = "unload"
    levels = (Level("place", NODE, lambda t, s, a: t.world.land, (Mask("7.4/port-capacity", unload_hexes),)),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        supply.add_chits(t, w.ITALY, args[0], 1, 1)
        t.emit("unloaded", "7.4/debark", nodes=(args[0],))
        t.remember(chits=t.frame["chits"] - 1)


AxisSupply.verbs = (Unload(),)


# The Movement Phase


class MovementPhase(Step):
    """The first side moves, then the other, seat by seat (viii.6)."""

    name = "Movement Phase"
    rule = "viii.6"

    def begin(self, t: Table, f: Frame) -> None:
        first = offensives.side_of(t.p.first)
        order = [
            s
            for side in sorted(range(len(offensives.SIDES)), key=lambda n: n != first)
            for s in offensives.seats_of(t, side)
        ]
        for i in range(len(t.p.at)):
            t.p.spent[i] = t.p.halt[i] = t.p.begun[i] = 0
        t.remember(order=tuple(dict.fromkeys(order)))
        rail.roll_difficulty(t)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        if not f["order"]:
            t.pop()
            return
        seat, *rest = f["order"]
        t.remember(order=tuple(rest))
        t.push(Frame("movement", "step", seat))


def same_sort(t: Table, piece: int) -> list[int]:
    """Depleted units of just the same kind and name in a hex (6.0/combine)."""
    p: AetoPosition = t.p
    card = t.world.cards[p.card[piece]]
    return [
        i for i in p.stack(p.at[piece])
        if i != piece and p.steps[i] == 1 and p.power[i] == p.power[piece]
        and (t.world.cards[p.card[i]].name, t.world.cards[p.card[i]].strength) == (card.name, card.strength)
    ]  # fmt: skip


def depleted_pairs(t: Table, seat: int, args: Args) -> int:
    """Depleted two-step units that stand with another of their kind (6.0/combine)."""
    p: AetoPosition = t.p
    own = movement.on_map(t, seat) & where(p.steps, among(1)) & ~where(p.kind, among(*tb.LEADERS))
    return from_iter(i for i in members(own) if t.world.cards[p.card[i]].steps > 1 and same_sort(t, i))


class Combine(Verb):
    """``combine uk3inf-@Tobruk``: two depleted units become one."""

    name = "combine"
    levels = (Level("unit", PIECE, depleted_pairs),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        p: AetoPosition = t.p
        piece = args[0]
        other = same_sort(t, piece)[0]
        for column in ("spent", "halt", "status", "fed", "marked"):
            getattr(p, column)[piece] = max(getattr(p, column)[piece], getattr(p, column)[other])
        p.steps[piece] = 2
        pieces.remove(t, other)
        t.emit("combined", "6.0/combine", pieces=(piece,), nodes=(p.at[piece],))


class Movement(Step):
    """A seat's part of the Movement Phase: units that were not activated move (6.0)."""

    name = "Movement Phase"
    rule = "6.0/move"
    verbs: tuple[Verb, ...] = (
        movement.Move(), rail.Rail(), hq.Bump(), Combine(), works.Abandon(), fortress.Victual(), stacking.GiveUp(),
        iraq.ToBox(), iraq.FromBox(), End(),
    )  # fmt: skip
    """With Mulberries they are removed here, too (7.9)."""
    debts = (Debt("5.9/movement-phase-end", stacking.overstacked),)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        left = movement.can_go(t, seat, ()) & movement.movers(t, seat, ())
        return f"Movement Phase: units that were not activated may move ({left.bit_count()} left), then end."


# The turn of the month


def next_month(t: Table) -> None:
    """Markers come off and the month goes on (5.6/removal)."""
    p: AetoPosition = t.p
    for column in (
        "status",
        "agent",
        "spent",
        "halt",
        "late",
        "fought",
        "broke",
        "again",
        "fell",
        "fed",
        "begun",
        "rode",
        "flipped",
        "stayed",
        "rebased",
        "shot_down",
    ):
        values = getattr(p, column)
        for i in range(len(values)):
            values[i] = 0
    p.tally = {}
    ultra.give_back(t)
    p.month += 1
