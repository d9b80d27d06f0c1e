"""The campaign of experiments/reproduce.sh: simulated runs, and the report made of them.

Everything but figures.py, missing.py, page.py and progress.py needs the standard library alone.
"""
