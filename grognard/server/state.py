"""What a seat receives: made from its View and its Decision alone, in the words of docs/protocol.md."""

from __future__ import annotations

from typing import Any

from ..engine.core.knowledge import Token
from ..engine.core.offers import Choice, Decision, Level
from ..engine.core.rules import Refused
from ..engine.core.table import Event, Table
from ..engine.play.desk import said
from ..engine.play.game import Game
from ..engine.play.view import deciding
from ..engine.words.says import named, sentence


def log(game: Game, seat: str | None, since: int = 0) -> list[dict[str, Any]]:
    """The lines that a viewer has been told, numbered."""
    t = game.table
    return [
        {"n": n, "kind": e.kind, "text": sentence(t.title, e, spoken=t), "rule": e.rule, "seat": e.seat,
         "pieces": list(e.names), "places": list(e.nodes), **_dice(e)}
        for n, e in enumerate(game.events(seat, since), since)
    ]  # fmt: skip


def _dice(event: Event) -> dict[str, Any]:
    fields = dict(event.fields)
    dice = fields.get("dice", (fields["die"],) if "die" in fields else None)
    needs = {"needs": fields["needs"]} if "needs" in fields else {}
    return {"dice": list(dice), **needs} if dice is not None else {}


def pieces(t: Table, viewer: int) -> list[dict[str, Any]]:
    """Every piece that a viewer sees the face or the back of."""
    found = [face for i in range(len(t.p.at)) if (face := piece(t, viewer, i)) is not None]
    return found + [back(t, token) for token in t.tokens(viewer)] if t.title.fog else found


def piece(t: Table, viewer: int, i: int) -> dict[str, Any] | None:
    """A piece whose face a viewer may read, if it is on the table."""
    p, title = t.p, t.title
    if title.fog and (not t.sees(viewer, i) or t.out_of_sight(viewer, i)):
        return None
    face = title.face(t, i)
    if face is None:
        return None
    own = 0 <= viewer < len(t.seats) and t.owns(viewer, i)
    return {
        "id": title.piece_name(t, i), "at": t.node_name(p.at[i]), "power": title.meta.powers[p.power[i]],
        "up": bool(title.fog and not p.shown[i]), "own": own, "known": "full", **face,
    }  # fmt: skip


def back(t: Table, token: Token) -> dict[str, Any]:
    """A block that a viewer sees from behind."""
    return {
        "id": f"#{token.token}", "at": t.node_name(token.node), "power": t.title.meta.powers[token.power],
        "up": True, "own": False, "known": "remembered" if token.facts else "none", **t.title.back(t, token),
    }  # fmt: skip


def choices(decision: Decision, prefix: list[str], found: list[Choice]) -> list[dict[str, Any]]:
    """Children of the offer tree after a prefix, with what the table can light up."""
    level = decision.level(*prefix) if prefix else None
    return [choice(decision, level, c, tuple(prefix)) for c in found]


def choice(decision: Decision, level: Level | None, c: Choice, before: tuple[str, ...] = ()) -> dict[str, Any]:
    """One child of the offer tree, of a level or of none."""
    out: dict[str, Any] = {"text": c.text, "final": c.final}
    if c.cost is not None:
        out["cost"] = c.cost
    if level is not None and c.text != ".":
        kind = level.kind
        if kind in ("piece", "pieces"):
            out["piece"] = c.text
        elif kind in ("node", "nodes", "path"):
            out["place"] = c.text
            gates = decision.t.title.gates(decision.t, decision.seat, c.value)
            if gates:
                out["gates"] = gates
        else:
            out["level"] = level.name
            name = decision.t.title.spoken_at(decision.t, c.text)
            if name != c.text:
                out["name"] = name
            says = decision.t.title.explains(decision.t, decision.seat, before, c.text)
            if says:
                out["says"] = says
        if kind in ("pieces", "nodes"):
            out["set"] = True
    return out


def joiners(decision: Decision, prefix: list[str]) -> list[Choice]:
    """What may still join an open set though it is printed before a member: a hand picks members in any order."""
    *before, last = prefix or [""]
    level = decision.level(*before) if before and last != "." else None
    if level is None or level.kind not in ("pieces", "nodes"):
        return []
    chosen = {*last.split("+"), *(c.text for c in decision.next(*prefix))}
    return [c for c in decision.next(*before) if c.text not in chosen and _joins(decision, before, f"{last}+{c.text}")]


def _joins(decision: Decision, before: list[str], members: str) -> bool:
    try:
        decision.level(*before, members)
    except Refused:
        return False
    return True


MOST_FIRST = 400
"""A first level of more choices is asked for when it is opened."""


