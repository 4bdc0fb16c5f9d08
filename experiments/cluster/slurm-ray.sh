#!/bin/bash
# Plays experiments with Ray on the machines of one Slurm job:
#   sbatch --nodes 16 --exclusive experiments/cluster/slurm-ray.sh RESULTS FILE... [what python -m waxwing.ray takes besides]
# RESULTS is a folder that all machines see. The Python in PATH needs `waxwing` and `ray` (or WAXWING_PYTHON names one).
#SBATCH --job-name=waxwing
#SBATCH --ntasks-per-node=1
#SBATCH --signal=B:USR1@120
#SBATCH --requeue
set -euo pipefail

[ $# -ge 2 ] || { echo "usage: sbatch --nodes N $0 RESULTS FILE..." >&2; exit 2; }
results=$1
shift
python=${WAXWING_PYTHON:-python3}
port=${WAXWING_PORT:-6379}
keep=${WAXWING_KEEP:-600}
# Names of Ray's sockets must be short.
export RAY_USAGE_STATS_ENABLED=0 RAY_TMPDIR=${RAY_TMPDIR:-/tmp}
# Only this job's processes, which srun gives this environment, may use its cluster.
export RAY_AUTH_MODE=token RAY_AUTH_TOKEN=${RAY_AUTH_TOKEN:-$("$python" -c 'import secrets; print(secrets.token_hex(32))')}
mkdir -p "$results"

# SQLite's log does not work over a network: the store is on a disk of this machine, and whole copies of it go to the folder.
scratch=$(mktemp -d "${SLURM_TMPDIR:-${TMPDIR:-/tmp}}/waxwing.XXXXXX")
store=$scratch/results.sqlite
copy() {
    [ -e "$store" ] || return 0
    "$python" - "$store" "$results/results.sqlite" <<'PYTHON'
import os, sqlite3, sys
part = sys.argv[2] + ".part"
with sqlite3.connect(sys.argv[1]) as store, sqlite3.connect(part) as copy:
    store.backup(copy)
os.replace(part, sys.argv[2])
PYTHON
}
[ ! -e "$results/results.sqlite" ] || cp "$results/results.sqlite" "$store"

# A head on this machine, and a node on each of the others; all end with this script. A machine's name may mean an address that
# others do not reach, so that Ray says which one it takes.
head=$(hostname)
address=$("$python" -c 'import ray; print(ray.util.get_node_ip_address())'):$port
nodes=()
finish() {
    kill "${nodes[@]}" 2>/dev/null || true
    wait || true
    copy
    rm -rf "$scratch"
}
trap finish EXIT
srun --nodes 1 --ntasks 1 --nodelist "$head" "$python" -m ray.scripts.scripts start --head --block --port "$port" \
    --include-dashboard false --num-cpus "${SLURM_CPUS_ON_NODE:-1}" &
nodes+=($!)
for _ in $(seq 60); do
    "$python" -c "import ray; ray.init('$address', logging_level='error')" 2>/dev/null && break
    sleep 2
done
if [ "${SLURM_NNODES:-1}" -gt 1 ]; then
    srun --nodes $((SLURM_NNODES - 1)) --ntasks $((SLURM_NNODES - 1)) --exclude "$head" "$python" -m ray.scripts.scripts start \
        --block --address "$address" --num-cpus "${SLURM_CPUS_ON_NODE:-1}" &
    nodes+=($!)
fi

"$python" -m waxwing.ray "$@" --address "$address" --out "$store" &
driver=$!
# Two minutes before the time is up: the store is copied, and the job goes back into the queue.
again() {
    kill -TERM "$driver" 2>/dev/null || true
    wait "$driver" || true
    copy
    scontrol requeue "$SLURM_JOB_ID"
    exit 0
}
trap again USR1
while kill -0 "$driver" 2>/dev/null; do
    sleep "$keep" &
    wait -n "$driver" $! || true
    copy
done
wait "$driver"
