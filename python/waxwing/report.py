"""What agents think: reports, and the trees behind them."""

from __future__ import annotations

import base64
import html
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from . import _waxwing
from .errors import SearchError
from .position import Position, inner_of
from .tables import Table

Thought = dict[str, Any]
Progress = Callable[["Report"], object]


@dataclass(frozen=True)
class Budget:
    """How much an agent may use for a move. What is not said is as on the command line: 10,000 iterations."""

    iterations: int | None = None
    time: float | None = None
    threads: int | None = None
    memory: int | None = None


def search(
    position: Position, expression: str, budget: Budget, seed: int, progress: Progress | None
) -> Report:
    """Has an agent think about a position."""
    inner = inner_of(position)
    mind = _waxwing.Mind(inner, expression)

    def tell(thought: str) -> None:
        if progress is not None:
            progress(Report(json.loads(thought), position, expression, budget, seed, None))

    told = mind.search(
        inner, seed, budget.iterations, budget.time, budget.threads, budget.memory, tell if progress else None
    )
    return Report(json.loads(told), position, expression, budget, seed, mind)


class Report:
    """What an agent thinks about a position."""

    def __init__(
        self,
        thought: Thought,
        position: Position,
        expression: str,
        budget: Budget,
        seed: int | None,
        mind: _waxwing.Mind | None,
    ) -> None:
        self._thought, self._position, self._expression = thought, position, expression
        self._budget, self._seed, self._mind = budget, seed, mind

    @property
    def position(self) -> Position:
        """The position that was thought about."""
        return self._position

    @property
    def agent(self) -> str:
        """Who thought."""
        agent: str = self._thought["agent"]
        return agent

    @property
    def best(self) -> str:
        """The chosen move."""
        best: str = self._thought["best"]
        return best

    @property
    def value(self) -> float | None:
        """What the chosen move is worth to its player, from 0 to 1: what is proven, or the mean reward."""
        chosen = next(move for move in self.moves if move["move"] == self.best)
        proven = {"win": 1.0, "draw": 0.5, "loss": 0.0}.get(chosen["proven"])
        value: float | None = chosen["value"] if proven is None else proven
        return value

    @cached_property
    def moves(self) -> Table:
        """What is known of each legal move: visits, share of them, value with its standard error, proof, minimax value."""
        actions = self._thought["actions"]
        total = sum(action["visits"] for action in actions) or 1
        columns = ["move", "visits", "share", "value", "error", "proven"]
        if any("minimax" in action for action in actions):
            columns.append("minimax")
        rows = [{"move": action["action"], "share": action["visits"] / total, **action} for action in actions]
        return Table([{column: row.get(column) for column in columns} for row in rows], columns)

    @property
    def line(self) -> list[str]:
        """The most visited continuation."""
        return list(self._thought["line"])

    @property
    def iterations(self) -> int:
        """How many iterations were made; nodes of a classical player."""
        iterations: int = self._thought["iterations"]
        return iterations

    @property
    def seconds(self) -> float:
        """How long it took."""
        seconds: float = self._thought["elapsed_s"]
        return seconds

    @property
    def nodes(self) -> int:
        """How many nodes the tree has."""
        nodes: int = self._thought["nodes"]
        return nodes

    @property
    def depth(self) -> int:
        """The depth of the deepest node."""
        depth: int = self._thought["depth"]
        return depth

    @property
    def bytes(self) -> int:
        """The memory of tree and records."""
        size: int = self._thought["bytes"]
        return size

    @property
    def data(self) -> Thought:
        """Everything, as ``waxwing search --json`` prints it."""
        return dict(self._thought)

    def policy(self) -> dict[str, float]:
        """The share of the visits that each legal move has."""
        return dict(zip(self.moves["move"], self.moves["share"]))

    @property
    def tree(self) -> Node:
        """The root of the tree. A report that was copied from elsewhere searches again for it, if it was a search by iterations."""
        return Node(self, ())

    def records(self, most: int = 100) -> Table:
        """What the strategies have learned, strongest first."""
        columns = ["strategy", "kind", "player", "about", "visits", "value", "reply"]
        return Table(json.loads(self._live().records(most)), columns)

    def ownership(self, playouts: int = 1_000, seed: int = 0) -> dict[str, Any] | None:
        """Who holds each place of the board at the ends of random playouts; ``None`` in games without a board."""
        told = self._live().ownership(playouts, seed)
        return None if told is None else dict(json.loads(told))

    def _live(self) -> _waxwing.Mind:
        """The agent with its tree. A copy makes the search again, which gives the same one."""
        if self._mind is None:
            if self._seed is None or self._budget.time is not None or not self._thought.get("reproducible", True):
                raise SearchError("the tree is gone: it stays with the report that the search returned")
            self._mind = search(self._position, self._expression, self._budget, self._seed, None)._mind
            assert self._mind is not None
        return self._mind

    def __reduce__(self) -> tuple[Any, ...]:
        return Report, (self._thought, self._position, self._expression, self._budget, self._seed, None)

    def __deepcopy__(self, memo: dict[int, Any]) -> Report:
        return self

    def __str__(self) -> str:
        words = f"{self.best} by {self.agent}: {self.iterations:,} iterations, {self.nodes:,} nodes, depth {self.depth}"
        return f"{words}\n\n{self.moves}\n\nline: {' '.join(self.line)}"

    def __repr__(self) -> str:
        return f"<Report: {self.best} of {len(self.moves)} moves after {self.iterations:,} iterations>"

    def _repr_html_(self) -> str:
        bars = "".join(
            f"<tr><td>{html.escape(move['move'])}</td><td style='text-align:right'>{move['visits']:,}</td>"
            f"<td><div style='background:#4477aa;height:.7em;width:{8 * move['share']:.2f}em'></div></td>"
            f"<td style='text-align:right'>{_said(move)}</td></tr>"
            for move in list(self.moves)[:12]
        )
        head = "<tr><th>move</th><th>visits</th><th></th><th>value</th></tr>"
        told = f"{self.iterations:,} iterations, {self.nodes:,} nodes, depth {self.depth}, {self.seconds:.2f} s"
        return (
            "<div style='display:flex;gap:1.5em;align-items:flex-start'>"
            f"{_picture(self._position)}"
            f"<div><b>{html.escape(self.best)}</b> by <code>{html.escape(self.agent)}</code><br>{told}"
            f"<table>{head}{bars}</table>line: {html.escape(' '.join(self.line))}</div></div>"
        )


