"""Scenes of the Front system: ``westfront s44 bare / Caen: 84inf2 / Rouen: US5amph3 / axis movement / mud``.

A block is its name and CV; ``*`` lays it face-up (an HQ: active), ``**`` makes an HQ Blitz, ``!`` is unsupplied, ``~``
dispersed by sea. Words: the phase (``allied combat``), ``mud``, ``1944-06``, ``axis holds Caen Rouen``,
``axis defends Caen`` (as Original Defender), ``supreme 4``, ``US6BH Licata`` (or ready, prep, lost, later), ``storm
Mediterranean``, ``since Italian surrender``, ``production``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grognard.engine.frames import Frame
from grognard.engine.table import Table

from .state import (
    BH_LATER,
    BH_LOST,
    BH_PREP,
    BH_READY,
    BLITZ,
    BY_SEA_DISPERSED,
    COMMAND,
    DRY,
    MUD,
    FrontPosition,
    month_number,
)
from .world import COMMANDERS

if TYPE_CHECKING:
    from .game import FrontTitle

BEACHHEADS = {"ready": BH_READY, "prep": BH_PREP, "lost": BH_LOST, "later": BH_LATER}
PIECE = re.compile(r"(.+?)([0-9]?)([*!~]*)")
PHASES = {
    "command": "command", "movement": "movement", "mobilization": "mobilization", "combat": "airstrikes",
    "recovery": "recovery", "supply": "recovery", "politics": "politics",
}  # fmt: skip


def clear(self: FrontTitle, t: Table) -> None:
    """Every block leaves the map."""
    p: FrontPosition = t.p
    for i in range(len(p.at)):
        p.at[i] = t.world.later(p.power[i])
        p.cv[i] = 0
    p.restack()


def put_piece(self: FrontTitle, t: Table, node: int, text: str) -> bool:
    """Put a block on a hex."""
    found = PIECE.fullmatch(text)
    if found is None:
        return False
    name, digit, marks = found.groups()
    piece = t.world.named.get(name.casefold(), -1)
    if piece < 0:
        piece, digit = t.world.named.get((name + digit).casefold(), -1), ""
    if piece < 0:
        return False
    p: FrontPosition = t.p
    p.at[piece] = node
    p.cv[piece] = int(digit) if digit else t.world.units[piece].top
    p.supplied[piece] = int("!" not in marks)
    p.dispersed[piece] = BY_SEA_DISPERSED if "~" in marks else 0
    if "*" in marks:
        p.shown[piece] = (1 << len(t.viewers)) - 1
        if t.world.units[piece].kind in COMMANDERS:
            p.role[piece] = BLITZ if "**" in marks else COMMAND
    p.restack()
    return True


def word(self: FrontTitle, t: Table, clause: str) -> bool:
    """A clause that sets the weather, the month, control, a battle's defender, or the phase."""
    p: FrontPosition = t.p
    words = clause.split()
    if clause in ("mud", "dry"):
        p.weather = MUD if clause == "mud" else DRY
        return True
    if re.fullmatch(r"[0-9]{4}-[0-9]{2}", clause):
        p.month = month_number(clause)
        p.last = max(p.last, p.month)
        return True
    if words[0] == "supreme" and len(words) == 2 and words[1].isdigit():
        p.supreme = [int(words[1])] * len(p.supreme)
        return True
    if words[0] in p.beachheads and len(words) == 2:
        return _lays(self, t, words[0], words[1])
    if words[0] == "storm" and " ".join(words[1:]) in t.world.extra["basins"]:
        p.storm = t.world.extra["basins"].index(" ".join(words[1:])) + 1
        return True
    if words[0] == "since":
        p.politics[" ".join(words[1:])] = p.month
        return True
    if clause == "production":
        t.agenda = (Frame("game", data=(("row", 1),)), Frame("month", data=(("row", 1),)))
        t.push(Frame("production", "parallel"))
        return True
    powers = t.world.powers
    if len(words) < 2 or words[0] not in powers:
        return False
    power = powers.index(words[0])
    if words[1] in ("holds", "defends"):
        return _gives(self, t, power, words[1], words[2:])
    return _phase(self, t, power, words[1], words[2:])


def _lays(self: FrontTitle, t: Table, name: str, where: str) -> bool:
    """The state or the hex of a beachhead."""
    node = BEACHHEADS.get(where, self.find_node(t, where))
    t.p.beachheads[name] = node
    return node >= 0 or where in BEACHHEADS


def _gives(self: FrontTitle, t: Table, power: int, what: str, names: list[str]) -> bool:
    """Hexes that a power holds, or battles that it is Original Defender of."""
    p: FrontPosition = t.p
    nodes = t.world.land if names == ["all"] else 0
    for name in names if not nodes else ():
        node = self.find_node(t, name)
        if node < 0:
            return False
        nodes |= 1 << node
    p.held = [held & ~nodes for held in p.held]
    p.held[power] |= nodes
    if what == "defends":
        p.defends = [some & ~nodes for some in p.defends]
        p.defends[power] |= nodes
    return True


def _phase(self: FrontTitle, t: Table, power: int, phase: str, more: list[str]) -> bool:
    """Begin a phase of a power's player-turn."""
    blitz = phase == "blitz"
    step = PHASES.get(more[0] if blitz and more else phase)
    rows = self.steps["player_turn"].rows  # type: ignore[attr-defined]
    places = [i for i, row in enumerate(rows) if row.step == step]
    if not places:
        return False
    t.p.active = power
    t.p.blitz = int(blitz)
    month = self.steps["month"].rows  # type: ignore[attr-defined]
    turns = self.steps["fortnight"].rows  # type: ignore[attr-defined]
    first = next(i for i, row in enumerate(month) if row.step == "fortnight")
    order = [i for i, row in enumerate(turns) if row.step == "player_turn"]
    turn = order[self.turn_order.index(power)]  # type: ignore[attr-defined]
    t.agenda = (
        Frame("game", data=(("row", 1),)),
        Frame("month", data=(("row", first + t.p.fortnight),)),
        Frame("fortnight", data=(("row", turn + 1),)),
        Frame("player_turn", data=(("row", places[-1] if blitz else places[0]),)),
    )
    return True


def describe(self: FrontTitle, t: Table, piece: int) -> str:
    """A block as a scene writes it; nothing for one that is in a box."""
    p: FrontPosition = t.p
    if p.at[piece] >= t.world.spans:
        return ""
    marks = "" if p.supplied[piece] else "!"
    if p.role[piece]:
        marks += "**" if p.role[piece] == BLITZ else "*"
    if p.dispersed[piece]:
        marks += "~"
    return f"{t.world.units[piece].name}{p.cv[piece]}{marks}"
