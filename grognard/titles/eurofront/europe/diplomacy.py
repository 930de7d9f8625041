"""Diplomacy (16.6): one event a month for Allies and Soviets together, one for the Axis; conditions, die, effects."""

from __future__ import annotations

from grognard.board.hexset import from_iter
from grognard.engine.core.cache import cached_between_orders
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import WORD, End, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step

from .. import tables
from . import history, predicates, rebels, victory
from .conditions import betrayal
from .effects import EFFECTS, FAILURES
from .standing import LASTING, holds
from .state import ALLIED, AXIS, SOVIET, Table, position
from .steamroller import BUILDUPS

OFTEN = frozenset(("MR", "ME", "XR", "SR"))
"""Those that may happen more than once: their conditions say how often."""
ONCE = frozenset(("YX",))
"""Those that are tried once only, for their failure has consequences (DE.YX)."""
EASED = "minus 1 a prior failure"
SECRET = "SA"
"""The event whose conditions the Soviets alone can see."""
NAMED = {"ME": rebels.MANDATES, "MR": rebels.MANDATES}
WORDS = tuple(
    f"{event.id}:{named}" if named else event.id
    for event in tables.events().values()
    for named in NAMED.get(event.id, ("",))
)
"""Every attempt; those of the Mid East name a mandate."""
POWER = {"AXIS": AXIS, "ALLIES": ALLIED, "SOVIET": SOVIET}


def event_of(number: int) -> tuple[tables.Event, str]:
    """The event of an attempt, and the mandate that it names."""
    name, _, mandate = WORDS[number].partition(":")
    return tables.events()[name], mandate


# Attempts


def side(t: Table) -> tuple[int, ...]:
    """The powers whose events are tried in this phase (16.6): of three seats each proposes its own (16.6/b)."""
    if t.frame.power == AXIS or victory.apart(t):
        return (t.frame.power,)
    return ALLIED, SOVIET


def of_the_side(t: Table, seat: int, args: Args) -> int:
    own = side(t)
    return from_iter(n for n in range(len(WORDS)) if POWER[event_of(n)[0].side] in own)


def not_yet(t: Table, seat: int, args: Args) -> int:
    """What has happened is not tried again, unless it has lapsed (16.6)."""
    return from_iter(n for n in range(len(WORDS)) if _is_new(t, event_of(n)[0].id))


def in_the_game(t: Table, name: str) -> bool:
    """Is an event open in the scenario: a smaller one may name those that it has, a larger one what it lacks?"""
    plan = t.world.scenario
    return name in plan.get("only_events", tables.events()) and name not in plan.get("without_events", ())


def _is_new(t: Table, name: str) -> bool:
    if not in_the_game(t, name):
        return False
    if name in ONCE and failed(name) in t.p.politics:
        return False
    if name == "SA":
        return name not in t.p.politics and int(t.p.politics.get(BUILDUPS, 0)) < 2
    if name in OFTEN or name == BUILDUPS or name not in t.p.politics:
        return True
    return name in LASTING and not holds(t, name)


def possible(t: Table, seat: int, args: Args) -> int:
    """The preconditions of an event must hold, and some die succeed (16.6)."""
    return _possible(t, t.frame.power == AXIS)


@cached_between_orders
def _possible(t: Table, axis: bool) -> int:
    own = of_the_side(t, -1, ())
    open_ones = [n for n in range(len(WORDS)) if own >> n & 1 and in_the_game(t, event_of(n)[0].id)]
    return from_iter(n for n in open_ones if predicates.best(t, *event_of(n)) > 0)


def in_its_time(t: Table, seat: int, args: Args) -> int:
    """Where diplomacy follows history, only what came in the war is tried, and not before its month (DE/historical)."""
    if not history.followed(t):
        return -1
    told = (event_of(n) for n in range(len(WORDS)))
    return from_iter(n for n, (event, mandate) in enumerate(told) if history.is_due(t, event.id, mandate))


def burden(t: Table, event: tables.Event) -> int:
    """What betrayal adds to the dice of a faction; Soviet events do not suffer (16.41/c)."""
    return int(event.side != "SOVIET" and betrayal(event.side) in t.p.politics)


ATTEMPTS = (Mask("16.6", not_yet), Mask("DE/historical", in_its_time), Mask("16.6", possible))


