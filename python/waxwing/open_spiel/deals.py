"""Deals step by step: OpenSpiel wants chance to decide one small thing at a time.

A plan says what chance may do after what it has done, each with its probability, so that whole deals come as often as the game itself
deals them; and what the deal is in the end, in the game's notation. Cards and pieces are those of an example that the game deals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import ldexp

from ..position import Position

Choices = Sequence[int]
Outcomes = list[tuple[int, float]]


class Plan:
    """How the deals of a game go."""

    names: Sequence[str]
    """What chance may do: the outcomes by their numbers."""
    steps: int
    """How many there are in a deal."""

    def outcomes(self, choices: Choices) -> Outcomes:
        """What may come after these choices."""
        raise NotImplementedError

    def deal(self, choices: Choices) -> str:
        """The deal that these choices make, as a move."""
        raise NotImplementedError

    def seen(self, choices: Choices, viewer: int) -> str:
        """What a player sees of these choices."""
        raise NotImplementedError


def _in_proportion(weights: dict[int, int]) -> Outcomes:
    total = sum(weights.values())
    return [(choice, weight / total) for choice, weight in sorted(weights.items()) if weight]


class Cards(Plan):
    """Cards that are drawn one by one from those that are left."""

    def __init__(self, deck: Counter[str], order: Sequence[str], owners: Sequence[int]) -> None:
        self.names = [card for card in order if deck[card]]
        self._deck, self.steps = deck, len(owners)
        self.owners = owners
        """Who gets each of the cards, in the order in which they are drawn."""

    def _left(self, choices: Choices) -> Counter[str]:
        left = Counter(self._deck)
        left.subtract(self.names[choice] for choice in choices)
        return left

    def outcomes(self, choices: Choices) -> Outcomes:
        left = self._left(choices)
        return _in_proportion({number: left[card] for number, card in enumerate(self.names)})

    def hand(self, choices: Choices, player: int) -> list[str]:
        """The cards of a player, in the order of the deck."""
        held = sorted(choice for choice, owner in zip(choices, self.owners) if owner == player)
        return [self.names[choice] for choice in held]

    def seen(self, choices: Choices, viewer: int) -> str:
        return " ".join(self.hand(choices, viewer))


class HeartsDeal(Cards):
    """One card to each player in turn."""

    SUITS = "CDHS"

    def __init__(self, example: str) -> None:
        suits = zip(*(hand.split(".") for hand in example.split("/")))
        cards = [rank + suit for suit, hands in zip(self.SUITS, suits) for rank in "".join(hands)]
        order = [rank + suit for suit in self.SUITS for rank in "AKQJT98765432"]
        super().__init__(Counter(cards), order, [place % 4 for place in range(len(cards))])

    def deal(self, choices: Choices) -> str:
        def written(hand: list[str]) -> str:
            return ".".join("".join(card[0] for card in hand if card[1] == suit) for suit in self.SUITS)

        return "deal:" + "/".join(written(self.hand(choices, player)) for player in range(4))


class DouDiZhuDeal(Cards):
    """The Landlord's cards, those of the peasants, and then which of the Landlord's are shown, if some are."""

    ORDER = "3456789TJQKA2wW"

    def __init__(self, example: str) -> None:
        hands = example.split("/")
        owners = [player for player, hand in enumerate(hands[:3]) for _ in hand]
        super().__init__(Counter("".join(hands[:3])), self.ORDER, owners)
        self._shown = len(hands[3]) if len(hands) > 3 else 0
        self.steps += self._shown

    def outcomes(self, choices: Choices) -> Outcomes:
        dealt = len(self.owners)
        if len(choices) < dealt:
            return super().outcomes(choices)
        left = Counter(self.hand(choices, 0))
        left.subtract(self.names[choice] for choice in choices[dealt:])
        return _in_proportion({number: left[card] for number, card in enumerate(self.names)})

    def _kitty(self, choices: Choices) -> str:
        return "".join(self.names[choice] for choice in sorted(choices[len(self.owners) :]))

    def deal(self, choices: Choices) -> str:
        hands = ["".join(self.hand(choices, player)) for player in range(3)]
        return "deal:" + "/".join([*hands, self._kitty(choices)] if self._shown else hands)

    def seen(self, choices: Choices, viewer: int) -> str:
        kitty = self._kitty(choices)
        return super().seen(choices, viewer) + (f" shown {kitty}" if kitty else "")


class ConfrontationDeal(Plan):
    """A piece for each region of the front, of one side and then of the other; the pieces that are left stay at home."""

    def __init__(self, example: str) -> None:
        regions = {int(region): pieces.split("+") for region, pieces in (part.split(":") for part in example.split(","))}
        order = sorted(regions)
        halves = order[: len(order) // 2], order[len(order) // 2 :]
        self._homes = halves[0][0], halves[1][-1]
        self._fronts = [[region for region in half if region not in self._homes] for half in halves]
        sides = [sorted(piece for region in half for piece in regions[region]) for half in halves]
        self.names = sides[0] + sides[1]
        self._half = len(sides[0])
        self.steps = sum(map(len, self._fronts))

    def _side(self, step: int) -> int:
        return int(step >= len(self._fronts[0]))

    def _pieces(self, side: int) -> range:
        return range(self._half) if side == 0 else range(self._half, len(self.names))

    def outcomes(self, choices: Choices) -> Outcomes:
        return _in_proportion({piece: int(piece not in choices) for piece in self._pieces(self._side(len(choices)))})

    def deal(self, choices: Choices) -> str:
        left = [[self.names[piece] for piece in self._pieces(side) if piece not in choices] for side in (0, 1)]
        homes = [f"{home}:{'+'.join(pieces)}" for home, pieces in zip(self._homes, left)]
        fronts = [f"{region}:{self.names[piece]}" for region, piece in zip(self._fronts[0] + self._fronts[1], choices)]
        return "deal:" + ",".join(homes + fronts)

    def seen(self, choices: Choices, viewer: int) -> str:
        return " ".join(self.names[piece] for step, piece in enumerate(choices) if self._side(step) == viewer)


class KalahDeal(Plan):
    """Seeds that are thrown into any house, one by one; all again if a player had none, which no deal shows."""

    def __init__(self, example: str) -> None:
        rows = [[int(count) for count in row.split(",")] for row in example.split("/")]
        self._houses, self.steps = len(rows[0]), sum(map(sum, rows))
        self.names = [f"{side}-{house + 1}" for side in ("south", "north") for house in range(self._houses)]

    def outcomes(self, choices: Choices) -> Outcomes:
        left = self.steps - len(choices) - 1
        empty = [all(choice // self._houses != row for choice in choices) for row in (0, 1)]

        def chance_that_both_have_seeds(row: int) -> float:
            still_empty = [empty[other] and other != row for other in (0, 1)]
            return 1.0 - ldexp(1.0, -left) if any(still_empty) else 1.0

        weights = [chance_that_both_have_seeds(house // self._houses) for house in range(len(self.names))]
        return [(house, weight / sum(weights)) for house, weight in enumerate(weights) if weight > 0]

    def deal(self, choices: Choices) -> str:
        counts = [choices.count(house) for house in range(len(self.names))]
        rows = (counts[: self._houses], counts[self._houses :])
        return "deal:" + "/".join(",".join(map(str, row)) for row in rows)

    def seen(self, choices: Choices, viewer: int) -> str:
        return " ".join(self.names[choice] for choice in choices)


_PLANS: dict[str, type[HeartsDeal | DouDiZhuDeal | ConfrontationDeal | KalahDeal]] = {
    "confrontation": ConfrontationDeal,
    "dou-di-zhu": DouDiZhuDeal,
    "hearts": HeartsDeal,
    "kalah": KalahDeal,
}


_known: dict[str, Plan] = {}


def plan_of(position: Position) -> Plan:
    """How the deal goes that comes next in a position."""
    plan = _known.get(position.game)
    if plan is None:
        example = position.deal().moves[len(position)]
        plan = _known[position.game] = _PLANS[position.name](example.removeprefix("deal:"))
    return plan
