"""What goes wrong."""


class WaxwingError(ValueError):
    """What goes wrong in Waxwing: every error of this package."""


class ExpressionError(WaxwingError):
    """A text that is no agent or no game. The message shows the place in the text, and what would be right."""


class MoveError(WaxwingError):
    """A move that cannot be made. The message lists the legal ones."""


class SearchError(WaxwingError):
    """A search that cannot begin, or that the game cannot go on with."""


for _error in (WaxwingError, ExpressionError, MoveError, SearchError):
    _error.__module__ = "waxwing"
