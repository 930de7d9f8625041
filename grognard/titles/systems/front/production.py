"""Production (11): both sides at once, each with its own points, unseen until both have committed."""

from __future__ import annotations

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import STEP as PHASE
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, WORD, Commit, Level, Verb
from grognard.engine.core.rules import Args, Mask, MaskFn, rule
from grognard.engine.core.step import Parallel, Step
from grognard.engine.words.says import dated

from . import arrivals, beachheads, blocks, control, economy, fog, ground, para
from .aftermath import end_battles
from .arrivals import ADVANCED, ARRIVED, CADRE, GONE, NEVER, NEW, STEP
from .state import BH_LATER, BH_LOST, BH_PREP, BH_READY, Table, month_text

TOUCHED = -9
"""A beachhead that has had its stage in this Production."""


def purse(t: Table, power: int) -> int:
    """The production points that a power has left."""
    return t.p.points[power]


def pay(t: Table, power: int, cost: int) -> None:
    """A power spends production points."""
    t.p.points[power] -= cost


def ours(t: Table, seat: int, args: Args) -> int:
    """The seat's blocks, wherever they are."""
    found = 0
    for power in t.powers_of(seat):
        found |= blocks.owned(t, power)
    return found


def own(t: Table, seat: int, args: Args) -> int:
    """The seat's blocks on the map."""
    found = 0
    for power in t.powers_of(seat):
        found |= blocks.of(t, power)
    return found


# Replacements


def one_step(t: Table, seat: int, args: Args) -> int:
    """One step a block and Production (11.41, 5.71/b)."""
    return ~blocks.flagged(t.p.built, STEP)


def has_its_step(t: Table, seat: int, args: Args, piece: int) -> str:
    return f"{t.name_for(seat, piece)} has had its step this month: a block takes one in a Production."


def not_full(t: Table, seat: int, args: Args) -> int:
    """No block grows beyond its label (2.4)."""
    return blocks.weakened(t)


def not_new(t: Table, seat: int, args: Args) -> int:
    """Cadres and reinforcements take no step in the month they come (11.41/a)."""
    return ~blocks.flagged(t.p.built, NEW)


def unengaged(t: Table, seat: int, args: Args) -> int:
    """Engaged units take no replacements (11.41), but in areas (18.62)."""
    engaged = control.battles(t) & ~t.world.areas
    return ~blocks.standing(t, engaged)


def in_line(t: Table, seat: int, args: Args) -> int:
    """A secure supply line now, whatever the unit's status (10.x/a); Fortress Supply does not serve (10.5/a)."""
    found = 0
    for power in t.powers_of(seat):
        found |= blocks.inside(t, power, economy.secure_lines(t, power))
    return found


def ss_quota(t: Table, seat: int, args: Args) -> int:
    """One SS step or cadre a month (11.41/b, 2.65/a)."""
    ss: int = t.world.elite
    taken = ss & blocks.flagged(t.p.built, STEP | CADRE)
    return ~ss if taken else -1


def step_paid(t: Table, seat: int, args: Args) -> int:
    """Points that are not there cannot be spent (11.3)."""
    found = 0
    for power in t.powers_of(seat):
        found |= economy.steps_within(t, power, purse(t, power))
    return found


def paid_but_for(label: str) -> MaskFn:
    """The blocks whose step could be paid but for one rule that makes it dearer."""

    def paid(t: Table, seat: int, args: Args) -> int:
        found = 0
        for power in t.powers_of(seat):
            for piece in blocks.on_map(t, power):
                price = economy.step_price(t, piece)
                if sum(price.values()) - price.get(label, 0) <= purse(t, power):
                    found |= 1 << piece
        return found

    return paid


def too_dear(t: Table, seat: int, args: Args, piece: int) -> str:
    """What a step costs that the points do not reach for."""
    cost = economy.step_cost(t, piece)
    left = max((purse(t, power) for power in t.powers_of(seat) if power == t.p.power[piece]), default=0)
    return f"A step of {t.name_for(seat, piece)} costs {cost}, and {left} {'is' if left == 1 else 'are'} left."


DEARER = tuple((label, paid_but_for(label)) for label in economy.DEARER)


