"""Numbers that Beaumont, Legrand and Robert print (2003), section 5."""
from fractions import Fraction

THROUGHPUT = Fraction(39, 280)
COARSE = Fraction(311, 2520)
LESS = 11.4  # percent: what is lost by coarse grain
PERIOD = 63000

# With w of T2 on P3 = 1.
FAST_COARSE, FAST_THROUGHPUT, FAST_GAIN = 0.13, 0.170, 31  # percent

# Table 1: percent of all jobs, T1 to T4.
TABLE_1 = {
    "P1": (75.3, 0, 7.6, 7.6), "P2": (0, 0, 39.9, 39.9), "P3": (0, 0, 19.9, 19.9), "P4": (24.7, 100, 32.6, 32.6),
}

# "A fraction of the time", in percent.
LINKS = {
    ("P1", "P2", "begin->T1"): 0.31, ("P1", "P2", "T1->T2"): 10.49, ("P1", "P2", "T1->T3"): 6.65,
    ("P1", "P2", "T2->T4"): 4.05, ("P1", "P3", "begin->T1"): 3.13, ("P1", "P3", "T1->T3"): 2.77,
    ("P2", "P4", "begin->T1"): 0.31, ("P2", "P4", "T1->T2"): 10.48, ("P2", "P4", "T1->T3"): 1.10,
    ("P3", "P1", "T2->T4"): 5.11, ("P3", "P2", "T2->T4"): 0.51, ("P3", "P4", "begin->T1"): 3.13,
    ("P4", "P2", "T2->T4"): 0.98, ("P4", "P3", "T2->T4"): 8.41,
}

# The second example. Table 2: percent of all jobs, T1 to T5.
SECOND_THROUGHPUT, SECOND_COARSE, SECOND_GAIN = "0.0867816", "0.0590517", 46  # percent
TABLE_2 = {
    "P1": (100, 0, 15.039, 15.039, 15.039),
    "P2": (0, 51.987, 10.541, 10.541, 10.541),
    "P3": (0, 0, 3.201, 3.201, 3.201),
    "P4": (0, 0, 3.201, 3.201, 3.201),
    "P5": (0, 0, 9.603, 9.603, 9.603),
    "P6": (0, 0, 3.201, 3.201, 3.201),
    "P7": (0, 0, 4.801, 4.801, 4.801),
    "P8": (0, 0, 2.401, 2.401, 2.401),
    "P9": (0, 0, 0, 0, 0),
    "P10": (0, 0, 9.603, 9.603, 9.603),
    "P11": (0, 0, 0, 0, 0),
    "P12": (0, 0, 9.603, 9.603, 9.603),
    "P13": (0, 0, 4.801, 4.801, 4.801),
    "P14": (0, 19.205, 1.6, 1.6, 1.6),
    "P15": (0, 0, 3.201, 3.201, 3.201),
    "P16": (0, 28.808, 0, 0, 0),
    "P17": (0, 0, 19.205, 19.205, 19.205),
}
FIRST_CLUSTER = [f"P{number}" for number in range(1, 9)]
SECONDS = 2  # to solve the second example, at most, on a Pentium III of 800 MHz
