#!/usr/bin/env bash
# The tables of strategies, settings, partitioners and affinity strategies in docs/ are those that the code knows.
#   tests/docs/tables_test.sh TANGRAM [--update]
# --update writes the tables instead of comparing them.
set -euo pipefail

if [[ ${1:-} == --help ]]; then
    sed -n '2,4s/^# //p' "${BASH_SOURCE[0]}"
    exit
fi
tangram=${1:?usage: tests/docs/tables_test.sh TANGRAM [--update]}
update=${2:-}
docs=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../docs" && pwd)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
behind=0

# check_table PAGE NAME COMMAND: what `tangram COMMAND --markdown` prints, between the marker lines NAME and /NAME.
check_table() {
    local page=$docs/$1 begin="<!-- $2 -->" end="<!-- /$2 -->" marker
    for marker in "$begin" "$end"; do
        [[ $(grep -cxF -- "$marker" "$page") == 1 ]] || {
            echo "docs/$1 needs the line $marker once"
            exit 1
        }
    done
    "$tangram" "$3" --markdown >"$work/table"
    awk -v begin="$begin" -v end="$end" -v table="$work/table" '
        $0 == end { inside = 0 }
        !inside { print }
        $0 == begin { inside = 1; while ((getline line < table) > 0) print line }
    ' "$page" >"$work/page"
    if [[ $update == --update ]]; then
        cp "$work/page" "$page"
    elif ! diff -u "$page" "$work/page"; then
        behind=1
    fi
}
check_table strategies.md strategies policies
check_table partitions.md partitioners partition
check_table affinity.md affinity affinity

if [[ $behind == 1 ]]; then
    echo "docs/ is behind the code; mend it with: tests/docs/tables_test.sh $tangram --update"
    exit 1
fi
