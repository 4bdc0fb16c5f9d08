#!/usr/bin/env python3
"""GNU Backgammon as a player, and as a judge.

As a player it speaks Waxwing's messages (docs/protocol.md, "Programs as agents"):

    waxwing match backgammon 'program("python3 examples/programs/backgammon_gnubg.py --plies 0")' uct --games 20

As a judge it reads the games that `waxwing match backgammon … --records FILE` has written, and says how much equity each agent
loses in a turn:

    python3 examples/programs/backgammon_gnubg.py --judge FILE

In Waxwing's Backgammon it does not matter by how much a game is won, so GNU Backgammon plays and judges as in a match to one point:
the equity is the probability to win less that to lose.

The program is `gnubg` with its own Python inside (package `gnubg` on Debian). This file starts it and runs again in there. (It has
another name than the module `gnubg`, so that it is not taken for that.)
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import shutil
import sys
from typing import Any, TextIO

BAR, OFF = 25, 0
FIELDS = {"bar": BAR, "off": OFF}
START = "24:2,13:5,8:3,6:5"
#: Where the messages go, while gnubg has the standard streams; and where the arguments of the command are handed over.
STREAMS = "WAXWING_GNUBG_STREAMS"
ARGUMENTS = "WAXWING_GNUBG_ARGUMENTS"

Side = list[int]
Part = tuple[int, int]


class Board:
    """The checkers of both players, each in its own numbering, and the dice that were rolled last."""

    def __init__(self, position: str = f"{START} {START} white 0") -> None:
        sides, self.dice = position.split(), (0, 0)
        self.sides = [self.read(side) for side in sides[:2]]
        if len(sides) > 4:
            self.roll(sides[4])

    @staticmethod
    def read(text: str) -> Side:
        side = [0] * 26
        for field in text.split(","):
            place, count = field.split(":")
            side[FIELDS[place] if place in FIELDS else int(place)] = int(count)
        return side

    def roll(self, text: str) -> None:
        self.dice = (int(text[0]), int(text[1]))

    def play(self, player: int, text: str) -> None:
        """Moves one checker, and hits."""
        begin, end = part(text)
        own, other = self.sides[player], self.sides[1 - player]
        own[begin] -= 1
        own[end] += 1
        if end != OFF and other[25 - end] == 1:
            other[25 - end] -= 1
            other[BAR] += 1

    def seen_by(self, player: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """What gnubg calls a board, where this player is to move."""
        sides = [tuple(side[1:]) for side in self.sides]
        return sides[1 - player], sides[player]

    def has_won(self, player: int) -> bool:
        return not any(self.sides[player][1:])


def part(text: str) -> Part:
    """Where the checker of a move comes from and goes to: `8/5*`, `bar/20`, `3/off(6)`."""
    begin, end = re.sub(r"\*|\(.*", "", text).split("/")
    return FIELDS.get(begin) or int(begin), FIELDS[end] if end in FIELDS else int(end)


def next_move(legal: list[str], parts: list[Part]) -> str:
    """The legal move that makes a part of a turn, which is taken out of the list. Of two dice that bear a checker off, it is the one
    that no other part needs."""
    candidates = [text for text in legal if part(text) in parts]
    if not candidates:
        raise ValueError(f"gnubg plays {parts}, and none of these is a part of that: {', '.join(legal)}")
    needed = {begin - end for begin, end in parts}

    def is_needed(text: str) -> bool:
        die = re.search(r"\((\d)\)", text)
        return die is not None and int(die.group(1)) in needed - {part(text)[0]}

    chosen = min(candidates, key=is_needed)
    parts.remove(part(chosen))
    return chosen


class Mind:
    """gnubg's evaluation, as in a match to one point."""

    def __init__(self, plies: int) -> None:
        import gnubg  # type: ignore[import-not-found]

        self.gnubg = gnubg
        self.cube = gnubg.cubeinfo(1, -1, 1, 1, (0, 0), 0)
        self.context = gnubg.evalcontext(0, plies, 1, 1, 0.0)

    def best(self, board: Board, player: int) -> list[Part]:
        """The best turn with the board's dice, move by move."""
        found = self.gnubg.findbestmove(board.seen_by(player), self.cube, self.context, board.dice)
        return list(zip(found[::2], found[1::2], strict=True))

    def equity(self, board: Board, player: int) -> float:
        """What a board is worth to a player who has just moved."""
        if board.has_won(player):
            return 1.0
        return -float(self.gnubg.evaluate(board.seen_by(1 - player), self.cube, self.context)[5])


