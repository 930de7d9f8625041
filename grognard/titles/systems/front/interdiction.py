"""Sea interdiction (15.7): of voyages after all moves, of supply for each port or beachhead over its best route."""

from __future__ import annotations

from grognard.engine.core.frames import Frame
from grognard.engine.core.rules import rule
from grognard.engine.core.step import Step

from . import blocks, control, sea, sea_supply, voyages
from .aftermath import end_battles
from .state import Table

NAMES = {voyages.INVADED: "invasion", voyages.EVACUATED: "invasion", voyages.SHIPPED: "sea move"}
"""The line of interdiction.csv for each kind of voyage; an evacuation is read as an invasion."""


def numbers(t: Table, what: str, roller: int, foe: int) -> tuple[int, int]:
    """Up to which face a die repulses and from which it hits (15.72/a, 15.73/a)."""
    for row in t.world.charts["interdiction"]:
        if row["kind"] == what and row["roller"] == t.title.interdictor(t, roller, foe):
            return int(row["repulse_to"]), int(row["hit_from"] or 7)
    return 0, 7


class MovementInterdiction(Step):
    """After all movement the passive player rolls for each unit and each of his seas that it crossed (15.72)."""

    name = "interdiction"
    rule = "15.72"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        """Every crossing of an enemy sea is interdicted (15.7)."""
        for piece in voyages.under_way(t):
            interdict(t, piece)
        voyages.arrive(t)
        end_battles(t)
        t.pop()


@rule("15.72")
def interdict(t: Table, piece: int) -> None:
    """Sea after sea, until the unit is turned back or lost (15.72)."""
    p = t.p
    owners, chart = sea.owners(t), sea.chart(t.world)
    kind, node = voyages.kind_of(t, piece), p.at[piece]
    for number in voyages.course_of(t, piece)[1:]:
        repulse_to, hit_from = numbers(t, NAMES[kind], owners[number], p.power[piece])
        faces = t.rolls("interdiction", sea.value(t, number))
        hits = sum(face >= hit_from for face in faces)
        back = any(face <= repulse_to for face in faces)
        t.emit(
            "interdicted", "15.72", pieces=(piece,), nodes=(node,), sea=chart.names[number], dice=faces, hits=hits,
            repulsed=back,
        )  # fmt: skip
        for _ in range(hits):
            if p.at[piece] == node:
                blocks.tell_last_step(t, piece, "15.72")
                blocks.lose_step(t, piece, "15.72/a", seen=False)
        if p.at[piece] != node:
            return
        if back:
            turn_back(t, piece)
            return


def turn_back(t: Table, piece: int) -> None:
    """A repulsed unit returns to where it set out from (15.72); a battle it had left goes on as it was (7.12)."""
    p = t.p
    t.place(piece, voyages.course_of(t, piece)[0], followed=True)
    p.entry[piece] = p.dispersed[piece] = 0
    blocks.leave_beach(t, piece)
    defender = control.defender_of(p, p.at[piece])
    if defender >= 0 and t.hostile(p.power[piece], defender):
        t.reveal("7.15", (piece,), up=True)


class SupplyInterdiction(Step):
    """The active player rolls for each enemy port and beachhead that depends on his seas (15.73, 4.46/a)."""

    name = "supply interdiction"
    rule = "15.73"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        p = t.p
        p.through = p.inverted = 0
        for power in range(len(p.held)):
            if t.hostile(p.active, power):
                cut_lanes(t, power)
        t.pop()


def cut_lanes(t: Table, power: int) -> None:
    """Each port and beachhead of a power that needs an enemy sea is rolled for over its best route (15.73, 15.73/b)."""
    p = t.p
    through = inverted = 0
    for node, dice, bridge in sea_supply.dependent(t, power):
        repulse_to, _ = numbers(t, "beachhead supply" if bridge else "sea supply", p.active, power)
        faces = t.rolls("supply interdiction", dice)
        cut = any(face <= repulse_to for face in faces)
        t.emit("supply_interdicted", "15.73", nodes=(node,), dice=faces, cut=cut, beachhead=bridge)
        if cut and bridge:
            inverted |= 1 << node
        elif not cut and not bridge:
            through |= 1 << node
    p.through |= through
    p.inverted |= inverted


class SupplyEnd(Step):
    """Lanes over enemy seas hold for the phase only (15.73/b)."""

    name = "end of supply"
    rule = "15.73/b"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        t.p.through = t.p.inverted = t.p.bulge = 0
        t.pop()
