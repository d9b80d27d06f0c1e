#include "model/steady_state/whole_jobs.hpp"

#include "model/steady_state/files.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace tangram::model::steady_state {

namespace {

/// Where a file goes from each processor, so that the tree behind it is as wide as possible.
struct Routes {
    std::vector<Integer> width;                  ///< by processor: jobs; 0: nowhere
    std::vector<std::optional<std::size_t>> via; ///< by processor: a link; nothing: it is read or ends here
};

std::vector<std::vector<Integer>> zeros(const std::vector<std::vector<Integer>>& like) {
    return std::vector(like.size(), std::vector<Integer>(like.empty() ? 0 : like.front().size()));
}

class Packing {
  public:
    Packing(const Problem& problem, Counts at_most)
        : problem_(problem), files_(files_in_order(problem.tree)),
          left_(std::move(at_most)), taken_{zeros(left_.computed), zeros(left_.sent)}, routes_(files_.size()) {}

    /// Takes all whole jobs whose outputs end at some of these processors.
    void take_all(const std::vector<bool>& ends);

    [[nodiscard]] const Counts& taken() const { return taken_; }

  private:
    [[nodiscard]] Integer width_of_task(std::size_t processor, std::size_t task) const;
    [[nodiscard]] Routes routes(std::size_t file, const std::vector<bool>& ends) const;
    [[nodiscard]] bool widen(std::size_t file, Routes& routes) const;
    void take(std::size_t master, const Integer& jobs);

    const Problem& problem_;
    std::vector<std::size_t> files_; ///< in order
    Counts left_;
    Counts taken_;
    std::vector<Routes> routes_; ///< by file
};

Integer Packing::width_of_task(std::size_t processor, std::size_t task) const {
    Integer width = left_.computed[processor][task];
    for (const std::size_t file : outputs_of(problem_.tree, task)) {
        width = std::min(width, routes_[file].width[processor]);
    }
    return width;
}

/// Those of the files behind it must be known.
Routes Packing::routes(std::size_t file, const std::vector<bool>& ends) const {
    const File& sent = problem_.tree.files[file];
    Routes routes;
    routes.via.resize(problem_.platform.processors.size());
    Integer made; // no tree is for more jobs
    for (std::size_t p = 0; p < ends.size() && sent.is_output(); ++p) {
        made += left_.computed[p][sent.from];
    }
    for (std::size_t p = 0; p < ends.size(); ++p) {
        routes.width.push_back(!sent.is_output() ? width_of_task(p, sent.to) : ends[p] ? made : Integer(0));
    }
    while (widen(file, routes)) {
    }
    return routes;
}

/// By one more hop. Whether any route became wider.
bool Packing::widen(std::size_t file, Routes& routes) const {
    bool changed = false;
    for (std::size_t l = 0; l < problem_.platform.links.size(); ++l) {
        const auto& [from, to, c, resources] = problem_.platform.links[l];
        const Integer& width = std::min(left_.sent[l][file], routes.width[to]);
        if (width > routes.width[from]) {
            routes.width[from] = width;
            routes.via[from] = l;
            changed = true;
        }
    }
    return changed;
}

void Packing::take_all(const std::vector<bool>& ends) {
    const std::vector<Integer>& from = routes_[files_.front()].width;
    while (true) {
        for (std::size_t behind = files_.size(); behind > 0; --behind) {
            const std::size_t file = files_[behind - 1];
            routes_[file] = routes(file, ends);
        }
        const auto& masters = problem_.platform.masters;
        const std::size_t widest = *std::max_element(masters.begin(), masters.end(),
                                                     [&](std::size_t a, std::size_t b) { return from[a] < from[b]; });
        if (from[widest] == 0) {
            return;
        }
        take(widest, from[widest]);
    }
}

void Packing::take(std::size_t master, const Integer& jobs) {
    std::vector<std::size_t> processor_of_task(problem_.tree.tasks.size());
    for (const std::size_t file : files_) {
        const auto& [made_by, read_by, data] = problem_.tree.files[file];
        std::size_t at = made_by == outside ? master : processor_of_task[made_by];
        while (const std::optional<std::size_t> link = routes_[file].via[at]) {
            left_.sent[*link][file] -= jobs;
            taken_.sent[*link][file] += jobs;
            at = problem_.platform.links[*link].to;
        }
        if (read_by != outside) {
            processor_of_task[read_by] = at;
            left_.computed[at][read_by] -= jobs;
            taken_.computed[at][read_by] += jobs;
        }
    }
}

} // namespace

Counts whole_jobs(const Problem& problem, Counts at_most) {
    Packing packing(problem, std::move(at_most));
    const std::size_t processors = problem.platform.processors.size();
    const auto take_at = [&](std::size_t processor) {
        std::vector<bool> ends(processors);
        ends[processor] = true;
        packing.take_all(ends);
    };
    if (problem.gather) {
        take_at(*problem.gather);
        return packing.taken();
    }
    for (std::size_t p = 0; p < processors && problem.ends == Ends::joint; ++p) {
        take_at(p);
    }
    packing.take_all(std::vector(processors, true));
    return packing.taken();
}

} // namespace tangram::model::steady_state
