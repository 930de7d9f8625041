"""Scenes of the Front system: ``westfront s44 bare / Caen: 84inf2 / Rouen: US5amph3 / axis movement / mud``.

A block is its name and CV; ``*`` lays it face-up (an HQ: active), ``**`` makes an HQ Blitz, ``!`` is unsupplied, ``~``
dispersed by sea. Words: the phase (``allied combat``), ``mud``, ``1944-06``, ``axis holds Caen Rouen``,
``axis defends Caen`` (as Original Defender), ``supreme 4``, ``US6BH Licata`` (or ready, prep, lost, later), ``storm
Mediterranean``, ``since Italian surrender``, ``production``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grognard.board.hexset import from_iter
from grognard.engine.core.frames import Frame
from grognard.engine.core.names import nearest, unknown
from grognard.engine.core.rules import Refused

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
    Table,
    month_number,
    month_text,
)
from .world import COMMANDERS

if TYPE_CHECKING:
    from .game import FrontTitle

BEACHHEADS = {"ready": BH_READY, "prep": BH_PREP, "lost": BH_LOST, "later": BH_LATER}
PIECE = re.compile(r"(.+?)([0-9]?)([*!~]*)")
MARKS = ("*", "**", "!", "~")
PHASES = {
    "command": "command", "movement": "movement", "mobilization": "mobilization", "combat": "airstrikes",
    "recovery": "recovery", "supply": "recovery", "politics": "politics",
}  # fmt: skip


def clear(self: FrontTitle, t: Table) -> None:
    """Every block leaves the map."""
    p = t.p
    for i in range(len(p.at)):
        p.at[i] = t.world.later(p.power[i])
        p.cv[i] = 0
    p.restack()


def put_piece(self: FrontTitle, t: Table, node: int, text: str) -> int:
    """Put a block on a hex or into a box."""
    found = PIECE.fullmatch(text)
    if found is None:
        return -1
    name, digit, marks = found.groups()
    piece = t.world.named.get(name.casefold(), -1)
    if piece < 0:
        piece, digit = t.world.named.get((name + digit).casefold(), -1), ""
    if piece < 0:
        return -1
    _fits(t, piece, node, digit, marks)
    p = t.p
    p.at[piece] = node
    p.cv[piece] = int(digit) if digit else t.world.units[piece].top
    p.supplied[piece] = int("!" not in marks)
    p.dispersed[piece] = BY_SEA_DISPERSED if "~" in marks else 0
    if "*" in marks:
        p.shown[piece] = (1 << len(t.viewers)) - 1
        if t.world.units[piece].kind in COMMANDERS:
            p.role[piece] = BLITZ if "**" in marks else COMMAND
    p.restack()
    return int(piece)


def _fits(t: Table, piece: int, node: int, digit: str, marks: str) -> None:
    """Refuse what no block can be: at sea, with a CV that is not on its label, with marks that do not go together."""
    unit = t.world.units[piece]
    if node < t.world.spans and not t.world.land >> node & 1:
        raise Refused("E.scene", f"{t.node_name(node)} is no land in play: {unit.name} cannot stand there.")
    if digit and not unit.last <= int(digit) <= unit.top and node < t.world.spans:
        raise Refused("E.scene", f"{unit.name} has {unit.last} to {unit.top} CV, not {digit}.")
    if any(marks.count(mark) > 1 for mark in "!~") or marks.count("*") > 2:
        raise Refused("E.scene", f"{marks} is no mark of a block. There are: {', '.join(MARKS)}.")
    if "**" in marks and unit.kind not in COMMANDERS:
        raise Refused("E.scene", f"Only an HQ can be Blitz: {unit.name} takes *, ! or ~.")


def names(self: FrontTitle, t: Table) -> list[str]:
    """Every block's name."""
    return [unit.name for unit in t.world.units]


def limits(self: FrontTitle, t: Table) -> dict[str, range]:
    """The months of the air table; whose turn, which fortnight, where a storm can be."""
    months = range(min(t.world.extra["air"]), max(t.world.extra["air"]) + 1)
    storms = range(len(t.world.extra["basins"]) + 1)
    powers = range(len(t.world.powers))
    return {
        "month": months, "last": months, "fortnight": range(3), "active": powers, "blitz": range(2),
        "weather": range(2), "storm": storms,
    }  # fmt: skip


