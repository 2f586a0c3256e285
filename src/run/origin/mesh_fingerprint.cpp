#include "run/origin/mesh_fingerprint.hpp"

#include <array>
#include <cmath>

namespace lobatto::run {

namespace {

constexpr std::size_t n_of_places = 12;

/// Another one where other elements are solid: a sum of whole numbers.
double solid_places(const space::FunctionSpace& space) {
  double sum = 0;
  for (int e = 0; e < space.n_elements(); ++e)
    sum += space.region(e) * static_cast<double>(space.element_number(e) + 1);
  return space.communicator().sum(sum);
}

}  // namespace

std::vector<double> mesh_fingerprint(const space::FunctionSpace& space) {
  const auto n_elements = static_cast<double>(space.n_global_elements());
  std::array<double, 9> sums{};
  auto coordinate = space.make_field();
  for (int d = 0; d < 3; ++d) {
    const auto points = [d](const space::Points& at, double, std::span<double> out) {
      const std::span<const double> x = d == 0 ? at.x : d == 1 ? at.y : at.z;
      for (std::size_t q = 0; q < out.size(); ++q) out[q] = x[q];
    };
    space.evaluate(points, 0.0, coordinate);
    for (std::size_t q = 0; q < coordinate.size(); ++q) {
      const int e = static_cast<int>(q / space.element_size());
      const double x = coordinate[q];
      const double place = static_cast<double>(space.element_number(e) + 1) / n_elements;
      sums[3 * d] += x;
      sums[3 * d + 1] += x * x;
      sums[3 * d + 2] += x * place;
    }
  }
  space.communicator().sum(sums);
  std::vector<double> numbers{n_elements, static_cast<double>(space.order()), space.volume()};
  for (const double sum : sums) numbers.push_back(sum / static_cast<double>(space.global_size()));
  if (!space.solids().empty()) numbers.push_back(solid_places(space));
  return numbers;
}

bool is_same_mesh(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size() || a[0] != b[0] || a[1] != b[1]) return false;
  const auto agree = [&](std::size_t i, double scale) {
    return std::abs(a[i] - b[i]) <= 1e-9 * scale;
  };
  bool same = agree(2, b[2]) && (b.size() == n_of_places || a.back() == b.back());
  for (std::size_t i = 3; i < n_of_places; i += 3) {
    const double size = std::sqrt(b[i + 1]);
    same = same && agree(i, size) && agree(i + 1, b[i + 1]) && agree(i + 2, size);
  }
  return same;
}

}  // namespace lobatto::run
