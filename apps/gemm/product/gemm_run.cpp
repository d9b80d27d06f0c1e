#include "apps/gemm/product/gemm_run.hpp"

#include "apps/gemm/product/drift.hpp"
#include "apps/gemm/product/executions.hpp"
#include "apps/gemm/product/prefetch.hpp"
#include "apps/gemm/product/prepared_product.hpp"
#include "apps/gemm/product/run_report.hpp"
#include "apps/gemm/product/run_warnings.hpp"
#include "apps/gemm/product/schedule_in_force.hpp"
#include "apps/gemm/product/scheduled_product.hpp"
#include "apps/gemm/product/submission.hpp"
#include "apps/gemm/runtime/matrix_access.hpp"
#include "apps/gemm/runtime/tiles.hpp"

#include <algorithm>
#include <cstdint>

#include <starpu.h>

namespace tangram::apps {

namespace {

/// Waits for all tasks, even if one could not be submitted: they point at what an
/// exception would destroy.
class AllTasksDone {
  public:
    AllTasksDone() = default;
    ~AllTasksDone() { starpu_task_wait_for_all(); }
    AllTasksDone(const AllTasksDone&) = delete;
    AllTasksDone& operator=(const AllTasksDone&) = delete;
};

/// One product, planned and ready to run.
template <class T> class GemmRun {
  public:
    GemmRun(Runtime& runtime, const Product<T>& product, const GemmOptions& options)
        : runtime_(runtime), product_(product), options_(options),
          prepared_(prepare(runtime, outline(product), options)) {}

    GemmReport run() {
        warn_of_nodes_behind(runtime_, prepared_, options_.notify);
        warn_of_misfit(prepared_, options_);
        warn_of_few_tiles(runtime_, prepared_, outline(product_).size, options_);
        MatrixAccess access = matrix_access();
        TiledMatrix a(const_cast<T*>(product_.a.data), product_.a.ld, sizeof(T), product_.transa, {product_.m, tile()},
                      {product_.k, tile()}, access.is_staged());
        TiledMatrix b(const_cast<T*>(product_.b.data), product_.b.ld, sizeof(T), product_.transb, {product_.k, tile()},
                      {product_.n, tile()}, access.is_staged());
        Executions executions(options_.progress);
        SharedC shared_c(precision_of<T>(), executions);
        TiledMatrix c(product_.c.data, product_.c.ld, sizeof(T), Transpose::no, {product_.m, tile()},
                      {product_.n, tile()}, access.is_staged());
        const TiledProduct product = tiled(a, b, c);
        Submission submission(runtime_, product, prepared_.speeds, plan().reduction,
                              plan().shares_c ? &shared_c : nullptr, runtime_.links_are_independent(), executions);

        GemmReport report = report_of_plan(prepared_, outline(product_), runtime_.policy_name());
        runtime_.take_transferred_bytes(); // what came before is not ours
        std::optional<ScheduleInForce> schedule;
        if (runtime_.strategy()) {
            schedule.emplace(*sched::starpu::Adapter::current(),
                             scheduled_product(runtime_, prepared_.planned, plan()));
        }
        carry_out(product, submission, executions, c, access.is_staged(), report);
        if (schedule) {
            const sched::starpu::ScheduleReport schedule_report = schedule->end();
            if (!Runtime::is_simulated()) { // where clocks stand still inside a policy
                report.scheduling_seconds = schedule_report.scheduling_seconds;
            }
            report.decisions = schedule_report.decisions;
        }
        report.bytes_by_link = runtime_.take_transferred_bytes();
        submission.rethrow_failure();
        access.rethrow_failure();
        a.unregister(); // StarPU must be done with A and B before they are unlocked
        b.unregister();
        report.page_locking_seconds = access.end();
        report.staging_threads = access.staging_threads();
        warn_of_lost_memory(runtime_, matrix_bytes(), options_.notify);
        add_run(report, prepared_, outline(product_), runtime_.nodes());
        if (!Runtime::is_simulated()) { // where models are the truth
            runtime_.measured_speeds().add(precision_of<T>(), prepared_.full, measured_tiles(report.nodes));
        }
        return report;
    }

  private:
    static ProductOutline outline(const Product<T>& product) {
        return {{product.m, product.n, product.k}, precision_of<T>(), product.beta != T{0}, product.swapped};
    }

    [[nodiscard]] const sched::ProductPlan& plan() const { return prepared_.plan; }
    [[nodiscard]] std::int64_t tile() const { return prepared_.choice.tile; }

    /// Of A, B and C.
    [[nodiscard]] double matrix_bytes() const {
        return static_cast<double>(product_.m * product_.k + product_.k * product_.n + product_.m * product_.n) *
               sizeof(T);
    }

    [[nodiscard]] MatrixAccess matrix_access() const {
        const std::vector<PinnedMatrices::Extent> matrices{
            PinnedMatrices::extent(product_.a), PinnedMatrices::extent(product_.b), PinnedMatrices::extent(product_.c)};
        const ProductCost cost{matrix_bytes(), prepared_.bounds.bytes, prepared_.bounds.seconds};
        return {runtime_, options_.host_memory, matrices, cost, options_.notify};
    }

    [[nodiscard]] TiledProduct tiled(const TiledMatrix& a, const TiledMatrix& b, const TiledMatrix& c) const {
        return {a,
                b,
                c,
                precision_of<T>(),
                product_.transa,
                product_.transb,
                static_cast<double>(product_.alpha),
                static_cast<double>(product_.beta),
                prepared_.full};
    }

    /// Where no product accumulates in C itself, C is one of the copies that are added, and none applies beta: in all
    /// tiles that workers have copies of, and in those that nodes share as in the paper.
    void scale_what_is_added_to() const {
        if (plan().shares_c) {
            scale(product_.c, product_.beta);
        }
        for (std::uint32_t i = 0; plan().reduction && i < prepared_.grid.rows; ++i) {
            for (std::uint32_t j = 0; j < prepared_.grid.columns; ++j) {
                if (plan().reduction->all_are_auxiliary(i, j)) {
                    scale(tile_of_c(i, j), product_.beta);
                }
            }
        }
    }

    [[nodiscard]] MatrixView<T> tile_of_c(std::int64_t i, std::int64_t j) const {
        MatrixView<T> c = product_.c;
        const std::int64_t row = i * tile();
        const std::int64_t column = j * tile();
        c.data = &c(row, column);
        c.rows = std::min(tile(), c.rows - row);
        c.columns = std::min(tile(), c.columns - column);
        return c;
    }

    /// All tasks, and C home.
    void carry_out(const TiledProduct& product, Submission& submission, Executions& executions, TiledMatrix& c,
                   bool staged, GemmReport& report) const {
        if (options_.progress != nullptr) {
            options_.progress->begin(report.tasks);
        }
        const std::vector<sched::Task> all = plan().tasks();
        const double start = starpu_timing_now();
        if (product_.beta != T{1} && !Runtime::is_simulated()) {
            scale_what_is_added_to();
        }
        {
            std::optional<Prefetch> prefetch;
            if (!plan().bytes_to_prefetch.empty()) {
                prefetch.emplace(runtime_, product, plan(), staged);
                executions.tell(
                    [&](const TaskRun& run) { prefetch->product_ended(starpu_worker_get_memory_node(run.worker)); });
            }
            const AllTasksDone done;
            for (const sched::Task& task : all) {
                if (prefetch) {
                    prefetch->request(task, plan().allocation()->owner_of_product(task.i, task.j, task.k));
                }
                submission.submit(task);
            }
            submission.submit_additions();
        }
        executions.tell({});
        const double computed = starpu_timing_now();
        bring_home(c);
        const double home = starpu_timing_now();
        if (options_.progress != nullptr) {
            options_.progress->end();
        }
        report.timeline = executions.timeline(start);
        report.seconds = (computed - start) * 1e-6;
        report.seconds_total = (home - start) * 1e-6;
    }

    /// All copies at once, then wait for each.
    void bring_home(TiledMatrix& c) const {
        for (std::int64_t i = 0; i < prepared_.grid.rows; ++i) {
            for (std::int64_t j = 0; j < prepared_.grid.columns; ++j) {
                starpu_data_prefetch_on_node(c(i, j), STARPU_MAIN_RAM, 1);
            }
        }
        c.unregister();
    }

    Runtime& runtime_;
    const Product<T>& product_;
    const GemmOptions& options_;
    PreparedProduct prepared_;
};

} // namespace

template <class T> GemmReport run_gemm(Runtime& runtime, const Product<T>& product, const GemmOptions& options) {
    return GemmRun<T>(runtime, product, options).run();
}

template GemmReport run_gemm<float>(Runtime&, const Product<float>&, const GemmOptions&);
template GemmReport run_gemm<double>(Runtime&, const Product<double>&, const GemmOptions&);

} // namespace tangram::apps