def first_level(decision: Decision, verb: str) -> list[dict[str, Any]] | None:
    """What an open verb begins with; None where that is asked for: it is long, or may be left out."""
    found = decision.next(verb)
    if len(found) > MOST_FIRST or any(c.text == "." for c in found):
        return None
    return choices(decision, [verb], found)


def decision_state(game: Game, seat: str, index: int) -> dict[str, Any]:
    """What the seat must decide, one level deep, and what it may always do."""
    found = game.decisions().get(seat)
    lane = game.lanes.get(index, game.main)
    mine = [order for who, order in lane.done if who == index]
    standing = [c.text for c in game.offers(seat).next()]
    out: dict[str, Any] = {"standing": standing, "undo": len(mine), "redo": len(lane.redo), "undo_barred": lane.why}
    if found is None:
        return {**out, "prompt": "", "offers": [], "debts": []}
    t = found.t
    out["prompt"] = found.prompt
    out["offers"] = [{"text": c.text, "final": c.final} for c in found.next()]
    out["first"] = {
        c.text: first for c in found.next() if not c.final and (first := first_level(found, c.text)) is not None
    }
    out["step"], out["rule"], out["kind"] = found.step.name, found.step.rule, found.frame.kind
    out["debts"] = [
        {"rule": d.rule, "sentence": d.sentence, "place": t.node_name(d.node) if d.node >= 0 else "",
         "piece": t.name_for(index, d.piece) if d.piece >= 0 else ""}
        for d in found.debts
    ]  # fmt: skip
    return out


def known(game: Game, seat: str | None) -> Any:
    """Two moments of a game that are the same by this give a viewer the same state; None when it must be made anew."""
    index = game.seat_index(seat)
    lane = game.lanes.get(index)
    if lane is not None:
        # A lane is its seat's alone: what is taken back makes another table.
        moment: Any = (lane.table, len(lane.given))
    elif not game.main.done or game.main.done[-1][0] != index:
        # Whoever looks on sees the last barrier, which is a table of its own until the next.
        moment = game.main.base
    else:
        return None
    lane = lane or game.main
    undo = ([order.text for who, order in lane.done if who == index], [order.text for order in lane.redo], lane.why)
    return moment, game.version(seat), deciding(game, index), undo, repr(game.desk.dump()), game.outcome


def state(game: Game, seat: str | None) -> dict[str, Any]:
    """The whole state of a viewer."""
    index = game.seat_index(seat)
    return {**fields(game, seat), "pieces": pieces(game.table_for(index), index)}


def fields(game: Game, seat: str | None, acted: tuple[int, int] = (0, 0)) -> dict[str, Any]:
    """The state of a viewer without the pieces; ``acted`` is when it last did, where the game no longer has that."""
    index = game.seat_index(seat)
    line, entry = last_acted(game, seat, acted) if seat is not None else (0, 0)
    t = game.table_for(index)
    title = t.title
    return {
        "seat": seat, "version": game.version(seat),
        "title": title.meta.id, "scenario": t.scenario, "options": t.options, "seats": list(t.seats),
        "turn": title.turn(t), "deciding": [[t.seat_name(s), text] for s, text in deciding(game, index)],
        "decision": decision_state(game, seat, index) if seat is not None else None,
        "marks": title.marks(t), "panels": title.panels(t, index),
        "overlays": list(title.public_overlays if seat is None else title.overlays),
        "proposals": [[p["id"], p.step, t.seat_name(p.seat), said(t, p, index), list(p["agreed"])]
                      for p in game.desk.proposals],
        "to_answer": [p["id"] for p in game.desk.to_answer(index)] if seat is not None else [],
        "outcome": {**t.outcome._asdict(), "reason": named(title, t.outcome.reason)} if t.outcome else None,
        "milestones": [[name, dict(counts)] for name, counts in t.milestones],
        "commitment": game.journal.commitment, "nonces": [list(pledge) for pledge in game.desk.pledges],
        "recap": line, "recap_entry": entry,
    }  # fmt: skip


def last_acted(game: Game, seat: str, before: tuple[int, int] = (0, 0)) -> tuple[int, int]:
    """The first line since the seat's last own order, and that order's entry by the seat's own count: from there on
    others have played. Where that is not at hand any more, it is what it was ``before``."""
    journal, index = game.journal, game.seat_index(seat)
    told, version = game.told[index], game.version(seat)
    lines = (version - back for back, event in enumerate(reversed(told)) if event.seat == seat)
    own = (len(journal) - back for back, entry in enumerate(reversed(journal.entries)) if entry.seat == index)
    entry = next(own, 0)
    return next(lines, before[0]), journal.number(index, entry) if entry else before[1]
