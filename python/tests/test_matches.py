"""Matches and experiments."""

from __future__ import annotations

import json
import pickle
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import waxwing as ww
from conftest import SMALL, Nim, command_line


def test_a_match_has_the_numbers_of_the_command_line() -> None:
    told = command_line("match", "backgammon", "uct > mast", "random", "--games", "6", "--iterations", "60", "--seed", "3")
    result = ww.match("backgammon", "uct > mast", "random", games=6, iterations=60, seed=3, progress=False)
    assert result.games == told["games"] and result.score == told["results"][0]["score"]
    assert list(result.interval) == told["results"][0]["score_ci95"]
    one_by_one = ww.match("backgammon", "uct > mast", "random", games=6, iterations=60, seed=3, jobs=1, progress=False)
    assert one_by_one.score == result.score


def test_a_match_is_a_table() -> None:
    result = ww.match("breakthrough(rows=5, columns=4)", "uct @100", "random", games=10, seed=1, progress=False)
    first = result.table[0]
    assert first["wins"] + first["draws"] + first["losses"] == 10
    assert first["score_low"] <= first["score"] <= first["score_high"]
    assert "uct" in str(result) and "<table>" in result._repr_html_()


def test_a_match_ends_when_a_sequential_test_has_a_verdict() -> None:
    result = ww.match("breakthrough(rows=5, columns=4)", "uct @100", "random", games=400, until="sprt(0.5, 0.8)", jobs=1, progress=False)
    assert result.verdict == "high" and result.games < 100
    assert result.table[0]["sprt"] == "high"
    with pytest.raises(ww.WaxwingError, match="expected `width=3%`"):
        ww.match("kalah", "uct", "random", until="soon", progress=False)


def test_progress_may_end_a_match() -> None:
    seen: list[int] = []

    def enough(played: int, total: int, report: Mapping[str, Any]) -> bool:
        seen.append(played)
        return played >= 4

    result = ww.match(
        "breakthrough(rows=5, columns=4)", "random", "random", games=500, jobs=1, seed=2,
        progress=enough,
    )
    assert 4 <= result.games < 500 and seen[0] == 1


def test_matches_begin_anywhere() -> None:
    board = ww.game("breakthrough", rows=5, columns=4).follow("a2a3")
    assert ww.match(board, "random", "random", games=4, seed=1, progress=False).games == 4
    openings = ["a2a3", "b2b3"]
    assert ww.match("breakthrough(rows=5, columns=4)", "random", "random", games=4, openings=openings, progress=False).games == 4
    with pytest.raises(ww.WaxwingError, match="openings:2"):
        ww.match("breakthrough(rows=5, columns=4)", "random", "random", openings=["a2a3", "h9"], progress=False)
    with pytest.raises(ww.ExpressionError, match="mats"):
        ww.match("othello", "uct > mats", "random", progress=False)


def test_an_experiment_is_run_resumed_and_reported(tmp_path: Path) -> None:
    file = tmp_path / "small.toml"
    file.write_text(SMALL)
    experiment = ww.experiment(file)
    assert experiment.cells["label"] == ["c = 0.2", "c = 0.4"]
    store = tmp_path / "results.sqlite"
    part = experiment.run(store, scale=0.4, jobs=1, progress=False)
    assert sum(part.report().cells["games"]) == 8
    whole = experiment.run(store, jobs=2, progress=False)
    report = whole.report()
    assert report.cells["games"] == [10, 10]
    assert "<svg" in report._repr_html_() and whole._repr_html_() == report._repr_html_()
    told = command_line("experiment", "report", str(store))
    assert [cell["rate"] for cell in told[0]["cells"]] == report.cells["rate"]
    written = report.write(tmp_path / "report", ["html", "svg"])
    assert any(path.name == "index.html" for path in written) and all(path.exists() for path in written)
    assert pickle.loads(pickle.dumps(experiment)).name == "small"
    assert pickle.loads(pickle.dumps(experiment.with_budget(20))).cells["budget"] == ["20", "20"]
    for wrong, told in {"cells": ["c = 0.3"], "on": "mars"}.items():
        with pytest.raises(ww.WaxwingError, match="c = 0.3|mars"):
            experiment.run(store, progress=False, **{wrong: told})  # type: ignore[arg-type]
    for scale in (0, -1, float("nan")):
        with pytest.raises(ww.WaxwingError, match="`scale` is a number above 0"):
            experiment.run(store, scale=scale, progress=False)
    with pytest.raises(ww.WaxwingError, match="at least one game"):
        experiment.run(store, jobs=0, progress=False)
    with pytest.raises(ww.WaxwingError, match="small.toml:9: unknown key"):
        file.write_text(SMALL.replace("against", "agaisnt"))
        ww.experiment(file)


def test_an_experiment_plays_a_game_of_ones_own(tmp_path: Path) -> None:
    ww.register(Nim)
    file = tmp_path / "nim.toml"
    file.write_text(SMALL.replace("breakthrough(rows=5, columns=4)", "nim(heap=9)"))
    report = ww.experiment(file).run(tmp_path / "nim.sqlite", progress=False).report()
    assert report.cells["games"] == [10, 10]


def test_a_game_that_is_mended_is_played(tmp_path: Path) -> None:
    class Mended(Nim):
        """Raises until it is mended."""

        is_broken = True

        def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
            if self.is_broken and state[0] < 5:
                raise ZeroDivisionError("five")
            return super().play(state, move)

    ww.register(Mended)
    file = tmp_path / "mended.toml"
    file.write_text(SMALL.replace("breakthrough(rows=5, columns=4)", "mended"))
    store = tmp_path / "mended.sqlite"
    with pytest.raises(ZeroDivisionError, match="five"):
        ww.experiment(file).run(store, progress=False)
    Mended.is_broken = False
    assert ww.experiment(file).run(store, progress=False).report().cells["games"] == [10, 10]


def test_games_that_failed_are_played_again_if_asked(tmp_path: Path) -> None:
    file, store, mark = tmp_path / "failing.toml", tmp_path / "failing.sqlite", tmp_path / "mark"
    engine = f"test -e {mark} && exec {sys.executable} -m waxwing engine 'breakthrough(rows=5, columns=4)' random"
    lines = ["name = 'failing'", "title = 'A program'", "source = 'nobody'", "[[cell]]", "label = 'program'"]
    lines += ["game = 'breakthrough(rows=5, columns=4)'", "against = 'random'", "games = 2", "budget = 5"]
    file.write_text("\n".join([*lines, f"agent = {json.dumps('program(' + json.dumps('sh -c ' + shlex.quote(engine)) + ')')}"]))

    def failed(retry: bool) -> int:
        number: int = ww.experiment(file).run(store, retry=retry, progress=False).status["failed"][0]
        return number

    assert failed(retry=False) == 2
    mark.touch()
    assert failed(retry=False) == 2
    assert failed(retry=True) == 0
