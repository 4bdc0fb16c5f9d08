"""Which games of OpenSpiel can be played: the sweep, and the page that it has written."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from waxwing.open_spiel import sweep

PAGE = Path(__file__).parent.parent.parent / "docs" / "open-spiel.md"

AGENT = "rave > mast"


def listed(page: str) -> dict[str, str]:
    """The games of a page with tables, and what became of them."""
    text = page.partition(sweep.BEGIN)[2].partition(sweep.END)[0]
    works, _, rest = text.partition("| refused, because |")
    refused, _, failed = rest.partition("| failed |")
    parts = {"works": works, "refused": refused.replace("`resample_from_infostate`", ""), "failed": failed}
    return {game: word for word, part in parts.items() for game in re.findall(r"`([a-z0-9_]+)`", part)}


def test_a_game_is_played_to_its_end_or_refused() -> None:
    assert sweep.try_game("tic_tac_toe", AGENT, 20, 60)["over"]
    assert sweep.try_game("tic_tac_toe", AGENT, 20, 0) == {
        "game": "tic_tac_toe",
        "players": 2,
        "kind": "",
        "result": "works",
        "moves": 0,
        "over": False,
    }
    assert sweep.try_game("kuhn_poker", AGENT, 20, 60)["kind"] == "chance, hidden"
    assert sweep.try_game("matrix_rps", AGENT, 20, 60)["why"].startswith("its players act at once")
    assert sweep.try_game("misere", AGENT, 20, 60)["why"].startswith("it is made of another game")


def test_a_process_that_fails_is_told_of() -> None:
    failed = sweep.try_apart("tic_tac_toe", "rave > mats", 20, 5)
    assert failed["result"] == "failed" and "help: did you mean `mast`?" in failed["why"]


def test_tables_go_between_the_lines_of_a_page(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{sweep.BEGIN}\nold\n{sweep.END}\nafter\n", encoding="utf-8")
    results: list[sweep.Result] = [
        {"game": "a_game", "result": "works", "players": 2, "kind": "", "moves": 1, "over": True},
        {"game": "b_game", "result": "refused", "why": "it is round"},
        {"game": "c_game", "result": "failed", "why": "a | b"},
    ]
    sweep.put(page, sweep.tables(results))
    text = page.read_text(encoding="utf-8")
    assert text.startswith("before\n") and text.endswith("\nafter\n") and "old" not in text
    assert "| `a_game` | 2 |  | a game of 1 move |" in text and "a / b" in text
    assert listed(text) == {"a_game": "works", "b_game": "refused", "c_game": "failed"}
    with pytest.raises(SystemExit, match="no lines"):
        sweep.put(PAGE.parent / "python.md", "")


@pytest.mark.long
def test_the_page_says_what_works_and_what_is_refused() -> None:
    # Other tests have OpenSpiel know other games too.
    program = "from waxwing.open_spiel import sweep; print(*sweep.names())"
    names = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    told = listed(PAGE.read_text(encoding="utf-8"))
    assert sorted(told) == sorted(names)
    tried = sweep.sweep([name for name in names if name not in TOO_SLOW], AGENT, iterations=3, seconds=0.5, jobs=2)
    assert {one["game"]: one["result"] for one in tried} == {
        name: word for name, word in told.items() if name not in TOO_SLOW
    }


TOO_SLOW = {"bridge"}
"""What may or may not play a move in the time there is."""
