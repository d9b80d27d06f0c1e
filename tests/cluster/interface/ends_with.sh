#!/usr/bin/env bash
# Whether a command ends with this status.
#   tests/cluster/interface/ends_with.sh STATUS COMMAND...
status=0
"${@:2}" || status=$?
[[ $status == "$1" ]] || { echo "it ended with $status" && exit 1; }
