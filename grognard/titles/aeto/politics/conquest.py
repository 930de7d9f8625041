"""Conquest, liberation, collapse and defection (9.3-9.5, 9.14, 9.17), looked at in each End Phase."""

from __future__ import annotations

from functools import cache

from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core.frames import Frame
from grognard.engine.core.rules import rule
from grognard.engine.core.step import Step

from .. import movement, pieces, supply, zones
from .. import tables as tb
from .. import world as w
from ..position import AXIS, NEUTRAL_SIDE, SOVIET, AetoPosition, Table
from ..sea import damage, fates
from ..seasonal import calendar as cal
from ..seasonal.income import home
from ..title import MAJORS, POWERS
from . import apathy, claims, vichy, wars

DEFECTORS = ("bulgaria", "finland", "hungary", "rumania")
ROOM_TO_HOLD_OUT = (w.UK, w.ITALY, w.FRANCE)
"""Who keeps fighting from colonies when the home has fallen (9.5)."""


@cache
def conditions() -> dict[str, tuple[tuple[str, ...], tuple[str, ...], int]]:
    """For each nation the hexes that must all fall, those of which some must, and how many (9.3)."""
    found = {}
    for row in tb.table("conquest.csv"):
        some = tuple(row["some"].split("|")) if row["some"] else ()
        found[row["nation"]] = (tuple(row["all"].split("|")), some, int(row["least"]))
    return found


def enemy_land(t: Table, power: int) -> int:
    """All that a power's enemies own."""
    bits = 0
    for foe in members(t.p.hostile[power]):
        bits |= t.p.held[foe]
    return bits


def nodes_of(t: Table, names: tuple[str, ...]) -> list[int]:
    return [t.world.node(name) for name in names]


def has_fallen(t: Table, nation: str) -> bool:
    """Are the hexes that decide over a nation in enemy hands, its capital by a captor in supply (9.3)?"""
    power = POWERS.index(nation)
    if nation in t.p.conquests or not t.p.hostile[power]:
        return False
    needed, some, least = conditions()[nation]
    lost = enemy_land(t, power) | by_claim(t, nation)
    if not all(lost >> node & 1 for node in nodes_of(t, needed)):
        return False
    return sum(lost >> node & 1 for node in nodes_of(t, some)) >= least and is_firmly_held(t, nodes_of(t, needed)[0])


def by_claim(t: Table, nation: str) -> int:
    """What a claimant holds of a nation counts as lost, too (9.3)."""
    return t.p.held[w.USSR] if nation == "poland" and claims.claimed(t, "eastern_Poland") else 0


def owner(t: Table, node: int) -> int:
    return next((power for power, land in enumerate(t.p.held) if land >> node & 1), w.NEUTRAL)


LONG_HELD = 3
"""End Phases after which a capital counts whatever feeds its captor (9.3)."""


def is_firmly_held(t: Table, capital: int) -> bool:
    """A capital counts if its captor is in supply there, or has long had it (9.3)."""
    return is_fed(t, capital) or long_held(t, capital)


def long_held(t: Table, capital: int) -> bool:
    """Has a captor had a capital at the third End Phase on end (9.3)?"""
    since = t.p.due.get(f"capital {capital} {owner(t, capital)}")
    return since is not None and t.p.month - since + 1 >= LONG_HELD


def note_capitals(t: Table) -> None:
    """In each End Phase it is noted who has had a foreign capital since when (9.3)."""
    found = {}
    for nation, (needed, _, _) in conditions().items():
        capital = nodes_of(t, needed)[0]
        if enemy_land(t, POWERS.index(nation)) >> capital & 1:
            key = f"capital {capital} {owner(t, capital)}"
            found[key] = t.p.due.get(key, t.p.month)
    for key in [key for key in t.p.due if key.startswith("capital ")]:
        del t.p.due[key]
    t.p.due.update(found)


def is_fed(t: Table, capital: int) -> bool:
    """A captured capital is in supply if a line of its captor reaches it, from a source of the map or from chits that
    were shipped or flown in; the free chit of a drop or a landing is not enough (9.3)."""
    lines = supply.lines(t, owner(t, capital))
    larder = lines.larder_at(capital)
    shipped = larder is not None and any(supply.in_store(t.p, n) > supply.free_chits(t.p, n) for n in larder.chits)
    return bool(lines.fed >> capital & 1) or shipped


class Politics(Step):
    """The End Phase's look at who has fallen, been freed, collapses or defects (9.3)."""

    name = "conquest"
    rule = "9.3"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        if f.get("looked"):
            t.pop()
            return
        t.remember(looked=1)
        apathy.look(t)
        note_capitals(t)
        for nation in conditions():
            if has_fallen(t, nation):
                conquer(t, nation, owner(t, nodes_of(t, conditions()[nation][0])[0]))
        for nation in sorted(t.p.conquests):
            if is_freed(t, nation):
                liberate(t, nation)
        collapse_of_italy(t)
        for nation in DEFECTORS:
            defection(t, nation)
        vichy.end_phase(t)
        claims.end_phase(t)
        if claims.anything_to_claim(t):
            t.push(Frame("claims", "step", t.seat_of(w.USSR), w.USSR))
        if vichy.may_be_set_up(t):
            t.ask("armistice", t.seat_of(w.GERMANY))


