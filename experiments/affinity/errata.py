"""What Beaumont and Marchal (2014) print of their analysis, beside what its derivation gives."""
from dataclasses import dataclass

from common.families import MATRIX, OUTER
from common.grades import percent

from . import analysis_2014
from .plan import LARGE, SMALL
from .statements.compare import betas_of_interest

LEMMA = "lemma 4: + where the proof gives -"
SERIES = "section 4.2: coefficient 1 where the series gives 1/3"


@dataclass(frozen=True)
class Erratum:
    what: str
    figure: str
    places: object = list  # of what is sent: the x of the figure that count


ERRATA = [
    Erratum(f"{LEMMA}, N = {SMALL[OUTER]}", "2014-4"),
    Erratum(f"{LEMMA}, N = {LARGE[OUTER]}", "2014-5"),
    Erratum(f"{LEMMA}, N = {SMALL[OUTER]}, by beta", "2014-6", betas_of_interest),
    Erratum(f"{SERIES}, N = {SMALL[MATRIX]}", "2014-9"),
    Erratum(f"{SERIES}, N = {LARGE[MATRIX]}", "2014-10"),
    Erratum(f"{SERIES}, N = {SMALL[MATRIX]}, by beta", "2014-11", betas_of_interest),
]


def errors(results, one, coefficients):
    """Of the analysis by what was simulated: {x: part}."""
    rows = results.phases(one.figure)
    places = one.places({x: row["mean"] for x, row in rows.items()})
    return {x: analysis_2014.volume_of_row(rows[x], coefficients) / rows[x]["mean"] - 1 for x in places
            if rows[x]["first_order"] is not None}


def told(found):
    """-5.1% at 50, -0.4% at 300"""
    return ", ".join(f"{percent(error)} at {x:g}" for x, error in found.items()) or "its series fail"


def compared(results):
    """[(what, figure, errors as printed, errors as it follows)]"""
    return [(one.what, one.figure, *(told(errors(results, one, form)) for form in (analysis_2014.PRINTED, analysis_2014.PROVED)))
            for one in ERRATA]
