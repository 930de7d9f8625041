"""Naval repair and scrapping (8.8, 8.10): a ship goes into the yard, two dice say for how long."""

from __future__ import annotations

from grognard.board.hexset import among, from_iter, members, where
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule
from grognard.engine.core.step import Step

from .. import costs, pieces
from .. import tables as tb
from .. import world as w
from ..pieces import spoken
from ..position import AetoPosition, Table
from ..seasonal import calendar as cal
from ..title import POWERS
from . import damage, ports, ships, waters

SCRAPPED = {tb.BB: "8.10/bb", tb.CV: "8.10/cv", tb.CVL: "8.10/cvl", tb.CA: "8.10/ca"}
"""Ships that can be scrapped, and the rule of each."""


def ep_of(task: str) -> int:
    """The EPs of a task of the yards (ep_tasks.csv)."""
    return costs.price(task, "all", False)


# Who may be repaired


def damaged(t: Table, seat: int, args: Args) -> int:
    """Damaged and depleted ships of a power and its partners, U-boats too."""
    p: AetoPosition = t.p
    own = where(p.power, among(*cal.served_by(p, t.frame.power))) & where(p.kind, among(*tb.SHIPS))
    own &= ~where(p.steps, among(0))
    return from_iter(i for i in members(own) if p.steps[i] < max(2, t.world.cards[p.card[i]].steps))


def two_sided(t: Table, seat: int, args: Args) -> int:
    """Transports and ships with a blank reverse are not repaired (8.8/stp)."""
    return ~where(t.p.kind, among(tb.STP))


def in_port(t: Table, seat: int, args: Args) -> int:
    """In a friendly, supplied, functioning port (8.8/eligible)."""
    p: AetoPosition = t.p
    return from_iter(i for i in members(damaged(t, seat, ())) if ports.feeds(t, p.power[i], p.at[i]))


def not_begun(t: Table, seat: int, args: Args) -> int:
    """A repair that is under way runs until it is done (8.8/no-renege)."""
    return from_iter(i for i in members(damaged(t, seat, ())) if not ships.in_yard(t, i))


def price(t: Table, piece: int) -> int:
    """2 EPs for a surface ship, 3 for a submarine (8.8/eligible)."""
    return wreck_price(t, piece) if ships.is_wreck(t, piece) else hull_price(t.p.kind[piece])


def hull_price(kind: int) -> int:
    """2 EPs for a surface ship, 3 for a submarine or U-boat (8.8/eligible)."""
    return ep_of("repair submarine or U-boat" if kind in tb.SUBMARINES else "repair surface naval unit")


def wreck_price(t: Table, piece: int) -> int:
    """A ship sunk in port costs 2 EPs in a major port, 3 in another (8.9/repair-cost)."""
    major = waters.ports_of(t.world).get(t.p.at[piece]) == "major"
    return ep_of("salvage in a major port" if major else "salvage elsewhere")


def affordable(t: Table, seat: int, args: Args) -> int:
    """EPs must be at hand (8.6/no-deficit)."""
    return from_iter(i for i in members(damaged(t, seat, ())) if price(t, i) <= t.p.ep[t.frame.power])


# The dice


def nothing(t: Table, piece: int) -> int:
    return 0


@rule("8.8/mod-de-ss", off=nothing)
def small(t: Table, piece: int) -> int:
    """-5 for a DE, SS or U-boat (8.8/mod-de-ss)."""
    return -5 if t.p.kind[piece] in (tb.DE, *tb.SUBMARINES) else 0


@rule("8.8/mod-dd", off=nothing)
def destroyer(t: Table, piece: int) -> int:
    """-4 for a DD (8.8/mod-dd)."""
    return -4 if t.p.kind[piece] == tb.DD else 0


@rule("8.8/mod-cl", off=nothing)
def cruiser(t: Table, piece: int) -> int:
    """-3 for a CL (8.8/mod-cl)."""
    return -3 if t.p.kind[piece] == tb.CL else 0


@rule("8.8/mod-us-box", off=nothing)
def american_yard(t: Table, piece: int) -> int:
    """-2 in the United States Box (8.8/mod-us-box)."""
    return -2 if t.p.at[piece] == t.world.node("United States Box") else 0


