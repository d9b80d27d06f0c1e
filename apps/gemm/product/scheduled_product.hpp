#pragma once

/// A plan as StarPU's adapter carries it out.

#include "apps/gemm/runtime/runtime.hpp"
#include "sched/plan/planned_product.hpp"
#include "sched/plan/product_plan.hpp"
#include "sched/starpu/adapter.hpp"

namespace tangram::apps {

/// The policy of the runtime's strategy, of which there must be one, made for the plan's workload with what StarPU and
/// the analysis add: which tiles a device still has, and when strategies in two phases change.
sched::starpu::ScheduledProduct scheduled_product(const Runtime& runtime, const sched::PlannedProduct& product,
                                                  const sched::ProductPlan& plan);

} // namespace tangram::apps
