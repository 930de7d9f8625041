"""Naval bombing (16.14) with its flak (21.06), and the aircraft of carriers (19.1)."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import PIECE, PIECES, Level, Verb
from grognard.engine.core.rules import Args, rule
from grognard.engine.core.step import Step

from . import airbases, flak, flights, hulls, seas, ships, weather
from . import world as w
from .state import DONE, IDLE, NAVAL, Table, figures, foe, phasing

COLUMNS = tuple(name for name in w.chart("naval_crt")[0] if name not in ("dice", "source"))
BY_TYPE = {"HB": "HB", "B": "B", "A": "A,F", "F": "A,F", "CV": "CV"}
"""The column of the Naval Combat Results Table that a type of aircraft bombs on (16.14)."""
LOWEST, HIGHEST = 0, 17
RESULTS = {int(row["dice"]): {column: row[column] for column in COLUMNS} for row in w.chart("naval_crt")}


def result(column: str, dice: int) -> str:
    """A cell of the Naval Combat Results Table (20.02)."""
    return RESULTS[max(LOWEST, min(HIGHEST, dice))][column]


def ready_carriers(t: Table, force: tuple[int, ...], node: int) -> tuple[int, ...]:
    """Carriers that may bomb: undamaged, not yet used in this naval turn, in flying weather, in open water (19.13)."""
    fair = weather.effects(weather.at(t, node))["carrier_air"] == "yes"
    return tuple(i for i in force if fair and planes(t, i) and unflown(t, i) and open_water(t, node))


def unflown(t: Table, piece: int) -> bool:
    """A carrier bombs once in a naval turn (19.0/1)."""
    return not t.p.launched >> piece & 1


def planes(t: Table, piece: int) -> int:
    """The naval air factor of a carrier that can work; a damaged one cannot (19.11, 20.03/3)."""
    if t.p.damage[piece] or t.p.grounded >> piece & 1 or t.world.units[piece].kind not in hulls.CARRIERS:
        return 0
    return ships.shown(t, piece).planes


def open_water(t: Table, node: int) -> bool:
    """Aircraft of carriers do not fly in constricted waters (19.13): canals, rivers to inland ports (2.14/2)."""
    return node in seas.sea_map(t.world).zone or bool(seas.coastal_ports(t.world) >> node & 1)


# Who bombs whom


def bombers(t: Table, seat: int, args: Args) -> int:
    aimed = {i for group, _ in t.frame["aimed"] for i in group}
    return from_iter(i for i in t.frame["bombers"] if i not in aimed and t.p.at[i] < t.world.arrivals)


def afloat(t: Table, seat: int, args: Args) -> int:
    return from_iter(i for i in t.frame["targets"] if t.p.at[i] < t.world.arrivals)


class Bomb(Verb):
    """``bomb BrTTMed XFkB+XFkA``: a ship, and the wings and carriers that attack it (16.14)."""

    name = "bomb"
    levels = (Level("ship", PIECE, afloat), Level("wings", PIECES, bombers))

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.remember(aimed=(*t.frame["aimed"], (tuple(args[1]), args[0])))
        if not bombers(t, seat, ()):
            strike(t)


class Away(Verb):
    """``pass``: the others turn away."""

    name = "pass"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        strike(t)


class SeaBombing(Step):
    """The bombing side places its aircraft on the ships that they attack (21.06/1)."""

    name = "naval bombing"
    rule = "16.14"
    kind = "question"
    piece_fields = ("targets", "bombers")
    verbs = (Bomb(), Away())
    standing = ("pass",)

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return "pass"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"Naval bombing in {t.node_name(f['hex'])}: choose wings and the ship that they attack."


def strike(t: Table) -> None:
    """Flak fires at each wing, then the bombs fall (21.06, 16.14)."""
    from . import navalair, patrol

    f = t.frame
    t.pop()
    special = navalair.played(t)
    aborted = navalair.over_the_fleet(t, f) if special else cover(t, f)
    free = navalair.hunters(t, f["hex"], foe(t, f.power)) if special else []
    chased = free_fighters(t, f["hex"], foe(t, f.power))
    attacked = {ship for _, ship in f["aimed"]}
    helpers = [i for i in f["targets"] if i not in attacked and t.p.at[i] < t.world.arrivals]
    for group, ship in f["aimed"]:
        others = [i for i in helpers if patrol.helps(t, i, ship)]
        helper = max(others, key=lambda i: (ships.factor(t, i, "flak"), -i), default=-1)
        if helper >= 0:
            helpers.remove(helper)
        column, columns = flak_factors(t, ship, helper, f["hex"]), []
        for piece in [i for i in group if i not in gone(t, group)]:
            pairs = planes(t, piece) // 2 if t.world.units[piece].naval else 0
            if special and pairs:
                columns += navalair.attack(t, piece, ship, column - surprised(t, f), free)
                continue
            driven = driven_off(t, piece, min(pairs, chased))
            chased -= driven
            columns += fire_at(t, piece, ship, column - surprised(t, f), pairs - driven)
        bomb(t, rolls(t, group, aborted) + columns, ship, None if t.p.patrol >> ship & 1 else raid_bonus(t, f))
    for piece in f["bombers"]:
        if t.world.units[piece].air and t.p.mission[piece] == NAVAL:
            t.p.mission[piece] = DONE
    if special:
        navalair.shot_up(t, aborted)


def flak_factors(t: Table, ship: int, helper: int, node: int) -> int:
    """A ship and one other that is not attacked add their flak, a tenth of it counts; ports add theirs (21.06/1)."""
    whole = ships.factor(t, ship, "flak") + (ships.factor(t, helper, "flak") if helper >= 0 else 0)
    return whole // 10 + in_port(t, ship, node)


def in_port(t: Table, ship: int, node: int) -> int:
    """Ships in a port of their own have its flak as well (21.06/3)."""
    power = t.p.power[ship]
    if not ships.own_ports(t, power) >> node & 1 or node >= t.world.board.grid.size or t.p.patrol >> ship & 1:
        return 0
    return flak.factors(t, node, power) + base_guns(t, node, power)


def base_guns(t: Table, node: int, power: int) -> int:
    """Guns of great naval bases, lost when the base is captured, but for two that the Germans man anew (21.02/1)."""
    name, taken = t.world.names[node].replace("_", " "), str(node) in t.p.captured
    row = next((row for row in w.chart("port_flak") if row["port"] == name), None)
    if row is None or (row["who"].startswith("owner") and taken):
        return 0
    if row["who"].startswith("German") and not (taken and power == w.AXIS):
        return 0
    return int(row["added_flak"])


def gone(t: Table, group: tuple[int, ...]) -> list[int]:
    """Wings that turned back before the flak fired."""
    return [i for i in group if t.world.units[i].air and t.p.mission[i] != NAVAL]


def free_fighters(t: Table, node: int, power: int) -> int:
    """The air combat factors of a side's fighters over a hex, where they have no other wings to fight (19.14)."""
    p = t.p
    over = [i for i in p.stack(node) if t.world.units[i].air and p.mission[i] not in (IDLE, DONE)]
    if any(p.power[i] != power for i in over):
        return 0
    return sum(figures(t, i)[0] for i in over if flights.fighter(t, i))


