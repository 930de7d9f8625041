"""Amphibious movement (5.8, 5.9): landings in the Initial Movement Phase, assaults from the sea in the Combat Phase.

A landing on an empty hex is put ashore at once. Against a held hex the units wait at sea next to it, with ``target``
set, and must attack it in the Combat Phase.
"""

from __future__ import annotations

from functools import cache

from grognard.board import Board
from grognard.board.area import Exits, step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_between_orders, cached_by
from grognard.engine.core.offers import NODE, PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask, MaskFn

from .. import world as w
from ..land import losses, stacking
from ..land.movement import may_move_at_all
from ..politics import borders, control
from ..registry import each_without
from ..state import FEW, Table, circumstances
from . import air, german_sea, naval, shipping
from .sealanes import BLACK, GULF, MEDITERRANEAN, SAILED, coasted

MOST = 2
NAMED = "named/"
SAILING = "sailing"


def season(t: Table) -> dict[str, str]:
    """The row of seasons.csv for this Game-Turn."""
    return _season(t.world.turns[t.p.turn - 1]["quarter"])


@cache
def _season(quarter: str) -> dict[str, str]:
    return next(row for row in w.table("seasons.csv") if row["quarter"] == quarter)


def in_time(t: Table, seat: int, args: Args) -> int:
    """Landings are made in the Initial Movement Phase, not later (5.8)."""
    return int(t.p.phase == 1)


def german_season(t: Table, seat: int, args: Args) -> int:
    """German landings are made in summer alone (5.84)."""
    return int(t.p.player != w.AXIS or season(t)["german_amphibious"] == "yes")


def allied_season(t: Table, seat: int, args: Args) -> int:
    """Allied landings are not made in winter (5.84/a)."""
    return int(t.p.player == w.AXIS or season(t)["allied_amphibious"] != "no")


def needs_roll(t: Table) -> bool:
    """In spring and fall one die decides all Allied landings of the Game-Turn (5.84/a)."""
    return bool(t.p.player != w.AXIS and season(t)["allied_amphibious"] == "roll")


def not_sailed(t: Table, seat: int, args: Args) -> int:
    """After the die is rolled no other landing is made (R080)."""
    return int(not t.p.notes.get(SAILING))


def say_sailed(t: Table, seat: int, args: Args, value: int) -> str:
    return "The die for this Game-Turn's landings has been rolled: no other is made in it."


@cached_between_orders
def named(t: Table) -> dict[int, int]:
    """Landings that wait for the die: unit and target; a unit that has moved or been marked since has given its up."""
    p = t.p
    keys = p.noted(NAMED)
    if not keys:
        return {}
    found = {int(key[len(NAMED) :]): p.notes[key] for key in sorted(keys)}
    busy = p.moved | p.marked
    return {piece: node for piece, node in found.items() if not busy >> piece & 1 and p.at[piece] != p.lost}


def forget_named(t: Table) -> None:
    for key in t.p.noted(NAMED):
        del t.p.notes[key]


# Points


def points_left(t: Table, power: int) -> int:
    """Amphibious points at hand; what is named counts as used."""
    if power == w.AXIS:
        return int(t.p.german_amphibious)
    return shipping.amphibious_points(t) - sum(price(t, piece, node) for piece, node in named(t).items())


def price(t: Table, piece: int, node: int) -> int:
    """One point a strength point, two round Africa (5.81/a)."""
    direct = targets_by(t, piece, False) >> node & 1
    return int(t.p.strength[piece]) * (1 if direct else 2)


def german_party(t: Table, seat: int, args: Args) -> int:
    """Of the Axis only Germans have landing craft (5.7/b)."""
    p = t.p
    return p.corps[w.GERMANY] if p.player == w.AXIS else -1


def western_party(t: Table, seat: int, args: Args) -> int:
    """Allied craft land Western units, from the U.S. box too (5.7/a, 10.54)."""
    p = t.p
    return -1 if p.player == w.AXIS else p.army[w.ALLIED] | from_iter(p.stack(t.world.us_box))


