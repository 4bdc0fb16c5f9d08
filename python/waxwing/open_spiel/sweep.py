"""Which games of OpenSpiel can be played: ``python -m waxwing.open_spiel.sweep`` tries them all and prints tables.

Each game is tried in a process of its own, which may fail as it likes. A bot plays all seats, with the game's default parameters.
``--page FILE`` puts the tables into a page, between the lines ``<!-- sweep -->`` and ``<!-- end of the sweep -->``.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any

import pyspiel

from .bot import Bot
from .rules import Unserved

AGENT = "rave > mast"
"""Who plays if nobody else is named: a strategy in the tree, and one in playouts."""

SPARE_SECONDS = 20.0
"""What a process may need beyond the time of its game, to begin and for a last move."""

BEGIN, END = "<!-- sweep -->", "<!-- end of the sweep -->"

Result = dict[str, Any]


def names() -> list[str]:
    """The games that OpenSpiel knows, those that are written in Python too, and without ours."""
    _know_python_games()
    return [name for name in sorted(pyspiel.registered_names()) if not name.startswith("waxwing_")]


def _know_python_games() -> None:
    try:
        import open_spiel.python.games  # noqa: F401
    except ImportError as error:
        print(f"OpenSpiel's games in Python are left out: {error}", file=sys.stderr)


def try_game(
    name: str, agent: str, iterations: int, seconds: float, tell: Callable[[Result], object] | None = None
) -> Result:
    """Plays a game in this process, for this long at most. ``tell`` is called after each move with the result so far."""
    _know_python_games()
    kind = next(kind for kind in pyspiel.registered_games() if kind.short_name == name)
    if not kind.default_loadable:
        return {"game": name, "result": "refused", "why": "it is made of another game or of data, and has no default parameters"}
    game = pyspiel.load_game(name)
    told: Result = {"game": name, "players": game.num_players(), "kind": _kind(kind)}
    try:
        bot = Bot(game, agent, iterations=iterations, seed=1)
    except Unserved as error:
        return {**told, "result": "refused", "why": str(error).removeprefix(f"{name}: ")}
    state, generator, moves, start = game.new_initial_state(), random.Random(1), 0, time.monotonic()
    while not state.is_terminal() and time.monotonic() - start < seconds:
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes())
            state.apply_action(generator.choices(outcomes, weights)[0])
            continue
        action = bot.step(state)
        if action not in state.legal_actions():
            return {**told, "result": "failed", "why": f"{action} is no legal action"}
        state.apply_action(action)
        moves += 1
        if tell is not None:
            tell({**told, "result": "works", "moves": moves, "over": False})
    return {**told, "result": "works", "moves": moves, "over": state.is_terminal()}


def _kind(kind: Any) -> str:
    words = []
    if kind.chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC:
        words.append("chance")
    if kind.information != pyspiel.GameType.Information.PERFECT_INFORMATION:
        words.append("hidden")
    return ", ".join(words)


def try_apart(name: str, agent: str, iterations: int, seconds: float) -> Result:
    """The same in a process of its own."""
    command = [sys.executable, "-m", "waxwing.open_spiel.sweep", "--one", name]
    command += ["--agent", agent, "--iterations", str(iterations), "--seconds", str(seconds)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds + SPARE_SECONDS)
    except subprocess.TimeoutExpired as late:
        said = late.stdout.decode() if isinstance(late.stdout, bytes) else late.stdout or ""
        return _last(said) or {"game": name, "result": "failed", "why": f"no move in {seconds + SPARE_SECONDS:.0f} seconds"}
    if done.returncode == 0 and (result := _last(done.stdout)):
        return result
    last = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
    why = f"the process ended with signal {-done.returncode}: {last}" if done.returncode < 0 else last
    return {"game": name, "result": "failed", "why": why}


def _last(said: str) -> Result | None:
    """The last result that a process has told."""
    lines = [line for line in said.splitlines() if line.startswith("{") and line.endswith("}")]
    result: Result | None = json.loads(lines[-1]) if lines else None
    return result


def tables(results: Sequence[Result]) -> str:
    """The results as tables of Markdown: what works, what is refused and why, what has failed."""
    chosen = {word: [one for one in results if one["result"] == word] for word in ("works", "refused", "failed")}
    lines = [", ".join(f"{len(some)} {word}" for word, some in chosen.items()) + ".", ""]
    lines += ["| works | players | | played |", "|---|---|---|---|"]
    for one in chosen["works"]:
        lines.append(f"| `{one['game']}` | {one['players']} | {one['kind']} | {_played(one)} |")
    reasons: dict[str, list[str]] = {}
    for one in chosen["refused"]:
        reasons.setdefault(one["why"], []).append(f"`{one['game']}`")
    if reasons:
        lines += ["", "| refused, because | games |", "|---|---|"]
    lines += [f"| {reason} | {', '.join(games)} |" for reason, games in sorted(reasons.items(), key=lambda one: -len(one[1]))]
    if chosen["failed"]:
        lines += ["", "| failed | |", "|---|---|"]
        lines += [f"| `{one['game']}` | {one['why'].replace('|', '/')} |" for one in chosen["failed"]]
    return "\n".join(lines)


def _played(one: Result) -> str:
    moves = f"{one['moves']} move{'' if one['moves'] == 1 else 's'}"
    return f"a game of {moves}" if one["over"] else f"{moves}, and on"


def put(page: Path, text: str) -> None:
    """Puts a text into a page, instead of what is there between the two lines."""
    before, begin, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise SystemExit(f"{page} has no lines `{BEGIN}` and `{END}` to put the tables between")
    page.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}", encoding="utf-8")


def sweep(games: Sequence[str], agent: str, iterations: int, seconds: float, jobs: int = 1) -> list[Result]:
    """Tries games, some at a time, each in a process of its own."""

    def tried(name: str) -> Result:
        result = try_apart(name, agent, iterations, seconds)
        print(json.dumps(result), file=sys.stderr, flush=True)
        return result

    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(tried, games))


def _print(result: Result) -> None:
    print(json.dumps(result), flush=True)


def main() -> None:
    """The command line."""
    reader = argparse.ArgumentParser(prog="python -m waxwing.open_spiel.sweep", description=__doc__)
    reader.add_argument("games", nargs="*", help="the games to try; all if none is named")
    reader.add_argument("--agent", default=AGENT, help=f"who plays ({AGENT})")
    reader.add_argument("--iterations", type=int, default=100, help="for a move (100)")
    reader.add_argument("--seconds", type=float, default=60.0, help="for a game at most (60)")
    reader.add_argument("--jobs", type=int, default=1, help="how many games at once (1)")
    reader.add_argument("--page", type=Path, help="the page that the tables go to; printed if none is named")
    reader.add_argument("--one", help=argparse.SUPPRESS)
    said = reader.parse_args()
    if said.one:
        # Whoever waits may lose patience in the middle of a move: what was played so far is known then.
        _print(try_game(said.one, said.agent, said.iterations, said.seconds, _print))
        return
    results = sweep(said.games or names(), said.agent, said.iterations, said.seconds, said.jobs)
    told = tables(results)
    if said.page is None:
        print(told)
        return
    words = ["python -m waxwing.open_spiel.sweep", *said.games, f"--iterations {said.iterations}", f"--seconds {said.seconds:g}"]
    put(said.page, f"`{' '.join(words)}`, {date.today().isoformat()}: {told}")


if __name__ == "__main__":
    main()
