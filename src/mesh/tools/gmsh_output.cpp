#include "mesh/tools/mesh_output.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "mesh/curves/tensor_values.hpp"
#include "mesh/face_sides.hpp"
#include "mesh/formats/gmsh_cells.hpp"
#include "mesh/hex_topology.hpp"
#include "mesh/point.hpp"
#include "mesh/tools/outer_sides.hpp"
#include "poly/lagrange.hpp"
#include "poly/quadrature.hpp"

namespace lobatto::mesh {
namespace {

const GmshCellType& type_of(const RawMesh& mesh, int dimension) {
  const GmshCellType* type = complete_gmsh_type(dimension, mesh.geometry_order);
  if (type == nullptr)
    throw base::Error(mesh.file + ": the geometry is of order " +
                      std::to_string(mesh.geometry_order) +
                      ", and Gmsh has hexahedra up to order 9");
  return *type;
}

/// From GLL nodes to equidistant ones.
poly::Matrix to_equidistant(int order) {
  std::vector<double> places;
  for (int i = 0; i <= order; ++i) places.push_back(-1.0 + 2.0 * i / order);
  return poly::interpolation_matrix(poly::gauss_lobatto_legendre(order + 1).nodes, places);
}

/// The nodes of a mesh as Gmsh has them: equidistant, each once.
struct GmshNodes {
  std::vector<std::int64_t>
      labels;                 ///< [n_elements][t][s][r], from 1; of a plane mesh t = 0 counts
  std::vector<Point> places;  ///< by label - 1
};

GmshNodes nodes_of(const RawMesh& mesh) {
  const int n = mesh.geometry_order + 1, n_layers = mesh.dimension == 2 ? 1 : n;
  const std::size_t n_nodes = static_cast<std::size_t>(n) * n * n;
  const auto to_gmsh = to_equidistant(mesh.geometry_order);
  const auto numbers = node_numbers(mesh, mesh.geometry_order);
  GmshNodes nodes{std::vector<std::int64_t>(numbers.size(), 0), {}};
  std::vector<std::int64_t> label_of(
      numbers.empty() ? 0 : static_cast<std::size_t>(*std::ranges::max_element(numbers)) + 1, 0);
  for (std::size_t e = 0; e < mesh.corners.size(); ++e) {
    std::array<std::vector<double>, 3> x;
    for (std::size_t c = 0; c < 3; ++c)
      x[c] =
          tensor_values(to_gmsh, to_gmsh, to_gmsh, mesh.coordinates.data() + (3 * e + c) * n_nodes);
    for (std::size_t i = 0; i < n_nodes * n_layers / n; ++i) {
      std::int64_t& label = label_of[numbers[e * n_nodes + i]];
      if (label == 0) {
        nodes.places.push_back({x[0][i], x[1][i], x[2][i]});
        label = static_cast<std::int64_t>(nodes.places.size());
      }
      nodes.labels[e * n_nodes + i] = label;
    }
  }
  return nodes;
}

/// Cells of one entity, and their nodes as Gmsh orders them.
struct CellBlock {
  int dimension = 0, entity = 0;
  const GmshCellType* type = nullptr;
  std::vector<std::int64_t> labels;  ///< [cells][n_nodes]
};

struct PeriodicBlock {
  int slave = 0, master = 0;                        ///< entities
  Placement motion{};                               ///< from the master to the slave
  std::vector<std::array<std::int64_t, 2>> labels;  ///< slave, master; ascending
};

/// What a file says, before it is written. Entities of each dimension are numbered from 1, and are
/// in the physical group of their number.
class GmshDocument {
 public:
  explicit GmshDocument(const RawMesh& mesh)
      : mesh_(mesh),
        outer_(outer_sides(mesh)),
        element_type_(type_of(mesh, mesh.dimension)),
        side_type_(type_of(mesh, mesh.dimension - 1)),
        nodes_(nodes_of(mesh)) {
    add_sides();
    add_elements();
    for (std::size_t map = 0; map < mesh.periodic.size(); ++map)
      add_periodic(static_cast<int>(map));
  }

  [[nodiscard]] const GmshNodes& nodes() const { return nodes_; }
  [[nodiscard]] const std::vector<CellBlock>& elements() const { return elements_; }
  [[nodiscard]] const std::vector<CellBlock>& sides() const { return sides_; }
  [[nodiscard]] const std::vector<PeriodicBlock>& periodic() const { return periodic_; }
  [[nodiscard]] int n_volumes() const { return static_cast<int>(mesh_.volume_names.size()) + 1; }

 private:
  [[nodiscard]] int n() const { return mesh_.geometry_order + 1; }

  /// The entity of one of the two sides of a map.
  [[nodiscard]] int surface_of(int map, bool is_master) const {
    return static_cast<int>(mesh_.boundary_names.size()) + 2 * map + (is_master ? 1 : 2);
  }

