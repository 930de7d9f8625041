"""How The Struggle for Europe looks on the table: counters, the turn track, panels, overlays and odds. No rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from grognard.engine.title import Title
from grognard.engine.words.inspect import Fact
from grognard.engine.words.lesson import read_lessons

from . import chances, inspect, marks, overlays, panels, sealooks, supply
from . import world as w
from .state import IDLE, MISSIONS, Table, date, dates, figures

SIDES: dict[str, dict[str, str]] = {
    "axis": {"shape": "chamfer", "colour": "#25282c", "dark": "#c9ced2", "hatch": "rise", "name": "Axis"},
    "allied": {"shape": "square", "colour": "#8f2f16", "dark": "#f2855c", "hatch": "fall", "name": "Allies"},
}
FACES: dict[str, tuple[str, str]] = {
    "German": ("#b3bab0", "#182026"), "Italian": ("#93bda4", "#182026"), "Hungarian": ("#a5c38b", "#182026"),
    "Rumanian": ("#dcc765", "#182026"), "Finnish": ("#e9eef2", "#182026"), "Slovak": ("#c9b48c", "#182026"),
    "Soviet": ("#dd7a55", "#1b0d06"), "French": ("#bcd0e8", "#182026"), "British": ("#dcbf92", "#182026"),
    "U.S.": ("#cdd2a2", "#182026"), "Belgian": ("#e3cf9c", "#182026"), "Dutch": ("#eaa36b", "#182026"),
}  # fmt: skip
SYMBOLS = {
    "INF": "10031000001211000000", "MOT": "10031000001211020000", "PZ": "10031000001205000000",
    "ARM": "10031000001205000000", "CAV": "10031000001213000000", "MTN": "10031000001211000027",
    "ABN": "10031000001211000001", "FTR": "10031000001211000000", "CDO": "10031000001211000000",
    "FORT": "10031000001407000000",
    "F": "fighter", "A": "attacker", "B": "bomber", "HB": "heavy bomber",
    "T": "transport", "LDR": "leader",
}  # fmt: skip
"""NATO symbols as codes of MIL-STD-2525D; a kind without one has a sign of the page's own."""
KINDS = {
    "INF": "infantry", "PZ": "panzer", "ARM": "tank", "MOT": "motorized", "MTN": "mountain", "CAV": "cavalry",
    "ABN": "airborne", "FTR": "fortress", "CDO": "commando", "FORT": "Atlantic Wall fort",
    "F": "fighters", "A": "attack bombers", "B": "bombers", "HB": "heavy bombers", "T": "transports", "LDR": "leader",
}  # fmt: skip
SIZES = {"XXX": "corps", "XX": "division", "X": "brigade"}
PHASES = (
    ("Reinforce", ("reinforcement", "supply")),
    ("Move", ("construction", "naval", "movement", "fields_ready")),
    ("Air", ("air_defence", "air_attack", "air_interception", "air_combat", "air_results", "land_escorts")),
    ("Combat", ("hold_back", "guns", "flak", "attack_supply", "combat", "land_support", "holding")),
    ("Exploit", ("exploitation", "land_interdiction")),
    ("Combat again", ("late_guns", "late_flak", "late_combat", "land_late")),
    ("Administer", ("administration",)),
)
"""The phases of a segment and the steps that belong to them (4.0)."""
ENDS = {
    "reinforcement": "End reinforcement", "construction": "No more works", "naval movement": "All at sea have moved",
    "air defence": "Enough in the air", "air missions": "Enough in the air", "interception": "Enough in the air",
    "interception at sea": "Let them pass",
    "landing": "All the others fly home", "exploitation": "End exploitation",
    "post-exploitation combat": "No more attacks",
}  # fmt: skip
"""What the end of a step is called, where it is not the name of its phase."""
OPTIONAL = ("construction", "air defence", "interception", "landing")
"""Steps in which most players do nothing: they end without being asked twice."""
VERBS = {
    "strategic": ("March in the rear", "Half as many points again, only through your own rear, away from the enemy."),
    "rail": ("By rail", "24 hexes; 48 if the unit does nothing else in this segment."),
    "overrun": ("Overrun", "A stack that is sure of its victory drives through an enemy hex."),
    "attack": ("Attack", "All defenders of the hex together: a breakthrough attack."),
    "attrition": ("Attack in parts", "An attrition attack: each defender is attacked for itself."),
    "against": ("Attack a part", "Name defenders and who attacks them."),
    "fortify": ("Build a fort", "Ready in your next Movement Phase; it costs an attacker one on the die."),
    "airfield": ("Build an airfield", "A base for two wings."),
    "fly": ("Fly", "A wing, its mission, the hex."),
    "air_cover": ("Air cover", "A carrier's aircraft support the assault on a hex."),
    "deploy": ("Set up", "Another hex of its army's zone."),
    "depart": ("Leave port", "The ship tries to get away to the nearest port."),
    "upgrade": ("Upgrade", "A stronger counter takes its place; it does not move in this segment."),
    "stand_down": ("Put in reserve", "An active wing makes room for another, three a turn at most."),
    "withdraw": ("Withdraw", "It leaves instead of a unit that cannot."),
    "recall": ("Call back", "The wing stays at its base."),
    "flak": ("Fire flak", "A stack fires at wings over a hex beside it, and must then attack that hex."),
    "hold": ("Hold back", "These wings wait for combat after exploitation."),
    "hunt": ("Hunt bombers", "These fighters go for the enemy's bombers; the others escort."),
    "pursue": ("Attack a wave", "Name an enemy wave by its first wing, and the fighters that attack it."),
    "abort": ("Go home", "These wings leave the fight."),
    "bypass": ("Bypass", "These fighters pass the escorts by."),
    "drop": ("Drop bombs", "Fighters that carry bombs become escorts."),
    "use_armor": ("Use armor", "One off the attacker's die; armor then bears half of your losses."),
    "without_armor": ("Without armor", "No bonus, and you choose your losses freely."),
    "break_down": ("Break down", "A corps takes the field as its divisions."),
    "recombine": ("Recombine", "Divisions of one hex are a corps again; it moves no further."),
    "load": ("Load", "A unit goes aboard a transport wing on its base."),
    "plan_drop": ("Plan a drop", "An area, airborne units and transports, two turns ahead; sealed."),
    "aim": ("Name the hex", "Where a planned unit will drop; one turn ahead at least."),
    "call_off": ("Call off", "The plan is given up."),
    "evacuate": ("Evacuate", "The unit goes home over the sea and becomes replacement points."),
    "ship": ("By sea", "From a port over the Channel to another."),
    "write_off": ("Write off", "This wing is lost on the ground."),
    "stand": ("Stand fast", "Units with a leader need not retreat."),
    "give_up": ("Give up a unit", "It is too much for where it stands, and is lost."),
}
"""The words of a verb's button, and what it does."""
LEFT = {
    "fortify": "Works may still be begun", "airfield": "Works may still be begun", "fly": "Wings may still fly",
    "attack": "Attacks may still be made", "attrition": "Attacks may still be made",
}  # fmt: skip
"""What is left to do, for whoever ends a step before."""
LEVELS = {"with": "which bonus to use", "mission": "a mission", "side": "which side of the counter"}
SAYS = {
    "stood_down": "{pieces:is|are} put in reserve",
    "moved": "{pieces} {arrow}",
    "railed": "{pieces} by rail {arrow}",
    "overran": "{pieces:overruns|overrun} {beaten}: {arrow}",
    "attack": "{pieces:attacks|attack} {against} in {places}: {odds}, die {die}, modifier {drm}: {result}, {told}",
    "advanced": "{pieces:advances|advance} {arrow}",
    "retreated": "{pieces:falls|fall} back {arrow}",
    "reduced": "{pieces:is|are} reduced in {places}",
    "eliminated": "{pieces:is|are} eliminated in {places} ({cause})",
    "taken": "{side} troops take {places}",
    "turn": "{turn}",
    "player_turn": "The {power} segment",
    "weather": "Weather: {weather}",
    "points": "{nation} replacements: {infantry} infantry and {armor} armor points",
    "turned": "{pieces:is|are} turned to the other side in {places}",
    "raid": "Aircraft of {pieces} attack {places}",
    "relaunched": "{pieces:is|are} built anew",
    "combined": "{pieces:becomes|become} one in {places}",
    "city_points": "{places}, cut off, makes {infantry:g} infantry and {armor:g} armor points for itself",
    "air_replacement": "Air replacements, die {die}: {success:none|a wing may come back}",
    "replaced": "{pieces:returns|return} at {places}",
    "rebuilt": "{pieces:is|are} brought to full strength in {places}",
    "arrived": "{pieces:arrives|arrive} at {places}",
    "cut_off": "{pieces:is|are} out of supply",
    "back_in_supply": "{pieces:is|are} in supply again",
    "surrender_roll": "{pieces} in {places}, die {die}: {gives_up:it holds out|it surrenders}",
    "railhead": "Railheads go forward to {places}",
    "begun": "{what} is begun in {places}",
    "built": "{what} in {places} is ready",
    "flew": "{pieces:flies|fly} {arrow}: {mission}",
    "recalled": "{pieces:is|are} called back to {places}",
    "landed": "{pieces:lands|land} at {places}",
    "driven_off": "{pieces:is|are} driven off {arrow} and disrupted",
    "aborted": "{pieces:turns|turn} back",
    "air_fire": "{pieces:fires|fire} at {against}: {odds}, die {die}: {result}",
    "flak": "Flak at {pieces} over {places}, dice {dice}: {told}",
    "bombed": "{pieces:bombs|bomb} the airfield of {places}, die {die}: {hit:nothing hit|a wing hit}",
    "held": "{pieces:is|are} held back",
    "at_war": "{countries} are at war",
    "broke_down": "{pieces:breaks|break} down into {parts}",
    "recombined": "{pieces:is|are} whole again in {places}",
    "loaded": "{pieces:boards|go together} in {places}",
    "dropped": "{pieces:drops|drop} over {places}, die {die}: {result}",
    "supplied": "{pieces:brings|bring} supplies to {places}",
    "gave_in": "The {nation} army lays down its arms",
    "evacuated": "{pieces:is|are} taken off from {places}",
    "shipped": "{pieces} by sea {arrow}",
}


