#include "kernels/operators/point_integrals.hpp"

#include <gtest/gtest.h>

#include <array>
#include <utility>

#include "curved_element.hpp"
#include "one_lane.hpp"
#include "poly/lagrange.hpp"
#include "poly/quadrature.hpp"
#include "test_fields.hpp"

namespace lobatto::kernels {
namespace {

constexpr std::pair<int, int> nodes_and_points[] = {{2, 3}, {3, 4}, {4, 4},
                                                    {5, 7}, {8, 9}, {11, 12}};
constexpr Lengths box_lengths{0.7, 1.3, 0.4};

/// An element with n nodes per direction by m Gauss points.
struct ElementAtPoints {
  template <class Map>
  ElementAtPoints(int n_nodes, int n_points, const Map& map)
      : n(n_nodes), m(n_points), nodes(n, map), points(poly::gauss_legendre(m)) {
    const auto& from = nodes.quadrature.nodes;
    values = poly::interpolation_matrix(from, points.nodes);
    slopes = poly::derivative_at_points(from, points.nodes);
    rule = {n,
            m,
            values.values,
            poly::derivative_matrix(points.nodes).values,
            slopes.values,
            points.weights};
    std::array<std::vector<double>, 3> x;
    for (int d = 0; d < 3; ++d) x[d] = at_points({&values, &values, &values}, nodes.coordinates[d]);
    mass.resize(x[0].size());
    stiffness.resize(6 * x[0].size());
    compute_geometry(m, rule.derivative, rule.weights, {x[0], x[1], x[2]}, {{}, stiffness, mass});
  }

  /// sum_ijk X(a, i) Y(b, j) Z(c, k) u_kji, as it is written.
  [[nodiscard]] std::vector<double> at_points(const std::array<const poly::Matrix*, 3>& lines,
                                              const std::vector<double>& u) const {
    std::vector<double> out;
    for_each_point(lines, [&](const auto& basis) {
      double sum = 0;
      for (std::size_t q = 0; q < u.size(); ++q) sum += basis(q) * u[q];
      out.push_back(sum);
    });
    return out;
  }
  /// Its transpose.
  [[nodiscard]] std::vector<double> at_nodes(const std::array<const poly::Matrix*, 3>& lines,
                                             const std::vector<double>& v) const {
    std::vector<double> out(nodes.size, 0.0);
    std::size_t point = 0;
    for_each_point(lines, [&](const auto& basis) {
      for (std::size_t q = 0; q < out.size(); ++q) out[q] += basis(q) * v[point];
      ++point;
    });
    return out;
  }
  template <class Use>
  void for_each_point(const std::array<const poly::Matrix*, 3>& lines, const Use& use) const {
    for (int c = 0; c < m; ++c)
      for (int b = 0; b < m; ++b)
        for (int a = 0; a < m; ++a)
          use([&](std::size_t q) {
            const auto i = static_cast<int>(q);
            return (*lines[0])(a, i % n) * (*lines[1])(b, i / n % n) * (*lines[2])(c, i / (n * n));
          });
  }

  [[nodiscard]] std::vector<double> mass_image(const std::vector<double>& u) const {
    auto v = at_points({&values, &values, &values}, u);
    for (std::size_t q = 0; q < v.size(); ++q) v[q] *= mass[q];
    return at_nodes({&values, &values, &values}, v);
  }

  [[nodiscard]] std::vector<double> stiffness_image(const std::vector<double>& u) const {
    constexpr int kinds[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
    const auto lines = [&](int a) {
      std::array<const poly::Matrix*, 3> out{&values, &values, &values};
      out[a] = &slopes;
      return out;
    };
    std::array<std::vector<double>, 3> gradient;
    for (int a = 0; a < 3; ++a) gradient[a] = at_points(lines(a), u);
    std::vector<double> image(u.size(), 0.0);
    for (int a = 0; a < 3; ++a) {
      std::vector<double> flux(mass.size(), 0.0);
      for (std::size_t q = 0; q < flux.size(); ++q)
        for (int b = 0; b < 3; ++b)
          flux[q] += stiffness[(6 * (q / m) + kinds[a][b]) * m + q % m] * gradient[b][q];
      const auto part = at_nodes(lines(a), flux);
      for (std::size_t q = 0; q < image.size(); ++q) image[q] += part[q];
    }
    return image;
  }

  int n, m;
  test::CurvedElement nodes;
  poly::Quadrature points;
  poly::Matrix values, slopes;
  PointRule rule;
  std::vector<double> mass, stiffness;
};

test::Point box_map(const test::Point& r) {
  return {box_lengths[0] / 2 * r[0], box_lengths[1] / 2 * r[1], box_lengths[2] / 2 * r[2]};
}

template <class Kernel, class Geometry>
std::vector<double> image_by(const test::OneLane<double>& one, Kernel& kernel,
                             const Geometry& geometry, const std::vector<double>& u) {
  base::AlignedArray<double> out(u.size() * one.n_lanes());
  out.fill(7);
  kernel(geometry, one.spread(u).data(), out.data());
  return one.take(out);
}

TEST(MassAtPoints, EqualsTheQuadrature) {
  for (const auto& [n, m] : nodes_and_points) {
    const ElementAtPoints curved(n, m, test::curved_map), box(n, m, box_map);
    const auto u = test::random_values(curved.nodes.size, 3);
    const test::OneLane<double> one(n + m);
    MassAtPoints kernel(one.arithmetic(), curved.rule);
    const auto factors = one.spread(curved.mass);
    EXPECT_LT(
        test::relative_difference(image_by(one, kernel, PointFactors{.factors = factors.data()}, u),
                                  curved.mass_image(u)),
        1e-13)
        << n << " " << m;
    const auto scales = one.spread({box_lengths[0] * box_lengths[1] * box_lengths[2] / 8});
    EXPECT_LT(
        test::relative_difference(image_by(one, kernel, PointFactors{.scales = scales.data()}, u),
                                  box.mass_image(u)),
        1e-13)
        << n << " " << m;
  }
}

TEST(StiffnessAtPoints, EqualsTheQuadrature) {
  for (const auto& [n, m] : nodes_and_points) {
    const ElementAtPoints curved(n, m, test::curved_map), box(n, m, box_map);
    const auto u = test::random_values(curved.nodes.size, 4);
    const test::OneLane<double> one(n + m);
    StiffnessAtPoints kernel(one.arithmetic(), curved.rule);
    const auto factors = one.spread(curved.stiffness);
    EXPECT_LT(test::relative_difference(image_by(one, kernel, factors.data(), u),
                                        curved.stiffness_image(u)),
              1e-12)
        << n << " " << m;
    BoxStiffnessAtPoints box_kernel(one.arithmetic(), box.rule);
    base::AlignedArray<double> scales(3 * one.n_lanes());
    box_kernel.scale(std::vector<Lengths>(one.n_lanes(), box_lengths), scales.data());
    EXPECT_LT(test::relative_difference(image_by(one, box_kernel, scales.data(), u),
                                        box.stiffness_image(u)),
              1e-12)
        << n << " " << m;
  }
}

}  // namespace
}  // namespace lobatto::kernels
