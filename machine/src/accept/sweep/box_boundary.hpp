#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "accept/sweep/materials.hpp"
#include "accept/sweep/ordinates.hpp"

namespace lobatto::accept {

/// A flux or a source by place and direction.
using AngularFunction = std::function<ByGroup(const Vector& place, const Vector& direction)>;

/// Faces across a direction, in two more: of x the outer is z and the inner y, of y z and x, of z
/// y and x.
struct FacePatch {
  int direction = 0, octant = 0;
  std::size_t first_outer = 0, n_outer = 0;  ///< of the whole box
  std::size_t first_inner = 0, n_inner = 0;
};

/// Particles that have passed the faces of the box, per time, by group.
struct Crossings {
  ByGroup in{}, out{};
};

/// What comes into a box, and what leaves it.
class BoxBoundary {
 public:
  /// incoming: null for none. counts: cells of the whole box.
  BoxBoundary(const Vector& lengths, const std::vector<int>& counts,
              std::vector<Ordinate> ordinates, AngularFunction incoming);

  /// What comes in: values [outer][inner][angle][group], at the centres of faces.
  void fill(const FacePatch& patch, double* values);
  /// Counts what goes out.
  void tally(const FacePatch& patch, const double* values);
  void forget() { crossings_ = {}; }
  [[nodiscard]] const Crossings& crossings() const { return crossings_; }  ///< of this rank

 private:
  void add(const FacePatch& patch, const double* values, ByGroup& sums) const;

  Vector lengths_{}, sides_{};
  std::vector<Ordinate> ordinates_;
  AngularFunction incoming_;
  Crossings crossings_;
};

/// The direction of an ordinate in an octant.
inline Vector direction_in(int octant, const Ordinate& ordinate) {
  const auto signs = octant_signs(octant);
  return {signs[0] * ordinate.cosines[0], signs[1] * ordinate.cosines[1],
          signs[2] * ordinate.cosines[2]};
}

}  // namespace lobatto::accept
