"""How a Front game looks on the table: blocks, the turn track, overlays and odds. It holds no rules.

Everything here is made from what a seat may know: faces of blocks that it sees, hexes and control that lie open.
"""

from __future__ import annotations

import re
from random import Random
from typing import Any

from grognard.engine.core.knowledge import Token
from grognard.engine.words.inspect import Fact

from . import chances, control, cuts, explain, inspect
from .fog import PACES, SILENCES
from .game import FrontTitle
from .overlays import OVERLAYS
from .state import INACTIVE, ROLES, Table
from .weather import WORDS
from .world import COMMANDERS, KINDS

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
ROMAN = {1: "I", 2: "II", 3: "III", 4: "IIII"}
PHASES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Production", ("production", "producing")),
    ("Command", ("command",)),
    ("Movement", ("movement", "retreats", "mobilization", "interdiction", "movement_end")),
    ("Combat", ("airstrikes", "active_battles", "reveal", "battles", "deactivation")),
    ("Blitz", ()),
    ("Supply", ("recovery", "beachheads", "supply_interdiction", "supply_check", "supply_end")),
)
ENDS = {
    "airstrikes": "End airstrikes", "active battles": "To the battles", "retreats": "End retreats",
    "mobilization": "End mobilization",
}  # fmt: skip
"""What the end of a step is called that is not the end of its phase."""
BEFORE_THE_FORTNIGHTS = ("Production", "Diplomacy")

HEADQUARTERS = {"hq": "HQ", "shq": "Supreme HQ", "thq": "Theater HQ"}
DRAWN_AS = {"shq": "hq", "thq": "hq"}
SYMBOLS = {
    "infantry": "10031000001211000000", "mech": "10031000001211020000", "armor": "10031000001205000000",
    "cavalry": "10031000001213000000", "mountain": "10031000001211000027", "para": "10031000001211000001",
    "amphibious": "10031000001211010000",
}  # fmt: skip
"""Codes of MIL-STD-2525D; a kind without one has a sign of the page's own."""

SAYS = {
    "activated": "{pieces:activates|activate} at {places}: {role}",
    "deactivated": "{pieces:stands|stand} down at {places}",
    "deployed": "{pieces:redeploys|redeploy} {way}",
    "moved": "{pieces} {arrow}",
    "engaged": "{pieces} {arrow}, attacks",
    "railed": "{pieces} by rail {arrow}",
    "sailed": "{pieces} by sea {arrow}",
    "invaded": "{pieces:lands|land} at {last}, from {first}",
    "dropped": "{pieces:drops|drop} at {last}, from {first}",
    "evacuated": "{pieces:is|are} fetched {way}",
    "marked": "{pieces:marks|mark} {places} for a landing",
    "airstrike": "{pieces:sets|set} an airstrike of {cv} on {places}",
    "struck": "The airstrike on {places}: {hits:no hit|one hit|# hits}",
    "battle_chosen": "{places} will be fought",
    "attack": "Battle at {places}",
    "battle": "Blocks at {places} are shown: {pieces}",
    "fired": "{pieces:fires|fire} at {places}: {hits:no hit|one hit|# hits}",
    "step_lost": "{pieces:loses|lose} a step at {places}",
    "eliminated": "{pieces:is|are} eliminated at {places}",
    "repulsed": "{pieces:is|are} thrown back {way}",
    "rearguard": "{pieces:covers|cover} the retreat {way}",
    "pursued": "{pieces:pursues|pursue} at {places}",
    "pursuit_losses": "{pieces:loses|lose} {steps:nothing|a step|# steps} in pursuit",
    "attrition": "{pieces:is|are} out of supply at {places}: a step lost",
    "interdicted": "{pieces:crosses|cross} the {sea} under fire: {hits:no hit|one hit|# hits}{repulsed:|, turned back}",
    "supply_interdicted": "Supply by sea to {places} {cut:gets through|is cut}",
    "deployed_all": "The {power} have deployed",
    "prepared": "The {beachhead} is prepared",
    "removed": "The {beachhead} is taken off the map",
    "grounded": "Paras are grounded",
    "beachhead_ready": "The {beachhead} is ready",
    "disbanded": "{units:no unit|one unit|# units} of {nation} disbanded",
    "weather": "Weather: {weather}{storm:, storm in the #}",
    "month": "{month}",
    "player_turn": "Player-turn of the {power}",
    "level": "Production of the {power}: {points} points",
    "arrived": "{pieces:arrives|arrive} at {places}",
    "advanced": "{pieces:arrives|arrive} early at {places}",
    "cadre": "{pieces:is|are} rebuilt at {places} for {cost:nothing|1 point|# points}",
    "step": "{pieces:gains|gain} a step for {cost:nothing|1 point|# points}",
    "beachhead": "The {beachhead} is laid at {places}",
    "beachhead_lost": "The {beachhead} is lost at {places}",
    "recovered": "{pieces:recovers|recover}",
    "linked_up": "{pieces:links|link} up",
    "produced": "Production is over",
}


