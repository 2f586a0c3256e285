#include "physics/conditions/boundary_flux.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "poly/lagrange.hpp"
#include "poly/quadrature.hpp"
#include "space/boundary.hpp"

namespace lobatto::physics {

namespace {

using Coordinates = std::array<std::vector<double>, 3>;

struct Flux {
  double out = 0, in = 0;
  [[nodiscard]] double net() const { return out - in; }
};

/// Quadrature on a side by m x m Gauss points, from values at its n x n nodes, [b][a].
class SideRule {
 public:
  /// circle: where not 0, sides stand for circles about y = 0, `circle` times y as long.
  SideRule(const poly::Quadrature& nodes, int m, double circle)
      : circle_(circle),
        gauss_(poly::gauss_legendre(m)),
        value_(poly::interpolation_matrix(nodes.nodes, gauss_.nodes)),
        slope_(poly::derivative_at_points(nodes.nodes, gauss_.nodes)) {}

  /// sign: +1 where d/da x d/db points out of the element.
  [[nodiscard]] Flux flux(const space::Points& nodes, double sign, const VectorFunction& velocity,
                          double t) const {
    const Coordinates points = each(nodes, value_, value_);
    std::vector<double> areas;
    const Coordinates normal = normals(nodes, sign, areas);
    Coordinates u;
    for (int d = 0; d < 3; ++d) {
      u[d].resize(points[d].size());
      velocity[d]({points[0], points[1], points[2], {}, {normal[0], normal[1], normal[2]}}, t,
                  u[d]);
    }
    Flux flux;
    const int m = value_.rows;
    for (std::size_t q = 0; q < points[0].size(); ++q) {
      double through = 0;
      for (int d = 0; d < 3; ++d) through += u[d][q] * normal[d][q];
      through *= areas[q] * gauss_.weights[q % m] * gauss_.weights[q / m];
      if (circle_ > 0) through *= circle_ * points[1][q];
      (through > 0 ? flux.out : flux.in) += std::abs(through);
    }
    return flux;
  }

 private:
  /// Outward unit normals at the Gauss points, and |d/da x x d/db x|.
  [[nodiscard]] Coordinates normals(const space::Points& nodes, double sign,
                                    std::vector<double>& areas) const {
    const auto along_a = each(nodes, slope_, value_), along_b = each(nodes, value_, slope_);
    Coordinates normal;
    for (int d = 0; d < 3; ++d) {
      const int e = (d + 1) % 3, f = (d + 2) % 3;
      for (std::size_t q = 0; q < along_a[d].size(); ++q)
        normal[d].push_back(sign * (along_a[e][q] * along_b[f][q] - along_a[f][q] * along_b[e][q]));
    }
    for (std::size_t q = 0; q < normal[0].size(); ++q) {
      areas.push_back(std::hypot(normal[0][q], normal[1][q], normal[2][q]));
      for (int d = 0; d < 3 && areas[q] > 0; ++d) normal[d][q] /= areas[q];
    }
    return normal;
  }
  /// (of_b x of_a) values, [m][m] from [n][n].
  static std::vector<double> at_points(const poly::Matrix& of_a, const poly::Matrix& of_b,
                                       std::span<const double> values) {
    const int m = of_a.rows, n = of_a.cols;
    std::vector<double> half(static_cast<std::size_t>(n) * m), out(static_cast<std::size_t>(m) * m);
    for (int b = 0; b < n; ++b)
      for (int i = 0; i < m; ++i)
        for (int a = 0; a < n; ++a) half[b * m + i] += of_a(i, a) * values[b * n + a];
    for (int j = 0; j < m; ++j)
      for (int b = 0; b < n; ++b)
        for (int i = 0; i < m; ++i) out[j * m + i] += of_b(j, b) * half[b * m + i];
    return out;
  }
  static Coordinates each(const space::Points& nodes, const poly::Matrix& of_a,
                          const poly::Matrix& of_b) {
    return {at_points(of_a, of_b, nodes.x), at_points(of_a, of_b, nodes.y),
            at_points(of_a, of_b, nodes.z)};
  }

  double circle_;
  poly::Quadrature gauss_;
  poly::Matrix value_, slope_;
};

/// Adds what one part of the boundary has on this rank: out, in, uncertainty, net on the nodes.
std::array<double, 4> local_flux(const space::FunctionSpace& space, int index,
                                 const VectorFunction& velocity, double t) {
  std::vector<SideRule> rules;
  const bool has_circles = space.is_axisymmetric() && space.n_elements() > 0;
  const double circle = has_circles ? 2 * std::numbers::pi / space.thickness() : 0;
  for (int more = 4; more <= 8; ++more) rules.emplace_back(space.nodes(), space.n() + more, circle);
  const space::Boundary in_layer(space.layer(), index), boundary(space, index);
  std::array<double, 4> sums{};
  for (std::size_t s = 0; s < in_layer.n_slots(); ++s) {
    const space::Points points = in_layer.points(s);
    const double sign = in_layer.side(s).face % 2 == 1 ? 1.0 : -1.0;
    std::vector<Flux> fluxes;
    for (const auto& rule : rules) fluxes.push_back(rule.flux(points, sign, velocity, t));
    const auto [least, most] = std::ranges::minmax(fluxes, {}, &Flux::net);
    sums[0] += fluxes.back().out;
    sums[1] += fluxes.back().in;
    sums[2] += 2 * (most.net() - least.net());
  }
  std::vector<double> values;
  for (int d = 0; d < 3; ++d) {
    boundary.evaluate(velocity[d], t, values);
    for (std::size_t i = 0; i < values.size(); ++i)
      sums[3] += boundary.weights()[i] * boundary.normal(d)[i] * values[i];
  }
  return sums;
}

}  // namespace

bool GivenFlux::is_impossible() const { return std::abs(net) > tolerance * through + uncertainty; }

bool must_balance(std::span<const VelocityBoundaryCondition> faces) {
  return std::ranges::none_of(faces, is_open, &VelocityBoundaryCondition::kind) &&
         std::ranges::any_of(faces, gives_normal_velocity, &VelocityBoundaryCondition::kind);
}

bool changes_with_time(std::span<const VelocityBoundaryCondition> faces) {
  return std::ranges::any_of(faces, [](const VelocityBoundaryCondition& face) {
    return gives_normal_velocity(face.kind) && face.depends_on_time;
  });
}

bool uses_solution(std::span<const VelocityBoundaryCondition> faces) {
  return std::ranges::any_of(faces, [](const VelocityBoundaryCondition& face) {
    return face.of_solution[0] || face.follows;
  });
}

GivenFlux given_flux(const space::FunctionSpace& space,
                     std::span<const VelocityBoundaryCondition> faces, double t) {
  GivenFlux flux;
  for (std::size_t f = 0; f < faces.size(); ++f) {
    if (!gives_normal_velocity(faces[f].kind)) continue;
    auto sums = local_flux(space, static_cast<int>(f), faces[f].velocity, t);
    space.communicator().sum(sums);
    flux.parts.push_back({f, sums[0], sums[1]});
    flux.net += sums[0] - sums[1];
    flux.through += sums[0] + sums[1];
    flux.uncertainty += sums[2];
    flux.on_nodes += sums[3];
  }
  return flux;
}

}  // namespace lobatto::physics
