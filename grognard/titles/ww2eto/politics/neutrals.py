"""Neutral countries (12.0): who may enter them, what their invasion does, and the army that it raises."""

from __future__ import annotations

from functools import cache

from .. import world as w
from ..state import ITALY_NEUTRAL, Table
from . import control, russia

AXIS_IN_FINLAND = "axis_in_finland"
BOUND = (w.ALLIED, w.SOVIET)
"""Powers that neutrality can bind at all."""


def minors_on(t: Table) -> bool:
    """Is the option of the minor countries in force (16.17)?"""
    return bool(t.options.get("minors") == "on")


def bound(t: Table, power: int) -> bool:
    """Sides that may not break neutrality: the Allies, and the Russians of a two-player game (12.0, 16.82/e)."""
    return power == w.ALLIED or (power == w.SOVIET and not free_russia(t))


def free_russia(t: Table) -> bool:
    """With three players Russia attacks whom it will (16.82/e)."""
    return control.three_players(t)


AT_WAR_IN_1939 = (w.FRANCE, w.FREE_FRENCH, w.POLAND, w.BRITAIN)
"""Whom the erratum names: their units may enter pro-Axis countries before the Axis does (15.1/e, R242)."""


def closed_land(t: Table, power: int, nation: int = w.BRITAIN) -> int:
    """Neutral land that a bound side may not enter; Italy, Finland and Vichy have rules of their own."""
    p = t.p
    named = power == w.ALLIED and nation in AT_WAR_IN_1939
    minor = p.sealed & ~p.vichy_ground & ~_exempt(t.world, named and allies_may_enter(t))
    if power == w.SOVIET and russia.partition_begun(t):
        minor &= ~russia.eastern_land(t)
    return minor | control.peaceful_russia(t, power)


def allies_may_enter(t: Table) -> bool:
    """In 1939 who is at war with Germany may enter pro-Axis countries before the Axis does (15.1/e, R242)."""
    return bool(t.world.settings["allies_may_enter_pro_axis"])


@cache
def _exempt(world: w.World, pro_axis: bool) -> int:
    """Neutral land with rules of its own: Italy's, Finland, and the pro-Axis countries where the Allies may enter."""
    bits = w.owned(world, w.ITALY) | world.by_id["finland"].hexes
    return bits | w.owned(world, *w.PRO_AXIS) if pro_axis else bits


def italian_land(t: Table) -> int:
    """Italy with Albania and Libya."""
    return w.owned(t.world, w.ITALY)


@control.ground("12.0", powers=BOUND)
def neutral_ground(t: Table, power: int, nation: int) -> int:
    """The Allies may not enter a neutral before the Axis has (12.0)."""
    return -1 if minors_on(t) or not bound(t, power) else ~closed_land(t, power, nation)


@control.ground("16.14", powers=BOUND)
def minor_ground(t: Table, power: int, nation: int) -> int:
    """Nor a minor country, with that option; once invaded it may be reinforced (16.24)."""
    if not minors_on(t) or not bound(t, power):
        return -1
    return ~closed_land(t, power, nation)


@control.targets("12.0", powers=BOUND)
def neutral_targets(t: Table, power: int, nation: int) -> int:
    """To attack across the border is to enter (12.0)."""
    return -1 if minors_on(t) or not bound(t, power) else ~closed_land(t, power, nation)


@control.targets("16.21", powers=BOUND)
def minor_targets(t: Table, power: int, nation: int) -> int:
    """The Allies do not attack a self-defence neutral that the Axis has left alone (16.21)."""
    return ~(closed_land(t, power, nation) & ~w.owned(t.world, *w.PRO_AXIS)) if minors_on(t) and bound(t, power) else -1


@control.targets("16.14", powers=BOUND)
def pro_axis_targets(t: Table, power: int, nation: int) -> int:
    """Nor across the border of a pro-Axis country that Axis units have not crossed (16.14)."""
    return ~(closed_land(t, power, nation) & w.owned(t.world, *w.PRO_AXIS)) if minors_on(t) and bound(t, power) else -1


def finland_closed(t: Table, power: int) -> bool:
    """Finland is closed to the Allies until Axis units that are no Finns have entered it (12.2)."""
    return bound(t, power) and not t.p.notes.get(AXIS_IN_FINLAND, 0)


@control.ground("12.2", powers=BOUND)
def finnish_ground(t: Table, power: int, nation: int) -> int:
    return ~t.world.by_id["finland"].hexes if finland_closed(t, power) else -1


