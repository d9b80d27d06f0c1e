"""The paper's two examples: numbers that it prints beside ours, and pictures."""
from common.report import table

from .. import given_vertex, paper
from ..examples import SECOND_W, toy_platform
from ..plan import GATHERING


def exact(number):
    return f"{number} = {float(number):.6f}"


def more(results, name):
    return f"{float(results.throughput(name) / results.coarse(name) - 1):.2%}"


def seconds(results, name):
    return f"{results.report(name)['seconds']:.3f} s"


def rows(results):
    best, coarse = results.throughput("toy"), results.coarse("toy")
    fast = results.fast("1")
    yield "first example: throughput", paper.THROUGHPUT, exact(best)
    yield ("by coarse grain", f"{paper.COARSE}, {paper.LESS}% less",
           f"{exact(coarse)}, {float(1 - coarse / best):.2%} less")
    yield ("period", paper.PERIOD, f"{results.report('toy')['period']}; of solutions with the printed digits "
           f"{given_vertex.WITH_PERIOD.period}, and {given_vertex.RATES.period} for a vertex found by search")
    yield "with w of T2 on P3 = 1: coarse", f"about {paper.FAST_COARSE}", exact(results.coarse(fast))
    yield "the same: throughput", f"about {paper.FAST_THROUGHPUT:.3f}", exact(results.throughput(fast))
    yield "the same: gain", f"more than {paper.FAST_GAIN}%", more(results, fast)
    yield ("outputs of size 1 gathered at " + ", ".join(GATHERING), "-",
           ", ".join(str(results.throughput(f"gathered-{name}")) for name in GATHERING))
    yield "solved in", "at once", seconds(results, "toy")
    yield "second example: throughput", paper.SECOND_THROUGHPUT, exact(results.throughput("seventeen"))
    yield "by coarse grain", paper.SECOND_COARSE, exact(results.coarse("seventeen"))
    yield "gain", f"more than {paper.SECOND_GAIN}%", more(results, "seventeen")
    yield "solved in", f"less than {paper.SECONDS} s", seconds(results, "seventeen")


def told_w(ws):
    """P9 computes nothing."""
    return "w is " + ", ".join(f"{w or '-'} (P{number + 1})" for number, w in enumerate(ws))


def told(platform):
    links = ", ".join(f"{link['c']} ({' and '.join(link['between'])})" for link in platform["links"])
    return f"{told_w(each['w'] for each in platform['processors'])}, and c is {links}"


def section(results):
    return f"""## The two examples
{table(["", "printed", "here"], rows(results))}
Seconds are those of the exact solution, of coarse grain beside it, and of the schedule.

### Figures 1 to 5
The paper's figures, with the same content: the tasks (figures 1 and 3), with weights in the boxes and sizes of files
at the arrows, and the tasks *begin* and *end* that are nobody's.

![trees of tasks](steady-trees.svg)

Platforms and numbers (figures 2 and 4; 5), with what our solution executes and sends, as `tangram steady --draw`
draws them. In the first example {told(toy_platform())}.

![platform of the first example](steady-toy.svg)

In the second example {told_w(SECOND_W)}; c is 8 between P8 and P9 and 1 for all other
links. Links, files and the tree are ours:

![platform of the second example, with links of ours](steady-seventeen.svg)

A period of each of our schedules (`--draw-schedule`):

![a period of the first example](steady-toy-period.svg)

![a period of the second example](steady-seventeen-period.svg)

"""