@rule("8.8/mod-uk-cv", off=nothing)
def british_carrier(t: Table, piece: int) -> int:
    """-2 for a CV of the UK (8.8/mod-uk-cv)."""
    return -2 if t.p.kind[piece] == tb.CV and t.world.cards[t.p.card[piece]].power == w.UK else 0


@rule("8.8/mod-cv", off=nothing)
def carrier(t: Table, piece: int) -> int:
    """-1 for any other CV, a CVL or a CVE (8.8/mod-cv)."""
    foreign = t.p.kind[piece] == tb.CV and t.world.cards[t.p.card[piece]].power != w.UK
    return -1 if foreign or t.p.kind[piece] in (tb.CVL, tb.CVE) else 0


@rule("8.8/mod-us", off=nothing)
def american(t: Table, piece: int) -> int:
    """-1 for a ship of the US (8.8/mod-us)."""
    return -1 if t.p.power[piece] == w.US else 0


@rule("8.8/mod-major-port", off=nothing)
def great_yard(t: Table, piece: int) -> int:
    """-1 in a major port (8.8/mod-major-port)."""
    return -1 if waters.ports_of(t.world).get(t.p.at[piece]) == "major" else 0


@rule("8.8/mod-bb", off=nothing)
def battleship(t: Table, piece: int) -> int:
    """+1 for a BB (8.8/mod-bb)."""
    return int(t.p.kind[piece] == tb.BB)


@rule("8.8/mod-away", off=nothing)
def abroad(t: Table, piece: int) -> int:
    """+1 in no home port (8.8/mod-away)."""
    return int(not in_home_port(t, piece))


@rule("8.8/mod-sunk", off=nothing)
def raised(t: Table, piece: int) -> int:
    """+3 for a ship sunk in port (8.8/mod-sunk)."""
    return 3 * int(ships.is_wreck(t, piece))


MODIFIERS = (
    ("small ship", small), ("destroyer", destroyer), ("light cruiser", cruiser), ("United States", american_yard),
    ("British carrier", british_carrier), ("carrier", carrier), ("US ship", american), ("major port", great_yard),
    ("battleship", battleship), ("not a home port", abroad), ("sunk in port", raised),
)  # fmt: skip


def in_home_port(t: Table, piece: int) -> bool:
    """Is a ship in a port of its own nation?"""
    p: AetoPosition = t.p
    nation = POWERS[p.power[piece]]
    box = nation == "us" and p.at[piece] == t.world.node("United States Box")
    return box or bool(t.world.board.nation.get(nation, 0) >> p.at[piece] & 1)


def seasons(net: int) -> int:
    """Seasons in the yard: none for a net 2 or less, then one more for each, ten for 12 (8.8/roll)."""
    return max(0, min(10, net - 2))


