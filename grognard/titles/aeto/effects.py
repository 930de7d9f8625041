"""Land combat effects (5.18): step losses, Retreat Checks and retreats; Generals lost with their stacks (5.20)."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule
from grognard.engine.core.step import Step

from . import combat, modifiers, pieces, stacking, supply, zones
from . import tables as tb
from . import world as w
from .combat import Battle
from .pieces import spoken
from .position import AetoPosition, Table


def steps_in(t: Table, b: Battle) -> int:
    """The defending steps; units that had retreated there do not count (5.18/retreat-half-count)."""
    p: AetoPosition = t.p
    return sum(p.steps[i] for i in combat.land_units(t, b.power, b.target) if not p.fell[i])


def is_held(t: Table, b: Battle) -> bool:
    """Are there enemy combat units in the target?"""
    return bool(combat.land_units(t, b.power, b.target))


@rule("5.18/bracket-1", off=lambda t, b, result: "-/1" if result == "[-/1]" else result)
def backfired(t: Table, b: Battle, result: str) -> str:
    """[-/1] hits the attacker at a fortification or a Soviet home city (5.18/bracket-1)."""
    if result != "[-/1]":
        return result
    if combat.permanent_holds(t, b):
        return "1/-"
    walled = combat.fortified(t, b) or in_soviet_city(t, b)
    return "1/-" if walled and not blitz_breaks(t, b) else "-/1"


def blitz_breaks(t: Table, b: Battle) -> bool:
    """In a Blitzkrieg a German [-/1] holds against fortification chits and Soviet cities (5.18/bracket-1-blitz, D1)."""
    return bool(modifiers.blitz_months(t)) and modifiers.blitz_victim(t, b)


def in_soviet_city(t: Table, b: Battle) -> bool:
    """Soviet units in a Soviet home city (10.10)."""
    home = t.world.cities & t.world.board.nation.get("ussr", 0)
    units = combat.land_units(t, b.power, b.target)
    return bool(home >> b.target & 1) and any(t.p.power[i] == w.USSR for i in units)


def defender_loss(result: str) -> int:
    """Steps that the defender loses: one, two, three, or all (5.18/2-dot, 5.18/3-dot, 5.18/DE)."""
    return {"-/1": 1, "-/2*": 2, "-/3*": 3, "DE": 99}.get(result, 0)


def attacker_loss(result: str) -> int:
    """Steps that the attacker loses (5.18/1-0, 5.18/2-0, 5.18/3-0, 5.18/AE)."""
    return {"1/-": 1, "2/-": 2, "3/-": 3, "AE": 99}.get(result, 0)


def half_lost(lost: int, steps: int) -> bool:
    """Did the result take at least half of the defending steps (5.18/retreat-check)?"""
    return lost > 0 and 2 * lost >= steps


def must_retreat(die: int, net: int) -> bool:
    """The defender retreats on a die of the attacker's net die or more (5.18/retreat-check)."""
    return die >= net


def may_withdraw(t: Table, units: list[int]) -> bool:
    """The owner may retreat all by choice; Germans not before 1944 by option (5.18/voluntary-retreat, 11.8)."""
    if t.options.get("no_german_retreat") != "on" or t.p.month >= 1944 * 12:
        return True
    return all(t.p.power[i] != w.GERMANY for i in units)


def hit_defender(t: Table, b: Battle, result: str) -> None:
    """The defender loses steps; those that had retreated there only for what is left over (5.18/retreat-joined-hex)."""
    p: AetoPosition = t.p
    n = defender_loss(result)
    if not n:
        return
    units = combat.land_units(t, b.power, b.target)
    if not units:
        if n:
            destroy_staff(t, b)
        return
    if result == "DE":
        destroy_all(t, b)
        return
    fresh = tuple(i for i in units if not p.fell[i]) or tuple(units)
    ask_losses(t, fresh, n, b.target)


def destroy_all(t: Table, b: Battle) -> None:
    """DE eliminates every unit in the hex, an HQ too; Generals are checked (5.18/DE, 5.2/eliminated-with-stack)."""
    for i in combat.land_units(t, b.power, b.target):
        pieces.eliminate(t, i, "5.18/DE")
    destroy_staff(t, b)
    check_generals(t, b.target, b.power)


def destroy_staff(t: Table, b: Battle) -> None:
    """A lone HQ that is hit is eliminated, with any General (5.2/B-attack, 5.2/B-general)."""
    p: AetoPosition = t.p
    for i in p.stack(b.target):
        if p.kind[i] == tb.HQ and p.hostile[b.power] >> p.power[i] & 1:
            pieces.eliminate(t, i, "5.2/eliminated-with-stack")
    check_generals(t, b.target, b.power)


def general_modifier(name: str) -> int:
    """What is added to a General's die: some are luckier than others (5.20/check)."""
    return next((int(row["modifier"]) for row in tb.table("general_checks.csv") if row["general"] == name), 0)


