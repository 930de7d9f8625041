"""Victory (Part 12): what each scenario counts."""

from __future__ import annotations

from grognard.board.hexset import members

from . import tables as tb
from . import world as w
from . import zones
from .position import AXIS, SOVIET, WEST, AetoPosition, Table
from .setup import eastward
from .sides import name_of
from .title import POWERS


def held_by(t: Table, power: int, name: str) -> bool:
    """Does a power or its allies hold a place?"""
    return bool(zones.held_by_friends(t.p, power) >> t.world.node(name) & 1)


def look(t: Table) -> None:
    """At the end of a month: has someone won at once, or is the scenario over (12.2)?"""
    if t.scenario == "desert42":
        desert(t)
    elif t.world.settings.get("campaign"):
        campaign(t)
    elif "fall_of" in t.world.settings:
        fall_of_a_nation(t)
    elif t.p.month >= t.p.last:
        t.milestone("end")
        twelve_cities(t)


GREAT_CITIES = (
    "Moscow", "Leningrad", "Kiev", "Kharkov", "Stalingrad", "Baku", "Paris", "Rome", "Cairo", "Athens", "Warsaw",
    "Bucharest",
)  # fmt: skip
"""What Germany counts if she stands at the end (12.1)."""


def campaign(t: Table) -> None:
    """Germany conquered, or the UK and the USSR; else the end of the campaign (12.1)."""
    p: AetoPosition = t.p
    axis, allied = seats_of(t, AXIS), seats_of(t, WEST, SOVIET)
    if "germany" in p.conquests:
        t.close(allied, fall_of_germany(p.month), f"Germany is conquered in {tb.month_name(p.month)}.", "12.1")
    elif {"uk", "ussr"} <= p.conquests.keys():
        t.close(axis, "decisive", "The UK and the Soviet Union are conquered.", "12.1")
    elif p.month >= p.last:
        t.milestone("end")
        held = sum(held_by(t, w.GERMANY, name) for name in GREAT_CITIES)
        t.close(axis, last_stand(held), f"Germany stands and holds {held} of the twelve great cities.", "12.1")


def fall_of_germany(month: int) -> str:
    """By December 1944 decisive, by March 1945 major, then marginal (12.1)."""
    if month <= tb.month_of("December 1944"):
        return "decisive"
    return "major" if month <= tb.month_of("March 1945") else "marginal"


def last_stand(held: int) -> str:
    """Ten great cities decisive, six major, fewer marginal (12.1)."""
    return "decisive" if held >= 10 else "major" if held >= 6 else "marginal"


def fall_of_a_nation(t: Table) -> None:
    """At the end, or at once where that ends it: when was the nation conquered that the scenario is about (12.2)?"""
    if t.p.month < t.p.last and not ("fall_to" in t.world.settings and t.world.settings["fall_of"] in t.p.conquests):
        return
    t.milestone("end")
    level, side, said = judgement(t)
    t.close(seats_of(t, *([AXIS] if side == "axis" else [WEST, SOVIET])), level, said, "12.2")


def judgement(t: Table) -> tuple[str, str, str]:
    """Level, winner and reason as things stand: decisive by a date, marginal by a later one, else the defender's."""
    nation, by = t.world.settings["fall_of"], t.world.settings["fall_by"]
    attacker = t.world.settings.get("fall_to", "axis")
    defender = next(side for side in ("axis", "allied") if side != attacker)
    fell = t.p.conquests.get(nation)
    if fell is None:
        return unbroken(t), defender, f"{name_of(nation)} stands{and_holds(t)}."
    said = f"{name_of(nation)} was conquered in {tb.month_name(fell[1])}."
    for level in ("decisive", "marginal"):
        if fell[1] <= tb.month_of(by[level]):
            return level, attacker, said
    return "marginal", defender, said


def outposts(t: Table) -> list[str]:
    """The cities beyond her borders that make Germany's last stand a triumph, if she still holds them (12.2)."""
    return [name for name in t.world.settings.get("last_stand", ()) if held_by(t, w.GERMANY, name)]


