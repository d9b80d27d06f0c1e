"""Synthetic machines as folders of StarPU's models, which tangram-sim writes."""
import json
import subprocess

from common.child import users_environment
from common.store import write_whole

from .problems import kernels_of


def codelets(runs):
    """The list for tangram-sim machine --codelets: all kernels of the runs on synthetic machines, but plain.c's, which say
    themselves how long they take."""
    kernels = [kernel.entry for run in runs if run.machine.is_synthetic and not run.example.is_plain
               for kernel in kernels_of(run.example)]
    return [entry for index, entry in enumerate(kernels) if entry not in kernels[:index]]


def write_nodes(tangram_sim, folder, runs):
    """FOLDER/NODE for each synthetic node of the runs. Raises CalledProcessError."""
    nodes = {run.machine.node: run.machine.specification for run in runs if run.machine.is_synthetic}
    if not nodes:
        return
    file = folder / "codelets.json"
    write_whole(file, json.dumps(codelets(runs), indent=1) + "\n")
    for node, specification in nodes.items():
        subprocess.run([tangram_sim, "machine", "--platform", specification, "--codelets", file, "--save-platform",
                        folder / node], check=True, capture_output=True, env=users_environment())
