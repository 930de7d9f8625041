"""Air against ships (3.18): bombers look for ships within range, through interceptors and flak."""

from __future__ import annotations

from typing import Any

from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core.cache import cached_between_orders
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECES, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step

from .. import pieces
from .. import tables as tb
from ..air import dogfight, flights, support
from ..position import ACTIVE, AetoPosition, Table
from . import damage, ships, waters

MOST_BOMBERS = 6
"""Air units of one power that fly together (4.2)."""
NAVAL_AIR_BONUS = 2
FLAK, STRONG_FLAK, STRONG_AA = 1, 2, 3
SUPPLY = "supply"
"""What transports fly with: fighters may meet them, flak does not (7.3)."""
FLAK_YEAR = 1942
"""From this year flak over Germany is stronger (bombing.csv)."""


@cached_between_orders
def prey(t: Table, power: int) -> int:
    """Hexes with enemy ships, in port or at sea."""
    p: AetoPosition = t.p
    bits = 0
    for i in members(where(p.kind, among(*tb.SHIPS)) & ~where(p.steps, among(0))):
        if p.hostile[power] >> p.power[i] & 1:
            bits |= 1 << waters.hex_of(t.world, p.at[i])
    return bits & t.world.board.hexes


@cached_between_orders
def finds(t: Table, piece: int) -> int:
    """Hexes with enemy ships that an air unit can reach now."""
    disc = t.world.disc(t.p.at[piece], flights.range_of(t, piece))
    return from_iter(n for n in members(prey(t, t.p.power[piece]) & disc) if flights.may_fly(t, piece, n))


def strikers(t: Table, seat: int, args: Args) -> int:
    """Bombers and Naval-Air of a seat with an enemy ship in range (3.18)."""
    p: AetoPosition = t.p
    own = t.pieces_of(seat) & ~where(p.steps, among(0)) & where(p.kind, among(*tb.BOMBERS)) & where(p.status, among(0))
    at_war = among(*(power for power in t.powers_of(seat) if p.hostile[power]))
    return from_iter(i for i in members(own & where(p.power, at_war)) if finds(t, i))


def six_of_one_power(t: Table, seat: int, args: Args) -> int:
    """Up to six air units of one power (4.2)."""
    chosen = args[0] if args else ()
    if not chosen:
        return -1
    return where(t.p.power, among(t.p.power[chosen[0]])) if len(chosen) < MOST_BOMBERS else 0


def one_target(t: Table, seat: int, args: Args) -> int:
    """All must reach one hex with enemy ships (3.18)."""
    chosen = args[0] if args else ()
    shared = shared_prey(t, chosen)
    return from_iter(i for i in members(strikers(t, seat, ())) if finds(t, i) & shared) if chosen else -1


def shared_prey(t: Table, chosen: tuple[int, ...]) -> int:
    bits = -1
    for i in chosen:
        bits &= finds(t, i)
    return bits


def somebody(t: Table, seat: int, args: Args) -> int:
    return int(bool(args and args[0]))


def in_range(t: Table, seat: int, args: Args) -> int:
    """Hexes with enemy ships within range of all (3.18)."""
    return shared_prey(t, args[0])


