"""Streams of jobs on platform graphs (experiments/steady.sh): the examples of Beaumont, Legrand and Robert (2003),
random platforms and simulated nodes, from runs of `tangram steady` that are kept as those of all experiments are
(common/).

plan.py says what is run, planner.py runs it and results.py finds it again; paper.py has the paper's numbers, vertex.py
checks rates without Tangram; findings/ judges what the paper says, sections/ and report.py tell it all.
"""
