"""The turn as a table, victory, and the title itself (T8)."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from grognard.board import UnknownName
from grognard.board.hexset import members
from grognard.engine.core import plans
from grognard.engine.core.frames import Frame
from grognard.engine.core.knowledge import Token
from grognard.engine.core.names import nearest, unknown
from grognard.engine.core.rules import Refused, RuleBook, rule
from grognard.engine.core.step import Row, Sequence_, Step
from grognard.engine.play.desk import Proposal

from . import combat, fleets, movement, production
from . import world as w
from .looks import TinyLooks
from .title import META
from .world import Table


def red(t: Table) -> int:
    return int(t.seat_of(w.RED))


def blue(t: Table) -> int:
    return int(t.seat_of(w.BLUE))


def green(t: Table) -> int:
    return int(t.seat_of(w.GREEN))


def green_apart(t: Table) -> bool:
    """Green has a turn of its own when another seat plays it."""
    return green(t) != blue(t)


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
    *player_turn(blue),
    *player_turn(green, green_apart),
    Row("turn_end"),
]


class TurnEnd(Step):
    """Advance the turn; count at the end of the segment (T8.1)."""

    name = "turn end"
    rule = "T8.1"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        t.pop()
        for power in range(len(t.p.seat_of)):
            make_peace(t, power)
        if t.p.turn >= t.p.last:
            t.milestone(f"turn {t.p.turn}")
            count(t)
        else:
            t.p.turn += 1
            t.emit("turn", "T8.1", turn=t.p.turn)


@rule("T9.1")
def make_peace(t: Table, power: int) -> None:
    """A power whose capital an enemy holds is at war with no one any more (T9.1)."""
    holder = t.p.holder[t.world.capitals[power]]
    if t.hostile(power, holder):
        for other in members(t.p.hostile[power]):
            t.p.hostile[other] &= ~(1 << power)
        t.p.hostile[power] = 0
        t.emit("peace", "T9.1", power=META.powers[power])


def held(t: Table) -> tuple[int, int]:
    """How many hexes Red holds, and how many its enemies."""
    return w.held_by(t, 1 << w.RED).bit_count(), w.held_by(t, t.p.hostile[w.RED]).bit_count()


def count(t: Table) -> None:
    """More hexes than the enemy win (T8.1); whether to go on is for the players to say."""
    own, enemy = held(t)
    lead = own - enemy
    allies = sorted({blue(t), green(t)})
    if lead > 0:
        t.close(
            [red(t)],
            "marginal" if lead < 6 else "decisive",
            f"Red leads by {lead} hex{'es' if lead != 1 else ''}.",
            "T8.1",
            final=False,
        )
    elif lead < 0:
        t.close(
            allies,
            "marginal" if lead > -6 else "decisive",
            f"The allies lead by {-lead} hex{'es' if lead != -1 else ''}.",
            "T8.1",
            final=False,
        )
    else:
        t.close([], "draw", "Both hold as many hexes.", "T8.1", final=False)


class RefusableResign(Proposal):
    """A resignation that the others may refuse (T8.3)."""

    name = "resign"
    rule = "T8.3"

    def needs(self, t: Table, seat: int) -> tuple[int, ...]:
        """All others must agree (T8.3)."""
        return super().needs(t, seat)

    def agreed(self, t: Table, proposer: int, text: str) -> None:
        others = [s for s in range(len(t.seats)) if s != proposer]
        t.close(others, "resignation", f"{t.seat_name(proposer)} resigned.", "T8.3")

    def declined(self, t: Table, proposer: int, by: int, text: str) -> None:
        t.emit("played_on", "T8.3")


class Extend(Proposal):
    """Play two more turns after the end (T8.2)."""

    name = "extend"
    rule = "T8.2"

    def may(self, t: Table, seat: int) -> bool:
        """After an end that is not the last (T8.2)."""
        return t.outcome is not None and not t.outcome.final

    def agreed(self, t: Table, proposer: int, text: str) -> None:
        t.outcome = None
        t.p.last += 2
        t.p.turn += 1
        t.emit("extended", "T8.2")
        t.run()


WEIGHS: Mapping[str, Callable[[Frame], int]] = {
    "combat": lambda f: -250 * len(f.get("done", ())),
    "battle": lambda f: 50 * (4 - f["round"]),
    "losses": lambda f: int(f["hits"]),
    "voyage": lambda f: len(f["path"]) * (13, 5, 1)[f["deep"]],
    "interception": lambda f: (0, 6, 2)[f["deep"]],
}
"""What is still to come in a frame, so that each order leaves less of it: a voyage outweighs its interceptions."""


class Tiny(TinyLooks):
    """The tiny game."""

    meta = META
    book = RuleBook(w.HERE / "data" / "rules.csv")
    position = w.TinyPosition
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
        p.seat_of = t.p.seat_of
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

    # Scenes

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
        if not 1 <= points <= MOST_MILITIA or not movement.free_slots(t, power):
            most = f"{w.MILITIA_SLOTS} militia of 1 to {MOST_MILITIA} points"
            raise Refused("E.scene", f"{whose} has at most {most}.")
        if not t.world.board.land >> node & 1:
            raise Refused("E.scene", f"Militia stand on land, not in {t.node_name(node)}.")
        return movement.raise_militia(t, power, points, node)

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


MOST_MILITIA = 3 * w.MILITIA_SLOTS
"""The points of a counter that all of a power's have merged into."""

TITLE = Tiny()
