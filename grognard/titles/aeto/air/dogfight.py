"""Air combat (4.12): each fighter picks a target, all fire together, and whoever is hit flies home."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from grognard.board.hexset import from_iter
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import PIECE, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule
from grognard.engine.core.step import Step

from .. import modifiers, pieces
from .. import tables as tb
from .. import world as w
from ..pieces import spoken
from ..position import ACTIVE, AetoPosition, Table
from ..title import POWERS
from . import flights

MOST_SHIFT = 2
RADAR = ("Dover", "Portsmouth", "Norwich")
"""The radar sites of the UK (4.21)."""


class Mission(NamedTuple):
    """What a side has in the air over a hex."""

    bombers: tuple[int, ...]
    fighters: tuple[int, ...]

    @property
    def all(self) -> tuple[int, ...]:
        return (*self.bombers, *self.fighters)


# Picking targets


def still_to_aim(f: Frame) -> tuple[int, ...]:
    return tuple(f["fighters"][len(f["aims"]) :])


def foes(t: Table, seat: int, args: Args) -> int:
    return from_iter(t.frame["foes"])


def transports_last(t: Table, seat: int, args: Args) -> int:
    """ATPs are attacked only when every fighter of their side is a target, too (7.2/escort)."""
    f = t.frame
    guards = {i for i in f["foes"] if i in f["guards"]}
    if guards <= set(f["aims"]):
        return -1
    return ~from_iter(i for i in f["foes"] if t.p.kind[i] == tb.ATP)


class Aim(Verb):
    """``aim uk3ftr@Sidi_Barrani``: the next fighter's target."""

    name = "aim"
    levels = (Level("target", PIECE, foes, (Mask("7.2/escort", transports_last),)),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.remember(aims=(*t.frame["aims"], args[0]))


RAMMING, RAMMED = 2, 4
"""What ramming adds to the die, and the die from which the one who rams loses a step, too (10.7)."""


def may_ram(t: Table, piece: int, node: int) -> bool:
    """A Soviet fighter over the USSR may ram (10.7)."""
    home = t.world.board.nation.get("ussr", 0)
    return t.p.power[piece] == w.USSR and t.p.kind[piece] == tb.FIGHTER and bool(home >> node & 1)


def can_ram(t: Table, seat: int, args: Args) -> int:
    """The next fighter may ram (10.7)."""
    left = still_to_aim(t.frame)
    return int(bool(left) and may_ram(t, left[0], t.frame["target"]))


class Ram(Aim):
    """``ram ger4bmb@Minsk``: the next fighter rams its target."""

    name = "ram"
    masks = (Mask("10.7", can_ram),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        rammer = still_to_aim(t.frame)[0]
        t.p.due[f"ram {rammer}"] = 1
        t.emit("will_ram", "10.7", pieces=(rammer, args[0]))
        super().apply(t, seat, args)


def ramming(t: Table, piece: int) -> int:
    """+2 for a fighter that rams (10.7)."""
    return RAMMING if f"ram {piece}" in t.p.due else 0


def crashes(t: Table, piece: int, die: int) -> bool:
    """Who rams loses a step himself on 4 or more (10.7)."""
    return t.p.due.pop(f"ram {piece}", 0) > 0 and die >= RAMMED


class Aiming(Step):
    """Each fighter type picks a target (4.12); with one to be had nobody is asked."""

    name = "air combat"
    rule = "4.12"
    kind = "question"
    piece_fields = ("fighters", "foes", "aims", "guards")
    verbs = (Aim(), Ram())
    standing = ("first",)

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        left = still_to_aim(f)
        choice = len(f["foes"]) > 1 or any(may_ram(t, i, f["target"]) for i in left)
        return (f.seat,) if left and f["foes"] and choice else ()

    def run(self, t: Table, f: Frame) -> None:
        left = still_to_aim(f)
        aims = (*f["aims"], *(f["foes"][0] for _ in left))
        t.pop(("aims", tuple(zip(f["fighters"], aims, strict=True))))

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        open_ = [i for i in f["foes"] if foes(t, seat, ()) & transports_last(t, seat, ()) >> i & 1]
        return f"aim {t.name_for(seat, open_[0])}"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        name = t.world.cards[t.p.card[still_to_aim(f)[0]]].name
        return f"Air combat over {spoken(t, f['target'])}: choose the target of {name}."


def ask_aims(t: Table, seat: int, power: int, target: int, ours: Mission, theirs: Mission) -> None:
    """Ask a side for its fighters' targets."""
    data = (
        ("aims", ()),
        ("fighters", ours.fighters),
        ("foes", theirs.all),
        ("guards", theirs.fighters),
        ("target", target),
    )
    t.push(Frame("aiming", "question", seat, power, data))


# Firing


def strength(t: Table, piece: int) -> int:
    """Strength in air combat: heavy bombers count half, down (4.0)."""
    value = pieces.strength_of(t, piece)
    return value // 2 if t.p.kind[piece] == tb.HEAVY_BOMBER else value


def by_strength(t: Table, firer: int, target: int) -> int:
    """The firer's strength less the target's, two at most either way (4.12)."""
    return max(-MOST_SHIFT, min(MOST_SHIFT, strength(t, firer) - strength(t, target)))


def fires_back(firing_back: bool) -> int:
    """A bomber fires back at a fighter with -2 (4.12)."""
    return -2 if firing_back else 0


@rule("4.21", off=lambda t, firer, node: 0)
def radar(t: Table, firer: int, node: int) -> int:
    """+1 for a UK fighter based within three hexes of a radar site, over the UK (4.21)."""
    p: AetoPosition = t.p
    home = t.world.board.nation.get("uk", 0)
    if p.power[firer] != w.UK or p.kind[firer] not in tb.FIGHTERS or not home >> node & 1:
        return 0
    return int(any(flights.distance(t, p.at[firer], t.world.node(site)) <= 3 for site in RADAR))


def blitz(t: Table, firer: int, target: int) -> int:
    """+1 for a German unit against a victim in the first month of a Blitzkrieg (10.2)."""
    groups = [name for name, month in modifiers.blitzkriegs(t) if month == 1]
    victims = {POWERS.index(name) for group in groups for name in modifiers.GROUPS[group]}
    return int(t.p.power[firer] == w.GERMANY and t.p.power[target] in victims)


def shifts(t: Table, firer: int, target: int, node: int, back: bool) -> tuple[tuple[str, int], ...]:
    """Every modifier of a shot by name."""
    found = (
        ("strength", by_strength(t, firer, target)), ("firing back", fires_back(back)),
        ("radar", radar(t, firer, node)), ("Blitzkrieg", blitz(t, firer, target)), ("ramming", ramming(t, firer)),
    )  # fmt: skip
    return tuple((name, value) for name, value in found if value)


@cache
def result_of(net: int) -> str:
    """The air combat table: no effect, abort, or a step and abort (4.12)."""
    for row in tb.table("air_combat.csv"):
        text = row["net"]
        low = text.startswith("<=") and net <= int(text[2:])
        high = text.startswith(">=") and net >= int(text[2:])
        if low or high or text == str(net):
            return row["result"]
    raise KeyError(f"no result of {net}")


def fire(t: Table, shots: list[tuple[int, int, bool]], node: int) -> dict[int, list[str]]:
    """All fire together; what hits each target is told when the last has fired (4.12)."""
    hits: dict[int, list[str]] = {}
    for firer, target, back in shots:
        sheet = shifts(t, firer, target, node, back)
        die = t.roll("air combat")
        net = die + sum(value for _, value in sheet)
        result = result_of(net)
        t.emit(
            "air_shot", "4.12", pieces=(firer, target), nodes=(node,), die=die, net=net, result=result,
            modifiers=tuple(f"{name} {value:+}" for name, value in sheet),
        )  # fmt: skip
        if result != "-":
            hits.setdefault(target, []).append(result)
        if crashes(t, firer, die):
            hits.setdefault(firer, []).append(CRASH)
    return hits


CRASH = "ramming"
"""A step lost by ramming: no pilots are recovered (10.7)."""


def suffer(t: Table, hits: dict[int, list[str]], node: int) -> tuple[int, ...]:
    """Steps are lost, and all who were hit fly home: they give nothing and are Committed (4.12, viii.7)."""
    p: AetoPosition = t.p
    for target, results in sorted(hits.items()):
        for _ in range(min(results.count("D"), p.steps[target])):
            over_home(t, target, node)
            pieces.lose_step(t, target)
        if CRASH in results and p.steps[target]:
            pieces.lose_step(t, target)
        if p.steps[target]:
            p.status[target] = ACTIVE
            t.emit("aborted", "4.12", pieces=(target,), nodes=(node,))
    return tuple(sorted(hits))


def over_home(t: Table, piece: int, node: int) -> None:
    """A unit that is depleted over a friendly home hex may get its pilots back (7.16/eligible)."""
    p: AetoPosition = t.p
    home = t.world.board.nation.get(POWERS[p.power[piece]], 0)
    if p.kind[piece] != tb.ATP and home >> node & 1 and p.held[p.power[piece]] >> node & 1:
        p.shot_down[piece] = 1


def shots_of(aims: tuple[tuple[int, int], ...], mission: Mission) -> list[tuple[int, int, bool]]:
    """The fighters of a side at their targets, and the bombers that these attack firing back (4.12)."""
    found = [(firer, target, False) for firer, target in aims]
    back: dict[int, int] = {}
    for firer, target in aims:
        if target in mission.bombers:
            back.setdefault(target, firer)
    return [*found, *((bomber, firer, True) for bomber, firer in sorted(back.items()))]
