"""What all of experiments/*.sh with simulations say on the command line of their Python programs."""
import argparse
from pathlib import Path


def parser(script):
    """The script's --help says what they mean; it has checked their values."""
    arguments = argparse.ArgumentParser(prog=script, add_help=False, allow_abbrev=False)
    arguments.add_argument("--simulator", type=Path, required=True)
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--report", type=Path, required=True)
    arguments.add_argument("--jobs", type=int, required=True)
    return arguments
