"""Ground combat (9.0): who may attack what, breakthrough and attrition attacks, the die."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_between_orders
from grognard.engine.core.frames import ORDER, Frame
from grognard.engine.core.offers import NODE, PIECES, WORD, End, Level, Verb
from grognard.engine.core.rules import Args, Debt, Mask, Owed, rule
from grognard.engine.core.step import Step

from . import (
    airborne,
    artillery,
    ashore,
    bombers,
    ice,
    leash,
    neutrality,
    reach,
    rommel,
    shore,
    strengths,
    surprise,
    walls,
    zones,
)
from .state import Table, army, foe, ground_in, phasing, spoken_date
from .strengths import Modifier

ALONE, ARMOR, WINTER, LEADER = "alone", "armor", "winter", "leader"
UNASKED = -1


class Fight(NamedTuple):
    """One attack: who attacks whom, with the bonus of armor (1) or winter (2), and the leader who lends his."""

    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    armor: int
    leader: int
    shield: int = -1
    """Whether the defender uses his armor (12.03/2): 1, 0, or not asked yet."""


class Field(NamedTuple):
    """A hex that can be attacked: its defenders and the units that may join."""

    node: int
    defenders: tuple[int, ...]
    joiners: int


def late(t: Table) -> bool:
    """Is it the Post-exploitation Combat Phase?"""
    return any(f.step == "late_combat" for f in t.agenda)


def fresh_attackers(t: Table, seat: int, args: Args) -> int:
    """A unit attacks once in a Combat Phase (9.02)."""
    return ~t.p.attacked


def rested(t: Table, seat: int, args: Args) -> int:
    """Units that went by extended rail do not attack (8.04)."""
    return ~t.p.tired


def at_war(t: Table, seat: int, args: Args) -> int:
    """Some nations do not attack before a day (R5)."""
    return ~from_iter(i for i in army(t, phasing(t)) if leash.waits(t, i))


def still_striking(t: Table, seat: int, args: Args) -> int:
    """An army caught by surprise attacks few hexes in its first segment (R2)."""
    most = surprise.caught(t).get("attacks", 0)
    return 0 if most and surprise.asleep(t, phasing(t)) and t.p.struck_hexes >= most else -1


def under_leaders(t: Table, seat: int, args: Args) -> int:
    """After exploitation only units stacked with a leader attack (11.02, 13.02, 28.05/3)."""
    if not late(t):
        return -1
    p = t.p
    power = phasing(t)
    chosen: tuple[int, ...] = args[0] if args else ()
    leaders = [
        i for i in members(t.world.leader_slots)
        if p.power[i] == power and p.at[i] < t.world.arrivals and strengths.leader_level(t, i) >= 3
    ]  # fmt: skip
    return from_iter(
        i for i in army(t, power)
        if any(p.at[one] == p.at[i] and rommel.second_attack(t, one, i, chosen) for one in leaders)
    )  # fmt: skip


def attackers(t: Table, seat: int, args: Args) -> int:
    """The seat's ground units on the map."""
    units = t.world.units
    return from_iter(i for i in army(t, phasing(t)) if t.owns(seat, i) and units[i].ground and not units[i].wall)


def too_big(t: Table, power: int) -> int:
    """Large corps attack nobody in a difficult theatre either (26.04)."""
    return from_iter(i for i in army(t, power) if reach.too_big(t, (i,))) if t.world.depot_slots else 0


@cached_between_orders
def fields(t: Table, seat: int) -> tuple[Field, ...]:
    """Every hex that units could attack now (9.0, 9.02)."""
    p = t.p
    power = phasing(t)
    ready = attackers(t, seat, ()) & fresh_attackers(t, seat, ()) & rested(t, seat, ()) & under_leaders(t, seat, ())
    ready &= ~too_big(t, power)
    ready &= at_war(t, seat, ()) & still_striking(t, seat, ()) & ~p.emplaned & ~airborne.planned(t, power)
    joiners: dict[int, int] = {}
    targets = zones.against(t, power).ground
    for piece in members(ready):
        near = ice.battleground(t).near[p.at[piece]]
        if p.dropped >> piece & 1:
            near = airborne.own_hex(t, piece)
        elif p.wading >> piece & 1:
            near = ashore.hexes_to_attack(t, piece)
        near &= sworn_to(t, piece)
        for node in members(near & targets):
            joiners[node] = joiners.get(node, 0) | 1 << piece
    found = []
    for node, bits in sorted(joiners.items()):
        units = tuple(ground_in(t, node, foe(t, power)))
        if not any(p.struck >> i & 1 for i in units) and not artillery.all_guns(t, bits):
            found.append(Field(node, units, bits))
    return tuple(found)


