"""The sequence of play as a table (viii), and the title itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.board import UnknownName
from grognard.board.hexset import among, members, where
from grognard.engine.core.frames import Frame
from grognard.engine.core.names import nearest, unknown
from grognard.engine.core.rules import Refused, RuleBook
from grognard.engine.core.step import Row, Sequence_, Step

from . import (
    activation,
    advance,
    attacks,
    breakthrough,
    checks,
    course,
    effects,
    ending,
    exploitation,
    hq,
    joint,
    march,
    months,
    names,
    offensives,
    pieces,
    reaction,
    replenish,
    reroll,
    retreats,
    setup,
    stores,
    weather,
    zones,
)
from . import tables as tb
from . import world as w
from .air import dogfight, provisions, support
from .air import movement as air_movement
from .looks import AetoLooks
from .movement import capture
from .politics import blitzkrieg, claims, conquest, partisans, partners, ultra, vichy, wars
from .position import AXIS, WEST, AetoPosition, Table
from .sea import (
    air_strike,
    assault,
    battle,
    beaches,
    building_mulberries,
    evacuation,
    interception,
    joined_assault,
    sailing,
    voyage,
    yards,
)
from .sea import offensive as sea_offensive
from .sea import waters as sea_waters
from .seasonal import calendar as cal
from .seasonal import construction
from .seasonal import turn as season
from .strategic import assignments, missions
from .strategic import offensive as air_offensive
from .title import HERE, MAJORS, META, POWERS, seats_apart, seats_apart_in_1940, seats_apart_in_1944


def seat_for(power: int) -> Any:
    def who(t: Table) -> int:
        return t.seat_of(power)

    return who


def replaces(power: int) -> Any:
    """Is a power the first of its seat, and has that seat replacements?"""

    def when(t: Table) -> bool:
        first = next(other for other in range(len(MAJORS)) if t.seat_of(other) == t.seat_of(power))
        fixed = not t.world.settings.get("seasons")
        return fixed and first == power and ending.replacements(t, t.seat_of(power)) > 0

    return when


def with_initiative(t: Table) -> int:
    """The seat that holds the Initiative (P5/initiative-side)."""
    side = offensives.side_of(t.p.initiative)
    return offensives.seats_of(t, side)[0]


def in_the_balkans(t: Table) -> bool:
    """May Germany ask a Balkan state for transit (8.0/bulgaria/transit)?"""
    return bool(t.world.settings.get("politics")) and partners.somebody_to_coerce(t)


def in_the_desert(t: Table) -> bool:
    return t.scenario == "desert42"


def has_sea(t: Table) -> bool:
    """Has the scenario fleets?"""
    return bool(t.world.settings.get("sea"))


def with_seasons(t: Table) -> bool:
    return bool(t.world.settings.get("seasons"))


MONTH = (
    Row("month_start"),
    Row("axis_supply", seat_for(w.ITALY), in_the_desert),
    Row("weather"),
    Row("air_movement"),
    Row("who_first", with_initiative),
    Row("offensives"),
    Row("coercion", seat_for(w.GERMANY), in_the_balkans),
    Row("movement_phase"),
    Row("supply"),
    *(Row("replacement", seat_for(power), replaces(power)) for power in range(len(MAJORS))),
    Row("conquest", when=conquest.in_campaign),
    Row("replenishment", when=with_seasons),
    Row("month_end"),
)
GAME = [Row("season", when=cal.begins), Row("month", when=lambda t: not has_sea(t)), Row("sea_month", when=has_sea)]
BEFORE_AIR = next(n for n, row in enumerate(MONTH) if row.step == "air_movement")
SEA_MONTH = (
    *MONTH[:BEFORE_AIR],
    Row("assignments", when=assignments.anybody),
    Row("bombing"),
    Row("naval"),
    *MONTH[BEFORE_AIR:],
)
"""With fleets a month has Strategic Warfare and naval operations before the Air Movement Step (viii.3)."""


def months_of(t: Table) -> tuple[str, tuple[Row, ...]]:
    """The sequence that a scenario's months follow."""
    return ("sea_month", SEA_MONTH) if has_sea(t) else ("month", MONTH)


