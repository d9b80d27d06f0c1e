#include "apps/mpi/nodes_output.hpp"

#include "apps/command/output.hpp"
#include "partition/svg/svg.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tangram::apps {

void write_outputs(const GemmArguments& arguments, const NodesOutcome& outcome) {
    if (!arguments.draw.empty()) {
        write_output(arguments.draw, partition::draw(drawing_of(outcome)));
    }
    if (!arguments.json.empty()) {
        write_output(arguments.json, text_of(to_json(outcome)));
    }
    if (arguments.json != "-" && arguments.draw != "-") {
        fmt::print("{}", to_text(outcome));
    }
}

} // namespace tangram::apps
