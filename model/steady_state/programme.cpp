#include "model/steady_state/programme.hpp"

#include <algorithm>

namespace tangram::model::steady_state {

namespace {

/// More jobs than any schedule does in a time unit: what all processors would do of the task that they do least often
/// together.
Rational most_jobs(const std::vector<std::vector<std::optional<Rational>>>& times) {
    std::optional<Rational> least;
    for (std::size_t task = 0; task < times.front().size(); ++task) {
        Rational sum;
        for (const auto& of_processor : times) {
            if (of_processor[task]) {
                sum += 1 / *of_processor[task];
            }
        }
        least = least ? std::min(*least, sum) : sum;
    }
    return *least;
}

} // namespace

Programme::Programme(const Problem& problem) : problem_(problem), times_(durations(problem)) {
    add_activities();
    add_capacities();
    add_conservation();
    count_jobs();
}

std::size_t Programme::new_column(const Rational& upper) {
    linear_.objective.emplace_back();
    linear_.upper.push_back(upper);
    return linear_.objective.size() - 1;
}

void Programme::add_activities() {
    const auto& [platform, tree, gather, ends] = problem_;
    const Rational most = most_jobs(times_);
    for (std::size_t p = 0; p < platform.processors.size(); ++p) {
        auto& of_processor = computed_.emplace_back();
        for (std::size_t t = 0; t < tree.tasks.size(); ++t) {
            of_processor.push_back(times_[p][t] ? Column(new_column(1 / *times_[p][t])) : Column());
        }
        made_.push_back(is_master(platform, p) ? Column(new_column(most)) : Column());
        const bool may_end = gather ? *gather == p : ends == Ends::joint;
        ended_.push_back(may_end ? Column(new_column(most)) : Column());
    }
    for (const Link& link : platform.links) {
        auto& of_link = sent_.emplace_back();
        for (const File& file : tree.files) {
            // No file goes in circles in some optimal solution, so that none passes a link more than once for a job.
            of_link.push_back(may_send(problem_, link, file) ? Column(new_column(most)) : Column());
        }
    }
}

void Programme::add_capacities() {
    const auto& [platform, tree, gather, ends] = problem_;
    for (const Capacity& capacity : capacities(platform)) {
        LinearProgramme::Row row{{}, false, 1};
        if (capacity.kind == Capacity::Kind::cpu) {
            for (std::size_t t = 0; t < tree.tasks.size(); ++t) {
                if (const Column column = computed_[capacity.which][t]) {
                    row.entries.push_back({*column, *times_[capacity.which][t]});
                }
            }
        } else {
            for (std::size_t l = 0; l < platform.links.size(); ++l) {
                const Rational time = time_per_data(platform, capacity, l);
                for (std::size_t f = 0; f < tree.files.size() && time > 0; ++f) {
                    if (sent_[l][f] && tree.files[f].data > 0) {
                        row.entries.push_back({*sent_[l][f], time * tree.files[f].data});
                    }
                }
            }
        }
        linear_.rows.push_back(std::move(row));
    }
}

void Programme::add_conservation() {
    const auto& [platform, tree, gather, ends] = problem_;
    for (std::size_t p = 0; p < platform.processors.size(); ++p) {
        for (std::size_t f = 0; f < tree.files.size(); ++f) {
            if (!tree.files[f].is_output() || gather || ends == Ends::joint) {
                add_conservation(p, f);
            }
        }
    }
}

void Programme::add_conservation(std::size_t processor, std::size_t file) {
    const auto& [platform, tree, gather, ends] = problem_;
    const auto& [from, to, data] = tree.files[file];
    LinearProgramme::Row row{{}, true, 0};
    const auto add = [&](const Column& column, int sign) {
        if (column) {
            row.entries.push_back({*column, sign});
        }
    };
    add(from == outside ? made_[processor] : computed_[processor][from], 1);
    add(to == outside ? ended_[processor] : computed_[processor][to], -1);
    for (std::size_t l = 0; l < platform.links.size(); ++l) {
        if (platform.links[l].from == processor) {
            add(sent_[l][file], -1);
        } else if (platform.links[l].to == processor) {
            add(sent_[l][file], 1);
        }
    }
    if (!row.entries.empty()) {
        linear_.rows.push_back(std::move(row));
    }
}

/// A job is one execution of each leaf, as of each other task: any one may be counted where there is no `end`.
void Programme::count_jobs() {
    const TaskTree& tree = problem_.tree;
    const auto leaf =
        std::find_if(tree.files.begin(), tree.files.end(), [](const File& file) { return file.is_output(); });
    for (std::size_t p = 0; p < problem_.platform.processors.size(); ++p) {
        const bool has_end = problem_.gather || problem_.ends == Ends::joint;
        if (const Column column = has_end ? ended_[p] : computed_[p][leaf->from]) {
            linear_.objective[*column] = 1;
        }
    }
}

LinearProgramme Programme::least_traffic(const Optimum& optimum) const {
    LinearProgramme other = linear_;
    std::vector<Rational> gain = linear_.objective;
    for (std::size_t r = 0; r < linear_.rows.size(); ++r) {
        for (const auto& [column, value] : linear_.rows[r].entries) {
            gain[column] -= value * optimum.prices[r];
        }
        other.rows[r].is_equality = linear_.rows[r].is_equality || optimum.prices[r] > 0;
    }
    for (LinearProgramme::Row& row : other.rows) {
        std::erase_if(row.entries, [&](const LinearProgramme::Entry& entry) { return gain[entry.column] < 0; });
    }
    std::fill(other.objective.begin(), other.objective.end(), Rational(0));
    const auto& [platform, tree, gather, ends] = problem_;
    for (std::size_t l = 0; l < platform.links.size(); ++l) {
        for (std::size_t f = 0; f < tree.files.size(); ++f) {
            if (const Column column = sent_[l][f]) {
                other.objective[*column] = -tree.files[f].data * platform.links[l].c;
            }
        }
    }
    return other;
}

Rates Programme::rates(const std::vector<Rational>& values) const {
    const auto value = [&](const Column& column) { return column ? values[*column] : Rational(0); };
    const auto table = [&](const std::vector<std::vector<Column>>& columns) {
        std::vector<std::vector<Rational>> rows;
        for (const auto& row : columns) {
            std::transform(row.begin(), row.end(), std::back_inserter(rows.emplace_back()), value);
        }
        return rows;
    };
    Rates rates{0, table(computed_), table(sent_)};
    for (std::size_t column = 0; column < values.size(); ++column) {
        rates.throughput += linear_.objective[column] * values[column];
    }
    return rates;
}

std::vector<Rational> Programme::prices(const Optimum& optimum) const {
    const auto count = static_cast<std::ptrdiff_t>(capacities(problem_.platform).size());
    return {optimum.prices.begin(), optimum.prices.begin() + count};
}

} // namespace tangram::model::steady_state
