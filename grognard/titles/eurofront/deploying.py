"""Set-up by the players' own choice (22.31, 22.4): where each block may stand, what must be held, which strengths.

The order of battle (ob.csv) has a place for each block; deployment.csv says who may stand elsewhere in the
semi-historical and in the free set-up, posts.csv what must be held and what may not be crowded.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from grognard.board.hexset import from_iter, members
from grognard.engine.core.cache import cached_values
from grognard.engine.core.frames import Frame
from grognard.engine.core.rules import Owed
from grognard.titles.systems.front import arrivals, beachheads, places
from grognard.titles.systems.front.deployment import Plan, Stand
from grognard.titles.systems.front.state import BH_LATER, BH_PREP, BH_READY
from grognard.titles.systems.front.world import KINDS, World

from . import tables
from .fronts import MF, NF
from .state import Table
from .war.world import SIDES, WORDS

HISTORICAL, SEMI, FREE = "historical", "semi-historical", "free"
SEDAN = "Philippeville"
"""The corner of Belgium where a French unit may stand (20.41/b)."""
THERE = "there"
"""Those whose order of battle keeps them within the land of the row."""


def mode(t: Table) -> str:
    """Which of the set-ups is played: the free one only where the scenario has it (22.4/a)."""
    asked = t.options.get("deployment", HISTORICAL)
    return asked if asked != FREE or FREE in t.world.scenario["setups"] else SEMI


def open_editors(t: Table) -> bool:
    """Each side sets up in private, one after the other (22.2), unless all stand as they stood."""
    if mode(t) == HISTORICAL:
        return False
    for power in order(t.world):
        t.push(Frame("deployment", "parallel", -1, power))
    return True


def order(w: World) -> tuple[int, ...]:
    """Who sets up last, and so on back to who does so first (22.2); Soviets after their friends, the Allies."""
    axis, *others = (SIDES[word] for word in ("axis", "allies", "soviets") if word in w.scenario["powers"])
    last = [*reversed(others), axis]
    return tuple(last if w.scenario["sets_up_first"] == "axis" else [axis, *reversed(others)])


# Who stands where


def sheet(w: World) -> str:
    """The order of battle of a scenario."""
    return str(w.scenario["ob"])


def kept_arrivals(w: World) -> dict[str, str]:
    """The reinforcements of the first month, with their places (22.2)."""
    found: dict[str, str] = w.scenario.get("first_arrivals", {})
    return found


def fits(w: World, who: tuple[str, ...], piece: int) -> bool:
    """Is a block one of those that a row names: by its nation, its kind, how it bears the fronts, or its name?"""
    unit = w.units[piece]
    words = (unit.nation, KINDS[unit.kind], tables.blocks()[unit.name].front_class, unit.name)
    return not who or any(word in words for word in who)


def lands(w: World, text: str, held: int, printed: int = 0) -> int:
    """What an expression of the tables names, areas with it."""
    b, where = w.board, w.extra["fronts"]
    more = {
        "zone": lambda name: int(b.region[tables.zone(name, sheet(w)).region]),
        "area": lambda name: 1 << b.node(name),
        "front": lambda name: frontline(w, name),
        "major": lambda nation: from_iter(
            b.node(city.hex) for city in tables.cities() if city.nation == nation and city.kind == "major"
        ),
        "home": lambda _: held,
        "europe": lambda _: held & ~where[MF] & ~where[NF],
        "sedan": lambda _: 1 << b.node(SEDAN),
        "printed": lambda _: printed,
    }
    return places.area(b, text, more, int(w.land))


def frontline(w: World, text: str) -> int:
    """The Frontline of a side in a land (22.31): ``axis:Italy``."""
    side, _, land = text.partition(":")
    own, other = ("Axis", "Allies") if side == "axis" else ("Allies", "Axis")
    return int(w.board.region[f"{sheet(w).rstrip('H')} {own} Frontline v. {other}"] & w.board.region[land])


def zone(t: Table, piece: int) -> tuple[int, str]:
    """Where a block may be set up, and by which rule (22.4/a)."""
    return _zones(t.world, mode(t), tuple(t.p.held))[piece]


@cached_values(32)
def _zones(w: World, setup: str, held: tuple[int, ...]) -> dict[int, tuple[int, str]]:
    found = {}
    rule = str(w.scenario.get("set_up", {}).get(setup, "22.4/a"))
    sedan = lands(w, "sedan", 0) if "Belgium" in w.scenario.get("neutrals", ()) else 0
    for stand in tables.order_of_battle(sheet(w)):
        piece = w.named[stand.block.casefold()]
        own = held[w.units[piece].power] | battles(w, stand.power)
        printed = lands(w, stand.place, own) & own
        found[piece] = (printed, rule)
        for row in tables.deployment(sheet(w), setup):
            if row.power != stand.power or (row.fronts and stand.front not in row.fronts):
                continue
            there = lands(w, row.place, own, printed) & (own | sedan)
            if (row.who == (THERE,) and not printed & ~there) or (row.who != (THERE,) and fits(w, row.who, piece)):
                found[piece] = (there, row.rule)
                break
    return found


def battles(w: World, word: str) -> int:
    """The hexes of the battles that a side begins in (22.3)."""
    sheet_of, where = tables.order_of_battle(sheet(w)), tables.placement(sheet(w))
    begun = from_iter(w.board.node(name) for name in w.scenario.get("battles", ()))
    return begun & from_iter(w.board.node(where[row.block]) for row in sheet_of if row.power == word)


def standing(t: Table, power: int) -> list[Stand]:
    """A side's set-up at one click: every block where placement.csv has it, the first arrivals with them."""
    w, where = t.world, tables.placement(sheet(t.world))
    found = []
    for row in tables.order_of_battle(sheet(w)):
        piece = w.named[row.block.casefold()]
        if w.units[piece].power == power:
            found.append(Stand(piece, w.board.node(where[row.block]), row.steps))
    coming = t.title.schedule(t)
    for name, place in kept_arrivals(w).items():
        piece = w.named[name.casefold()]
        if w.units[piece].power == power:
            found.append(Stand(piece, w.board.node(place), coming[piece][1]))
    return found


