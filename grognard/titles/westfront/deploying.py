"""What a set-up of WestFront owes (3.22-3.25): cards, zones, the chart's totals, the front, the SS cap."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

from grognard.board.hexset import members
from grognard.engine.core.rules import Owed
from grognard.titles.systems.front import arrivals, beachheads, ground, supply
from grognard.titles.systems.front.deployment import STATES, Plan, Stand
from grognard.titles.systems.front.places import area
from grognard.titles.systems.front.state import Table
from grognard.titles.systems.front.world import KINDS

from . import setup
from .scenarios import SIDES, Places
from .world import AXIS, charts, scenarios

HISTORICAL, SEMI, FREE = "historical", "semi-historical", "free"
FRONT_UNITS = ("51mtn", "Hkmtn", "76arm")
"""The units that may man the Axis front in Italy in summer 44 (S44/1a, ruling W7)."""
GENERAL = {HISTORICAL: "3.24", SEMI: "3.25", FREE: "3.23"}
CARD = {"city-or-adjacent": "OB/a", "country": "OB/b", "coast": "OB/c", "front": "OB/d"}
"""The rule behind each kind of place on a card."""
ZONES = {"s43": "OB/e", "w43": "W43/1a", "s44": "OB/f", "w44": "W44/1a"}
"""The rule that gives a scenario its North and South."""
FREELY = {"w43": "W43/1b", "w44": "W44/1b"}
"""The rule of free deployment on a winter's sheet."""
LABELS = {
    *GENERAL.values(), *CARD.values(), *ZONES.values(), *FREELY.values(), "3.22/a", "3.22/b", "3.23/a", "3.23/c",
    "S43/1a", "S44/1a", "OB43/A", "OB43/X", "OB44/A", "OB44/X",
}  # fmt: skip
"""The rules of set-up that a debt names or a card's row has as its source."""
KINDS_OF_CHART = {"shq": "hq", "thq": "hq"}
Row = dict[str, str]


@cache
def card(scenario: str) -> dict[str, Row]:
    """The order of battle by block."""
    return {row["unit"].casefold(): row for row in charts()[f"ob_{scenario}"]}


def row_of(t: Table, piece: int) -> Row | None:
    return card(t.scenario).get(t.world.units[piece].name.casefold())


def starting_cv(t: Table, piece: int) -> int:
    """The CV of a block's card, or its last step."""
    row = row_of(t, piece)
    return int(row["cv"]) if row else int(t.world.units[piece].last)


