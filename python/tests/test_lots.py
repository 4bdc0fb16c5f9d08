"""Experiments whose games other processes play."""

from __future__ import annotations

import pickle
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import waxwing as ww
from conftest import SMALL, games
from waxwing.lots import Lots, play

MANY = SMALL.replace("games = 10", "games = 120")

PLAYER = """
import pickle, sys
from waxwing.lots import play
for batch in play(pickle.load(sys.stdin.buffer), every=0.02):
    pickle.dump(batch, sys.stdout.buffer)
    sys.stdout.flush()
"""

DRIVER = """
import os, signal, sys
import waxwing as ww
from waxwing.lots import Lots, play
lots = Lots([ww.experiment(sys.argv[1])], sys.argv[2])
while lot := lots.give(0.2, 1):
    for batch in play(lot.content, every=0.02):
        lots.take(batch)
        if lots.progress.finished > 20:
            os.kill(os.getpid(), signal.SIGKILL)
    lots.end(lot.number)
"""


@pytest.fixture
def experiment(tmp_path: Path) -> ww.Experiment:
    file = tmp_path / "small.toml"
    file.write_text(MANY)
    return ww.experiment(file)


def finish(lots: Lots) -> None:
    while not lots.look():
        while lot := lots.give(1.0, 1):
            for batch in play(lot.content):
                lots.take(batch)
            lots.end(lot.number)


def test_the_games_are_those_of_one_machine_whatever_is_killed(experiment: ww.Experiment, tmp_path: Path) -> None:
    here, store = tmp_path / "here.sqlite", tmp_path / "store.sqlite"
    experiment.run(here, progress=False)
    # A process that plays is killed in the middle of its lot.
    with Lots([experiment], store) as lots:
        first = lots.give(1.0, 1)
        assert first is not None and (first.games, first.threads) == (1, 1)
        for batch in play(first.content):
            lots.take(batch)
        lots.end(first.number)
        lot = lots.give(5.0, 1)
        assert lot is not None and lot.games > 10
        player = subprocess.Popen([sys.executable, "-c", PLAYER], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert player.stdin is not None and player.stdout is not None
        pickle.dump(lot.content, player.stdin)
        player.stdin.close()
        lots.take(pickle.load(player.stdout))
        lots.take(pickle.load(player.stdout))
        player.kill()
        player.wait()
        lots.end(lot.number)
        assert 1 < lots.progress.played < 1 + lot.games
    # A process with the store is killed in the middle of a lot.
    arguments = [sys.executable, "-c", DRIVER, str(tmp_path / "small.toml"), str(store)]
    assert subprocess.run(arguments).returncode == -signal.SIGKILL
    before = len(games(store))
    assert 10 < before < 240
    with Lots([experiment], store) as lots:
        finish(lots)
        assert lots.progress == (240, 240, 240 - before, 0, 0)
    assert games(store) == games(here)


def test_a_game_in_python_is_played_where_its_module_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "nim.toml"
    file.write_text(SMALL.replace("breakthrough(rows=5, columns=4)", "farnim(heap=9)"))
    module = "import waxwing as ww\nfrom conftest import Nim\nclass Far(Nim): pass\nww.register(Far, 'farnim')\n"
    (tmp_path / "farnim.py").write_text(module)
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ww.WaxwingError, match="there is no game `farnim`"):
        ww.experiment(file)
    __import__("farnim")
    with Lots([ww.experiment(file)], tmp_path / "store.sqlite", scale=0.2) as lots:
        lot = lots.give(1.0, 1)
        assert lot is not None
        batches = list(play(lot.content, ["farnim"]))
        lots.take(batches[-1])
        assert lots.progress.played == 1


def test_what_is_wrong_is_said(experiment: ww.Experiment, tmp_path: Path) -> None:
    store = tmp_path / "store.sqlite"
    with pytest.raises(ww.WaxwingError, match="there is no cell with the label `c = 3`"):
        Lots([experiment], store, cells=["c = 3"])
    with pytest.raises(ww.WaxwingError, match="these bytes are no lot"):
        next(play(b"hello"))
    with pytest.raises(ModuleNotFoundError):
        next(play(b"hello", ["no_such_module"]))
    with Lots([experiment], store, cells=["c = 0.4"], scale=0.1, time=60) as lots:
        assert lots.progress.wanted == 12 and not lots.late
        with pytest.raises(ww.WaxwingError, match="these bytes are no batch"):
            lots.take(b"hello")
    with pytest.raises(ww.WaxwingError, match="this run has ended"):
        lots.give(1.0, 1)