def place_all(t: Table, powers: tuple[int, ...]) -> None:
    """Every block of some sides stands as it stood on the day (22.4/a)."""
    for power in powers:
        for piece, node, cv in standing(t, power):
            t.p.at[piece], t.p.cv[piece] = node, cv
    t.p.restack()


# What a set-up owes


def places_owed(t: Table, power: int, pieces: list[int]) -> Iterator[Owed]:
    """Every block stands, each where its set-up lets it (22.4/a), those that arrive now where they may (22.2)."""
    w, p, first = t.world, t.p, kept_arrivals(t.world)
    for piece in pieces:
        name, node = w.units[piece].name, p.at[piece]
        late = name in first
        where, rule = (arrivals.open_sites(t, piece).nodes & p.held[power], "22.2") if late else zone(t, piece)
        if node >= w.spans:
            yield Owed(rule, f"{name} is not set up.", -1, piece)
        elif not where >> node & 1:
            yield Owed(rule, f"{name} may not begin in {t.node_name(node)}.", node, piece)


def posts_owed(t: Table, power: int) -> Iterator[Owed]:
    """What must be held is held, and no place is crowded that may not be (22.31)."""
    w, p = t.world, t.p
    for post in tables.posts(sheet(w), mode(t)):
        if SIDES[post.power] != power:
            continue
        area = lands(w, post.place, p.held[power])
        units = [p.at[i] for n in members(area) for i in p.stack(n) if p.power[i] == power and fits(w, post.who, i)]
        if post.each:
            for node in members(area):
                yield from _count(t, post, units.count(node), node, t.node_name(node))
        else:
            yield from _count(t, post, len(units), -1, post.place.partition(":")[2] or SEDAN)


def _count(t: Table, post: tables.Post, units: int, node: int, name: str) -> Iterator[Owed]:
    who = f" ({', '.join(post.who)})" if post.who else ""
    if units < post.least:
        yield Owed(post.rule, f"{name} must hold {post.least} unit{'s' if post.least > 1 else ''}{who}.", node)
    if units > post.most:
        yield Owed(post.rule, f"{name} may hold {post.most} unit{'s' if post.most > 1 else ''} at most{who}.", node)


