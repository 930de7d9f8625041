"""Combat of naval aircraft (28.12/c), as an option: against land fighters, and over the fleet against bombers."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import PIECE, PIECES, Level, Pass, Verb
from grognard.engine.core.rules import Args, Mask, rule
from grognard.engine.core.step import Step

from . import control, flak, flights, hulls, seabombing
from . import world as w
from .state import DONE, ESCORT, NAVAL, Table, date, figures, foe, phasing
from .state import ships as fleet

POINTS, PAIR = 4, 2
"""Naval air factors that one land fighter takes on, or that take on one bomber; and those of one roll (28.12/c3)."""
RESTS = 2
"""Air turns that must begin until a disrupted bomber is ready: its following one, and the one after (28.12/c7)."""
TABLE = {int(row["die"]): row["result"] for row in w.chart("naval_air_combat")}


def played(t: Table) -> bool:
    """Is the option on?"""
    return t.options.get("naval_air_combat") == "on"


def by_table(die: int) -> str:
    """A cell of the Naval Air Combat Results Table."""
    return TABLE[max(min(TABLE), min(max(TABLE), die))]


# Land fighters against naval aircraft


def spare(t: Table, node: int, power: int) -> int:
    """How many fighters may stay out of the air combat: those beyond the number of the enemy's (28.12/c2)."""
    own, theirs = (sum(t.p.power[i] == side for i in _fighters(t, node)) for side in (power, foe(t, power)))
    return max(0, own - theirs)


def _fighters(t: Table, node: int) -> list[int]:
    """Fighters on their mission over a hex."""
    return [i for i in t.p.stack(node) if t.p.mission[i] == ESCORT and flights.fighter(t, i)]


def set_aside(t: Table, f: Frame) -> None:
    """Naval aircraft are laid aside until the air combat is over, and fighters may be kept for them (28.12/c1)."""
    carriers = [i for i in (*f["prey"], *f["joined"], *f["came"]) if seabombing.planes(t, i)]
    if not played(t) or not carriers:
        return
    power = foe(t, t.p.power[carriers[0]])
    if spare(t, f["hex"], power):
        t.ask("withholding", t.seat_of(power), power, hex=f["hex"])


def at_hand(t: Table, seat: int, args: Args) -> int:
    """The side's fighters over the hex."""
    return from_iter(i for i in _fighters(t, t.frame["hex"]) if t.owns(seat, i))


def beyond_the_escorts(t: Table, seat: int, args: Args) -> int:
    """No more are withheld than are beyond the number of the enemy's fighters (28.12/c2)."""
    chosen: tuple[int, ...] = args[0] if args else ()
    return -1 if len(chosen) < spare(t, t.frame["hex"], t.frame.power) else 0


