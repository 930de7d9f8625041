"""After the die (8.5, 8.6, 8.8): losses chosen by the owner, retreat, advance."""

from __future__ import annotations

from grognard.board.area import step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, Level, Pass, Verb
from grognard.engine.core.rules import Args, Mask, MaskFn, rule
from grognard.engine.core.step import Step

from .. import world as w
from ..politics import borders, control
from ..registry import each_without
from ..state import Table
from . import losses, stacking
from .reach import open_ground
from .zones import zone_against

RETREATING = ("8.8/b", "12.0", "16.32", "16.33", "6.31")
NAMED, FOUGHT, LOSSES, RETREATS, AFTER, ADVANCE, DONE = range(-2, 5)


class Battle(Step):
    """One attack from the die to the advance; ``combat.py`` has what comes before and the die itself."""

    name = "battle"
    rule = "8.0/a"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        stage, attackers, nodes, loss = f["stage"], f["attackers"], f["nodes"], f["loss"]
        if stage == DONE or (stage == ADVANCE and not advancers(t, attackers, nodes)):
            t.pop()
            return
        t.remember(stage=stage + 1)
        if stage == LOSSES:
            take_losses(t, nodes, loss)
        elif stage == RETREATS:
            if loss:
                begin_retreat(t, nodes)
        elif stage == AFTER:
            for hook in control.ON_BATTLE_END:
                hook(t, attackers, nodes, loss)
        else:
            t.ask("advance", t.seat_of(f.power), f.power, attackers=attackers, nodes=nodes)


def in_hexes(t: Table, nodes: tuple[int, ...], power: int) -> list[int]:
    """The defenders left in the attacked hexes; partisans who rise in the midst of it are none (16.65/a, R182)."""
    p = t.p
    mask = control.kindred(t, power)
    return [i for n in nodes for i in p.stacks.get(n, ()) if not mask >> p.power[i] & 1]


# Losses


def take_losses(t: Table, nodes: tuple[int, ...], loss: int) -> None:
    """Only the defender loses, and is asked when there is something to choose (R013)."""
    p = t.p
    units = in_hexes(t, nodes, t.frame.power)
    total = sum(p.strength[i] for i in units)
    if not loss or not units:
        return
    if loss >= total:
        losses.destroy_all(t, units, "combat")
    elif len(units) == 1:
        losses.lose(t, units[0], loss, "combat")
    else:
        t.ask(
            "losses", t.seat_of(p.power[units[0]]), p.power[units[0]], nodes=nodes, points=loss, against=t.frame.power
        )


def may_lose(t: Table, seat: int, args: Args) -> int:
    """Any unit of the attacked hexes, as the owner chooses (8.52, 8.53)."""
    f = t.frame
    return from_iter(in_hexes(t, f["nodes"], f["against"]))


