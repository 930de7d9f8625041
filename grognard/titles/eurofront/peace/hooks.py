"""What the Front system asks of the war while the USSR is at peace."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.board.hexset import from_iter
from grognard.titles.systems.front import control, invasion, sea
from grognard.titles.systems.front.arrivals import Schedule

from ..europe import cooperation, effects, nations, politics, vichy
from ..france import armistice, coordination, land, morale
from ..france.hooks import EVENT_WEIGHT
from ..hooks import Closures
from ..tide.hooks import TideHooks
from ..war import naval, weser
from . import norway, pact, partition, south, soviets, west
from .state import ALLIED, AXIS, SOVIET, PeacePosition, Table

TOLD = (*nations.TOLD, "polish", "belgian", "dutch", "danish", "norwegian", "greek", "yugoslav")
BUILDUP = "SA"
"""The event that begins anew when it is over (20.593)."""
POLISH = ("polish_points", "available_poles", "saved_poles")


class PeaceHooks(TideHooks):
    """The answers of the chapters of 1939 and 1940."""

    position = PeacePosition
    scene_events = (*politics.EVENTS, *land.EVENTS)
    told_nations = TOLD
    effects = {
        **effects.EFFECTS,
        "VX": effects.joins("Vichy", AXIS),
        "VF": effects.vichy_joins_allies,
        "PP": partition.partition,
        "CL": partition.march,
        "PW": partition.peace_offer,
        "RB": partition.cede_bessarabia,
        "SR": soviets.call_one,
        "SM": soviets.mobilize,
        "SE": soviets.declare_emergency,
        "SG": soviets.great_patriotic_war,
    }
    """What the events of a war with a neutral USSR do besides."""

    # France and its allies

    def serves_friends(self, t: Table, hq: int) -> bool:
        """Allied HQs support and strike for any Allied unit in range (5.34/a)."""
        return True

    def countrymen(self, t: Table, hq: int) -> tuple[str, ...]:
        nation = t.world.units[hq].nation
        return (nation,) if t.p.power[hq] != ALLIED else west.countrymen(t, hq)

    def sends(self, t: Table, hq: int) -> int:
        return west.sends(t, hq) if t.p.power[hq] == ALLIED else super().sends(t, hq)

    def spend_supreme_moves(self, t: Table, piece: int, moves: int) -> None:
        """Those of HQs that keep to their nation are counted apart."""
        p = t.p
        before = p.supreme[p.active]
        super().spend_supreme_moves(t, piece, moves)
        if p.active == ALLIED:
            p.national[ALLIED] -= before - p.supreme[ALLIED]
            p.supreme[ALLIED] = before

    def disruption(self, t: Table, piece: int) -> int:
        return super().disruption(t, piece) + morale.disruption(t, piece)

    def fire_of(self, t: Table, piece: int, node: int, passive: bool, need: int) -> int:
        return morale.artillery(t, piece, passive, super().fire_of(t, piece, node, passive, need))

    def fort_holds(self, t: Table, piece: int) -> bool:
        return super().fort_holds(t, piece) and not coordination.is_taken_from_above(t, piece)

    def fort_survives(self, t: Table, piece: int) -> bool:
        return coordination.keeps_last_step(t, piece)

    def loses(self, t: Table, piece: int, node: int) -> None:
        super().loses(t, piece, node)
        morale.count_loss(t, piece, node)

    def bounds(self, t: Table, bound: str) -> int:
        """Free French go anywhere (20.493)."""
        if bound == land.FRANCE:
            return -1 if land.free(t) else int(t.world.restricted[bound])
        return super().bounds(t, bound)

    def out_of_play(self, t: Table) -> int:
        """Free French who stand on the map fight on (20.492)."""
        return super().out_of_play(t) & ~armistice.converted(t)

    def entered(self, t: Table, power: int, nodes: int) -> None:
        super().entered(t, power, nodes)
        partition.enter_the_west(t, power, nodes)
        partition.trespass(t)

    # The Pact, the Med, the sea

    def welcome(self, t: Table, piece: int) -> int:
        return coordination.sedan(t, piece)

    def closures(self, t: Table, piece: int) -> Closures:
        """The Molotov Pact keeps the powers apart (20.14, 20.51); the Med Front is closed until it opens (21.321)."""
        power = t.p.power[piece]
        return (
            *super().closures(t, piece),
            ("20.14" if power == AXIS else "20.51", pact.forbidden(t, power)),
            ("21.321", south.closed(t, piece)),
            ("20.34", coordination.british_limits(t, piece)),
            ("20.41/c", coordination.walled_in(t, piece)),
        )

    def control_now(self, t: Table) -> tuple[list[int], int]:
        return pact.keep_the_peace(t, pact.keep_the_finns_apart(t, super().control_now(t)))

    def transit(self, t: Table, power: int) -> int:
        """Trains run through cooperating lands, and Axis trains through complying Sweden (16.21/b, 21.492), and through
        Vichy with its colonies."""
        sweden = nations.territory(t, "Sweden") & int(t.p.neutral) if power == AXIS and "DS" in t.p.politics else 0
        france = vichy.transit(t) if power == AXIS else 0
        return cooperation.transit(t, power) | france | (sweden if "SC" not in t.p.politics else 0)

    def landing_places(self, t: Table) -> int:
        """The ports that landings reach from the ports where a power stands (16.4, ruling E370)."""
        power = t.p.active
        harbours = t.p.occupied[power] & control.friendly(t.p, power) & from_iter(t.world.ports)
        far, closed = invasion.normal_range(t, power), sea.enemy_seas(t, power)
        return sea.ports_on(t, sea.reached(t, power, sea.seas_with(t, harbours), far, closed))

    def schedule(self, t: Table) -> Schedule:
        return Schedule({**soviets.reinforcements(t), **west.events_bring(t)}.items())

    def called_up(self, t: Table, piece: int) -> bool | None:
        """Reserves come with war or by an event (20.51, 20.521)."""
        unit = t.world.units[piece]
        if unit.enters == soviets.RESERVE_ARMY:
            return not pact.at_peace(t)
        if unit.enters == soviets.STRATEGIC_RESERVE:
            return "SR" in t.p.politics or soviets.RESERVE_DUE in t.p.politics
        brought = west.called(t, unit.name)
        return super().called_up(t, piece) if brought is None else brought

    def progress(self, t: Table) -> int:
        """Events happen once, and every one of them brings the end nearer."""
        happened = sum(event != BUILDUP for event in t.p.politics)
        return int(super().progress(t) + partition.left_to_march(t) - EVENT_WEIGHT * happened)

    # War on the USSR by the back door

    def breaks_with(self, t: Table, nation: str) -> None:
        """An Axis war on Turkey, Persia or Finland is one on the USSR (20.14)."""
        super().breaks_with(t, nation)
        if t.p.active == AXIS and nation in pact.SPHERE and pact.at_peace(t):
            partition.attack_ussr(t)

    def own_waters(self, t: Table, power: int) -> int:
        return weser.own_waters(t, power, norway.weser(t))

    def amphibious(self, t: Table, piece: int) -> bool:
        return super().amphibious(t, piece) or weser.as_amphibious(t, piece, norway.weser(t))

    def long_range_facts(self, t: Table, piece: int) -> dict[str, int]:
        """In the Weser turn other units than amphibious ones land far away (21.493)."""
        return {"assaults": 1} if norway.weser(t) else super().long_range_facts(t, piece)

    def assailant(self, t: Table, piece: int) -> str:
        if weser.rules_the_north(t, piece, norway.weser(t)):
            return naval.ENEMY
        return super().assailant(t, piece)

    def secret_numbers(self, t: Table) -> Mapping[str, int]:
        return {**super().secret_numbers(t), **dict.fromkeys(POLISH, t.seat_of(ALLIED))}

    def playing(self, t: Table) -> tuple[int, ...]:
        return AXIS, ALLIED, SOVIET
