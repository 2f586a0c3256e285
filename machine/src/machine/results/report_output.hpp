#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "machine/results/report.hpp"

namespace lobatto::machine {

/// For people: a block of lines for each test, with minimum, maximum, average and standard
/// deviation over the places, and the places that fall behind. `details`: all rows.
std::string format_table(const Report& report, bool details);

/// {"ranks", "nodes", "hosts", "cores": [{"rank", "host", "core"}], "budget", "seconds", "rows",
/// "skipped", "failures"}. A row: "test", "name", "unit", "better", "per", "places", "repeats",
/// "minimum", "maximum", "average", "standard_deviation", "median", with counted traffic
/// "gbs_average", then "outliers" and "values" as [{"rank", "partner", "host", "value"}]; values
/// also have all their "repeats".
nlohmann::ordered_json as_json(const Report& report, std::span<const Failure> failures);

}  // namespace lobatto::machine
