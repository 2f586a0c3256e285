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
      places_(places_of(space, nodes)),
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
                      model.height)) {
  stress_.fill(std::vector<double>(above_.nodes().size()));
}

std::size_t ModelledWall::add_scalar(ScalarAtWall scalar) {
  scalars_.push_back(std::move(scalar));
  fluxes_.emplace_back(above_.nodes().size());
  return scalars_.size() - 1;
}

void ModelledWall::watch(const state::Variable& velocity,
                         const std::vector<const state::Variable*>& scalars) {
  above_.watch(velocity);
  for (const auto& scalar : scalars_) above_.watch(*scalars.at(scalar.scalar));
}

void ModelledWall::extrapolate(const time::Extrapolation& extrapolation) {
  above_.extrapolate(extrapolation, at_height_);
  time_ = std::numeric_limits<double>::quiet_NaN();
}

void ModelledWall::take_current() {
  above_.take_current(at_height_);
  time_ = std::numeric_limits<double>::quiet_NaN();
}

void ModelledWall::prepare(double t) {
  if (t == time_) return;
  time_ = t;
  std::vector<std::vector<double>> surfaces;
  for (const auto& scalar : scalars_) {
    auto& values = surfaces.emplace_back(above_.nodes().size());
    scalar.surface({places_[0], places_[1], places_[2], above_.nodes()}, t, values);
  }
  for (std::size_t i = 0; i < above_.nodes().size(); ++i) prepare_node(i, surfaces);
}

void ModelledWall::prepare_node(std::size_t i, std::span<const std::vector<double>> surfaces) {
  base::Vector3 along{at_height_[0][i], at_height_[1][i], at_height_[2][i]};
  const base::Vector3 normal{normals_[0][i], normals_[1][i], normals_[2][i]};
  const double outward = base::dot(along, normal);
  for (int d = 0; d < 3; ++d) along[d] -= outward * normal[d];
  const double speed = base::norm(along);
  double u_tau = 0;
  if (scalars_.empty()) {
    u_tau = friction_velocity(model_.law, speed, model_.height, model_.viscosity);
  } else {
    std::vector<ScalarDrop> drops;
    for (std::size_t s = 0; s < scalars_.size(); ++s)
      drops.push_back(
          {at_height_[3 + s][i] - surfaces[s][i], scalars_[s].roughness, scalars_[s].buoyancy});
    const SurfaceLayer layer({model_.law.kappa, model_.height, model_.law.roughness}, speed, drops);
    u_tau = layer.friction_velocity();
    for (std::size_t s = 0; s < drops.size(); ++s) fluxes_[s][i] = -layer.flux_to_wall(drops[s]);
  }
  for (int d = 0; d < 3; ++d) stress_[d][i] = speed > 0 ? -u_tau * u_tau * along[d] / speed : 0;
}

void ModelledWall::stress(int d, const space::Points& points, double t, std::span<double> out) {
  prepare(t);
  above_.select(stress_[d], points, out);
}

void ModelledWall::flux(std::size_t number, const space::Points& points, double t,
                        std::span<double> out) {
  prepare(t);
  above_.select(fluxes_[number], points, out);
}

void model_wall(const space::FunctionSpace& space, int boundary, const WallModel& model,
                VelocityBoundaryCondition& face) {
  const auto wall = std::make_shared<ModelledWall>(space, boundary, model);
  face.velocity.fill(
      [](const space::Points&, double, std::span<double> out) { std::ranges::fill(out, 0.0); });
  face.depends_on_time = false;
  face.traction = GivenVector{};
  for (int d = 0; d < 3; ++d)
    face.traction->at[d] = [wall, d](const space::Points& points, double t, std::span<double> out) {
      wall->stress(d, points, t, out);
    };
  face.traction->follows = wall;
}

bool model_flux(const VelocityBoundaryCondition& of_velocity, ScalarAtWall scalar,
                ScalarBoundaryCondition& face) {
  const auto wall = of_velocity.traction
                        ? std::dynamic_pointer_cast<ModelledWall>(of_velocity.traction->follows)
                        : nullptr;
  if (!wall || !wall->is_rough()) return false;
  const std::size_t number = wall->add_scalar(std::move(scalar));
  face.value = [wall, number](const space::Points& points, double t, std::span<double> out) {
    wall->flux(number, points, t, out);
  };
  face.depends_on_time = true;
  return true;
}

}  // namespace lobatto::physics