  [[nodiscard]] std::int64_t label(std::int64_t side, int a, int b) const {
    const int n_nodes = n() * n() * n();
    return nodes_.labels[side / n_hex_faces * n_nodes +
                         face_node(static_cast<int>(side % n_hex_faces), a, b, n())];
  }

  /// Around a side so that its normal is outwards. Sides of a slab are lines at its lower end.
  [[nodiscard]] std::vector<std::int64_t> labels_of_side(std::int64_t side) const {
    const int face = static_cast<int>(side % n_hex_faces);
    const bool is_plane = mesh_.dimension == 2;
    const bool runs_along_b = is_plane ? face / 2 == 1 : face % 2 == 0;
    std::vector<std::int64_t> labels;
    for (const auto& at : gmsh_lattice(side_type_))
      labels.push_back(runs_along_b ? label(side, at[1], at[0]) : label(side, at[0], at[1]));
    return labels;
  }

  void add_sides() {
    const int n_named = static_cast<int>(mesh_.boundary_names.size());
    sides_.resize(static_cast<std::size_t>(n_named) + 2 * mesh_.periodic.size());
    for (std::size_t i = 0; i < sides_.size(); ++i)
      sides_[i] = {mesh_.dimension - 1, static_cast<int>(i) + 1, &side_type_, {}};
    for (const auto* list : {&outer_.named, &outer_.second_names})
      for (const NamedSide& named : *list) add_side(named.boundary + 1, named.side);
    for (const PeriodicFacePair& pair : outer_.periodic) {
      add_side(surface_of(static_cast<int>(pair.map), false), pair.slave);
      add_side(surface_of(static_cast<int>(pair.map), true), pair.master);
    }
    std::erase_if(sides_, [](const CellBlock& block) { return block.labels.empty(); });
  }

  void add_side(int entity, std::int64_t side) {
    const auto labels = labels_of_side(side);
    auto& block = sides_[static_cast<std::size_t>(entity) - 1].labels;
    block.insert(block.end(), labels.begin(), labels.end());
  }

  /// A block for each run of elements of one volume, since their order stays.
  void add_elements() {
    const std::size_t n_nodes = static_cast<std::size_t>(n()) * n() * n();
    const auto lattice = gmsh_lattice(element_type_);
    for (std::size_t e = 0; e < mesh_.corners.size(); ++e) {
      const int volume = mesh_.volumes.empty() ? -1 : mesh_.volumes[e];
      const int entity = volume < 0 ? n_volumes() : volume + 1;
      if (elements_.empty() || elements_.back().entity != entity)
        elements_.push_back({mesh_.dimension, entity, &element_type_, {}});
      for (const auto& [i, j, k] : lattice)
        elements_.back().labels.push_back(
            nodes_.labels[e * n_nodes + static_cast<std::size_t>((k * n() + j) * n() + i)]);
    }
  }

  void add_periodic(int map) {
    PeriodicBlock block{surface_of(map, false), surface_of(map, true), {}, {}};
    for (const PeriodicFacePair& pair : outer_.periodic) {
      if (pair.map != map) continue;
      block.motion = reversed(pair.motion).placement;
      add_partners(pair, block);
    }
    std::ranges::sort(block.labels);
    const auto repeated = std::ranges::unique(block.labels);
    block.labels.erase(repeated.begin(), repeated.end());
    if (!block.labels.empty()) periodic_.push_back(std::move(block));
  }

  void add_partners(const PeriodicFacePair& pair, PeriodicBlock& block) const {
    const OrientedFace lies = lie_against(pair.images, pair.master_corners);
    for (int b = 0; b < n(); ++b) {
      for (int a = 0; a < n(); ++a) {
        const auto [a_there, b_there] = on_counterpart(lies, a, b, n());
        const std::int64_t slave = label(pair.slave, a, b);
        if (slave > 0) block.labels.push_back({slave, label(pair.master, a_there, b_there)});
      }
    }
  }

  const RawMesh& mesh_;
  OuterSides outer_;
  const GmshCellType& element_type_;
  const GmshCellType& side_type_;
  GmshNodes nodes_;
  std::vector<CellBlock> elements_, sides_;
  std::vector<PeriodicBlock> periodic_;
};

/// The sections of the file.
class GmshSections {
 public:
  GmshSections(const RawMesh& mesh, const GmshDocument& document, std::ostream& out)
      : mesh_(mesh), document_(document), out_(out) {
    lower_ = upper_ = document.nodes().places.front();
    for (const Point& x : document.nodes().places) {
      for (std::size_t c = 0; c < 3; ++c) {
        lower_[c] = std::min(lower_[c], x[c]);
        upper_[c] = std::max(upper_[c], x[c]);
      }
    }
  }

