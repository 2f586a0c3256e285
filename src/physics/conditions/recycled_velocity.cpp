#include "physics/conditions/recycled_velocity.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/error.hpp"

namespace lobatto::physics {

namespace {

/// x + offset of each node.
std::vector<space::Interpolation::Point> points_inside(const space::FunctionSpace& space,
                                                       const std::vector<std::size_t>& nodes,
                                                       const std::array<double, 3>& offset) {
  std::vector<space::Interpolation::Point> points;
  std::array<std::vector<double>, 3> x;
  const std::size_t size = space.element_size();
  std::size_t last = static_cast<std::size_t>(-1);
  for (const std::size_t q : nodes) {
    if (q / size != last) space.element_points(static_cast<int>(last = q / size), x);
    points.push_back(
        {x[0][q % size] + offset[0], x[1][q % size] + offset[1], x[2][q % size] + offset[2]});
  }
  return points;
}

std::size_t place_of(std::size_t node, const std::vector<std::size_t>& nodes) {
  return static_cast<std::size_t>(std::ranges::lower_bound(nodes, node) - nodes.begin());
}

}  // namespace

RecycledVelocity::RecycledVelocity(const space::FunctionSpace& space, const FlowSettings& settings)
    : space_(space) {
  for (std::size_t f = 0; f < settings.faces.size(); ++f)
    if (settings.faces[f].recycling) faces_.push_back(make_face(f, *settings.faces[f].recycling));
}

RecycledVelocity::Face RecycledVelocity::make_face(std::size_t index,
                                                   const Recycling& recycling) const {
  const space::Boundary boundary(space_, static_cast<int>(index));
  auto nodes = space::boundary_nodes(space_, static_cast<int>(index));
  const auto points = points_inside(space_, nodes, recycling.offset);
  auto inside = std::make_unique<space::Interpolation>(space_, points);
  const auto n_missing = static_cast<long long>(inside->missing().size());
  if (space_.communicator().sum(n_missing) > 0)
    throw base::Error("the boundary '" + boundary.name() +
                      "' recycles the velocity of points that lie outside of the mesh");
  Values values;
  values.fill(std::vector<double>(nodes.size()));
  return {index,
          boundary,
          recycling.bulk_velocity,
          boundary.area(),
          std::move(nodes),
          std::move(inside),
          state::History(std::vector<Values>(max_order, values)),
          values};
}

void RecycledVelocity::look(Face& face, Values& values) const {
  for (int d = 0; d < 3; ++d) face.inside->evaluate(velocity_->now(d), values[d]);
}

void RecycledVelocity::record() {
  for (auto& face : faces_) {
    face.levels.advance();
    look(face, face.levels.current());
  }
}

void RecycledVelocity::extrapolate(const time::Extrapolation& extrapolation) {
  for (auto& face : faces_) {
    for (int d = 0; d < 3; ++d) {
      std::ranges::fill(face.values[d], 0.0);
      for (int level = 0; level < extrapolation.order; ++level)
        for (std::size_t i = 0; i < face.nodes.size(); ++i)
          face.values[d][i] += extrapolation.history[level] * face.levels.at(level)[d][i];
    }
    const double mean = mean_inward(face);
    if (!flows_in(face, mean))
      throw base::Error("the boundary '" + face.boundary.name() +
                        "' recycles a velocity that carries nothing into the fluid, so that it "
                        "cannot be scaled to the given mean; begin with a flow through it");
    scale(face, mean);
  }
}

void RecycledVelocity::take_current() {
  for (auto& face : faces_) {
    look(face, face.values);
    const double mean = mean_inward(face);
    if (flows_in(face, mean)) scale(face, mean);
  }
}

double RecycledVelocity::mean_inward(const Face& face) const {
  const auto& boundary = face.boundary;
  double inward = 0;
  for (std::size_t i = 0; i < boundary.n_values(); ++i) {
    const std::size_t slot = i / boundary.n_nodes(), q = i % boundary.n_nodes();
    const std::size_t at =
        place_of(boundary.side(slot).element * space_.element_size() + boundary.offsets(slot)[q],
                 face.nodes);
    for (int d = 0; d < 3; ++d)
      inward -= boundary.weights()[i] * boundary.normal(d)[i] * face.values[d][at];
  }
  return space_.communicator().sum(inward) / face.area;
}

bool RecycledVelocity::flows_in(const Face& face, double mean) {
  return mean > 1e-6 * face.bulk_velocity;
}

void RecycledVelocity::scale(Face& face, double mean) {
  for (auto& component : face.values)
    for (double& value : component) value *= face.bulk_velocity / mean;
}

FlowSettings RecycledVelocity::bound(FlowSettings settings) const {
  for (const auto& face : faces_) {
    auto& of_face = settings.faces[face.index];
    of_face.depends_on_time = true;
    for (int d = 0; d < 3; ++d)
      of_face.velocity[d] = [&face, d](const space::Points& points, double, std::span<double> out) {
        for (std::size_t i = 0; i < out.size(); ++i)
          out[i] = face.values[d][place_of(points.nodes[i], face.nodes)];
      };
  }
  return settings;
}

}  // namespace lobatto::physics
