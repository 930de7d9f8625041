"""Writing the plans of invasions and raids (19.41): the verbs of the Reinforcement Phase."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.offers import NODE, PIECE, PIECES, WORD, Level, Verb
from grognard.engine.core.rules import Args, Mask

from . import aircover, cargo, hulls, invasion, quotas
from . import world as w
from .invasion import INVASION, RAID, Sheet
from .state import Table, phasing

ZONES = ("Army zone 15", "Army zone 7", "Army zone Holland")
"""The coast between Antwerp and Brest, where the plans of June 1944 lie (O1)."""
BARRED = ("CAV", w.LEADER, w.WALL)


def own(t: Table) -> list[Sheet]:
    return list(invasion.sheets(t, phasing(t)))


def words(t: Table, seat: int, args: Args) -> tuple[str, ...]:
    """The sheets by name."""
    return tuple(sheet.word for sheet in own(t))


def of(t: Table, args: Args) -> Sheet:
    return own(t)[args[0]]


def some(t: Table, kind: str, blank: bool) -> int:
    return from_iter(n for n, sheet in enumerate(own(t)) if sheet.kind == kind and (not sheet.day) == blank)


def blank_invasion(t: Table, seat: int, args: Args) -> int:
    """A country has one invasion planned at a time (19.41/a5)."""
    return some(t, INVASION, True)


def blank_raid(t: Table, seat: int, args: Args) -> int:
    """A country has one raid planned at a time (19.41/b1)."""
    return some(t, RAID, True)


def not_called_off(t: Table, seat: int, args: Args) -> int:
    """Who gives a plan up makes no other in the same phase."""
    return 0 if t.p.called_off == t.p.turn else -1


def kind_words(kind: str) -> Level:
    blank = blank_invasion if kind == INVASION else blank_raid
    number = "19.41/a5" if kind == INVASION else "19.41/b1"
    return Level("plan", WORD, masks=(Mask(number, blank), Mask("19.41", not_called_off)), words=words)


def days(t: Table, seat: int, args: Args) -> tuple[str, ...]:
    return tuple(turn.replace(" ", "_") for turn in t.world.turns)


def far_enough(t: Table, seat: int, args: Args) -> int:
    """The area is named so many turns before the day (19.41/a1, 19.41/b)."""
    first = invasion.first_day(t, of(t, args).kind)
    last = 2 if invasion.given(t) else len(t.world.turns)
    return from_iter(range(first - 1, last))


def not_the_same_day(t: Table, seat: int, args: Args) -> int:
    """A country's raid and its invasion are not for the same turn (19.41/b1)."""
    sheet = of(t, args)
    return ~from_iter(s.day - 1 for s in own(t) if s.nation == sheet.nation and s.kind != sheet.kind and s.day)


DAY = Level("day", WORD, masks=(Mask("19.41/a1", far_enough), Mask("19.41/b1", not_the_same_day)), words=days)


def shores(t: Table, seat: int, args: Args) -> int:
    """Coastal hexes; in June 1944 those from Antwerp to Brest (O1)."""
    found = invasion.coast(t.world)
    if not invasion.given(t):
        return found
    bits = 0
    for zone in ZONES:
        bits |= t.world.board.region.get(zone, 0)
    return found & bits


def apart(hexes: int) -> Mask:
    """Hexes of an area lie no more than so many hexes apart, by sea (19.41/a2, 19.41/b)."""
    number = "19.41/a2" if hexes == invasion.FAR else "19.41/b"

    def within(t: Table, seat: int, args: Args) -> int:
        chosen = args[2:]
        found: int = -1 << chosen[-1] + 1  # each set of hexes once
        for node in chosen:
            found &= invasion.by_sea(t.world, node, hexes)
        return found

    return Mask(number, within)


