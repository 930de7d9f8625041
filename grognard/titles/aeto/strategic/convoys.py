"""U-boats against convoys (2.3), and Escorts against U-boats (2.4)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from .. import pieces
from .. import tables as tb
from .. import world as w
from ..position import ACTIVE, AetoPosition, Table

NAMES = ("the North Atlantic", "the Mid Atlantic", "the South Atlantic", "Arctic West", "Arctic East", "Arctic North")


@cache
def year_row(year: int) -> dict[str, str]:
    """A year's row of the war at sea (strategic_naval.csv)."""
    return next(row for row in tb.table("strategic_naval.csv") if row["year"] == str(year))


@cache
def sunk(net: int) -> int:
    """EPs that a U-boat sinks (convoy_attack.csv)."""
    for row in tb.table("convoy_attack.csv"):
        text = row["net"]
        low = text.startswith("<=") and net <= int(text[2:])
        high = text.startswith(">=") and net >= int(text[2:])
        if low or high or text == str(net):
            return int(row["ep"])
    raise KeyError(f"no result of {net}")


def screen(t: Table, escorts: list[int]) -> int:
    """Escorts of an area; an escort carrier or an air unit counts two (2.3)."""
    return sum(2 if t.p.kind[i] == tb.CVE or t.p.kind[i] in tb.AIR else 1 for i in escorts)


def screened(boats: int, escorts: int) -> int:
    """-1 if Escorts are at least half as many as the U-boats, -2 if twice as many (2.3)."""
    if escorts >= 2 * boats:
        return -2
    return -1 if 2 * escorts >= boats else 0


def worn(t: Table, boat: int) -> int:
    """-1 for a depleted U-boat chit (2.3)."""
    return -int(t.p.steps[boat] < t.world.cards[t.p.card[boat]].steps)


def fight(
    t: Table, packs: Mapping[int, list[int]], duty: Mapping[int, list[int]], seen: Mapping[int, list[int]]
) -> None:
    """Area by area: the U-boats attack, then the Escorts hunt them (2.3, 2.4)."""
    for area, boats in sorted(packs.items()):
        for i in boats:
            t.p.status[i] = ACTIVE
        attack(t, area, boats, duty.get(area, []), found_from_the_air(seen.get(area, [])))
        hunt(t, area, boats, duty.get(area, []))


def found_from_the_air(bombers: list[int]) -> int:
    """A bomber of long range over the area gives one U-boat +1 (2.1/raiders)."""
    return 1 if bombers else 0


def attack(t: Table, area: int, boats: list[int], escorts: list[int], guided: int = 0) -> None:
    """Each U-boat rolls a die with the year, the screen and its state; the UK loses EPs (2.3, 8.1/atlantic)."""
    p: AetoPosition = t.p
    year = int(year_row(p.month // 12)["uboat_mod"])
    cover = screened(len(boats), screen(t, escorts))
    dice = t.rolls("convoy attack", len(boats))
    nets = [die + year + cover + worn(t, boat) for die, boat in zip(dice, boats, strict=True)]
    lost = sum(map(sunk, (nets[0] + guided, *nets[1:])))
    mark_loss(t, w.UK, lost)
    t.emit(
        "convoys", "2.3", pieces=tuple(boats), area=NAMES[area], dice=dice, ep=lost, escorts=len(escorts),
        shift=year + cover,
    )  # fmt: skip


def mark_loss(t: Table, power: int, ep: int) -> None:
    """Losses are marked on the EP Track at once and may make it negative; the reserve is immune (2.0)."""
    t.p.ep[power] -= ep


def hunt(t: Table, area: int, boats: list[int], escorts: list[int]) -> None:
    """Each Escort rolls two dice, a CVE or an air unit twice; the year's number costs a U-boat step, full chits first
    (2.4).
    """
    p: AetoPosition = t.p
    needed = int(year_row(p.month // 12)["hunt_2d6"])
    found = 0
    for _ in range(screen(t, escorts)):
        found += sum(t.rolls("hunt", 2)) >= needed
    if escorts:
        t.emit("hunt", "2.4", pieces=tuple(escorts), area=NAMES[area], needed=needed, sunk=found)
    for _ in range(found):
        left = [i for i in boats if p.steps[i]]
        if left:
            lose(t, max(left, key=lambda i: (p.steps[i], -i)))


def lose(t: Table, boat: int) -> None:
    """A U-boat step is lost."""
    p: AetoPosition = t.p
    if p.steps[boat] > 1:
        p.steps[boat] -= 1
        t.emit("depleted", "2.4", pieces=(boat,), nodes=(p.at[boat],))
    else:
        t.emit("ship_sunk", "2.4", pieces=(boat,), nodes=(p.at[boat],))
        pieces.remove(t, boat)
