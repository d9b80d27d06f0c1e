"""Where three dimensions begin to win (experiments/beyond.sh); run and kept as those of all experiments are (common/).

plan.py says what is run, volumes.py what the plans would move, results.py who is ahead; claims.py,
figure.py and report.py tell it.
"""
