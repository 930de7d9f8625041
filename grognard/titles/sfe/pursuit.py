"""Fighters choose their targets in air combat: waves of any size against any wave of the enemy (17.1/5, 17.1/6)."""

from __future__ import annotations

from grognard.board.hexset import from_iter
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import PIECE, PIECES, Level, Verb
from grognard.engine.core.rules import Args
from grognard.engine.core.step import Step

from . import aircombat
from .aircombat import Wave
from .state import Table

EVENLY, PASS = "evenly", "pass"


def free_wings(t: Table, seat: int, args: Args) -> int:
    """Fighters that have no target yet."""
    aimed = {i for wings, _ in t.frame["aimed"] for i in wings}
    return from_iter(i for i in aircombat.flying(t, t.frame["wings"]) if i not in aimed)


def waves_left(t: Table, f: Frame) -> list[Wave]:
    """The enemy's waves that nobody attacks yet, those of them that still fly (17.1/6)."""
    aimed = {wave for _, wave in f["aimed"]}
    return [aircombat.flying(t, wave) for wave in f["targets"] if wave not in aimed and aircombat.flying(t, wave)]


def leads(t: Table, seat: int, args: Args) -> int:
    """Each wave is named by its first wing."""
    return from_iter(wave[0] for wave in waves_left(t, t.frame))


class Pursue(Verb):
    """``pursue KG55 11Gp1+11Gp2``: a wave, named by its first wing, and the fighters that attack it (17.1/6)."""

    name = "pursue"
    levels = (Level("wave", PIECE, leads), Level("wings", PIECES, free_wings))

    def apply(self, t: Table, seat: int, args: Args) -> None:
        f = t.frame
        wave = next(wave for wave in f["targets"] if args[0] in wave)
        t.remember(aimed=(*f["aimed"], (tuple(args[1]), wave)))
        settle(t, seat)


def settle(t: Table, seat: int) -> None:
    """The fight goes on when every fighter, or every wave, has its part."""
    if not free_wings(t, seat, ()) or not waves_left(t, t.frame):
        t.pop(("pursue", tuple((*pair, t.frame["both"]) for pair in t.frame["aimed"])))


def may_go_home(t: Table, seat: int, args: Args) -> int:
    """Those who came through the escorts may break off (17.1/6)."""
    return free_wings(t, seat, ()) if t.frame["both"] else 0


class BreakAway(Verb):
    """``abort 11Gp1``: fighters that bypassed the escorts go home and attack nobody (17.1/6)."""

    name = "abort"
    levels = (Level("wings", PIECES, may_go_home),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        aircombat.send_home(t, tuple(args[0]))
        settle(t, seat)


class HoldOff(Verb):
    """``pass``: the others attack nobody."""

    name = PASS

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.pop(("pursue", tuple((*pair, t.frame["both"]) for pair in t.frame["aimed"])))


def fair_share(t: Table, f: Frame, seat: int) -> tuple[int, Wave]:
    """The first wave that is left, and as many fighters as come to it when they are dealt evenly."""
    left = waves_left(t, f)
    aimed = {i for wings, _ in f["aimed"] for i in wings}
    free = [i for i in aircombat.flying(t, f["wings"]) if i not in aimed]
    return left[0][0], tuple(sorted(free[: -(-len(free) // len(left))]))


class Pursuit(Step):
    """A side deals its fighters out to the enemy's waves (17.1/5, 17.1/6)."""

    name = "air combat: pursuit"
    rule = "17.1/6"
    kind = "question"
    piece_fields = ("wings",)
    verbs = (Pursue(), BreakAway(), HoldOff())
    standing = (EVENLY, PASS)

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        if choice == PASS:
            return PASS
        lead, wings = fair_share(t, f, seat)
        return f"pursue {t.title.piece_name(t, lead)} {'+'.join(t.title.piece_name(t, i) for i in wings)}"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        met = "your fighters reach the enemy's bombers" if f["both"] else "the enemy's fighters pass your escorts"
        return f"Air combat over {t.node_name(f['node'])}: {met}. Name a wave by its first wing and who attacks it."


STEPS: dict[str, Step] = {"pursuit": Pursuit()}
