"""The figures of Beaumont and Marchal (2013 and 2014), and two of ours (experiments/affinity.sh), from runs of
`tangram affinity` that are kept as those of all experiments are (common/).

plan.py says what is run and which figure it is for, results.py finds it again; paper.py has the papers' numbers,
findings/ checks what they say, draw.py draws, report.py tells it all.
"""
