"""Dice: a keyed counter stream for each purpose, and stand-ins for tests and odds.

A draw is BLAKE2b(key, stream name and counter), cut to a die by rejection. The key is the game's secret, and from
when every seat has given a nonce the secret with those (see ``proof``). Streams
are named by frame, seat and purpose, and their counters never go back, so that taking back and playing on,
or another order of two players' private work, cannot fish for a better roll.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from hashlib import blake2b
from typing import Any, TypeVar

from . import proof
from .position import packed

R = TypeVar("R")


@cache
def _limit(below: int) -> int:
    """Draws from here on are thrown away, so that each number is as likely as the others."""
    return (1 << 64) - (1 << 64) % below


class Dice:
    """The game's own dice.

    >>> a, b = Dice(b"k" * 32), Dice(b"k" * 32)
    >>> [a.roll("combat") for _ in range(5)] == [b.roll("combat") for _ in range(5)]
    True
    """

    __slots__ = ("_raw", "counters", "key", "nonces", "secret")

    def __init__(self, secret: bytes, counters: dict[str, int] | None = None, nonces: tuple[str, ...] = ()) -> None:
        self.secret = secret
        self.counters = counters if counters is not None else {}
        self.mix(nonces)

    def mix(self, nonces: tuple[str, ...]) -> None:
        """From now on the dice are keyed with the seats' nonces too."""
        self.nonces, self.key = nonces, proof.key(self.secret, nonces)
        self._raw = (0, packed(nonces) if nonces else b"")

    def copy(self) -> Dice:
        twin = Dice.__new__(Dice)
        twin.secret, twin.counters, twin._raw = self.secret, self.counters.copy(), self._raw
        twin.nonces, twin.key = self.nonces, self.key
        return twin

    def raw(self) -> bytes:
        """How far each stream has come, as bytes; counters only rise, so their sum tells whether any has."""
        drawn = sum(self.counters.values())
        if self._raw[0] != drawn:
            self._raw = (drawn, packed(sorted(self.counters.items())) + (packed(self.nonces) if self.nonces else b""))
        return self._raw[1]

    def resume(self, counters: dict[str, int]) -> None:
        """Go on from where the streams had come."""
        self.counters = counters
        self.mix(self.nonces)

    def number(self, stream: str, below: int) -> int:
        """A number from 0 to ``below`` - 1."""
        counter = self.counters.get(stream, 0)
        limit = _limit(below)
        while True:
            block = blake2b(b"%d:%s" % (counter, stream.encode()), digest_size=8, key=self.key).digest()
            counter += 1
            drawn = int.from_bytes(block, "big")
            if drawn < limit:
                self.counters[stream] = counter
                return drawn % below

    def roll(self, stream: str, sides: int = 6) -> int:
        """One die."""
        return self.number(stream, sides) + 1

    def order(self, stream: str, n: int) -> list[int]:
        """The numbers 0 to n-1 in an order that only the secret tells."""
        places = list(range(n))
        for i in range(n - 1, 0, -1):
            j = self.number(stream, i + 1)
            places[i], places[j] = places[j], places[i]
        return places


class Scripted(Dice):
    """Dice that fall as a test says; what is not scripted comes from the stream beneath."""

    __slots__ = ("script", "taken")

    def __init__(self, script: Iterable[int], secret: bytes = b"\0" * 32) -> None:
        super().__init__(secret)
        self.script = list(script)
        self.taken = 0

    def copy(self) -> Scripted:
        twin = Scripted(self.script, self.secret)
        twin.counters, twin.taken = self.counters.copy(), self.taken
        return twin

    def roll(self, stream: str, sides: int = 6) -> int:
        if self.taken < len(self.script):
            face = self.script[self.taken]
            if not 1 <= face <= sides:
                raise ValueError(f"a die of {sides} sides cannot show {face}")
            self.taken += 1
            self.counters[stream] = self.counters.get(stream, 0) + 1
            return face
        return super().roll(stream, sides)


class _Branch(Exception):
    def __init__(self, sides: int) -> None:
        self.sides = sides


class _Prefix(Dice):
    """Dice that show a given run of faces and then ask for the next to be tried."""

    __slots__ = ("at", "faces")

    def __init__(self, faces: tuple[int, ...]) -> None:
        super().__init__(b"\0" * 32)
        self.faces, self.at = faces, 0

    def copy(self) -> _Prefix:
        twin = _Prefix(self.faces)
        twin.at, twin.counters = self.at, self.counters.copy()
        return twin

    def roll(self, stream: str, sides: int = 6) -> int:
        if self.at == len(self.faces):
            raise _Branch(sides)
        self.at += 1
        return self.faces[self.at - 1]


def every_roll(play: Callable[[Dice], R]) -> Iterator[tuple[R, Fraction]]:
    """Each result of ``play`` with its exact probability, over all ways the dice may fall.

    >>> sum(p for r, p in every_roll(lambda d: d.roll("x") + d.roll("x")) if r == 7)
    Fraction(1, 6)
    """
    open_: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while open_:
        faces, chance = open_.pop()
        try:
            result: Any = play(_Prefix(faces))
        except _Branch as branch:
            share = chance / branch.sides
            open_.extend(((*faces, face), share) for face in range(branch.sides, 0, -1))
        else:
            yield result, chance
