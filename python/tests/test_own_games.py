"""Games and strategies that are written in Python."""

from __future__ import annotations

import copy
import itertools
import pickle
import random
from typing import Any, Literal

import pytest

import waxwing as ww
from conftest import Nim, command_line
from waxwing import _waxwing


def test_every_strategy_searches_a_game_of_ones_own() -> None:
    board = ww.game(Nim, heap=10)
    for expression in ["uct", "rave > mast + nast with solver", "uct > lgrf", "grave > mast", "uct with im(0.4)", "ab", "uct > ege(0.1)"]:
        assert ww.agent(expression).search(board, iterations=1_000, seed=1).best == "2", expression


def test_a_game_of_ones_own_is_like_any_other(nim: type[ww.Game]) -> None:
    ww.check_game(nim)
    board = ww.game(nim, heap=5)
    assert (board.game, board.legal, board.state) == ("nim(heap=5)", ["1", "2", "3"], (5, 0))
    assert board.player_name(0) == "First" and str(board) == "5 stones"
    with pytest.raises(ww.MoveError, match="`4` is not a legal move here|no move"):
        board.play("4")
    end = board.play("2", "3")
    assert (end.is_over, end.rewards, end.result) == (True, [0.0, 1.0], "Second wins")
    assert pickle.loads(pickle.dumps(end)) == end
    assert board.with_state((7, 1)).turn == 1
    assert pickle.loads(pickle.dumps(board.with_state((7, 1)))).state == (7, 1)
    result = ww.match(board, "uct with solver @200", "random", games=20, seed=1, progress=False)
    assert result.games == 20 and result.score is not None and result.score > 0.6


def test_the_same_seed_gives_the_same_numbers_in_a_game_of_ones_own() -> None:
    searched = [ww.agent("rave > nast").search(ww.game(Nim), iterations=500, seed=4) for _ in range(2)]
    assert searched[0].moves == searched[1].moves


class Faulty(Nim):
    """Raises in the middle of a playout."""

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        if state[0] == 9:
            raise ZeroDivisionError("nine")
        return super().play(state, move)


class Silent(Nim):
    """Has no move where one must be."""

    def moves(self, state: tuple[int, int]) -> range:
        return range(0) if state[0] == 9 else super().moves(state)


class Generous(Nim):
    """Gives both players everything."""

    def rewards(self, state: tuple[int, int]) -> tuple[float, float]:
        return (1, 1)


def test_what_a_game_raises_ends_the_search_and_is_raised() -> None:
    for expression in ["uct", "rave > mast", "uct with root(2)", "ab"]:
        with pytest.raises(ZeroDivisionError, match="nine"):
            ww.agent(expression).search(ww.game(Faulty), iterations=200, seed=1)
    with pytest.raises(ZeroDivisionError):
        ww.match(ww.game(Faulty), "uct @50", "random", games=10, progress=False)
    with pytest.raises(ZeroDivisionError):
        ww.game(Faulty, heap=9).play("1")
    with pytest.raises(ZeroDivisionError, match="nine"):
        raise _waxwing.run_command_line(["waxwing", "search", "faulty", "uct", "--iterations", "100"])
    assert ww.agent("uct").search(ww.game(Nim), iterations=50, seed=1).iterations == 50, "nothing is left behind"


def test_broken_promises_are_found() -> None:
    with pytest.raises(ww.WaxwingError, match="no move|no legal action"):
        ww.check_game(Silent)
    with pytest.raises(ww.WaxwingError, match="no move"):
        ww.agent("uct").search(ww.game(Silent), iterations=200, seed=1)
    with pytest.raises(ww.WaxwingError, match="reward"):
        ww.check_game(Generous)


