#include "residents/observers/output_quantities.hpp"

#include <fmt/format.h>

#include <numeric>
#include <utility>

#include "case/expressions/field_names.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "physics/flow_gradients.hpp"

namespace lobatto::residents {

namespace {

std::vector<int> all_elements(const space::FunctionSpace& space) {
  std::vector<int> elements(static_cast<std::size_t>(space.n_elements()));
  std::iota(elements.begin(), elements.end(), 0);
  return elements;
}

}  // namespace

OutputQuantities::OutputQuantities(const Solution& solution)
    : OutputQuantities(solution, solution.the_case.quantities, std::nullopt) {}

OutputQuantities::OutputQuantities(const Solution& solution,
                                   std::span<const cases::QuantityCase> asked,
                                   std::optional<std::vector<int>> elements)
    : solution_(solution),
      elements_(elements ? std::move(*elements) : all_elements(solution.space)),
      is_everywhere_(!elements),
      field_names_(cases::named_fields(solution.the_case)),
      gradients_(physics::gradient_quantities().size()) {
  const auto& gradients = physics::gradient_quantities();
  for (const auto& quantity : asked) {
    expressions_.push_back(quantity.expression);
    quantities_.emplace_back(quantity.name, solution.space.make_field());
    uses_gradients_.push_back(false);
    for (std::size_t i = 0; i < gradients.size(); ++i) {
      if (!expressions_.back().depends_on(gradients[i])) continue;
      uses_gradients_.back() = true;
      if (gradients_[i].size() > 0) continue;
      gradients_[i] = solution.space.make_field();
      wanted_.push_back(i);
    }
  }
}

void OutputQuantities::evaluate_gradients(std::size_t level) {
  if (wanted_.empty()) return;
  const auto& velocity = solution_.state["velocity"].vector(level);
  std::vector<std::span<double>> out;
  for (const std::size_t i : wanted_) out.emplace_back(gradients_[i]);
  physics::evaluate_gradient_quantities(solution_.space, {velocity[0], velocity[1], velocity[2]},
                                        wanted_, out, solution_.settings.wave_number);
}

/// What is wrong with a value, or nothing.
std::string OutputQuantities::evaluate_element(int e, std::size_t level, double t) {
  const auto& state = solution_.state;
  const std::size_t size = solution_.space.element_size(), begin = e * size;
  solution_.space.element_points(e, points_);
  // In the order of output_variables().
  std::vector<std::span<const double>> inputs{points_[0], points_[1], points_[2]};
  const auto add = [&](std::span<const double> field) {
    inputs.push_back(field.subspan(begin, size));
  };
  for (const auto& component : state["velocity"].vector(level)) add(component);
  for (const auto& name : scalar_names(solution_.the_case)) add(state[name].at(level));
  if (const state::Variable* pressure = state.find("pressure"))
    add(pressure->at(level));
  else
    inputs.emplace_back();  // no expression uses it, as the case's check has found
  for (const auto& field : gradients_) {
    if (field.size() > 0) {
      add(field);
    } else {
      inputs.emplace_back();
    }
  }
  for (const auto& name : field_names_) add(state[name].at(level));
  for (std::size_t i = 0; i < expressions_.size(); ++i) {
    const auto fault = expressions_[i].evaluate(
        inputs, t, std::span<double>(quantities_[i].values).subspan(begin, size));
    if (fault) return *fault;
  }
  return {};
}

void OutputQuantities::evaluate_all(std::size_t level, double t) {
  evaluate_gradients(level);
  std::string fault;
  for (const int e : elements_)
    if (fault.empty()) fault = evaluate_element(e, level, t);
  try {
    comm::throw_together(solution_.space.communicator(), fault);
  } catch (const base::Error& error) {
    throw ValueError(error.what());
  }
  const space::FunctionSpace& fluid = solution_.space.fluid();
  std::vector<std::span<double>> broken;  // where elements meet; the velocity is zero in solids
  for (std::size_t i = 0; i < quantities_.size(); ++i)
    if (uses_gradients_[i])
      broken.push_back(std::span<double>(quantities_[i].values).first(fluid.size()));
  if (is_everywhere_ && !broken.empty()) physics::average_where_elements_meet(fluid, broken);
}

const std::vector<OutputQuantities::Quantity>& OutputQuantities::evaluate(std::size_t level,
                                                                          double t) {
  const Evaluated wanted{level, solution_.state.n_steps()};
  if (quantities_.empty() || evaluated_ == wanted) return quantities_;
  evaluated_.reset();
  evaluate_all(level, t);
  evaluated_ = wanted;
  return quantities_;
}

}  // namespace lobatto::residents
