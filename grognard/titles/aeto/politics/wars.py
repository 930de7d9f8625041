"""War and neutrality (9.0-9.2, 9.13, 9.15, 9.16): who declares it, on whom, and who then joins which side."""

from __future__ import annotations

from collections import Counter
from functools import cache

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import WORD, Level, Verb
from grognard.engine.core.rules import Args, Mask

from .. import finland, pieces, zones
from .. import tables as tb
from .. import world as w
from ..position import AXIS, NEUTRAL_SIDE, SOVIET, WEST, AetoPosition, Table
from ..sea import setting_out
from ..seasonal import calendar as cal
from ..seasonal import pools
from ..title import MAJORS, POWERS
from . import quisling, vichy

SIDE = {w.GERMANY: AXIS, w.ITALY: AXIS, w.FRANCE: WEST, w.UK: WEST, w.US: WEST, w.USSR: SOVIET}


def make_hostile(t: Table, one: int, other: int) -> None:
    p: AetoPosition = t.p
    p.hostile[one] |= 1 << other
    p.hostile[other] |= 1 << one


def fights_all_of(t: Table, power: int, leader: int) -> None:
    """A nation is at war with all its controller's enemies (9.2)."""
    for foe in members(t.p.hostile[leader]):
        make_hostile(t, power, foe)


def join(t: Table, nation: str, leader: int) -> None:
    """A minor nation becomes a partner: it changes side and seat, fights its leader's enemies, and sets up (9.2)."""
    p: AetoPosition = t.p
    power = POWERS.index(nation)
    p.alliance[power] = SIDE[leader]
    t.hand_over(power, t.seat_of(leader))
    fights_all_of(t, power, leader)
    if leader == w.UK:
        p.politics[f"uk_ally {nation}"] = p.month
    if nation == "iraq":
        iraq_rises(t)
    t.emit("joined", "9.2", nation=nation, power=POWERS[leader])
    mobilise(t, power)
    p.changed(power)


def mobilise(t: Table, power: int) -> None:
    """The units of a nation that joins are set up by its controller: they arrive now (9.2)."""
    p: AetoPosition = t.p
    year = cal.year_of(p.month)
    there = Counter(pools.sorts()[p.card[i]] for i in range(len(p.at)) if p.steps[i])
    for row in pools.listing():
        card = tb.cards()[row.sort]
        ready = 0 <= pools.year_listed(row.available) <= year
        if card.power == power and ready and card.kind != tb.PARTISAN and row.how in ("home", "pool"):
            left = row.chits - min(row.chits, there[row.sort])
            there[row.sort] -= row.chits - left
            if left and card.kind in tb.LEADERS:
                pools.add(p, row.sort, left)
            elif left:
                pools.expect(p, p.month, row.sort, card.steps, left)
    setting_out.fit_out(t, power)


def iraq_rises(t: Table) -> None:
    """Iraq has no units; hexes without Allied land units are Axis (8.0/iraq/effect); all three held: it falls (A45)."""
    p: AetoPosition = t.p
    land = t.world.board.nation["iraq"]
    held = zones.with_combat_units(t, [w.UK, w.US, w.USSR])
    free = land & p.held[w.UK] & ~held
    p.held[w.UK] &= ~free
    p.held[POWERS.index("iraq")] |= free


# Declarations


@cache
def targets() -> tuple[str, ...]:
    """Whom war can be declared on, in the order of the powers; never Switzerland (8.0/switzerland)."""
    return tuple(name for name in POWERS if name not in ("partisans", "neutral"))


def words(t: Table, seat: int, args: Args) -> tuple[str, ...]:
    return targets()


def declarers(t: Table, seat: int) -> list[int]:
    """The unconquered major powers of a seat."""
    return [power for power in t.powers_of(seat) if power < len(MAJORS) and not cal.is_conquered(t.p, power)]


