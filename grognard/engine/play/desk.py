"""The desk beside the table: what a seat may always do.

Standing orders answer a seat's questions for it. Proposals (rollback, adjustment, and those a title brings:
resignation that may be refused, armistice, extension) wait here until everyone who must agree has answered.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..core import proof
from ..core.frames import PARALLEL, PROPOSAL, Frame, frame
from ..core.offers import NUMBER, TEXT, WORD, Level, Verb
from ..core.position import frozen
from ..core.rules import Args, Mask, Reason
from ..core.step import Step
from ..core.table import Table
from ..words.scene import adjust, adjustment_for


class Desk:
    """Standing orders of each seat, the open proposals, and the nonces that were promised and given."""

    __slots__ = ("next_id", "pledges", "proposals", "settled", "standing")

    def __init__(self, seats: int) -> None:
        self.standing: list[tuple[tuple[str, str], ...]] = [()] * seats
        self.proposals: tuple[Frame, ...] = ()
        self.next_id = 1
        self.pledges: list[tuple[str, str]] = [("", "")] * seats
        """Of each seat: the hash of its nonce, and the nonce."""
        self.settled: Frame | None = None
        """The proposal that the last answer settled by agreement."""

    def copy(self) -> Desk:
        twin = Desk(0)
        twin.standing, twin.proposals, twin.next_id = self.standing[:], self.proposals, self.next_id
        twin.pledges = self.pledges[:]
        return twin

    def dump(self) -> list[Any]:
        pledges = [self.pledges] if any(promised for promised, _ in self.pledges) else []
        return [self.standing, [p.dump() for p in self.proposals], self.next_id, *pledges]

    def restore(self, dumped: list[Any]) -> None:
        self.standing = [frozen(s) for s in dumped[0]]
        self.proposals = tuple(Frame.read(p) for p in dumped[1])
        self.next_id = dumped[2]
        self.pledges = [(str(promised), str(nonce)) for promised, nonce in dumped[3]] if dumped[3:] else self.pledges

    def pledged(self, seat: int, verb: str, value: str) -> str:
        """Take a promise or a nonce, or say what is wrong with it. No nonce is shown before all are promised."""
        promised, given = self.pledges[seat]
        if verb == "promise" and not promised and proof.is_hex(value, 64):
            self.pledges[seat] = (value, "")
        elif verb != "nonce" or not all(one for one, _ in self.pledges):
            return "A seat promises one nonce, and gives it when all have promised theirs."
        elif given or not proof.is_hex(value, proof.NONCE) or proof.promise(value) != promised:
            return "This is not the nonce that was promised, or it was given already."
        else:
            self.pledges[seat] = (promised, value)
        return ""

    def nonces(self) -> tuple[str, ...]:
        """The nonces of all seats, or none until the last is there."""
        given = tuple(nonce for _, nonce in self.pledges)
        return given if all(given) else ()

    def answer(self, seat: int, question: str) -> str:
        """The standing order for a question, or an empty string."""
        return dict(self.standing[seat]).get(question, "")

    def find(self, number: int) -> Frame | None:
        return next((p for p in self.proposals if p["id"] == number), None)

    def to_answer(self, seat: int) -> list[Frame]:
        """The proposals that wait for a seat."""
        return [p for p in self.proposals if seat in p["needs"] and seat not in p["agreed"]]


class Proposal:
    """A kind of proposal: who may make it, who must agree, and what follows."""

    name: str = ""
    rule: str = ""
    words: bool = False
    """True when the proposal carries a text (a change, a number)."""

    def may(self, t: Table, seat: int) -> bool:
        return t.outcome is None

    def check(self, t: Table, seat: int, text: str) -> str:
        """What is wrong with the text, or an empty string."""
        return ""

    def text_for(self, t: Table, viewer: int, seat: int, text: str) -> str:
        """The proposal's text in a viewer's words."""
        return text

    def needs(self, t: Table, seat: int) -> tuple[int, ...]:
        return tuple(s for s in range(len(t.seats)) if s != seat)

    def agreed(self, t: Table, proposer: int, text: str) -> None:
        """Everyone who must has agreed."""

    def declined(self, t: Table, proposer: int, by: int, text: str) -> None:
        """Someone has refused."""


class Rollback(Proposal):
    """Go back past a barrier, with other dice to come. The game does it; see ``Game``."""

    name = "rollback"
    words = True

    def check(self, t: Table, seat: int, text: str) -> str:
        ok = text.isascii() and text.isdigit() and len(text) < 9
        return "" if ok else "A rollback names the number of the entry to go back to."

    def text_for(self, t: Table, viewer: int, seat: int, text: str) -> str:
        """The entry by the viewer's own count; what is kept is the journal's number, and then each viewer's."""
        _, *counted = text.split()
        return counted[viewer] if counted else text


