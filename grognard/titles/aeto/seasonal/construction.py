"""Construction of units (8.5, 8.6): buying them from the pools, rebuilding, the Turn Track and arrivals."""

from __future__ import annotations

from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core import counts
from grognard.engine.core.cache import cached_between_orders
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, WORD, End, Level, Verb
from grognard.engine.core.rules import Args, Debt, Mask, Owed
from grognard.engine.core.step import Step

from .. import foreign_rail, pieces, stacking, supply
from .. import tables as tb
from ..position import AetoPosition, Table
from ..sea import waters, yards
from ..sides import name_of
from ..title import POWERS
from . import bids, pools
from . import calendar as cal
from . import installations as inst
from . import placement as pl

STEPS = ("one_step", "full")


def bought_steps(card: tb.Card, choice: int) -> int:
    """One step or all that are printed (8.6/land, 8.6/air)."""
    return 1 if choice == 0 else card.steps


@cached_between_orders
def for_sale(t: Table, power: int) -> tuple[tuple[int, bool], ...]:
    """The sorts in the pools of a power and its partners; True for those of the Suez Adds Box (8.5/repurchase)."""
    p: AetoPosition = t.p
    mine = cal.served_by(p, power)
    cards = t.world.cards
    land = [(sort, False) for sort in counts.kinds(p.pool) if cards[sort].power in mine and is_bought(cards[sort])]
    return (*land, *((sort, True) for sort in counts.kinds(p.suez) if cards[sort].power in mine))


def is_bought(card: tb.Card) -> bool:
    """Leaders are never bought, partisans not here (8.6/purchase)."""
    return card.kind not in (*tb.LEADERS, tb.PARTISAN)


def sale_words(t: Table, seat: int, args: Args) -> tuple[str, ...]:
    """The names of what is for sale; Suez units say so."""
    return tuple(
        pools.words()[sort] + ("_Suez" if suez else "") for sort, suez in for_sale(t, t.frame.power)
    )  # fmt: skip


def card_chosen(t: Table, args: Args) -> tuple[tb.Card, bool]:
    sort, suez = for_sale(t, t.frame.power)[args[0]]
    return t.world.cards[sort], suez


def sold(t: Table, test: object) -> int:
    """The places of those for sale that pass a test, as bits."""
    assert callable(test)
    return from_iter(n for n, (sort, suez) in enumerate(for_sale(t, t.frame.power)) if test(sort, suez))


def arriving_at_once(t: Table, seat: int, args: Args) -> int:
    """Sorts without a construction delay (8.6/purchase)."""
    return sold(t, lambda sort, suez: pools.delay(sort) == 0)


def arriving_later(t: Table, seat: int, args: Args) -> int:
    """Sorts with a construction delay (8.6/purchase)."""
    return sold(t, lambda sort, suez: pools.delay(sort) > 0)


def in_means(t: Table, seat: int, args: Args) -> int:
    """Sorts of which a step can be paid: EPs must be at hand (8.6/no-deficit)."""
    return sold(t, lambda sort, suez: pools.price(t, sort) <= t.p.ep[t.frame.power])


def steps_in_means(t: Table, seat: int, args: Args) -> int:
    """One step, or two where there are two and they can be paid (8.6/land, 8.6/no-deficit)."""
    card, _ = card_chosen(t, args)
    full = card.steps > 1 and cost_of(t, card, card.steps) <= t.p.ep[t.frame.power]
    return int(not whole_ships(card)) | 2 * int(full)


def whole_ships(card: tb.Card) -> bool:
    """Ships with two sides are bought at full strength alone (8.6/naval)."""
    return card.kind in tb.SHIPS and card.steps > 1


def cost_of(t: Table, card: tb.Card, steps: int) -> int:
    """EPs of so many steps; a ship is paid as one (8.6/purchase)."""
    return pools.price(t, card.number) * (1 if whole_ships(card) else steps)


def somewhere(t: Table, seat: int, args: Args) -> int:
    """Sorts for which there is a hex (8.11/land-basic)."""
    return sold(t, lambda sort, suez: pl.hexes_for(t, t.world.cards[sort], 1, suez))


def somewhere_for(t: Table, seat: int, args: Args) -> int:
    """Sizes for which there is a hex."""
    card, suez = card_chosen(t, args)
    return from_iter(n for n in range(len(STEPS)) if pl.hexes_for(t, card, bought_steps(card, n), suez))


def at_home(t: Table, seat: int, args: Args) -> int:
    """Supplied home hexes out of enemy zones, or where the Suez Adds Box opens to (8.11/land-basic)."""
    card, suez = card_chosen(t, args)
    return pl.suez_hexes(t) if suez else pl.may_hold_units(t, card.power)


def in_cities(t: Table, seat: int, args: Args) -> int:
    """Armor and specialists go to cities (8.11/land-city)."""
    card, suez = card_chosen(t, args)
    return -1 if suez else pl.cities_for(t, card)


