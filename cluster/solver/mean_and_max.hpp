#pragma once

namespace tangram::solver {

struct MeanAndMax {
    double mean = 0;
    double max = 0;
};

} // namespace tangram::solver
