// [rotation]: a frame that turns with Omega(t) about an axis through a point c. Its Coriolis force
// -2 Omega x u and, where Omega depends on time, the Euler force -dOmega/dt x (r - c) are a term of
// the momentum equation; the centrifugal force is a gradient and part of the pressure.
//
// The Euler force is no gradient, so that the pressure cannot hold it. It is linear in r, which no
// periodic direction allows; with a gradient added it is the same along such a direction, see
// euler_matrix().
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "case/schema/schema.hpp"
#include "kernels/vectors/inner_products.hpp"
#include "physics/terms/explicit_term.hpp"
#include "residents/residents.hpp"

namespace lobatto::residents {

namespace {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

struct Rotation {
  cases::VectorExpression rate;
  Vector point{};
  double time_step = 0;  ///< of the differences that dOmega/dt is made of
};

double length(const Vector& a) { return std::hypot(a[0], a[1], a[2]); }

/// Omega(t) and its derivative.
class Rate {
 public:
  explicit Rate(const Rotation& rotation)
      : components_(rotation.rate), time_step_(rotation.time_step) {}

  [[nodiscard]] bool depends_on_time(int d) const { return components_[d].depends_on_time(); }
  [[nodiscard]] bool depends_on_time() const {
    return depends_on_time(0) || depends_on_time(1) || depends_on_time(2);
  }
  /// Throws base::Error, on every rank alike, where a component is not finite.
  [[nodiscard]] Vector at(double t) const {
    Vector rate;
    for (int d = 0; d < 3; ++d) {
      const auto& component = components_[d];
      if (component.evaluate({}, t, {&rate[d], 1}))
        throw base::Error(
            fmt::format("the rate of [rotation] \"{}\" is {} at t = {}; expected a "
                        "finite number",
                        component.text(), rate[d], t));
    }
    return rate;
  }
  /// By central differences of eighth order.
  [[nodiscard]] Vector derivative(double t) const {
    constexpr std::array weights{4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
    Vector slope{};
    for (std::size_t k = 0; k < weights.size() && depends_on_time(); ++k) {
      const double step = static_cast<double>(k + 1) * time_step_;
      const Vector after = at(t + step), before = at(t - step);
      for (int d = 0; d < 3; ++d) slope[d] += weights[k] / time_step_ * (after[d] - before[d]);
    }
    return slope;
  }

 private:
  cases::VectorExpression components_;
  double time_step_;
};

/// M with the Euler force M (r - c), up to a gradient: -dOmega/dt x r = A r with A antisymmetric,
/// and S r with S symmetric is a gradient. Along a periodic direction k the force must not change,
/// so that S_ik = -A_ik there, which leaves M_ik = 0 and M_ki = 2 A_ki.
Matrix euler_matrix(const Vector& slope, const std::array<bool, 3>& periodic) {
  Matrix m{};
  for (int d = 0; d < 3; ++d) {
    const int a = (d + 1) % 3, b = (d + 2) % 3;
    const auto factor = [&](int i, int k) { return periodic[k] ? 0.0 : periodic[i] ? 2.0 : 1.0; };
    m[a][b] = factor(a, b) * slope[d];
    m[b][a] = -factor(b, a) * slope[d];
  }
  return m;
}

class RotationTerm final : public physics::ExplicitTerm {
 public:
  /// state and velocity must live as long.
  RotationTerm(const Rotation& rotation, const cases::Case& c, const state::State& state,
               const state::Variable& velocity)
      : rate_(rotation), point_(rotation.point), state_(state), velocity_(velocity) {
    for (int d = 0; d < 3; ++d) periodic_[d] = c.axes[d].periodic;
  }

