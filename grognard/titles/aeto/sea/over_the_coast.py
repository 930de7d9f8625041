"""Air units over an Amphibious Assault (3.25, 4.22): both sides send them before its die, as over any attack."""

from __future__ import annotations

from typing import Any

from grognard.engine.core.frames import Frame

from .. import before_the_die, modifiers
from ..combat import Battle
from ..position import Table

REMEMBERED = (
    "aims", "attackers", "bombers", "escorts", "foe_aims", "foe_bombers", "foe_fighters", "jumped", "over", "against",
)  # fmt: skip
"""What an assault remembers of the air over its coast, as any land attack does (4.22)."""
STAGES = (
    before_the_die.attackers_air, before_the_die.defenders_air, before_the_die.counter_air,
    before_the_die.attackers_aim, before_the_die.defenders_aim, before_the_die.fought_in_the_air,
)  # fmt: skip
"""What happens over the coast before the die; each stage goes on to the next by itself."""


def heard(t: Table, f: Frame, result: Any) -> None:
    """A side has said what it sends, or at whom its fighters aim."""
    if isinstance(result, tuple) and result and result[0] == "air":
        before_the_die.sent(t, f, *result[1:])
    elif isinstance(result, tuple) and result and result[0] == "aims":
        before_the_die.aimed(t, f, result[1])


def battle(f: Frame) -> Battle:
    """An assault as a land attack: who is over the coast, and who of them took off as a fighter (4.22, 4.23)."""
    fighters = (*f.get("escorts", ()), *f.get("foe_fighters", ()))
    over, against = f.get("over", ()), f.get("against", ())
    return Battle(f["target"], (), f.power, over=over, against=against, escorting=fighters)


def superiority(t: Table, b: Battle) -> tuple[tuple[str, int], ...]:
    """Air superiority counts over a coast as over any battlefield (3.25)."""
    return (
        ("air superiority", modifiers.air_superiority(t, b)),
        ("enemy air superiority", modifiers.enemy_air_superiority(t, b)),
    )
