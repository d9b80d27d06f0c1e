"""The figures that the paper prints (Eyraud-Dubois and Lambert 2018, tables 1 and 2): means of 25 runs on the real machine.

Its "GB" are GiB: what StarPU's bus statistics print.
"""

# {size: (seconds, GiB)}
NRRP_ROUNDED_EFFECTIVE_STEAL = {7680: (0.276, 2.73), 15360: (1.66, 10.5), 23040: (5.37, 23.6), 30720: (12.5, 41.1)}
DMDA = {7680: (0.292, 3.16), 15360: (1.78, 13.3), 23040: (5.66, 31.3), 30720: (13.0, 58.9)}
CHAMELEON = {7680: (0.242, 3.10), 15360: (1.94, 17.8), 23040: (6.18, 44.6), 30720: (13.4, 78.7)}

# What the tables print of NRRP-Rounded-EffectiveSteal against the other, by size: time, and traffic.
TABLE_1 = "+14%, -15%, -13%, -7.2%", "-12%, -41%, -47%, -48%"
TABLE_2 = "-5.5%, -6.7%, -5.1%, -3.8%", "-14%, -21%, -25%, -30%"
