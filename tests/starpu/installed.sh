#!/usr/bin/env bash
# The example programs of an installed StarPU 1.4, unmodified, under our policies.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=cmake/setup.sh
. "$root/cmake/setup.sh"

usage() {
    cat <<'END'
Usage: tests/starpu/installed.sh [--library FILE] [--examples DIR] [--sched NAME]... [--cpus N] [--opencl N]
                                 [--jobs N] [--timeout SECONDS] [--work DIR] [PATTERN]

Runs the programs in DIR whose names match the extended regular expression PATTERN, each under
eager and, if it passes there, under Tangram's policies, on CPU workers and OpenCL devices.
All that they are told is STARPU_SCHED_LIB=FILE STARPU_SCHED=NAME. Then one of them is given names
and settings that are wrong: it must end with our line and status 2.

  --library FILE     the plugin (default: libtangram_sched.so, which the loader must find)
  --examples DIR     default: where Debian 13's package starpu-examples has them
  --sched NAME       Tangram's policy, any number of times (default: auto,
                     nrrp-rounded-effective-steal and effective-dyn)
  --cpus N           CPU workers (default: 2)
  --opencl N         OpenCL devices, emulated (default: 3; some programs find no kernel for them)
  --jobs N           programs at a time (default: number of processors)
  --timeout SECONDS  for each run (default: 60)
  --work DIR         where logs and StarPU's models go (default: a new folder in /tmp)
Exit status: 0 all passed, 1 something failed under our policies alone, 2 bad arguments, 77 there
are no programs or no library.
END
}

