#!/usr/bin/env bash
# One process is killed in the middle of a factorisation: all end within 10 s, and the exit status says so.
#   tests/apps/mpi/killed_process.sh MPIEXEC TANGRAM_MPI
set -euo pipefail

mpiexec=$1 program=$2
"$mpiexec" -n 4 "$program" fronts --tree grid:40x40x40 --runs 1000 &
started=$!
trap 'kill -9 "$started" 2>/dev/null || true' EXIT

# processes: those of this mpirun, which may start them by a helper.
processes() { pgrep --ns $$ --full "$program fronts --tree grid:40x40x40 --runs 1000" | grep -vx "$started" || true; }

# Children of mpirun that compute already: all four use the processor.
until (($(processes | wc -l) == 4)); do
    kill -0 "$started" || { echo "mpirun ended before its processes were there"; exit 1; }
done
victim=$(processes | tail -n 1)
until (($(awk '{print $14}' "/proc/$victim/stat") > 50)); do :; done
kill -9 "$victim"

if ! timeout 10 tail --pid="$started" -f /dev/null; then
    echo "not all ended within 10 s"
    exit 1
fi
status=0
wait "$started" || status=$?
if ((status == 0)) || [[ -n $(processes) ]]; then
    echo "exit status $status; left: $(processes)"
    exit 1
fi
echo "process $victim was killed: mpirun ended with exit status $status"
