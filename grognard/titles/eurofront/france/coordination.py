"""Allied command (5.34), Gamelin (20.42/a), declarations of war (16.4), closed lands (20.34)."""

from __future__ import annotations

from grognard.board.area import step
from grognard.board.hexset import from_iter, members
from grognard.engine.core.offers import PIECE, WORD, End, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.titles.systems.front import command
from grognard.titles.systems.front.state import BLITZING, BY_AIR_DISPERSED, ROLES
from grognard.titles.systems.front.world import COMMANDERS

from .. import fronts
from ..deploying import SEDAN
from ..europe import declaring
from ..europe.conditions import war_on
from ..europe.nations import defeated, neutrals
from ..europe.surprise import surprised
from ..fronts import MF
from ..med import activation, desert
from . import land, vichy
from .land import FRANCE
from .morale import BEF
from .state import ALLIED, AXIS, Table

EBEN_EMAEL = "BeEbefort"
BLITZ_ROLES = command.roles_of(*BLITZING)


# Command


def countrymen(t: Table, hq: int) -> tuple[str, ...]:
    """British HQs move British units, French ones the French (5.34); Free French and British each other's (20.494)."""
    nation = t.world.units[hq].nation
    if land.free(t):
        return (*BEF, "france", "vichy")
    return (*BEF, "vichy") if nation in BEF else (nation,)


def may_send(t: Table, hq: int, piece: int) -> bool:
    """Has an Allied Supreme HQ a move for a unit: of its own nation, or of a minor (5.34)?"""
    if t.p.power[hq] != ALLIED:
        return True
    nation = t.world.units[piece].nation
    return nation in countrymen(t, hq) or nation not in (*BEF, "france")


def gamelin(t: Table, seat: int, args: Args) -> int:
    """In the fortnight of Belgium's surprise no Allied HQ in France may Blitz (20.42/a)."""
    there = land.metropolitan(t.world) >> t.p.at[args[0]] & 1
    if t.p.active == ALLIED and there and "Belgium" in surprised(t):
        return command.ALL_ROLES & ~BLITZ_ROLES
    return command.ALL_ROLES


def converted_hqs(t: Table, seat: int, args: Args) -> int:
    """French HQs that fight on for Free France are active only in France, Belgium, French Africa and next to them
    (20.494)."""
    if not land.free(t):
        return -1
    w = t.world
    area = int(w.restricted[FRANCE]) | land.north_africa(w) | land.region(w, "Libya", "Spanish Morocco")
    hqs = [i for i in members(land.french(w)) if w.units[i].kind in COMMANDERS and t.p.at[i] < w.spans]
    return ~from_iter(i for i in hqs if not area >> t.p.at[i] & 1)


def with_france(levels: tuple[Level, ...]) -> tuple[Level, ...]:
    """The levels of a way to activate an HQ, with what binds Allied ones in France and French ones after it."""
    hq, *between, role = levels
    return (
        Level(hq.name, PIECE, hq.universe, (*hq.masks, Mask("20.494", converted_hqs))),
        *between,
        Level(role.name, WORD, role.universe, (*role.masks, Mask("20.42/a", gamelin)), words=ROLES, optional=True),
    )


class Activate(command.Activate):
    """``activate FrAG1 blitz``: turn an HQ face-up with its role."""

    levels = with_france(command.Activate.levels)


class Deploy(command.Deploy):
    """``deploy FrAG1 Reims blitz``: activate an HQ and move it one hex."""

    levels = with_france(command.Deploy.levels)


# War and surprise


def nations_of(t: Table) -> tuple[str, ...]:
    """The neutrals on which war may be declared, Vichy last."""
    return (*neutrals(t.world), vichy.VICHY)


def all_nations(t: Table, seat: int, args: Args) -> int:
    return (1 << len(nations_of(t))) - 1


def still_neutral(t: Table, seat: int, args: Args) -> int:
    """Only a neutral is declared war upon (16.4); Vichy is one once it exists."""
    return declaring.still_neutral(t, seat, args) | vichy.is_neutral(t) << len(neutrals(t.world))