class Withhold(Verb):
    """``withhold JG27``: fighters stay out of the air combat, to attack naval aircraft (28.12/c2)."""

    name = "withhold"
    levels = (Level("fighters", PIECES, at_hand, (Mask("28.12/c2", beyond_the_escorts),)),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        for piece in args[0]:
            t.p.mission[piece] = DONE
            t.p.waiting_up |= 1 << piece
        t.emit("withheld", "28.12/c2", pieces=tuple(args[0]), nodes=(t.frame["hex"],))
        t.pop()


class Withholding(Step):
    """The side that faces carriers says which fighters it keeps for their aircraft (28.12/c2)."""

    name = "withholding fighters"
    rule = "28.12/c2"
    kind = "question"
    verbs = (Withhold(), Pass())
    standing = ("pass",)

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return "pass"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"Over {t.node_name(f['hex'])}: name fighters to keep for the naval aircraft, or pass."


def hunters(t: Table, node: int, power: int) -> list[list[int]]:
    """The fighters that are free for naval aircraft, each with its air factor and the points that it takes on."""
    alone = not any(t.p.power[i] != power and t.p.mission[i] != DONE for i in t.p.stack(node) if t.world.units[i].air)
    free = [i for i in t.p.stack(node) if t.p.power[i] == power and flights.fighter(t, i)]
    free = [i for i in free if t.p.waiting_up >> i & 1 or (alone and t.p.mission[i] == ESCORT)]
    return [[figures(t, i)[0], POINTS] for i in free]


def chased(t: Table, carrier: int, free: list[list[int]]) -> str:
    """A fighter takes on four points: one roll for each two, better with better fighters (28.12/c3)."""
    hunter = next((one for one in free if one[1] > 0), None)
    if hunter is None:
        return "-"
    hunter[1] -= PAIR
    drm = -2 if hunter[0] >= 3 else -1 if hunter[0] == 2 else 0
    die = t.roll("naval air combat")
    found = by_table(die + drm)
    t.emit("naval_air", "28.12/c3", pieces=(carrier,), die=die, modifier=drm, result=found)
    return found


def attack(t: Table, carrier: int, ship: int, column: int, free: list[list[int]]) -> list[str]:
    """The columns on which a carrier's aircraft bomb after fighters and flak; A costs one of two factors (28.12/c1)."""
    columns: list[str] = []
    t.p.launched |= 1 << carrier
    for _ in range(seabombing.planes(t, carrier) // PAIR):
        met = chased(t, carrier, free)
        shot = "-" if met == "X" else seabombing.barrage(t, carrier, ship, column - flak.SHIFT["CV"])
        if "X" in (met, shot):
            lose(t, carrier)
            break
        if shot == "A":
            continue
        whole = seabombing.BY_TYPE["CV"]
        columns.append(seabombing.left_of(whole) if "A" in (met,) or shot == "H" else whole)
    return columns


# Over the fleet


def over_the_fleet(t: Table, f: Frame) -> dict[int, int]:
    """Four points of cover take on a bomber each: X costs it a factor as an A would, A halves it (28.12/c5)."""
    aborted: dict[int, int] = {}
    cover = [i for i in f["targets"] if seabombing.planes(t, i) and not t.p.patrolled >> i & 1]
    points = sum(seabombing.planes(t, i) for i in cover)
    t.p.patrolled |= from_iter(cover)
    for piece in [i for group, _ in f["aimed"] for i in group]:
        if points < PAIR or not t.world.units[piece].air or t.p.mission[piece] != NAVAL:
            continue
        drm = -int(figures(t, piece)[0] == 1) + int(points < POINTS)
        points -= min(POINTS, points)
        die = t.roll("naval air combat")
        found = {"X": "A", "A": "H"}.get(by_table(die + drm), "-")
        t.emit("naval_air", "28.12/c5", pieces=(piece,), die=die, modifier=drm, result=found)
        if found == "A":
            aborted[piece] = 1
        elif found == "H":
            t.p.halved[piece] = 1
    return aborted


@rule("28.12/c7")
def shot_up(t: Table, hits: dict[int, int]) -> None:
    """A bomber that X cost more than half of its factors is lost after the raid, another one disrupted (28.12/c7)."""
    for piece, count in hits.items():
        if t.p.at[piece] >= t.world.arrivals:
            continue
        if 2 * count > figures(t, piece)[1]:
            control.remove(t, piece, "shot down")
        else:
            t.p.disrupted |= 1 << piece
            t.p.due[piece] = RESTS


# Lost aircraft


def lose(t: Table, carrier: int) -> None:
    """A carrier whose aircraft were shot down can do nothing with them until it gets new ones (28.12/c6)."""
    t.p.grounded |= 1 << carrier
    t.emit("grounded", "28.12/c6", pieces=(carrier,))


def grounded(t: Table, seat: int, args: Args) -> int:
    """Carriers without aircraft."""
    return from_iter(i for i in fleet(t, phasing(t)) if t.p.grounded >> i & 1)


def quarter(t: Table) -> int:
    """The quarter of the year, as a number."""
    year, month, _ = date(t).split()
    return int(year) * 4 + w.MONTHS.index(month) // 3


def with_a_wing(t: Table, seat: int, args: Args) -> int:
    """One air replacement a quarter gives one carrier new aircraft (28.12/c6)."""
    return -1 if t.p.wings_due > 0 and t.p.reequipped < quarter(t) else 0


class Reequip(Verb):
    """``reequip CVFormidable``: an air replacement becomes a carrier's aircraft (28.12/c6)."""

    name = "reequip"
    levels = (Level("carrier", PIECE, grounded, (Mask("28.12/c6", with_a_wing),)),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.grounded &= ~(1 << args[0])
        t.p.wings_due -= 1
        t.p.reequipped = quarter(t)
        t.emit("reequipped", "28.12/c6", pieces=(args[0],), nodes=(t.p.at[args[0]],))


def without_aircraft(t: Table, power: int) -> bool:
    """Does a side wait for new aircraft?"""
    return any(t.world.units[i].kind in hulls.CARRIERS and t.p.power[i] == power for i in members(t.p.grounded))