def unbroken(t: Table) -> str:
    """A nation that stands has won decisively; Germany in 1945 only with a great city abroad (12.2)."""
    return "decisive" if outposts(t) or "last_stand" not in t.world.settings else "marginal"


def and_holds(t: Table) -> str:
    """What else she holds, as a sentence goes on."""
    held = outposts(t)
    return f" and holds {', '.join(held)}" if held else ""


def seats_of(t: Table, *alliances: int) -> list[int]:
    """The seats that play for some alliances, who took most from the enemy first."""
    seats = sorted({t.seat_of(power) for power, side in enumerate(t.p.alliance) if side in alliances})
    return sorted(seats, key=lambda seat: (-taken_by(t, seat), seat))


def taken_by(t: Table, seat: int) -> int:
    """Of a winning side that player is first who holds most resource hexes taken from the enemy (12.3)."""
    p: AetoPosition = t.p
    count = 0
    for power in t.powers_of(seat):
        foes = [POWERS[foe] for foe in range(len(POWERS)) if p.alliance[foe] and p.alliance[foe] != p.alliance[power]]
        lands = 0
        for name in (*foes, *p.conquests):
            lands |= t.world.board.nation.get(name, 0) if name != POWERS[power] else 0
        count += (t.world.places("resource") & p.held[power] & lands).bit_count()
    return count


def axis_cities(t: Table) -> list[str]:
    """The cities of the scenario that the Axis holds."""
    return [name for name in t.world.settings["cities"] if held_by(t, w.GERMANY, name)]


def twelve_cities(t: Table) -> None:
    """Barbarossa is scored by twelve cities: eight in Axis hands are a draw (12.2)."""
    axis, allied = seats_of(t, AXIS), seats_of(t, WEST, SOVIET)
    won = axis_cities(t)
    said = f"The Axis holds {len(won)} of {len(t.world.settings['cities'])} cities."
    if len(won) > 10 or {"Moscow", "Leningrad"} <= set(won):
        t.close(axis, "decisive", said, "12.2")
    elif len(won) > 8:
        t.close(axis, "marginal", said, "12.2")
    elif len(won) == 8:
        t.close([], "draw", said, "12.2")
    else:
        t.close(allied, "marginal" if len(won) > 5 else "decisive", said, "12.2")


def desert(t: Table) -> None:
    """Alexandria or Cairo at the end of any month decide; else the last month is counted (12.2)."""
    p: AetoPosition = t.p
    axis, allied = t.seat_of(w.GERMANY), t.seat_of(w.UK)
    if on_the_nile(t):
        t.close([axis], "decisive", "The Axis holds Alexandria or Cairo.", "12.2")
    elif p.month >= p.last:
        t.milestone("end")
        count(t, axis, allied)


def on_the_nile(t: Table) -> bool:
    """Alexandria or Cairo is Axis (12.2)."""
    return held_by(t, w.GERMANY, "Alexandria") or held_by(t, w.GERMANY, "Cairo")


def count(t: Table, axis: int, allied: int) -> None:
    """Who has won the desert (12.2)."""
    if thrown_out(t):
        t.close([allied], "decisive", "The Axis is thrown out of Cyrenaica.", "12.2")
    elif held_by(t, w.GERMANY, "Tobruk") and held_by(t, w.GERMANY, "Mersa Matruh"):
        t.close([axis], "marginal", "The Axis holds Tobruk and Mersa Matruh.", "12.2")
    elif held_by(t, w.GERMANY, "Tobruk"):
        t.close([], "draw", "The Axis holds Tobruk, the British Mersa Matruh.", "12.2")
    else:
        t.close([allied], "marginal", "Tobruk is British.", "12.2")


def thrown_out(t: Table) -> bool:
    """Benghazi is British, or no supplied German step stands east of El Agheila (12.2)."""
    p: AetoPosition = t.p
    if held_by(t, w.UK, "Benghazi"):
        return True
    line = eastward(t, t.world.node(t.world.settings["axis_road"]))
    for node in members(p.occupied[w.GERMANY] & t.world.land):
        for i in p.stacks[node]:
            if p.power[i] == w.GERMANY and zones.combat_unit(p, i) and not p.marked[i] and eastward(t, node) > line:
                return False
    return True
