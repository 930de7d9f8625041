"""Hunger, losses, Resource Centers and arrivals in a book of their own beside a game (9.62, 10.0-10.8, 14.4, 16.16).

The book is written from the rules and the tables. It knows the units on the map and what happens to them, and never
reads what the program has written down about the same thing.
"""

from __future__ import annotations

from typing import Any

from grognard.titles.ww2eto import world as w
from grognard.titles.ww2eto.politics import control
from grognard.titles.ww2eto.state import ITALY_SURRENDERED, LIMITED_WAR, NO_VICHY, PEACETIME, WAR_PRODUCTION

from . import oracle
from . import oracle_supply as plain
from .oracle_supply import Unit

MINORS = ("hungary", "rumania", "bulgaria", "finland")
STARVING = (w.AXIS, w.ALLIED, w.SOVIET, w.VICHY)
FIGHTING = ("combat", "overrun", "retreat")
PRICES = {"infantry": 1, "mechanized": 2, "parachute": 3, "amphibious": 4}
"""What a strength point costs Germany (10.12)."""


def turn(t: Any) -> str:
    return str(t.world.turns[t.p.turn - 1]["turn"])


def rows(t: Any, *nations: str) -> list[dict[str, str]]:
    """The lines of the reinforcement chart for this Game-Turn and some nations."""
    return [
        row for row in w.table("reinforcements.csv")
        if row["turn"] == turn(t) and row["nation"] in nations and t.scenario in row["scenarios"].split("|")
    ]  # fmt: skip


def in_russia(place: str) -> bool:
    return place in plain.region("pre-1939 Russia")


def armies(t: Any, *powers: int) -> list[Unit]:
    """Units of some powers, bands apart, that stand where they are."""
    return [u for u in plain.units(t) if u.power in powers and u.kind != "partisan"]


def losing_faces(t: Any) -> set[int]:
    """The dice that lose a Lend-Lease point: two more for every route with Axis units on it (10.36)."""
    axis = {u.hex for u in plain.units(t) if u.power == w.AXIS}
    found: set[int] = set()
    if axis & {"2103", "2104"}:
        found |= {1, 2}
    if axis & plain.region("Persian Gulf route"):
        found |= {3, 4}
    return found | {5, 6} if plain.region("eastern edge") <= axis else found