class SfeLooks(Title):
    """What the browser asks of the title."""

    looks = {
        "piece": "counter",
        "sides": SIDES,
        "faces": {nation: {"fill": fill, "ink": ink} for nation, (fill, ink) in FACES.items()},
        "symbols": {**SYMBOLS, **sealooks.SYMBOLS},
        "marks": {side: look["name"] for side, look in SIDES.items()},
        "verbs": {
            verb: {"name": name, "says": says, "left": LEFT.get(verb, "")}
            for verb, (name, says) in {**VERBS, **sealooks.VERBS}.items()
        },
        "levels": LEVELS,
        "ends": ENDS,
        "optional": OPTIONAL,
    }
    says = {**SAYS, **sealooks.SAYS}
    words = {"axis": "Axis", "allied": "Allied", **dates()}
    lessons = read_lessons(Path(__file__).parent / "data" / "lessons.toml")
    overlays = public_overlays = tuple(overlays.OVERLAYS)

    def spoken_at(self, t: Table, name: str) -> str:
        """``18A`` is the Soviet 18 Army; the VIII Corps is American in Normandy and German elsewhere."""
        return t.world.spoken.get(name) or self.spoken(name)

    def face(self, t: Table, piece: int) -> dict[str, Any]:
        """A counter with its printed figures; those that wait or are lost are in the panels."""
        p = t.p
        if p.at[piece] >= t.world.arrivals:
            return None  # type: ignore[return-value]  # off the map
        unit = t.world.units[piece]
        shown = figures(t, piece)
        strength = "-".join(map(str, shown)) if unit.ground else " ".join(map(str, shown)) if unit.air else "6"
        if unit.naval or unit.depot:
            strength = sealooks.strength(t, piece)
        return {
            "symbol": unit.kind, "label": unit.name, "strength": strength, "face": unit.nation,
            "steps": 2 - p.reduced[piece] if unit.back is not None else 1, "most": 2 if unit.back is not None else 1,
            "tags": tags(t, piece), "note": note(t, piece), "name": called(unit),
        }  # fmt: skip

    def turn(self, t: Table) -> dict[str, Any]:
        """The track of half months and the phases of a segment."""
        track = []
        for turn in t.world.turns:
            year, month, half = turn.split()
            track.append({"group": f"{month.title()} {year}", "name": f"{month.title()} {half}"})
        phase = phase_now(t)
        return {
            "name": date(t).title(), "track": track, "at": t.p.turn - 1, "phases": [name for name, _ in PHASES],
            "phase": phase, "who": w.POWERS[t.p.player], "note": panels.weather_now(t),
        }  # fmt: skip

    def panels(self, t: Table, seat: int) -> list[dict[str, Any]]:
        return panels.of_seat(t, seat)

    def overlay(self, t: Table, seat: int, name: str) -> dict[str, Any] | None:
        maker = overlays.OVERLAYS.get(name)
        return maker(t, seat) if maker else None

    def marks(self, t: Table) -> list[dict[str, str]]:
        return marks.marks(t)

    def of_place(self, t: Table, seat: int, node: int) -> list[Fact]:
        return inspect.of_place(t, node)

    def of_piece(self, t: Table, seat: int, piece: int) -> list[Fact]:
        return inspect.of_piece(t, piece)

    def odds(self, t: Table, seat: int, order: str) -> dict[str, Any] | None:
        """The chances of an attack that is written out, with every modifier named (9.01)."""
        return chances.of_order(t, seat, order)


