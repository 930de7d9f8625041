"""Russia's war states (10.31), the partition of Poland (14.3), intervention (I/a-I/f) and the Axis garrison (14.4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from grognard.board.hexset import from_iter, members
from grognard.engine.core.frames import Frame
from grognard.engine.core.offers import Pass, Verb
from grognard.engine.core.rules import Args, Mask, rule
from grognard.engine.core.step import Step

from .. import world as w
from ..state import LIMITED_WAR, NO_VICHY, PEACETIME, WAR_PRODUCTION, Table
from . import control

AXIS_ALLIES = (w.ITALY, *w.PRO_AXIS)
EASTERN = ("poland_east", "lithuania", "latvia", "estonia")
"""What Russia takes between 1939 and 1940."""
FRANCE_FELL = "france_fell"
AXIS_IN_RUSSIA = "axis_in_russia"
"""The notes of what the end of a Game-Turn, and its Reinforcement Phase, look back on."""


def special(t: Table, number: str) -> bool:
    """Is a special rule of chapter 14 in force in the scenario (14.0)?"""
    return number in t.world.settings["special_rules"]


def absent(t: Table) -> bool:
    """The scenario has no Russians."""
    return bool(t.world.settings["russia"] == "absent")


def eastern_land(t: Table) -> int:
    """The partition hexes of Poland and the Baltic States (14.31)."""
    return _eastern_land(t.world)


@cache
def _eastern_land(world: w.World) -> int:
    bits = 0
    for name in EASTERN:
        bits |= world.by_id[name].hexes
    return bits


def partition_begun(t: Table) -> bool:
    """The Axis is in Poland: Russia may take its share and the Baltic States (R148)."""
    by_id = t.world.by_id
    return bool(t.p.invaded & (1 << by_id["poland"].index | 1 << by_id["poland_east"].index))


# Where Russians may go and whom they may fight


@control.ground("10.31/a", powers=(w.SOVIET,))
def peacetime_ground(t: Table, power: int, nation: int) -> int:
    """At peace Russians stay in Russia and what it has taken; Poland's share is open once the Axis is in (R148).

    With three players neutrals are, and stay so when they are entered, and Axis allies (16.82/e, 16.84).
    """
    p = t.p
    if p.russia_at_war:
        return -1
    land: int = t.world.russia | p.soviet_ground
    if partition_begun(t):
        land |= eastern_land(t) & ~p.occupied[w.AXIS] & ~p.occupied[w.ALLIED] & ~p.occupied[w.NEUTRAL]
    if control.three_players(t):
        entered = control.land_of(t, p.invaded_by_soviets) & ~p.axis_ground
        land |= p.sealed | entered | w.owned(t.world, *AXIS_ALLIES)
    return land


@control.targets("14.32", powers=(w.SOVIET,))
def peacetime_targets(t: Table, power: int, nation: int) -> int:
    """At peace Russians attack no one (14.32); with three players neutrals and Axis allies (16.82/e, 16.84, R183)."""
    p = t.p
    if p.russia_at_war:
        return -1
    return p.occupied[w.NEUTRAL] | p.occupied[w.VICHY] | allied_armies(t) if control.three_players(t) else 0


def allied_armies(t: Table) -> int:
    """Hexes with units of Axis allies, which Russia may attack when it wishes (16.84)."""
    p = t.p
    return from_iter(p.at[i] for nation in AXIS_ALLIES for i in members(p.corps[nation] & p.army[w.AXIS]))


# How war comes


def go_to_war(t: Table, why: str, number: str) -> None:
    """Russia is at war with the Axis, in limited war at least (10.31/b)."""
    p = t.p
    if p.russia_at_war:
        return
    p.russia_at_war = 1
    p.russia = max(p.russia, LIMITED_WAR)
    control.make_russian_war(t)
    if not control.three_players(t):
        control.ally_russia(t)
    t.emit("russia_at_war", number, why=why)


@rule("10.31/c")
def invade_russia(t: Table) -> None:
    """An Axis unit moves or attacks across the pre-1939 border: war, the third of Russia's levels (10.31, 14.32)."""
    p = t.p
    go_to_war(t, "invasion", "14.32")
    p.russia = WAR_PRODUCTION
    if not p.russia_invaded_on:
        p.russia_invaded_on = p.turn
        t.emit("russia_invaded", "10.31/c", turn=t.world.turns[p.turn - 1]["turn"])