class Ledger:
    """What a careful player would write down."""

    def __init__(self) -> None:
        self.hunger: dict[int, int] = {}
        self.cut: set[int] = set()
        self.axis_centers: set[str] = set()
        self.empty_on = 0
        self.reverted = False
        self.lost: dict[tuple[str, int], int] = {}
        self.fallen: dict[tuple[str, int], int] = {}
        self.spent: dict[str, int] = {}
        self.waiting: dict[str, int] = {}
        self.late: dict[str, int] = {}
        self.bonus: dict[str, int] = {}
        self.centers, self.resources = 37, 0
        self.used: set[str] = set()
        self.in_russia_on = 0

    # Isolation (9.62, R026, R125)

    def raised(self, piece: int) -> None:
        self.hunger[piece] = 0

    def split(self, piece: int, new: int) -> None:
        self.hunger[new] = self.hunger.get(piece, 0)

    def merged(self, piece: int, other: int) -> None:
        self.hunger[piece] = max(self.hunger.get(piece, 0), self.hunger.get(other, 0))

    def combat_begins(self, t: Any, fed: Any) -> None:
        """Who is cut off now has not been so for a whole phase yet; who is fed begins anew."""
        self.cut = set()
        for u in plain.units(t):
            if u.power in STARVING:
                if fed(u):
                    self.hunger[u.piece] = 0
                else:
                    self.cut.add(u.piece)

    def combat_ends(self, t: Any, fed: Any) -> set[int]:
        """The units that starve: cut off at the start and at the end of two Combat Phases of theirs or of an enemy."""
        starved = set()
        whose = {w.ALLIED, w.SOVIET} if t.p.player == w.ALLIED and not control.three_players(t) else {t.p.player}
        for u in plain.units(t):
            if u.power not in STARVING:
                continue
            counts = u.power in whose or bool(plain.enemies(t, u.power) & whose)
            if fed(u):
                self.hunger[u.piece] = 0
            elif counts and u.piece in self.cut and not (u.hex == "1322" and u.kind == "garrison"):
                self.hunger[u.piece] = self.hunger.get(u.piece, 0) + 1
                if self.hunger[u.piece] == 2:
                    starved.add(u.piece)
        return starved

    # Resource Centers (10.34/d, R137, R213, R236, 14.4)

    def entered(self, power: int, place: str, now: int) -> None:
        """Whoever comes into a center has it; an Axis unit in Russia is noted with its Game-Turn (R138)."""
        if power == w.AXIS and in_russia(place):
            self.in_russia_on = now
        if place in plain.centers("Russia"):
            if power == w.AXIS:
                self.axis_centers.add(place)
            elif power in (w.ALLIED, w.SOVIET):
                self.axis_centers.discard(place)

    def zones(self, t: Any) -> tuple[set[str], set[str]]:
        """Russian land in zones of the Axis, and of the Allies."""
        return oracle.zone(t, w.SOVIET), oracle.zone(t, w.AXIS) if t.p.russia_at_war else set()

    def settled(self, t: Any) -> None:
        """At the end of a phase: who stands in a center, or else whose zone alone covers it."""
        theirs, ours = self.zones(t)
        for place in plain.centers("Russia"):
            powers = {u.power for u in armies(t, w.AXIS, w.ALLIED, w.SOVIET) if u.hex == place}
            if w.AXIS in powers:
                self.axis_centers.add(place)
            elif powers:
                self.axis_centers.discard(place)
            elif place in theirs and place not in ours and not self.reverted:
                self.axis_centers.add(place)
            elif place in ours and place not in theirs:
                self.axis_centers.discard(place)

    def turn_ends(self, t: Any) -> None:
        """Without Russians in Russia ten centers must be garrisoned, or the others are Russia's again (14.4, R185)."""
        if any(u.power == w.AXIS and in_russia(u.hex) for u in plain.units(t)):
            self.in_russia_on = t.p.turn + 1
        if "14.4" not in t.world.settings["special_rules"]:
            return
        if not t.p.russia_invaded_on or any(in_russia(u.hex) for u in armies(t, w.SOVIET)):
            self.empty_on, self.reverted = 0, False
        elif not self.empty_on:
            self.empty_on = t.p.turn
        else:
            held = {u.hex for u in armies(t, w.AXIS)} & plain.centers("Russia")
            self.reverted = len(held) < 10
            if self.reverted:
                self.axis_centers &= held

    def russian_centers(self, t: Any) -> set[str]:
        """The centers that count for Russia: an empty one in both sides' zones is nobody's."""
        theirs, ours = self.zones(t)
        manned = {u.hex for u in armies(t, w.AXIS, w.ALLIED, w.SOVIET)}
        disputed = {c for c in plain.centers("Russia") if c not in manned and c in theirs and c in ours}
        return set(plain.centers("Russia")) - self.axis_centers - disputed

    def computed(self, t: Any, dice: tuple[int, ...]) -> tuple[int, int]:
        """Centers, and the Lend-Lease of the next Game-Turn that comes through (10.35, 10.36)."""
        names = [row["turn"] for row in t.world.turns]
        coming = names[t.p.turn] if t.p.turn < len(names) else ""
        points = sum(int(row["points"]) for row in w.table("lend_lease.csv") if row["turn"] == coming)
        if control.three_players(t) and t.p.lend_lease_limit >= 0:
            points = min(points, t.p.lend_lease_limit)
        losing = losing_faces(t)
        if losing and points and t.p.russia_invaded_on:
            assert len(dice) == points
            points = sum(die not in losing for die in dice)
        self.centers = len(self.russian_centers(t))
        self.resources = self.centers + points
        return self.centers, points

    # Losses (T/pool, R128, R129, R135)

    def hear(self, t: Any, events: list[Any]) -> None:
        """Read on in what has happened: losses, and invasions that raise an army (15.11/reinf, R142)."""
        for event in events:
            fields = dict(event.fields)
            if event.kind == "lost" and not event.names[0].partition("@")[0].endswith(("gar", "part")):
                key = (fields["nation"], t.p.turn)
                self.lost[key] = self.lost.get(key, 0) + fields["points"]
                if fields["why"] in FIGHTING:
                    self.fallen[key] = self.fallen.get(key, 0) + fields["points"]
            elif event.kind == "invaded":
                owner = t.world.by_id[fields["country"]].owner
                nation = w.NATIONS[owner] if owner >= 0 else ""
                for row in w.table("invasion_bonus.csv"):
                    if row["nation"] == nation and row["trigger"] == "invaded" and t.scenario in row["scenarios"]:
                        self.bonus[nation] = int(row["count"])

    def pool(self, t: Any, nation: str) -> int:
        """What may be rebuilt: points lost in this Game-Turn and the one before."""
        return self.lost.get((nation, t.p.turn), 0) + self.lost.get((nation, t.p.turn - 1), 0)

    def rebuilt(self, t: Any, nation: str, points: int) -> None:
        for when in (t.p.turn - 1, t.p.turn):
            used = min(points, self.lost.get((nation, when), 0))
            if used:
                self.lost[nation, when] -= used
                points -= used

    # What comes (10.0-10.8, 16.16)

    def state(self, t: Any) -> int:
        """Russia's state of war when its points are reckoned (10.31, 10.74, R138)."""
        p = t.p
        if not p.russia_invaded_on:
            return LIMITED_WAR if p.russia_at_war or p.partition_entered_on else PEACETIME
        pressed = any(u.power == w.AXIS and in_russia(u.hex) for u in plain.units(t))
        pressed = pressed or p.turn in (p.russia_invaded_on, p.russia_attacked_on, self.in_russia_on)
        return WAR_PRODUCTION if pressed else LIMITED_WAR

    def produced(self, t: Any, die: int) -> int:
        """Points of the Russian Production Chart (10.34, 10.75)."""
        centers = 99 if t.p.turn == t.p.russia_invaded_on else self.resources
        if t.p.turn != t.p.russia_invaded_on and self.centers < 3:
            return 0
        for row in w.table("russian_production.csv"):
            if int(row["centers_from"]) <= centers <= int(row["centers_to"] or 99):
                return int(row[f"die{die}"])
        raise AssertionError(centers)

    def due(self, t: Any, die: int) -> dict[str, int]:
        """All that the phasing player has to place when his phase begins, what Germany and Russia choose apart."""
        p, found = t.p, {}
        if p.player == w.AXIS:
            self.axis_due(t, found)
        if p.player == w.ALLIED:
            self.western_due(t, found)
        if p.player == w.SOVIET or (p.player == w.ALLIED and not control.three_players(t)):
            self.russian_due(t, found, die)
        raised = {w.AXIS: self.by_axis(t), w.ALLIED: set(self.bonus) - self.by_axis(t)}.get(p.player, set())
        for nation in raised:
            found[f"{nation}/bonus"] = self.bonus.pop(nation)
        self.waiting = {key: points for key, points in found.items() if points}
        return self.waiting

    def by_axis(self, t: Any) -> set[str]:
        """Invaded countries that fight for the Axis: those that Russia alone has invaded (16.82/e)."""
        p, found = t.p, set()
        for nation in self.bonus:
            home = t.world.nations[w.NATIONS.index(nation)].home
            if p.invaded_by_soviets >> home & 1 and not p.invaded >> home & 1:
                found.add(nation)
        return found

    def axis_due(self, t: Any, found: dict[str, int]) -> None:
        p = t.p
        for row in rows(t, "italy", *MINORS):
            nation, points = row["nation"], int(row["points"])
            if nation == "italy" and p.italy == ITALY_SURRENDERED:
                continue
            if nation in MINORS and t.options.get("minors") != "on":
                continue
            home = t.world.by_id[nation].index
            if "not_invaded" in row["condition"] and (p.invaded_by_allies | p.invaded_by_soviets) >> home & 1:
                continue
            if row["class"] == "replacement":
                points = min(points, self.pool(t, nation))
            key = f"{nation}/{row['place']}"
            found[key] = found.get(key, 0) + points

    def western_due(self, t: Any, found: dict[str, int]) -> None:
        """The British wait where they could not land; the French come while France stands (10.41, R127, R151)."""
        for key in ("britain/suez", "britain/britain"):
            found[key] = self.late.get(key, 0)
        for row in rows(t, "britain", "poland", "france"):
            if row["nation"] == "france" and not self.france_stands(t):
                continue
            key = f"{row['nation']}/{row['place']}"
            found[key] = found.get(key, 0) + int(row["points"])
        found["britain/britain"] += int(t.options.get("handicap_allied", "0"))

    def france_stands(self, t: Any) -> bool:
        """No Vichy, and an Allied unit in France or none of the Axis there, now or last (R151)."""
        country = t.world.by_id["france"]
        france = plain.named(t, country.hexes)
        powers = {u.power for u in armies(t, w.AXIS, w.ALLIED) if u.hex in france}
        fallen = w.AXIS in powers or (t.p.axis_countries | t.p.axis_passed) >> country.index & 1
        return t.p.vichy == NO_VICHY and (w.ALLIED in powers or not fallen)

    def russian_due(self, t: Any, found: dict[str, int], die: int) -> None:
        p, state = t.p, self.state(t)
        self.used = set()
        if state == PEACETIME:
            found["ussr/resource_center"] = sum(int(row["points"]) for row in rows(t, "ussr"))
        elif state == WAR_PRODUCTION:
            found["ussr/resource_center"] = self.produced(t, die)
        if p.russia_invaded_on:
            late = p.turn - p.russia_invaded_on
            found["ussr/siberian"] = {0: 2, 1: 1}.get(late, 0)

    def chosen(self, t: Any, nation: str, replacements: bool) -> int:
        """What Russia takes in limited war (10.33, 10.72, 10.75)."""
        if replacements:
            return min(20, self.pool(t, nation))
        return 4 if self.centers >= 3 else 0

    def american_due(self, t: Any) -> int:
        """U.S. points of the chart, or the one replacement for a loss in combat last turn (10.51, 10.81, R028)."""
        points = sum(int(row["points"]) for row in rows(t, "usa"))
        replacement = min(1, self.fallen.get(("usa", t.p.turn - 1), 0))
        return points + replacement if t.options.get("us_replacement") == "added" else max(points, replacement)

    def of_the_year(self, t: Any) -> int:
        """Replacement points that Germany has spent since the winter (10.62, R130)."""
        year = turn(t).partition("/")[2]
        return sum(points for when, points in self.spent.items() if when.partition("/")[2] == year)

    def built(self, t: Any, key: str, item: str, points: int, place: str, replacements: bool) -> None:
        """A unit is put down: what it costs, what it rebuilds, and for Russians where (10.34/c, 10.73, R129)."""
        nation, _, where = key.partition("/")
        if key in self.waiting:
            self.waiting[key] -= 1 if where in ("bonus", "siberian") else points
        classes = {row["class"] for row in rows(t, nation) if row["place"] == where}
        charted = nation in ("italy", *MINORS) and "replacement" in classes
        if charted or (replacements and key in ("germany/germany", "ussr/resource_center")):
            self.rebuilt(t, nation, points)
        if replacements and key == "germany/germany":
            self.spent[turn(t)] = self.spent.get(turn(t), 0) + PRICES[item] * points
        if nation == "ussr":
            theirs = oracle.zone(t, w.SOVIET)
            friends = plain.friends(t, w.SOVIET)
            assert place in plain.centers("Russia") and place not in self.used and place not in self.axis_centers
            assert place not in theirs or any(u.hex == place and u.power in friends for u in plain.units(t)), place
            self.used.add(place)

    def forfeited(self, t: Any) -> dict[str, int]:
        """What is not lost at the end of the phase: points for Suez, and for a Britain that is lost (R127, R134)."""
        britain = plain.named(t, t.world.by_id["britain"].hexes)
        gone = all(plain.controls(t, w.AXIS, place) for place in britain)
        if t.p.player == w.ALLIED:
            keys = ("britain/suez", "britain/britain") if gone else ("britain/suez",)
            self.late = {key: self.waiting[key] for key in keys if self.waiting.get(key)}
        return self.late
