"""Politics (16.7-16.9): surrender and defection of satellites, revolts, defeat and conquest."""

from __future__ import annotations

from functools import cache

from grognard.board.area import step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, WORD, End, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule
from grognard.engine.core.step import Step
from grognard.titles.systems.front import blocks, control, economy, fog, ground
from grognard.titles.systems.front.aftermath import end_battles
from grognard.titles.systems.front.world import World

from ..state import ALLIED, AXIS, SOVIET, Table
from .world import VOLUNTEERS, volunteer

SATELLITES = tuple(VOLUNTEERS)
"""The demoralized satellites of 1944, in the order of the table (16.71/d)."""
CAPITALS = {"Rumania": "Bucharest", "Hungary": "Budapest", "Bulgaria": "Sofia", "Finland": "Helsinki"}
TOLD = ("rumanian", "hungarian", "bulgarian", "finnish")
"""The facts that tell a block's nation."""
REVOLTS = {"France": "Maquis", "Greece": "GrEdes"}
"""The exploited nations that revolt by a die, with their armies (16.731)."""
TITO, YUGOSLAVIA = "Tito", "Yugoslavia"
RISING_CV, TITO_CV = 1, 2


def defeated(nation: str) -> str:
    """The event of a nation's defeat (16.9)."""
    return f"{nation} defeated"


def revolted(nation: str) -> str:
    """The event of a revolt (16.73)."""
    return f"revolt in {nation}"


EVENTS = (
    *(defeated(nation) for nation in CAPITALS), *(revolted(nation) for nation in (*REVOLTS, YUGOSLAVIA)), "2F",
)  # fmt: skip
"""What a scene may say has happened."""


def territory(t: Table, nation: str) -> int:
    """A nation's land; Corsica does not count as France (ruling E162)."""
    land = int(t.world.board.region[nation]) & int(t.world.land)
    return land & ~int(t.world.board.region["Corsica"]) if nation == "France" else land


def home(t: Table, nation: str) -> int:
    """A satellite's land within the smaller of its borders (16.82): Rumania without Bessarabia and Transylvania."""
    land, b = territory(t, nation), t.world.board
    return land & ~int(b.region["Bessarabia"] | b.region["Transylvania"]) if nation == "Rumania" else land


@cache
def army(w: World, nation: str) -> tuple[int, ...]:
    """A nation's blocks on the Axis side."""
    return tuple(i for i, u in enumerate(w.units) if u.nation == nation.casefold() and u.power == AXIS)


def fights(t: Table, nation: str) -> bool:
    """Is a nation still at war on the Axis side?"""
    return defeated(nation) not in t.p.politics


def conquered_by(t: Table) -> int:
    """The land that Allies and Soviets control."""
    return control.friendly(t.p, ALLIED)


# Surrender


def war_weariness(t: Table, nation: str) -> int:
    """Hexes that Allies and Soviets control, and units eliminated or without secure supply (16.82)."""
    p, w = t.p, t.world
    lost_land = (conquered_by(t) & home(t, nation)).bit_count()
    fed = economy.secure_lines(t, AXIS)
    out = [i for i in army(w, nation) if p.at[i] in w.boxes[AXIS][1:] or (p.at[i] < w.spans and not fed >> p.at[i] & 1)]
    return lost_land + len(out)


def weary(t: Table, seat: int, args: Args) -> int:
    """A satellite may surrender once any of its land is lost (16.8)."""
    lost = conquered_by(t)
    return from_iter(n for n, nation in enumerate(SATELLITES) if fights(t, nation) and lost & home(t, nation))


def once_a_phase(t: Table, seat: int, args: Args) -> int:
    """One die a satellite and Politics phase (16.8)."""
    return from_iter(n for n, nation in enumerate(SATELLITES) if nation not in t.frame.get("done", ()))


