"""Retreats after combat (5.18), and what the defender is asked before and after."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step

from . import combat, effects, finland, hq, pieces, reach, stacking, supply, zones
from . import tables as tb
from . import world as w
from .pieces import spoken
from .position import AetoPosition, Table


def goals(t: Table, piece: int) -> list[int]:
    """Sources to fall back to: any, or the closest one if out of supply (5.18/retreat-source-choice)."""
    p: AetoPosition = t.p
    power = p.power[piece]
    found = [
        *members(supply.sources(t, power)),
        *(n for n in supply.chit_hexes(p) if supply.friendly_chit(p, power, n)),
    ]
    if supply.defends_supplied(t, piece) or not found:
        return found
    far = [(t.world.marches(n).get(p.at[piece], 999), n) for n in found]
    return [n for d, n in far if d == min(far)[0]]


def closer(t: Table, piece: int) -> int:
    """Hexes nearer to a supply source (5.18/retreat-direction)."""
    p: AetoPosition = t.p
    here = p.at[piece]
    bits = 0
    for goal in goals(t, piece):
        far = t.world.marches(goal)
        if here in far:
            bits |= from_iter(n for n in members(steps_out(t, piece)) if far.get(n, 999) < far[here])
    return bits


def steps_out(t: Table, piece: int) -> int:
    """Hexes next to a unit that land movement could enter, no neutral ones (5.18/retreat-terrain)."""
    p: AetoPosition = t.p
    closed = reach.no_entry(t, p.power[piece]) | finland.shut(t, (piece,))
    if p.kind[piece] == tb.MOUNTAIN:
        return from_iter(n for n, _ in t.world.going(w.ALPINE, p.at[piece])) & ~closed
    return int(t.world.next_to(p.at[piece])) & ~closed


def safe(t: Table, piece: int) -> int:
    """Retreat hexes hold no enemy and lie in no open enemy zone (5.18/retreat-zoc)."""
    ground = zones.ground(t, t.p.power[piece])
    return ~(ground.enemy | ground.open_zone | ground.walls | ground.lone & ~staffs_to_bump(ground))


def staffs_to_bump(ground: zones.Ground) -> int:
    """Retreating units may bump a lone enemy HQ out of their way (5.18/retreat-direction)."""
    return ground.staffs


def retreat_hexes(t: Table, piece: int) -> int:
    """Where a unit may retreat: without over-stacking if it can."""
    found = steps_out(t, piece) & closer(t, piece) & safe(t, piece)
    if not supply.defends_supplied(t, piece):
        return nearest_to_supply(t, piece, found)
    roomy = from_iter(n for n in members(found) if stacking.has_room(t, (piece,), n))
    return roomy or found


def nearest_to_supply(t: Table, piece: int, found: int) -> int:
    """Out of supply a unit takes the hex nearest to its source, full or not (5.18/retreat-overstack-oos)."""
    sources = goals(t, piece)
    far = {n: min(t.world.marches(goal).get(n, 999) for goal in sources) for n in members(found)}
    return from_iter(n for n, d in far.items() if d == min(far.values()))


def uncrowded(t: Table, piece: int) -> int:
    """Hexes that would be over-stacked are closed while another legal one has room (5.18/retreat-overstack)."""
    crowded = steps_out(t, piece) & closer(t, piece) & safe(t, piece) & ~retreat_hexes(t, piece)
    return ~crowded


def begin_retreat(t: Table, node: int, power: int) -> None:
    """All surviving units of a hex retreat one hex (5.18/retreat-check)."""
    units = tuple(combat.land_units(t, power, node))
    t.ask("retreat", t.seat_of(t.p.power[units[0]]), units=units, target=node, foe=power)


def to_go(t: Table, seat: int, args: Args) -> int:
    f = t.frame
    return from_iter(i for i in f["units"] if t.p.steps[i] and t.p.at[i] == f["target"])


def free_to_go(t: Table, seat: int, args: Args) -> int:
    """Units with a hex to retreat to."""
    return from_iter(i for i in members(to_go(t, seat, ())) if retreat_hexes(t, i))


class Retreat(Verb):
    """``retreat uk5inf@Gazala Tobruk``: a unit falls back one hex."""

    name = "retreat"
    levels = (
        Level("unit", PIECE, to_go, (Mask("5.18/retreat-direction", free_to_go),)),
        Level(
            "target", NODE, lambda t, s, a: steps_out(t, a[0]),
            (
                Mask("5.18/retreat-zoc", lambda t, s, a: safe(t, a[0])),
                Mask("5.18/retreat-direction", lambda t, s, a: closer(t, a[0])),
                Mask("5.18/retreat-overstack", lambda t, s, a: uncrowded(t, a[0])),
            ),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        fall_back(t, piece, node)


def fall_back(t: Table, piece: int, node: int) -> None:
    """A unit goes back; leaders left alone go with the last of them (5.18/retreat-check, 5.18/retreat-split)."""
    p: AetoPosition = t.p
    here = p.at[piece]
    t.emit("retreated", "5.18/retreat-direction", pieces=(piece,), nodes=(here, node))
    t.place(piece, node)
    p.fell[piece] = 1
    hq.drive_off(t, p.power[piece], node)
    if not any(zones.combat_unit(p, i) for i in p.stack(here)):
        for i in p.stack(here):
            if p.kind[i] in tb.LEADERS and not p.hostile[p.power[piece]] >> p.power[i] & 1:
                t.place(i, node)


class Retreats(Step):
    """The owner says where each unit goes; one without a hex is eliminated (5.18/retreat-impossible, D14)."""

    name = "retreat"
    rule = "5.18/retreat-check"
    kind = "question"
    piece_fields = ("units",)
    verbs = (Retreat(),)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return (f.seat,) if free_to_go(t, f.seat, ()) else ()

    def run(self, t: Table, f: Frame) -> None:
        trapped = members(to_go(t, f.seat, ()))
        for i in trapped:
            pieces.eliminate(t, i, "5.18/retreat-impossible")
        if trapped and not any(zones.combat_unit(t.p, i) for i in t.p.stack(f["target"])):
            effects.check_generals(t, f["target"], f["foe"])
        t.pop()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"The units in {spoken(t, f['target'])} retreat: choose where each of them goes."


class Withdraw(Verb):
    """``withdraw``: retreat by choice."""

    name = "withdraw"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.pop("withdraw")


class Stand(Verb):
    """``stand``: stay where you are."""

    name = "stand"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.pop()


class Withdrawal(Step):
    """The defender held, but half of it is gone: it may retreat all the same (5.18/voluntary-retreat)."""

    name = "withdrawal"
    rule = "5.18/voluntary-retreat"
    kind = "question"
    verbs = (Stand(), Withdraw())
    standing = ("stand",)

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return "stand"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"{spoken(t, f['target'])} need not retreat: stand, or withdraw all units by choice."


def could_defend(t: Table, power: int, node: int, left: tuple[int, ...]) -> list[int]:
    """The units of a hex that may defend it, but for those that are left out."""
    return [i for i in combat.not_just_joined(t, combat.land_units(t, power, node)) if i not in left]


def too_many(t: Table, seat: int, args: Args) -> int:
    """Units of an over-stacked hex of which one does not defend; exempt ones only if they are too many themselves."""
    f = t.frame
    units = could_defend(t, f.power, f["target"], f["left"])
    counted = [i for i in units if not stacking.is_exempt(t, i)]
    return from_iter(units if stacking.fits(t, counted, f["target"]) else counted)


class LeaveOut(Verb):
    """``leave_out uk3inf@Gazala``: this unit of an over-stacked hex does not defend."""

    name = "leave_out"
    levels = (Level("unit", PIECE, too_many),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        f = t.frame
        left = (*f["left"], args[0])
        if stacking.fits(t, could_defend(t, f.power, f["target"], left), f["target"]):
            t.pop(("exclude", left))
        else:
            t.remember(left=left)


class Crowded(Step):
    """Too many units stand in an attacked hex: its owner says who does not defend (5.9/overstacked-choice)."""

    name = "over-stacked defence"
    rule = "5.9/overstacked-choice"
    kind = "question"
    piece_fields = ("left",)
    verbs = (LeaveOut(),)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"{spoken(t, f['target'])} is over-stacked and under attack: choose a unit that does not defend."


class Exclude(Verb):
    """``exclude``: leave the units that are out of supply out of the defence."""

    name = "exclude"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.pop(("exclude", t.frame["hungry"]))


class Include(Verb):
    """``include``: defend with all."""

    name = "include"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.pop()


class Exclusion(Step):
    """May the units out of supply be left out (5.16/oos-exclude)?"""

    name = "exclusion"
    rule = "5.16/oos-exclude"
    kind = "question"
    piece_fields = ("hungry",)
    verbs = (Include(), Exclude())
    standing = ("include",)

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return "include"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return (
            f"Some units in {spoken(t, f['target'])} are out of supply: include them, or exclude them and spare the +1."
        )