@pytest.mark.parametrize(
    ("method", "answer", "message"),
    [
        ("turn", 7, "`turn` says 7"),
        ("rewards", (1,), "1 numbers for 2 players"),
        ("rewards", (2, -1), "a number from 0"),
        ("rewards", None, "`rewards` says None: it is a list of numbers"),
        ("rewards", {0: 1, 1: 0}, "`rewards` says {0: 1, 1: 0}"),
        ("rewards", ("a", "b"), "`rewards` says .'a', 'b'.: it is a list of numbers"),
        ("play", None, "`play` returns None"),
        ("moves", 3, "`moves` says 3: it lists the legal moves"),
        ("moves", itertools.repeat(1), "`moves` lists more than 1000000 moves: does it end?"),
        ("moves", [[1]], r"\[1\] is no move: moves are numbers, texts, tuples"),
        ("evaluate", 3.0, "from -1"),
        ("evaluate", "good", "`evaluate` says 'good'"),
        ("write", 5, "`write` says 5: it is a text"),
        ("write", "a b", "without spaces"),
        ("write", "same", "both written `same`"),
    ],
)
def test_a_wrong_answer_of_a_method_is_told(method: str, answer: Any, message: str) -> None:
    wrong = type("Wrong", (Nim,), {"name": f"wrong-{method}", method: lambda self, *_: answer, "__doc__": "wrong"})
    with pytest.raises(ww.WaxwingError, match=message):
        ww.agent("uct with im(0.5)").search(ww.game(wrong), iterations=200, seed=1)


def test_what_is_raised_before_the_game_begins_is_the_cause_of_the_error() -> None:
    def start(self: Nim) -> tuple[int, int]:
        raise OSError("no stones")

    class Doubtful(ww.Strategy):
        """Is not made."""

        def __init__(self, depth: int = 1) -> None:
            raise OSError("no idea")

    with pytest.raises(ww.ExpressionError, match="unopened: no stones") as unopened:
        ww.game(type("Unopened", (Nim,), {"start": start, "__doc__": "fails"}))
    with pytest.raises(ww.ExpressionError, match="doubtful: no idea") as unmade:
        ww.agent(f"uct > {Doubtful.add()}").search(ww.game("othello"), iterations=10)
    for error in (unopened, unmade):
        assert isinstance(error.value.__cause__, OSError) and error.value.__cause__.__traceback__ is not None


def test_a_match_in_which_every_game_fails_says_why(capfd: pytest.CaptureFixture[str]) -> None:
    wrong = type("Refusing", (Nim,), {"is_legal": lambda self, state, move: False, "__doc__": "wrong"})
    with pytest.raises(ww.SearchError, match="no game was played to its end: uct: .*is not a legal move"):
        ww.match(wrong, "uct", "uct @20", games=4, iterations=10, progress=False)
    assert capfd.readouterr().err == ""


class Dice(ww.Game):
    """Who rolls more wins; a player may roll again once."""

    def start(self) -> tuple[int, ...]:
        return ()

    def turn(self, state: tuple[int, ...]) -> int | None:
        return None if len(state) == 4 else ww.CHANCE if len(state) % 2 == 0 else len(state) // 2

    def moves(self, state: tuple[int, ...]) -> list[str]:
        return ["keep", "again"]

    def chance(self, state: tuple[int, ...]) -> list[tuple[int, float]]:
        return [(face, 1 / 6) for face in range(1, 7)]

    def play(self, state: tuple[int, ...], move: Any) -> tuple[int, ...]:
        return (*state, move if isinstance(move, int) else move == "again")

    def rewards(self, state: tuple[int, ...]) -> tuple[float, float]:
        first, second = (3.5 if state[at + 1] else state[at] for at in (0, 2))
        return (0.5, 0.5) if first == second else (1, 0) if first > second else (0, 1)


def test_chance_is_played_by_its_probabilities() -> None:
    ww.check_game(Dice)
    board = ww.game(Dice)
    assert board.outcomes["3"] == pytest.approx(1 / 6)
    agent = ww.agent("uct")
    assert agent.search(board.play("1"), iterations=2_000, seed=1).best == "again"
    assert agent.search(board.play("6"), iterations=2_000, seed=1).best == "keep"


class HighCard(ww.Game):
    """Two cards of four are dealt; who is to guess sees only its own, and says whether it is the higher one."""

    players = 2

    def start(self) -> tuple[Any, ...]:
        return ()

    def turn(self, state: tuple[Any, ...]) -> int | None:
        return [ww.CHANCE, 0, None][len(state)]

    def moves(self, state: tuple[Any, ...]) -> list[str]:
        return ["higher", "lower"]

    def sample(self, state: tuple[Any, ...], random: ww.Random) -> tuple[int, int]:
        cards = [1, 2, 3, 4]
        random.shuffle(cards)
        return cards[0], cards[1]

    def read(self, text: str) -> Any:
        first, second = (int(card) for card in text.strip("()").split(","))
        return first, second

    def play(self, state: tuple[Any, ...], move: Any) -> tuple[Any, ...]:
        return (*state, move)

    def rewards(self, state: tuple[Any, ...]) -> tuple[float, float]:
        right = (state[0][0] > state[0][1]) == (state[1] == "higher")
        return (1, 0) if right else (0, 1)

    def determinize(self, state: tuple[Any, ...], observer: int, random: ww.Random) -> tuple[Any, ...]:
        own = state[0][observer]
        other = random.choice([card for card in (1, 2, 3, 4) if card != own])
        return ((own, other) if observer == 0 else (other, own), *state[1:])

    def observe(self, state: tuple[Any, ...], move: Any, observer: int) -> Any:
        return (move[observer],) if isinstance(move, tuple) else move

    def draw(self, state: tuple[Any, ...], viewer: int | None) -> str:
        return str(state if viewer is None or not state else (state[0][viewer], *state[1:]))


