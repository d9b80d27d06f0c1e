"""Load exchange (experiments/exchange.sh); run and kept as those of all experiments are (common/).

plan.py says what is run, results.py finds it again; findings.py checks the paper's statements, figures.py draws, and
report.py tells it.
"""
