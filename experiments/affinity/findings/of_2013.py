"""What we find in the figures of Beaumont and Marchal (2013) beyond what they state (ours)."""
from common.criteria import Check, Criteria
from common.families import ANY, BLOCKS, CHOICE

from ..checks import lower

criteria = Criteria()
finding, findings_of = criteria.finding, criteria.findings_of


def near_two(results, family):
    """[(what it sends, where)] where N or p is large."""
    return [(value, f"{p} processors, N = 1000") for p, value in results.curve("2013-2", family).items()] + [
        (value, f"10 processors, N = {n}") for n, value in results.curve("2013-3", family).items() if 100 <= n < 1000]


def below_two(sent):
    return (f"below 2 at {sum(value < 2 for value, _ in sent)} of {len(sent)}, from {min(sent)[0]:.2f} ({min(sent)[1]}) to "
            f"{max(sent)[0]:.2f} ({max(sent)[1]})")


@finding("2013-2", "Which of equally cheap tasks is taken the paper does not say, and it matters: any of them (DynAnyOuter) "
         "does not agree with what it says; of two the one whose block allows most others (DynBlocksOuter) does; of 32 "
         "(DynChoiceOuter) it sends less still (ours).",
         "DynAnyOuter is below twice the bound at less than 90% of the same points; each choice sends less at each number "
         "of processors")
def choice_matters(results):
    sent = near_two(results, ANY)
    yield Check(sum(value < 2 for value, _ in sent) < 0.9 * len(sent), below_two(sent))
    yield lower(results, "2013-2", BLOCKS, [ANY])
    yield lower(results, "2013-2", CHOICE, [BLOCKS])
