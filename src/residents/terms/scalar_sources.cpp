// scalar[].source: what a scalar gains per time, of place, time and the solution.
#include <fmt/format.h>
#include "plan/describe.hpp"

#include "residents/case_values.hpp"
#include "residents/residents.hpp"

namespace lobatto::residents {

namespace {

struct ScalarSource {
  std::size_t scalar;  ///< in Case::scalars
  cases::Expression rate;
};

void read_scalar_sources(const cases::Section& root, cases::Case& c) {
  std::vector<ScalarSource> sources;
  const auto tables = root.tables("scalar");
  for (std::size_t s = 0; s < tables.size(); ++s)
    if (const auto rate = tables[s].expression("source")) {
      sources.push_back({s, *rate});
      c.scalars[s].said += ", source " + plan::shortened(rate->text());
    }
  c.extensions.set(std::move(sources));
}

void look_at_scalar_sources(const cases::Case& c, CaseValues& values) {
  for (const ScalarSource& source : c.extensions.of<ScalarSource>())
    values.look_at_scalar_source(source.rate, 0.0);
}

void set_scalar_sources(const cases::Case& c, Formulas& formulas, const space::FunctionSpace& space,
                        physics::FlowSettings& settings) {
  for (const ScalarSource& source : c.extensions.of<ScalarSource>()) {
    if (source.rate.depends_on_solution())
      refuse_linearised(c, fmt::format("scalar[{}].source", source.scalar));
    settings.scalars[source.scalar].source = formulas.scalar_source(source.rate, space);
  }
}

}  // namespace

Resident scalar_sources() {
  Resident resident{
      {.keys = {{.path = "scalar[].source",
                 .kind = cases::Kind::expression,
                 .variables = cases::Variables::source,
                 .example = "\"w\"",
                 .description = "source per time; may use the velocity u, v, w, the scalars by "
                                "name, the gradient dudx, dudy, ... dwdz, that of a scalar, "
                                "dheatdx, dheatdy, dheatdz of heat, and shear_rate"}},
       .read = read_scalar_sources}};
  resident.look_at = look_at_scalar_sources;
  resident.set = set_scalar_sources;
  resident.supports = also(any_or_linearised, {Trait::moving_mesh, Trait::low_mach});
  resident.example = "source = \"w - 0.1*heat*dudx\"\n";
  return resident;
}

}  // namespace lobatto::residents
