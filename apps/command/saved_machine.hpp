#pragma once

/// The folder of `tangram machine --save-platform`: the machine, to be simulated, and models of other programs'
/// codelets.

#include "apps/command/machine_report.hpp"
#include "apps/gemm/machines/foreign_codelets.hpp"

#include <string>
#include <vector>

namespace tangram::apps {

/// The codelets of such a list (read_codelets); none for "". Throws InvalidInput for what is no list of codelets, or if
/// the speeds of the machine that is simulated are not given.
std::vector<CodeletTask> codelets_to_save(const std::string& path);

/// Writes the folder, and where it is on stderr. To be called when StarPU has ended: then it has written its models.
/// Throws RunFailure if a file cannot be read or written.
void save_machine(const MachineOutcome& machine, const std::string& folder, const std::vector<CodeletTask>& codelets);

} // namespace tangram::apps
