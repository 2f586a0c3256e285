// [stability]: the flow that the case begins with is a base flow, and what the run computes are
// small perturbations of it: the modes that grow fastest. Or it looks for a base flow.
#include <fmt/format.h>

#include <memory>
#include <utility>
#include <vector>

#include "physics/adjoint_flow.hpp"
#include "physics/linearised.hpp"
#include "plan/describe.hpp"
#include "residents/residents.hpp"
#include "residents/stability/kinds.hpp"

namespace lobatto::residents {

using stability::BaseFlowSettings;
using stability::ModeSettings;
using stability::OtdSettings;
using stability::ResolventSettings;
using stability::SearchKind;

namespace {

void check_stability(const cases::Section& table, StabilityKeys& stability,
                     const std::vector<StabilityKeys>&, cases::Case& c) {
  if (table.is_refused("kind") || table.is_refused("method")) return;
  check_stability_keys(table, stability);
  if (c.steady) table.report("kind", "has no meaning beside time.steady");
  if (stability.kind == StabilityKind::base_flow) return check_base_flow(table, stability, c);
  if (stability.kind == StabilityKind::otd) return check_otd(table, stability, c);
  if (stability.kind == StabilityKind::resolvent) return check_resolvent(table, stability, c);
  check_modes(table, stability, c);
}

template <class Settings>
std::string lines_of(const cases::Case& c) {
  std::string text;
  for (const Settings& settings : c.extensions.of<Settings>())
    text += plan::line("stability", describe(settings));
  return text;
}

std::string describe_stability(const cases::Case& c) {
  return lines_of<ModeSettings>(c) + lines_of<ResolventSettings>(c) + lines_of<OtdSettings>(c) +
         lines_of<BaseFlowSettings>(c);
}

void set_linearised(const cases::Case& c, Formulas& /*formulas*/,
                    const space::FunctionSpace& /*space*/, physics::FlowSettings& settings) {
  const auto* perturbation = perturbation_of(c);
  if (perturbation == nullptr) return;
  settings = physics::linearised(
      std::move(settings), perturbation->wave_number,
      perturbation->is_periodic ? std::make_shared<physics::BaseOrbit>() : nullptr);
  for (const ModeSettings& s : c.extensions.of<ModeSettings>())
    if (s.kind != SearchKind::modes) physics::check_adjoint(settings);
  if (c.extensions.of<ResolventSettings>().empty()) return;
  physics::check_adjoint(settings);
  settings = physics::forced(std::move(settings));
}

void check_stability_on_mesh(const cases::Case& c, const space::FunctionSpace& space,
                             cases::Problems& problems) {
  if (space.rotation() != nullptr && perturbation_of(c) != nullptr)
    problems.add_placed(fmt::format(
        "{}: perturbations are not computed where periodic sides are a rotation (by {}); expected "
        "the mesh of the full circle",
        c.place("stability"), mesh::text_of(*space.rotation())));
}

}  // namespace

Resident stability_search() {
  Resident resident{cases::extension_of(stability_table(), check_stability)};
  resident.in_case_file.describe = describe_stability;
  resident.set = set_linearised;
  resident.check_on_mesh = check_stability_on_mesh;
  resident.supports = {Trait::moved_box, Trait::mesh_file, Trait::linearised};
  resident.reasons = {
      {Trait::prescribed_velocity, "no flow is solved for"},
      {Trait::variable_coefficients, "the viscosity of the perturbation is that of the flow"},
      {Trait::characteristics, "its steps are the derivative of extrapolated ones"}};
  resident.example = "[stability]\nkind = \"modes\"\nmodes = 1\nkrylov_vectors = 4\n";
  return resident;
}

}  // namespace lobatto::residents
