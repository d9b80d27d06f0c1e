"""The link that all copies of the simulated sirocco share, a bound of time besides the workers' speeds."""

BANDWIDTH = 10521832623.517  # bytes a second, of the link "Host" in StarPU's sirocco.platform.v4.xml


def seconds_bound(row):
    """Until the accelerators have read what they need: all traffic but the way back of their parts of C."""
    written = row["accelerators_share"] * row["size"] ** 2 * 8
    return (row["bytes_bound"] - written) / BANDWIDTH
