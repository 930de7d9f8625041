"""The turn as a table, and the title itself: set-up, secrets and guesses."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from grognard.board import UnknownName
from grognard.board.hexset import members
from grognard.engine.core import plans
from grognard.engine.core.frames import Frame
from grognard.engine.core.knowledge import Token
from grognard.engine.core.rules import RuleBook
from grognard.engine.core.step import Row, Sequence_
from grognard.engine.play.desk import Proposal

from . import combat, fleets, movement, production
from . import world as w
from .scenes import TinyScenes
from .sides import blue, green, red
from .title import META
from .victory import Extend, RefusableResign, TurnEnd, held
from .world import Table


def blue_apart(t: Table) -> bool:
    """A seat moves all its powers in one turn: Blue has one of its own unless Red's seat plays it."""
    return blue(t) != red(t)


def green_apart(t: Table) -> bool:
    """Green has a turn of its own unless the seat of another power plays it."""
    return green(t) not in (red(t), blue(t))


def player_turn(who: Any, when: Any = None) -> list[Row]:
    return [
        Row("raids", who, when, rule="T1.5"),
        Row("movement", who, when),
        Row("combat", who, when),
        Row("fleets", who, when),
    ]


TURN = [
    Row("production"),
    *player_turn(red),
    *player_turn(blue, blue_apart),
    *player_turn(green, green_apart),
    Row("turn_end"),
]


WEIGHS: Mapping[str, Callable[[Frame], int]] = {
    "combat": lambda f: -250 * len(f.get("done", ())),
    "battle": lambda f: 50 * (4 - f["round"]),
    "losses": lambda f: int(f["hits"]),
    "voyage": lambda f: len(f["path"]) * (13, 5, 1)[f["deep"]],
    "interception": lambda f: (0, 6, 2)[f["deep"]],
}
"""What is still to come in a frame, so that each order leaves less of it: a voyage outweighs its interceptions."""


