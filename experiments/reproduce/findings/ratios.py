"""What several findings compare by."""

SMALLEST = 7680  # the paper excepts it from some of its findings


def more(value, reference):
    """How much more: +12.3%."""
    return f"{100 * (value / reference - 1):+.1f}%"


def larger_sizes(scene):
    return [size for size in scene.sizes if size > SMALLEST]


def spread(values):
    """How much the greatest is above the least: 0.04."""
    return max(values) / min(values) - 1