class Deploy(Plan):
    """The set-up of a scenario by one of the ways of 3.23 to 3.25."""

    def __init__(self, mode: str) -> None:
        self.mode = mode

    def blocks(self, t: Table, power: int) -> list[int]:
        """The blocks of the card; in free deployment the surplus too (3.23/b, OB/g)."""
        modes = ["setup", "arrival"]
        if self.free_strengths(t, power):
            modes.append("eliminated")
        found = []
        for piece, unit in enumerate(t.world.units):
            row = row_of(t, piece)
            if unit.power == power and row is not None and row["mode"] in modes:
                found.append(piece)
        return found

    def free_strengths(self, t: Table, power: int) -> bool:
        """CVs are chosen in free deployment, and in the winters' semi-historical one (W43/1a, W44/1a)."""
        return self.mode == FREE or "cv" in scenarios()[t.scenario].get("semi", {})

    def ready(self, t: Table, power: int) -> list[Stand]:
        """The pick of the tables, spread out; strengths brought to the chart where they are free."""
        twin = t.copy()
        for piece in self.blocks(t, power):  # what stood before, a surplus block too, is no part of the pick
            twin.p.at[piece] = t.world.later(power)
        setup.place_all(twin)
        stands = [
            Stand(i, twin.p.at[i], twin.p.cv[i]) for i in self.blocks(t, power) if twin.p.at[i] < t.world.spans
        ]  # fmt: skip
        if self.free_strengths(t, power):
            stands = to_the_chart(t, power, stands)
        stands = [self._moved(t, power, stands, one) for one in stands]
        return with_italians_abroad(t, stands) if self.mode == FREE and power == AXIS else stands

    def beachheads(self, t: Table, power: int) -> dict[str, int]:
        """The states of a side's beachheads on the sheet (3.23)."""
        return {name: state for name, state in setup.beachheads(t).items() if beachheads.owner(t, name) == power}

    def _moved(self, t: Table, power: int, stands: list[Stand], one: Stand) -> Stand:
        """A stand of the pick, brought to where the way of deploying allows it."""
        row = row_of(t, one.piece)
        assert row is not None
        _, where = self.allowed(t, power, row)
        return one if where >> one.node & 1 else one._replace(node=roomiest(t, stands, one.piece, where))

    def owed(self, t: Table, power: int) -> list[Owed]:
        owed = [*self._places(t, power), *arrivals_owed(t, power), *front_owed(t, power), *supply_owed(t, power)]
        if self.free_strengths(t, power):
            owed += [*chart_owed(t, power, self.chart_rule(t)), *ss_owed(t, power)]
            owed += beachheads_owed(t, power, self.chart_rule(t))
        if self.mode == FREE:
            owed += [*italians_owed(t, power), *front_units_owed(t, power)]
        return owed

    def chart_rule(self, t: Table) -> str:
        """The rule that makes the chart bind: the general one (3.23), or a winter's sheet."""
        return ZONES[t.scenario] if self.mode == SEMI else FREELY.get(t.scenario, "3.23")

    def _places(self, t: Table, power: int) -> Iterator[Owed]:
        """Every block of the card stands where the way of deploying allows."""
        for piece in self.blocks(t, power):
            row = row_of(t, piece)
            assert row is not None
            node, name = t.p.at[piece], t.world.units[piece].name
            rule, where = self.allowed(t, power, row)
            if node < t.world.spans and not where >> node & 1:
                yield Owed(rule, f"{name} may not be set up in {t.node_name(node)}.", node, piece)
            elif node >= t.world.spans and not self.free_strengths(t, power):
                yield Owed(rule, f"{name} is still to be set up.", -1, piece)

    def allowed(self, t: Table, power: int, row: Row) -> tuple[str, int]:
        """The rule and the hexes for a block: its card (3.24), its zone (3.25), or all that its side holds
        (3.23, 11.6/c, 3.25/a)."""
        where = terms(t)
        own = t.p.held[power]
        if row["mode"] == "arrival":
            sites = arrivals.open_sites(t, t.world.named[row["unit"].casefold()]).nodes
            return "3.23/c", where.hexes(row["place"]) & own & (sites or own)
        if self.mode == HISTORICAL or (self.mode == SEMI and is_front_unit(row)):
            return CARD.get(row["place"].partition(":")[0], "3.24"), where.hexes(row["place"]) & own
        if self.mode == SEMI and row["zone"] in ("north", "south"):
            zones = scenarios()[t.scenario]["semi"][SIDES[power]]
            return ZONES[t.scenario], where.hexes(zones[row["zone"]]) & own
        return FREELY.get(t.scenario, "3.23") if self.mode == FREE else "3.23", own

    def settle(self, t: Table, power: int) -> None:
        """Blocks that were available and not chosen start eliminated (3.23/b)."""
        retire_surplus(t, power)


def is_front_unit(row: Row) -> bool:
    """Does a printed card send a block to the front? A winter's sheet has no cards: its zones are free (OB/d)."""
    return row["place"].startswith("front:") and not row["source"].startswith("reconstructed")


def retire_surplus(t: Table, power: int) -> None:
    """Available blocks that stand nowhere start eliminated (3.23/b)."""
    for piece, unit in enumerate(t.world.units):
        row = row_of(t, piece)
        if unit.power != power or row is None or t.p.at[piece] < t.world.spans:
            continue
        if row["mode"] in ("setup", "arrival", "eliminated"):
            t.p.put(piece, t.world.lost(power))


def terms(t: Table) -> Places:
    return Places(t.world.board, t.world.land, {"axis": t.p.held[0], "allies": t.p.held[1]})


def on_the_map(t: Table, power: int) -> list[int]:
    return [i for i, unit in enumerate(t.world.units) if unit.power == power and t.p.at[i] < t.world.spans]


def front_owed(t: Table, power: int) -> Iterator[Owed]:
    """Every frontline hex holds at least one unit (3.22/a)."""
    for node in members(setup.frontline(t.world, t.p.held, power) & ~t.p.occupied[power]):
        yield Owed("3.22/a", f"The frontline hex {t.node_name(node)} holds no unit.", node)


def supply_owed(t: Table, power: int) -> Iterator[Owed]:
    """Units begin in supplied hexes (3.22/b)."""
    fed = supply.supplied_area(t, power)
    for piece in on_the_map(t, power):
        node = t.p.at[piece]
        if not fed >> node & 1:
            yield Owed("3.22/b", f"{t.node_name(node)} has no supply for {t.world.units[piece].name}.", node, piece)


