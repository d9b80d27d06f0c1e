"""In which order runs are made."""
from random import Random


def mixed(runs):
    """Drawn one after the other, each as likely as it is long.

    So long ones come early, and no core is left alone with one in the end; but short ones are among
    them, so that soon something is known about the time that all will take.
    """
    random = Random(1)
    return sorted(runs, key=lambda run: random.expovariate(run.work))
