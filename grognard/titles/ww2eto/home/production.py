"""Reinforcements and replacements (10.0): phase 5, and the U.S. arrivals at the start of the Allied Player-Turn."""

from __future__ import annotations

from functools import cache
from typing import Any

from grognard.board.hexset import from_iter
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, NUMBER, WORD, End, Level, Verb
from grognard.engine.core.rules import Args, Debt, Mask, MaskFn, Owed
from grognard.engine.core.step import Row, Sequence_, Step

from .. import world as w
from ..land import sizes
from ..politics import control
from ..registry import each_without
from ..sea import german_sea
from ..state import PEACETIME, WAR_PRODUCTION, Table
from . import placement, rates
from .placement import BONUS, BRITISH_PORT, CENTER, SIBERIAN
from .rates import REINFORCEMENTS, REPLACEMENTS
from .reinforcements_due import add, due_name, gather, points_due, split

AMPHIBIOUS = "amphibious"
ITEMS = (*w.KINDS[:3], AMPHIBIOUS)
SIBERIAN_SIZE = 3
WAITING = ("britain/suez",)
SUMS = ("10.0/c", "10.12")


# Taking one or the other


def nations_asked(t: Table, seat: int, args: Args) -> int:
    """Nations with more than the rows of the chart; in Africa 1941 there are none (R188)."""
    if t.scenario == "africa41":
        return 0
    powers = control.turn_powers(t, t.p.player)
    named = (w.GERMANY, w.ITALY) if w.AXIS in powers else (w.BRITAIN, w.FRANCE, w.USSR)
    return from_iter(n for n in named if placement.power_for(t, n) in powers)


def not_britain(t: Table, seat: int, args: Args) -> int:
    return ~(1 << w.BRITAIN)


def no_french(t: Table, scenario: str) -> int:
    """The scenario sheets give France no replacements (15.11/repl, 15.21/repl, 15.31/repl)."""
    return ~(1 << w.FRANCE) if t.scenario == scenario else -1


def not_peacetime(t: Table, seat: int, args: Args) -> int:
    return ~(1 << w.USSR) if t.p.russia == PEACETIME else -1


def in_limited_war(t: Table, seat: int, args: Args) -> int:
    return ~(1 << w.USSR) if t.p.russia == WAR_PRODUCTION else -1


def undecided(t: Table, seat: int, args: Args) -> int:
    """One or the other for the whole Player-Turn (10.0/b, R131)."""
    return ~from_iter(n for n in range(len(w.NATIONS)) if w.NATIONS[n] in t.p.chosen)


def either(t: Table, seat: int, args: Args) -> int:
    """A nation that may choose takes reinforcements or replacements (10.17, 10.63)."""
    return 0b11


