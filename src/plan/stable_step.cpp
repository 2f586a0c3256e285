#include "plan/stable_step.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "case/schema/schema.hpp"
#include "time/coefficients.hpp"

namespace lobatto::plan {

std::optional<std::string> decay_fault(const cases::Case& c, const std::string& name, double rate) {
  const double limit = time::decay_limit(c.time_order);
  if (!c.dt || rate * *c.dt <= limit) return std::nullopt;
  return fmt::format(
      "time.dt = {:.6g} is unstable: {} * dt is {:.4g}, and time.order = {} bears {:.4g}; expected "
      "{} of at most {:.4g}, or time.dt of at most {:.4g}",
      *c.dt, name, rate * *c.dt, c.time_order, limit, name, limit / *c.dt, limit / rate);
}

double decay_rate(const cases::Case& c) {
  double rate = 0;
  for (const cases::ExplicitDecay& decay : c.explicit_decay) rate += decay.rate;
  return rate;
}

double longest_step(const cases::Case& c, double rate_of_mesh) {
  const double given = c.max_dt.value_or(cases::unbounded), rate = decay_rate(c) + rate_of_mesh;
  return rate > 0 ? std::min(given, 0.5 * time::decay_limit(c.time_order) / rate) : given;
}

}  // namespace lobatto::plan