@rule("19.14", off=lambda t, piece, pairs: 0)
def driven_off(t: Table, piece: int, pairs: int) -> int:
    """Each factor of fighters that are free for it drives off two naval air factors that come to bomb (19.14)."""
    if pairs:
        t.emit("aborted", "19.14", pieces=(piece,))
    return pairs


def fire_at(t: Table, piece: int, ship: int, factors: int, pairs: int = 0) -> list[str]:
    """Two dice against a wing, or against each two naval air factors; the columns on which the latter bomb (21.06)."""
    unit = t.world.units[piece]
    if not unit.naval:
        found = barrage(t, piece, ship, factors - flak.SHIFT[unit.kind])
        flak.suffer(t, piece, found)
        return []
    t.p.launched |= 1 << piece
    columns = []
    for _ in range(pairs):
        found = barrage(t, piece, ship, factors - flak.SHIFT["CV"])
        if found in ("-", "H"):
            columns.append(left_of(BY_TYPE["CV"]) if found == "H" else BY_TYPE["CV"])
    return columns


def barrage(t: Table, piece: int, ship: int, column: int) -> str:
    """One roll on the flak table (21.03)."""
    if column < 1:
        return "-"
    dice = t.rolls("flak", 2)
    found = flak.by_table(column, sum(dice))
    t.emit("sea_flak", "21.06", pieces=(piece,), nodes=(t.p.at[ship],), dice=dice, result=found, told=flak.TOLD[found])
    return found


@rule("19.12/3", off=lambda t, f: {})
def cover(t: Table, f: Frame) -> dict[int, int]:
    """Carriers under attack fly cover: each naval air factor aborts a bombing factor (19.12/3, 19.14/1).

    A wing that has lost all its factors turns home; what is told are the factors that the others have lost.
    """
    aborted: dict[int, int] = {}
    guns = sum(planes(t, i) for i in f["targets"] if t.p.at[i] < t.world.arrivals and not t.p.patrolled >> i & 1)
    guns -= 2 * escorting(t, f)
    if guns <= 0 or not open_water(t, f["hex"]):
        return aborted
    t.p.patrolled |= from_iter(i for i in f["targets"] if planes(t, i))
    for group, _ in f["aimed"]:
        for piece in group:
            bombs = flights.bombs(t, piece) // w.FACTOR if t.world.units[piece].air else 0
            if not bombs or guns <= 0 or t.p.mission[piece] != NAVAL:
                continue
            t.emit("aborted", "19.14", pieces=(piece,))
            if guns >= bombs:
                airbases.fly_home(t, piece)
            else:
                aborted[piece] = guns
            guns -= bombs
    return aborted


