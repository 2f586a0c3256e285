#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/aligned_array.hpp"
#include "comm/communicator.hpp"
#include "gs/gather_scatter.hpp"
#include "kernels/element_shape.hpp"
#include "kernels/operators/box_helmholtz.hpp"
#include "mesh/box_mesh.hpp"
#include "mesh/hex_mesh.hpp"
#include "poly/matrix.hpp"
#include "poly/quadrature.hpp"
#include "space/geometry.hpp"
#include "space/turned_copies.hpp"

namespace lobatto::space {

using Field = base::AlignedArray<double>;
using VectorField = std::array<Field, 3>;

/// Places at which a function is asked for its values, and what else is known of them.
struct Points {
  std::span<const double> x, y, z;
  std::span<const std::size_t> nodes = {};  ///< local indices, where they are nodes of a space
  std::array<std::span<const double>, 3> normal = {};  ///< outward unit, where on the boundary
};
/// A function of space and time, as given by the user or by a test. Evaluates `out.size()` points.
using SpaceTimeFunction =
    std::function<void(const Points& points, double t, std::span<double> out)>;
/// Where the points of a box go, x, y and z; evaluated at time 0.
using CoordinateMap = std::array<SpaceTimeFunction, 3>;

/// One side of a local element: face 2 d + (0 lower, 1 upper) along its own direction d.
struct Side {
  int element = 0;
  int face = 0;
};
/// Where the nodes of a face are within an element, [b][a]: with d the direction across the face,
/// (d, a, b) are cyclic.
std::vector<std::size_t> face_node_offsets(const kernels::ElementShape& shape, int face);

/// A named part of the boundary: the sides that this rank has of it, by element. Several parts may
/// share a name, where a condition wants them apart.
struct BoundarySides {
  std::string name;
  std::vector<Side> sides;
};

/// The diagonal mass matrix of one element: factor * weights[q] at node q.
struct ElementMass {
  double factor = 1;
  const double* weights = nullptr;
  double operator()(std::size_t q) const { return factor * weights[q]; }
};

/// Continuous piecewise polynomials on hexahedra: nodal basis on n = order + 1 GLL nodes a
/// direction, GLL quadrature (diagonal mass matrix). In a plane nothing changes along t, which has
/// one node: in the middle of the one layer, with its thickness as weight. Fields are unassembled,
/// [n_elem][k][j][i], i fastest, copies of shared nodes equal. Two kinds of geometry: axis-aligned
/// boxes, known by their lengths, and curved elements with metric terms at every node. A copy
/// shares the geometry.
class FunctionSpace {
 public:
  /// Axis-aligned elements.
  FunctionSpace(const mesh::BoxMesh& mesh, const comm::Communicator& communicator);
  /// The elements of a box, moved. Collective. Throws base::Error on every rank when an element is
  /// turned inside out somewhere.
  FunctionSpace(const mesh::BoxMesh& mesh, const CoordinateMap& map,
                const comm::Communicator& communicator);
  /// Elements as a file has them, or moved from there. Collective; throws like the one before.
  FunctionSpace(std::shared_ptr<const mesh::HexMesh> mesh, int order,
                const comm::Communicator& communicator,
                const std::optional<CoordinateMap>& map = {});
  /// The same elements and ranks with another order; the metric terms of curved elements are
  /// interpolated. Collective.
  [[nodiscard]] FunctionSpace with_order(int order) const;

  /// Puts the nodes of curved elements elsewhere: copies of this space and what refers to its
  /// metric terms have the new ones. Volume and layer are renewed here alone; who keeps more that
  /// follows from places makes it again. Nodes of a plane stay in it. Collective; throws as the
  /// constructors do.
  void move(const Coordinates& places);

  [[nodiscard]] const comm::Communicator& communicator() const { return *communicator_; }
  [[nodiscard]] int order() const { return order_; }
  [[nodiscard]] int n() const { return order_ + 1; }
  [[nodiscard]] const kernels::ElementShape& shape() const { return shape_; }
  [[nodiscard]] bool is_plane() const { return shape_.is_plane(); }
  /// A plane x, r = y >= 0 that stands for all planes through the axis y = 0: integrals are over
  /// full circles, 2 pi r with their weights, so that nodes on the axis have none. Its third
  /// direction is that of the angle. Curved elements, always.
  [[nodiscard]] bool is_axisymmetric() const;
  /// Of an element, across which it has neighbours or a boundary: six, in a plane the first four.
  [[nodiscard]] int n_faces() const { return 2 * shape_.n_directions(); }
  [[nodiscard]] int n_elements() const { return n_elements_; }
  [[nodiscard]] long long n_global_elements() const { return n_global_elements_; }
  [[nodiscard]] std::size_t element_size() const { return element_size_; }
  [[nodiscard]] std::size_t size() const {
    return element_size_ * static_cast<std::size_t>(n_elements());
  }
  [[nodiscard]] long long global_size() const {
    return n_global_elements_ * static_cast<long long>(element_size_);
  }
  /// The names of the solids that elements belong to; none where all have fluid. The elements of a
  /// rank are in the order of their regions: 0 where there is fluid, 1 + i in the i-th solid.
  [[nodiscard]] const std::vector<std::string>& solids() const;
  [[nodiscard]] int region(int e) const;
  /// The elements with fluid alone, which are the first ones of every rank: what is indexed by
  /// element or node of the fluid is at the same index here. Its boundaries are those of this space
  /// in their order, of the sides that fluid has, and then one for each solid with its name: the
  /// sides where it meets fluid. The space itself where nothing is solid. Lives as long as any copy
  /// of this space; the first call, and the first one after boundaries were split, is collective.
  [[nodiscard]] const FunctionSpace& fluid() const;

