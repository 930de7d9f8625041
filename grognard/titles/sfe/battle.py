"""Ground combat results (10.0): the die, losses, retreats and the advance that follows (9.04)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, PIECES, Level, Pass, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step

from . import airborne, artillery, ashore, bombers, combat, control, exchange, ice, retreat, shields, strengths
from .combat import Fight
from .state import Table, figures, foe, ground_in, leaders_in

Task = tuple[Any, ...]


class Battle(Step):
    """The attacks on one hex, each with what it leads to, then the advance.

    ``tasks`` are still to be done: ``roll`` the next attack, ``lose`` so many half factors of some units, ``retreat``
    some units, ``advance``.
    """

    name = "battle"
    rule = "9.01"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        if not f["tasks"]:
            t.pop()
            return
        task, *rest = f["tasks"]
        t.remember(tasks=tuple(rest))
        getattr(self, task[0])(t, f, *task[1:])

    def roll(self, t: Table, f: Frame) -> None:
        """Roll the next attack; after the last the attackers may advance."""
        if not f["fights"]:
            t.remember(tasks=(("advance",),))
            return
        fight, *rest = f["fights"]
        if shields.is_asked(t, Fight(*fight), f["node"]):
            t.remember(tasks=(("roll",),))
            defender = t.p.power[Fight(*fight).defenders[0]]
            t.ask("shielding", t.seat_of(defender), defender, node=f["node"])
            return
        t.remember(fights=tuple(rest), tasks=(("roll",),))
        roll(t, Fight(*fight), f["node"])

    def resume(self, t: Table, f: Frame, result: Any) -> None:
        """The defender has said whether he uses his armor in the attack that is next (12.03/2)."""
        if result is not None:
            first, *rest = f["fights"]
            t.remember(fights=(tuple(Fight(*first)._replace(shield=result)), *rest))

    def lose(self, t: Table, f: Frame, pieces: tuple[int, ...], need: int, armor: int, attacking: int) -> None:
        alive = tuple(i for i in pieces if t.p.at[i] < t.world.arrivals)
        if not alive or need <= 0:
            return
        if exchange.total(t, alive, attacking) * 2 <= need:
            for piece in alive:
                control.remove(t, piece, "exchange")
            return
        owner = t.seat_of(t.p.power[alive[0]])
        t.ask("exchange", owner, pieces=alive, need=need, armor=armor, attacking=attacking, paid=(0, 0))

    def retreat(self, t: Table, f: Frame, pieces: tuple[int, ...], hexes: tuple[int, ...]) -> None:
        alive = tuple(i for i in pieces if t.p.at[i] < t.world.arrivals)
        if alive:
            leaders = [i for node in sorted({t.p.at[i] for i in alive}) for i in leaders_in(t, node, _side(t, alive))]
            everyone = (*alive, *leaders)
            t.p.retired &= ~from_iter(everyone)
            staying = tuple(i for i in everyone if retreat.leader_holds(t, i))
            t.ask(
                "retreat", t.seat_of(_side(t, alive)), pieces=everyone, hexes=hexes, node=f["node"], staying=staying,
            )  # fmt: skip

    def advance(self, t: Table, f: Frame) -> None:
        bombers.spend(t, f["node"], foe(t, f.power))
        if advancers(t, f["attackers"], f["node"]):
            t.ask("advance", t.seat_of(f.power), attackers=f["attackers"], node=f["node"])


def _side(t: Table, pieces: tuple[int, ...]) -> int:
    power: int = t.p.power[pieces[0]]
    return power


def roll(t: Table, fight: Fight, node: int) -> None:
    """Sum the modifiers, roll one die, and put what follows on the list (9.01/1)."""
    column = max(0, combat.odds(t, fight.attackers, fight.defenders, node))
    drm = sum(m.value for m in combat.named_modifiers(t, fight, node))
    die = t.roll("attack")
    found = strengths.result(column, die + drm)
    t.emit(
        "attack", "9.01", pieces=fight.attackers, nodes=(node,), odds=strengths.COLUMNS[column], die=die, drm=drm,
        result=found, told=strengths.MEANING[found], against=tuple(t.title.piece_name(t, i) for i in fight.defenders),
    )  # fmt: skip
    bombers.spend(t, node, t.p.power[fight.attackers[0]])
    ashore.spend_engineers(t, fight.attackers, node)
    tasks = outcome(t, fight, node, found, column)
    t.remember(tasks=(*tasks, *t.frame["tasks"]))


class Clash(NamedTuple):
    """An attack whose die is cast: printed factors of both sides, and who must pay in armor."""

    fight: Fight
    node: int
    attack: int
    defense: int
    attackers_pay_armor: int
    defenders_pay_armor: int
    outnumbered: bool
    """The odds are 1-2 or less."""


def attackers_eliminated(t: Table, clash: Clash) -> list[Task]:
    """All attackers are eliminated (10.01/AE)."""
    eliminate(t, clash.fight.attackers)
    return []


def attackers_pay_and_retreat(t: Table, clash: Clash) -> list[Task]:
    """The attacker loses as many factors as defended; the survivors retreat (10.01/AX)."""
    return [
        ("lose", clash.fight.attackers, 2 * clash.defense, clash.attackers_pay_armor, 1),
        *attackers_retreat(t, clash),
    ]


def attackers_retreat(t: Table, clash: Clash) -> list[Task]:
    """All attackers retreat, by the same rules as defenders (10.01/AR, 10.03/2)."""
    airborne.beaten(t, clash.fight.attackers, clash.node)
    left = tuple(
        i for i in clash.fight.attackers if t.p.at[i] < t.world.arrivals and not t.p.wading >> i & 1
    )  # the sea is no retreat (19.44/1)
    return [("retreat", left, tuple(sorted({t.p.at[i] for i in left})))] if left else []


def nothing(t: Table, clash: Clash) -> list[Task]:
    """No effect (10.01/NE)."""
    return []


def exchange_losses(t: Table, clash: Clash) -> list[Task]:
    """The weaker side by odds loses everything, the other as many printed factors (10.01/EX)."""
    if clash.outnumbered:
        eliminate(t, clash.fight.attackers)
        return [("lose", clash.fight.defenders, 2 * clash.attack, clash.defenders_pay_armor, 0)]
    eliminate(t, clash.fight.defenders)
    return [("lose", clash.fight.attackers, 2 * clash.defense, clash.attackers_pay_armor, 1)]


def half_exchange(t: Table, clash: Clash) -> list[Task]:
    """The defender loses everything, the attacker half as many factors (10.01/HX)."""
    eliminate(t, clash.fight.defenders)
    return [("lose", clash.fight.attackers, clash.defense, clash.attackers_pay_armor, 1)]


def defenders_retreat(t: Table, clash: Clash) -> list[Task]:
    """All defenders retreat (10.01/DR)."""
    return [("retreat", clash.fight.defenders, (clash.node,))]


def defenders_eliminated(t: Table, clash: Clash) -> list[Task]:
    """All defenders are eliminated (10.01/DE)."""
    eliminate(t, clash.fight.defenders)
    return []


OUTCOMES: dict[str, Callable[[Table, Clash], list[Task]]] = {
    "AE": attackers_eliminated, "AX": attackers_pay_and_retreat, "AR": attackers_retreat, "NE": nothing,
    "EX": exchange_losses, "HX": half_exchange, "DR": defenders_retreat, "DE": defenders_eliminated,
}  # fmt: skip


def outcome(t: Table, fight: Fight, node: int, found: str, column: int) -> list[Task]:
    """What a result leads to; losses are of printed factors whatever terrain and supply left of them (10.02)."""
    defense = sum(figures(t, i)[1] for i in fight.defenders)
    attack = sum(figures(t, i)[0] for i in fight.attackers)
    both = strengths.negated(t, fight.attackers, fight.defenders, node)
    shares = attackers_used_armor(fight, both), defenders_used_armor(t, fight, node, both)
    clash = Clash(fight, node, attack, defense, *shares, column < strengths.EVEN)
    return OUTCOMES[found](t, clash)


def eliminate(t: Table, pieces: tuple[int, ...]) -> None:
    """Units are taken off the map."""
    for piece in pieces:
        if t.p.at[piece] < t.world.arrivals:
            control.remove(t, piece, "combat")


def attackers_used_armor(fight: Fight, negated: bool) -> int:
    """An attacker who uses the armor bonus, or negates it, pays half of his losses in armor (12.03)."""
    return fight.armor or int(negated)


def defenders_used_armor(t: Table, fight: Fight, node: int, negated: bool) -> int:
    """The same for the defender (12.03)."""
    used = fight.shield and strengths.defender_armor(t, fight.attackers, fight.defenders, node)
    return int(negated or used)


# Losses


def payers(t: Table, seat: int, args: Args) -> int:
    f = t.frame
    return from_iter(i for i in f["pieces"] if t.p.at[i] < t.world.arrivals)


def exact(t: Table, seat: int, args: Args) -> int:
    """Units whose loss can still lead to the smallest sum that is enough (10.02, 12.03)."""
    f = t.frame
    return exchange.payable(t, f["pieces"], f["need"], f["armor"], f["attacking"], f["paid"])


class Lose(Verb):
    """``lose XVII``: a unit is flipped, or eliminated if it has no other side (10.02)."""

    name = "lose"
    levels = (Level("unit", PIECE, payers, (Mask("10.02", exact),)),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        f = t.frame
        piece = args[0]
        worth = exchange.step_value(t, piece, f["attacking"])
        armor, other = f["paid"]
        paid = (armor + worth, other) if strengths.bears(t, piece, f["armor"]) else (armor, other + worth)
        if t.world.units[piece].back is not None and not t.p.reduced[piece]:
            control.flip(t, piece)
        else:
            control.remove(t, piece, "exchange")
        if 2 * sum(paid) >= f["need"] or not payers(t, seat, ()):
            t.pop()
        else:
            t.remember(paid=paid)


class Exchange(Step):
    """The owner chooses his losses (10.02)."""

    name = "losses"
    rule = "10.02"
    kind = "question"
    verbs = (Lose(),)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        left = f["need"] - 2 * sum(f["paid"])
        what = "attack" if f["attacking"] else "defense"
        owed = f"{left // 2}{' and a half' if left % 2 else ''}"
        armor = ("", "; half of it from armor", "; half of it from winterized units")[f["armor"]]
        return f"Losses: {owed} {what} factors are still owed{armor}. Choose who loses a side."


# Retreats


def retreating(t: Table, seat: int, args: Args) -> int:
    f = t.frame
    return from_iter(i for i in f["pieces"] if t.p.at[i] in f["hexes"] and not t.p.retired >> i & 1)


class Fallback(Verb):
    """``retreat 9A SE1822``: a unit goes one hex back (10.03)."""

    name = "retreat"
    levels = (
        Level("unit", PIECE, retreating),
        Level(
            "hex", NODE, lambda t, s, a: ice.ground(t).land,
            (
                Mask("10.03", lambda t, s, a: retreat.open_hexes(t, a[0])),
                Mask("6.12", lambda t, s, a: retreat.out_of_zones(t, a[0])),
                Mask("10.03", lambda t, s, a: retreat.toward_supply(t, a[0])),
            ),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        retreat.fall_back(t, *args)


def may_stay(t: Table, seat: int, args: Args) -> int:
    """Leaders and units stacked with one need not retreat (13.04)."""
    left = members(retreating(t, seat, ()))
    return int(bool(left) and all(retreat.need_not_go(t, i) for i in left))


class StandFast(Verb):
    """``stand``: units with a leader stay where they are (13.04)."""

    name = "stand"
    masks = (Mask("13.04", may_stay),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.retired |= retreating(t, seat, ())
        t.pop()


class Retreats(Step):
    """Units retreat one by one; one without a hex to go to is eliminated (10.03)."""

    name = "retreat"
    rule = "10.03"
    kind = "question"
    verbs = (Fallback(), StandFast())

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        left = members(retreating(t, f.seat, ()))
        return () if not left or retreat.trapped(t, left) else (f.seat,)

    def run(self, t: Table, f: Frame) -> None:
        trapped = retreat.trapped(t, members(retreating(t, f.seat, ())))
        if not trapped:
            t.pop()
            return
        for piece in [i for i in trapped if t.world.units[i].ground] or trapped:
            control.remove(t, piece, "no retreat")

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        hexes = sorted({t.p.at[i] for i in members(retreating(t, seat, ()))})
        return f"Your units retreat from {', '.join(t.node_name(node) for node in hexes)}: choose a unit and its hex."


# Advance


def advancers(t: Table, attackers: tuple[int, ...], node: int) -> int:
    """Attackers, and leaders and supply units with them, that may go into the hex that is empty of defenders (9.04)."""
    p = t.p
    alive = [i for i in attackers if p.at[i] < t.world.arrivals and not artillery.stays_behind(t, i)]
    if not alive or ground_in(t, node, foe(t, p.power[alive[0]])):
        return 0
    power = p.power[alive[0]]
    near = [i for i in alive if p.at[i] != node and strengths.adjacent(t, p.at[i], node)]
    bits = from_iter(near)
    for here in {p.at[i] for i in near}:
        bits |= from_iter(leaders_in(t, here, power)) | supplies_behind(t, here, power)
    return bits


def supplies_behind(t: Table, here: int, power: int) -> int:
    """Supply units may advance with the ground units that they are stacked with (23.22/1)."""
    return from_iter(control.depots_in(t, here, power))


def may_advance(t: Table, seat: int, args: Args) -> int:
    f = t.frame
    return advancers(t, f["attackers"], f["node"])


def fits(t: Table, seat: int, args: Args) -> int:
    """No more advance than may stack (5.01), and leaders with a unit."""
    chosen: tuple[int, ...] = args[0] if args else ()
    f = t.frame
    power = _side(t, f["attackers"])
    return from_iter(
        i for i in members(may_advance(t, seat, ()))
        if control.counts(t, f["node"], power, (*chosen, i)) <= control.MOST
    )  # fmt: skip


def with_a_unit(t: Table, seat: int, args: Args) -> int:
    """A leader advances with ground units (9.04)."""
    return int(bool(args) and any(t.world.units[i].ground for i in args[0]))


class Advance(Verb):
    """``advance 28A+28AGds``: attackers go into the hex that the defenders have left (9.04)."""

    name = "advance"
    levels = (
        Level(
            "units", PIECES, may_advance, (Mask("5.01", fits), Mask("9.04", lambda t, s, a: someone_left(t, s, a))),
            closes=(Mask("9.04", with_a_unit),),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        node = t.frame["node"]
        came = tuple(sorted({t.p.at[i] for i in args[0]}))
        for piece in args[0]:
            t.p.put(piece, node)
        t.emit("advanced", "9.04", pieces=args[0], nodes=(*came[:1], node))
        control.enter(t, args[0], node)
        t.pop()


def someone_left(t: Table, seat: int, args: Args) -> int:
    """A leader is named first only while a ground unit can still be named after him."""
    chosen: tuple[int, ...] = args[0] if args else ()
    if any(t.world.units[i].ground for i in chosen):
        return -1
    ground = members(may_advance(t, seat, ()) & int(t.world.ground_slots))
    last = max(ground, default=-1)
    return from_iter(i for i in members(may_advance(t, seat, ())) if i <= last)


class Advances(Step):
    """The attacker may advance before any other attack is made (9.04)."""

    name = "advance"
    rule = "9.04"
    kind = "question"
    verbs = (Advance(), Pass())
    standing = ("pass",)

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return "pass"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"{t.node_name(f['node'])} is empty of defenders: advance attackers into it, or pass."
