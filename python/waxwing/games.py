"""Games that are written in Python."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Final, Literal, get_args, get_origin

from . import _waxwing
from ._waxwing import Random
from .declared import about, name_of, parameters

CHANCE: Final = -1
"""What ``Game.turn`` answers where chance is to act."""

_defined: dict[str, type[Game]] = {}


class Game:
    """A game of one's own: a class with five methods.

    A state is anything: a number, a tuple, an object. States are not changed: ``play`` returns the one after a move. Moves are
    anything that a dictionary takes as a key.

    Examples:
        >>> import waxwing as ww
        >>> class Nim(ww.Game):
        ...     "Take one to three stones; who takes the last one wins."
        ...     def __init__(self, heap: int = 21):
        ...         self.heap = heap
        ...     def start(self):
        ...         return (self.heap, 0)
        ...     def turn(self, state):
        ...         return state[1] if state[0] else None
        ...     def moves(self, state):
        ...         return range(1, min(3, state[0]) + 1)
        ...     def play(self, state, move):
        ...         return (state[0] - move, 1 - state[1])
        ...     def rewards(self, state):
        ...         return (0, 1) if state[1] == 0 else (1, 0)
        >>> board = ww.game(Nim, heap=10)
        >>> ww.agent("uct > mast with solver").search(board, iterations=2_000, seed=1).best
        '2'
        >>> ww.check_game(Nim)

    The arguments of ``__init__`` are the game's options: numbers, texts, ``bool`` or a ``Literal`` of words, each with its
    default. The first line of the docstring says what the game is.

    What else a game may have says each method below. A game that hides something has ``determinize``, and mostly
    ``observe``. Where states are large and change in place, ``copy`` lets a playout copy one only once.
    """

    name: ClassVar[str] = ""
    """Its name: lower case, with hyphens. The class's own if it is not said: ``ConnectFour`` is ``connect-four``."""

    players: int = 2
    """How many play, at most eight. An option may change it in ``__init__``."""

    names: Sequence[str] = ()
    """What the players are called."""

    rules: ClassVar[str] = ""
    """The rules in a few lines, for a person who does not know the game."""

    legend: ClassVar[str] = ""
    """What the symbols of the drawing mean."""

    def start(self) -> Any:
        """The state in which the game begins."""
        raise NotImplementedError(f"{type(self).__name__} has no method `start`")

    def turn(self, state: Any) -> int | None:
        """Who acts: the number of a player, ``CHANCE``, or ``None`` when the game is over."""
        raise NotImplementedError(f"{type(self).__name__} has no method `turn`")

    def moves(self, state: Any) -> Iterable[Any]:
        """The legal moves of the player to move, each once, always in the same order."""
        raise NotImplementedError(f"{type(self).__name__} has no method `moves`")

    def play(self, state: Any, move: Any) -> Any:
        """The state after a move, or after an outcome of chance. With ``copy`` it may be the same object, changed."""
        raise NotImplementedError(f"{type(self).__name__} has no method `play`")

    def rewards(self, state: Any) -> Sequence[float]:
        """What each player gets at the end, from 0 (lost) to 1 (won); those of two players sum to 1."""
        raise NotImplementedError(f"{type(self).__name__} has no method `rewards`")

    def chance(self, state: Any) -> Iterable[tuple[Any, float]]:
        """The outcomes of chance with their probabilities, where it is to act."""
        raise NotImplementedError

    def sample(self, state: Any, random: Random) -> Any:
        """An outcome of chance, drawn by the generator: for a deal with too many outcomes to list. What ``read`` reads and
        ``is_legal`` does not refuse can be played then."""
        raise NotImplementedError

    def is_legal(self, state: Any, move: Any) -> bool:
        """Whether a move is legal: a quicker answer than the list of all of them."""
        raise NotImplementedError

    def determinize(self, state: Any, observer: int, random: Random) -> Any:
        """A state that the observer cannot tell from this one, where the game hides something: all that it has seen is possible
        in it, and the rest is drawn anew."""
        raise NotImplementedError

    def observe(self, state: Any, move: Any, observer: int) -> Any:
        """What the observer sees of a move that is about to be made: the move, another one that stands for all that it cannot tell
        from it, or ``None``."""
        raise NotImplementedError

    def evaluate(self, state: Any, player: int) -> float:
        """How good a state is for a player, from -1 to 1: for ``im``, ``det``, ``ege``, ``ab`` and others that ask for an evaluation."""
        raise NotImplementedError

    def key(self, state: Any) -> Any:
        """What tells positions apart, for tables of positions: equal where everything goes on alike. Its ``repr`` counts."""
        raise NotImplementedError

    def copy(self, state: Any) -> Any:
        """A copy of a state. A game that has this method may change the state in ``play`` and return it."""
        raise NotImplementedError

    def write(self, move: Any) -> str:
        """The text of a move: a word without spaces. Without this method it is what ``str`` says, without its spaces."""
        raise NotImplementedError

    def read(self, text: str) -> Any:
        """The move that a text means. Without this method a text is understood once its move has been legal."""
        raise NotImplementedError

    def draw(self, state: Any, viewer: int | None) -> str:
        """A drawing for a terminal, as the viewer sees the state; ``None`` sees everything."""
        return str(state)

    def player_name(self, player: int) -> str:
        """What a player is called."""
        return self.names[player] if player < len(self.names) else f"player {player}"


