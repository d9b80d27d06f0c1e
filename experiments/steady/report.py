"""The page: what was run, what the paper says of it and whether that holds, and each section."""
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

* Equation (9), for outputs that are gathered, sets `cons(Pdest, Tend)` to 0, which would make the throughput 0, and
  that of all others to infinity. Here outputs end at the gathering processor alone, and none leaves it.
* The proof of lemma 1 says that in K time units as many files come as go, exactly. Files that are on their way at the
  end come and do not go: it has to be "at most". With that the proof goes on: what is superfluous can be left out.
* The algorithm of theorem 2 counts (r + 1) T TP tasks for r periods: one period's files lie in the buffers when it
  starts. Ours starts from empty buffers.
* A solution may send files in circles, which nothing in the programme forbids, and which cannot start from empty
  buffers. Ours are without.
"""


def introduction(results, command):
    minutes = sum(record["elapsed"] for record in results.records.values()) / 60
    return f"""# Streams of jobs on platform graphs

    {command}

{date.today().isoformat()}; {len(results.records)} runs, which took {minutes:.1f} minutes of one core's time on
{processor()}. Throughputs are computed, exactly, by `tangram steady`; schedules are executed by its event engine;
products on nodes are simulated (`tangram-sim`). The machine matters for seconds alone. These were taken with nothing
else of this experiment running, but with other programs beside it.

{cited("Beaumont, Legrand and Robert 2003")} Its figures are not in the text that we have. The first example's values
were found by search: they give each number that the text prints. The links of the second example's 17 processors are
**a stand-in of ours**. Terms and options: [steady state](../../docs/steady-state.md).
"""


def in_short(findings):
    verdicts = [finding.verdict for finding in findings]
    contradicted = "".join(f"* {finding.claim}\n" for finding in findings if finding.verdict == "contradicted")
    return (f"{verdicts.count('confirmed')} findings are confirmed and {verdicts.count('contradicted')} contradicted, "
            f"each checked against the figures when this page is written. {CONTRADICTED} Contradicted:\n\n"
            f"{contradicted}")


def markdown(results, findings, command):
    sections = [f"{section(results)}\n{told(findings, name)}" for name, section in SECTIONS.items()]
    return "\n".join([introduction(results, command), in_short(findings), *sections, GAPS])
