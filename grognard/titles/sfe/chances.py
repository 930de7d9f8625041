"""The odds of an attack that is written out: the column, every modifier by name, the results under each die."""

from __future__ import annotations

from collections import Counter
from typing import Any

from grognard.engine.core.offers import Decision

from . import bombers, combat, panels, shore, strengths
from . import world as w
from .state import Table, figures, foe, ground_in, phasing


def of_order(t: Table, seat: int, order: str) -> dict[str, Any] | None:
    """The odds of ``attack`` or ``against`` as it is written."""
    verb = order.partition(" ")[0]
    if verb == "attack" and t.frame.step in ("combat", "late_combat"):
        units, node, word = Decision(t, t.frame, t.step, seat).parse(order).args
        defenders = tuple(ground_in(t, node, foe(t, phasing(t))))
        said = combat.words(t, seat, (units, node))[word]
        return of_fight(t, combat.fight_of(t, units, defenders, node, said), node)
    if verb == "against" and t.frame.step == "dividing":
        group, units, word = Decision(t, t.frame, t.step, seat).parse(order).args
        said, defenders = combat.divided_words(t, seat, (group, units))[word], combat.groups(t, seat)[group]
        return of_fight(t, combat.fight_of(t, units, defenders, t.frame["node"], said), t.frame["node"])
    return None


def of_fight(t: Table, fight: combat.Fight, node: int) -> dict[str, Any]:
    """One attack judged as it would be rolled."""
    attack = combat.attack(t, fight.attackers, node)
    defense = combat.defense(t, fight.defenders, node)
    column = max(0, strengths.column(attack, defense))
    modifiers = combat.named_modifiers(t, fight, node)
    drm = sum(m.value for m in modifiers)
    faces = Counter(strengths.result(column, die + drm) for die in range(1, 7))
    notes = [{"text": f"{m.text} {m.value:+}", "rule": m.rule} for m in modifiers]
    return {
        "title": f"{strengths.COLUMNS[column]}{f', {drm:+}' if drm else ''}",
        "attack": number(attack), "defence": number(defense), "ratio": True, "of": parts(t, fight, node),
        "rows": [
            {"text": f"{result}: {strengths.MEANING[result]}", "chance": faces[result] / 6}
            for result in strengths.MEANING if faces[result]
        ],
        "chart": {**panels.results(), "mark": column}, "notes": notes, "exact": True,
    }  # fmt: skip


def parts(t: Table, fight: combat.Fight, node: int) -> list[str]:
    """What each unit counts, where that is not what is printed."""
    said = []
    for piece in fight.attackers:
        counts, printed = strengths.attack_of(t, piece, node), w.FACTOR * figures(t, piece)[0]
        if counts != printed:
            said.append(f"{t.title.piece_name(t, piece)}: {number(counts)} of {number(printed)}")
    air = bombers.attacking(t, node, fight.attackers)
    if air:
        said.append(f"air support: {number(air)}")
    ground = sum(strengths.attack_of(t, piece, node) for piece in fight.attackers)
    against = bombers.defending(t, node, fight.defenders)
    for what, factors in (
        ("ships' guns", shore.attacking(t, node, ground)),
        ("defensive air support", against),
        ("ships' guns of the defence", shore.defending(t, node, fight.defenders)),
    ):
        if factors:
            said.append(f"{what}: {number(factors)}")
    return said


def number(strength: int) -> str:
    """Strength units as factors.

    >>> number(w.FACTOR * 5 // 2)
    '2.5'
    """
    return f"{strength / w.FACTOR:g}"
