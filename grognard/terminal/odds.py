"""What an order may lead to, and how likely each is: a scene, an order, and the dice falling every way."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ..engine.core.rules import Refused
from ..engine.core.table import Table, verb_of
from ..engine.play.game import read_scene
from ..engine.play.odds import distribution
from ..engine.words.scene import diff
from .menu import with_hint
from .paint import wrapped
from .tell import chances

MOST_WAYS = 60_000


def odds(scene: str, order: str, seat: str | None) -> Iterator[str]:
    """Each result of an order with its exact chance, up to the next decision, then the odds of a battle it leads to."""
    game = read_scene(scene)
    if seat is None:
        seat = next(iter(game.decisions()), None)
    if seat is None:
        raise Refused("E.turn", "No one has anything to decide in this scene.")
    index = game.seat_index(seat)
    reason = game.why_not(seat, order)
    if reason is not None:
        raise Refused(reason.rule, with_hint(game, seat, order, Refused(*reason)))
    decision = game.decisions()[seat]
    parsed, t = decision.parse(order), decision.t
    ways = 0

    def once(twin: Table) -> tuple[str, ...]:
        nonlocal ways
        ways += 1
        if ways > MOST_WAYS:
            raise Refused("E.odds", f"The dice of this order fall in more than {MOST_WAYS} ways; try a smaller scene.")
        twin.seat = index
        verb_of(twin, parsed.verb).apply(twin, index, parsed.args)
        twin.run()
        return tuple(result(t, twin))

    found: dict[tuple[str, ...], Fraction] = distribution(t, once)
    for lines, chance in sorted(found.items(), key=lambda pair: (-pair[1], pair[0])):
        yield wrapped(f"{float(chance):7.2%}  {'; '.join(lines) or 'nothing changes'}")
    battle = t.title.odds(t, index, order)
    if battle is not None and not {"attack", "losses"}.isdisjoint(battle):
        yield "The battle that follows:"
        yield from chances(battle)


def result(before: Table, after: Table) -> list[str]:
    """What changed for pieces and numbers, and what is asked next; what the rules note down for later is left out."""
    kept = {*after.p.sets, *after.p.records, *after.p.lists}
    silent = {"shown", *after.title.stack_columns}
    changes = [(line, line.split()) for line in diff(before, after, called=before)]
    lines = [line for line, words in changes if words[1] not in silent and words[0] not in kept]
    if after.outcome is not None:
        lines.append(f"over: {after.outcome.reason}")
    elif after.agenda and after.frame != before.frame:
        asked = after.step.asks(after, after.frame)
        lines += [f"{after.seat_name(s)}: {after.step.prompt(after, after.frame, s)}" for s in asked]
    return lines