def word(self: FrontTitle, t: Table, clause: str) -> bool:
    """A clause that sets the weather, the month, control, a battle's defender, or the phase."""
    p = t.p
    words = clause.split()
    if clause in ("mud", "dry"):
        p.weather = MUD if clause == "mud" else DRY
        return True
    if re.fullmatch(r"[0-9]{4}-[0-9]{2}", clause):
        return _dates(t, clause)
    if words[0] == "supreme" and len(words) == 2 and re.fullmatch("[0-9]{1,2}", words[1]):
        p.supreme = [int(words[1])] * len(p.supreme)
        return True
    if words[0] in p.beachheads and len(words) == 2:
        return _lays(self, t, words[0], words[1])
    if words[0] == "storm":
        basins, where = t.world.extra["basins"], " ".join(words[1:])
        if where not in basins:
            raise unknown("basin", where, basins)
        p.storm = basins.index(where) + 1
        return True
    if words[0] == "since" and len(words) > 1:
        event = " ".join(words[1:])
        if self.scene_events and event not in self.scene_events:
            raise unknown("event", event, self.scene_events)
        p.politics[event] = p.month
        return True
    if clause == "production":
        month = self.steps["month"].rows
        row = next(i for i, row in enumerate(month) if row.step == "production")
        t.agenda = (Frame("game", data=(("row", 1),)), Frame("month", data=(("row", row + 1),)))
        t.push(Frame("production", "parallel"))
        return True
    return len(words) > 1 and _of_a_power(self, t, words)


def _of_a_power(self: FrontTitle, t: Table, words: list[str]) -> bool:
    """A clause that begins with a power: what it holds, or its phase."""
    powers, first = t.world.powers, words[1]
    known = first in ("holds", "defends", "blitz") or first in PHASES
    if words[0] not in powers:
        if known:
            raise unknown("power", words[0], powers)
        return False
    power = powers.index(words[0])
    if first in ("holds", "defends"):
        return _gives(self, t, power, first, words[2:])
    return _phase(self, t, power, words[1:])


def _dates(t: Table, text: str) -> bool:
    """The month, one that the air table has."""
    p, known = t.p, t.title.scene_limits(t)["month"]
    month = month_number(text)
    if month not in known or not 1 <= int(text[5:]) <= 12:
        raise Refused("E.scene", f"{text} is no month of the war: {month_text(known[0])} to {month_text(known[-1])}.")
    p.month = month
    p.last = max(p.last, month)
    return True


def _lays(self: FrontTitle, t: Table, name: str, where: str) -> bool:
    """The state or the hex of a beachhead."""
    t.p.beachheads[name] = BEACHHEADS[where] if where in BEACHHEADS else self.place(t, where)
    return True


def _gives(self: FrontTitle, t: Table, power: int, what: str, names: list[str]) -> bool:
    """Hexes that a power holds, or battles that it is Original Defender of."""
    p = t.p
    if not names:
        raise Refused("E.scene", f"{t.world.powers[power]} {what} what? Name hexes, or all.")
    nodes = t.world.land if names == ["all"] else from_iter(self.place(t, name) for name in names)
    p.held = [held & ~nodes for held in p.held]
    p.held[power] |= nodes
    if what == "defends":
        p.defends = [some & ~nodes for some in p.defends]
        p.defends[power] |= nodes
    return True


def _phase(self: FrontTitle, t: Table, power: int, words: list[str]) -> bool:
    """Begin a phase of a power's player-turn."""
    blitz = words[0] == "blitz"
    phase = " ".join(words[1:] if blitz else words)
    rows = self.steps["player_turn"].rows
    places = [i for i, row in enumerate(rows) if row.step == PHASES.get(phase)]
    if not places:
        hint, near = nearest(phase, PHASES)
        raise Refused("E.scene", f"{t.world.powers[power]} has no phase {phase[:40]!r}.{hint}", near)
    t.p.active = power
    t.p.blitz = int(blitz)
    month = self.steps["month"].rows
    turns = self.steps["fortnight"].rows
    first = next(i for i, row in enumerate(month) if row.step == "fortnight")
    order = [i for i, row in enumerate(turns) if row.step == "player_turn"]
    turn = order[self.order_of_turns(t).index(power)]
    t.agenda = (
        Frame("game", data=(("row", 1),)),
        Frame("month", data=(("row", first + t.p.fortnight),)),
        Frame("fortnight", data=(("row", turn + 1),)),
        Frame("player_turn", data=(("row", places[-1] if blitz else places[0]),)),
    )
    return True


def describe(self: FrontTitle, t: Table, piece: int) -> str:
    """A block as a scene writes it; nothing for one that is in a box."""
    p = t.p
    if p.at[piece] >= t.world.spans:
        return ""
    marks = "" if p.supplied[piece] else "!"
    if p.role[piece]:
        marks += "**" if p.role[piece] == BLITZ else "*"
    if p.dispersed[piece]:
        marks += "~"
    return f"{t.world.units[piece].name}{p.cv[piece]}{marks}"
