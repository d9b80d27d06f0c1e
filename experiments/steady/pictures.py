"""What `tangram steady` draws itself: the paper's figures 2, 4 and 5, and a period of each schedule."""
from common.child import Children, figures

EXAMPLES = ["toy", "seventeen"]


def draw_examples(planner, folder):
    children = Children()
    for example in EXAMPLES:
        figures([planner.tangram.program, "steady", "--example", example, "--draw", folder / f"steady-{example}.svg",
                 "--draw-schedule", folder / f"steady-{example}-period.svg"], children)
