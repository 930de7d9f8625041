"""What the planner of WestFront tries, and how it judges where it leads."""

from __future__ import annotations

import random
from collections.abc import Hashable
from functools import partial
from typing import Any

from grognard.board.area import spread
from grognard.board.hexset import members
from grognard.titles.systems.front import blocks, control
from grognard.titles.systems.front.world import COMMANDERS, STATIC
from grognard.titles.westfront import victory
from grognard.titles.westfront.world import ALLIED, AXIS

from ..front.plan import USUAL
from ..front.weights import Stance, Thrift, Weights
from ..playout import Minds
from . import goals
from .plan import ATTACKER, CARRIED, DEFENDER, HELD, Plans

VALUES: dict[str, tuple[Any, ...]] = {
    "favourable": (1.0, 1.3, 1.6, 2.2), "hopeless": (0.15, 0.35, 0.7), "fight_on": (0.6, 1.0, 1.5),
    "gain": (0.2, 0.6, 1.2), "journey": (1.0, 2.0, 4.0), "reserve": (4, 7, 12), "staff": (1, 2, 3),
    "battle": (1.5, 3.0, 6.0), "prize": (0.2, 0.5, 1.2), "plenty": (2.5, 4.8, 8.0), "threat": (0.1, 0.4, 0.8),
    "hold": (0.25, 0.5, 1.0), "ashore": (5.0, 9.0, 14.0), "threat_ashore": (0.1, 0.5, 1.5),
}  # fmt: skip
MARCH = 3
HQS_SPENT = 0.6
STORM = Weights(favourable=0.0, shy=0.0, battle=6.0, prize=2.5, activate=0.5, fight_on=0.0, threat=0.1)
"""Into every battle for what counts, whatever it costs."""


class West:
    """WestFront for the planner."""

    def turn(self, t: Any) -> Hashable:
        return t.p.month, t.p.fortnight, t.p.active, self.fights(t)

    def mine(self, t: Any, seat: int) -> bool:
        return self.fights(t) and bool(t.seat_of(t.p.active) == seat)

    def fights(self, t: Any) -> bool:
        """Is it a player-turn, and neither Production nor the set-up?"""
        return any(frame.step == "player_turn" for frame in t.agenda)

    def minds(self, stance: Stance) -> Minds:
        return partial(Plans, stance=stance)

    def horizon(self, t: Any) -> int:
        return 100

    def power(self, t: Any, seat: int) -> int:
        return next((i for i in t.powers_of(seat) if i < 2), seat)

    def stances(self, t: Any, seat: int) -> list[Stance]:
        """The usual one; HQs dearer and cheaper; bolder and warier."""
        thrift, w = self.thrift(t, seat), self.weights(t, seat)
        return [
            USUAL,
            USUAL._replace(thrift=thrift._replace(dear=thrift.dear + 100, dear_last=thrift.dear_last + 100)),
            USUAL._replace(thrift=thrift._replace(dear=-1.0, dear_last=-1.0), weights=w._replace(activate=1.0)),
            USUAL._replace(weights=STORM, thrift=thrift._replace(dear=-1.0, dear_last=-1.0), seeks=True),
            USUAL._replace(weights=w._replace(favourable=1.1, fight_on=0.7)),
            USUAL._replace(weights=w._replace(favourable=2.2, threat=0.8, fight_on=1.4)),
        ]

    def thrift(self, t: Any, seat: int) -> Thrift:
        return DEFENDER if self.power(t, seat) == AXIS else ATTACKER

    def weights(self, t: Any, seat: int) -> Weights:
        if t.world.scenario.get("victory") != "points":
            return Weights()
        return HELD if self.power(t, seat) == AXIS else CARRIED

    def mutant(self, t: Any, seat: int, stance: Stance, rng: random.Random) -> Stance:
        """An HQ is turned up or left at rest, a unit is sent elsewhere, a goal is named, something counts otherwise."""
        kind, power = rng.random(), self.power(t, seat)
        if kind < 0.3:
            return self.other_staff(t, power, stance, rng)
        if kind < 0.6:
            return self.other_march(t, power, stance, rng)
        if kind < 0.8:
            mainland = t.world.land & ~goals.overseas(t.world) & ~t.p.neutral
            prizes = [n for n in goals.prizes(t.world) if mainland >> n & 1]
            return stance._replace(aims=((1 << rng.choice(prizes), 0),), alone=rng.random() < 0.5)
        name = rng.choice(tuple(VALUES))
        now = stance.weights or self.weights(t, seat)
        return stance._replace(weights=now._replace(**{name: rng.choice(VALUES[name])}))

    def other_staff(self, t: Any, power: int, stance: Stance, rng: random.Random) -> Stance:
        staffs = [i for i in blocks.on_map(t, power) if t.world.units[i].kind in COMMANDERS]
        if not staffs:
            return stance
        hq, kept = rng.choice(staffs), dict(stance.staffs)
        if hq in kept and rng.random() < 0.3:
            del kept[hq]
        else:
            kept[hq] = rng.choice(("", "command", "invasion", "blitz"))
        return stance._replace(staffs=tuple(sorted(kept.items())))

    def other_march(self, t: Any, power: int, stance: Stance, rng: random.Random) -> Stance:
        units = [i for i in blocks.on_map(t, power) if t.world.units[i].kind not in (STATIC, *COMMANDERS)]
        near = spread(control.enemy_units(t, power), t.world.trace, MARCH)
        units = [i for i in units if near >> t.p.at[i] & 1] or units
        if not units:
            return stance
        piece, kept = rng.choice(units), dict(stance.sent)
        if piece in kept and rng.random() < 0.3:
            del kept[piece]
        else:
            nodes = members(spread(1 << t.p.at[piece], t.world.trace, MARCH) & t.world.land)
            worthy = [n for n in nodes if n in goals.prizes(t.world) or control.enemy_units(t, power) >> n & 1]
            kept[piece] = t.p.at[piece] if rng.random() < 0.25 else rng.choice(worthy or nodes)
        return stance._replace(sent=tuple(sorted(kept.items())))

    def worth(self, t: Any, seat: int) -> float:
        """The lead in what the scenario counts, and a little for steps on the map."""
        sign = 1 if self.power(t, seat) == ALLIED else -1
        steps = self.steps(t, ALLIED) - self.steps(t, AXIS)
        victory_by = t.world.scenario.get("victory")
        if victory_by == "sicilian ports":
            held = victory.by_ports(t).lead
            return sign * ({3: 1.0, 2: 0.0}.get(held, -0.8 - 0.1 * (2 - held)) + 0.01 * steps)
        if victory_by == "cities":
            lead = 8.0 * (victory.cities(t, ALLIED) - victory.cities(t, AXIS))
        else:
            lead = victory.total(t, ALLIED) - victory.total(t, AXIS)
            lead -= self.spent(t) * (victory.hq_points(t, ALLIED) - victory.hq_points(t, AXIS))
        return sign * (lead + 0.5 * steps) / 30.0

    def steps(self, t: Any, power: int) -> float:
        """The steps of a side's units, static ones for less."""
        units = t.world.units
        own = [i for i in blocks.on_map(t, power) if units[i].kind not in COMMANDERS]
        return float(sum(t.p.cv[i] * (0.3 if units[i].kind == STATIC else 1.0) for i in own))

    def spent(self, t: Any) -> float:
        """The part of the points for HQs that does not count yet, for these are there to be spent."""
        if t.outcome is not None:
            return 0.0
        return float(min(1.0, (t.p.last - t.p.month) / 2) * HQS_SPENT)