@rule("5.20/check", off=lambda t, node, power: None)
def check_generals(t: Table, node: int, power: int) -> None:
    """When all units with a General die, he is lost on 1-2 and else goes to the pool (5.20/check)."""
    p: AetoPosition = t.p
    for i in p.stack(node):
        if p.kind[i] != tb.GENERAL or not p.hostile[power] >> p.power[i] & 1:
            continue
        name = t.world.cards[p.card[i]].name
        die = t.roll("general")
        lost = die + general_modifier(name) <= 2
        t.emit("general_check", "5.20/check", pieces=(i,), nodes=(node,), die=die, lost=int(lost))
        if lost:
            pieces.drop(t, i)
        else:
            pieces.remove(t, i)


def hit_attacker(t: Table, b: Battle, result: str) -> None:
    """The attacker loses steps among those that attacked; AE takes them all (5.18/AE, 5.18/step-loss)."""
    n = attacker_loss(result)
    if not n:
        return
    if n == 99:
        nodes = {t.p.at[i] for i in b.attackers}
        for i in b.attackers:
            pieces.eliminate(t, i, "5.18/AE")
        for node in sorted(nodes):
            staff_without_units(t, node, b.power)
        return
    ask_losses(t, b.attackers, n, b.target)


def staff_without_units(t: Table, node: int, power: int) -> None:
    """An HQ that accompanied an attack which suffered AE is eliminated (5.2/eliminated-with-stack)."""
    p: AetoPosition = t.p
    if any(zones.combat_unit(p, i) for i in p.stack(node)):
        return
    for i in p.stack(node):
        if p.kind[i] == tb.HQ and not p.hostile[power] >> p.power[i] & 1:
            pieces.eliminate(t, i, "5.2/eliminated-with-stack")


def ask_losses(t: Table, units: tuple[int, ...], n: int, target: int) -> None:
    """So many steps are lost among some units; if that takes them all nobody is asked (5.18/step-loss)."""
    p: AetoPosition = t.p
    if n >= sum(pieces.absorbs(t, i) for i in units):
        nodes = {p.at[i] for i in units}
        power = p.power[units[0]]
        foes = next((foe for foe in members(p.hostile[power])), power)
        n -= sum(pieces.absorbs(t, i) for i in units)
        for i in units:
            pieces.eliminate(t, i, "5.18/step-loss")
        for node in sorted(nodes):
            rest = [i for i in p.stack(node) if zones.combat_unit(p, i)]
            if node == target and rest and n:
                ask_losses(t, tuple(rest), n, target)
            elif node == target and not rest:
                check_generals(t, node, foes)
        return
    t.ask("losses", t.seat_of(p.power[units[0]]), units=units, steps=n, target=target)


def can_lose(t: Table, seat: int, args: Args) -> int:
    """Units that took part in the combat (5.18/step-loss)."""
    return from_iter(i for i in t.frame["units"] if t.p.steps[i])


class Lose(Verb):
    """``lose uk5inf@Gazala``: choose who takes a step loss."""

    name = "lose"
    levels = (Level("unit", PIECE, can_lose),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        f = t.frame
        pieces.lose_step(t, args[0])
        left = f["steps"] - 1
        alive = tuple(i for i in f["units"] if t.p.steps[i])
        if left and alive:
            t.remember(steps=left)
        else:
            t.pop()


class Losses(Step):
    """A question to the owner: who loses the steps (5.18/step-loss)."""

    name = "losses"
    rule = "5.18/step-loss"
    kind = "question"
    piece_fields = ("units",)
    verbs = (Lose(),)
    standing = ("weakest",)

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        units = [i for i in f["units"] if t.p.steps[i]]
        weakest = min(units, key=lambda i: (pieces.strength_of(t, i), i))
        return f"lose {t.name_for(seat, weakest)}"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        what = "one step" if f["steps"] == 1 else f"{f['steps']} steps"
        return f"The fight for {spoken(t, f['target'])} costs {what}: choose who loses."


# Retreats


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
    """Hexes next to a unit that land movement could enter (5.18/retreat-terrain)."""
    p: AetoPosition = t.p
    if p.kind[piece] == tb.MOUNTAIN:
        return from_iter(n for n, _ in t.world.going(w.ALPINE, p.at[piece]))
    bits: int = t.world.next_to(p.at[piece])
    return bits


def safe(t: Table, piece: int) -> int:
    """Retreat hexes hold no enemy and lie in no open enemy zone (5.18/retreat-zoc)."""
    ground = zones.ground(t, t.p.power[piece])
    return ~(ground.enemy | ground.open_zone | ground.walls | ground.lone)


def retreat_hexes(t: Table, piece: int) -> int:
    """Where a unit may retreat: without over-stacking if it can."""
    found = steps_out(t, piece) & closer(t, piece) & safe(t, piece)
    roomy = from_iter(n for n in members(found) if stacking.has_room(t, (piece,), n))
    if roomy and supply.defends_supplied(t, piece):
        return roomy
    return found


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
    if not any(zones.combat_unit(p, i) for i in p.stack(here)):
        for i in p.stack(here):
            if not zones.combat_unit(p, i) and not p.hostile[p.power[piece]] >> p.power[i] & 1:
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
            check_generals(t, f["target"], f["foe"])
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
