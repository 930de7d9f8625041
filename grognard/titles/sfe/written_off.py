"""The wings that the Allies lose on the ground in May 1940: a die says how many, the owner which (28.16/a)."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step

from . import world as w
from .state import Table, wings


def own_wings(t: Table, seat: int, args: Args) -> int:
    return from_iter(i for power in t.powers_of(seat) for i in wings(t, power))


def lost(t: Table) -> list[w.Unit]:
    """The wings that are written off already."""
    power = t.frame.power
    return [u for u in t.world.units if u.air and u.power == power and t.p.at[u.index] == t.world.pool]


def owed(t: Table) -> dict[str, int]:
    """How many must still be of the army that bears half, and of those that bear one (B1)."""
    terms = t.world.settings["surprise_losses"]
    gone = [unit.nation for unit in lost(t)]
    half = -(-t.frame["whole"] // 2) - gone.count(terms["half"])
    return {"half": max(0, half), "one": int(not any(nation in gone for nation in terms["one"]))}


def shares_kept(t: Table, seat: int, args: Args) -> int:
    """At least half of the wings are French, and one is Belgian or Dutch (B1)."""
    terms, need = t.world.settings["surprise_losses"], owed(t)
    spare = t.frame["left"] - sum(need.values())
    found = 0
    for piece in members(own_wings(t, seat, ())):
        nation = t.world.units[piece].nation
        pays = (nation == terms["half"] and need["half"]) or (nation in terms["one"] and need["one"])
        if spare > 0 or pays:
            found |= 1 << piece
    return found


def say_shares(t: Table, seat: int, args: Args, value: int) -> str:
    return "At least half of the wings lost are French, and one is Belgian or Dutch (B1)."


class WriteOff(Verb):
    """``write_off AeM``: a wing is lost on the ground (28.16/a)."""

    name = "write_off"
    levels = (Level("wing", PIECE, own_wings, (Mask("28.16/a", shares_kept, say_shares),)),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        base = t.p.at[args[0]]
        t.p.put(args[0], t.world.pool)
        t.emit("eliminated", "28.16/a", pieces=args, nodes=(base,), cause="caught on the ground")
        if t.frame["left"] > 1:
            t.remember(left=t.frame["left"] - 1)
        else:
            t.pop()


class WritingOff(Step):
    """The owner picks the wings that are lost (28.16/a)."""

    name = "surprise in the air"
    rule = "28.16/a"
    kind = "question"
    verbs = (WriteOff(),)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"Your airfields are bombed at dawn: {f['left']} of your wings are lost. Choose them."
