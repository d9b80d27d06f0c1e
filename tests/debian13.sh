#!/usr/bin/env bash
# All of Tangram on Debian 13, with its StarPU 1.4.7: built, tested, and plugged into unmodified programs.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=cmake/setup.sh
. "$root/cmake/setup.sh"

usage() {
    cat <<'END'
Usage: tests/debian13.sh [--root DIR] [--jobs N] [--only programs|tests] [PATTERN]

Makes a Debian 13 in a folder (mmdebstrap), where it builds this checkout against Debian's StarPU,
runs all tests, installs Tangram, and has Debian's example programs of StarPU run under our
policies (tests/starpu/installed.sh) if their names match the extended regular expression PATTERN.
The checkout itself is only read. By hand, as root: about 12 minutes on two cores, and 3 GB; the
folder is kept, and later runs build what has changed.

  --root DIR   where Debian 13 is or shall be (default: debian13 in the cache folder)
  --jobs N     parallel compilations, tests and programs (default: number of processors)
  --only PART  builds, and then runs the programs or the tests alone
Exit status: 0 all passed, 1 something failed, 2 bad arguments, 77 set-up is not possible here.
END
}

debian=$(tangram_cache)/debian13 jobs=$(nproc) only='' pattern=.
while (($#)); do
    case $1 in
    --root | --jobs | --only)
        [[ -n ${2:-} ]] || bad_usage "$1 needs a value"
        case $1 in
        --root) debian=$2 ;;
        --jobs) jobs=$2 ;;
        --only) only=$2 ;;
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
[[ $jobs =~ ^[1-9][0-9]*$ ]] || bad_usage "--jobs needs a positive number"
[[ $only =~ ^(programs|tests)?$ ]] || bad_usage "--only takes programs or tests, not '$only'"
debian=$(realpath -m "$debian")
((EUID == 0)) || die 77 "only root can enter another system's folder: run it with sudo"

packages=("${TANGRAM_PACKAGES[@]}" libstarpu-dev starpu-examples)
stamp=$debian/.tangram-packages
[[ ! -e $debian || -f $stamp ]] || bad_usage "--root: $debian is there, and was not made by this script"

# apart COMMAND...: with processes and mounts of its own, which end with `unshare`, however that ends. It is waited for
# as a job, so that a signal is heeded at once.
job=
apart() {
    local status=0
    unshare --mount --mount-proc --pid --fork --kill-child "$@" &
    job=$!
    wait "$job" || status=$?
    job=
    return "$status"
}

# shellcheck disable=SC2317 # called by the trap
clean_up() {
    if [[ -n $job ]]; then
        { kill -KILL "$job" && wait "$job"; } 2>/dev/null || true
    fi
    rm -rf --one-file-system "$debian.new"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# inside COMMAND...: in Debian 13, which has the checkout as /tangram.
inside() {
    # shellcheck disable=SC2016 # expanded by the shell apart
    apart bash -ec '
        debian=$1 checkout=$2
        shift 2
        mkdir -p "$debian/tangram"
        mount --bind "$checkout" "$debian/tangram"
        mount -o remount,bind,ro "$debian/tangram"
        mount -t proc proc "$debian/proc"
        mount --rbind /sys "$debian/sys"
        mount --rbind /dev "$debian/dev"
        exec chroot "$debian" env -i HOME=/root LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"' \
        bash "$debian" "$root" "$@"
}

# step TEXT COMMAND...: what fails is named, with exit status 1.
step() {
    local text=$1
    shift
    say "== $text"
    "$@" || die 1 "$text: failed"
}

make_root() {
    if [[ -f $stamp && $(<"$stamp") == "${packages[*]}" ]]; then
        say "Debian 13 is in $debian"
        return
    fi
    install_packages mmdebstrap
    say "== making a Debian 13 in $debian, 2 minutes"
    rm -rf --one-file-system "$debian.new"
    apart mmdebstrap --quiet --mode=root --variant=apt --include="$(IFS=, && printf '%s' "${packages[*]}")" trixie "$debian.new" ||
        die 77 "mmdebstrap could not make a Debian 13"
    printf '%s\n' "${packages[*]}" >"$debian.new/.tangram-packages"
    rm -rf --one-file-system "$debian"
    mv "$debian.new" "$debian"
}

# On some machines Debian's StarPU crashes when a process starts it for the second time: PAPI does not bear to be
# initialised again. Our tests do that, so they have no PAPI there. (StarPU's own programs run as they are.)
run_tests() {
    local preload=()
    cat >"$debian/build/twice.c" <<'END'
#include <starpu.h>
int main(void) {
    for (int i = 0; i < 2; i++) {
        if (starpu_init(NULL) != 0) return 1;
        starpu_shutdown();
    }
    return 0;
}
END
    cat >"$debian/build/no-papi.c" <<'END'
int PAPI_library_init(int version) { return version; }
void PAPI_shutdown(void) {}
END
    # shellcheck disable=SC2016 # expanded inside
    inside sh -c 'cd /build && gcc -shared -fPIC no-papi.c -o no-papi.so &&
        gcc twice.c $(pkg-config --cflags --libs starpu-1.4) -o twice' || return
    if ! inside env STARPU_NCPU=1 STARPU_NOPENCL=0 /build/twice 2>"$debian/build/twice.log"; then
        say "a plain program that starts StarPU twice ends badly ($debian/build/twice.log): the tests run without PAPI"
        preload=(LD_PRELOAD=/build/no-papi.so)
    fi
    inside env "${preload[@]}" ctest --test-dir /build --output-on-failure --no-tests=error -j "$jobs"
}

mkdir -p "$(dirname "$debian")"
exec 9>"$debian.lock"
flock -n 9 || die 77 "another run uses $debian"
apart true || die 77 "this system lets nobody make namespaces"
make_root
step "configuring" inside cmake -S /tangram -B /build -G Ninja -DCMAKE_BUILD_TYPE=Release
step "building with $jobs jobs" inside cmake --build /build -j "$jobs"
status=0
if [[ $only != programs ]]; then
    say "== testing with $jobs jobs"
    run_tests || status=1
fi
if [[ $only != tests ]]; then
    step "installing" inside sh -c 'cmake --install /build --prefix /usr/local >/dev/null && ldconfig'
    say "== StarPU's example programs"
    inside /tangram/tests/starpu/installed.sh --jobs "$jobs" --work /var/tmp/programs "$pattern" || status=1
fi
cat <<END

Debian 13  $debian
build      $debian/build
programs   $debian/var/tmp/programs
tests      $( ((status)) && echo FAILED || echo passed)
END
exit "$status"
