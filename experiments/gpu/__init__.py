"""Products on a GPU, verified and measured beside cuBLAS and cuBLASXt (experiments/gpu.sh).

toolkit.py finds what the programs load, variants.py says what is verified, plan.py what is measured, budget.py how long
that takes; runner.py does it and records.py keeps it; results.py, judged.py, report.py and figure.py tell it.
Everything but figure.py needs the standard library alone.
"""
