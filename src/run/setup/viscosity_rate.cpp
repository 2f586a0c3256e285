#include "run/setup/viscosity_rate.hpp"

#include <fmt/format.h>

#include "case/stable_step.hpp"
#include "physics/terms/spectral_viscosity.hpp"
#include "time/coefficients.hpp"

namespace lobatto::run {

double viscosity_rate(const cases::Case& the_case, const space::FunctionSpace& space) {
  const bool has_one =
      the_case.filter && the_case.filter->kind == physics::FilterKind::spectral_viscosity;
  return has_one ? physics::spectral_viscosity_rate(*the_case.filter, space.fluid()) : 0;
}

std::optional<std::string> find_unstable_viscosity(const cases::Case& the_case,
                                                   const space::FunctionSpace& space) {
  const double of_viscosity = viscosity_rate(the_case, space);
  if (!the_case.dt || of_viscosity == 0) return std::nullopt;
  const double limit = time::decay_limit(the_case.time_order), dt = *the_case.dt;
  const double others = cases::decay_rate(the_case), rate = of_viscosity + others;
  if (rate * dt <= limit) return std::nullopt;
  const double most = the_case.filter->velocity * (limit / dt - others) / of_viscosity;
  return fmt::format(
      "{}: {:.6g} with time.dt = {:.6g} is unstable: on this mesh it lets modes decay at rates up "
      "to {:.4g}, which times dt is {:.4g}, and time.order = {} bears {:.4g}; expected {}time.dt "
      "of at most {:.4g}",
      the_case.place("filter.velocity"), the_case.filter->velocity, dt, rate, rate * dt,
      the_case.time_order, limit,
      most > 0 ? fmt::format("a velocity of at most {:.4g}, or ", most) : "", limit / rate);
}

}  // namespace lobatto::run
