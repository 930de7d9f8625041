"""Finland and the North in the great war (20.82, 21.4): Finns at home, theater HQs, landings in ice and fjords."""

from __future__ import annotations

from grognard.board.hexset import from_iter
from grognard.titles.systems.front import command, control, invasion
from grognard.titles.systems.front.state import SNOW
from grognard.titles.systems.front.world import INFANTRY

from .. import fronts
from ..fronts import MF, NF
from . import objectives
from .state import SOVIET, Table
from .world import OWN_WAR

SF, DF = 6, 5
FEW = 2
"""The note of a strike by few aircraft, with the battle added to it."""
AT_HOME = {"Mann": "Greater Finland", "SwTHQ": "Sweden"}
"""The theater HQs of Scandinavia, with where they support and strike (20.8, 21.43)."""
SKI = 2
"""The speed of Finnish infantry in Snow (21.442)."""


def is_finn(t: Table, piece: int) -> bool:
    unit = t.world.units[piece]
    return unit.nation == "finland" and unit.kind == INFANTRY


def white_death(t: Table, piece: int, node: int) -> bool:
    """Finnish infantry fires DF in Finland (20.82)."""
    return is_finn(t, piece) and bool(t.world.board.region["Finland"] >> node & 1)


def ski_speed(t: Table, piece: int, hexes: int, weather: int) -> int:
    """Finnish infantry goes two hexes in Snow (21.442); it never leaves Finland by more than a hex."""
    return max(hexes, SKI) if weather == SNOW and is_finn(t, piece) else hexes


def plain(t: Table, hq: int) -> str:
    """An HQ's name, that of Finland's own war too (21.48)."""
    return str(t.world.units[hq].name.removeprefix(OWN_WAR).removeprefix("Al"))


def theater(t: Table, hq: int) -> int:
    """Where a theater HQ supports and strikes: Dietl in the North (20.11), Mannerheim in Greater Finland (21.43), the
    Swedes in Sweden (20.8)."""
    name = plain(t, hq)
    if name == "Dietl":
        return fronts.land_of(t, NF)
    where = AT_HOME.get(name)
    return int(t.world.board.region[where]) if where else -1


def supports(t: Table, hq: int) -> bool:
    """Dietl, Mannerheim, the Swedes, and in the south the Middle East support battles as field HQs do (5.8/a, 20.11,
    20.8, 21.43)."""
    return plain(t, hq) in ("Dietl", *AT_HOME, "ME")


def supported_land(t: Table, hq: int) -> int:
    """The Middle East supports in the Southern Zone (5.8/a), but strikes wherever it reaches."""
    return int(t.world.board.region["Southern Zone"]) if t.world.units[hq].name == "ME" else theater(t, hq)


def strike_note(t: Table, hq: int, node: int) -> int:
    """Of a Scandinavian HQ that strikes the battle is noted, for its aircraft are few (21.45)."""
    return FEW + node if plain(t, hq) in AT_HOME else 1


def small_air(t: Table, node: int, need: int) -> int:
    """The aircraft of Scandinavian theater HQs hit on SF, whatever those of their friends do (20.8, 21.45)."""
    few = any(t.p.struck[hq] == FEW + node for hq in command.active_hqs(t, t.p.active))
    return max(need, SF) if few else need


def frozen_coasts(t: Table, power: int) -> int:
    """No one lands in Snow but the Soviets, and they only where no enemy stands or friends fight him (12.43/a,
    12.62)."""
    snow = fronts.land_under(t, SNOW)
    return snow & control.enemy_units(t, power) & ~invasion.joined(t, power) if power == SOVIET else snow


def open_desert(t: Table, power: int) -> int:
    """In the Med Front landings go into ports only (15.52), but for whoever has won it (17.63)."""
    if objectives.med_front_victory(t, power):
        return 0
    return fronts.land_of(t, MF) & ~from_iter(t.world.ports)
