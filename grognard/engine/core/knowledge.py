"""Knowledge: fog once, in the engine.

For each piece that is not its own, a viewer holds a token: the block as an eye at the table follows it. What
it has learnt of a token are facts, each with the time it was learnt. When an upright block leaves a stack of
several that look alike, their tokens are retired and as many new ones born in an order that only the game's
secret tells; the facts then belong to the group until a reveal separates it.

Viewers are the seats in order and, last, the spectator.
"""

from __future__ import annotations

from array import array
from typing import Any, NamedTuple

from .dice import Dice
from .position import frozen, in_bytes, packed

Fact = tuple[str, int, int]
"""Attribute, value, time. The attribute ``id`` is the piece's slot."""
Facts = tuple[Fact, ...]


class Token(NamedTuple):
    """What a viewer holds of one block that it does not own."""

    token: int
    node: int
    power: int
    look: str
    facts: Facts
    group: int


class Knowledge:
    """Tokens, facts and groups of every viewer.

    A copy shares each viewer's columns with its original until one of them changes (:meth:`_own`): a game is
    copied at every barrier and most orders show nothing to most viewers.
    """

    __slots__ = ("_mine", "_texts", "facts", "group_of", "groups", "next_group", "next_token", "tokens")

    def __init__(self, viewers: int, pieces: int) -> None:
        self.tokens: list[array[int]] = [array("i", [0]) * pieces for _ in range(viewers)]
        self.facts: list[dict[int, Facts]] = [{} for _ in range(viewers)]
        self.group_of: list[dict[int, int]] = [{} for _ in range(viewers)]
        self.groups: list[dict[int, tuple[Facts, ...]]] = [{} for _ in range(viewers)]
        self.next_token = [1] * viewers
        self.next_group = [1] * viewers
        self._mine = -1
        self._texts: list[bytes] = [b""] * viewers

    def copy(self) -> Knowledge:
        twin = Knowledge.__new__(Knowledge)
        twin.tokens, twin.facts = self.tokens[:], self.facts[:]
        twin.group_of, twin.groups = self.group_of[:], self.groups[:]
        twin.next_token = self.next_token[:]
        twin.next_group = self.next_group[:]
        self._mine = twin._mine = 0
        twin._texts = self._texts[:]
        return twin

    def _own(self, viewer: int) -> None:
        """Before a viewer's columns change: they must be shared with no copy, and their text is void."""
        self._texts[viewer] = b""
        if not self._mine >> viewer & 1:
            self._mine |= 1 << viewer
            self.tokens[viewer] = self.tokens[viewer][:]
            self.facts[viewer] = self.facts[viewer].copy()
            self.group_of[viewer] = self.group_of[viewer].copy()
            self.groups[viewer] = self.groups[viewer].copy()

    def viewers(self) -> range:
        return range(len(self.tokens))

    def born(self, viewer: int, pieces: list[int], dice: Dice) -> None:
        """Give pieces that come into sight together new tokens, in a secret order."""
        self._own(viewer)
        first = self.next_token[viewer]
        self.next_token[viewer] += len(pieces)
        places = dice.order(f"tokens/{viewer}", len(pieces)) if len(pieces) > 1 else [0] * len(pieces)
        for piece, place in zip(pieces, places, strict=True):
            self.tokens[viewer][piece] = first + place

    def hand(self, viewer: int, tokens: dict[int, int]) -> None:
        """Let pieces go by tokens that are given."""
        self._own(viewer)
        for piece, token in tokens.items():
            self.tokens[viewer][piece] = token

    def gone(self, viewer: int, piece: int) -> None:
        """A piece leaves everyone's sight; what is known of it goes with it."""
        token = self.tokens[viewer][piece]
        if not token:
            return
        self._own(viewer)
        self.tokens[viewer][piece] = 0
        self.facts[viewer].pop(token, None)
        group = self.group_of[viewer].pop(token, 0)
        if group:
            self._shrink(viewer, group, None)

    def mixed(self, viewer: int, pieces: list[int], dice: Dice) -> None:
        """Blocks that look alike could no longer be told apart: retire their tokens and pool their facts."""
        self._own(viewer)
        tokens = self.tokens[viewer]
        # In the order of their old tokens, so that the new ones say nothing about the slots behind them.
        pieces = sorted(pieces, key=lambda piece: tokens[piece])
        pool: list[Facts] = []
        members: list[int] = []
        joined: set[int] = set()
        for piece in pieces:
            token = tokens[piece]
            group = self.group_of[viewer].pop(token, 0)
            if group:
                joined.add(group)
            else:
                pool.append(self.facts[viewer].pop(token, ()))
        for group in sorted(joined):
            pool.extend(self.groups[viewer].pop(group))
            members.extend(token for token, g in self.group_of[viewer].items() if g == group)
        self.born(viewer, pieces, dice)
        if any(pool):
            self._pool(viewer, sorted([*members, *(tokens[piece] for piece in pieces)]), pool)

    def _pool(self, viewer: int, members: list[int], pool: list[Facts]) -> None:
        group = self.next_group[viewer]
        self.next_group[viewer] += 1
        self.groups[viewer][group] = tuple(sorted(pool))
        for token in members:
            self.group_of[viewer][token] = group

    def learn(self, viewer: int, piece: int, learnt: dict[str, int], time: int) -> None:
        """Write down facts about a piece, and take its token out of its group if they name it."""
        token = self.tokens[viewer][piece]
        if not token:
            return
        self._own(viewer)
        group = self.group_of[viewer].get(token, 0)
        if group and "id" in learnt:
            del self.group_of[viewer][token]
            known = self._shrink(viewer, group, learnt["id"])
        else:
            known = self.facts[viewer].get(token, ())
        if "id" in learnt:
            self._not_there(viewer, learnt["id"])
        facts = {name: (name, value, when) for name, value, when in known}
        facts.update((name, (name, value, time)) for name, value in learnt.items())
        self.facts[viewer][token] = tuple(sorted(facts.values()))

    def forget(self, viewer: int, piece: int, name: str) -> None:
        """Something about one of a group has changed: what was known of any of them by that name may be false now."""
        group = self.group_of[viewer].get(self.tokens[viewer][piece], 0)
        if group:
            self._own(viewer)
            pool = [tuple(fact for fact in facts if fact[0] != name) for facts in self.groups[viewer][group]]
            self._settle(viewer, group, pool)

    def _shrink(self, viewer: int, group: int, identity: int | None) -> Facts:
        """One token has left a group: take its own facts out of the pool, as far as the viewer can tell.

        A pool may be larger than its group: the members' facts are some of it. What was known without a name
        (a speed, say) is forgotten when it can no longer be told whose it was.
        """
        pool = list(self.groups[viewer][group])
        mine: Facts = ()
        if identity is not None:
            mine = next((facts for facts in pool if _names(facts, identity)), ())
            if not mine:
                pool = [facts if any(f[0] == "id" for f in facts) else () for facts in pool]
            if mine in pool:
                pool.remove(mine)
        self._settle(viewer, group, pool)
        return mine

    def _not_there(self, viewer: int, identity: int) -> None:
        """A piece that is named is none of a group: it left that group unseen and has come back."""
        for group, pool in tuple(self.groups[viewer].items()):
            if any(_names(facts, identity) for facts in pool):
                self._settle(viewer, group, [facts for facts in pool if not _names(facts, identity)])

    def _settle(self, viewer: int, group: int, pool: list[Facts]) -> None:
        """What is left of a group's facts; it is none any more when it is clear whose they are."""
        members = sorted(token for token, g in self.group_of[viewer].items() if g == group)
        settled = len(members) == len(pool) == 1
        if settled or not members or not any(pool):
            del self.groups[viewer][group]
            for token in members:
                del self.group_of[viewer][token]
            if settled and pool[0]:
                self.facts[viewer][members[0]] = pool[0]
        else:
            self.groups[viewer][group] = tuple(sorted(pool))

    def known(self, viewer: int, piece: int) -> dict[str, tuple[int, int]]:
        """What a viewer knows of a piece: attribute -> (value, time)."""
        token = self.tokens[viewer][piece]
        return {name: (value, time) for name, value, time in self.facts[viewer].get(token, ())}

    def piece_of(self, viewer: int, token: int) -> int:
        """The piece behind a viewer's token, or -1."""
        try:
            return self.tokens[viewer].index(token)
        except ValueError:
            return -1

    def dump(self) -> dict[str, Any]:
        return {
            "tokens": [list(column) for column in self.tokens],
            "facts": [sorted(facts.items()) for facts in self.facts],
            "group_of": [sorted(groups.items()) for groups in self.group_of],
            "groups": [sorted(groups.items()) for groups in self.groups],
            "next": [self.next_token, self.next_group],
        }

    @staticmethod
    def read(dumped: dict[str, Any]) -> Knowledge:
        k = Knowledge(len(dumped["tokens"]), 0)
        k.tokens = [array("i", column) for column in dumped["tokens"]]
        k.facts = [{token: frozen(facts) for token, facts in pairs} for pairs in dumped["facts"]]
        k.group_of = [dict(pairs) for pairs in dumped["group_of"]]
        k.groups = [{group: frozen(pool) for group, pool in pairs} for pairs in dumped["groups"]]
        k.next_token, k.next_group = (list(map(int, n)) for n in dumped["next"])
        return k

    def raw(self) -> bytes:
        """Everything as bytes; a viewer's part is written anew only when it has changed."""
        texts = [self._texts[viewer] or self._text(viewer) for viewer in self.viewers()]
        return b"".join((*texts, packed((self.next_token, self.next_group))))

    def _text(self, viewer: int) -> bytes:
        tables = (self.facts[viewer], self.group_of[viewer], self.groups[viewer])
        text = in_bytes(self.tokens[viewer]) + packed([sorted(table.items()) for table in tables])
        self._texts[viewer] = text
        return text


def _names(facts: Facts, identity: int) -> bool:
    return any(name == "id" and value == identity for name, value, _ in facts)
