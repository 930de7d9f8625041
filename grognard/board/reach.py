"""Reach: where a unit's movement points take it, in one bucket a point.

All hexes reached for the same number of points go on together; what they enter falls into the bucket of its cost.
"""

from collections.abc import Callable, Iterable, Mapping

from grognard.board.area import Exits, step
from grognard.board.hexset import members

Links = Callable[[int], Iterable[tuple[int, int]]]
Approaches = Callable[[int], Iterable[tuple[int, int]]]
"""The price of each step into a hex, and the hex that it comes from."""
Class = tuple[tuple[int, int, int], tuple[int, ...], int, tuple[tuple[int, int], ...]]
"""Hexsides of one kind: shifts and masks of their exits, who has one, and the hexes beyond by the cost to enter."""


class Costs:
    """What it costs to enter hexes and to cross hexsides: the terrain chart of one kind of unit.

    `enter` maps a cost to the hexes that cost it; a hex in none of them cannot be entered. `sides` are pairs of an
    extra cost and hexsides; extras of one hexside add up. `roads` are pairs of a cost and hexsides that cost just
    that, whatever lies beyond.

    >>> from grognard.board.grid import Grid
    >>> grid = Grid("pointy", "odd", 4, 1)
    >>> costs = Costs(Exits.around(grid), {1: 0b1011, 2: 0b0100})
    >>> reach(costs, 0b0001, 3).spent
    [1, 2, 0, 4]
    """

    __slots__ = ("approaches", "backward", "classes", "enterable")

    def __init__(
        self,
        out: Exits,
        enter: Mapping[int, int],
        sides: Iterable[tuple[int, Exits]] = (),
        roads: Iterable[tuple[int, Exits]] = (),
    ) -> None:
        anywhere = 0
        for where in enter.values():
            anywhere |= where
        classes: list[tuple[Exits, dict[int, int]]] = []
        for cost, road in roads:
            classes.append((out & road, {cost: anywhere}))
            out = out - road
        extras: dict[int, Exits] = {0: out}
        for extra, hexsides in sides:
            split: dict[int, Exits] = {}
            for so_far, exits in extras.items():
                for cost, part in ((so_far, exits - hexsides), (so_far + extra, exits & hexsides)):
                    if part:
                        split[cost] = split[cost] | part if cost in split else part
            extras = split
        for extra, exits in extras.items():
            classes.append((exits, {cost + extra: where for cost, where in enter.items()}))
        self._set(classes)

    def _set(self, classes: Iterable[tuple[Exits, dict[int, int]]]) -> None:
        """Keeps the classes of hexsides in the form that the hot loop wants: exits, who has one, costs ascending."""
        self.classes: tuple[Class, ...] = tuple(
            (exits.shifts, exits.masks, exits.hexes(), tuple(sorted((c, w) for c, w in table.items() if w)))
            for exits, table in classes
            if exits
        )
        self.backward = tuple(
            (_by_origin(masks, (*shifts, *(-shift for shift in shifts))), table)
            for shifts, masks, _, table in self.classes
        )
        self.approaches: Approaches = _Into(self.classes).__getitem__
        self.enterable = 0
        for _, _, _, table in self.classes:
            for cost, where in table:
                if cost < 1:
                    raise ValueError(f"entering a hex costs at least 1, not {cost}")
                self.enterable |= where

    def surcharged(self, extra: int, where: int) -> "Costs":
        """The same chart when some hexes cost more to enter (the enemy's zones, mud, a minefield).

        >>> from grognard.board.grid import Grid
        >>> grid = Grid("pointy", "odd", 3, 1)
        >>> reach(Costs(Exits.around(grid), {1: 0b111}).surcharged(1, 0b010), 0b001, 3).spent
        [1, 0, 2, 4]
        """
        classes = []
        for shifts, masks, _, table in self.classes:
            costs: dict[int, int] = {}
            for cost, area in table:
                costs[cost] = costs.get(cost, 0) | area & ~where
                costs[cost + extra] = costs.get(cost + extra, 0) | area & where
            classes.append((Exits(shifts, masks), costs))
        more = Costs.__new__(Costs)
        more._set(classes)
        return more

    def price(self, here: int, there: int) -> int:
        """The points of one step, or 0 where there is none."""
        for price, near in self.approaches(there):
            if near == here:
                return price
        return 0


class _Into(dict[int, tuple[tuple[int, int], ...]]):
    """The price of each step into a hex, and the hex that it comes from, worked out when a hex is first asked for.

    >>> from grognard.board.grid import Grid
    >>> Costs(Exits.around(Grid("pointy", "odd", 4, 1)), {1: 0b1011, 2: 0b0100}).approaches(2)
    ((2, 1), (2, 3))
    """

    def __init__(self, classes: tuple[Class, ...]) -> None:
        self.classes = classes

    def __missing__(self, node: int) -> tuple[tuple[int, int], ...]:
        found = []
        for shifts, masks, _, table in self.classes:
            price = next((cost for cost, where in table if where >> node & 1), 0)
            for mask, delta in zip(masks, (*shifts, *(-s for s in shifts)), strict=True) if price else ():
                if node >= delta and mask >> node - delta & 1:
                    found.append((price, node - delta))
        self[node] = tuple(found)
        return self[node]


