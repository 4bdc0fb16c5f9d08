"""The page, served by Python."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import textwrap
import urllib.request
from pathlib import Path


def test_the_page_is_served_with_a_game_of_ones_own_and_ends_with_ctrl_c() -> None:
    program = textwrap.dedent("""
        import signal, sys
        import waxwing as ww
        from conftest import Nim
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for _ in range(2):
            ww.serve(Nim, browser=False, ready=lambda address: print(address, flush=True))
        print("ended", flush=True)
    """)
    here = Path(__file__).parent
    with subprocess.Popen([sys.executable, "-c", program], cwd=here, stdout=subprocess.PIPE, text=True) as served:
        assert served.stdout is not None
        for _ in range(2):
            address = served.stdout.readline().strip()
            with urllib.request.urlopen(address, timeout=20) as page:
                assert b"<html" in page.read()
            served.send_signal(signal.SIGINT)
        assert served.stdout.readline().strip() == "ended"
        assert served.wait(timeout=20) == 0


def test_an_engine_speaks_lines_of_json() -> None:
    """The command that the package brings is the whole command line."""
    done = subprocess.run([sys.executable, "-m", "waxwing", "games", "--json"], capture_output=True, text=True, check=True)
    assert "othello" in [game["name"] for game in json.loads(done.stdout)]
