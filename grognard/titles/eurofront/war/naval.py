"""The naval balance (15.8): seaways, Naval Supremacy, and the words that the tables of the sea have for it."""

from __future__ import annotations

from functools import cache

from grognard.board import Board
from grognard.board.hexset import from_iter
from grognard.engine.core.frames import Frame
from grognard.engine.core.step import Step
from grognard.titles.systems.front import sea
from grognard.titles.systems.front import world as fw
from grognard.titles.systems.front.world import World

from .. import tables
from ..state import ALLIED, AXIS, SOVIET, Table
from . import world as war
from .state import position

OCEANS = {"Atlantic Ocean": "allies", "Arctic Ocean": "allies"}
"""The seas without a naval base, which are always Allied (15.1, ruling E161)."""
FRIENDLY, PARITY, ENEMY = "friendly supremacy", "parity", "enemy supremacy"
SUPREMACY = "supremacy"
SEAWAYS = ("Northern", "Middle", "Southern")
NEVER_AXIS = "Southern"
PLAYING = (AXIS, ALLIED)
"""The sides of the scenarios of 1940; the Soviets are at peace."""


def foe_of(power: int) -> int:
    """The other of the two sides."""
    return ALLIED if power == AXIS else AXIS


def seas(b: Board) -> fw.Chart:
    """The seas of a window; one whose naval base lies outside it is no one's, the oceans are Allied (15.1)."""
    found = []
    for row in war.seas(b):
        always = "" if row["base"] else OCEANS.get(row["sea"], "nobody")
        found.append({**row, "always": always})
    return tuple(found)


# Charts by balance


def interdiction() -> fw.Chart:
    """The interdiction tables by the balance of who rolls (15.72/a, 15.73/a)."""
    return tuple({**row, "roller": row["balance"]} for row in tables.rows("interdiction"))


def invasion_range() -> fw.Chart:
    """The ranges of landings by the balance (15.52, 15.542, 15.822)."""
    return tuple({**row, "side": row["balance"]} for row in tables.rows("invasion_range"))


def repulses() -> dict[tuple[str, str], int]:
    """The repulse numbers of rivers by weather, of seas by the balance of the defender, of drops (7.6/a)."""
    table = war.repulses()
    for row in tables.rows("repulse"):
        if row["assault"] == "sea":
            kind = "sea amphibious" if row["unit"] == "amphibious" else "sea other"
            table[kind, row["condition"]] = int(row["repulse_to"])
    return table


def balance(t: Table, power: int) -> str:
    """The naval balance as a power has it (15.8): supremacy of its own, of its enemy, or parity."""
    ruler = ruling(t)
    if ruler < 0:
        return PARITY
    return FRIENDLY if ruler == power else ENEMY


def against(t: Table, power: int, foe: int) -> str:
    """The naval balance of a power against another: Axis and Soviets are always at parity (15.8/a)."""
    return PARITY if SOVIET in (power, foe) else balance(t, power)


def reach(t: Table, power: int) -> str:
    """Naval Supremacy doubles the range of landings (15.822)."""
    return SUPREMACY if ruling(t) == power else PARITY


def ruling(t: Table) -> int:
    """Who has had Naval Supremacy since the last Politics (15.8), or -1."""
    return position(t).naval - 1


# Seaways


def usable(t: Table, power: int, seaway: str) -> bool:
    """A seaway is passable if none of its seas and straits is enemy-controlled (15.81); the Southern one is never the
    Axis's (15.81/a)."""
    if power == AXIS and seaway == NEVER_AXIS:
        return False
    granted: dict[str, list[str]] | None = t.world.scenario.get("seaways")
    if granted is not None and seaway in granted["outside"]:
        return seaway in granted[war.WORDS[power]]
    return open_seas(t, power, seaway) and open_straits(t, power, seaway)


def open_seas(t: Table, power: int, seaway: str) -> bool:
    """Is no sea of a seaway the enemy's? Two of the Middle one may stand for a third (15.81/b)."""
    enemy = _enemy_seas(t, power)
    direct, first, detour = _courses(t.world, seaway)
    if first & enemy:
        return False
    return not direct & enemy or bool(detour and not detour & enemy)


def open_straits(t: Table, power: int, seaway: str) -> bool:
    """Does the enemy hold both banks of no strait of a seaway, or of one of the two that lead through the Belts
    (15.81/c)?"""
    enemy = sea.enemy_hexes(t, power)
    shut = [banks & enemy == banks for banks in _straits(t.world, seaway)]
    return not (all(shut) if seaway == "Northern" else any(shut)) if shut else True


def _enemy_seas(t: Table, power: int) -> int:
    return from_iter(n for n, owner in enumerate(sea.owners(t)) if owner != sea.NOBODY and t.hostile(power, owner))


@cache
def _courses(w: World, seaway: str) -> tuple[int, int, int]:
    """Of a seaway the sea that a detour can replace, all others, and the detour."""
    rows = [row for row in tables.rows("seaways") if row["seaway"] == seaway]
    net = sea.chart(w)
    detour = from_iter(net.number(row["name"]) for row in rows if row["kind"] == "or")
    orders = [int(row["order"]) for row in rows if row["kind"] == "or"]
    direct = first = 0
    for row in rows:
        if row["kind"] == "sea":
            bit = 1 << net.number(row["name"])
            if orders and int(row["order"]) == min(orders) - 1:
                direct |= bit
            else:
                first |= bit
    return direct, first, detour


@cache
def _straits(w: World, seaway: str) -> tuple[int, ...]:
    """The banks of a seaway's straits."""
    rows = [row["name"] for row in tables.rows("seaways") if row["seaway"] == seaway and row["kind"] == "strait"]
    return tuple(sea.banks_of(w.board, name) & w.land for name in rows)


@cache
def northern_seas(w: World) -> int:
    """The seas of the Northern Seaway (15.81/c)."""
    direct, first, _ = _courses(w, "Northern")
    return direct | first


def supremacy(t: Table) -> int:
    """The side that can use more seaways has Naval Supremacy; none if both can use as many (15.8)."""
    axis, allied = (sum(usable(t, power, seaway) for seaway in SEAWAYS) for power in (AXIS, ALLIED))
    if axis == allied:
        return sea.NOBODY
    return AXIS if axis > allied else ALLIED


class NavalBalance(Step):
    """At the end of every Politics the naval balance is taken anew (15.8)."""

    name = "naval balance"
    rule = "15.8"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        before = ruling(t)
        take_balance(t)
        now = ruling(t)
        if now != before:
            t.emit("naval", "15.8", who=t.world.powers[now] if now >= 0 else "")
        t.pop()


def take_balance(t: Table) -> None:
    """The balance holds until the next Politics (15.8)."""
    position(t).naval = supremacy(t) + 1
