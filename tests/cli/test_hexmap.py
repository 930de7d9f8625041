"""The map in letters."""

from __future__ import annotations

import grognard
from grognard.board import Board, Grid
from grognard.terminal.hexmap import Window, draw_map, letters, seen_at, shortened, window


def test_the_window_holds_most_of_what_matters() -> None:
    board = Board.blank(Grid("flat", "odd", 30, 20, 1, 1))
    near, far = [board.grid.at(10, c) for c in (8, 9, 10)], board.grid.at(29, 19)
    found = window(board, [*near, far], 8, 6)
    assert all(found.holds(*board.grid.colrow(node)) for node in near)
    assert not found.holds(29, 19)
    assert window(board, [], 40, 40) == Window(1, 1, 30, 20)


def test_every_terrain_has_a_letter_of_its_own() -> None:
    rows = [{"hex": f"0{i}00", "col": i, "row": 0, "terrain": t}
            for i, t in enumerate(["clear", "sea", "rough", "river", "marsh", "mountain"])]  # fmt: skip
    found = letters(Board.of(Grid("pointy", "odd", 6, 1), hexes=rows))
    assert found["clear"] == "." and found["sea"] == "~" and len(set(found.values())) == 6


def test_the_tiny_map_shows_own_pieces_and_hidden_enemies() -> None:
    game = grognard.new("tiny", seed=1)
    red = "\n".join(draw_map(game.table, 0, [], 80, 40))
    assert "R1 R2" in red and "Red_pool: R6" in red and "Blue_pool" not in red
    assert not any(name in red for name in ("B1", "B2", "G1", "BF1"))
    spectator = "\n".join(draw_map(game.table, 2, [], 80, 40))
    assert "R1" not in spectator and "B1" not in spectator and "#hidden" in spectator


def test_hidden_pieces_stand_in_the_order_of_their_tokens() -> None:
    """The order in a stack must not tell which slot is which."""
    for seed in range(20):
        game = grognard.new("tiny", seed=seed)
        tokens = [int(s.name[1:]) for s in seen_at(game.table, 0, game.title.find_node(game.table, "0604"))]
        assert len(tokens) == 2 and tokens == sorted(tokens)


def test_marks_tell_friend_from_enemy() -> None:
    """Three seats: blue sees green's militia as a friend's and red's as an enemy's."""
    game = grognard.read_scene(
        "tiny border bare / 0502: 2mil*green / 0503: 1mil*red B1 / red movement", seats={"green": "green"}
    )
    t = game.table
    viewer = game.seat_index("blue")
    assert [s.text for s in seen_at(t, viewer, t.title.find_node(t, "0502"))] == ["=2mil@0502"]
    assert [s.text for s in seen_at(t, viewer, t.title.find_node(t, "0503"))] == ["B1", "!1mil@0503"]


def test_neutrals_are_not_called_friends() -> None:
    """Belgians at peace bear the sign of those who are no enemies, and the key calls these other."""
    t = grognard.new("ww2eto", "1939", seed=1).table
    drawn = "\n".join(draw_map(t, 0, [t.title.find_node(t, "1012")], 80, 40))
    assert "=bel2inf" in drawn and "=other" in drawn and "=friend" not in drawn


def test_a_pointy_board_is_drawn_as_bricks() -> None:
    from grognard.terminal.hexmap import Drawing

    game = grognard.new("tiny", seed=1)
    board = Board.blank(Grid("pointy", "odd", 3, 2))
    game.table.p.stacks.clear()
    lines = Drawing(game.table, 0, board, 9).draw(Window(0, 0, 3, 2))
    assert lines[0] == "+---------+---------+---------+"
    assert lines[1] == "|0000    .|0100    .|0200    .|"
    assert lines[4] == "+----+----+----+----+----+----+----+"
    assert lines[5] == "     |0001    .|0101    .|0201    .|"


def test_names_are_cut_to_fit() -> None:
    assert shortened("Bizerte SW1", 7) == "BizeSW1"
    assert shortened("Le Havre", 7) == "Le Havr" and shortened("1612", 5) == "1612"


def test_a_piece_does_not_repeat_the_hex_it_stands_on() -> None:
    game = grognard.read_scene("tiny border bare / 0503: 1mil*red 2mil*red / red movement")
    drawn = "\n".join(draw_map(game.table, 0, [], 80, 40))
    assert "1mil 2mil" in drawn and "1mil@0503" not in drawn
