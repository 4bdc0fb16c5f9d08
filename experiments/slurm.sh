#!/bin/bash
# Plays experiments on a cluster with Slurm: docs/slurm.md.
#
#   experiments/slurm.sh PARTS FOLDER FILE… [OPTION of `waxwing experiment run`…]
#
# It submits an array with a task for each part, and a job that waits for them and merges their stores into
# FOLDER/all.sqlite. FOLDER is one that all machines see. The variable WAXWING names the program, WAXWING_CORES says how
# many cores a task has; sbatch reads its own, such as SBATCH_TIMELIMIT.
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:USR1@120
set -euo pipefail
waxwing=${WAXWING:-waxwing}

submit() {
    local parts=$1 folder=$2 array merge
    mkdir -p "$folder"
    array=$(sbatch --parsable --job-name=waxwing --array="1-$parts" --cpus-per-task="${WAXWING_CORES:-1}" \
        --output="$folder/part-%a.log" "$0" play "$@")
    merge=$(sbatch --parsable --job-name=waxwing-merge --dependency="afterany:${array%%;*}" \
        --output="$folder/merge.log" "$0" merge "$@")
    echo "array ${array%%;*}, merged by ${merge%%;*}"
}

# A store is written on a disk of the machine, since SQLite's log does not work over a network; whole copies go to the
# folder.
local_folder() {
    local disk=${SLURM_TMPDIR:-${TMPDIR:-/tmp}}/waxwing-$SLURM_JOB_USER-$1
    mkdir -p "$disk"
    echo "$disk"
}

put() {
    cp "$1" "$2.new"
    mv "$2.new" "$2"
}

play() {
    local parts=$1 folder=$2 task=$SLURM_ARRAY_TASK_ID disk store part stopped='' code=0
    shift 2
    disk=$(local_folder "$SLURM_ARRAY_JOB_ID-$task")
    store=$disk/store.sqlite part=$folder/part-$task.sqlite
    # A task that was requeued may find its games in the folder, on this disk, or on both.
    if [ -e "$part" ]; then
        cp "$part" "$disk/before.sqlite"
        "$waxwing" experiment merge "$store" "$disk/before.sqlite"
    fi
    keep() {
        "$waxwing" experiment merge "$disk/whole.sqlite" "$store" && put "$disk/whole.sqlite" "$part"
    }
    "$waxwing" experiment run "$@" --shard "$task/$parts" --out "$store" --jobs "${SLURM_CPUS_PER_TASK:-1}" &
    local run=$!
    # Slurm sends the first before the time is up, and the second when somebody wants it to end.
    trap 'stopped=again; kill -INT "$run" || true' USR1
    trap 'stopped=yes; kill -INT "$run" || true' TERM
    (trap - USR1 TERM; while sleep "${WAXWING_KEEP:-600}"; do keep; done) &
    local keeper=$!
    wait "$run" || code=$?
    # A signal ends the waiting, not what is waited for.
    if [ "$stopped" ]; then wait "$run" || code=$?; fi
    trap - USR1 TERM
    kill "$keeper" && wait "$keeper" || true
    keep
    rm -r "$disk"
    if [ "$stopped" = again ]; then scontrol requeue "${SLURM_ARRAY_JOB_ID}_$task"; fi
    exit "$code"
}

merge() {
    local parts=$1 folder=$2 disk stores=()
    disk=$(local_folder "$SLURM_JOB_ID")
    for part in $(seq "$parts"); do
        if cp "$folder/part-$part.sqlite" "$disk/"; then stores+=("$disk/part-$part.sqlite"); fi
    done
    "$waxwing" experiment merge "$disk/all.sqlite" "${stores[@]}"
    put "$disk/all.sqlite" "$folder/all.sqlite"
    "$waxwing" experiment status "$disk/all.sqlite"
    rm -r "$disk"
}

case ${1:-} in
    play | merge) "$@" ;;
    [1-9]*) if [ $# -ge 3 ]; then submit "$@"; else sed -n '2,/^#SBATCH/{/^#SBATCH/d;s/^# \?//;p}' "$0"; exit 2; fi ;;
    *) sed -n '2,/^#SBATCH/{/^#SBATCH/d;s/^# \?//;p}' "$0"; exit 2 ;;
esac
