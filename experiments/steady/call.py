"""A call of `tangram steady`, or of a command of tangram-sim."""
import json
from dataclasses import dataclass


@dataclass(frozen=True)
class Call:
    """words: of the command line, but for files; platform and tree: what the files say, as JSON, if there are any."""

    group: str
    name: str
    words: tuple
    platform: str = ""
    tree: str = ""
    simulated: bool = False  # by tangram-sim
    timed: bool = False  # what counts is how long it takes: nothing else runs meanwhile
    work: float = 0.3  # CPU seconds, roughly

    @property
    def strategy(self):
        """What failures are told by."""
        return self.group

    @property
    def files(self):
        """{option: text}"""
        return {"--platform": self.platform, "--tree": self.tree} if self.platform else {}

    @property
    def arguments(self):
        """With the files' texts, so that a finished run is of these."""
        return [*self.words, *(word for option in self.files.items() for word in option)]

    environment = {}


def on_files(group, name, platform, tree, *words, **more):
    return Call(group, name, ("steady", *map(str, words)), json.dumps(platform), json.dumps(tree), **more)


def on_example(group, name, example, *words, **more):
    return Call(group, name, ("steady", "--example", example, *map(str, words)), **more)
