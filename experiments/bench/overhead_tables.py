#!/usr/bin/env python3
"""Usage: overhead_tables.py FOLDER

Reads FOLDER/starpu.jsonl and FOLDER/decisions.json (of experiments/bench/overhead.sh) and
writes FOLDER/overhead.md.
"""
import json
import sys
from collections import defaultdict
from pathlib import Path
from statistics import median

BASE = "dmda"


def markdown(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows]) + "\n"


def starpu_table(lines):
    """Median microseconds per task, and in brackets by that of dmda in the same turns."""
    times = defaultdict(list)
    for line in lines:
        seconds = line["cpu_seconds"] if line["simulated"] else line["seconds"]
        times[line["machine"], line["scene"], line["tasks"], line["policy"]].append(1e6 * seconds / line["tasks"])
    policies = list(dict.fromkeys(policy for *_, policy in times))
    rows = []
    for scene in dict.fromkeys(key[:3] for key in times):
        base = times.get((*scene, BASE))
        cells = []
        for policy in policies:
            values = times.get((*scene, policy))
            ratio = f" ({median(values) / median(base):.2f})" if values and base and policy != BASE else ""
            cells.append(f"{median(values):.1f}{ratio}" if values else "-")
        rows.append([*scene, *cells])
    return markdown(["machine", "scene", "tasks"] + [f"`{policy}`" for policy in policies], rows)


def decisions_table(benchmarks):
    times = defaultdict(dict)
    for entry in benchmarks:
        scene, policy, tasks, nodes, threads, _ = entry["name"].split("/")
        times[scene, int(nodes), int(threads), int(tasks)][policy] = 1e9 * entry["seconds_per_task"]
    policies = list(dict.fromkeys(policy for cells in times.values() for policy in cells))
    rows = [[*key] + [f"{cells[p]:.0f}" if p in cells else "-" for p in policies] for key, cells in sorted(times.items())]
    return markdown(["scene", "nodes", "threads", "tasks"] + [f"`{policy}`" for policy in policies], rows)


def main(folder):
    lines = [json.loads(line) for line in (folder / "starpu.jsonl").read_text().splitlines()]
    peak = max(line["peak_bytes"] for line in lines)
    text = "Microseconds per task that does nothing, medians (in parentheses: divided by dmda's):\n\n" + starpu_table(lines)
    text += f"\nMost memory of a run: {peak / 1e9:.1f} GB.\n"
    decisions = folder / "decisions.json"
    if decisions.exists():
        text += "\nNanoseconds per decision without StarPU, a task becoming ready and being handed out:\n\n"
        text += decisions_table(json.loads(decisions.read_text())["benchmarks"])
    (folder / "overhead.md").write_text(text)


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] in ("-h", "--help"):
        print(__doc__)
        sys.exit(0 if len(sys.argv) == 2 else 2)
    main(Path(sys.argv[1]))
