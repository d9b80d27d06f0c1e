"""What the paper says, statement by statement, and what we ask for, as criteria on what was run."""
from . import convergence, examples, families, nodes, programme, tables

ALL = examples, tables, programme, families, convergence, nodes


def findings_of(results):
    return [finding for part in ALL for finding in part.findings_of(results)]
