"""What would cut supply, and the gates of hexsides: the table's looks ahead."""

from __future__ import annotations

from grognard.board.hexset import members
from grognard.engine.play.game import Game
from grognard.server.preview import owing
from grognard.titles.systems.front import cuts, supply

LANDED = (
    "activate 15AG blitz-invasion", "activate 21AG invasion", "activate AF command", "end",
    "invade 15AG US2amph Catania", "invade 21AG US6amph Licata", "end", "end", "strike 15AG Catania", "end", "end",
    "end", "place US6BH", "end",
)  # fmt: skip


def landed() -> Game:
    """July's second fortnight: two corps ashore."""
    g = Game.new("westfront", "husky", seed=1)
    for order in LANDED:
        g.play("allied", order)
    while "axis" in g.decisions():
        g.play("axis", "end")
    for order in ("activate AF command", "end"):
        g.play("allied", order)
    return g


def test_the_strait_is_what_the_axis_in_sicily_lives_on():
    """Before the landing all Axis supply comes over Reggio and Messina; Palermo's loss would cut no one."""
    t = Game.new("westfront", "husky", seed=1).table
    found = {t.node_name(n): {t.node_name(c) for c in members(cut)} for n, cut in cuts.chokes(t, 0).items()}
    assert set(found) == {"Messina", "Reggio"}
    assert found["Messina"] == {"Palermo", "Catania", "Catania_NW1"}
    assert cuts.chokes(t, 1) == {}


def test_looking_ahead_changes_nothing():
    g = Game.new("westfront", "s44", seed=1)
    before = g.hash(), supply.supplied_area(g.table, 0)
    assert cuts.chokes(g.table, 0)
    assert (g.hash(), supply.supplied_area(g.table, 0)) == before


def test_a_gate_counts_those_who_have_crossed():
    """One unit may attack over a hexside that is not clear: its gate is used, the other is free (6.33)."""
    g = landed()
    t = g.table
    node = t.title.find_node(t, "Catania_NW1")
    assert {gate["from"]: (gate["used"], gate["most"]) for gate in t.title.gates(t, 1, node)}["Catania"] == (0, 1)
    g.play("allied", "move US2amph Catania_NW1")
    t = g.table
    gates = {gate["from"]: (gate["used"], gate["most"]) for gate in t.title.gates(t, 1, node)}
    assert gates["Catania"] == (1, 1) and gates["Licata"] == (0, 1)
    assert t.title.gates(t, 1, t.title.find_node(t, "Malta")) == []


def test_targets_that_would_leave_a_debt_are_told_with_its_sentence():
    """A fifth block in a hex of four must be mended while its Blitz HQ stays (6.21); an empty hex owes nothing."""
    g = Game.new("westfront", "husky", seed=1)
    for order in ("activate 15AG blitz", "activate 21AG blitz", "end"):
        g.play("allied", order)
    found = owing(g, "allied", ["move", "US6amph"])
    assert set(found) == {"Tunis"}
    g.play("allied", "move US6amph Tunis")
    assert [d.sentence for d in g.decisions()["allied"].debts] == found["Tunis"]