class FrontTable(FrontTitle):
    """What the browser asks of a title of the Front system."""

    says = SAYS
    phases = PHASES
    overlays: tuple[str, ...] = ("command", "control", "supply", "cut points", "railways", "sea areas", "weather")
    public_overlays: tuple[str, ...] = ("command", "control", "sea areas", "weather")

    def face(self, t: Table, piece: int) -> dict[str, Any]:
        """A block that lies open, or the owner's; those that are not in play are in the forces, not on the table."""
        p = t.p
        if p.at[piece] >= t.world.spans:
            return None  # type: ignore[return-value]  # not on the map
        unit = t.world.units[piece]
        kind = KINDS[unit.kind]
        hq = unit.kind in COMMANDERS
        tags = ["moved"] if p.moved[piece] else []
        if hq and p.role[piece] != INACTIVE:
            tags.append("active")
        if not p.supplied[piece]:
            tags.append("cut")
        note = f"{unit.title}, {kind_name(t, piece)}, {p.cv[piece]} of {unit.top} steps"
        if hq and p.role[piece] != INACTIVE:
            note += f", {ROLES[p.role[piece] - 1]}"
        return {
            "symbol": DRAWN_AS.get(kind, kind), "label": short_name(t, piece), "strength": str(p.cv[piece]),
            "steps": p.cv[piece], "most": unit.top, "face": "hq" if hq else "ss" if unit.ss else unit.nation,
            "tags": tags, "note": note, "name": unit.title,
        }  # fmt: skip

    def spoken(self, name: str) -> str:
        """``Br1BH`` is the British 1 beachhead."""
        corps = self.spoken(f"{name[:-2]}amph") if name.endswith("BH") else ""
        return f"{corps.removesuffix(' Amphibious Corps')} beachhead" if corps else super().spoken(name)

    def marks(self, t: Table) -> list[dict[str, str]]:
        """Beachheads that lie on the map (15.51)."""
        return [
            {"place": t.node_name(node), "kind": "beachhead", "text": "BH", "title": t.title.spoken(name)}
            for name, node in sorted(t.p.beachheads.items())
            if 0 <= node < t.world.spans
        ]

    def explains(self, t: Table, seat: int, words: tuple[str, ...], word: str) -> str:
        return explain.of_word(t, words, word)

    def of_place(self, t: Table, seat: int, node: int) -> list[Fact]:
        return inspect.of_place(t, seat, node)

    def of_piece(self, t: Table, seat: int, piece: int) -> list[Fact]:
        return inspect.of_piece(t, seat, piece)

    def back(self, t: Table, token: Token) -> dict[str, Any]:
        """A block from behind, with what is remembered of it."""
        facts = {name: (value, time) for name, value, time in token.facts}
        out: dict[str, Any] = {"symbol": "", "label": "", "strength": "", "face": token.look, "tags": []}
        seen: list[str] = []
        if "id" in facts:
            unit = t.world.units[facts["id"][0]]
            kind = KINDS[unit.kind]
            out["symbol"], out["label"] = DRAWN_AS.get(kind, kind), short_name(t, facts["id"][0])
            seen.append(f"{unit.title}, {kind_name(t, facts['id'][0])}")
        if "cv" in facts:
            out["strength"] = f"{facts['cv'][0]}?"
        seen += [name for name in self.told_nations if facts.get(name, (0, 0))[0]]
        seen += [f"{pace} {facts[pace][0]}" for pace in PACES + SILENCES if pace in facts]
        when = max((time for _, time in facts.values()), default=0)
        if facts:
            seen.append(f"seen in {_month(when // 64)}")
        out["note"] = ", ".join(seen)
        return out

    def turn(self, t: Table) -> dict[str, Any]:
        p = t.p
        months = t.world.scenario["months"]
        first = int(months[0][:4]) * 12 + int(months[0][5:]) - 1
        track = [
            {"group": MONTHS[m % 12], "name": f"{_month(m)} {ROMAN[half]}"}
            for m in range(first, p.last + 1) for half in (1, 2)
        ]  # fmt: skip
        steps = {frame.step for frame in t.agenda}
        phase = next((i for i, (_, names) in enumerate(self.phases) if steps.intersection(names)), -1)
        names = [name for name, _ in self.phases]
        if p.blitz and phase >= 0 and names[phase] in ("Movement", "Combat"):
            phase = names.index("Blitz")
        # Production comes before the month's first fortnight (4.1), while the last one's number still stands.
        half = 1 if phase >= 0 and names[phase] in BEFORE_THE_FORTNIGHTS else p.fortnight
        return {
            "name": f"{_month(p.month)} {ROMAN.get(half, '')}", "track": track,
            "at": (p.month - first) * 2 + half - 1, "phases": names, "phase": phase,
            "who": t.world.powers[p.active], "note": self.weather_note(t),
        }  # fmt: skip

    def weather_note(self, t: Table) -> str:
        """The weather beside the month."""
        return WORDS[t.p.weather]

    def month_name(self, t: Table) -> str:
        return _month(t.p.month)

    def overlay(self, t: Table, seat: int, name: str) -> dict[str, Any] | None:
        maker = OVERLAYS.get(name)
        return maker(t, seat) if maker else None

    def gates(self, t: Table, seat: int, node: int) -> list[dict[str, Any]]:
        """Hexsides of enemy hexes while units move (6.33)."""
        power = t.powers_of(seat)[0]
        if t.frame.step != "movement" or not control.enemy_units(t, power) >> node & 1:
            return []
        return cuts.gates(t, power, node)

    def odds(self, t: Table, seat: int, order: str) -> dict[str, Any] | None:
        """A round of the battle at a place, or of the one that an order would begin: steps that each side may lose.

        The caller deals hidden blocks anew many times; here the table is one such deal.
        """
        return chances.round_odds(t, seat, order)

    def rolled_odds(self, t: Table, seat: int, order: str, rng: Random, plays: int) -> dict[str, Any] | None:
        return chances.rolled_odds(t, seat, order, rng, plays)


def kind_name(t: Table, piece: int) -> str:
    """The kind of a block in a player's words."""
    kind = KINDS[t.world.units[piece].kind]
    return HEADQUARTERS.get(kind, kind)


def short_name(t: Table, piece: int) -> str:
    """The name as a block has room for it: its symbol says the kind."""
    unit = t.world.units[piece]
    name = re.sub(r"(inf|mech|arm|amph|para|mtn|cav|stat|fort)$", "", unit.name)
    return re.sub(r"^([A-Z][A-Za-z]+)(\d+)$", r"\1 \2", name) or unit.name


def _month(number: int) -> str:
    return f"{MONTHS[number % 12]} {number // 12}"