def test_what_is_hidden_has_no_influence() -> None:
    board = ww.game(HighCard)
    assert board.is_hidden and board.is_deal
    searched = [ww.agent("uct").search(board.play(deal), iterations=600, seed=2) for deal in ["(3,1)", "(3,4)"]]
    assert searched[0].moves == searched[1].moves
    assert searched[0].best == "higher"
    assert ww.agent("uct").search(board.play("(1,4)"), iterations=600, seed=2).best == "lower"
    assert board.deal(7) == board.deal(7)


class Toggle(ww.Game):
    """Changes its state in place: a row of lamps, of which each player lights one or two neighbours; who lights the last wins."""

    def __init__(self, lamps: int = 6, style: Literal["plain", "loud"] = "plain", wide: bool = False) -> None:
        self.lamps, self.style, self.wide = lamps, style, wide

    def start(self) -> dict[str, Any]:
        return {"lit": [False] * self.lamps, "mover": 0}

    def copy(self, state: dict[str, Any]) -> dict[str, Any]:
        return {"lit": list(state["lit"]), "mover": state["mover"]}

    def turn(self, state: dict[str, Any]) -> int | None:
        return None if all(state["lit"]) else state["mover"]

    def moves(self, state: dict[str, Any]) -> list[tuple[int, ...]]:
        free = [place for place, lit in enumerate(state["lit"]) if not lit]
        return [(place,) for place in free] + [(place, place + 1) for place in free if place + 1 in free]

    def play(self, state: dict[str, Any], move: tuple[int, ...]) -> dict[str, Any]:
        for place in move:
            state["lit"][place] = True
        state["mover"] = 1 - state["mover"]
        return state

    def rewards(self, state: dict[str, Any]) -> tuple[float, float]:
        return (0, 1) if state["mover"] == 0 else (1, 0)


def test_states_may_change_in_place_where_the_game_copies_them() -> None:
    ww.check_game(Toggle, games=30)
    board = ww.game(Toggle, lamps=5)
    report = ww.agent("uct with solver").search(board, iterations=3_000, seed=1)
    assert board.state == {"lit": [False] * 5, "mover": 0}
    assert (report.best, report.moves[0]["proven"]) == ("(2,)", "win") or report.value == 1.0
    assert ww.game(Toggle, style="loud", wide=True).options == {"lamps": "6", "style": "loud", "wide": "yes"}
    with pytest.raises(ww.ExpressionError, match="one of plain, loud"):
        ww.game(Toggle, style="quiet")


def test_options_are_numbers_texts_and_words() -> None:
    class Taking(Nim):
        """Nim with more to say."""

        def __init__(self, heap: int = 9, least: int = -2, share: float = 0.5, title: str = "a b") -> None:
            super().__init__(heap)
            self.least, self.share, self.title = least, share, title

        def draw(self, state: tuple[int, int], viewer: int | None) -> str:
            return repr((self.heap, self.least, self.share, self.title))

    assert str(ww.game(Taking)) == "(9, -2, 0.5, 'a b')"
    board = ww.game(Taking, heap=7, least=-3, share=1e-3, title='"quoted", and (more)')
    assert str(board) == "(7, -3, 0.001, '\"quoted\", and (more)')"
    assert str(ww.game(board.game)) == str(board)
    with pytest.raises(ww.ExpressionError, match="invalid literal"):
        ww.game(Taking, least="some")

    class Vague(Nim):
        """Nim with something."""

        def __init__(self, something: Any = None) -> None:
            super().__init__()

    with pytest.raises(TypeError, match="`something` is None: options are numbers"):
        ww.game(Vague)