def escorting(t: Table, f: Frame) -> int:
    """Fighters that come with the bombers and have no enemy wings to fight keep carriers' cover busy (19.14/1)."""
    over = [i for i in t.p.stack(f["hex"]) if t.world.units[i].air and t.p.mission[i] not in (IDLE, DONE)]
    if any(t.p.power[i] != f.power for i in over):
        return 0
    return sum(figures(t, i)[0] for i in over if t.p.power[i] == f.power and flights.fighter(t, i))


def rolls(t: Table, group: tuple[int, ...], aborted: Mapping[int, int]) -> list[str]:
    """A roll for every two bombing factors; a single one left over rolls one column further left (16.14)."""
    rest: dict[str, int] = {}
    found: list[str] = []
    for piece in group:
        unit = t.world.units[piece]
        if not unit.air or t.p.mission[piece] != NAVAL:
            continue
        column, factors = BY_TYPE[unit.kind], max(0, flights.bombs(t, piece) - w.FACTOR * aborted.get(piece, 0))
        found += [column] * (factors // (2 * w.FACTOR))
        rest[column] = rest.get(column, 0) + factors % (2 * w.FACTOR)
    for column, factors in rest.items():
        found += [column] * (factors // (2 * w.FACTOR))
        if factors % (2 * w.FACTOR) >= w.FACTOR:
            found.append(left_of(column))
    return found


def left_of(column: str) -> str:
    """The column to the left (16.14).

    >>> left_of("A,F"), left_of("HB")
    ('B', 'HB')
    """
    return COLUMNS[max(COLUMNS.index("HB"), COLUMNS.index(column) - 1)]


IN_PORT, CONSTRICTED = (
    next(int(row["drm"]) for row in w.chart("naval_air_drm") if row["when"].startswith(f"target in {what}"))
    for what in ("port", "constricted")
)
CARRIERS, WINGS = 1, 2
"""Who raids a port."""


def raid_bonus(t: Table, f: Frame) -> int | None:
    """What a raid on ships in port adds to the dice, or None for an attack at sea."""
    from . import strikes

    if not f.get("raid", 0):
        return None
    return IN_PORT + (strikes.bonus(t, f.power) if f["raid"] == CARRIERS else 0)


def surprised(t: Table, f: Frame) -> int:
    from . import strikes

    return strikes.flak_shift(t, f.power) if f.get("raid", 0) == CARRIERS else 0


@rule("16.14")
def bomb(t: Table, columns: list[str], ship: int, raid: int | None = None) -> None:
    """Two dice for each roll on the Naval Combat Results Table (16.14)."""
    for column in columns:
        if t.p.at[ship] >= t.world.arrivals:
            break
        dice = t.rolls("bombs", 2)
        letters = result(column, sum(dice) + (at_sea(t, ship) if raid is None else raid))
        t.emit(
            "ship_bombed", "16.14", pieces=(ship,), nodes=(t.p.at[ship],), dice=dice, column=column, result=letters,
        )  # fmt: skip
        if letters != "-" and not held_over(t, ship, letters):
            ships.hit(t, ship, letters)


def held_over(t: Table, ship: int, letters: str) -> bool:
    """Aircraft that strike at once with the guns of a round take effect with these (28.12/d2)."""
    if t.frame.step != "surface" or not t.frame["launched"]:
        return False
    t.remember(pending=(*t.frame["pending"], (ship, letters)))
    return True


def at_a_cripple(t: Table, ship: int) -> int:
    """One is added to attacks on a damaged ship at sea (20.03/5)."""
    return int(ships.crippled(t, ship))


def at_sea(t: Table, ship: int) -> int:
    """What is added to bombs on a ship at sea: one for a cripple, and one in constricted waters."""
    return at_a_cripple(t, ship) + in_narrow_waters(t, t.p.at[ship])


def in_narrow_waters(t: Table, node: int) -> int:
    """On the river of an inland port ships are bombed more easily (2.14/2)."""
    rivers = seas.sea_map(t.world).port_nodes & ~seas.coastal_ports(t.world)
    return CONSTRICTED * (rivers >> node & 1)


# Raids on ports in the Air Phase


class PortRaids(Step):
    """Wings that were sent against ships in port bomb them after air combat (15.03, 16.14)."""

    name = "naval bombing"
    rule = "16.14"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        from . import patrol

        p, power = t.p, phasing(t)
        flying = [i for i in members(t.world.air_slots) if p.mission[i] == NAVAL and p.power[i] == power]
        if not flying:
            t.pop()
            return
        node = min(p.at[i] for i in flying)
        raid = tuple(i for i in flying if p.at[i] == node)
        targets = tuple(i for i in p.stack(node) if t.world.units[i].naval and p.power[i] != power)
        targets = patrol.to_be_found(t, targets, raid, node)
        if targets:
            t.ask(
                "sea_bombing", t.seat_of(power), power, hex=node, targets=targets, bombers=raid, aimed=(), raid=WINGS,
            )  # fmt: skip
        else:
            for piece in raid:
                p.mission[piece] = DONE
