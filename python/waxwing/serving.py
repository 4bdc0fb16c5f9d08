"""The page, served by this process."""

from __future__ import annotations

import os
from collections.abc import Callable

from . import _waxwing
from .games import Game, ensure


def serve(
    *games: type[Game],
    port: int | None = None,
    listen: str | None = None,
    experiments: str | os.PathLike[str] | None = None,
    browser: bool = True,
    ready: Callable[[str], object] = print,
) -> None:
    """Serves the page where games are played, searches watched and trees explored, with these games beside the twelve and all that
    were added before. It tells ``ready`` its address, opens a browser, and returns when Ctrl-C ends it.

    It answers to this machine alone; with ``listen``, such as ``0.0.0.0``, to others that have the address with its token.
    ``experiments`` is a folder whose stores are shown.
    """
    for game in games:
        ensure(game)
    try:
        _waxwing.serve(port, listen, None if experiments is None else os.fspath(experiments), browser, ready)
    except KeyboardInterrupt:
        return
