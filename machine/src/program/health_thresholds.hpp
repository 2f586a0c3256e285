#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "machine/results/measurement.hpp"
#include "machine/results/thresholds.hpp"

namespace lobatto::program {

/// Reads demands on measurements, a table each: [stream_triad] at_least = "10 GB/s", within = "10
/// %". `known` are all quantities that can be measured. Throws base::Error that lists every mistake
/// with file, line and the nearest spelling.
std::vector<machine::Threshold> read_thresholds(const std::filesystem::path& file,
                                                const std::vector<machine::Measurand>& known);

/// The same of a text; `file` is for the places.
std::vector<machine::Threshold> parse_thresholds(const std::string& text, const std::string& file,
                                                 const std::vector<machine::Measurand>& known);

}  // namespace lobatto::program
