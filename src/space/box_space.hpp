#pragma once

#include <array>
#include <functional>
#include <span>
#include <vector>

#include "base/aligned_array.hpp"
#include "comm/communicator.hpp"
#include "mesh/box_mesh.hpp"
#include "poly/matrix.hpp"
#include "poly/quadrature.hpp"

namespace lobatto::space {

using Field = base::AlignedArray<double>;
using VectorField = std::array<Field, 3>;

/// Values of several components at points: out[c][q] at (x[q], y[q], z[q]), time t.
struct Points {
  std::span<const double> x, y, z;
};
/// A function of space and time, as given by the user or by a test. Evaluates `out.size()` points.
using SpaceTimeFunction =
    std::function<void(const Points& points, double t, std::span<double> out)>;

/// Continuous piecewise polynomials on an axis-aligned box mesh: nodal basis on n = order + 1 GLL
/// nodes a direction, GLL quadrature (diagonal mass matrix). Fields are unassembled,
/// [n_elem][k][j][i], i fastest, copies of shared nodes equal.
class BoxSpace {
 public:
  BoxSpace(const mesh::BoxMesh& mesh, const comm::Communicator& communicator);

  [[nodiscard]] const mesh::BoxMesh& mesh() const { return mesh_; }
  [[nodiscard]] const comm::Communicator& communicator() const { return communicator_; }
  [[nodiscard]] int n() const { return mesh_.n_nodes(); }
  [[nodiscard]] int n_elements() const { return mesh_.n_local_elements(); }
  [[nodiscard]] std::size_t element_size() const { return element_size_; }  ///< n^3
  [[nodiscard]] std::size_t size() const {
    return element_size_ * static_cast<std::size_t>(n_elements());
  }
  [[nodiscard]] long long global_size() const {
    return mesh_.n_elements() * static_cast<long long>(element_size_);
  }
  [[nodiscard]] const poly::Quadrature& nodes() const { return nodes_; }
  [[nodiscard]] const poly::Matrix& derivative() const { return derivative_; }

  [[nodiscard]] Field make_field() const { return Field(size()); }
  [[nodiscard]] VectorField make_vector_field() const {
    return {make_field(), make_field(), make_field()};
  }

  /// w_i w_j w_k on the reference element, [k][j][i]; times volume / 8 it is the element's mass
  /// matrix.
  [[nodiscard]] std::span<const double> reference_mass() const { return reference_mass_; }
  /// Distance around each GLL node on [-1, 1] that the Courant number refers to: half the distance
  /// between its neighbours, the distance to the one neighbour at the ends. [n]
  [[nodiscard]] std::span<const double> node_spacing() const { return node_spacing_; }
  /// Lengths of local element e along x, y, z.
  [[nodiscard]] std::array<double, 3> lengths(int e) const { return mesh_.element_lengths(e); }
  /// volume / 8 of local element e.
  [[nodiscard]] double jacobian(int e) const;
  /// Coordinates of the nodes of local element e along one direction. [n]
  [[nodiscard]] std::vector<double> node_coordinates(int e, int direction) const;

  /// Coordinates x, y, z of all n^3 nodes of local element e, in the order of a field.
  void element_points(int e, std::array<std::vector<double>, 3>& coordinates) const;
  /// field = f(x, y, z, t) at every node.
  void evaluate(const SpaceTimeFunction& f, double t, std::span<double> field) const;
  /// Integral over the whole box by GLL quadrature. Collective.
  [[nodiscard]] double integrate(std::span<const double> field) const;
  /// L2 inner product over the whole box by GLL quadrature. Collective.
  [[nodiscard]] double inner_product(std::span<const double> a, std::span<const double> b) const;
  /// sqrt(<a, a> / volume). Collective.
  [[nodiscard]] double rms(std::span<const double> a) const;
  [[nodiscard]] double max_abs(std::span<const double> a) const;

 private:
  mesh::BoxMesh mesh_;
  const comm::Communicator& communicator_;
  std::size_t element_size_;
  poly::Quadrature nodes_;
  poly::Matrix derivative_;
  Field reference_mass_;
  std::vector<double> node_spacing_;
};

}  // namespace lobatto::space