@control.targets("12.2", powers=BOUND)
def finnish_targets(t: Table, power: int, nation: int) -> int:
    """A Finn who has left home may be fought where he stands."""
    return ~t.world.by_id["finland"].hexes if finland_closed(t, power) else -1


@control.ground("16.63", powers=BOUND)
def italian_ground(t: Table, power: int, nation: int) -> int:
    """No Allied unit crosses Italian borders before Italy enters (16.63); Russia's own player is no Ally (R238)."""
    return ~italian_land(t) if t.p.italy == ITALY_NEUTRAL and bound(t, power) else -1


@control.targets("16.63", powers=BOUND)
def italian_targets(t: Table, power: int, nation: int) -> int:
    return ~italian_land(t) if t.p.italy == ITALY_NEUTRAL and bound(t, power) else -1


@control.targets("16.82/e", powers=BOUND)
def comrades(t: Table, power: int, nation: int) -> int:
    """Western and Russian units do not fight each other (R182)."""
    p = t.p
    if power == w.ALLIED:
        return ~(p.occupied[w.SOVIET] | p.occupied[w.RUSSIAN_PARTISANS])
    return ~(p.occupied[w.ALLIED] | p.occupied[w.PARTISANS])


# What follows


@control.on_entry(w.AXIS)
def watch_entry(t: Table, piece: int, node: int) -> None:
    """Borders whose crossing other rules remember: Finland (12.2), Britain (16.52), France (I/f), Sweden (12.1)."""
    p = t.p
    country = t.world.country_at[node]
    if country < 0:
        return
    name = t.world.countries[country].id
    if name == "finland" and p.nation[piece] != w.FINLAND:
        p.notes[AXIS_IN_FINLAND] = 1
    elif name in ("britain", "france", "poland", "poland_east"):
        p.invaded |= 1 << country
    elif name == "sweden" and p.nation[piece] == w.GERMANY:
        strike_sweden(t)
    if name == "france" and not p.france_attacked_on:
        p.france_attacked_on = p.turn


@control.on_attack
def watch_attack(t: Table, attackers: tuple[int, ...], nodes: tuple[int, ...]) -> None:
    p = t.p
    if p.power[attackers[0]] != w.AXIS:
        return
    for node in nodes:
        country = t.world.country_at[node]
        name = t.world.countries[country].id if country >= 0 else ""
        if name == "france" and not p.france_attacked_on:
            p.france_attacked_on = p.turn
        elif name == "turkey":
            p.notes["turkey_attacked"] = p.turn
        elif name == "sweden" and any(p.nation[i] == w.GERMANY for i in attackers):
            strike_sweden(t)


def strike_sweden(t: Table) -> None:
    """Germans in or against a Sweden that the Axis has invaded, whoever went first, halve Germany's rate (12.1)."""
    p = t.p
    if p.invaded >> t.world.by_id["sweden"].index & 1:
        p.sweden_halved = 1


@cache
def bonus_rows(nation: str, scenario: str) -> tuple[dict[str, str], ...]:
    """The units that an invasion raises (invasion_bonus.csv)."""
    return tuple(
        row for row in w.table("invasion_bonus.csv")
        if row["nation"] == nation and row["trigger"] == "invaded" and scenario in w.words(row["scenarios"])
    )  # fmt: skip


@control.on_invasion
def raise_army(t: Table, power: int, nation: int, country: w.Country) -> None:
    """An invaded country gets the units of the scenario sheet (15.11/reinf)."""
    p = t.p
    if country.owner >= 0:
        name = w.NATIONS[country.owner]
        for row in bonus_rows(name, t.scenario):
            p.due[f"{name}/bonus"] = int(row["count"])


@control.on_invasion
def unarmed_land(t: Table, power: int, nation: int, country: w.Country) -> None:
    """The land of a neutral without an army is the Allies' too once the Axis has invaded it (12.0, R144)."""
    if power == w.AXIS and country.grade == "neutral":
        control.occupy(t, w.ALLIED, country, power)


@control.on_turn_end
def swedish_fall(t: Table) -> None:
    """With three players German production is halved for good once Russia controls all of Sweden (16.82/e)."""
    p = t.p
    sweden = t.world.by_id["sweden"]
    taken = p.invaded_by_soviets >> sweden.index & 1 and p.soviet_countries >> sweden.index & 1
    if taken and not p.occupied[w.AXIS] & sweden.hexes:
        p.sweden_halved = 1


STEPS = russia.STEPS