class Take(Verb):
    """``take germany replacements``: replacements come instead of reinforcements (10.0/b, 10.17)."""

    name = "take"
    levels = (
        Level("nation", WORD, nations_asked, (
            Mask("10.44", not_britain), Mask("15.11/repl", lambda t, s, a: no_french(t, "1939")),
            Mask("15.21/repl", lambda t, s, a: no_french(t, "1940")),
            Mask("15.31/repl", lambda t, s, a: no_french(t, "1941")),
            Mask("10.22", lambda t, s, a: ~(1 << w.ITALY)), Mask("10.71", not_peacetime),
            Mask("10.34", in_limited_war), Mask("10.0/b", undecided),
        ), words=w.NATIONS),
        Level("what", WORD, words=(REINFORCEMENTS, REPLACEMENTS),
              universe=either),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        take(t, args[0], (REINFORCEMENTS, REPLACEMENTS)[args[1]])


def take(t: Table, nation: int, what: str) -> None:
    """A nation has decided."""
    p = t.p
    name = w.NATIONS[nation]
    place = "germany" if nation == w.GERMANY else CENTER
    points = rates.points_of(t, nation, what) if nation in (w.GERMANY, w.USSR) else 0
    if nation == w.GERMANY:
        p.rate_debt = rates.german_debt(t, what)
    p.chosen[name] = what
    add(t, f"{name}/{place}", points)
    if what == REPLACEMENTS:
        p.due[f"{name}/pool"] = rates.pool(t, nation)
    t.emit("taken", "10.63", nation=name, what=what, points=points)


# Building


def costs(t: Table, nation: int, item: str) -> int:
    """Points for one strength point of an item, or 0 when the nation cannot build it (10.12, 10.64)."""
    for option, points in _prices(nation, item, t.p.turn):
        if not option or t.options.get(option) == "on":
            return points
    return 0


@cache
def _prices(nation: int, item: str, turn: int) -> tuple[tuple[str, int], ...]:
    """What the chart asks for an item in a Game-Turn, each price with the option that it needs."""
    index = {row["turn"]: int(row["index"]) for row in w.table("turns.csv")}
    name = "amphibious_transport" if item == AMPHIBIOUS else item
    return tuple(
        (row["option"], int(row["points"])) for row in w.table("costs.csv")
        if w.NATIONS[nation] in w.words(row["nations"]) and row["item"] == name
        and index.get(row["from_turn"], turn) <= turn <= index.get(row["to_turn"], turn)
    )  # fmt: skip


def key_at(t: Table, index: int) -> str:
    found = points_due(t)
    return found[index] if index < len(found) else ""


def unchosen(t: Table) -> tuple[str, ...]:
    """What is due to nations that have yet to say what they take."""
    nations = rates.choosers(t, t.p.player) if t.frame.step == "reinforcing" else ()
    return tuple("germany/germany" if nation == w.GERMANY else f"ussr/{CENTER}" for nation in nations)


def due_bits(t: Table, seat: int, args: Args) -> int:
    return (1 << len(points_due(t)) + len(unchosen(t))) - 1


def chosen(t: Table, seat: int, args: Args) -> int:
    """What a nation has taken can be spent, not what it may still take (10.0/b)."""
    return (1 << len(points_due(t))) - 1


def say_unchosen(t: Table, seat: int, args: Args, value: int) -> str:
    nation, _ = split(unchosen(t)[value - len(points_due(t))])
    name = t.world.nations[nation].name
    return f"{name} has yet to choose: take {w.NATIONS[nation]} {REINFORCEMENTS}, or {REPLACEMENTS}."


def in_its_phase(t: Table, seat: int, args: Args) -> int:
    """Before the Allied player moves U.S. points arrive and nothing else; the rest waits for phase 5 (R142)."""
    if t.frame.step != "arrivals":
        return -1
    return from_iter(i for i, key in enumerate(points_due(t)) if key == f"usa/{BRITISH_PORT}")


def placeable(t: Table, seat: int, args: Args) -> int:
    """Arrivals that find a hex now; Suez points wait for theirs (10.41)."""
    return from_iter(
        i for i, key in enumerate(points_due(t))
        if placement.open_land(t, *split(key)) or (split(key)[0] == w.GERMANY and AMPHIBIOUS in items(t, key))
    )  # fmt: skip


def items(t: Table, key: str) -> tuple[str, ...]:
    """What a due may be spent on."""
    nation, place = split(key)
    if nation == w.GERMANY and place == "germany":
        return tuple(item for item in ITEMS if 0 < costs(t, nation, item) <= t.p.due[key])
    if nation == w.GERMANY:
        return ("mechanized",)
    if place in (BONUS, SIBERIAN):
        return ("infantry",)
    return by_date(t, nation) if nation in (w.BRITAIN, w.USA) else land_forces()


def by_date(t: Table, nation: int) -> tuple[str, ...]:
    """British and U.S. points arrive as infantry, from 1943 on as mechanized (10.0/a)."""
    return tuple(item for item in ITEMS[:2] if costs(t, nation, item))


def land_forces() -> tuple[str, ...]:
    """Russia, as all but Germany, builds no transport (10.77)."""
    return ("infantry",)


def item_bits(t: Table, seat: int, args: Args) -> int:
    """The items that the points left can pay (10.12)."""
    key = key_at(t, args[0])
    return _arms(t, key, items(t, key) if key else ())


def arms_of_any_date(t: Table, seat: int, args: Args) -> int:
    """The same if the date did not say which arm British and U.S. points are (10.0/a)."""
    key = key_at(t, args[0])
    if not key or split(key)[0] not in (w.BRITAIN, w.USA):
        return item_bits(t, seat, args)
    return _arms(t, key, ITEMS[:2])


def _arms(t: Table, key: str, found: tuple[str, ...]) -> int:
    """Of some items those that find a hex of arrival, if they need one."""
    open_ = bool(key) and bool(placement.open_land(t, *split(key)))
    return from_iter(i for i, item in enumerate(ITEMS) if item in found and (open_ or item == AMPHIBIOUS))


def say_items(t: Table, seat: int, args: Args, value: int) -> str:
    key = key_at(t, args[0])
    found = items(t, key)
    if ITEMS[value] in found:
        return f"No hex of arrival is open to {due_name(t, key)} now."
    return f"What is left for {due_name(t, key)} buys {' or '.join(found) or 'nothing'} now."


def numbers(t: Table, seat: int, args: Args) -> int:
    return 0b1_1111_1110


def affordable(t: Table, seat: int, args: Args, past: tuple[str, ...] = ()) -> int:
    """Points are spent at the price of the item, and replacements rebuild no more than was lost (10.0/c).

    ``past`` names rules that are left out to say which of them forbids a sum.
    """
    key, item = key_at(t, args[0]), ITEMS[args[1]]
    nation, place = split(key)
    left = t.p.due[key]
    if place in (BONUS, SIBERIAN):
        return 1 << (SIBERIAN_SIZE if place == SIBERIAN else 1)
    each = max(1, costs(t, nation, item)) if place == "germany" and "10.12" not in past else 1
    most = left // each
    if "10.0/c" not in past:
        most = min(most, t.p.due.get(f"{w.NATIONS[nation]}/pool", most))
    return (2 << most) - 2 if most > 0 else 0


def affordable_but(past: tuple[str, ...]) -> MaskFn:
    """The points that could be spent if some rules did not hold."""
    return lambda t, seat, args: affordable(t, seat, args, past)


def payable(t: Table, seat: int, args: Args, past: tuple[str, ...] = ()) -> int:
    """Items of which at least one point can be had now."""
    key = key_at(t, args[0])
    found = items(t, key) if key else ()
    return from_iter(i for i, item in enumerate(ITEMS) if item in found and sums(t, seat, (args[0], i), past))


def payable_but(past: tuple[str, ...]) -> MaskFn:
    """The items that could be had if some rules did not hold."""
    return lambda t, seat, args: payable(t, seat, args, past)


def sums(t: Table, seat: int, args: Args, past: tuple[str, ...] = ()) -> int:
    """The points that can be spent on an item at once."""
    return numbers(t, seat, args) & affordable(t, seat, args, past) & sized(t, seat, args)


def wanted(t: Table, seat: int, args: Args, past: tuple[str, ...] = ()) -> int:
    """Dues that can be spent on something."""
    return from_iter(
        i for i, key in enumerate(points_due(t))
        if any(sums(t, seat, (i, ITEMS.index(item)), past) for item in items(t, key))
    )  # fmt: skip


def wanted_but(past: tuple[str, ...]) -> MaskFn:
    """What is due that could be placed if some rules did not hold."""
    return lambda t, seat, args: wanted(t, seat, args, past)


def say_left(t: Table, seat: int, args: Args, value: int) -> str:
    place = split(key_at(t, args[0]))[1]
    if place in (BONUS, SIBERIAN):
        return f"They come as units of {SIBERIAN_SIZE if place == SIBERIAN else 1}, one at a time."
    return f"{t.p.due[key_at(t, args[0])]} points are left there: not enough for {value} of {ITEMS[args[1]]}."


def sized(t: Table, seat: int, args: Args, but: tuple[str, ...] = ()) -> int:
    """A new unit is no larger than units may be, some rules apart."""
    key, item = key_at(t, args[0]), ITEMS[args[1]]
    if item == AMPHIBIOUS:
        return -1
    nation = split(key)[0]
    left = t.p.due[key]
    exact = sizes.exact_size(t, nation, but)
    return 1 << min(exact, int(left)) if exact else (2 << sizes.max_size(t, nation, but)) - 2


def sized_but(but: tuple[str, ...]) -> MaskFn:
    """The sizes that a new unit could have if some rules did not hold."""
    return lambda t, seat, args: sized(t, seat, args, but)


def fields(t: Table, seat: int, args: Args, past: tuple[str, ...] = ()) -> int:
    """Where the unit may stand, some rules apart; a transport point has no counter (10.15)."""
    key, item = key_at(t, args[0]), ITEMS[args[1]]
    if item == AMPHIBIOUS:
        return 1 << int(t.world.lost)
    return placement.open_land(t, *split(key), past)


def fields_but(past: tuple[str, ...]) -> MaskFn:
    """Where the unit could stand if some rules did not hold."""
    return lambda t, seat, args: fields(t, seat, args, past)


def say_elsewhere(t: Table, seat: int, args: Args, node: int) -> str:
    """Why a hex is closed to an arrival: it is none of its hexes at all, or an enemy holds or covers it (10.14)."""
    key = key_at(t, args[0])
    if ITEMS[args[1]] == AMPHIBIOUS:
        return "A transport point has no counter: name no hex."
    if not placement.arrival_land(t, *split(key)) >> node & 1:
        return f"{t.node_name(node)} is no hex of arrival for {due_name(t, key)}."
    return ""


def land_or_sea(t: Table, seat: int, args: Args) -> int:
    return int(t.world.play) | 1 << int(t.world.lost)


class Build(Verb):
    """``build germany/germany infantry 2 1312``: spend points on a unit and put it on the map."""

    name = "build"
    labels = ("10.16", "10.42", "10.52", "10.77")
    levels = (
        Level("due", WORD, due_bits, (
            Mask("4.2/A5", in_its_phase), Mask("10.0/b", chosen, say_unchosen), Mask("10.41", placeable),
            Mask("10.64", wanted, without=each_without(SUMS, wanted_but), ahead=True),
        ), words=lambda t, s, a: (*points_due(t), *unchosen(t))),
        Level("item", WORD, masks=(
            Mask("10.12", item_bits, say_items, without=(("10.0/a", arms_of_any_date),)),
            Mask("10.64", payable, without=each_without(SUMS, payable_but), ahead=True),
        ), words=ITEMS),
        Level("points", NUMBER, numbers, (
            Mask("10.64", affordable, say_left, without=each_without(SUMS, affordable_but)),
            Mask("10.32", sized, without=each_without(("10.32/e", *sizes.RULES), sized_but)),
        )),
        Level("hex", NODE, land_or_sea, (
            Mask("10.14", fields, say_elsewhere, without=each_without(placement.CLOSING, fields_but)),
        ), optional=True),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        index, item, points, node = args
        build(t, key_at(t, index), ITEMS[item], points, node)


def build(t: Table, key: str, item: str, points: int, node: int) -> None:
    """Pay for an item and place it."""
    p = t.p
    nation, place = split(key)
    name = w.NATIONS[nation]
    price = points * max(1, costs(t, nation, item)) if place == "germany" else points
    p.due[key] -= 1 if place in (BONUS, SIBERIAN) else price
    if p.due[key] <= 0:
        del p.due[key]
    if p.chosen.get(name) == REPLACEMENTS and place in ("germany", CENTER):
        p.due[f"{name}/pool"] -= points
        rates.rebuild(t, nation, points)
        if nation == w.GERMANY:
            p.german_replacements += price
    elif rates.replaces(t, nation, place):
        rates.rebuild(t, nation, points)
    if item == AMPHIBIOUS:
        german_sea.lay_down(t, points)
        return
    piece = p.raise_unit(placement.power_for(t, nation), nation, w.KINDS.index(item), points, node)
    if piece >= 0:
        control.take(t, p.power[piece], node, nation)
        p.book(nation, points)
        p.arrived |= 1 << piece
        if place in (CENTER, SIBERIAN):
            p.notes["centers_used"] = p.notes.get("centers_used", 0) | 1 << node
        t.emit("arrived", "10.0", pieces=(piece,), nodes=(node,), nation=name)


def waits(t: Table, key: str) -> bool:
    """Points that are not lost unplaced: those for Suez, British ones while Britain is lost (10.41, R134)."""
    if key == "britain/britain":
        return not placement.home(t, w.BRITAIN) & ~control.supply_control(t, w.AXIS)
    return key in WAITING


def forfeit(t: Table) -> None:
    """What is not placed in its phase is lost, German points too (10.66, R127, R134)."""
    p = t.p
    for key in points_due(t):
        if not waits(t, key):
            t.emit("forfeited", "10.0/c", nation=key.partition("/")[0], points=p.due.pop(key))
    for key in ("germany/pool", "ussr/pool"):
        p.due.pop(key, None)


def say_choice(t: Table, nation: int) -> str:
    """What a nation can still take, and how much of it: replacements rebuild no more than was lost (10.63, 10.0/c)."""
    fresh, again = (rates.points_of(t, nation, what) for what in (REINFORCEMENTS, REPLACEMENTS))
    lost = rates.pool(t, nation)
    return f"{t.world.nations[nation].name} can still take {fresh} reinforcements or {again} replacements ({lost} lost)"


def to_rebuild(t: Table, key: str) -> str:
    """The strength points that the replacements of a due may still rebuild."""
    name, _, place = key.partition("/")
    left = t.p.due.get(f"{name}/pool") if place in ("germany", CENTER) else None
    return f" to rebuild {left} lost" if left is not None else ""


class Reinforcement(Step):
    """Phase 5: choose, build and place what is due (4.2/A5)."""

    name = "Reinforcement-Replacement"
    rule = "4.2/A5"
    verbs = (Take(), Build(), End())

    def begin(self, t: Table, f: Frame) -> None:
        t.p.phase = 5
        gather(t)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        if rates.choosers(t, t.p.player) or placeable(t, f.seat, ()):
            return (f.seat,)
        return ()

    def run(self, t: Table, f: Frame) -> None:
        t.pop()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        left = ", ".join(f"{due_name(t, key)} {t.p.due[key]}{to_rebuild(t, key)}" for key in points_due(t))
        choose = " and ".join(say_choice(t, nation) for nation in rates.choosers(t, t.p.player))
        place = f"to place: {left}" if left else ""
        todo = "; ".join(part for part in (choose, place) if part) or "nothing is left to place"
        later = " and ".join(due_name(t, key) for key in points_due(t) if waits(t, key))
        rest = f"{later} can wait, what else is" if later else "What is"
        return f"Reinforcement-Replacement: {todo}. {rest} not placed now is lost; then end."


class Finish(Step):
    """The end of phase 5: what was not placed is gone."""

    name = "end of the Reinforcement-Replacement Phase"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        for nation in rates.choosers(t, t.p.player):
            take(t, nation, REINFORCEMENTS)
        forfeit(t)
        t.pop()


# U.S. arrivals


def us_due(t: Table) -> None:
    """The chart's U.S. points, or one replacement for a point lost in combat last turn (10.81, 10.0/b, R027, R028)."""
    p = t.p
    points = sum(int(r["points"]) for r in rates.listed(t) if r["nation"] == "usa" and r["class"] == "reinforcement")
    lost = p.fallen.get(f"usa/{p.turn - 1}", 0)
    replacement = min(1, lost)
    p.chosen.pop("usa", None)
    if t.options.get("us_replacement") == "added":
        points += replacement
    elif replacement > points:
        points = replacement
        p.chosen["usa"] = REPLACEMENTS
    add(t, f"usa/{BRITISH_PORT}", points)


def to_land(t: Table, seat: int) -> list[Owed]:
    """U.S. points go to British ports while there is room (10.51)."""
    left = t.p.due.get(f"usa/{BRITISH_PORT}", 0)
    if left and placement.open_land(t, w.USA, BRITISH_PORT):
        points = "1 U.S. point is" if left == 1 else f"{left} U.S. points are"
        return [Owed("10.51", f"{points} still to be placed in British ports.")]
    return []


class Arrivals(Step):
    """U.S. points are placed before the Allied player moves, so that they may move, sail or assault (10.51, 10.54)."""

    name = "U.S. arrivals"
    rule = "10.51"
    verbs = (Build(), End())
    debts = (Debt("10.51", to_land),)

    def begin(self, t: Table, f: Frame) -> None:
        if t.scenario != "africa41":
            us_due(t)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return (f.seat,) if to_land(t, f.seat) else ()

    def run(self, t: Table, f: Frame) -> None:
        """With no port of Britain open the points gather in the U.S. box (10.55, 10.83, 10.84)."""
        p = t.p
        left = p.due.pop(f"usa/{BRITISH_PORT}", 0)
        while left:
            size = min(left, sizes.max_size(t, w.USA))
            kind = w.KINDS.index(items(t, f"usa/{BRITISH_PORT}")[0])
            p.raise_unit(w.ALLIED, w.USA, kind, size, t.world.us_box)
            p.book(w.USA, size)
            left -= size
        t.pop()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        left = t.p.due.get(f"usa/{BRITISH_PORT}", 0)
        if left == 1:
            return "1 U.S. point arrives: place it in a British port."
        return f"{left} U.S. points arrive: place them in British ports."


def allied_reset(t: Table) -> None:
    """Transport is whole again; amphibious points that sailed last turn rest in this one (5.72, 5.86/e)."""
    p = t.p
    p.naval_used = p.arrived = 0
    p.amphibious_used_before, p.amphibious_used = p.amphibious_used, 0
    p.used.clear()
    for key in [k for k in p.notes if k.startswith("free/") or k in ("lent", "sailing")]:
        del p.notes[key]


def seat_of(power: int) -> Any:
    return lambda t: t.seat_of(power)


STEPS: dict[str, Step] = {
    "allied_start": Sequence_("start of the Allied Player-Turn", [
        Row("russian_entry", seat_of(w.SOVIET), freeze=allied_reset),
        Row("arrivals", seat_of(w.ALLIED), rule="10.51"),
    ]),
    "arrivals": Arrivals(),
    "reinforcing": Reinforcement(),
    "reinforced": Finish(),
    "reinforcement": Sequence_("Reinforcement-Replacement", [
        Row("reinforcing", lambda t: t.seat_of(t.p.player)), Row("reinforced"),
    ]),
}  # fmt: skip
