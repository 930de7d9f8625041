"""Advance After Combat and Secondary Advance (5.19)."""

from __future__ import annotations

from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, PIECES, End, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule
from grognard.engine.core.step import Step
from grognard.engine.core.walk import set_out

from . import activation as act
from . import finland, pieces, reach, stacking, zones
from . import tables as tb
from .pieces import spoken
from .position import ALONE, FRESH, RODE, STANDBY, SUPPLIED, AetoPosition, Table

REACTION = "reaction"
"""The style of an Armor Reaction Attack (5.17)."""


def attackers_left(t: Table, seat: int, args: Args) -> int:
    """The attackers, and Generals who stand with them (5.19/advance)."""
    p: AetoPosition = t.p
    units = [i for i in t.frame["attackers"] if p.steps[i]]
    riders = [
        i for n in {p.at[j] for j in units} for i in p.stack(n)
        if p.kind[i] == tb.GENERAL and t.owns(seat, i)
    ]  # fmt: skip
    return from_iter((*units, *riders))


def may_advance(t: Table, seat: int, args: Args) -> int:
    """Who declined an advance makes none this month (5.19/decline)."""
    return where(t.p.stayed, among(0))


def may_ride(t: Table, seat: int, args: Args) -> int:
    """A General who has moved alone does not advance with others (5.10/alone-or-ride)."""
    return ~where(t.p.rode, among(ALONE))


def no_other_general(t: Table, seat: int, args: Args) -> int:
    """In a General's Offensive no other General of his side advances (5.0/general-other-general)."""
    p: AetoPosition = t.p
    now = p.offensive
    if not now or now["kind"] != act.GENERAL:
        return -1
    friends = where(p.power, among(*zones.allies_of(p, now["power"])))
    return ~(where(p.kind, among(tb.GENERAL)) & friends & ~from_iter(now["agents"]))


def politically_open(t: Table, seat: int, args: Args) -> int:
    """Minor partners advance into no land that is not on their list (6.1/minor-deployment)."""
    p: AetoPosition = t.p
    return from_iter(
        i for i in members(attackers_left(t, seat, ()))
        if not (reach.off_limits(t.world, p.power[i]) | finland.too_deep(t, i)) >> t.frame["target"] & 1
    )  # fmt: skip


def room_ahead(t: Table, seat: int, args: Args) -> int:
    """As many advance as may stand in the hex (5.19/advance)."""
    p: AetoPosition = t.p
    target = t.frame["target"]
    chosen = args[-1] if args else ()
    there = [i for i in p.stack(target) if t.owns(seat, i)]
    return from_iter(i for i in members(attackers_left(t, seat, ())) if stacking.fits(t, [*there, *chosen, i], target))


def led_by_units(t: Table, seat: int, args: Args) -> int:
    """Generals advance only with a unit of their hex."""
    if not args or not args[0]:
        return 0
    p: AetoPosition = t.p
    chosen = args[0]
    units = {p.at[i] for i in chosen if zones.combat_unit(p, i)}
    return int(bool(units) and all(p.at[i] in units for i in chosen))


