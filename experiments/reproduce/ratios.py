"""What findings and tables compare by."""


def more(value, reference):
    """How much more: +12.3%."""
    return f"{100 * (value / reference - 1):+.1f}%"
