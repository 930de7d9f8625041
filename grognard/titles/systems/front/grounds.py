"""Why an order is refused, in its own figures: the unit, the hex and what stands between them."""

from __future__ import annotations

from grognard.engine.core.rules import Args

from . import blocks, nations
from .state import Table


def _unit(t: Table, piece: int) -> str:
    return t.world.units[piece].title


def _place(t: Table, node: int) -> str:
    return t.node_name(node).replace("_", " ")


def _left(t: Table, piece: int) -> str:
    moves = nations.moves_left(t, piece)
    return "the Supreme Move that is" if moves == 1 else f"the {moves} Supreme Moves that are"


def too_far(t: Table, seat: int, args: Args, node: int) -> str:
    """A march beyond the unit's speed, or by a way that is closed."""
    piece = args[0]
    if node == t.p.at[piece]:
        return f"{_unit(t, piece)} stands in {_place(t, node)} already."
    hexes = blocks.speed(t, piece)
    far = f"{hexes} hex{'' if hexes == 1 else 'es'}"
    return (
        f"{_place(t, node)} is out of reach: {_unit(t, piece)} marches {far} at most, from {_place(t, t.p.at[piece])}."
    )


def is_active(t: Table, seat: int, args: Args, piece: int) -> str:
    """An active headquarters."""
    return f"{_unit(t, piece)} is active: it moves only when headquarters mobilize, after the movement."


def has_moved(t: Table, seat: int, args: Args, piece: int) -> str:
    """A unit that did something else in this turn."""
    return is_active(t, seat, args, piece) if t.p.role[piece] else f"{_unit(t, piece)} has moved in this turn already."


def uncommanded(t: Table, seat: int, args: Args, piece: int) -> str:
    """A unit that nobody commands."""
    return f"{_unit(t, piece)} is in the range of no active headquarters, and no Supreme Move is left for it."


def off_the_rails(t: Table, seat: int, args: Args, piece: int) -> str:
    """A unit that no train can take up."""
    return f"{_unit(t, piece)} does not stand on a friendly railway, in {_place(t, t.p.at[piece])}."


def no_station(t: Table, seat: int, args: Args, node: int) -> str:
    """A hex without rails."""
    return f"No railway leads through {_place(t, node)}."


def no_train(t: Table, seat: int, args: Args, node: int) -> str:
    """A hex that the trains do not reach."""
    here = _place(t, t.p.at[args[0]])
    return f"No friendly railway leads from {here} to {_place(t, node)} within {_left(t, args[0])} left."


def in_no_port(t: Table, seat: int, args: Args, piece: int) -> str:
    """A unit that has no ship to go aboard."""
    return f"{_unit(t, piece)} stands in no friendly port, but in {_place(t, t.p.at[piece])}."


def no_port_of_ours(t: Table, seat: int, args: Args, node: int) -> str:
    """A hex in which no ship can land anyone."""
    if node == t.p.at[args[0]]:
        return f"{_unit(t, args[0])} is in {_place(t, node)} already."
    return f"{_place(t, node)} is no port of yours: a sea move ends in one; onto a beach units go by invasion."


def over_too_many_seas(t: Table, seat: int, args: Args, node: int) -> str:
    """A port that the ships do not reach."""
    here = _place(t, t.p.at[args[0]])
    return f"No open seas lead from {here} to {_place(t, node)} within {_left(t, args[0])} left, one for each sea."


def not_with_it(t: Table, seat: int, args: Args, piece: int) -> str:
    """A unit that does not stand with the HQ that would send it."""
    hq = args[0]
    return f"{_unit(t, piece)} does not stand with {_unit(t, hq)}, in {_place(t, t.p.at[hq])}."


def no_coast(t: Table, seat: int, args: Args, node: int) -> str:
    """A hex without a beach."""
    return f"{_place(t, node)} lies on no sea: a landing goes to a coast."


def beach_out_of_range(t: Table, seat: int, args: Args, node: int) -> str:
    """A beach that the ships do not reach."""
    return f"{_place(t, node)} is out of range for ships from {_place(t, t.p.at[args[0]])}."
