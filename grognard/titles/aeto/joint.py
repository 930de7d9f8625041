"""Joint Offensives (5.4): two types of Offensives in one turn, for an Offensive each and 2 EPs."""

from __future__ import annotations

from grognard.engine.core.offers import WORD, Level, Verb
from grognard.engine.core.rules import Args, Mask

from . import costs
from .position import AetoPosition, Table
from .title import POWERS

LAND, AIR, SEA = "land", "air", "sea"
KINDS = ("air_land", "air_sea")
"""Land and Sea together is an Amphibious Assault, which is an order of its own (5.4/land-sea)."""
PARTS = {"air_land": (AIR, LAND), "air_sea": (AIR, SEA)}
SURCHARGE = 2
"""EPs for the second type (5.4/cost-air)."""


def pending(t: Table) -> tuple[str, ...]:
    """The types of a Joint Offensive that are still to be made."""
    return tuple(t.frame.get("joint", ()))


def open_now(t: Table, kind: str) -> int:
    """Is an Offensive of a type in order: any, or in a Joint Offensive one of its two types (5.4/order)?"""
    return int(not pending(t) or kind in pending(t))


def land_turn(t: Table, seat: int, args: Args) -> int:
    """In a Joint Offensive a Land Offensive is made once, if it is of that type (5.4/joint)."""
    return open_now(t, LAND)


def air_turn(t: Table, seat: int, args: Args) -> int:
    """The same for an Air Offensive (5.4/joint)."""
    return open_now(t, AIR)


def sea_turn(t: Table, seat: int, args: Args) -> int:
    """The same for a Sea Offensive (5.4/joint)."""
    return open_now(t, SEA)


def alone(t: Table, seat: int, args: Args) -> int:
    """Nothing else while a Joint Offensive is under way: never three types (5.4/joint)."""
    return int(not pending(t))


def rich(t: Table, seat: int) -> list[int]:
    """Powers of a seat that can pay 2 EPs and two Offensives, Impromptu ones too (5.4/cost-air, 5.5/joint-allowed)."""
    return [power for power in t.powers_of(seat) if can_pay(t, power)]


def can_pay(t: Table, power: int) -> bool:
    """One Offensive for each type, and 2 EPs (5.4/cost-air)."""
    p: AetoPosition = t.p
    left = costs.available(p, power) - SURCHARGE
    if not p.hostile[power] or left < 0:
        return False
    return p.offensives[power] + improvised(t, power, left) >= 2


def improvised(t: Table, power: int, left: int) -> int:
    """Impromptu Offensives that the EPs left pay for; they may be part of a Joint Offensive (5.5/joint-allowed)."""
    return left // costs.impromptu_price(t, power)


def payer_words(t: Table, seat: int, args: Args) -> tuple[str, ...]:
    return tuple(POWERS[power] for power in rich(t, seat))


def somebody_pays(t: Table, seat: int, args: Args) -> int:
    """Some power of the seat can pay for it (5.4/cost-air)."""
    return int(bool(rich(t, seat)))


class Joint(Verb):
    """``joint air_land``: the next two Offensives, one of each type, are made in one turn."""

    name = "joint"
    masks = (Mask("5.4/joint", alone), Mask("5.4/cost-air", somebody_pays))
    levels = (
        Level("types", WORD, None, words=KINDS),
        Level("payer", WORD, None, words=payer_words, optional=True),
    )

    def glance(self, t: Table, seat: int) -> int:
        return -1 if t.world.settings.get("sea") and rich(t, seat) else 0

    def apply(self, t: Table, seat: int, args: Args) -> None:
        kind, payer = KINDS[args[0]], rich(t, seat)[args[1]]
        costs.spend(t.p, payer, SURCHARGE)
        t.remember(joint=PARTS[kind])
        t.emit("joint", "5.4/joint", power=POWERS[payer], types=" and ".join(PARTS[kind]))


def made(t: Table, kind: str) -> bool:
    """One type of a Joint Offensive is done; True if the other is still to come, in either order (5.4/order)."""
    left = tuple(part for part in pending(t) if part != kind)
    t.remember(joint=left)
    return bool(left)
