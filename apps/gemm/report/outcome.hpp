#pragma once

/// A finished product: its repetitions, what verification found, and what reports in text, JSON and pictures ask of
/// them.

#include "apps/gemm/matrix/verify.hpp"
#include "apps/gemm/product/gemm_report.hpp"
#include "apps/gemm/runtime/bounds.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tangram::apps {

/// A GemmReport of each repetition, and what verification found.
struct GemmOutcome {
    std::vector<GemmReport> repeats; ///< at least one

    std::string allocation_file = {}; ///< that the allocation came from, if it did

    /// That page-locking the matrices took, once for all repetitions, if a CUDA device computes.
    std::optional<double> page_locking_seconds = {};

    Verification verification = Verification::none;
    double residual = 0;
    double tolerance = 0;

    /// Nothing where no verification was asked for.
    [[nodiscard]] std::optional<bool> verified() const;

    /// The repetition that the figures are taken from: the one of median seconds.
    [[nodiscard]] const GemmReport& median() const;
};

/// Bounds for the memory nodes that take part (in JSON ..._bound_taking_part); 0 for a product without work. The JSON
/// keys seconds_bound and bytes_bound count all nodes of the machine.
ProductBounds bounds_of(const GemmReport& report);

/// Of all repetitions, of which the first one plans for the others.
double planning_seconds(const GemmOutcome& outcome);

/// Of the matrices, before all repetitions or in the median one; where they were staged, of the buffers, which the
/// first repetition makes.
double page_locking_seconds(const GemmOutcome& outcome);

/// Whether the figure is at least the bound, as printed; else the bound's conditions do not hold, and there is no
/// ratio.
bool is_bounded(double value, double bound);

/// The node's name, and whether it is emulated.
std::string node_label(const NodeReport& node);

/// Whether a real CUDA device is among the nodes.
bool computes_on_cuda(const GemmReport& report);

} // namespace tangram::apps
