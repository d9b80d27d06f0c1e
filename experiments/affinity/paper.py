"""Numbers that Beaumont and Marchal print (2013 and 2014)."""

# 2013, table 1: seconds at N = 1000 on 1000 processors, on a machine of 2013.
SECONDS = {
    "random": 0.42, "sorted": 0.17, "dynamic": 1.40, "dynamic-2phases": 1.18, "dyn-unprocessed": 210, "dyn-useful": 181,
    "dyn-any": 808,  # its DynBlocksOuter
}

# 2014, sections 3.4, 3.6 and 4.3: the best beta for the speeds of figures 6 and 11 (not printed), and for equal ones.
BEST_BETA = {"2014-6": 4.1679, "2014-11": 2.95}
EQUAL_BETA = {"2014-6": 4.1705, "2014-11": 2.92}
FIRST_PHASE = {"2014-6": 98.5, "2014-11": 94.7}  # percent of the tasks

# 2014, section 3.6: betas over all sizes; how they deviate by speeds; how far that for equal speeds is off, and its volume.
LEAST_BETA, GREATEST_BETA = 1, 6.2
GREATEST_BETA_OF_2013 = 8  # section 2.5.1, with its own formula
BETA_DEVIATION = 0.045
BETA_ERROR = 0.05
VOLUME_ERROR = 0.001

RANDOM_AT_1000 = 20  # 2013, section 2.5: RandomOuter and SortedOuter "around 20" where figure 2 leaves them out
DEVIATIONS = {"dynamic": 0.12}  # 2013, footnote 1; of all others:
OTHER_DEVIATION = 0.1

# 2013, section 2.5.1, with its own equation for beta.
BETA_DEVIATION_OF_2013 = 0.018
BETA_ERROR_OF_LARGE_N = 0.011
RATIO_ERROR_OF_2013 = 0.01
LARGE = 100  # ours: N or processors that are large
