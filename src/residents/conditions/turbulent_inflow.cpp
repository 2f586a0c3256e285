// boundary.<face>.turbulence: fluctuations that are added to a given velocity.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <span>

#include "physics/conditions/turbulence/synthetic_turbulence.hpp"
#include "plan/describe.hpp"
#include "residents/case_values.hpp"
#include "residents/residents.hpp"

namespace lobatto::residents {

namespace {

/// Means of products of velocity components, of place; none: 0.
struct Stresses {
  cases::Expression uu, vv, ww;
  std::optional<cases::Expression> uv = {}, uw = {}, vw = {};
};

struct Turbulence : physics::TurbulentWaves::Settings {
  std::optional<cases::Expression> intensity = {};  ///< root mean square of each component
  std::optional<Stresses> stress = {};              ///< instead of it
  std::string where = {};                           ///< of the key that gives one of the two
};

/// In the order of physics::ReynoldsStress; null: zero.
constexpr std::array stress_names{"uu", "vv", "ww", "uv", "uw", "vw"};
using StressTexts = std::array<const cases::Expression*, 6>;
StressTexts stresses_of(const Stresses& stress) {
  const auto at = [](const std::optional<cases::Expression>& text) {
    return text ? &*text : nullptr;
  };
  return {&stress.uu, &stress.vv, &stress.ww, at(stress.uv), at(stress.uw), at(stress.vw)};
}

const cases::Table<Stresses>& stress_table() {
  const auto key = [](const char* name, const char* example, const char* description) {
    const bool is_square = name[0] == name[1];
    return cases::Key{
        .path = std::string("boundary.<face>.turbulence.stress.") + name,
        .required = is_square,
        .range = is_square ? cases::Range{0, cases::unbounded, false, false} : cases::Range{},
        .default_text = is_square ? "" : "0",
        .example = example,
        .description = description};
  };
  static const cases::Table<Stresses> table{
      {.path = "boundary.<face>.turbulence.stress",
       .description = "instead of intensity: the Reynolds stresses, each of the place, in units of "
                      "velocity squared"},
      {{&Stresses::uu, key("uu", "\"0.01*(1 - y^2)\"", "mean square of u")},
       {&Stresses::vv, key("vv", "\"0.003*(1 - y^2)\"", "mean square of v")},
       {&Stresses::ww, key("ww", "\"0.005*(1 - y^2)\"", "mean square of w")},
       {&Stresses::uv, key("uv", "\"-0.002*y*(1 - y^2)\"", "mean of u v")},
       {&Stresses::uw, key("uw", "0", "mean of u w")},
       {&Stresses::vw, key("vw", "0", "mean of v w")}}};
  return table;
}

const cases::Table<Turbulence>& turbulence_table() {
  static const cases::Table<Turbulence> table{
      {.path = "boundary.<face>.turbulence",
       .description = "fluctuations added to the given velocity: random waves without divergence "
                      "or net flux, isotropic where the intensity is uniform"},
      {{&Turbulence::intensity,
        {.path = "boundary.<face>.turbulence.intensity",
         .range = {0, cases::unbounded, false, false},
         .default_text = "none",
         .example = "\"0.1*(1 - y^8)\"",
         .description = "root mean square of each component, in units of velocity, of the place; 0 "
                        "at walls"}},
       {&Turbulence::stress, stress_table()},
       {&Turbulence::length,
        {.path = "boundary.<face>.turbulence.length",
         .required = true,
         .range = cases::positive,
         .example = "0.3",
         .description = "longitudinal integral length"}},
       {&Turbulence::convection,
        {.path = "boundary.<face>.turbulence.convection",
         .required = true,
         .example = "[1, 0, 0]",
         .description = "velocity that carries the waves, which do not change, through the face"}},
       {&Turbulence::n_waves,
        {.path = "boundary.<face>.turbulence.waves",
         .range = {1, 100000, false, false},
         .example = "400",
         .description = "number of waves"}},
       {&Turbulence::seed,
        {.path = "boundary.<face>.turbulence.seed",
         .range = {0, 1e9, false, false},
         .example = "7",
         .description = "another one gives other waves; the same one the same, on any number of "
                        "ranks and after restarts"}}},
      [](const cases::Section& section, Turbulence& turbulence) {
        turbulence.where = section.where(turbulence.stress ? "stress" : "intensity");
      }};
  return table;
}

void check_turbulence(const cases::Section& table, const cases::Case& c,
                      const Turbulence& turbulence) {
  const auto check_place = [&](const cases::Section& in, const char* key,
                               const cases::Expression& expression) {
    if (!in.has(key) || in.is_refused(key)) return;
    if (expression.depends_on_time())
      in.report(key, "depends on the time t; expected a function of the place alone");
  };
  if (turbulence.intensity) check_place(table, "intensity", *turbulence.intensity);
  if (turbulence.stress) {
    const auto stresses = stresses_of(*turbulence.stress);
    for (std::size_t i = 0; i < stresses.size(); ++i)
      if (stresses[i] != nullptr) check_place(table.table("stress"), stress_names[i], *stresses[i]);
  }
  const bool is_periodic =
      !c.periodic.empty() ||
      (c.map && std::ranges::any_of(c.axes, [](const mesh::Axis& axis) { return axis.periodic; }));
  const char* key = turbulence.stress ? "stress" : "intensity";
  if (c.plane && table.has(key) && !table.is_refused(key))
    table.report(key, "turbulence has three dimensions; expected no mesh.plane, or no turbulence");
  if (is_periodic && table.has(key) && !table.is_refused(key))
    table.report(key,
                 "turbulence needs periodic directions to be those of a box that is not moved");
}

std::string text_of(const Turbulence& turbulence) {
  const auto& stress = turbulence.stress;
  return fmt::format(
      " with turbulence {}, length {:.6g}",
      stress ? fmt::format("of stresses uu {}, vv {}, ww {}", plan::shortened(stress->uu.text()),
                           plan::shortened(stress->vv.text()), plan::shortened(stress->ww.text()))
             : plan::shortened(turbulence.intensity->text()),
      turbulence.length);
}

void read_turbulent_inflow(const cases::Section& face, cases::FaceCondition& condition,
                           cases::Case& c) {
  if (!face.has("turbulence")) return;
  std::vector<Turbulence> list(1);
  Turbulence& turbulence = list.front();
  turbulence_table().read_below(face, turbulence);
  if (!face.has_or_misspells("velocity"))
    face.report("turbulence", "has no meaning without 'velocity', to which it is added");
  check_turbulence(face.table("turbulence"), c, turbulence);
  if (turbulence.intensity || turbulence.stress) condition.said += text_of(turbulence);
  condition.values.set(std::move(list));
}

/// What is wrong with six stresses, [stress][point]; empty where some velocity has them everywhere.
std::string fault_of_stresses(const Turbulence& turbulence, const space::Points& points,
                              std::span<const std::vector<double>> stresses) {
  for (std::size_t q = 0; q < points.x.size(); ++q) {
    physics::ReynoldsStress here;
    for (std::size_t s = 0; s < here.size(); ++s) here[s] = stresses[s][q];
    if (physics::stress_factor(here, physics::negligible_stress(turbulence.convection))) continue;
    const auto& [uu, vv, ww, uv, uw, vw] = here;
    return fmt::format(
        "{}: at x = {}, y = {}, z = {} no velocity has uu = {}, vv = {}, ww = {}, uv = {}, uw = "
        "{}, vw = {}; expected a tensor without negative eigenvalues: uv^2 at most uu vv, uw^2 at "
        "most uu ww, vw^2 at most vv ww, and a determinant of at least 0",
        turbulence.where, points.x[q], points.y[q], points.z[q], uu, vv, ww, uv, uw, vw);
  }
  return {};
}

void look_at_turbulent_inflow(const cases::Case& c, CaseValues& values) {
  for (const cases::FaceCondition& face : c.faces)
    for (const Turbulence& turbulence : face.values.of<Turbulence>()) {
      const auto boundary = values.boundary(face.boundary);
      if (boundary && turbulence.stress)
        values.look_at_sides(
            stresses_of(*turbulence.stress), turbulence.where, *boundary,
            [&](const space::Points& points, std::span<const std::vector<double>> stresses) {
              return fault_of_stresses(turbulence, points, stresses);
            });
      if (boundary && turbulence.intensity)
        values.look_at_sides(*turbulence.intensity, *boundary, cases::Range{.lower = 0});
    }
}

/// A stress that no velocity can have is zero here; the check of values reports it.
physics::SyntheticTurbulence::FactorOfPlace factor_of_place(Formulas& formulas,
                                                            const Turbulence& given) {
  if (given.intensity)
    return [intensity = formulas.function(*given.intensity)](const space::Points& points,
                                                             std::span<physics::StressFactor> out) {
      std::vector<double> values(out.size());
      intensity(points, 0, values);
      std::ranges::transform(values, out.begin(), physics::isotropic_factor);
    };
  std::array<space::SpaceTimeFunction, 6> stresses;
  std::ranges::transform(stresses_of(*given.stress), stresses.begin(), [&](const auto* text) {
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

std::shared_ptr<physics::SyntheticTurbulence> fluctuations_of(const FaceContext& context,
                                                              const Turbulence& given,
                                                              const physics::VectorFunction& mean) {
  physics::TurbulentWaves::Settings settings = given;
  for (int d = 0; d < 3; ++d)
    if (const auto& axis = context.the_case.axes[d]; axis.periodic)
      settings.periods[d] = axis.length();
  return std::make_shared<physics::SyntheticTurbulence>(
      settings, factor_of_place(context.formulas, given), mean, context.fluid, context.boundary);
}

/// A mean of the place is kept with the fluctuations.
void add_to_mean_of_place(const FaceContext& context, const Turbulence& given,
                          physics::VelocityBoundaryCondition& face) {
  const auto fluctuations = fluctuations_of(context, given, face.velocity);
  for (int d = 0; d < 3; ++d)
    face.velocity[d] = [fluctuations, d](const space::Points& points, double t,
                                         std::span<double> out) {
      std::ranges::fill(out, 0.0);
      fluctuations->add(d, points, t, out);
    };
}

void add_to_mean(const FaceContext& context, const Turbulence& given,
                 physics::VelocityBoundaryCondition& face) {
  const auto fluctuations = fluctuations_of(context, given, {});
  for (int d = 0; d < 3; ++d) {
    if (face.of_solution[d])
      face.of_solution[d] = [mean = face.of_solution[d], fluctuations, d](
                                const space::Points& points, double t,
                                std::span<const double* const> velocity,
                                std::span<const double* const> scalars, std::span<double> out) {
        mean(points, t, velocity, scalars, out);
        fluctuations->add(d, points, t, out);
      };
    else
      face.velocity[d] = [mean = face.velocity[d], fluctuations, d](
                             const space::Points& points, double t, std::span<double> out) {
        mean(points, t, out);
        fluctuations->add(d, points, t, out);
      };
  }
}

void complete_turbulent_inflow(const FaceContext& context,
                               physics::VelocityBoundaryCondition& face) {
  for (const Turbulence& given : context.condition.values.of<Turbulence>()) {
    if (is_of_place(context.condition.expressions))
      add_to_mean_of_place(context, given, face);
    else
      add_to_mean(context, given, face);
    face.depends_on_time = true;
  }
}

}  // namespace

Resident turbulent_inflow() {
  Resident resident{{.keys = turbulence_table().keys(),
                     .groups = {{"boundary.<face>.turbulence",
                                 cases::Group::Need::exactly_one,
                                 {"intensity", "stress"}}},
                     .on_velocity = {.read = read_turbulent_inflow}}};
  resident.complete = complete_turbulent_inflow;
  resident.look_at = look_at_turbulent_inflow;
  resident.supports = also(solved_flow, {Trait::low_mach});
  resident.example =
      "x_min = { velocity = [\"4*y*(1 - y)\", 0, 0], turbulence = { intensity = \"y*(1 - y)\", "
      "length = 0.3, convection = [1, 0, 0], waves = 30 } }\n";
  return resident;
}

}  // namespace lobatto::residents
