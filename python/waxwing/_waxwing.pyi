"""
What the package `waxwing` is made of.
"""

from _typeshed import SupportsGetItem
from os import PathLike
from pathlib import Path
from typing import Any, SupportsFloat, SupportsIndex, final

__all__ = ["Experiment", "Iteration", "Lot", "Lots", "Mind", "Ply", "Position", "Random", "Store", "add_game", "add_strategy", "agents", "canonical", "explain", "game_entries", "levels", "open_game", "play_match", "run_command_line", "serve", "version", "why", "without"]

@final
class Experiment:
    """
    An experiment that a file declares.
    """
    def __new__(cls, /, file: str, text: str) -> Experiment:
        """
        The experiment of a text; `file` is said in errors, and openings are looked for beside it.
        """
    @property
    def cells(self, /) -> str:
        """
        What is played, as JSON.
        """
    @property
    def name(self, /) -> str:
        """
        Its name.
        """
    @property
    def origin(self, /) -> tuple[str, str, list[str]]:
        """
        The file, its text, and the budgets that were given to it.
        """
    @property
    def title(self, /) -> str:
        """
        What it is about.
        """
    def with_budget(self, /, budget: str) -> Experiment:
        """
        The same experiment with another budget, such as `500` or `10%`.
        """

@final
class Iteration:
    """
    A finished iteration.
    """
    def __getnewargs__(self, /) -> tuple[list[tuple[int | None, int]], int, list[float]]: ...
    def __new__(cls, /, steps: SupportsGetItem[int, tuple[SupportsIndex | None, SupportsIndex]], descent: SupportsIndex, rewards: SupportsGetItem[int, SupportsFloat | SupportsIndex]) -> Iteration:
        """
        An iteration that is made up, to try a strategy with.
        """
    @property
    def descent(self, /) -> int:
        """
        How many of the steps were made in the descent; the later ones belong to the playout.
        """
    @property
    def rewards(self, /) -> list[float]:
        """
        What each player got.
        """
    @property
    def steps(self, /) -> list[tuple[int | None, int]]:
        """
        The steps from the root to the end: who acted (`None` is chance) and the key of the action.
        """

@final
class Lot:
    """
    A lot, where it is played.
    """
    def __new__(cls, /, content: bytes) -> Lot:
        """
        The lot that a run elsewhere has given out.
        """
    @property
    def done(self, /) -> bool:
        """
        Whether all its games are played.
        """
    def play(self, /, seconds: SupportsFloat | SupportsIndex) -> bytes:
        """
        Plays games for this many seconds, and returns those that are finished, for the run that gave the lot out.
        """

@final
class Lots:
    """
    A run whose games are given out in lots.
    """
    def __new__(cls, /, path: str | PathLike[str], experiments: SupportsGetItem[int, Experiment], cells: SupportsGetItem[int, str], scale: SupportsFloat | SupportsIndex, seconds: SupportsFloat | SupportsIndex | None, retry: bool) -> Lots:
        """
        Begins a run of what the store in a file does not have yet.
        """
    def close(self, /) -> None:
        """
        Ends the run. What is out is free for other runs.
        """
    def end(self, /, lot: SupportsIndex) -> None:
        """
        Takes a lot back; what was not played of it is given out again.
        """
    def give(self, /, seconds: SupportsFloat | SupportsIndex, players: SupportsIndex) -> tuple[int, int, int, bytes] | None:
        """
        A lot that takes about this many seconds, for one of this many players; `None` if there is nothing to give out now.
        """
    @property
    def late(self, /) -> bool:
        """
        Whether its time is over.
        """
    def look(self, /) -> bool:
        """
        Shows that this run is alive; returns whether all is done.
        """
    def progress(self, /) -> tuple[int, int, int, int, int]:
        """
        How many games are finished, how many there will be, how many of them were played and how many failed in this run, and
        how many lots are out.
        """
    def take(self, /, batch: bytes) -> None:
        """
        Writes down games that have been played.
        """

