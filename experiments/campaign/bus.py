"""The link that all copies of a simulated machine share, a bound of time besides the workers' speeds."""

# Bytes a second, of the link "Host" in StarPU's <platform>.platform.v4.xml.
BANDWIDTH = {"sirocco": 10521832623.517, "mirage": 6517450307.895}


def seconds_bound(row):
    """Until the accelerators have read what they need: all traffic but the way back of their parts of C."""
    written = row["accelerators_share"] * row["size"] ** 2 * 8
    return (row["bytes_bound"] - written) / BANDWIDTH[row["platform"]]
