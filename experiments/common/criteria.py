"""What a paper found, each finding as a criterion on our figures.

A finding is confirmed if all its checks hold, which are made of what was run.
"""
from dataclasses import dataclass


class NotRun(Exception):
    """What is asked for was not run, or failed."""


@dataclass(frozen=True)
class Check:
    holds: bool
    figures: str


@dataclass(frozen=True)
class Finding:
    section: str
    claim: str
    criterion: str
    checks: list

    @property
    def verdict(self):
        if not self.checks:
            return "not run"
        return "confirmed" if self.holding == len(self.checks) else "contradicted"

    @property
    def holding(self):
        """Number of checks that hold."""
        return sum(check.holds for check in self.checks)

    @property
    def lines(self):
        """An item of a Markdown list, the checks below it."""
        count = f" ({self.holding} of {len(self.checks)} checks hold)" if self.checks else ""
        return [f"* **{self.verdict}**{count}: {self.claim} *Criterion: {self.criterion}.*",
                *(f"    * {'holds' if check.holds else 'does not hold'}: {check.figures}" for check in self.checks)]


CONTRADICTED = "A finding counts as contradicted where its criterion is missed, however little; its checks have the figures."


def told(findings, section):
    """The lines of a section's findings."""
    return "".join(f"{line}\n" for finding in findings if finding.section == section for line in finding.lines)


class Criteria:
    """The functions that check, in the paper's order."""

    def __init__(self):
        self._criteria = []

    def finding(self, section, claim, criterion):
        """Of a function that yields the checks of what was run."""

        def add(checks):
            self._criteria.append((section, claim, criterion, checks))
            return checks

        return add

    def findings_of(self, results):
        """All of them; without checks where something that they need was not run."""
        found = []
        for section, claim, criterion, checks in self._criteria:
            try:
                made = list(checks(results))
            except NotRun:
                made = []
            found.append(Finding(section, claim, criterion, made))
        return found
