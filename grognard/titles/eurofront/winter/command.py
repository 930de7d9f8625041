"""Command in the Winter War: the North HQ does not Blitz outside the North (20.54)."""

from __future__ import annotations

from grognard.engine.core.offers import WORD, End, Level, Verb
from grognard.engine.core.rules import Mask
from grognard.titles.systems.front import command
from grognard.titles.systems.front.state import ROLES

from ..europe.command import no_blitz_out_of_the_north


def bound_to_the_north(levels: tuple[Level, ...]) -> tuple[Level, ...]:
    """The levels of a way to activate an HQ, with what the North HQ may not do elsewhere."""
    hq, *between, role = levels
    masks = (*role.masks, Mask("20.54", no_blitz_out_of_the_north))
    return (
        hq,
        *between,
        Level(role.name, WORD, role.universe, masks, words=ROLES, optional=True),
    )


class Activate(command.Activate):
    """``activate SvNth blitz``: turn an HQ face-up with its role."""

    levels = bound_to_the_north(command.Activate.levels)


class Deploy(command.Deploy):
    """``deploy SvLen Vyborg blitz``: activate an HQ and move it one hex."""

    levels = bound_to_the_north(command.Deploy.levels)


class Command(command.Command):
    """HQs are activated one by one (5.2)."""

    verbs: tuple[Verb, ...] = (Activate(), Deploy(), End())