@final
class Mind:
    """
    An agent of a game: it thinks, and keeps the tree and the records of its last search.
    """
    def __new__(cls, /, position: Position, expression: str) -> Mind:
        """
        The agent of an expression, or of a level, for the game of a position.
        """
    def choose(self, /, position: Position, iterations: SupportsIndex | None, seconds: SupportsFloat | SupportsIndex | None, threads: SupportsIndex | None, memory: SupportsIndex | None, progress: Any | None) -> str:
        """
        Chooses a move in the game that it sits in. An only move is played without a search. Returns what it thinks as JSON.
        """
    @property
    def expression(self, /) -> str:
        """
        The expression as it is printed.
        """
    def follow(self, /, position: Position) -> None:
        """
        Is told of the moves of the position that it does not know yet.
        """
    def ownership(self, /, playouts: SupportsIndex, seed: SupportsIndex) -> str | None:
        """
        Who holds each place of the board at the ends of uniform playouts, as JSON; `None` if the game has no places.
        """
    def records(self, /, most: SupportsIndex) -> str:
        """
        What the strategies of the last search have learned, strongest first, as JSON.
        """
    def search(self, /, position: Position, seed: SupportsIndex, iterations: SupportsIndex | None, seconds: SupportsFloat | SupportsIndex | None, threads: SupportsIndex | None, memory: SupportsIndex | None, progress: Any | None) -> str:
        """
        Searches a position from a seed, as a game of its own. Returns what it thinks as JSON.
        """
    def sit(self, /, position: Position, seat: SupportsIndex, seed: SupportsIndex) -> None:
        """
        Sits down to a new game in a seat. It is told of the moves that the position has.
        """
    def tree(self, /, path: SupportsGetItem[int, str], depth: SupportsIndex, children: SupportsIndex, observer: SupportsIndex | None = None) -> str | None:
        """
        What the tree of the last search holds behind these moves from its root, as JSON; `None` if there is no such node.
        """

@final
class Ply:
    """
    One decision of a running iteration.

    `keys` are the keys of the legal actions, in the order of the scores that a strategy gives: numbers that are the same for the
    same action everywhere. `visits` and `rewards` are what the tree knows of them, `None` in a playout.
    """
    def __getnewargs__(self, /) -> tuple[int, int, bool, list[int], list[int] | None, list[float] | None, list[int]]: ...
    def __new__(cls, /, player: SupportsIndex, node_visits: SupportsIndex, is_playout: bool, keys: SupportsGetItem[int, SupportsIndex], visits: SupportsGetItem[int, SupportsIndex] | None = None, rewards: SupportsGetItem[int, SupportsFloat | SupportsIndex] | None = None, seen: SupportsGetItem[int, SupportsIndex] = ...) -> Ply:
        """
        A decision that is made up, to try a strategy with.
        """
    @property
    def is_playout(self, /) -> bool:
        """
        Whether there is no node: the policy is followed in a playout.
        """
    @property
    def keys(self, /) -> list[int]:
        """
        The keys of the legal actions.
        """
    @property
    def node_visits(self, /) -> int:
        """
        The visits of the node; 0 in a playout.
        """
    @property
    def player(self, /) -> int:
        """
        Who decides.
        """
    @property
    def rewards(self, /) -> list[float] | None:
        """
        The player's total reward after each of them.
        """
    @property
    def seen(self, /) -> list[int]:
        """
        The keys of what the player has seen since the root, most recent last.
        """
    @property
    def visits(self, /) -> list[int] | None:
        """
        How often each of them was visited.
        """

