#include "run/origin/beginnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <utility>
#include <vector>

#include "run/origin/nek_fields.hpp"

namespace lobatto::run {

namespace {

/// The block of scalar s of the case: by its name where the file has names, but one scalar alone
/// needs none; else by its place among the scalars. Empty where the file has no such name.
std::string block_of(const io::NekFieldHeader& header, const cases::Case& the_case, std::size_t s) {
  if (!header.neko || header.neko->scalar_names.empty()) return io::scalar_block(s);
  const auto& names = header.neko->scalar_names;
  if (names.size() == 1 && the_case.scalars.size() == 1) return io::scalar_block(0);
  const auto found = std::ranges::find(names, the_case.scalars[s].name);
  if (found == names.end()) return {};
  return io::scalar_block(static_cast<std::size_t>(found - names.begin()));
}

/// What a run does about blocks that are missing or too many.
std::string notes(const io::NekFieldHeader& header, const Simulation& simulation) {
  std::string text;
  const auto note = [&text](const std::string& line) { text += "\nnote: " + line; };
  if (header.pressure_on_own_mesh)
    note("its pressure is on nodes of its own and is not taken; the pressure begins with zero");
  else if (!header.has("P"))
    note("it has no pressure (P); the pressure begins with zero");
  const auto& scalars = simulation.the_case().scalars;
  for (std::size_t s = 0; s < scalars.size(); ++s)
    if (const std::string block = block_of(header, simulation.the_case(), s); !header.has(block))
      note(fmt::format("it has no {}; {} begins as the case says",
                       block.empty() ? scalars[s].name : block, scalars[s].name));
  for (const std::string& block : header.blocks) {
    const auto is_of_case = [&](std::size_t s) {
      return block_of(header, simulation.the_case(), s) == block;
    };
    const bool is_scalar = block == "T" || block.starts_with('S');
    if (is_scalar &&
        std::ranges::none_of(std::views::iota(std::size_t{0}, scalars.size()), is_of_case))
      note(fmt::format("its {} is left out; this case has {} scalar{}", header.name_of(block),
                       scalars.size(), scalars.size() == 1 ? "" : "s"));
  }
  return text;
}

space::Field read_scalar(const NekFields& file, const std::string& block) {
  auto fields = file.read(block);
  return std::move(fields[0]);
}

}  // namespace

std::string load_nek_field(Simulation& simulation, const std::filesystem::path& file,
                           bool interpolate) {
  const auto& space = simulation.space();
  const NekFields fields(file, space, interpolate);
  const auto& header = fields.header();
  const auto velocity = fields.read("U");
  const bool takes_pressure = header.has("P") && !header.pressure_on_own_mesh;
  const auto pressure = takes_pressure ? read_scalar(fields, "P") : space.make_field();
  std::vector<space::Field> scalars;
  physics::EquationSystem::Fields state{{velocity[0], velocity[1], velocity[2]}, pressure, {}, {}};
  const std::size_t n_scalars = simulation.the_case().scalars.size();
  scalars.reserve(n_scalars);
  for (std::size_t s = 0; s < n_scalars; ++s) {
    const std::string block = block_of(header, simulation.the_case(), s);
    const bool is_there = header.has(block);
    if (is_there) scalars.push_back(read_scalar(fields, block));
    state.scalars.push_back(is_there ? std::span<const double>(scalars.back())
                                     : std::span<const double>());
  }
  begin_with(simulation, header.time, header.step, state);
  const std::size_t n_parts = fields.file().n_parts();
  const std::string parts = n_parts == 1 ? "" : fmt::format(", in {} files", n_parts);
  return fmt::format(
      "begins anew with the fields of {}: step {}, t = {:.6g}, {} of {} elements "
      "of order {} in {} precision{}; {}{}",
      fields.file().name(), header.step, header.time, header.code(), header.n_elements,
      header.n[0] - 1, header.word_size == 8 ? "double" : "single", parts, fields.how_found(),
      notes(header, simulation));
}

}  // namespace lobatto::run
