"""The notebooks run."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parent.parent / "notebooks"


@pytest.mark.parametrize("name", sorted(path.name for path in FOLDER.glob("*.ipynb")))
def test_a_notebook_runs_from_its_first_cell_to_its_last(name: str) -> None:
    notebook = nbformat.read(FOLDER / name, as_version=4)
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(FOLDER)}}).execute()


def test_there_are_four() -> None:
    assert len(list(FOLDER.glob("*.ipynb"))) == 4
