"""Headquarters (5): activation, deployment, command range, roles, disruption, deactivation."""

from __future__ import annotations

from grognard.board.area import step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, WORD, End, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule
from grognard.engine.core.step import Step

from . import blocks, control, ground, nations, routes
from . import weather as sky
from .aftermath import end_battles
from .pursuit import pursuit
from .state import (
    BLITZ,
    BLITZ_INVASION,
    BLITZ_PARADROP,
    BLITZING,
    COMMAND,
    INACTIVE,
    INVASION,
    MUD,
    PARADROP,
    ROLES,
    SPENT,
    Table,
)
from .world import COMMANDERS, HQ, PARA, SHQ, SUPREME, THQ

ALL_ROLES = (1 << len(ROLES)) - 1
COMMANDING = frozenset((COMMAND, BLITZ))


def disrupted(t: Table, piece: int) -> bool:
    """In Mud every HQ is disrupted (5.8), but a supreme HQ in its capital (5.8/a, 12.21)."""
    p = t.p
    if sky.at(t, p.at[piece]) != MUD:
        return False
    shelter = t.world.extra["shelters"].get(piece, -1)
    return bool(shelter != p.at[piece])


def effective(t: Table, piece: int) -> int:
    """The CV that an HQ acts with (5.8): -1 when it can do nothing."""
    return int(t.p.cv[piece]) - t.title.disruption(t, piece)


def supreme_moves(t: Table, piece: int) -> int:
    """A supreme HQ gives two Supreme Moves a CV (5.61), a theater HQ one (5.66)."""
    kind = t.world.units[piece].kind
    each = 2 if kind == SHQ else 1
    return each * max(0, effective(t, piece))


def command_range(t: Table, node: int, reach: int, power: int, through: int | None = None) -> int:
    """The hexes within range of an HQ: through friendly or disputed hexes, into enemy battles but not on (5.3,
    8.4/a, 5.31/a)."""
    if reach < 0:
        return 0
    w = t.world
    ways = control.passable(t, power) if through is None else through
    last = control.battles(t) & control.own_units(t, power)
    if w.routes:
        return routes.within(w, 1 << node, reach, w.trace, ways, last) & int(w.land)
    area = front = 1 << node
    for _ in range(reach):
        front = step(front, w.trace) & (ways | last) & ~area
        area |= front
        front &= ways
        if not front:
            break
    return area & int(w.land)


def active_hqs(t: Table, power: int) -> tuple[int, ...]:
    """A power's HQs that lie face-up."""
    return members(face_up(t, power))


def face_up(t: Table, power: int) -> int:
    """A power's active HQs, as bits."""
    found = blocks.nonzero(t.p.role)
    return found & blocks.owned(t, power) if found else 0


def area_of_command(t: Table, power: int, through: int | None = None, national: bool = False) -> int:
    """All hexes that active HQs command in this movement phase (6.51), ``national`` ones for their own units only.

    ``through`` are the hexes that range is traced through, if not the usual ones.
    """
    p, area = t.p, 0
    for i in active_hqs(t, power):
        ordinary = t.world.units[i].kind == HQ
        if p.role[i] in COMMANDING and ordinary and (national or not nations.commands_its_own(t, i)):
            area |= command_range(t, p.at[i], p.reach[i], power, through)
    return area


def national_command(t: Table, power: int) -> int:
    """The units that HQs of a single nation command (16.4/d)."""
    p, w, found = t.p, t.world, 0
    hqs = nations.compatriots(w, w.extra.get("national HQs", ())) & w.of_kind(HQ)
    for hq in members(face_up(t, power) & hqs):
        if p.role[hq] in COMMANDING and nations.commands_its_own(t, hq):
            area = command_range(t, p.at[hq], p.reach[hq], power)
            found |= blocks.inside(t, power, area) & nations.led(t, -1, (hq,))
    return found


def area_of_support(t: Table, power: int) -> int:
    """All hexes where battles are supported in this combat phase (7.4): supreme HQs give none (5.64, 5.42, 14.5/a)."""
    p, area = t.p, 0
    for i in active_hqs(t, power):
        if not t.title.supports_combat(t, i):
            continue
        if p.role[i] in COMMANDING:
            within = command_range(t, p.at[i], p.reach[i], power)
            area |= within & nations.served(t, -1, (i,)) & t.title.supported_land(t, i)
        elif p.role[i] in (INVASION, BLITZ_INVASION):
            area |= t.title.sea_support(t, i) & nations.served(t, -1, (i,))
    return area