class Lose(Verb):
    """``lose sov2inf@1712``: this unit loses a point."""

    name = "lose"
    levels = (Level("unit", PIECE, may_lose),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        f = t.frame
        losses.lose(t, args[0], 1, "combat")
        left = f["points"] - 1
        units = in_hexes(t, f["nodes"], f["against"])
        if left and len(units) > 1:
            t.remember(points=left)
            return
        if left and units:
            losses.lose(t, units[0], left, "combat")
        t.pop()


class Losses(Step):
    """The owner chooses who loses a point (8.52)."""

    name = "losses"
    rule = "8.52"
    kind = "question"
    verbs = (Lose(),)
    standing = ("strongest", "weakest")

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        units = members(may_lose(t, seat, ()))
        pick = max if choice == "strongest" else min
        return f"lose {t.name_for(seat, pick(units, key=lambda i: t.p.strength[i]))}"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        lost = f"{f['points']} strength points are" if f["points"] > 1 else "1 strength point is"
        return f"{lost} lost: choose the unit that loses one."


# Retreat


def garrison_falls(t: Table, piece: int) -> bool:
    """A garrison that must retreat is eliminated (14.21)."""
    return bool(t.p.kind[piece] == w.GARRISON)


def partisan_falls(t: Table, piece: int) -> bool:
    """Partisans that must retreat are eliminated (16.51)."""
    return bool(t.p.kind[piece] == w.PARTISAN)


@rule("8.54")
def begin_retreat(t: Table, nodes: tuple[int, ...]) -> None:
    """Every survivor leaves the attacked hexes (8.54)."""
    p = t.p
    for piece in in_hexes(t, nodes, t.frame.power):
        if garrison_falls(t, piece) or partisan_falls(t, piece):
            losses.destroy(t, piece, "retreat")
    units = in_hexes(t, nodes, t.frame.power)
    if units:
        t.ask("retreat", t.seat_of(p.power[units[0]]), p.power[units[0]], nodes=nodes, against=t.frame.power)


def refuges(t: Table, piece: int, past: tuple[str, ...] = ()) -> int:
    """Where a unit may retreat: out of zones within stacking, else over it, else to friends in one (8.8, 8.8/c, R107).

    Without such a hex it is eliminated. ``past`` names rules that are left out to say which of them closes a hex.
    """
    power = t.p.power[piece]
    bits = beside(t, piece, past)
    clear = bits & ~zone_in_retreat(t, power) if "6.31" not in past else bits
    return clear & ~stacking.full(t, power) or over_the_limit(t, power, bits, clear)


def over_the_limit(t: Table, power: int, bits: int, clear: int) -> int:
    """Without a better hex a unit goes over the stacking limit (7.0/b), at worst to friends in a zone (8.8/a, 6.32)."""
    return clear or bits & control.friendly(t, power)


def beside(t: Table, piece: int, past: tuple[str, ...]) -> int:
    """The hexes beside a unit that lie open to it, out of the battle; none across a blocked hexside (8.8/b).

    The Russian range does not bind a retreat (R064); borders that a nation may not cross and every neutral's do (R108).
    """
    power, node = t.p.power[piece], t.p.at[piece]
    out = t.world.walk if "8.8/b" in past else t.world.clear
    bits: int = step(1 << node, out) & open_ground(t, piece, ("14.5", *past)) & ~control.strangers(t, power)
    battle_ = next((f for f in t.agenda if f.step == "battle"), None)
    if battle_ is not None:
        bits &= ~from_iter(battle_["nodes"])
    bits &= control.leashed(t, (piece,), past)
    return bits if "12.0" in past else bits & ~control.neutral_land(t, power)


def zone_in_retreat(t: Table, power: int) -> int:
    """Enemy zones, which a retreat does not enter (6.31).

    Vichy units whom others than the Axis, the British and the U.S. attack have no enemies but these (14.15).
    """
    p = t.p
    zone = zone_against(t, power)
    battle_ = next((f for f in t.agenda if f.step == "battle"), None)
    if battle_ is not None and not p.hostile[power] >> battle_.power & 1:
        zone |= step(p.occupied[battle_.power], t.world.clear)
    return zone


def refuges_but(past: tuple[str, ...]) -> MaskFn:
    """Where a unit could retreat if some rules did not hold."""
    return lambda t, seat, args: refuges(t, args[0], past)


def retreating(t: Table, seat: int, args: Args) -> int:
    """The survivors whose owner is asked (8.8, R106)."""
    units = in_hexes(t, t.frame["nodes"], t.frame["against"])
    return from_iter(i for i in units if t.seat_of(t.p.power[i]) == seat)


class Retreat(Verb):
    """``retreat sov1inf@1712 1812``: a survivor goes one hex back by its owner's choice."""

    name = "retreat"
    levels = (
        Level("unit", PIECE, retreating),
        Level(
            "hex", NODE, lambda t, s, a: t.world.board.hexes,
            (Mask("8.8", lambda t, s, a: refuges(t, a[0]), without=each_without(RETREATING, refuges_but)),),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        fall_back(t, *args)


def fall_back(t: Table, piece: int, node: int) -> None:
    """A unit retreats; it does not defend where it comes to stand beside others (7.0/b, 7.13)."""
    p = t.p
    came = p.at[piece]
    p.put(piece, node)
    p.retreated |= 1 << piece
    borders.enter(t, (piece,), node)
    t.emit("retreated", "8.8", pieces=(piece,), nodes=(came, node))


class Retreats(Step):
    """Survivors retreat one by one; a unit without a refuge dies (8.8/c), one with a single refuge takes it."""

    name = "retreat"
    rule = "8.8"
    kind = "question"
    verbs = (Retreat(),)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        units = in_hexes(t, f["nodes"], f["against"])
        if not units:
            return ()
        if any(not refuges(t, i) for i in units):
            return ()
        if len(units) == 1 and refuges(t, units[0]).bit_count() == 1:
            return ()
        return (t.seat_of(t.p.power[units[0]]),)

    def run(self, t: Table, f: Frame) -> None:
        units = in_hexes(t, f["nodes"], f["against"])
        if not units:
            t.pop()
            return
        trapped = [i for i in units if not refuges(t, i)]
        if trapped:
            stranded(t, trapped[0])
        else:
            fall_back(t, units[0], refuges(t, units[0]).bit_length() - 1)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "Your survivors must retreat one hex: choose a unit and its hex."


def stranded(t: Table, piece: int) -> None:
    """Without a hex to retreat to a unit is eliminated (8.8/c)."""
    losses.destroy(t, piece, "retreat")


# Advance


def openings(t: Table, piece: int, nodes: tuple[int, ...], power: int, past: tuple[str, ...] = ()) -> int:
    """Hexes that an attacker may advance into: vacated, next to it, open to its nation, with room (8.61, 8.62, R110).

    ``past`` names rules that are left out to say which of them closes a hex.
    """
    p = t.p
    bits = from_iter(nodes) & ~control.strangers(t, power)
    if "7.0" not in past:
        bits &= ~stacking.full(t, power)
    if not bits:
        return 0
    near = step(1 << p.at[piece], t.world.clear)
    return bits & near & open_ground(t, piece, past) & control.leashed(t, (piece,), past)


def advancers(t: Table, attackers: tuple[int, ...], nodes: tuple[int, ...], past: tuple[str, ...] = ()) -> int:
    """Attackers that may still advance."""
    p = t.p
    hexes = from_iter(nodes)
    return from_iter(
        i for i in attackers
        if p.at[i] != p.lost and not hexes >> p.at[i] & 1 and openings(t, i, nodes, p.power[i], past)
    )  # fmt: skip


def advancers_but(past: tuple[str, ...]) -> MaskFn:
    """The attackers that could advance if some rules did not hold."""
    return lambda t, seat, args: advancers(t, t.frame["attackers"], t.frame["nodes"], past)


def openings_but(past: tuple[str, ...]) -> MaskFn:
    """Where an attacker could advance if some rules did not hold."""
    return lambda t, seat, args: openings(t, args[0], t.frame["nodes"], t.p.power[args[0]], past)


BOUNDS = ("7.0", "14.5", "16.23", "16.31", "16.32", "16.33", "16.41")
"""What keeps an attacker out of a hex that was left empty: room, range, and the borders of R110."""


class Advance(Verb):
    """``advance ger4inf@1612 1712``: an attacker moves into a hex left empty."""

    name = "advance"
    levels = (
        Level(
            "unit", PIECE, lambda t, s, a: from_iter(t.frame["attackers"]),
            (Mask("8.61", advancers_but(()), without=each_without(BOUNDS, advancers_but)),),
        ),
        Level(
            "hex", NODE, lambda t, s, a: t.world.board.hexes,
            (Mask("8.61", openings_but(()), without=each_without(BOUNDS, openings_but)),),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        came = t.p.at[piece]
        t.p.put(piece, node)
        borders.enter(t, (piece,), node)
        t.emit("advanced", "8.61", pieces=(piece,), nodes=(came, node))
        if not advancers(t, t.frame["attackers"], t.frame["nodes"]):
            t.pop()


class Advances(Step):
    """The attacker may advance all, part or none of his units (8.61)."""

    name = "advance"
    rule = "8.61"
    kind = "question"
    verbs = (Advance(), Pass())
    standing = ("pass",)

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return "pass"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "The defenders are gone: advance attackers into their hex, or pass."


STEPS = {"battle": Battle(), "losses": Losses(), "retreat": Retreats(), "advance": Advances()}