class Strike(Verb):
    """``bomb_ships ger4bmb@Catania . Malta``: bombers seek ships in a hex."""

    name = "bomb_ships"
    levels: tuple[Level, ...] = (
        Level(
            "bombers", PIECES, strikers, (Mask("4.2", six_of_one_power), Mask("3.18", one_target)),
            closes=(Mask("3.18", somebody),),
        ),
        Level("at", NODE, lambda t, s, a: prey(t, t.p.power[a[0][0]]), (Mask("3.18", in_range),)),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        group, node = tuple(args[0]), args[1]
        power = t.p.power[group[0]]
        for i in group:
            t.p.status[i] = ACTIVE
        pieces.tally(t, "missions")
        t.emit("took_off", "3.18", pieces=group, nodes=(node,))
        begin(t, seat, group, node, t.p.power[ships_in(t, power, node)[0]], "ships")


def begin(t: Table, seat: int, group: tuple[int, ...], node: int, foe: int, what: str) -> None:
    """A mission against the ships or the economy of a hex is in the air."""
    data = {
        "target": node, "bombers": group, "escorts": (), "foe_fighters": (), "foe": foe, "stage": 0, "aims": (),
        "foe_aims": (), "what": what,
    }  # fmt: skip
    t.push(Frame("air_strike", "order", seat, t.p.power[group[0]], tuple(sorted(data.items()))))


def ships_in(t: Table, power: int, node: int) -> tuple[int, ...]:
    """Enemy ships in a hex, docked or off its coast."""
    nodes = {node, *waters.water_in(t.world, node)}
    return tuple(i for n in sorted(nodes) for i in ships.enemies_at(t, power, n))


class AirStrike(Step):
    """One air strike: interceptors, air combat, flak, and then the bombs (3.18, 2.5)."""

    name = "air strike"
    rule = "3.18"
    kind = "order"
    piece_fields = ("bombers", "escorts", "foe_fighters", "aims", "foe_aims")

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        t.remember(stage=f["stage"] + 1)
        STAGES[f["stage"]](t, t.frame)

    def resume(self, t: Table, f: Frame, result: Any) -> None:
        if isinstance(result, tuple) and result and result[0] == "air":
            ours = result[1] == support.COUNTER
            t.remember(**{"escorts" if ours else "foe_fighters": result[3]})
            if result[3]:
                t.emit("took_off", "4.12", pieces=result[3], nodes=(f["target"],))
        elif isinstance(result, tuple) and result and result[0] == "aims":
            flat = tuple(i for pair in result[1] for i in pair)
            t.remember(**{"aims" if flat and flat[0] in f["escorts"] else "foe_aims": flat})


def scramble(t: Table, f: Frame) -> None:
    """The other side may send fighters (4.12)."""
    support.ask(t, t.seat_of(f["foe"]), f["foe"], support.INTERCEPT, f["target"])


def counter(t: Table, f: Frame) -> None:
    """Against interceptors the bombers' side may send fighters (4.12)."""
    if f["foe_fighters"]:
        support.ask(t, t.seat_of(f.power), f.power, support.COUNTER, f["target"], f["bombers"])


def missions(f: Frame) -> tuple[dogfight.Mission, dogfight.Mission]:
    """What each side has over the target."""
    return dogfight.Mission(f["bombers"], f["escorts"]), dogfight.Mission((), f["foe_fighters"])


def escorts_aim(t: Table, f: Frame) -> None:
    """Each escort picks a target (4.12)."""
    ours, theirs = missions(f)
    if ours.fighters and theirs.fighters:
        dogfight.ask_aims(t, t.seat_of(f.power), f.power, f["target"], ours, theirs)


def interceptors_aim(t: Table, f: Frame) -> None:
    """Each interceptor picks a target (4.12)."""
    ours, theirs = missions(f)
    if theirs.fighters:
        dogfight.ask_aims(t, t.seat_of(f["foe"]), f["foe"], f["target"], theirs, ours)


def pairs(flat: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    return tuple(zip(flat[::2], flat[1::2], strict=True))


def dogfights(t: Table, f: Frame) -> None:
    """All fire together; whoever is hit turns back (4.12)."""
    ours, theirs = missions(f)
    for i in (*ours.fighters, *theirs.fighters):
        t.p.status[i] = ACTIVE
    shots = [*dogfight.shots_of(pairs(f["aims"]), theirs), *dogfight.shots_of(pairs(f["foe_aims"]), ours)]
    if shots:
        home = dogfight.suffer(t, dogfight.fire(t, shots, f["target"]), f["target"])
        t.remember(bombers=tuple(i for i in f["bombers"] if i not in home and t.p.steps[i]))


def flak(t: Table, f: Frame) -> None:
    """A die for each bomber: 1 turns it back, 1-2 over Germany from 1942 or three ships with guns (3.18)."""
    if f["what"] == SUPPLY:
        return
    victims = ships_in(t, f.power, f["target"]) if f["what"] == "ships" else ()
    most = flak_of(t, f["target"], victims)
    left = []
    for i in f["bombers"]:
        die = t.roll("flak")
        t.emit("flak", "3.18", pieces=(i,), nodes=(f["target"],), die=die, home=int(die <= most))
        if die > most:
            left.append(i)
    t.remember(bombers=tuple(left))


def flak_of(t: Table, node: int, victims: tuple[int, ...]) -> int:
    """The highest die that turns a bomber back (3.18)."""
    german = t.world.board.nation.get("germany", 0) >> node & 1 and t.p.month // 12 >= FLAK_YEAR
    guns = sum(tb.naval_class(tb.KINDS[t.p.kind[i]])["aa"] for i in victims)
    docked = any(t.world.land >> t.p.at[i] & 1 for i in victims)
    return STRONG_FLAK if german or (guns >= STRONG_AA and not docked) else FLAK


def drop(t: Table, f: Frame) -> None:
    """The bombs fall on what they were meant for."""
    if f["what"] == "ships":
        drop_on_ships(t, f)
    else:
        t.pop(("bombs", f["bombers"], f["target"], f["what"]))


def drop_on_ships(t: Table, f: Frame) -> None:
    """Two dice and the strike against the class of each bomber's ship; doubles that hit sink it (3.18)."""
    for i in f["bombers"]:
        victims = ships_in(t, f.power, f["target"])
        if not victims or not t.p.steps[i]:
            continue
        target = best_target(t, i, victims)
        needed = tb.naval_class(tb.KINDS[t.p.kind[target]])["air_target"]
        dice = t.rolls("bombs", 2)
        total = sum(dice) + strike_of(t, i)
        t.emit(
            "bombs_ship", "3.18", pieces=(i, target), nodes=(f["target"],), dice=dice, total=total, needed=needed,
            hit=int(total >= needed),
        )  # fmt: skip
        if total >= needed:
            damage.hit(t, target, dice[0] == dice[1], "3.18")


def strike_of(t: Table, piece: int) -> int:
    """The strike bonus: Naval-Air 2 more, heavy bombers half, down (3.18)."""
    bonus: int = t.world.cards[t.p.card[piece]].strike
    kind = t.p.kind[piece]
    return bonus + NAVAL_AIR_BONUS if kind == tb.NAVAL_AIR else bonus // 2 if kind == tb.HEAVY_BOMBER else bonus


def best_target(t: Table, piece: int, victims: tuple[int, ...]) -> int:
    """A bomber goes for what is worth most among the ships: carriers and battleships, damaged ones first (S7)."""
    worth = {tb.CV: 9, tb.BB: 8, tb.CVL: 7, tb.CA: 6, tb.STP: 5, tb.CL: 4, tb.CVE: 3, tb.DD: 2}
    return max(victims, key=lambda i: (worth.get(t.p.kind[i], 1), ships.is_damaged(t, i), -i))


def over(t: Table, f: Frame) -> None:
    t.pop("strike")


STAGES = (scramble, counter, escorts_aim, interceptors_aim, dogfights, flak, drop, over)
