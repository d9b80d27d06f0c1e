"""The page: what was run, the goals, a table for each question."""
from datetime import date

from common.criteria import CONTRADICTED, told
from common.report import processor, table

from .native import SIZE, TILE, TURNS, WORKERS
from .plan import LATENCY_US, PLATFORM, SCHEDS, VARIANTS, BY_SPEEDS
from .findings import rests, scenes
from .results import GIB, native_rows
from .slowdowns import FACTOR, PRODUCTS, REBALANCED, TILE as SLOWDOWN_TILE, Run, migrations, moved_gib


def introduction(results, command):
    minutes = sum(record["elapsed"] for record in results.records.values()) / 60
    real = " The last\nsection is real." if results.native else ""
    return f"""# Products on several nodes

    {command}

{date.today().isoformat()}; {len(results.records)} calls of `tangram-smpi gemm`, which took {minutes:.0f} minutes, added up, on
{processor()}, with other programs beside them. They are simulated: the machine does not matter for their figures.{real}

All nodes are `{PLATFORM}` (two sockets, four GPUs), or have the first of its GPUs; matrices are square and double. A node has one link to
a switch, {LATENCY_US} us from node to node. Zones of C are by speeds (`{BY_SPEEDS}`) or block-cyclic, and in each node `auto` or `dmda`
schedules ([several nodes](../../docs/cluster.md)): block-cyclic with `dmda` stands for a usual StarPU-MPI program. What the policies
and StarPU-MPI itself compute takes no simulated time.

Times are until all products of tiles are done, in seconds. **Bound** is the larger of two: all workers of all nodes compute all
the time, at the speed of their models; the busiest link moves the bytes of its run without a pause. Tables and pictures have it
for zones by speeds with `auto`. Each run: `cluster.csv`.
"""


def in_short(findings):
    counts = {verdict: sum(finding.verdict == verdict for finding in findings)
              for verdict in ("confirmed", "contradicted", "not run")}
    return (f"\n## Goals\n{counts['confirmed']} findings are confirmed, {counts['contradicted']} contradicted and "
            f"{counts['not run']} not run. {CONTRADICTED} The first three are the project's goals.\n\n")


def gpus(setting):
    if not setting.gpus:
        return "4 each"
    times = setting.nodes // len(setting.gpus[:4])
    return ", ".join(map(str, setting.gpus[:4])) + (f", {times} times" if times > 1 else "")


HEADS = {(zones, sched): f"{zones}, {sched}" for zones, sched in VARIANTS}


def times(results, settings, head, cells):
    """Seconds of all variants, the bound, and the bytes over the network."""
    rows = []
    for setting in settings:
        of = [(zones, sched) for zones, sched in VARIANTS if setting.nodes > 1 or zones == BY_SPEEDS]
        compute, network = results.bounds(setting, BY_SPEEDS, SCHEDS[0])
        seconds = [f"{results.seconds(setting, *variant):.4g}" if variant in of else "-" for variant in VARIANTS]
        moved = [f"{results.report(setting, zones, SCHEDS[0])['network_bytes'] / GIB:.2f}" for zones, sched in of
                 if sched == SCHEDS[0]]
        rows.append([*cells(setting), f"{compute:.4g}", f"{network:.4g}", *seconds, *(moved + ["-"])[:2]])
    return table([*head, "bound: compute", "bound: network", *HEADS.values(), "GiB, nrrp", "GiB, block-cyclic"], rows)


def by_one_node(results, settings):
    one, *more = settings
    rows = [[setting.nodes, *(f"{results.efficiency(setting, *variant, one):.3f}" for variant in VARIANTS)] for setting in more]
    return table(["nodes", *HEADS.values()], rows)


def scaling(results, settings, picture):
    return (times(results, settings, ["nodes", "N"], lambda setting: [setting.nodes, setting.size]) +
            "\nGFlop/s by as many times one node's, with the same policy:\n\n" + by_one_node(results, settings) +
            f"\n![{picture} scaling](cluster-{picture}.svg)\n")


