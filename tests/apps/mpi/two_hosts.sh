#!/usr/bin/env bash
# A product on two hosts of a hostfile: this one, and one that is this machine under another name (a UTS namespace of its
# own), on which a stand-in for ssh starts what mpirun asks for. To Open MPI and to Tangram they are two hosts.
#   tests/apps/mpi/two_hosts.sh TANGRAM_MPI MPIRUN
set -euo pipefail

program=${1:?usage: tests/apps/mpi/two_hosts.sh TANGRAM_MPI MPIRUN}
mpirun=${2:?usage: tests/apps/mpi/two_hosts.sh TANGRAM_MPI MPIRUN}
unshare --uts true 2>/dev/null || { echo "a UTS namespace cannot be made here" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat >"$work/ssh" <<'END'
#!/usr/bin/env bash
# As ssh is called: options, the host, a command line.
while [[ $1 == -* ]]; do shift; done
exec unshare --uts bash -c "hostname $1; ${*:2}"
END
chmod +x "$work/ssh"
printf 'localhost slots=1\nother slots=1\n' >"$work/hosts"

"$mpirun" --mca plm_rsh_agent "$work/ssh" --mca btl_tcp_if_include lo --mca oob_tcp_if_include lo \
    --hostfile "$work/hosts" --map-by node --bind-to none -n 2 \
    "$program" gemm --m 300 --n 200 --k 260 --tile 64 --json - >"$work/report"
cat "$work/report"
grep -q '"host": *"other"' "$work/report"
grep -q '"verified": *true' "$work/report"
! grep -q '"network_bytes": *0,' "$work/report"
