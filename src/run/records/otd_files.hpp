#pragma once

#include <filesystem>
#include <string>

#include "run/simulation.hpp"

namespace lobatto::run {

/// What the last propagation was of and what it has shown, for people, in a line.
std::string propagation_text(const stability::OtdSearch& search);
/// The exponents, for people.
std::string exponents_text(const stability::OtdSearch& search);
/// exponents.csv, a row for each interval. Collective; throws base::Error on every rank.
void write_exponents(const Simulation& simulation, const std::filesystem::path& folder);
/// A field file for each mode at the end. Collective; throws base::Error on every rank.
void write_otd_modes(const Simulation& simulation, const std::filesystem::path& folder);

}  // namespace lobatto::run
