"""Plays random games in OpenSpiel and prints what it offers in every state.

One line for each event, its fields separated by tabs:

    game    SEED                            a game begins
    board   TEXT                            the state as OpenSpiel draws it, on one line (only with --boards)
    chance  CHOSEN  TEXT=PROBABILITY ...    chance decides; CHOSEN counts the outcomes from 0
    PLAYER  CHOSEN  TEXT ...                a player chooses among these actions
    over    RETURN ...                      the game ends; what each player gets

The same seed gives the same game.
"""

import argparse
import os
import random
import sys

import pyspiel


def choose(state, rng):
    """Who acts, what can be done, and the number of what is done."""
    if state.is_chance_node():
        outcomes = state.chance_outcomes()
        weights = [probability for _, probability in outcomes]
        texts = [f"{state.action_to_string(action)}={probability!r}" for action, probability in outcomes]
        chosen = rng.choices(range(len(outcomes)), weights)[0]
        return "chance", texts, chosen, outcomes[chosen][0]
    actions = state.legal_actions()
    texts = [state.action_to_string(action) for action in actions]
    chosen = rng.randrange(len(actions))
    return state.current_player(), texts, chosen, actions[chosen]


def play(game, seed, boards, write):
    """Plays one game at random."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    write(f"game\t{seed}\n")
    while not state.is_terminal():
        if boards:
            write("board\t" + str(state).strip().replace("\n", "/") + "\n")
        actor, texts, chosen, action = choose(state, rng)
        write(f"{actor}\t{chosen}\t" + "\t".join(texts) + "\n")
        state.apply_action(action)
    write("over\t" + "\t".join(map(repr, state.returns())) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", help="with its parameters, such as breakthrough(rows=6,columns=6)")
    parser.add_argument("--games", type=int, default=1, help="how many, with one seed each")
    parser.add_argument("--seed", type=int, default=0, help="of the first game; the next ones count on")
    parser.add_argument("--boards", action="store_true", help="print the state as OpenSpiel draws it, too")
    options = parser.parse_args()
    game = pyspiel.load_game(options.game)
    for seed in range(options.seed, options.seed + options.games):
        play(game, seed, options.boards, sys.stdout.write)


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        # The reader has seen enough. What is still to be written cannot be.
        os._exit(1)
