"""The campaign of experiments/reproduce.sh: simulated runs, and the report made of them.

Everything but figures.py and page.py needs the standard library and what common/ says alone.
"""
