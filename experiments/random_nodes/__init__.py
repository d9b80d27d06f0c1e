"""Random nodes (experiments/random-nodes.sh); run and kept as those of all experiments are (common/).

plan.py draws the nodes and says what is run, results.py compares auto with dmda and dmdas; figure.py and report.py tell
it.
"""