class Adjust(Proposal):
    """Change the position by agreement, when the engine is wrong."""

    name = "adjust"
    words = True

    def may(self, t: Table, seat: int) -> bool:
        return t.outcome is None and t.frame.kind != PARALLEL

    def check(self, t: Table, seat: int, text: str) -> str:
        return adjust(t.copy(), text, seat)

    def text_for(self, t: Table, viewer: int, seat: int, text: str) -> str:
        """Pieces that the viewer cannot read go by their tokens, and what they hide stays hidden."""
        return adjustment_for(t, text, seat, viewer)

    def agreed(self, t: Table, proposer: int, text: str) -> None:
        for viewer in t.viewers:
            t.emit("adjusted", to=(viewer,), change=self.text_for(t, viewer, proposer, text))
        adjust(t, text, proposer)


class Resign(Proposal):
    """Give the game up; no one has to agree."""

    name = "resign"
    rule = "E.resign"

    def needs(self, t: Table, seat: int) -> tuple[int, ...]:
        return ()

    def agreed(self, t: Table, proposer: int, text: str) -> None:
        others = [s for s in range(len(t.seats)) if s != proposer]
        t.close(others, "resignation", f"{t.seat_name(proposer)} resigned.", self.rule)


class NewerRules(Proposal):
    """Go on under the newest rules of the title; what has been played stays as it was."""

    name = "rules"

    def may(self, t: Table, seat: int) -> bool:
        apart = any(frame.kind == PARALLEL for frame in t.agenda)
        return t.outcome is None and not apart and t.rules.level < t.title.meta.rules

    def agreed(self, t: Table, proposer: int, text: str) -> None:
        t.rules = t.rules.at_level(t.title.meta.rules)
        t.emit("newer_rules", level=t.rules.level)


class Finish(Proposal):
    """Let an end that might be followed by more be the last; no one has to agree."""

    name = "finish"

    def may(self, t: Table, seat: int) -> bool:
        return t.outcome is not None and not t.outcome.final

    def needs(self, t: Table, seat: int) -> tuple[int, ...]:
        return ()

    def agreed(self, t: Table, proposer: int, text: str) -> None:
        finish(t)


def finish(t: Table) -> None:
    """No one may open the game again: nothing of it need stay secret."""
    if t.outcome is not None:
        t.outcome = t.outcome._replace(final=True)


ENGINE_PROPOSALS: dict[str, Proposal] = {p.name: p for p in (Rollback(), Adjust(), Resign(), Finish(), NewerRules())}


def proposals(t: Table) -> Mapping[str, Proposal]:
    """The engine's proposals and the title's own."""
    return {**ENGINE_PROPOSALS, **t.title.proposals}


def said(t: Table, p: Frame, viewer: int) -> str:
    """A proposal in a viewer's words."""
    text = proposals(t)[p.step].text_for(t, viewer, p.seat, p["text"])
    return f"{p['id']}: {t.seat_name(p.seat)} proposes {p.step} {text}".strip()


class Standing(Step):
    """The pseudo-step behind ``g.offers(seat)``."""

    name = "standing offers"

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.verbs = (Propose(desk), Accept(desk), Decline(desk), SetStanding(desk))

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        waiting = self.desk.to_answer(seat)
        if waiting:
            return f"To answer: {'; '.join(said(t, p, seat) for p in waiting)}."
        return "Resign, propose, or set standing orders."


def _kinds(t: Table, seat: int, args: Args) -> tuple[str, ...]:
    return tuple(sorted(proposals(t)))


def kind_of(t: Table, args: Args) -> str:
    """The kind of a proposal, by the values of its order."""
    return _kinds(t, 0, ())[args[0]]