def native(results):
    rows = [[f"`{row['contender']}`", f"{row['mib']:.1f}", f"{row['by_bound']:.2f}", f"{row['seconds']:.3g}", f"{row['ratio']:.2f}",
             "yes" if row["verified"] else "no"] for row in native_rows(results)]
    return f"""Real: four processes by `mpirun` on this one machine, {processor()}: {", ".join(map(str, WORKERS))} CPU workers, and
as many threads in a process of ScaLAPACK's `pdgemm` (`experiments/cluster/pdgemm.c`, grid 2 x 2, blocks as large as tiles).
`c-stays` and `by-speeds` have the same block-cyclic matrices in a program of their own (`experiments/bench/distributed.cpp`), which
`tangram::cluster` computes where they lie, or moves to zones by speeds and back; the moves are part of their time and bytes. N = {SIZE}, tiles of {TILE}, double; medians of {TURNS} turns, in which all run one after the other. Bytes are those of tiles;
`pdgemm`'s messages are counted where they are sent. The bound is that of zones by the speeds {", ".join(map(str, WORKERS))}.

The processes share the cores, and other programs ran beside them, so that only the bytes say something. Times are ratios of one
run: on processes with cores of their own they may be others, for `pdgemm` above all, whose threads and processes wait for one another.

""" + table(["zones", "MiB received", "by the bound", "time, s", "time by nrrp's", "verified"], rows)


def slowdowns(results):
    rows = []
    for scene in scenes(results):
        as_is, rebalanced, right = rests(results, scene)
        report = results.slowdowns[Run(scene, REBALANCED)]
        slices = ", ".join(f"{product}: {migration['slices']}" for product, migration in migrations(report))
        rows.append([", ".join(map(str, scene.gpus)), scene.slow, scene.size, scene.sched, f"{as_is:.4g}", f"{rebalanced:.4g}",
                     f"{right:.4g}", f"{rebalanced / right:.3f}", f"{moved_gib(report):.2f}", slices])
    return f"""{PRODUCTS} products, tiles of {SLOWDOWN_TILE}, 100 Gbit/s; one node computes with {FACTOR:g} of its speed after the first
(`--slowdown`). Seconds of the others: with the zones of before, with zones that follow the speeds (`--rebalance`; what moves is
part of the time, what is planned is not), and with zones for the speeds of then from the start (`--node-speeds`). Where zones changed:
product and slices that were computed.

""" + table(["GPUs", "slow node", "N", "policy", "as is", "rebalanced", "right", "by right", "GiB moved", "changes"], rows)


def sections(results):
    """{key: (title, text)} of findings.py's sections."""
    scale = results.scale
    parts = {
        "strong": (f"Strong scaling: N = {scale.size}, tiles of {scale.tile}, {scale.gbit} Gbit/s",
                   scaling(results, scale.strong(), "strong")),
        "weak": (f"Weak scaling: {scale.side} x {scale.side} tiles of C for a node, {scale.gbit} Gbit/s",
                 f"Tiles of {scale.tile}; N is rounded to whole tiles.\n\n" + scaling(results, scale.weak(), "weak")),
        "networks": (f"Networks: four nodes, N = {scale.small_size}, tiles of {scale.small_tile}",
                     times(results, scale.networks(()) + scale.networks(scale.repeated), ["GPUs", "Gbit/s"],
                           lambda setting: [gpus(setting), setting.gbit]) + "\n![times by network](cluster-networks.svg)\n"),
        "unequal": (f"Unequal nodes, {scale.gbit} Gbit/s",
                    times(results, scale.unequal(), ["GPUs", "N", "tile"],
                          lambda setting: [gpus(setting), setting.size, setting.tile]) +
                    "\n![time by the bound on unequal nodes](cluster-unequal.svg)\n"),
        "policies": ("Policies inside the nodes", "In the runs of the tables above.\n"),
    }
    if results.slowdowns:
        parts["slowdowns"] = ("A node that slows down", slowdowns(results))
    if results.native:
        parts["native"] = ("Processes on one machine, and pdgemm", native(results))
    return parts


def markdown(results, findings, command):
    return introduction(results, command) + in_short(findings) + told(findings, "goals") + "".join(
        f"\n## {title}\n{text}\n{told(findings, key)}" for key, (title, text) in sections(results).items())