def may_declare(t: Table, power: int, victim: int) -> bool:
    """May a power declare war on another now (9.0)?"""
    p: AetoPosition = t.p
    if power == victim or p.hostile[power] >> victim & 1 or POWERS[victim] in p.conquests:
        return False
    if {POWERS[power], POWERS[victim]} & set(t.world.settings.get("stay_out", ())):
        return False
    if p.alliance[victim] and p.alliance[victim] == SIDE[power]:
        return False
    if not p.held[victim] and victim >= len(MAJORS):
        return False
    if victim < len(MAJORS):
        return against_major(t, power, victim)
    return against_minor(t, power, victim)


def against_major(t: Table, power: int, victim: int) -> bool:
    """Germany on the USSR after Poland's fall, the USSR on Germany when it may, Italy from June 1940, the West on Italy
    at any time (9.0, 9.13, 9.16)."""
    p: AetoPosition = t.p
    if (power, victim) == (w.GERMANY, w.USSR):
        return "poland" in p.conquests
    if (power, victim) == (w.USSR, w.GERMANY):
        return soviets_may_attack(t)
    if power == w.ITALY and victim in (w.UK, w.FRANCE):
        return p.month >= tb.month_of("June 1940")
    return victim == w.ITALY and power in (w.UK, w.FRANCE)


def soviets_may_attack(t: Table) -> bool:
    """From Spring 1942, or while fewer than 15 German steps stand in Germany's east and Poland (9.16)."""
    p: AetoPosition = t.p
    if p.month >= tb.month_of("April 1942"):
        return True
    area = t.world.board.nation["poland"] | german_east(t.world)
    steps = sum(
        p.steps[i] for node in members(area & p.occupied[w.GERMANY]) for i in p.stack(node)
        if p.power[i] == w.GERMANY and zones.combat_unit(p, i)
    )  # fmt: skip
    return steps < 15


@cache
def german_east(world: w.World) -> int:
    """Germany east of Berlin (P6)."""
    columns = {node: world.board.grid.colrow(node)[0] for node in members(world.board.nation["germany"])}
    berlin = columns[world.node("Berlin")]
    return from_iter(node for node, column in columns.items() if column > berlin)


def against_minor(t: Table, power: int, victim: int) -> bool:
    """A belligerent may attack a neutral; the peace-time USSR only Finland, from November 1939 (9.0, 10.24)."""
    p: AetoPosition = t.p
    if p.alliance[victim] != NEUTRAL_SIDE and not p.hostile[victim]:
        return p.alliance[victim] != SIDE[power] and bool(p.hostile[power])
    if p.alliance[victim] != NEUTRAL_SIDE:
        return cal.at_war_with_major(p, power)
    if power == w.USSR and not cal.at_war_with_major(p, power):
        begun = p.month >= tb.month_of("November 1939")
        return POWERS[victim] == "finland" and begun and not finland.guests(t)
    return cal.at_war_with_major(p, power)


def victims(t: Table, seat: int, args: Args) -> int:
    """Powers on which one of a seat's may declare war now (9.0)."""
    return from_iter(
        n for n, name in enumerate(targets())
        if any(may_declare(t, power, POWERS.index(name)) for power in declarers(t, seat))
    )  # fmt: skip


def in_campaign(t: Table, seat: int, args: Args) -> int:
    """Shorter scenarios have their wars from the start."""
    return -int(bool(t.world.settings.get("politics")))


class War(Verb):
    """``war ussr``: war is declared at the start of an Offensive; a neutral that is attacked joins the other side."""

    name = "war"
    levels = (Level("nation", WORD, in_campaign, (Mask("9.0", victims),), words=words),)

    def glance(self, t: Table, seat: int) -> int:
        return -1 if t.world.settings.get("politics") else 0

    def apply(self, t: Table, seat: int, args: Args) -> None:
        victim = POWERS.index(targets()[args[0]])
        power = next(power for power in declarers(t, seat) if may_declare(t, power, victim))
        pieces.tally(t, "wars")
        declare(t, power, victim)


