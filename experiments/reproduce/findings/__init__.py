"""What section 5 of the paper (Eyraud-Dubois and Lambert 2018) found, each as a criterion on the simulated figures."""
from . import cpus, dynamic, flat, mirage, others, solid

IN_THE_PAPERS_ORDER = dynamic, flat, solid, others, mirage, cpus


def findings_of(summary):
    return [finding for part in IN_THE_PAPERS_ORDER for finding in part.findings_of(summary)]
