"""The report of two simulators, SimGrid and the event simulator, on the same factorisations."""
from datetime import date

from common.criteria import told
from common.report import processor, table

from .findings import findings_of
from .plan import FLAG, INCREMENTS, MECHANISMS, MEMORY, NONE, SNAPSHOT, Run, Scale, Tree
from .results import messages, peak, seconds, spread

# Trees with the work of a run by SimGrid.
FULL = Scale((Tree("wide", True, 4), Tree("nested", True, 6)), (16, 32, 64, 128), 4)
QUICK = Scale((Tree("wide:8,3", True, 0.1),), (8, 16), 2)
FIGURES = {"time": seconds, "peak memory": peak, "messages": messages}


def planned(scale):
    """As exchange.sh has them by the memory-based strategy."""
    plain = [Run(tree, processes, mechanism, NONE, MEMORY, scale.seeds)
             for tree in scale.trees for processes in scale.processes for mechanism in MECHANISMS]
    return plain + [Run(scale.wide, processes, mechanism, FLAG, MEMORY, scale.seeds)
                    for processes in scale.processes for mechanism in (INCREMENTS, SNAPSHOT)]


def quotients(figure, run, simgrid, events):
    """SimGrid's figure by the event simulator's, by seed."""
    pairs = [[figure(one) for one in each.records[run]["report"]["per_run"]] for each in (simgrid, events)]
    return [a / b for a, b in zip(*pairs) if b]


def engines(simgrid, events):
    """A row for each run."""
    rows = []
    for run in planned(simgrid.scale):
        time = spread([seconds(one) for one in simgrid.records[run]["report"]["per_run"]], ".4g")
        rows.append([f"`{run.tree.name}`", run.processes, run.mechanism, run.thread, time,
                     *(spread(quotients(figure, run, simgrid, events), ".3f") for figure in FIGURES.values())])
    return table(["tree", "processes", "mechanism", "thread", "time by SimGrid, s", *(f"{name}: ratio" for name in FIGURES)], rows)


def markdown(simgrid, events, command):
    name = next(iter(simgrid.records.values()))["report"]["simulated_by"]
    minutes = sum(record["elapsed"] for record in simgrid.records.values()) / 60
    return f"""# Load exchange by SimGrid

    {command}

{date.today().isoformat()}; {len(simgrid.records)} calls of `tangram-s4u exchange` ({name}), which took {minutes:.1f} minutes, added up, on
{processor()}, and as many of `tangram exchange`, the event simulator. All of it is simulated: the machine does not
matter for the figures.

Both run the same processes ([load exchange](../../docs/exchange.md)), but SimGrid lets all messages of a link share its bandwidth at the
same time; in the event simulator they follow one another. {simgrid.scale.seeds} seeds, the memory-based strategy: the median, and the
smallest and the largest in parentheses. A ratio is SimGrid's figure divided by the event simulator's for the same seed.

## Beside the event simulator
{engines(simgrid, events)}
## Many decisions at the same time, by SimGrid
The statements of [exchange.md](exchange.md) on `{simgrid.scale.wide.name}`:

{told(findings_of(simgrid), "wide")}"""
