"""Scenes of the tiny game: how its pieces, holders and phases are written and read."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine.core.frames import Frame
from grognard.engine.core.names import nearest, unknown
from grognard.engine.core.rules import Refused

from . import world as w
from .looks import TinyLooks
from .militia import free_slots, raise_militia
from .sides import blue, green, red
from .title import META
from .world import Table

MOST_MILITIA = 3 * w.MILITIA_SLOTS
"""The points of a counter that all of a power's have merged into."""


class TinyScenes(TinyLooks):
    """What scenes ask of the title."""

    def scene_clear(self, t: Table) -> None:
        for i in range(len(t.p.at)):
            t.p.at[i] = t.world.lost
            t.p.steps[i] = 0
        t.p.restack()

    scene_words = ("red movement", "production", "red holds 0303")

    def scene_names(self, t: Table) -> list[str]:
        return [*(block.name for block in w.BLOCKS), *(f"2mil*{power}" for power in META.powers)]

    def scene_limits(self, t: Table) -> Mapping[str, range]:
        return {"turn": range(1, 100), "last": range(1, 100)}

    def scene_piece(self, t: Table, node: int, text: str) -> int:
        """``R1`` or ``R1*2`` for two steps; ``2mil:red`` is written ``2mil*red``."""
        name, star, rest = text.partition("*")
        if name.endswith("mil") and name[:-3].isdecimal():
            return self._militia(t, node, int(name[:-3]), rest)
        piece = next((i for i, block in enumerate(w.BLOCKS) if block.name == name), -1)
        if piece < 0:
            return -1
        _, _, kind, steps, most, _ = w.BLOCKS[piece]
        if star and rest not in map(str, range(1, most + 1)):
            raise Refused("E.scene", f"{name} has 1 to {most} steps, not {rest[:20]!r}: write {name}*{steps}.")
        if (t.world.board.land if kind == w.FLEET else t.world.board.water) >> node & 1:
            where_ = "a fleet: it stands at sea" if kind == w.FLEET else "no fleet: it stands on land"
            raise Refused("E.scene", f"{name} is {where_}, not in {t.node_name(node)}.")
        t.p.at[piece], t.p.steps[piece] = node, int(rest) if star else steps
        t.p.restack()
        return piece

    def _militia(self, t: Table, node: int, points: int, whose: str) -> int:
        """A militia counter of so many points."""
        if whose not in META.powers:
            raise unknown("power", whose, META.powers)
        power = META.powers.index(whose)
        if not 1 <= points <= MOST_MILITIA or not free_slots(t, power):
            most = f"{w.MILITIA_SLOTS} militia of 1 to {MOST_MILITIA} points"
            raise Refused("E.scene", f"{whose} has at most {most}.")
        if not t.world.board.land >> node & 1:
            raise Refused("E.scene", f"Militia stand on land, not in {t.node_name(node)}.")
        return raise_militia(t, power, points, node)

    def scene_word(self, t: Table, clause: str) -> bool:
        """``red movement``, ``blue fleets``, ``production``: whose phase it is; ``red holds 0303``."""
        whose, last = clause.split()[0], clause.split()[-1]
        if whose not in (*META.powers, last):
            raise unknown("power", whose, META.powers)
        if len(clause.split()) == 3 and clause.split()[1] == "holds":
            w.take_hex(t, META.powers.index(whose), self.place(t, last))
            return True
        rows = self.steps["turn"].rows
        who = {"red": red, "blue": blue, "green": green}.get(whose)
        for index, row in enumerate(rows):
            if clause in (last, f"{whose} {last}") and row.step == last and who in (None, row.who):
                t.agenda = (Frame("game", data=(("row", 1),)), Frame("turn", data=(("row", index),)))
                t.run()
                return True
        hint, near = nearest(last, dict.fromkeys(row.step for row in rows))
        raise Refused("E.scene", f"{clause[:40]!r} is no phase of the turn.{hint}", near)

    def describe(self, t: Table, piece: int) -> str:
        if t.p.at[piece] == t.world.lost:
            return ""
        if piece < len(w.BLOCKS):
            return f"{w.BLOCKS[piece].name}*{t.p.steps[piece]}"
        return f"{t.p.steps[piece]}mil*{META.powers[t.p.power[piece]]}"
