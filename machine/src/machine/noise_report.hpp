#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "machine/noise.hpp"

namespace lobatto::machine {

/// For people: the histogram of all cores, the cores that lose most, and the longest quanta.
std::string format_noise(const NoiseReport& report);

/// {"ranks", "seconds", "lost", "classes": [names], "counts", "rows": [{"rank", "host", "core",
/// "quanta", "fastest_ms", "lost", "worst", "counts"}], "longest": [{"rank", "host", "core",
/// "slowdown", "at"}]}; slowdowns and lost are parts, not percentages.
nlohmann::ordered_json noise_as_json(const NoiseReport& report);

}  // namespace lobatto::machine