  void begin(double t) override {
    now_ = rate_.at(t);
    if (rate_.depends_on_time()) euler_ = euler_matrix(rate_.derivative(t), periodic_);
  }
  void add_to(const physics::ElementBlock& block, std::span<double* const> e) override {
    std::array<const double*, 3> u;
    for (int d = 0; d < 3; ++d) u[d] = velocity_.at(1, d).data() + block.offset;
    for (int d = 0; d < 3; ++d) {
      const int a = (d + 1) % 3, b = (d + 2) % 3;
      for (std::size_t q = 0; q < block.n_values; ++q)
        e[d][q] += 2 * (now_[a] * u[b][q] - now_[b] * u[a][q]);
    }
    if (!rate_.depends_on_time()) return;
    set_euler_force(block, euler_);
    for (int d = 0; d < 3; ++d)
      for (std::size_t q = 0; q < block.n_values; ++q) e[d][q] -= force_[d][q];
  }
  /// The velocity is in cache.
  [[nodiscard]] kernels::Cost cost() const override {
    return {(rate_.depends_on_time() ? 36.0 : 15.0) * n_values(), 0.0};
  }

  /// Of the Euler force: that of Coriolis does no work. Element by element, so that the sum does
  /// not depend on how many there are in a block.
  [[nodiscard]] double power(const physics::ElementBlock& block,
                             const std::array<const double*, 3>& mass_u) override {
    if (!rate_.depends_on_time()) return 0;
    set_euler_force(block, euler_at(state_.time()));
    const std::size_t size = state_.space().element_size();
    double power = 0;
    for (std::size_t q = 0; q < block.n_values; q += size) {
      double of_element = 0;
      for (int d = 0; d < 3; ++d)
        of_element += kernels::inner_product(force_[d].data() + q, mass_u[d] + q, size);
      power += of_element;
    }
    return power;
  }
  [[nodiscard]] kernels::Cost power_cost() const override {
    return {(rate_.depends_on_time() ? 24.0 : 0.0) * n_values(), 0.0};
  }

 private:
  [[nodiscard]] double n_values() const {
    return static_cast<double>(state_.space().element_size());
  }
  /// Of the time of level 0, once for all blocks.
  const Matrix& euler_at(double t) {
    if (t != power_time_) power_euler_ = euler_matrix(rate_.derivative(t), periodic_);
    power_time_ = t;
    return power_euler_;
  }
  void set_euler_force(const physics::ElementBlock& block, const Matrix& euler) {
    state_.space().element_points(block.first, block.n_elements, places_);
    for (int d = 0; d < 3; ++d) {
      const int a = (d + 1) % 3, b = (d + 2) % 3;
      force_[d].resize(block.n_values);
      for (std::size_t q = 0; q < block.n_values; ++q)
        force_[d][q] =
            euler[d][a] * (places_[a][q] - point_[a]) + euler[d][b] * (places_[b][q] - point_[b]);
    }
  }