def say_party(t: Table, seat: int, args: Args, value: int) -> str:
    return "Only German units have landing craft." if t.p.player == w.AXIS else "Only Western units have landing craft."


def have_points(t: Table, seat: int, args: Args) -> int:
    p = t.p
    return p.of_at_most(points_left(t, p.player))


def rested_points(t: Table, seat: int, args: Args) -> int:
    """Units for which there would be points if none rested from the last Player-Turn (5.86)."""
    p = t.p
    return p.of_at_most(points_left(t, p.player) + (0 if p.player == w.AXIS else shipping.resting_points(t)))


def any_points(t: Table, seat: int, args: Args) -> int:
    """All units, as if the chart did not count the points (5.72/e)."""
    return -1


def have_barges(t: Table, seat: int, args: Args) -> int:
    """German units for which there are points that have not sailed yet (5.86/a)."""
    return have_points(t, seat, args) if t.p.player == w.AXIS else -1


def say_craft(t: Table, seat: int, args: Args, value: int) -> str:
    need, left = t.p.strength[value], points_left(t, t.p.player)
    return f"The landing needs {need} amphibious points; {left} can be had, those that sailed last turn apart."


def say_barges(t: Table, seat: int, args: Args, value: int) -> str:
    need, left = t.p.strength[value], points_left(t, t.p.player)
    return f"The unit needs {need} amphibious points and Germany has {left}: each is built in phase 5 and sails once."


def unnamed(t: Table, seat: int, args: Args) -> int:
    return ~from_iter(named(t))


# Where to


def assaulters(t: Table, piece: int, more: int = 0) -> int:
    """The units of this Player-Turn's landings, which give no cover (6.56/a)."""
    return int(t.p.landing | t.p.shipped | 1 << piece | more | from_iter(named(t)))


