"""What Beaumont and Marchal state of their figures (2014, then 2013), each judged on our results."""
from . import betas, of_2013, of_2014

ALL = [*of_2014.statements, *betas.statements, *of_2013.statements]