def conquer(
    t: Table, nation: str, conqueror: int, spared: tuple[int, ...] = (), outright: bool = False
) -> None:  # fmt: skip
    """The nation's units are removed and its hexes pass to the conqueror; a great power may hold out abroad (9.3)."""
    p: AetoPosition = t.p
    power = POWERS.index(nation)
    p.conquests[nation] = (conqueror, p.month)
    note_side(t, power)
    apathy.conquered(t, nation, conqueror)
    t.emit("conquered", "9.3", nation=nation, power=POWERS[conqueror])
    holds_out = fights_on(power) and not outright
    if holds_out:
        spared = (*spared, *fates.fleet_of(t, power))
    else:
        fates.repatriate(t, power, home(t.world, power))
    remove_units(t, power, home(t.world, power) if holds_out else -1, spared)
    pass_hexes(t, power, conqueror, home(t.world, power) if holds_out else -1)
    p.offensives[power] = p.ep[power] = p.reserve[power] = 0
    if power >= len(MAJORS):
        make_peace(t, power)
    else:
        hand_over(t, power, conqueror)
    if nation == "iraq":
        p.politics["iraq_settled"] = p.month
    if nation == "france":
        wars.italy_enters(t)
    p.politics[f"fell {nation}"] = p.month
    p.changed(power)
    p.changed(conqueror)


def note_side(t: Table, power: int) -> None:
    """It is remembered which nations fell as partners of the Axis, which may free them (9.4, U30)."""
    if t.p.alliance[power] == AXIS:
        t.p.politics[f"axis {POWERS[power]}"] = t.p.month


def fights_on(power: int) -> bool:
    """The UK, Italy and France keep their units and hexes outside a home that has fallen (9.5)."""
    return power in ROOM_TO_HOLD_OUT


def remove_units(t: Table, power: int, area: int, spared: tuple[int, ...]) -> None:
    """A conquered nation's units in an area are gone, but for who changes sides and ships that get away (9.3)."""
    p: AetoPosition = t.p
    for i in members(where(p.power, among(power)) & ~where(p.steps, among(0))):
        if area >> p.at[i] & 1 and i not in spared:
            damage.forget(t, i)
            pieces.drop(t, i)


def pass_hexes(t: Table, power: int, conqueror: int, area: int) -> None:
    """Hexes that no friend of the conquered stands in pass to the conqueror, the others to the friend (9.3,
    5.11/conquest)."""
    p: AetoPosition = t.p
    land = p.held[power] & area
    p.held[power] &= ~land
    for friend in zones.allies_of(p, power):
        kept = zones.with_combat_units(t, [friend]) & land if friend != power else 0
        p.held[friend] |= kept
        land &= ~kept
    p.held[conqueror] |= land


def hand_over(t: Table, power: int, conqueror: int) -> None:
    """A fallen great power that holds nothing any more is out of the war; its conqueror plays for it (9.3, P4)."""
    p: AetoPosition = t.p
    if p.held[power] or p.occupied[power] & t.world.land:
        return
    make_peace(t, power)
    p.seat_of[power] = t.seat_of(conqueror)
    for minor in range(len(MAJORS), len(POWERS)):
        if power == w.USSR and p.alliance[minor] == SOVIET:
            p.seat_of[minor] = t.seat_of(w.UK)


def make_peace(t: Table, power: int) -> None:
    """A conquered minor nation fights no one any more (9.3)."""
    p: AetoPosition = t.p
    p.alliance[power] = NEUTRAL_SIDE
    for other in members(p.hostile[power]):
        p.hostile[other] &= ~(1 << power)
    p.hostile[power] = 0


def friends_land(t: Table, nation: str) -> int:
    """All that the friends of a fallen nation own (9.4, U30)."""
    bits = 0
    for power, land in enumerate(t.p.held):
        if cal.is_friend_of_fallen(t.p, power, nation):
            bits |= land
    return bits


def is_freed(t: Table, nation: str) -> bool:
    """The capital and half of the cities are held by the nation's friends (9.4)."""
    if nation not in conditions():
        return False
    lands = t.world.board.nation.get(nation, 0)
    freed = friends_land(t, nation) & lands
    capital = nodes_of(t, conditions()[nation][0])[0]
    cities = t.world.cities & lands
    return bool(freed >> capital & 1) and 2 * (freed & cities).bit_count() >= cities.bit_count()


def liberate(t: Table, nation: str) -> None:
    """A nation is free: no units and no rail come back, its hexes stay with who freed them (9.4)."""
    del t.p.conquests[nation]
    t.p.politics.pop(f"axis {nation}", None)
    t.emit("liberated", "9.4", nation=nation)


# Collapse and defection


def allied_hold(t: Table, *names: str) -> bool:
    ours = zones.held_by_friends(t.p, w.UK) | zones.held_by_friends(t.p, w.US)
    return any(ours >> t.world.node(name) & 1 for name in names)


