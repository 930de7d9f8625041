"""Declarations of war (16.4), betrayal (16.41) and the alliance reactions that follow (16.5)."""

from __future__ import annotations

from grognard.board.area import step
from grognard.board.hexset import from_iter
from grognard.engine.core.offers import WORD, Level, Verb
from grognard.engine.core.rules import Args, Mask, rule
from grognard.titles.systems.front import command

from .. import tables
from ..state import soviets_at_war
from . import cooperation, spaniards
from .conditions import MANDATES, POWERS, Facts, betrayal, betrayed, war_on
from .mustering import BY_REACTION, BY_WAR, join, muster
from .nations import NATIONS, SECOND_FRONT, defeated, is_neutral, joins, neutrals, realm, wavers
from .state import ALLIED, AXIS, SOVIET, Table
from .surprise import surprise

FRANCE = "France"
SIDE = {power: word for word, power in POWERS.items()}


def all_neutrals(t: Table, seat: int, args: Args) -> int:
    return (1 << len(neutrals(t.world))) - 1


def before_command(t: Table, seat: int, args: Args) -> int:
    """War is declared at the beginning of the Command phase (16.4)."""
    return 0 if command.active_hqs(t, t.p.active) else -1


def still_neutral(t: Table, seat: int, args: Args) -> int:
    """Only a neutral is declared war upon (16.4)."""
    return from_iter(n for n, nation in enumerate(neutrals(t.world)) if is_neutral(t, nation))


def can_be_entered(t: Table, seat: int, args: Args) -> int:
    """Who declares war must be able to enter: he stands on the border, or can land (16.4, ruling E356)."""
    near = step(t.p.occupied[t.p.active] & int(t.world.land), t.world.moves) | t.title.landing_places(t)
    return from_iter(n for n, nation in enumerate(neutrals(t.world)) if near & realm(t, nation))


def chamberlain(t: Table, seat: int, args: Args) -> int:
    """The Allies declare no war before the winter of 1939 nor in the Phony War (16.4/a), but on Norway once that is
    approved (DE.NX)."""
    facts = Facts(t)
    if t.p.active != ALLIED or (facts.from_season("W39") and not facts.phony_war()):
        return -1
    return approved(t)


def france_wavers(t: Table, seat: int, args: Args) -> int:
    """The Allies declare no war before France is demoralized or defeated (20.33), but on Norway once that is approved
    (DE.NX)."""
    events = t.p.politics
    stands = joins(FRANCE, ALLIED) in events and not {wavers(FRANCE), defeated(FRANCE)} & set(events)
    return approved(t) if t.p.active == ALLIED and stands else -1


def approved(t: Table) -> int:
    """Norway, once the expedition there is approved (DE.NX)."""
    return from_iter(n for n, nation in enumerate(neutrals(t.world)) if nation == "Norway" and "NX" in t.p.politics)


def no_soviet_war(t: Table, seat: int, args: Args) -> int:
    """Neutral Soviets declare no war (20.51)."""
    return 0 if t.p.active == SOVIET and not soviets_at_war(t) else -1


def not_on_mandates(t: Table, seat: int, args: Args) -> int:
    """The Axis declares no war on the mandates, which wait for it (21.396)."""
    if t.p.active != AXIS:
        return -1
    return ~from_iter(n for n, nation in enumerate(neutrals(t.world)) if nation in MANDATES)


