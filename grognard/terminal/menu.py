"""Offers as menus: each level's choices numbered, orders typed in part or whole, and completion."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from ..engine.core.frames import STEP
from ..engine.core.offers import DONE, NODES, NUMBER, PATH, PIECE, PIECES, TEXT, WORD, Choice, Decision
from ..engine.core.rules import Refused
from ..engine.core.step import Step
from ..engine.play.game import Game
from .paint import in_columns

SHORT = 48
"""As many choices are listed unasked."""
ABOUT_ORDERS = ("why", "ways", "odds", "help")
"""Commands that an order follows."""
SHORTEST, MOST_NAMED = 2, 8
"""A name may be cut to so many letters; so many are listed when it is not clear which is meant."""


def level_kind(d: Decision, tokens: tuple[str, ...]) -> str:
    """The kind of the level that comes after a prefix; empty when the order is complete."""
    level = d.level(*tokens)
    return level.kind if level is not None else ""


def listing(d: Decision, tokens: tuple[str, ...], everything: bool = False) -> list[str]:
    """The choices after a prefix as a numbered menu."""
    level = d.level(*tokens) if tokens else None
    if level is not None and level.kind == TEXT:
        return [f"  Write the {level.name}."]
    found = d.next(*tokens)
    if level is not None and level.kind == NUMBER:
        return [f"  {level.name}: {' '.join(c.text for c in found)}"]
    shown = found if everything else found[:SHORT]
    items = [f"{i:2} {said(choice)}" for i, choice in enumerate(shown, 1)]
    lines = in_columns(items)
    if len(shown) < len(found):
        lines.append(f"  ... and {len(found) - len(shown)} more; `all` lists them.")
    return lines


def said(choice: Choice) -> str:
    if choice.text == DONE:
        return ". (done)"
    return choice.text if choice.cost is None else f"{choice.text} ({choice.cost})"


def add(d: Decision, tokens: tuple[str, ...], word: str) -> tuple[str, ...]:
    """A prefix with one more word: a choice by its text, by its number in the menu, or by how its name begins."""
    kind = level_kind(d, tokens) if tokens else ""
    if word.isascii() and word.isdigit() and not word.startswith("0") and kind not in (NUMBER, TEXT):
        found = d.next(*tokens)
        if word not in [c.text for c in found] and int(word[:6]) <= len(found):
            word = found[int(word[:6]) - 1].text
    elif tokens and kind in (PIECE, PIECES, WORD):
        names = [c.text for c in d.next(*tokens)]
        own = standing(d) if kind != WORD else []
        if kind == PIECE and "+" in word:
            raise Refused("E.choice", f"One unit at a time: {tokens[0]} {word.split('+')[0][:40]}, then the next.")
        word = "+".join(meant(part, names, own) for part in word.split("+"))
    return (*tokens, word)


def standing(d: Decision) -> list[str]:
    """What the seat calls its own pieces on the map, those too that have no part in the order."""
    return [d.t.name_for(d.seat, i) for i in range(len(d.t.p.at)) if d.t.owns(d.seat, i)]


def meant(word: str, names: list[str], own: list[str]) -> str:
    """The one name that begins so (``ita1inf`` for ``ita1inf@1725``); with several of them, which is asked."""
    low = word.casefold()
    if len(low) < SHORTEST or low in [name.casefold() for name in (*names, *own)]:
        return word
    for among in (names, own):
        stems = [name for name in among if name.casefold().startswith(f"{low}@")]
        found = list(dict.fromkeys(stems or [name for name in among if name.casefold().startswith(low)]))
        if len(found) == 1:
            return found[0]
        if len(found) > 1:
            more = f" and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
            raise Refused("E.choice", f"Which {word[:40]}? {', '.join(found[:MOST_NAMED])}{more}.", found)
    return word


def spelled(d: Decision, tokens: tuple[str, ...]) -> str:
    """What has been chosen so far as an order writes it: the members of a set joined by ``+``."""
    words, joins = list(tokens[:1]), False
    for i, token in enumerate(tokens[1:], 1):
        if token == DONE:
            joins = False
            continue
        level = d.level(*tokens[:i])
        member = level is not None and level.is_set and d.level(*tokens[: i + 1]) is level
        if joins and member:
            words[-1] += f"+{token}"
        else:
            words.append(token)
        joins = member
    return " ".join(words)


def as_far_as(d: Decision, tokens: tuple[str, ...]) -> str:
    """What has been chosen as an order writes it, and after a word that is refused the others as they came."""
    try:
        return spelled(d, tokens)
    except Refused:
        return f"{as_far_as(d, tokens[:-1])} {tokens[-1]}"


def undecided(d: Decision, words: list[str]) -> tuple[str, ...]:
    """The words of an order that is whole but leaves a choice between several words unmade: a role, a way."""
    try:
        level = d.level(*words)
        open_ = level is not None and level.optional and level.kind == WORD and len(d.next(*words)) > 1
    except Refused:
        return ()
    return tuple(words) if open_ else ()


def closed(d: Decision, tokens: tuple[str, ...]) -> tuple[str, ...]:
    """A prefix whose set is closed when nothing can be added to it: no one wants to be asked that."""
    while level_kind(d, tokens) in (PIECES, NODES) and [c.text for c in d.next(*tokens)] == [DONE]:
        tokens = (*tokens, DONE)
    return tokens


def steps_with(game: Game, verb: str) -> list[Step]:
    """The phases and questions of the title in which a word is an order."""
    return [step for step in game.title.steps.values() if verb in step.named]


def belongs(steps: list[Step]) -> str:
    """Where an order that is not open now is at home."""
    phases = dict.fromkeys(step.name for step in steps if step.kind == STEP)
    return f"It is an order of: {', '.join(phases)}." if phases else "It answers a question that is not put now."


def proposal(game: Game, seat: str, word: str) -> str:
    """How to say what may be proposed at any time: ``resign`` alone is no order."""
    offers = game.offers(seat)
    found = [c.text for c in offers.next() if word in [under.text for under in offers.next(c.text)]]
    return f" Type `{found[0]} {word}`." if found else ""


def with_hint(game: Game, seat: str, line: str, refused: Refused) -> str:
    """A refusal with what a newcomer lacks: the phase of an order, how to propose, how a way is written."""
    words = line.casefold().split()
    word = next((word for word in words if word not in ABOUT_ORDERS), "")
    decision = game.decisions().get(seat)
    if refused.rule == "E.verb":
        steps = steps_with(game, word) if word not in game.title.safe_orders else []
        hint = f" {belongs(steps)}" if steps else proposal(game, seat, word)
        return f"{word[:40]!r} is no order here.{hint}" if hint else refused.sentence
    verb = next((v for v in decision.verbs if v.name == word), None) if decision is not None else None
    if refused.rule == "E.parse" and verb is not None and verb.levels and verb.levels[-1].kind == PATH:
        return f"{refused.sentence} A way is one word with `>` between its places, from where the unit stands."
    return refused.sentence


Completer = Callable[[str, int], "str | None"]


def completer(
    decision: Callable[[], Decision | None], commands: list[str], prefix: Callable[[], tuple[str, ...]]
) -> Completer:
    """A readline completer: the choices that continue what is typed."""
    found: list[str] = []

    def complete(text: str, state: int) -> str | None:
        if state == 0:
            import readline

            typed = readline.get_line_buffer()[: readline.get_begidx()]
            found[:] = after_typing(decision(), prefix(), typed, text, commands)
        return f"{found[state]} " if state < len(found) else None

    return complete


def after_typing(d: Decision | None, prefix: tuple[str, ...], typed: str, text: str, commands: list[str]) -> list[str]:
    """What may follow a line typed so far: an order, a command, or the order that a command is about."""
    before = tuple(typed.replace("+", " ").split())
    about = before[:1] in [(word,) for word in ABOUT_ORDERS] and not (d and before[0] in [c.text for c in d.next()])
    if about:
        before, commands = before[1:], []
        prefix = prefix if not before or not d or before[0] not in [v.name for v in d.verbs] else ()
    return continuations(d, (*prefix, *before), text, commands if not before else [])


def continuations(d: Decision | None, before: tuple[str, ...], text: str, commands: list[str]) -> list[str]:
    """What may follow ``before`` and begins with ``text``."""
    options = list(commands)
    if d is not None:
        with contextlib.suppress(Refused):
            options = [c.text for c in d.next(*(closed(d, before) if before else ()))] + options
    low = text.casefold()
    return [option for option in dict.fromkeys(options) if option.casefold().startswith(low)]
