"""The page: what was run, the tables as the paper has them, and which of its statements hold."""
from collections import Counter
from datetime import date

from common.criteria import CONTRADICTED, told
from common.papers import cited
from common.report import processor, table

from .plan import FLAG, INCREMENTS, LOCK, MECHANISMS, MEMORY, NONE, SNAPSHOT, WORKLOAD
from .results import decisions, messages, peak, seconds, spread


def introduction(results, command):
    trees = ", ".join(f"`{tree.name}`" for tree in results.scale.trees)
    minutes = sum(record["elapsed"] for record in results.records.values()) / 60
    return f"""# Load exchange

    {command}

{date.today().isoformat()}; {len(results.records)} calls of `tangram exchange`, which took {minutes:.0f} minutes, added up, on
{processor()}. All of it is simulated: the machine does not matter for the figures.

{cited("Guermouche and L'Excellent 2005")} The paper ran MUMPS on an IBM SP with matrices that are not ours, and the
algorithms as printed there have faults. Here a multifrontal factorisation of our own runs with protocols that are mended
([load exchange](../../docs/exchange.md)), so that kinds of effects can be compared, not seconds. Trees: {trees}; those that are
drawn, with {results.scale.seeds} seeds: the median, and the smallest and the largest in parentheses.
"""


def in_short(findings):
    counts = Counter(finding.verdict for finding in findings)
    contradicted = "".join(f"* {each.claim} ({each.holding} of {len(each.checks)} checks hold)\n"
                           for each in findings if each.verdict == "contradicted")
    return (f"\n{counts['confirmed']} statements are confirmed and {counts['contradicted']} contradicted. {CONTRADICTED} "
            f"Contradicted:\n\n{contradicted}")


def figures(results, figure, form, strategy, columns, scenes=None):
    """A row for each tree and number of processes (default: all). columns: {title: (mechanism, thread)}"""
    rows = [[f"`{tree.name}`", processes, *(spread(results.values(figure, tree, processes, mechanism, strategy, thread), form)
                                            for mechanism, thread in columns.values())]
            for tree, processes in scenes or results.scenes]
    return table(["tree", "processes", *columns], rows)


def by_mechanism(*mechanisms):
    return {mechanism: (mechanism, NONE) for mechanism in mechanisms}


def sections(results):
    """{key: (title, text)} of findings.py's sections."""
    threaded = {f"{mechanism}, {thread}": (mechanism, thread) for mechanism in (INCREMENTS, SNAPSHOT) for thread in (LOCK, FLAG)}
    flagged = {**by_mechanism(INCREMENTS, SNAPSHOT),
               **{f"{mechanism}, {FLAG}": (mechanism, FLAG) for mechanism in (INCREMENTS, SNAPSHOT)}}
    return {
        "decisions": ("Decisions (the paper's table 3)", figures(results, decisions, ".0f", MEMORY, by_mechanism(INCREMENTS))),
        "memory": ("Peak of active memory, in matrix entries, on the fullest process (table 4)",
                   "By the memory-based strategy.\n\n" + figures(results, peak, ".3g", MEMORY, by_mechanism(*MECHANISMS)) +
                   "\n![peaks by processes](exchange-peaks.svg)\n\n"
                   f"Each process's memory over time, `{results.scale.wide.name}`, {results.scale.processes[0]} processes, "
                   "seed 1:\n\n![memory over time](exchange-memory.svg)\n\n"
                   "Errors of views at decisions of the same runs:\n\n![errors of views over time](exchange-views.svg)\n"),
        "wide": ("Many decisions at the same time",
                 f"The tree `{results.scale.wide.name}`, by the memory-based strategy; peaks of memory stand above. Time in seconds:\n\n" +
                 figures(results, seconds, ".3g", MEMORY, flagged, results.wide_scenes) + "\nMessages of the exchange:\n\n" +
                 figures(results, messages, ".0f", MEMORY, by_mechanism(INCREMENTS, SNAPSHOT), results.wide_scenes)),
        "time": ("Time in seconds (table 5)", "By the workload-based strategy, without a thread.\n\n" +
                 figures(results, seconds, ".3g", WORKLOAD, by_mechanism(*MECHANISMS)) +
                 "\n![times by processes](exchange-times.svg)\n"),
        "messages": ("Messages of the exchange (table 6)", "In the same runs.\n\n" +
                     figures(results, messages, ".0f", WORKLOAD, by_mechanism(*MECHANISMS)) +
                     "\n![messages by processes](exchange-messages.svg)\n"),
        "threads": ("Time in seconds with a thread (table 7)", figures(results, seconds, ".3g", WORKLOAD, threaded)),
    }


def markdown(results, findings, command):
    return introduction(results, command) + in_short(findings) + "".join(
        f"\n## {title}\n{text}\n{told(findings, key)}" for key, (title, text) in sections(results).items())