def register(definition: type[Game], name: str | None = None) -> str:
    """Adds a game to those that this process knows by name: matches, experiments, the page and the command line know it then.
    Returns its name. ``game`` does so by itself. A game of the same name that was added before is replaced.
    """
    if isinstance(definition, Game):
        raise TypeError(f"{type(definition).__name__} itself is wanted, with its options beside it, and not an object of it")
    if not (isinstance(definition, type) and issubclass(definition, Game)):
        raise TypeError(f"{definition!r} is no game: a game is a class that extends `waxwing.Game` (strategies have a method `add`)")
    name = name or name_of(definition)
    if definition.rewards is Game.rewards:
        raise TypeError(f"{definition.__name__} is no game: it has no method `rewards`")
    given, hints = parameters(definition), _hints(definition)
    options = [_option(parameter, hints) for parameter in given]
    kinds = {parameter.name: kind for parameter, (*_, kind) in zip(given, options)}

    def start(values: list[tuple[str, str]]) -> Game:
        named = ((option.replace("-", "_"), value) for option, value in values)
        return definition(**{option: _read(value, kinds[option]) for option, value in named})

    hidden = definition.determinize is not Game.determinize
    declared = [(option, default, words, bounds) for option, default, words, bounds, _ in options]
    told = about(definition, "a game written in Python")
    _waxwing.add_game(name, told, definition.rules, definition.legend, declared, hidden, start)
    _defined[name] = definition
    return name


def ensure(definition: type[Game]) -> str:
    """The name of a game that is written in Python; it is added if that has not been done."""
    for name, other in _defined.items():
        if other is definition:
            return name
    return register(definition)


def definition(name: str) -> type[Game] | None:
    """The class of a game that is written in Python."""
    return _defined.get(name)


def check_game(game: type[Game] | str, /, games: int = 100, seed: int = 0, **options: object) -> None:
    """Plays random games by the rules, and raises ``WaxwingError`` with the moves that lead there if the game breaks a promise:
    no move where one must be, rewards that do not sum up, outcomes whose probabilities do not, a text that is not read back,
    a determinization that shows what is hidden, and more.
    """
    from .position import game as open_game

    open_game(game, **options)._inner.check(games, seed)


_Option = tuple[str, str, "list[str] | None", "tuple[int, int] | None", Any]


def _hints(definition: type[Game]) -> dict[str, Any]:
    try:
        return typing.get_type_hints(definition.__init__)
    except NameError:
        return {}


def _option(parameter: inspect.Parameter, hints: dict[str, Any]) -> _Option:
    """An option of a game: its name, default, words, bounds and type."""
    name, default = parameter.name.replace("_", "-"), parameter.default
    if default is inspect.Parameter.empty:
        raise TypeError(f"the option `{parameter.name}` has no default")
    kind = hints.get(parameter.name, type(default))
    if get_origin(kind) is Literal:
        return name, str(default), [str(word) for word in get_args(kind)], None, str
    if kind is bool:
        return name, "yes" if default else "no", ["yes", "no"], None, bool
    if kind is int and default >= 0:
        return name, str(default), None, (0, 2**32 - 1), int
    if kind not in (int, float, str):
        raise TypeError(f"the option `{parameter.name}` is {default!r}: options are numbers, texts, `bool` or a `Literal` of words")
    return name, str(default), None, None, kind


def _read(value: str, kind: Any) -> Any:
    if kind is bool:
        return value == "yes"
    if kind in (int, float):
        return kind(value)
    return value