class Demand(Verb):
    """``demand Rumania``: a die below its War Weariness makes a demoralized satellite surrender."""

    name = "demand"
    labels = ("16.8", "16.82")
    levels = (
        Level(
            "nation", WORD, lambda t, s, a: (1 << len(SATELLITES)) - 1,
            (Mask("16.8", weary), Mask("16.8", once_a_phase)), words=SATELLITES,
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        nation = SATELLITES[args[0]]
        t.remember(done=(*t.frame.get("done", ()), nation))
        own = [i for i in army(t.world, nation) if t.p.at[i] < t.world.spans]
        for piece in own:
            t.reveal("16.8", (piece,), columns=(), name=False, facts=fog.nation_of(t, piece))
        need, face = war_weariness(t, nation), t.roll("surrender")
        t.emit("answered", "16.8", nation=nation, die=face, weariness=need, success=face < need)
        if face < need:
            surrender(t, nation)


def surrender(t: Table, nation: str) -> None:
    """The nation is defeated; one army that no German watches comes over to the Soviets (16.84)."""
    places = defection_places(t, nation)
    t.emit("surrendered", "16.84", nation=nation)
    fall(t, nation)
    piece = t.world.named[volunteer(VOLUNTEERS[nation]).casefold()]
    free = places & ~ground.filled(t, piece) & ~control.enemy_units(t, SOVIET)
    if free:
        join(t, piece, min(members(free)))


def defection_places(t: Table, nation: str) -> int:
    """Where the nation's units stand without Germans or other Axis units, and outside their zones (16.84/b)."""
    p, w = t.p, t.world
    own = set(army(w, nation))
    others = [i for i in blocks.on_map(t, AXIS) if i not in own]
    barred = from_iter(p.at[i] for i in others)
    engaged = control.battles(t)
    watching = from_iter(p.at[i] for i in others if p.supplied[i] and not engaged >> p.at[i] & 1)
    there = from_iter(p.at[i] for i in own if p.at[i] < w.spans)
    return there & ~barred & ~step(watching, w.zone)


@rule("16.84/b")
def join(t: Table, piece: int, node: int) -> None:
    """One unit of one step comes over (16.84/b)."""
    blocks.bring(t, piece, node, 1)
    t.reveal("16.84/b", (piece,))
    t.emit("defected", "16.84/b", pieces=(piece,), nodes=(node,))


def fall(t: Table, nation: str) -> None:
    """A nation is defeated: its units are gone for good (16.91)."""
    t.p.politics[defeated(nation)] = t.p.month
    for piece in army(t.world, nation):
        if t.p.at[piece] < t.world.spans:
            blocks.eliminate(t, piece, "16.91")
    end_battles(t)


@rule("16.9")
def defeats(t: Table) -> None:
    """A minor is defeated when its capital is enemy-controlled or all its units are eliminated (16.9)."""
    lost = conquered_by(t)
    for nation, capital in CAPITALS.items():
        if not fights(t, nation):
            continue
        alive = any(t.p.at[i] < t.world.spans for i in army(t.world, nation))
        if lost >> t.world.board.node(capital) & 1 or not alive:
            t.emit("defeated", "16.9", nation=nation)
            fall(t, nation)


@rule("16.92")
def conquests(t: Table, before: tuple[str, ...]) -> None:
    """The land of a nation defeated earlier goes to who stands in it, when the other side does not (16.92)."""
    p = t.p
    axis, power = control.own_units(t, AXIS), p.active
    for nation in before:
        land = territory(t, nation)
        if power == AXIS or land & axis or not land & p.occupied[power] or not land & p.held[AXIS]:
            continue
        gained = land & p.held[AXIS]
        p.held[AXIS] &= ~gained
        p.held[power] |= gained
        t.emit("conquered", "16.92", nation=nation)


# Revolts


def may_revolt(t: Table, seat: int, args: Args) -> int:
    """France and Greece revolt once, in the Allied phase, when some of their land is free (16.731)."""
    if t.p.active != ALLIED:
        return 0
    lost, done = conquered_by(t), t.frame.get("done", ())
    return from_iter(
        n for n, nation in enumerate(REVOLTS)
        if revolted(nation) not in t.p.politics and nation not in done and lost & territory(t, nation)
    )  # fmt: skip


class Revolt(Verb):
    """``revolt France``: a die below the hexes that are free raises a resistance army."""

    name = "revolt"
    levels = (Level("nation", WORD, lambda t, s, a: 0b11, (Mask("16.731", may_revolt),), words=tuple(REVOLTS)),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        nation = tuple(REVOLTS)[args[0]]
        t.remember(done=(*t.frame.get("done", ()), nation))
        free, face = (conquered_by(t) & territory(t, nation)).bit_count(), t.roll("revolt")
        t.emit("revolt", "16.731", nation=nation, die=face, hexes=free, success=face < free)
        if face < free and hideouts(t, nation):
            t.p.politics[revolted(nation)] = t.p.month
            t.ask("rising", seat, ALLIED, nation=nation)


def hideouts(t: Table, nation: str) -> int:
    """Hexes of the nation without Axis units or their zones, with room (16.731)."""
    piece = t.world.named[REVOLTS[nation].casefold()]
    engaged, p = control.battles(t), t.p
    zoning = from_iter(p.at[i] for i in blocks.on_map(t, AXIS) if p.supplied[i] and not engaged >> p.at[i] & 1)
    watched = step(zoning, t.world.zone) & ~control.own_units(t, ALLIED)
    return territory(t, nation) & ~control.enemy_units(t, ALLIED) & ~watched & ~ground.filled(t, piece)


def hiding_places(t: Table, seat: int, args: Args) -> int:
    return hideouts(t, t.frame["nation"])


class Rise(Verb):
    """``rise Limoges``: where a resistance army appears."""

    name = "rise"
    levels = (Level("hex", NODE, lambda t, s, a: int(t.world.land), (Mask("16.731", hiding_places),)),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece = t.world.named[REVOLTS[t.frame["nation"]].casefold()]
        t.pop()
        raise_army(t, piece, args[0], RISING_CV, "16.731")


class Rising(Step):
    """A nation has revolted: its army is placed (16.731)."""

    name = "rising"
    rule = "16.731"
    kind = "question"
    verbs = (Rise(),)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"{f['nation']} revolts: place the resistance army."


def raise_army(t: Table, piece: int, node: int, cv: int, label: str) -> None:
    """A resistance army takes the field unsupplied (16.731, 16.732)."""
    blocks.bring(t, piece, node, cv)
    t.p.supplied[piece] = 0
    t.reveal(label, (piece,))
    t.emit("raised", label, pieces=(piece,), nodes=(node,))


def tito(t: Table) -> int:
    return int(t.world.named[TITO.casefold()])


def tito_waits(t: Table, seat: int, args: Args) -> int:
    """Yugoslavia revolts once a game, without a die (16.732)."""
    return int(revolted(YUGOSLAVIA) not in t.p.politics and t.p.active == ALLIED)


def mountains(t: Table, seat: int, args: Args) -> int:
    """Mountains of Yugoslavia that no Axis unit stands in (16.732)."""
    free = ~control.enemy_units(t, ALLIED) & ~ground.filled(t, tito(t))
    return territory(t, YUGOSLAVIA) & int(t.world.mountain) & free


class RaiseTito(Verb):
    """``tito Mostar``: the partisans take the field."""

    name = "tito"
    masks = (Mask("16.732", tito_waits),)
    levels = (Level("hex", NODE, lambda t, s, a: int(t.world.land), (Mask("16.732", mountains),)),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.politics[revolted(YUGOSLAVIA)] = t.p.month
        raise_army(t, tito(t), args[0], TITO_CV, "16.732")


def at_home(t: Table, piece: int) -> bool:
    """Is this Tito, in Yugoslavia (16.732/a)?"""
    return piece == tito(t) and bool(territory(t, YUGOSLAVIA) >> t.p.at[piece] & 1)


# The phase


class Politics(Step):
    """Allies and Soviets demand surrenders, the Allies raise revolts; defeat and conquest follow (16.7)."""

    name = "politics"
    rule = "16.7"
    verbs: tuple[Verb, ...] = (Demand(), Revolt(), RaiseTito(), End())

    def begin(self, t: Table, f: Frame) -> None:
        control.settle_battles(t)
        control.evaluate(t)
        before = tuple(nation for nation in CAPITALS if not fights(t, nation))
        defeats(t)
        conquests(t, before)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        """Asked when all can see that something may be done; the Axis has nothing to do here."""
        if t.p.active == AXIS:
            return ()
        demand = weary(t, f.seat, ()) & once_a_phase(t, f.seat, ())
        revolt = may_revolt(t, f.seat, ())
        rises = tito_waits(t, f.seat, ()) and mountains(t, f.seat, ())
        return (f.seat,) if demand or revolt or rises else ()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "Politics: demand a surrender, raise a revolt, or end."
