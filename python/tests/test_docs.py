"""The code in the README and in the book's pages about Python runs, with fewer games than a reader would play."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import waxwing as ww

ROOT = Path(__file__).parent.parent.parent


def blocks(page: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("page", ["README.md", "docs/open-spiel.md", "docs/python.md", "docs/cluster.md", "python/README.md"])
def test_the_code_of_a_page_runs(page: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def small(real: Callable[..., Any], **least: Any) -> Callable[..., Any]:
        return lambda *arguments, **options: real(*arguments, **{**options, **least})

    monkeypatch.setattr(ww, "match", small(ww.match, games=2, iterations=20, until=None, progress=False))
    monkeypatch.setattr(ww.Experiment, "run", lambda one, store, real=ww.Experiment.run, **options: real(
        one.with_budget(1), store, scale=1e-6, cells=one.cells["label"][:1], progress=False,
    ))
    monkeypatch.setattr(ww, "serve", lambda *games: None)
    monkeypatch.setattr(ww, "experiment", lambda file, real=ww.experiment: real(ROOT / file))
    monkeypatch.chdir(tmp_path)
    code = blocks(page)
    assert code
    known: dict[str, Any] = {}
    for block in code:
        exec(compile(block, page, "exec"), known)


@pytest.mark.parametrize(
    ("module", "lacking", "extra"), [("open_spiel", "pyspiel", "open-spiel"), ("pettingzoo", "gymnasium", "pettingzoo")]
)
def test_what_is_not_installed_is_named(module: str, lacking: str, extra: str) -> None:
    program = f"import sys; sys.modules[{lacking!r}] = None; import waxwing.{module}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert f"pip install 'waxwing[{extra}]'" in done.stderr.splitlines()[-1]