def italy_shakes(t: Table) -> bool:
    """Sicily or Sardinia is Allied and Allied troops are on the mainland, or Rome is Allied (9.14)."""
    p: AetoPosition = t.p
    if "italy" in p.conquests or not p.hostile[w.ITALY]:
        return False
    mainland = home(t.world, w.ITALY)
    for island in ("Sicily", "Sardinia"):
        mainland &= ~t.world.board.region.get(island, 0)
    ashore = zones.with_combat_units(t, [w.UK, w.US]) & mainland
    return allied_hold(t, "Rome") or (bool(ashore) and allied_hold(t, "Palermo", "Cagliari"))


@rule("9.14")
def collapse_of_italy(t: Table) -> None:
    """A die with cities and Africa lost and German steps in Italy: 6 or more ends Italy's war (9.14)."""
    if not italy_shakes(t):
        return
    die = t.roll("collapse")
    net = die + collapse_modifier(t)
    t.emit("collapse", "9.14", die=die, net=net, nation="italy")
    if net >= 6:
        fates.italian_fleet(t)
        conquer(t, "italy", w.UK, outright=True)


def collapse_modifier(t: Table) -> int:
    """Italian cities lost, Africa lost, German steps in Italy (9.14)."""
    p: AetoPosition = t.p
    land = home(t.world, w.ITALY)
    lost = (t.world.cities & land & enemy_land(t, w.ITALY)).bit_count()
    africa = t.world.board.nation.get("libya", 0) & zones.held_by_friends(p, w.ITALY)
    return lost + int(not africa) - german_steps(t, land) // 4


def german_steps(t: Table, area: int) -> int:
    p: AetoPosition = t.p
    return sum(
        p.steps[i] for node in members(area & p.occupied[w.GERMANY]) for i in p.stack(node)
        if p.power[i] == w.GERMANY and zones.combat_unit(p, i)
    )  # fmt: skip


@rule("9.17")
def defection(t: Table, nation: str) -> None:
    """From 1943 a partner with supplied enemies in its home may give up: 6 or more (9.17)."""
    p: AetoPosition = t.p
    power = POWERS.index(nation)
    if p.month < tb.month_of("January 1943") or p.alliance[power] != AXIS:
        return
    foes = [foe for foe in range(len(MAJORS)) if p.hostile[power] >> foe & 1]
    land = home(t.world, power)
    inside = [foe for foe in foes if zones.with_combat_units(t, [foe]) & land & supply.supplied_hexes(t, foe)]
    if not inside:
        return
    die = t.roll("defection")
    net = die + defection_modifier(t, power)
    t.emit("collapse", "9.17", die=die, net=net, nation=nation)
    if net >= 6:
        serving = turncoats(t, power)
        conquer(t, nation, inside[0], serving)
        serve_the_soviets(t, power, serving)


def turncoats(t: Table, power: int) -> tuple[int, ...]:
    """Half of the Rumanian or Bulgarian chits on the map, down: the strongest that no Axis unit stands with (B65)."""
    p: AetoPosition = t.p
    if POWERS[power] not in ("bulgaria", "rumania") or not p.hostile[w.USSR] >> w.GERMANY & 1:
        return ()
    units = [i for i in members(where(p.power, among(power)) & ~where(p.steps, among(0))) if zones.combat_unit(p, i)]
    on_map = [i for i in units if t.world.land >> p.at[i] & 1]
    alone = [i for i in on_map if all(p.power[j] == power for j in p.stack(p.at[i]))]
    return tuple(sorted(alone, key=lambda i: (-pieces.strength_of(t, i), i))[: len(on_map) // 2])


def serve_the_soviets(t: Table, power: int, units: tuple[int, ...]) -> None:
    """Who changes sides is a minor partner of the USSR and at war with all its enemies (9.17, 9.2)."""
    p: AetoPosition = t.p
    if not units:
        return
    p.alliance[power] = SOVIET
    t.hand_over(power, t.seat_of(w.USSR))
    wars.fights_all_of(t, power, w.USSR)
    for node in {p.at[i] for i in units}:
        movement.capture(t, power, node)
    p.changed(power)
    t.emit("joined", "9.17", nation=POWERS[power], power="ussr")


def defection_modifier(t: Table, power: int) -> int:
    """+1 for each city lost, +1 beside a conquered Axis nation, -1 for four German steps (9.17)."""
    land = home(t.world, power)
    lost = (t.world.cities & land & enemy_land(t, power)).bit_count()
    beside = any(
        name in t.p.conquests and land & neighbours(t, home(t.world, POWERS.index(name)))
        for name in (*DEFECTORS, "italy") if POWERS.index(name) != power
    )  # fmt: skip
    return lost + int(beside) - int(german_steps(t, land) >= 4)


def neighbours(t: Table, area: int) -> int:
    return from_iter(n for node in members(area) for n in members(t.world.next_to(node)))


def in_campaign(t: Table) -> bool:
    """Is politics played in this scenario?"""
    return bool(t.world.settings.get("seasons"))
