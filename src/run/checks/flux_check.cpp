#include "run/checks/flux_check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace lobatto::run {

namespace {

/// "x_min lets in 1": what passes through one part of the boundary.
std::string describe(const physics::GivenFlux::Part& part, const space::FunctionSpace& space) {
  const auto& name = space.boundaries()[part.boundary].name;
  const double round_off = 1e-12 * (part.in + part.out);
  if (part.in <= round_off) return fmt::format("{} lets out {:.6g}", name, part.out);
  if (part.out <= round_off) return fmt::format("{} lets in {:.6g}", name, part.in);
  return fmt::format("{} lets in {:.6g} and out {:.6g}", name, part.in, part.out);
}

/// Where the case gives the velocity that carries most.
std::string place_of_largest(const cases::Case& the_case, const space::FunctionSpace& space,
                             const physics::GivenFlux& flux) {
  const auto largest = std::ranges::max_element(
      flux.parts, {}, [](const physics::GivenFlux::Part& part) { return part.in + part.out; });
  const auto& name = space.boundaries()[largest->boundary].name;
  const auto condition = std::ranges::find(the_case.faces, name, &cases::FaceCondition::boundary);
  return condition == the_case.faces.end() ? "boundary" : condition->where;
}

/// How the fluxes could be made equal by hand.
std::string advice(const physics::GivenFlux& flux) {
  std::string open = "make one of the boundaries an outflow";
  const double out = 0.5 * (flux.through + flux.net), in = 0.5 * (flux.through - flux.net);
  if (std::min(in, out) <= 1e-12 * flux.through) return open;
  return fmt::format("{}, or multiply the velocities that lead out by {:.15g}", open, in / out);
}

}  // namespace

std::optional<std::string> find_flux_mismatch(const cases::Case& the_case,
                                              const space::FunctionSpace& space,
                                              const physics::FlowSettings& settings, double t) {
  if (!physics::must_balance(settings.faces) || physics::uses_solution(settings.faces))
    return std::nullopt;
  const auto flux = physics::given_flux(space.fluid(), settings.faces, t);
  if (!flux.is_impossible()) return std::nullopt;
  std::vector<std::string> parts;
  for (const auto& part : flux.parts)
    if (part.in + part.out > 0) parts.push_back(describe(part, space));
  return fmt::format(
      "{}: the velocities given on the boundary let more volume {} than {}, at t = {:g}: {}; the "
      "difference, {:.3g}, is {:.2g} of all that passes through, and no boundary is an outflow. No "
      "incompressible flow can do that; {}",
      place_of_largest(the_case, space, flux), flux.net > 0 ? "out" : "in",
      flux.net > 0 ? "in" : "out", t, fmt::join(parts, ", "), std::abs(flux.net),
      std::abs(flux.net) / flux.through, advice(flux));
}

std::optional<std::string> describe_small_mismatch(const Simulation& simulation) {
  constexpr double round_off = 1e-12;
  const auto& space = simulation.space().fluid();
  if (!physics::must_balance(simulation.settings().faces)) return std::nullopt;
  if (physics::uses_solution(simulation.settings().faces))
    return "note: velocities given on the boundary use the solution, and no boundary is an "
           "outflow: "
           "whether as much volume flows in as out is not checked; the pressure's equation leaves "
           "a "
           "difference out, and the divergence shows it";
  const auto flux =
      physics::given_flux(space, simulation.settings().faces, simulation.state().time());
  const double mismatch = std::abs(flux.on_nodes);
  if (!(mismatch > round_off * flux.through)) return std::nullopt;
  return fmt::format(
      "note: on the nodes of this mesh the velocities given on the boundary let {:.2g} more volume "
      "{} than {}, {:.1e} of all that passes through; the pressure's equation leaves that out, and "
      "the divergence has a mean of {:.1e}",
      mismatch, flux.on_nodes > 0 ? "out" : "in", flux.on_nodes > 0 ? "in" : "out",
      mismatch / flux.through, mismatch / space.volume());
}

std::optional<std::string> FluxWatch::look(const cases::Case& the_case,
                                           const space::FunctionSpace& space,
                                           const physics::FlowSettings& settings,
                                           const physics::StepReport& report) {
  if (!report.flux_mismatch || !(*report.flux_mismatch > 2 * found_right_)) return std::nullopt;
  found_right_ = *report.flux_mismatch;
  return find_flux_mismatch(the_case, space, settings, report.time);
}

}  // namespace lobatto::run
