"""What a player sees of a position, as numbers: the pieces of the scene and where they are, one number each."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import numpy
from numpy.typing import NDArray

from .position import Position, Scene, _opened

Piece = Mapping[str, Any]

STACK = 5
"""The most pieces of a stack of Focus."""


class Observations:
    """What each number of an observation of a game means, in every position of it.

    Examples:
        >>> import waxwing as ww
        >>> from waxwing.observations import observations_of
        >>> board = ww.game("othello")
        >>> layout = observations_of(board)
        >>> layout.names[:3], len(layout.names)
        (['a1 disc of 0', 'b1 disc of 0', 'c1 disc of 0'], 130)
        >>> seen = layout.array(board, 0)
        >>> int(seen.sum()), [name for name, number in zip(layout.names, seen) if number]
        (5, ['e4 disc of 0', 'd5 disc of 0', 'd4 disc of 1', 'e5 disc of 1', 'turn of 0'])
    """

    def __init__(self, start: Position) -> None:
        self._name = start.name
        self._describe: Callable[[Scene], list[tuple[str, float]]] = _DESCRIPTIONS.get(start.name, _pieces)
        self.names = [*_names(start), *(f"turn of {player}" for player in range(start.players))]
        """What each number is about."""
        self._places = {name: place for place, name in enumerate(self.names)}

    def array(self, position: Position, viewer: int) -> NDArray[numpy.float32]:
        """What the viewer sees of a position."""
        seen = numpy.zeros(len(self.names), numpy.float32)
        for name, number in self._describe(position.scene(viewer)):
            place = self._places[name]
            seen[place] = max(seen[place] + 1, number) if number >= 1 else number
        turn = position.turn
        if turn is not None and turn >= 0:
            seen[self._places[f"turn of {turn}"]] = 1
        return seen


@lru_cache(maxsize=64)
def _observations(game: str) -> Observations:
    return Observations(_opened(None, game))


def observations_of(position: Position) -> Observations:
    """What the observations of a game are made of: one of the twelve, with its options."""
    return _observations(position.game)


def _names(start: Position) -> list[str]:
    """What can be seen of pieces in a game."""
    places = [place["name"] for place in start.scene()["places"]]
    owners = range(start.players)
    match start.name:
        case "kalah":
            return [f"{place} seeds" for place in places]
        case "checkers":
            return [f"{place} {kind} of {owner}" for kind in ("disc", "king") for owner in owners for place in places]
        case "breakthrough":
            return [f"{place} pawn of {owner}" for owner in owners for place in places]
        case "backgammon":
            dice = [f"die-{die}" for die in range(1, 7)]
            return [*(f"{place} disc of {owner}" for owner in owners for place in places), *dice]
        case "focus":
            squares, reserves = places[: -start.players], places[-start.players :]
            levels = [f"{at} {level} of {owner}" for level in range(STACK) for owner in owners for at in squares]
            return levels + reserves
        case "hearts":
            return _hearts_names(start)
        case "dou-di-zhu":
            return _dou_di_zhu_names()
        case "confrontation":
            return _confrontation_names(start)
        case _:
            return [f"{place} disc of {owner}" for owner in owners for place in places]


def _pieces(scene: Scene) -> list[tuple[str, float]]:
    """The pieces of a board, by place, kind and owner."""
    return [(_piece_name(piece), float(piece["count"])) for piece in scene["pieces"]]


def _piece_name(piece: Piece) -> str:
    owner = "" if piece.get("owner") is None else f" of {piece['owner']}"
    return f"{piece['place']} {piece['kind']}{owner}"


def _backgammon(scene: Scene) -> list[tuple[str, float]]:
    """The checkers, and the dice with how often they may be played."""
    dice = [piece for piece in scene["pieces"] if piece["kind"] == "die"]
    checkers = [piece for piece in scene["pieces"] if piece["kind"] != "die"]
    often = [(die["place"], float(die["text"].split("×")[0]) if "×" in die["text"] else 1.0) for die in dice]
    return [(_piece_name(piece), float(piece["count"])) for piece in checkers] + often


def _focus(scene: Scene) -> list[tuple[str, float]]:
    """The pieces of the stacks from the bottom to the top, and the reserves."""
    told: list[tuple[str, float]] = []
    heights: dict[str, int] = {}
    for piece in scene["pieces"]:
        place = piece["place"]
        if piece["kind"] != "stacked":
            told.append((place, float(piece["text"])))
            continue
        level = heights[place] = heights.get(place, -1) + 1
        told.append((f"{place} {level} of {piece['owner']}", 1.0))
    return told


SEATS = ("north", "east", "south", "west")


def _hearts_names(start: Position) -> list[str]:
    dealt = start.deal().scene()
    cards = sorted(piece["place"] for piece in dealt["pieces"])
    signs = sorted(piece["text"] for piece in dealt["pieces"])
    tricks = [f"trick-{seat} {sign}" for seat in SEATS for sign in signs]
    return [*cards, *tricks, *(f"{what} of {seat}" for seat in SEATS for what in ("points", "taken", "cards"))]


def _hearts(scene: Scene) -> list[tuple[str, float]]:
    """The cards of the hand and of the trick; points of the game and of the round, and how many cards each player has."""
    trick = [piece for piece in scene["pieces"] if piece["place"].startswith("trick-")]
    hand = [piece for piece in scene["pieces"] if not piece["place"].startswith("trick-")]
    told = [(piece["place"], 1.0) for piece in hand] + [(f"{piece['place']} {piece['text']}", 1.0) for piece in trick]
    texts = [label["text"] for label in scene["labels"][: 3 * len(SEATS)]]
    for seat, points, cards in zip(SEATS, texts[1::3], texts[2::3]):
        numbers = (*re.findall(r"\d+", points), *re.findall(r"\d+", cards))
        told += [(f"{what} of {seat}", float(number)) for what, number in zip(("points", "taken", "cards"), numbers)]
    return told


RANKS = "3456789TJQKA2wW"


def _dou_di_zhu_names() -> list[str]:
    held = [f"{before}{rank}" for before in ("", "table-", "known-") for rank in RANKS]
    return [*held, *(f"cards of {player}" for player in range(3))]


def _dou_di_zhu(scene: Scene) -> list[tuple[str, float]]:
    """The cards of the hand, of the table, and of the Landlord as far as they are known; how many cards each player has."""
    told = [(piece["place"].split(":")[0], 1.0) for piece in scene["pieces"]]
    counts = [label["text"].split()[0] for label in scene["labels"][1:6:2]]
    return told + [(f"cards of {player}", float(count)) for player, count in enumerate(counts)]


def _confrontation_names(start: Position) -> list[str]:
    scene = start.deal().scene()
    cards = [piece["place"] for piece in scene["pieces"] if piece["kind"] == "card"]
    signs = sorted(piece["text"] for piece in scene["pieces"] if piece["kind"] == "block")
    unknown = ["unknown of 0", "unknown of 1"]
    return [*_all_cards(scene, cards), *(f"{region} {piece}" for region in range(16) for piece in [*signs, *unknown])]


def _all_cards(scene: Scene, held: list[str]) -> list[str]:
    """The places of cards, also of those that have been played."""
    sides = {card.split("-")[0] for card in held}
    first = {place["name"].split("-")[0]: place for place in scene["places"] if place["name"] in held}
    level = {side: first[side]["y"] for side in sides}
    return [place["name"] for place in scene["places"] if place["y"] in level.values() and "-" in place["name"]]


def _is_within(region: Piece, centre: tuple[float, float]) -> bool:
    x, y = centre
    return bool(abs(region["x"] - x) <= region["width"] / 2 and abs(region["y"] - y) <= region["height"] / 2)


def _confrontation(scene: Scene) -> list[tuple[str, float]]:
    """The cards that are left, and what is known of the pieces in each region."""
    told: list[tuple[str, float]] = []
    regions = [place for place in scene["places"] if place["name"].isdigit()]
    centres = {place["name"]: (place["x"], place["y"]) for place in scene["places"]}
    for piece in scene["pieces"]:
        if piece["kind"] == "card":
            told.append((piece["place"], 1.0))
            continue
        here = next(region["name"] for region in regions if _is_within(region, centres[piece["place"]]))
        name = piece.get("text") or f"unknown of {piece['owner']}"
        told.append((f"{here} {name}", 1.0))
    return told


_DESCRIPTIONS: dict[str, Callable[[Scene], list[tuple[str, float]]]] = {
    "backgammon": _backgammon,
    "confrontation": _confrontation,
    "dou-di-zhu": _dou_di_zhu,
    "focus": _focus,
    "hearts": _hearts,
}