class Attempt(Verb):
    """``attempt SC``: roll for a Diplomatic Event."""

    name = "attempt"
    levels = (Level("event", WORD, of_the_side, ATTEMPTS, words=WORDS),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        power = t.frame.power
        t.pop()
        if needs_agreement(t, power):
            ally = SOVIET if power == ALLIED else ALLIED
            t.ask("agreement", t.seat_of(ally), ally, event=args[0])
        else:
            resolve(t, args[0])


def needs_agreement(t: Table, power: int) -> bool:
    """Allies and Soviets who play for themselves must agree on their one event (16.6/b)."""
    return power != AXIS and victory.apart(t)


def resolve(t: Table, number: int) -> None:
    """The die for an event is rolled, and what follows from it done (16.6)."""
    event, mandate = event_of(number)
    need, more = predicates.best(t, event, mandate), burden(t, event) - eased(t, event)
    sure = need - more >= 6 or history.followed(t)
    face = 0 if sure else t.roll("diplomacy")
    done = history.succeeds(event.id) if history.followed(t) else sure or face + more <= need
    t.emit("event", "16.6", event=event.id, name=event.name, die=face, more=more, need=need, success=done)
    if event.side != "AXIS":
        position(t).attempted = t.p.month
    if done:
        happen(t, event.id, mandate)
    else:
        fail(t, event)


class Answer(Verb):
    """``answer agree``: an ally lets the other try an event, or ``answer refuse``."""

    name = "answer"
    levels = (Level("answer", WORD, lambda t, s, a: 0b11, words=("agree", "refuse")),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        number = t.frame["event"]
        t.emit("agreement", "16.6/b", event=event_of(number)[0].name, success=args[0] == 0)
        t.pop()
        if args[0] == 0:
            resolve(t, number)


class Agreement(Step):
    """The event of Allies and Soviets needs both (16.6/b)."""

    name = "agreement"
    rule = "16.6/b"
    kind = "question"
    verbs: tuple[Verb, ...] = (Answer(),)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"Your ally would try {event_of(f['event'])[0].name}: agree or refuse."


# Effects


def happen(t: Table, name: str, mandate: str = "") -> None:
    """An event takes place, with what follows from it (16.6)."""
    if name != BUILDUPS:
        t.p.politics[name] = t.p.month
    effect = getattr(t.title, "effects", EFFECTS).get(name)
    if effect is not None:
        effect(t, mandate)


def fail(t: Table, event: tables.Event) -> None:
    """An attempt has failed: some succeed more easily next time, and one has consequences (16.6)."""
    if event.id in ONCE or event.modifier.startswith(EASED):
        t.p.politics[failed(event.id)] = int(t.p.politics.get(failed(event.id), 0)) + 1
    effect = FAILURES.get(event.id)
    if effect is not None:
        effect(t, "")


def failed(name: str) -> str:
    """The record of an event's failures."""
    return f"{name} failed"


def eased(t: Table, event: tables.Event) -> int:
    """What earlier failures take off the die of some events (DE.S1, DE.S2, DE.RX)."""
    return int(t.p.politics.get(failed(event.id), 0)) if event.modifier.startswith(EASED) else 0


class Diplomacy(Step):
    """A side may try one Diplomatic Event a month (16.6)."""

    name = "diplomacy"
    rule = "16.6"
    verbs: tuple[Verb, ...] = (Attempt(), End())

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        """Asked when an event may be possible for all that others know: they do not see what the Soviets reserve."""
        if SOVIET in side(t) and _is_new(t, SECRET) and not history.followed(t):
            return (f.seat,)
        open_ones = not_yet(t, f.seat, ()) & in_its_time(t, f.seat, ()) & possible(t, f.seat, ())
        return (f.seat,) if open_ones else ()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "Diplomacy: attempt an event, or end."


# What the table shows


def report(t: Table, seat: int) -> list[list[str]]:
    """Every event that can still happen: its die, what holds and what does not, and what follows (16.6)."""
    rows, due = [], in_its_time(t, seat, ())
    for number, word in enumerate(WORDS):
        event, mandate = event_of(number)
        own = POWER[event.side] in t.powers_of(seat)
        if not _is_new(t, event.id) or (event.id == SECRET and not own) or not due >> number & 1:
            continue
        standing = predicates.lines(t, event, mandate)
        hopeful = [line for line in standing if not any(part.hopeless for part in line.parts)]
        if not hopeful:
            continue
        line = max(hopeful, key=lambda one: (one.open, one.die, sum(part.holds for part in one.parts)))
        lacking = [part.says for part in line.parts if not part.holds]
        die = _die(line.die - burden(t, event) + eased(t, event)) if line.open else "-"
        if history.followed(t):
            die = "as in history"
        met = "; ".join(part.says for part in line.parts if part.holds)
        rows.append([f"{word} {event.name}", die, met, "; ".join(lacking), event.effects])
    return rows


def _die(highest: int) -> str:
    if highest >= 6:
        return "sure"
    return f"{highest} or less" if highest > 0 else "none succeeds"


def foretold(t: Table, seat: int, word: str) -> str:
    """An event that may be attempted, in words: its name, its die and what follows (16.6)."""
    for name, die, _, _, effects in report(t, seat):
        if name.split(" ", 1)[0] == word:
            odds = die if die in ("sure", "none succeeds") else f"a die of {die}"
            return f"{name.split(' ', 1)[1]}, {odds}: {effects}"
    return ""