def border_of_war(t: Table) -> int:
    """Land whose violation starts war production: pre-1939 Russia alone (10.31/d)."""
    land: int = t.world.russia
    return land


@control.on_entry(w.AXIS)
def axis_enters(t: Table, piece: int, node: int) -> None:
    """An Axis unit has entered a hex."""
    p = t.p
    if absent(t):
        return
    if border_of_war(t) >> node & 1:
        invade_russia(t)
        note_axis_in_russia(t)
    elif eastern_land(t) >> node & 1 and not p.russia_at_war:
        violate_pact(t, piece)


def violate_pact(t: Table, piece: int) -> None:
    """An Axis unit is in the partition hexes or the Baltic States: limited war (14.35), after 1939 war (R143)."""
    p = t.p
    if not special(t, "14.3"):
        cross_border_of_1940(t)
        return
    if p.nation[piece] != w.GERMANY:
        return
    p.russia = max(p.russia, LIMITED_WAR)
    if not p.partition_entered_on:
        p.partition_entered_on = p.turn
        t.emit("pact_broken", "14.31")


def cross_border_of_1940(t: Table) -> None:
    """From 1940 on the land that Russia took is Russian: to enter it is war (15.2/a, 15.3/d)."""
    go_to_war(t, "the border of 1940 was crossed", "10.31/b")


@control.on_attack
def attack_on_russia(t: Table, attackers: tuple[int, ...], nodes: tuple[int, ...]) -> None:
    """An Axis attack into Russia, or on Russian units elsewhere (10.31/b, 10.31/c)."""
    p = t.p
    if p.power[attackers[0]] != w.AXIS or absent(t):
        return
    hexes = from_iter(nodes)
    if hexes & border_of_war(t):
        p.russia_attacked_on = p.turn
        invade_russia(t)
    elif hexes & p.occupied[w.SOVIET]:
        go_to_war(t, "Russian units were attacked", "10.31/b")


@control.on_invasion
def russia_invades(t: Table, power: int, nation: int, country: w.Country) -> None:
    """With three players Russia invades whom it will; who is or becomes an Axis ally by it brings war (16.84, R206)."""
    if power == w.SOVIET and country.owner in (*AXIS_ALLIES, *w.SELF_DEFENCE):
        go_to_war(t, f"{country.name} was invaded", "16.84")


@control.on_attack
def russia_attacks(t: Table, attackers: tuple[int, ...], nodes: tuple[int, ...]) -> None:
    """To attack an Axis ally is war too, wherever he stands (16.84, R206)."""
    p = t.p
    if p.power[attackers[0]] == w.SOVIET and not p.russia_at_war and from_iter(nodes) & allied_armies(t):
        go_to_war(t, "an Axis ally was attacked", "16.84")


def note_axis_in_russia(t: Table) -> None:
    """The Axis has a unit in Russia in this Game-Turn, whatever becomes of it (R138; from the second level on)."""
    if t.rules.level > 1:
        t.p.notes[AXIS_IN_RUSSIA] = t.p.turn


def begin_turn(t: Table) -> None:
    """Who stands in Russia when a Player-Turn begins was in it in that Game-Turn (R138)."""
    if t.p.occupied[w.AXIS] & t.world.russia:
        note_axis_in_russia(t)


@rule("10.74")
def settle_state(t: Table) -> None:
    """War production lasts while the Axis has or had a unit in Russia or attacked into it this Game-Turn (10.74, R138).

    Under the first level of the rules only who is there when the Reinforcement Phase begins counts.
    """
    p = t.p
    if p.russia_invaded_on:
        pressed = p.turn in (p.russia_attacked_on, p.russia_invaded_on, p.notes.get(AXIS_IN_RUSSIA))
        p.russia = WAR_PRODUCTION if pressed or p.occupied[w.AXIS] & t.world.russia else LIMITED_WAR


