"""Production by front (11): each purse pays for what stands or arrives on its front; transfers and allocation."""

from __future__ import annotations

from grognard.board.hexset import first, from_iter, members
from grognard.engine.core.cache import cached_values
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import NODE, PIECE, WORD, Commit, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.words.says import dated
from grognard.titles.systems.front import arrivals, beachheads, blocks, control, economy, production, sea
from grognard.titles.systems.front.arrivals import ADVANCED, ARRIVED, CADRE, GONE, STEP
from grognard.titles.systems.front.state import month_text
from grognard.titles.systems.front.world import COMMANDERS, World

from .. import fronts, shores
from . import arctic, costs, purses
from .command import EAST_OPENED
from .paras import Ground
from .purses import ALLIES, EAST, FINNS, PURSES, SOVIETS, WEST
from .reserves import Equip
from .state import ALLIED, AXIS, Table, position


def paid_from(t: Table, piece: int, node: int) -> int:
    """The points that a block can draw on in a place."""
    return purses.points(t, purses.payer(t, piece, node))


# Steps


def step_paid(t: Table, seat: int, args: Args) -> int:
    """Points that are not in the purse of its front cannot be spent on a block (11.4, 21.23)."""
    left = {number: purses.points(t, number) for number in purses.in_use(t)}
    return sum(
        bit for power in t.powers_of(seat) for bit, cost, purse in costs.step_prices(t, power)
        if cost <= left.get(purse, 0)
    )  # fmt: skip


def too_dear(t: Table, seat: int, args: Args, piece: int) -> str:
    """What a step costs that the purse of its front does not reach for."""
    cost, left = economy.step_cost(t, piece), paid_from(t, piece, t.p.at[piece])
    return f"A step of {t.name_for(seat, piece)} costs {cost}, and {left} {'is' if left == 1 else 'are'} left for it."


def ss_quota(t: Table, seat: int, args: Args) -> int:
    """One SS step or cadre a month on each front (11.7)."""
    elite: int = t.world.elite
    taken = elite & blocks.flagged(t.p.built, STEP | CADRE)
    barred = 0
    for piece in members(taken):
        barred |= blocks.inside(t, AXIS, fronts.land_of(t, fronts.of(t, t.p.at[piece])))
    return ~(elite & barred)