def off_bessarabia(t: Table, seat: int, args: Args) -> int:
    """Rumanians do not come up in Bessarabia (8.11/rumania)."""
    return ~pl.bessarabia(t, card_chosen(t, args)[0].power)


def with_room(t: Table, seat: int, args: Args) -> int:
    """Within the stacking limit (5.9/basic)."""
    card, _ = card_chosen(t, args)
    area = at_home(t, seat, args) & in_cities(t, seat, args)
    return pl.room_for(t, card, bought_steps(card, args[1]), area)


UNIT_MASKS = (Mask("8.6/no-deficit", in_means),)
PLACE_MASKS = (
    Mask("8.11/land-basic", at_home), Mask("8.11/land-city", in_cities), Mask("8.11/rumania", off_bessarabia),
    Mask("5.9/basic", with_room),
)  # fmt: skip
SIZE = Level("size", WORD, None, (Mask("8.6/no-deficit", steps_in_means),), words=STEPS)


class Buy(Verb):
    """``buy ger_Infantry_corps_6-3 full Berlin``: a unit comes up at once."""

    name = "buy"
    levels = (
        Level(
            "unit", WORD, arriving_at_once, (*UNIT_MASKS, Mask("8.11/land-basic", somewhere, ahead=True)),
            words=sale_words,
        ),
        Level(
            "size", WORD, None,
            (Mask("8.6/no-deficit", steps_in_means), Mask("5.9/basic", somewhere_for, ahead=True)), words=STEPS,
        ),
        Level("place", NODE, lambda t, s, a: t.world.land, PLACE_MASKS),
    )  # fmt: skip

    def glance(self, t: Table, seat: int) -> int:
        return -1 if t.p.ep[t.frame.power] > 0 else 0

    def apply(self, t: Table, seat: int, args: Args) -> None:
        card, suez = card_chosen(t, args)
        steps = bought_steps(card, args[1])
        pay_for(t, card, steps, suez)
        piece = pieces.raise_chit(t, card.number, steps, args[2])
        pl.note_transport(t, card, args[2])
        t.emit("bought", "8.6/purchase", pieces=(piece,), nodes=(args[2],))


class OrderLater(Verb):
    """``order ger_Parachute_corps_4-3 full``: a unit that arrives in a later season."""

    name = "order"
    levels = (Level("unit", WORD, arriving_later, UNIT_MASKS, words=sale_words), SIZE)

    def glance(self, t: Table, seat: int) -> int:
        return -1 if t.p.ep[t.frame.power] > 0 else 0

    def apply(self, t: Table, seat: int, args: Args) -> None:
        card, suez = card_chosen(t, args)
        steps = bought_steps(card, args[1])
        pay_for(t, card, steps, suez)
        month = cal.next_season(t.p.month, pools.delay(card.number))
        pools.expect(t.p, month, card.number, steps)
        t.emit("ordered", "8.6/purchase", unit=card.name, season=cal.season_name(month))


def pay_for(t: Table, card: tb.Card, steps: int, suez: bool) -> None:
    """EPs leave the track and the chit its pool (8.6/purchase)."""
    t.p.ep[t.frame.power] -= cost_of(t, card, steps)
    pools.add(t.p, card.number, -1, suez)


# Rebuilding


def depleted(t: Table, seat: int, args: Args) -> int:
    """Depleted land and air units of a power and its partners; ships are repaired (8.6/naval-repair)."""
    p: AetoPosition = t.p
    own = where(p.power, among(*cal.served_by(p, t.frame.power))) & ~where(p.steps, among(0))
    own &= ~where(p.kind, among(*tb.LEADERS, tb.PARTISAN, *tb.SHIPS))
    return from_iter(i for i in members(own) if p.steps[i] < t.world.cards[p.card[i]].steps)


def supplied(t: Table, seat: int, args: Args) -> int:
    """Units that are in supply now, by a source or a chit (8.6/rebuild-bars, 8.6/rebuild-isolated)."""
    return from_iter(
        i for i in members(depleted(t, seat, ())) if supply.traces_to_source(t, i) or supply.traces_to_chit(t, i)
    )


def not_crowding(t: Table, seat: int, args: Args) -> int:
    """A rebuilt step needs room (8.6/rebuild-bars)."""
    p: AetoPosition = t.p
    return from_iter(
        i for i in members(depleted(t, seat, ()))
        if stacking.is_exempt(t, i) or pl.fits(t, t.world.cards[p.card[i]], 1, p.at[i])
    )  # fmt: skip


def step_in_means(t: Table, seat: int, args: Args) -> int:
    """A step of the same unit can be paid (8.6/rebuild-cost)."""
    p: AetoPosition = t.p
    return from_iter(
        i for i in members(depleted(t, seat, ())) if pools.price(t, p.card[i]) <= p.ep[t.frame.power]
    )  # fmt: skip


