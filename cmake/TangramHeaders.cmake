# Headers that users of the libraries include by a path that says nothing of the rooms: each is made in the build folder,
# forwards to the header of its room, and is installed. Sources of the repository include the rooms' headers.

set(TANGRAM_FORWARDED_HEADERS
  apps/gemm.hpp apps/gemm/product/gemm.hpp
  apps/matrix.hpp apps/gemm/matrix/matrix.hpp
  apps/npy.hpp apps/gemm/matrix/npy.hpp
  apps/pinned_matrices.hpp apps/gemm/runtime/pinned_matrices.hpp
  apps/progress.hpp apps/gemm/support/progress.hpp
  apps/runtime.hpp apps/gemm/runtime/runtime.hpp
  apps/speeds.hpp apps/gemm/runtime/speeds.hpp
  apps/tile_grid.hpp apps/gemm/matrix/tile_grid.hpp
  apps/timeline.hpp apps/gemm/product/timeline.hpp
  apps/verify.hpp apps/gemm/matrix/verify.hpp
  partition/allocation.hpp partition/base/allocation.hpp
  partition/bounds.hpp partition/base/bounds.hpp
  partition/ceil_divided.hpp base/ceil_divided.hpp
  partition/column_based.hpp partition/algorithms/column_based.hpp
  partition/costs.hpp partition/base/costs.hpp
  partition/error.hpp base/error.hpp
  partition/exact_family.hpp partition/algorithms/exact_family.hpp
  partition/json.hpp partition/base/json.hpp
  partition/nrrp.hpp partition/algorithms/nrrp.hpp
  partition/nrrp_3d.hpp partition/algorithms/nrrp_3d.hpp
  partition/nrrp_3d_plus.hpp partition/algorithms/nrrp_3d_plus.hpp
  partition/nrrp_plus.hpp partition/algorithms/nrrp_plus.hpp
  partition/precise.hpp partition/discretise/precise.hpp
  partition/problem.hpp partition/base/problem.hpp
  partition/refined.hpp partition/discretise/refined.hpp
  partition/rounded.hpp partition/discretise/rounded.hpp
  partition/snrrp.hpp partition/algorithms/snrrp.hpp
  partition/svg.hpp partition/svg/svg.hpp
  partition/targets.hpp partition/base/targets.hpp
  partition/touched.hpp partition/base/touched.hpp
  partition/traffic.hpp partition/base/traffic.hpp
  partition/zones.hpp partition/base/zones.hpp
  sched/affinity_policy.hpp sched/policies/affinity_policy.hpp
  sched/blocked_zones.hpp sched/zones/blocked_zones.hpp
  sched/cost_buckets.hpp sched/ready/cost_buckets.hpp
  sched/dispatcher.hpp sched/base/dispatcher.hpp
  sched/dynamic_policy.hpp sched/policies/dynamic_policy.hpp
  sched/late_c.hpp sched/zones/late_c.hpp
  sched/node_speed.hpp sched/base/node_speed.hpp
  sched/planned_policy.hpp sched/policies/planned_policy.hpp
  sched/policy.hpp sched/base/policy.hpp
  sched/product_tiles.hpp sched/base/product_tiles.hpp
  sched/ready_tasks.hpp sched/ready/ready_tasks.hpp
  sched/reduction.hpp sched/zones/reduction.hpp
  sched/settings.hpp sched/policies/settings.hpp
  sched/spare_tiles.hpp sched/zones/spare_tiles.hpp
  sched/stealing.hpp sched/policies/stealing.hpp
  sched/strategies.hpp sched/policies/strategies.hpp
  sched/task.hpp sched/base/task.hpp
  sched/task_lists.hpp sched/ready/task_lists.hpp
  sched/tile_holders.hpp sched/zones/tile_holders.hpp
  sched/tile_places.hpp sched/ready/tile_places.hpp
  sched/workload.hpp sched/policies/workload.hpp
  sched/zone_blocks.hpp sched/zones/zone_blocks.hpp
  sched/zone_ends.hpp sched/zones/zone_ends.hpp
  sched/zone_order.hpp sched/zones/zone_order.hpp
  sched/zone_queue.hpp sched/zones/zone_queue.hpp
  sched/zone_ranks.hpp sched/zones/zone_ranks.hpp)

set(TANGRAM_FORWARDING_FOLDER ${PROJECT_BINARY_DIR}/include)
set(_names ${TANGRAM_FORWARDED_HEADERS})
while(_names)
  list(POP_FRONT _names _old _new)
  file(CONFIGURE OUTPUT ${TANGRAM_FORWARDING_FOLDER}/${_old} CONTENT "#pragma once\n\n#include \"${_new}\"\n" @ONLY)
endwhile()
