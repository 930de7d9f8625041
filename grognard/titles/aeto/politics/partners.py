"""Activation of partners and transit permission (8.0)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from grognard.board.hexset import from_iter
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import WORD, End, Level, Verb
from grognard.engine.core.rules import Args, Mask
from grognard.engine.core.step import Step

from .. import tables as tb
from .. import world as w
from ..position import NEUTRAL_SIDE, Table
from ..seasonal import calendar as cal
from ..sides import name_of
from ..title import POWERS
from . import predicates, wars

BALKANS = ("bulgaria", "hungary", "rumania")
SPRING_1941 = tb.month_of("April 1941")
COERCION = range(tb.month_of("December 1940"), SPRING_1941)
"""The months in which Germany may ask for transit (8.0/bulgaria/transit)."""


class Modifier(NamedTuple):
    """A modifier that counts now: its rule and how much it is."""

    rule: str
    amount: int


@cache
def rows(nation: str, what: str) -> tuple[dict[str, str], ...]:
    return tuple(row for row in tb.table("partner_modifiers.csv") if row["nation"] == nation and row["what"] == what)


@cache
def tried() -> tuple[str, ...]:
    """The nations that can be rolled for, in the order of the list."""
    return tuple(
        dict.fromkeys(row["nation"] for row in tb.table("partner_modifiers.csv") if row["what"] == "activation")
    )


def roller(nation: str) -> int:
    """Germany, or the UK for Belgium, the Netherlands and Norway (8.0/who)."""
    return POWERS.index(rows(nation, "activation")[0]["roller"])


def modifiers(t: Table, nation: str, what: str = "activation") -> list[Modifier]:
    """The modifiers of a nation's roll that hold now (8.0/no-ep)."""
    found = [Modifier(row["source"], int(row["modifier"]) * predicates.value(t, row["predicate"])) for row in
             rows(nation, what)]  # fmt: skip
    return [one for one in found if one.amount]


def net(t: Table, nation: str, what: str = "activation") -> int:
    return sum(one.amount for one in modifiers(t, nation, what))


def chance(t: Table, nation: str) -> int:
    """Faces of the die that bring a nation over: a modified 0 or less (8.0/zero)."""
    return sum(1 for die in range(1, 7) if is_won(die, net(t, nation)))


def is_won(die: int, modifier: int) -> bool:
    """Activation succeeds on a modified 0, or less (8.0/zero, D6, 8.0/belgium, 8.0/netherlands, 8.0/norway,
    8.0/ireland, 8.0/sweden, 8.0/bulgaria/early, 8.0/hungary/early, 8.0/rumania/early)."""
    return die + modifier <= 0


def is_never_won(nation: str) -> bool:
    """Nations that nobody activates (8.0/denmark, 8.0/estonia, 8.0/greece, 8.0/latvia, 8.0/lithuania, 8.0/luxembourg,
    8.0/portugal, 8.0/yugoslavia)."""
    return nation not in tried()


def is_eligible(t: Table, nation: str) -> bool:
    """Neither conquered nor active, and what its own entry asks for (8.0/eligible)."""
    if is_never_won(nation):
        return False
    if nation in t.p.conquests or t.p.alliance[POWERS.index(nation)] != NEUTRAL_SIDE:
        return False
    if cal.is_conquered(t.p, roller(nation)):
        return False
    return SPECIAL[nation](t) if nation in SPECIAL else True


def iraq_may_rise(t: Table) -> bool:
    """From the Spring of 1941, unless it has risen and fallen (8.0/iraq, 8.0/iraq/conquest)."""
    return t.p.month >= SPRING_1941 and "iraq_settled" not in t.p.politics


def no_winter_war(t: Table) -> bool:
    """Finland may be tried if the Soviets have fought no Winter War (8.0/finland/early)."""
    return "winter_war" not in t.p.politics


def france_fell(t: Table) -> bool:
    """Spain may be tried once France is conquered (8.0/spain)."""
    return "france" in t.p.conquests


SPECIAL = {"iraq": iraq_may_rise, "finland": no_winter_war, "spain": france_fell}


def hopeful(t: Table, power: int) -> list[str]:
    """Nations that a power may try with any hope of success."""
    return [n for n in tried() if roller(n) == power and is_eligible(t, n) and chance(t, n)]


def open_to(t: Table, seat: int, args: Args) -> int:
    """Nations that may be activated (8.0/eligible)."""
    return from_iter(
        n for n, nation in enumerate(tried()) if roller(nation) == t.frame.power and is_eligible(t, nation)
    )


def not_hopeless(t: Table, seat: int, args: Args) -> int:
    """Only where the die can succeed (8.0/zero)."""
    return from_iter(n for n, nation in enumerate(tried()) if chance(t, nation))


def not_declared(t: Table, seat: int, args: Args) -> int:
    """One attempt at each (8.0/who)."""
    done = t.frame.get("tried", ())
    return from_iter(n for n in range(len(tried())) if n not in done)


