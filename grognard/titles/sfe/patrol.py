"""Interception by waves, patrols and carriers that look out (28.12/b), as an option."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.offers import PIECES, Level, Verb
from grognard.engine.core.rules import Args, Mask

from . import hulls, sailing, seabombing, seas, ships, taskforce, weather
from . import world as w
from .state import Table, phasing

WAVE = taskforce.WAVE
GREAT = ("BB", "BC", "PB")
EAGER, LOOKOUT, SLIPPERY = -2, -1, -2
"""What a patrol has on the die to intercept, what a carrier adds, what a patrol has to get out of port (28.12/b)."""


def played(t: Table) -> bool:
    """Is the option on?"""
    return t.options.get("naval_waves") == "on" or taskforce.played(t)


def on_patrol(t: Table, piece: int) -> bool:
    return bool(t.p.patrol >> piece & 1)


# Interception


def waves(t: Table, group: list[int]) -> list[list[int]]:
    """Each wave of three rolls for itself, a patrol as its own (28.12/b)."""
    if not played(t):
        return [group]
    out = [i for i in group if on_patrol(t, i)]
    rest = [i for i in group if not on_patrol(t, i)]
    found = [out] if out else []
    return found + [rest[n : n + WAVE] for n in range(0, len(rest), WAVE)]


def eager(t: Table, group: tuple[int, ...]) -> int:
    """A patrol has two less on the die to intercept (28.12/b1)."""
    return EAGER if all(on_patrol(t, i) for i in group) else 0


def lookout(t: Table, group: tuple[int, ...], node: int, seen: bool) -> int:
    """A carrier has one less, without other reconnaissance and but for storm and heavy snow (28.12/b3)."""
    if not played(t) or seen or weather.at(t, node) in (w.STORMY, w.HEAVY_SNOW):
        return 0
    return LOOKOUT if any(seabombing.planes(t, i) for i in group if t.world.units[i].naval) else 0


# In port


def shoots(t: Table, piece: int) -> bool:
    """Ships on patrol do not bombard in defense of their port (28.12/b2)."""
    return not on_patrol(t, piece)


def helps(t: Table, helper: int, ship: int) -> bool:
    """Ships on patrol and others give each other no flak (28.12/b2)."""
    return on_patrol(t, helper) == on_patrol(t, ship)


def slips_out(t: Table, piece: int) -> int:
    """A patrol gets out of a port that falls more easily (28.12/b2)."""
    return SLIPPERY if on_patrol(t, piece) else 0


def to_be_found(t: Table, targets: tuple[int, ...], raiders: tuple[int, ...], node: int) -> tuple[int, ...]:
    """Ships on patrol are bombed only if those who come to their port find them (28.12/b2, 16.24)."""
    out = [i for i in targets if on_patrol(t, i)]
    if not out:
        return targets
    from . import interception

    home = t.p.base[raiders[0]] if t.world.units[raiders[0]].air else t.p.at[raiders[0]]
    far = t.world.board.grid.distance(home, node)
    die = t.roll("interception")
    drm = interception.stormy(t, node) - interception.with_recon(True)
    success = die + drm <= interception.needed(far)
    t.emit("interception", "28.12/b2", pieces=raiders, nodes=(home, node), die=die, modifier=drm, success=success)
    return targets if success else tuple(i for i in targets if i not in out)


# Going on patrol


def at_a_base(t: Table, seat: int, args: Args) -> int:
    """One wave of each major naval base goes on patrol (28.12/b1)."""
    if not played(t):
        return 0
    taken = from_iter(t.p.at[i] for i in members(t.p.patrol) if t.p.power[i] == phasing(t))
    bases = seas.sea_map(t.world).bases & ~taken
    return from_iter(i for i in members(sailing.own_ships(t, seat, ())) if bases >> t.p.at[i] & 1)


def fit_for_it(t: Table, seat: int, args: Args) -> int:
    """Three ships: one carrier, one battleship at most, no coast defender, transport or damaged one (28.12/b1)."""
    chosen: tuple[int, ...] = args[0] if args else ()
    kinds = [t.world.units[i].kind for i in chosen]
    found = 0
    for piece in members(sailing.own_ships(t, seat, ())) if len(chosen) < WAVE else ():
        kind = t.world.units[piece].kind
        full = any(kind in sort and any(k in sort for k in kinds) for sort in (hulls.CARRIERS, GREAT))
        if not full and kind not in ("CD", "TT") and not t.p.damage[piece]:
            found |= 1 << piece
    return found


class Patrol(Verb):
    """``patrol BBWarspite+CLOrion+BrDDMed1``: a wave of a major naval base watches the sea (28.12/b1)."""

    name = "patrol"
    levels = (
        Level(
            "ships", PIECES, sailing.own_ships,
            (
                Mask("28.12/b1", at_a_base), Mask("18.01", sailing.not_sailed), Mask("18.04", sailing.fit),
                Mask("18.01", sailing.one_port), taskforce.IDLE,
                Mask("28.12/b1", fit_for_it),
            ),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        force = tuple(args[0])
        t.p.patrol |= from_iter(force)
        t.p.sailed |= from_iter(force)
        ships.on_mission(t, force)
        t.emit("on_patrol", "28.12/b1", pieces=force, nodes=(t.p.at[force[0]],))


def call_in(t: Table, power: int) -> None:
    """A patrol ends with the enemy's segment (28.12/b1)."""
    t.p.patrol &= ~from_iter(i for i in members(t.p.patrol) if t.p.power[i] == power)