def chart_kind(t: Table, piece: int) -> tuple[str, str]:
    """A block's line of the chart: its kind and, for the Axis, its nation."""
    unit = t.world.units[piece]
    kind = KINDS[unit.kind]
    nation = unit.nation if unit.power == AXIS else ""
    return KINDS_OF_CHART.get(kind, kind), nation


def chart(t: Table, power: int) -> dict[tuple[str, str], tuple[int, int, str]]:
    """Units and CV of each line of the starting-forces chart."""
    found = {}
    for row in charts()[f"forces_{t.scenario}"]:
        if row["side"] == SIDES[power] and row["kind"] != "beachhead":
            found[row["kind"], row["power"]] = (int(row["units"]), int(row["cv"]), row["source"].split("|")[0])
    return found


def first_month(t: Table, piece: int) -> bool:
    row = row_of(t, piece)
    return row is not None and row["mode"] == "arrival"


def arrivals_owed(t: Table, power: int) -> Iterator[Owed]:
    """First-month reinforcements begin with their CV (3.23/c), no more to a place than arrive in a month (11.6/b,
    11.6/c)."""
    there: Counter[int] = Counter()
    for piece in on_the_map(t, power):
        if not first_month(t, piece):
            continue
        node, name = t.p.at[piece], t.world.units[piece].name
        if t.p.cv[piece] != starting_cv(t, piece):
            yield Owed("3.23/c", f"{name} arrives with {starting_cv(t, piece)} CV, not {t.p.cv[piece]}.", node, piece)
        there[node] += 1
        if there[node] > arrivals.open_sites(t, piece).most.get(node, there[node]):
            yield Owed("11.6/b", f"Too many units arrive in {t.node_name(node)}.", node, piece)


def chart_owed(t: Table, power: int, rule: str) -> Iterator[Owed]:
    """Units and CV of each type are those of the chart (3.23)."""
    units: Counter[tuple[str, str]] = Counter()
    strength: Counter[tuple[str, str]] = Counter()
    lines = chart(t, power)
    for piece in on_the_map(t, power):
        kind = chart_kind(t, piece)
        if kind in lines and not _beyond(t, piece, lines):
            units[kind] += 1
            strength[kind] += t.p.cv[piece]
    for kind, (most, cv, _) in lines.items():
        if units[kind] != most:
            yield Owed(rule, f"The chart has {most} {line_name(kind)}, not {units[kind]}.")
        elif strength[kind] != cv:
            yield Owed(rule, f"The chart has {cv} CV in {line_name(kind)}, not {strength[kind]}.")


def line_name(line: tuple[str, str]) -> str:
    """A line of the chart in a sentence.

    >>> line_name(("hq", "germany")), line_name(("armor", ""))
    ('HQ units of Germany', 'armor units')
    """
    kind, nation = line
    word = "HQ" if kind == "hq" else kind
    return f"{word} units of {nation.capitalize()}" if nation else f"{word} units"


def _beyond(t: Table, piece: int, lines: dict[tuple[str, str], tuple[int, int, str]]) -> bool:
    """First-month reinforcements come on top of the chart where it does not count them."""
    row = row_of(t, piece)
    return row is not None and row["mode"] == "arrival" and counted_apart(t, chart_kind(t, piece), lines)


def counted_apart(t: Table, kind: tuple[str, str], lines: dict[tuple[str, str], tuple[int, int, str]]) -> bool:
    """Does the pick have more blocks of the line than the chart, so that its arrivals are not in it?"""
    rows = [row for row in charts()[f"ob_{t.scenario}"] if row["mode"] in ("setup", "arrival")]
    pieces = [t.world.named[row["unit"].casefold()] for row in rows]
    return sum(1 for i in pieces if chart_kind(t, i) == kind) > lines[kind][0]


def beachheads_owed(t: Table, power: int, rule: str) -> Iterator[Owed]:
    """As many beachheads Ready and in Prep as the sheet has (3.23, ruling W6), and those that arrive Ready (3.23/c)."""
    sheet, due = scenarios()[t.scenario].get("beachheads", {}), setup.arriving(t)
    own = [name for name in beachheads.names(t) if beachheads.owner(t, name) == power]
    for name in own:
        if name in due and t.p.beachheads[name] != setup.STATES[setup.ARRIVES]:
            yield Owed("3.23/c", f"{name} arrives Ready.")
    states = Counter(t.p.beachheads[name] for name in own if name not in due)
    for word, state in STATES.items():
        if states and states[state] != sheet.get(word, 0):
            yield Owed(rule, f"The sheet has {sheet.get(word, 0)} beachheads {word}, not {states[state]}.")


