/// The entry point of the command for real machines; main_simulated.cpp is the
/// simulated one's.

#include "apps/command/commands.hpp"

int main(int argc, char** argv) {
    return tangram::apps::run_command_line(argc, argv);
}
