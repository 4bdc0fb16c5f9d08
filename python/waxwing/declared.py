"""What a class of one's own says of itself: its name, what it does, what its ``__init__`` takes."""

from __future__ import annotations

import inspect
import re
from typing import Any


def name_of(definition: type[Any]) -> str:
    """The name of a game or strategy: what it gives itself, or that of the class in lower case with hyphens."""
    if definition.name:
        return str(definition.name)
    words = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+", definition.__name__)
    return "-".join(words).lower()


def about(definition: type[Any], otherwise: str) -> str:
    """The first line of its docstring, which is its own and not that of the class it extends."""
    text = inspect.getdoc(definition) if definition.__doc__ else ""
    return (text or "").strip().split("\n")[0] or otherwise


def parameters(definition: type[Any]) -> list[inspect.Parameter]:
    """What its ``__init__`` takes."""
    if definition.__init__ is object.__init__:
        return []
    return list(inspect.signature(definition.__init__).parameters.values())[1:]
