"""The tree of offers: each level of a verb narrowed by labelled masks, and the reason for what they leave out.

Candidates are bits of an int. What is offered, what is greyed and why come from the same masks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...board.hexset import members
from .rules import Args, Debt, Mask, Owed, Reason
from .verbs import DONE, NODE, NODES, NUMBER, PATH, PIECE, PIECES, TEXT, WORD, Branch, Choice, Level, Universe, Verb

if TYPE_CHECKING:
    from .frames import Frame
    from .step import Step
    from .table import Table


class Tree:
    """The tree of offers of one decision: its levels narrowed by masks, and why what is not there is not."""

    def __init__(self, t: Table, frame: Frame, step: Step, seat: int) -> None:
        self.t, self.frame, self.step, self.seat = t, frame, step, seat
        self.verbs = step.verbs
        self._allowed: dict[Any, int] = {}
        self._answers: dict[Universe, int] = {}
        self._made: dict[tuple[str, Args], str] = {}
        self._open: list[Verb] | None = None
        self._unread = -1
        t.still = {}

    @property
    def prompt(self) -> str:
        return self.step.prompt(self.t, self.frame, self.seat)

    @property
    def debts(self) -> list[Owed]:
        return [owed._replace(rule=self.t.title.number(owed.rule)) for owed in self.step.owed(self.t, self.seat)]

    # Down the tree

    def open_verbs(self) -> list[Verb]:
        """The verbs that have an offer, each looked at one level deep."""
        if self._open is None:
            self._open = self._opened()
        return self._open

    def _opened(self) -> list[Verb]:
        """Cheaply first: without candidates no condition is asked."""
        t, seat, opened = self.t, self.seat, []
        if t.rules.off:
            return [verb for verb in self.verbs if self._opens(verb)]
        for verb, glance, opening in self.step.openings:
            bits = -1 if glance is None else glance(t, seat)
            if not bits:
                continue
            if opening is None:
                if self._opens(verb):
                    opened.append(verb)
                continue
            key, universe, one_of, masks, owes, closes = opening
            if bits < 0:
                bits = self._answer(universe) if one_of else universe(t, seat, ())
                if not (bits or closes) or (verb.guarded and self._shut(verb) is not None):
                    continue
                for allowed, shared in masks:
                    if not bits:
                        break
                    bits &= self._answer(allowed) if shared else allowed(t, seat, ())
            if owes and bits:
                bits = self._payable(verb.root, bits)
            self._allowed[key] = bits
            if bits or (closes and self._closes(Branch(verb, (), ()))):
                opened.append(verb)
        return opened

    def _opens(self, verb: Verb) -> bool:
        return not (verb.guarded and self._shut(verb) is not None) and self._has_offer(verb.root)

    def _has_offer(self, w: Branch) -> bool:
        if w.complete:
            return self._kept(w)
        if w.level.kind == TEXT:
            return True
        if self.allowed(w):
            return True
        return w.level.is_set and self._closes(w if w.members is not None else Branch(w.verb, w.args, ()))

    def _shut(self, verb: Verb) -> Mask | Owed | None:
        """What closes a verb: a condition of its own, or what must be repaired before it."""
        t, off = self.t, self.t.rules.off
        for mask in verb.masks:
            condition = mask.under(off) if off else mask.allowed
            if condition is not None and not condition(t, self.seat, ()) & 1:
                return mask
        for owed in self.step.owed(t, self.seat) if verb.ends and self.step.debts else ():
            return owed
        return None

    def _verb_reason(self, verb: Verb) -> Reason | None:
        shut = self._shut(verb)
        if shut is None:
            return None
        if isinstance(shut, Owed):
            return self._cited(shut.rule, shut.sentence)
        return self._inner(shut, (), 0) or self._said(shut, (), 0)

    def allowed(self, w: Branch) -> int:
        """The candidates of the next level that every mask leaves, as bits."""
        found = self._allowed.get(w.key)
        if found is None:
            found = self._allowed[w.key] = self._narrow(w)
        return found

    def _narrow(self, w: Branch) -> int:
        t, seat, level, seen = self.t, self.seat, w.level, w.seen if w.members else w.args
        if level.universe is None:
            bits = (1 << len(self._words(w))) - 1
        else:
            bits = level.universe(t, seat, seen) if seen else self._answer(level.universe)
        off = t.rules.off
        for mask in level.masks:
            if not bits:
                return 0
            condition = mask.under(off) if off else mask.allowed
            if condition is not None:
                bits &= condition(t, seat, seen) if seen else self._answer(condition)
        if w.members and bits:
            bits = self._after(level, bits, w.members[-1])
        if bits and w.last and not level.is_set and self.step.debts:
            return self._payable(w, bits)
        return bits

    def _answer(self, fn: Universe) -> int:
        """What a universe or mask leaves at the first level; several verbs may share one."""
        found = self._answers.get(fn)
        if found is None:
            found = self._answers[fn] = fn(self.t, self.seat, ())
        return found

    def _payable(self, w: Branch, bits: int) -> int:
        """The last choices that leave every debt payable."""
        t, seat, name = self.t, self.seat, w.verb.name
        for debt in self._careful(name):
            unsure = bits if debt.spares is None else bits & ~debt.spares(t, seat, name, w.args)
            if debt.exact:
                bits ^= unsure
                continue
            for value in members(unsure) if unsure else ():
                if not debt.keeps(t, seat, name, (*w.args, value)):  # type: ignore[misc]
                    bits ^= 1 << value
        return bits

    def _listed(self, level: Level, bits: int) -> Sequence[int]:
        """The candidates in printed order: hidden pieces by token, for their slots would tell who they are."""
        found = members(bits)
        return sorted(found, key=self._rank) if level.of_pieces and self._any_hidden(bits) else found

    def _after(self, level: Level, bits: int, last: int) -> int:
        """The candidates that come after ``last`` in printed order."""
        if level.of_pieces and self._any_hidden(bits | 1 << last):
            rank = self._rank(last)
            return sum(1 << value for value in members(bits) if self._rank(value) > rank)
        return bits >> (last + 1) << (last + 1)

    def _any_hidden(self, pieces: int) -> bool:
        """Is there one among them whose face the seat may not read?"""
        t = self.t
        return t.title.fog and bool(pieces & ~t.pieces_of(self.seat) and pieces & self._hidden())

    def _hidden(self) -> int:
        """The pieces whose face the seat may not read."""
        if self._unread < 0:
            self._unread = self.t.unread(self.seat)
        return self._unread

    def _rank(self, piece: int) -> tuple[int, int]:
        return (0, piece) if self.t.sees(self.seat, piece) else (1, self.t.know.tokens[self.seat][piece])

    def _careful(self, verb: str) -> tuple[Debt, ...]:
        """The debts that an order of this verb could make unpayable."""
        found, off = self.step.careful[verb], self.t.rules.off
        return tuple([debt for debt in found if debt.rule not in off]) if off and found else found

    def _kept(self, w: Branch) -> bool:
        return self._broken(w) is None

    def _broken(self, w: Branch) -> Reason | None:
        """The debt that this order would make unpayable."""
        for debt in self._careful(w.verb.name):
            if not debt.keeps(self.t, self.seat, w.verb.name, w.args):  # type: ignore[misc]
                return self._cited(debt.rule)
        return None

    def _closes(self, w: Branch) -> bool:
        return self._close_reason(w) is None

    def _close_reason(self, w: Branch) -> Reason | None:
        for mask in w.level.closes:
            condition = mask.under(self.t.rules.off)
            if condition is not None and not condition(self.t, self.seat, w.seen) & 1:
                return self._inner(mask, w.seen, 0) or self._said(mask, w.seen, 0)
        if not w.members and not w.level.closes:
            return Reason("E.choice", "Choose at least one.")
        return None

    def _words(self, w: Branch) -> tuple[str, ...]:
        return w.level.words(self.t, self.seat, w.seen) if w.level.words else ()

    def _text(self, w: Branch, value: int) -> str:
        return self._word(w.level, w.args, value)

    def _word(self, level: Level, args: Args, value: int) -> str:
        """A value of a level in text, after the values ``args``."""
        t, kind = self.t, level.kind
        if kind in (PIECE, PIECES):
            return t.name_for(self.seat, value)
        if kind in (NODE, NODES, PATH):
            return t.node_name(value)
        if kind == WORD and level.words is not None:
            return level.words(t, self.seat, args)[value]
        return str(value)

    def _step_down(self, w: Branch, value: Any) -> Branch:
        """The branch after a choice, past optional levels that leave nothing to choose."""
        if w.level.is_set:
            if value != DONE:
                return Branch(w.verb, w.args, (*(w.members or ()), value))
            value = w.members or ()
        down = Branch(w.verb, (*w.args, value))
        return down if down.complete or not down.level.optional else self._past(down)

    def _past(self, w: Branch) -> Branch:
        while not w.complete and w.level.optional and w.level.kind != TEXT:
            bits = self.allowed(w)
            if bits & (bits - 1) or not bits:
                break
            w = Branch(w.verb, (*w.args, bits.bit_length() - 1), None)
        return w

    def _children(self, w: Branch) -> list[Choice]:
        level = w.level
        bits = self.allowed(w)
        out: list[Choice] = []
        one_name = level.of_pieces
        seen = self._passed_over(w) if one_name else set()
        for value in self._listed(level, bits):
            if one_name:
                called = self._called(value)
                if called in seen:
                    continue
                seen.add(called)
            text = self._text(w, value)
            cost = level.cost(self.t, self.seat, w.seen, value) if level.cost is not None else None
            final = False if level.is_set else self._step_down(w, value).complete
            out.append(Choice(text, value, final, cost))
        if level.is_set and self._closes(w):
            out.append(Choice(DONE, DONE, self._step_down(w, DONE).complete, None))
        return out

    def _passed_over(self, w: Branch) -> set[Any]:
        """What a set could have had from an earlier piece: of equal pieces the first is meant."""
        if not w.members:
            return set()
        open_ = (
            self.allowed(Branch(w.verb, w.args, ())) & self.t.title.shared_names(self.t) & ((1 << w.members[-1]) - 1)
        )
        return {self._called(value) for value in members(open_) if value not in w.members}

    def _called(self, piece: int) -> Any:
        """What tells a piece from others for the seat: its name, or itself where the seat goes by tokens."""
        return ~piece if self._hidden() >> piece & 1 else self.t.title.called(self.t, piece)

    # Why not

    def _reason(self, w: Branch, value: int, more: bool = False) -> Reason | None:
        """Why ``value`` is not offered at this level, or None when it is, or when ``more`` to come will say why."""
        probe = w if not w.level.is_set or w.members is not None else Branch(w.verb, w.args, ())
        if self.allowed(probe) >> value & 1 if value >= 0 else False:
            return None
        t, level, seen = self.t, w.level, probe.seen
        if level.universe is not None and not (value >= 0 and level.universe(t, self.seat, seen) >> value & 1):
            return self._not_among(probe, value)
        for mask in level.masks:
            condition = mask.under(t.rules.off)
            if condition is not None and not condition(t, self.seat, seen) >> value & 1:
                if mask.ahead and more:
                    return None
                return self._inner(mask, seen, value) or self._said(mask, seen, value)
        if w.members and value in w.members:
            return Reason("E.choice", f"{self._text_or(w, value)} is chosen already.")
        if not level.is_set:
            broken = self._broken(Branch(w.verb, (*w.args, value)))
            if broken is not None:
                return broken
        return self._not_among(probe, value)

    def _not_among(self, w: Branch, value: int) -> Reason:
        """The refusal of a value that no rule forbids: of words and numbers it says which there are."""
        few = members(self.allowed(w))[:12] if w.level.kind in (NUMBER, WORD) else ()
        there = f" Choices: {', '.join(self._text(w, one) for one in few)}." if few else ""
        return Reason("E.choice", f"{self._text_or(w, value)} is not among the {w.level.name} choices here.{there}")

    def _text_or(self, w: Branch, value: int) -> str:
        try:
            return self._text(w, value)
        except (LookupError, ValueError):
            return str(value)

    def _inner(self, mask: Mask, seen: Args, value: int) -> Reason | None:
        """Which of the rules that make a condition together forbids the value: the first without which it is free."""
        for label, looser in mask.without:
            if label not in self.t.rules.off and looser(self.t, self.seat, seen) >> value & 1:
                said = mask.say(self.t, self.seat, seen, value) if mask.say and label in mask.told else ""
                return self._cited(self.t.title.nearer_rule(self.t, label, seen, value), said)
        return None

    def _said(self, mask: Mask, seen: Args, value: int) -> Reason:
        sentence = mask.say(self.t, self.seat, seen, value) if mask.say else ""
        return self._cited(self.t.title.nearer_rule(self.t, mask.rule, seen, value), sentence)

    def _cited(self, label: str, sentence: str = "") -> Reason:
        """A reason by the number in the title's own book, in its sentence unless there is a better one."""
        number = self.t.title.number(label)
        return Reason(number, sentence or self.t.title.book.sentence(number))