def can_be_entered(t: Table, seat: int, args: Args) -> int:
    """Who declares war must be able to enter: he stands on the border (16.4), or has ships for Vichy's coasts (ruling
    E334)."""
    near = step(t.p.occupied[t.p.active] & int(t.world.land), t.world.moves)
    reached = bool(near & land.vichy(t.world)) or t.p.active == ALLIED
    return declaring.can_be_entered(t, seat, args) | reached << len(neutrals(t.world))


class Declare(declaring.Declare):
    """``declare Belgium``: war on a neutral, at the beginning of the Command phase."""

    levels = (
        Level("nation", WORD, all_nations,
              (Mask("16.4", declaring.before_command), Mask("16.4", still_neutral), Mask("16.4", can_be_entered),
               Mask("20.33", declaring.france_wavers), Mask("21.396", declaring.not_on_mandates)),
              words=lambda t, s, a: nations_of(t)),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        nation = nations_of(t)[args[0]]
        if nation != vichy.VICHY:
            super().apply(t, seat, args)
            return
        t.p.politics[war_on(declaring.SIDE[t.p.active], nation)] = t.p.month
        t.emit("declared", "16.4", nation=nation, side=t.world.powers[t.p.active])
        declaring.betray(t, t.p.active, nation)
        vichy.attack(t)


class Command(command.Command):
    """The Command phase: wars are declared before HQs are activated (16.4)."""

    verbs: tuple[Verb, ...] = (Declare(), Activate(), Deploy(), End())


# Who may go where


def closed(t: Table, piece: int) -> tuple[tuple[str, int], ...]:
    """The lands that a unit may not enter: the British French North Africa (20.34), all but residents the Med Front
    while it sleeps (21.321), a Maginot fort all but its own hex (20.41/c)."""
    return (
        ("20.34", british_limits(t, piece)),
        ("21.321", sleeping_front(t, piece)),
        ("20.41/c", walled_in(t, piece)),
    )


def british_limits(t: Table, piece: int) -> int:
    """The British keep out of French North Africa while France is undefeated and no Axis unit is there (20.34)."""
    if t.world.units[piece].nation not in BEF or defeated(FRANCE) in t.p.politics:
        return 0
    colonies = land.north_africa(t.world)
    return 0 if t.p.occupied[AXIS] & colonies else colonies


def sleeping_front(t: Table, piece: int) -> int:
    """Before the Med Front is active only its residents are in it, and only the garrisons in Malta and Gibraltar
    (21.321)."""
    if activation.active(t) or desert.is_resident(t, piece) or desert.front_class(t, piece) == "garrison":
        return 0
    return fronts.land_of(t, MF) | land.region(t.world, "Malta", "Gibraltar")


def keeps_last_step(t: Table, piece: int) -> bool:
    """The forts of the Maginot Line fall to attrition as others do (20.41/c)."""
    return t.world.units[piece].name not in land.MAGINOT


def is_taken_from_above(t: Table, piece: int) -> bool:
    """Is Eben Emael engaged by paras who have just dropped: it is infantry then (20.72)?"""
    if t.world.units[piece].name != EBEN_EMAEL or t.p.at[piece] >= t.world.spans:
        return False
    dropped = [i for i in t.p.stack(t.p.at[piece]) if t.p.dispersed[i] == BY_AIR_DISPERSED]
    return any(t.hostile(t.p.power[i], t.p.power[piece]) for i in dropped)


def sedan(t: Table, piece: int) -> int:
    """One French unit may be in the corner of neutral Belgium at Sedan (20.41/b, 20.72)."""
    node = t.world.board.node(SEDAN)
    if t.world.units[piece].nation != FRANCE.casefold() or not t.p.neutral >> node & 1:
        return 0
    full = any(i != piece for i in t.p.stack(node))
    return 0 if full else 1 << node


def walled_in(t: Table, piece: int) -> int:
    """The forts of the Maginot Line are not moved (20.41/c)."""
    place = land.MAGINOT.get(t.world.units[piece].name)
    return ~(1 << t.world.board.node(place)) if place else 0
