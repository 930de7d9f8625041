"""Victory (17): points and levels, the Victory Cities of winter 44, and what a seat knows of the enemy's count."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from grognard.titles.systems.front import beachheads, blocks, control, economy, fog
from grognard.titles.systems.front.places import area
from grognard.titles.systems.front.state import BH_LOST, BH_READY, Table, month_text
from grognard.titles.systems.front.world import COMMANDERS, STATIC

from . import politics
from .scenarios import current, scenario_of
from .world import ALLIED, AXIS, charts, scenarios

NORTH = "country:Britain | country:France | country:Belgium | country:Holland | country:Denmark | country:Germany | " \
    "country:Czechoslovakia"  # fmt: skip
"""The North of 3.25/a with Britain, for the cap of winter 43 (ruling Q16)."""
Items = dict[str, int]


@cache
def chart(item: str, what: str) -> int:
    """A figure of vp.csv."""
    for row in charts()["vp"]:
        if row["item"] == item and row["what"] == what:
            return int(row["vp"].split()[0])
    raise KeyError((item, what))


def neutral_nation(nation: str) -> bool:
    return nation in ("spain", "portugal")


def out_of_play(t: Table, power: int) -> list[int]:
    """A side's eliminated blocks that count: not Italians who surrendered in an earlier scenario (17.1/3a)."""
    w, p = t.world, t.p
    boxes = (w.lost(power), w.fallen(power))
    return [i for i, node in enumerate(p.at) if node in boxes and counts(t, i)]


def counts(t: Table, piece: int) -> bool:
    """Does an eliminated block count in this scenario (17.1/3a)?"""
    if not t.world.units[piece].italian:
        return True
    month = t.p.politics.get(politics.SURRENDER)
    return month is None or bool(month and scenario_of(t, month) == current(t))


def loss_points(t: Table, piece: int) -> int:
    """What an eliminated block costs."""
    unit = t.world.units[piece]
    foreign = unit.italian or neutral_nation(unit.nation)
    return hq_loss() if unit.kind in COMMANDERS and not foreign else unit_loss(foreign, unit.kind == STATIC)


def hq_loss() -> int:
    """What an eliminated HQ costs (17.1/2)."""
    return chart("2", "HQ eliminated")


def unit_loss(foreign: bool, static: bool) -> int:
    """What an eliminated unit costs: of Italians and neutrals any, else by whether it is static (17.1/3)."""
    if foreign:
        return chart("3", "Italian or activated neutral unit eliminated")
    return chart("3", "static eliminated" if static else "unit eliminated")


def production_points(t: Table, power: int) -> int:
    """The production level counts as points (17.1/1)."""
    return economy.level(t, power) * chart("1", "production level")


def hq_points(t: Table, power: int) -> int:
    """Two points a CV of the HQs in play (17.1/2)."""
    own = [i for i in blocks.on_map(t, power) if t.world.units[i].kind in COMMANDERS]
    return int(sum(t.p.cv[i] for i in own)) * chart("2", "HQ in play")


def losses(t: Table, power: int) -> int:
    """Eliminated and unsupplied units cost points (17.1/3)."""
    hungry = sum(1 for i in blocks.on_map(t, power) if not t.p.supplied[i])
    return sum(loss_points(t, i) for i in out_of_play(t, power)) + hungry * chart("3", "unsupplied unit in play")


def beachhead_points(t: Table, power: int) -> int:
    """Ready beachheads count for their owner, eliminated ones against him (17.1/4)."""
    points = 0
    for name in beachheads.names(t):
        if beachheads.owner(t, name) == power:
            state = t.p.beachheads.get(name)
            points += chart("4", "beachhead ready") if state == BH_READY else 0
            points += chart("4", "beachhead eliminated") if state == BH_LOST else 0
    return points


def port_points(t: Table, power: int) -> int:
    """Cleared ports, controlled and without a battle, count by their region and size (17.1/5, 17.1/5a)."""
    if power != ALLIED:
        return 0
    left = control.friendly(t.p, power) & ~control.battles(t)
    points = 0
    for row in charts()["ports_vp"]:
        where = left & area(t.world.board, " | ".join(_place(name) for name in row["countries"].split("|")))
        left &= ~where
        for node, port in t.world.ports.items():
            if where >> node & 1:
                points += int(row["major" if port.major else "minor"])
    return points


def _place(name: str) -> str:
    return f"region:{name}"


def war_points(t: Table, power: int) -> int:
    """Wars on neutrals cost what the scenario says in which they were declared (17.1/6, 16.4/e)."""
    points = 0
    for row in charts()["dow"]:
        month = t.p.politics.get(politics.war(row["nation"]))
        if power == ALLIED and month is not None:
            points += int(row[scenario_of(t, month)])
    return points


def handicap(t: Table, power: int) -> int:
    """The Allied total is adjusted by the scenario's handicap (17.1/7, 3.12/c)."""
    now = current(t)
    return int(scenarios()[now]["handicap"]) if power == ALLIED else 0


def items(t: Table, power: int) -> Items:
    """The seven items of a side's count (17.1)."""
    bridges, ports = beachhead_points(t, power), port_points(t, power)
    if power == ALLIED:
        most = build_up(t)
        bridges, ports = (bridges, ports) if most is None or bridges + ports <= most else (0, most)
    return {
        "production": production_points(t, power), "HQs": hq_points(t, power), "losses": losses(t, power),
        "beachheads": bridges, "ports": ports, "wars": war_points(t, power), "handicap": handicap(t, power),
    }  # fmt: skip