def test_a_class_of_the_same_name_replaces_the_older_one() -> None:
    first = type("Again", (Nim,), {"__doc__": "first"})
    second = type("Again", (Nim,), {"__doc__": "second"})
    ww.game(first)
    ww.game(second)
    assert next(row["about"] for row in ww.games() if row["name"] == "again") == "second"


def test_a_strategy_of_ones_own_chooses_and_learns() -> None:
    class Counting(ww.Strategy):
        """Prefers what it has seen least."""

        captured: list[int] = []

        def __init__(self, bonus: float = 1.0) -> None:
            self.bonus = bonus

        def begin(self, new_game: bool) -> None:
            self.seen: dict[int, int] = {}

        def score(self, ply: ww.Ply) -> list[float]:
            assert ply.is_playout == (ply.visits is None)
            return [-self.bonus * self.seen.get(key, 0) for key in ply.keys]

        def capture(self, iteration: ww.Iteration) -> None:
            assert sum(iteration.rewards) == 1 and 0 <= iteration.descent <= len(iteration.steps)
            Counting.captured.append(len(iteration.steps))
            for _, key in iteration.steps:
                self.seen[key] = self.seen.get(key, 0) + 1

    before = ww.game("breakthrough", rows=5, columns=4)
    assert Counting.add() == "counting"
    assert ww.agent("uct > counting").search(before, iterations=5, seed=1).iterations == 5, "the game was opened before"
    Counting.captured.clear()
    report = ww.agent("uct > counting(bonus=2)").search(ww.game("breakthrough", rows=5, columns=4), iterations=60, seed=1)
    assert len(Counting.captured) == 60 == report.iterations
    again = ww.agent("uct > counting(bonus=2)").search(ww.game("breakthrough", rows=5, columns=4), iterations=60, seed=1)
    assert again.moves == report.moves


def test_a_strategy_that_raises_or_says_nonsense_ends_the_search() -> None:
    class Broken(ww.Strategy):
        """Raises."""

        def score(self, ply: ww.Ply) -> list[float]:
            raise LookupError("no idea")

    class Short(ww.Strategy):
        """Gives too few scores."""

        gives = "weights"

        def score(self, ply: ww.Ply) -> list[float]:
            return []

    Broken.add()
    Short.add()
    with pytest.raises(LookupError, match="no idea"):
        ww.agent("uct > broken").search(ww.game("othello"), iterations=10, seed=1)
    with pytest.raises(ww.WaxwingError, match="`score` gives 0 numbers"):
        ww.agent("uct > short").search(ww.game("othello"), iterations=10, seed=1)
    with pytest.raises(TypeError, match="is no game: .*strategies have a method `add`"):
        ww.register(Short)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="Nim itself is wanted, with its options beside it"):
        ww.game(Nim(heap=3))  # type: ignore[arg-type]


def test_a_strategy_can_be_tried_with_what_is_made_up() -> None:
    ply = ww.Ply(player=1, node_visits=7, is_playout=False, keys=[3, 5], visits=[4, 3], rewards=[2.5, 1.0], seen=[9])
    other = pickle.loads(pickle.dumps(ply))
    assert (other.player, other.keys, other.visits, other.rewards, other.seen) == (1, [3, 5], [4, 3], [2.5, 1.0], [9])
    assert ww.Ply(0, 0, True, [1]).visits is None
    iteration = copy.deepcopy(ww.Iteration(steps=[(0, 3), (None, 6), (1, 5)], descent=1, rewards=[1.0, 0.0]))
    assert (iteration.steps, iteration.descent, iteration.rewards) == ([(0, 3), (None, 6), (1, 5)], 1, [1.0, 0.0])


def test_the_generator_is_seeded_and_draws_evenly() -> None:
    generator, counts = ww.Random(1), [0] * 5
    for _ in range(5_000):
        counts[generator.randrange(5)] += 1
    assert min(counts) > 850 and 0 <= generator.random() < 1
    assert generator.choice("abc") in "abc"
    items = list(range(10))
    generator.shuffle(items)
    assert sorted(items) == list(range(10)) != items
    with pytest.raises(ValueError):
        generator.randrange(0)
    other = copy.deepcopy(generator)
    assert [other.random() for _ in range(9)] == [generator.random() for _ in range(9)]
    assert isinstance(random.random(), float)


def test_the_command_line_knows_the_twelve_games() -> None:
    assert command_line("state", "kalah")["game"] == "kalah"
