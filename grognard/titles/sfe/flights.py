"""The air turn (15.0) and its missions (16.0): three allocations, airfield bombing, transfers."""

from __future__ import annotations

from grognard.board.area import spread
from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, WORD, End, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step

from . import airbases, carpet, control, depots, droptanks, flak, seas, supply, surprise, transport, weather, zones
from . import world as w
from .state import (
    AIRFIELD,
    DONE,
    ESCORT,
    IDLE,
    INTERCEPT,
    INTERDICT,
    MISSIONS,
    NAVAL,
    SUPPORT,
    Table,
    figures,
    foe,
    phasing,
    ships,
    spoken_date,
    wings,
)  # fmt: skip

TRANSFER, SHIPS = "transfer", "ships"
DEFENDING, OFFENSIVE, INTERCEPTING = "air_defence", "air_attack", "air_interception"
OPEN = {
    DEFENDING: ("support", "escort", TRANSFER),
    OFFENSIVE: ("support", "escort", "airfield", "interdict", TRANSFER, *transport.WORDS, carpet.WORD, SHIPS),
    INTERCEPTING: ("intercept",),
}
"""The missions of each allocation (15.01)."""


def bombs(t: Table, piece: int) -> int:
    """A wing's bombing factor over its hex in strength units, after weather, supply and flak (25.2, 23.53, 21.04)."""
    factor = w.FACTOR * figures(t, piece)[1]
    for top, bottom in (weather.bombing(t, t.p.at[piece]), w.share(supply.air_effect(t, piece, "bombing"))):
        factor = factor * top // bottom
    if depots.far_from_bombs(t, piece):
        factor //= 2
    return factor // 2 if t.p.halved[piece] else factor


def interdiction(t: Table, piece: int) -> int:
    """Heavy bombers count double when they interdict (16.15/3)."""
    return bombs(t, piece) * (2 if t.world.units[piece].kind == "HB" else 1)


def fighter(t: Table, piece: int) -> bool:
    return bool(t.world.units[piece].kind == "F")


# What a wing may do


def own_wings(t: Table, seat: int, args: Args) -> int:
    return from_iter(i for power in t.powers_of(seat) for i in wings(t, power) if t.p.mission[i] == IDLE)


def unused(t: Table, seat: int, args: Args) -> int:
    """A wing flies one mission in an air turn (15.0)."""
    return ~t.p.flown


def not_sent(t: Table, seat: int, args: Args) -> int:
    """A fighter that escorted or transferred flies again in the enemy's Air Phase, not in this one (15.0/1)."""
    return ~t.p.sent


def not_disrupted(t: Table, seat: int, args: Args) -> int:
    """Disrupted wings stay on the ground (16.42)."""
    return ~t.p.disrupted


def not_shipped(t: Table, seat: int, args: Args) -> int:
    """A fighter flies no mission in the segment in which it was shipped (19.32/1)."""
    return ~t.p.shipped


def base_open(t: Table, seat: int, args: Args) -> int:
    """Only so many wings fly from a base in an Air Phase (5.02/2)."""
    p = t.p
    return from_iter(
        i for i in members(own_wings(t, seat, ()))
        if p.sorties.get(str(p.at[i]), 0) < airbases.flights_from(t, p.at[i])
    )  # fmt: skip


def has_mission(t: Table, seat: int, args: Args) -> int:
    count = len(mission_words(t, seat, ()))
    return from_iter(
        i for i in members(own_wings(t, seat, ()) & airbases.ready(t, t.powers_of(seat)[0]))
        if any(mission_hexes(t, seat, (i, n)) for n in reversed(range(count)))
    )  # fmt: skip


def mission_words(t: Table, seat: int, args: Args) -> tuple[str, ...]:
    return OPEN[t.frame.step]


def open_missions(t: Table, seat: int, args: Args) -> int:
    """Missions that have a hex for the wing."""
    words = mission_words(t, seat, args)
    return from_iter(n for n in range(len(words)) if mission_hexes(t, seat, (args[0], n)))


def suited(t: Table, seat: int, args: Args) -> int:
    """Fighters escort and intercept, who has bombs uses them, HB give no support (16.11, 16.12/1)."""
    kind, bombing = t.world.units[args[0]].kind, figures(t, args[0])[1]
    fit = {
        "escort": kind == "F", "intercept": kind == "F", "support": bombing > 0 and kind != "HB",
        "airfield": bombing > 0 or kind == "F", "interdict": bombing > 0, TRANSFER: True,
        carpet.WORD: kind == carpet.HEAVY, SHIPS: bombing > 0,
    }  # fmt: skip
    fit |= {word: transport.suits(t, args[0], word) for word in transport.WORDS if kind == "T"}
    allowed = supply.air_effect(t, args[0], "missions").replace("interception", "intercept")
    return from_iter(
        n for n, word in enumerate(mission_words(t, seat, args))
        if fit.get(word) and (allowed == "all" or word in allowed)
    )  # fmt: skip


