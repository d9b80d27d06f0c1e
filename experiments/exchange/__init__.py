"""Load exchange (experiments/exchange.sh, exchange-simgrid.sh); run and kept as those of all experiments are (common/).

plan.py says what is run, results.py finds it again; findings.py checks the paper's statements, figures.py draws, and
report.py tells it. simgrid.py runs two simulators beside each other, and engines.py tells how they compare.
"""