library=libtangram_sched.so examples=$(echo /usr/lib/*/starpu/examples) names=() cpus=2 devices=3 jobs=$(nproc) limit=60 work='' pattern=.
while (($#)); do
    case $1 in
    --library | --examples | --sched | --cpus | --opencl | --jobs | --timeout | --work)
        [[ -n ${2:-} ]] || bad_usage "$1 needs a value"
        case $1 in
        --library) library=$2 ;;
        --examples) examples=$2 ;;
        --sched) names+=("$2") ;;
        --cpus) cpus=$2 ;;
        --opencl) devices=$2 ;;
        --jobs) jobs=$2 ;;
        --timeout) limit=$2 ;;
        --work) work=$(realpath -m "$2") ;;
        esac
        shift
        ;;
    -h | --help)
        usage
        exit
        ;;
    -*) bad_usage "unknown option '$1'" ;;
    *) pattern=$1 ;;
    esac
    shift
done
for number in "$cpus" "$jobs" "$limit"; do
    [[ $number =~ ^[1-9][0-9]*$ ]] || bad_usage "--cpus, --jobs and --timeout need positive numbers, not '$number'"
done
[[ $devices =~ ^[0-3]$ ]] || bad_usage "--opencl takes 0 to 3, not '$devices'"
((${#names[@]})) || names=(auto nrrp-rounded-effective-steal effective-dyn)

programs() {
    # The program `deadlock` is one.
    (cd "$examples" && find . -type f -executable ! -name deadlock -printf '%P\n') | sort | while IFS= read -r file; do
        [[ $file =~ $pattern && $(head -c 4 "$examples/$file") == $'\x7fELF' ]] || continue
        printf '%s\n' "$file"
    done
}

# run NAME PROGRAM: prints passed, skipped, timeout or failed, and the seconds.
run() {
    local log=$work/${2//\//.}.$1 status=0 start=$EPOCHREALTIME
    (cd "$examples" && env STARPU_SCHED_LIB="$library" STARPU_SCHED="$1" timeout -k 5 "$limit" "./$2") \
        </dev/null >"$log" 2>&1 || status=$?
    if grep -qsE 'scheduling policy .* was not found|dynamic library .* can not be loaded' "$log"; then
        status=not_ours
    fi
    case $status in
    0) printf 'passed' ;;
    77) printf 'skipped' ;;
    124 | 137) printf 'timeout' ;;
    *) printf 'failed(%s)' "$status" ;;
    esac
    awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { printf " %.1f\n", b - a }'
}

# judge PROGRAM: one line for it.
judge() {
    local line name
    line=$(printf '%-32s %-15s' "$1" "$(run eager "$1")")
    if [[ $line == *' passed '* ]]; then
        for name in "${names[@]}"; do
            line+=$(printf ' %-15s' "$(run "$name" "$1")")
        done
    fi
    printf '%s\n' "$line"
}

# refused PROGRAM TEXT [VARIABLE=VALUE]...: the program ends with status 2 after a line of ours with this text.
refused() {
    local program=$1 text=$2 log=$work/refused status=0
    shift 2
    (cd "$examples" && env STARPU_SCHED_LIB="$library" "$@" timeout -k 5 "$limit" "./$program") </dev/null >"$log" 2>&1 || status=$?
    if ((status != 2)) || ! grep -q "^tangram: error: .*$text" "$log"; then
        failed+=("$program with $* (status $status)")
    fi
}

# accepted PROGRAM: StarPU's own list has our policies; its own policies and its old names run as without us.
accepted() {
    local program=$1 name status log=$work/accepted
    for name in help dmda heft; do
        status=0
        (cd "$examples" && env STARPU_SCHED_LIB="$library" STARPU_SCHED=$name timeout -k 5 "$limit" "./$program") </dev/null >"$log.$name" 2>&1 || status=$?
        ((status == 0)) || failed+=("$program with STARPU_SCHED=$name (status $status)")
    done
    grep -q '^effective-dyn .*->' "$log.help" || failed+=("$program with STARPU_SCHED=help: our policies are not in the list")
}

# Settings of the user's machine must not decide; the devices are those of tests/CMakeLists.txt, TANGRAM_TEST_EMULATED_NODE.
for name in $(compgen -e | grep -E '^(STARPU|TANGRAM)_' || true); do
    unset "$name"
done
export POCL_DEVICES="basic basic basic" STARPU_OPENCL_ON_CPUS=1 STARPU_WORKERS_NOBIND=1 STARPU_NCUDA=0
export STARPU_NCPU=$cpus STARPU_NOPENCL=$devices STARPU_QUICK_CHECK=1 OMP_WAIT_POLICY=passive OPENBLAS_NUM_THREADS=1

[[ -d $examples ]] || die 77 "there is no folder $examples (Debian 13: package starpu-examples)"
mapfile -t all < <(programs)
((${#all[@]})) || die 77 "no program in $examples matches '$pattern'"
work=${work:-$(mktemp -d -t tangram-programs.XXXXXX)}
mkdir -p "$work"
export STARPU_PERF_MODEL_DIR=$work/models
failed=()

# StarPU measures the links when it starts for the first time, which takes a while and no two at a time.
[[ $(run auto hello_world) == passed* ]] ||
    die 77 "hello_world does not run under auto with STARPU_SCHED_LIB=$library: $work/hello_world.auto"
refused hello_world "'nonsense'.*effective-steal.*dmda" STARPU_SCHED=nonsense
refused hello_world 'TANGRAM_WINDOW' STARPU_SCHED=auto TANGRAM_WINDOW=many
accepted hello_world

printf '%-32s %-15s' program eager
printf ' %-15.15s' "${names[@]}"
printf '\n'
: >"$work/results"
running=0
for program in "${all[@]}"; do
    if ((running == jobs)); then
        wait -n
        ((running--))
    fi
    judge "$program" | tee -a "$work/results" &
    ((++running))
done
wait

eager=$(grep -c '^[^ ]* *passed' "$work/results" || true)
printf '\n%d of %d programs pass under eager' "$eager" "${#all[@]}"
for ((i = 0; i < ${#names[@]}; i++)); do
    ours=$(awk -v column=$((4 + 2 * i)) '$column == "passed"' "$work/results" | wc -l)
    printf ', %d under %s' "$ours" "${names[i]}"
done
printf '; logs: %s\n' "$work"
mapfile -O ${#failed[@]} -t failed < <(awk '$2 == "passed" { for (i = 4; i <= NF; i += 2) if ($i != "passed") { print $1; next } }' "$work/results" | sort)
if ((${#failed[@]})); then
    printf 'failed: %s\n' "${failed[@]}"
    exit 1
fi
