"""The North in the great war (21.44, 21.46): acclimatization of newcomers, maintenance of aliens in the Arctic."""

from __future__ import annotations

from grognard.board.hexset import first, from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.rules import Args
from grognard.engine.core.step import Step
from grognard.titles.systems.front import blocks
from grognard.titles.systems.front.state import BY_SEA_DISPERSED

from .. import fronts
from ..fronts import EF, NF
from .command import classes
from .state import AXIS, SOVIET, Table

EXPEDITIONS = {"NF expedition": "FR", "NF expedition after 2F": "2F"}
"""The event that makes a unit an expedition of the North (DE.FR, DE.2F)."""
MAINTENANCE = 5
"""Points a month for each alien unit in the Arctic Zone (21.461)."""


def is_alien(t: Table, piece: int) -> bool:
    """Is a block none of the North's own (21.414): neither a veteran (21.413) nor a Scandinavian, nor after an event a
    British or Canadian expedition (21.412)?"""
    unit, word = t.world.units[piece], classes(t.world)[piece]
    if word in EXPEDITIONS and EXPEDITIONS[word] not in t.p.politics:
        return True
    return not word.startswith("NF") and unit.nation not in fronts.SCANDINAVIANS


def alien_hq(t: Table, hq: int) -> bool:
    """Alien HQs are disrupted in the Arctic Zone, not in the temperate south (21.43)."""
    zone = int(t.world.areas) & fronts.land_of(t, NF)
    return bool(zone >> t.p.at[hq] & 1) and is_alien(t, hq)


def steps_lost(t: Table, piece: int) -> int:
    """What the North takes from a newcomer: two steps of aliens, one of veterans and expeditions; of Soviet aliens one;
    of Scandinavians and Soviet veterans none (21.441)."""
    if t.world.units[piece].nation in fronts.SCANDINAVIANS:
        return 0
    alien = is_alien(t, piece)
    return int(alien) if t.p.power[piece] == SOVIET else 1 + alien


def acclimatize(t: Table, piece: int, here: int, there: int) -> None:
    """Whoever comes into the North from another front loses steps (21.441)."""
    north = fronts.land_of(t, NF)
    if north >> here & 1 or not north >> there & 1:
        return
    take_steps(t, piece, there)


def take_steps(t: Table, piece: int, node: int) -> None:
    """A newcomer shows whether he is at home in the North, and loses what it takes (21.441)."""
    t.reveal("21.441", (piece,), columns=(), name=False, facts={"alien": int(is_alien(t, piece))})
    for _ in range(steps_lost(t, piece)):
        if t.p.at[piece] < t.world.spans:
            t.emit("acclimatized", "21.441", pieces=(piece,), nodes=(node,))
            blocks.tell_last_step(t, piece, "21.441")
            blocks.lose_step(t, piece, "21.441", seen=False)


def lost_on_arrival(t: Table, piece: int, node: int) -> int:
    """What a reinforcement loses that arrives in the North: residents and veterans nothing, expeditions and aliens what
    they would lose if they came from elsewhere (21.41/a)."""
    if not fronts.land_of(t, NF) >> node & 1:
        return 0
    at_home = classes(t.world)[piece] in ("NF resident", "NF veteran")
    return 0 if at_home else steps_lost(t, piece)


def lives_through_arrival(t: Table, seat: int, args: Args) -> int:
    """A reinforcement that the North would destroy arrives elsewhere (21.41/a)."""
    piece, north = args[0], fronts.land_of(t, NF)
    spare = t.title.schedule(t)[piece][1] - t.world.units[piece].last - (t.title.schedule(t)[piece][0] > t.p.month)
    node = first(north)
    return -1 if lost_on_arrival(t, piece, node) <= spare else ~north


class Acclimatizing(Step):
    """Those who have landed in the North, and were not thrown back, pay for it before they recover (21.441)."""

    name = "acclimatizing"
    rule = "21.441"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        landed = blocks.inside(t, t.p.active, fronts.land_of(t, NF))
        for piece in members(landed):
            if t.p.dispersed[piece] == BY_SEA_DISPERSED:
                take_steps(t, piece, t.p.at[piece])
        t.pop()


# Maintenance


def aliens(t: Table, power: int) -> int:
    """A power's aliens in the Arctic Zone, as bits (21.461)."""
    zone = int(t.world.areas) & fronts.land_of(t, NF)
    return from_iter(i for i in members(blocks.inside(t, power, zone)) if is_alien(t, i))


def maintenance(t: Table, power: int, east: bool = False) -> int:
    """Five points a month for each alien in the Arctic Zone (21.461), of the Axis from the front that Finland and the
    USSR belong to, or from the West (21.46)."""
    some = aliens(t, power)
    if power == AXIS:
        b = t.world.board
        near_russia = blocks.inside(t, AXIS, fronts.land_of(t, EF) | int(b.region["Finland"]) | int(b.region["USSR"]))
        some &= near_russia if east else ~near_russia
    return MAINTENANCE * some.bit_count()
