#include "io/hdf5/bounded_rounding.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace lobatto::io {

namespace {

/// Calls action(value, mass) for every node.
template <class Action>
void for_each_node(const space::FunctionSpace& space, std::span<const double> field,
                   Action action) {
  const std::size_t size = space.element_size();
  for (int e = 0; e < space.n_elements(); ++e) {
    const space::ElementMass mass = space.mass(e);
    for (std::size_t q = 0; q < size; ++q) action(field[e * size + q], mass(q));
  }
}

}  // namespace

BoundedRounding::BoundedRounding(const space::FunctionSpace& space,
                                 std::span<const std::span<const double>> components,
                                 const ErrorBound& bound) {
  double squares = 0;
  for (const auto component : components) {
    const double mean = space.mean(component);
    for_each_node(space, component, [&](double value, double mass) {
      largest_ = std::max(largest_, std::abs(value - mean));
      squares += mass * (value - mean) * (value - mean);
    });
  }
  std::array largest{largest_};
  space.communicator().max(largest);
  largest_ = largest[0];
  rms_ = std::sqrt(space.communicator().sum(squares) / space.volume());
  // Rounding errs by half the spacing at most; spread evenly, by 1 / sqrt(12) of it in the mean.
  const double widest = bound.norm == ErrorBound::Norm::maximum
                            ? 2.0 * bound.tolerance * largest_
                            : std::sqrt(12.0) * bound.tolerance * rms_;
  if (widest > 0) spacing_ = std::exp2(std::floor(std::log2(widest)));
  const auto is_kept = [&] {
    error_ = measure(space, components);
    return (bound.norm == ErrorBound::Norm::maximum ? error_.maximum : error_.l2) <=
           bound.tolerance;
  };
  // Not spread evenly after all, or spoilt by single precision.
  for (int trial = 0; !is_kept() && spacing_ > 0; ++trial)
    spacing_ = trial < 3 ? 0.5 * spacing_ : 0.0;
}

float BoundedRounding::operator()(double value) const {
  return static_cast<float>(spacing_ > 0 ? spacing_ * std::nearbyint(value / spacing_) : value);
}

RelativeError BoundedRounding::measure(const space::FunctionSpace& space,
                                       std::span<const std::span<const double>> components) const {
  std::array largest{0.0};
  double squares = 0;
  for (const auto component : components) {
    for_each_node(space, component, [&](double value, double mass) {
      const double error = static_cast<double>((*this)(value)) - value;
      largest[0] = std::max(largest[0], std::abs(error));
      squares += mass * error * error;
    });
  }
  space.communicator().max(largest);
  squares = space.communicator().sum(squares);
  return {largest_ > 0 ? largest[0] / largest_ : 0.0,
          rms_ > 0 ? std::sqrt(squares / space.volume()) / rms_ : 0.0};
}

}  // namespace lobatto::io
