"""What the experiments share, and nothing of any one of them: runs that are kept, failures, findings as criteria, figures,
tables, and the affinity strategies by name.

Everything but drawing.py, missing.py and progress.py needs the standard library alone.
"""
