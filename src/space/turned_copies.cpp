#include "space/turned_copies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "base/error.hpp"
#include "base/vector3.hpp"
#include "mesh/periodic_motion.hpp"
#include "space/function_space.hpp"

namespace lobatto::space {

namespace {

using Complex = std::complex<double>;

/// The places of nodes in the plane across the axis; zero on it but for rounding.
class PlaceFinder {
 public:
  explicit PlaceFinder(const mesh::Rotation& rotation) : origin_(rotation.origin) {
    const base::Vector3& a = rotation.axis;
    const auto least =
        std::ranges::min_element(a, {}, [](double component) { return std::abs(component); });
    base::Vector3 some{};
    some[static_cast<std::size_t>(least - a.begin())] = 1;
    first_ = base::unit(base::cross(some, a));
    second_ = base::cross(a, first_);
  }

  [[nodiscard]] std::vector<Complex> operator()(const FunctionSpace& space) const {
    std::vector<Complex> places;
    places.reserve(space.size());
    std::array<std::vector<double>, 3> x;
    for (int e = 0; e < space.n_elements(); ++e) {
      space.element_points(e, x);
      const double rounding = 1e-6 * std::ranges::min(space.lengths(e));
      for (std::size_t q = 0; q < x[0].size(); ++q) {
        const base::Vector3 way{x[0][q] - origin_[0], x[1][q] - origin_[1], x[2][q] - origin_[2]};
        const Complex place(base::dot(way, first_), base::dot(way, second_));
        places.push_back(std::abs(place) < rounding ? Complex() : place);
      }
    }
    return places;
  }

 private:
  base::Vector3 origin_, first_{}, second_{};
};

/// Sums over the copies of nodes.
std::vector<Complex> sums_over_copies(const FunctionSpace& space, const std::vector<Complex>& of) {
  Field real = space.make_field(), imaginary = space.make_field();
  for (std::size_t q = 0; q < of.size(); ++q) {
    real[q] = of[q].real();
    imaginary[q] = of[q].imag();
  }
  const std::array<std::span<double>, 2> parts{real, imaginary};
  space.gather_scatter().add(parts);
  std::vector<Complex> sums;
  for (std::size_t q = 0; q < of.size(); ++q) sums.emplace_back(real[q], imaginary[q]);
  return sums;
}

/// The part of the circle that each copy is in, counted from some angle that all copies of a node
/// agree on: that of the n-th root of the sum of (z / |z|)^n, which a turn by a part leaves.
std::vector<int> parts_of_copies(const FunctionSpace& space, const std::vector<Complex>& places,
                                 int n_parts) {
  std::vector<Complex> powers;
  for (const Complex& z : places) powers.push_back(std::polar(1.0, n_parts * std::arg(z)));
  const auto sums = sums_over_copies(space, powers);
  std::vector<int> parts;
  for (std::size_t q = 0; q < places.size(); ++q) {
    const double gap = std::arg(places[q]) - std::arg(sums[q]) / n_parts;
    const auto part = std::lround(gap * n_parts / (2 * std::numbers::pi));
    parts.push_back(static_cast<int>((part % n_parts + n_parts) % n_parts));
  }
  return parts;
}

/// Copies of a node are in one part or in two neighbouring ones: those in the upper one.
std::vector<char> are_upper(const FunctionSpace& space, const std::vector<Complex>& places,
                            int n_parts) {
  const auto parts = parts_of_copies(space, places, n_parts);
  if (n_parts == 2) return {parts.begin(), parts.end()};
  std::vector<Complex> units;
  for (const int part : parts)
    units.push_back(std::polar(1.0, 2 * std::numbers::pi * part / n_parts));
  const auto sums = sums_over_copies(space, units);
  std::vector<char> upper;
  for (std::size_t q = 0; q < units.size(); ++q)
    upper.push_back((units[q] * std::conj(sums[q])).imag() > 1e-9 ? 1 : 0);
  return upper;
}

/// Throws base::Error where copies do not lie as the rotation has them.
void check_places(const FunctionSpace& space, const mesh::Rotation& rotation,
                  const std::vector<Complex>& places, const std::vector<char>& upper) {
  constexpr double tolerance = 0.02;  // of an element: files round places
  const Complex back = std::polar(1.0, -2 * std::numbers::pi / rotation.parts);
  std::vector<Complex> common;
  for (std::size_t q = 0; q < places.size(); ++q)
    common.push_back(upper[q] != 0 ? places[q] * back : places[q]);
  const auto sums = sums_over_copies(space, common);
  const auto share = space.gather_scatter().inverse_multiplicity();
  double worst = 0;
  for (std::size_t q = 0; q < places.size(); ++q) {
    const auto e = static_cast<int>(q / space.element_size());
    worst = std::max(worst,
                     std::abs(sums[q] * share[q] - common[q]) / std::ranges::min(space.lengths(e)));
  }
  worst = space.communicator().max(worst);
  if (worst > tolerance)
    throw base::Error(fmt::format(
        "the periodic sides are no rotation by {} of each other; found nodes that are {:.3g} "
        "lengths of an element off, expected {} at most",
        mesh::text_of(rotation), worst, tolerance));
}

}  // namespace

TurnedCopies::TurnedCopies(const FunctionSpace& space, const mesh::Rotation& rotation)
    : matrix_(mesh::motion_of(rotation).placement.matrix) {
  const auto places = PlaceFinder(rotation)(space);
  const auto upper = are_upper(space, places, rotation.parts);
  check_places(space, rotation, places, upper);
  for (std::size_t q = 0; q < upper.size(); ++q) {
    if (upper[q] != 0) nodes_.push_back(static_cast<std::uint32_t>(q));
    if (places[q] == Complex()) nodes_on_axis_.push_back(static_cast<std::uint32_t>(q));
  }
}

void TurnedCopies::to_common(std::span<const std::span<double>> v, const base::Block& block) const {
  const auto first = std::ranges::lower_bound(nodes_, block.first);
  const auto end = std::lower_bound(first, nodes_.end(), block.first + block.n_values);
  turn_back(v, {first, end});
}

void TurnedCopies::turn_back(std::span<const std::span<double>> v,
                             std::span<const std::uint32_t> nodes) const {
  for (const std::uint32_t q : nodes) {
    const std::array own{v[0][q], v[1][q], v[2][q]};
    for (int a = 0; a < 3; ++a)
      v[a][q] = matrix_[0][a] * own[0] + matrix_[1][a] * own[1] + matrix_[2][a] * own[2];
  }
}

void TurnedCopies::to_own(std::span<const std::span<double>> v) const {
  for (const std::uint32_t q : nodes_) {
    const std::array common{v[0][q], v[1][q], v[2][q]};
    for (int a = 0; a < 3; ++a)
      v[a][q] = matrix_[a][0] * common[0] + matrix_[a][1] * common[1] + matrix_[a][2] * common[2];
  }
}

}  // namespace lobatto::space
