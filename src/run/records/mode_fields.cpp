#include "run/records/mode_fields.hpp"

#include <fmt/format.h>

#include "io/vtk/vtkhdf_writer.hpp"
#include "lobatto/version.hpp"

namespace lobatto::run {

ModeFields::ModeFields(const Simulation& simulation) : simulation_(simulation) {
  snapshot_.provenance = {{"version", version::number},
                          {"git", version::git},
                          {"case", simulation.the_case().source_text},
                          {"wave_number", fmt::format("{}", simulation.settings().wave_number)}};
}

void ModeFields::add(std::span<const double> vector, const std::string& suffix) {
  if (vector.empty()) return;
  std::vector<space::Field> parts;
  const std::size_t size = simulation_.space().size();
  for (std::size_t first = 0; first < vector.size(); first += size)
    parts.push_back(simulation_.space().in_layer(vector.subspan(first, size)));
  const auto& kept = parts_.emplace_back(std::move(parts));
  snapshot_.fields.push_back({"velocity" + suffix, {kept[0], kept[1], kept[2]}});
  for (std::size_t s = 3; s < kept.size(); ++s)
    snapshot_.fields.push_back(
        io::named(simulation_.the_case().scalars[s - 3].name + suffix, kept[s]));
}

void ModeFields::add_scalar(const std::string& name, const std::vector<double>& field) {
  std::vector<space::Field> parts;
  parts.push_back(simulation_.space().in_layer(field));
  snapshot_.fields.push_back(io::named(name, parts_.emplace_back(std::move(parts)).front()));
}

}  // namespace lobatto::run
