"""Areas: what a set of hexes touches and floods.

The only step is `shift(area & exits[d])`: all hexes of a set go one hex in a direction at once, those that may.
"""

from collections.abc import Iterable, Iterator

from grognard.board.grid import Grid
from grognard.board.hexset import members


class Exits:
    """For each direction the hexes that may be left that way; also a set of hexsides, each held from both its hexes.

    >>> grid = Grid("pointy", "odd", 3, 1)
    >>> Exits.around(grid)[grid.direction("E")]
    3
    """

    __slots__ = ("masks", "shifts")

    def __init__(self, shifts: tuple[int, int, int], masks: Iterable[int]) -> None:
        self.shifts = shifts
        self.masks: tuple[int, ...] = tuple(masks)

    @classmethod
    def none(cls, grid: Grid) -> "Exits":
        """No hexside at all."""
        return cls(grid.shifts, (0, 0, 0, 0, 0, 0))

    @classmethod
    def around(cls, grid: Grid, area: int | None = None) -> "Exits":
        """Every hexside between two hexes of an area (of the whole grid)."""
        return cls(grid.shifts, (grid.all,) * 6).inside(grid.all if area is None else area)

    @classmethod
    def between(cls, grid: Grid, pairs: Iterable[tuple[int, int]]) -> "Exits":
        """The hexsides between neighbouring hexes, both ways."""
        masks = [0] * 6
        for a, b in pairs:
            d = grid.toward(a, b)
            if d < 0:
                raise ValueError(f"hexes {a} and {b} do not touch")
            masks[d] |= 1 << a
            masks[(d + 3) % 6] |= 1 << b
        return cls(grid.shifts, masks)

    def __getitem__(self, d: int) -> int:
        return self.masks[d]

    def __iter__(self) -> Iterator[int]:
        return iter(self.masks)

    def __len__(self) -> int:
        return 6

    def __bool__(self) -> bool:
        return any(self.masks)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Exits) and self.masks == other.masks and self.shifts == other.shifts

    def __hash__(self) -> int:
        return hash((self.shifts, self.masks))

    def __repr__(self) -> str:
        return f"Exits({sum(m.bit_count() for m in self.masks)} ways)"

    def __or__(self, other: "Exits") -> "Exits":
        return Exits(self.shifts, (a | b for a, b in zip(self.masks, other.masks)))

    def __and__(self, other: "Exits") -> "Exits":
        return Exits(self.shifts, (a & b for a, b in zip(self.masks, other.masks)))

    def __sub__(self, other: "Exits") -> "Exits":
        return Exits(self.shifts, (a & ~b for a, b in zip(self.masks, other.masks)))

    def leaving(self, area: int) -> "Exits":
        """Only the ways out of hexes of an area."""
        return Exits(self.shifts, (m & area for m in self.masks))

    def entering(self, area: int) -> "Exits":
        """Only the ways into hexes of an area."""
        a, b, c = self.shifts
        m0, m1, m2, m3, m4, m5 = self.masks
        return Exits(
            self.shifts,
            (m0 & area >> a, m1 & area >> b, m2 & area >> c, m3 & area << a, m4 & area << b, m5 & area << c),
        )

    def inside(self, area: int) -> "Exits":
        """Only the ways from hexes of an area to hexes of that area."""
        return self.leaving(area).entering(area)

    def reversed(self) -> "Exits":
        """The same ways walked back."""
        a, b, c = self.shifts
        m0, m1, m2, m3, m4, m5 = self.masks
        return Exits(self.shifts, (m3 >> a, m4 >> b, m5 >> c, m0 << a, m1 << b, m2 << c))

    def hexes(self) -> int:
        """The hexes that have a way out."""
        m0, m1, m2, m3, m4, m5 = self.masks
        return m0 | m1 | m2 | m3 | m4 | m5

    def has(self, a: int, b: int) -> bool:
        """Whether there is a way from one hex to the next."""
        x, y, z = self.shifts
        deltas = (x, y, z, -x, -y, -z)
        return b - a in deltas and self.masks[deltas.index(b - a)] >> a & 1 == 1

    def pairs(self) -> list[tuple[int, int]]:
        """The ways as (from, to), in order of the hex left."""
        deltas = (*self.shifts, *(-s for s in self.shifts))
        return sorted((a, a + delta) for mask, delta in zip(self.masks, deltas) for a in members(mask))


