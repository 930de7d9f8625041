"""Command in EuroFront's scenarios without seapower: no HQ takes the role of an invasion (SCW)."""

from __future__ import annotations

from grognard.engine.core.offers import WORD, End, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.titles.systems.front import command, movement, rail
from grognard.titles.systems.front.state import BLITZ_INVASION, INVASION, ROLES

from ..state import Table


def no_seapower(t: Table, seat: int, args: Args) -> int:
    """No form of seapower is used in the Spanish Civil War (SCW)."""
    return command.ALL_ROLES & ~command.roles_of(INVASION, BLITZ_INVASION)


class Activate(command.Activate):
    """``activate JDN``: turn an HQ face-up with its role."""

    levels = (
        command.Activate.levels[0],
        Level(
            "role", WORD, lambda t, s, a: command.ALL_ROLES, (Mask("SCW", no_seapower), *command.ROLE_MASKS),
            words=ROLES, optional=True,
        ),
    )  # fmt: skip


class Command(command.Command):
    """HQs are activated one by one (5.2)."""

    verbs: tuple[Verb, ...] = (Activate(), command.Deploy(), End())


class Movement(movement.Movement):
    """Moves by land and rail (4.32)."""

    verbs: tuple[Verb, ...] = (*movement.Movement.verbs[:-1], rail.Rail(), movement.Movement.verbs[-1])