def seas_for(t: Table, power: int, past: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Axis landings never in the Mediterranean or Persian Gulf (5.81, 5.7/d); Allied ones while it is open (5.87).

    Past a Turkey that the Axis has invaded they go on into the Black Sea (12.4, R089). ``past``, here and below, names
    rules that are left out to say which of them closes the way.
    """
    if power == w.AXIS:
        shut = {sea for number, sea in (("5.81", GULF), ("5.7/d", MEDITERRANEAN)) if number not in past}
        return tuple(sea for sea in SAILED if sea not in shut)
    if shipping.both_lost(t) and "5.87" not in past:
        return tuple(sea for sea in SAILED if sea != MEDITERRANEAN)
    return (*SAILED, BLACK) if shipping.past_turkey(t) or "12.4" in past else SAILED


def covered_off(t: Table, piece: int, more: int = 0, past: tuple[str, ...] = ()) -> int:
    """Hexes that only enemy air zones cover: no landing passes or goes ashore there (6.56, 5.82, 6.5/a)."""
    if "6.56" in past:
        return 0
    return air.uncovered(t, t.p.power[piece], assaulters(t, piece, more) if "6.56/a" not in past else 0)


@cached_by(lambda t, piece, round_africa, more=0: (t.p.version, piece, round_africa, more, circumstances(t)), most=FEW)
def targets_by(t: Table, piece: int, round_africa: bool, more: int = 0) -> int:
    """Coast hexes that a unit's ships reach, with their air cover; ``more`` units assault too and give none."""
    return _targets_by(t, piece, round_africa, more)


def _targets_by(t: Table, piece: int, round_africa: bool, more: int = 0, past: tuple[str, ...] = ()) -> int:
    p = t.p
    power, lane = p.power[piece], shipping.lane_of(t)
    seas = seas_for(t, power, past)
    bare = covered_off(t, piece, more, past)
    start = shipping.berths(t, p.at[piece], seas)
    land = lane.board.land & t.world.play
    if power == w.AXIS and "5.88" not in past:
        return int(german_range(t, p.at[piece], seas) & land & ~bare)
    blocked, closed = shipping.barred(t, power, past) | bare, shipping.closed_passages(t, power, past)
    bits = coasted(lane, start, blocked, closed, shipping.off_map(t, power, round_africa), seas)
    return int(bits & land & ~bare & ~(1 << p.at[piece]))


def german_range(t: Table, port: int, seas: tuple[str, ...]) -> int:
    """German craft reach one hex: over a sea hexside, never over a whole sea hex (5.88, R086)."""
    board = t.world.board
    near = step(1 << port, board.sides["sea"] | board.sides["strait"])
    bits = 0
    for sea in seas:
        if board.sea[sea] >> port & 1:
            bits |= near & board.sea[sea]
    return bits


def in_range(t: Table, seat: int, args: Args) -> int:
    """Any coastal hex, enemy's or friend's, that the points and ships reach (5.7, 5.88, 6.56)."""
    piece = args[0]
    bits = targets_by(t, piece, False)
    if t.p.power[piece] != w.AXIS and points_left(t, t.p.power[piece]) >= 2 * t.p.strength[piece]:
        bits |= targets_by(t, piece, True)
    return bits


def in_range_but(past: tuple[str, ...]) -> MaskFn:
    """The coasts in reach if some rules did not hold."""

    def found(t: Table, seat: int, args: Args) -> int:
        piece, each = args[0], 1 if "5.81/a" in past else 2
        bits = _targets_by(t, piece, False, past=past)
        if t.p.power[piece] != w.AXIS and points_left(t, t.p.power[piece]) >= each * t.p.strength[piece]:
            bits |= _targets_by(t, piece, True, past=past)
        return bits

    return found


def say_unreached(t: Table, seat: int, args: Args, node: int) -> str:
    if not t.world.board.coastal >> node & 1:
        return f"{t.node_name(node)} lies on no sea: a landing goes to a coast."
    if node == t.p.at[args[0]]:
        return "The unit is there already."
    return f"No way over the sea leads its ships to {t.node_name(node)}."


def room_ashore(t: Table, seat: int, args: Args) -> int:
    """No more than two units land on a hex (7.0, R082)."""
    p = t.p
    power = p.power[args[0]]
    coming: dict[int, int] = {}
    for node in [*named(t).values(), *(p.target[i] for i in members(p.landing) if p.target[i] >= 0)]:
        coming[node] = coming.get(node, 0) + 1
    held = control.strangers(t, power)
    return ~(stacking.full(t, power) & ~held | from_iter(
        node for node, n in coming.items() if n >= MOST or (not held >> node & 1 and stacking.room(t, power, node) <= n)
    ))  # fmt: skip


def staging(t: Table, piece: int, node: int) -> int:
    """The sea hex from which a held hex is assaulted, the nearest when none is next to it (5.85, R197), or -1."""
    board, power = t.world.board, t.p.power[piece]
    water = step(1 << node, board.around) & board.water
    if water:
        return members(water & ~stacking.full(t, power) or water)[0]
    shore = step(1 << node, _wet_sides(board)) & t.world.play & ~control.strangers(t, power)
    offing = _offing(board, node)
    if offing < 0:
        shore &= ~stacking.full(t, power) | 1 << t.p.at[piece]
        offing = members(shore)[0] if shore else -1
    return offing if shore else -1


@cache
def _wet_sides(board: Board) -> Exits:
    """Hexsides that are sea in whole or in part."""
    return board.sides["sea"] | board.sides["coast"] | board.sides["strait"] | board.sides["crossing"]


@cache
def _offing(board: Board, node: int) -> int:
    """The sea hex of a coast's own waters that lies nearest; the Red Sea and the Persian Gulf have none."""
    waters = from_iter(n for sea in (*SAILED, BLACK) if board.sea[sea] >> node & 1 for n in members(board.sea[sea]))
    return min(members(waters & board.water), key=lambda n: (board.grid.distance(node, n), n), default=-1)


def with_searoom(t: Table, seat: int, args: Args) -> int:
    """A held hex is assaulted from a sea hex, or any beside it over water that no enemy holds (5.85, R029)."""
    power = t.p.power[args[0]]
    held = in_range(t, seat, args) & control.strangers(t, power)
    return ~from_iter(node for node in members(held) if staging(t, args[0], node) < 0)


def say_no_searoom(t: Table, seat: int, args: Args, node: int) -> str:
    return f"No hex beside {t.node_name(node)} lets an assault wait: there is no sea, and others hold the coasts."


def strong_enough(t: Table, seat: int, args: Args) -> int:
    """A landing sails only against a hex that it can attack with the help at hand or to come (8.72, R084)."""
    from ..land import combat, paradrop, supply

    p = t.p
    piece = args[0]
    power = p.power[piece]
    hexes = in_range(t, seat, args) & control.strangers(t, power) & open_to_attack(t, seat, args)
    if not hexes:
        return -1
    weak = 0
    ready, sent = combat.ready(t, t.seat_of(power)) & ~(1 << piece), named(t)
    lines, out = supply.Lines(t), combat.reach_of_attack(t)
    mates: list[int] | None = None
    at_sea = ready & (p.landing | p.dropped | from_iter(sent))
    under_way = {i: sent.get(i, p.target[i]) for i in members(at_sea) if i in sent or p.target[i] >= 0}
    for node in members(hexes):
        aimed = from_iter(i for i, target in under_way.items() if node in (target, p.target[i]))
        help_ = aimed | ready & shipping.standing_in(t, step(1 << node, out))
        lacks = combat.defence_of(t, node, lines, combat.fresh_defenders(t, node))
        lacks -= p.strength[piece] + sum([p.strength[i] for i in members(help_)])
        drops, points = paradrop.to_drop(t, seat, node, help_ | 1 << piece) if lacks > 0 else (0, 0)
        lacks -= points
        if lacks > 0 and not aimed & ~p.dropped:
            spare = points_left(t, power) - p.strength[piece]
            mates = comrades(t, seat, 1 << piece, spare) if mates is None else mates
            lacks -= comrade(t, mates, piece, node, help_ | drops)
        if lacks > 0:
            weak |= 1 << node
    return ~weak


def say_weak(t: Table, seat: int, args: Args, node: int) -> str:
    return f"With all who can join it the landing has fewer points than the defence of {t.node_name(node)}."


def comrades(t: Table, seat: int, sent: int, spare: int) -> list[int]:
    """The units that could still be landed besides others, the strongest first (R082, R084)."""
    p = t.p
    others = naval.units(t, seat, ()) & ~sent & p.of_at_most(spare)
    for mask in Land.boarding:
        if others:
            others &= mask.allowed(t, seat, ())
    return sorted(members(others), key=lambda i: -p.strength[i])


def comrade(t: Table, mates: list[int], piece: int, node: int, counted: int) -> int:
    """The points of the strongest of them that can be sent against a hex too."""
    p = t.p
    spare = points_left(t, p.power[piece]) - price(t, piece, node)
    for i in mates:
        if p.strength[i] <= spare and not counted >> i & 1 and targets_by(t, i, False, 1 << piece) >> node & 1:
            return p.strength[i]
    return 0


@cached_between_orders
def open_to_attack(t: Table, seat: int, args: Args) -> int:
    """Held hexes that the unit's nation may not attack are no targets."""
    from ..land import combat

    p = t.p
    power = p.power[args[0]]
    return ~control.strangers(t, power) | combat.aims(t, power, p.nation[args[0]])


def open_to_attack_but(but: tuple[str, ...]) -> MaskFn:
    """The same if some rules did not forbid the attack."""
    from ..land import combat

    return lambda t, seat, args: (
        ~control.strangers(t, t.p.power[args[0]]) | combat.aims(t, t.p.power[args[0]], t.p.nation[args[0]], but)
    )


WAYS = ("6.56/a", "6.56", "5.88", "5.81", "5.7/d", "5.87", "5.74/a", "5.76", "12.4", "5.81/a")
"""What may close a coast to a landing: air zones, range, seas and passages, points."""


class Land(Verb):
    """``land usa2inf@0712 0713``: an amphibious assault (5.8)."""

    name = "land"
    masks = (
        Mask("4.2/A1a", in_time),
        Mask("5.84", german_season), Mask("5.84/a", allied_season), Mask("5.84/a", not_sailed, say_sailed),
    )  # fmt: skip
    labels = ("5.8", "4.2/A1a", "5.85", "5.86")
    boarding: tuple[Mask, ...] = (
        Mask("4.2/A1", naval.not_fixed), Mask("5.0/b", lambda t, s, a: ~t.p.moved),
        Mask("5.64", lambda t, s, a: ~t.p.marked), Mask("6.51", naval.not_frozen),
        Mask("5.7/b", german_party, say_party), Mask("5.7/a", western_party, say_party),
        Mask("14.23", naval.home_garrison, naval.say_garrison),
        may_move_at_all("12.0"), naval.IN_PORT,
        Mask("5.86/a", have_barges, say_barges),
        Mask("5.86/e", have_points, say_craft, told=("5.86", "5.72/e"),
             without=(("5.86", rested_points), ("5.72/e", any_points))),
        Mask("5.84/a", unnamed),
    )  # fmt: skip
    """Which units may go aboard."""

    def __init__(self) -> None:
        self.levels = (
            Level("unit", PIECE, naval.units, self.boarding),
            Level("hex", NODE, naval.land, (
                Mask("5.7", in_range, say_unreached, without=each_without(WAYS, in_range_but)),
                naval.on_allowed_ground(),
                Mask("8.0", open_to_attack, without=control.TARGETS.without(open_to_attack_but)),
                Mask("7.0", room_ashore), Mask("5.85", with_searoom, say_no_searoom),
                Mask("8.72", strong_enough, say_weak),
            ), cost=lambda t, s, a, n: price(t, a[0], n)),
        )  # fmt: skip

    def glance(self, t: Table, seat: int) -> int:
        """Nothing out of its phase and season, after the die, or without a point."""
        p = t.p
        if p.phase != 1 or not (p.german_amphibious if p.player == w.AXIS else shipping.amphibious_points(t)):
            return 0
        return -(german_season(t, seat, ()) & allied_season(t, seat, ()) & not_sailed(t, seat, ()))

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        if needs_roll(t):
            t.p.notes[f"{NAMED}{piece}"] = node
            t.emit("landing_named", "5.84/a", pieces=(piece,), nodes=(node,))
            return
        pay(t, piece, node)
        embark(t, piece, node)


def pay(t: Table, piece: int, node: int) -> None:
    """Amphibious points are used by sailing, whatever comes of it (R081)."""
    p = t.p
    points = price(t, piece, node)
    if p.power[piece] == w.AXIS:
        german_sea.spend(t, points)
    else:
        p.amphibious_used += points


def embark(t: Table, piece: int, node: int) -> None:
    """Put a unit ashore, or to sea before a held hex (5.85, R030); where others have taken the room it stays (R080)."""
    p = t.p
    held = control.strangers(t, p.power[piece]) >> node & 1
    before = staging(t, piece, node) if held else node
    p.moved |= 1 << piece
    p.shipped |= 1 << piece
    p.left[piece] = 0
    if before < 0:
        t.emit("stayed", "5.85", pieces=(piece,), nodes=(node,))
        return
    p.origin[piece] = p.at[piece]
    if held:
        p.target[piece] = node
        p.landing |= 1 << piece
        p.put(piece, before)
        t.emit("landing", "5.85", pieces=(piece,), nodes=(node,))
    else:
        ashore(t, piece, node)


def ashore(t: Table, piece: int, node: int) -> None:
    """A unit stands on the beach; its strength is the free follow-up of the hex (5.91/e1)."""
    p = t.p
    p.target[piece] = -1
    p.put(piece, node)
    p.landed |= 1 << node
    key = f"free/{node}"
    p.notes[key] = p.notes.get(key, 0) + p.strength[piece]
    t.emit("landed", "5.8", pieces=(piece,), nodes=(node,))
    borders.enter(t, (piece,), node)


def sailing(t: Table) -> dict[int, int]:
    """Named landings that still have port, way, cover and points; the others stay where they are (6.56, R080)."""
    found: dict[int, int] = {}
    ready, left = naval.embarking(t), shipping.amphibious_points(t)
    for piece, node in named(t).items():
        if ready >> piece & 1 and (targets_by(t, piece, False) | targets_by(t, piece, True)) >> node & 1:
            points = price(t, piece, node)
            if points <= left:
                found[piece] = node
                left -= points
    return found


def say_no_fleet(t: Table, seat: int, args: Args, value: int) -> str:
    if not needs_roll(t):
        return "The die is for Allied landings in spring and fall: in summer they sail at once, in winter not at all."
    if t.p.notes.get(SAILING):
        return say_sailed(t, seat, args, value)
    if not named(t):
        return "No landing is named: name units and their hexes first."
    return "None of the landings that were named can sail now: port, way, air cover or points are gone."


class Sail(Verb):
    """``sail``: roll once for all landings that were named (5.84/a)."""

    name = "sail"
    masks = (Mask("5.84/a", lambda t, s, a: int(needs_roll(t) and bool(sailing(t))), say_no_fleet),)

    def glance(self, t: Table, seat: int) -> int:
        return -(t.p.player != w.AXIS and bool(t.p.noted(NAMED)))

    def apply(self, t: Table, seat: int, args: Args) -> None:
        p = t.p
        landings = sailing(t)
        for piece, node in landings.items():
            pay(t, piece, node)
        forget_named(t)
        die = t.roll("landing weather")
        p.notes[SAILING] = die
        aborted = str(die) in w.words(season(t)["allied_amphibious_abort"])
        t.emit("sailed", "5.84/a", die=die, aborted=aborted)
        for piece in borders.company(t, landings):
            if aborted:
                p.frozen |= 1 << piece
                p.moved |= 1 << piece
            else:
                embark(t, piece, landings[piece])


@control.on_battle_end
def assault_over(t: Table, attackers: tuple[int, ...], nodes: tuple[int, ...], loss: int) -> None:
    """Landed units go ashore when the hex has fallen, and are lost when it has not (5.85/a, R083)."""
    p = t.p
    for piece in attackers:
        if p.landing >> piece & 1 and p.at[piece] != p.lost:
            come_ashore(t, piece)


def come_ashore(t: Table, piece: int) -> None:
    """A landing goes ashore if its hex is free, back if friends fill it, and is lost if not (5.85/a, R083)."""
    p = t.p
    node, power, port = p.target[piece], p.power[piece], p.origin[piece]
    p.landing &= ~(1 << piece)
    held = control.strangers(t, power) >> node & 1
    if not held and stacking.room(t, power, node) > 0:
        ashore(t, piece, node)
    elif not held and not control.strangers(t, power) >> port & 1 and stacking.room(t, power, port) > 0:
        p.target[piece] = -1
        t.place(piece, port)
    else:
        fail(t, piece)


def fail(t: Table, piece: int) -> None:
    """A landing that failed is eliminated (5.85/a)."""
    t.p.target[piece] = -1
    losses.destroy(t, piece, "landing")


@control.on_phase_end
def left_at_sea(t: Table, power: int, phase: int) -> None:
    """No unit stays at sea: what did not sail stays in port, what faces a held hex is lost (5.7/j, R084)."""
    p = t.p
    if phase == 1:
        forget_named(t)
    elif phase == 2:
        for piece in members(p.landing):
            come_ashore(t, piece)


PHASE_1 = (Land(), Sail())
PHASE_3 = (Land(),)
