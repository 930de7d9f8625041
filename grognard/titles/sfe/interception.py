"""Interception at sea, by ships and from the air (19.5, 16.24), one inside the other."""

from __future__ import annotations

from functools import cache
from typing import Any

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import ORDER, Frame
from grognard.engine.core.offers import NODE, PIECES, WORD, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule
from grognard.engine.core.step import Step

from . import airbases, flights, seas, ships, submarines, supply, taskforce, weather
from . import world as w
from .state import ESCORT, IDLE, NAVAL, Table, figures, foe, phasing, wings
from .state import ships as fleet

AIR_LIMIT = 14
"""How far wings look for ships (16.24)."""
FARTHEST = 26
HERE, FORCE, TURN = "here", "force", "turn"
MET = "met"
"""What an engagement tells a voyage that it did not end."""
Groups = tuple[tuple[int, ...], ...]


@cache
def needed(distance: int) -> int:
    """The highest die that intercepts at a distance, or -1 (19.51)."""
    for row in w.chart("interception"):
        low, _, high = row["hexes"].partition("-")
        if int(low) <= distance <= int(high):
            return int(row["success_up_to"])
    return -1


def distance(t: Table, piece: int, node: int) -> int:
    """Wings fly straight, ships sail along sea hexes (S21)."""
    if t.world.units[piece].air:
        return int(t.world.board.grid.distance(t.p.at[piece], node))
    return seas.sea_distance(t, t.p.power[piece], t.p.at[piece], node)


def in_air_range(t: Table, piece: int, node: int) -> bool:
    """Wings intercept within their range and fourteen hexes (16.24)."""
    far = distance(t, piece, node)
    return far <= min(AIR_LIMIT, figures(t, piece)[2])


def recon(t: Table, power: int, node: int) -> bool:
    """A side has air reconnaissance of a hex that an undisrupted wing could reach (19.51)."""
    return any(
        not t.p.disrupted >> i & 1 and t.p.mission[i] == IDLE and in_air_range(t, i, node) for i in wings(t, power)
    )


def air_ready(t: Table, power: int) -> list[int]:
    """Wings that may go for ships: not used, with bombs or guns, from a base that is not worked out (16.24, 5.02/2)."""
    p = t.p
    able = airbases.ready(t, power) & ~p.rolled
    return [
        i for i in members(able)
        if (figures(t, i)[1] or flights.fighter(t, i)) and supply.air_effect(t, i, "missions") != "transfer"
        and p.at[i] < t.world.board.grid.size
        and p.sorties.get(str(p.at[i]), 0) < airbases.flights_from(t, p.at[i])
    ]  # fmt: skip


@rule("5.02/4")
def new_flights(t: Table) -> None:
    """The flights of a base are counted anew for a Movement Phase with interceptions at sea (5.02/4)."""
    t.p.sorties = {}


def ships_ready(t: Table, power: int) -> list[int]:
    """Warships in port that have not tried to intercept; the phasing side's must not have sailed (19.52, 19.53)."""
    p = t.p
    ports = seas.sea_map(t.world).port_nodes
    return [
        i for i in fleet(t, power)
        if ships.able(t, i) and not p.rolled >> i & 1 and ports >> p.at[i] & 1
        and not spent(t, i) and t.world.units[i].kind != "TT"
    ]  # fmt: skip


def spent(t: Table, piece: int) -> bool:
    """The phasing side's ships may intercept only if they have spent no movement points (19.53/1)."""
    return t.p.power[piece] == phasing(t) and bool(t.p.sailed >> piece & 1)


def stormy(t: Table, node: int) -> int:
    """Bad weather adds one to the die (25.2)."""
    return int(weather.effects(weather.at(t, node))["interception_drm"])


def could(t: Table, power: int, node: int) -> int:
    """The units of a side that have a chance in a hex (19.51, 16.24)."""
    flying = weather.effects(weather.at(t, node))["air_missions"] == "all"
    found = [i for i in air_ready(t, power) if flying and in_air_range(t, i, node)]
    found += [i for i in ships_ready(t, power) if distance(t, i, node) <= FARTHEST]
    return from_iter(found)


def watch(t: Table, f: Frame, force: tuple[int, ...], hexes: tuple[int, ...]) -> None:
    """The other side is asked whenever it has units with a chance in a hex that the force has passed (19.51)."""
    enemy = foe(t, f.power)
    if f["quiet"] or (t.p.unwatched and enemy != phasing(t)):
        return
    open_ = tuple(n for n in hexes if n < t.world.board.grid.size and could(t, enemy, n))
    if open_:
        t.ask("interception", t.seat_of(enemy), enemy, prey=force, hexes=open_)


