"""The turn as a table, victory, and the title itself (S7)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from grognard.board import UnknownName
from grognard.board.hexset import members
from grognard.engine.core import plans
from grognard.engine.core.frames import Frame
from grognard.engine.core.rules import RuleBook
from grognard.engine.core.step import Row, Sequence_, Step
from grognard.engine.title import Title

from . import air, landings, movement, supply
from . import world as w
from .title import META
from .world import Table

PHASES = ("supply", "air", "movement", "landings")


def turn_of(power: int) -> list[Row]:
    """A power's part of the turn."""
    return [Row(phase, lambda t: t.seat_of(power), power=lambda t: power) for phase in PHASES]


class TurnEnd(Step):
    """The next turn, or the end of the game."""

    name = "turn end"
    rule = "S7.1"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        t.pop()
        for seat in range(len(t.seats)):
            landings.lapse(t, seat)
        if t.p.turn < t.p.last:
            t.p.turn += 1
            t.emit("turn", "S7.1", turn=t.p.turn)
        else:
            count(t)


def count(t: Table) -> None:
    """Whoever holds more cities has won (S7.1)."""
    held = [(t.world.cities & w.held_by(t, power)).bit_count() for power in range(len(w.POWERS))]
    best = [power for power in range(len(held)) if held[power] == max(held)]
    winners = {t.seat_of(power) for power in best} if len(best) < len(held) else set()
    t.close(sorted(winners), "victory" if winners else "draw", f"Cities held: {held}.", "S7.1")


class Sketch(Title):
    """The Channel."""

    meta = META
    book = RuleBook(w.HERE / "data" / "rules.csv")
    position = w.SketchPosition
    steps: Mapping[str, Step] = {
        "game": Sequence_("game", [Row("turn")], again=lambda t: True),
        "turn": Sequence_("turn", [*turn_of(0), *turn_of(1), Row("turn_end")]),
        "supply": supply.Supply(), "air": air.Air(), "movement": movement.Movement(), "landings": landings.Landings(),
        "convoy": landings.Convoy(), "interception": landings.Interception(), "turn_end": TurnEnd(),
    }  # fmt: skip
    says = {"moved": "{pieces} {arrow}", "turn": "Turn {turn}", "landed": "{pieces:lands|land} at {places}"}
    aggressive_verbs = ("attack", "launch", "intercept")
    ledgers = {"pieces": lambda t: len(t.p.at)}
    invariants = {"room": lambda t: all(armies_at(t, node) <= 1 for node in t.p.stacks if node != t.world.lost)}

    def begin(self, scenario: str, options: Mapping[str, str], board: Any = None) -> w.World:
        return w.world(str(board) if board else "")

    def setup(self, t: Table) -> None:
        board, units = t.world.board, t.world.units
        p = self.position(len(units), board.size, len(w.POWERS))
        p.seat_of, p.hostile, p.last = t.p.seat_of, [0b10, 0b01], int(t.options["turns"])
        for i, unit in enumerate(units):
            p.power[i], p.kind[i] = w.POWERS.index(unit["power"]), w.KINDS.index(unit["kind"])
            p.at[i] = board.node(unit["place"])
        for power, nation in enumerate(("Norland", "Sudland")):
            for node in members(board.nation[nation]):
                p.holder[node] = power
        p.restack()
        t.p = p
        t.push(Frame("game"))

    # Names

    def nodes(self, t: Table) -> int:
        return t.world.board.size

    def node_name(self, t: Table, node: int) -> str:
        return t.world.board.name(node)

    def find_node(self, t: Table, text: str) -> int:
        try:
            return t.world.board.node(text)
        except UnknownName:
            return -1

    def piece_name(self, t: Table, piece: int) -> str:
        return t.world.units[piece]["name"]

    def shared_names(self, t: Table) -> int:
        return 0

    # What every game keeps to

    def clock(self, t: Table) -> int:
        return t.p.turn

    def progress(self, t: Table) -> int:
        """Turns to come, then phases of this one, then what may still be ordered in it."""
        p = t.p
        row = next((f.get("row", 0) for f in t.agenda if f.step == "turn"), 0)
        left = p.moved.count(0) + p.attacked.count(0) + p.mission.count(0) - len(p.plans) - 3 * p.launched
        under_way = sum(2 * len(f["path"]) if f.step == "convoy" else 1 for f in t.agenda[3:])
        return ((p.last - p.turn) * 10 - row) * 100_000 + left * 100 + under_way

    def draw_rest(self, t: Table, view: Any, rng: random.Random) -> None:
        """A sealed plan is some plan: any shore."""
        for name, _ in plans.to_draw(t):
            plans.amend(t, name, node=rng.choice(members(t.world.coast)))

    # Scenes

    scene_words = ("north movement", "south air")

    def scene_clear(self, t: Table) -> None:
        for i in range(len(t.p.at)):
            t.p.at[i] = t.world.lost
        t.p.restack()

    def scene_piece(self, t: Table, node: int, text: str) -> int:
        piece = next((i for i, unit in enumerate(t.world.units) if unit["name"] == text), -1)
        if piece >= 0:
            t.p.put(piece, node)
        return piece

    def scene_word(self, t: Table, clause: str) -> bool:
        whose, *rest = clause.split()
        if whose not in w.POWERS or rest not in [[phase] for phase in PHASES]:
            return False
        row = len(PHASES) * w.POWERS.index(whose) + PHASES.index(rest[0])
        t.agenda = (Frame("game", data=(("row", 1),)), Frame("turn", data=(("row", row),)))
        t.run()
        return True


def armies_at(t: Table, node: int) -> int:
    return sum(t.p.kind[i] == w.ARMY for i in t.p.stack(node))


TITLE = Sketch()
