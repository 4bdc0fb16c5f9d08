"""Experiments on a cluster with Ray: ``python -m waxwing.ray experiments/mc-loa-table-2.toml --address auto --out results.sqlite``.

This process has the store. The games are played in lots of minutes by tasks on all cores of the cluster, and are written down as they
come: what is lost with a machine are seconds of games, which are played again elsewhere. This process may be ended at any time, too:
the same command goes on where it was. ``docs/cluster.md`` tells how to set up clusters.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import logging
import os
import signal
import socket
import sys
import threading
import time as clock
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from .errors import WaxwingError
from .experiments import Experiment, Results, experiment
from .lots import Lots, play
from .progress import Bar

LOT = 120.0
"""Seconds that a lot takes."""
WAITING = 2
"""Lots for each core: one is played, and the others wait, so that no core does, and that clusters that grow by demand see one."""
PATIENCE = 120.0
"""Seconds after which a run ends in which lots are lost and nothing is played."""


def run(
    experiments: Iterable[Experiment],
    store: str | os.PathLike[str],
    *,
    address: str | None = None,
    cells: Iterable[str] = (),
    scale: float = 1.0,
    time: float | None = None,
    lot: float = LOT,
    modules: Iterable[str] = (),
    retry: bool = False,
    progress: bool = True,
) -> Results:
    """Plays the games that the store does not have yet on a cluster, and returns its results.

    Args:
        address: the cluster's address, or ``"auto"`` for the one of this machine. Without it, that is Ray's to say: the one that this
            process is connected to, the one that is found, or one of this machine alone, which is started.
        cells: only the cells with these labels.
        scale: a part of the games that the files ask for.
        time: the run ends after this many seconds.
        lot: how many seconds a task should take.
        modules: modules with games and strategies that are written in Python, which all machines can import.
        retry: whether games that failed before are played again.
        progress: whether to say how far it is.
    """
    try:
        import ray
    except ImportError:
        raise WaxwingError("Ray is not installed; `pip install 'waxwing[ray]'` installs it") from None
    if not lot > 0:
        raise WaxwingError(f"a lot takes more than 0 seconds, not {lot}")
    experiments = list(experiments)
    is_connected = ray.is_initialized()
    # The store first: whoever mistypes its name should not have to wait for a cluster.
    with Lots(experiments, store, cells=cells, scale=scale, time=time, retry=retry) as lots:
        if not is_connected:
            told_to_end = signal.getsignal(signal.SIGTERM)
            try:
                _knock(address)
                ray.init(address=address, log_to_driver=False, logging_level=logging.WARNING)
            except (OSError, ValueError) as error:
                raise WaxwingError(f"there is no cluster at `{address or 'auto'}`; `ray start --head` begins one ({error})") from None
            # Ray would end this process without its last words.
            if threading.current_thread() is threading.main_thread():
                signal.signal(signal.SIGTERM, told_to_end)
        try:
            _Driver(ray, lots, lot, list(modules), Watch() if progress else None).drive()
        finally:
            if not is_connected:
                ray.shutdown()
    return Results(store, experiments)


def _knock(address: str | None) -> None:
    """Fails if nothing listens at an address: Ray itself would try for minutes, and end the process then."""
    host, _, port = (address or "").rpartition(":")
    if host and port.isdigit() and "/" not in host:
        socket.create_connection((host.strip("[]"), int(port)), timeout=5.0).close()


class _Driver:
    """Lets the tasks of a cluster play lots until there are no more."""

    def __init__(self, ray: Any, lots: Lots, lot: float, modules: list[str], watch: Watch | None) -> None:
        self.ray, self.lots, self.lot, self.modules, self.watch = ray, lots, lot, modules, watch
        # A task that ends is not begun again by Ray: the lots know best what of it is missing.
        self.task = ray.remote(num_returns="streaming", max_retries=0)(play)
        self.running: dict[Any, int] = {}
        self.lost, self.heard, self.reason = 0, clock.monotonic(), ""

    def drive(self) -> None:
        """Until all is played, or the time is over."""
        looked = float("-inf")
        try:
            while True:
                if clock.monotonic() - looked >= 1.0:
                    looked = clock.monotonic()
                    if self.lots.look() or self.lots.late:
                        return
                    cores = int(self.ray.cluster_resources().get("CPU", 0))
                    self.show(cores)
                self.submit(cores)
                self.receive()
        finally:
            # Where the cluster is gone, so are its tasks.
            with contextlib.suppress(self.ray.exceptions.RayError):
                for task in self.running:
                    self.ray.cancel(task)
            if self.watch is not None:
                self.watch.close()

    def submit(self, cores: int) -> None:
        """Begins tasks until enough are under way."""
        while len(self.running) < max(WAITING * cores, WAITING):
            given = self.lots.give(self.lot, max(cores, 1))
            if given is None:
                break
            task = self.task.options(num_cpus=given.threads).remote(given.content, self.modules)
            self.running[task] = given.number

    def receive(self) -> None:
        """Takes what has come, or waits for a second."""
        if not self.running:
            clock.sleep(1.0)
            return
        ready, _ = self.ray.wait(list(self.running), timeout=1.0, fetch_local=False)
        if ready:
            ready, _ = self.ray.wait(list(self.running), num_returns=len(self.running), timeout=0.0, fetch_local=False)
        for task in ready:
            self.advance(task)

    def advance(self, task: Any) -> None:
        """Takes the next batch of a task, or its end."""
        errors = self.ray.exceptions
        try:
            batch = self.ray.get(next(task))
        except StopIteration:
            self.lots.end(self.running.pop(task))
        except errors.RayTaskError as error:
            raise WaxwingError(f"a task of the cluster has failed: {error.cause or error}") from None
        except errors.RayError as error:
            self.lose(task, error)
        else:
            self.lots.take(batch)
            self.heard = clock.monotonic()

    def lose(self, task: Any, error: Exception) -> None:
        """Gives up a lot whose machine or process is gone."""
        self.lots.end(self.running.pop(task))
        self.lost += 1
        self.reason = f"{type(error).__name__}: {error}"
        if clock.monotonic() - self.heard > PATIENCE:
            raise WaxwingError(f"{self.lost} lots were lost, and nothing was played for {PATIENCE:.0f} s; the last reason is {self.reason}")

    def show(self, cores: int) -> None:
        """Says how far it is."""
        if self.watch is None:
            return
        machines = sum(1 for node in self.ray.nodes() if node["Alive"])
        now = self.lots.progress
        message = f"{machines} machines, {cores} cores, {now.lots} lots out"
        if now.failed:
            message += f", {now.failed} games failed"
        if self.lost:
            message += f", {self.lost} lots lost"
        self.watch.show(now.finished, now.wanted, message)


class Watch:
    """Says how far a run is: a line that changes in a terminal, and a line a minute in a log."""

    def __init__(self, every: float = 60.0) -> None:
        self._bar, self._every, self._shown = Bar("games"), every, 0.0

    def show(self, done: int, total: int, message: str) -> None:
        """Shows how many games are finished, out of how many."""
        self._bar.show(done, total, message)
        if not sys.stderr.isatty() and clock.monotonic() - self._shown >= self._every:
            self._shown = clock.monotonic()
            print(f"{clock.strftime('%H:%M:%S')} {done:,} of {total:,} games, {message}", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Removes the line."""
        self._bar.close()


