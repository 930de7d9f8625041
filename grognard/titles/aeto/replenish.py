"""The Replenishment Step (7.14, 7.16, 7.17): lost infantry comes back at home, pilots are recovered, works repaired."""

from __future__ import annotations

from functools import cache

from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core import counts
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, WORD, End, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step

from . import costs, home_guard, offensives, pieces, suez, supply, zones
from . import tables as tb
from . import world as w
from .politics import partisans
from .position import AXIS, WEST, AetoPosition, Table
from .seasonal import placement, pools
from .title import POWERS

VOLKSGRENADIER = (4, 2)
"""Strength and movement of the only German chit that comes back free (7.14/germany)."""


# The Replenishment Box


def box(t: Table, seat: int) -> list[tuple[int, int]]:
    """A seat's part of the Replenishment Box: card and steps, as they were lost (7.14/own-nation)."""
    found = []
    for key, n in sorted(t.p.fallen.items()):
        if key.startswith(pieces.BY_SUEZ):
            continue
        card, steps = map(int, key.split())
        if n > 0 and t.seat_of(t.world.cards[card].power) == seat:
            found.append((card, steps))
    return found


def box_words(t: Table, seat: int, args: Args) -> tuple[str, ...]:
    return tuple(f"{pools_name(t, card)}{'-' * (steps < t.world.cards[card].steps)}" for card, steps in box(t, seat))


def pools_name(t: Table, card: int) -> str:
    printed = t.world.cards[card]
    return f"{POWERS[printed.power]}_{printed.name.replace(' ', '_')}_{card}"


@cache
def free_of(power: int) -> int:
    """Chits that a nation gets back free in a month: Germany 2, the UK 1, the USSR 4, a minor 1 (7.14/uk, 7.14/soviet,
    7.14/minor, 7.14/no-france-italy)."""
    return {w.GERMANY: 2, w.UK: 1, w.USSR: 4, w.FRANCE: 0, w.ITALY: 0, w.US: 0}.get(power, 1)


def comes_free(t: Table, card: int) -> bool:
    """Of Germans only the 4-2 Volksgrenadiers come back free (7.14/germany)."""
    printed = t.world.cards[card]
    return printed.power != w.GERMANY or (printed.strength, printed.movement) == VOLKSGRENADIER


def free_left(t: Table, power: int) -> int:
    return free_of(power) - int(t.p.tally.get(f"free{power}", 0))


def without_price(t: Table, seat: int, args: Args) -> int:
    """What may come back free, whatever the EPs (7.14/automatic, 7.14/regardless-ep)."""
    cards = [card for card, _ in box(t, seat)]
    return from_iter(
        n for n, card in enumerate(cards) if comes_free(t, card) and free_left(t, t.world.cards[card].power) > 0
    )


def for_a_price(t: Table, seat: int, args: Args) -> int:
    """What may be bought back by major powers at the normal price (7.14/purchase); not by France and Italy."""
    found = 0
    for n, (card, steps) in enumerate(box(t, seat)):
        power = t.world.cards[card].power
        payer = payer_for(t, power)
        able = payer >= 0 and power not in (w.FRANCE, w.ITALY) and is_infantry(t, card)
        if able and costs.available(t.p, payer) >= steps * pools.price(t, card):
            found |= 1 << n
    return found


def payer_for(t: Table, power: int) -> int:
    """Who pays for a chit of the Box: its own power; for minor partners Germany or the UK (7.14/purchase-partner)."""
    if w.is_major(power):
        return power
    return {AXIS: w.GERMANY, WEST: w.UK}.get(t.p.alliance[power], -1)


def is_infantry(t: Table, card: int) -> bool:
    """Soviet armor comes back free or not at all: it is never bought so (7.14/purchase-armor)."""
    return bool(t.world.cards[card].kind == tb.INFANTRY)


def homes(t: Table, seat: int, args: Args) -> int:
    """Friendly supplied home hexes out of every enemy zone, with room (7.14/place, 7.14/placement-limits)."""
    card, steps = box(t, seat)[args[0]]
    power = t.world.cards[card].power
    ground = zones.ground(t, power)
    own = placement.home_hexes(t.world, power) & zones.held_by_friends(t.p, power) & supply.lines(t, power).fed
    own &= ~placement.bessarabia(t, power) & ~t.p.isolated
    return placement.room_for(t, t.world.cards[card], steps, own & ~ground.zone & ~ground.enemy)


