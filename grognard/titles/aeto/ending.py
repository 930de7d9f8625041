"""The End Phase (7.7, 7.10, 7.13): who is supplied, who starves, replacements in the desert, the month's end."""

from __future__ import annotations

from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core import counts
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import PIECE, WORD, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule
from grognard.engine.core.step import Step

from . import isolation, months, movement, pieces, stacking, stores, supply, victory, zones
from . import tables as tb
from . import world as w
from .position import AetoPosition, Table
from .sea import upkeep
from .title import POWERS


def land_units(t: Table) -> list[int]:
    """All combat land units ashore; those aboard are supplied as they were when they embarked (7.7/embarked)."""
    p: AetoPosition = t.p
    live = (1 << len(p.at)) - 1 & ~where(p.steps, among(0)) & where(p.kind, among(*tb.LAND))
    return list(members(live & ~pieces.aboard(t)))


def air_units(t: Table) -> list[int]:
    """All air units at land bases; those on carriers live with their ship (3.20)."""
    p: AetoPosition = t.p
    found = (1 << len(p.at)) - 1 & ~where(p.steps, among(0)) & where(p.kind, among(*tb.AIR))
    return [i for i in members(found) if t.world.land >> p.at[i] & 1]


def must_draw(t: Table) -> list[int]:
    """Units that live on chits and have not drawn this month, landed and air units, too (7.7/forced-use,
    7.7/amphib-must-draw)."""
    p: AetoPosition = t.p
    units = [i for i in (*land_units(t), *air_units(t)) if not p.fed[i]]
    fed = {power: supply.lines(t, power).fed for power in {p.power[i] for i in units}}
    cut_off = [i for i in units if not fed[p.power[i]] >> p.at[i] & 1]
    return [i for i in cut_off if not supply.traces_to_source(t, i) and supply.traces_to_chit(t, i)]


def short_of(t: Table) -> list[int]:
    """Units of larders that hold too few places for all who need them (7.7/choose)."""
    p: AetoPosition = t.p
    waiting = must_draw(t)
    short: list[int] = []
    groups: dict[tuple[int, ...], list[int]] = {}
    for i in waiting:
        larder = supply.lines_of(t, i).larder_at(p.at[i])
        if larder is not None:
            groups.setdefault(larder.chits, []).append(i)
    for chits, units in groups.items():
        needed = sum(supply.need(p, i, chits[0]) for i in units)
        if needed > sum(supply.places_left(p, n) for n in chits):
            short += units
    return sorted(short)


class SupplyStep(Step):
    """The Supply Step: units draw on chits, the owner choosing if they are short; then all is marked (7.7, 7.13)."""

    name = "Supply Step"
    rule = "7.7/forced-use"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def begin(self, t: Table, f: Frame) -> None:
        isolation.settle(t)
        upkeep.settle(t)

    def run(self, t: Table, f: Frame) -> None:
        if not f.get("marked", 0) and drawn(t):
            return
        if not f.get("marked", 0):
            mark(t)
            spend_chits(t)
        asked = f.get("burners", ())
        seat = stores.ask(t, asked)
        t.remember(marked=1, burners=(*asked, seat))
        if seat >= 0:
            t.ask("burning", seat)
        else:
            t.pop()


def drawn(t: Table) -> bool:
    """Units draw on chits; True if somebody must first say who of his goes without (7.7/forced-use, 7.7/choose)."""
    short = short_of(t)
    for i in must_draw(t):
        if i not in short:
            supply.draw(t, i)
    seats = sorted({t.seat_of(t.p.power[i]) for i in short if supply.chit_has_room(t, i)})
    if seats:
        t.ask("feeding", seats[0])
    return bool(seats)


def feedable(t: Table, seat: int, args: Args) -> int:
    """Hungry units for which a chit has room (7.7/choose)."""
    return from_iter(i for i in short_of(t) if t.owns(seat, i) and supply.chit_has_room(t, i))