def phase_now(t: Table) -> int:
    """The phase of the segment that is being played, by the row of its table."""
    row = next((frame.get("row", 0) for frame in t.agenda if frame.step == "segment"), 0)
    rows = t.title.steps["segment"].rows
    if not row:
        return 0
    step = rows[row - 1].step
    if step == "stacking":
        step = rows[row - 2].step
    return next((i for i, (_, names) in enumerate(PHASES) if step in names), -1)


def tags(t: Table, piece: int) -> list[str]:
    """What has become of a counter in this turn."""
    p = t.p
    found = [name for name, bits in (("moved", p.moved), ("fought", p.attacked)) if bits >> piece & 1]
    if p.unsupplied[piece]:
        found.append("cut")
    if t.world.units[piece].air and (p.flown | p.disrupted) >> piece & 1 and p.mission[piece] == IDLE:
        found.append("moved")
    return found


def called(unit: w.Unit) -> str:
    """A counter as people call it: the German XXIX infantry corps."""
    size = SIZES.get(unit.size.strip("(-)"), "")
    kind = KINDS.get(unit.kind) or sealooks.NAMES.get(unit.kind, unit.kind)
    name = w.in_full(unit)
    return f"{name}, {kind}" if "Army" in name else f"{name} {kind} {size}".strip()


def note(t: Table, piece: int) -> str:
    """A counter in words."""
    p = t.p
    unit = t.world.units[piece]
    size = SIZES.get(unit.size.strip("(-)"), "")
    kind = KINDS.get(unit.kind) or sealooks.NAMES.get(unit.kind, unit.kind)
    said = [f"{unit.nation} {kind} {size}".strip()]
    if p.reduced[piece]:
        said.append("half" if unit.depot else "reduced")
    said += sealooks.state(t, piece) if unit.naval else []
    if p.mission[piece]:
        said.append(f"{MISSIONS[p.mission[piece]]}, from {t.node_name(p.base[piece])}")
    if p.unsupplied[piece]:
        said.append(f"unsupplied level {supply.level(t, piece)}")
    return ", ".join(said)
