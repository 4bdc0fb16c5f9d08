#!/bin/bash
# Tests slurm.sh on a cluster of one machine that it sets up in a folder of its own: `apt-get install slurm-wlm munge`,
# then, as root,
#
#   WAXWING=target/release/waxwing experiments/slurm-test.sh
#
# Of four tasks one is told that its time is up, one is requeued while it runs, of one program and script are killed, and
# of one the program. The merged games must be those of one undivided run. It takes some minutes: Slurm waits before it runs a
# task again.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
WAXWING=$(realpath "${WAXWING:-target/release/waxwing}")
root=$(mktemp -d /tmp/waxwing-slurm.XXXXXX)
daemons=()
clean() {
    kill "${daemons[@]}" 2>/dev/null || true
    wait
    rm -rf "$root"
}
trap clean EXIT

cluster() {
    mkdir -p "$root/state" "$root/spool"
    chmod 755 "$root"
    dd if=/dev/urandom of="$root/key" bs=1024 count=1 status=none
    chmod 600 "$root/key"
    munged --force --foreground --key-file="$root/key" --socket="$root/munge" --pid-file="$root/munge.pid" \
        --seed-file="$root/seed" --log-file="$root/munge.log" &
    daemons+=($!)
    cat > "$root/slurm.conf" <<CONF
ClusterName=waxwing
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$root/munge
StateSaveLocation=$root/state
SlurmdSpoolDir=$root/spool
SlurmctldPidFile=$root/slurmctld.pid
SlurmdPidFile=$root/slurmd.pid
SlurmctldLogFile=$root/slurmctld.log
SlurmdLogFile=$root/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SchedulerType=sched/builtin
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
ReturnToService=2
KillWait=5
SlurmdParameters=config_overrides
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
CONF
    export SLURM_CONF=$root/slurm.conf
    until [ -S "$root/munge" ]; do sleep 0.2; done
    slurmctld -D & daemons+=($!)
    slurmd -D & daemons+=($!)
    until sinfo --noheader --format=%T 2>/dev/null | grep -q idle; do sleep 0.5; done
}

state() { squeue --noheader --states=all --jobs="$1" --format=%T 2>/dev/null || true; }

until_state() {
    local seconds=0
    until [ "$(state "$1")" = "$2" ]; do
        sleep 1
        seconds=$((seconds + 1))
        if [ "$seconds" -gt 400 ]; then
            echo "job $1 is $(state "$1"), not $2" >&2
            tail -n 5 "$root"/results/*.log "$root"/slurmctld.log >&2
            exit 1
        fi
    done
}

# The process that plays a part.
program() {
    local process
    for process in /proc/[0-9]*; do
        if tr '\0' ' ' < "$process/cmdline" | grep -q "^$WAXWING .*--shard $1/4 --out $root/"; then
            echo "${process#/proc/}"
        fi
    done 2> /dev/null
}

# All games without what depends on the clock: cpu_seconds is the fourth column from the right.
games() { "$WAXWING" experiment export "$1" --csv - | rev | cut -d, -f1-3,5- | rev | sort; }

cat > "$root/small.toml" <<'FILE'
name = "small"
title = "Small games"
source = "nobody"

[[cell]]
label = "im {alpha}"
game = "breakthrough(rows=6, columns=6)"
agent = "uct with im({alpha})"
against = "uct"
over = { alpha = [0.2, 0.4] }
games = 800
budget = 300
FILE

cluster
export WAXWING TMPDIR=$root WAXWING_KEEP=2
submitted=$("$here/slurm.sh" 4 "$root/results" "$root/small.toml")
array=$(cut -d' ' -f2 <<<"${submitted/,/}")
merge=${submitted##* }
for task in 1 2 3 4; do until_state "${array}_$task" RUNNING; done
sleep 3
scancel --batch --signal=USR1 "${array}_1"
scontrol requeue "${array}_2"
program=$(program 3)
kill -KILL "$(ps -o ppid= -p "$program" | tr -d ' ')" "$program"
kill -KILL "$(program 4)"
for task in 3 4; do
    until_state "${array}_$task" FAILED
    scontrol requeue "${array}_$task"
done
for task in 1 2 3 4; do until_state "${array}_$task" COMPLETED; done
until_state "$merge" COMPLETED
unset TMPDIR
"$WAXWING" experiment run "$root/small.toml" --out "$root/whole.sqlite" > /dev/null
diff <(games "$root/results/all.sqlite") <(games "$root/whole.sqlite")
lines=$(games "$root/whole.sqlite" | wc -l)
echo "the games of four tasks that were all interrupted are those of one run: $lines lines"