class Feed(Verb):
    """``feed ger8arm@Tobruk``: this unit is supplied."""

    name = "feed"
    levels = (Level("unit", PIECE, feedable),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        supply.draw(t, args[0])
        t.emit("fed", "7.7/choose", pieces=(args[0],), nodes=(t.p.at[args[0]],))
        t.pop()


class Feeding(Step):
    """There are too few chits: the owner says who is supplied (7.7/choose)."""

    name = "feeding"
    rule = "7.7/choose"
    kind = "question"
    verbs = (Feed(),)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "There is too little supply for all: choose a unit that is fed."


def is_supplied(t: Table, piece: int) -> bool:
    """Is a unit supplied in the Supply Step: by a source, or by a chit that it still reaches (7.10/instant)?"""
    return supply.traces_to_source(t, piece) or (bool(t.p.fed[piece]) and supply.traces_to_chit(t, piece))


@rule("7.13/roll")
def mark(t: Table) -> None:
    """Who goes without is marked; from the second time in a row each chit rolls for depletion (7.13/roll)."""
    p: AetoPosition = t.p
    hungry = [i for i in land_units(t) if not is_supplied(t, i)]
    newly = tuple(i for i in hungry if not p.marked[i])
    for i in land_units(t):
        p.marked[i] = p.marked[i] + 1 if i in hungry else 0
    mark_air(t)
    for node in sorted({p.at[i] for i in newly}):
        t.emit("cut_off", "7.10/instant", pieces=tuple(i for i in newly if p.at[i] == node), nodes=(node,))
    for i in hungry:
        if p.steps[i] and p.marked[i] > 1:
            deplete(t, i, hungry)


def mark_air(t: Table) -> None:
    """Air units without supply are marked, who has changed base so stays so; they are never depleted by it (7.10/air,
    7.10/air-no-depletion)."""
    for i in air_units(t):
        t.p.marked[i] = 0 if is_supplied(t, i) else max(1, t.p.marked[i])


def deplete(t: Table, piece: int, hungry: list[int]) -> None:
    """Two steps on 1 or less, one on 2-3 (7.13/roll, 7.13/effects)."""
    p: AetoPosition = t.p
    node = p.at[piece]
    die = t.roll("depletion")
    net = die + depletion_modifier(t, piece, hungry)
    loss = 2 if net <= 1 else 1 if net <= 3 else 0
    t.emit("depletion", "7.13/roll", pieces=(piece,), nodes=(node,), die=die, net=net, steps=loss)
    for _ in range(min(loss, p.steps[piece])):
        pieces.lose_step(t, piece)
    if not any(zones.combat_unit(p, i) for i in p.stack(node)):
        for i in [i for i in p.stack(node) if p.kind[i] in tb.LEADERS]:
            pieces.eliminate(t, i, "7.13/effects")


def depletion_modifier(t: Table, piece: int, hungry: list[int]) -> int:
    """Terrain, company, nation, city and kind (7.13/mod-terrain to 7.13/mod-commando)."""
    return (
        rough_ground(t, piece) + company(t, piece, hungry) + american(t, piece) + in_city(t, piece) + commando(t, piece)
    )


def rough_ground(t: Table, piece: int) -> int:
    """-1 in forest, mountain or swamp (7.13/mod-terrain)."""
    return -int((t.world.rough | t.world.marsh) >> t.p.at[piece] & 1)


def company(t: Table, piece: int, hungry: list[int]) -> int:
    """-1 for each further hungry chit in the hex (7.13/mod-stack, D23)."""
    p: AetoPosition = t.p
    return -sum(1 for i in hungry if i != piece and p.steps[i] and p.at[i] == p.at[piece])


def american(t: Table, piece: int) -> int:
    """+1 for a US unit (7.13/mod-us)."""
    return int(t.p.power[piece] == w.US)


def in_city(t: Table, piece: int) -> int:
    """+1 in a city (7.13/mod-city)."""
    return int(t.world.cities >> t.p.at[piece] & 1)


def commando(t: Table, piece: int) -> int:
    """+2 for a commando (7.13/mod-commando)."""
    return 2 * int(t.p.kind[piece] == tb.COMMANDO)


@rule("7.7/expend")
def spend_chits(t: Table) -> None:
    """Chits that fed anyone are removed, the others stay (7.7/expend)."""
    p: AetoPosition = t.p
    for node in supply.chit_hexes(p):
        owner, count, used, doubled = p.chits[str(node)]
        from_air = min(used, p.air_chits.get(str(node), 0))
        spent = -(-(used - from_air) // supply.SEA_PLACES)
        if spent or from_air:
            t.emit("expended", "7.7/expend", nodes=(node,), chits=spent + from_air)
        air = max(0, p.air_chits.pop(str(node), 0) - max(from_air, expired(t, node)))
        if air:
            p.air_chits[str(node)] = air
        if count - spent > 0 or air:
            p.chits[str(node)] = (owner, count - spent, 0, doubled)
        else:
            del p.chits[str(node)]
        supply.forget_free_chits(p, node)


@rule("7.3/expire", off=lambda t, node: 0)
def expired(t: Table, node: int) -> int:
    """What was dropped in an emergency is gone at the end of the month, used or not (7.3/expire)."""
    return t.p.tally.get(f"dropped at {node}", 0)


# Replacements in the desert


def worn(t: Table, seat: int, args: Args) -> int:
    """Depleted chits."""
    p: AetoPosition = t.p
    own = movement.on_map(t, seat) & ~where(p.kind, among(*tb.LEADERS))
    return from_iter(i for i in members(own) if p.steps[i] < t.world.cards[p.card[i]].steps)


def fed_units(t: Table, seat: int, args: Args) -> int:
    """Only a supplied chit is rebuilt (12.4)."""
    return from_iter(i for i in members(worn(t, seat, ())) if not t.p.marked[i])


def room_to_grow(t: Table, seat: int, args: Args) -> int:
    """A rebuilt step needs room (5.9/basic)."""
    p: AetoPosition = t.p
    bits = 0
    for i in members(worn(t, seat, ())):
        p.steps[i] += 1
        if stacking.fits(t, stacking.friends_in(t, p.power[i], p.at[i]), p.at[i]):
            bits |= 1 << i
        p.steps[i] -= 1
    return bits


class Rebuild(Verb):
    """``rebuild uk3inf-@Tobruk``: a depleted chit gets its second step back."""

    name = "rebuild"
    levels = (Level("unit", PIECE, worn, (Mask("12.4", fed_units), Mask("5.9/basic", room_to_grow))),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.steps[args[0]] += 1
        t.emit("rebuilt", "12.4", pieces=(args[0],), nodes=(t.p.at[args[0]],))
        one_less(t)


def fallen(t: Table, seat: int) -> list[int]:
    """Infantry cards of a seat's pool that can come back."""
    p: AetoPosition = t.p
    cards = t.world.cards
    return [
        card for card in counts.kinds(p.pool)
        if cards[card].kind == tb.INFANTRY and t.seat_of(cards[card].power) == seat
    ]  # fmt: skip


def fallen_names(t: Table, seat: int, args: Args) -> tuple[str, ...]:
    return tuple(t.world.cards[card].name.replace(" ", "_") + f"-{card}" for card in fallen(t, seat))


def with_a_base(t: Table, seat: int, args: Args) -> int:
    """They come to Benghazi or Cairo, if there is room (8.11/land-basic)."""
    bits = 0
    for n, card in enumerate(fallen(t, seat)):
        node = months.base_of(t, t.world.cards[card].power)
        if node >= 0 and room_for_step(t, t.world.cards[card].power, node):
            bits |= 1 << n
    return bits


def room_for_step(t: Table, power: int, node: int) -> bool:
    """Is there room for one more step in a hex (5.9/basic)?"""
    p: AetoPosition = t.p
    steps = sum(p.steps[i] for i in stacking.friends_in(t, power, node) if not stacking.is_exempt(t, i))
    return steps + 1 <= stacking.limit(t, node) and bool(where(p.steps, among(0)))


class Return(Verb):
    """``return Infantry_corps-27``: one lost infantry step comes back at the base."""

    name = "return"
    levels = (Level("unit", WORD, None, (Mask("8.11/land-basic", with_a_base),), words=fallen_names),)

    def glance(self, t: Table, seat: int) -> int:
        return -1 if fallen(t, seat) else 0

    def apply(self, t: Table, seat: int, args: Args) -> None:
        p: AetoPosition = t.p
        card = fallen(t, seat)[args[0]]
        node = months.base_of(t, t.world.cards[card].power)
        p.pool = counts.more(p.pool, card, -1)
        piece = pieces.raise_chit(t, card, 1, node)
        t.emit("returned", "12.4", pieces=(piece,), nodes=(node,))
        one_less(t)


def replacements(t: Table, seat: int) -> int:
    """Steps that a seat's powers replace in a month; the number is the scenario's (12.4)."""
    listed = t.world.settings["replacements"]
    return sum(int(listed.get(POWERS[power], 0)) for power in t.powers_of(seat))


def one_less(t: Table) -> None:
    """A replacement is used."""
    left = t.frame["left"] - 1
    if left:
        t.remember(left=left)
    else:
        t.pop()


class Pass(Verb):
    """``pass``: nothing is replaced."""

    name = "pass"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.pop()


class Replacement(Step):
    """A side rebuilds one step (12.4)."""

    name = "Replenishment Step"
    rule = "12.4"
    verbs = (Rebuild(), Return(), Pass())

    def begin(self, t: Table, f: Frame) -> None:
        t.remember(left=replacements(t, f.seat))

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        what = "rebuild a depleted chit, or return a lost infantry step to your base, or pass"
        return f"Replacements ({f['left']} left): {what}."


class MonthEnd(Step):
    """Victory is looked at, and the month ends (viii.3, 12.2)."""

    name = "end of the month"
    rule = "viii.3"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        victory.look(t)
        if t.outcome is None:
            months.next_month(t)
            t.pop()
