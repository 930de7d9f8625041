"""What the Soviet Union may take in peace: its claims (9.12) and the Winter War (10.24), in each End Phase."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import WORD, End, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step

from .. import finland, zones
from .. import tables as tb
from .. import world as w
from ..position import NEUTRAL_SIDE, AetoPosition, Table
from ..seasonal import calendar as cal
from ..title import POWERS
from . import vichy, wars

FINLAND, POLAND, RUMANIA = (POWERS.index(name) for name in ("finland", "poland", "rumania"))
BALTIC = ("estonia", "latvia", "lithuania")
CLAIMS = ("eastern_Poland", "Baltic_states", "Bessarabia", "winter_war")
SUMMER_1940, NOVEMBER_1939 = tb.month_of("June 1940"), tb.month_of("November 1939")
WAR_LASTS = 5
"""End Phases of the Winter War."""


def at_peace(t: Table) -> bool:
    """Does the Soviet Union take part, and fights no great power (9.12)?"""
    p: AetoPosition = t.p
    if "ussr" in p.conquests or not t.world.settings.get("politics"):
        return False
    return "ussr" not in t.world.settings.get("stay_out", ()) and not cal.at_war_with_major(p, w.USSR)


def poland_shakes(t: Table) -> bool:
    """Warsaw is attacked or has fallen (9.12)."""
    p: AetoPosition = t.p
    fallen = "poland" in p.conquests or not p.held[POLAND] >> t.world.node("Warsaw") & 1
    return fallen or "warsaw_attacked" in p.politics


def balts_are_free(t: Table) -> bool:
    """From June 1940, while one of the Baltic states is neutral (9.12)."""
    p: AetoPosition = t.p
    free = [name for name in BALTIC if name not in p.conquests and not p.hostile[POWERS.index(name)]]
    return p.month >= SUMMER_1940 and bool(free)


def rumania_yields(t: Table) -> bool:
    """From June 1940 Rumania gives Bessarabia up, if nobody fights for it (9.12)."""
    p: AetoPosition = t.p
    return p.month >= SUMMER_1940 and not p.hostile[RUMANIA] and "rumania" not in p.conquests


def finland_may_be_invaded(t: Table) -> bool:
    """From November 1939, once, while Finland is neutral and no German is there (10.24, T31)."""
    p: AetoPosition = t.p
    neutral = p.alliance[FINLAND] == NEUTRAL_SIDE and "finland" not in p.conquests
    return p.month >= NOVEMBER_1939 and neutral and "winter_war" not in p.politics and not finland.guests(t)


def claimed(t: Table, name: str) -> bool:
    return f"claimed {name}" in t.p.politics


def open_claims(t: Table, seat: int, args: Args) -> int:
    """What may be claimed now, each thing once (9.12)."""
    if not at_peace(t):
        return 0
    able = (poland_shakes(t), balts_are_free(t), rumania_yields(t))
    return from_iter(n for n, yes in enumerate(able) if yes and not claimed(t, CLAIMS[n])) | 1 << len(able)


def war_is_open(t: Table, seat: int, args: Args) -> int:
    """The Winter War may begin (10.24)."""
    war = 1 << CLAIMS.index("winter_war")
    return -1 if finland_may_be_invaded(t) else ~war


class Claim(Verb):
    """``claim Bessarabia``: land that the Soviet Union takes without war; ``claim winter_war``: Finland is invaded."""

    name = "claim"
    levels = (Level("what", WORD, None, (Mask("9.12", open_claims), Mask("10.24", war_is_open)), words=CLAIMS),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        what = CLAIMS[args[0]]
        t.p.politics[f"claimed {what}"] = t.p.month
        t.emit("claimed", "9.12", land=what.replace("_", " "))
        if what == "winter_war":
            begin_winter_war(t)
        else:
            take(t, what)


class Claims(Step):
    """The Soviet player may claim land (9.12)."""

    name = "Soviet claims"
    rule = "9.12"
    verbs = (Claim(), End())

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "The Soviet Union may claim land without war against the West, or invade Finland; then end."


def anything_to_claim(t: Table) -> bool:
    return bool(open_claims(t, -1, ()) & war_is_open(t, -1, ()))


def land_of(t: Table, what: str) -> int:
    """The hexes that a claim is about."""
    board = t.world.board
    if what == "eastern_Poland":
        return int(board.region["eastern Poland"])
    if what == "Bessarabia":
        return int(board.region["Bessarabia"])
    return from_iter(n for name in BALTIC if name not in t.p.conquests for n in members(board.nation[name]))


def take(t: Table, what: str) -> None:
    """Claimed land is the Soviet Union's where no supplied Pole and nobody else stands; Balts are annexed (9.12)."""
    p: AetoPosition = t.p
    others = [power for power in range(len(POWERS)) if power != w.USSR]
    land = land_of(t, what) & ~zones.with_combat_units(t, others)
    if what == "Baltic_states":
        for name in BALTIC:
            p.conquests.setdefault(name, (w.USSR, p.month))
    vichy.give(t, land, w.USSR)
    p.changed(w.USSR)


# The Winter War


def begin_winter_war(t: Table) -> None:
    """Finland is invaded, set up at once, and nobody else joins (10.24)."""
    t.pop()
    wars.declare(t, w.USSR, FINLAND)


def is_on(t: Table) -> bool:
    """Is the Winter War being fought: the Soviet Union and Finland, and no great power with them (10.24)?"""
    p: AetoPosition = t.p
    return bool(p.hostile[w.USSR] >> FINLAND & 1) and p.alliance[FINLAND] == NEUTRAL_SIDE


def end_phase(t: Table) -> None:
    """It ends when Viipuri is Soviet, or in the fifth End Phase (10.24)."""
    p: AetoPosition = t.p
    if not is_on(t):
        return
    fell = bool(p.held[w.USSR] >> t.world.node("Viipuri") & 1)
    if fell or p.month - int(p.politics["winter_war"]) >= WAR_LASTS - 1:
        peace(t, fell)


def peace(t: Table, fell: bool) -> None:
    """If Viipuri fell Finland cedes the land beyond the partition line; both sides go home (10.24)."""
    p: AetoPosition = t.p
    home = t.world.board.nation["finland"]
    ceded = t.world.board.region["Finnish cession"] if fell else 0
    t.emit("winter_peace", "10.24", won=int(fell))
    p.hostile[w.USSR] &= ~(1 << FINLAND)
    p.hostile[FINLAND] &= ~(1 << w.USSR)
    vichy.give(t, home & ~ceded & (p.held[w.USSR] | p.held[FINLAND]), FINLAND)
    vichy.give(t, ceded | p.held[FINLAND] & ~home, w.USSR)
    for power, closed in ((w.USSR, p.held[FINLAND]), (FINLAND, p.held[w.USSR])):
        for node in members(p.occupied[power] & closed):
            for i in [i for i in p.stack(node) if p.power[i] == power]:
                vichy.withdraw(t, i, closed)
    p.changed(w.USSR)
    p.changed(FINLAND)