def freeze_reach(t: Table, power: int) -> None:
    """An HQ's range is traced once, at the start of the phase, with the CV it has then (5.3, 5.31/b)."""
    for i in active_hqs(t, power):
        t.p.reach[i] = effective(t, i)


# Activation


def commanders(t: Table, seat: int, args: Args) -> int:
    """The active power's HQs on the map."""
    return blocks.mine(t, seat, args) & int(t.world.of_kind(*COMMANDERS))


def inactive(t: Table, seat: int, args: Args) -> int:
    return ~(blocks.nonzero(t.p.role) | blocks.nonzero(t.p.moved))


def is_active(t: Table, seat: int, args: Args, piece: int) -> str:
    """Why an HQ is not activated once more in the player-turn."""
    done = "is active already" if t.p.role[piece] else "has moved"
    return f"{t.name_for(seat, piece)} {done}: an HQ is activated once a turn. Undo gives it another role."


def able(t: Table, seat: int, args: Args) -> int:
    """A disrupted HQ at zero commands nothing (5.8/b)."""
    if not t.title.may_disrupt(t):
        return -1
    return from_iter(i for i in members(commanders(t, seat, args)) if effective(t, i) >= 0)


def roles_of(*roles: int) -> int:
    return from_iter(role - 1 for role in roles)


def no_supreme_blitz(t: Table, seat: int, args: Args) -> int:
    """Supreme HQs cannot Blitz (5.7/a)."""
    return ALL_ROLES & ~roles_of(*BLITZING) if t.world.units[args[0]].kind in SUPREME else ALL_ROLES


def two_steps(t: Table, seat: int, args: Args) -> int:
    """A Blitz HQ commits two steps: it needs a CV to lose (5.7)."""
    return ALL_ROLES if t.p.cv[args[0]] >= 1 else ALL_ROLES & ~roles_of(*BLITZING)


def no_theater_landing(t: Table, seat: int, args: Args) -> int:
    """Theater HQs command no invasions or paradrops (5.66)."""
    return roles_of(COMMAND, BLITZ) if t.world.units[args[0]].kind == THQ else ALL_ROLES


def supreme_landings(t: Table, seat: int, args: Args) -> int:
    """Supreme HQs command invasions and paradrops too (5.65)."""
    return ALL_ROLES


def in_port(t: Table, seat: int, args: Args) -> int:
    """An Invasion HQ stands in a friendly port without a battle (15.41)."""
    node = t.p.at[args[0]]
    own = control.friendly(t.p, t.p.active) & ~control.battles(t)
    if node in t.world.ports and own >> node & 1:
        return ALL_ROLES
    return ALL_ROLES & ~roles_of(INVASION, BLITZ_INVASION)


def with_para(t: Table, seat: int, args: Args) -> int:
    """A Paradrop HQ is stacked with a para that may drop, a Blitzing one with two (14.2)."""
    return _roles_with(t, args[0], nations.led(t, seat, args))


def with_any_para(t: Table, seat: int, args: Args) -> int:
    """The roles that an HQ could take if it led paras of all nations (16.4/d)."""
    return _roles_with(t, args[0], -1)


def _roles_with(t: Table, hq: int, paras: int) -> int:
    ready = [i for i in t.p.stack(t.p.at[hq]) if may_drop(t, i) and paras >> i & 1]
    roles = ALL_ROLES
    if not ready:
        roles &= ~roles_of(PARADROP)
    if len(ready) < 2:
        roles &= ~roles_of(BLITZ_PARADROP)
    return roles


def may_drop(t: Table, piece: int) -> bool:
    """A para that is ready and not grounded (14.7)."""
    return is_ready(t, piece) and not t.title.grounded(t, piece)


def is_ready(t: Table, piece: int) -> bool:
    """A para of the active power that is neither engaged nor dispersed (14.2)."""
    p = t.p
    return (
        t.world.units[piece].kind == PARA
        and p.power[piece] == p.active
        and not p.dispersed[piece]
        and not control.battles(t) >> p.at[piece] & 1
    )


def has_hex(t: Table, seat: int, args: Args) -> int:
    """HQs that have somewhere to deploy to (5.21)."""
    hqs, found = members(commanders(t, seat, ()) & inactive(t, seat, ())), 0
    if not hqs:
        return 0
    friendly, taken = deploys_to(t, seat, ()), ground.filled(t, hqs[0])  # no HQ is a fort: room for one is for all
    engaged = control.enemy_units(t, t.p.active)
    for hq in hqs:
        args, here = (hq,), t.p.at[hq]
        near = t.world.beside[here] & friendly & ground.open_to(t, hq)
        if engaged >> here & 1:
            near &= side_is_free(t, seat, args) & out_of_battle(t, seat, args)
        if near & ~taken or (near and near & room_to_deploy(t, seat, args)):
            found |= 1 << hq
    return found


