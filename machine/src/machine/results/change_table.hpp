#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "machine/results/baseline.hpp"

namespace lobatto::machine {

/// For people: what has changed, largest first, what cannot be compared, and how many rows have
/// not changed.
std::string format_changes(std::span<const Change> changes);

/// [{"measurement", "unit", "before", "now", "ratio", "verdict"}], the verdict one of "unchanged",
/// "better", "worse" and "not compared", this with a "note".
nlohmann::ordered_json changes_as_json(std::span<const Change> changes);

}  // namespace lobatto::machine
