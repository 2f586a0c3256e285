#include "gpu/flows.hpp"

#include <cmath>
#include <functional>
#include <numbers>

#include "base/error.hpp"

namespace lobatto::gpu {

namespace {

constexpr double pi = std::numbers::pi;

Line line(double length, int n_elements, int n, bool is_periodic) {
  constexpr double angle = pi / 2 - 0.3;  // as `grading = { sine = 0.3 }`
  Line line{{}, is_periodic, n - 1};
  for (int e = 0; e <= n_elements; ++e) {
    const double s = static_cast<double>(e) / n_elements;
    line.ticks.push_back(is_periodic ? length * s
                                     : std::sin((2 * s - 1) * angle) / std::sin(angle));
  }
  return line;
}

using Function = std::function<double(double, double, double)>;

std::vector<double> values_of(const Box& box, const Function& function) {
  const auto x = node_places(box[0]), y = node_places(box[1]), z = node_places(box[2]);
  std::vector<double> values;
  for (const double c : z) {
    for (const double b : y) {
      for (const double a : x) values.push_back(function(a, b, c));
    }
  }
  return values;
}

std::vector<Function> taylor_green() {
  return {[](double x, double y, double z) { return std::sin(x) * std::cos(y) * std::cos(z); },
          [](double x, double y, double z) { return -std::cos(x) * std::sin(y) * std::cos(z); },
          [](double, double, double) { return 0.0; }};
}

/// A profile and eddies that vanish at walls.
std::vector<Function> between_walls(bool is_duct) {
  const auto wall = [is_duct](double y, double z) {
    return (1 - y * y) * (is_duct ? 1 - z * z : 1.0);
  };
  return {[=](double, double y, double z) { return (is_duct ? 2.25 : 1.5) * wall(y, z); },
          [=](double x, double y, double z) {
            return 0.1 * wall(y, z) * std::sin(pi * x / 3) * std::cos(pi * z);
          },
          [=](double x, double y, double z) {
            return 0.1 * wall(y, z) * std::cos(pi * x / 3) * std::sin(pi * y);
          }};
}

}  // namespace

Case make_case(const std::string& name, const std::array<int, 3>& elements, int n, double dt,
               bool has_scalar) {
  const bool is_vortex = name == "tgv", is_duct = name == "duct";
  if (!is_vortex && !is_duct && name != "channel")
    throw base::Error("no case is called '" + name + "'; there are tgv, channel and duct");
  Case made;
  made.flow.n = n;
  made.flow.dt = dt;
  made.flow.has_scalar = has_scalar;
  made.flow.holds_bulk_velocity = !is_vortex;
  made.flow.bulk_velocity = is_vortex ? 0 : 1;
  made.flow.viscosity = is_vortex ? 1.0 / 1600 : 1.0 / 2800;
  made.flow.diffusivity = made.flow.viscosity / 0.71;
  made.flow.scalar_source = has_scalar && !is_vortex ? 1 : 0;
  const double length = is_vortex ? 2 * pi : 6;
  made.flow.box = {line(length, elements[0], n, true), line(length, elements[1], n, is_vortex),
                   line(is_vortex ? length : 2, elements[2], n, !is_duct)};
  auto functions = is_vortex ? taylor_green() : between_walls(is_duct);
  if (has_scalar)
    functions.push_back(is_vortex ? Function([](double x, double y, double z) {
      return std::cos(x) * std::sin(y + z);
    })
                                  : functions[0]);
  for (const auto& function : functions) made.fields.push_back(values_of(made.flow.box, function));
  return made;
}

}  // namespace lobatto::gpu
