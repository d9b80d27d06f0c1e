"""Zones larger than GPU memory (experiments/memory.sh); run and kept as those of all experiments are (common/).

plan.py says what is run, results.py what came out; figure.py and report.py tell it.
"""
