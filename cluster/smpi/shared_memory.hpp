#pragma once

#include <cstddef>
#include <memory>

namespace tangram::smpi {

/// So many bytes of addresses for tiles whose numbers nobody reads: SMPI knows that all memory behind them is the same,
/// and sends tiles without copying them (--cfg=smpi/shared-malloc:global). Null for none.
[[nodiscard]] std::shared_ptr<void> shared_memory(std::size_t bytes);

} // namespace tangram::smpi