def step(area: int, out: Exits) -> int:
    """The hexes next to an area that it may go to: the zones of control of all its pieces at once.

    >>> grid = Grid("pointy", "odd", 3, 1)
    >>> members(step(0b010, Exits.around(grid)))
    (0, 2)
    """
    a, b, c = out.shifts
    m0, m1, m2, m3, m4, m5 = out.masks
    return (
        (area & m0) << a | (area & m1) << b | (area & m2) << c | (area & m3) >> a | (area & m4) >> b | (area & m5) >> c
    )


def spread(area: int, out: Exits, steps: int = 1) -> int:
    """An area and all within some steps of it.

    >>> members(spread(0b001, Exits.around(Grid("pointy", "odd", 4, 1)), 2))
    (0, 1, 2)
    """
    a, b, c = out.shifts
    m0, m1, m2, m3, m4, m5 = out.masks
    for _ in range(steps):
        area |= (
            (area & m0) << a
            | (area & m1) << b
            | (area & m2) << c
            | (area & m3) >> a
            | (area & m4) >> b
            | (area & m5) >> c
        )
    return area


def rings(
    area: int, out: Exits, limit: int | None = None, blocked: int = 0, stop: int = 0, first: int | None = None
) -> list[int]:
    """What lies 0, 1, 2... steps from an area, until nothing new is found; blocked hexes are not entered.

    A hex of `stop` may be entered and is not left again. `first` is where the first step may lead, if that is another
    matter than where the others may.

    >>> rings(0b001, Exits.around(Grid("pointy", "odd", 3, 1)))
    [1, 2, 4]
    >>> rings(0b0010, Exits.around(Grid("pointy", "odd", 4, 1)), stop=0b0100, first=0b0100)
    [2, 4]
    """
    a, b, c = out.shifts
    m0, m1, m2, m3, m4, m5 = out.masks
    going = ~stop
    free = (m0 << a | m1 << b | m2 << c | m3 >> a | m4 >> b | m5 >> c) & ~(blocked | area)
    onward = free if first is None else first & ~area
    found = [area]
    steps = -1 if limit is None else limit
    while steps and onward:
        area = (
            (area & m0) << a
            | (area & m1) << b
            | (area & m2) << c
            | (area & m3) >> a
            | (area & m4) >> b
            | (area & m5) >> c
        ) & onward
        if not area:
            break
        free &= ~area
        onward = free
        found.append(area)
        area &= going
        steps -= 1
    return found


def flood(area: int, out: Exits, limit: int | None = None, blocked: int = 0) -> int:
    """All that an area reaches, within a limit of steps if one is given; blocked hexes are not entered.

    >>> members(flood(0b00001, Exits.around(Grid("pointy", "odd", 5, 1)), blocked=0b01000))
    (0, 1, 2)
    """
    if limit is not None:
        found = 0
        for one in rings(area, out, limit, blocked):
            found |= one
        return found
    a, b, c = out.shifts
    m0, m1, m2, m3, m4, m5 = out.masks
    free, before = ~blocked | area, 0
    # Where steps need not be counted each direction goes on from what those before it found: half as many rounds.
    while area != before:
        before = area
        area |= (area & m0) << a & free
        area |= (area & m1) << b & free
        area |= (area & m2) << c & free
        area |= (area & m3) >> a & free
        area |= (area & m4) >> b & free
        area |= (area & m5) >> c & free
    return area


def ring(area: int, out: Exits, steps: int, blocked: int = 0) -> int:
    """What lies exactly so many steps from an area.

    >>> ring(0b001, Exits.around(Grid("pointy", "odd", 3, 1)), 2)
    4
    """
    found = rings(area, out, steps, blocked)
    return found[steps] if len(found) > steps else 0


def distances(area: int, out: Exits, limit: int | None = None, blocked: int = 0) -> dict[int, int]:
    """The steps from an area to each hex that it reaches.

    >>> distances(0b001, Exits.around(Grid("pointy", "odd", 3, 1)))
    {0: 0, 1: 1, 2: 2}
    """
    return {node: far for far, one in enumerate(rings(area, out, limit, blocked)) for node in members(one)}