@cached_between_orders
def defense(t: Table, defenders: tuple[int, ...], node: int) -> int:
    """The defenders' strength as one whole, with their support from the air and the sea (9.03/1)."""
    return sum(strengths.defense_of(t, i) for i in defenders) + support(t, defenders, node)


def support(t: Table, defenders: tuple[int, ...], node: int) -> int:
    """What wings and ships add to some defenders; it was shared out before the first attack (16.22, 19.22)."""
    for frame in t.agenda:
        if frame.step == "battle" and frame["node"] == node:
            return sum(got for piece, got in frame["help"] if piece in defenders)
    return bombers.defending(t, node, defenders) + shore.defending(t, node, defenders)


def attack(t: Table, pieces: tuple[int, ...], node: int) -> int:
    """The attackers' strength with their air support (9.01, 16.12)."""
    ground = sum(strengths.attack_of(t, i, node) for i in pieces)
    return ground + bombers.attacking(t, node, pieces) + shore.attacking(t, node, ground)


def bare_odds(t: Table, pieces: tuple[int, ...], defenders: tuple[int, ...], node: int) -> int:
    """The column of an attack without the attacker's air support, which only one of several attacks can have."""
    ground = sum(strengths.attack_of(t, i, node) for i in pieces)
    return strengths.column(ground, defense(t, defenders, node))


def odds(t: Table, pieces: tuple[int, ...], defenders: tuple[int, ...], node: int) -> int:
    """The column of an attack."""
    return strengths.column(attack(t, pieces, node), defense(t, defenders, node))


@rule("9.0/1", off=lambda t, field: 0)
def inside(t: Table, field: Field) -> int:
    """All who dropped or landed among the enemies of a hex are in the attack on it (9.0/1)."""
    among = members((t.p.dropped | t.p.wading) & field.joiners)
    return from_iter(i for i in among if t.p.at[i] == field.node)


@rule("21.07", off=lambda t, piece: -1)
def sworn_to(t: Table, piece: int) -> int:
    """A unit that fired flak at wings over a hex attacks that hex and no other (21.07)."""
    return 1 << t.p.pledged[str(piece)] if str(piece) in t.p.pledged else -1


def sworn(t: Table, field: Field) -> int:
    """Units that have fired flak at wings over a hex and can attack it."""
    return from_iter(i for i in map(int, t.p.pledged) if field.joiners >> i & 1 and sworn_to(t, i) == 1 << field.node)


def must_join(t: Table, field: Field) -> int:
    """Who has to be in an attack on a hex."""
    return inside(t, field) | (sworn(t, field) if t.p.pledged else 0)


def nobody_left_out(t: Table, seat: int, args: Args) -> int:
    """The units named are all who dropped or landed in a hex that they attack, or attack another (9.0/1, 22.15)."""
    group = from_iter(args[0]) if args else 0
    return int(any(not group & ~f.joiners and not must_join(t, f) & ~group for f in fields(t, seat)))


def say_left_out(t: Table, seat: int, args: Args, value: int) -> str:
    return "All units that dropped or landed in the hex, or fired flak over it, must be in the attack on it."


def next_to_enemies(t: Table, seat: int, args: Args) -> int:
    """Units beside a hex that all those named so far can attack (9.02)."""
    chosen = from_iter(args[0]) if args else 0
    found = 0
    for field in fields(t, seat):
        if not chosen & ~field.joiners:
            found |= field.joiners
    return found


def strong_enough(t: Table, seat: int, args: Args) -> int:
    """Units with which, or with later ones, an attack comes to 1-6 (9.03)."""
    chosen: tuple[int, ...] = args[0] if args else ()
    found = 0
    for field in fields(t, seat):
        missing = must_join(t, field) & ~from_iter(chosen)
        if from_iter(chosen) & ~field.joiners or (chosen and missing & (1 << chosen[-1]) - 1):
            continue
        open_ = ((missing & -missing) << 1) - 1 if missing else -1  # units are named in order: none is passed over
        later = members(field.joiners & (-1 << chosen[-1] + 1 if chosen else -1))
        for n in range(len(later) - 1, -1, -1):
            if odds(t, (*chosen, *later[n:]), field.defenders, field.node) >= 0:
                found |= from_iter(later[: n + 1]) & open_ & artillery.last_named(t, chosen, later)
                break
    return found