def enemy_wings_on(t: Table, node: int, power: int) -> list[int]:
    """A side's wings on the ground of a base."""
    p = t.p
    return [i for i in p.stack(node) if p.power[i] == power and t.world.units[i].air and p.mission[i] == IDLE]


def aloft(t: Table, power: int) -> int:
    """Hexes over which a side has sent wings in this Air Phase."""
    p = t.p
    flying = [i for i in wings(t, power) if p.mission[i] not in (IDLE, DONE)]
    return from_iter(p.at[i] for i in flying if p.mission[i] != INTERDICT or power == phasing(t))


def targets(t: Table, piece: int, word: str) -> int:
    """The hexes that a mission may be flown to (16.11-16.23), whatever the range."""
    power = t.p.power[piece]
    enemy = foe(t, power)
    if word == "intercept":
        return aloft(t, enemy)
    if word in transport.WORDS:
        return transport.targets(t, piece, word)
    if word == carpet.WORD:
        return carpet.hexes(t, piece)
    if word == SHIPS:
        return ports_with_ships(t, enemy)
    if word in ("support", "escort"):
        fought = zones.ground_of(t, power if power != phasing(t) else enemy)
        return fought | aloft(t, power) if word == "escort" else fought
    if word == "airfield":
        bases = airbases.bases(t, enemy)
        return from_iter(node for node in members(bases) if enemy_wings_on(t, node, enemy))
    return int(t.world.land) if word == "interdict" else 0


def ports_with_ships(t: Table, power: int) -> int:
    """The ports of the map where ships of a side lie: wings bomb them there (16.14)."""
    if not t.world.ship_slots:
        return 0
    lying = from_iter(t.p.at[i] for i in ships(t, power))
    return lying & seas.sea_map(t.world).port_nodes & ~int(t.world.board.boxes)


def mission_hexes(t: Table, seat: int, args: Args) -> int:
    piece, word = args[0], mission_words(t, seat, args)[args[1]]
    if not suited(t, seat, args) >> args[1] & 1:
        return 0
    if word == TRANSFER:
        return transfers(t, piece)
    return targets(t, piece, word) & in_range(t, seat, args) & good_weather(t, seat, args)


def in_range(t: Table, seat: int, args: Args) -> int:
    """The mission hex lies within the printed range, four hexes for interception (15.02, 16.23)."""
    piece, word = args[0], mission_words(t, seat, args)[args[1]]
    if word == TRANSFER:
        return -1
    reach = transport.reach(t, piece, word)
    if word == "escort" and t.frame.step == OFFENSIVE:
        reach = droptanks.extended(t, piece)
    if word == "intercept":
        asleep = surprise.asleep(t, t.p.power[piece])
        reach = min(airbases.NEAR, reach, surprise.caught(t)["intercept"] if asleep else reach)
    area: int = t.world.within(t.p.at[piece], reach)
    return area


def good_weather(t: Table, seat: int, args: Args) -> int:
    """In storm and heavy snow wings only transfer (25.2)."""
    if mission_words(t, seat, args)[args[1]] == TRANSFER:
        return -1
    return weather.flying_hexes(t)


def transfers(t: Table, piece: int) -> int:
    """Two flights of up to twice the range each, from base to base (16.41)."""
    p = t.p
    own = airbases.bases(t, p.power[piece]) & airbases.heavy_fields(t, piece)
    open_ = own & airbases.roomy(t, p.power[piece])
    far = 2 * droptanks.extended(t, piece)
    near = t.world.within(p.at[piece], far) & own
    found = spread(near, t.world.board.around, far)
    return found & open_ & ~(1 << p.at[piece])


def uses_up(t: Table, piece: int, mission: str) -> bool:
    """A fighter that escorts or transfers may fly again in the enemy's Air Phase (15.0/1)."""
    return not fighter(t, piece) or mission not in ("escort", TRANSFER)