def _allowed_kinds(t: Table, seat: int, args: Args) -> int:
    return sum(1 << i for i, name in enumerate(_kinds(t, seat, args)) if proposals(t)[name].may(t, seat))


class Propose(Verb):
    """``propose resign``, ``propose rollback 120``, ``propose adjust 84inf at Caen``."""

    name = "propose"
    levels = (
        Level("kind", WORD, masks=(Mask("E.proposal", _allowed_kinds),), words=_kinds),
        Level("text", TEXT, optional=True),
    )

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def refuse(self, t: Table, seat: int, args: Args) -> Reason | None:
        kind = proposals(t)[kind_of(t, args)]
        wrong = kind.check(t, seat, args[1]) if kind.words else "This proposal takes no text." if args[1] else ""
        return Reason("E.proposal", wrong) if wrong else None

    def apply(self, t: Table, seat: int, args: Args) -> None:
        kind = proposals(t)[kind_of(t, args)]
        text = args[1] if kind.words else ""
        number, self.desk.next_id = self.desk.next_id, self.desk.next_id + 1
        needs = kind.needs(t, seat)
        made = frame(kind.name, PROPOSAL, seat, id=number, text=text, needs=needs, agreed=())
        for viewer in t.viewers:
            words = kind.text_for(t, viewer, seat, text)
            t.emit("proposed", kind.rule, to=(viewer,), what=kind.name, number=number, text=words)
        if needs:
            self.desk.proposals = (*self.desk.proposals, made)
        else:
            self.desk.settled = made
            kind.agreed(t, seat, text)


class _Answer(Verb):
    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.levels = (
            Level("proposal", NUMBER, universe=lambda t, s, a: sum(1 << p["id"] for p in desk.to_answer(s))),
        )


class Accept(_Answer):
    """Agree to a proposal; one that could no longer be made, as when the game is over, comes to nothing."""

    name = "accept"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        desk, made = self.desk, self.desk.find(args[0])
        if made is None:
            return
        agreed = (*made["agreed"], seat)
        t.emit("accepted", number=args[0])
        rest = tuple(p for p in desk.proposals if p["id"] != args[0])
        kind = proposals(t)[made.step]
        if not kind.may(t, made.seat):
            desk.proposals = rest
            t.emit("lapsed", number=args[0])
        elif set(agreed) >= set(made["needs"]):
            desk.proposals, desk.settled = rest, made
            kind.agreed(t, made.seat, made["text"])
        else:
            desk.proposals = (*rest, made.having(agreed=agreed))


class Decline(_Answer):
    """Refuse a proposal; the game goes on, or its end is final."""

    name = "decline"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        desk, made = self.desk, self.desk.find(args[0])
        if made is None:
            return
        desk.proposals = tuple(p for p in desk.proposals if p["id"] != args[0])
        t.emit("declined", number=args[0])
        kind = proposals(t)[made.step]
        if kind.may(t, made.seat):
            finish(t)
        kind.declined(t, made.seat, seat, made["text"])


def _questions(t: Table, seat: int, args: Args) -> tuple[str, ...]:
    return tuple(sorted(name for name, step in t.title.steps.items() if step.standing))


def _answers(t: Table, seat: int, args: Args) -> tuple[str, ...]:
    return ("ask", *t.title.steps[_questions(t, seat, ())[args[0]]].standing)


class SetStanding(Verb):
    """``standing losses weakest`` lets the engine answer that question; ``standing losses ask`` asks again."""

    name = "standing"
    levels = (Level("question", WORD, words=_questions), Level("answer", WORD, words=_answers))
    masks = (Mask("E.verb", lambda t, s, a: int(bool(_questions(t, s, a)))),)

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def apply(self, t: Table, seat: int, args: Args) -> None:
        orders = dict(self.desk.standing[seat])
        question = _questions(t, seat, ())[args[0]]
        if args[1]:
            orders[question] = _answers(t, seat, args)[args[1]]
        else:
            orders.pop(question, None)
        self.desk.standing[seat] = tuple(sorted(orders.items()))


STANDING_VERBS = frozenset(verb.name for verb in (Propose, Accept, Decline, SetStanding))
