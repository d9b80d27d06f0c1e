# What the experiments' commands share; sourced by the scripts beside it. Sets `root` (the repository).
# shellcheck shell=bash disable=SC2154

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=cmake/setup.sh
. "$root/cmake/setup.sh"

# parse_options FUNCTION ARGUMENT...: calls FUNCTION OPTION VALUE for each option, which sets `words` to 1 if it takes
# no value, and the script's `usage` for help.
parse_options() {
    local function=$1 words
    shift
    while (($#)); do
        words=2
        case $1 in
        -h | --help)
            usage
            exit
            ;;
        *) "$function" "$1" "${2:-}" ;;
        esac
        shift "$words"
    done
}

# value_option OPTION VALUE: sets the variable that the option is named after, min_time for --min-time.
value_option() {
    local name=${1#--}
    [[ -n $2 ]] || bad_usage "$1 needs a value"
    declare -g "${name//-/_}=$2"
}

# path_option OPTION VALUE: value_option, seen from any folder.
path_option() {
    value_option "$1" "${2:+$(realpath -m -- "$2")}"
}

# number_option OPTION VALUE
number_option() {
    positive_number "$@"
    value_option "$@"
}

# positive_number OPTION VALUE
positive_number() {
    [[ $2 =~ ^[1-9][0-9]{0,8}$ ]] || bad_usage "$1 needs a positive number, not '$2'"
}

unknown_option() {
    bad_usage "unknown argument '$1'"
}

# campaign_option OPTION VALUE: one that all scripts with run_simulations have.
campaign_option() {
    case $1 in
    --out | --report | --simulator) path_option "$@" ;;
    --jobs) number_option "$@" ;;
    *) unknown_option "$1" ;;
    esac
}

# start_log FOLDER: sets `log`, which quietly needs.
start_log() {
    mkdir -p "$root/build" "$1" || die 1 "cannot make the folder $1"
    log=$1/$(basename "$0" .sh).log
    : >"$log" || die 1 "cannot write $log"
}

# quietly TEXT COMMAND...: says TEXT; what the command says goes to the log, whose end is shown if it fails.
quietly() {
    local text=$1
    shift
    say "== $text"
    printf '\n== %s\n%s\n' "$text" "$*" >>"$log"
    "$@" >>"$log" 2>&1 && return
    tail -n 25 "$log" >&2
    die 1 "$text: failed; the whole log: $log"
}

# build_release JOBS TARGET...: installs and builds all that the targets need, in build/release.
build_release() {
    local jobs=$1 flavour=native
    shift
    [[ $* != *_sim* && $* != *_s4u* && $* != *_smpi* ]] || flavour=all
    install_packages "${TANGRAM_PACKAGES[@]}"
    "$root/cmake/build-starpu.sh" "$flavour" --jobs "$jobs"
    cd "$root" || exit
    quietly "configuring in $root/build/release" cmake --preset release
    say "   The first build takes up to 10 minutes on two cores (log: $log). If it is interrupted, run the same command again: it goes on."
    quietly "building Tangram with $jobs jobs" cmake --build --preset release -j "$jobs" -t "$@"
}

# python_with_requirements: a Python with experiments/requirements.txt in build/venv; sets `python`.
# Exit status 77 where the package index cannot be reached.
python_with_requirements() {
    install_packages python3-venv
    local venv=$root/build/venv
    local wanted=$root/experiments/requirements.txt
    python=$venv/bin/python
    cmp -s "$wanted" "$venv/requirements.txt" && return
    quietly "installing the plots' Python packages in $venv" /usr/bin/python3 -m venv --clear "$venv"
    (quietly "installing $(paste -sd' ' "$wanted")" "$python" -m pip install -q -r "$wanted") ||
        die 77 "the Python packages of $wanted are missing"
    cp "$wanted" "$venv/requirements.txt"
}

# parse_campaign FUNCTION ARGUMENT...: parse_options, with the defaults of what campaign_option sets.
parse_campaign() {
    out=$root/build/$(basename "$0" .sh) report='' jobs=$(nproc) simulator='' other_program=()
    parse_options "$@"
}

# require_file OPTION KIND FILE: FILE is empty, or a file, an executable one if KIND is `program`.
require_file() {
    [[ -z $3 || -f $3 && ($2 == library || -x $3) ]] || bad_usage "$1 needs a $2, not '$3'"
}

# run_simulations MODULE ARGUMENT...: the Python module on tangram-sim, which is built if `simulator` is empty; with
# `simulator_kind` library, on a library, which need not be executable. With `other_program` (NAME TARGET FILE, for each
# program), also on the program that the variable NAME says, or else on FILE of the build folder's apps, built as TARGET:
# --NAME of the module. The results go to `out` and `report` (if empty, `out`), `jobs` run at a time.
run_simulations() {
    local programs=() missing=() apps=$root/build/release/apps i
    require_file --simulator "${simulator_kind:-program}" "$simulator"
    [[ -n $simulator ]] || missing+=(tangram_sim_command)
    for ((i = 0; i < ${#other_program[@]}; i += 3)); do
        local name=${other_program[i]}
        require_file "--$name" program "${!name}"
        [[ -n ${!name} ]] || missing+=("${other_program[i + 1]}")
        programs+=("--$name" "${!name:-$apps/${other_program[i + 2]}}")
    done
    start_log "$out"
    mkdir -p "${report:=$out}" || die 1 "cannot make the folder $report"
    ((${#missing[@]} == 0)) || build_release "$jobs" "${missing[@]}"
    programs+=(--simulator "${simulator:=$apps/tangram-sim}")
    python_with_requirements
    export PYTHONPATH=$root/experiments PYTHONDONTWRITEBYTECODE=1
    exec "$python" -m "$1" "${programs[@]}" --out "$out" --report "$report" --jobs "$jobs" "${@:2}"
}
