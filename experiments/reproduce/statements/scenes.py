"""What several statements compare."""

SMALLEST = 7680  # the paper excepts it from some of its statements
CLEARLY = 0.03  # "significantly" of time and traffic, as far as the paper does not say how much


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