def some_odds(t: Table, seat: int, args: Args) -> int:
    """The units named come to 1-6 against some hex (9.03)."""
    return int(bool(args and args[0]) and bool(targets(t, seat, args)) and artillery.not_alone(t, args[0]))


def targets(t: Table, seat: int, args: Args) -> int:
    """Hexes that all attackers touch and can attack at 1-6 or better (9.02, 9.03)."""
    group = from_iter(args[0])
    return from_iter(
        f.node for f in fields(t, seat)
        if not group & ~f.joiners and not must_join(t, f) & ~group and odds(t, args[0], f.defenders, f.node) >= 0
    )  # fmt: skip


def bonuses(t: Table, pieces: tuple[int, ...], defenders: tuple[int, ...], node: int) -> tuple[str, ...]:
    """What the attacker may use, all of it first (12.03/2, 13.01)."""
    arms = ARMOR if strengths.attacker_armor(t, pieces, defenders, node) else ""
    arms = WINTER if strengths.winter_bonus(t, pieces, defenders, node) else arms
    leader = bool(strengths.attack_leaders(t, pieces, late(t)))
    if arms and leader:
        return f"{arms}+{LEADER}", arms, LEADER, ALONE
    return (arms, ALONE) if arms else (LEADER, ALONE) if leader else (ALONE,)


def words(t: Table, seat: int, args: Args) -> tuple[str, ...]:
    pieces, node = args[0], args[1]
    return bonuses(t, pieces, tuple(ground_in(t, node, foe(t, phasing(t)))), node)


def fight_of(t: Table, pieces: tuple[int, ...], defenders: tuple[int, ...], node: int, word: str) -> Fight:
    leaders = strengths.attack_leaders(t, pieces, late(t)) if LEADER in word else ()
    arms = 1 if ARMOR in word else 2 if WINTER in word else 0
    return Fight(pieces, defenders, arms, leaders[0] if leaders else -1)


ATTACKERS = (Mask("9.02", fresh_attackers), Mask("8.04", rested), Mask("11.02", under_leaders))


