"""What sections 5.2 to 5.6 of the paper (Eyraud-Dubois and Lambert 2018) state, each judged on simulated figures."""
from . import cpus, dynamic, flat, mirage, overall, solid

IN_THE_PAPERS_ORDER = [*dynamic.statements, *flat.statements, *solid.statements, *overall.statements, *mirage.statements,
                       *cpus.statements]