  /// Of the layer of a plane; 0 without elements.
  [[nodiscard]] double thickness() const;
  /// The one layer that a plane stands for, with nodes along t: for files and those who read them.
  /// The space itself where it is no plane. Lives as long as any copy of this space. Collective.
  [[nodiscard]] const FunctionSpace& layer() const;
  /// What a field of the plane is in the layer.
  [[nodiscard]] Field in_layer(std::span<const double> field) const;

  /// Elements are worked on in columns of equal length: the lines along x of a box, or single ones.
  [[nodiscard]] int column_length() const;

  /// The box that this mesh is, or was before it was moved; null for a mesh from a file, and for
  /// the fluid among solids.
  [[nodiscard]] const mesh::BoxMesh* box() const { return is_part_ ? nullptr : box_mesh(); }
  /// The mesh from a file that the elements are of, or null.
  [[nodiscard]] const mesh::HexMesh* hexes() const;
  /// The metric terms of curved elements; null where all elements are axis-aligned.
  [[nodiscard]] const Geometry* curved() const { return geometry_.get(); }

  /// The parts of the boundary: the six faces of a box in the order of mesh::Face (empty where it
  /// is periodic) and what was split off, or those that the file names.
  [[nodiscard]] const std::vector<BoundarySides>& boundaries() const { return boundaries_; }
  /// Makes the sides of one part of the boundary whose middle has where(x, y, z) != 0 a part of
  /// their own, the last one.
  void split_boundary(int boundary, const std::string& name, const SpaceTimeFunction& where);
  /// The same for the sides with moves != 0. [sides of the part]
  void split_boundary(int boundary, const std::string& name, std::span<const char> moves);
  /// True where every element that touches a part of the boundary has a side there; otherwise it
  /// may touch one with a line or a corner alone.
  [[nodiscard]] bool boundaries_are_box_faces() const;

  [[nodiscard]] const poly::Quadrature& nodes() const { return nodes_; }
  [[nodiscard]] const poly::Matrix& derivative() const { return derivative_; }
  /// What element kernels want to know of the nodes; refers to this space.
  [[nodiscard]] kernels::LineRule line_rule() const {
    return {n(), derivative_.values, nodes_.weights, is_plane()};
  }
  /// Distance around each GLL node on [-1, 1] that the Courant number refers to: half the distance
  /// between its neighbours, the distance to the one neighbour at the ends. [n]
  [[nodiscard]] std::span<const double> node_spacing() const { return node_spacing_; }
  /// w_i w_j w_k on the reference element. [k][j][i]
  [[nodiscard]] std::span<const double> reference_mass() const { return reference_mass_; }

  /// Global ids of the nodes, [n_elem][k][j][i]; equal where nodes coincide.
  [[nodiscard]] std::vector<std::int64_t> node_ids() const;
  /// Global ids of the nodes of faces, [n_elem][n_faces][b][a], of a face alone; -1 on the
  /// boundary.
  [[nodiscard]] std::vector<std::int64_t> face_node_ids() const;

  /// Sums over the copies of nodes; shared by all who work on this space and its copies. The first
  /// call makes it and is collective.
  [[nodiscard]] const gs::GatherScatter& gather_scatter() const;
  /// Makes the copies of each node equal to their mean. Collective.
  void make_continuous(std::span<double> field) const;

  /// What carries periodic sides into each other where that is a rotation, or null.
  [[nodiscard]] const mesh::Rotation* rotation() const { return rotation_ ? &*rotation_ : nullptr; }
  /// The nodes there whose vectors are turned, or null. Shared as sums over copies are; the first
  /// call makes it and is collective.
  [[nodiscard]] const TurnedCopies* turned_copies() const;
  /// Sums over the copies of vectors, x, y and z, each in its own axes. Collective.
  void add_vectors(std::span<const std::span<double>> v) const;
  /// Sums over the copies of each node on the same side of a rotation alone: of fields that may be
  /// components of a vector or tensor. Collective.
  void add_on_sides(std::span<double> field) const;
  /// Makes these copies equal to their mean. Collective.
  void make_sides_continuous(std::span<double> field) const;