class Advance(Verb):
    """``advance ger8arm@Mechili+Rommel``: attackers enter the hex that they cleared."""

    name = "advance"
    levels = (
        Level(
            "units", PIECES, attackers_left,
            (
                Mask("5.19/decline", may_advance), Mask("5.10/alone-or-ride", may_ride),
                Mask("5.0/general-other-general", no_other_general), Mask("6.1/minor-deployment", politically_open),
                Mask("5.19/advance", room_ahead),
            ),
            closes=(Mask("5.10/ride", led_by_units),),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        for i in args[0]:
            if not zones.combat_unit(t.p, i):
                t.p.rode[i] = RODE
                wake_rider(t, i)
        t.pop(("advance", args[0]))


def wake_rider(t: Table, general: int) -> None:
    """A General who rides in an Offensive of his side is activated by it (5.10/activated-by-ride)."""
    p: AetoPosition = t.p
    ours = p.offensive and not p.hostile[p.offensive["power"]] >> p.power[general] & 1
    if ours and p.status[general] == FRESH:
        p.status[general], p.begun[general] = STANDBY, SUPPLIED


class Stay(Verb):
    """``stay``: nobody advances."""

    name = "stay"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.pop()


class AdvanceQuestion(Step):
    """Who advances, if anyone (5.19/advance)."""

    name = "advance"
    rule = "5.19/advance"
    kind = "question"
    piece_fields = ("attackers",)
    verbs = (Advance(), Stay())
    standing = ("stay",)

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return "stay"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        price = " An advance costs one step." if f["price"] else ""
        return f"{spoken(t, f['target'])} is cleared: advance, or stay.{price}"


def walk_in(t: Table, group: tuple[int, ...], origin: int, target: int) -> None:
    """A group of one hex enters the target."""
    lead = sorted(group, key=lambda i: not zones.combat_unit(t.p, i))
    pieces.tally(t, "marches")
    set_out(t, "advancing", tuple(lead), (origin, target), True, way=(origin, target), paid=0)


# Secondary Advance


def begin_secondary(t: Table, attackers: tuple[int, ...], exits: tuple[int, ...], style: str) -> None:
    """Others of the Offensive may move into the hexes that the advance has left (5.19/secondary)."""
    seat = t.seat_of(t.p.power[attackers[0]])
    status = followers_status(t, style)
    if reserves(t, seat, attackers, from_iter(exits), status):
        t.ask("secondary", seat, attackers=attackers, open=tuple(sorted(set(exits))), status=status)


@rule("5.19/secondary-reaction", off=lambda t, style: STANDBY)
def followers_status(t: Table, style: str) -> int:
    """Who may follow: the activated units of an Offensive, and after an Armor Reaction units that were not activated
    (5.19/secondary-reaction)."""
    return FRESH if style == REACTION else STANDBY


def reserves(t: Table, seat: int, attackers: tuple[int, ...], open_: int, status: int = STANDBY) -> int:
    """Activated units that took no part and have a hex to move up to (5.19/secondary, 5.19/secondary-zoc)."""
    p: AetoPosition = t.p
    bits = 0
    ready = where(p.status, among(status)) & t.pieces_of(seat) & where(p.kind, among(*tb.LAND)) & ~pieces.aboard(t)
    allies = zones.allies_of(p, p.power[attackers[0]]) if status == FRESH else range(len(p.held))
    ready &= where(p.power, among(*allies)) & ~where(p.steps, among(0))
    for i in members(ready):
        if i not in attackers and woken_in_time(p, i) and spared_by_zone(t, i) and follow_hexes(t, i, open_):
            bits |= 1 << i
    return bits


def woken_in_time(p: AetoPosition, piece: int) -> bool:
    """Units activated after land movement attack but do not move (5.1/late-activation)."""
    return not p.late[piece]


def spared_by_zone(t: Table, piece: int) -> bool:
    """In an enemy zone a lone unit makes no Secondary Advance; a stack leaves one behind (5.19/secondary-zoc)."""
    p: AetoPosition = t.p
    node = p.at[piece]
    if not zones.ground(t, p.power[piece]).zone >> node & 1:
        return True
    return any(i != piece and zones.combat_unit(p, i) for i in stacking.friends_in(t, p.power[piece], node))


def follow_hexes(t: Table, piece: int, open_: int) -> int:
    """Open hexes next to a unit that its movement left can pay for, with room (5.19/secondary-steps)."""
    p: AetoPosition = t.p
    left = reach.allowance(t, piece) - p.spent[piece]
    bits = 0
    for there, price in t.world.going(reach.going_of(p, piece), p.at[piece]):
        if open_ >> there & 1 and price <= left and stacking.has_room(t, (piece,), there):
            bits |= 1 << there
    ground = zones.ground(t, p.power[piece])
    return bits & ~ground.enemy & ~ground.walls & ~reach.no_entry(t, p.power[piece]) & ~finland.shut(t, (piece,))


def followers(t: Table, seat: int, args: Args) -> int:
    f = t.frame
    return reserves(t, seat, f["attackers"], from_iter(f["open"]), f["status"])


class Follow(Verb):
    """``follow ita3inf@Derna Mechili``: move up into a hex that an advance has left."""

    name = "follow"
    levels = (
        Level("unit", PIECE, followers),
        Level("target", NODE, lambda t, s, a: follow_hexes(t, a[0], from_iter(t.frame["open"]))),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        here = t.p.at[piece]
        t.remember(open=tuple(sorted({*t.frame["open"], here})))
        pieces.tally(t, "marches")
        set_out(t, "advancing", (piece,), (here, node), True, way=(here, node), paid=1)


class Secondary(Step):
    """Secondary Advances, one after another (5.19/secondary)."""

    name = "Secondary Advance"
    rule = "5.19/secondary"
    kind = "question"
    piece_fields = ("attackers",)
    verbs = (Follow(), End())
    standing = ("end",)

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return "end"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        hexes = ", ".join(spoken(t, n) for n in f["open"])
        return f"Secondary Advance: other units may move up into {hexes}; then end."
