#include "physics/conditions/boundary_solution.hpp"

#include <algorithm>
#include <utility>

#include "space/boundary.hpp"

namespace lobatto::physics {

namespace {

bool uses_solution(const VelocityBoundaryCondition& face) { return face.of_solution[0] != nullptr; }
bool uses_solution(const ScalarBoundaryCondition& face) { return face.of_solution != nullptr; }
bool traction_uses_solution(const VelocityBoundaryCondition& face) {
  return face.traction && face.traction->of_solution[0] != nullptr;
}

/// The parts of the boundary, as numbers, with such data.
std::vector<int> parts_of(const FlowSettings& settings) {
  std::vector<int> parts;
  const auto add = [&](const auto& faces) {
    for (std::size_t f = 0; f < faces.size(); ++f)
      if (uses_solution(faces[f])) parts.push_back(static_cast<int>(f));
  };
  add(settings.faces);
  for (std::size_t f = 0; f < settings.faces.size(); ++f)
    if (traction_uses_solution(settings.faces[f])) parts.push_back(static_cast<int>(f));
  for (const auto& scalar : settings.scalars) add(scalar.faces);
  std::ranges::sort(parts);
  parts.erase(std::ranges::unique(parts).begin(), parts.end());
  return parts;
}

}  // namespace

BoundarySolution::BoundarySolution(const space::FunctionSpace& space,
                                   const FlowSettings& settings) {
  for (const int part : parts_of(settings)) {
    const auto nodes = space::boundary_nodes(space, part);
    nodes_.insert(nodes_.end(), nodes.begin(), nodes.end());
  }
  std::ranges::sort(nodes_);
  nodes_.erase(std::ranges::unique(nodes_).begin(), nodes_.end());
}

void BoundarySolution::watch(const state::Variable& velocity,
                             const std::vector<const state::Variable*>& scalars) {
  velocity_ = &velocity;
  scalars_ = scalars;
  values_.assign(3 + scalars_.size(), std::vector<double>(nodes_.size()));
  for (int level = 0; level < max_order; ++level) levels_.at(level) = values_;
}

void BoundarySolution::look(Values& values) const {
  const auto take = [&](const space::Field& field, std::vector<double>& of_field) {
    for (std::size_t i = 0; i < nodes_.size(); ++i) of_field[i] = field[nodes_[i]];
  };
  for (int d = 0; d < 3; ++d) take(velocity_->now(d), values[d]);
  for (std::size_t s = 0; s < scalars_.size(); ++s) take(scalars_[s]->now(), values[3 + s]);
}

void BoundarySolution::record() {
  levels_.advance();
  look(levels_.current());
}

void BoundarySolution::extrapolate(const time::Extrapolation& extrapolation) {
  for (std::size_t f = 0; f < values_.size(); ++f) {
    std::ranges::fill(values_[f], 0.0);
    for (int level = 0; level < extrapolation.order; ++level)
      for (std::size_t i = 0; i < nodes_.size(); ++i)
        values_[f][i] += extrapolation.history[level] * levels_.at(level)[f][i];
  }
}

void BoundarySolution::take_current() { look(values_); }

void BoundarySolution::evaluate(const SourceFunction& function, const space::Points& points,
                                double t, std::span<double> out) const {
  Values here(values_.size(), std::vector<double>(points.nodes.size()));
  for (std::size_t i = 0; i < points.nodes.size(); ++i) {
    const auto at = std::ranges::lower_bound(nodes_, points.nodes[i]) - nodes_.begin();
    for (std::size_t f = 0; f < here.size(); ++f) here[f][i] = values_[f][at];
  }
  std::vector<const double*> fields;
  for (const auto& values : here) fields.push_back(values.data());
  const auto of_fields = std::span<const double* const>(fields);
  function(points, t, of_fields.first(3), of_fields.subspan(3), out);
}

space::SpaceTimeFunction BoundarySolution::at_nodes(SourceFunction function) const {
  return [this, function = std::move(function)](const space::Points& points, double t,
                                                std::span<double> out) {
    evaluate(function, points, t, out);
  };
}

FlowSettings BoundarySolution::bound(FlowSettings settings) const {
  const auto bind = [this](VectorFunction& function, VectorSource& of_solution, bool& varies) {
    for (int d = 0; d < 3; ++d) function[d] = at_nodes(std::move(of_solution[d]));
    varies = true;
  };
  for (auto& face : settings.faces) {
    if (uses_solution(face)) bind(face.velocity, face.of_solution, face.depends_on_time);
    if (traction_uses_solution(face))
      bind(face.traction->at, face.traction->of_solution, face.traction->depends_on_time);
  }
  for (auto& scalar : settings.scalars)
    for (auto& face : scalar.faces) {
      if (!uses_solution(face)) continue;
      face.value = at_nodes(std::move(face.of_solution));
      face.depends_on_time = true;
    }
  return settings;
}

}  // namespace lobatto::physics
