"""What findings and tables compare by."""
from common.grades import percent


def more(value, reference):
    """How much more: +12.3%."""
    return percent(value / reference - 1)
