"""The bot for games of OpenSpiel."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy
import open_spiel.python.games.tic_tac_toe  # noqa: F401
import pyspiel
import pytest
from open_spiel.python.algorithms.evaluate_bots import evaluate_bots

import waxwing as ww
from waxwing import open_spiel as served


def after(game: str, *actions: int) -> Any:
    state = pyspiel.load_game(game).new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


def against_random(game: str, expression: str, games: int, iterations: int = 100) -> float:
    """The mean reward of the bot in the first seat."""
    loaded = pyspiel.load_game(game)
    bot = served.Bot(loaded, expression, iterations=iterations, seed=1)
    others = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(1, loaded.num_players())]
    generator = numpy.random.RandomState(2)
    played = [evaluate_bots(loaded.new_initial_state(), [bot, *others], generator)[0] for _ in range(games)]
    return float(numpy.mean(played))


@pytest.mark.parametrize(
    ("game", "expression"),
    [
        ("tic_tac_toe", "uct with solver"),
        ("breakthrough(rows=5,columns=4)", "rave > mast"),
        ("connect_four", "uct > nast"),
        ("pig(winscore=15)", "uct"),
        ("python_tic_tac_toe", "uct > lgrf"),
    ],
)
def test_it_beats_random_players(game: str, expression: str) -> None:
    assert against_random(game, expression, 8) > 0.4


def test_it_plays_with_several_players_chance_and_what_is_hidden() -> None:
    assert -1 <= against_random("chinese_checkers(players=3)", "random", 1) <= 1
    assert against_random("leduc_poker", "uct > mast", 30) > 0.3
    assert against_random("kuhn_poker(players=3)", "uct", 20) > -1
    assert against_random("2048", "uct", 1, 2) > 0


def test_it_uses_only_what_its_player_can_know() -> None:
    queen, jack, king = 1, 0, 2
    seen = []
    for other in (jack, king):
        bot = served.Bot("kuhn_poker", "uct > mast", iterations=300, seed=5)
        bot.step(after("kuhn_poker", queen, other))
        assert bot.report is not None
        seen.append(bot.report.moves)
    assert seen[0] == seen[1]
    bet, fold, call = 1, 0, 1
    bot = served.Bot("kuhn_poker", "uct", iterations=300, seed=5)
    assert bot.step(after("kuhn_poker", king, queen, 0, bet)) == call
    assert bot.step(after("kuhn_poker", jack, queen, 0, bet)) == fold


def test_a_player_sees_cards_on_the_table_and_not_those_in_hands() -> None:
    rules = served.rules.HiddenRules("leduc_poker")
    dealing = after("leduc_poker", 0)
    assert rules.observe(dealing, 1, 0) == rules.observe(dealing, 4, 0)
    assert rules.observe(dealing, 1, 1) != rules.observe(dealing, 4, 1)
    turning = after("leduc_poker", 0, 1, 1, 1)
    assert turning.is_chance_node()
    assert rules.observe(turning, 2, 0) != rules.observe(turning, 4, 0)


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        ("matrix_rps", "its players act at once"),
        ("goofspiel", "its players act at once"),
        ("mfg_crowd_modelling", "mean field game"),
        ("crossword", "its actions have no numbers"),
        ("phantom_ttt", "no `resample_from_infostate`"),
        ("kuhn_poker(players=9)", "9 players, and a search at most 8"),
    ],
)
def test_games_that_it_cannot_serve_are_refused_with_the_reason(game: str, reason: str) -> None:
    with pytest.raises(served.Unserved, match=reason):
        served.Bot(game, "uct")
    with pytest.raises(served.Unserved, match=reason):
        served.position(pyspiel.load_game(game).new_initial_state())


def test_wrong_use_has_a_message() -> None:
    with pytest.raises(ww.ExpressionError, match="did you mean `mast`"):
        served.Bot("tic_tac_toe", "uct > mats")
    with pytest.raises(pyspiel.SpielError, match="Unknown game"):
        served.Bot("tic_tac_tow", "uct")
    with pytest.raises(ww.WaxwingError, match="a game of OpenSpiel or its name is wanted here, not 7"):
        served.Bot(7, "uct")
    bot = served.Bot("pig", "uct", iterations=10)
    with pytest.raises(ww.SearchError, match="chance is to act"):
        bot.step(after("pig", 0))
    with pytest.raises(ww.WaxwingError, match="the state is one of connect_four"):
        bot.step(after("connect_four"))
    won = after("tic_tac_toe", 0, 3, 1, 4, 2)
    with pytest.raises(ww.SearchError, match="the game is over"):
        served.Bot("tic_tac_toe", "uct").step(won)


def test_it_proves_what_it_can() -> None:
    board = served.position(after("tic_tac_toe", 0, 3, 1, 4))
    report = ww.agent("uct with solver").search(board, iterations=200, seed=1)
    assert report.best == "2" and report.value == 1.0
    assert "2" == ww.agent("uct > mast with solver, mate1").search(board, iterations=50, seed=1).best


def test_players_who_do_not_oppose_each_other_are_not_taken_for_opponents() -> None:
    drawn, state = random.Random(3), after("bargaining")
    while state.is_chance_node():
        state.apply_action(drawn.choice(state.chance_outcomes())[0])
    assert served.position(state).players == 3
    assert served.position("tic_tac_toe").players == 2
    bot = served.Bot("bargaining", "uct > mast", iterations=200, seed=1)
    assert bot.step(state) in state.legal_actions()


def test_rewards_are_utilities_between_their_bounds() -> None:
    end = after("kuhn_poker", 2, 1, 1, 1)
    assert end.returns() == [2.0, -2.0]
    assert served.position(end).rewards == [1.0, 0.0]
    assert served.position(after("kuhn_poker", 2, 1, 0, 0)).rewards == [0.75, 0.25]


def test_it_follows_the_game_whatever_it_is_told() -> None:
    game = pyspiel.load_game("breakthrough(rows=5,columns=4)")
    bot = served.Bot(game, "uct with reuse", iterations=60, seed=1)
    state = game.new_initial_state()
    bot.restart_at(state)
    state.apply_action(bot.step(state))
    reply = state.legal_actions()[0]
    bot.inform_action(state, 1, reply)
    state.apply_action(reply)
    assert bot.step(state) in state.legal_actions()
    assert bot._position is not None and bot._position.moves == [str(action) for action in state.history()]
    # Another game, of which nothing has been said.
    elsewhere = after("breakthrough(rows=5,columns=4)", *game.new_initial_state().legal_actions()[:1])
    assert bot.step(elsewhere) in elsewhere.legal_actions()
    chess = pyspiel.load_game("chess")
    bot = served.Bot(chess, "uct > mast", iterations=20, seed=1)
    mate = chess.new_initial_state("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    bot.step(chess.new_initial_state())
    assert bot.step(mate) in mate.legal_actions()


def test_the_same_seed_plays_the_same_games_and_each_game_is_another() -> None:
    def chosen(bot: Any) -> list[float]:
        state = after("connect_four")
        return [share for _, share in bot.get_policy(state)]

    one, two = (served.Bot("connect_four", "uct > mast", iterations=200, seed=3) for _ in range(2))
    first = chosen(one)
    assert first == chosen(one) == chosen(two)
    one.restart()
    assert chosen(one) != first


def test_policies_are_shares_of_visits() -> None:
    state = after("tic_tac_toe", 4)
    bot = served.Bot("tic_tac_toe", "uct", iterations=300, seed=1)
    assert bot.provides_policy()
    policy, action = bot.step_with_policy(state)
    assert [legal for legal, _ in sorted(policy)] == state.legal_actions()
    assert sum(share for _, share in policy) == pytest.approx(1)
    assert dict(policy)[action] == max(share for _, share in policy)
    only = after("tic_tac_toe", 0, 1, 2, 4, 3, 5, 7, 6)
    assert bot.get_policy(only) == [(8, 1.0)]
    policy, action = served.Bot("tic_tac_toe", "random", seed=1).step_with_policy(state)
    assert [share for _, share in policy].count(0.0) == 7 and dict(policy)[action] == 1.0


def test_clones_and_copies_play_on() -> None:
    state = after("connect_four", 3)
    bot = served.Bot("connect_four", "uct > mast", iterations=100, seed=1)
    bot.restart_at(state)
    assert bot.is_clonable()
    others = [bot.clone(), copy.deepcopy(bot), pickle.loads(pickle.dumps(bot))]
    assert {other.step(state) for other in others} == {bot.step(state)}
    assert all(other.agent == bot.agent for other in others)


def test_opponents_of_openspiel_play_against_it() -> None:
    game = pyspiel.load_game("tic_tac_toe")
    theirs = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 300, 10, False, 1, False)
    ours = served.Bot(game, "uct with solver", iterations=300, seed=1)
    drawn = [pyspiel.evaluate_bots(game.new_initial_state(), [ours, theirs], seed)[0] for seed in range(4)]
    assert min(drawn) >= 0


@pytest.mark.parametrize(
    ("name", "game"),
    [("open-spiel", "tic_tac_toe"), ("open-spiel", "pig(winscore=15)"), ("open-spiel-hidden", "leduc_poker")],
)
def test_its_games_keep_their_promises(name: str, game: str) -> None:
    served.position(game)
    ww.check_game(name, games=5, seed=1, game=game)
