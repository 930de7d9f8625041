"""What the Front system asks of EuroFront in the Winter War."""

from __future__ import annotations

import random

from grognard.titles.systems.front import supply
from grognard.titles.systems.front.arrivals import Site
from grognard.titles.systems.front.deployment import Plan
from grognard.titles.systems.front.world import World

from .. import fronts, shores
from ..hooks import EuroFrontHooks
from ..state import SOVIET, Table
from ..war import costs
from ..war import supply as war_supply
from . import rules, setup

PER_MAJOR, PER_PLACE = 2, 1
"""Units that a place takes in a Production (11.81/d)."""


class WinterHooks(EuroFrontHooks):
    """The answers of the chapters of the Winter War (21.48)."""

    def origins(self, t: Table, power: int) -> int:
        return rules.origins(t, power)

    def home_origin(self, t: Table, power: int) -> int:
        return rules.origins(t, power)

    def sources(self, t: Table, power: int) -> int:
        """Rail/Sea Supply and the roads beyond it (10.33)."""
        return supply.rail_sea(t, power) | war_supply.road_supply(t, power)

    def free_of_air(self, t: Table, node: int) -> int:
        """The places that pursuit tells apart here: those at home in Finland (21.442)."""
        return bool(t.world.extra["Finland"] >> node & 1)

    def speed_of(self, t: Table, piece: int, hexes: int, weather: int, free: int, month: int) -> int:
        return rules.ski_troops(t, piece, hexes, weather, bool(free))

    def fire_of(self, t: Table, piece: int, node: int, passive: bool, need: int) -> int:
        """Finns at home and Soviet tanks fire DF (20.82, 21.481/b)."""
        helped = rules.white_death(t, piece, node) or rules.tanks(t, piece)
        return min(need, rules.DF) if helped else need

    def supports_combat(self, t: Table, hq: int) -> bool:
        return super().supports_combat(t, hq) or rules.is_mannerheim(t, hq)

    def theater(self, t: Table, hq: int) -> int:
        """Mannerheim supports and strikes within Greater Finland (21.481)."""
        return int(t.world.extra["Greater Finland"]) if rules.is_mannerheim(t, hq) else -1

    def disruption(self, t: Table, piece: int) -> int:
        return super().disruption(t, piece) + rules.disruption(t, piece)

    def may_disrupt(self, t: Table) -> bool:
        return True

    def acclimatizes(self, t: Table, piece: int) -> int:
        return rules.is_alien(t, piece)

    def unassailable(self, t: Table, power: int) -> int:
        return rules.frozen_coast(t, power) | shores.without_port(t)

    def arrived(self, t: Table, piece: int, here: int, there: int) -> None:
        rules.acclimatize(t, piece, here, there)

    def step_cost(self, t: Table, piece: int) -> int:
        return costs.step_cost(t, piece)

    def upkeep(self, t: Table, power: int) -> int:
        return rules.maintenance(t, power)

    def fixed_level(self, t: Table, power: int) -> int | None:
        return rules.level(t, power)

    def arrival_sites(self, w: World) -> tuple[Site, ...]:
        """Finns in Helsinki (20.64), Soviets in home cities and areas (11.81/c, 18.63)."""
        helsinki, extra = 1 << w.extra["Helsinki"], w.extra
        areas = w.areas & extra["home"][SOVIET]
        return (
            Site("axis", "", helsinki, PER_MAJOR, "", ("11.6",)),
            Site("soviets", "", extra["home cities"] & extra["major cities"], PER_MAJOR, "", ("11.6",)),
            Site("soviets", "", extra["home cities"] & ~extra["major cities"] | areas, PER_PLACE, "", ("11.6",)),
        )

    def draw_unseen(self, t: Table, pieces: list[int], rng: random.Random) -> None:
        """All blocks are set up at the start: one that no one sees is eliminated, or not set up yet."""
        setting_up = any(frame.step in ("deployment", "deploying") for frame in t.agenda)
        for piece in pieces:
            power = t.p.power[piece]
            t.p.at[piece] = t.world.later(power) if setting_up else t.world.lost(power)
            t.p.cv[piece] = 0

    def deployment_plan(self, t: Table) -> Plan:
        return setup.Deploy()

    scene_words = (*EuroFrontHooks.scene_words, "EF snow")

    def scene_word(self, t: Table, clause: str) -> bool:
        return fronts.scene_word(t, clause) or super().scene_word(t, clause)

    def progress(self, t: Table) -> int:
        """What is said of an armistice is said once."""
        return super().progress(t) - len(t.p.politics)

    def playing(self, t: Table) -> tuple[int, ...]:
        """Finns and Soviets (21.48)."""
        return setup.PLAYING
