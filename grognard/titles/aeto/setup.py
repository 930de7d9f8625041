"""Setting up a scenario: wars, hexes, chits, supply, tracks."""

from __future__ import annotations

from grognard.board.hexset import from_iter
from grognard.engine.core.frames import Frame

from . import pieces, supply
from . import tables as tb
from . import world as w
from .position import ACTIVE, AXIS, NEUTRAL_SIDE, SOVIET, WEST, AetoPosition, Table
from .sea import setting_out
from .seasonal import pools
from .title import AXIS_PARTNERS, POWERS

INSETS = ("Dakar", "Capetown")
"""Places off the lattice, where nobody comes by land."""
ALLIANCES = {
    **dict.fromkeys(("germany", "italy", *AXIS_PARTNERS), AXIS), "france": WEST, "uk": WEST, "us": WEST,
    "ussr": SOVIET,
}  # fmt: skip


def rows(name: str, scenario: str) -> list[dict[str, str]]:
    """The rows of a table that are a scenario's own."""
    return [row for row in tb.table(name) if row["scenario"] == scenario]


def setup(t: Table) -> None:
    """Make the position of a scenario and begin."""
    settings = t.world.settings
    p = AetoPosition(settings["slots"], 0, len(POWERS))
    p.seat_of = t.p.seat_of
    p.lost = t.world.lost
    for i in range(len(p.at)):
        p.at[i], p.power[i] = p.lost, w.NEUTRAL
    p.month, p.last = tb.month_of(settings["start"]), tb.month_of(settings["end"])
    t.p = p
    declare_wars(t)
    share_out(t)
    p.restack()
    fill_tracks(t)
    place_chits(t)
    place_units(t)
    if settings.get("sea"):
        setting_out.place_fleets(t)
    p.forts = from_iter(t.world.node(name) for name in settings["forts"])
    p.permanent = from_iter(t.world.node(name) for name in settings.get("permanent_forts", ()))
    p.coastal_forts = from_iter(t.world.node(name) for name in settings.get("coastal_forts", ()))
    p.small_airbases = from_iter(t.world.node(name) for name in settings.get("small_airbases", ()))
    recall(t)
    if settings.get("seasons"):
        pools.stock(t)
    for power in range(len(POWERS)):
        p.minor[power] = 2 * (not w.is_major(power) and bool(p.hostile[power]))
    t.push(Frame("game"))


def declare_wars(t: Table) -> None:
    """Who fights whom at the start (9.0)."""
    p = t.p
    for row in rows("wars.csv", t.scenario):
        a, b = POWERS.index(row["a"]), POWERS.index(row["b"])
        p.hostile[a] |= 1 << b
        p.hostile[b] |= 1 << a
        for name in (row["a"], row["b"]):
            p.alliance[POWERS.index(name)] = ALLIANCES.get(name, NEUTRAL_SIDE)
    for name in t.world.settings.get("partners", ()):
        p.alliance[POWERS.index(name)] = ALLIANCES.get(name, WEST)


def recall(t: Table) -> None:
    """What politics remembers of the years before: who was invaded and conquered, by whom and when (9.1, 9.3)."""
    p, settings = t.p, t.world.settings
    for record, listed in ((p.conquests, settings.get("conquests", {})), (p.invasions, settings.get("invasions", {}))):
        for nation, text in listed.items():
            power, _, month = text.partition(" ")
            record[nation] = (POWERS.index(power), tb.month_of(month))
    p.politics.update({f"fell {nation}": when for nation, (_, when) in p.conquests.items()})
    p.politics.update(dict.fromkeys(settings.get("remembered", ()), 1))


def eastward(t: Table, node: int) -> float:
    """How far east a hex lies, in hexes."""
    col, row = t.world.board.grid.colrow(node)
    return col + 0.5 * (row % 2 == 0)


def share_out(t: Table) -> None:
    """Every hex belongs to the power of the scenario's map, or to its own nation, or to nobody (5.11/classes)."""
    p, board = t.p, t.world.board
    when = t.world.settings.get("control", t.scenario)
    left = t.world.land
    for power, name in enumerate(POWERS):
        p.held[power] |= board.region.get(f"{when} {name}", 0) & left
        left &= ~p.held[power]
    for power, name in enumerate(POWERS):
        own = board.nation.get(name, 0) & left
        p.held[power] |= own
        left &= ~own
    for name, power in t.world.settings.get("annexed", {}).items():
        left &= ~board.nation[name]
        p.held[POWERS.index(power)] |= board.nation[name]
    p.held[w.NEUTRAL] |= left
    for name, places in t.world.settings.get("holds", {}).items():
        land = from_iter(t.world.node(place) for place in places)
        p.held = [own & ~land for own in p.held]
        p.held[POWERS.index(name)] |= land


def fill_tracks(t: Table) -> None:
    """Offensives and EPs at the start (8.13/offensives)."""
    for row in rows("tracks.csv", t.scenario):
        power = POWERS.index(row["power"])
        t.p.offensives[power], t.p.reserve[power] = int(row["offensives"] or 0), int(row["of_which_reserve"] or 0)
        t.p.ep[power] = int(row["ep"] or 0) - t.p.reserve[power]


def place_chits(t: Table) -> None:
    """Supply chits at the start; those of Mediterranean ports feed Germans at double (7.7/italian-double)."""
    for row in rows("supply_chits.csv", t.world.settings.get("setup", t.scenario)):
        power = POWERS.index(row["power"])
        supply.add_chits(t, power, t.world.node(row["hex"]), int(row["count"]), doubled_from(t, power))


def doubled_from(t: Table, power: int) -> int:
    """Chits that were shipped from Mediterranean ports, as those of Italy are (7.7/italian-double)."""
    return int(power == w.ITALY)


def place_units(t: Table) -> None:
    """Chits on their hexes."""
    for row in tb.table(f"setup_{t.world.settings.get('setup', t.scenario)}.csv"):
        if row["place"] in INSETS:
            continue
        card = tb.card_of(row["nation"], row["kind"], row["name"], row.get("strength", ""))
        for _ in range(int(row["count"])):
            piece = pieces.raise_chit(t, card.number, int(row["steps"] or 1), t.world.node(row["hex"]))
            if "second month" in row["note"]:
                t.p.status[piece] = ACTIVE
