"""The defender's armor (12.02): he says whether he uses it, for then armor bears half of his losses (12.03/2)."""

from __future__ import annotations

from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import Verb
from grognard.engine.core.rules import Args
from grognard.engine.core.step import Step

from . import strengths
from .combat import UNASKED, Fight
from .state import Table


def is_asked(t: Table, fight: Fight, node: int) -> bool:
    """A defender whose armor would help him may leave the bonus unused (12.03/2)."""
    return fight.shield == UNASKED and strengths.defender_armor(t, fight.attackers, fight.defenders, node)


class UseArmor(Verb):
    """``use_armor``: one off the attacker's die; armor bears half of the losses."""

    name = "use_armor"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.pop(1)


class Decline(Verb):
    """``without_armor``: the die stays as it is, and the owner picks his losses freely."""

    name = "without_armor"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.pop(0)


class Shielding(Step):
    """The defender is asked before the die of an attack is rolled (12.02, 12.03/2)."""

    name = "defending armor"
    rule = "12.03/2"
    kind = "question"
    verbs = (UseArmor(), Decline())
    standing = ("use_armor", "without_armor")

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return choice

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        where = t.node_name(f["node"])
        return f"{where} is attacked: use your armor bonus (armor then bears half of your losses), or fight without it."
