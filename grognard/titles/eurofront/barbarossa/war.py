"""War on the USSR (20.52-20.54): the declaration, the surprise, the East Front."""

from __future__ import annotations

from grognard.board.area import step
from grognard.engine.core.offers import WORD, Level
from grognard.engine.core.rules import Args, Mask

from ..europe import command, declaring, spaniards
from ..europe.command import EAST_OPENED
from ..europe.conditions import betrayal
from ..europe.nations import neutrals
from ..europe.surprise import fortified
from ..peace import pact, partition
from ..peace.state import AXIS, SOVIET, Table
from ..state import soviets_at_war

USSR = "USSR"
SURPRISED = "USSR surprised"
"""The event of the surprise; it ends with the Soviet player-turn that follows (20.54/b)."""


def ussr(t: Table) -> int:
    """The bit of the USSR among those who war may be declared on."""
    return 1 << len(neutrals(t.world))


def anyone(t: Table, seat: int, args: Args) -> int:
    return declaring.all_neutrals(t, seat, args) | ussr(t)


def of_neutrals(name: str, number: str) -> Mask:
    """A condition of a declaration of war on a neutral, which says nothing of the USSR."""

    def mask(t: Table, seat: int, args: Args) -> int:
        found: int = getattr(declaring, name)(t, seat, args)
        return found | ussr(t)

    mask.__doc__ = getattr(declaring, name).__doc__
    return Mask(number, mask)


def axis_alone(t: Table, seat: int, args: Args) -> int:
    """The neutral USSR comes into the war by an Axis declaration (20.52), of one who stands on its border (16.4)."""
    border = step(t.p.occupied[AXIS] & int(t.world.land), t.world.moves) & t.p.held[SOVIET]
    open_ = t.p.active == AXIS and pact.at_peace(t) and border
    return -1 if open_ else ~ussr(t)


class Declare(declaring.Declare):
    """``declare USSR``: war on a neutral, at the beginning of the Command phase."""

    levels = (
        Level(
            "nation", WORD, anyone,
            (
                Mask("16.4", declaring.before_command), of_neutrals("still_neutral", "16.4"),
                of_neutrals("can_be_entered", "16.4"), of_neutrals("chamberlain", "16.4"),
                Mask("20.51", declaring.no_soviet_war), of_neutrals("not_on_mandates", "21.396"),
                Mask("20.52", axis_alone),
            ),
            words=lambda t, s, a: (*neutrals(t.world), USSR),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        if args[0] < len(neutrals(t.world)):
            super().apply(t, seat, args)
            return
        t.emit("declared", "16.4", nation=USSR, side=t.world.powers[AXIS])
        partition.attack_ussr(t)
        surprise(t)


class Command(command.Command):
    """War is declared, HQs are activated one by one (5.2)."""

    verbs = (Declare(), *command.Command.verbs[1:])


# The East Front


def open_front(t: Table) -> None:
    """The East Front is active once the USSR or Turkey is at war (21.22)."""
    if EAST_OPENED not in t.p.politics and soviets_at_war(t):
        t.p.politics[EAST_OPENED] = t.p.month


# Surprise


def surprise(t: Table) -> None:
    """The USSR is surprised, unless the Axis has betrayed before (20.54/b), or attacked Republican Spain (SCW.10)."""
    if betrayal("AXIS") not in t.p.politics and not spaniards.attacked_by_axis(t):
        t.p.politics[SURPRISED] = t.p.month


def disrupts(t: Table, piece: int) -> bool:
    """Soviet HQs are disrupted in the player-turn that follows the declaration (20.54/b)."""
    return SURPRISED in t.p.politics and t.p.power[piece] == SOVIET


def repulses(t: Table, node: int, number: int) -> int:
    """Assaults on the surprised USSR are not repulsed (20.54/b), but in fortified ports (1.44/a)."""
    attacked = SURPRISED in t.p.politics and t.p.active == AXIS and t.p.occupied[SOVIET] >> node & 1
    return 0 if attacked and not fortified(t.world) >> node & 1 else number


def recover(t: Table) -> None:
    """The surprise is over with the Soviet player-turn (20.54/b)."""
    if t.p.active == SOVIET:
        t.p.politics.pop(SURPRISED, None)
