"""Monte Carlo tree search with the enhancements of the ICARUS framework: twelve games, experiments, and your own.

Examples:
    >>> import waxwing as ww
    >>> board = ww.game("breakthrough", rows=6, columns=6)
    >>> report = ww.agent("uct > mast with solver").search(board, iterations=2_000, seed=1)
    >>> report.best in board.legal
    True
    >>> board.play(report.best).turn
    1

Where to start: ``game`` opens a game and ``Position`` is what it gives; ``agent`` reads an expression and
``Agent.search`` thinks; ``match`` plays agents against each other; ``experiment`` declares many matches and keeps
their games. ``Game`` and ``Strategy`` are for games and strategies of your own.
"""

from ._waxwing import Iteration, Ply, Random, version as _version
from .agent import Agent, Player, Why, agent, agents, explain
from .errors import ExpressionError, MoveError, SearchError, WaxwingError
from .experiments import Experiment, ExperimentReport, Results, experiment
from .games import CHANCE, Game, check_game, register
from .matches import Match, match
from .position import Position, game, games
from .report import Node, Report
from .serving import serve
from .strategies import Strategy
from .tables import Table

__version__ = _version()

__all__ = [
    "CHANCE",
    "Agent",
    "Experiment",
    "ExperimentReport",
    "ExpressionError",
    "Game",
    "Iteration",
    "Match",
    "MoveError",
    "Node",
    "Player",
    "Ply",
    "Position",
    "Random",
    "Report",
    "Results",
    "SearchError",
    "Strategy",
    "Table",
    "WaxwingError",
    "Why",
    "agent",
    "agents",
    "check_game",
    "experiment",
    "explain",
    "game",
    "games",
    "match",
    "register",
    "serve",
]
