"""What we find in the figures of Beaumont and Marchal (2013) beyond what they state (ours)."""
from common.criteria import Check, Criteria
from common.families import ANY, BLOCKS, CHOICE

from ..checks import lower
from ..statements.of_2013 import ALMOST_ALWAYS, where_n_or_p_is_large

criteria = Criteria()
finding, findings_of = criteria.finding, criteria.findings_of


def below_two(sent):
    return (f"below 2 at {sum(value < 2 for value, _ in sent)} of {len(sent)}, from {min(sent)[0]:.2f} ({min(sent)[1]}) to "
            f"{max(sent)[0]:.2f} ({max(sent)[1]})")


@finding("2013-2", "Which of equally cheap tasks is taken the paper does not say, and it matters: one of them at random (DynAnyOuter) "
         "does not agree with what it says; of two the one whose block allows most others (DynBlocksOuter) does; of 32 "
         "(DynChoiceOuter) it sends less still (ours).",
         "DynAnyOuter is below twice the bound at less than 90% of the same points; each choice sends less at each number "
         "of processors")
def choice_matters(results):
    sent = where_n_or_p_is_large(results, ANY)
    yield Check(sum(value >= 2 for value, _ in sent) > ALMOST_ALWAYS * len(sent), below_two(sent))
    yield lower(results, "2013-2", BLOCKS, [ANY])
    yield lower(results, "2013-2", CHOICE, [BLOCKS])
