#include "apps/gemm/product/submission.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace tangram::apps {

namespace {

struct Moved {
    starpu_data_handle_t handle;
    int memory_node;
};

void release(void* argument) {
    const std::unique_ptr<Moved> moved(static_cast<Moved*>(argument));
    starpu_data_release_on_node(moved->handle, moved->memory_node);
}

/// Takes the tile to the memory node once the tasks on it that were submitted are done.
/// Tasks that are submitted later and write it wait for that, with STARPU_RW all of them,
/// so that no worker starts one and is idle until the tile is there.
void move(starpu_data_handle_t handle, unsigned memory_node, starpu_data_access_mode mode = STARPU_RW) {
    const int node = static_cast<int>(memory_node);
    auto moved = std::make_unique<Moved>(Moved{handle, node});
    starpu_data_acquire_on_node_cb(handle, node, mode, release, moved.release());
}

} // namespace

Submission::Submission(const Runtime& runtime, const TiledProduct& product, const Speeds& speeds,
                       const std::optional<sched::Reduction>& reduction, SharedC* shared_c, bool links_are_independent,
                       Executions& executions)
    : runtime_(runtime), product_(product), reduction_(reduction), links_are_independent_(links_are_independent),
      executions_(executions), products_(GemmCodelets::of(product.precision, runtime.cores_per_cpu_worker())),
      additions_(AddCodelet::of(product.precision)), first_(arguments(speeds, product.beta)),
      first_aux_(arguments(speeds, 0)), later_(arguments(speeds, 1)), shared_c_(shared_c),
      tiles_(static_cast<std::size_t>(product.c.rows().count() * product.c.columns().count())) {
    later_.commutes = runtime.settings().commutes;
    later_.shares_c = shared_c != nullptr;
    add_ = {later_.commutes, later_.cores_per_cpu_worker, &failure_};
}

/// Nothing is left to do unless submit() or submit_additions() threw.
Submission::~Submission() {
    for (const Tile& tile : tiles_) {
        for (const Copy& copy : tile.copies) {
            if (copy.number != 0) {
                starpu_data_unregister_no_coherency(copy.handle);
            }
        }
    }
}

void Submission::submit(const sched::Task& task) {
    const auto columns = static_cast<std::size_t>(product_.c.columns().count());
    Tile& tile = tiles_[task.i * columns + task.j];
    if (shared_c_ != nullptr) {
        share(tile, task);
        return;
    }
    const starpu_data_handle_t c = product_.c(task.i, task.j);
    const auto known = std::find_if(tile.copies.begin(), tile.copies.end(),
                                    [&](const Copy& copy) { return copy.number == task.copy; });
    if (known != tile.copies.end()) {
        multiply(task, known->handle, later_);
    } else {
        tile.copies.push_back({task.copy, task.copy == 0 ? c : new_auxiliary(task)});
        multiply(task, tile.copies.back().handle, task.copy == 0 ? first_ : first_aux_);
        if (task.copy == 0 && !reduction_) {
            add_copies(tile, task.i, task.j); // C(i,j) has come late (sched::LateC)
        }
    }
    if (++tile.products == product_.a.columns().count() && !adds_behind_all()) {
        if (reduction_) {
            add_copies(tile, task.i, task.j);
        }
        send_home(c);
    }
}

void Submission::submit_additions() {
    if (!adds_behind_all()) {
        return;
    }
    for (std::uint32_t i = 0; i < product_.c.rows().count(); ++i) {
        for (std::uint32_t j = 0; j < product_.c.columns().count(); ++j) {
            add_copies(tiles_[i * static_cast<std::size_t>(product_.c.columns().count()) + j], i, j);
            send_home(product_.c(i, j));
        }
    }
}