def come_back(t: Table, card: int, steps: int, node: int, rule: str) -> None:
    """A chit leaves the Box for the map (7.14/automatic)."""
    p: AetoPosition = t.p
    p.fallen[f"{card} {steps}"] -= 1
    p.pool = counts.more(p.pool, card, -1)
    piece = pieces.raise_chit(t, card, steps, node)
    t.emit("returned", rule, pieces=(piece,), nodes=(node,))


class Replenish(Verb):
    """``replenish ussr_Rifle_army_12 Moscow``: infantry that was lost at home this month comes back free."""

    name = "replenish"
    levels = (
        Level("unit", WORD, None, (Mask("7.14/automatic", without_price),), words=box_words),
        Level("hex", NODE, lambda t, s, a: t.world.land, (Mask("7.14/place", homes),)),
    )

    def glance(self, t: Table, seat: int) -> int:
        return -1 if without_price(t, seat, ()) else 0

    def apply(self, t: Table, seat: int, args: Args) -> None:
        card, steps = box(t, seat)[args[0]]
        pieces.tally(t, f"free{t.world.cards[card].power}")
        come_back(t, card, steps, args[1], "7.14/automatic")


class BuyBack(Verb):
    """``buy_back uk_Infantry_corps_40 London``: infantry that was lost at home this month is bought back."""

    name = "buy_back"
    levels = (
        Level("unit", WORD, None, (Mask("7.14/purchase", for_a_price),), words=box_words),
        Level("hex", NODE, lambda t, s, a: t.world.land, (Mask("7.14/place", homes),)),
    )

    def glance(self, t: Table, seat: int) -> int:
        return -1 if for_a_price(t, seat, ()) else 0

    def apply(self, t: Table, seat: int, args: Args) -> None:
        card, steps = box(t, seat)[args[0]]
        costs.spend(t.p, payer_for(t, t.world.cards[card].power), steps * pools.price(t, card))
        come_back(t, card, steps, args[1], "7.14/purchase")


# Pilot Recovery


def shot_down(t: Table, seat: int, args: Args) -> int:
    """Air units that were depleted over their home this month (7.16/eligible)."""
    p: AetoPosition = t.p
    own = t.pieces_of(seat) & ~where(p.steps, among(0)) & ~where(p.shot_down, among(0))
    return from_iter(i for i in members(own) if p.steps[i] < t.world.cards[p.card[i]].steps)


def pilots_paid(t: Table, seat: int, args: Args) -> int:
    """Pilot Recovery costs 4 EPs, without deficit (7.16/cost)."""
    return from_iter(
        i for i in members(shot_down(t, seat, ()))
        if costs.available(t.p, t.p.power[i]) >= costs.price("Pilot Recovery", POWERS[t.p.power[i]], False)
    )  # fmt: skip


