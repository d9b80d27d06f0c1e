"""What we ask for and find beyond the papers, as criteria on our results."""
from . import analysis, decisions, of_2013, of_2014

ALL = of_2014, of_2013, decisions, analysis


def findings_of(results):
    return [finding for part in ALL for finding in part.findings_of(results)]
