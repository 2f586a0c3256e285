#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>

#include "machine/results/report.hpp"

namespace lobatto::machine {

/// {"ranks", "nodes", "hosts", "cores": [{"rank", "host", "core"}], "budget", "seconds", "rows",
/// "skipped", "failures"}. A row: "test", "name", "unit", "better", "per", "places", "repeats",
/// "minimum", "maximum", "average", "standard_deviation", "median", with counted traffic
/// "gbs_average", then "outliers" and "values" as [{"rank", "partner", "host", "value"}]; values
/// also have all their "repeats".
nlohmann::ordered_json as_json(const Report& report, std::span<const Failure> failures);

}  // namespace lobatto::machine
