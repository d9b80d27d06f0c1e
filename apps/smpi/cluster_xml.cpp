#include "apps/smpi/cluster_xml.hpp"

#include "base/error.hpp"
#include "base/parsed_number.hpp"

#include <fmt/format.h>
#include <pugixml.hpp>

#include <cstddef>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

namespace tangram::apps {

namespace {

/// The number of the GPU that a host stands for.
std::optional<std::size_t> gpu_number(std::string_view host) {
    constexpr std::string_view cuda = "CUDA";
    return host.starts_with(cuda) ? parsed<std::size_t>(host.substr(cuda.size())) : std::nullopt;
}

/// Whether an element is a GPU from this number on, or a route from or to one.
bool is_of_gpus_from(std::size_t first, const pugi::xml_node& element) {
    for (const char* name : {"id", "src", "dst"}) {
        const std::optional<std::size_t> gpu = gpu_number(element.attribute(name).value());
        if (gpu && *gpu >= first) {
            return true;
        }
    }
    return false;
}

std::size_t count_gpus(const pugi::xml_node& zone) {
    std::size_t gpus = 0;
    for (const pugi::xml_node& host : zone.children("host")) {
        gpus += gpu_number(host.attribute("id").value()) ? 1 : 0;
    }
    return gpus;
}

void leave_out_gpus_from(std::size_t first, pugi::xml_node zone) {
    std::vector<pugi::xml_node> superfluous;
    for (const pugi::xml_node& element : zone.children()) {
        if (is_of_gpus_from(first, element)) {
            superfluous.push_back(element);
        }
    }
    for (const pugi::xml_node& element : superfluous) {
        zone.remove_child(element);
    }
}

void put_before_names(const std::string& prefix, const pugi::xml_node& element) {
    for (const char* name : {"id", "src", "dst"}) {
        if (pugi::xml_attribute attribute = element.attribute(name)) {
            attribute.set_value((prefix + attribute.value()).c_str());
        }
    }
}

/// All but those of properties.
void put_before_all_names(const std::string& prefix, const pugi::xml_node& zone) {
    for (const pugi::xml_node& element : zone.children()) {
        put_before_names(prefix, element);
        for (const pugi::xml_node& link : element.children("link_ctn")) {
            put_before_names(prefix, link);
        }
    }
}

/// The zone of a platform's file.
pugi::xml_node zone_of(const pugi::xml_document& platform) {
    const pugi::xml_node root = platform.child("platform");
    const pugi::xml_node zone = root.child("AS") ? root.child("AS") : root.child("zone");
    if (!zone.child("host")) {
        throw InvalidInput("the platform of a node has no hosts: is it one of StarPU's?");
    }
    return zone;
}

/// Links have the bandwidth and latency that they are given, as on the platform of a node.
void add_settings(pugi::xml_node platform) {
    pugi::xml_node config = platform.append_child("config");
    config.append_attribute("id") = "General";
    for (const auto& [name, value] : {std::pair{"network/TCP-gamma", "-1"}, std::pair{"network/latency-factor", "1"},
                                      std::pair{"network/bandwidth-factor", "1"}, std::pair{"network/weight-S", "0.0"},
                                      std::pair{"network/crosstraffic", "0"}}) {
        pugi::xml_node property = config.append_child("prop");
        property.append_attribute("id") = name;
        property.append_attribute("value") = value;
    }
}

void add_network(const Cluster& cluster, pugi::xml_node root) {
    constexpr double two_links = 2; // from node to node
    pugi::xml_node network = root.append_child("cluster");
    network.append_attribute("id") = "network";
    network.append_attribute("prefix") = "node";
    network.append_attribute("suffix") = "";
    network.append_attribute("radical") = fmt::format("0-{}", cluster.nodes - 1).c_str();
    network.append_attribute("speed") = "1Gf"; // nothing is computed there
    network.append_attribute("bw") = fmt::format("{}Bps", cluster.network.gbs * 1e9).c_str();
    network.append_attribute("lat") = fmt::format("{}s", cluster.network.latency_us * 1e-6 / two_links).c_str();
}

void add_node(const Cluster& cluster, std::size_t rank, const pugi::xml_node& machine, pugi::xml_node root) {
    const pugi::xml_node zone = root.append_copy(machine);
    if (!cluster.gpus.empty()) {
        const std::size_t wanted = cluster.gpus.at(rank);
        if (const std::size_t gpus = count_gpus(zone); wanted > gpus) {
            throw InvalidInput(
                fmt::format("--node-gpus: {} CUDA devices, but a node of {} has {}", wanted, cluster.platform, gpus));
        }
        leave_out_gpus_from(wanted, zone);
    }
    zone.attribute("id") = fmt::format("StarPU-MPI{}", rank).c_str();
    put_before_all_names(fmt::format("StarPU-MPI{}-", rank), zone);
}

} // namespace

std::string cluster_xml(const Cluster& cluster, const std::string& node) {
    pugi::xml_document machine;
    machine.load_string(node.c_str());
    const pugi::xml_node zone = zone_of(machine);
    pugi::xml_document document;
    document.append_child(pugi::node_doctype).set_value("platform SYSTEM \"https://simgrid.org/simgrid.dtd\"");
    pugi::xml_node platform = document.append_child("platform");
    platform.append_attribute("version") = "4";
    add_settings(platform);
    pugi::xml_node root = platform.append_child("AS");
    root.append_attribute("id") = "ASroot";
    root.append_attribute("routing") = "None";
    add_network(cluster, root);
    for (std::size_t rank = 0; rank < cluster.nodes; ++rank) {
        add_node(cluster, rank, zone, root);
    }
    std::ostringstream text;
    document.save(text, " ");
    return text.str();
}

std::string host_list(const Cluster& cluster) {
    std::string hosts;
    for (std::size_t rank = 0; rank < cluster.nodes; ++rank) {
        hosts += fmt::format("node{}\n", rank);
    }
    return hosts;
}

} // namespace tangram::apps