STEPS: dict[str, Step] = {
    "conquest": conquest.Politics(), "armistice": vichy.Armistice(), "partisans": partisans.PartisanRolls(),
    "rising": partisans.Rising(), "claims": claims.Claims(), "partners": partners.Partners(),
    "courting": partners.Courting(), "coercion": partners.Coercion(),
    "game": Sequence_("game", GAME, again=lambda t: True),
    **season.STEPS,
    "month": Sequence_("month", MONTH, "viii.3"), "sea_month": Sequence_("month", SEA_MONTH, "viii.3"),
    "month_start": months.MonthStart(), "axis_supply": months.AxisSupply(),
    "weather": weather.Weather(), "who_first": offensives.WhoFirst(),
    "beginner": offensives.Beginner(), "ultra": ultra.UltraQuestion(),
    "offensives": offensives.OffensivePhase(), "air_offensive": air_offensive.AirOffensive(),
    "offensive": offensives.Offensive(), "command": activation.Command(),
    "breakthrough": breakthrough.Breakthrough(), "thrust": breakthrough.ThrustStep(),
    "land_movement": offensives.LandMovement(), "march": march.March(), "advancing": march.Advancing(),
    "declare": attacks.Declaration(), "combat": attacks.Combat(), "attack": course.AttackStep(),
    "air_movement": air_movement.AirMovement(), "air_phase": air_movement.AirPhase(),
    "air_support": support.AirSupport(), "aiming": dogfight.Aiming(), "resolve": reroll.Resolve(),
    "doubt": reroll.Doubt(), "second_roll": reroll.SecondRoll(),
    "exclude": retreats.Exclusion(), "crowded": retreats.Crowded(), "losses": effects.Losses(),
    "retreat": retreats.Retreats(), "sea_offensive": sea_offensive.SeaOffensiveStep(),
    "withdrawal": retreats.Withdrawal(), "advance": advance.AdvanceQuestion(), "secondary": advance.Secondary(),
    "reaction": reaction.Reaction(), "bump": hq.BumpQuestion(), "exploitation": exploitation.Exploitation(),
    "movement_phase": months.MovementPhase(), "movement": months.Movement(), "supply": ending.SupplyStep(),
    "feeding": ending.Feeding(), "burning": stores.Burning(), "supply_flight": provisions.SupplyFlight(),
    "drift": provisions.Drifting(), "replacement": ending.Replacement(),
    "replenishment": replenish.Replenishment(), "replenishing": replenish.Replenishing(),
    "month_end": ending.MonthEnd(),
    "naval": sailing.NavalPhase(), "voyage": voyage.Voyage(), "intercepting": interception.Intercepting(),
    "sea_battle": battle.SeaBattle(), "gunnery": battle.Gunnery(), "breaking_off": battle.BreakingOff(),
    "yard": yards.Yard(), "assault": assault.Assaulting(), "air_strike": air_strike.AirStrike(),
    "assignments": assignments.Assignments(),
    "assigning": assignments.Assigning(), "bombing": missions.Bombing(),
}  # fmt: skip


sailing.NavalPhase.verbs = (*sailing.NavalPhase.verbs[:-1], evacuation.Evacuate(), beaches.BeachSupply(),
                            building_mulberries.Build(),
                            sailing.NavalPhase.verbs[-1])  # fmt: skip
construction.Building.verbs = (
    *construction.Building.verbs[:-1], building_mulberries.Mend(), construction.Building.verbs[-1],
)  # fmt: skip
months.Movement.verbs = (*months.Movement.verbs[:-1], building_mulberries.Remove(), months.Movement.verbs[-1])
offensives.OffensivePhase.verbs = (
    *offensives.OffensivePhase.verbs[:-1], wars.War(), blitzkrieg.Blitzkrieg(), assault.Assault(),
    joined_assault.JoinedAssault(), sea_offensive.SeaOffensive(), sea_offensive.Bombard(), joint.Joint(),
    air_offensive.AirBomb(), air_offensive.AirWorks(), air_offensive.AirShips(), provisions.DropSupply(),
    air_movement.FlyOut(),
    offensives.OffensivePhase.verbs[-1],
)  # fmt: skip


