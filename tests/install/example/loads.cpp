// Three processes of one program, which exchange their loads in memory. The first one takes a snapshot, and selects the
// least loaded of the others.
#include "cluster/exchange/mechanism.hpp"

#include <cstdio>
#include <deque>
#include <vector>

using namespace tangram::exchange;

struct Sent {
    int from;
    Envelope envelope;
};

int main() {
    const Setting setting{.initial = {{0, 500}, {0, 300}, {0, 100}}, .threshold = {0, 50}}; // memory, flops
    std::vector<Mechanism> processes;
    for (int me = 0; me < 3; ++me) {
        processes.emplace_back("snapshot", me, setting); // or "increments", "naive"
    }
    std::deque<Sent> network; // MPI's part in a real program; it must keep the order from one process to another
    const auto send = [&](int from, const std::vector<Envelope>& messages) {
        for (const Envelope& message : messages) {
            network.push_back({from, message});
        }
    };

    send(1, processes[1].vary({0, -250}, false)); // process 1 has done most of its work
    send(0, processes[0].request());
    while (!network.empty()) {
        const auto [from, envelope] = network.front();
        network.pop_front();
        Mechanism& process = processes[envelope.to];
        send(envelope.to, process.receive(from, envelope.message));
        if (process.ready()) {
            const int slave = process.view()[1].flops < process.view()[2].flops ? 1 : 2;
            std::printf("process %d selects %d\n", envelope.to, slave);
            send(envelope.to, process.select(std::vector<Reservation>{{slave, {0, 200}}}));
        }
    }
    return processes[0].view()[1].flops == 250 ? 0 : 1; // 50 left, and the 200 that it was selected for
}
