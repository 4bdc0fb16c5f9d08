"""OpenSpiel: a bot that plays its games with every strategy of Waxwing.

Examples:
    >>> import pyspiel
    >>> from waxwing import open_spiel
    >>> game = pyspiel.load_game("tic_tac_toe")
    >>> bot = open_spiel.Bot(game, "rave > mast with solver", iterations=500, seed=1)
    >>> bot.step(game.new_initial_state())
    4

``Bot`` is a ``pyspiel.Bot``. ``position`` gives a state of OpenSpiel as a position of this package, for agents, matches and
reports. OpenSpiel is installed by ``pip install 'waxwing[open-spiel]'``.
"""

try:
    import pyspiel as _pyspiel  # noqa: F401
except ImportError as error:
    raise ImportError("waxwing.open_spiel needs OpenSpiel: pip install 'waxwing[open-spiel]'") from error

from .bot import Bot
from .games import register
from .rules import Unserved, position, why_not

__all__ = ["Bot", "Unserved", "position", "register", "why_not"]