class Recover(Verb):
    """``recover uk2ftr-@Dover``: an air unit's pilots were saved, and it is rebuilt."""

    name = "recover"
    levels = (Level("unit", PIECE, shot_down, (Mask("7.16/cost", pilots_paid),)),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        p: AetoPosition = t.p
        power = p.power[args[0]]
        costs.spend(p, power, costs.price("Pilot Recovery", POWERS[power], False))
        p.steps[args[0]] = t.world.cards[p.card[args[0]]].steps
        p.shot_down[args[0]] = 0
        t.emit("rebuilt", "7.16/cost", pieces=(args[0],), nodes=(p.at[args[0]],))


# Repairs


def broken(t: Table, seat: int, args: Args) -> int:
    """Own hexes with a destroyed installation (7.17/eligible)."""
    held = 0
    for power in t.powers_of(seat):
        held |= t.p.held[power]
    return from_iter(int(key.split()[0]) for key in t.p.destroyed) & held


def works_at(t: Table, node: int) -> list[str]:
    """The destroyed installations of a hex."""
    return [key.split()[1] for key in sorted(t.p.destroyed) if int(key.split()[0]) == node]


def works_words(t: Table, seat: int, args: Args) -> tuple[str, ...]:
    return tuple(works_at(t, args[0]))


def untried(t: Table, seat: int, args: Args) -> int:
    """A repair that failed is tried again in another month; another installation of the hex is not touched by it
    (7.17/retry)."""
    return from_iter(n for n, kind in enumerate(works_at(t, args[0])) if f"mend {args[0]} {kind}" not in t.p.tally)


def not_tried(t: Table, seat: int, args: Args) -> int:
    """Hexes with a destroyed installation that was not tried this month (7.17/retry)."""
    return from_iter(n for n in members(broken(t, seat, ())) if untried(t, seat, (n,)))


def out_of_open_zones(t: Table, seat: int, args: Args) -> int:
    """No repair in an uncontested enemy zone (7.17/eligible)."""
    bits = -1
    for power in t.powers_of(seat):
        if t.p.held[power]:
            friendly = zones.zone_over(t, zones.allies_of(t.p, power))
            bits &= ~(t.p.held[power] & zones.ground(t, power).open_zone & ~friendly)
    return bits


def repair_paid(t: Table, seat: int, args: Args) -> int:
    """1 EP for each try (7.17/roll)."""
    bits = 0
    for power in t.powers_of(seat):
        if costs.available(t.p, power) >= costs.price("repair installation", POWERS[power], False):
            bits |= t.p.held[power]
    return bits


def repair_modifier(t: Table, node: int, kind: str, power: int) -> int:
    """+1 at home, -1 for a fort, -1 in Mud or Winter anywhere, and supply (7.17/mod-home, 7.17/mod-fort,
    7.17/mod-weather)."""
    home = t.world.board.nation.get(POWERS[power], 0) >> node & 1
    fort = int("fort" in kind)
    weather = int(bool(t.p.mud | t.p.winter))
    return int(home - fort - weather + without_supply(t, node, power))


def without_supply(t: Table, node: int, power: int) -> int:
    """-2 if the hex traces to no source; a supply chit is one (7.17/mod-supply)."""
    return 0 if supply.supplied_hexes(t, power) >> node & 1 else -2


class Repair(Verb):
    """``repair Derna``, ``repair Derna port``: a destroyed installation is repaired on 4 or more."""

    name = "repair"
    levels = (
        Level(
            "hex", NODE, broken,
            (
                Mask("7.17/retry", not_tried), Mask("7.17/eligible", out_of_open_zones),
                Mask("7.17/roll", repair_paid),
            ),
        ),
        Level("installation", WORD, None, (Mask("7.17/retry", untried),), words=works_words, optional=True),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        p: AetoPosition = t.p
        node, which = (*args, 0)[:2]
        kind = works_at(t, node)[which]
        power = next(power for power, land in enumerate(p.held) if land >> node & 1)
        costs.spend(p, power, costs.price("repair installation", POWERS[power], False))
        pieces.tally(t, f"mend {node} {kind}")
        die = t.roll("repair")
        done = repaired(die + repair_modifier(t, node, kind, power))
        t.emit("repair_tried", "7.17/roll", nodes=(node,), die=die, done=int(done))
        if done:
            del p.destroyed[f"{node} {kind}"]


def repaired(net: int) -> bool:
    """4 to 6 repairs at once (7.17/roll)."""
    return net >= 4


class Replenishing(Step):
    """A seat's part of the Replenishment Step; who can do nothing is not asked (7.14)."""

    name = "Replenishment Step"
    rule = "7.14/automatic"
    verbs = (
        Replenish(),
        BuyBack(),
        suez.Replenish(),
        suez.ToBox(),
        Recover(),
        Repair(),
        partisans.Raise(),
        home_guard.Muster(),
        End(),
    )

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "Replenishment: infantry lost at home this month, pilots, destroyed installations, partisans; then end."


def has_work(t: Table, seat: int) -> bool:
    work = without_price(t, seat, ()) | for_a_price(t, seat, ()) | pilots_paid(t, seat, ())
    work |= partisans.buyable(t, seat, ()) | int(home_guard.waiting(t, seat)) | suez.work(t, seat)
    return bool(work | broken(t, seat, ()) & repair_paid(t, seat, ()) & not_tried(t, seat, ()))


class Replenishment(Step):
    """Side by side the players replenish; what is left in the Box is in the pools (7.14/return-pool)."""

    name = "Replenishment Step"
    rule = "7.14/return-pool"

    def begin(self, t: Table, f: Frame) -> None:
        home_guard.look(t)
        first = offensives.side_of(t.p.initiative)
        sides = sorted(range(len(offensives.SIDES)), key=lambda n: n != first)
        order = dict.fromkeys(seat for side in sides for seat in offensives.seats_of(t, side))
        t.remember(order=tuple(order))

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        if not f["order"]:
            empty_box(t)
            t.pop()
            return
        seat, *rest = f["order"]
        t.remember(order=tuple(rest))
        if has_work(t, seat):
            t.push(Frame("replenishing", "step", seat))


def empty_box(t: Table) -> None:
    """What was not replenished this month stays in the force pools (7.14/return-pool), or is lost (11.13)."""
    for key, n in t.p.fallen.items() if t.options.get("no_return") == "on" else ():
        t.p.pool = counts.more(t.p.pool, int(key.split()[0]), -n)
    t.p.fallen = {}
