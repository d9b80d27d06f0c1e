#pragma once

/// Every TANGRAM_* variable: its name, default and meaning in one table, shown by `tangram policies`; and their
/// values, which are read once, before StarPU starts, and handed on.

#include "sched/policies/workload.hpp"
#include "sched/zones/reduction.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tangram::sched {

struct Setting {
    std::string_view variable;
    std::string_view fallback; ///< the value when the variable is not set
    std::string_view description;
};

/// Tasks that a worker's node holds in advance, their tiles being fetched (Eyraud-Dubois and Lambert 2018, section
/// 4.3.1: "two tasks in advance to each worker").
inline constexpr Setting window_setting{
    "TANGRAM_WINDOW", "2",
    "tasks that each device's worker holds in advance while their tiles are fetched (with TANGRAM_MODE=paper each "
    "worker); 0 to 1000"};

/// How CPU cores become workers (Eyraud-Dubois and Lambert 2018, section 4.3.2: one worker per socket).
inline constexpr Setting cpu_groups_setting{
    "TANGRAM_CPU_GROUPS", "core",
    "CPU workers: core (one for each core), socket (one for each socket, with all its cores; the default with "
    "TANGRAM_MODE=paper, where neither STARPU_NCPU nor a StarPU that runs says another number) or a number of groups"};

/// Whether all is as in Eyraud-Dubois and Lambert (2018, sections 4.2 and 4.3), as far as that says (Mode).
inline constexpr Setting mode_setting{
    "TANGRAM_MODE", "tangram",
    "products of Tangram's own: paper: strategies as in Eyraud-Dubois and Lambert (2018): own tasks in the order of "
    "submission, thefts of single tasks that are not weighed, tasks in advance for CPU workers, too, CPU workers of a "
    "socket each, an auxiliary tile for each node that shares a tile of C, added behind all products; tangram: with "
    "all that Tangram does beyond it"};

/// In which order a node executes its own tasks (Order).
inline constexpr Setting order_setting{
    "TANGRAM_ORDER", "zone",
    "order of a node's own tasks: zone (slices along k, growing rows and columns together; a node steals only "
    "after its own zone is done, or when its remaining ready tasks are reserved for other nodes) or submission "
    "(row by row; the default with TANGRAM_MODE=paper, which allows no other)"};

/// Without a reduction, tasks on one tile of C wait for each other; whether in the
/// order of k (Eyraud-Dubois and Lambert 2018, section 4.3.2) or in any (StarPU's STARPU_COMMUTE).
inline constexpr Setting commute_setting{
    "TANGRAM_COMMUTE", "0",
    "1: tasks that add to one tile of C run in any order, one at a time; 0: in the order of submission"};

/// Problem::c_factor of plans in three dimensions. Eyraud-Dubois and Lambert (2018, section 6) propose a higher
/// cost on the axis of C, as what a reduction moves is no part of the model.
inline constexpr Setting c_factor_setting{
    "TANGRAM_C_FACTOR", "1",
    "cost of a C tile relative to an A or B tile, in three-dimensional plans: 1 where auxiliary tiles are copied from "
    "device to device, 2 where they go through RAM; 0.01 to 100"};

/// When strategies in two phases change (Beaumont and Marchal 2014, section 3.3).
inline constexpr Setting beta_setting{
    "TANGRAM_BETA", "auto",
    "of ...-2phases (gemm --beta is the factor of C): the second phase starts when a fraction exp(-beta) of the tasks "
    "remains; 0 to 100, or auto: the best by the analysis for the nodes' speeds"};

inline constexpr Setting seed_setting{
    "TANGRAM_SEED", "1",
    "seed of random choices (rand-steal; effective-steal where no task has a tile; ...-outer, ...-matrix); 0 to "
    "2147483647"};

inline constexpr Setting verbose_setting{
    "TANGRAM_VERBOSE", "0",
    "StarPU programs that are not Tangram's: 1: says on stderr, at the end, what structure was found and who executed "
    "the tasks; 0: says nothing"};

inline constexpr Setting report_setting{
    "TANGRAM_REPORT", "",
    "StarPU programs that are not Tangram's: a file for a report in JSON, written when StarPU ends: structures, tasks, "
    "bytes by cause, lower bounds"};

const std::vector<Setting>& settings();

/// Whether the variable is set, and not empty.
bool is_set(const Setting& setting);

/// The variable's value, or its default if it is not set or empty.
std::string value_of(const Setting& setting);

/// How strategies work.
enum class Mode {
    tangram,
    paper, ///< as Eyraud-Dubois and Lambert (2018) describe them
};

/// The values of the table's variables.
struct Settings {
    Mode mode = Mode::tangram;
    std::size_t window = 2;          ///< tasks held in advance for each worker
    std::string cpu_groups = "core"; ///< as it stands in the variable: the GEMM library knows what it means
    Order order = Order::zone;
    bool commutes = false; ///< tasks on one tile of C run in any order
    double c_factor = 1;
    std::optional<double> beta = {}; ///< nothing: auto
    std::uint64_t seed = 1;
    bool verbose = false;
    std::string report = {}; ///< file; empty: none

    bool operator==(const Settings&) const = default;

    /// Throws InvalidInput naming the variable, what it holds and what is allowed. To be called before StarPU starts,
    /// as nothing may be thrown from its callbacks.
    static Settings from_environment();

    /// Tasks held in advance for each worker at home, where the tiles are: they would only be kept from thieves. The
    /// paper has them for each worker (section 4.3.1).
    [[nodiscard]] std::size_t window_at_home() const { return mode == Mode::paper ? window : 0; }

    /// Section 4.3.2 has one for each node that needs it.
    [[nodiscard]] AuxiliaryTiles auxiliary_tiles() const {
        return mode == Mode::paper ? AuxiliaryTiles::of_all : AuxiliaryTiles::of_others;
    }
};

} // namespace tangram::sched
