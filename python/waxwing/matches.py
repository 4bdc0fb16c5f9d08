"""Matches between agents."""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from . import _waxwing
from .agent import Agent
from .errors import SearchError
from .games import Game
from .position import Position, game as open_game
from .progress import Bar
from .tables import Table

Told = Callable[[int, int, Mapping[str, Any]], object]


class Match:
    """The result of a match: what each agent won, with intervals. It is a table, and prints as one."""

    def __init__(self, data: Mapping[str, Any], verdict: str | None = None) -> None:
        self.data, self.verdict = data, verdict

    @property
    def game(self) -> str:
        """The game."""
        name: str = self.data["game"]
        return name

    @property
    def games(self) -> int:
        """How many games count."""
        games: int = self.data["games"]
        return games

    @property
    def failures(self) -> Table:
        """Games in which an agent failed, which do not count: their numbers, who failed, and how. At most a hundred are listed, and
        ``data["failed"]`` counts all."""
        return Table(self.data.get("failures", []), ["game", "agent", "reason"])

    @property
    def score(self) -> float | None:
        """What the first agent scored, from 0 to 1."""
        score: float | None = self.data["results"][0]["score"]
        return score

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of that score."""
        interval = self.data["results"][0]["score_ci95"]
        return interval[0], interval[1]

    @property
    def elo(self) -> float | None:
        """The first agent's score as a difference in Elo rating; ``None`` where no finite one would do."""
        elo: float | None = self.data["results"][0]["elo"]
        return elo

    @property
    def table(self) -> Table:
        """A row for each agent: games won, drawn, lost; win rate and score with their 95 % intervals; Elo; how likely it is to be
        the better one; iterations per second; the verdict of a sequential test, if there was one."""
        rows = []
        for place, result in enumerate(self.data["results"]):
            row: dict[str, Any] = {"agent": result["agent"]}
            row |= {key: result[key] for key in ("wins", "draws", "losses", "win_rate")}
            for key in ("ci95", "score_ci95", "elo_ci95"):
                name = {"ci95": "win_rate", "score_ci95": "score", "elo_ci95": "elo"}[key]
                row.setdefault(name, result.get(name))
                row |= {f"{name}_low": result[key][0], f"{name}_high": result[key][1]}
            row |= {key: result[key] for key in ("parity", "los", "iterations_per_second")}
            if self.verdict is not None:
                row["sprt"] = self.verdict if place == 0 else None
            rows.append(row)
        return Table(rows)

    def frame(self) -> Any:
        """The table as a data frame of pandas or polars."""
        return self.table.frame()

    def _summary(self) -> tuple[str, Table]:
        shown = ["agent", "wins", "draws", "losses", "score", "score_low", "score_high", "elo", "los"]
        verdict = f", sequential test: {self.verdict}" if self.verdict else ""
        failed = f", {self.data['failed']:,} more failed" if self.failures else ""
        return f"{self.game}, {self.games:,} games{failed}{verdict}", Table([{key: row[key] for key in shown} for row in self.table], shown)

    def __str__(self) -> str:
        words, table = self._summary()
        return f"{words}\n\n{table}"

    def __repr__(self) -> str:
        score = "-" if self.score is None else f"{self.score:.3f} [{self.interval[0]:.3f}, {self.interval[1]:.3f}]"
        return f"<Match of {self.games:,} games of {self.game}: {score}>"

    def _repr_html_(self) -> str:
        words, table = self._summary()
        return html.escape(words) + table._repr_html_()


def match(
    game: str | type[Game] | Position,
    /,
    *agents: str | Agent,
    games: int = 100,
    iterations: int | None = None,
    time: float | None = None,
    seed: int = 0,
    jobs: int | None = None,
    design: Literal["balanced", "one-vs-rest"] | None = None,
    role: str | None = None,
    openings: str | Sequence[str] | None = None,
    until: str | None = None,
    memory: int | None = None,
    progress: bool | Told = True,
) -> Match:
    """Plays games between agents, in every seat assignment equally often, and counts them.

    With iterations the same seed gives the same games, here and on the command line, however many ``jobs`` play at once (games that
    are written in Python are played one by one). The match ends early with ``until="width=3%"`` or ``until="sprt(0.5, 0.55)"``, by
    rules that may be looked at after every game. ``openings`` are lines of moves that games begin with. Games in which an agent failed
    do not count: ``failures`` of the result lists them. If all have failed, ``SearchError`` says why.

    Examples:
        >>> import waxwing as ww
        >>> result = ww.match("breakthrough(rows=5, columns=4)", "uct > mast", "random", games=10, iterations=50, progress=False)
        >>> result.games, result.score > 0.5
        (10, True)
    """
    position = game if isinstance(game, Position) else open_game(game)
    lines = openings if openings is None or isinstance(openings, str) else "\n".join(openings)
    bar = Bar("games") if progress is True else None

    def tell(played: int, total: int, report: str) -> bool:
        if bar is not None:
            result = json.loads(report)["results"][0]
            score = "-" if result["score"] is None else f"{result['score']:.3f}"
            low, high = result["score_ci95"]
            bar.show(played, total, f"{score} [{low:.3f}, {high:.3f}]")
        elif callable(progress):
            return progress(played, total, json.loads(report)) is True
        return False

    try:
        told = _waxwing.play_match(
            position._inner, [str(one) for one in agents], games, seed, jobs, design, role, lines, until, iterations, time, memory,
            tell if progress else None,
        )
    finally:
        if bar is not None:
            bar.close()
    result = json.loads(told)
    played = Match(result["report"], result["verdict"])
    if played.failures and not played.games:
        first = played.failures[0]
        raise SearchError(f"no game was played to its end: {first['agent']}: {first['reason']}")
    return played