  void write() {
    out_ << "$MeshFormat\n4.1 1 8\n";
    put<int>(1);
    out_ << "\n$EndMeshFormat\n";
    names();
    entities();
    nodes();
    elements();
    if (!document_.periodic().empty()) periodic();
  }

 private:
  template <class T>
  void put(T value) {
    out_.write(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void count(std::size_t n) { put<std::size_t>(n); }

  void names() {
    const std::size_t n = mesh_.boundary_names.size() + mesh_.volume_names.size();
    if (n == 0) return;
    out_ << "$PhysicalNames\n" << n << "\n";
    names_of(mesh_.dimension - 1, mesh_.boundary_names);
    names_of(mesh_.dimension, mesh_.volume_names);
    out_ << "$EndPhysicalNames\n";
  }

  void names_of(int dimension, const std::vector<std::string>& names) {
    for (std::size_t i = 0; i < names.size(); ++i)
      out_ << dimension << " " << i + 1 << " \"" << names[i] << "\"\n";
  }

  void entities() {
    const auto n_sides = static_cast<int>(mesh_.boundary_names.size() + 2 * mesh_.periodic.size());
    const int n_volumes = document_.n_volumes();
    out_ << "$Entities\n";
    for (int dimension = 0; dimension < 4; ++dimension)
      count(dimension == mesh_.dimension       ? static_cast<std::size_t>(n_volumes)
            : dimension == mesh_.dimension - 1 ? static_cast<std::size_t>(n_sides)
                                               : 0);
    for (const int n : {n_sides, n_volumes})
      for (int tag = 1; tag <= n; ++tag) entity(tag);
    out_ << "\n$EndEntities\n";
  }

  /// In the box of the mesh, in the physical group of its number, with nothing said of its bounds.
  void entity(int tag) {
    put<int>(tag);
    for (const Point& corner : {lower_, upper_})
      for (const double value : corner) put<double>(value);
    count(1);
    put<int>(tag);
    count(0);
  }

  void nodes() {
    const auto& places = document_.nodes().places;
    out_ << "$Nodes\n";
    for (const std::size_t n : {std::size_t{1}, places.size(), std::size_t{1}, places.size()})
      count(n);
    for (const int value : {mesh_.dimension, 1, 0}) put<int>(value);
    count(places.size());
    for (std::size_t i = 1; i <= places.size(); ++i) count(i);
    for (const Point& x : places)
      for (const double value : x) put<double>(value);
    out_ << "\n$EndNodes\n";
  }

  void elements() {
    const auto size = [](const CellBlock& block) {
      return block.labels.size() / static_cast<std::size_t>(block.type->n_nodes);
    };
    std::size_t n_cells = 0, number = 0;
    for (const auto* blocks : {&document_.elements(), &document_.sides()})
      for (const CellBlock& block : *blocks) n_cells += size(block);
    out_ << "$Elements\n";
    const std::size_t n_blocks = document_.elements().size() + document_.sides().size();
    for (const std::size_t n : {n_blocks, n_cells, std::size_t{1}, n_cells}) count(n);
    for (const auto* blocks : {&document_.elements(), &document_.sides()}) {
      for (const CellBlock& block : *blocks) {
        for (const int value : {block.dimension, block.entity, block.type->type}) put<int>(value);
        count(size(block));
        for (std::size_t i = 0; i < block.labels.size(); ++i) {
          if (i % static_cast<std::size_t>(block.type->n_nodes) == 0) count(++number);
          put<std::int64_t>(block.labels[i]);
        }
      }
    }
    out_ << "\n$EndElements\n";
  }

  void periodic() {
    out_ << "$Periodic\n";
    count(document_.periodic().size());
    for (const PeriodicBlock& block : document_.periodic()) {
      for (const int value : {mesh_.dimension - 1, block.slave, block.master}) put<int>(value);
      count(16);
      for (std::size_t row = 0; row < 4; ++row)
        for (std::size_t column = 0; column < 4; ++column)
          put<double>(row == 3      ? (column == 3 ? 1.0 : 0.0)
                      : column == 3 ? block.motion.shift[row]
                                    : block.motion.matrix[row][column]);
      count(block.labels.size());
      for (const auto& [slave, master] : block.labels) {
        put<std::int64_t>(slave);
        put<std::int64_t>(master);
      }
    }
    out_ << "\n$EndPeriodic\n";
  }

  const RawMesh& mesh_;
  const GmshDocument& document_;
  std::ostream& out_;
  Point lower_{}, upper_{};
};

}  // namespace

void write_gmsh(const RawMesh& mesh, std::ostream& out) {
  const GmshDocument document(mesh);
  GmshSections(mesh, document, out).write();
}

}  // namespace lobatto::mesh
