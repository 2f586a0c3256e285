#include "run/setup/flow_parts.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <vector>

#include "case/tables/inflow.hpp"
#include "physics/conditions/synthetic_turbulence.hpp"

namespace lobatto::run {

namespace {

/// A stress that no velocity has is zero here: the check of values tells of it.
physics::SyntheticTurbulence::FactorOfPlace factor_of_place(residents::Formulas& formulas,
                                                            const cases::TurbulenceCase& given) {
  if (given.intensity)
    return [intensity = formulas.function(*given.intensity)](const space::Points& points,
                                                             std::span<physics::StressFactor> out) {
      std::vector<double> values(out.size());
      intensity(points, 0, values);
      std::ranges::transform(values, out.begin(), physics::isotropic_factor);
    };
  std::array<space::SpaceTimeFunction, 6> stresses;
  std::ranges::transform(cases::stresses_of(*given.stress), stresses.begin(),
                         [&](const auto* text) {
                           return text ? formulas.function(*text) : space::SpaceTimeFunction{};
                         });
  return [stresses, negligible = physics::negligible_stress(given.convection)](
             const space::Points& points, std::span<physics::StressFactor> out) {
    std::array<std::vector<double>, 6> values;
    for (std::size_t s = 0; s < values.size(); ++s) {
      values[s].resize(out.size());
      if (stresses[s]) stresses[s](points, 0, values[s]);
    }
    for (std::size_t q = 0; q < out.size(); ++q) {
      physics::ReynoldsStress stress;
      for (std::size_t s = 0; s < stress.size(); ++s) stress[s] = values[s][q];
      out[q] = physics::stress_factor(stress, negligible).value_or(physics::StressFactor{});
    }
  };
}

std::shared_ptr<physics::SyntheticTurbulence> turbulence_of(
    residents::Formulas& formulas, const cases::Case& the_case, const cases::TurbulenceCase& given,
    const physics::VectorFunction& mean, const space::FunctionSpace& space, int boundary) {
  physics::TurbulentWaves::Settings settings = given;
  for (int d = 0; d < 3; ++d)
    if (the_case.axes[d].periodic) settings.periods[d] = the_case.axes[d].length();
  return std::make_shared<physics::SyntheticTurbulence>(settings, factor_of_place(formulas, given),
                                                        mean, space, boundary);
}

}  // namespace

void add_turbulence(residents::Formulas& formulas, const cases::Case& the_case,
                    const cases::FaceCondition& condition, const space::FunctionSpace& space,
                    int boundary, physics::VelocityFace& face) {
  const bool is_steady = residents::is_of_place(*condition.given_velocity);
  const auto turbulence =
      turbulence_of(formulas, the_case, *condition.turbulence,
                    is_steady ? face.velocity : physics::VectorFunction{}, space, boundary);
  for (int d = 0; d < 3; ++d) {
    if (is_steady)
      face.velocity[d] = [turbulence, d](const space::Points& points, double t,
                                         std::span<double> out) {
        std::ranges::fill(out, 0.0);
        turbulence->add(d, points, t, out);
      };
    else if (face.of_solution[d])
      face.of_solution[d] = [mean = face.of_solution[d], turbulence, d](
                                const space::Points& points, double t,
                                std::span<const double* const> velocity,
                                std::span<const double* const> scalars, std::span<double> out) {
        mean(points, t, velocity, scalars, out);
        turbulence->add(d, points, t, out);
      };
    else
      face.velocity[d] = [mean = face.velocity[d], turbulence, d](const space::Points& points,
                                                                  double t, std::span<double> out) {
        mean(points, t, out);
        turbulence->add(d, points, t, out);
      };
  }
  face.depends_on_time = true;
}

}  // namespace lobatto::run