# The question


def hexes_open(t: Table, seat: int, args: Args) -> int:
    return from_iter(t.frame["hexes"])


def candidates(t: Table, seat: int, args: Args) -> int:
    """A side's wings and ships."""
    power = t.frame.power
    return from_iter((*wings(t, power), *fleet(t, power)))


def not_rolled(t: Table, seat: int, args: Args) -> int:
    """A unit tries once in a segment (16.24, 19.52)."""
    return ~t.p.rolled


def with_a_chance(t: Table, seat: int, args: Args) -> int:
    return could(t, t.frame.power, args[0])


def few_from_a_refuge(t: Table, seat: int, args: Args) -> int:
    """Of the ships in a refuge three at most intercept in a segment (5.03/3)."""
    chosen: tuple[int, ...] = args[1] if len(args) > 1 else ()
    found = from_iter(wings(t, t.frame.power))
    for piece in fleet(t, t.frame.power):
        mates = tuple(i for i in chosen if t.p.at[i] == t.p.at[piece] and t.world.units[i].naval)
        found |= ships.refuge_quota(t, (piece, *mates)) << piece
    return found


class Intercept(Verb):
    """``intercept SW4316 XFkB+CAZara``: the hex, and every unit that tries for it (19.51)."""

    name = "intercept"
    labels = ("19.51",)
    levels = (
        Level("hex", NODE, hexes_open),
        Level(
            "units",
            PIECES,
            candidates,
            (
                Mask("19.52", not_rolled),
                Mask("19.51", with_a_chance),
                Mask("5.03/3", few_from_a_refuge),
                taskforce.IDLE,
            ),
        ),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        node, units = args
        f = t.frame
        groups = attempts(t, units, node, f["prey"])
        t.pop()
        if "counter" in [name for name, _ in f.data]:
            t.remember(friends=groups)
        elif groups or over(t, node, f.power):
            caught(t, node)
            begin(t, f.power, node, f["prey"], groups)


def caught(t: Table, node: int) -> None:
    """The force is at sea in the hex where it is intercepted, and sails on from there (19.51)."""
    f = t.frame
    rest = f["passed"][f["passed"].index(node) + 1 :]
    for piece in alive(t, f["pieces"]):
        t.p.put(piece, node)
    t.swap(f.hiding(path=(*rest, *f["path"])).having(here=node, zones=f["zones"] - bool(rest)))


def attempts(t: Table, units: tuple[int, ...], node: int, prey: tuple[int, ...]) -> Groups:
    """A die for each group of one stack; wings that succeed are over the hex, ships are named (19.51, 16.24)."""
    from . import patrol

    p = t.p
    groups: dict[tuple[int, bool], list[int]] = {}
    for piece in units:
        groups.setdefault((p.at[piece], t.world.units[piece].air), []).append(piece)
    seen = recon(t, p.power[units[0]], node)
    found = []
    parts = [(base, air, part) for (base, air), whole in sorted(groups.items()) for part in patrol.waves(t, whole)]
    for base, air, group in parts:
        p.rolled |= from_iter(group)
        if not air:
            ships.on_mission(t, tuple(group))
        die = t.roll("interception")
        drm = modifiers(t, tuple(group), node, prey, seen) + submarines.sighting(t, p.power[group[0]])
        success = die + drm <= needed(distance(t, group[0], node))
        t.emit(
            "interception", "19.51", pieces=tuple(group), nodes=(base, node), die=die, modifier=drm, success=success,
        )  # fmt: skip
        p.patrol &= ~from_iter(group)
        if air:
            take_off(t, tuple(group), node if success else -1)
        elif success:
            found.append(tuple(group))
    return tuple(found)


def modifiers(t: Table, group: tuple[int, ...], node: int, prey: tuple[int, ...], seen: bool) -> int:
    """Reconnaissance, weather, and for ships damage and speed (19.51, 20.03/4)."""
    from . import patrol

    drm = stormy(t, node) - with_recon(seen) + patrol.eager(t, group) + patrol.lookout(t, group, node, seen)
    if not t.world.units[group[0]].air:
        drm += sum(ships.crippled(t, i) for i in group)
        drm += int(ships.fast(t, prey) and not ships.fast(t, group))
    return drm


def with_recon(seen: bool) -> int:
    """Air reconnaissance is worth one on the die (19.51/2)."""
    return int(seen)


@rule("16.24/1")
def take_off(t: Table, group: tuple[int, ...], node: int) -> None:
    """A wing that tries to intercept is used, whether it finds the ships or not (16.24/1)."""
    p = t.p
    for piece in group:
        p.flown |= 1 << piece
        p.sorties[str(p.at[piece])] = p.sorties.get(str(p.at[piece]), 0) + 1
        if node >= 0:
            p.base[piece] = p.at[piece]
            p.mission[piece] = NAVAL if figures(t, piece)[1] and not flights.fighter(t, piece) else ESCORT
            p.put(piece, node)


def over(t: Table, node: int, power: int) -> list[int]:
    """A side's wings over a hex at sea."""
    p = t.p
    return [i for i in p.stack(node) if p.power[i] == power and t.world.units[i].air and p.mission[i] != IDLE]


class Refrain(Verb):
    """``pass``: let them go by; ``pass force`` for the rest of this voyage, ``pass turn`` for all of this segment."""

    name = "pass"
    levels = (Level("how", WORD, words=lambda t, s, a: scopes(t), optional=True),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        word = scopes(t)[args[0]]
        t.pop()
        if word == FORCE:
            t.remember(quiet=1)
        elif word == TURN:
            t.p.unwatched = 1


def scopes(t: Table) -> tuple[str, ...]:
    if t.frame.step != "interception":
        return (HERE,)
    return (HERE, FORCE) if t.frame.power == phasing(t) else (HERE, FORCE, TURN)


class Interception(Step):
    """Will the other side intercept (19.51)?"""

    name = "interception at sea"
    rule = "19.51"
    kind = "question"
    piece_fields = ("prey",)
    verbs = (Intercept(), Refrain())
    standing: tuple[str, ...] = ("pass", "bombers", "convoys")

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        from . import sentry

        return sentry.answer(t, f, choice)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        names = ", ".join(t.title.spoken_at(t, t.name_for(seat, i)) for i in f["prey"])
        zone = next(iter(seas.zones_of(t, f["hexes"])), "")
        return (
            f"{names} at sea{' in the ' + zone if zone else ''}: intercept them, or pass (here, this force, this turn)."
        )


class Counter(Interception):
    """The side that is intercepted may send more to the same hex; then it is closed (19.51)."""

    name = "counter-interception"
    standing = ("pass", "bombers")

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"Your force is intercepted in {t.node_name(f['hexes'][0])}: send wings or ships to help it, or pass."


# The meeting


def begin(t: Table, power: int, node: int, prey: tuple[int, ...], groups: Groups) -> None:
    """Interceptors are on their way, or over the hex."""
    data = {
        "hex": node, "prey": prey, "groups": groups, "came": (), "friends": (), "joined": (), "stage": 0, "broken": 0,
        "sending": 0,
    }  # fmt: skip
    t.push(Frame("engagement", ORDER, -1, power, tuple(sorted(data.items()))))


STAGES = ("sail", "counter", "help", "aside", "air", "bomb", "bomb_back", "surface", "after")


class Engagement(Step):
    """What follows an interception, from the sailing of the interceptors to their return (19.53, 20.01)."""

    name = "interception"
    rule = "19.53"
    kind = ORDER
    piece_fields = ("prey", "came", "joined")

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        getattr(self, STAGES[f["stage"]])(t, f)

    def sail(self, t: Table, f: Frame) -> None:
        """Ships that found the enemy sail to him; their own way may be intercepted (19.53)."""
        self._send(t, f, "groups", 0)

    def help(self, t: Table, f: Frame) -> None:
        self._send(t, f, "friends", 1)

    def _send(self, t: Table, f: Frame, which: str, side: int) -> None:
        from . import sailing

        if not f[which]:
            t.remember(stage=f["stage"] + 1)
            return
        group, *rest = f[which]
        t.remember(**{which: tuple(rest), "sending": side})
        way = seas.way(t, t.p.power[group[0]], t.p.at[group[0]], f["hex"])
        if way is None or len(way.nodes) < 2:
            self.joined(t, group, side)
            return
        sailing.set_sail(t, group, (), way.nodes)
        t.remember(hunting=f["hex"])

    def joined(self, t: Table, force: tuple[int, ...], side: int) -> None:
        which = "joined" if side else "came"
        t.remember(**{which: (*t.frame[which], *force)})

    def resume(self, t: Table, f: Frame, result: Any) -> None:
        """A force has come, or was held up on its way; a battle is over."""
        if isinstance(result, tuple) and len(result) == 2 and isinstance(result[0], tuple):
            force, here = result
            if force and here == f["hex"]:
                self.joined(t, force, f["sending"])
            elif force:
                go_home(t, force)
        elif isinstance(result, str) and result == "prey left":
            t.remember(broken=1)

    def counter(self, t: Table, f: Frame) -> None:
        """The intercepted side names its own units for the same hex, once (19.51)."""
        t.remember(stage=f["stage"] + 1)
        enemy = foe(t, f.power)
        met = alive(t, f["came"]) or over(t, f["hex"], f.power)
        if met and alive(t, f["prey"]) and could(t, enemy, f["hex"]):
            t.ask("counter", t.seat_of(enemy), enemy, prey=tuple(f["came"]), hexes=(f["hex"],), counter=1)

    def aside(self, t: Table, f: Frame) -> None:
        """Fighters may be kept for naval aircraft (28.12/c2)."""
        from . import navalair

        t.remember(stage=f["stage"] + 1)
        navalair.set_aside(t, f)

    def air(self, t: Table, f: Frame) -> None:
        """Air combat comes before flak and bombs (16.24/2, 20.01/1)."""
        t.remember(stage=f["stage"] + 1)
        if over(t, f["hex"], f.power) and over(t, f["hex"], foe(t, f.power)):
            data = (("bypassing", ()), ("hunting", ()), ("node", f["hex"]), ("stage", 0), ("tasks", ()))
            t.push(Frame("dogfight", ORDER, -1, phasing(t), data))

    def bomb(self, t: Table, f: Frame) -> None:
        self._bomb(t, f, f.power, (*alive(t, f["prey"]), *alive(t, f["joined"])), alive(t, f["came"]))

    def bomb_back(self, t: Table, f: Frame) -> None:
        own = (*alive(t, f["prey"]), *alive(t, f["joined"]))
        self._bomb(t, f, foe(t, f.power), alive(t, f["came"]), own)

    def _bomb(self, t: Table, f: Frame, power: int, targets: tuple[int, ...], own: tuple[int, ...]) -> None:
        from . import ranges, seabombing

        t.remember(stage=f["stage"] + 1)
        carriers = seabombing.ready_carriers(t, own, f["hex"]) if targets and own and not ranges.played(t) else ()
        bombers = tuple(i for i in over(t, f["hex"], power) if t.p.mission[i] == NAVAL)
        if targets and (bombers or carriers):
            t.ask(
                "sea_bombing", t.seat_of(power), power, hex=f["hex"], targets=targets,
                bombers=(*bombers, *carriers), aimed=(),
            )  # fmt: skip

    def surface(self, t: Table, f: Frame) -> None:
        """Ships that have come must fight (19.53)."""
        from . import surface

        t.remember(stage=f["stage"] + 1)
        ours, theirs = (*alive(t, f["prey"]), *alive(t, f["joined"])), alive(t, f["came"])
        if ours and theirs:
            surface.begin(t, f["hex"], ours, theirs)

    def after(self, t: Table, f: Frame) -> None:
        """Wings fly home, and all ships but those that were on a voyage return to port (19.53)."""
        broken = f["broken"]
        t.p.waiting_up = 0
        for power in (f.power, foe(t, f.power)):
            for piece in over(t, f["hex"], power):
                airbases.fly_home(t, piece)
        for force in (alive(t, f["came"]), alive(t, f["joined"])):
            if force:
                go_home(t, force)
        t.pop("broken off" if broken else MET)


def alive(t: Table, force: tuple[int, ...]) -> tuple[int, ...]:
    """Those of a force that are still afloat."""
    return tuple(i for i in force if t.p.at[i] < t.world.arrivals)


@rule("19.53")
def left_port(t: Table, piece: int) -> int:
    """The port that a ship left, if it is still its side's and has room, or -1."""
    port = int(t.p.base[piece])
    open_ = port >= 0 and ships.own_ports(t, t.p.power[piece]) >> port & 1 and ships.berth_free(t, port, (piece,))
    return port if open_ else -1


def go_home(t: Table, force: tuple[int, ...]) -> None:
    """After a battle interceptors return to the port that they left, else to the nearest with room (19.53, S20)."""
    from . import control

    for piece in force:
        port = left_port(t, piece)
        port = ships.nearest_port(t, (piece,), t.p.at[piece]) if port < 0 else port
        if port < 0:
            control.remove(t, piece, "no port")
        else:
            t.p.put(piece, port)
    back = alive(t, force)
    if back:
        t.emit("made_port", "19.53", pieces=back, nodes=(t.p.at[back[0]],))


STEPS: dict[str, Step] = {"interception": Interception(), "counter": Counter(), "engagement": Engagement()}