def room_for(hexes: int, more: int) -> Mask:
    """Hexes after which so many more can still be named."""
    number = "19.41/a2" if hexes == invasion.FAR else "19.41/b"

    def leads_on(t: Table, seat: int, args: Args) -> int:
        pool, base = shores(t, seat, args), -1
        for node in args[2:]:
            base &= invasion.by_sea(t.world, node, hexes)
        return from_iter(
            n for n in members(pool & base)
            if (pool & base & -1 << n + 1 & invasion.by_sea(t.world, n, hexes)).bit_count() >= more
        )  # fmt: skip

    return Mask(number, leads_on, ahead=True)


def ends_a_coast(t: Table, seat: int, args: Args) -> int:
    """Hexes from which six contiguous ones lead to another."""
    pool = shores(t, seat, args)
    return from_iter(n for n in members(pool) if invasion.six_hexes(t, n) & pool & -1 << n)


def begin(t: Table, args: Args, area: tuple[int, ...]) -> None:
    sheet = of(t, args)
    invasion.keep(t, Sheet(sheet.name, sheet.seat, tuple(sorted(area)), args[1] + 1, t.p.turn))


class PlanCoast(Verb):
    """``plan_coast British_invasion 1944_SEP_1 Calais Dieppe``: six contiguous coastal hexes (19.41/a2)."""

    name = "plan_coast"
    levels = (
        kind_words(INVASION), DAY, Level("from", NODE, shores, (Mask("19.41/a2", ends_a_coast, ahead=True),)),
        Level("to", NODE, shores, (Mask("19.41/a2", lambda t, s, a: invasion.six_hexes(t, a[2]) & -1 << a[2]),)),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        begin(t, args, invasion.stretch(t.world, args[2], args[3]))


class PlanHexes(Verb):
    """``plan_hexes British_invasion 1944_SEP_1 Calais Dunkirk Ostend``: three coastal hexes (19.41/a2)."""

    name = "plan_hexes"
    levels = (
        kind_words(INVASION), DAY, Level("first", NODE, shores, (room_for(invasion.FAR, 2),)),
        Level("second", NODE, shores, (apart(invasion.FAR), room_for(invasion.FAR, 1))),
        Level("third", NODE, shores, (apart(invasion.FAR),)),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        begin(t, args, args[2:5])


class PlanRaid(Verb):
    """``plan_raid British_raid 1944_JUL_1 Dieppe Calais``: two coastal hexes (19.41/b)."""

    name = "plan_raid"
    levels = (
        kind_words(RAID), DAY, Level("first", NODE, shores, (room_for(invasion.NEAR, 1),)),
        Level("second", NODE, shores, (apart(invasion.NEAR),)),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        begin(t, args, args[2:4])


# Units and transports


def written_on(t: Table, seat: int, args: Args) -> int:
    return from_iter(n for n, sheet in enumerate(own(t)) if sheet.day)


def same_units(t: Table, seat: int, args: Args) -> int:
    """A postponement leaves the units as they are, once the time to name them had passed (19.41/a6)."""
    return from_iter(n for n, sheet in enumerate(own(t)) if not invasion.fixed(sheet, invasion.UNITS_AHEAD))


def same_hexes(t: Table, seat: int, args: Args) -> int:
    """It leaves the hexes, and the build-up, in the same way (19.41/a6)."""
    return from_iter(n for n, sheet in enumerate(own(t)) if not invasion.fixed(sheet, invasion.HEXES_AHEAD))


def two_turns_ahead(t: Table, seat: int, args: Args) -> int:
    """The units and transports of the assault are named two turns ahead (19.41/a1)."""
    return from_iter(n for n, sheet in enumerate(own(t)) if invasion.units_open(t, sheet))


def one_turn_ahead(t: Table, seat: int, args: Args) -> int:
    """Hexes and the build-up are named one turn ahead (19.41/a1)."""
    return from_iter(n for n, sheet in enumerate(own(t)) if invasion.hexes_open(t, sheet))


UNITS = (Mask("19.41/a6", same_units), Mask("19.41/a1", two_turns_ahead))
HEXES = (Mask("19.41/a6", same_hexes), Mask("19.41/a1", one_turn_ahead))
WRITTEN = Mask("19.41", written_on)


def sheet_level(*masks: Mask) -> Level:
    """A sheet that something may be added to."""
    return Level("plan", WORD, masks=(WRITTEN, *masks), words=words)


def troops(t: Table, seat: int, args: Args) -> int:
    return from_iter(invasion.candidates(t, phasing(t)))


def fit_to_assault(t: Table, seat: int, args: Args) -> int:
    """Cavalry and leaders do not assault (19.42/1)."""
    units = t.world.units
    return from_iter(i for i in members(troops(t, seat, ())) if units[i].kind not in BARRED)


def in_no_plan(t: Table, seat: int, args: Args) -> int:
    """A unit is in one plan, and once in it (19.41/b1)."""
    from . import airborne

    return ~invasion.engaged(t, phasing(t)) & ~airborne.dropping(t, phasing(t))


def in_theater(t: Table, seat: int, args: Args) -> int:
    """Units are in the theater of the invasion (19.41/a3)."""
    area = of(t, args).area
    return from_iter(i for i in members(troops(t, seat, ())) if invasion.same_theater(t, i, area))


def raiders(t: Table, seat: int, args: Args) -> int:
    """A raid has a corps at most, its build-up counted (19.41/b)."""
    sheet = of(t, args)
    if sheet.kind != RAID:
        return -1
    left = w.CORPS - invasion.strength(t, sheet)
    return from_iter(i for i in members(troops(t, seat, ())) if cargo.size(t, i) <= left)


def ships_of(t: Table, seat: int, args: Args) -> int:
    return from_iter(invasion.transports(t, phasing(t)))


def same_flag(t: Table, seat: int, args: Args) -> int:
    """Assaulting units sail in transports of their own nation (19.42)."""
    nation = t.world.units[args[1]].nation
    return from_iter(i for i in members(ships_of(t, seat, ())) if t.world.units[i].nation == nation)


def own_troops(t: Table, seat: int, args: Args) -> int:
    """A country's plan is for its own units (19.42)."""
    nation = of(t, args).nation
    return from_iter(i for i in members(troops(t, seat, ())) if t.world.units[i].nation == nation)


def for_tanks(t: Table, seat: int, args: Args) -> int:
    """Armor and motorized units assault from type A transports only (19.42/1)."""
    if not t.world.units[args[1]].mobile:
        return -1
    return from_iter(i for i in members(ships_of(t, seat, ())) if invasion.type_a(t, i))


def ships_with_room(t: Table, seat: int, args: Args) -> int:
    """Transports hold so many corps (19.33); commandos need no room (19.46)."""
    from . import ashore

    sheet, piece = of(t, args), args[1]
    need = 0 if ashore.commando(t, piece) else cargo.size(t, piece)
    loaded = {ship for ship, _ in sheet.follow}
    return from_iter(
        i for i in members(ships_of(t, seat, ()))
        if i not in loaded and invasion.load_of(t, sheet, i) + need <= invasion.lift(t, i)
    )  # fmt: skip


TROOPS = (own_troops, fit_to_assault, in_no_plan, in_theater, raiders)
SHIPS = (same_flag, for_tanks, ships_with_room)


def with_a_ship(t: Table, seat: int, args: Args) -> int:
    """Units that some transport can take."""
    found = 0
    for piece in members(troops(t, seat, ()) & own_troops(t, seat, args)):
        bits = ships_of(t, seat, ())
        for mask in SHIPS:
            bits &= mask(t, seat, (args[0], piece))
        found |= bool(bits) << piece
    return found


def assignable(t: Table, seat: int, args: Args) -> int:
    """Plans for which there is a unit with a transport."""
    found = 0
    for n in range(len(own(t))):
        bits = with_a_ship(t, seat, (n,))
        for mask in TROOPS:
            bits &= mask(t, seat, (n,)) if bits else 0
        found |= bool(bits) << n
    return found


class Assign(Verb):
    """``assign British_invasion I BrTTI1``: a unit of the initial assault and its transport (19.41/a1)."""

    name = "assign"
    levels = (
        sheet_level(*UNITS, Mask("19.42", assignable, ahead=True)),
        Level(
            "unit", PIECE, troops,
            (
                Mask("19.42", own_troops), Mask("19.42/1", fit_to_assault), Mask("19.41/b1", in_no_plan),
                Mask("19.41/a3", in_theater), Mask("19.41/b", raiders),
                Mask("19.42", with_a_ship, lambda t, s, a, v: "No transport can take it.", ahead=True),
            ),
        ),
        Level("transport", PIECE, ships_of,
              (Mask("19.42", same_flag), Mask("19.42/1", for_tanks), Mask("19.33", ships_with_room))),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        sheet = of(t, args)
        invasion.keep(t, sheet._replace(wave=(*sheet.wave, (args[1], args[2]))))


def assigned(t: Table, seat: int, args: Args) -> int:
    sheet = of(t, args)
    aimed = {unit for unit, _ in sheet.aims}
    return from_iter(unit for unit, _ in sheet.wave if unit not in aimed)


def in_area(t: Table, seat: int, args: Args) -> int:
    """The hexes of the assault lie in the area (19.41/a2)."""
    return from_iter(of(t, args).area)


def two_corps(t: Table, seat: int, args: Args) -> int:
    """Two corps assault a hex at most (19.43); commandos come beside them."""
    from . import ashore

    need = 0 if ashore.commando(t, args[1]) else invasion.corps(t, args[1])
    hexes = members(invasion.coast(t.world))
    return from_iter(n for n in hexes if invasion.corps_at(t, phasing(t), n) + need <= 2 * invasion.TWO)


def with_a_hex(t: Table, seat: int, args: Args) -> int:
    """Units for which a hex of the area has room."""
    found = 0
    for piece in members(assigned(t, seat, args)):
        bits = in_area(t, seat, args) & invasion.landing_hexes(t, piece)
        found |= bool(bits & two_corps(t, seat, (args[0], piece))) << piece
    return found


def waits(t: Table, seat: int, args: Args) -> int:
    """Plans with units whose hex is not settled."""
    return from_iter(n for n in range(len(own(t))) if assigned(t, seat, (n,)) & with_a_hex(t, seat, (n,)))


class LandAt(Verb):
    """``land_at British_invasion I Caen``: the hex that a unit of the first wave assaults (19.41/a1)."""

    name = "land_at"
    levels = (
        sheet_level(*HEXES, Mask("19.41/a1", waits, ahead=True)),
        Level("unit", PIECE, assigned, (Mask("19.41/a2", with_a_hex, ahead=True),)),
        Level(
            "hex", NODE, lambda t, s, a: invasion.coast(t.world),
            (
                Mask("19.41/a2", in_area), Mask("19.4", lambda t, s, a: invasion.landing_hexes(t, a[1])),
                Mask("19.43", two_corps),
            ),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        sheet = of(t, args)
        invasion.keep(t, sheet._replace(aims=(*sheet.aims, (args[1], args[2]))))


def free_ships(t: Table, seat: int, args: Args) -> int:
    """Transports that no plan uses yet."""
    used = {ship for sheet in own(t) for _, ship in sheet.wave} | {ship for sheet in own(t) for ship, _ in sheet.follow}
    return ~from_iter(used)


def carried(t: Table, seat: int, args: Args) -> int:
    """Is there a transport that no plan uses?"""
    return -1 if ships_of(t, seat, ()) & free_ships(t, seat, ()) else 0


def fits_aboard(t: Table, seat: int, args: Args) -> int:
    """Transports hold so many corps (19.33)."""
    chosen = args[2] if len(args) > 2 else ()
    left = invasion.lift(t, args[1]) - sum(cargo.size(t, i) for i in chosen)
    return from_iter(i for i in members(troops(t, seat, ())) if cargo.size(t, i) <= left)


def walkers(t: Table, seat: int, args: Args) -> int:
    """Forts stay where they are."""
    return ~from_iter(i for i in members(troops(t, seat, ())) if t.world.units[i].wall)


class Follow(Verb):
    """``follow British_invasion BrTTA1 7Arm``: a transport of the build-up with units, or with supplies (19.41/a1)."""

    name = "follow"
    levels = (
        sheet_level(*HEXES, Mask("19.41/b1", carried, ahead=True)),
        Level("transport", PIECE, ships_of, (Mask("19.41/b1", free_ships),)),
        Level(
            "load", PIECES, troops,
            (
                Mask("19.41/b1", in_no_plan), Mask("19.48", walkers), Mask("19.41/a3", in_theater),
                Mask("19.33", fits_aboard), Mask("19.41/b", raiders),
            ),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        sheet = of(t, args)
        invasion.keep(t, sheet._replace(follow=(*sheet.follow, (args[1], tuple(args[2])))))


# Aircraft of carriers


def carriers_of(t: Table, seat: int, args: Args) -> int:
    """The side's carriers, wherever they are."""
    power = phasing(t)
    found = [u.index for u in t.world.units if u.power == power and u.kind in hulls.CARRIERS]
    return from_iter(i for i in found if t.p.at[i] <= t.world.arrivals and t.p.due[i] >= 0)


def since_1942(t: Table, seat: int, args: Args) -> int:
    """From July 1942 on carriers support assaults; each is named in one plan (19.12/2)."""
    if not quotas.reached(t, aircover.SINCE):
        return 0
    return ~from_iter(ship for sheet in own(t) for ship, _ in sheet.cover)


def assault_hexes(t: Table, seat: int, args: Args) -> int:
    return from_iter(hex_ for _, hex_ in of(t, args).aims)


class AirCover(Verb):
    """``air_cover British_invasion CVLTF88 Caen``: a carrier supports the assault on a hex (19.12/2)."""

    name = "air_cover"
    levels = (
        sheet_level(*HEXES),
        Level("carrier", PIECE, carriers_of, (Mask("19.12/2", since_1942),)),
        Level("hex", NODE, assault_hexes),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        sheet = of(t, args)
        invasion.keep(t, sheet._replace(cover=(*sheet.cover, (args[1], args[2]))))


# Putting off and giving up


def to_come(t: Table, seat: int, args: Args) -> int:
    """Plans whose day has not passed, once in a phase, while there is a turn left (19.41/a6)."""
    return from_iter(
        n for n, sheet in enumerate(own(t)) if sheet.day and sheet.postponed < t.p.turn and sheet.day < t.p.last
    )


def other_day(t: Table, seat: int, args: Args) -> int:
    """A postponement does not bring a raid and an invasion of one country to the same turn (19.41/b1)."""
    sheets = own(t)
    return from_iter(
        n for n, sheet in enumerate(sheets)
        if not any(s.nation == sheet.nation and s.kind != sheet.kind and s.day == sheet.day + 1 for s in sheets)
    )  # fmt: skip


class Postpone(Verb):
    """``postpone British_invasion``: a turn later, with the same area, hexes and units (19.41/a6)."""

    name = "postpone"
    levels = (Level("plan", WORD, masks=(Mask("19.41/a6", to_come), Mask("19.41/b1", other_day)), words=words),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        sheet = of(t, args)
        invasion.keep(t, sheet._replace(day=sheet.day + 1, postponed=t.p.turn))


class Abandon(Verb):
    """``abandon British_invasion``: the plan is given up."""

    name = "abandon"
    levels = (Level("plan", WORD, masks=(WRITTEN, Mask("19.41", not_called_off)), words=words),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        sheet = of(t, args)
        invasion.keep(t, Sheet(sheet.name, sheet.seat))
        t.p.called_off = t.p.turn


VERBS: tuple[Verb, ...] = (Assign(), LandAt(), Follow(), AirCover(), PlanCoast(), PlanHexes(), PlanRaid())
