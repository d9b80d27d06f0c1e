"""tangram-smpi as a function: a run in, its report out."""
from common.simulator import Simulator

MODULE = "libtangram_smpi_process.so"
PLACES = [".", "../lib/tangram"]  # from the program, in the build folder and installed


class Cluster(Simulator):
    def build(self):
        """Of what the program loads for each simulated process, too."""
        modules = [self.program.parent / place / MODULE for place in PLACES]
        return "-".join([super().build(), *(Simulator(module).build() for module in modules if module.is_file())])
