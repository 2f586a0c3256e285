#include "physics/conditions/face_frames.hpp"

#include <lapacke.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/vector3.hpp"
#include "physics/conditions/implicit_conditions.hpp"
#include "space/boundary.hpp"

namespace lobatto::physics {

namespace {

/// Of the sum of weights: two sides that meet at 20 degrees still are one surface.
constexpr double smallest_eigenvalue = 0.03;

/// The entries of a symmetric matrix at every node: xx, xy, xz, yy, yz, zz.
constexpr std::array<std::array<int, 2>, 6> entries{
    {{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}}};

struct Sums {
  std::array<space::Field, 6> matrix;
  space::Field weight;

  explicit Sums(const space::FunctionSpace& space) : weight(space.make_field()) {
    for (auto& entry : matrix) entry = space.make_field();
  }

  void add(const space::FunctionSpace& space, int part, VelocityCondition kind) {
    const space::Boundary boundary(space, part);
    for (std::size_t i = 0; i < boundary.n_values(); ++i) {
      const std::size_t slot = i / boundary.n_nodes(), q = i % boundary.n_nodes();
      const std::size_t node =
          boundary.side(slot).element * space.element_size() + boundary.offsets(slot)[q];
      const double w = boundary.weights()[i];
      for (std::size_t e = 0; e < entries.size(); ++e) {
        const auto [a, b] = entries[e];
        const double nn = boundary.normal(a)[i] * boundary.normal(b)[i];
        const double one = a == b ? 1 : 0;
        matrix[e][node] += w * (kind == VelocityCondition::tangential ? one - nn : nn);
      }
      weight[node] += w;
    }
  }

  void assemble(const space::FunctionSpace& space) {
    const auto* turned = space.turned_copies();
    if (turned != nullptr) turn(*turned, true);
    for (auto& entry : matrix) space.gather_scatter().add(entry);
    space.gather_scatter().add(weight);
    if (turned == nullptr) return;
    turn(*turned, false);
    hold_axis(*turned, space.rotation()->axis);
  }

  /// On the axis of a rotation between periodic sides all that is across it is zero.
  void hold_axis(const space::TurnedCopies& turned, const base::Vector3& axis) {
    for (const std::uint32_t q : turned.nodes_on_axis()) {
      const double w = weight[q] > 0 ? weight[q] : 1;
      for (std::size_t e = 0; e < entries.size(); ++e) {
        const auto [a, b] = entries[e];
        matrix[e][q] += w * ((a == b ? 1 : 0) - axis[a] * axis[b]);
      }
      weight[q] += w;
    }
  }

  /// M in common axes is R^T M R, in own ones R M R^T.
  void turn(const space::TurnedCopies& turned, bool to_common) {
    const auto entry_of = [&](int a, int b) {
      return to_common ? turned.matrix()[b][a] : turned.matrix()[a][b];
    };
    for (const std::uint32_t q : turned.nodes()) {
      std::array<std::array<double, 3>, 3> full{};
      for (std::size_t e = 0; e < entries.size(); ++e)
        full[entries[e][0]][entries[e][1]] = full[entries[e][1]][entries[e][0]] = matrix[e][q];
      for (std::size_t e = 0; e < entries.size(); ++e) {
        matrix[e][q] = 0;
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 3; ++j)
            matrix[e][q] += entry_of(entries[e][0], i) * full[i][j] * entry_of(entries[e][1], j);
      }
    }
  }

  [[nodiscard]] std::array<double, 9> at(std::size_t q) const {
    std::array<double, 9> full{};
    for (std::size_t e = 0; e < entries.size(); ++e) {
      const auto [a, b] = entries[e];
      full[3 * a + b] = full[3 * b + a] = matrix[e][q] / weight[q];
    }
    return full;
  }
};

}  // namespace

bool needs_frames(const space::FunctionSpace& space,
                  std::span<const VelocityBoundaryCondition> faces) {
  bool needs = space.rotation() != nullptr;
  for (std::size_t f = 0; f < faces.size(); ++f)
    if (lies_across_an_axis(faces[f].kind) &&
        !space::Boundary(space, static_cast<int>(f)).axis().has_value())
      needs = true;
  return needs;
}

space::SpaceTimeFunction part_along_face(const VectorFunction& vector, int component) {
  return [vector, component](const space::Points& points, double t, std::span<double> out) {
    std::array<std::vector<double>, 3> values;
    for (int d = 0; d < 3; ++d) {
      values[d].resize(out.size());
      vector[d](points, t, values[d]);
    }
    for (std::size_t i = 0; i < out.size(); ++i) {
      double normal = 0;
      for (int d = 0; d < 3; ++d) normal += points.normal[d][i] * values[d][i];
      out[i] = values[component][i] - points.normal[component][i] * normal;
    }
  };
}

FaceFrames::FaceFrames(const space::FunctionSpace& space,
                       std::span<const VelocityBoundaryCondition> faces) {
  Sums sums(space);
  for (std::size_t f = 0; f < faces.size(); ++f)
    if (lies_across_an_axis(faces[f].kind)) sums.add(space, static_cast<int>(f), faces[f].kind);
  sums.assemble(space);
  const auto free = space::dirichlet_mask(space, velocity_conditions(space, faces, 0));
  for (std::size_t q = 0; q < space.size(); ++q) {
    if (sums.weight[q] == 0 || free[q] == 0) continue;
    auto vectors = sums.at(q);
    std::array<double, 3> values{};
    if (LAPACKE_dsyev(LAPACK_ROW_MAJOR, 'V', 'U', 3, vectors.data(), 3, values.data()) != 0)
      throw base::Error("no frame at a node of a face (dsyev)");
    Projection onto_free{};
    for (int i = 0; i < 3; ++i)
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3 && values[i] <= smallest_eigenvalue; ++b)
          onto_free[a][b] += vectors[3 * a + i] * vectors[3 * b + i];
    nodes_.push_back(static_cast<std::uint32_t>(q));
    projections_.push_back(onto_free);
  }
}

void FaceFrames::project(std::span<const std::span<double>> u) const {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const std::uint32_t q = nodes_[i];
    const std::array before{u[0][q], u[1][q], u[2][q]};
    for (int a = 0; a < 3; ++a)
      u[a][q] = projections_[i][a][0] * before[0] + projections_[i][a][1] * before[1] +
                projections_[i][a][2] * before[2];
  }
}

void FaceFrames::impose(std::span<const std::span<double>> u,
                        std::span<const std::span<const double>> g) const {
  project(u);
  for (int d = 0; d < 3; ++d)
    for (std::size_t i = 0; i < nodes_.size() && !g[d].empty(); ++i)
      u[d][nodes_[i]] += g[d][nodes_[i]];
}

}  // namespace lobatto::physics
