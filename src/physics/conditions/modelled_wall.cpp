#include "physics/conditions/modelled_wall.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "base/vector3.hpp"
#include "space/boundary.hpp"

namespace lobatto::physics {

ModelledWall::ModelledWall(const space::FunctionSpace& space, int boundary, const WallModel& model)
    : ModelledWall(space, boundary, model, space::boundary_nodes(space, boundary)) {}

ModelledWall::ModelledWall(const space::FunctionSpace& space, int boundary, const WallModel& model,
                           std::vector<std::size_t> nodes)
    : model_(model),
      normals_(space::boundary_normals(space, boundary, nodes)),
      above_(
          space, boundary, std::move(nodes),
          [&](std::size_t i) {
            std::array<double, 3> way;
            for (int d = 0; d < 3; ++d) way[d] = -model.height * normals_[d][i];
            return way;
          },
          fmt::format("has a wall model that takes the velocity at a height of {:.6g}, which leads "
                      "out of the mesh; expected a smaller one",
                      model.height)),
      stress_(above_.nothing()) {}

void ModelledWall::extrapolate(const time::Extrapolation& extrapolation) {
  above_.extrapolate(extrapolation, stress_);
  find_stress();
}

void ModelledWall::take_current() {
  above_.take_current(stress_);
  find_stress();
}

void ModelledWall::find_stress() {
  for (std::size_t i = 0; i < above_.nodes().size(); ++i) {
    std::array<double, 3> along{stress_[0][i], stress_[1][i], stress_[2][i]};
    const std::array<double, 3> normal{normals_[0][i], normals_[1][i], normals_[2][i]};
    const double outward = base::dot(along, normal);
    for (int d = 0; d < 3; ++d) along[d] -= outward * normal[d];
    const double speed = std::sqrt(base::dot(along, along));
    const double u_tau = friction_velocity(model_.law, speed, model_.height, model_.viscosity);
    for (int d = 0; d < 3; ++d) stress_[d][i] = speed > 0 ? -u_tau * u_tau * along[d] / speed : 0;
  }
}

void ModelledWall::evaluate(int d, const space::Points& points, std::span<double> out) const {
  above_.select(stress_[d], points, out);
}

void model_wall(const space::FunctionSpace& space, int boundary, const WallModel& model,
                VelocityBoundaryCondition& face) {
  const auto wall = std::make_shared<ModelledWall>(space, boundary, model);
  face.velocity.fill(
      [](const space::Points&, double, std::span<double> out) { std::ranges::fill(out, 0.0); });
  face.depends_on_time = false;
  face.traction = GivenVector{};
  for (int d = 0; d < 3; ++d)
    face.traction->at[d] = [wall, d](const space::Points& points, double, std::span<double> out) {
      wall->evaluate(d, points, out);
    };
  face.traction->follows = wall;
}

}  // namespace lobatto::physics