# Declaration and intervention


def may_declare(t: Table) -> bool:
    """Russia may declare war in the Game-Turn after the pact was broken, and then only (14.31, 14.33)."""
    p = t.p
    if p.russia_at_war or absent(t):
        return False
    if control.three_players(t):
        return bool(p.player == w.SOVIET)
    if not p.partition_entered_on or not special(t, "14.3"):
        return False
    return p.turn - p.partition_entered_on == 1


def may_declare_late(t: Table, seat: int, args: Args) -> int:
    """Could Russia declare war if it had more than one Game-Turn for it (14.33)?"""
    p = t.p
    broken = p.partition_entered_on and special(t, "14.3") and p.turn > p.partition_entered_on
    at_peace = not p.russia_at_war and not absent(t) and not control.three_players(t)
    return int(may_declare(t) or bool(broken and at_peace))


def may_declare_at_will(t: Table, seat: int, args: Args) -> int:
    """Could Russia declare war if it attacked whom it would (14.32)?"""
    return int(not t.p.russia_at_war and not absent(t) and not control.three_players(t))


def may_intervene_freely(t: Table) -> bool:
    """Conditions that need no die: Finland and a France that holds out."""
    return any(CONDITIONS[row["id"]](t) for row in intervention(t) if row["automatic"] == "yes")


def intervention(t: Table) -> Sequence[Mapping[str, str]]:
    """The conditions of intervention, by die or without one (intervention.csv)."""
    return w.table("intervention.csv")


def germans_in_finland(t: Table) -> bool:
    """Three or more Axis points in Finland that are no Finns (I/e)."""
    p = t.p
    finland = t.world.by_id["finland"].hexes
    foreign = sum(p.strength[i] for i in members(p.army[w.AXIS]) if p.nation[i] != w.FINLAND and finland >> p.at[i] & 1)
    return bool(foreign >= t.world.constant("finland_intervention"))


def france_holds_out(t: Table) -> bool:
    """Five Axis Player-Turns after the attack France is neither conquered nor Vichy (I/f)."""
    p = t.p
    since = p.turn - p.france_attacked_on if p.france_attacked_on else 0
    late = since >= t.world.constant("france_intervention")
    fell = p.notes.get(FRANCE_FELL) or conquered_france(t)
    return bool(late and p.vichy == NO_VICHY and not fell)


def conquered_france(t: Table) -> bool:
    """No French or Allied unit is left in France and the Axis was the last to have one there (5.61, R151)."""
    p = t.p
    france = t.world.by_id["france"]
    if p.occupied[w.ALLIED] & france.hexes:
        return False
    return bool(p.occupied[w.AXIS] & france.hexes or (p.axis_countries | p.axis_passed) >> france.index & 1)


@control.on_turn_end
def fall_of_france(t: Table) -> None:
    """A France that is conquered when a Game-Turn ends holds out no more, whoever lands in it later (I/f, R151)."""
    if t.p.vichy == NO_VICHY and conquered_france(t):
        t.p.notes[FRANCE_FELL] = 1


def turkey_attacked(t: Table) -> bool:
    """Axis units are in Turkey, or attacked across its border in this Game-Turn (I/a)."""
    turkey = t.world.by_id["turkey"].hexes
    return bool(t.p.occupied[w.AXIS] & turkey or t.p.notes.get("turkey_attacked") == t.p.turn)


def britain_invaded(t: Table) -> bool:
    """Axis units are in Britain (I/b)."""
    return bool(t.p.occupied[w.AXIS] & t.world.by_id["britain"].hexes)


def suez_lost(t: Table) -> bool:
    """The Axis controls Suez (I/c)."""
    return control.controls(t, w.AXIS, t.world.suez)


CONDITIONS: dict[str, Callable[[Any], bool]] = {
    "turkey": turkey_attacked, "britain": britain_invaded, "suez": suez_lost, "finland": germans_in_finland,
    "france": france_holds_out,
}  # fmt: skip


