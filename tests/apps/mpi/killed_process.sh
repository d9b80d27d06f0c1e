#!/usr/bin/env bash
# One process is killed while it computes: all end within 10 s, and the exit status says so.
#   tests/apps/mpi/killed_process.sh TANGRAM_MPI COMMAND MPIRUN ARGUMENT...
# COMMAND: that of tangram-mpi with its options, as a shell's words; MPIRUN and its arguments start 4 processes.
set -euo pipefail

program=$1
read -ra command <<<"$2"
shift 2
folder=$(mktemp -d)
mkfifo "$folder/progress"
"$@" "$program" "${command[@]}" --progress always >/dev/null 2>"$folder/progress" &
started=$!
# mpirun's children, as it starts them itself on this machine.
processes() { pgrep --parent "$started" --exact tangram-mpi || true; }
# shellcheck disable=SC2317 # called by the trap
clean_up() {
    # shellcheck disable=SC2046 # a word for each
    kill -9 "$started" $(processes) 2>/dev/null || true
    rm -r "$folder"
}
trap clean_up EXIT

# Something is done: all compute.
exec 3<"$folder/progress"
done=no
while [[ $done == no ]] && IFS= read -r -d "$(printf '\r')" line <&3; do
    [[ $line =~ (^|[^0-9])[1-9][0-9]*" of "[0-9] ]] && done=yes
done
[[ $done == yes ]] || { echo "nothing was done"; exit 1; }
cat <&3 >/dev/null & # mpirun and the others may go on to write
victim=$(processes | tail -n 1)
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
