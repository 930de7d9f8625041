"""Air combat (17.0): hex by hex, by the six steps of 17.1."""

from __future__ import annotations

from typing import Any

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import ORDER, Frame
from grognard.engine.core.offers import PIECE, PIECES, Level, Verb
from grognard.engine.core.rules import Args, rule
from grognard.engine.core.step import Step

from . import airbases, control, flights, supply
from . import world as w
from .state import (
    AIR_SUPPLY,
    AIRDROP,
    AIRFIELD,
    DONE,
    ESCORT,
    FOLLOW_UP,
    IDLE,
    INTERCEPT,
    INTERDICT,
    LATE_SUPPLY,
    NAVAL,
    SUPPORT,
    TRANSPORT,
    Table,
    figures,
    foe,
    phasing,
)

COLUMNS = ("1:4", "1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1")
RESULTS = {int(row["die"]): tuple(row[column] for column in COLUMNS) for row in w.chart("air_crt")}
MODIFIERS = {(row["firing"], row["target"]): row["drm"] for row in w.chart("air_drm")}
FIGHTING, BOMBING = (ESCORT, INTERCEPT), (
    SUPPORT, AIRFIELD, INTERDICT, NAVAL, TRANSPORT, FOLLOW_UP, AIRDROP, AIR_SUPPLY, LATE_SUPPLY,
)  # fmt: skip
WAVE = 3
Wave = tuple[int, ...]


