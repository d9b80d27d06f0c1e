"""What Tangram takes divided by what others take."""
from math import inf


def ratio(ours, best):
    """Infinite where only the others take nothing, 1 where all do."""
    return ours / best if best else inf if ours else 1