  Rate rate_;
  Vector point_;
  std::array<bool, 3> periodic_{};
  const state::State& state_;
  const state::Variable& velocity_;
  Vector now_{};    ///< Omega of level 1
  Matrix euler_{};  ///< of level 1
  double power_time_ = std::numeric_limits<double>::quiet_NaN();
  Matrix power_euler_{};
  std::array<std::vector<double>, 3> places_, force_;  ///< of a block
};

/// The largest 2 |Omega| dt at which inertial oscillations do not grow, or (orders 1 and 2, which
/// never hold them quite) by at most 1.3e-3 per step: roots of the scheme for y' = i omega y.
double oscillation_limit(int time_order) { return std::array{0.05, 0.2, 0.6}.at(time_order - 1); }

/// When the run ends, as far as the case says.
double end_of(const cases::Case& c) {
  if (c.end_time) return *c.end_time;
  return c.dt && c.steps ? *c.dt * static_cast<double>(*c.steps) : 0;
}

/// Of a rate that depends on time, as far as so many times from start to end show it.
struct Largest {
  double rate = 0, time = 0;
};

Largest largest_of(const Rate& rate, double end) {
  Largest found;
  const int n = rate.depends_on_time() ? 1000 : 0;
  for (int i = 0; i <= n; ++i) {
    const double t = n > 0 ? end * i / n : 0, now = length(rate.at(t));
    if (now > found.rate) found = {now, t};
  }
  return found;
}

void check_step(const cases::Section& table, const Largest& found, bool varies, cases::Case& c) {
  const double frequency = 2 * found.rate;
  if (frequency == 0) return;
  const double longest = oscillation_limit(c.time_order) / frequency;
  if (c.dt && *c.dt > longest)
    table.report("rate",
                 fmt::format("{:.6g} = 2 |rate|{} with time.dt = {:.6g} is unstable with "
                             "time.order = {}; expected time.dt of at most {:.4g}",
                             frequency, varies ? fmt::format(" at t = {:.6g}", found.time) : "",
                             *c.dt, c.time_order, longest));
  c.max_dt = std::min(c.max_dt.value_or(cases::unbounded), longest);
}

/// The mean vorticity of a plane that is periodic both ways is zero, in every frame.
void check_periods(const cases::Section& table, const Rate& rate, const cases::Case& c) {
  for (int d = 0; d < 3; ++d)
    if (rate.depends_on_time(d) && c.axes[(d + 1) % 3].periodic && c.axes[(d + 2) % 3].periodic)
      return table.report(
          "rate", fmt::format("its component {} depends on time, and the flow is periodic along "
                              "both other directions, where no force spins it up; expected a "
                              "number, or walls or given velocities across one of them",
                              "xyz"[d]));
  const bool is_moved =
      c.map && std::ranges::any_of(c.axes, [](const auto& axis) { return axis.periodic; });
  if (is_moved || !c.periodic.empty())
    table.report(
        "rate",
        "depends on time, which needs periodic directions to be those of a box that is not "
        "moved; expected numbers");
}

void check_rotating_frame(const cases::Section& table, Rotation& rotation,
                          const std::vector<Rotation>&, cases::Case& c) {
  if (!table.has("rate") || table.is_refused("rate")) return;
  const Rate rate(rotation);
  try {
    check_step(table, largest_of(rate, end_of(c)), rate.depends_on_time(), c);
    if (rate.depends_on_time()) check_periods(table, rate, c);
  } catch (const base::Error& error) {
    table.report("rate", error.what());
  }
  const double longest = c.max_dt.value_or(1e-3);
  rotation.time_step = 0.25 * (c.dt         ? *c.dt
                               : c.end_time ? std::min(longest, 4e-5 * *c.end_time)
                                            : longest);
}

const cases::Table<Rotation>& rotation_table() {
  static const cases::Table<Rotation> table{
      {.path = "rotation",
       .description = "A frame that turns: the Coriolis force -2 rate x u and, where the rate "
                      "depends on time, the Euler force -d rate/dt x (r - point)"},
      {{&Rotation::rate,
        {.path = "rotation.rate",
         .required = true,
         .variables = cases::Variables::time,
         .example = "[0, 0, \"0.5*tanh(t)\"]",
         .description = "the angular velocity of the frame, along the axis that it turns about: "
                        "numbers or expressions of t. The pressure holds the centrifugal force, "
                        "too"}},
       {&Rotation::point,
        {.path = "rotation.point",
         .example = "[0.5, 0.5, 0]",
         .description = "a point of the axis"}}}};
  return table;
}

/// A frame that turns about another direction than periodic sides do would tell them apart.
void check_rotation_on_mesh(const cases::Case& c, const space::FunctionSpace& space,
                            cases::Problems& problems) {
  for (const Rotation& rotation : c.extensions.of<Rotation>())
    if (space.rotation() != nullptr && !space.rotation()->is_along(Rate(rotation).at(0)))
      problems.add_placed(fmt::format(
          "{}: the periodic sides of the mesh are a rotation by {}; expected a rate along its axis",
          c.place("rotation.rate"), mesh::text_of(*space.rotation())));
}

void add_rotating_frame(const AssemblyContext& context) {
  auto& velocity = context.assembly.velocity;
  for (const Rotation& rotation : context.the_case.extensions.of<Rotation>())
    velocity->add(std::make_unique<RotationTerm>(rotation, context.the_case, context.assembly.state,
                                                 velocity->field()));
}

}  // namespace

Resident rotating_frame() {
  Resident resident{cases::extension_of(rotation_table(), check_rotating_frame),
                    add_rotating_frame};
  resident.check_on_mesh = check_rotation_on_mesh;
  resident.supports = solved_flow;
  resident.reasons = {{Trait::prescribed_velocity, "no force acts"}};
  resident.example = "[rotation]\nrate = [0, 0, 0.5]\n";
  return resident;
}

}  // namespace lobatto::residents