class Fly(Verb):
    """``fly StG77 support SE1523``: a wing, its mission, the hex."""

    name = "fly"
    levels = (
        Level(
            "wing", PIECE, own_wings,
            (
                Mask("15.0", unused), Mask("15.0/1", not_sent), Mask("16.42", not_disrupted),
                Mask("19.32/1", not_shipped), Mask("5.02/2", base_open),
                Mask("15.01", has_mission, ahead=True),
            ),
        ),
        Level("mission", WORD, masks=(Mask("16.11", suited), Mask("15.01", open_missions)), words=mission_words),
        Level(
            "hex", NODE, lambda t, s, a: t.world.land,
            (Mask("15.02", in_range), Mask("25.2", good_weather), Mask("15.01", mission_hexes)),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, word, node = args
        mission = mission_words(t, seat, args)[word]
        p = t.p
        came = p.at[piece]
        p.sorties[str(came)] = p.sorties.get(str(came), 0) + 1
        p.sent |= 1 << piece
        if uses_up(t, piece, mission):
            p.flown |= 1 << piece
        if mission == TRANSFER:
            p.put(piece, node)
        else:
            what = {carpet.WORD: "support", SHIPS: MISSIONS[NAVAL]}.get(mission, mission)  # HB never support (16.12/1)
            p.mission[piece], p.base[piece] = MISSIONS.index(what), came
            p.put(piece, node)
        t.emit("flew", "15.01", pieces=(piece,), nodes=(came, node), mission=mission)


def airborne(t: Table, seat: int, args: Args) -> int:
    """Wings that were sent out in this allocation."""
    p = t.p
    sent = {
        DEFENDING: (SUPPORT, ESCORT),
        OFFENSIVE: (SUPPORT, ESCORT, AIRFIELD, INTERDICT, NAVAL, *transport.WORDS.values()),
        INTERCEPTING: (INTERCEPT,),
    }
    mine = [i for power in t.powers_of(seat) for i in wings(t, power)]
    old = t.frame.step == DEFENDING
    return from_iter(i for i in mine if p.mission[i] in sent[t.frame.step] and not (old and p.mission[i] == INTERDICT))


class Recall(Verb):
    """``recall StG77``: a wing stays at its base after all."""

    name = "recall"
    levels = (Level("wing", PIECE, airborne),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        p = t.p
        piece = args[0]
        base = p.base[piece]
        p.sorties[str(base)] -= 1
        p.flown &= ~(1 << piece)
        p.sent &= ~(1 << piece)
        airbases.touch_down(t, piece, base)
        t.emit("recalled", "15.01", pieces=(piece,), nodes=(base,))


class Allocation(Step):
    """One of the three allocations of an Air Phase (15.01)."""

    rule = "15.01"
    verbs = (Fly(), Recall(), End())

    def __init__(self, name: str, sentence: str) -> None:
        self.name, self.sentence = name, sentence

    def begin(self, t: Table, f: Frame) -> None:
        if f.step == DEFENDING:
            t.p.sorties, t.p.sent = {}, 0

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        power = t.powers_of(f.seat)[0]
        able = f.step != INTERCEPTING or bool(aloft(t, foe(t, power)))
        able = able and not (f.step == DEFENDING and surprise.asleep(t, power))
        return (f.seat,) if able and airbases.ready(t, power) | airborne(t, f.seat, ()) else ()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"{spoken_date(t)}, air: {self.sentence}"


# Airfield bombing


class AirResults(Step):
    """Airfield bombing is carried out after air combat, under flak (15.03, 16.13, 21.05)."""

    name = "airfield bombing"
    rule = "16.13"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        p = t.p
        flying = [i for i in members(t.world.air_slots) if p.mission[i] == AIRFIELD]
        if not flying:
            t.pop()
            return
        node = min(p.at[i] for i in flying)
        raid = tuple(i for i in flying if p.at[i] == node)
        flak.fire(t, node, raid, flak.airfield_factors(t, node))
        raid = tuple(i for i in raid if p.mission[i] == AIRFIELD)
        hits = bomb_airfield(t, node, raid)
        for piece in raid:
            p.mission[piece] = DONE
        if hits:
            t.ask("bombed", t.seat_of(phasing(t)), node=node, hits=hits)


def bomb_airfield(t: Table, node: int, raid: tuple[int, ...]) -> int:
    """A die for each wing, or group of two factors: half its bombing factor, or less, hits (16.13, 16.13/1)."""
    factors = [bombs(t, i) + (w.FACTOR if fighter(t, i) else 0) for i in raid]
    whole = [f for f in factors if f >= 2 * w.FACTOR]
    rest = sum(f for f in factors if f < 2 * w.FACTOR)
    whole += [2 * w.FACTOR] * (rest // (2 * w.FACTOR))
    if rest % (2 * w.FACTOR) >= w.FACTOR:
        whole.append(rest % (2 * w.FACTOR))
    hits = 0
    for factor in whole:
        die = t.roll("airfield")
        hit = die <= (factor + w.FACTOR) // (2 * w.FACTOR)
        hits += hit
        t.emit("bombed", "16.13", pieces=raid, nodes=(node,), die=die, hit=hit)
    return min(hits, len(enemy_wings_on(t, node, foe(t, phasing(t)))))


def on_the_ground(t: Table, seat: int, args: Args) -> int:
    return from_iter(enemy_wings_on(t, t.frame["node"], foe(t, phasing(t))))


class Destroy(Verb):
    """``destroy SWF1``: a wing on the bombed airfield is eliminated (16.13)."""

    name = "destroy"
    levels = (Level("wing", PIECE, on_the_ground),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        left = t.frame["hits"] - 1
        control.remove(t, args[0], "bombed")
        if left and on_the_ground(t, seat, ()):
            t.remember(hits=left)
        else:
            t.pop()


class Bombed(Step):
    """The bombing player says which wings are hit on the ground (16.13)."""

    name = "airfield bombing"
    rule = "16.13"
    kind = "question"
    verbs = (Destroy(),)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"The raid on {t.node_name(f['node'])} hits: choose the wing that is destroyed."
