"""A line that says how far something is: in a terminal and in a notebook, nowhere else."""

from __future__ import annotations

import sys
import time


class Bar:
    """A line of text that is written over and over, at most ten times a second."""

    def __init__(self, unit: str) -> None:
        self._unit, self._shown, self._begun = unit, 0.0, time.monotonic()
        self._written = 0
        self._is_seen = sys.stderr.isatty() or "ipykernel" in sys.modules

    def show(self, done: int, total: int, message: str = "") -> None:
        """Shows how much is done, out of how much."""
        now = time.monotonic()
        if not self._is_seen or now - self._shown < 0.1 and done < total:
            return
        self._shown = now
        filled = 24 * done // max(total, 1)
        left = (now - self._begun) / done * (total - done) if done else 0.0
        line = f"{'█' * filled}{'░' * (24 - filled)} {done:,} of {total:,} {self._unit}, {left:.0f} s left  {message}"
        self._write(line)

    def close(self) -> None:
        """Removes the line."""
        if self._written:
            self._write("")

    def _write(self, line: str) -> None:
        print("\r" + line.ljust(self._written), end="\r" if not line else "", file=sys.stderr, flush=True)
        self._written = len(line)