class Replace(Verb):
    """``step OKW``: a block takes a step."""

    name = "step"
    labels = ("11.43",)
    levels = (
        Level(
            "unit", PIECE, ours,
            (
                Mask("11.41", own, lambda t, s, a, i: f"{t.name_for(s, i)} is not on the map."),
                Mask("11.41", one_step, has_its_step),
                Mask("2.4", not_full, lambda t, s, a, i: f"{t.name_for(s, i)} has all its steps."),
                Mask("11.41/a", not_new),
                Mask("11.41", unengaged, lambda t, s, a, i: f"{t.name_for(s, i)} is engaged: it takes no step."),
                Mask("10.x/a", in_line), Mask("11.41/b", ss_quota),
                Mask("11.3", step_paid, too_dear, without=DEARER),
            ),
            cost=lambda t, s, a, i: economy.step_cost(t, i),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece = args[0]
        cost = economy.step_cost(t, piece)
        p = t.p
        pay(t, p.power[piece], cost)
        p.cv[piece] += 1
        p.built[piece] |= STEP
        t.emit("step", "11.41", pieces=(piece,), to=(seat,), cost=cost, cv=p.cv[piece])


# Cadres


def eliminated(t: Table, seat: int, args: Args) -> int:
    """The seat's eliminated blocks."""
    found = 0
    for power in t.powers_of(seat):
        found |= blocks.eliminated(t, power)
    return found


def not_disbanded_now(t: Table, seat: int, args: Args) -> int:
    """A disbanded block is rebuilt in a later Production only (11.52)."""
    return ~blocks.flagged(t.p.built, GONE)


def rebuildable(t: Table, seat: int, args: Args) -> int:
    """Blocks of a nation that has surrendered are gone for good (16.1/a)."""
    return ~int(t.title.gone_for_good(t))


def cadre_paid(t: Table, seat: int, args: Args) -> int:
    """Points that are not there cannot be spent (11.3)."""
    found = 0
    for power in t.powers_of(seat):
        found |= economy.cadres_within(t, power, purse(t, power))
    return found


ARRIVAL = (
    Mask("11.6", arrivals.right_place, without=(("16.7", arrivals.place_with_lost_entries),)),
    Mask("11.6/a", arrivals.right_port),
    Mask("11.6/b", arrivals.ready),
    *ground.may_stand(0),
    Mask("2.26/e", ground.one_fort),
    Mask("6.21", arrivals.roomy),
)


def cadre_cv(t: Table, piece: int) -> int:
    """A cadre comes at the last step of its label, an HQ at zero (11.42/a)."""
    return int(t.world.units[piece].last)


class Rebuild(Verb):
    """``cadre It7inf Reggio``: an eliminated block comes back at its last step."""

    name = "cadre"
    labels = ("11.42", "11.42/a")
    levels = (
        Level(
            "unit", PIECE, ours,
            (
                Mask("11.42", eliminated), Mask("16.1/a", rebuildable), Mask("11.52", not_disbanded_now),
                Mask("11.41/b", ss_quota), Mask("11.3", cadre_paid),
            ),
            cost=lambda t, s, a, i: economy.cadre_cost(t, i),
        ),
        Level("place", NODE, arrivals.anywhere, ARRIVAL),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        cost = economy.cadre_cost(t, piece)
        p = t.p
        pay(t, p.power[piece], cost)
        blocks.bring(t, piece, node, cadre_cv(t, piece))
        p.built[piece] |= CADRE
        t.emit("cadre", "11.42", pieces=(piece,), nodes=(node,), to=(seat,), cost=cost)


# Reinforcements


def waiting(t: Table, seat: int, args: Args) -> int:
    """The seat's blocks that are still to come."""
    found = 0
    for power in t.powers_of(seat):
        found |= blocks.boxed(t, t.world.later(power))
    return found & int(t.title.schedule(t).until(NEVER)) if found else 0


def due(t: Table, seat: int, args: Args) -> int:
    """Reinforcements come in their month or later (11.5)."""
    return int(t.title.schedule(t).until(t.p.month))


class Reinforce(Verb):
    """``arrive Polinf Tunis``: a reinforcement comes."""

    name = "arrive"
    levels = (
        Level("unit", PIECE, ours, (Mask("11.5", waiting), Mask("11.5", due))),
        Level("place", NODE, arrivals.anywhere, ARRIVAL),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        _, cv = t.title.schedule(t)[piece]
        blocks.bring(t, piece, node, cv)
        t.p.built[piece] |= ARRIVED
        t.emit("arrived", "11.5", pieces=(piece,), nodes=(node,), to=(seat,), cv=cv)


def still_scheduled(t: Table, seat: int, args: Args) -> int:
    """Blocks come by the sheets of the game, and no longer than those go (11.5)."""
    return 0 if t.p.month >= t.title.last_scheduled(t) else -1


def next_month(t: Table, seat: int, args: Args) -> int:
    """Only a block of the next month can come early (11.51)."""
    schedule, now = t.title.schedule(t), t.p.month
    return int(schedule.until(now + 1) & ~schedule.until(now))


def one_advance(t: Table, seat: int, args: Args) -> int:
    """One early arrival a Production (11.51)."""
    early = blocks.flagged(t.p.built, ADVANCED)
    return int(not early or not any(t.owns(seat, i) for i in members(early)))


def ways_to_advance(t: Table, seat: int, args: Args) -> int:
    """Pay the cadre cost, or come with one CV less if there is one to lose (11.51)."""
    piece = args[0]
    _, cv = t.title.schedule(t)[piece]
    bits = int(economy.cadre_cost(t, piece) <= purse(t, t.p.power[piece]))
    return bits | (0b10 if cv > max(1, t.world.units[piece].last) else 0)


class Advance(Verb):
    """``advance SHAEF London pay``: a block of the next month comes now, for its cadre cost or with a CV less."""

    name = "advance"
    masks = (Mask("11.51", one_advance),)
    levels = (
        Level("unit", PIECE, ours, (Mask("11.51", waiting), Mask("11.5", still_scheduled), Mask("11.51", next_month))),
        Level("place", NODE, arrivals.anywhere, ARRIVAL),
        Level("way", WORD, lambda t, s, a: 0b11, (Mask("11.51", ways_to_advance),), words=("pay", "weaken")),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node, way = args
        _, cv = t.title.schedule(t)[piece]
        if way == 0:
            pay(t, t.p.power[piece], economy.cadre_cost(t, piece))
        blocks.bring(t, piece, node, cv - way)
        t.p.built[piece] |= ADVANCED
        t.emit("advanced", "11.51", pieces=(piece,), nodes=(node,), to=(seat,))


# Disbanding, beachheads, grounding


class Disband(Verb):
    """``disband 65stat``: a block is given up."""

    name = "disband"
    labels = ("11.52",)
    levels = (Level("unit", PIECE, ours, (Mask("11.52", own), Mask("11.41/a", not_new))),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece = args[0]
        p = t.p
        blocks.eliminate(t, piece, "11.52", seen=False)
        p.built[piece] |= GONE


def own_beachheads(t: Table, seat: int, args: Args) -> int:
    """The seat's beachheads that are in the game."""
    found = 0
    for power in t.powers_of(seat):
        found |= beachheads.of(t.world, power)
    if not found:
        return 0
    names = beachheads.names(t)
    return from_iter(n for n in members(found) if t.p.beachheads.get(names[n], BH_LATER) != BH_LATER)


def untouched(t: Table, seat: int, args: Args) -> int:
    """One stage a beachhead and Production (11.44)."""
    return from_iter(n for n, name in enumerate(beachheads.names(t)) if f"{name} built" not in t.p.beachheads)


def unprepared(t: Table, seat: int, args: Args) -> int:
    """Eliminated beachheads go to Prep, those in Prep to Ready (15.51/a)."""
    return from_iter(n for n, name in enumerate(beachheads.names(t)) if t.p.beachheads.get(name) in (BH_LOST, BH_PREP))


def stage_paid(t: Table, seat: int, args: Args) -> int:
    """A stage costs 20 points (11.44)."""
    cost = economy.beachhead_cost(t)
    names = beachheads.names(t)
    return from_iter(n for n, name in enumerate(names) if purse(t, beachheads.owner(t, name)) >= cost)


class Prepare(Verb):
    """``prepare US6BH``: a beachhead goes up a stage."""

    name = "prepare"
    levels = (
        Level(
            "beachhead", WORD, own_beachheads,
            (Mask("15.51/a", unprepared), Mask("11.44", untouched), Mask("11.3", stage_paid)),
            words=lambda t, s, a: beachheads.names(t),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        name = beachheads.names(t)[args[0]]
        pay(t, beachheads.owner(t, name), economy.beachhead_cost(t))
        state = BH_PREP if t.p.beachheads[name] == BH_LOST else BH_READY
        t.p.beachheads[name] = state
        t.p.beachheads[f"{name} built"] = TOUCHED
        t.emit("prepared", "11.44", to=(seat,), beachhead=name)


def on_the_map(t: Table, seat: int, args: Args) -> int:
    """Only a placed beachhead is taken up (15.51/b)."""
    laid = beachheads.laid(t)
    return from_iter(n for n, name in enumerate(beachheads.names(t)) if name in laid)


class TakeUp(Verb):
    """``remove US6BH``: a placed beachhead goes back to Prep."""

    name = "remove"
    levels = (
        Level(
            "beachhead", WORD, own_beachheads, (Mask("15.51/b", on_the_map),), words=lambda t, s, a: beachheads.names(t)
        ),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        name = beachheads.names(t)[args[0]]
        t.p.beachheads[name] = BH_PREP
        t.p.beachheads[f"{name} built"] = TOUCHED
        t.emit("removed", "15.51/b", to=(seat,), beachhead=name)


def can_ground(t: Table, seat: int, args: Args) -> int:
    """The Axis may ground its paras for good (14.7)."""
    return int(not para.are_grounded(t) and any(t.owns(seat, i) for i in para.groundable(t.world)))


class GroundParas(Verb):
    """``ground``: the paras drop no more and cost half."""

    name = "ground"
    masks = (Mask("14.7", can_ground),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.p.politics["grounded"] = 1
        t.emit("grounded", "14.7")


# The phase


class Producing(Step):
    """One seat's Production."""

    name = "production"
    rule = "11.1"
    verbs: tuple[Verb, ...] = (
        Replace(), Rebuild(), Reinforce(), Advance(), Prepare(), Disband(), TakeUp(), GroundParas(), Commit(),
    )  # fmt: skip

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        purses = [purse(t, power) for power in t.powers_of(seat) if power in t.title.playing(t)]
        points = f"{', '.join(map(str, purses))} point{'s' if purses != [1] else ''}"
        return f"Production of {dated(month_text(t.p.month))}: {points}. Build, then commit."


class Production(Parallel):
    """Both sides produce at once, unseen (11.1)."""

    name = "both produce"
    rule = "11.1"

    def begin(self, t: Table, f: Frame) -> None:
        """Control is taken; both levels follow from it (11.2)."""
        p = t.p
        control.settle_battles(t)
        control.evaluate(t)
        for power in range(len(p.held)):
            points = economy.level(t, power)
            p.points[power] = points
            if power in t.title.playing(t):
                t.emit("level", "11.2", power=t.world.powers[power], points=points)
        p.built = blocks.blank(p)
        new_beachheads(t)

    def first(self, t: Table, f: Frame, seat: int) -> Frame:
        return Frame("producing", PHASE, seat)

    def waiting(self, t: Table, f: Frame) -> str:
        return "production"

    def close(self, t: Table, f: Frame) -> None:
        """What is left is lost (11.3); what arrived stands on the map; battles whose units were disbanded are over."""
        p = t.p
        end_battles(t)
        tell_disbanded(t)
        mix_newcomers(t)
        for power in range(len(p.held)):
            p.points[power] = 0
        p.built = blocks.blank(p)
        p.beachheads = {name: node for name, node in p.beachheads.items() if node != TOUCHED}
        t.emit("produced", "11.1")
        t.pop()


@rule("11.1")
def mix_newcomers(t: Table) -> None:
    """In which order blocks came is not to be read from their tokens: they get new ones together (11.1)."""
    came = members(blocks.flagged(t.p.built, NEW))
    for viewer in t.viewers if t.title.fog else ():
        unseen = [i for i in came if t.know.tokens[viewer][i]]
        if len(unseen) > 1:
            t.know.mixed(viewer, unseen, t.dice)


@rule("11.52")
def tell_disbanded(t: Table) -> None:
    """All learn the nation of a disbanded Italian, Spaniard or Portuguese: it counts for its surrender (11.52)."""
    gone = [i for i in members(blocks.flagged(t.p.built, GONE)) if fog.nation_of(t, i)]
    for piece in gone:
        t.reveal("11.52", (piece,), columns=(), name=False, facts=fog.nation_of(t, piece))
    nations = [t.world.units[i].nation.title() for i in gone]
    for nation in sorted(set(nations)):
        t.emit("disbanded", "11.52", nation=nation, units=nations.count(nation))


@rule("11.5")
def new_beachheads(t: Table) -> None:
    """Beachheads on the schedule are Ready when their month comes (11.5)."""
    for name, month in t.title.beachhead_schedule(t).items():
        if t.p.beachheads.get(name) == BH_LATER and month <= t.p.month:
            t.p.beachheads[name] = t.title.beachhead_comes(t, name)
            if t.p.beachheads[name] == BH_READY:
                t.emit("beachhead_ready", "11.5", beachhead=name)
