#!/usr/bin/env python3
"""RLCard's rule agent for Dou Di Zhu as a player of Waxwing's messages.

It is told what its seat sees, and knows the rest of nothing (docs/protocol.md, "Programs as agents"):

    waxwing match dou-di-zhu 'uct > mast' 'program("python3 examples/programs/dou_di_zhu_rlcard.py")' --as landlord --games 40

Where it chooses a play that our rules do not have, the program says so, and the game has failed. It needs the Python package `rlcard`.
"""

from __future__ import annotations

import json
import sys
import types
from typing import Any

import numpy
import rlcard  # type: ignore[import-not-found]

# The package of all models begins with agents that learn, and has pip look for PyTorch each time: the rules need none of them.
MODELS = types.ModuleType("rlcard.models")
MODELS.__path__ = [f"{rlcard.__path__[0]}/models"]
sys.modules["rlcard.models"] = MODELS

from rlcard.games.doudizhu.utils import CARD_TYPE  # type: ignore[import-not-found]
from rlcard.models.doudizhu_rule_models import DouDizhuRuleAgentV1  # type: ignore[import-not-found]

#: Cards by rank, as RLCard writes them; our jokers are `w` and `W`.
RANKS = "3456789TJQKA2BR"
JOKERS = str.maketrans("wW", "BR")


def theirs(cards: str) -> str:
    """Cards as RLCard writes them: by rank."""
    return "".join(sorted(cards.translate(JOKERS), key=RANKS.index))


class Seat:
    """What the player in a seat has seen."""

    def __init__(self, request: dict[str, Any]) -> None:
        if request["game"].split("(")[0] != "dou-di-zhu":
            raise ValueError(f"this program plays dou-di-zhu, not {request['game']}")
        self.agent, self.seat, self.hand = DouDizhuRuleAgentV1(), int(request["seat"]), ""
        self.trace: list[tuple[int, str]] = []
        numpy.random.seed(int(request["seed"]) % (1 << 32))

    def observe(self, request: dict[str, Any]) -> None:
        # The hands of the position are as good as any but for the own one, which is the true one.
        hands = request["position"].split(" ")[0].split("/")
        self.hand = theirs(hands[self.seat].strip("-"))
        if request["by"] != "chance":
            text = request["move"]
            self.trace.append((request["by"], "pass" if text == "pass" else theirs(text)))

    def choose(self, legal: list[str]) -> str:
        plays = {"pass" if text == "pass" else theirs(text): text for text in legal}
        known = [play for play in plays if play == "pass" or play in CARD_TYPE[0]]
        seen = {
            "trace": self.trace,
            "current_hand": self.hand,
            "landlord": 0,
            "self": self.seat,
            "actions": known,
        }
        chosen = str(self.agent.step({"raw_obs": seen}))
        if chosen not in plays:
            raise ValueError(f"RLCard's agent plays `{chosen}`, which is not legal")
        return plays[chosen]


def main() -> None:
    seat = None
    for line in sys.stdin:
        request = json.loads(line)
        said: dict[str, Any] = {"type": "done"}
        try:
            if request["type"] == "sit":
                seat = Seat(request)
            elif seat is None:
                raise ValueError("`sit` comes first")
            elif request["type"] == "choose":
                said = {"type": "thought", "thought": {"best": seat.choose(request["legal"])}}
            else:
                seat.observe(request)
        except Exception as error:  # Whatever it is, the one at the other end is told.
            said = {"type": "error", "message": f"{type(error).__name__}: {error}"}
        print(json.dumps({"id": request["id"], **said}), flush=True)


if __name__ == "__main__":
    main()
