"""auto against the better of dmda and dmdas, node by node."""
from statistics import median

from common.ratio import ratio

from .plan import RIVALS, STRATEGIES, Run

GIB = 2**30
COLUMNS = ["number", "platform", "side", "tile", "beta", "seconds_bound",
           *(f"{figure}_{strategy}" for figure in ("seconds", "gib") for strategy in STRATEGIES),
           "gib_bound", "time_ratio", "bytes_ratio", "time_bound", "bytes_bound"]

MOST_TIME = 1.01
MEDIAN_TIME = 0.99
MOST_BYTES = 1.0
MEDIAN_BYTES = 0.35
CLEARLY_SHORTER = 0.95  # then more may be moved


def row(store, node):
    reports = {strategy: store.load(Run(node, strategy))["report"] for strategy in STRATEGIES}
    seconds = {strategy: report["seconds_total"] for strategy, report in reports.items()}
    moved = {strategy: report["bytes_total"] / GIB for strategy, report in reports.items()}
    soonest = min(seconds[rival] for rival in RIVALS)
    fewest = min(moved[rival] for rival in RIVALS)
    seconds_bound = reports["auto"]["seconds_bound"]
    gib_bound = reports["auto"]["bytes_bound"] / GIB
    return {
        "number": node.number, "platform": node.platform, "side": node.side, "tile": node.tile, "beta": node.beta,
        "seconds_bound": seconds_bound,
        **{f"seconds_{strategy}": seconds[strategy] for strategy in STRATEGIES},
        **{f"gib_{strategy}": moved[strategy] for strategy in STRATEGIES},
        "gib_bound": gib_bound,
        "time_ratio": seconds["auto"] / soonest, "bytes_ratio": ratio(moved["auto"], fewest),
        "time_bound": seconds_bound / soonest, "bytes_bound": ratio(gib_bound, fewest),
    }


def rows_of(store, nodes):
    return [row(store, node) for node in nodes]


def is_too_slow(row):
    return row["time_ratio"] > MOST_TIME


def moves_too_much(row):
    return row["bytes_ratio"] > MOST_BYTES and row["time_ratio"] > CLEARLY_SHORTER


def medians(rows):
    return {key: median(row[key] for row in rows) for key in ("time_ratio", "bytes_ratio", "time_bound", "bytes_bound")}