def column(attack: int, defense: int) -> int:
    """The odds column, in the target's favour; the end columns serve beyond them (17.1/7, S4).

    >>> [COLUMNS[column(a, d)] for a, d in ((15, 9), (12, 6), (6, 12), (1, 9), (90, 9))]
    ['3:2', '2:1', '1:2', '1:4', '5:1']
    """
    if attack <= 0:
        return 0
    if defense <= 0:
        return len(COLUMNS) - 1
    if attack < defense:
        return max(0, 4 - -(-defense // attack))
    if attack >= 2 * defense:
        return min(len(COLUMNS) - 1, 3 + attack // defense)
    return 4 if 2 * attack >= 3 * defense else 3


def over(t: Table, node: int, power: int) -> list[int]:
    """A side's wings that fight over a hex: all it sent there in this Air Phase (17.1)."""
    p = t.p
    return [
        i for i in p.stacks.get(node, ())
        if p.power[i] == power and t.world.units[i].air and p.mission[i] not in (IDLE, DONE)
        and (p.mission[i] != INTERDICT or power == phasing(t))
    ]  # fmt: skip


def fighters(t: Table, node: int, power: int) -> list[int]:
    """The fighter group: whoever escorts or intercepts can now do either (17.1/3)."""
    return [i for i in over(t, node, power) if t.p.mission[i] in FIGHTING]


SEVEN = 7


def near_fighters(t: Table, node: int, power: int) -> list[int]:
    """With the option, fighters that flew more than seven hexes do not turn to interception (28.07)."""
    found = fighters(t, node, power)
    if t.options.get("interception_range") != "on":
        return found
    distance = t.world.board.grid.distance
    return [i for i in found if t.p.mission[i] == INTERCEPT or distance(t.p.base[i], node) <= SEVEN]


def mission_group(t: Table, node: int, power: int) -> list[int]:
    return [i for i in over(t, node, power) if t.p.mission[i] in BOMBING]


def strength(t: Table, wave: Wave) -> int:
    """The air combat factors of a wave (3.22, 23.53)."""
    whole = 0
    for piece in wave:
        top, bottom = w.share(supply.air_effect(t, piece, "air_combat"))
        whole += w.FACTOR * figures(t, piece)[0] * top // bottom
    return whole


def types_of(t: Table, wave: Wave) -> list[str]:
    """What a wave counts as: its commonest types, a fighter with bombs as A (17.1/8, S3)."""
    kinds = besides_heavies(
        ["A" if t.p.mission[i] in BOMBING and flights.fighter(t, i) else str(t.world.units[i].kind) for i in wave]
    )
    return [kind for kind in sorted(set(kinds)) if kinds.count(kind) == max(map(kinds.count, kinds))]


def besides_heavies(kinds: list[str]) -> list[str]:
    """Heavy bombers are spared the fighters' modifier only in a wave that is all of them (17.11).

    >>> besides_heavies(["HB", "HB", "B"]), besides_heavies(["HB", "HB"])
    (['B'], ['HB', 'HB'])
    """
    return [kind for kind in kinds if kind != "HB"] or kinds


def modifier(t: Table, firing: Wave, target: Wave) -> int:
    """Fighters against bombers and back, by the type of the bombers; of several the firing side's choice (17.11)."""
    pairs = [(one, other) for one in types_of(t, firing) for other in types_of(t, target)]
    found = [MODIFIERS.get(pair, "0") for pair in pairs]
    return min(int(cell) if cell.lstrip("-").isdigit() else 0 for cell in found)


def fire(t: Table, firing: Wave, target: Wave) -> str:
    """One wave fires at another: X eliminates a wing, A sends one home (17.1/7, 17.2)."""
    if not strength(t, firing):
        return "-"
    die = t.roll("air")
    odds = column(strength(t, firing), strength(t, target))
    found = RESULTS[max(-1, min(8, die + modifier(t, firing, target)))][odds]
    t.emit(
        "air_fire", "17.2", pieces=firing, odds=COLUMNS[odds], die=die, result=found,
        against=tuple(t.title.piece_name(t, i) for i in target),
    )  # fmt: skip
    return found


# The questions before the fight


def _mine(t: Table, seat: int) -> tuple[int, int]:
    """The hex in question and the seat's side."""
    return t.frame["node"], t.powers_of(seat)[0]


class Choice(Verb):
    """A verb that names some wings, or none by ``pass``."""

    def __init__(self, name: str, pool: Any) -> None:
        self.name = name
        self.levels = (Level("wings", PIECES, lambda t, s, a: from_iter(pool(t, *_mine(t, s))), ()),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.pop((self.name, args[0]))


class NoChoice(Verb):
    """``pass``."""

    name = "pass"

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.pop(("pass", ()))


def bombed_up(t: Table, node: int, power: int) -> list[int]:
    """Fighters that carry bombs."""
    return [i for i in mission_group(t, node, power) if flights.fighter(t, i)]


def hunters(t: Table, node: int, power: int) -> list[int]:
    """The fighters that go for the enemy's mission group, as chosen; they may bypass his escorts (17.1/4)."""
    f = next(f for f in reversed(t.agenda) if f.step == "dogfight")
    return [i for i in f["hunting"] if t.p.power[i] == power and i in fighters(t, node, power)]


class Asked(Step):
    """One of the decisions of 17.1, put to one side."""

    kind = "question"
    standing = ("pass",)

    def __init__(self, verb: Choice, rule_: str, sentence: str) -> None:
        self.name, self.rule, self.sentence = f"air combat: {verb.name}", rule_, sentence
        self.verbs = (verb, NoChoice())

    def standing_order(self, t: Table, f: Frame, seat: int, choice: str) -> str:
        return "pass"

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"Air combat over {t.node_name(f['node'])}: {self.sentence}"


ABORT = Asked(Choice("abort", over), "17.1/1", "send some wings home before it begins, or pass.")
DROP = Asked(Choice("drop", bombed_up), "17.1/2", "let fighters drop their bombs and fight, or pass.")
HUNT = Asked(Choice("hunt", near_fighters), "17.1/3", "name fighters to attack the enemy's bombers; the rest escort.")
BYPASS = Asked(Choice("bypass", hunters), "17.1/4", "name fighters to bypass the escorts; the rest engage them.")


@rule("17.1/1")
def send_home(t: Table, pieces: Wave) -> None:
    """Wings may go home before the fight (17.1/1)."""
    for piece in pieces:
        airbases.fly_home(t, piece)


@rule("17.1/2")
def drop_bombs(t: Table, pieces: Wave) -> None:
    """Fighters drop their bombs and fight (17.1/2)."""
    for piece in pieces:
        t.p.mission[piece] = ESCORT


class AirCombat(Step):
    """Every hex over which both sides have wings, in the order of the map (4.05, 17.1)."""

    name = "air combat"
    rule = "17.1"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        done = f.get("done", ())
        power = phasing(t)
        nodes = flights.aloft(t, power) & flights.aloft(t, foe(t, power))
        left = [node for node in members(nodes) if node not in done]
        if not left:
            t.pop()
            return
        t.remember(done=(*done, left[0]))
        data = (("bypassing", ()), ("hunting", ()), ("node", left[0]), ("stage", 0), ("tasks", ()))
        t.push(Frame("dogfight", ORDER, -1, power, data))


STAGES = ("abort", "drop", "hunt", "bypass")


class Dogfight(Step):
    """Air combat over one hex: the decisions of both sides in turn, then the fire (17.1)."""

    name = "air combat"
    rule = "17.1"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        if f["tasks"]:
            task, *rest = f["tasks"]
            t.remember(tasks=tuple(rest))
            getattr(self, task[0])(t, *task[1:])
            return
        stage = f["stage"]
        if stage > 2 * len(STAGES):
            t.pop()
            return
        t.remember(stage=stage + 1)
        if stage == 2 * len(STAGES):
            t.remember(tasks=engagements(t, t.frame))
            return
        side = phasing(t) if stage % 2 == 0 else foe(t, phasing(t))
        if self.wanted(t, f["node"], STAGES[stage // 2], side):
            t.ask(STAGES[stage // 2], t.seat_of(side), side, node=f["node"])

    def wanted(self, t: Table, node: int, what: str, side: int) -> bool:
        """Whether a side has that to decide."""
        other = foe(t, side)
        if not over(t, node, side) or not over(t, node, other):
            return False
        pools = {
            "abort": True, "drop": bool(bombed_up(t, node, side)),
            "hunt": bool(near_fighters(t, node, side) and mission_group(t, node, other)),
            "bypass": bool(hunters(t, node, side) and set(fighters(t, node, other)) - set(hunters(t, node, other))),
        }  # fmt: skip
        return pools[what]

    def resume(self, t: Table, f: Frame, result: Any) -> None:
        what, pieces = result if result else ("", ())
        if what == "abort":
            send_home(t, pieces)
        elif what == "drop":
            drop_bombs(t, pieces)
        elif what == "hunt":
            t.remember(hunting=(*f["hunting"], *pieces))
        elif what == "bypass":
            t.remember(bypassing=(*f["bypassing"], *pieces))
        elif what == "pursue":
            t.remember(tasks=(*(("fire", *shot) for shot in pieces), *f["tasks"]))

    def fire(self, t: Table, one: Wave, other: Wave, both: int) -> None:
        """Two waves exchange fire at the same time, or one fires at those who bypass it."""
        one, other = flying(t, one), flying(t, other)
        if not one or not other:
            return
        first = fire(t, one, other)
        second = fire(t, other, one) if both else "-"
        t.remember(tasks=(("hit", other, first), ("hit", one, second), *t.frame["tasks"]))

    def hit(self, t: Table, wave: Wave, letters: str) -> None:
        """The owner chooses who is eliminated or aborted, from left to right (17.2)."""
        wave = flying(t, wave)
        if not wave or not letters.strip("-"):
            return
        if len(wave) > 1:
            t.ask("air_loss", t.seat_of(t.p.power[wave[0]]), wave=wave, letters=letters)
        else:
            strike(t, wave[0], letters[0])

    def pursue(self, t: Table, side: int, bypassed: int) -> None:
        """Those who passed the escorts may attack waves of the mission group, or go home (17.1/6).

        Hunters who met no escort, with one wave before them, attack it at once.
        """
        f = t.frame
        passing = flying(t, tuple(i for i in f["bypassing"] if t.p.power[i] == side))
        group = tuple(mission_group(t, f["node"], foe(t, side)))
        several = len(group) > WAVE or len(subgroups(t, group)) > 1
        if passing and group and (bypassed or several):
            self.choose(t, side, passing, group, 1)
        elif passing:
            self.fire(t, passing, group, 1)

    def meet(self, t: Table, side: int, escorts: Wave, passing: Wave) -> None:
        """Escorts whom nobody engages attack those who bypass them, dealt out as their owner likes (17.1/4)."""
        escorts, passing = flying(t, escorts), flying(t, passing)
        if len(passing) > WAVE and escorts:
            self.choose(t, side, escorts, passing, 0)
        elif passing:
            self.fire(t, escorts, passing, 0)

    def choose(self, t: Table, side: int, wings: Wave, group: Wave, both: int) -> None:
        targets, node = tuple(part for some in subgroups(t, group) for part in waves(some)), t.frame["node"]
        t.ask("pursuit", t.seat_of(side), side, node=node, wings=wings, targets=targets, aimed=(), both=both)


def flying(t: Table, wave: Wave) -> Wave:
    """Those of a wave that are still in the air."""
    return tuple(i for i in wave if t.p.mission[i] not in (IDLE, DONE) and t.p.at[i] < t.world.arrivals)


def waves(pieces: Wave) -> list[Wave]:
    """Waves of three or fewer (17.1/5)."""
    return spread(pieces, -(-len(pieces) // WAVE))


def subgroups(t: Table, group: Wave) -> list[Wave]:
    """A mission group is parted in transports and bombers, whose waves do not mix (17.1/2)."""
    carriers = tuple(i for i in group if t.world.units[i].kind == "T")
    return [part for part in (tuple(i for i in group if i not in carriers), carriers) if part]


def spread(pieces: Wave, count: int) -> list[Wave]:
    """Wings dealt into so many waves.

    >>> spread((1, 2, 3, 4, 5), 2)
    [(1, 3, 5), (2, 4)]
    """
    return [pieces[n::count] for n in range(count)] if pieces else []


def divided(escorts: Wave, engaging: Wave, bypass: Wave) -> tuple[Wave, Wave]:
    """Escorts beyond the number of fighters that engage them attack those who bypass, if any do (17.1/4).

    >>> divided((1, 2, 3), (7,), (8, 9)), divided((1, 2, 3), (7,), ())
    (((1,), (2, 3)), ((1, 2, 3), ()))
    """
    count = len(engaging) if bypass else len(escorts)
    return escorts[:count], escorts[count:]


def meetings(hunting: Wave, escorts: Wave) -> list[tuple[Wave, Wave]]:
    """Waves of hunters, each with the escorts that meet it; escorts left over join the others' waves (17.1/5).

    >>> meetings((7, 8, 9), (1, 2, 3, 4, 5))
    [((7, 8, 9), (1, 2, 3, 4, 5))]
    """
    count = min(len(waves(hunting)), len(waves(escorts)))
    return list(zip(waves(hunting), spread(escorts, count), strict=False))


def engagements(t: Table, f: Frame) -> tuple[Any, ...]:
    """Who meets whom: hunters and escorts wave by wave, spare escorts those who bypass, then the bombers (17.1/5)."""
    node = f["node"]
    tasks: list[tuple[Any, ...]] = []
    passing = list(f["bypassing"])
    sides = (phasing(t), foe(t, phasing(t)))
    if not any(mission_group(t, node, side) for side in sides):
        ours, theirs = (tuple(fighters(t, node, side)) for side in sides)
        count = min(len(waves(ours)), len(waves(theirs)))
        pairs = zip(spread(ours, count), spread(theirs, count), strict=True)
        return tuple(("fire", one, other, 1) for one, other in pairs)
    for side in sides:
        other = foe(t, side)
        engaging = tuple(i for i in hunters(t, node, side) if i not in passing)
        bypass = tuple(i for i in hunters(t, node, side) if i in passing)
        escorts = tuple(i for i in fighters(t, node, other) if i not in hunters(t, node, other))
        meeting, spare = divided(escorts, engaging, bypass)
        met = meetings(engaging, meeting)
        tasks += [("fire", *pair, 1) for pair in met]
        passing += [i for i in engaging if not any(i in one for one, _ in met)]
        tasks += [("meet", other, spare, bypass)]
    chosen = [int(any(t.p.power[i] == side for i in f["bypassing"])) for side in sides]
    t.remember(bypassing=tuple(passing))
    return (*tasks, *(("pursue", *pair) for pair in zip(sides, chosen, strict=True)))


def strike(t: Table, piece: int, letter: str) -> None:
    """A wing is eliminated, or goes home (17.2)."""
    if letter == "X":
        control.remove(t, piece, "air combat")
    else:
        airbases.fly_home(t, piece)
        t.emit("aborted", "17.2", pieces=(piece,))


def in_wave(t: Table, seat: int, args: Args) -> int:
    return from_iter(flying(t, t.frame["wave"]))


class GiveUp(Verb):
    """``lose JG52``: the wing that the result falls on (17.2)."""

    name = "lose"
    levels = (Level("wing", PIECE, in_wave),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        letters, wave = t.frame["letters"], t.frame["wave"]
        strike(t, args[0], letters[0])
        if len(letters) > 1 and flying(t, wave):
            t.remember(letters=letters[1:])
        else:
            t.pop()


class AirLoss(Step):
    """The owner chooses his losses (17.2)."""

    name = "air losses"
    rule = "17.2"
    kind = "question"
    verbs = (GiveUp(),)

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return f"Air combat: choose the wing that {'is shot down' if f['letters'][0] == 'X' else 'turns back'}."


STEPS: dict[str, Step] = {
    "air_combat": AirCombat(), "dogfight": Dogfight(), "abort": ABORT, "drop": DROP, "hunt": HUNT, "bypass": BYPASS,
    "air_loss": AirLoss(),
}  # fmt: skip
