"""What several statements compare, and the numbers that stand for the paper's words where it gives none."""

SMALLEST = 7680  # the paper excepts it from some of its statements
SIGNIFICANT = 0.03  # "significantly", of time and traffic
SAME = 0.015  # "similar", "very close", "indistinguishable"; nearly: up to twice that, where significant begins
SLIGHTLY = 0.1  # "slightly more"
MUCH = 0.25  # "much worse"


def sirocco(summary, **which):
    return summary.scene("sirocco", **which)


def larger_sizes(scene):
    return [size for size in scene.sizes if size > SMALLEST]


def spread(values):
    """How much the greatest is above the least: 0.04."""
    return max(values) / min(values) - 1


def times(scene, names, size):
    return [scene.time(name, size) for name in names]


def traffics(scene, names, size):
    return [scene.traffic(name, size) for name in names]


def where_it_is_most(changes):
    """{size: part}: of what a paper says "up to", the size and the part."""
    size = max(changes, key=changes.get)
    return size, changes[size]
