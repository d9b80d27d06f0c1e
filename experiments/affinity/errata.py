"""What Beaumont and Marchal (2014) print of their analysis and its derivation does not give.

To first order, by the lower bound, with e = 1/2 (outer) or 2/3 (matrix), S0 and S1 the sums over processors of rs^e and rs^(1+e):

    phase 1    beta^e - c beta^(1+e) S1 / S0
    phase 2    exp(-beta) N (1 - beta^e S1) / S0

Of a row S0 is known by its lower bound, and S1 by what the command says of the analysis, which has the c of COMMANDS.
"""
from dataclasses import dataclass
from math import exp

from common.families import MATRIX, OUTER, TWO_PHASES
from common.grades import percent

from .analysis_2013 import EXPONENT
from .plan import LARGE, SMALL
from .statements.of_2014 import OF_INTEREST

COMMANDS = {OUTER: 1 / 4, MATRIX: 1}
SERIES = {OUTER: 1 / 4, MATRIX: 1 / 3}  # by the proof of lemma 4, and by the series of section 4.2


def sums(row):
    """S0, and S1 from the volume to first order."""
    kernel, blocks, beta = row["kernel"], row["blocks"], row["beta"]
    e = EXPONENT[kernel]
    first = row["lower_bound"] / (2 * blocks if kernel == OUTER else 3 * blocks ** 2)
    random = exp(-beta) * blocks
    second = (beta ** e * first + random - row["first_order"] * first) / (COMMANDS[kernel] * beta ** (1 + e) + random * beta ** e)
    return first, second


def volume(row, coefficient):
    """To first order, with another c."""
    first, second = sums(row)
    e, beta = EXPONENT[row["kernel"]], row["beta"]
    return (beta ** e - coefficient * beta ** (1 + e) * second / first
            + exp(-beta) * row["blocks"] * (1 - beta ** e * second) / first)


@dataclass(frozen=True)
class Erratum:
    """A coefficient c as printed and as it follows, where both say something."""

    what: str
    figure: str
    places: object  # of results: the x of the figure that count
    printed: float
    follows: float


def many_processors(results, figure):
    return [p for p in results.curve(figure, TWO_PHASES) if p >= 50]


def betas_of_interest(results, figure):
    """Where at most that much more is sent than the least."""
    sent = results.curve(figure, TWO_PHASES)
    return [beta for beta in sent if sent[beta] <= (1 + OF_INTEREST) * min(sent.values())]


ERRATA = [
    Erratum(f"lemma 4: + where the proof gives -, N = {SMALL[OUTER]}", "2014-4", many_processors, -SERIES[OUTER], SERIES[OUTER]),
    Erratum(f"lemma 4: + where the proof gives -, N = {LARGE[OUTER]}", "2014-5", many_processors, -SERIES[OUTER], SERIES[OUTER]),
    Erratum(f"section 4.2: coefficient 1 where the series gives 1/3, N = {SMALL[MATRIX]}", "2014-9", many_processors, 1, SERIES[MATRIX]),
    Erratum(f"section 4.2: coefficient 1 where the series gives 1/3, N = {LARGE[MATRIX]}", "2014-10", many_processors, 1, SERIES[MATRIX]),
    Erratum(f"section 4.2: coefficient 1 where the series gives 1/3, N = {SMALL[MATRIX]}, by beta", "2014-11", betas_of_interest, 1,
            SERIES[MATRIX]),
]


def errors(results, one, coefficient):
    """Of the analysis by what was simulated: {x: part}."""
    curve = next(curve for curve in results.panel(one.figure).curves if curve.key == TWO_PHASES)
    rows = {x: results.rows[curve.at[x][0]] for x in one.places(results, one.figure)}
    return {x: volume(row, coefficient) / row["mean"] - 1 for x, row in rows.items() if row["first_order"] is not None}


def worst(found):
    if not found:
        return "its series fail"
    x = max(found, key=lambda x: abs(found[x]))
    return f"{percent(found[x])} at {x}"


def compared(results):
    """[(what, figure, worst error as printed, worst error as it follows)]"""
    return [(one.what, one.figure, *(worst(errors(results, one, c)) for c in (one.printed, one.follows))) for one in ERRATA]