class Try(Verb):
    """``try turkey``: an attempt is declared; the dice fall when all are."""

    name = "try"
    levels = (
        Level(
            "nation", WORD, open_to, (Mask("8.0/zero", not_hopeless), Mask("8.0/who", not_declared)),
            words=lambda t, s, a: tried(),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.remember(tried=(*t.frame.get("tried", ()), args[0]))
        t.emit("tries", "8.0/who", nation=tried()[args[0]])


class Courting(Step):
    """Germany or the UK declares its attempts (8.0/who)."""

    name = "Activation of Partners"
    rule = "8.0/who"
    verbs = (Try(), End())

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        odds = ", ".join(f"{name_of(n)} {chance(t, n)} in 6" for n in hopeful(t, f.power))
        return f"Partners: declare the nations that you try to win over ({odds}), then end."


class Partners(Step):
    """Who joins by himself joins; then all attempts are declared, then rolled (8.0/who)."""

    name = "Activation of Partners"
    rule = "8.0/who"

    def begin(self, t: Table, f: Frame) -> None:
        join_by_date(t)
        t.remember(left=(w.GERMANY, w.UK), tries=())

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        if f["left"]:
            power, *rest = f["left"]
            t.remember(left=tuple(rest))
            if not cal.is_conquered(t.p, power) and hopeful(t, power):
                t.push(Frame("courting", "step", t.seat_of(power), power))
            return
        for nation in f["tries"]:
            attempt(t, nation)
        t.pop()

    def resume(self, t: Table, f: Frame, result: object) -> None:
        return None


class EndCourting(End):
    """``end``: all attempts are declared."""

    def apply(self, t: Table, seat: int, args: Args) -> None:
        declared = tuple(tried()[n] for n in t.frame.get("tried", ()))
        t.pop()
        t.remember(tries=(*t.frame["tries"], *declared))


Courting.verbs = (Try(), EndCourting())


def attempt(t: Table, nation: str) -> None:
    """One die; the modifiers are those of the moment (8.0/zero)."""
    if not is_eligible(t, nation):
        return
    die, modifier = t.roll("partner"), net(t, nation)
    won = is_won(die, modifier)
    t.emit("partner", "8.0/zero", nation=nation, die=die, net=die + modifier, won=int(won))
    if won:
        wars.join(t, nation, roller(nation))


def join_by_date(t: Table) -> None:
    """Bulgaria, Hungary and Rumania join Germany in Spring 1941; Turkey when France and the USSR have fallen."""
    for nation in BALKANS:
        if joins_in_spring(t, nation):
            wars.join(t, nation, w.GERMANY)
    if turkey_joins(t):
        wars.join(t, "turkey", w.GERMANY)


def joins_in_spring(t: Table, nation: str) -> bool:
    """At the start of the Spring 1941 Seasonal Turn, if it was never conquered (8.0/bulgaria, 8.0/hungary,
    8.0/rumania)."""
    return t.p.month >= SPRING_1941 and is_eligible(t, nation) and f"fell {nation}" not in t.p.politics


def turkey_joins(t: Table) -> bool:
    """France and the Soviet Union are both conquered by the Axis (8.0/turkey)."""
    fallen = [t.p.conquests.get(name, (-1, 0))[0] for name in ("france", "ussr")]
    return is_eligible(t, "turkey") and all(who in (w.GERMANY, w.ITALY) for who in fallen)


# Transit


def may_be_coerced(t: Table, nation: str) -> bool:
    """From December 1940 to Spring 1941, while a nation is neutral and has not granted it (8.0/bulgaria/transit)."""
    free = is_eligible(t, nation) and f"transit {nation}" not in t.p.politics
    return t.p.month in COERCION and free


def coercible(t: Table, seat: int, args: Args) -> int:
    """Balkan states that may be asked this month (8.0/bulgaria/transit)."""
    done = t.frame.get("asked", ())
    return from_iter(n for n, nation in enumerate(BALKANS) if n not in done and may_be_coerced(t, nation))


class Coerce(Verb):
    """``coerce rumania``: a die for transit permission."""

    name = "coerce"
    levels = (Level("nation", WORD, None, (Mask("8.0/bulgaria/transit", coercible),), words=BALKANS),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        t.remember(asked=(*t.frame.get("asked", ()), args[0]))
        ask_for_transit(t, BALKANS[args[0]])


def ask_for_transit(t: Table, nation: str) -> None:
    """5 or more grants it (8.0/bulgaria/transit, 8.0/hungary/transit, 8.0/rumania/transit)."""
    die, modifier = t.roll("transit"), net(t, nation, "transit")
    won = die + modifier >= 5
    t.emit("transit", f"8.0/{nation}/transit", nation=nation, die=die, net=die + modifier, won=int(won))
    if won:
        t.p.politics[f"transit {nation}"] = t.p.month


class Coercion(Step):
    """Germany asks the Balkan states for transit (8.0/bulgaria/transit)."""

    name = "Transit permission"
    rule = "8.0/bulgaria/transit"
    verbs = (Coerce(), End())

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        return "Transit permission: ask Bulgaria, Hungary or Rumania (5 or more), then end."


def somebody_to_coerce(t: Table) -> bool:
    return any(may_be_coerced(t, nation) for nation in BALKANS)
