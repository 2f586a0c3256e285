// [filter]: damping of the highest modes of each element, by a relaxation, by a filter of each new
// level, or by a viscosity.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "case/schema/schema.hpp"
#include "physics/terms/relaxation.hpp"
#include "physics/terms/spectral_viscosity.hpp"
#include "physics/terms/step_filter.hpp"
#include "plan/describe.hpp"
#include "plan/stable_step.hpp"
#include "residents/residents.hpp"
#include "time/coefficients.hpp"

namespace lobatto::residents {

namespace {

enum class FilterKind {
  relaxation,  ///< a force -chi (phi - F phi)
  step,        ///< each new level becomes F phi
  /// a force div(Q nu grad phi), with Q of the highest modes and nu = velocity * width / order
  spectral_viscosity,
};

struct Filter {
  FilterKind kind = FilterKind::relaxation;
  double chi = 5;        ///< 1 / time, of relaxation
  double weight = 0.05;  ///< the part of the highest mode that a step takes
  int n_modes = 2;
  bool of_scalars = true;
  double velocity = 1;  ///< of spectral viscosity
};

const cases::Words<FilterKind>& kind_words() {
  static const cases::Words<FilterKind> words{
      {FilterKind::relaxation, "relaxation"},
      {FilterKind::step, "explicit"},
      {FilterKind::spectral_viscosity, "spectral-viscosity"}};
  return words;
}

/// What tells how strong each kind is.
struct Strength {
  FilterKind kind;
  const char* key;
  const char* missing;  ///< none: there is a default
};
constexpr std::array strengths{
    Strength{FilterKind::relaxation, "chi",
             "missing; expected a number above 0, such as 5.0: the rate at which the highest mode "
             "decays"},
    Strength{FilterKind::step, "weight", nullptr},
    Strength{FilterKind::spectral_viscosity, "velocity",
             "missing; expected a number above 0, such as the root mean square of the velocity: "
             "that times the length of an element over its order is the viscosity"}};

/// The strength of one kind of filter beside the word of another does nothing.
void check_strength(const cases::Section& table, Filter& filter) {
  if (table.is_refused("kind")) return;
  const auto& own = *std::ranges::find(strengths, filter.kind, &Strength::kind);
  for (const auto& other : strengths)
    if (other.kind != filter.kind && table.has(other.key))
      table.report(other.key,
                   fmt::format("has no meaning with kind = \"{}\"; '{}' sets its strength",
                               word_of(kind_words(), filter.kind), own.key));
  if (own.missing != nullptr && !table.has_or_misspells(own.key))
    table.report(own.key, own.missing);
}

const cases::Table<Filter>& filter_table() {
  static const cases::Table<Filter> table{
      {.path = "filter",
       .description = "Damping of the highest modes of each element, where the mesh is too coarse "
                      "for the flow"},
      {{cases::worded(&Filter::kind, kind_words()),
        {.path = "filter.kind",
         .refused = {{"hpfrt", "that high-pass filter is called \"relaxation\" here"}},
         .example = "\"relaxation\"",
         .description =
             "relaxation: a force -chi (u - F u) with the low-pass filter F, as HPFRT of "
             "Nek5000 and NekRS; explicit: u becomes F u after each step; spectral-viscosity: a "
             "viscosity that the highest modes feel alone"}},
       {&Filter::n_modes,
        {.path = "filter.modes",
         .range = cases::counting_things,
         .default_text = "2; half the order for spectral-viscosity",
         .example = "2",
         .description = "modes per direction that are damped, the highest more than the others; at "
                        "most the order less 2"}},
       {&Filter::chi,
        {.path = "filter.chi",
         .range = cases::positive,
         .default_text = "none",
         .example = "5.0",
         .description = "of relaxation: the rate at which the highest mode decays, in 1 / time"}},
       {&Filter::weight,
        {.path = "filter.weight",
         .range = {0, 1, true, false},
         .example = "0.05",
         .description = "of explicit: the part of the highest mode that a step takes away"}},
       {&Filter::velocity,
        {.path = "filter.velocity",
         .range = cases::positive,
         .default_text = "none",
         .example = "0.1",
         .description =
             "of spectral-viscosity: U of the viscosity U h / N of the highest modes, in "
             "elements of length h and order N"}},
       {&Filter::of_scalars,
        {.path = "filter.scalars",
         .example = "false",
         .description = "whether scalars are filtered too"}}},
      check_strength};
  return table;
}

void check_modes(const cases::Section& table, const Filter& filter, const cases::Case& c) {
  const int most = c.order - 2;
  if (filter.n_modes <= most) return;
  table.report("modes",
               most < 1 ? fmt::format("a filter needs mesh.order of at least 3, found {}", c.order)
                        : fmt::format("{} are too many with mesh.order = {}; expected at "
                                      "most {}, so that parabolas pass",
                                      filter.n_modes, c.order, most));
}

void check_relaxation(const cases::Section& table, const Filter& filter, cases::Case& c) {
  c.explicit_decay.push_back({"filter.chi", filter.chi});
  if (const auto fault = plan::decay_fault(c, "chi", filter.chi))
    table.report("chi", fmt::format("{:.6g} with {}", filter.chi, *fault));
}

void check_filter(const cases::Section& table, Filter& filter, const std::vector<Filter>&,
                  cases::Case& c) {
  if (filter.kind == FilterKind::spectral_viscosity && !table.has("modes"))
    filter.n_modes = std::max(1, c.order / 2);
  check_modes(table, filter, c);
  if (filter.kind == FilterKind::relaxation) check_relaxation(table, filter, c);
  if (filter.kind == FilterKind::step && !c.solids.empty())
    table.report("kind",
                 "the explicit filter does not know solids; with [[solid]] take \"relaxation\"");
}

std::string strength_text(const Filter& filter, const cases::Case& c) {
  if (filter.kind == FilterKind::step) return fmt::format("weight {:.6g}", filter.weight);
  if (filter.kind == FilterKind::spectral_viscosity)
    return fmt::format("viscosity {:.6g} h / {}", filter.velocity, c.order);
  return fmt::format("chi {:.6g}, chi dt {}{:.4g}", filter.chi, c.dt ? "" : "at most ",
                     filter.chi * c.dt.value_or(plan::longest_step(c)));
}

std::string describe_filter(const cases::Case& c) {
  std::string text;
  for (const Filter& filter : c.extensions.of<Filter>()) {
    const bool of_scalars = filter.of_scalars && !c.scalars.empty();
    text += plan::line(
        "filter",
        fmt::format("{} of the highest {} of velocity{}, {}", word_of(kind_words(), filter.kind),
                    plan::counted(filter.n_modes, "mode"), of_scalars ? " and scalars" : "",
                    strength_text(filter, c)));
  }
  return text;
}

/// What is wrong with a viscosity that lets modes decay at this rate, and the step of the case.
std::string viscosity_fault(const Filter& filter, double of_viscosity, const cases::Case& c) {
  if (!c.dt) return "";
  const double limit = time::decay_limit(c.time_order), dt = *c.dt;
  const double others = plan::decay_rate(c), rate = of_viscosity + others;
  if (rate * dt <= limit) return "";
  const double most = filter.velocity * (limit / dt - others) / of_viscosity;
  return fmt::format(
      "{}: {:.6g} with time.dt = {:.6g} is unstable: on this mesh it lets modes decay at rates up "
      "to {:.4g}, which times dt is {:.4g}, and time.order = {} bears {:.4g}; expected {}time.dt "
      "of at most {:.4g}",
      c.place("filter.velocity"), filter.velocity, dt, rate, rate * dt, c.time_order, limit,
      most > 0 ? fmt::format("a velocity of at most {:.4g}, or ", most) : "", limit / rate);
}

DecayOnMesh decay_on_mesh(const cases::Case& c, const space::FunctionSpace& space) {
  DecayOnMesh decay;
  for (const Filter& filter : c.extensions.of<Filter>())
    if (filter.kind == FilterKind::spectral_viscosity) {
      decay.rate = physics::spectral_viscosity_rate(filter.n_modes, filter.velocity, space.fluid());
      decay.fault = viscosity_fault(filter, decay.rate, c);
    }
  return decay;
}

void add_step_filter(const Filter& filter, physics::Assembly& assembly) {
  const auto end = std::make_shared<physics::StepFilter>(filter.n_modes, filter.weight,
                                                         assembly.state.space(), assembly.profiler);
  for (const auto& field : assembly.explicit_part.carried())
    if (filter.of_scalars || field->field().kind().is_vector) field->add_at_end(end);
}

void add_damping(const Filter& filter, const space::FunctionSpace& fluid,
                 physics::CarriedField& field) {
  if (filter.kind == FilterKind::relaxation)
    field.add(std::make_unique<physics::RelaxationTerm>(filter.n_modes, filter.chi, field.field(),
                                                        fluid));
  else
    field.add(std::make_unique<physics::SpectralViscosityTerm>(filter.n_modes, filter.velocity,
                                                               field.field(), fluid));
}

void add_filter(const AssemblyContext& context) {
  physics::Assembly& assembly = context.assembly;
  const space::FunctionSpace& fluid = assembly.state.space().fluid();
  for (const Filter& filter : context.the_case.extensions.of<Filter>()) {
    if (filter.kind == FilterKind::step) return add_step_filter(filter, assembly);
    if (assembly.velocity != nullptr) add_damping(filter, fluid, *assembly.velocity);
    if (filter.of_scalars)
      for (auto* scalar : assembly.scalars) add_damping(filter, fluid, *scalar);
  }
}

}  // namespace

Resident filter() {
  Resident resident{cases::extension_of(filter_table(), check_filter), add_filter};
  resident.in_case_file.describe = describe_filter;
  resident.decay_on_mesh = decay_on_mesh;
  resident.supports = any_flow;
  resident.example = "[filter]\nkind = \"relaxation\"\nchi = 5\n";
  return resident;
}

}  // namespace lobatto::residents