def declare(t: Table, power: int, victim: int) -> None:
    """War: the sides, what is remembered, and who must set up at once (9.0, 9.1)."""
    p: AetoPosition = t.p
    t.emit("war", "9.0", power=POWERS[power], nation=POWERS[victim])
    p.invasions.setdefault(POWERS[victim], (power, p.month))
    quisling.stirs(t, power, victim)
    make_hostile(t, power, victim)
    if victim < len(MAJORS):
        between_majors(t, power, victim)
    elif victim == w.VICHY:
        vichy.take_sides(t, power)
    elif p.alliance[victim] == NEUTRAL_SIDE:
        defend(t, power, victim)
    p.changed(victim)
    p.changed(power)


def between_majors(t: Table, power: int, victim: int) -> None:
    """The partners of both fight too; Finland joins a German-Soviet war at once (8.0/finland, 9.2)."""
    p: AetoPosition = t.p
    for one in (power, victim):
        p.alliance[one] = SIDE[one]
    if {power, victim} == {w.GERMANY, w.USSR}:
        german_soviet_war(t, power)
    if w.ITALY in (power, victim):
        fights_all_of(t, w.ITALY, w.GERMANY)
    for minor in range(len(MAJORS), len(POWERS)):
        leader = cal.controller(p, minor)
        if leader >= 0:
            fights_all_of(t, minor, leader)


def german_soviet_war(t: Table, attacker: int) -> None:
    """Italy at war with the West fights too; Finland joins; a German attack is a surprise (9.16, 8.0/finland)."""
    p: AetoPosition = t.p
    if cal.at_war_with_major(p, w.ITALY):
        make_hostile(t, w.ITALY, w.USSR)
    finland = POWERS.index("finland")
    if p.alliance[finland] == NEUTRAL_SIDE and "finland" not in p.conquests:
        join(t, "finland", w.GERMANY)
        set_up(t, w.GERMANY)
    if attacker == w.USSR:
        p.politics["soviets_began"] = p.month
    else:
        surprise(t)


def italy_enters(t: Table) -> None:
    """When France is conquered Italy is at war with all enemies of Germany, whoever chose it (9.13)."""
    p: AetoPosition = t.p
    if cal.at_war_with_major(p, w.ITALY) or cal.is_conquered(p, w.ITALY):
        return
    p.alliance[w.ITALY] = AXIS
    fights_all_of(t, w.ITALY, w.GERMANY)
    t.emit("war", "9.13", power="italy", nation="uk")
    p.changed(w.ITALY)


def surprise(t: Table) -> None:
    """In the first month of a German invasion the Soviets may spend one Offensive only (10.3)."""
    p: AetoPosition = t.p
    kept = max(0, p.offensives[w.USSR] - 1)
    p.offensives[w.USSR] -= kept
    p.politics["held_back"] = kept


def defend(t: Table, invader: int, victim: int) -> None:
    """A neutral that is attacked joins the other side at once and is set up by its new controller (9.1, 9.2,
    8.0/invaded)."""
    leader = w.UK if SIDE[invader] == AXIS or (invader == w.USSR and POWERS[victim] != "finland") else w.GERMANY
    if invader == w.USSR and not cal.at_war_with_major(t.p, w.USSR):
        t.p.politics["winter_war"] = t.p.month
        mobilise(t, victim)
        t.push(Frame("arriving", "step", t.seat_of(leader), victim))
        return
    join(t, POWERS[victim], leader)
    set_up(t, leader)


def set_up(t: Table, leader: int) -> None:
    """The controller sets the new partner's units up at once, if any are to be (9.2)."""
    if any(chit.month <= t.p.month for chit in pools.waiting(t.p)):
        t.push(Frame("arriving", "step", t.seat_of(leader), leader))


def us_enters(t: Table) -> None:
    """The US is at war with the Axis from the Winter 1942 Seasonal Turn (9.15)."""
    p: AetoPosition = t.p
    if p.month < tb.month_of("January 1942") or cal.at_war_with_major(p, w.US):
        return
    p.alliance[w.US] = WEST
    for foe in members(p.hostile[w.UK]):
        make_hostile(t, w.US, foe)
    t.emit("war", "9.15", power="us", nation="germany")
    p.changed(w.US)
