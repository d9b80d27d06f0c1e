"""The table of experiments/bench/empty_tasks.sh from FOLDER/runs.jsonl: FOLDER/empty_tasks.md and .json."""

import json
import pathlib
import statistics
import sys

POLICIES = ["dmdas", "dmda", "lws", "auto"]


def medians(lines):
    """Rows of the median microseconds for a task by policy, and what auto takes compared with dmdas."""
    runs = {}
    for line in lines:
        run = json.loads(line)
        policies = runs.setdefault((run["kind"], run["workers"], run["tasks"]), {})
        policies.setdefault(run["policy"], []).append(run["microseconds"])
    for (kind, workers, tasks), policies in runs.items():
        row = {policy: statistics.median(policies[policy]) for policy in POLICIES}
        yield {"data": kind, "workers": workers, "tasks": tasks, **row, "ratio": row["auto"] / row["dmdas"]}


def main():
    folder = pathlib.Path(sys.argv[1])
    rows = list(medians((folder / "runs.jsonl").read_text().splitlines()))
    (folder / "empty_tasks.json").write_text(json.dumps(rows, indent=1) + "\n")
    text = ["Microseconds for an empty task, from submission to end.", ""]
    text += ["| data | workers | tasks | " + " | ".join(POLICIES) + " | auto / dmdas |", "|---" * (4 + len(POLICIES)) + "|"]
    for row in rows:
        times = " | ".join(f"{row[policy]:.2f}" for policy in POLICIES)
        text.append(f"| {row['data']} | {row['workers']} | {row['tasks']} | {times} | {row['ratio']:.2f} |")
    (folder / "empty_tasks.md").write_text("\n".join(text) + "\n")


if __name__ == "__main__":
    main()