class AdvancedEto(AetoLooks):
    """Advanced European Theater of Operations."""

    meta = META
    book = RuleBook(HERE / "data" / "rules.csv")
    position = AetoPosition
    form = 2
    steps: Mapping[str, Step] = STEPS
    aggressive_verbs = (
        "hq",
        "general",
        "stack",
        "thrust",
        "strike",
        "declare",
        "attack",
        "advance",
        "react",
        "activate_all",
    )
    safe_orders = ("end", "pass", "stay", "stand", "include", "roll", "keep", "hold", "lay_up")
    invariants = checks.INVARIANTS
    ledgers = checks.LEDGERS

    def begin(self, scenario: str, options: Mapping[str, str], board: Any = None) -> w.World:
        return w.world(scenario, str(board) if board else "")

    def seating(self, options: Mapping[str, str]) -> Mapping[str, str]:
        """Powers that have a player of their own."""
        return seats_apart(int(options.get("players", "2")))

    def setup(self, t: Table) -> None:
        setup.setup(t)

    def nodes(self, t: Table) -> int:
        return int(t.world.board.size) + 1

    def node_name(self, t: Table, node: int) -> str:
        return t.world.names[node]

    def find_node(self, t: Table, text: str) -> int:
        if text == "lost":
            return int(t.world.lost)
        if text.startswith("off"):
            return t.world.coast_named(text)
        try:
            return int(t.world.board.node(text.replace("_", " ")))
        except UnknownName:
            return -1

    def near_nodes(self, t: Table, text: str) -> list[str]:
        return [name.replace(" ", "_") for name in t.world.board.suggest(text)]

    def piece_name(self, t: Table, piece: int) -> str:
        return names.piece_name(t, piece)

    def called(self, t: Table, piece: int) -> tuple[int, int, int]:
        """Pieces of one name share kind, strength, range and place."""
        p = t.p
        card = t.world.cards[p.card[piece]]
        if card.kind in names.NAMED:
            return card.number, 0, 0
        key = (card.power * 32 + card.kind) * 1000 + pieces.strength_of(t, piece) * 10 + (p.steps[piece] < card.steps)
        return -1, key * 64 + card.range, p.at[piece]

    def clock(self, t: Table) -> int:
        return int(t.p.month)

    def progress(self, t: Table) -> int:
        return checks.progress(t)

    def scores(self, t: Table) -> dict[str, int]:
        p = t.p
        return {"axis_hexes": (p.held[w.GERMANY] | p.held[w.ITALY]).bit_count(), "uk_hexes": p.held[w.UK].bit_count()}

    # Scenes

    scene_words = (
        "axis offensives",
        "uk offensives",
        "axis movement",
        "uk movement",
        "uk holds Derna",
        "fort Tobruk",
        "season construction",
        "uk 40 EPs",
    )

    def scene_clear(self, t: Table) -> None:
        for piece in members(~where(t.p.steps, among(0)) & (1 << len(t.p.at)) - 1):
            pieces.drop(t, piece)
        t.p.pool = t.p.suez = b""
        t.p.track = {}

    def scene_names(self, t: Table) -> list[str]:
        return list(names.units())

    def scene_limits(self, t: Table) -> Mapping[str, range]:
        return {
            "month": range(1939 * 12, 1946 * 12),
            "last": range(1939 * 12, 1946 * 12),
            "lost": range(t.p.lost, t.p.lost + 1),
        }

    def scene_piece(self, t: Table, node: int, text: str) -> int:
        """``ger8arm``, ``ger4arm-`` depleted, ``Rommel``."""
        found = names.units().get(text)
        if found is None:
            return -1
        afloat = t.world.cards[found[0]].kind in tb.SHIPS
        if afloat and not sea_waters.at_sea(t.world) >> node & 1 and node not in sea_waters.ports_of(t.world):
            raise Refused("E.scene", f"{t.node_name(node)} is no water and no port: no ship lies there.")
        if not afloat and not t.world.land >> node & 1:
            raise Refused("E.scene", f"{t.node_name(node)} is no land: no unit stands there.")
        piece = pieces.raise_chit(t, found[0], found[1], node)
        if piece < 0:
            raise Refused("E.scene", f"All {len(t.p.at)} chits are on the map: {text} finds no slot.")
        if zones.combat_unit(t.p, piece):
            capture(t, t.p.power[piece], node)
        return piece

    def scene_word(self, t: Table, clause: str) -> bool:
        return scene_word(t, clause)

    def describe(self, t: Table, piece: int) -> str:
        return names.short_name(t, piece) if t.p.steps[piece] else ""