@final
class Position:
    """
    A position of a game. It does not change: a move gives another one.
    """
    def __len__(self, /) -> int: ...
    @property
    def action_space(self, /) -> int:
        """
        How many moves have a number of their own; 0 if numbers are hashes.
        """
    def after(self, /, text: str) -> Position:
        """
        The position after a move or an outcome of chance.
        """
    def after_chance(self, /, seed: SupportsIndex) -> Position:
        """
        The position after what chance does, drawn from the seed.
        """
    def after_deals(self, /, seed: SupportsIndex) -> Position:
        """
        The position after deals that are drawn from the seed.
        """
    def after_moves(self, /, moves: str, seed: SupportsIndex) -> Position:
        """
        The position after the moves of a text. Deals that it leaves out are drawn from the seed.
        """
    def after_random(self, /, seed: SupportsIndex) -> Position:
        """
        The position after a random move or outcome, drawn from the seed.
        """
    def as_start(self, /) -> Position:
        """
        The same position without the moves that led to it.
        """
    def at(self, /, moves: SupportsIndex) -> Position:
        """
        The position after this many of the moves.
        """
    def before(self, /) -> Position:
        """
        The position before the last move.
        """
    def check(self, /, games: SupportsIndex, seed: SupportsIndex) -> None:
        """
        Plays random games by the rules, and finds promises that the game breaks.
        """
    def determinized(self, /, observer: SupportsIndex, seed: SupportsIndex) -> Position:
        """
        A position that the observer cannot tell from this one, drawn from the seed.
        """
    def drawing(self, /, viewer: SupportsIndex | None) -> str:
        """
        A drawing for a terminal, as a viewer sees the position.
        """
    @property
    def game_name(self, /) -> str:
        """
        The game's name.
        """
    @property
    def game_text(self, /) -> str:
        """
        The game with the options that differ from their defaults.
        """
    @property
    def hash(self, /) -> int | None:
        """
        A number that tells positions apart, if the game has one.
        """
    def history(self, /, viewer: SupportsIndex | None) -> str:
        """
        Who made each of the moves, and what a viewer saw of it, as JSON.
        """
    @property
    def is_deal(self, /) -> bool:
        """
        Whether chance is to act with too many outcomes to list.
        """
    @property
    def is_hidden(self, /) -> bool:
        """
        Whether the game hides something from players.
        """
    def key_of(self, /, text: str) -> int:
        """
        The number of a move, legal or not.
        """
    @property
    def legal(self, /) -> list[str]:
        """
        The legal moves of the player to move.
        """
    @property
    def legal_keys(self, /) -> list[int]:
        """
        The numbers of the legal moves, in their order: the keys of strategies.
        """
    def move_of(self, /, key: SupportsIndex) -> str | None:
        """
        The legal move of a number.
        """
    @property
    def moves(self, /) -> list[str]:
        """
        All moves since the start, chance outcomes included.
        """
    @property
    def options(self, /) -> list[tuple[str, str]]:
        """
        The options of the game with their values.
        """
    @property
    def outcomes(self, /) -> list[tuple[str, float]]:
        """
        The outcomes of chance with their probabilities, if it is to act and they can be listed.
        """
    def perft(self, /, depth: SupportsIndex) -> int:
        """
        How many sequences of this many actions there are.
        """
    def picture(self, /, viewer: SupportsIndex | None) -> str:
        """
        A picture, as a viewer sees the position.
        """
    def player_name(self, /, player: SupportsIndex) -> str:
        """
        What a player is called.
        """
    @property
    def players(self, /) -> int:
        """
        How many play.
        """
    def playouts(self, /, count: SupportsIndex, seed: SupportsIndex) -> int:
        """
        How many plies so many random playouts have together.
        """
    def read(self, /, text: str) -> Position:
        """
        The position that a text means in the same game.
        """
    @property
    def result(self, /) -> str | None:
        """
        Who has won, in words, if the game is over.
        """
    @property
    def rewards(self, /) -> list[float] | None:
        """
        What each player gets, if the game is over.
        """
    def scene_json(self, /, viewer: SupportsIndex | None) -> str:
        """
        What is to be drawn, as a viewer sees it, as JSON.
        """
    def state_object(self, /) -> Any | None:
        """
        The state of a game that is written in Python; `None` in other games.
        """
    @property
    def text(self, /) -> str | None:
        """
        The position as one line that `read` reads back; `None` if the game has no text for it.
        """
    @property
    def turn_number(self, /) -> int | None:
        """
        Who acts: the number of a player, -1 for chance, or `None` at the end.
        """
    def with_state(self, /, state: Any) -> Position:
        """
        The position with a state of a game that is written in Python.
        """

@final
class Random:
    """
    A seeded generator, with the methods of `random.Random` that games use.

    >>> import waxwing as ww
    >>> ww.Random(1).randrange(6) == ww.Random(1).randrange(6)
    True
    """
    def __copy__(self, /) -> Random:
        """
        The same generator in the same place: from here on both draw alike.
        """
    def __deepcopy__(self, /, _memo: Any) -> Random: ...
    def __new__(cls, /, seed: SupportsIndex) -> Random: ...
    def choice(self, /, items: Any) -> Any:
        """
        One of the items of a sequence.
        """
    def random(self, /) -> float:
        """
        A number in [0, 1).
        """
    def randrange(self, /, stop: SupportsIndex) -> int:
        """
        A whole number from 0 up to, but not including, `stop`.
        """
    def shuffle(self, /, items: Any) -> None:
        """
        Puts the items of a list in a random order.
        """

