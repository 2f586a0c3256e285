// [rotation]: a frame that turns with Omega. Its Coriolis force -2 Omega x u is a term of the
// momentum equation; the centrifugal force is a gradient and part of the pressure.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "case/schema_ranges.hpp"
#include "physics/terms/explicit_term.hpp"
#include "run/extensions/table.hpp"

namespace lobatto::run {

namespace {

using Vector = std::array<double, 3>;

struct Rotation {
  Vector rate{};
};

class CoriolisTerm final : public physics::ExplicitTerm {
 public:
  /// velocity: must live as long.
  CoriolisTerm(const Vector& rate, const state::Field& velocity, std::size_t element_size)
      : rate_(rate), velocity_(velocity), element_size_(element_size) {}

  void add_to(const physics::ElementBlock& block, std::span<double* const> e) override {
    std::array<const double*, 3> u;
    for (int d = 0; d < 3; ++d) u[d] = velocity_.at(1, d).data() + block.offset;
    for (int d = 0; d < 3; ++d) {
      const int a = (d + 1) % 3, b = (d + 2) % 3;
      for (std::size_t q = 0; q < block.n_values; ++q)
        e[d][q] += 2 * (rate_[a] * u[b][q] - rate_[b] * u[a][q]);
    }
  }
  /// The velocity is in cache, and the force does no work.
  [[nodiscard]] kernels::Cost cost() const override {
    return {15.0 * static_cast<double>(element_size_), 0.0};
  }

 private:
  Vector rate_;
  const state::Field& velocity_;
  std::size_t element_size_;
};

/// The largest 2 |Omega| dt at which inertial oscillations do not grow, or (orders 1 and 2, which
/// never hold them quite) by at most 1.3e-3 per step: roots of the scheme for y' = i omega y.
double oscillation_limit(int time_order) { return std::array{0.05, 0.2, 0.6}.at(time_order - 1); }

void check(const cases::Section& table, Rotation& rotation, const std::vector<Rotation>&,
           cases::Case& c) {
  if (c.given_flow)
    return table.report("rate", "has no meaning where [flow] gives the velocity: no force acts");
  const double frequency = 2 * std::hypot(rotation.rate[0], rotation.rate[1], rotation.rate[2]);
  if (frequency == 0) return;
  const double longest = oscillation_limit(c.time_order) / frequency;
  if (c.dt && *c.dt > longest)
    table.report("rate", fmt::format("{:.6g} = 2 |rate| with time.dt = {:.6g} is unstable with "
                                     "time.order = {}; expected time.dt of at most {:.4g}",
                                     frequency, *c.dt, c.time_order, longest));
  c.max_dt = std::min(c.max_dt.value_or(cases::unbounded), longest);
}

const cases::Table<Rotation>& rotation_table() {
  static const cases::Table<Rotation> table{
      {.path = "rotation", .description = "A frame that turns: the Coriolis force -2 rate x u"},
      {{&Rotation::rate,
        {.path = "rotation.rate",
         .required = true,
         .example = "[0, 0, 0.5]",
         .description = "the angular velocity of the frame, along the axis that it turns about. "
                        "The pressure holds the centrifugal force, too"}}}};
  return table;
}

void add(const AssemblyContext& context) {
  auto& velocity = context.assembly.velocity;
  for (const Rotation& rotation : context.the_case.extensions.of<Rotation>())
    velocity->add(std::make_unique<CoriolisTerm>(rotation.rate, velocity->field(),
                                                 context.assembly.state.space().element_size()));
}

}  // namespace

Extension rotating_frame() { return {cases::extension_of(rotation_table(), check), add}; }

}  // namespace lobatto::run
