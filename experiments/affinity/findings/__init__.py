"""What the papers say of each figure, and what we ask for, as criteria on our results."""
from . import analysis, betas, decisions, of_2013, of_2014

ALL = of_2014, betas, of_2013, decisions, analysis


def findings_of(results):
    return [finding for part in ALL for finding in part.findings_of(results)]