def ss_owed(t: Table, power: int) -> Iterator[Owed]:
    """No SS unit begins above the average of its type, fractions dropped (3.23/a, ruling W4)."""
    if power != AXIS:
        return
    for piece in on_the_map(t, power):
        if t.world.units[piece].ss and not first_month(t, piece) and t.p.cv[piece] > ss_cap(t, piece):
            yield Owed("3.23/a", f"{t.world.units[piece].name} is stronger than the average of its type.", -1, piece)


def ss_cap(t: Table, piece: int) -> int:
    kind = t.world.units[piece].kind
    alike = [i for i in on_the_map(t, AXIS) if t.world.units[i].kind == kind and t.world.units[i].nation == "germany"]
    total = int(sum(t.p.cv[i] for i in alike))
    every_ss = all(t.world.units[i].ss for i in alike)
    return -(-total // len(alike)) if every_ss else total // len(alike)


def italians_owed(t: Table, power: int) -> Iterator[Owed]:
    """In summer 43 an Italian unit stands in France and one in Yugoslavia (S43/1a)."""
    if power != AXIS or t.scenario != "s43":
        return
    for country in ("France", "Yugoslavia"):
        land = area(t.world.board, f"country:{country}", within=t.world.land)
        if not any(t.world.units[i].italian and land >> t.p.at[i] & 1 for i in on_the_map(t, power)):
            yield Owed("S43/1a", f"No Italian unit is in {country}.")


def front_units_owed(t: Table, power: int) -> Iterator[Owed]:
    """In summer 44 Front units man the Axis line in Italy (S44/1a, ruling W7)."""
    if power != AXIS or t.scenario != "s44":
        return
    front = setup.frontline(t.world, t.p.held, power) & area(t.world.board, "country:Italy")
    manned = {t.p.at[t.world.named[name.casefold()]] for name in FRONT_UNITS}
    for node in members(front):
        if node not in manned:
            yield Owed("S44/1a", f"None of the Front units holds {t.node_name(node)}.", node)


def roomiest(t: Table, stands: list[Stand], piece: int, where: int) -> int:
    """The emptiest hex of an area that a block may be in."""
    count = Counter(stand.node for stand in stands)
    open_ = members(where & ground.open_to(t, piece))
    return min((n for n in open_ if count[n] < t.world.stack_limit(n)), key=lambda n: (count[n], n))


def with_italians_abroad(t: Table, stands: list[Stand]) -> list[Stand]:
    """An Italian unit in France and one in Yugoslavia, as S43/1a wants them."""
    if t.scenario != "s43":
        return stands
    italians = [s for s in stands if t.world.units[s.piece].italian]
    home = area(t.world.board, "country:Italy")
    for country in ("France", "Yugoslavia"):
        land = area(t.world.board, f"country:{country}", within=t.world.land)
        if any(land >> s.node & 1 for s in italians):
            continue
        one = next(s for s in italians if home >> s.node & 1)
        stands[stands.index(one)] = one._replace(node=roomiest(t, stands, one.piece, land))
        italians.remove(one)
    return stands


def _capped(t: Table, stands: list[Stand], one: Stand, cap: int) -> Stand:
    """An SS unit at most at the average of its type (3.23/a)."""
    if not t.world.units[one.piece].ss or one.cv <= cap:
        return one
    weaker = one._replace(cv=max(cap, int(t.world.units[one.piece].last)))
    stands[stands.index(one)] = weaker
    return weaker


def to_the_chart(t: Table, power: int, stands: list[Stand]) -> list[Stand]:
    """Bring the strengths of a pick to the totals of the chart, surplus blocks off the map, SS units last."""
    lines = chart(t, power)
    for kind, (units, total, _) in lines.items():
        mine = [s for s in stands if chart_kind(t, s.piece) == kind and not _beyond(t, s.piece, lines)]
        mine.sort(key=lambda s: (not first_month(t, s.piece), t.world.units[s.piece].ss, s.piece))
        for spare in mine[units:]:
            stands.remove(spare)
        due = [s for s in mine if first_month(t, s.piece)]
        mine = [_capped(t, stands, one, total // units) for one in mine[len(due) : units]]
        need = total - sum(s.cv for s in [*due, *mine])
        for old in mine:
            unit = t.world.units[old.piece]
            cv = max(unit.last, min(unit.top, old.cv + need))
            need -= cv - old.cv
            stands[stands.index(old)] = old._replace(cv=cv)
    return stands
