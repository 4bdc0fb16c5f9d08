"""Games and their positions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from . import _waxwing
from .errors import MoveError, WaxwingError
from .tables import Table

if TYPE_CHECKING:
    from .games import Game

Scene = dict[str, Any]


class Position:
    """A position of a game. It never changes: a move gives another one.

    Examples:
        >>> import waxwing as ww
        >>> board = ww.game("othello")
        >>> board.legal
        ['d3', 'c4', 'f5', 'e6']
        >>> later = board.play("d3", "c3")
        >>> later.turn, later.moves, len(board)
        (0, ['d3', 'c3'], 0)
        >>> board.play("a1")
        Traceback (most recent call last):
            ...
        waxwing.MoveError: `a1` is not a legal move here; legal: d3, c4, f5, e6

    It prints as a drawing, and draws itself in a notebook. It can be copied and pickled, and two positions of one game with the
    same moves are equal.
    """

    __slots__ = ("_inner",)

    def __init__(self, inner: _waxwing.Position) -> None:
        self._inner = inner

    @property
    def game(self) -> str:
        """The game, with the options that differ from their defaults: ``breakthrough(rows=6)``."""
        return self._inner.game_text

    @property
    def name(self) -> str:
        """The game's name without its options."""
        return self._inner.game_name

    @property
    def options(self) -> dict[str, str]:
        """All options of the game with their values."""
        return dict(self._inner.options)

    @property
    def players(self) -> int:
        """How many play."""
        return self._inner.players

    def player_name(self, player: int) -> str:
        """What a player is called, such as ``Black``."""
        return self._inner.player_name(player)

    @property
    def is_hidden(self) -> bool:
        """Whether the game hides something from players."""
        return self._inner.is_hidden

    @property
    def turn(self) -> int | None:
        """Who acts: a player's number, ``CHANCE``, or ``None`` at the end."""
        return self._inner.turn_number

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.turn is None

    @property
    def is_deal(self) -> bool:
        """Whether chance is to act with too many outcomes to list: ``deal`` draws one."""
        return self._inner.is_deal

    @property
    def legal(self) -> list[str]:
        """The legal moves of the player to move; none if no player is."""
        return self._inner.legal

    @property
    def outcomes(self) -> dict[str, float]:
        """What chance may do now, with the probabilities; nothing if it is not to act, or has too many outcomes to list."""
        return dict(self._inner.outcomes)

    @property
    def keys(self) -> dict[str, int]:
        """The legal moves with the keys that strategies know them by: below ``action_space`` if that is not 0."""
        return dict(zip(self.legal, self._inner.legal_keys))

    @property
    def action_space(self) -> int:
        """How many moves the game has, if each has a small number for its key; otherwise 0."""
        return self._inner.action_space

    def key(self, move: str) -> int:
        """The key of a move, which need not be legal."""
        return self._inner.key_of(move)

    def move(self, key: int) -> str:
        """The legal move of a key."""
        move = self._inner.move_of(key)
        if move is None:
            raise MoveError(f"no legal move has the key {key}")
        return move

    def play(self, *moves: str) -> Position:
        """The position after these moves, chance outcomes included."""
        inner = self._inner
        for move in moves:
            inner = inner.after(move)
        return Position(inner)

    def follow(self, moves: str, seed: int = 0) -> Position:
        """The position after the moves of a text, separated by spaces. Deals that it leaves out are drawn from the seed.

        Examples:
            >>> import waxwing as ww
            >>> ww.game("breakthrough").follow("a2a3 b7b6").moves
            ['a2a3', 'b7b6']
        """
        return Position(self._inner.after_moves(moves, seed))

    def deal(self, seed: int = 0) -> Position:
        """The position after the deals that come next, drawn from the seed; the same one if there is none."""
        return Position(self._inner.after_deals(seed))

    def roll(self, seed: int = 0) -> Position:
        """The position after all that chance does next, drawn from the seed; the same one if it is not to act."""
        return Position(self._inner.after_chance(seed))

    def play_random(self, seed: int = 0) -> Position:
        """The position after a random move or outcome of chance, drawn from the seed."""
        return Position(self._inner.after_random(seed))

    def back(self) -> Position:
        """The position before the last move."""
        return Position(self._inner.before())

    def at(self, moves: int) -> Position:
        """The position after this many of the moves."""
        if not 0 <= moves <= len(self):
            raise MoveError(f"there is no position after {moves} moves: {len(self)} have been made")
        return Position(self._inner.at(moves))

    def as_start(self) -> Position:
        """The same position without the moves that led to it."""
        return Position(self._inner.as_start())

    def determinize(self, observer: int, seed: int = 0) -> Position:
        """A position that the observer cannot tell from this one, drawn from the seed."""
        return Position(self._inner.determinized(observer, seed))

    @property
    def moves(self) -> list[str]:
        """All moves since the start, chance outcomes included. They say what is hidden."""
        return self._inner.moves

    def history(self, viewer: int | None = None) -> Table:
        """Who made each of the moves, and what the viewer saw of it."""
        return Table(json.loads(self._inner.history(viewer)), ["by", "text"])

    @property
    def rewards(self) -> list[float] | None:
        """What each player gets, from 0 (lost) to 1 (won), if the game is over."""
        return self._inner.rewards

    @property
    def result(self) -> str | None:
        """Who has won, in words, if the game is over."""
        return self._inner.result

    @property
    def text(self) -> str | None:
        """The position as one line, which ``read`` reads. It says everything, what is hidden too."""
        return self._inner.text

    def read(self, text: str) -> Position:
        """The position that a text means, in the same game.

        Examples:
            >>> import waxwing as ww
            >>> ww.game("othello").read("start moves d3 c3").turn
            0
        """
        return Position(self._inner.read(text))

    @property
    def state(self) -> Any:
        """The state of a game that is written in Python, as the game has it; ``None`` in other games."""
        return self._inner.state_object()

    def with_state(self, state: Any) -> Position:
        """A position of a game that is written in Python with this state; no moves have led to it."""
        return Position(self._inner.with_state(state))

    def draw(self, viewer: int | None = None) -> str:
        """A drawing for a terminal, as a viewer sees the position; ``None`` sees everything."""
        return self._inner.drawing(viewer)

    def svg(self, viewer: int | None = None) -> str:
        """A picture, as a viewer sees the position; ``None`` sees everything."""
        return self._inner.picture(viewer)

    def scene(self, viewer: int | None = None) -> Scene:
        """What is to be drawn, as a viewer sees it: places, pieces, marks, labels."""
        scene: Scene = json.loads(self._inner.scene_json(viewer))
        return scene

    def perft(self, depth: int) -> int:
        """How many sequences of exactly this many actions there are."""
        return self._inner.perft(depth)

    def playouts(self, count: int, seed: int = 0) -> int:
        """Plays random games to their ends, and returns how many plies they had together."""
        return self._inner.playouts(count, seed)

    def __len__(self) -> int:
        """How many moves have been made since the start."""
        return len(self._inner)

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Position]:
        """The positions from the start to this one."""
        return (self.at(moves) for moves in range(len(self) + 1))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position) or self.game != other.game:
            return False
        text, others = self.text, other.text
        return self is other if text is None or others is None else text == others

    def __hash__(self) -> int:
        return hash((self.game, self.text))

    def __str__(self) -> str:
        return self.draw(None if not self.is_hidden else self._viewer())

    def __repr__(self) -> str:
        return f"<Position of {self.game} after {len(self)} moves>"

    def _viewer(self) -> int | None:
        """Whose eyes a drawing is for where something is hidden: those of the player to move."""
        turn = self.turn
        return turn if turn is not None and turn >= 0 else None

    def _repr_svg_(self) -> str:
        return self.svg(self._viewer() if self.is_hidden else None)

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        from .games import definition

        text = self.text
        if text is None:
            state = self.state
            if state is None:
                raise WaxwingError("this position has no text: its moves begin elsewhere than the game")
            return _restore_state, (definition(self.name), self.game, state)
        return _restore, (definition(self.name), self.game, text)


