# What the experiments' commands share; sourced after cmake/setup.sh by scripts that
# have set `root` (the repository) and, before quietly, `log`.
# shellcheck shell=bash disable=SC2154

bad_usage() {
    die 2 "$* (see --help)"
}

# positive_number OPTION VALUE
positive_number() {
    [[ $2 =~ ^[1-9][0-9]{0,8}$ ]] || bad_usage "$1 needs a positive number, not '$2'"
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
    local jobs=$1
    shift
    install_packages "${TANGRAM_PACKAGES[@]}"
    "$root/cmake/build-starpu.sh" native --jobs "$jobs"
    cd "$root" || exit
    quietly "configuring in $root/build/release" cmake --preset release
    quietly "building Tangram with $jobs jobs (1 to 3 minutes the first time)" \
        cmake --build --preset release -j "$jobs" -t "$@"
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