@final
class Store:
    """
    A store of games.
    """
    def __new__(cls, /, path: str | PathLike[str]) -> Store:
        """
        The store in a file, which is made when games are played.
        """
    def pages(self, /, experiments: SupportsGetItem[int, Experiment], folder: str | PathLike[str], formats: SupportsGetItem[int, str]) -> list[tuple[Path, bytes]]:
        """
        The pages and pictures of a report: paths below a folder, and what is in the files.
        """
    def report(self, /, experiments: SupportsGetItem[int, Experiment]) -> str:
        """
        What is known of experiments, as JSON.
        """
    def run(self, /, experiments: SupportsGetItem[int, Experiment], cells: SupportsGetItem[int, str], scale: SupportsFloat | SupportsIndex, jobs: SupportsIndex | None, seconds: SupportsFloat | SupportsIndex | None, retry: bool, progress: Any | None) -> None:
        """
        Plays what is missing. `progress` is told how many games there are, how many there will be, and how many were played now.
        """
    def status(self, /) -> str:
        """
        The state of every cell, as JSON.
        """

def add_game(name: str, about: str, rules: str, legend: str, options: SupportsGetItem[int, tuple[str, str, SupportsGetItem[int, str] | None, tuple[SupportsIndex, SupportsIndex] | None]], hidden: bool, start: Any) -> None:
    """
    Adds a game that is written in Python. `start` makes the game of the values of its options.
    """

def add_strategy(name: str, about: str, parameters: SupportsGetItem[int, tuple[str, SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex, str]], weights: bool, make: Any) -> None:
    """
    Adds a strategy that is written in Python: its name, what it does, its parameters (name, default, least, greatest, what it
    means), whether it gives weights instead of values, and what makes it of the values of its parameters.
    """

def agents() -> str:
    """
    The words of expressions, as JSON.
    """

def canonical(expression: str, game: str | None = None) -> str:
    """
    The expression as it is printed. In a game, also a level: `easy`, `medium`, `hard` or `best`.
    """

def explain(expression: str) -> str:
    """
    What an expression means, part by part, as JSON.
    """

def game_entries() -> str:
    """
    The games, as JSON: name, aliases, what they are, options, rules, legend.
    """

def levels(game: str) -> list[tuple[str, str]]:
    """
    The agents of a game by their levels.
    """

def open_game(text: str) -> Position:
    """
    The start of a game that a text names, such as `breakthrough(rows=6)`.
    """

def play_match(position: Position, agents: SupportsGetItem[int, str], games: SupportsIndex, seed: SupportsIndex, jobs: SupportsIndex | None, design: str | None, role: str | None, openings: str | None, until: str | None, iterations: SupportsIndex | None, seconds: SupportsFloat | SupportsIndex | None, memory: SupportsIndex | None, progress: Any | None) -> str:
    """
    Plays a match from a position, and returns its result as JSON. `progress` is told after each game how many there are and how
    many there will be, and of the result so far; it may say that this is enough.
    """

def run_command_line(arguments: SupportsGetItem[int, str]) -> BaseException:
    """
    Runs the command line `waxwing` with these arguments, for the games and strategies of this process, and ends the process
    with its exit code, or with what one of them has raised.
    """

def serve(port: SupportsIndex | None, listen: str | None, experiments: str | PathLike[str] | None, browser: bool, ready: Any) -> None:
    """
    Serves the page for the games and strategies of this process until Ctrl-C, which is raised then. `ready` is told the address.
    """

def version() -> str:
    """
    The version of the engine, with its commit where it was built from a checkout.
    """

def why(position: Position, expression: str, seed: SupportsIndex, iterations: SupportsIndex, other: str | None = None) -> str:
    """
    Which part of an agent made it choose its move, as JSON: the same search without each of them, and, if a move is named, how that
    stands beside the chosen one.
    """

def without(expression: str) -> list[tuple[str, str]]:
    """
    An expression without one of its parts, for each of them: the part, and what is left.
    """
