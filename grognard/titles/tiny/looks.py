"""How the tiny game looks on the table."""

from __future__ import annotations

from typing import Any

from grognard.board.hexset import members
from grognard.engine.core.knowledge import Token
from grognard.engine.title import Title

from . import world as w
from .world import Table

SYMBOLS = {w.INFANTRY: "infantry", w.ARMOR: "armor", w.FLEET: "fleet", w.MILITIA: "militia"}
SIDES = {
    "red": {"shape": "chamfer", "colour": "#8f2f16", "dark": "#ff9a76", "hatch": "rise", "name": "Red"},
    "blue": {"shape": "round", "colour": "#1d4f91", "dark": "#6aa5ea", "hatch": "fall", "name": "Blue"},
    "green": {"shape": "square", "colour": "#2d6b3f", "dark": "#7fc795", "hatch": "fall", "name": "Green"},
}
PHASES = (
    ("Production", ("production", "producing")), ("Movement", ("movement", "raids")), ("Combat", ("combat",)),
    ("Fleets", ("fleets",)),
)  # fmt: skip


class TinyLooks(Title):
    """What the browser asks of the title."""

    looks = {
        "piece": "block", "sides": SIDES,
        "symbols": {"infantry": "10031000001211000000", "armor": "10031000001205000000"},
        "faces": {"red": {"fill": "#e8b49c", "ink": "#182026"}, "blue": {"fill": "#bcd0e8", "ink": "#182026"},
                  "green": {"fill": "#b9d6b0", "ink": "#182026"}},
    }  # fmt: skip
    says = {
        "moved": "{pieces} {arrow}", "built": "{pieces:gains|gain} a step",
        "fired": "{pieces:fires|fire}: {hits:no hit|one hit|# hits}", "turn": "Turn {turn}",
        "battle": "Battle at {places}: {pieces}", "withdrew": "{pieces:withdraws|withdraw}",
        "hit": "{pieces:loses|lose} a step at {places}", "destroyed": "{pieces:is|are} destroyed at {places}",
        "sailed": "{pieces:sails|sail} to {places}", "sea_battle": "Battle at sea at {places}: die {die}",
        "reacted": "{pieces:comes|come} to {places} in reaction", "probed": "{pieces:is|are} probed at {places}",
        "merged": "{pieces:is|are} merged at {places}", "split": "{pieces:splits|split} at {places}",
        "defected": "{pieces:goes|go} over to {power} at {places}", "arrived": "{pieces:arrives|arrive} at {places}",
        "levied": "{pieces:is|are} raised at {places}, die {die}", "planned": "A raid is planned {target}",
        "postponed": "The raid is put off", "produced": "Production is over", "raid": "Raid on {places}",
        "raided": "{pieces:is|are} raided at {places}, die {die}", "peace": "{power} is at war with no one any more",
        "played_on": "The game goes on", "extended": "Two more turns are played",
        "occupied": "{power} is played by {seat} now",
    }  # fmt: skip
    overlays = public_overlays = ("control",)

    def face(self, t: Table, piece: int) -> dict[str, Any]:
        p = t.p
        if p.at[piece] == t.world.lost:
            return None  # type: ignore[return-value]  # laid aside
        power = t.title.meta.powers[p.power[piece]]
        most = w.BLOCKS[piece].most if piece < len(w.BLOCKS) else p.steps[piece]
        label = w.BLOCKS[piece].name if piece < len(w.BLOCKS) else "mil"
        return {
            "symbol": SYMBOLS[p.kind[piece]], "label": label, "strength": str(p.steps[piece]), "steps": p.steps[piece],
            "most": most, "face": power, "tags": ["moved"] if p.moved[piece] else [],
        }  # fmt: skip

    def back(self, t: Table, token: Token) -> dict[str, Any]:
        facts = {name: value for name, value, _ in token.facts}
        known = w.BLOCKS[facts["id"]] if "id" in facts and facts["id"] < len(w.BLOCKS) else None
        steps = f"{facts['steps']}?" if "steps" in facts else ""
        return {
            "symbol": SYMBOLS[known.kind] if known else "", "label": known.name if known else "", "strength": steps,
            "face": token.look, "tags": [], "note": "seen before" if facts else "",
        }  # fmt: skip

    def turn(self, t: Table) -> dict[str, Any]:
        steps = {frame.step for frame in t.agenda}
        phase = next((i for i, (_, names) in enumerate(PHASES) if steps.intersection(names)), -1)
        track = [{"group": "Turn", "name": str(n)} for n in range(1, t.p.last + 1)]
        return {
            "name": f"Turn {t.p.turn}", "track": track, "at": t.p.turn - 1, "phases": [name for name, _ in PHASES],
            "phase": phase,
        }  # fmt: skip

    def panels(self, t: Table, seat: int) -> list[dict[str, Any]]:
        powers = enumerate(t.title.meta.powers)
        rows = [[SIDES[name]["name"], w.held_by(t, 1 << power).bit_count()] for power, name in powers]
        return [{"kind": "ledger", "title": "Hexes held", "rows": rows, "rule": "T8.1", "side": True}]

    def overlay(self, t: Table, seat: int, name: str) -> dict[str, Any] | None:
        if name != "control":
            return None
        sets = [(f"held {power}", w.held_by(t, 1 << i)) for i, power in enumerate(t.title.meta.powers)]
        return {"sets": [{"style": s, "places": [t.node_name(n) for n in members(b)]} for s, b in sets]}
