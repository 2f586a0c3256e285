#include "case/tables/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "case/expressions/expression.hpp"
#include "case/schema/schema.hpp"
#include "physics/conditions/turbulence/isotropic_turbulence.hpp"

namespace lobatto::cases {

const Table<InitialTurbulence>& initial_turbulence_table() {
  static const Table<InitialTurbulence> table{
      {.path = "initial.turbulence",
       .description = "isotropic turbulence in a box that is periodic along x, y and z, added to "
                      "the velocity: waves of random phases without divergence"},
      {{&InitialTurbulence::spectrum,
        {.path = "initial.turbulence.spectrum",
         .required = true,
         .range = {0, unbounded, false, false},
         .variables = Variables::wave_number,
         .example = "\"0.02*k^4*exp(-2*(k/3)^2)\"",
         .description = "energy per mass and wave number, E(k) of the wave number k in radians per "
                        "length; its integral is half of the mean square of the velocity"}},
       {&InitialTurbulence::n_shells,
        {.path = "initial.turbulence.modes",
         .required = true,
         .range = {1, 1000, false, false},
         .example = "16",
         .description =
             "waves along the shortest side of the box, at most: k reaches 2 pi (modes + "
             "1/2) over that side"}},
       {&InitialTurbulence::seed,
        {.path = "initial.turbulence.seed",
         .range = {0, 1e9, false, false},
         .example = "7",
         .description = "another one gives other phases; the same one the same large waves on any "
                        "mesh, any number of ranks and with any `modes`"}}}};
  return table;
}

namespace {

/// Waves that the nodes of each direction can tell apart, as waves along the shortest side.
int most_shells(const Case& c, double shortest) {
  double most = INFINITY;
  for (const auto& axis : c.axes)
    most = std::min(most, std::floor(0.5 * axis.n_elements() * c.order * shortest / axis.length()));
  return static_cast<int>(most);
}

/// E at the points that the shells are integrated with; reports the first that cannot be.
std::vector<double> energies_of(const Section& table, const Case& c, double width) {
  const InitialTurbulence& turbulence = *c.initial_turbulence;
  const Expression& expression = turbulence.spectrum;
  if (expression.depends_on_time())
    table.report("spectrum", "depends on the time t; expected a function of the wave number k");
  std::string fault;
  const auto spectrum = [&](double k) {
    double value = 0;
    const std::span<const double> input(&k, 1);
    (void)expression.evaluate({&input, 1}, 0.0, {&value, 1});
    if (fault.empty() && !(std::isfinite(value) && value >= 0))
      fault =
          fmt::format("the value is {:.6g} at k = {:.6g}; expected values of at least 0", value, k);
    return value;
  };
  auto energies = physics::shell_energies(spectrum, width, turbulence.n_shells);
  if (!fault.empty()) table.report("spectrum", fault);
  return energies;
}

}  // namespace

void complete_initial_turbulence(const Section& table, Case& c) {
  if (!c.initial_turbulence || table.is_refused("spectrum") || table.is_refused("modes")) return;
  if (c.plane)
    return table.report("spectrum",
                        "turbulence at the start has three dimensions; expected no "
                        "mesh.plane, or a velocity");
  const bool is_box = !c.mesh_file && !c.map &&
                      std::ranges::all_of(c.axes, [](const auto& axis) { return axis.periodic; });
  if (!is_box)
    return table.report("spectrum",
                        "turbulence at the start needs a box that is periodic along x, y and z and "
                        "not moved");
  if (std::ranges::any_of(c.axes, [](const auto& axis) { return axis.ticks.empty(); })) return;
  const double shortest = std::min({c.axes[0].length(), c.axes[1].length(), c.axes[2].length()});
  const int most = most_shells(c, shortest);
  if (c.initial_turbulence->n_shells > most)
    return table.report("modes", fmt::format("{} are more than the nodes of the mesh can tell "
                                             "apart; expected at most {}",
                                             c.initial_turbulence->n_shells, most));
  c.initial_turbulence->shell_energies = energies_of(table, c, 2 * std::numbers::pi / shortest);
}

}  // namespace lobatto::cases
