#pragma once

/// A node that need not exist, given by a few parameters:
/// synthetic:gpus=8,gpu_gflops=1000,link_gbs=12,...

#include "apps/gemm/machines/platform_description.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tangram::apps {

/// Speeds are those of GEMM, for tiles of any size. Each GPU has a link of its own
/// to RAM, and another to a switch between GPUs, each of them one per direction.
struct SyntheticPlatform {
    int gpus = 4;
    std::vector<double> gpu_gflops{1000}; ///< in double precision; one for all, or one for each
    int cpus = 2;                         ///< CPU workers
    double cpu_gflops = 150;              ///< of one CPU worker, in double precision
    double float_factor = 2;              ///< speed of single precision relative to double
    double link_gbs = 12;                 ///< GB/s (10^9) between a GPU and RAM
    double host_gbs = 0;                  ///< GB/s of all transfers from and to RAM together; 0: no such limit
    double p2p_gbs = 0;                   ///< GB/s between a GPU and the other GPUs; 0: they copy through RAM
    int copy_engines = 3;      ///< of a GPU: with up to 2, copies between GPUs take turns with those from RAM
    double latency_us = 10;    ///< of each transfer
    double gpu_memory_gb = 16; ///< GB (10^9) of each GPU
};

inline constexpr std::string_view synthetic_prefix = "synthetic";

/// From "synthetic" or "synthetic:KEY=VALUE,...". A list of speeds is written
/// 1000x4+500x4: four GPUs of 1000 GFlop/s, four of 500; 1000x1 lists one GPU, and
/// 1000 is the speed of as many as gpus says. Throws InvalidInput, naming the key,
/// for what is unknown, given twice, no number or out of range, and for a list that
/// is not as long as gpus says.
SyntheticPlatform parse_synthetic(std::string_view specification);

/// A line for each key: its default, its meaning and its range.
std::string synthetic_help();

PlatformDescription describe(const SyntheticPlatform& platform);

} // namespace tangram::apps