def _by_origin(masks: Iterable[int], deltas: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """The six ways into a hex, the one from the lowest hex first."""
    return tuple(sorted(zip(masks, deltas, strict=True), key=lambda side: -side[1]))


class Reach:
    """Where a unit can go: `spent[c]` is the set of hexes that it reaches for c points and no fewer."""

    __slots__ = ("_costs", "_first", "_links", "_stop", "points", "spent", "start")

    def __init__(
        self, costs: Costs, links: Links | None, start: int, stop: int, spent: list[int], first: int = -1
    ) -> None:
        self._costs = costs
        self._links = links
        self._stop = stop
        self._first = first
        self.start = start
        self.points = len(spent) - 1
        self.spent = spent

    def all(self, points: int | None = None) -> int:
        """The set of hexes within reach, the start among them, for at most so many points."""
        area = 0
        for one in self.spent if points is None else self.spent[: points + 1]:
            area |= one
        return area

    def passed(self, points: int | None = None) -> int:
        """The hexes that a way may go on from, for at most so many points, the start among them."""
        return self.all(points) & ~self._stop | self.start

    def least(self) -> dict[int, int]:
        """The fewest points of each hex that a way may go on from."""
        passed = ~self._stop | self.start
        return {node: cost for cost, area in enumerate(self.spent) for node in members(area & passed)}

    def cost(self, node: int) -> int | None:
        """The fewest points that a hex costs, or None out of reach."""
        for cost, area in enumerate(self.spent):
            if area >> node & 1:
                return cost
        return None

    def table(self) -> dict[int, int]:
        """The fewest points for each hex within reach."""
        return {node: cost for cost, area in enumerate(self.spent) if area for node in members(area)}

    def entries(self, node: int) -> list[tuple[int, int]]:
        """The last hexes before a hex by which it can be entered in time, each with the points then spent."""
        found: list[tuple[int, int]] = []
        if self.start >> node & 1:
            return found
        for sides, table in self._costs.backward:
            price = next((cost for cost, where in table if where >> node & 1), None)
            if price is None:
                continue
            for mask, delta in sides:
                before = node - delta
                if before >= 0 and mask >> before & 1:
                    self._note(found, node, before, price)
        if self._links is not None:
            for before, length in self._links(node):
                self._note(found, node, before, length)
        return sorted(set(found), key=lambda way: (way[1], way[0]))

    def _note(self, found: list[tuple[int, int]], node: int, before: int, price: int) -> None:
        at = self.cost(before)
        if at is not None and at + price <= self.points and self._leads(before, node, at):
            found.append((before, at + price))

    def _leads(self, before: int, node: int, spent: int) -> bool:
        """May a way lead on from a hex where so many points were spent into the next?"""
        return not self._stop >> before & 1 if spent else self.is_straight(node)

    def path(self, node: int) -> list[int]:
        """A cheapest way from the start to a hex within reach, both included.

        >>> from grognard.board.grid import Grid
        >>> grid = Grid("pointy", "odd", 4, 1)
        >>> reach(Costs(Exits.around(grid), {1: 0b1111}), 0b0001, 3).path(3)
        [0, 1, 2, 3]
        """
        cost = self.cost(node)
        if cost is None:
            raise ValueError(f"{node} is out of reach")
        way = [node]
        while cost:
            node, cost = self._before(node, cost)
            way.append(node)
        return way[::-1]

    def path_by_price(self, node: int) -> list[int]:
        """A cheapest way as :meth:`path`, but of several last steps the first in the order of the terrain chart."""
        cost = self.cost(node)
        if cost is None:
            raise ValueError(f"{node} is out of reach")
        way, spent = [node], self.spent
        while cost:
            for price, near in self._approaches(node):
                before = cost - price
                if before >= 0 and spent[before] >> near & 1 and self._leads(near, node, before):
                    node, cost = near, before
                    break
            else:
                raise ValueError(f"no way leads to {node}")
            way.append(node)
        return way[::-1]

    def between(self, node: int, out: Exits) -> int:
        """The hexes that may lie on the way to a hex, by the number of steps from there."""
        within, areas = 0, []
        for area in self.spent[1:-1]:
            within |= area & ~self._stop
            areas.append(within)
        near, found = 1 << node, 0
        for within in reversed(areas):
            near = step(near, out) & within
            found |= near
        return found

    def is_straight(self, node: int) -> bool:
        """May a hex next to the start be entered by the first step?"""
        return bool(self._first >> node & 1)

    def ways(self, node: int, takes: Callable[[int], int], points: int | None = None) -> dict[int, tuple[int, ...]]:
        """The cheapest way to a hex for each sum of what is taken on one, for at most so many points; see
        :func:`ways_apart`."""
        most = self.points if points is None else points
        passed = ~self._stop | self.start
        least = {here: at for at, area in enumerate(self.spent[:most]) for here in members(area & passed)}
        taken = {here: takes(here) for here in (node, *least)}
        return ways_apart(self._approaches, least, node, most, taken, not self.is_straight(node))

    def _approaches(self, node: int) -> Iterable[tuple[int, int]]:
        found = self._costs.approaches(node)
        if self._links is None:
            return found
        return (*found, *((length, other) for other, length in self._links(node)))

    def _before(self, node: int, cost: int) -> tuple[int, int]:
        """The lowest hex from which a hex that costs so much is entered, and what that one costs."""
        best, spent_there, spent, stop = -1, 0, self.spent, self._stop
        for sides, table in self._costs.backward:
            price = 0
            for one, where in table:
                if where >> node & 1:
                    price = one
                    break
            if not price or price > cost:
                continue
            near = (spent[0] if self._first >> node & 1 else 0) if price == cost else spent[cost - price] & ~stop
            for mask, delta in sides if near else ():
                before = node - delta
                if before >= 0 and near >> before & 1 and mask >> before & 1:
                    if best < 0 or before < best:
                        best, spent_there = before, cost - price
                    break
        for before, length in self._links(node) if self._links is not None else ():
            if length <= cost and (best < 0 or before < best):
                near = spent[cost - length] if length == cost else spent[cost - length] & ~stop
                if near >> before & 1:
                    best, spent_there = before, cost - length
        return best, spent_there


State = tuple[int, int]
"""A hex on the way back from the target, and what is taken from there on."""


def ways_apart(
    approaches: Approaches, least: Mapping[int, int], node: int, points: int, takes: Mapping[int, int],
    not_straight: bool = False,
) -> dict[int, tuple[int, ...]]:  # fmt: skip
    """The cheapest way to a hex for each sum of what is taken on one, by that sum.

    `least` are the fewest points of the hexes that may be passed, 0 for the start; `takes` says what each of them and
    the hex itself add, as bits. With `not_straight` no step leads from the start into the hex.
    """
    found: dict[int, tuple[int, ...]] = {}
    after: dict[State, State | None] = {}
    layers: list[dict[State, State | None]] = [{} for _ in range(points + 1)]
    layers[0][node, takes[node]] = None
    for spent, layer in enumerate(layers):
        for state, then in layer.items():
            if state in after:
                continue
            after[state] = then
            here, taken = state
            if spent and not least[here]:
                if taken not in found:
                    found[taken] = _followed(after, state)
                continue
            left = points - spent
            for price, near in approaches(here):
                if near in least and price + least[near] <= left and (spent or least[near] or not not_straight):
                    layers[spent + price].setdefault((near, taken | takes[near]), state)
    return found


def _followed(after: Mapping[State, State | None], state: State | None) -> tuple[int, ...]:
    """The way from a state to the target."""
    way = []
    while state is not None:
        way.append(state[0])
        state = after[state]
    return tuple(way)


def reach(
    costs: Costs,
    start: int,
    points: int,
    *,
    stop: int = 0,
    forbidden: int = 0,
    links: Links | None = None,
    linked: int = 0,
    first: int = -1,
) -> Reach:
    """Where a unit that starts in `start` gets for its movement points.

    A hex of `stop` may be entered and ends the move (leaving one at the start is free); one of `forbidden` may not be
    entered. `first` is where the first step may lead. `linked` is the set of nodes with links, which `links(node)`
    lists as (other node, points).

    >>> from grognard.board.grid import Grid
    >>> grid = Grid("flat", "odd", 1, 5)
    >>> members(reach(Costs(Exits.around(grid), {1: grid.all}), 0b00001, 4, stop=0b00100).all())
    (0, 1, 2)
    """
    spent = [0] * (points + 1)
    spent[0] = start
    free = (costs.enterable | linked | start) & ~forbidden | start
    going = free & ~stop | start
    for now in range(points + 1):
        area = spent[now] & free
        spent[now] = area
        if not area:
            continue
        free ^= area
        area &= going
        for (a, b, c), (m0, m1, m2, m3, m4, m5), leaving, table in costs.classes:
            some = area & leaving
            if not some:
                continue
            some = (
                (some & m0) << a
                | (some & m1) << b
                | (some & m2) << c
                | (some & m3) >> a
                | (some & m4) >> b
                | (some & m5) >> c
            )
            if not now:
                some &= first
            for cost, where in table:
                cost += now
                if cost > points:
                    break
                spent[cost] |= some & where
        if area & linked and links is not None:
            for node in members(area & linked):
                for other, length in links(node):
                    if now + length <= points:
                        spent[now + length] |= 1 << other
    return Reach(costs, links, start, stop, spent, first)