SCENE_PHASES = ("offensives", "movement", "naval", "air_movement", "assignments", "bombing")
SIDE_WORDS = {"axis": AXIS, "germany": AXIS, "italy": AXIS, "uk": WEST, "allied": WEST}


def scene_word(t: Table, clause: str) -> bool:
    """``axis offensives``, ``uk movement``, ``uk holds Derna``, ``fort Tobruk``, ``3 chits El Agheila``."""
    words = clause.split()
    if len(words) > 2 and words[1] == "holds":
        if words[0] not in POWERS:
            raise unknown("power", words[0], POWERS)
        capture(t, POWERS.index(words[0]), t.title.place(t, " ".join(words[2:])))
        return True
    if words[0] == "season" and len(words) < 3:
        return scene_season(t, words[1] if len(words) > 1 else "season_start")
    if len(words) == 3 and words[2] == "EPs" and words[0] in POWERS and words[1].lstrip("-").isdecimal():
        t.p.ep[POWERS.index(words[0])] = int(words[1])
        return True
    if words[0] == "fort" and len(words) > 1:
        t.p.forts |= 1 << t.title.place(t, " ".join(words[1:]))
        return True
    if len(words) > 2 and words[1] == "chits" and words[0].isdecimal():
        return scene_chits(t, int(words[0]), t.title.place(t, " ".join(words[2:])))
    if len(words) == 2 and words[0] in SIDE_WORDS and words[1] in SCENE_PHASES:
        t.p.first = SIDE_WORDS[words[0]]
        if words[1] not in ("offensives", "movement"):
            t.p.initiative = t.p.first
        month, rows = months_of(t)
        row = next(
            n for n, row in enumerate(rows) if row.step == {"movement": "movement_phase"}.get(words[1], words[1])
        )
        place = next(n for n, row_ in enumerate(GAME, 1) if row_.step == month)
        t.agenda = (Frame("game", data=(("row", place),)), Frame(month, data=(("row", row),)))
        t.run()
        return True
    if len(words) == 2 and words[1] in ("offensives", "movement"):
        hint, near = nearest(words[0], SIDE_WORDS)
        raise Refused("E.scene", f"{words[0][:40]!r} is no side.{hint}", near)
    return False


def scene_season(t: Table, step: str) -> bool:
    """The Seasonal Turn from one of its steps on: ``season construction``."""
    rows = [row.step for row in season.SEASON]
    if step not in rows:
        raise unknown("step of the season", step, rows)
    data = (("row", rows.index(step)),)
    t.agenda = (Frame("game", data=(("row", 1),)), Frame("season", data=data))
    t.run()
    return True


def scene_chits(t: Table, count: int, node: int) -> bool:
    """So many supply chits in a hex, its owner's."""
    owner = next((power for power, land in enumerate(t.p.held) if land >> node & 1), w.NEUTRAL)
    t.p.chits.pop(str(node), None)
    if count:
        t.p.chits[str(node)] = (owner, count, 0, int(owner in (w.ITALY, w.GERMANY)))
    return True


class FallOfFrance(AdvancedEto):
    """May 1940: two powers stay out, so that at most four can play."""

    def seating(self, options: Mapping[str, str]) -> Mapping[str, str]:
        return seats_apart_in_1940(int(options.get("players", "2")))

    def check_options(self, scenario: str, options: Mapping[str, str]) -> None:
        if int(options.get("players", "2")) > MOST_IN_1940:
            raise Refused("E.option", "The US and the Soviet Union stay out of 1940: two, three or four can play it.")


class FortressEurope(AdvancedEto):
    """June 1944: Italy and France have fallen, so that at most four can play."""

    def seating(self, options: Mapping[str, str]) -> Mapping[str, str]:
        return seats_apart_in_1944(int(options.get("players", "2")))

    def check_options(self, scenario: str, options: Mapping[str, str]) -> None:
        if int(options.get("players", "2")) > MOST_IN_1944:
            raise Refused("E.option", "Italy and France are out of the war in 1944: two, three or four can play it.")


MOST_IN_1940 = MOST_IN_1944 = 4
TITLE = AdvancedEto()
AdvancedEto.games = {"1940": FallOfFrance(), "1944": FortressEurope()}