def _picture(position: Position) -> str:
    """A position as a picture whose styles stay its own, and that has the width it is given."""
    content = base64.b64encode(position._repr_svg_().encode()).decode()
    return f"<img alt='the position' style='width:16em;flex:none' src='data:image/svg+xml;base64,{content}'>"


def _said(move: Mapping[str, Any]) -> str:
    if move["proven"]:
        return str(move["proven"])
    if move["value"] is None:
        return "-"
    error = "" if move["error"] is None else f" ± {move['error']:.3f}"
    return f"{move['value']:.3f}{error}"


class Node:
    """A node of a search tree. Its children are asked for when they are looked at.

    Examples:
        >>> import waxwing as ww
        >>> tree = ww.agent("uct").search(ww.game("breakthrough", rows=6, columns=6), iterations=2_000, seed=1).tree
        >>> tree.visits
        2000
        >>> child = tree.children[0]
        >>> tree[child.move].visits == child.visits
        True
    """

    def __init__(self, report: Report, path: tuple[str, ...], known: Mapping[str, Any] | None = None) -> None:
        self._report, self._path = report, path
        self._known: Mapping[str, Any] = known if known is not None else self._ask(1, 0)

    def _ask(self, depth: int, children: int) -> Mapping[str, Any]:
        told = self._report._live().tree(list(self._path), depth, children)
        if told is None and not self._path:
            raise SearchError(f"{self._report.agent} has grown no tree")
        if told is None:
            raise KeyError(f"the tree has no node behind {' '.join(self._path)}")
        return dict(json.loads(told))

    @property
    def path(self) -> tuple[str, ...]:
        """The moves that lead here from the root."""
        return self._path

    @property
    def move(self) -> str:
        """The move that leads here; nothing at the root."""
        return self._path[-1] if self._path else ""

    @property
    def visits(self) -> int:
        """Iterations that came through here."""
        visits: int = self._known["visits"]
        return visits

    @property
    def value(self) -> float | None:
        """Their mean reward for the player who chose the move."""
        value: float | None = self._known["value"]
        return value

    @property
    def proven(self) -> str | None:
        """``win``, ``draw`` or ``loss`` for that player, where it is proven."""
        proven: str | None = self._known["proven"]
        return proven

    @property
    def minimax(self) -> float | None:
        """The implicit minimax value, where the search has such values."""
        return self._known.get("minimax")

    @property
    def prior(self) -> float | None:
        """The game's prior win rate of the move, where the search has priors."""
        return self._known.get("prior")

    @property
    def child_count(self) -> int:
        """How many children the node has."""
        count: int = self._known["child_count"]
        return count

    @cached_property
    def children(self) -> list[Node]:
        """The children, most visited first."""
        if not self.child_count:
            return []
        known = self._ask(1, self.child_count)["children"]
        return [Node(self._report, (*self._path, child["action"]), child) for child in known]

    @property
    def line(self) -> list[str]:
        """The most visited continuation from here."""
        return list(self._known["line"])

    @property
    def position(self) -> Position:
        """The position here. In games that hide something only the root has one."""
        if self._path and self._report.position.is_hidden:
            raise SearchError("in a game that hides something, a node stands for many positions")
        return self._report.position.play(*self._path)

    def walk(self, fewest: int = 1) -> Iterator[Node]:
        """This node and all below it that have at least so many visits."""
        yield self
        for child in self.children:
            if child.visits >= fewest:
                yield from child.walk(fewest)

    def table(self) -> Table:
        """The children as a table."""
        columns = ["move", "visits", "value", "proven", "child_count"]
        return Table([{column: getattr(child, column) for column in columns} for child in self.children], columns)

    def __getitem__(self, move: str) -> Node:
        """The child behind a move."""
        child = next((child for child in self.children if child.move == move), None)
        if child is None:
            raise KeyError(f"no child {move!r}: there are {', '.join(child.move for child in self.children)}")
        return child

    def __iter__(self) -> Iterator[Node]:
        return iter(self.children)

    def __len__(self) -> int:
        return self.child_count

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        value = "" if self.value is None else f", value {self.value:.3f}"
        return f"<Node {' '.join(self._path) or 'root'}: {self.visits:,} visits{value}, {self.child_count} children>"

    def _repr_html_(self) -> str:
        return self._branches(3)

    def _branches(self, depth: int) -> str:
        value = "" if self.value is None else f" {self.value:.3f}"
        proven = f" <b>{html.escape(self.proven)}</b>" if self.proven else ""
        label = f"<code>{html.escape(self.move or 'root')}</code> {self.visits:,}{value}{proven}"
        shown = [child for child in self.children if child.visits * 20 >= self.visits][:8] if depth else []
        if not shown:
            return f"<div style='margin-left:1.2em'>{label}</div>"
        below = "".join(child._branches(depth - 1) for child in shown)
        opened = " open" if depth > 1 else ""
        return f"<details{opened} style='margin-left:1.2em'><summary>{label}</summary>{below}</details>"
