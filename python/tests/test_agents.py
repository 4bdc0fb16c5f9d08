"""Agents: searches, their reports and trees."""

from __future__ import annotations

import base64
import copy
import pickle
import re

import pytest

import waxwing as ww
from conftest import command_line


def numbers(report: ww.Report) -> list[tuple[str, int, float | None]]:
    return [(move["move"], move["visits"], move["value"]) for move in report.moves]


def test_the_same_seed_gives_the_numbers_of_the_command_line() -> None:
    for game, expression in [("othello", "rave > mast + nast with solver"), ("hearts", "uct > mast"), ("backgammon", "uct")]:
        position = ww.game(game).deal(4).roll(4)
        told = command_line("search", game, expression, "--moves", " ".join(position.moves), "--iterations", "700", "--seed", "9")
        report = ww.agent(expression).search(position, iterations=700, seed=9)
        assert [(one["action"], one["visits"], one["value"]) for one in told["actions"]] == numbers(report)
        assert (told["best"], told["nodes"], told["line"]) == (report.best, report.nodes, report.line)


def test_a_report_has_its_tree() -> None:
    board = ww.game("breakthrough", rows=6, columns=6)
    report = ww.agent("rave > mast + nast with solver").search(board, iterations=2_000, seed=1)
    tree = report.tree
    assert tree.visits == 2_000 and len(tree) == len(board.legal)
    best = tree[report.best]
    assert best.visits == max(child.visits for child in tree)
    assert best.visits == next(move["visits"] for move in report.moves if move["move"] == report.best)
    assert best.position == board.play(report.best)
    assert best.children[0].path == (report.best, best.children[0].move)
    assert sum(1 for _ in tree.walk(fewest=50)) > 5
    with pytest.raises(KeyError, match="no child"):
        tree["a1a2"]
    assert any(row["kind"] == "n-gram" for row in report.records(50))
    assert "<details" in tree._repr_html_()
    picture = re.search(r"base64,([^']*)'", report._repr_html_())
    assert picture is not None and base64.b64decode(picture[1]).decode() == board._repr_svg_()


def test_a_copied_report_searches_again_for_its_tree() -> None:
    report = ww.agent("uct > mast").search(ww.game("othello"), iterations=400, seed=3)
    other = pickle.loads(pickle.dumps(report))
    assert numbers(other) == numbers(report) and other.best == report.best
    assert [child.visits for child in other.tree] == [child.visits for child in report.tree]
    assert copy.deepcopy(report).best == report.best
    by_time = pickle.loads(pickle.dumps(ww.agent("uct").search(ww.game("othello"), time=0.01, seed=3)))
    with pytest.raises(ww.SearchError, match="the tree is gone"):
        by_time.tree


def test_errors_show_their_place() -> None:
    with pytest.raises(ww.ExpressionError, match="did you mean `mast`") as wrong:
        ww.agent("rave > mats")
    assert "\n  rave > mats\n         ^^^^\n" in str(wrong.value)
    with pytest.raises(ww.ExpressionError, match="does not offer"):
        ww.agent("uct > expert").search(ww.game("othello"), iterations=10)
    with pytest.raises(ww.SearchError, match="chance is to act"):
        ww.agent("uct").search(ww.game("backgammon"), iterations=10)
    with pytest.raises(ww.WaxwingError, match="either"):
        ww.agent("uct").search(ww.game("othello"), iterations=10, time=1.0)
    with pytest.raises(ww.WaxwingError, match="at least 1"):
        ww.agent("uct").search(ww.game("othello"), iterations=0)
    with pytest.raises(ww.WaxwingError, match="at least 1"):
        ww.agent("uct").why(ww.game("othello"), iterations=0)
    with pytest.raises(TypeError, match="a position is wanted here, .* not 'othello'"):
        ww.agent("uct").search("othello")  # type: ignore[arg-type]
    with pytest.raises(ww.ExpressionError, match="another agent in each game"):
        ww.agent("easy").explain()
    with pytest.raises(ww.SearchError, match="random has grown no tree"):
        ww.agent("random").search(ww.game("othello")).tree


def test_a_program_that_fails_chooses_nothing() -> None:
    with pytest.raises(ww.SearchError, match="instead of answering `sit`"):
        ww.agent('program("false")').search(ww.game("othello"))


def test_progress_is_told_and_what_it_raises_ends_the_search() -> None:
    seen: list[int] = []
    ww.agent("uct").search(ww.game("go"), time=1.5, progress=lambda report: seen.append(report.iterations))
    assert seen and seen == sorted(seen)

    def stop(report: ww.Report) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        ww.agent("uct").search(ww.game("go"), time=30, progress=stop)


def test_a_player_keeps_its_tree_from_move_to_move() -> None:
    board = ww.game("breakthrough", rows=6, columns=6)
    player = ww.agent("uct with reuse").sit(board, 0, seed=5)
    first = player.choose(board, iterations=500)
    board = board.play(first.best)
    board = board.play(board.legal[0])
    second = player.choose(board, iterations=500)
    assert second.tree.visits > 500


def test_a_player_is_copied_to_the_place_where_it_sits() -> None:
    board = ww.game("breakthrough", rows=6, columns=6)
    player = ww.agent("uct").sit(board, 0, seed=5)
    with pytest.raises(ww.SearchError, match="player 1 is to move, and this one sits in seat 0"):
        player.choose(board.play("a2a3"), iterations=10)
    board = board.play(player.choose(board, iterations=50).best)
    board = board.play(board.legal[0])
    player.observe(board)
    others = [copy.deepcopy(player), pickle.loads(pickle.dumps(player))]
    assert [repr(other) for other in others] == [repr(player)] * 2
    assert others[0].choose(board, iterations=200).moves == others[1].choose(board, iterations=200).moves


def test_why_says_which_part_made_the_choice() -> None:
    why = ww.agent("rave > mast").why(ww.game("breakthrough", rows=6, columns=6), iterations=300, seed=2)
    assert [row["without"] for row in why.table] == ["amaf", "mast"]
    assert [row["changed"] for row in why.table] == [row["best"] != why.best for row in why.table]
    assert why.best in str(why)


def test_parts_are_left_out_and_expressions_explained() -> None:
    left = ww.agent("rave > mast + nast").without()
    assert any(str(agent) == "rave > nast" for agent in left.values())
    assert "MAST" in ww.explain("uct > mast") or "mast" in ww.explain("uct > mast")
    assert "mast" in str(ww.agents())


def test_levels_play_every_game() -> None:
    board = ww.game("kalah")
    assert ww.agent("easy").search(board, iterations=50, seed=1).best in board.legal
