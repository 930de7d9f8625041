"""Reading orders: texts and values walked down the tree of offers, and the reason when they lead nowhere."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

from .rules import Args, Reason, Refused
from .tree import Tree
from .verbs import (
    DONE,
    NODE,
    NODES,
    NUMBER,
    PATH,
    PIECE,
    PIECES,
    TEXT,
    WORD,
    Branch,
    Level,
    Order,
    Verb,
)  # fmt: skip


class Reader(Tree):
    """A tree of offers that orders are read against: typed token by token, or given by their values."""

    def _branch(self, tokens: tuple[str, ...]) -> Branch:
        w = self._past(Branch(self._verb(tokens[0])))
        for i, token in enumerate(tokens[1:], 2):
            w = w if w.complete else self._closed_before(w, token)
            if w.complete:
                if self._names_way(w, token):
                    w = self._take_path(Branch(w.verb, w.args[:-1]), token)
                    continue
                self._refuse_more(w, token, len(tokens) - 1 == len(w.verb.levels))
                break
            w = self._take(w, token, i < len(tokens))
        return w

    def _closed_before(self, w: Branch, token: str) -> Branch:
        """A set is closed by ``.``, or by a token that only the next level takes."""
        if not w.members or not w.level.is_set or token == DONE:
            return w
        try:
            members = [self._value(w, part) for part in token.split("+")]
        except Refused:
            return self._take_member(w, DONE)
        if all(self._reason(w, member) is None or member in w.members for member in members):
            return w
        return self._closed_for(w, token) or w

    def _closed_for(self, w: Branch, token: str) -> Branch | None:
        """The set closed, if it may be and the level after it takes the token."""
        if self._close_reason(w) is not None:
            return None
        closed = self._step_down(w, DONE)
        if closed.complete:
            return None
        try:
            self._take(closed, token, False)
        except Refused:
            return None
        return closed

    def _verb(self, token: str) -> Verb:
        low = token.casefold()
        for verb in self.verbs:
            if verb.name == low:
                reason = self._verb_reason(verb)
                if reason is not None:
                    raise Refused(*reason)
                return verb
        near = get_close_matches(low[:40], [v.name for v in self.verbs], 3, 0.5)
        open_ = [v.name for v in self.open_verbs()]
        hint = f"Did you mean {' or '.join(near)}?" if near else f"Open now: {', '.join(open_) or 'nothing'}."
        raise Refused("E.verb", f"{token[:40]!r} is no order here. {hint}", near or open_)

    def _take(self, w: Branch, token: str, more: bool) -> Branch:
        """One token down the tree, or a refusal that says why; ``more`` tokens may follow."""
        level = w.level
        if level.is_set:
            return self._take_members(w, token.split("+"), more)
        if level.kind == TEXT:
            return self._step_down(w, token)
        if level.kind == PATH and ">" in token:
            return self._take_path(w, token)
        value = self._value(w, token)
        reason = self._reason(w, value, more)
        if reason is not None:
            raise Refused(*reason)
        return self._step_down(w, value)

    def _take_member(self, w: Branch, part: str, more: bool = False) -> Branch:
        if part == DONE:
            reason = self._close_reason(w)
            if reason is not None:
                raise Refused(*reason)
            return self._step_down(w, DONE)
        return self._take_members(w, [part], more)

    def _take_members(self, w: Branch, parts: Sequence[str], more: bool = False) -> Branch:
        """The members that one token names: a person may name them in any order, for they are judged together.

        Where they are refused, what forbids the first that was named is told before what forbids another.
        """
        if DONE in parts:
            for part in parts:
                w = self._take_member(w, part, more)
            return w
        chosen = w.members or ()
        printed = self._rank if w.level.kind == PIECES else None
        for part in parts:
            so_far = tuple(sorted(set(chosen), key=printed))
            chosen = (*chosen, self._value(Branch(w.verb, w.args, so_far), part))
        again = Branch(w.verb, w.args, ())
        for member in sorted(set(chosen), key=printed):
            reason = self._reason(again, member, more)
            if reason is not None:
                alone = None if w.members else self._reason(Branch(w.verb, w.args, ()), chosen[0], more)
                raise Refused(*(alone or reason))
            again = Branch(w.verb, w.args, (*(again.members or ()), member))
        return again

    def _take_path(self, w: Branch, token: str) -> Branch:
        path = tuple(self._node(part) for part in token.split(">"))
        reason = self._reason(w, path[-1]) or self._way_reason(w, path)
        if reason is not None:
            raise Refused(*reason)
        return self._step_down(w, path)

    def _way_reason(self, w: Branch, path: tuple[int, ...]) -> Reason | None:
        """Why a path to a target is not gone: it is neither one that is offered nor the equal of one."""
        level, node = w.level, path[-1]
        if level.path is not None and path == level.path(self.t, self.seat, w.args, node):
            return None
        reason = w.verb.way(self.t, self.seat, w.args, path)
        if reason is not None and level.ways is not None and path in level.ways(self.t, self.seat, w.args, node):
            return None
        return reason and self._cited(*reason)

    def _names_way(self, w: Branch, token: str) -> bool:
        """Does a word after a whole order say by which way its target is reached?"""
        if not w.verb.has_ways or not isinstance(w.args[-1], int) or ">" not in token:
            return False
        return self._node(token.rpartition(">")[2]) == w.args[-1]

    def ways(self, order: Order) -> list[Order]:
        """This order by each way to its target that the rules tell apart; none where there is but one."""
        verb = next(v for v in self.verbs if v.name == order.verb)
        if not verb.has_ways:
            return []
        w = Branch(verb, (*order.args[:-1], order.args[-1][-1]))
        return [self._order(Branch(verb, (*w.args[:-1], way))) for way in self._ways(w)]

    def _ways(self, w: Branch) -> Sequence[tuple[int, ...]]:
        """The ways to the target of a whole order, if the rules tell several apart and none is chosen yet."""
        if not w.verb.has_ways or not isinstance(w.args[-1], int):
            return ()
        found = w.verb.levels[-1].ways(self.t, self.seat, w.args[:-1], w.args[-1])  # type: ignore[misc]
        return found if len(found) > 1 else ()

    def _spelled(self, way: tuple[int, ...]) -> str:
        return ">".join([self.t.title.node_name(self.t, node) for node in way])

    # Reading

    def _node(self, text: str) -> int:
        node: int = self.t.title.place(self.t, text)
        return node

    def _value(self, w: Branch, token: str) -> int:
        kind = w.level.kind
        if kind in (PIECE, PIECES):
            return self._piece(w, token)
        if kind in (NODE, NODES, PATH):
            return self._node(token)
        if kind == NUMBER:
            if not token.isascii() or not token.isdigit() or len(token) > 6:
                raise Refused("E.parse", f"{token[:40]!r} is not a number that fits here.")
            return int(token)
        words = self._words(w)
        low = token.casefold()
        for i, word in enumerate(words):
            if word.casefold() == low:
                return i
        words = tuple(word for i, word in enumerate(words) if self._reason(w, i) is None)
        near = get_close_matches(low[:40], words, 3, 0.4)
        hint = " or ".join(near) if near else ", ".join(words[:12]) or "none now"
        raise Refused("E.choice", f"{token[:40]!r} is not a {w.level.name}. Choices: {hint}.", near)

    def _piece(self, w: Branch, token: str) -> int:
        pieces = self.t.pieces_named(self.seat, token)
        if not pieces:
            t = self.t
            names = list(dict.fromkeys(self._text(w, v) for v in self._listed(w.level, self.allowed(w))))
            others = {t.title.piece_name(t, i) for stack in t.p.stacks.values() for i in stack if t.sees(self.seat, i)}
            near = get_close_matches(token[:40], names, 3, 0.3) or get_close_matches(token[:40], sorted(others), 3, 0.6)
            hint = f" Did you mean {' or '.join(near)}?" if near else f" Choices: {', '.join(names[:6]) or 'none now'}."
            raise Refused("E.piece", f"There is no piece {token[:40]!r} that this seat can name.{hint}", near)
        chosen = w.members or ()
        fresh = [p for p in pieces if p not in chosen] or pieces
        bits = self.allowed(w)
        if chosen:  # the members may be named in any order, and some join only in company
            bits |= self.allowed(Branch(w.verb, w.args, ()))
        return next((p for p in fresh if bits >> p & 1), fresh[0])

    def parse(self, text: str) -> Order:
        """Read a text order; refuse it with the rule that forbids it."""
        tokens = text.split()
        if not tokens:
            open_ = [v.name for v in self.open_verbs()]
            raise Refused("E.parse", f"Nothing was ordered. Open now: {', '.join(open_) or 'nothing'}.", open_)
        if len(text) > 4000 or len(tokens) > 60:
            raise Refused("E.parse", "The order is too long.")
        w = self._past(Branch(self._verb(tokens[0])))
        for i, token in enumerate(tokens[1:], 1):
            if w.complete:
                if self._names_way(w, token):
                    w = self._take_path(Branch(w.verb, w.args[:-1]), token)
                    continue
                self._refuse_more(w, token, len(tokens) - 1 == len(w.verb.levels))
                break
            if w.level.kind == TEXT:
                return self._finish(self._judged(w, w.level, " ".join(tokens[i:])))
            w = self._take(w, token, i < len(tokens) - 1)
            if not w.complete and w.level.is_set and w.members and token != DONE:
                w = self._take_member(w, DONE)
        w = self._closed(w)
        if not w.complete:
            self._refuse_short(w)
        return self._finish(w)

    def _refuse_more(self, w: Branch, token: str, last: bool) -> None:
        """A word after a complete order: it may name the last level's one choice, or one that a rule forbids."""
        level = w.verb.levels[-1] if w.verb.levels else None
        if last and level is not None and level.optional and level.kind != TEXT and isinstance(w.args[-1], int):
            before = Branch(w.verb, w.args[:-1])
            value = self._value(before, token)
            if value == w.args[-1]:
                return
            reason = self._reason(before, value)
            if reason is not None:
                raise Refused(*reason)
        raise Refused("E.parse", f"The order is complete before {token[:40]!r}.")

    def judge(self, order: Order) -> Order:
        """The same order if it is offered now, else a refusal. Walks the values, not the text."""
        if self.issued(order):
            return order
        verb, args, _ = order
        w = Branch(self._verb(verb if isinstance(verb, str) else ""))
        if not isinstance(args, tuple) or len(args) != len(w.verb.levels):
            raise Refused("E.parse", "The order does not have the parts that it needs.")
        for level, value in zip(w.verb.levels, args, strict=True):
            w = self._judged(w, level, value)
        return self._finish(w)

    def issued(self, order: Order) -> bool:
        """Did this decision itself make the order?"""
        try:
            return self._made.get(order[:2]) == order.text
        except TypeError:
            return False

    def _judged(self, w: Branch, level: Level, value: Any) -> Branch:
        if level.kind == TEXT:
            if not isinstance(value, str) or not value.isprintable() or len(value) > 4000:
                raise Refused("E.parse", "The order's text is missing, too long or cannot be printed.")
            return Branch(w.verb, (*w.args, value))
        several = level.is_set or level.kind == PATH
        parts = value if several and isinstance(value, tuple) else (value,)
        named = parts or level.is_set  # a set may be empty: what closes it says so
        if not named or any(type(part) is not int or not 0 <= part < self._bound(w) for part in parts):
            raise Refused("E.choice", f"The order's {level.name} is not among the choices here.")
        if level.is_set:
            return self._judged_set(w, parts)
        reason = self._reason(w, parts[-1], not w.last)
        if reason is None and level.kind == PATH and level.path is not None:
            if isinstance(value, int):
                value = level.path(self.t, self.seat, w.args, value)
            reason = self._way_reason(w, value)
        if reason is not None:
            raise Refused(*reason)
        return Branch(w.verb, (*w.args, value))

    def _judged_set(self, w: Branch, parts: tuple[int, ...]) -> Branch:
        w = Branch(w.verb, w.args, ())
        for member in parts:
            reason = self._reason(w, member, not w.last)
            if reason is not None:
                raise Refused(*reason)
            w = Branch(w.verb, w.args, (*(w.members or ()), member))
        reason = self._close_reason(w)
        if reason is not None:
            raise Refused(*reason)
        return Branch(w.verb, (*w.args, parts))

    def _bound(self, w: Branch) -> int:
        """Values of a level are below this."""
        kind = w.level.kind
        if kind in (PIECE, PIECES):
            return len(self.t.p.at)
        if kind in (NODE, NODES, PATH):
            return int(self.t.title.nodes(self.t))
        return len(self._words(w)) if kind == WORD else 1_000_000

    def _closed(self, w: Branch) -> Branch:
        """What a text leaves out at its end: a set is closed, an empty one too if it may be; the optional is left."""
        while not w.complete:
            if w.level.is_set and (w.members or self._close_reason(Branch(w.verb, w.args, ())) is None):
                w = self._take_member(w, DONE)
            elif w.level.kind == TEXT and w.level.optional:
                w = self._step_down(w, "")
            elif w.level.optional and self.allowed(w) & 1:
                w = self._step_down(w, 0)
            else:
                break
        return w

    def _refuse_short(self, w: Branch) -> None:
        near = [c.text for c in self._children(w)[:6]] if w.level.kind != TEXT else []
        choices = f" Choices: {', '.join(near)}." if near else ""
        raise Refused("E.parse", f"The order is not complete.{choices}", near)

    def _finish(self, w: Branch) -> Order:
        reason = self._refusal(w)
        if reason is not None:
            raise Refused(*reason)
        return self._order(w)

    def _refusal(self, w: Branch) -> Reason | None:
        """Why a branch that came to its end is not taken after all."""
        levels = w.verb.levels
        if self.step.debts and (not levels or levels[-1].kind in (PIECES, NODES, TEXT)):
            broken = self._broken(w)
            if broken is not None:
                return broken
        reason = w.verb.refuse(self.t, self.seat, w.args)
        return reason and self._cited(*reason)

    def _order(self, w: Branch) -> Order:
        verb, args = w.verb, w.args
        if verb.has_path:
            filled = list(args)
            for i, level in enumerate(verb.levels):
                if level.kind == PATH and isinstance(filled[i], int) and level.path is not None:
                    filled[i] = level.path(self.t, self.seat, tuple(filled[:i]), filled[i])
            args = tuple(filled)
        text = self._made[verb.name, args] = self.write(verb, args)
        return Order(verb.name, args, text)

    def write(self, verb: Verb, args: Args) -> str:
        """The text form of an order."""
        words = [verb.name]
        last = len(args) - 1
        for i, (level, value) in enumerate(zip(verb.levels, args, strict=True)):
            if level.optional and value == 0 and i == last:
                continue
            if level.is_set:
                words.append("+".join([self._word(level, args[:i], v) for v in value]) or DONE)
            elif level.kind == PATH and not isinstance(value, int):
                words.append(self._spelled(value))
            elif level.kind == TEXT:
                words.extend(value.split())
            else:
                words.append(self._word(level, args[:i], value))
        return " ".join(words)

    # Why not

    def why_not(self, order: Order | str) -> Reason | None:
        """The rule and sentence that refuse an order or a prefix of one, or None when it is offered."""
        tokens = tuple(str(order).split())
        try:
            if isinstance(order, Order):
                self.parse(order.text)
            elif tokens:
                self._branch(tokens)
        except Refused as refused:
            return refused.reason
        return None

    # Listing and sampling
