"""Experiments on two machines of a cluster, which are two nodes of Ray on this one."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import waxwing as ww
from conftest import SMALL, games

pytestmark = pytest.mark.long

CLUSTER = Path(__file__).parent.parent.parent / "experiments/cluster"
NODE = {"num_cpus": 1, "object_store_memory": 80_000_000, "include_dashboard": False}


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    cluster_utils = pytest.importorskip("ray.cluster_utils")
    cluster = cluster_utils.Cluster(initialize_head=True, head_node_args=NODE)
    yield cluster
    cluster.shutdown()


def begin(file: Path, cluster: Any, store: Path) -> subprocess.Popen[bytes]:
    arguments = [str(file), "--address", cluster.address, "--out", str(store), "--lot", "5"]
    return subprocess.Popen([sys.executable, "-m", "waxwing.ray", *arguments])


def counts(store: Path) -> Iterator[int]:
    """How many games a store has, again and again. Fails if it gets no more for three minutes: how fast they come says nothing."""
    known, until = 0, time.monotonic() + 180
    while True:
        count = len(games(store)) if store.exists() else 0
        if count > known:
            known, until = count, time.monotonic() + 180
        assert time.monotonic() < until, f"no more than {known} games"
        yield count
        time.sleep(0.2)


def wait_for(store: Path, count: int, driver: subprocess.Popen[bytes]) -> None:
    """Until the store has this many games."""
    for known in counts(store):
        if known >= count:
            return
        assert driver.poll() is None


def finish(store: Path, driver: subprocess.Popen[bytes]) -> int:
    """Until all games are played; returns the exit code."""
    return next(code for _ in counts(store) if (code := driver.poll()) is not None)


def test_a_cluster_plays_the_games_of_one_machine_whatever_is_killed(cluster: Any, tmp_path: Path) -> None:
    file, here, store = tmp_path / "small.toml", tmp_path / "here.sqlite", tmp_path / "store.sqlite"
    file.write_text(SMALL.replace("games = 10", "games = 300").replace("budget = 50", "budget = 1500"))
    second = cluster.add_node(**NODE)
    driver = begin(file, cluster, store)
    try:
        wait_for(store, 40, driver)
        # The process with the store is killed, and the same command goes on.
        driver.kill()
        driver.wait()
        before = len(games(store))
        driver = begin(file, cluster, store)
        wait_for(store, before + 40, driver)
        # A machine dies, and another one comes.
        cluster.remove_node(second, allow_graceful=False)
        wait_for(store, before + 80, driver)
        cluster.add_node(**NODE)
        assert finish(store, driver) == 0
    finally:
        driver.kill()
    ww.experiment(file).run(here, progress=False)
    assert games(store) == games(here) and len(games(store)) == 600


def test_a_job_of_slurm_is_queued_again_before_its_time_is_up(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    file, here, results = tmp_path / "small.toml", tmp_path / "here.sqlite", tmp_path / "results"
    file.write_text(SMALL.replace("games = 10", "games = 150").replace("budget = 50", "budget = 1500"))
    # What Slurm would do on one machine.
    stubs = {"srun": 'while [[ $1 == --* ]]; do shift 2; done\nexec "$@"', "scontrol": f'echo "$@" >> {tmp_path}/told'}
    for name, body in stubs.items():
        (tmp_path / name).write_text(f"#!/bin/bash\n{body}\n")
        (tmp_path / name).chmod(0o755)
    known = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "TMPDIR": str(tmp_path), "WAXWING_PYTHON": sys.executable}
    known |= {"SLURM_NNODES": "1", "SLURM_CPUS_ON_NODE": "2", "SLURM_JOB_ID": "77", "WAXWING_PORT": "6397", "WAXWING_KEEP": "2"}

    def job() -> subprocess.Popen[bytes]:
        return subprocess.Popen([CLUSTER / "slurm-ray.sh", results, file, "--lot", "5"], env={**os.environ, **known})

    first = job()
    store = results / "results.sqlite"
    wait_for(store, 20, first)
    first.send_signal(signal.SIGUSR1)
    assert first.wait(timeout=120) == 0
    assert (tmp_path / "told").read_text() == "requeue 77\n" and 20 <= len(games(store)) < 300
    assert finish(store, job()) == 0
    ww.experiment(file).run(here, progress=False)
    assert games(store) == games(here) and not list(tmp_path.glob("waxwing.*"))


def test_the_files_for_kubernetes_say_what_there_is() -> None:
    yaml = pytest.importorskip("yaml")
    from waxwing import ray

    volume, job = yaml.safe_load_all((CLUSTER / "kuberay.yaml").read_text())
    command = shlex.split(job["spec"]["entrypoint"])
    assert command[:3] == ["python", "-m", "waxwing.ray"]
    given = ray._arguments(command[3:])
    assert (CLUSTER.parent / Path(given.files[0]).name).exists()
    head = job["spec"]["rayClusterSpec"]["headGroupSpec"]["template"]["spec"]
    assert given.out.startswith(head["containers"][0]["volumeMounts"][0]["mountPath"])
    assert head["volumes"][0]["persistentVolumeClaim"]["claimName"] == volume["metadata"]["name"]
    lines = [line for line in (CLUSTER / "Dockerfile").read_text().splitlines() if line and not line.startswith("#")]
    assert {line.split()[0] for line in lines} <= {"ARG", "FROM", "RUN", "COPY", "WORKDIR"}
    left_out = (CLUSTER.parent.parent / ".dockerignore").read_text().splitlines()
    assert {"/target", "/examples/target", "/fuzz/target"} <= set(left_out) and "/.git" not in left_out
    assert "FROM rayproject/ray:${RAY}" in lines and f"ARG RAY={job['spec']['rayClusterSpec']['rayVersion']}-py311-cpu" in lines


def test_an_experiment_is_run_on_ray(cluster: Any, tmp_path: Path) -> None:
    import ray

    file = tmp_path / "small.toml"
    file.write_text(SMALL)
    ray.init(address=cluster.address, log_to_driver=False)
    try:
        results = ww.experiment(file).run(tmp_path / "store.sqlite", on="ray", progress=False)
        assert results.report().cells["games"] == [10, 10] and ray.is_initialized()
    finally:
        ray.shutdown()
    wrong = [("none.toml", "none.toml"), ("small.toml --lot -1", "a lot takes more than 0 seconds"), ("small.toml --scale 0", "`scale`")]
    wrong += [(f"small.toml --address {one}", f"there is no cluster at `{one}`") for one in ("127.0.0.1:9", "nonsense")]
    for arguments, told in wrong:
        command = [sys.executable, "-m", "waxwing.ray", *arguments.split()]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == 1 and told in done.stderr
