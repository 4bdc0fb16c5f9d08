#!/usr/bin/env python3
"""OpenSpiel's MCTSBot as a player of Waxwing's messages, in Breakthrough, Kalah and Lines of Action.

It plays OpenSpiel's own rules of these games with the moves of the game at the table (docs/protocol.md, "Programs as agents"):

    waxwing match breakthrough 'uct @1000' 'program("python3 examples/programs/open_spiel_mcts.py --times 10") @1000' --games 20

Its simulations are the iterations of the budget that it is told, times `--times`. Kalah is OpenSpiel's mancala only with
`kalah(capture=standard)`, and Lines of Action draws as OpenSpiel does with `repetition=2`; where the rules differ all the same, the
program says so, and the game has failed. It needs the Python package `open_spiel`.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from typing import Any

import pyspiel  # type: ignore[import-not-found]

GAMES = {"breakthrough": "breakthrough", "kalah": "mancala", "lines-of-action": "lines_of_action"}


def options_of(text: str) -> tuple[str, dict[str, str]]:
    """The name and the options of a game: `breakthrough(rows=6, columns=6)`."""
    name, _, rest = text.partition("(")
    pairs = (pair.split("=", 1) for pair in rest.rstrip(")").split(",") if "=" in pair)
    return name, {option.strip(): value.strip() for option, value in pairs}


class Table:
    """OpenSpiel's game beside ours, and the names of its actions in our words."""

    def __init__(self, game: str, seat: int, seed: int, times: float) -> None:
        self.name, options = options_of(game)
        if self.name not in GAMES:
            raise ValueError(f"this program plays {', '.join(GAMES)}, not {self.name}")
        self.rows = int(options.get("rows", 8))
        sizes = {"rows": self.rows, "columns": int(options.get("columns", 8))} if self.name == "breakthrough" else {}
        self.game = pyspiel.load_game(GAMES[self.name], sizes)
        self.state = self.game.new_initial_state()
        self.seat, self.seed, self.times = seat, seed, times

    def ours(self, action: int) -> str:
        """An action of the player to move, as we write it."""
        text: str = self.state.action_to_string(self.state.current_player(), action)
        if self.name == "kalah":
            # The first player's houses are 1 to 6, the second one's 8 to 13.
            return str(int(text) - 7 * self.state.current_player())
        if self.name == "breakthrough":
            # OpenSpiel's first player begins at the top, and a capture has a star.
            squares = text.rstrip("*")
            turned = [squares[0], str(self.rows + 1 - int(squares[1])), squares[2], str(self.rows + 1 - int(squares[3]))]
            return "".join([*turned[:2], *(["x"] if text.endswith("*") else []), *turned[2:]])
        return text

    def play(self, text: str) -> None:
        # Whether a move captures need not be said.
        plain = text.replace("x", "")
        found = [action for action in self.state.legal_actions() if self.ours(action).replace("x", "") == plain]
        if self.state.is_terminal() or not found:
            raise ValueError(f"OpenSpiel's rules do not allow `{text}` here")
        self.state.apply_action(found[0])

    def choose(self, budget: str) -> str:
        if self.state.is_terminal():
            raise ValueError("by OpenSpiel's rules the game is over")
        if not budget.isdigit():
            raise ValueError(f"this program has budgets of iterations, not `{budget}`")
        simulations = max(1, round(int(budget) * self.times))
        self.seed = (self.seed + 1) % (1 << 31)
        evaluator = pyspiel.RandomRolloutEvaluator(1, self.seed)
        bot = pyspiel.MCTSBot(self.game, evaluator, math.sqrt(2), simulations, 1000, True, self.seed, False)
        return self.ours(bot.step(self.state))


def answer(table: Table | None, request: dict[str, Any], times: float) -> tuple[Table | None, dict[str, Any]]:
    kind = request["type"]
    if kind == "sit":
        if request.get("position"):
            raise ValueError("this program begins games with their start")
        return Table(request["game"], request["seat"], int(request["seed"]), times), {"type": "done"}
    assert table is not None, "`sit` comes first"
    if kind == "choose":
        return table, {"type": "thought", "thought": {"best": table.choose(request["budget"])}}
    table.play(request["move"])
    return table, {"type": "done"}


def main() -> None:
    parser = argparse.ArgumentParser(description="OpenSpiel's MCTSBot as a player of Waxwing's messages.")
    parser.add_argument("--times", type=float, default=1.0, help="simulations for each iteration of the budget [default: 1]")
    arguments = parser.parse_args()
    table = None
    for line in sys.stdin:
        request = json.loads(line)
        try:
            table, said = answer(table, request, arguments.times)
        except Exception as error:  # Whatever it is, the one at the other end is told.
            said = {"type": "error", "message": str(error)}
        print(json.dumps({"id": request["id"], **said}), flush=True)


if __name__ == "__main__":
    main()
