"""Experiments: declared sets of matches, whose games are kept."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal

from . import _waxwing
from .errors import WaxwingError
from .progress import Bar
from .tables import Table

Format = Literal["html", "md", "svg", "png"]


class Experiment:
    """A table or figure of a paper, or one of your own: cells, each a match, with the published numbers beside them.

    ``experiment`` reads one from a file. A run that is interrupted goes on where it was.
    """

    def __init__(self, inner: _waxwing.Experiment) -> None:
        self._inner = inner

    @property
    def name(self) -> str:
        """Its name, in stores and lists."""
        return self._inner.name

    @property
    def title(self) -> str:
        """What it is about."""
        return self._inner.title

    @property
    def cells(self) -> Table:
        """What is played."""
        columns = ["label", "row", "column", "game", "agents", "budget", "games", "published", "central"]
        return Table(json.loads(self._inner.cells), columns)

    def with_budget(self, budget: str | int) -> Experiment:
        """The same experiment with another budget a move, such as ``500``, ``"1s"`` or ``"10%"`` of each."""
        return Experiment(self._inner.with_budget(str(budget)))

    def run(
        self,
        store: str | os.PathLike[str] = "results.sqlite",
        *,
        scale: float = 1.0,
        cells: Iterable[str] = (),
        jobs: int | None = None,
        time: float | None = None,
        retry: bool = False,
        progress: bool = True,
        on: Literal["here", "ray"] = "here",
    ) -> Results:
        """Plays the games that the store does not have yet, and returns its results.

        ``scale`` plays a part of the games that the file asks for; ``cells`` only those of these labels; no game begins after ``time``
        seconds. Ctrl-C ends it, and what is finished is kept. So does an exception in a game or strategy that is written in Python.
        Games in which a program failed are noted, and played again with ``retry``. Several processes may write to one store.
        ``on="ray"`` plays on a cluster; ``waxwing.ray.run`` has more to say about that.
        """
        if on == "ray":
            from . import ray

            if jobs is not None:
                raise WaxwingError("on a cluster there are as many jobs as cores: leave `jobs` out")
            return ray.run([self], store, scale=scale, cells=cells, time=time, retry=retry, progress=progress)
        if on != "here":
            raise WaxwingError(f'there is no `on="{on}"`: "here" or "ray"')
        if isinstance(cells, str):
            raise TypeError(f"`cells` is a list of labels: [{cells!r}]")
        bar = Bar("games") if progress else None

        def tell(finished: int, wanted: int, played: int) -> None:
            if bar is not None:
                bar.show(finished, wanted)

        try:
            _waxwing.Store(os.fspath(store)).run([self._inner], list(cells), scale, jobs, time, retry, tell)
        finally:
            if bar is not None:
                bar.close()
        return Results(store, [self])

    def results(self, store: str | os.PathLike[str]) -> Results:
        """The results that a store has."""
        return Results(store, [self])

    def __repr__(self) -> str:
        return f"<Experiment {self.name}: {self.title}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, self._inner.origin


def _restore(file: str, text: str, budgets: Sequence[str] = ()) -> Experiment:
    inner = _waxwing.Experiment(file, text)
    for budget in budgets:
        inner = inner.with_budget(budget)
    return Experiment(inner)


def experiment(file: str | os.PathLike[str]) -> Experiment:
    """Reads the file of an experiment. Errors name the file and the line."""
    path = Path(file)
    return _restore(os.fspath(path), path.read_text(encoding="utf-8"))


class Results:
    """What a store knows of some experiments."""

    def __init__(self, store: str | os.PathLike[str], experiments: Sequence[Experiment]) -> None:
        self.path, self.experiments = Path(store), list(experiments)
        self._store = _waxwing.Store(os.fspath(store))

    @property
    def status(self) -> Table:
        """The state of every cell of the store."""
        return Table(json.loads(self._store.status()))

    def report(self) -> ExperimentReport:
        """What the games say, beside the published numbers."""
        return ExperimentReport(json.loads(self._store.report([one._inner for one in self.experiments])), self)

    def write(self, folder: str | os.PathLike[str], formats: Sequence[Format] = ("html", "md", "svg", "png")) -> list[Path]:
        """Writes the pages and figures of the report to a folder, and returns where they are."""
        inner = [one._inner for one in self.experiments]
        written = []
        for path, content in self._store.pages(inner, os.fspath(folder), list(formats)):
            place = Path(path)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(bytes(content))
            written.append(place)
        return written

    def _repr_html_(self) -> str:
        return self.report()._repr_html_()

    def __reduce__(self) -> tuple[Any, ...]:
        return Results, (self.path, self.experiments)

    def __repr__(self) -> str:
        return f"<Results of {', '.join(one.name for one in self.experiments)} in {self.path}>"


class ExperimentReport:
    """What the games of experiments say."""

    def __init__(self, data: list[dict[str, Any]], results: Results) -> None:
        self.data, self._results = data, results

    @property
    def cells(self) -> Table:
        """A row for each cell: its number with a 95 % interval, the published one, and whether they agree. ``data`` has all."""
        rows = []
        for one in self.data:
            for cell in one["cells"]:
                compared, published = cell["compared"] or {}, cell["published"] or {}
                rows.append({
                    "experiment": one["name"],
                    "label": cell["label"],
                    "games": cell["wins"] + cell["draws"] + cell["losses"],
                    "measure": cell["measure"],
                    "rate": cell["rate"],
                    "low": cell["interval"][0],
                    "high": cell["interval"][1],
                    "published": published.get("value"),
                    "agreement": compared.get("agreement"),
                })
        return Table(rows, ["experiment", "label", "games", "measure", "rate", "low", "high", "published", "agreement"])

    @property
    def claims(self) -> Table:
        """What the papers say in words, and whether it holds."""
        return Table([{"experiment": one["name"], **claim} for one in self.data for claim in one["claims"]])

    def write(self, folder: str | os.PathLike[str], formats: Sequence[Format] = ("html", "md", "svg", "png")) -> list[Path]:
        """Writes pages and figures to a folder, and returns where they are."""
        return self._results.write(folder, formats)

    def __str__(self) -> str:
        return str(self.cells)

    def __repr__(self) -> str:
        return f"<ExperimentReport of {', '.join(one['name'] for one in self.data)}>"

    def _repr_html_(self) -> str:
        figures = self._results._store.pages([one._inner for one in self._results.experiments], ".", ["svg"])
        return "".join(bytes(content).decode() for _, content in figures) + self.cells._repr_html_()

    def __reduce__(self) -> tuple[Any, ...]:
        return ExperimentReport, (self.data, self._results)