class Refit(Verb):
    """``refit Scharnhorst``: two dice say how long the yard needs; then it is repaired or scrapped."""

    name = "refit"
    levels = (
        Level(
            "ship", PIECE, damaged,
            (Mask("8.8/stp", two_sided), Mask("8.8/no-renege", not_begun), Mask("8.8/eligible", in_port),
             Mask("8.6/no-deficit", affordable)),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece = args[0]
        sheet = [(name, shift(t, piece)) for name, shift in MODIFIERS]
        dice = t.rolls("yard", 2)
        net = sum(dice) + sum(value for _, value in sheet)
        t.emit(
            "yard", "8.8/roll", pieces=(piece,), nodes=(t.p.at[piece],), dice=dice, net=net, seasons=seasons(net),
            modifiers=tuple(f"{name} {value:+}" for name, value in sheet if value),
        )  # fmt: skip
        pieces.tally(t, "refits")
        t.ask("yard", seat, t.frame.power, ship=piece, net=net)


# After the roll


def lay_up(t: Table, piece: int, net: int) -> None:
    """The ship is in the yard until its season, or whole at once (8.8/track)."""
    p: AetoPosition = t.p
    months = seasons(net)
    p.due.pop(f"wreck {piece}", None)
    if not months:
        finish(t, piece)
        return
    p.due[f"yard {piece}"] = cal.next_season(p.month, months)
    t.emit(
        "in_yard", "8.8/track", pieces=(piece,), nodes=(p.at[piece],), season=cal.season_name(p.due[f"yard {piece}"])
    )


def finish(t: Table, piece: int) -> None:
    """A repaired ship is back in the same port, one that was raised, too (8.8/complete, 8.9/track)."""
    damage.forget(t, piece)
    t.p.steps[piece] = t.world.cards[t.p.card[piece]].steps
    t.emit("ship_repaired", "8.8/complete", pieces=(piece,), nodes=(t.p.at[piece],))


def complete(t: Table) -> None:
    """Ships whose season has come leave the yard, whatever became of their port (8.8/complete, 8.8/port-status)."""
    p: AetoPosition = t.p
    for key, month in sorted(p.due.items()):
        if not key.startswith("yard ") or month > p.month:
            continue
        piece = int(key.split()[1])
        if p.steps[piece] and ships.is_ship(p, piece):
            finish(t, piece)
        else:
            del p.due[key]


class LayUp(Verb):
    """``lay_up``: the yard takes its time."""

    name = "lay_up"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        f = t.frame
        t.p.ep[f.power] -= price(t, f["ship"])
        lay_up(t, f["ship"], f["net"])
        t.pop()


def may_hasten(t: Table, seat: int, args: Args) -> int:
    """Four more EPs, in a home port alone (8.8/hastened)."""
    f = t.frame
    return int(in_home_port(t, f["ship"]))


def can_pay_haste(t: Table, seat: int, args: Args) -> int:
    """EPs must be at hand (8.6/no-deficit)."""
    f = t.frame
    return int(t.p.ep[f.power] >= price(t, f["ship"]) + ep_of("hasten naval repair"))


def hastened(net: int) -> int:
    """-2 to the roll for a Hastened Naval Repair (8.8/mod-hastened)."""
    return net - 2


class Hasten(Verb):
    """``hasten``: for 4 EPs more the roll is 2 lower."""

    name = "hasten"
    masks = (Mask("8.8/hastened", may_hasten), Mask("8.6/no-deficit", can_pay_haste))

    def apply(self, t: Table, seat: int, args: Args) -> None:
        f = t.frame
        t.p.ep[f.power] -= price(t, f["ship"]) + ep_of("hasten naval repair")
        lay_up(t, f["ship"], hastened(f["net"]))
        t.pop()


def may_scrap(t: Table, seat: int, args: Args) -> int:
    """A damaged named ship in a home port that is not isolated, after its roll (8.10/when)."""
    p: AetoPosition = t.p
    piece = t.frame["ship"]
    return int(p.kind[piece] in SCRAPPED and in_home_port(t, piece) and not p.isolated >> p.at[piece] & 1)


def not_in_exile(t: Table, seat: int, args: Args) -> int:
    """Who holds out in colonies scraps nothing (8.10/limits)."""
    return int(POWERS[t.frame.power] not in t.p.conquests)


def not_sunk(t: Table, seat: int, args: Args) -> int:
    """A ship that was sunk is salvaged, never scrapped (8.8/air-attack)."""
    return int(not ships.is_wreck(t, t.frame["ship"]))


class Scrap(Verb):
    """``scrap``: the ship leaves the game for its EPs."""

    name = "scrap"
    masks = (
        Mask("8.8/air-attack", not_sunk), Mask("8.10/when", may_scrap), Mask("8.10/limits", not_in_exile),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        f = t.frame
        piece = f["ship"]
        kind = t.p.kind[piece]
        gain = -ep_of(f"scrap {tb.KINDS[kind]}")
        t.p.ep[f.power] += gain
        t.emit("scrapped", SCRAPPED[kind], pieces=(piece,), nodes=(t.p.at[piece],), ep=gain)
        damage.forget(t, piece)
        t.p.due[f"raised {t.p.card[piece]}"] = 1
        pieces.drop(t, piece)
        t.pop()


class Yard(Step):
    """The yard has named its time: repair, hasten or scrap (8.8, 8.10)."""

    name = "naval yard"
    rule = "8.8/roll"
    kind = "question"
    piece_fields = ("ship",)
    verbs = (LayUp(), Hasten(), Scrap())

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        name = t.title.spoken(t.title.piece_name(t, f["ship"]))
        long, cost = seasons(f["net"]), price(t, f["ship"])
        time = "is ready at once" if not long else "needs a season" if long == 1 else f"needs {long} seasons"
        place, haste = spoken(t, t.p.at[f["ship"]]), ep_of("hasten naval repair")
        return f"{name} at {place} {time}: repair for {cost} EPs, hasten for {haste} more, or scrap."