def _files(paths: Sequence[str]) -> list[Path]:
    """The files, with those of folders."""
    files: list[Path] = []
    for path in map(Path, paths):
        files += sorted(path.glob("*.toml")) if path.is_dir() else [path]
    return files


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m waxwing.ray", description="Plays experiments on a cluster with Ray.")
    parser.add_argument("files", nargs="+", metavar="FILE", help="experiment files, or folders of them")
    parser.add_argument("--address", default="auto", help="the cluster: `auto` (default) is that of this machine, `local` begins one")
    parser.add_argument("--out", default="results.sqlite", metavar="STORE", help="the store that the games go to (default: results.sqlite)")
    parser.add_argument("--scale", type=float, default=1.0, metavar="X", help="play only this part of the games that the files ask for")
    parser.add_argument("--budget", metavar="BUDGET", help="another budget a move, such as `500`, `1s` or `10%%` of each")
    parser.add_argument("--cell", action="append", default=[], metavar="LABEL", help="only the cell with this label; give it again for another")
    parser.add_argument("--for", dest="time", type=float, metavar="SECONDS", help="end after this many seconds")
    parser.add_argument("--lot", type=float, default=LOT, metavar="SECONDS", help=f"how long a task should take (default: {LOT:.0f})")
    parser.add_argument("--import", dest="modules", action="append", default=[], metavar="MODULE", help="a module with games or strategies")
    parser.add_argument("--retry", action="store_true", help="play games again that failed before")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code."""
    given = _arguments(arguments)
    # Machines of clusters are told to end by this signal.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        for module in given.modules:
            importlib.import_module(module)
        experiments = [experiment(file) for file in _files(given.files)]
        if not experiments:
            raise WaxwingError(f"there is no experiment in {', '.join(given.files)}")
        if given.budget is not None:
            experiments = [one.with_budget(given.budget) for one in experiments]
        results = run(
            experiments, given.out, address=given.address, cells=given.cell, scale=given.scale, time=given.time, lot=given.lot,
            modules=given.modules, retry=given.retry,
        )
        print(results.status)
    except KeyboardInterrupt:
        print("interrupted; the same command goes on", file=sys.stderr)
        return 130
    except (WaxwingError, OSError, ImportError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
