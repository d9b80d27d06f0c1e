"""Programs that are not Tangram's in simulation (experiments/programs.sh): StarPU's own examples, and plain.c; runs are kept as those of all experiments are (common/).

plan.py says what is run, examples.py runs one, results.py what came out; figure.py and
report.py tell it.
"""