def intervention_faces(t: Table) -> frozenset[int]:
    """The die faces that let Russia intervene."""
    faces: set[int] = set()
    for row in intervention(t):
        if row["automatic"] != "yes" and CONDITIONS[row["id"]](t):
            faces.update(int(face) for face in w.words(row["die"]))
    return frozenset(faces)


class Declare(Verb):
    """``declare``: Russia declares war on Germany (14.31, 16.84)."""

    name = "declare"
    masks = (
        Mask(
            "14.31", lambda t, s, a: int(may_declare(t)),
            without=(("14.33", may_declare_late), ("14.32", may_declare_at_will)),
        ),
    )  # fmt: skip

    def apply(self, t: Table, seat: int, args: Args) -> None:
        go_to_war(t, "declaration", "16.84" if control.three_players(t) else "14.31")
        t.pop()


class Intervene(Verb):
    """``intervene``: Russia goes on limited war and may attack (I/d)."""

    name = "intervene"
    masks = (Mask("I/d", lambda t, s, a: int(t.frame.get("intervene", False))),)

    def apply(self, t: Table, seat: int, args: Args) -> None:
        go_to_war(t, "intervention", "I/d")
        t.pop()


def may_intervene(t: Table) -> bool:
    """Some conditions let Russia intervene at once, the others if the die says so (I/d)."""
    faces = intervention_faces(t)
    if may_intervene_freely(t) or not faces:
        return may_intervene_freely(t)
    die = t.roll("intervention")
    t.emit("intervention_roll", "I/d", die=die, may=die in faces)
    return die in faces


class RussianEntry(Step):
    """The start of the Allied Player-Turn: the intervention die, and a choice made at once (I/d, 14.31)."""

    name = "Russian entry"
    rule = "I/d"
    verbs = (Declare(), Intervene(), Pass())

    def begin(self, t: Table, f: Frame) -> None:
        peace = not t.p.russia_at_war and not absent(t) and not control.three_players(t)
        t.remember(intervene=peace and may_intervene(t))

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return (t.seat_of(w.SOVIET),) if f.get("intervene") or may_declare(t) else ()

    def prompt(self, t: Table, f: Frame, seat: int) -> str:
        ways = [name for name, open_ in (("declare", may_declare(t)), ("intervene", f.get("intervene"))) if open_]
        return f"Russia may go to war with the Axis now: {' or '.join(ways)}, or pass."


# The Axis garrison of Russia


@control.on_turn_end
def axis_garrison(t: Table) -> None:
    """With no Russian left in Russia the Axis must stand on ten Resource Centers, or the others revert (14.4, R185)."""
    p = t.p
    if absent(t) or not special(t, "14.4"):
        return
    if p.occupied[w.SOVIET] & t.world.russia or not p.russia_invaded_on:
        p.russia_empty_on = 0
        p.notes.pop(control.REVERTED, None)
    elif not p.russia_empty_on:
        p.russia_empty_on = p.turn
    elif p.turn > p.russia_empty_on:
        held = p.occupied[w.AXIS] & t.world.russian_centers
        p.notes.pop(control.REVERTED, None)
        if held.bit_count() < t.world.constant("axis_garrison_centers"):
            revert(t, t.world.russian_centers & ~held)
            p.notes[control.REVERTED] = 1
            t.emit("centers_revert", "14.4", held=held.bit_count())


def revert(t: Table, centers: int) -> None:
    """Resource Centers are Russia's again, for production, supply and ports (14.4, R235)."""
    p = t.p
    p.axis_centers &= ~centers
    back = centers & (p.axis_ground | p.axis_hexes)
    control.forsake(t, back, w.AXIS)
    p.soviet_ground |= back
    p.soviet_hexes |= back


def peacetime(t: Table) -> bool:
    return bool(t.p.russia == PEACETIME)


STEPS: dict[str, Step] = {"russian_entry": RussianEntry(), "russian_start": RussianEntry()}