class Tiny(TinyScenes):
    """The tiny game."""

    meta = META
    book = RuleBook(w.HERE / "data" / "rules.csv")
    position = w.TinyPosition
    form = 2
    fog = True
    secret_columns = ("kind", "steps", "built")
    stack_columns = ("moved", "came")
    reveals = {
        "T1.5": "a block that a raid destroys, to all",
        "T4.2": "a fleet that is sunk, to all",
        "T5.1": "every block of a battle, to all, face up until the battle ends",
        "T6.1": "a block's speed, to the seat that probed it",
    }
    proposals: Mapping[str, Proposal] = {"resign": RefusableResign(), "extend": Extend()}
    steps = {
        "game": Sequence_("game", [Row("turn")], again=lambda t: True),
        "turn": Sequence_("turn", TURN),
        "production": production.Production(),
        "producing": production.Producing(),
        "raids": production.Raids(),
        "movement": movement.Movement(),
        "walk": movement.Walk(),
        "react": movement.Reaction(),
        "combat": combat.Combat(),
        "battle": combat.Battle(),
        "losses": combat.Losses(),
        "fleets": fleets.Fleets(),
        "voyage": fleets.Voyage(),
        "interception": fleets.Interception(),
        "sea_battle": fleets.SeaBattle(),
        "turn_end": TurnEnd(),
    }
    aggressive_verbs = ("move", "sail", "intercept")
    invariants = {
        "stacks": lambda t: all(t.p.at[i] == n for n, s in t.p.stacks.items() for i in s),
        "steps": lambda t: all(0 <= t.p.steps[i] <= w.BLOCKS[i].most for i in range(len(w.BLOCKS))),
        "holders": lambda t: all(w.NOBODY <= power < len(META.powers) for power in t.p.holder),
        "alive": lambda t: all(t.p.steps[i] > 0 or t.p.at[i] == t.world.lost for i in range(len(t.p.at))),
    }
    ledgers = {
        "nodes": lambda t: len(t.p.holder),
        "blocks": lambda t: len(t.p.at),
    }

    def begin(self, scenario: str, options: Mapping[str, str], board: Any = None) -> w.World:
        return w.world(str(board) if board else "")

    def setup(self, t: Table) -> None:
        board = t.world.board
        n = len(w.BLOCKS) + 3 * w.MILITIA_SLOTS
        p = self.position(n, board.size, len(META.powers))
        p.seat_of, p.own_seat = t.p.seat_of, t.p.seat_of[:]
        p.hostile = [0b110, 0b001, 0b001]
        for i, block in enumerate(w.BLOCKS):
            p.power[i], p.kind[i], p.steps[i], p.at[i] = block.power, block.kind, block.steps, board.node(block.place)
        for i in range(len(w.BLOCKS), n):
            p.kind[i], p.at[i], p.shown[i] = w.MILITIA, t.world.lost, w.FACE_UP
        p.last = int(t.options["turns"])
        for power, nation in enumerate(("Red", "Blue", "Green")):
            for node in members(board.nation[nation]):
                p.holder[node] = power
        p.restack()
        t.p = p
        t.push(Frame("game"))

    def from_older(self, form: int, dumped: dict[str, Any]) -> dict[str, Any]:
        """Before form 2 no power changed hands: each is still played by its own seat."""
        position = dumped["position"]
        return {**dumped, "position": {**position, "own_seat": position["seat_of"]}}

    def nodes(self, t: Table) -> int:
        return int(t.world.board.size)

    def node_name(self, t: Table, node: int) -> str:
        name: str = t.world.names[node]
        return name

    def find_node(self, t: Table, text: str) -> int:
        try:
            return int(t.world.board.node(text.replace("_", " ")))
        except UnknownName:
            return -1

    def near_nodes(self, t: Table, text: str) -> list[str]:
        return list(t.world.board.suggest(text))

    def piece_name(self, t: Table, piece: int) -> str:
        return w.name(t, piece)

    def shared_names(self, t: Table) -> int:
        """Only militia of one size in one hex are called the same."""
        return -1 << len(w.BLOCKS)

    def clock(self, t: Table) -> int:
        return int(t.p.turn)

    def progress(self, t: Table) -> int:
        """Turns to come, then steps of the turn, then what is left to do in this one."""
        rows = next((f.get("row", 0) for f in t.agenda if f.step == "turn"), 0)
        late = sum(dict(plan[2]).get("late", 0) for plan in t.p.plans.values())
        left = t.p.moved.count(0) + t.p.asked.count(0) + sum(t.p.points) - 7 * len(t.p.plans) - late
        under_way = sum(WEIGHS[f.step](f) for f in t.agenda if f.step in WEIGHS)
        return int(((t.p.last - t.p.turn) * 20 - rows) * 100_000 + left * 100 + under_way)

    def scores(self, t: Table) -> dict[str, int]:
        return dict(zip(("red", "allied"), held(t), strict=True))

    # Hidden pieces

    def private_nodes(self, t: Table, power: int) -> int:
        pool: int = t.world.pools[power]
        return 1 << pool

    def appearance(self, t: Table, piece: int) -> str:
        return META.powers[t.p.power[piece]]

    def secret_lists(self, t: Table) -> Mapping[str, tuple[int, ...]]:
        """Each power's points are known to its seat alone."""
        return {"points": tuple(t.p.seat_of)}

    def draw_entry(self, t: Table, name: str, index: int, rng: random.Random) -> int:
        """While all produce, another may still have any of its points; then there are none."""
        return production.POINTS if any(f.step == "production" for f in t.agenda) else 0

    def could_be(self, t: Table, piece: int, token: Token) -> bool:
        """Fleets are at sea and the others are not; a probed block has the speed that was told."""
        if piece >= len(w.BLOCKS) or (w.BLOCKS[piece].kind == w.FLEET) != bool(t.world.board.water >> token.node & 1):
            return token.node == t.world.lost and piece < len(w.BLOCKS)
        speed = w.SPEED[w.BLOCKS[piece].kind]
        return not token.facts or all(name != "speed" or speed == value for name, value, _ in token.facts)

    def draw_column(self, t: Table, column: str, piece: int, fact: tuple[int, int] | None, rng: random.Random) -> int:
        if column == "kind":
            return w.BLOCKS[piece].kind
        if column == "built":
            return 0
        if t.p.at[piece] == t.world.lost:
            return 0
        if fact is None:
            return 1 + int(rng.random() * w.BLOCKS[piece].most)
        seen, when = fact
        return min(w.BLOCKS[piece].most, max(1, seen) + rng.randint(0, max(0, t.p.turn - when)))

    def draw_unseen(self, t: Table, pieces: list[int], rng: random.Random) -> None:
        for piece in pieces:
            if piece < len(w.BLOCKS):
                t.p.at[piece] = t.world.pools[t.p.power[piece]]
                t.p.steps[piece] = max(1, min(t.p.steps[piece], w.BLOCKS[piece].most))

    def draw_rest(self, t: Table, view: Any, rng: random.Random) -> None:
        """A sealed raid is some raid: any hex, any turn from now."""
        land = members(t.world.board.land)
        for name, _ in plans.to_draw(t):
            plans.amend(t, name, due=t.p.turn + rng.randint(0, 2), node=rng.choice(land))


TITLE = Tiny()
