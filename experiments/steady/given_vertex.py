"""Two optimal solutions with the digits that the paper prints in its table 1 and for links, as exact numbers: a vertex
that was found by search, and one whose period is the paper's. vertex.py checks both."""
from fractions import Fraction

from . import paper
from .vertex import Rates

COMPUTED = {
    "P1": {"T1": "367/3500", "T3": "37/3500", "T4": "37/3500"},
    "P2": {"T3": "1/18", "T4": "1/18"},
    "P3": {"T3": "1/36", "T4": "1/36"},
    "P4": {"T1": "241/7000", "T2": "39/280", "T3": "953/21000", "T4": "953/21000"},
}
SENT = {
    ("P1", "P2"): {"begin->T1": "14779/4725000", "T1->T2": "367/3500", "T1->T3": "419/6300", "T2->T4": "507/12500"},
    ("P1", "P3"): {"begin->T1": "2641/84375", "T1->T3": "1/36"},
    ("P2", "P4"): {"begin->T1": "14779/4725000", "T1->T2": "367/3500", "T1->T3": "23/2100"},
    ("P3", "P1"): {"T2->T4": "2237/43750"},
    ("P3", "P2"): {"T2->T4": "271/52500"},
    ("P3", "P4"): {"begin->T1": "2641/84375"},
    ("P4", "P2"): {"T2->T4": "1936/196875"},
    ("P4", "P3"): {"T2->T4": "4729/56250"},
}
RATES = Rates(
    {(processor, task): Fraction(rate) for processor, tasks in COMPUTED.items() for task, rate in tasks.items()},
    {(*link, file): Fraction(rate) for link, files in SENT.items() for file, rate in files.items()})

# In a period of the paper's length; all other rates are the vertex's. It lies between vertices.
IN_PERIOD = {
    ("P1", "P2"): {"begin->T1": 197, "T2->T4": 2555},
    ("P1", "P3"): {"begin->T1": 1972},
    ("P2", "P4"): {"begin->T1": 197},
    ("P3", "P1"): {"T2->T4": 3221},
    ("P3", "P2"): {"T2->T4": 325},
    ("P3", "P4"): {"begin->T1": 1972},
    ("P4", "P2"): {"T2->T4": 620},
    ("P4", "P3"): {"T2->T4": 5296},
}
WITH_PERIOD = Rates(RATES.computed, RATES.sent | {
    (*link, file): Fraction(count, paper.PERIOD) for link, files in IN_PERIOD.items() for file, count in files.items()})