def build_up(t: Table) -> int | None:
    """In winter 43 beachheads and ports count at most one point for each Allied unit in the North (17.1/5b, W43/3)."""
    if "cap" not in scenarios()[current(t)]:
        return None
    north = area(t.world.board, NORTH)
    return sum(1 for i in blocks.on_map(t, ALLIED) if north >> t.p.at[i] & 1)


def total(t: Table, power: int) -> int:
    """All victory points of a side (17.1)."""
    return sum(items(t, power).values())


class Result(NamedTuple):
    """How a scenario ended: the side ahead (-1: none), by how much, and the level."""

    winner: int
    lead: int
    level: str
    rule: str


def level_of(lead: int) -> str:
    """The level of a lead in points (17.2)."""
    for row in charts()["victory_levels"]:
        if int(row["from"]) <= lead and (not row["to"] or lead <= int(row["to"])):
            return row["level"]
    raise ValueError(lead)


def by_points(t: Table) -> Result:
    """The difference of the totals decides (17.1, 17.2)."""
    lead = total(t, ALLIED) - total(t, AXIS)
    level = level_of(abs(lead))
    winner = -1 if level == "draw" else ALLIED if lead > 0 else AXIS
    return Result(winner, abs(lead), level, "17.2")


def cities(t: Table, power: int) -> int:
    """Victory Cities that a side controls in rail supply, besieged ports too, Berlin twice (17.31, 17.32)."""
    fed = economy.in_rail_sea(t, power) & control.held_by(t.p, power)
    count = 0
    for row in charts()["victory_cities"]:
        if fed >> t.world.board.node(row["city"]) & 1:
            count += int(row["count"])
    return count


def by_cities(t: Table) -> Result:
    """In winter 44 only Victory Cities count (17.32, W44/7)."""
    lead = cities(t, ALLIED) - cities(t, AXIS)
    levels = {int(row["lead"]): row["level"] for row in charts()["victory_levels_w44"]}
    level = levels[min(abs(lead), max(levels))]
    winner = -1 if not lead else ALLIED if lead > 0 else AXIS
    return Result(winner, abs(lead), level, "17.32")


def by_ports(t: Table) -> Result:
    """The tutorial is won by the ports of Sicily, all three controlled without a battle (HUSKY/1, ruling W12)."""
    ports = t.world.board.area("Palermo", "Catania", "Messina")
    own = (ports & control.friendly(t.p, ALLIED) & ~control.battles(t)).bit_count()
    winner = {3: ALLIED, 2: -1}.get(own, AXIS)
    return Result(winner, own, "draw" if winner < 0 else "ports", "HUSKY/1")


COUNTS = {"points": by_points, "cities": by_cities, "sicilian ports": by_ports}
"""How each scenario is decided, by the word of scenarios.toml."""


def result(t: Table) -> Result:
    """The result of the scenario that is played, if it ended now."""
    return COUNTS[scenarios()[current(t)]["victory"]](t)


def tournament(level: str) -> tuple[int, int]:
    """Tournament points of winner and loser (17.21)."""
    for row in charts()["tournament"]:
        if row["level"] == level:
            return int(row["winner"]), int(row["loser"])
    return tournament("decisive")


# What a seat knows of the enemy's count


def known(t: Table, seat: int, power: int) -> tuple[int, int]:
    """The bounds of a side's total as a seat can work them out: its own exactly, the enemy's from what all can see."""
    if t.seat_of(power) == seat or t.outcome is not None:
        exact = total(t, power)
        return exact, exact
    public = items(t, power)
    open_ = sum(points for name, points in public.items() if name not in ("HQs", "losses"))
    open_ += sum(1 for i in blocks.on_map(t, power) if not t.p.supplied[i]) * chart("3", "unsupplied unit in play")
    open_ += sum(loss_points(t, i) for i, node in enumerate(t.p.at) if node == t.world.fallen(power) and counts(t, i))
    may = _may_be(t, power)
    unseen = max(0, len(may) - len(blocks.on_map(t, power)))
    hqs = [i for i in may if t.world.units[i].kind in COMMANDERS]
    best = sum(t.world.units[i].top for i in hqs) * chart("2", "HQ in play")
    worst = chart("2", "HQ eliminated") * min(unseen, len(hqs))
    worst += chart("3", "unit eliminated") * max(0, unseen - len(hqs))
    return open_ + worst, open_ + best


def _may_be(t: Table, power: int) -> list[int]:
    """The blocks of a side that could be in play, as far as all can tell: no one to come, no neutral (17.1/3a).

    At most as many have left play unseen as may be in play and stand nowhere."""
    p = t.p
    fallen = [t.world.fallen(side) for side in range(len(t.world.powers))]
    return [
        i for i, unit in enumerate(t.world.units)
        if unit.power == power and p.at[i] != fallen[p.power[i]] and fog.may_be_in_play(t, i)
        and counts(t, i)
    ]  # fmt: skip


def winners(t: Table, found: Result) -> list[int]:
    return [] if found.winner < 0 else [t.seat_of(found.winner)]


def scores(t: Table, found: Result) -> dict[str, float]:
    """Tournament points as a score between -1 and 1 (17.21)."""
    share = tournament(found.level)[0] / tournament("decisive")[0] if found.winner >= 0 else 0.0
    return {
        name: share if found.winner == power else -share if found.winner >= 0 else 0.0
        for power, name in ((p, t.seats[t.seat_of(p)]) for p in (AXIS, ALLIED))
    }


def sentence(t: Table, found: Result) -> str:
    """The result in words."""
    if found.rule == "HUSKY/1":
        return f"The Allies hold {found.lead} of three ports."
    what = "cities" if found.rule == "17.32" else "points"
    ahead = "No side is ahead" if found.winner < 0 else f"{t.world.powers[found.winner]} is ahead"
    return f"{month_text(t.p.month)}: {ahead} by {found.lead} {what}."
