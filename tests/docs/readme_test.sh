#!/usr/bin/env bash
# README.md's tables of strategies and settings are those that the code knows, and
# the files that it links to exist.
#   tests/docs/readme_test.sh TANGRAM [--update]
# --update writes the tables instead of comparing them.
set -euo pipefail

tangram=${1:?usage: tests/docs/readme_test.sh TANGRAM [--update]}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
readme=$root/README.md
readonly BEGIN='<!-- strategies -->' END='<!-- /strategies -->'

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for marker in "$BEGIN" "$END"; do
    [[ $(grep -cxF -- "$marker" "$readme") == 1 ]] || {
        echo "README.md needs the line $marker once"
        exit 1
    }
done
"$tangram" policies --markdown >"$work/table"
awk -v begin="$BEGIN" -v end="$END" -v table="$work/table" '
    $0 == end { inside = 0 }
    !inside { print }
    $0 == begin { inside = 1; while ((getline line < table) > 0) print line }
' "$readme" >"$work/README.md"

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
