"""Land movement (6): who may move, engaging and disengaging, and the end of a movement phase."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PATH, PIECE, End, Level, Verb
from grognard.engine.core.rules import Args, Debt, Mask, Owed, Reason
from grognard.engine.core.step import Step

from . import blocks, command, control, ground, grounds, nations, routes
from .reach import REACH, exits_of, in_play, path_reason, path_to, steps_from, ways, ways_to, with_room
from .state import BY_LAND, BY_RIVER, BY_SEA, MOVED, SPENT, STOOD, UNMOVED, Table
from .world import FORT, STATIC

# Who may move


def not_moved(t: Table, seat: int, args: Args) -> int:
    """A unit moves once in a movement phase, and not after a strategic move (6.1/b)."""
    return ~(blocks.nonzero(t.p.moved) | blocks.marked(t.p.rearguard))


def no_fort(t: Table, seat: int, args: Args) -> int:
    """Forts move by rail or sea only (2.26)."""
    return ~int(t.world.of_kind(FORT))


def no_active_hq(t: Table, seat: int, args: Args) -> int:
    """An active HQ moves only by mobilizing (5.41); an inactive one as any unit (5.2/a)."""
    return ~blocks.nonzero(t.p.role)


def together(t: Table, seat: int, args: Args) -> int:
    """Dispersed units do not move (15.42/b)."""
    return ~blocks.nonzero(t.p.dispersed)


def under_command(t: Table, seat: int, args: Args) -> int:
    """Only units in command range move, or those that a Supreme Move is spent on (5.3/a, 6.52, 4.42/c)."""
    power = t.p.active
    sent = nations.movable(t)
    if sent == -1:
        return -1
    return sent | blocks.inside(t, power, t.p.commanded) | command.national_command(t, power)


def static_by_supreme(t: Table, seat: int, args: Args) -> int:
    """Statics move by Supreme Move only (2.25)."""
    return nations.movable(t) | ~int(t.world.of_kind(STATIC))


def go_as_rearguard(t: Table, seat: int, args: Args, piece: int) -> str:
    """What the last unit of a battle must be told instead."""
    name = t.name_for(seat, piece)
    return f"{name} is the last of its side in the battle: it leaves as rearguard, under pursuit (rearguard {name})."


def last_standers(t: Table, power: int) -> list[int]:
    """Units that are the only ones left of those that stood in their battle when the phase began (6.41, 6.5)."""
    p = t.p
    found = []
    for node in members(control.battles(t)):
        stood = [i for i in blocks.of_side(t, node, power) if p.entry[i] == STOOD]
        if len(stood) == 1:
            found.append(stood[0])
    return found


def not_the_last(t: Table, seat: int, args: Args) -> int:
    """The last unit of a battle leaves as rearguard (6.41)."""
    return ~from_iter(last_standers(t, t.p.active))


def led_through_the_enemy(t: Table, seat: int, args: Args) -> int:
    """The units that HQs would command if their range led through enemy hexes (8.4/a)."""
    area = command.area_of_command(t, t.p.active, through=t.world.land & ~t.p.neutral)
    return nations.movable(t) | blocks.inside(t, t.p.active, area)


def led_by_any_nation(t: Table, seat: int, args: Args) -> int:
    """The units that HQs would command if all led all nations (16.4/d)."""
    sent = -1 if t.p.national[t.p.active] > 0 else nations.movable(t)
    return sent | blocks.inside(t, t.p.active, command.area_of_command(t, t.p.active, national=True))


UNDER_COMMAND = Mask(
    "5.3/a", under_command, grounds.uncommanded,
    without=(("8.4/a", led_through_the_enemy), ("16.4/d", led_by_any_nation)),
)  # fmt: skip
MOVERS = (
    Mask("6.1/b", not_moved), Mask("2.26", no_fort), Mask("5.41", no_active_hq, grounds.is_active),
    Mask("15.42/b", together), Mask("2.25", static_by_supreme), UNDER_COMMAND,
    Mask("6.41", not_the_last, go_as_rearguard),
)  # fmt: skip


class Move(Verb):
    """``move 84inf Rouen>Amiens>Caen``: a land move under command, or by a Supreme Move."""

    name = "move"
    labels = ("6.52",)
    levels = (
        Level("unit", PIECE, blocks.mine, MOVERS),
        Level(
            "path", PATH, command.all_land,
            (Mask("1.1/a", in_play), REACH, Mask("6.21", with_room)),
            path=path_to, ways=ways_to,
        ),
    )  # fmt: skip

    def way(self, t: Table, seat: int, args: Args, path: tuple[int, ...]) -> Reason | None:
        return path_reason(t, args[0], path)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, path = args
        spend_command(t, piece, path)
        walk(t, piece, path)


def spend_command(t: Table, piece: int, path: tuple[int, ...] = ()) -> None:
    """A unit that no ordinary HQ commands, and every static, uses up a Supreme Move (5.61, 6.52)."""
    p = t.p
    led = t.p.commanded >> p.at[piece] & 1 or command.national_command(t, p.active) >> piece & 1
    free = led and not blocks.needs_supreme(t, piece) and not routes.is_long(t, path)
    if not free and nations.moves_left(t, piece) > 0:
        nations.spend_moves(t, piece, routes.price(t, path))


def walk(t: Table, piece: int, path: tuple[int, ...]) -> None:
    """Go along a path: battle hexsides are used up, and how the unit came is kept for repulses (7.51, 6.31/a,
    8.1/a)."""
    p = t.p
    enemy = control.enemy_units(t, p.power[piece])
    here, there = path[0], path[-1]
    if enemy >> here & 1 and not p.rearguard[piece]:
        ground.use_side(t, here, path[1])
    engages = bool(enemy >> there & 1)
    if engages:
        ground.use_side(t, path[-2], there)
    blocks.stand_up(t, piece)
    p.moved[piece] = SPENT if routes.ends_the_turn(t, path) else MOVED
    p.entry[piece] = BY_RIVER if engages and ground.wet_side(t, path[-2], there) else BY_LAND
    p.came[piece] = path[-2]
    p.rearguard[piece] = 0
    t.place(piece, there)
    blocks.leave_beach(t, piece)
    t.emit("engaged" if engages else "moved", "6.31" if engages else "6.1", pieces=(piece,), nodes=path)
    t.title.entered(t, p.power[piece], from_iter(path[1:]))
    t.title.arrived(t, piece, here, there)


# Rearguards are named in the movement phase and leave at its end


def the_last(t: Table, seat: int, args: Args) -> int:
    """A rearguard is the last unit of those that stood in the battle (6.41)."""
    return from_iter(last_standers(t, t.p.active))


def has_exit(t: Table, seat: int, args: Args) -> int:
    """With no friendly hex beside it, a unit must stay in the battle (6.32/b)."""
    return from_iter(i for i in last_standers(t, t.p.active) if way_out(t, seat, (i,)))


def way_out(t: Table, seat: int, args: Args) -> int:
    """The friendly hexes over hexsides that are not full, that it can enter and stay in."""
    return _ways_out(t, args[0], limited=True)


def any_way_out(t: Table, seat: int, args: Args) -> int:
    """The friendly hexes that it can enter and stay in, whatever hexsides are full."""
    return _ways_out(t, args[0], limited=False)


def _ways_out(t: Table, piece: int, limited: bool) -> int:
    taken = control.enemy_units(t, t.p.active) | ground.strangers(t, t.p.active)
    return exits_of(t, piece, t.p.at[piece], -1, ground.open_to(t, piece) & ~taken, limited)


def roomy_exits(t: Table, seat: int, args: Args) -> int:
    """The exits from which a rearguard gets to a hex with room: no one overstacks of his own will, as 6.22 says."""
    piece = args[0]
    exits = members(way_out(t, seat, args))
    return from_iter(n for n in exits if ground.room_for(t, piece, ways(t, piece, n).all()))


def port_of(t: Table, piece: int) -> int:
    """The port that a rearguard is fetched to by sea (15.6), or -1."""
    return -1 - int(t.p.rearguard[piece]) if t.p.rearguard[piece] < 0 else -1


def finds_room(t: Table, seat: int, args: Args) -> int:
    return from_iter(i for i in last_standers(t, t.p.active) if roomy_exits(t, seat, (i,)))


def strands_no_one(t: Table, seat: int, args: Args) -> int:
    """The last unit stays beside landed armor or statics: left alone, they would make a Sea Assault (15.45/c)."""
    p, stay = t.p, 0
    landed = [i for i in members(blocks.nonzero(p.entry)) if p.entry[i] == BY_SEA]
    heavy = {p.at[i] for i in landed if not t.title.assaults_by_sea(t, i)}
    for piece in last_standers(t, p.active) if heavy else ():
        node = p.at[piece]
        if node in heavy and all(p.entry[i] != BY_LAND for i in blocks.of_side(t, node, p.active)):
            stay |= 1 << piece
    return ~stay


def next_places(t: Table, seat: int, args: Args) -> int:
    """A rearguard leaves by a hex beside it, or by a route (18.36)."""
    return steps_from(t, args[0])


class Rearguard(Verb):
    """``rearguard 84inf Rouen``: the last unit will leave a battle by that hex when all others have moved."""

    name = "rearguard"
    labels = ("6.42",)
    levels = (
        Level(
            "unit", PIECE, blocks.mine,
            (
                *MOVERS[:-1], Mask("6.41", the_last), Mask("6.32/b", has_exit), Mask("6.21", finds_room),
                Mask("15.45/c", strands_no_one),
            ),
        ),
        Level(
            "exit", NODE, command.all_land,
            (
                Mask("6.41", next_places), Mask("6.32", way_out, without=(("6.33", any_way_out),)),
                Mask("6.21", roomy_exits),
            ),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        p = t.p
        spend_command(t, piece, (p.at[piece], node))
        ground.use_side(t, p.at[piece], node)
        p.rearguard[piece] = node + 1
        t.emit("rearguard", "6.41", pieces=(piece,), nodes=(p.at[piece], node))


# The phase


def stacking_owed(t: Table, seat: int) -> list[Owed]:
    """Hexes with too many units, as long as someone there can still leave (6.2); HQs do so when all have moved."""
    p, owed = t.p, []
    for node in ground.overstacked(t, p.active):
        free = ground.leavers(t, node, p.active)
        hqs = sum(1 for i in free if p.role[i])
        over = sum(1 for i in p.stacks[node] if p.power[i] == p.active) - ground.stack_limit(t, p.active, node)
        later = t.frame.step == "movement" and hqs >= min(over, len(free))
        if free and not later:
            owed.append(Owed("6.2", f"Too many units stand in {t.node_name(node)}: one can still leave.", node))
    return owed


def retreats_owed(t: Table, seat: int) -> list[Owed]:
    """Rearguards that would find no room, as long as someone can still walk off for them (6.2)."""
    p, owed = t.p, []
    for piece in members(blocks.marked(p.rearguard)):
        port = port_of(t, piece)
        nodes = 1 << port if port >= 0 else ways(t, piece, p.rearguard[piece] - 1).all()
        if nodes & ~ground.filled(t, piece):
            continue
        free = [i for n in members(nodes) for i in ground.leavers(t, n, p.active)]
        if free and not any(p.role[i] for i in free):
            owed.append(Owed("6.2", f"The rearguard of {t.node_name(p.at[piece])} needs room to go to.", p.at[piece]))
    return owed


class Movement(Step):
    """Moves in any order (4.42); what is left over at the end cannot be made up for."""

    name = "movement"
    rule = "4.42"
    verbs: tuple[Verb, ...] = (Move(), Rearguard(), End())
    debts: tuple[Debt, ...] = (Debt("6.2", stacking_owed), Debt("6.2", retreats_owed))

    def begin(self, t: Table, f: Frame) -> None:
        begin_movement(t)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        left = t.p.supreme[t.p.active] + t.p.national[t.p.active]
        more = f" {left} Supreme {'Moves are' if left > 1 else 'Move is'} left." if left else ""
        crowded = [t.node_name(node) for node in ground.overstacked(t, t.p.active)]
        more += f" Someone must still leave {', '.join(crowded)}, or an HQ will have to." if crowded else ""
        return f"{'Blitz movement' if t.p.blitz else 'Movement'}: move your units, then end.{more}"


def begin_movement(t: Table) -> None:
    """Control and command ranges are taken and stay through the phase (8.1, 5.3, 7.51/c); who has moved by rail or sea,
    or stood down, moves no more (5.6/a)."""
    p = t.p
    control.evaluate(t)
    command.freeze_reach(t, p.active)
    p.commanded = command.area_of_command(t, p.active)
    p.hexsides = {}
    p.new_battles = 0
    p.assaults = 0
    for i in members(blocks.nonzero(p.moved)):
        p.moved[i] = SPENT if p.moved[i] == SPENT else UNMOVED
    for i in members(blocks.nonzero(p.entry)):
        p.entry[i] = p.entry[i] if p.assaults >> p.at[i] & 1 else STOOD
    for i in members(blocks.marked(p.came)):
        p.came[i] = p.came[i] if p.entry[i] != STOOD else 0
    p.rearguard = blocks.blank(p)


class MovementEnd(Step):
    """The phase is over: new battles and assaults are fixed (7.12, 7.5), and excess units counted."""

    name = "end of movement"
    rule = "6.2"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        fix_battles(t)
        for node in ground.overstacked(t, t.p.active):
            t.p.overfull |= 1 << node
        blocks.stand_up_all(t)
        t.pop()


def fix_battles(t: Table) -> None:
    """A battle without one of the active side's units that stood in it is new (7.11, 6.31/b, 6.41/a, 7.12,
    6.4)."""
    p = t.p
    control.settle_battles(t)
    for node in members(control.battles(t) & p.occupied[p.active]):
        own = blocks.of_side(t, node, p.active)
        if any(p.entry[i] == STOOD for i in own) and control.defender_of(p, node) >= 0:
            continue
        bit = 1 << node
        defender = p.power[blocks.enemies_at(t, node, p.active)[0]]
        p.defends = [nodes & ~bit for nodes in p.defends]
        p.defends[defender] |= bit
        p.new_battles |= bit
        if is_assault(t, own):
            p.assaults |= bit
        t.emit("attack", "7.11", nodes=(node,), assault=bool(p.assaults & bit))


def is_assault(t: Table, attackers: list[int]) -> bool:
    """All attackers came over water or by air (7.5); one plain attacker forbids it (7.5/a, 15.45/b, 14.4/a)."""
    return all(t.p.entry[i] > BY_LAND for i in attackers)
