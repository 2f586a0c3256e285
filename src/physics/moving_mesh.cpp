#include "physics/moving_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.hpp"

namespace lobatto::physics {

MovingMesh::MovingMesh(space::FunctionSpace& space, std::shared_ptr<MeshMotion> motion)
    : space_(space),
      motion_(std::move(motion)),
      velocity_(space.make_vector_field()),
      places_(space.make_vector_field()),
      at_rest_(space.curved()->coordinates()) {}

void MovingMesh::move_to(double t) {
  motion_->evaluate(t, places_, velocity_);
  try {
    check_periods();
    space_.move(places_);
  } catch (const base::Error& error) {
    throw base::Error(fmt::format("the mesh at t = {:.6g}: {}", t, error.what()));
  }
  time_ = t;
}

/// Copies of a node have moved alike, beyond periodic sides, too.
void MovingMesh::check_periods() const {
  constexpr double round_off = 1e-9;
  double farthest = 0, apart = 0;
  space::Field moved = space_.make_field(), mean = space_.make_field();
  for (int d = 0; d < space_.shape().n_directions(); ++d) {
    for (std::size_t q = 0; q < moved.size(); ++q)
      mean[q] = moved[q] = places_[d][q] - at_rest_[d][q];
    space_.make_continuous(mean);
    for (std::size_t q = 0; q < moved.size(); ++q) {
      farthest = std::max(farthest, std::abs(moved[q]));
      apart = std::max(apart, std::abs(moved[q] - mean[q]));
    }
  }
  apart = space_.communicator().max(apart);
  const double length = std::cbrt(space_.volume()) + space_.communicator().max(farthest);
  if (apart > round_off * length)
    throw base::Error(
        fmt::format("nodes that are one, on periodic sides say, have moved {:.2g} apart; expected "
                    "a motion that is periodic as the mesh is",
                    apart));
}

void MovingMesh::carry_walls(std::span<VelocityBoundaryCondition> faces) const {
  for (auto& face : faces) {
    if (face.kind != VelocityCondition::wall) continue;
    face.kind = VelocityCondition::velocity;
    face.depends_on_time = true;
    for (int d = 0; d < 3; ++d)
      face.velocity[d] = [this, d](const space::Points& points, double, std::span<double> out) {
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = velocity_[d][points.nodes[i]];
      };
  }
}

}  // namespace lobatto::physics
