"""What the Front system asks of EuroFront in Operation Weser."""

from __future__ import annotations

import random

from grognard.board.hexset import from_iter
from grognard.titles.systems.front import blocks
from grognard.titles.systems.front.arrivals import Site
from grognard.titles.systems.front.deployment import Plan
from grognard.titles.systems.front.state import month_text
from grognard.titles.systems.front.world import World

from .. import fronts, shores
from ..europe import north as theaters
from ..state import ALLIED, AXIS, Table
from ..war import homeland, weser
from ..war import state as war_state
from ..war.hooks import WarHooks
from . import command, north, norway, setup

PER_MAJOR, PER_PLACE = 2, 1
"""Units that a place takes in a Production (11.81/d)."""


class WeserHooks(WarHooks):
    """The answers of the chapters of Operation Weser (21.49)."""

    scene_events = norway.EVENTS

    # The sea

    def assailant(self, t: Table, piece: int) -> str:
        return norway.assails_as(t, piece)

    def amphibious(self, t: Table, piece: int) -> bool:
        return super().amphibious(t, piece) or weser.as_amphibious(t, piece, norway.weser(t))

    def long_range_facts(self, t: Table, piece: int) -> dict[str, int]:
        """In the Weser turn other units than amphibious ones land far away (21.493)."""
        return {"assaults": 1}

    def own_waters(self, t: Table, power: int) -> int:
        return weser.own_waters(t, power, norway.weser(t))

    def quiet_seas(self, t: Table) -> int:
        return norway.quiet_seas(t)

    def repulses_up_to(self, t: Table, node: int, number: int) -> int:
        return norway.repulses(t, node, number)

    def unassailable(self, t: Table, power: int) -> int:
        return shores.without_port(t)

    # Supply and rail

    def without_supply(self, t: Table, power: int) -> int:
        """Norwegians have a supply of their own (20.63)."""
        out = super().without_supply(t, power)
        if power != ALLIED:
            return out
        own = norway.army(t)
        return out & ~own | blocks.inside(t, power, int(t.world.land)) & own & ~norway.fed(t)

    def transit(self, t: Table, power: int) -> int:
        """Complying Sweden lets Axis trains through (21.492)."""
        return int(t.world.extra["Sweden"]) if power == AXIS else 0

    # Command and combat

    def supreme_price(self, t: Table, hq: int, piece: int) -> int:
        return command.price(t, hq, piece)

    def disruption(self, t: Table, piece: int) -> int:
        return super().disruption(t, piece) + north.disruption(t, piece)

    def supports_combat(self, t: Table, hq: int) -> bool:
        return super().supports_combat(t, hq) or theaters.supports(t, hq)

    def theater(self, t: Table, hq: int) -> int:
        return theaters.theater(t, hq)

    def fire_of(self, t: Table, piece: int, node: int, passive: bool, need: int) -> int:
        return homeland.mountain_fire(t, piece, node, need)

    def acclimatizes(self, t: Table, piece: int) -> int:
        return north.loss(t, piece)

    # Production

    def upkeep(self, t: Table, power: int) -> int:
        return north.maintenance(t, power)

    def comes_home(self, t: Table, piece: int, node: int) -> None:
        """Who is rebuilt in the North is used to it (21.462)."""
        war_state.position(t).acclimatized[piece] = fronts.land_of(t, fronts.NF) >> node & 1

    def fixed_level(self, t: Table, power: int) -> int | None:
        """The printed levels; from May the battle of France takes nearly all (S1939B)."""
        plan = t.world.scenario
        word = t.world.extra["words"][power]
        later = [level for month, level in plan["level_from"].items() if month <= month_text(t.p.month)]
        return int((later[-1] if later else plan["level"]).get(word, 0))

    def gone_for_good(self, t: Table) -> int:
        """The army of defeated Norway does not come back (16.91)."""
        return norway.army(t) if norway.DEFEATED in t.p.politics else 0

    def called_up(self, t: Table, piece: int) -> bool | None:
        """Norwegians come when their land is at war (20.61)."""
        return norway.WAR in t.p.politics if norway.army(t) >> piece & 1 else None

    def arrival_sites(self, w: World) -> tuple[Site, ...]:
        """Germans in home and Victory Cities, those of the North in Oslo too (11.81/a, 21.462); British in home cities
        and major ports (11.81/b), Norwegians in Oslo (20.64)."""
        extra, oslo = w.extra, 1 << w.extra["Oslo"]
        major: int = extra["major cities"]
        harbours = from_iter(node for node, port in w.ports.items() if port.major)
        found = [Site("axis", "NF", oslo, PER_MAJOR, "", ("11.6",))]
        for side, homes, nodes, source in (
            ("axis", ("germany", "NF"), extra["german cities"] | extra["victory cities"], "11.6"),
            ("allies", ("britain", "canada"), extra["british cities"] | harbours, "11.6/a"),
            ("allies", ("norway",), oslo, "11.6/a"),
        ):
            for home in homes:
                found.append(Site(side, home, nodes & major, PER_MAJOR, "", (source,)))
                found.append(Site(side, home, nodes & ~major, PER_PLACE, "", (source,)))
        return tuple(found)

    # Fog, scenes, set-up

    def draw_unseen(self, t: Table, pieces: list[int], rng: random.Random) -> None:
        """All blocks are set up at the start but the Norwegians: one that no one sees is lost, or not set up yet."""
        setting_up = any(frame.step in ("deployment", "deploying") for frame in t.agenda)
        waiting = any(frame.step == "garrisons" for frame in t.agenda) or norway.WAR not in t.p.politics
        for piece in pieces:
            power = t.p.power[piece]
            later = setting_up or (waiting and norway.army(t) >> piece & 1)
            t.p.at[piece] = t.world.later(power) if later else t.world.lost(power)
            t.p.cv[piece] = 0

    def deployment_plan(self, t: Table) -> Plan:
        return setup.Deploy()

    def scene_word(self, t: Table, clause: str) -> bool:
        """``at war``: Norway is at war and no longer surprised; ``surprised``: war was declared in this fortnight."""
        if clause in ("at war", "surprised"):
            norway.declare(t)
            t.p.politics[norway.WAR] -= clause == "at war"
            return True
        return super().scene_word(t, clause)

    scene_words = (*WarHooks.scene_words, "at war", "surprised")

    def progress(self, t: Table) -> int:
        """War is declared once."""
        return super().progress(t) - len(t.p.politics)
