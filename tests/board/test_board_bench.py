"""The benchmark measures the same answers: ours, those of networkx and those of scipy agree."""

from random import Random

import pytest

from grognard.lab.bench_board import Row, agree, cases, deal, load
from grognard.lab.random_board import random_board


def test_all_libraries_give_the_same_answers() -> None:
    pytest.importorskip("networkx")
    pytest.importorskip("scipy")
    for seed in range(3):
        board = random_board(20, 16, seed)
        for case in cases(board):
            assert all(agree(case, scene) for scene in deal(board, Random(seed)))


def test_a_random_board_is_the_same_for_the_same_seed() -> None:
    assert random_board(12, 10, 3).data == random_board(12, 10, 3).data
    board = load(random_board(24, 20, 4))
    assert board.water and board.land and board.graph["rail"].nodes & ~board.land == 0
    assert board.kind["port"] & ~board.coastal == 0 and board.coasts_of(board.kind["port"])


def test_a_row_is_kept_when_it_is_in_time_and_ahead() -> None:
    assert Row("case", "b", 3.0, 4.0, 5.0, None).kept
    assert not Row("case", "b", 5.0, 4.0, 6.0, 6.0).kept
    assert not Row("case", "b", 3.0, 4.0, 5.0, 2.0).kept
    assert Row("case", "b", 3.0, None, 5.0, 2.0).kept
