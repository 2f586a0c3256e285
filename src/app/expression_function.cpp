#include "app/expression_function.hpp"

#include <array>

namespace lobatto::app {

space::SpaceTimeFunction space_time_function(const Expression& expression) {
  return [expression](const space::Points& points, double t, std::span<double> out) {
    const std::array<std::span<const double>, 3> inputs{points.x, points.y, points.z};
    expression.evaluate(inputs, t, out);
  };
}

}  // namespace lobatto::app
