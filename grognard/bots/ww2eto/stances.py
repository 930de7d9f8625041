"""What the planner of World War Two ETO tries, and how it judges where it leads."""

from __future__ import annotations

import random
from collections.abc import Hashable
from functools import partial
from typing import Any

from grognard.board.area import spread
from grognard.board.hexset import members
from grognard.titles.ww2eto import victory
from grognard.titles.ww2eto import world as w

from ..playout import Minds
from .plan import Plans
from .weights import Weights, usual

VALUES: dict[str, tuple[Any, ...]] = {
    "pull": (0.0, 0.3, 1.0, 2.0), "fear": (0.0, 0.4, 1.0, 2.5), "fight": (0.4, 1.0, 2.0), "bold": (0.0, 0.4, 1.0),
    "column": (0, 1, 2), "doom": (0.0, 2.5, 6.0), "gain": (0.1, 0.6, 1.5), "begun": (0.0, 0.3, 0.6),
    "enough": (0.5, 0.85, 1.2),
}  # fmt: skip


class Eto:
    """World War Two ETO for the planner."""

    def turn(self, t: Any) -> Hashable:
        return t.p.turn, t.p.player

    def mine(self, t: Any, seat: int) -> bool:
        return bool(t.p.seat_of[t.p.player] == seat)

    def minds(self, stance: Weights) -> Minds:
        return partial(Plans, weights=stance)

    def horizon(self, t: Any) -> int:
        return 100 if t.scenario == "africa41" else 5

    def stances(self, t: Any, seat: int) -> list[Weights]:
        """The usual one; holding, bolder, warier; where the war is long a line of advance or of defence."""
        now = usual(t.scenario)
        found = [now, now._replace(pull=0.0), now._replace(fear=0.0), now._replace(fear=2.5, doom=6.0)]
        if t.scenario == "africa41":
            power = w.AXIS if seat == t.p.seat_of[w.AXIS] else w.ALLIED
            nodes = [t.world.node(name) for name in ("2125", "2224", "2024")]
            return [*found, *(now._replace(aims=((power, 1 << node, 0),), alone=True) for node in nodes)]
        found.append(now._replace(fight=2.0, bold=0.0, enough=0.6))
        found += [now._replace(aims=aims) for aims in self.lines(t, seat)]
        return found

    def lines(self, t: Any, seat: int) -> list[tuple[tuple[int, int, int], ...]]:
        """Where to press: on enemies in one part of the map, or home to one's own capital."""
        p, world = t.p, t.world
        found: list[tuple[tuple[int, int, int], ...]] = []
        for power in (w.AXIS, w.SOVIET, w.ALLIED):
            if p.seat_of[power] != seat or not p.army[power]:
                continue
            home = {w.AXIS: world.germany, w.SOVIET: world.russian_centers}.get(power, 0)
            foes = 0
            for other in members(p.hostile[power]):
                foes |= p.occupied[other]
            beset = foes & spread(home, world.walk, 3) & world.play
            if beset:
                found.append(((power, beset, -8),))
        return found

    def mutant(self, t: Any, seat: int, stance: Weights, rng: random.Random) -> Weights:
        """A unit is sent elsewhere or held, or something counts more or less."""
        kind = rng.random()
        if kind < 0.75:
            power = t.p.player
            units = [i for i in members(t.p.army[power]) if t.world.play >> t.p.at[i] & 1]
            piece = rng.choice(units)
            nodes = members(spread(1 << t.p.at[piece], t.world.walk, 4) & t.world.play)
            node = rng.choice(nodes) if rng.random() < 0.8 else t.p.at[piece]
            sent = dict(stance.sent)
            if piece in sent and rng.random() < 0.3:
                del sent[piece]
            else:
                sent[piece] = node
            return stance._replace(sent=tuple(sorted(sent.items())))
        name = rng.choice(("pull", "fear", "fight", "bold", "column", "doom", "gain", "begun", "enough"))
        value = rng.choice(VALUES[name])
        return stance._replace(**{name: value})

    def worth(self, t: Any, seat: int) -> float:
        """Who has won and how well; before the end centers, points, and who stands in Germany."""
        name = t.seats[seat]
        found = 0.0
        if t.outcome is not None:
            won = 1.0 if name in t.outcome.winners else -1.0 if t.outcome.winners else 0.0
            found = won + 0.2 * t.outcome.scores[name]
        if t.scenario == "africa41":
            return float(found + 0.04 * self.points(t, seat, t.world.africa))
        sign = 1.0 if seat == t.p.seat_of[w.AXIS] else -1.0
        germany = min(12, sum(t.p.strength[i] for i in victory.in_germany(t)))
        ground = 0.03 * t.p.axis_centers.bit_count() - 0.05 * germany
        return float(found + sign * ground + 0.012 * self.points(t, seat, t.world.play))

    def points(self, t: Any, seat: int, land: int) -> float:
        """Points in some land, ours less theirs."""
        p, found = t.p, 0
        for power in (w.AXIS, w.ALLIED, w.SOVIET):
            side = 1 if p.seat_of[power] == seat else -1
            found += side * sum(p.strength[i] for i in members(p.army[power]) if land >> p.at[i] & 1)
        return float(found)
