"""Positions: moves, drawings, copies."""

from __future__ import annotations

import copy
import pickle
import time
import xml.etree.ElementTree as xml

import pytest

import waxwing as ww

TWELVE = ["backgammon", "breakthrough", "checkers", "chinese-checkers", "confrontation", "dou-di-zhu", "focus", "go", "hearts",
          "kalah", "lines-of-action", "othello"]


def test_the_twelve_games_are_there_and_play_to_their_ends() -> None:
    assert set(TWELVE) <= set(ww.games()["name"])
    for name in TWELVE:
        board, number = ww.game(name).deal(1), 0
        while not board.is_over and number < 400:
            board, number = board.play_random(seed=number), number + 1
        if board.is_over:
            assert board.rewards is not None and len(board.rewards) == board.players
            assert board.result


def test_a_move_gives_another_position_and_leaves_the_first_as_it_is() -> None:
    start = ww.game("othello")
    later = start.play("d3", "c3")
    assert (len(start), len(later), later.moves) == (0, 2, ["d3", "c3"])
    assert later.back() == start.play("d3") and later.at(0) == start
    assert [len(board) for board in later] == [0, 1, 2]
    with pytest.raises(ww.MoveError, match="no move has been made"):
        start.back()
    with pytest.raises(ww.MoveError, match="there is no position after 3 moves: 2 have been made"):
        later.at(3)


def test_options_are_given_by_name_and_errors_say_where() -> None:
    assert ww.game("go", size=5, komi=0.5).game == 'go(size=5, komi="0.5")'
    assert ww.game("dou-di-zhu", kitty="shown").options["kitty"] == "shown"
    with pytest.raises(ww.ExpressionError, match="a whole number from") as wrong:
        ww.game("breakthrough", rows=999)
    assert "^^^" in str(wrong.value)
    with pytest.raises(ValueError):
        ww.game("breakthrough(rows=6)", columns=6)


def test_positions_are_copied_pickled_and_compared() -> None:
    for name in TWELVE:
        board = ww.game(name).deal(3)
        for number in range(3):
            board = board.play_random(seed=number)
        again = pickle.loads(pickle.dumps(board))
        assert again == board and hash(again) == hash(board), name
        assert again.legal == board.legal and again.draw() == board.draw()
        assert copy.deepcopy(board) == board == copy.copy(board)
        assert board.determinize(0, 1).text != "" and board != board.game


def test_a_drawing_of_hidden_cards_shows_a_viewer_its_own() -> None:
    board = ww.game("hearts").deal(1)
    drawings = {board.draw(viewer) for viewer in range(4)}
    assert len(drawings) == 4
    assert str(board) == board.draw(board.turn)
    assert board.svg(0) != board.svg(1)


def test_pictures_are_svg_of_every_game() -> None:
    for name in TWELVE:
        board = ww.game(name).deal(1)
        picture = board._repr_svg_()
        assert xml.fromstring(picture).tag.endswith("svg"), name
        assert "places" in board.scene(0)


def test_keys_are_the_numbers_of_moves() -> None:
    board = ww.game("othello")
    assert all(0 <= key < board.action_space for key in board.keys.values())
    assert all(board.move(key) == move and board.key(move) == key for move, key in board.keys.items())
    with pytest.raises(ww.MoveError, match="no legal move has the key"):
        board.move(board.key("a1"))


def test_chance_says_its_outcomes() -> None:
    board = ww.game("backgammon")
    assert board.turn == ww.CHANCE and board.legal == []
    assert sum(board.outcomes.values()) == pytest.approx(1)
    assert board.roll(seed=5).turn in (0, 1)
    assert board.roll(seed=5) == board.roll(seed=5)


def test_perft_is_that_of_the_rules() -> None:
    assert [ww.game("othello").perft(depth) for depth in range(5)] == [1, 4, 12, 56, 244]


def test_a_move_in_othello_costs_little() -> None:
    """The bound is loose: this runs unoptimised, and beside other tests."""
    board, count = ww.game("othello").play("d3", "c3", "c4"), 2_000
    move = board.legal[0]
    began = time.perf_counter()
    for _ in range(count):
        board.play(move)
    assert (time.perf_counter() - began) / count < 100e-6