class Replace(production.Replace):
    """``step OKW``: a block takes a step, paid for by the purse of its front."""

    levels = (
        Level(
            "unit", PIECE, production.ours,
            (
                *production.Replace.levels[0].masks[:-2], Mask("11.41/b", ss_quota),
                Mask("11.3", step_paid, too_dear),
            ),
            cost=lambda t, s, a, i: economy.step_cost(t, i),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, p = args[0], t.p
        cost = economy.step_cost(t, piece)
        purses.pay(t, purses.payer(t, piece, p.at[piece]), cost)
        p.cv[piece] += 1
        p.built[piece] |= STEP
        t.emit("step", "11.41", pieces=(piece,), to=(seat,), cost=cost, cv=p.cv[piece])


# Cadres


def affordable(t: Table, piece: int) -> int:
    """The arrival places of a block where the purse of the front can pay for its cadre (11.72)."""
    sites, found = arrivals.open_sites(t, piece).nodes, 0
    if t.world.of_kind(*COMMANDERS) >> piece & 1:
        return command_posts(t, piece, sites)
    for zone in costs.zones(t):
        part = sites & zone
        if part and costs.price(t, piece, first(part), costs.CADRE) <= paid_from(t, piece, first(part)):
            found |= part
    return found


def command_posts(t: Table, piece: int, sites: int) -> int:
    """Those of some places where the purse can pay for an HQ's cadre, whose price depends on the supply of each
    (11.731, 11.732)."""
    power = t.p.power[piece]
    near = sites & control.friendly(t.p, power) & economy.in_rail_sea(t, power)
    return from_iter(n for n in members(near) if costs.price(t, piece, n, costs.CADRE) <= paid_from(t, piece, n))


def cadre_paid(t: Table, seat: int, args: Args) -> int:
    """Points that are not there cannot be spent (11.4)."""
    found = 0
    for power in t.powers_of(seat):
        gone = blocks.eliminated(t, power)
        for number, zone in enumerate(costs.zones(t)) if gone else ():
            some = gone & sited(t, power, number)
            if some:
                place = first(zone & arrivals.open_sites(t, first(some)).nodes)
                extra = costs.causes(t, power, place) * costs.MORE[costs.CADRE]
                for purse in purses.paying(t, power, number):
                    paid = costs.cadres_within(t, number, purses.points(t, purse), extra)
                    found |= some & paid & purses.own_blocks(t.world, purse)
    hqs = members(found & int(t.world.of_kind(*COMMANDERS)))
    return found & ~from_iter(hq for hq in hqs if not affordable(t, hq))


def sited(t: Table, power: int, zone: int) -> int:
    """A power's blocks that have an arrival place in a zone."""
    return _sited(t.world, arrivals.sites(t.title, t.world), sea.side(t, power), costs.zones(t)[zone])


@cached_values(64)
def _sited(w: World, sites: tuple[arrivals.Site, ...], side: str, land: int) -> int:
    homes = {site.home for site in sites if site.side == side and site.nodes & land}
    power = w.powers.index(side)
    return from_iter(i for i, unit in enumerate(w.units) if unit.power == power and unit.home in homes)


def paid_there(t: Table, seat: int, args: Args) -> int:
    """The purse of the front must be able to pay (11.4)."""
    return affordable(t, args[0])


def ss_quota_there(t: Table, seat: int, args: Args) -> int:
    """One SS step or cadre a month on each front (11.7)."""
    elite: int = t.world.elite
    if not elite >> args[0] & 1:
        return -1
    barred = 0
    for piece in members(elite & blocks.flagged(t.p.built, STEP | CADRE)):
        barred |= fronts.land_of(t, fronts.of(t, t.p.at[piece]))
    return ~barred


class Rebuild(production.Rebuild):
    """``cadre 1inf Berlin``: an eliminated block comes back at its last step."""

    levels = (
        Level(
            "unit", PIECE, production.ours,
            (
                Mask("11.42", production.eliminated), Mask("16.1/a", production.rebuildable),
                Mask("11.52", production.not_disbanded_now), Mask("11.3", cadre_paid),
            ),
            cost=lambda t, s, a, i: economy.cadre_cost(t, i),
        ),
        Level(
            "place", NODE, arrivals.anywhere,
            (
                *production.ARRIVAL, Mask("21.462", shores.no_alien_cadre), Mask("11.3", paid_there),
                Mask("11.41/b", ss_quota_there),
            ),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        p = t.p
        cost = costs.price(t, piece, node, costs.CADRE)
        purses.pay(t, purses.payer(t, piece, node), cost)
        blocks.bring(t, piece, node, production.cadre_cv(t, piece))
        p.built[piece] |= CADRE
        t.title.comes_home(t, piece, node)
        t.emit("cadre", "11.42", pieces=(piece,), nodes=(node,), to=(seat,), cost=cost)


# Reinforcements


NORTH = Mask("21.41/a", arctic.lives_through_arrival)


class Reinforce(production.Reinforce):
    """``arrive US13mech Cherbourg``: a reinforcement comes."""

    levels = (
        production.Reinforce.levels[0],
        Level("place", NODE, arrivals.anywhere, (*production.ARRIVAL, NORTH)),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node = args
        cv = t.title.schedule(t)[piece][1] - arctic.lost_on_arrival(t, piece, node)
        blocks.bring(t, piece, node, cv)
        t.p.built[piece] |= ARRIVED
        t.title.comes_home(t, piece, node)
        t.emit("arrived", "11.5", pieces=(piece,), nodes=(node,), to=(seat,), cv=cv)


def ways_to_advance(t: Table, seat: int, args: Args) -> int:
    """Pay the cadre cost, or come with one CV less if there is more than one (11.82)."""
    piece, node = args
    _, cv = t.title.schedule(t)[piece]
    bits = int(costs.price(t, piece, node, costs.CADRE) <= paid_from(t, piece, node))
    return bits | (0b10 if cv > 1 else 0)


class Advance(production.Advance):
    """``advance US13mech London pay``: a block of the next month comes now, for its cadre cost or with a CV less."""

    levels = (
        production.Advance.levels[0],
        Level("place", NODE, arrivals.anywhere, (*production.ARRIVAL, NORTH)),
        Level("way", WORD, lambda t, s, a: 0b11, (Mask("11.51", ways_to_advance),), words=("pay", "weaken")),
    )

    def apply(self, t: Table, seat: int, args: Args) -> None:
        piece, node, way = args
        _, cv = t.title.schedule(t)[piece]
        if way == 0:
            purses.pay(t, purses.payer(t, piece, node), costs.price(t, piece, node, costs.CADRE))
        blocks.bring(t, piece, node, cv - way - arctic.lost_on_arrival(t, piece, node))
        t.p.built[piece] |= ADVANCED
        t.title.comes_home(t, piece, node)
        t.emit("advanced", "11.51", pieces=(piece,), nodes=(node,), to=(seat,))


# Beachheads and disbanding


def own_purse(t: Table, name: str) -> int:
    """The purse that prepares a beachhead."""
    return ALLIES if beachheads.owner(t, name) == ALLIED else SOVIETS


def stage_paid(t: Table, seat: int, args: Args) -> int:
    """A stage costs 20 points (11.74)."""
    cost, names = economy.beachhead_cost(t), beachheads.names(t)
    return from_iter(n for n, name in enumerate(names) if purses.points(t, own_purse(t, name)) >= cost)


class Prepare(production.Prepare):
    """``prepare US6BH``: a beachhead goes up a stage."""

    levels = (
        Level(
            "beachhead", WORD, production.own_beachheads,
            (
                Mask("15.51/a", production.unprepared), Mask("11.44", production.untouched), Mask("11.3", stage_paid),
            ),
            words=lambda t, s, a: beachheads.names(t),
        ),
    )  # fmt: skip


def great_powers(t: Table, seat: int, args: Args) -> int:
    """Units of minor powers are not disbanded (11.84)."""
    return _of_great_powers(t.world)


@cached_values(8)
def _of_great_powers(w: World) -> int:
    great = ("germany", "britain", "usa", "canada", "ussr", "france")
    return from_iter(i for i, unit in enumerate(w.units) if unit.nation in great or unit.name == "Tito")


class Disband(production.Disband):
    """``disband 65stat``: a block is given up."""

    levels = (
        Level(
            "unit", PIECE, production.ours,
            (Mask("11.52", production.own), Mask("11.52", great_powers), Mask("11.41/a", production.not_new)),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        blocks.eliminate(t, args[0], "11.52", seen=False)
        t.p.built[args[0]] |= GONE


# Transfers and allocation


TRANSFERS = ("WF-EF", "EF-WF", "Soviets")
"""From the Axis West to its East and back; from the Allies to the Soviets."""
SENDS = ((WEST, "sent_east"), (EAST, "sent_west"), (ALLIES, "sent_allied"))


def own_transfers(t: Table, seat: int, args: Args) -> int:
    return from_iter(n for n, (purse, _) in enumerate(SENDS) if PURSES[purse].power in t.powers_of(seat))


def one_transfer(t: Table, seat: int, args: Args) -> int:
    """One transfer of ten points from a front a month (11.61, 21.24)."""
    return from_iter(n for n, (_, field) in enumerate(SENDS) if not getattr(t.p, field))


def ten_left(t: Table, seat: int, args: Args) -> int:
    """Ten points must be there to be sent (11.61, 11.6)."""
    return from_iter(n for n, (purse, _) in enumerate(SENDS) if purses.points(t, purse) >= purses.SENT)


def convoys_sail(t: Table, seat: int, args: Args) -> int:
    """To the Soviets only while Murmansk is joined to London and Siberia (11.62); no one to a front at peace."""
    if not purses.east_is_active(t):
        return 0
    return -1 if purses.soviet_road(t) else ~(1 << TRANSFERS.index("Soviets"))


class Transfer(Verb):
    """``transfer WF-EF``: ten points leave a front; five arrive on the other next month."""

    name = "transfer"
    levels = (
        Level(
            "way", WORD, own_transfers,
            (Mask("11.61", one_transfer), Mask("11.61", ten_left), Mask("11.62", convoys_sail)), words=TRANSFERS,
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        purse, field = SENDS[args[0]]
        purses.pay(t, purse, purses.SENT)
        setattr(t.p, field, 1)
        t.emit("transferred", "11.61", to=(seat,), way=TRANSFERS[args[0]])


def lowered(t: Table, seat: int, args: Args) -> int:
    """The allocation to the East falls by tens that are still in its purse (21.23)."""
    p = position(t)
    if AXIS not in t.powers_of(seat):
        return 0
    return from_iter(n for n in range(10) if purses.BLOCK * (n + 1) <= min(p.allocated_east, p.east_points))


class Deallocate(Verb):
    """``deallocate 10``: the Axis assigns less to the East from this month on."""

    name = "deallocate"
    levels = (
        Level("points", WORD, lambda t, s, a: (1 << 10) - 1, (Mask("21.23", lowered),),
              words=tuple(str(10 * (n + 1)) for n in range(10))),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        p, points = position(t), purses.BLOCK * (args[0] + 1)
        p.allocated_east -= points
        p.lowered += points
        purses.pay(t, EAST, points)
        purses.pay(t, WEST, -points)
        t.emit("deallocated", "21.23", to=(seat,), points=points)


FREELY, IN_JUNE, JUNE, SETTLED = 40, 10, 5, 6
"""Up to which the allocation rises in any month, by how much beyond that in June, and after how many (21.23)."""


def may_rise(t: Table, seat: int, args: Args) -> int:
    """The allocation to the East rises to forty in any month, beyond that by ten in June, when the front has been
    active for six months (21.23/a, 21.23/b, 3.31/a)."""
    p = position(t)
    if AXIS not in t.powers_of(seat) or not purses.east_is_active(t):
        return 0
    most = FREELY - p.allocated_east
    if most <= 0:
        old = p.month - int(p.politics.get(EAST_OPENED, 0)) >= SETTLED
        most = IN_JUNE if p.month % 12 == JUNE and old else 0
    return from_iter(n for n in range(10) if purses.BLOCK * (n + 1) <= most)


def once_a_month(t: Table, seat: int, args: Args) -> int:
    """It is raised once a month, by points that are still in the purse of the West (21.23)."""
    p = position(t)
    if p.raised:
        return 0
    return from_iter(n for n in range(10) if purses.BLOCK * (n + 1) <= purses.points(t, WEST))


class Allocate(Verb):
    """``allocate 10``: the Axis assigns more to the East from this month on."""

    name = "allocate"
    levels = (
        Level("points", WORD, lambda t, s, a: (1 << 10) - 1, (Mask("21.23", may_rise), Mask("21.23", once_a_month)),
              words=tuple(str(10 * (n + 1)) for n in range(10))),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        p, points = position(t), purses.BLOCK * (args[0] + 1)
        p.allocated_east += points
        p.raised = points
        p.lowered -= points
        purses.pay(t, WEST, points)
        purses.pay(t, EAST, -points)
        t.emit("allocated", "21.23", to=(seat,), points=points)


# The phase


class Producing(production.Producing):
    """One seat's Production, purse by purse."""

    verbs: tuple[Verb, ...] = (
        Replace(), Rebuild(), Reinforce(), Advance(), Prepare(), Disband(), Transfer(), Deallocate(),
        Allocate(),
        Equip(), Ground(), Commit(),
    )  # fmt: skip

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        own = [n for power in t.powers_of(seat) for n in purses.of_power(t, power)]
        told = [n for n in own if n != FINNS or purses.points(t, n)]
        points = ", ".join(f"{purse_in_words(n)} {purses.points(t, n)}" for n in told)
        most = purses.BLOCK * (may_rise(t, seat, ()) & once_a_month(t, seat, ())).bit_length()
        east = f" Up to {most} may be allocated to the East Front." if most else ""
        return f"Production of {dated(month_text(t.p.month))}: {points}.{east} Build, then commit."


def purse_in_words(number: int) -> str:
    """A purse as its owner calls it."""
    return PURSES[number].name.replace("Axis, ", "").replace("Allies, ", "Allied ")


class Production(production.Production):
    """All produce at once, unseen, each purse with its front's level, what was saved and what was sent (11.2)."""

    def begin(self, t: Table, f: Frame) -> None:
        p = position(t)
        control.settle_battles(t)
        control.evaluate(t)
        due = {WEST: p.due_west, EAST: p.due_east, SOVIETS: p.due_soviet}
        for number in purses.in_use(t):
            purse, level = PURSES[number], purses.level(t, number)
            t.emit("level", "11.2", power=t.world.powers[purse.power], purse=purse.name, points=level)
            found = self.income(t, number, level) + purses.saved(t, number) + due.get(number, 0)
            purses.set_available(t, number, max(0, found - upkeep(t, number)))
        self.reckon(t)
        p.due_west = p.due_east = p.due_soviet = 0
        p.sent_west = p.sent_east = p.sent_allied = p.lowered = p.raised = 0
        p.built = blocks.blank(p)
        production.new_beachheads(t)

    def income(self, t: Table, purse: int, level: int) -> int:
        """What a purse has of its level at once."""
        return level

    def reckon(self, t: Table) -> None:
        """In 1944 no one wins by production."""

    def close(self, t: Table, f: Frame) -> None:
        p = position(t)
        for number in purses.in_use(t):
            purses.set_saved(t, number, self.kept(t, number))
        p.due_west = p.sent_west * purses.arrives("EF", "WF")
        p.due_east = p.sent_east * purses.arrives("WF", "EF")
        p.due_soviet = convoy(t) if p.sent_allied else 0
        p.sent_west = p.sent_east = p.sent_allied = 0
        for number in purses.in_use(t):
            purses.set_available(t, number, 0)
        super().close(t, f)

    def kept(self, t: Table, purse: int) -> int:
        """What a purse saves (11.4)."""
        return kept(t, purse)


def upkeep(t: Table, purse: int) -> int:
    """What a purse pays for aliens in the Arctic before it spends anything (21.461)."""
    if purse in (purses.FINNS, purses.FINNS_ALONE, purses.POLES, *purses.MEDS.values()):
        return 0
    return arctic.maintenance(t, PURSES[purse].power, purse == EAST)


def kept(t: Table, purse: int, shipped: int = 0) -> int:
    """Who has spent nothing but a transfer saves the rest; else what is left is lost (11.4, 11.2/a)."""
    field = next((field for number, field in SENDS if number == purse), "")
    sent = purses.SENT * getattr(t.p, field) if field else 0
    moved = position(t).lowered * ((purse == WEST) - (purse == EAST))
    left = purses.points(t, purse)
    return left if left + sent + shipped - moved == purses.available(t, purse) else 0


def convoy(t: Table) -> int:
    """What arrives of an Arctic convoy: a die, at most five, when the Axis holds Narvik (11.62, 11.62/a, 21.241; ruling
    E8)."""
    if not t.p.held[AXIS] >> t.world.board.node("Narvik") & 1:
        return purses.arrives("WF", "EF")
    return min(purses.arrives("WF", "EF"), t.roll("convoy"))