class Rebuild(Verb):
    """``rebuild ger3inf-@Minsk``: a depleted unit is full again."""

    name = "rebuild"
    levels = (
        Level(
            "unit", PIECE, depleted,
            (
                Mask("8.6/rebuild-bars", supplied), Mask("8.6/rebuild-bars", not_crowding),
                Mask("8.6/rebuild-cost", step_in_means),
            ),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        p: AetoPosition = t.p
        p.ep[t.frame.power] -= pools.price(t, p.card[args[0]])
        p.steps[args[0]] += 1
        p.changed(p.power[args[0]])
        t.emit("rebuilt", "8.6/rebuild-cost", pieces=(args[0],), nodes=(p.at[args[0]],))


class Building(Step):
    """One power's Construction and Repair Step (8.6/scope)."""

    name = "Construction and Repair"
    rule = "8.6/scope"
    verbs: tuple[Verb, ...] = (
        Buy(), OrderLater(), Rebuild(), inst.Install(), inst.Upgrade(), inst.Relocate(), inst.Mend(), inst.Demolish(),
        yards.Refit(), foreign_rail.Trains(), End(),
    )  # fmt: skip

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        who = name_of(POWERS[f.power])
        return f"Construction of {who}: {t.p.ep[f.power]} EPs. Buy and rebuild units, build and repair, then end."


class Construction(cal.InTurn):
    """Major powers build one after another (8.6/majors-only); Offensives not used are lost (8.13/reset)."""

    name = "Construction and Repair"
    rule = "8.6/majors-only"
    each = "building"

    def order(self, t: Table) -> list[int]:
        bids.reset(t)
        return cal.builders(t)

    def takes_part(self, t: Table, power: int) -> bool:
        return t.p.ep[power] > 0


# Arrivals


@cached_between_orders
def due(t: Table, power: int) -> tuple[pools.Waiting, ...]:
    """What has come off the Turn Track for a power and its partners and is not on the map yet (8.5/delay)."""
    mine = cal.served_by(t.p, power)
    return tuple(
        chit for chit in pools.waiting(t.p) if chit.month <= t.p.month and t.world.cards[chit.sort].power in mine
    )


def due_words(t: Table, seat: int, args: Args) -> tuple[str, ...]:
    return tuple(
        pools.words()[chit.sort] + ("_depleted" if chit.steps < t.world.cards[chit.sort].steps else "")
        for chit in due(t, t.frame.power)
    )


def spots(t: Table, chit: pools.Waiting) -> int:
    """Where an arriving chit may be placed; Commonwealth infantry comes by Suez (8.11/when, 10.12)."""
    return pl.hexes_for(t, t.world.cards[chit.sort], chit.steps, pools.is_for_suez(chit.sort))


def placeable(t: Table, seat: int, args: Args) -> int:
    """Chits for which there is a hex (8.11/land-basic)."""
    return from_iter(n for n, chit in enumerate(due(t, t.frame.power)) if spots(t, chit))


def spots_of(t: Table, seat: int, args: Args) -> int:
    """The hexes of a chit that arrives (8.11/land-basic)."""
    return spots(t, due(t, t.frame.power)[args[0]])


def land_and_ports(t: Table, seat: int, args: Args) -> int:
    """Hexes, and the harbours off the map."""
    return int(t.world.land) | from_iter(waters.ports_of(t.world))


class Place(Verb):
    """``place ger_Parachute_corps_4-3 Berlin``: a chit that was ordered comes up."""

    name = "place"
    levels = (
        Level("unit", WORD, None, (Mask("8.11/land-basic", placeable),), words=due_words),
        Level("place", NODE, land_and_ports, (Mask("8.11/land-basic", spots_of),)),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        chit = due(t, t.frame.power)[args[0]]
        pools.expect(t.p, chit.month, chit.sort, chit.steps, -1)
        piece = pieces.raise_chit(t, chit.sort, chit.steps, args[1])
        pl.note_transport(t, t.world.cards[chit.sort], args[1])
        t.emit("arrived", "8.11/when", pieces=(piece,), nodes=(args[1],))


def left_over(t: Table, seat: int) -> list[Owed]:
    """What can be placed must be (8.5/delay)."""
    found = members(placeable(t, seat, ())) if where(t.p.steps, among(0)) else []
    names = due_words(t, seat, ())
    return [Owed("8.5/delay", f"{names[n]} has arrived and can be placed.") for n in found]


class Arriving(Step):
    """One power places what arrives (8.11/when)."""

    name = "Arrivals"
    rule = "8.11/when"
    verbs = (Place(), End())
    debts = (Debt("8.5/delay", left_over),)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        count = sum(chit.chits for chit in due(t, f.power))
        return f"Arrivals of {name_of(POWERS[f.power])}: place what can be placed ({count} waiting), then end."


class Arrivals(cal.InTurn):
    """The Unit Arrivals and Removals Step: installations are ready, units come off the Turn Track (8.11/when)."""

    name = "Arrivals"
    rule = "8.11/when"
    each = "arriving"

    def order(self, t: Table) -> list[int]:
        inst.complete(t)
        yards.complete(t)
        return cal.builders(t)

    def takes_part(self, t: Table, power: int) -> bool:
        return any(spots(t, chit) for chit in due(t, power))
