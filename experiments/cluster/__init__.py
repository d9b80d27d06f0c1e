"""Products on several nodes (experiments/cluster.sh); run and kept as those of all experiments are (common/).

plan.py says what is simulated, programs.py calls tangram-smpi, results.py has the bounds and finds runs again; native.py runs
processes on this machine, beside ScaLAPACK's pdgemm (pdgemm.c). findings.py checks the goals, figures.py draws, and report.py
tells it.
"""