class Player:
    """Answers `sit`, `observe` and `choose`."""

    def __init__(self, mind: Mind) -> None:
        self.mind, self.board, self.seat = mind, Board(), 0
        self.turn: list[Part] = []

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        kind = request["type"]
        if kind == "sit":
            if request["game"].split("(")[0] != "backgammon":
                raise ValueError(f"gnubg plays backgammon, not {request['game']}")
            position = request.get("position")
            self.board = Board(position) if position else Board()
            self.seat, self.turn = request["seat"], []
        elif kind == "observe" and request["by"] == "chance":
            self.board.roll(request["move"])
            self.turn = []
        elif kind == "observe":
            self.board.play(request["by"], request["move"])
        elif kind == "choose":
            if not self.turn:
                self.turn = self.mind.best(self.board, self.seat)
            return {"type": "thought", "thought": {"best": next_move(request["legal"], self.turn)}}
        return {"type": "done"}


def play(mind: Mind, requests: TextIO, answers: TextIO) -> None:
    """Answers line by line."""
    player = Player(mind)
    for line in requests:
        request = json.loads(line)
        try:
            answer = player.answer(request)
        except Exception as error:  # Whatever it is, the one at the other end is told.
            answer = {"type": "error", "message": f"{type(error).__name__}: {error}"}
        print(json.dumps({"id": request["id"], **answer}), file=answers, flush=True)


def losses(mind: Mind, game: dict[str, Any]) -> list[tuple[str, float]]:
    """For every turn in which there was a move, who made it and what equity it has lost."""
    board = Board(game["position"]) if game.get("position") else Board()
    found, player, moves = [], 1, game["moves"].split()
    for index, text in enumerate(moves):
        if "/" in text:
            continue
        # The first roll is White's, who is player 0; the turns alternate, also where none can be played.
        player, end = 1 - player, index + 1
        board.roll(text)
        best = Board()
        best.sides = [list(side) for side in board.sides]
        while end < len(moves) and "/" in moves[end]:
            board.play(player, moves[end])
            end += 1
        if end == index + 1:
            continue
        before = Board()
        before.sides, before.dice = [list(side) for side in best.sides], board.dice
        for begin, to in mind.best(before, player):
            best.play(player, f"{begin}/{to}")
        lost = 0.0 if best.sides == board.sides else mind.equity(best, player) - mind.equity(board, player)
        # What gnubg prunes may be better than what it calls the best.
        found.append((game["seats"][player], max(lost, 0.0)))
    return found


def judge(mind: Mind, file: str, most: int, plies: int, out: TextIO) -> None:
    """Prints a line for each agent of the games in a file."""
    turns: dict[str, list[float]] = {}
    with open(file, encoding="utf-8") as games:
        for number, line in enumerate(games):
            if number < most:
                for agent, lost in losses(mind, json.loads(line)):
                    turns.setdefault(agent, []).append(lost)
    for agent, lost in sorted(turns.items()):
        mean = sum(lost) / len(lost)
        error = math.sqrt(sum((one - mean) ** 2 for one in lost)) / len(lost)
        report = {"agent": agent, "turns": len(lost), "plies": plies, "equity_lost": mean, "standard_error": error}
        print(json.dumps(report), file=out, flush=True)


def inside(requests: TextIO, answers: TextIO) -> None:
    """What runs within gnubg."""
    arguments = json.loads(os.environ[ARGUMENTS])
    mind = Mind(arguments["plies"])
    if arguments["judge"] is None:
        play(mind, requests, answers)
    else:
        judge(mind, arguments["judge"], arguments["games"], arguments["plies"], answers)


def start() -> None:
    """Starts gnubg, which runs this file again."""
    parser = argparse.ArgumentParser(description="GNU Backgammon as a player of Waxwing's messages, or as a judge.")
    parser.add_argument("--judge", metavar="FILE", help="judge the games that `waxwing match --records FILE` has written")
    parser.add_argument("--plies", type=int, help="how deep it looks [default: 0 to play, 2 to judge]")
    parser.add_argument("--games", type=int, default=sys.maxsize, help="judge at most this many games")
    arguments = parser.parse_args()
    if arguments.plies is None:
        arguments.plies = 0 if arguments.judge is None else 2
    program = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
    if program is None:
        sys.exit("gnubg is not installed; on Debian it is in the package gnubg")
    if arguments.judge is not None and not os.path.exists(arguments.judge):
        sys.exit(f"there is no file {arguments.judge}")
    # What gnubg itself prints, and would read, is not for the one at the other end.
    streams = [os.dup(0), os.dup(1)]
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):
        os.dup2(nothing, stream)
    for stream in streams:
        os.set_inheritable(stream, True)
    os.environ[STREAMS] = json.dumps(streams)
    os.environ[ARGUMENTS] = json.dumps(vars(arguments))
    os.execv(program, [program, "-t", "-q", "-r", "-p", os.path.abspath(__file__)])


if STREAMS in os.environ:
    reading, writing = json.loads(os.environ[STREAMS])
    with os.fdopen(reading, encoding="utf-8") as requests, os.fdopen(writing, "w", encoding="utf-8") as answers:
        inside(requests, answers)
    os._exit(0)
elif __name__ == "__main__":
    start()
