"""The twelve games in OpenSpiel."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Iterator
from math import prod
from typing import Any

import numpy
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability, generate_playthrough, ismcts, mcts, minimax

import waxwing as ww
from waxwing import open_spiel as served
from waxwing.observations import observations_of
from waxwing.open_spiel.deals import Cards, Plan, plan_of

NAMES = served.register()

QUICK = [
    "waxwing_backgammon(checkers=3)",
    "waxwing_breakthrough(rows=5,columns=4)",
    "waxwing_checkers",
    "waxwing_confrontation",
    "waxwing_dou_di_zhu(kitty=shown)",
    "waxwing_go(size=5,komi=6.5)",
    "waxwing_hearts(limit=10,ranks=5)",
    "waxwing_kalah(start=random)",
    "waxwing_lines_of_action(size=5)",
    "waxwing_othello",
]


def walked(game: str, seed: int, most: int = 10_000) -> Iterator[Any]:
    """The states of a random game."""
    state, drawn = pyspiel.load_game(game).new_initial_state(), random.Random(seed)
    while not state.is_terminal() and most > 0:
        yield state
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes())
            state.apply_action(drawn.choices(outcomes, weights)[0])
        else:
            state.apply_action(drawn.choice(state.legal_actions()))
        most -= 1
    yield state


def test_openspiel_knows_all_twelve() -> None:
    assert len(NAMES) == 12 == len(served.register()), "registering twice does no harm"
    assert {name for name in pyspiel.registered_names() if name.startswith("waxwing_")} == set(NAMES)


@pytest.mark.parametrize("game", QUICK)
def test_openspiels_own_test_passes(game: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(game), 1, True, False)


@pytest.mark.long
@pytest.mark.parametrize("game", [*NAMES, "waxwing_focus(players=4)", "waxwing_chinese_checkers(players=6)"])
def test_openspiels_own_test_passes_for_all(game: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(game), 2, True, False)


def test_states_are_positions_of_the_game() -> None:
    for state in walked("waxwing_hearts(limit=20,ranks=4)", 5):
        position, player = state.position, state.current_player()
        if player >= 0:
            assert sorted(position.keys.values()) == state.legal_actions()
            assert {state.action_to_string(action) for action in state.legal_actions()} == set(position.legal)
    assert position.is_over and state.returns() == position.rewards


def test_games_have_their_options_as_parameters() -> None:
    state = pyspiel.load_game("waxwing_breakthrough(rows=5,columns=4)").new_initial_state()
    assert state.position == ww.game("breakthrough", rows=5, columns=4)
    assert pyspiel.load_game("waxwing_chinese_checkers(players=3)").num_players() == 3
    with pytest.raises(ww.ExpressionError, match="a whole number from 4 to 8"):
        pyspiel.load_game("waxwing_breakthrough(rows=99)")
    with pytest.raises(ww.WaxwingError, match="no fixed list of actions"):
        pyspiel.load_game("waxwing_checkers(turn=whole)")


@pytest.mark.parametrize(
    "game", ["hearts(ranks=3)", "dou-di-zhu(ranks=3)", "dou-di-zhu(kitty=shown)", "confrontation", "kalah(start=random)"]
)
def test_a_deal_in_steps_is_a_deal_of_the_game(game: str) -> None:
    start, drawn = ww.game(game), random.Random(7)
    plan = plan_of(start)
    for _ in range(20):
        choices = deal_by(plan, drawn)
        dealt = start.play(plan.deal(choices))
        assert not dealt.is_deal and dealt.turn != -1
        # What the game deals itself could have come of it.
        assert chance_of(plan, choices) > 0


def deal_by(plan: Plan, drawn: random.Random) -> tuple[int, ...]:
    choices: tuple[int, ...] = ()
    while len(choices) < plan.steps:
        outcomes, weights = zip(*plan.outcomes(choices))
        assert sum(weights) == pytest.approx(1)
        choices += (drawn.choices(outcomes, weights)[0],)
    return choices


def chance_of(plan: Plan, choices: tuple[int, ...]) -> float:
    return prod(dict(plan.outcomes(choices[:step])).get(choice, 0.0) for step, choice in enumerate(choices))


@pytest.mark.parametrize("game", ["kalah(houses=1, stones=2, start=random)", "kalah(houses=2, stones=1, start=random)"])
def test_deals_in_steps_are_as_likely_as_those_of_the_game(game: str) -> None:
    start = ww.game(game)
    plan = plan_of(start)

    def deals(choices: tuple[int, ...], chance: float) -> Iterator[tuple[str, float]]:
        if len(choices) == plan.steps:
            yield plan.deal(choices), chance
            return
        for choice, share in plan.outcomes(choices):
            yield from deals((*choices, choice), chance * share)

    exact: dict[str, float] = {}
    for deal, chance in deals((), 1.0):
        exact[deal] = exact.get(deal, 0.0) + chance
    seen = Counter(start.deal(seed).moves[0] for seed in range(4_000))
    assert sum(exact.values()) == pytest.approx(1) and set(seen) <= set(exact)
    for deal, chance in exact.items():
        assert seen[deal] / 4_000 == pytest.approx(chance, abs=0.03), deal


def test_cards_in_steps_are_as_likely_as_those_of_the_game() -> None:
    start, drawn = ww.game("dou-di-zhu", ranks=3), random.Random(1)
    plan = plan_of(start)

    def jokers(deal: str) -> str:
        hands = deal.removeprefix("deal:").split("/")
        return "".join(str(next(player for player, hand in enumerate(hands) if joker in hand)) for joker in "wW")

    ours = Counter(jokers(plan.deal(deal_by(plan, drawn))) for _ in range(3_000))
    games = Counter(jokers(start.deal(seed).moves[0]) for seed in range(3_000))
    assert all(abs(ours[where] - games[where]) < 200 for where in {*ours, *games}), (ours, games)


@pytest.mark.parametrize("game", ["waxwing_hearts(limit=10,ranks=4)", "waxwing_dou_di_zhu", "waxwing_confrontation"])
def test_players_see_what_they_have_seen_and_no_more(game: str) -> None:
    """Two states that a player cannot tell apart say the same to it."""
    for step, state in enumerate(walked(game, 3, 120)):
        if state.is_chance_node():
            continue
        for viewer in range(state.num_players()):
            board = state.position
            if board.turn != viewer:
                continue
            other = board.determinize(viewer, step)
            assert other.draw(viewer) == board.draw(viewer)
            assert board.draw(viewer) in state.observation_string(viewer)
            layout = observations_of(board)
            assert list(layout.array(other, viewer)) == list(layout.array(board, viewer))


def test_a_card_that_is_dealt_is_seen_by_its_player_alone() -> None:
    game = pyspiel.load_game("waxwing_hearts")
    one, two = game.new_initial_state(), game.new_initial_state()
    one.apply_action(0)
    two.apply_action(1)
    assert one.information_state_string(0) != two.information_state_string(0)
    assert all(one.information_state_string(viewer) == two.information_state_string(viewer) for viewer in (1, 2, 3))
    assert all(one.observation_string(viewer) == two.observation_string(viewer) for viewer in (1, 2, 3))


def looks_alike(states: list[Any], viewers: set[int]) -> int | None:
    """An action in the second state that looks to these players as the last one of the first does."""

    def seen(state: Any) -> list[Any]:
        return [state.position.history(viewer)[-1] for viewer in viewers]

    last = states[0].history()[-1]
    actions = sorted(states[1].legal_actions(), key=lambda action: action != last)
    return next((action for action in actions if seen(states[1].child(action)) == seen(states[0])), None)


@pytest.mark.parametrize(
    "game",
    ["waxwing_hearts(ranks=5,passing=none)", "waxwing_hearts(ranks=6)", "waxwing_dou_di_zhu(ranks=5)", "waxwing_confrontation"],
)
def test_what_others_hold_changes_nothing_of_what_a_player_is_told(game: str) -> None:
    """Two things that were dealt to others change places: as long as the same moves can be made, a player is told the same."""
    loaded, compared = pyspiel.load_game(game), 0
    plan = plan_of(loaded.new_initial_state().position)
    owners = plan.owners if isinstance(plan, Cards) else [step // (plan.steps // 2) for step in range(plan.steps)]
    for seed in range(20):
        *_, end = walked(game, seed, plan.steps + 40)
        history, drawn = end.history(), random.Random(seed)
        one, two = drawn.sample(range(plan.steps), 2)
        # Cards of two players, or pieces of one.
        if history[one] == history[two] or (owners[one] == owners[two]) == isinstance(plan, Cards):
            continue
        changed = list(history)
        changed[one], changed[two] = history[two], history[one]
        viewers = set(range(loaded.num_players())) - {owners[one], owners[two]}
        states = [loaded.new_initial_state(), loaded.new_initial_state()]
        for step, actions in enumerate(zip(history, changed)):
            states[0].apply_action(actions[0])
            other = actions[1] if step < plan.steps else looks_alike(states, viewers)
            if other is None:
                break
            states[1].apply_action(other)
            # Whose turn it is, everybody sees: who holds the lowest club leads.
            if states[0].current_player() != states[1].current_player() or states[0].is_terminal():
                break
            for viewer in viewers:
                assert states[0].information_state_string(viewer) == states[1].information_state_string(viewer)
                # Who meets in a battle is drawn when it begins, before chance says it.
                if not states[0].is_chance_node():
                    assert states[0].observation_string(viewer) == states[1].observation_string(viewer)
                    assert states[0].observation_tensor(viewer) == states[1].observation_tensor(viewer)
                    compared += 1
    assert compared > 50, compared


def test_passed_cards_are_seen_by_who_passes_and_who_gets_them() -> None:
    states = []
    for choice in (0, -1):
        state = pyspiel.load_game("waxwing_hearts(ranks=4)").new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        state.apply_action(state.legal_actions()[choice])
        states.append(state)
    one, two = states
    assert [one.information_state_string(viewer) == two.information_state_string(viewer) for viewer in range(4)] == [
        False,
        True,
        True,
        True,
    ]


def test_states_are_copied_and_kept_with_what_was_dealt() -> None:
    state = pyspiel.load_game("waxwing_confrontation").new_initial_state()
    for action in (3, 1):
        state.apply_action(action)
    copies = [state.clone(), pickle.loads(pickle.dumps(state))]
    state.apply_action(0)
    game = pickle.loads(pickle.dumps(state.get_game()))
    assert str(game) == str(state.get_game())
    for copy in copies:
        assert copy.history() == [3, 1] and len(copy.chance_outcomes()) == 7
        copy.apply_action(0)
        assert str(copy) == str(state)


def test_openspiels_algorithms_run_on_our_games() -> None:
    small = pyspiel.load_game("waxwing_breakthrough(rows=4,columns=2)")
    value, _ = minimax.alpha_beta_search(small)
    ours = ww.agent("uct with solver").search(ww.game("breakthrough", rows=4, columns=2), iterations=20_000, seed=1)
    assert value == 2 * float(ours.value or 0) - 1
    rollouts = mcts.RandomRolloutEvaluator(1, numpy.random.RandomState(1))
    state = pyspiel.load_game("waxwing_kalah(houses=3,stones=2)").new_initial_state()
    assert mcts.MCTSBot(state.get_game(), 1.4, 50, rollouts).step(state) in state.legal_actions()
    solver = cfr.CFRSolver(pyspiel.load_game("waxwing_kalah(houses=2,stones=1,start=random)"))
    before = exploitability.nash_conv(solver._game, solver.average_policy())
    for _ in range(10):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(solver._game, solver.average_policy()) < before / 2


@pytest.mark.parametrize("game", ["waxwing_kalah(houses=3,stones=2)", "waxwing_dou_di_zhu", "waxwing_confrontation"])
def test_playthroughs_are_written_and_are_the_same_again(game: str) -> None:
    written = generate_playthrough.playthrough(game, action_sequence=None, seed=1)
    actions = [int(line.split(": ")[1]) for line in written.splitlines() if line.startswith("action: ")]
    assert generate_playthrough.playthrough(game, action_sequence=actions) == written


def test_our_bot_plays_our_games_there() -> None:
    game = pyspiel.load_game("waxwing_kalah(houses=3,stones=2)")
    bots = [served.Bot(game, "uct with solver", iterations=100), pyspiel.make_uniform_random_bot(1, 1)]
    assert pyspiel.evaluate_bots(game.new_initial_state(), bots, 1)[0] > 0


@pytest.mark.parametrize("game", ["waxwing_hearts(ranks=4,limit=10)", "waxwing_dou_di_zhu(ranks=4)", "waxwing_confrontation"])
def test_what_is_hidden_is_drawn_anew(game: str) -> None:
    """What a player has been told stays the same, something that it does not know changes, and searches can use that."""
    drawn, changed, last = random.Random(4), False, None
    for state in walked(game, 6, 80):
        player = state.current_player()
        if player < 0:
            continue
        other = state.resample_from_infostate(player, drawn.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert (other.current_player(), other.legal_actions()) == (player, state.legal_actions())
        changed |= str(other) != str(state)
        action = state.legal_actions()[0]
        assert other.child(action).information_state_string(player) == state.child(action).information_state_string(player)
        last = state.clone()
    assert changed and last is not None
    bots = [
        served.Bot(game, "uct > mast", iterations=20, seed=1),
        ismcts.ISMCTSBot(last.get_game(), mcts.RandomRolloutEvaluator(1, numpy.random.RandomState(1)), 1.4, 20),
    ]
    assert all(bot.step(last) in last.legal_actions() for bot in bots)
