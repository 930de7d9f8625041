"""The sequence of play as a table (4.0), and the title itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.board import UnknownName
from grognard.board.hexset import members
from grognard.engine.core.frames import Frame
from grognard.engine.core.names import nearest, unknown
from grognard.engine.core.rules import Refused, RuleBook, rule
from grognard.engine.core.step import Row, Sequence_, Step

from . import checks, setup, victory
from . import options as options_
from . import world as w
from .home import lendlease, partisans, production
from .land import buildup, combat, line, movement, overrun, paradrop, rail, sizes, stacking
from .looks import EtoLooks
from .politics import borders, control, italy, neutrals, vichy
from .sea import amphibious, naval
from .state import EtoPosition, Table
from .title import META

STEPS: dict[str, Step] = {
    **buildup.STEPS, **neutrals.STEPS, **vichy.STEPS, **italy.STEPS, **naval.STEPS, **production.STEPS,
    **lendlease.STEPS, **partisans.STEPS, **overrun.STEPS, **combat.steps(), **rail.steps(),
}  # fmt: skip


def seat_for(power: int) -> Any:
    def who(t: Table) -> int:
        seat: int = t.p.seat_of[power]
        return seat

    return who


def begin_player_turn(t: Table, power: int) -> None:
    """The player whose Player-Turn it is is the phasing one (4.1)."""
    t.p.player = power
    movement.begin_turn(t)


def player_turn(power: int, start: str, phases: tuple[tuple[str, str], ...], when: Any = None) -> list[Row]:
    """The phases of one Player-Turn, each with the rule that puts it there."""

    def begin(t: Table) -> None:
        begin_player_turn(t, power)

    head = {w.AXIS: "4.2/A", w.ALLIED: "4.2/B", w.SOVIET: "16.81"}[power]
    rows = [Row("player_turn", freeze=begin, when=when, rule=head)]
    for name, number in ((start, ""), *phases):
        rows.append(Row(name, seat_for(power), when, rule=number, power=lambda t: power))
    return rows


def three(t: Table) -> bool:
    return control.three_players(t)


def two(t: Table) -> bool:
    return not control.three_players(t)


class PlayerTurn(Step):
    """The head of a Player-Turn: it only says whose it is (4.1)."""

    name = "player-turn"
    rule = "4.1"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        t.emit("player_turn", "4.1", power=META.powers[t.p.player], turn=t.world.turns[t.p.turn - 1]["turn"])
        t.pop()


class TurnEnd(Step):
    """The end of a Game-Turn: what is judged then, and the marker moves (R184)."""

    name = "end of the Game-Turn"
    rule = "4.2/C"

    def asks(self, t: Table, f: Frame) -> tuple[int, ...]:
        return ()

    def run(self, t: Table, f: Frame) -> None:
        control.settle_centers(t)
        control.settle_turn(t)
        for hook in control.ON_TURN_END:
            hook(t)
            if t.outcome is not None:
                return
        t.pop()
        end_game(t)
        if t.outcome is None:
            next_turn(t)


@rule("4.3")
def end_game(t: Table) -> None:
    """The game ends with the last Game-Turn of the scenario (4.3)."""
    if t.p.turn < t.p.last:
        return
    t.milestone("end")
    for judge in control.ON_GAME_END:
        judge(t)
    if t.outcome is None:
        t.close([], "draw", "The last Game-Turn is over.", "4.3")


def next_turn(t: Table) -> None:
    """The marker moves to the next Game-Turn (4.2/C)."""
    t.p.turn += 1
    movement.mechanize(t)
    t.emit("turn", "4.2/C", turn=t.world.turns[t.p.turn - 1]["turn"])


STEPS.update(
    player_turn=PlayerTurn(),
    free_setup=setup.FreeSetup(),
    movement=movement.Movement(
        1,
        (
            overrun.Overrun(),
            *line.verbs(False),
            rail.MarkForRail(),
            *amphibious.PHASE_1,
            *paradrop.PHASE_1,
            stacking.GiveUp(),
        ),
    ),
    mechanized=movement.Movement(3, (overrun.Overrun(True), *line.verbs(True), *amphibious.PHASE_3)),
    turn_end=TurnEnd(),
)
PHASES = (
    ("movement", ""), ("combat", "4.2/A2"), ("mechanized", "4.2/A3"), ("rail", "4.2/A4"), ("naval", "4.2/A4"),
    ("reinforcement", "4.2/A5"), ("build_up", "4.2/A6"), ("partisans", "4.2/A7"),
)  # fmt: skip
"""Phases 1 to 7; rail and naval movement are both of phase 4."""

TURN = [
    *player_turn(w.AXIS, "axis_start", (*PHASES, ("axis_end", ""))),
    *player_turn(w.ALLIED, "allied_start", PHASES),
    Row("resources", seat_for(w.ALLIED), two, rule="4.2/B8"),
    *player_turn(w.SOVIET, "russian_start", (*PHASES, ("resources", "4.2/B8")), three),
    Row("vichy", seat_for(w.AXIS), rule="14.11"),
    Row("turn_end"),
]
STEPS["turn"] = Sequence_("Game-Turn", TURN, "4.1")
STEPS["game"] = Sequence_(
    "game",
    [Row("free_setup", seat_for(w.AXIS), lambda t: t.p.due.get("setup", 0) > 0), Row("turn")],
    again=lambda t: True,
)


def alive(t: Table) -> bool:
    """A unit on the map has strength, and one without is off it."""
    p = t.p
    return all((p.strength[i] > 0) == (p.at[i] != p.lost) for i in range(len(p.at)))


def armies(t: Table) -> bool:
    """What put and lift keep up to date is what the columns say."""
    twin = t.p.copy()
    twin.restack()
    derived = ("army", "corps", "mechs", "paras", "fixed", "doubled", "tripled", "paired", "twins", "light", "weight")
    sizes = [{points: units for points, units in p.points.items() if units} for p in (twin, t.p)]
    bulks = [{points: hexes for points, hexes in p.bulk.items() if hexes} for p in (twin, t.p)]
    alike = sizes[0] == sizes[1] and bulks[0] == bulks[1]
    return alike and all(getattr(twin, name) == getattr(t.p, name) for name in derived)


def one_side(t: Table) -> bool:
    """Enemies share no hex, but for a drop that is still to be fought out."""
    p = t.p
    for node in members(p.doubled):
        stack = [i for i in p.stacks[node] if not (p.dropped | p.landing) >> i & 1]
        if any(p.hostile[p.power[i]] >> p.power[j] & 1 for i in stack for j in stack):
            return False
    return True


class WorldWarTwo(EtoLooks):
    """World War Two: European Theater of Operations."""

    meta = META
    book = RuleBook(w.HERE / "data" / "rules.csv")
    position = EtoPosition
    steps: Mapping[str, Step] = STEPS
    proposals: Mapping[str, Any] = victory.PROPOSALS
    aggressive_verbs = ("attack", "overrun", "line", "overrun_line", "land", "drop")
    safe_orders = ("end", "pass", "deploy", "give_up", "advance")
    editors, deployments = frozenset({"build_up"}), frozenset({"free_setup"})
    invariants = {"alive": alive, "armies": armies, "one_side": one_side, **checks.INVARIANTS}
    ledgers = checks.LEDGERS

    def begin(self, scenario: str, options: Mapping[str, str], board: Any = None) -> w.World:
        return w.world(scenario, str(board) if board else "")

    def check_options(self, scenario: str, options: Mapping[str, str]) -> None:
        """Options that do not go together are refused (16.0, 16.84)."""
        options_.check_options(scenario, options)

    def seating(self, options: Mapping[str, str]) -> Mapping[str, str]:
        """The third player commands the Russians and their partisans (16.81)."""
        return {"soviet": "soviet", "russian_partisans": "soviet"} if options.get("three_players") == "on" else {}

    def setup(self, t: Table) -> None:
        setup.setup(t)

    def nodes(self, t: Table) -> int:
        return int(t.world.board.size) + 1

    def node_name(self, t: Table, node: int) -> str:
        name: str = t.world.names[node]
        return name

    def find_node(self, t: Table, text: str) -> int:
        if text == "lost":
            return int(t.world.lost)
        try:
            return int(t.world.board.node(text.replace("_", " ")))
        except UnknownName:
            return -1

    def near_nodes(self, t: Table, text: str) -> list[str]:
        return [name.replace(" ", "_") for name in t.world.board.suggest(text)]

    def piece_name(self, t: Table, piece: int) -> str:
        """``ger4inf@1612``: nation, strength, kind, place."""
        p = t.p
        place = t.world.names[p.at[piece]]
        return f"{w.CODES[p.nation[piece]]}{p.strength[piece]}{w.SHORT[p.kind[piece]]}@{place}"

    def called(self, t: Table, piece: int) -> tuple[int, int, int, int]:
        """What the name says."""
        p = t.p
        return p.at[piece], p.nation[piece], p.strength[piece], p.kind[piece]

    def find_pieces(self, t: Table, text: str) -> list[int]:
        """All units of that name; ``4inf@1612`` means any nation's."""
        p = t.p
        what, _, place = text.casefold().partition("@")
        node = self.find_node(t, place)
        names = ((i, self.piece_name(t, i).partition("@")[0]) for i in p.stacks.get(node, ()))
        return [i for i, name in names if what in (name, name[3:])]

    def shared_names(self, t: Table) -> int:
        """Only units that stand together can be alike."""
        bits: int = t.p.twins
        return bits

    def clock(self, t: Table) -> int:
        return int(t.p.turn)

    def scores(self, t: Table) -> dict[str, int]:
        """Russian Resource Centers held by the Axis, and the points of its enemies in Germany."""
        p = t.p
        inside = (p.occupied[w.ALLIED] | p.occupied[w.SOVIET]) & t.world.germany
        points = sum(p.strength[i] for node in members(inside) for i in p.stacks[node])
        return {"axis_centers": control.axis_held_centers(t).bit_count(), "allied_points_in_germany": points}

    def progress(self, t: Table) -> int:
        """Game-Turns and phases to come, then what is left to do in this one."""
        return int(checks.progress(t))

    # Scenes

    def scene_clear(self, t: Table) -> None:
        for piece in range(len(t.p.at)):
            if t.p.at[piece] != t.p.lost:
                t.p.remove(piece)
        t.p.due.pop("setup", None)

    scene_words = ("axis movement", "turn 4-1941", "axis holds 1512", "war", "invaded belgium", "1612: ger4inf")

    def scene_names(self, t: Table) -> list[str]:
        return list(UNITS)

    def scene_limits(self, t: Table) -> Mapping[str, range]:
        turns = range(1, len(t.world.turns) + 1)
        return {"turn": turns, "last": turns, "player": range(len(META.powers)), "russia": range(3)}

    def scene_piece(self, t: Table, node: int, text: str) -> int:
        """``ger4inf``, ``sov2inf``, ``brt1gar``; a partisan is named for its country: ``sov1part``."""
        code, strength, kind = text[:3], text[3:4], text[4:]
        if text not in UNITS:
            return -1
        if not (t.world.board.land | 1 << t.world.us_box) >> node & 1:
            raise Refused("E.scene", f"{t.node_name(node)} is no land: no unit stands there.")
        nation, sort = w.CODES.index(code), w.SHORT.index(kind)
        power = scene_power(t, nation, sort)
        piece: int = t.p.raise_unit(power, nation, sort, int(strength), node)
        if piece < 0:
            raise Refused("E.scene", f"All {len(t.p.at)} units are on the map: {text} finds no counter.")
        if power in control.SIDES and sort != w.PARTISAN:
            control.take(t, power, node, nation)
        return piece

    def scene_word(self, t: Table, clause: str) -> bool:
        return scene_word(t, clause)

    def describe(self, t: Table, piece: int) -> str:
        return self.piece_name(t, piece).partition("@")[0] if t.p.at[piece] != t.p.lost else ""