class Attack(Verb):
    """``attack 28A+28AGds Kharkov``: a breakthrough attack on all defenders together (9.03)."""

    name = "attack"
    levels = (
        Level(
            "units", PIECES, attackers,
            (*ATTACKERS, Mask("9.0", next_to_enemies), Mask("9.03", strong_enough, ahead=True)),
            closes=(Mask("9.0/1", nobody_left_out, say_left_out), Mask("9.03", some_odds)),
        ),
        Level("hex", NODE, lambda t, s, a: from_iter(f.node for f in fields(t, s)), (Mask("9.03", targets),)),
        Level("with", WORD, words=words, optional=True),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        pieces, node, word = args
        defenders = tuple(ground_in(t, node, foe(t, phasing(t))))
        join(t, node, (fight_of(t, pieces, defenders, node, words(t, seat, args)[word]),))


def join(t: Table, node: int, fights: tuple[Fight, ...]) -> None:
    """Attackers and defenders are engaged, a leader's bonus is used up; then each attack is rolled (13.01/1)."""
    p = t.p
    for fight in fights:
        p.attacked |= from_iter(fight.attackers)
        p.struck |= from_iter(fight.defenders)
        if fight.leader >= 0:
            p.spent |= 1 << fight.leader
    p.struck_hexes += 1
    p.fought |= 1 << node
    neutrality.entered(t, phasing(t), node)
    who = tuple(sorted({i for fight in fights for i in fight.attackers}))
    helped = tuple((i, support(t, (i,), node)) for fight in fights for i in fight.defenders)
    data = {
        "attackers": who, "fights": tuple(map(tuple, fights)), "help": helped, "node": node, "tasks": (("roll",),),
    }  # fmt: skip
    t.push(Frame("battle", ORDER, -1, phasing(t), tuple(sorted(data.items()))))


# Attrition attacks


def several(t: Table, seat: int, args: Args) -> int:
    """Hexes with two or three defenders that at least two attackers can divide between them (9.03)."""
    found = 0
    for field in fields(t, seat):
        if len(field.defenders) > 1 and field.joiners.bit_count() > 1:
            found |= int(_dividable(t, field, (), members(field.joiners))) << field.node
    return found


def _dividable(t: Table, field: Field, done: tuple[int, ...], units: tuple[int, ...]) -> bool:
    """Can what is left attack the defenders that are left, at 1-6 or better?"""
    left = tuple(i for i in field.defenders if i not in done)
    if not left:
        return True
    if not done:
        parts = {walls.with_partner(t, first, left) for first in left}
        return any(_splits(t, field, units, part) for part in sorted(parts) if len(part) < len(left))
    return bool(units) and bare_odds(t, units, left, field.node) >= 0


def _splits(t: Table, field: Field, units: tuple[int, ...], group: tuple[int, ...]) -> bool:
    """Can the units be parted so that some attack a group at 1-6, and the others the rest (9.03/2)?"""
    rest = tuple(i for i in field.defenders if i not in group)
    strong = [strengths.attack_of(t, i, field.node) for i in units]
    sums = 1
    for one in strong:
        sums |= sums << one  # bit n: some of the units have n together
    need, spare = (strengths.least_attack(defense(t, some, field.node)) for some in (group, rest))
    most = sum(strong) - spare
    return most >= need and bool(sums >> need & (1 << most - need + 1) - 1)


class Attrition(Verb):
    """``attrition Kharkov``: divide the attack among the defenders of a hex (9.03)."""

    name = "attrition"
    levels = (Level("hex", NODE, lambda t, s, a: from_iter(f.node for f in fields(t, s)), (Mask("9.03", several),)),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.push(Frame("dividing", ORDER, seat, phasing(t), (("fights", ()), ("node", args[0]))))


def _field(t: Table, seat: int) -> Field:
    return next(f for f in fields(t, seat) if f.node == t.frame["node"])


def _taken(t: Table) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Attackers and defenders that are in an attack already."""
    fights = t.frame["fights"]
    return tuple(i for f in fights for i in f[0]), tuple(i for f in fights for i in f[1])


def unattacked(t: Table, seat: int, args: Args) -> int:
    """Defenders that no attack is directed at yet."""
    return from_iter(_field(t, seat).defenders) & ~from_iter(_taken(t)[1])


def groups(t: Table, seat: int) -> list[tuple[int, ...]]:
    """The sets of defenders that one attack of several may be directed at: not all of them at once (9.03/2)."""
    field, done = _field(t, seat), _taken(t)[1]
    waiting = [i for i in field.defenders if i not in done]
    found = [group for n in range(1, len(waiting) + 1) for group in combinations(waiting, n)]
    return [
        group for group in found
        if (done or len(group) < len(field.defenders)) and walls.kept_together(t, group, waiting)
    ]  # fmt: skip


def group_words(t: Table, seat: int, args: Args) -> tuple[str, ...]:
    return tuple("+".join(t.title.piece_name(t, i) for i in group) for group in groups(t, seat))


def partners(t: Table, seat: int, args: Args) -> int:
    """Attackers that are not in an attack yet."""
    return _field(t, seat).joiners & ~from_iter(_taken(t)[0])


def payable(t: Table, seat: int, args: Args) -> int:
    """The attack is at 1-6 or better, and those who are left can attack the other defenders so, too (9.03/2)."""
    chosen: tuple[int, ...] = args[1] if len(args) > 1 else ()
    if not chosen:
        return 0
    field, (used, done) = _field(t, seat), _taken(t)
    group = groups(t, seat)[args[0]]
    if bare_odds(t, chosen, group, field.node) < 0 or not artillery.not_alone(t, chosen):
        return 0
    rest = tuple(i for i in members(field.joiners) if i not in used and i not in chosen)
    left = tuple(i for i in field.defenders if i not in done and i not in group)
    if not left:
        return int(not must_join(t, field) & from_iter(rest))
    return int(bool(rest) and bare_odds(t, rest, left, field.node) >= 0)


def completes(t: Table, seat: int, args: Args) -> int:
    """Units with which, or with later ones, the attack can be made and the others still be made (9.03)."""
    chosen: tuple[int, ...] = args[1] if len(args) > 1 else ()
    pool = partners(t, seat, ())
    found = 0
    for piece in members(pool & (-1 << chosen[-1] + 1 if chosen else -1)):
        later = [i for i in members(pool) if i > piece]
        if _can_close(t, seat, args[0], (*chosen, piece), later):
            found |= 1 << piece
    return found


def _can_close(t: Table, seat: int, group: int, chosen: tuple[int, ...], later: list[int]) -> bool:
    if payable(t, seat, (group, chosen)):
        return True
    return any(_can_close(t, seat, group, (*chosen, i), later[n + 1 :]) for n, i in enumerate(later))


def someone_for(t: Table, seat: int, args: Args) -> int:
    """Groups of defenders for which attackers can be found (9.03)."""
    return from_iter(n for n in range(len(groups(t, seat))) if completes(t, seat, (n,)))


def divided_words(t: Table, seat: int, args: Args) -> tuple[str, ...]:
    found = bonuses(t, args[1], groups(t, seat)[args[0]], t.frame["node"])
    used = any(f[3] >= 0 for f in t.frame["fights"])
    return tuple(word for word in found if not (used and LEADER in word))


class Against(Verb):
    """``against 9A 3rd+4th``: one of the attacks of an attrition attack."""

    name = "against"
    levels = (
        Level("defenders", WORD, masks=(Mask("9.03", someone_for),), words=group_words),
        Level("units", PIECES, partners, (Mask("9.03", completes, ahead=True),), closes=(Mask("9.03", payable),)),
        Level("with", WORD, words=divided_words, optional=True),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        group, pieces, word = args
        node = t.frame["node"]
        every = len(_field(t, seat).defenders)
        defenders = groups(t, seat)[group]
        fight = fight_of(t, pieces, defenders, node, divided_words(t, seat, args)[word])
        fights = (*t.frame["fights"], tuple(fight))
        if sum(len(f[1]) for f in fights) < every:
            t.remember(fights=fights)
            return
        t.pop()
        join(t, node, tuple(Fight(*f) for f in fights))


class Dividing(Step):
    """The attacker divides an attrition attack: each defender is attacked once (9.03)."""

    name = "attrition attack"
    rule = "9.03"
    verbs = (Against(),)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        left = unattacked(t, seat, ()).bit_count()
        many = "1 defender is" if left == 1 else f"{left} defenders are"
        return f"Attrition attack on {t.node_name(f['node'])}: {many} still to be attacked; say who attacks."


def compelled(t: Table, seat: int) -> list[Owed]:
    """Who landed from the sea or the air among enemies attacks them, if he can (9.0/1)."""
    found = []
    for field in fields(t, seat) if t.p.dropped | t.p.wading else ():
        among = members(inside(t, field))
        if among and odds(t, tuple(members(field.joiners)), field.defenders, field.node) >= 0:
            name = t.title.piece_name(t, among[0])
            found.append(Owed("9.0/1", f"{name} must attack in {t.node_name(field.node)}.", piece=among[0]))
    return found


def pledged(t: Table, seat: int) -> list[Owed]:
    """Who fired flak at wings over a hex attacks it, if he can (21.07)."""
    found = []
    for field in fields(t, seat) if t.p.pledged else ():
        firing = members(sworn(t, field))
        if firing and odds(t, tuple(members(field.joiners)), field.defenders, field.node) >= 0:
            name = t.title.piece_name(t, firing[0])
            found.append(Owed("21.07", f"{name} fired at wings over {t.node_name(field.node)} and must attack it."))
    return found


class Combat(Step):
    """A Combat Phase (4.06, 4.08): attacks are the phasing player's choice, one after another."""

    verbs = (Attack(), Attrition(), End())
    debts = (Debt("9.0/1", compelled), Debt("21.07", pledged))

    def __init__(self, late_: bool) -> None:
        self.late = late_
        self.name = "post-exploitation combat" if late_ else "combat"
        self.rule = "4.08" if late_ else "4.06"

    def begin(self, t: Table, f: Frame) -> None:
        t.p.attacked = t.p.struck = t.p.retired = t.p.fought = t.p.fled = 0

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        who = "units stacked with leaders may attack again" if self.late else "attack enemy hexes, or end"
        return f"{spoken_date(t)}, {self.name}: {who}."


def named_modifiers(t: Table, fight: Fight, node: int) -> list[Modifier]:
    """The modifiers of one attack."""
    return strengths.modifiers(
        t, fight.attackers, fight.defenders, node, fight.armor, fight.leader >= 0, bool(fight.shield)
    )
