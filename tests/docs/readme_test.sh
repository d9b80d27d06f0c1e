#!/usr/bin/env bash
# README.md's tables of strategies, settings, partitioners and affinity strategies are those that the
# code knows, and the files that it links to exist.
#   tests/docs/readme_test.sh TANGRAM [--update]
# --update writes the tables instead of comparing them.
set -euo pipefail

tangram=${1:?usage: tests/docs/readme_test.sh TANGRAM [--update]}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
readme=$root/README.md

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$readme" "$work/README.md"

# write_tables NAME COMMAND: what `tangram COMMAND --markdown` prints, between the marker lines NAME and /NAME.
write_tables() {
    local begin="<!-- $1 -->" end="<!-- /$1 -->" marker
    for marker in "$begin" "$end"; do
        [[ $(grep -cxF -- "$marker" "$readme") == 1 ]] || {
            echo "README.md needs the line $marker once"
            exit 1
        }
    done
    "$tangram" "$2" --markdown >"$work/table"
    awk -v begin="$begin" -v end="$end" -v table="$work/table" '
        $0 == end { inside = 0 }
        !inside { print }
        $0 == begin { inside = 1; while ((getline line < table) > 0) print line }
    ' "$work/README.md" >"$work/written"
    mv "$work/written" "$work/README.md"
}
write_tables strategies policies
write_tables partitioners partition
write_tables affinity affinity

if [[ ${2:-} == --update ]]; then
    cp "$work/README.md" "$readme"
elif ! diff -u "$readme" "$work/README.md"; then
    echo "README.md is behind the code; mend it with: tests/docs/readme_test.sh $tangram --update"
    exit 1
fi

missing=0
while read -r link; do
    [[ -e $root/$link ]] || {
        echo "README.md links to $link, which does not exist"
        missing=1
    }
done < <(grep -oE '\]\([^)#:]+\)|src="[^":]+"' "$readme" | sed -E 's/^\]\(//; s/^src="//; s/[)"]$//')
exit "$missing"
