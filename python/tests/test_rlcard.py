"""RLCard's rule agent for Dou Di Zhu as an opponent, and what its rules allow beside ours."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy
import pytest

import waxwing as ww

pytest.importorskip("rlcard", reason="`cargo xtask python --all` installs it")

from rlcard.games.doudizhu.judger import DoudizhuJudger  # noqa: E402
from rlcard.games.doudizhu.utils import CARD_TYPE, INDEX, TYPE_CARD, contains_cards  # noqa: E402
from rlcard.models.doudizhu_rule_models import DouDizhuRuleAgentV1  # noqa: E402

pytestmark = pytest.mark.long

Trace = list[tuple[int, str]]


def theirs(move: str) -> str:
    """A move or a hand as RLCard writes it: from low to high, with other letters for the jokers."""
    if move == "pass":
        return move
    return "".join(sorted(move.replace("w", "B").replace("W", "R"), key=lambda card: INDEX[card]))


class Table:
    """A game of Dou Di Zhu by our rules, as RLCard sees it."""

    def __init__(self, seed: int) -> None:
        self.board = ww.game("dou-di-zhu").deal(seed)
        self.hands = [theirs(hand) for hand in self.board.moves[0].removeprefix("deal:").split("/")]
        self.trace: Trace = []

    def moves(self) -> dict[str, str]:
        """Our legal moves, by what RLCard calls them."""
        legal = self.board.legal
        moves = {theirs(move): move for move in legal}
        assert len(moves) == len(legal)
        return moves

    def play(self, move: str) -> None:
        player = self.board.turn
        assert player is not None
        self.trace.append((player, theirs(move)))
        for card in theirs(move) if move != "pass" else "":
            self.hands[player] = self.hands[player].replace(card, "", 1)
        self.board = self.board.play(move)

    def to_beat(self) -> str | None:
        """What lies on the table; nothing for the player who leads."""
        if all(move == "pass" for _, move in self.trace[-2:]):
            return None
        return next(move for _, move in reversed(self.trace) if move != "pass")

    def offered_by_rlcard(self) -> set[str]:
        """What RLCard's rules allow here."""
        hand, target = self.hands[self.board.turn or 0], self.to_beat()
        if target is None:
            return set(DoudizhuJudger.playable_cards_from_hand(hand))
        kinds: dict[str, int] = {}
        for kind, weight in CARD_TYPE[0][target]:
            kinds.setdefault(kind, int(weight))
        if "rocket" in kinds:
            return {"pass"}
        kinds = {"rocket": -1, "bomb": -1, **kinds}
        higher = (cards for kind, least in kinds.items() for weight, cards in TYPE_CARD[kind].items() if int(weight) > least)
        return {"pass"} | {cards for some in higher for cards in some if contains_cards(hand, cards)}

    def state(self) -> Any:
        """What RLCard's agents are told."""
        player = self.board.turn or 0
        raw = {"trace": self.trace, "current_hand": self.hands[player], "actions": list(self.moves())}
        return {"raw_obs": {**raw, "landlord": 0, "self": player}}


def has_two_of_a_rank_beside(cards: str) -> bool:
    """Whether single cards that go with four of a kind or with a chain of threes include two of one rank."""
    counts = Counter(cards)
    fours = [rank for rank, count in counts.items() if count == 4]
    beside = [count for rank, count in counts.items() if count < (4 if len(fours) == 1 and len(cards) == 6 else 3)]
    return any(count >= 2 for count in beside)


def test_rlcard_also_allows_two_of_a_rank_as_single_cards_and_nothing_else_is_different() -> None:
    positions, differences = 0, 0
    for seed in range(30):
        table, drawn = Table(seed), random.Random(seed)
        while not table.board.is_over:
            ours, rlcards = table.moves(), table.offered_by_rlcard()
            assert set(ours) <= rlcards
            assert all(has_two_of_a_rank_beside(cards) for cards in rlcards - set(ours)), rlcards - set(ours)
            positions, differences = positions + 1, differences + len(rlcards - set(ours))
            table.play(drawn.choice(list(ours.values())))
    assert positions > 1_000 and differences > 0


def rewards(seed: int, our_seats: set[int]) -> list[float]:
    """A game of our agent against RLCard's."""
    numpy.random.seed(seed)
    table, rule_agent, agent = Table(seed), DouDizhuRuleAgentV1(), ww.agent("uct")
    while not table.board.is_over:
        if table.board.turn in our_seats:
            table.play(agent.search(table.board, iterations=1_000, seed=seed).best)
            continue
        moves, chosen = table.moves(), rule_agent.step(table.state())
        table.play(moves[chosen])
    won = table.board.rewards
    assert won is not None
    return won


def test_our_agent_beats_rlcards_rule_agent_from_both_sides_of_the_same_deals() -> None:
    deals = 20
    as_landlord = sum(rewards(seed, {0})[0] for seed in range(deals))
    as_peasants = sum(rewards(seed, {1, 2})[1] for seed in range(deals))
    assert as_landlord + as_peasants > 1.3 * deals, (as_landlord, as_peasants)
