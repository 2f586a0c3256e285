#include "physics/flow_rate_control.hpp"

#include <algorithm>
#include <vector>

#include "kernels/vectors/inner_products.hpp"

namespace lobatto::physics {

namespace {

void add_multiple(double factor, const space::Field& from, space::Field& to) {
  for (std::size_t q = 0; q < from.size(); ++q) to[q] += factor * from[q];
}

}  // namespace

FlowRateControl::FlowRateControl(const space::FunctionSpace& space, const FlowRate& settings,
                                 const space::StiffnessCoefficient& viscosity, bool is_coupled)
    : space_(space),
      settings_(settings),
      viscosity_(viscosity),
      is_coupled_(is_coupled),
      operators_(space::make_element_operators(space)) {}

FlowRateControl::Correction FlowRateControl::apply(double leading, const Solvers& solvers,
                                                   space::VectorField& velocity,
                                                   space::Field& pressure) {
  const double seconds = is_current(leading) ? 0.0 : update_response(leading, solvers);
  const double mean = space_.mean(velocity[settings_.direction]);
  const double force = (settings_.bulk_velocity - mean) / mean_response_;
  for (int d = 0; d < 3; ++d) add_multiple(force, response_[d], velocity[d]);
  add_multiple(force, pressure_response_, pressure);
  return {force, seconds};
}

void FlowRateControl::apply_transposed(double leading, const Solvers& solvers,
                                       space::VectorField& y) {
  if (!is_current(leading)) update_response(leading, solvers);
  double of_force = 0;
  for (int d = 0; d < 3; ++d)
    of_force += kernels::inner_product(response_[d].data(), y[d].data(), response_[d].size());
  const double of_mean = -space_.communicator().sum(of_force) / mean_response_ / space_.volume();
  space::Field& along = y[settings_.direction];
  for (int e = 0; e < space_.n_elements(); ++e)
    for (std::size_t q = 0; q < space_.element_size(); ++q)
      along[e * space_.element_size() + q] += of_mean * space_.mass(e)(q);
}

bool FlowRateControl::is_current(double leading) const {
  const auto* field = viscosity_.field();
  return leading == leading_ && (field == nullptr || field->version() == viscosity_version_);
}

double FlowRateControl::update_response(double leading, const Solvers& solvers) {
  // The pressure's does not depend on b_0.
  double seconds = leading_ < 0 ? find_pressure_response(solvers.pressure) : 0.0;
  if (is_coupled_)
    seconds += find_velocity_response(leading, std::array{0, 1, 2}, *solvers.velocity[0]);
  for (int d = 0; d < 3 && !is_coupled_; ++d)
    if (responds(d))
      seconds += find_velocity_response(leading, std::array{d}, *solvers.velocity[d]);
  mean_response_ = space_.mean(response_[settings_.direction]);
  leading_ = leading;
  if (viscosity_.field() != nullptr) viscosity_version_ = viscosity_.field()->version();
  return seconds;
}

void FlowRateControl::visit_state(base::StateVisitor& visitor, const base::RowSet& elements) {
  if (viscosity_.field() != nullptr || !visitor.has("flow_rate/leading")) return;
  double viscosity = viscosity_.factor();
  std::int64_t direction = settings_.direction, drives_pressure = drives_pressure_ ? 1 : 0;
  double leading = leading_, mean_response = mean_response_;
  visitor.visit("flow_rate/viscosity", viscosity);
  visitor.visit("flow_rate/direction", direction);
  visitor.visit("flow_rate/leading", leading);
  visitor.visit("flow_rate/mean_response", mean_response);
  visitor.visit("flow_rate/drives_pressure", drives_pressure);
  if (leading < 0 || viscosity != viscosity_.factor() || direction != settings_.direction) return;
  leading_ = leading;
  mean_response_ = mean_response;
  drives_pressure_ = drives_pressure != 0;
  const auto visit_field = [&](const std::string& name, space::Field& field) {
    if (visitor.loads()) field = space_.make_field();
    visitor.visit("flow_rate/" + name, elements, field);
  };
  if (drives_pressure_) visit_field("pressure", pressure_response_);
  const std::array<const char*, 3> names{"u", "v", "w"};
  for (int d = 0; d < 3; ++d)
    if (responds(d)) visit_field(names[d], response_[d]);
}

double FlowRateControl::find_pressure_response(HelmholtzSolver& solver) {
  drives_pressure_ = false;
  if (space_.curved() == nullptr) return 0.0;
  space::VectorField force = space_.make_vector_field();
  force[settings_.direction].fill(1.0);
  space::Field rhs = space_.make_field();
  operators_->weak_divergence(0, space_.n_elements(),
                              {force[0].data(), force[1].data(), force[2].data()}, rhs.data());
  const double largest_share = space_.max_abs(rhs);
  space::Field assembled = rhs;
  space_.gather_scatter().add(assembled);
  // A uniform force on a straight duct: the shares of the elements cancel to round-off.
  if (space_.max_abs(assembled) < 1e-11 * largest_share) return 0.0;
  drives_pressure_ = true;
  pressure_response_ = space_.make_field();
  return solver.solve(0.0, 1.0, rhs, {{}, pressure_response_}).transpose_seconds;
}

double FlowRateControl::find_velocity_response(double leading, std::span<const int> components,
                                               HelmholtzSolver& solver) {
  const space::Field no_pressure = drives_pressure_ ? space::Field() : space_.make_field();
  const double* p = drives_pressure_ ? pressure_response_.data() : no_pressure.data();
  std::vector<space::Field> rhs;
  std::vector<HelmholtzProblem> problems;
  for (const int d : components) {
    response_[d] = space_.make_field();
    rhs.push_back(space_.make_field());
    rhs.back().fill(d == settings_.direction ? 1.0 : 0.0);
    operators_->momentum_rhs(0, space_.n_elements(), d, rhs.back().data(), p, rhs.back().data());
    problems.push_back({{}, response_[d]});
  }
  solver.begin(leading, viscosity_, problems);
  for (std::size_t i = 0; i < rhs.size(); ++i)
    for (const auto& block : solver.schedule())
      solver.put(static_cast<int>(i), block, rhs[i].data() + block.offset);
  return solver.finish().transpose_seconds;
}

}  // namespace lobatto::physics
