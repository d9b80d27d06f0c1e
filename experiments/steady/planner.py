"""tangram and tangram-sim as a function: a call in, its report out."""
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from common.child import figures
from common.simulator import Simulator


def written(call, folder):
    """The options that name the call's files, which are written to the folder."""
    words = []
    for option, text in call.files.items():
        file = Path(folder) / f"{option.strip('-')}.json"
        file.write_text(text)
        words += [option, file]
    return words


def shortened(report):
    """Without the slots of a schedule, which are long; their number instead."""
    return report | {"slots": len(report["slots"])} if "slots" in report else report


@dataclass(frozen=True)
class Planner:
    """The two programs."""

    tangram: Simulator
    tangram_sim: Simulator

    def build(self):
        return f"{self.tangram.build()}-{self.tangram_sim.build()}"

    def command(self, call, folder):
        program = self.tangram_sim if call.simulated else self.tangram
        return [program.program, *call.words, *written(call, folder)]

    def simulate(self, call, children):
        """{"elapsed": seconds of the program, "report": its figures}"""
        start = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="tangram-steady-") as folder:
            report = figures(self.command(call, folder), children)
        return {"elapsed": time.monotonic() - start, "report": shortened(report)}