def inner_of(position: object) -> _waxwing.Position:
    """What is behind a position. Whoever gives something else is told what is wanted."""
    if not isinstance(position, Position):
        raise TypeError(f"a position is wanted here, such as `waxwing.game('othello')`, not {position!r}")
    return position._inner


def _restore(definition: type[Game] | None, game_text: str, text: str) -> Position:
    return _opened(definition, game_text).read(text)


def _restore_state(definition: type[Game] | None, game_text: str, state: Any) -> Position:
    return _opened(definition, game_text).with_state(state)


def _opened(definition: type[Game] | None, game_text: str) -> Position:
    """The start of a game that another process has opened; it may be written in Python."""
    from .games import ensure

    if definition is not None:
        ensure(definition)
    return Position(_waxwing.open_game(game_text))


def game(game: str | type[Game], /, **options: object) -> Position:
    """The start of a game: of one of the twelve by its name, or of a class that extends ``Game``.

    Examples:
        >>> import waxwing as ww
        >>> ww.game("breakthrough", rows=5, columns=4).game
        'breakthrough(rows=5, columns=4)'
        >>> ww.game("othelo")
        Traceback (most recent call last):
            ...
        waxwing.ExpressionError: there is no game `othelo`; did you mean `othello`?
          othelo
          ^^^^^^
    """
    if isinstance(game, str):
        name = game
    else:
        from .games import ensure

        name = ensure(game)
    if not options:
        return Position(_waxwing.open_game(name))
    if "(" in name:
        raise WaxwingError(f"{name!r} has its options already: give them all in the text, or all by name")
    given = ", ".join(f"{option.replace('_', '-')}={_value(value)}" for option, value in options.items())
    return Position(_waxwing.open_game(f"{name}({given})"))


def _value(value: object) -> str:
    """A value as the text of a game has it; a deal or a set-up is written in quotes."""
    match value:
        case bool():
            return "yes" if value else "no"
        case int() | float():
            return str(value)
        case _:
            text = str(value)
            plain = text.replace("-", "").replace("_", "").isalnum()
            return text if plain else json.dumps(text, ensure_ascii=False)


def games() -> Table:
    """What games there are, those that are written in Python too.

    Examples:
        >>> import waxwing as ww
        >>> "othello" in ww.games()["name"]
        True
    """
    return Table(json.loads(_waxwing.game_entries()), ["name", "about", "options", "aliases", "rules", "legend"])
