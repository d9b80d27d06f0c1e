#pragma once

/// A product in the one form that the tiled GEMM works on, run: prepared, its tasks submitted, C brought home.

#include "apps/gemm/matrix/product.hpp"
#include "apps/gemm/product/gemm.hpp"
#include "apps/gemm/runtime/runtime.hpp"

namespace tangram::apps {

/// Of a product with work to do: m, n and k positive, alpha not 0. The report is as the caller sees C, but for its
/// sizes. Throws as gemm() does.
template <class T> GemmReport run_gemm(Runtime& runtime, const Product<T>& product, const GemmOptions& options);

extern template GemmReport run_gemm<float>(Runtime&, const Product<float>&, const GemmOptions&);
extern template GemmReport run_gemm<double>(Runtime&, const Product<double>&, const GemmOptions&);

} // namespace tangram::apps
