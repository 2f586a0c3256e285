#include "space/axisymmetric.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "base/error.hpp"
#include "space/function_space.hpp"

namespace lobatto::space {

VectorPart part_of_component(const FunctionSpace& space, int component) {
  return space.is_axisymmetric() && component > 0 ? VectorPart::turning : VectorPart::scalar;
}

std::vector<double> inverse_squared_radius(const FunctionSpace& space, int element) {
  std::array<std::vector<double>, 3> x;
  space.element_points(element, x);
  std::vector<double> inverse;
  for (const double r : x[1]) inverse.push_back(r > 0 ? 1 / (r * r) : 0);
  return inverse;
}

void add_turning(double v, double w, double r, std::array<std::array<double, 3>, 3>& slopes) {
  slopes[1][2] = r > 0 ? -w / r : -slopes[2][1];
  slopes[2][2] = r > 0 ? v / r : slopes[1][1];
}

void put_on_axis(Coordinates& coordinates, const comm::Communicator& communicator) {
  double lowest = 0, highest = 0;
  for (const double y : coordinates[1]) {
    lowest = std::min(lowest, y);
    highest = std::max(highest, y);
  }
  lowest = communicator.min(lowest);
  const double rounding = 1e-9 * communicator.max(highest);
  for (double& y : coordinates[1])
    if (std::abs(y) <= rounding) y = 0;
  if (-lowest <= rounding) return;
  std::ostringstream text;
  text << "a node lies at y = " << lowest << ", but an axisymmetric mesh has its axis at y = 0 and "
       << "all of its nodes above it";
  throw base::Error(text.str());
}

}  // namespace lobatto::space