class Declare(Verb):
    """``declare Spain``: war on a neutral, at the beginning of the Command phase."""

    name = "declare"
    levels = (
        Level(
            "nation", WORD, all_neutrals,
            (
                Mask("16.4", before_command), Mask("16.4", still_neutral), Mask("16.4", can_be_entered),
                Mask("16.4", chamberlain), Mask("20.33", france_wavers), Mask("20.51", no_soviet_war),
                Mask("21.396", not_on_mandates),
            ),
            words=lambda t, s, a: neutrals(t.world),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        nation, active = neutrals(t.world)[args[0]], t.p.active
        t.p.politics[war_on(SIDE[active], nation)] = t.p.month
        t.emit("declared", "16.4", nation=nation, side=t.world.powers[active])
        if active == AXIS:
            surprise(t, nation)
        betray(t, active, nation)
        foe = ALLIED if active == AXIS else AXIS
        t.title.breaks_with(t, nation)
        join(t, nation, foe, BY_WAR)
        chain = react(t, nation, foe)
        own = AXIS if active == AXIS else ALLIED
        for one, power in sorted([(nation, foe), *chain], key=lambda pair: pair[1] == own):
            muster(t, one, power)


# Betrayal


def betrays(t: Table, power: int, nation: str) -> bool:
    """Is a declaration of war a betrayal: by the Axis on its well-wishers (16.41/a), by the Allies on anyone who does
    not cooperate with the Axis after the Second Front (16.41/b)?"""
    cooperates = nation in cooperation.partners(t, AXIS)
    if power == AXIS:
        friendly = NATIONS[nation]["leaning"] == "axis" and not (nation == spaniards.SPAIN and spaniards.republican(t))
        return friendly or cooperates or nation in cooperation.partners(t, ALLIED)
    return power == ALLIED and not exempt(t, nation, cooperates)


def exempt(t: Table, nation: str, cooperates: bool) -> bool:
    """Is an Allied war no betrayal: on Norway once approved, on a mandate after an uprising, on an Axis cooperator
    after the Second Front (20.36)?"""
    events = t.p.politics
    if nation == "Norway" and "NX" in events:
        return True
    if nation in MANDATES and "ME" in events:
        return True
    return cooperates and SECOND_FRONT in events


@rule("16.41/c")
def betray(t: Table, power: int, nation: str) -> None:
    """A faction that has betrayed finds no more allies, and its diplomacy suffers (16.41/c)."""
    if not betrays(t, power, nation):
        return
    if nation in MANDATES:
        t.p.politics[betrayed(SIDE[power], nation)] = t.p.month
    if betrayal(SIDE[power]) not in t.p.politics:
        t.p.politics[betrayal(SIDE[power])] = t.p.month
        t.emit("betrayed", "16.41/c", side=t.world.powers[power])


def forsaken(t: Table, power: int) -> bool:
    """Does no one join a side any more, for it has betrayed (16.41/c)?"""
    return betrayal(SIDE[power]) in t.p.politics


# Reactions


def react(t: Table, nation: str, side: int) -> list[tuple[str, int]]:
    """Linked neutrals may follow a new belligerent into the war, and others them (16.52): top down, each checked to its
    end before the next."""
    order = list(dict.fromkeys(row.belligerent for row in tables.reactions()))
    pending, found = [(nation, side)], []
    while pending:
        pending.sort(key=lambda pair: order.index(pair[0]) if pair[0] in order else len(order))
        cause, power = pending.pop(0)
        for row in tables.reactions():
            if row.belligerent == cause and answers(t, row, power):
                other = sided(row, power)
                join(t, row.neutral, other, BY_REACTION)
                pending.append((row.neutral, other))
                found.append((row.neutral, other))
    return found


def sided(row: tables.Reaction, power: int) -> int:
    """The side that a neutral joins: its own, or that of the nation it follows (16.51)."""
    return {"axis": AXIS, "allies": ALLIED}.get(row.joins, power)


def needed(t: Table, row: tables.Reaction, power: int) -> int:
    """The number of the table that brings a linked neutral in, or none: one before the defeat of France, another after
    (16.51)."""
    linked = row.neutral in neutrals(t.world) and is_neutral(t, row.neutral) and of_its_colour(t, row)
    need = row.after if Facts(t).defeated("France") else row.before
    joined, norwegian = sided(row, power), row.condition == "Norway is Axis" and power != AXIS
    if not linked or norwegian or forsaken(t, joined) or bound(t, row.neutral, joined):
        return 0
    return int(need)


def bound(t: Table, nation: str, power: int) -> bool:
    """One who cooperates never joins the other side (16.21/e); compliance alone does not bind Sweden (ruling E610)."""
    return nation in cooperation.partners(t, ALLIED if power == AXIS else AXIS)


def of_its_colour(t: Table, row: tables.Reaction) -> bool:
    """A Republican Spain answers Italy and not Portugal, a Nationalist one Portugal and not Italy (SCW.10)."""
    return row.neutral != spaniards.SPAIN or (row.condition == spaniards.REPUBLICAN) == spaniards.republican(t)


def answers(t: Table, row: tables.Reaction, power: int) -> bool:
    """A die not above the number of the table brings a linked neutral in (16.51)."""
    need = needed(t, row, power)
    if not need:
        return False
    face = t.roll("alliance")
    t.emit("reaction", "16.51", nation=row.neutral, cause=row.belligerent, die=face, need=need, success=face <= need)
    return face <= need


# What a player is told before


def foreseen(t: Table, power: int, nation: str) -> str:
    """What follows from a declaration of war, in words: surprise, betrayal, who may join."""
    said = []
    known = nation in neutrals(t.world)
    if known and betrays(t, power, nation) and betrayal(SIDE[power]) not in t.p.politics:
        said.append("a betrayal: no one follows you any more, your events get harder")
    elif power == AXIS and betrayal(SIDE[AXIS]) not in t.p.politics:
        said.append("surprised this fortnight: its HQs are disrupted, no assault is repulsed")
    if nation == "USSR":
        said.append("it joins the Allies, its production trebles, its Reserve Armies come, the East Front opens")
    for row, need, joined in followers(t, power, nation):
        side = "the Axis" if joined == AXIS else "the Allies"
        said.append(f"{row.neutral} joins {side} on a die of {need}{' or less' if need > 1 else ''}")
    return "; ".join(said)


def followers(t: Table, power: int, nation: str) -> list[tuple[tables.Reaction, int, int]]:
    """Those who may follow a nation that war is declared on, by what die and to which side; none to one who betrays by
    it (16.41/c)."""
    side, traitor = ALLIED if power == AXIS else AXIS, nation in neutrals(t.world) and betrays(t, power, nation)
    linked = [(row, needed(t, row, side), sided(row, side)) for row in tables.reactions() if row.belligerent == nation]
    return [(row, need, joined) for row, need, joined in linked if need and not (traitor and joined == power)]
