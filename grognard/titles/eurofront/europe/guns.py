"""German siege guns (2.34, 1942.1): what 54 Corps does to fortresses from June 1942 on."""

from __future__ import annotations

from grognard.engine.core.offers import PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.titles.systems.front import blocks, evacuation, invasion, landings, sea_moves, supply
from grognard.titles.systems.front.state import month_number

from .. import fronts
from . import occupation
from .state import AXIS, Table

GUNS, LOST = "54inf", "siege guns lost"
FROM = month_number("1942-06")
TF = 4


def is_gun(t: Table, piece: int) -> bool:
    """Has a block its heavy guns (1942.1)?"""
    return bool(t.world.units[piece].name == GUNS and t.p.month >= FROM and LOST not in t.p.politics)


def forfeit(t: Table) -> None:
    """The guns are lost for good with the corps (2.34)."""
    piece = t.world.named.get(GUNS.casefold(), -1)
    if piece >= 0 and is_gun(t, piece) and t.p.at[piece] in t.world.boxes[AXIS][1:]:
        t.p.politics[LOST] = t.p.month


def fire(t: Table, piece: int, node: int, passive: bool, need: int) -> int:
    """The siege guns fire TF at a fortress, in Rail Supply (1942.1)."""
    if passive or not is_gun(t, piece) or not t.world.fortresses >> node & 1:
        return need
    rails = supply.rail_lines(t, AXIS, t.title.home_origin(t, AXIS))
    return min(need, TF) if supply.supply_lines(t, AXIS, rails) >> node & 1 else need


def fires_in_mud(t: Table, piece: int) -> bool:
    """Mud does not hold down the siege guns (12.33)."""
    return is_gun(t, piece)


def no_guns_at_sea(t: Table, seat: int, args: Args) -> int:
    """The siege guns neither move nor land by sea, nor are they fetched (1942.1)."""
    piece = t.world.named.get(GUNS.casefold(), -1)
    return ~(1 << piece) if piece >= 0 and is_gun(t, piece) else -1


def frozen_out(t: Table, piece: int) -> int:
    """The siege guns stay out of the Arctic Zone (21.415)."""
    return int(t.world.areas) & fronts.land_of(t, fronts.NF) if is_gun(t, piece) else 0


class Sail(sea_moves.Sail):
    """``sail Br5inf Catania``: a unit goes by sea from port to port."""

    levels = (
        Level("unit", PIECE, blocks.mine, (*sea_moves.Sail.levels[0].masks, Mask("1942.1", no_guns_at_sea))),
        *sea_moves.Sail.levels[1:],
    )


class Invade(invasion.Invade):
    """``invade 21AG US6amph Licata``: an Invasion HQ sends a unit from its port to a coast."""

    levels = (
        invasion.Invade.levels[0],
        Level("unit", PIECE, blocks.mine, (*invasion.Invade.levels[1].masks, Mask("1942.1", no_guns_at_sea))),
        *invasion.Invade.levels[2:],
    )


class Evacuate(evacuation.Evacuate):
    """``evacuate 1AG US5amph``: an Invasion HQ fetches a unit from a coast into its port."""

    levels = (
        evacuation.Evacuate.levels[0],
        Level("unit", PIECE, blocks.mine, (*evacuation.Evacuate.levels[1].masks, Mask("1942.1", no_guns_at_sea))),
        *evacuation.Evacuate.levels[2:],
    )


AT_SEA: dict[str, Verb] = {verb.name: verb for verb in (Sail(), Invade(), Evacuate())}


def ashore(verbs: tuple[Verb, ...]) -> tuple[Verb, ...]:
    """The ways to move, of which those by sea are closed to the guns."""
    return tuple(AT_SEA.get(verb.name, verb) for verb in verbs)


class Movement(landings.Movement):
    """Moves by land, rail, sea and air, in any order (4.42)."""

    verbs = occupation.within_limits(ashore(landings.Movement.verbs))


class Mobilization(landings.Mobilization):
    """HQs mobilize by land, rail or sea (5.62), and count among the foreign units of a small ally (20.132)."""

    verbs = occupation.within_limits(landings.Mobilization.verbs)