  /// Lengths of local element e along its directions; of a curved one those of a box like it.
  [[nodiscard]] std::array<double, 3> lengths(int e) const;
  [[nodiscard]] ElementMass mass(int e) const;
  /// dr_a / dx_b at one node of element e.
  [[nodiscard]] std::array<std::array<double, 3>, 3> metric(int e, std::size_t node) const;
  /// Number of local element e over all ranks: x fastest on a box, else as in the file.
  [[nodiscard]] std::int64_t element_number(int e) const;
  /// Of all local elements.
  [[nodiscard]] std::vector<std::int64_t> element_numbers() const;

  [[nodiscard]] Field make_field() const { return Field(size()); }
  [[nodiscard]] VectorField make_vector_field() const {
    return {make_field(), make_field(), make_field()};
  }
  /// Coordinates x, y, z of all nodes of local element e, in the order of a field.
  void element_points(int e, std::array<std::vector<double>, 3>& coordinates) const {
    element_points(e, 1, coordinates);
  }
  /// The same of elements that follow each other.
  void element_points(int first, int n_elements,
                      std::array<std::vector<double>, 3>& coordinates) const;
  /// field = f(x, y, z, t) at every node.
  void evaluate(const SpaceTimeFunction& f, double t, std::span<double> field) const;

  [[nodiscard]] double volume() const { return volume_; }
  /// Integral over the domain by GLL quadrature. Collective.
  [[nodiscard]] double integrate(std::span<const double> field) const;
  [[nodiscard]] double mean(std::span<const double> field) const {
    return integrate(field) / volume_;
  }
  /// field less its mean. Collective.
  void remove_mean(std::span<double> field) const;
  /// A weak right-hand side less the part of the constant, int f q for all basis functions q, that
  /// no Poisson problem without a Dirichlet condition has a solution for. Collective.
  void remove_constant(std::span<double> weak) const;
  /// L2 inner product over the domain by GLL quadrature. Collective.
  [[nodiscard]] double inner_product(std::span<const double> a, std::span<const double> b) const;
  /// sqrt(<a, a> / volume). Collective.
  [[nodiscard]] double rms(std::span<const double> a) const;
  [[nodiscard]] double max_abs(std::span<const double> a) const;

 private:
  using Mesh = std::variant<mesh::BoxMesh, std::shared_ptr<const mesh::HexMesh>>;
  FunctionSpace(Mesh mesh, int order, const comm::Communicator& communicator);
  [[nodiscard]] const mesh::BoxMesh* box_mesh() const { return std::get_if<mesh::BoxMesh>(&mesh_); }
  [[nodiscard]] const mesh::Regions& regions() const;
  [[nodiscard]] FunctionSpace fluid_part() const;
  [[nodiscard]] FunctionSpace make_layer() const;
  /// For each solid the sides where fluid meets it. Collective.
  [[nodiscard]] std::vector<BoundarySides> sides_at_solids() const;
  void measure_volume();
  /// Of the faces of elements at both ends of the periodic directions of a box.
  struct EndNodes {
    std::vector<std::int64_t> ids;  ///< the same at nodes that are one
    std::vector<int> faces;         ///< of their element
    std::array<std::vector<double>, 3> places;
  };
  [[nodiscard]] EndNodes nodes_of_periodic_ends() const;
  /// Of the ends of a box that was moved, if any. Collective.
  [[nodiscard]] std::optional<mesh::Rotation> rotation_of_ends() const;
  void set_geometry(Coordinates coordinates);
  /// Coordinates of the nodes of element e of a box along one direction. [n]
  [[nodiscard]] std::vector<double> line_nodes(int e, int direction) const;

  Mesh mesh_;
  const comm::Communicator* communicator_;
  int order_;
  kernels::ElementShape shape_;
  int n_elements_;
  long long n_global_elements_;
  std::size_t element_size_;
  poly::Quadrature nodes_;
  poly::Matrix derivative_;
  Field reference_mass_;
  std::vector<double> node_spacing_;
  std::shared_ptr<Geometry> geometry_;
  double volume_ = 0;
  std::vector<BoundarySides> boundaries_;
  bool is_part_ = false;  ///< the fluid of a mesh with solids
  std::optional<mesh::Rotation> rotation_;
  mutable std::shared_ptr<const FunctionSpace> fluid_, layer_;
  mutable std::shared_ptr<const gs::GatherScatter> gather_scatter_;
  mutable std::shared_ptr<const TurnedCopies> turned_copies_;
};

/// Throws base::Error on every rank where an element of the space is turned inside out, with this
/// geometry of it. Collective.
void refuse_inverted_elements(const FunctionSpace& space, const Geometry& geometry);

}  // namespace lobatto::space
