"""The Finnish Armistice in the campaign (21.482): asked for in Axis Politics, answered at once."""

from __future__ import annotations

from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import Verb
from grognard.engine.core.rules import Args

from ..europe.nations import winter_war
from ..peace.state import AXIS, Table
from ..state import FINNISH
from ..winter import armistice
from . import finland


def may_be_asked(t: Table) -> bool:
    """The Axis may offer a Finnish Armistice in its Politics, once, while Finland fights (16.72)."""
    return t.p.active == AXIS and winter_war(t) and bool(armistice.not_offered(t, -1, ()))


def not_the_finns(t: Table) -> bool:
    """Finland has no Politics of its own: the Axis asks for its armistice (21.482)."""
    return bool(t.p.active != FINNISH)


class Armistice(armistice.Armistice):
    """In Axis Politics the Axis may ask for Finnish Armistice, once in a game (21.482, 16.72/a)."""

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return (
            "Ask for a Finnish Armistice, once in the game, or pass. If the Soviets agree they have Karelia and leave "
            "the rest; if they refuse, Finland fights on and Sweden may join you."
        )


class Accept(Verb):
    """``agree``: the armistice ends the Winter War."""

    name = "agree"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.pop()
        finland.make_peace(t)


class Answer(armistice.Answer):
    """The Soviets accept or reject at once (21.482)."""

    verbs: tuple[Verb, ...] = (Accept(), armistice.Reject())

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return (
            "Finland asks for an armistice: agree, and you have Karelia and may reform your army, or refuse, and fight "
            "until it is defeated."
        )