/// When it is done, while others are computed. StarPU sends what it is told that nobody will use only when nothing is
/// on its way to the device, so that C would go home behind all tiles of A and B. That is right where it would hold
/// them up; where each device has a link of its own, both ways at once, C is home up to a sixth sooner if it goes at
/// once.
void Submission::send_home(starpu_data_handle_t c) const {
    if (links_are_independent_) {
        move(c, STARPU_MAIN_RAM, STARPU_R);
    }
    starpu_data_wont_use(c);
}

/// C(i,j) is asked for at home behind the tile's last product: StarPU adds the copies then.
void Submission::share(Tile& tile, const sched::Task& task) {
    const starpu_data_handle_t c = product_.c(task.i, task.j);
    if (tile.products == 0) {
        shared_c_->share(c, task.i, task.j);
    }
    multiply(task, c, later_);
    if (++tile.products == product_.a.columns().count()) {
        move(c, STARPU_MAIN_RAM);
    }
}

GemmTaskArguments Submission::arguments(const Speeds& speeds, double beta) {
    GemmTaskArguments arguments;
    arguments.transa = product_.transa;
    arguments.transb = product_.transb;
    arguments.alpha = product_.alpha;
    arguments.beta = beta;
    arguments.cores_per_cpu_worker = static_cast<int>(runtime_.cores_per_cpu_worker());
    arguments.failure = &failure_;
    arguments.full_model = &products_.model;
    arguments.full_footprint = speeds.footprint;
    arguments.full_flops = product_.full.flops();
    return arguments;
}

/// A tile without home: it has memory only where it is used, and is not brought to RAM at the end.
starpu_data_handle_t Submission::new_auxiliary(const sched::Task& task) const {
    constexpr int no_home = -1;
    const auto rows = static_cast<std::uint32_t>(product_.c.rows().length(task.i));
    const auto columns = static_cast<std::uint32_t>(product_.c.columns().length(task.j));
    starpu_data_handle_t handle = nullptr;
    starpu_matrix_data_register(&handle, no_home, 0, rows, rows, columns, element_size(product_.precision));
    starpu_data_set_coordinates(handle, 3, static_cast<int>(task.i), static_cast<int>(task.j),
                                static_cast<int>(task.copy));
    return handle;
}

void Submission::multiply(const sched::Task& task, starpu_data_handle_t copy, GemmTaskArguments& arguments) {
    const auto& [a, b, c, precision, transa, transb, alpha, beta, full] = product_;
    const bool is_full = c.rows().length(task.i) == full.m && c.columns().length(task.j) == full.n &&
                         a.columns().length(task.k) == full.k;
    starpu_task* product = make_gemm_task(is_full ? products_.full : products_.edge, a(task.i, task.k),
                                          b(task.k, task.j), copy, arguments);
    executions_.watch(product, task, is_full);
    submit_to_starpu(product);
}

/// Each goes to the keeper as soon as can be, so that its memory is free for others. Those that come behind all
/// products are fetched as all that a task reads.
void Submission::add_copies(Tile& tile, std::uint32_t i, std::uint32_t j) {
    const starpu_data_handle_t c = product_.c(i, j);
    for (; !tile.copies.empty(); tile.copies.pop_back()) {
        const Copy& copy = tile.copies.back();
        if (copy.number == 0) {
            continue;
        }
        if (reduction_ && !adds_behind_all()) {
            move(copy.handle, runtime_.nodes()[reduction_->keeper(i, j)].id);
        }
        starpu_task* addition = make_add_task(additions_.codelet, copy.handle, c, add_);
        executions_.watch(addition, {i, j, 0, nullptr, copy.number, sched::Work::add});
        submit_to_starpu(addition);
        starpu_data_unregister_submit(copy.handle);
    }
    tile.copies.push_back({0, c});
}

void Submission::submit_to_starpu(starpu_task* task) {
    if (const int refused = starpu_task_submit(task); refused != 0) {
        starpu_task_destroy(task);
        throw RunFailure(fmt::format("StarPU refuses a task (error {})", refused));
    }
}

} // namespace tangram::apps
