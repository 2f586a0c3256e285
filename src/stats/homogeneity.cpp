#include "stats/homogeneity.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/error.hpp"
#include "base/vector3.hpp"

namespace lobatto::stats {

namespace {

using Vector = base::Vector3;

/// Where nodes are relative to the first node of their element along some directions, by their
/// place: the indices of element and node along these directions.
class Displacements {
 public:
  Displacements(const space::FunctionSpace& space, const std::array<bool, 3>& directions);

  /// Largest difference between nodes of the same place, over all elements.
  [[nodiscard]] double largest_difference() const;
  /// Largest distance from the line or plane that the ends of the first elements span.
  [[nodiscard]] double largest_deviation() const;
  /// Of all coordinates.
  [[nodiscard]] double extent() const { return extent_; }

 private:
  void look_at(const space::FunctionSpace& space, int e);
  [[nodiscard]] Vector at(std::size_t place) const {
    return {least_[3 * place], least_[3 * place + 1], least_[3 * place + 2]};
  }

  static constexpr double none = std::numeric_limits<double>::max();
  std::array<bool, 3> directions_;
  std::array<int, 3> n_;                 ///< nodes of an element
  std::array<std::size_t, 3> stride_{};  ///< of the node index along a direction in places
  std::vector<double> least_, greatest_;
  double least_coordinate_ = none, greatest_coordinate_ = -none, extent_ = 0;
};

Displacements::Displacements(const space::FunctionSpace& space,
                             const std::array<bool, 3>& directions)
    : directions_(directions), n_(space.shape().lengths()) {
  std::size_t n_places = 1;
  for (int d = 0; d < 3; ++d) {
    if (!directions[d]) continue;
    stride_[d] = n_places;
    n_places *= static_cast<std::size_t>(n_[d]) * space.box()->axes[d].n_elements();
  }
  least_.assign(3 * n_places, none);
  greatest_.assign(3 * n_places, -none);
  for (int e = 0; e < space.n_elements(); ++e) look_at(space, e);
  const auto& communicator = space.communicator();
  communicator.min(least_);
  communicator.max(greatest_);
  extent_ = communicator.max(greatest_coordinate_) - communicator.min(least_coordinate_);
}

void Displacements::look_at(const space::FunctionSpace& space, int e) {
  const auto strides = space.shape().strides();
  const auto element = space.box()->element_index(e);
  for (std::size_t q = 0; q < space.element_size(); ++q) {
    std::size_t place = 0, first = q;
    for (int d = 0; d < 3; ++d) {
      if (!directions_[d]) continue;
      const std::size_t node_stride = strides[d], n = n_[d], index = q / node_stride % n;
      place += stride_[d] * (n * element[d] + index);
      first -= index * node_stride;
    }
    for (int a = 0; a < 3; ++a) {
      const double* x = space.curved()->coordinates()[a].data() + e * space.element_size();
      double& least = least_[3 * place + a];
      double& greatest = greatest_[3 * place + a];
      least = std::min(least, x[q] - x[first]);
      greatest = std::max(greatest, x[q] - x[first]);
      least_coordinate_ = std::min(least_coordinate_, x[q]);
      greatest_coordinate_ = std::max(greatest_coordinate_, x[q]);
    }
  }
}

double Displacements::largest_difference() const {
  double difference = 0;
  for (std::size_t i = 0; i < least_.size(); ++i)
    difference = std::max(difference, greatest_[i] - least_[i]);
  return difference;
}

double Displacements::largest_deviation() const {
  std::vector<Vector> chords;
  for (int d = 0; d < 3; ++d)
    if (directions_[d]) chords.push_back(base::unit(at(stride_[d] * (n_[d] - 1))));
  const bool is_plane = chords.size() == 2;
  const Vector normal = is_plane ? base::unit(base::cross(chords[0], chords[1])) : Vector{};
  double deviation = 0;
  for (std::size_t place = 0; 3 * place < least_.size(); ++place) {
    const Vector off = base::cross(at(place), chords[0]);
    deviation =
        std::max(deviation, is_plane ? std::abs(base::dot(at(place), normal)) : base::norm(off));
  }
  return deviation;
}

}  // namespace

std::string names_of(const std::array<bool, 3>& directions) {
  std::string text;
  for (int d = 0; d < 3; ++d)
    if (directions[d]) text += "xyz"[d];
  return text;
}

void check_homogeneous(const space::FunctionSpace& space, const std::array<bool, 3>& directions) {
  const auto n_directions = std::ranges::count(directions, true);
  if (n_directions == 0 || n_directions == 3) return;
  const Displacements displacements(space, directions);
  const double tolerance = 1e-9 * displacements.extent();
  if (displacements.largest_difference() <= tolerance &&
      displacements.largest_deviation() <= tolerance)
    return;
  throw base::Error("the moved box cannot be averaged along " + names_of(directions) +
                    ": its elements are not the same there or do not follow each other straight, "
                    "so the flow is not the same either; expected in statistics.average are "
                    "directions that mesh.map leaves straight");
}

}  // namespace lobatto::stats
