"""The page: what was run, what the paper says of it and whether that holds, and each section."""
from collections import Counter
from datetime import date

from common.criteria import CONTRADICTED, told
from common.papers import cited
from common.report import processor

from .sections import examples, others, random_platforms, tables

# Of findings, in the order of the page; each with what it shows.
SECTIONS = {
    "examples": examples.section,
    "tables": tables.section,
    "fast": others.fast,
    "families": random_platforms.section,
    "convergence": others.convergence,
    "programme": others.programme,
    "seconds": others.seconds,
    "nodes": others.nodes,
}

GAPS = """## What else differs
Read in the paper, and not judged above:

* Equation (9), for outputs that are gathered, sets `cons(Pdest, Tend)` to 0 and that of all others to infinity.
  As the objective sums over all processors, the throughput would be infinite. Here outputs end at the gathering
  processor alone, and none leaves it.
* The proof of lemma 1 says that in K time units as many files come as go, exactly. What lies unused in buffers at the
  end has come and not gone: at most as many go as come. With that the proof goes on: the surplus can be left out.
* The algorithm of theorem 2 counts (r + 1) T TP tasks for r periods: one period's files lie in the buffers when it
  starts. Ours starts from empty buffers.
* A solution may send files in circles, which nothing in the programme forbids, and which cannot start from empty
  buffers. Ours are without.
"""


def introduction(results, command):
    minutes = sum(record["elapsed"] for record in results.records.values()) / 60
    return f"""# Streams of jobs on platform graphs

    {command}

{date.today().isoformat()}; {len(results.records)} runs, which took {minutes:.1f} minutes, added up
(but for those whose time counts they ran side by side), on {processor()}.
Throughputs are computed, exactly, by `tangram steady`; schedules are executed by its event engine; products on nodes
are simulated (`tangram-sim`). The machine matters for seconds alone. Those of planning were taken with nothing else of
this experiment running, but with other programs beside it.

{cited("Beaumont, Legrand and Robert 2003")} Its figures are not in the text that we have, so that
the inputs of its examples are not known. Of the first example the text determines only the sum 9 of the weights of T3
and T4. All other values were found by search, so that the printed numbers come out. Of the second example only w, the
weights of T1 and T2, and the sum 12 of those of T3 to T5 are known: the shape of its tree, its files and its links are
**a stand-in of ours**, found likewise. Terms and options: [steady state](../../docs/steady-state.md).
"""


def is_ours(finding):
    return finding.claim.endswith("(ours).")


def in_short(findings):
    counts = Counter((is_ours(finding), finding.verdict) for finding in findings)
    contradicted = "".join(f"* {finding.claim}\n" for finding in findings if finding.verdict == "contradicted")
    return (f"{counts[False, 'confirmed']} of the paper's statements are confirmed and {counts[False, 'contradicted']} "
            f"contradicted; of ours, marked so, {counts[True, 'confirmed']} and {counts[True, 'contradicted']}. Each "
            "is checked against the figures when this page is written. The printed throughputs of both examples, and "
            "what is printed of the first one's solution, are reproduced by construction: *confirmed* says of them "
            "that such platforms and jobs exist. "
            f"{CONTRADICTED} Contradicted:\n\n{contradicted}")


def markdown(results, findings, command):
    sections = [f"{section(results)}\n{told(findings, name)}" for name, section in SECTIONS.items()]
    return "\n".join([introduction(results, command), in_short(findings), *sections, GAPS])