def supply_owed(t: Table, power: int, pieces: list[int]) -> Iterator[Owed]:
    """Units begin where they are supplied, in a fortress or in a base (22.31/a)."""
    out = t.title.without_supply(t, power) & from_iter(pieces)
    for piece in members(out):
        node = t.p.at[piece]
        if not (t.title.strongholds(t) | battles(t.world, WORDS[power])) >> node & 1:
            yield Owed("22.31/a", f"{t.world.units[piece].name} has no supply in {t.node_name(node)}.", node, piece)


def strengths_owed(t: Table, power: int) -> Iterator[Owed]:
    """The steps of each kind of unit on a front are those of the chart of starting forces (22.4/a); no SS unit is above
    the average of its kind (2.33/a)."""
    w, p = t.world, t.p
    cells: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for row in tables.order_of_battle(sheet(w)):
        piece = w.named[row.block.casefold()]
        if w.units[piece].power == power:
            cells[row.cell].append((piece, row.steps))
    chart = {force.cell: force.cv for force in tables.forces() if force.scenario == sheet(w)}
    for cell, lot in cells.items():
        due, now = chart.get(cell, sum(steps for _, steps in lot)), sum(p.cv[piece] for piece, _ in lot)
        if due != now:
            words = cell.replace("|", ", ")
            yield Owed("22.4/a", f"{words}: {now} steps stand, the chart has {due}.", -1, lot[0][0])
        most = max(due // len(lot), 1)
        for piece, steps in lot:
            if w.units[piece].ss and p.cv[piece] > max(most, steps):
                yield Owed("2.33/a", f"{w.units[piece].name} may begin with {most} steps at most.", -1, piece)


def beachheads_owed(t: Table, power: int) -> Iterator[Owed]:
    """As many beachheads are Ready, and as many in Prep, as the chart has them (22.4/a)."""
    due = ready_beachheads(t, power)
    for state, word in ((BH_READY, "Ready"), (BH_PREP, "in Prep")):
        now = sum(t.p.beachheads.get(name) == state for name in due)
        count = sum(one == state for one in due.values())
        if now != count:
            yield Owed("22.4/a", f"{now} beachheads are {word}, the chart has {count}.")


def ready_beachheads(t: Table, power: int) -> dict[str, int]:
    """The states of a side's beachheads on the chart, but for those that come later (11.8)."""
    ready = t.world.scenario.get("ready", ())
    own = [name for name in beachheads.names(t) if beachheads.owner(t, name) == power]
    return {
        name: BH_READY if name in ready else BH_PREP for name in own if t.p.beachheads.get(name, BH_LATER) != BH_LATER
    }


class Deploy(Plan):
    """Blocks in their zones, posts held, strengths by the chart (22.4/a)."""

    def blocks(self, t: Table, power: int) -> list[int]:
        names = [row.block for row in tables.order_of_battle(sheet(t.world))] + [*kept_arrivals(t.world)]
        pieces = (t.world.named[name.casefold()] for name in names)
        return [piece for piece in pieces if t.world.units[piece].power == power]

    def ready(self, t: Table, power: int) -> list[Stand]:
        return standing(t, power)

    def beachheads(self, t: Table, power: int) -> dict[str, int]:
        return ready_beachheads(t, power)

    def free_strengths(self, t: Table, power: int) -> bool:
        """Strengths are chosen (22.4/a), but where a semi-historical set-up keeps those of history (S1939/semi)."""
        kept = t.world.scenario.get("strengths_of_history", ())
        return mode(t) == FREE or WORDS[power] not in kept

    def owed(self, t: Table, power: int) -> list[Owed]:
        """All that the set-up still owes."""
        pieces = self.blocks(t, power)
        found = [*places_owed(t, power, pieces), *posts_owed(t, power)]
        if found:
            return found
        return [*supply_owed(t, power, pieces), *strengths_owed(t, power), *beachheads_owed(t, power)]

    def settle(self, t: Table, power: int) -> None:
        """Who is set up in the Med Front is used to it (21.351)."""
        t.title.settled(t, self.blocks(t, power))