def no_hq(t: Table, seat: int, args: Args, piece: int) -> str:
    return f"{t.name_for(seat, piece)} is no headquarters."


PIECE_MASKS = (Mask("5.2", commanders, no_hq), Mask("5.43", inactive, is_active), Mask("5.8/b", able))
ROLE_MASKS = (
    Mask("5.7/a", no_supreme_blitz), Mask("5.7", two_steps), Mask("5.66", no_theater_landing),
    Mask("5.6", supreme_landings), Mask("15.41", in_port),
    Mask("14.2", with_para, without=(("16.4/d", with_any_para),)),
)  # fmt: skip


class Activate(Verb):
    """``activate 15AG blitz``: turn an HQ face-up with its role."""

    name = "activate"
    labels = ("5.2",)
    levels: tuple[Level, ...] = (
        Level("HQ", PIECE, blocks.mine, PIECE_MASKS),
        Level("role", WORD, lambda t, s, a: ALL_ROLES, ROLE_MASKS, words=ROLES, optional=True),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        activate(t, args[0], args[1] + 1)


def activate(t: Table, piece: int, role: int) -> None:
    """An HQ is turned face-up; its role holds for the whole player-turn (5.2, 4.41/b)."""
    p = t.p
    p.role[piece] = role
    t.reveal("5.2", (piece,), up=True)
    told = role
    t.emit("activated", "5.2", pieces=(piece,), nodes=(p.at[piece],), role=ROLES[told - 1], cv=p.cv[piece])
    if role == COMMAND and t.world.units[piece].kind in SUPREME:
        nations.gain_moves(t, piece, supreme_moves(t, piece))


def dry(t: Table, seat: int, args: Args) -> int:
    """HQs cannot deploy in Mud (5.21/a); none can where it lies everywhere."""
    return int(sky.under(t, MUD) != t.world.land)


def out_of_mud(t: Table, seat: int, args: Args) -> int:
    """HQs cannot deploy in Mud (5.21/a)."""
    mud = sky.under(t, MUD)
    return ~blocks.inside(t, t.p.active, mud) if mud else -1


def all_land(t: Table, seat: int, args: Args) -> int:
    land: int = t.world.board.land | t.world.areas
    return land


def next_hexes(t: Table, seat: int, args: Args) -> int:
    return int(t.world.beside[t.p.at[args[0]]])


def deploys_to(t: Table, seat: int, args: Args) -> int:
    """An HQ deploys into friendly hexes only, never into a battle (5.21)."""
    p = t.p
    return t.title.friendly_ground(t, p.active) & ~control.enemy_units(t, p.active) & ~int(p.neutral)


def side_is_free(t: Table, seat: int, args: Args) -> int:
    """Leaving a battle counts against the limit of its hexside (6.33)."""
    here = t.p.at[args[0]]
    if not control.enemy_units(t, t.p.active) >> here & 1:
        return -1
    return from_iter(n for n in members(next_hexes(t, seat, args)) if ground.free_side(t, here, n))


def out_of_battle(t: Table, seat: int, args: Args) -> int:
    """Out of a battle an HQ goes where any unit may disengage to (6.32)."""
    if not control.enemy_units(t, t.p.active) >> t.p.at[args[0]] & 1:
        return -1
    return t.title.haven(t, args[0])


def open_to(t: Table, seat: int, args: Args) -> int:
    """Lands that are closed to the power or the unit (1.1/b, 2.66)."""
    return ground.open_to(t, args[0])


def room_to_deploy(t: Table, seat: int, args: Args) -> int:
    """A deploying HQ may overstack while someone can still leave the hex, were it to mobilize itself (5.21/c)."""
    hq, near = args[0], next_hexes(t, seat, args)
    near &= ~ground.strangers(t, t.p.power[hq])
    crowded = near & ground.filled(t, hq)
    goes_on = t.p.cv[hq] > 0
    left = [n for n in members(crowded) if (goes_on and ground.goes_on(t, hq, n)) or others_leave(t, hq, n)]
    return near & ~crowded | from_iter(left)


def others_leave(t: Table, hq: int, node: int) -> bool:
    """Can someone make room for an HQ that deploys into a full hex?"""
    return bool(ground.leavers(t, node, t.p.active, -1 if t.world.units[hq].kind == HQ else 0))


def no_blitz_in_a_crowd(t: Table, seat: int, args: Args) -> int:
    """A Blitz HQ does not mobilize in time to make room itself (5.21/c, 5.7)."""
    hq, node = args
    if not ground.filled(t, hq) >> node & 1 or others_leave(t, hq, node):
        return ALL_ROLES
    return roles_of(COMMAND)


class Deploy(Verb):
    """``deploy OBW Metz blitz``: activate an HQ and move it one hex."""

    name = "deploy"
    labels = ("5.2", "5.21/b")
    masks = (Mask("5.21/a", dry),)
    levels: tuple[Level, ...] = (
        Level("HQ", PIECE, blocks.mine, (*PIECE_MASKS, Mask("5.21/a", out_of_mud), Mask("5.21", has_hex))),
        Level(
            "hex", NODE, all_land,
            (
                Mask("5.21", next_hexes), Mask("5.21", deploys_to), Mask("6.32", out_of_battle),
                Mask("6.33", side_is_free), Mask("1.1/b", open_to), Mask("5.21/c", room_to_deploy),
            ),
        ),
        Level(
            "role", WORD, lambda t, s, a: roles_of(COMMAND, BLITZ),
            (Mask("5.7/a", no_supreme_blitz), Mask("5.7", two_steps), Mask("5.21/c", no_blitz_in_a_crowd)),
            words=ROLES, optional=True,
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        """An HQ that leaves a battle as the last is pursued (5.21/b)."""
        piece, node, role = args
        p = t.p
        here = p.at[piece]
        t.reveal("5.2", (piece,), up=True)
        if control.enemy_units(t, p.active) >> here & 1:
            ground.use_side(t, here, node)
            if len(blocks.of_side(t, here, p.active)) == 1:
                pursuit(t, piece)
        if p.at[piece] != here:
            return
        t.place(piece, node, followed=True)
        t.emit("deployed", "5.21", pieces=(piece,), nodes=(here, node))
        end_battles(t)
        activate(t, piece, role + 1)


class Command(Step):
    """The Command Phase (4.41): HQs are activated one by one."""

    name = "command"
    rule = "4.41"
    verbs: tuple[Verb, ...] = (Activate(), Deploy(), End())

    def begin(self, t: Table, f: Frame) -> None:
        begin_turn(t)
        control.evaluate(t)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "Command phase: activate headquarters, then end."


def begin_turn(t: Table) -> None:
    """Everyone is ready, and no Supreme Moves are left over."""
    p = t.p
    p.supreme, p.national = [0] * len(p.supreme), [0] * len(p.supreme)
    p.ports, p.hexsides = {}, {}
    p.blitz = 0
    for name in ("moved", "entry", "struck", "carried", "aim"):
        setattr(p, name, blocks.blank(p))


# Deactivation


def deactivate(t: Table, piece: int) -> None:
    """An HQ that has finished loses a step; it moves no more this turn (5.43)."""
    p = t.p
    p.role[piece] = INACTIVE
    p.reach[piece] = p.carried[piece] = p.aim[piece] = 0
    p.moved[piece] = SPENT
    t.emit("deactivated", "5.43", pieces=(piece,), nodes=(p.at[piece],))
    pay_step(t, piece)


@rule("5.43")
def pay_step(t: Table, piece: int) -> None:
    """Command costs a step; an HQ that was activated at zero is eliminated (5.43, 5.43/a, 5.1/a)."""
    blocks.lose_step(t, piece, "5.43/a")


class Deactivation(Step):
    """After combat HQs deactivate; Blitz HQs lose a step and stay active for the Blitz (4.43/d, 5.7/b)."""

    name = "deactivation"
    rule = "5.43"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        """Each Blitz HQ acts a second time; the others are done (5.7/c)."""
        p = t.p
        for piece in active_hqs(t, p.active):
            if p.role[piece] in BLITZING and not p.blitz:
                pay_blitz_step(t, piece)
            else:
                deactivate(t, piece)
        p.strikes = {}
        p.supreme[p.active] = p.national[p.active] = 0
        p.struck, p.fired = blocks.blank(p), blocks.blank(p)
        blocks.stand_up_all(t)
        t.pop()


@rule("5.7/b")
def pay_blitz_step(t: Table, piece: int) -> None:
    """The first of a Blitz HQ's two steps; it acts on with what is left (5.7/b)."""
    blocks.lose_step(t, piece, "5.7/b")


def blitz_goes_on(t: Table) -> bool:
    """Blitz phases take place if a Blitz HQ is still in play (5.7/d)."""
    return any(t.p.role[i] in BLITZING for i in active_hqs(t, t.p.active))
