"""The figures of seeds 000 and 002, and two of ours (experiments/affinity.sh), from runs of `tangram affinity` that
are kept as those of all experiments are (common/).

plan.py says what is run and which figure it is for, results.py finds it again; paper.py has the papers' numbers,
findings.py checks what they say, draw.py draws, report.py tells it all.
"""