def scene_power(t: Table, nation: int, kind: int) -> int:
    """Who owns a unit that a scene puts down: its nation's side now."""
    p = t.p
    if kind == w.PARTISAN:
        return {w.USSR: w.RUSSIAN_PARTISANS, w.FINLAND: w.FINNISH_PARTISANS}.get(nation, w.PARTISANS)
    if nation in (w.USA, w.FREE_FRENCH, w.FRANCE):
        return w.ALLIED
    if nation == w.VICHY_FRANCE:
        return w.VICHY
    home = t.world.nations[nation].home
    if home >= 0 and p.invaded >> home & 1:
        return w.ALLIED
    return setup.power_of(w.NATIONS[nation], t.scenario)


UNITS = dict.fromkeys(f"{a}{n}{kind}" for a in w.CODES for n in range(1, sizes.LARGEST + 1) for kind in w.SHORT)
"""Every unit as a scene writes it."""
PLAYERS = {"axis": w.AXIS, "allied": w.ALLIED, "soviet": w.SOVIET, "russian": w.SOVIET}


def scene_word(t: Table, clause: str) -> bool:
    """``axis movement``, ``turn 4-1941``, ``axis holds 1512``, ``war`` (Russia at war), ``invaded belgium``."""
    p = t.p
    first, _, rest = clause.partition(" ")
    if first == "turn":
        if rest.replace("-", "/") not in t.world.turn_index:
            raise unknown("turn", rest, [turn.replace("/", "-") for turn in t.world.turn_index])
        p.turn = t.world.turn_index[rest.replace("-", "/")]
        return True
    if clause == "war":
        scene_war(t)
        return True
    if first == "invaded":
        if rest not in t.world.by_id:
            raise unknown("country", rest, t.world.by_id)
        borders.invade(t, w.AXIS, w.GERMANY, t.world.by_id[rest])
        return True
    if first not in PLAYERS:
        if rest in t.title.steps or rest.startswith("holds "):
            raise unknown("player", first, PLAYERS)
        return False
    if rest.startswith("holds "):
        for name in rest.split()[1:]:
            node = t.title.place(t, name)
            control.take(t, PLAYERS[first], node)
            p.friendly_hexes[PLAYERS[first]] |= 1 << node
        return True
    jump(t, PLAYERS[first], rest)
    return True


def scene_war(t: Table) -> None:
    """Russia is at war and was invaded in the turn before."""
    p = t.p
    p.russia, p.russia_at_war, p.russia_invaded_on = 2, 1, max(1, p.turn - 1)
    control.make_russian_war(t)
    if not control.three_players(t):
        control.ally_russia(t)


def jump(t: Table, power: int, step: str) -> None:
    """Go to a phase of a Player-Turn."""
    phases = {row.step: i for i, row in reversed(list(enumerate(TURN))) if row.power and row.power(t) == power}
    if step not in phases:
        hint, near = nearest(step, reversed(phases))
        raise Refused("E.scene", f"{step[:40]!r} is no phase of that player's turn.{hint}", near)
    t.p.player = power
    movement.begin_turn(t)
    t.agenda = (Frame("game", data=(("row", 2),)), Frame("turn", data=(("row", phases[step]),)))


TITLE = WorldWarTwo()
