#include <cgnslib.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "mesh/formats/cgns_file.hpp"
#include "mesh/formats/exchange_cells.hpp"
#include "mesh/formats/reading_process.hpp"
#include "mesh/mesh_format.hpp"
#include "mesh/point.hpp"
#include "mesh/slices/shared_classes.hpp"

namespace lobatto::mesh {
namespace {

/// Nodes are those of all zones in a row, from 1.
struct CgnsVolume {
  std::string name;
  CellLattice lattice;
  std::vector<long long> nodes;
};

class CgnsReader {
 public:
  explicit CgnsReader(const std::filesystem::path& path)
      : file_(path), builder_(file_.name(), file_.dimension()) {}

  RawMesh read() {
    read_nodes();
    for (std::size_t z = 0; z < n_zones(); ++z) is_structured(z) ? add_lattice(z) : add_cells(z);
    if (volumes_.empty())
      throw base::Error(file_.name() + ": has no elements, expected " + expected_cells());
    join_zones();
    for (const CgnsVolume& volume : volumes_)
      builder_.add_volume(volume.name, volume.lattice, volume.nodes);
    for (std::size_t z = 0; z < n_zones(); ++z) add_boundaries(z);
    add_sections();
    for (std::size_t z = 0; z < n_zones(); ++z)
      for (const CgnsJoin& join : file_.joins(z)) add_join(z, join);
    return builder_.finish();
  }

 private:
  /// A surface element of a zone: its name in the file, corners, and whether a boundary lists it.
  struct Side {
    std::string section;
    std::array<long long, 4> corners{};
    bool is_listed = false;
  };

  [[noreturn]] void refuse(std::size_t z, const std::string& what) const {
    throw base::Error(file_.name() + ": the zone '" + file_.zones()[z].name + "' " + what);
  }
  [[nodiscard]] std::size_t n_zones() const { return file_.zones().size(); }
  [[nodiscard]] bool is_structured(std::size_t z) const { return file_.zones()[z].is_structured; }
  [[nodiscard]] int dimension() const { return file_.dimension(); }
  /// Of a place in a zone.
  [[nodiscard]] std::size_t n_indices(std::size_t z) const {
    return is_structured(z) ? static_cast<std::size_t>(dimension()) : 1;
  }
  [[nodiscard]] std::string expected_cells() const {
    return dimension() == 3 ? "hexahedra" : "quadrilaterals";
  }

  void read_nodes() {
    for (std::size_t z = 0; z < n_zones(); ++z) {
      first_node_.push_back(static_cast<long long>(nodes_.size()));
      const auto nodes = file_.nodes(z);
      nodes_.insert(nodes_.end(), nodes.begin(), nodes.end());
    }
    first_element_.resize(n_zones());
    sides_.resize(n_zones());
  }

  /// The number of a node among all, by its indices in its zone, from 1.
  [[nodiscard]] long long node(std::size_t z, std::span<const long long> indices) const {
    const CgnsZone& zone = file_.zones()[z];
    long long offset = 0, stride = 1;
    for (std::size_t c = 0; c < indices.size(); ++c) {
      if (indices[c] < 1 || indices[c] > zone.n_nodes[c])
        refuse(z, "has no node " + std::to_string(indices[c]) + " along direction " +
                      std::to_string(c + 1) +
                      ", which a boundary or connection names; expected 1 to " +
                      std::to_string(zone.n_nodes[c]));
      offset += stride * (indices[c] - 1);
      stride *= zone.n_nodes[c];
    }
    return first_node_[z] + offset + 1;
  }

  [[nodiscard]] long long n_cells(std::size_t z, std::size_t c) const {
    return std::max(1LL, file_.zones()[z].n_nodes[c] - 1);
  }

  void add_lattice(std::size_t z) {
    const CgnsZone& zone = file_.zones()[z];
    CgnsVolume volume{zone.family.empty() ? zone.name : zone.family,
                      cgns_lattice(dimension(), dimension() == 3 ? 8 : 4),
                      {}};
    for (long long k = 0; k < n_cells(z, 2); ++k)
      for (long long j = 0; j < n_cells(z, 1); ++j)
        for (long long i = 0; i < n_cells(z, 0); ++i)
          for (const auto& [r, s, t] : volume.lattice)
            volume.nodes.push_back(node(z, std::array{i + r + 1, j + s + 1, k + t + 1}));
    first_element_[z] = n_elements_;
    n_elements_ += volume.nodes.size() / volume.lattice.size();
    volumes_.push_back(std::move(volume));
  }

  void add_cells(std::size_t z) {
    for (const CgnsCells& cells : file_.cells(z)) {
      if (cells.dimension == dimension()) {
        volumes_.push_back(volume_of(z, cells));
        n_elements_ += cells.labels.size();
      } else if (cells.dimension == dimension() - 1) {
        keep_sides(z, cells);
      } else if (cells.dimension > dimension()) {
        refuse(z, "has elements of type " + cells.type + " in a base of " +
                      std::to_string(dimension()) + " dimensions");
      }
    }
  }

  [[nodiscard]] CgnsVolume volume_of(std::size_t z, const CgnsCells& cells) const {
    const CgnsZone& zone = file_.zones()[z];
    CgnsVolume volume{zone.family.empty() ? cells.family : zone.family, {}, cells.nodes};
    if (volume.name.empty()) volume.name = cells.section;
    if (cells.type.starts_with(dimension() == 3 ? "HEXA_" : "QUAD_") && cells.type != "QUAD_P4_16")
      volume.lattice = cgns_lattice(dimension(), static_cast<std::size_t>(cells.n_nodes));
    if (volume.lattice.empty())
      refuse(z, "has elements of type " + cells.type + " (section '" + cells.section +
                    "'), expected " +
                    (dimension() == 3 ? "HEXA_8, 20, 27, 32, 64, 44 or 125; mesh the volume with "
                                        "hexahedra, and write elements as such, not as polyhedra"
                                      : "QUAD_4, 8, 9, 12, 16 or 25; mesh the surface with "
                                        "quadrilaterals"));
    for (long long& node : volume.nodes) node = own_node(z, node, cells);
    return volume;
  }

  [[nodiscard]] long long own_node(std::size_t z, long long number, const CgnsCells& cells) const {
    if (number < 1 || number > file_.zones()[z].size())
      refuse(z, "has no node " + std::to_string(number) + ", which the section '" + cells.section +
                    "' uses; expected 1 to " + std::to_string(file_.zones()[z].size()));
    return first_node_[z] + number;
  }

  void keep_sides(std::size_t z, const CgnsCells& cells) {
    const std::size_t n_corners = dimension() == 3 ? 4 : 2;
    const auto n_nodes = static_cast<std::size_t>(cells.n_nodes);
    if (!cells.type.starts_with(dimension() == 3 ? "QUAD_" : "BAR_")) return;
    for (std::size_t i = 0; i < cells.labels.size(); ++i) {
      Side side{cells.family.empty() ? cells.section : cells.family, {}, false};
      for (std::size_t c = 0; c < n_corners; ++c)
        side.corners[c] = own_node(z, cells.nodes.at(i * n_nodes + c), cells);
      sides_[z].emplace(cells.labels[i], side);
    }
  }

  /// Points at the same place are one, to 5 % of the shortest line at them: of several zones, and
  /// of structured ones, which may touch themselves.
  void join_zones() {
    builder_.set_nodes(nodes_);
    if (n_zones() == 1 && !is_structured(0)) return;
    std::vector<double> tolerances(nodes_.size(), std::numeric_limits<double>::max());
    for (const CgnsVolume& volume : volumes_) shorten(volume, tolerances);
    for (double& tolerance : tolerances)
      tolerance = tolerance == std::numeric_limits<double>::max() ? 0.0 : 0.05 * tolerance;
    builder_.join_nodes(shared_points(nodes_, tolerances, comm::Communicator::alone()));
  }

  /// To the shortest line of the elements between corners; those of length 0 are collapsed.
  void shorten(const CgnsVolume& volume, std::vector<double>& lengths) const {
    const std::size_t n_corners = dimension() == 3 ? 8 : 4;
    for (std::size_t first = 0; first < volume.nodes.size(); first += volume.lattice.size())
      for (std::size_t i = 0; i < n_corners; ++i)
        for (std::size_t j = 0; j < i; ++j) {
          int n_different = 0;
          for (std::size_t c = 0; c < 3; ++c)
            n_different += volume.lattice[i][c] != volume.lattice[j][c];
          if (n_different != 1) continue;
          const auto p = static_cast<std::size_t>(volume.nodes[first + i] - 1);
          const auto q = static_cast<std::size_t>(volume.nodes[first + j] - 1);
          const double length = distance(nodes_[p], nodes_[q]);
          if (length == 0.0) continue;
          lengths[p] = std::min(lengths[p], length);
          lengths[q] = std::min(lengths[q], length);
        }
  }

  void add_boundaries(std::size_t z) {
    for (const CgnsBoundary& boundary : file_.boundaries(z)) {
      if (boundary.indices.empty()) continue;
      if (is_structured(z) && (boundary.is_range || boundary.places == CgnsPlaces::faces))
        add_index_boundary(z, boundary);
      else if (boundary.places == CgnsPlaces::vertices)
        add_vertex_boundary(z, boundary);
      else
        add_element_boundary(z, boundary);
    }
  }

  void add_vertex_boundary(std::size_t z, const CgnsBoundary& boundary) {
    const std::size_t width = n_indices(z);
    std::vector<long long> nodes;
    const auto numbers = width == 1 ? unrolled(boundary) : boundary.indices;
    for (std::size_t i = 0; i + width <= numbers.size(); i += width)
      nodes.push_back(node(z, std::span(numbers).subspan(i, width)));
    builder_.add_sides_between(boundary.name, nodes);
  }

  /// All numbers of a range of one index.
  static std::vector<long long> unrolled(const CgnsBoundary& boundary) {
    if (!boundary.is_range || boundary.indices.size() != 2) return boundary.indices;
    std::vector<long long> numbers;
    for (long long i = boundary.indices[0]; i <= boundary.indices[1]; ++i) numbers.push_back(i);
    return numbers;
  }

  void add_element_boundary(std::size_t z, const CgnsBoundary& boundary) {
    for (const long long number : unrolled(boundary)) {
      const auto found = sides_[z].find(number);
      if (found == sides_[z].end())
        refuse(z, "has no surface element " + std::to_string(number) + ", which the boundary '" +
                      boundary.name + "' lists; expected " +
                      (dimension() == 3 ? "quadrilaterals" : "lines") +
                      " that a section of the zone holds");
      found->second.is_listed = true;
      add_side(z, boundary.name, number, found->second);
    }
  }

  [[nodiscard]] std::span<const long long> corners(const Side& side) const {
    return std::span(side.corners).first(dimension() == 3 ? 4 : 2);
  }

  void add_side(std::size_t z, const std::string& name, long long number, const Side& side) {
    if (!builder_.add_side_of_nodes(name, corners(side), number))
      refuse(z, "has a surface element " + std::to_string(number) + " of '" + name +
                    "' that is no side of an element");
  }

  /// A rectangle of faces across one direction.
  void add_index_boundary(std::size_t z, const CgnsBoundary& boundary) {
    const auto d = static_cast<std::size_t>(dimension());
    const std::span<const long long> indices = boundary.indices;
    const std::size_t step = boundary.is_range ? 2 * d : d;
    for (std::size_t i = 0; i + step <= indices.size(); i += step)
      add_faces(z, boundary, indices.subspan(i, d), indices.subspan(i + step - d, d));
  }

  void add_faces(std::size_t z, const CgnsBoundary& boundary, std::span<const long long> from,
                 std::span<const long long> to) {
    const int across = direction_across(z, boundary, from, to);
    if (across < 0) return;  // a line or a point of the zone, no surface
    const auto normal = static_cast<std::size_t>(across);
    std::array<long long, 3> low{0, 0, 0}, high{1, 1, 1};  // cells from low to below high
    for (std::size_t c = 0; c < from.size(); ++c) {
      low[c] = std::min(from[c], to[c]) - 1;
      high[c] = std::max(from[c], to[c]) - (boundary.places == CgnsPlaces::vertices ? 1 : 0);
    }
    const bool is_upper = low[normal] > 0;
    low[normal] -= is_upper ? 1 : 0;
    high[normal] = low[normal] + 1;
    for (std::size_t c = 0; c < 3; ++c)
      if (low[c] < 0 || high[c] > n_cells(z, c))
        refuse(z, "is smaller than the boundary '" + boundary.name + "', which reaches index " +
                      std::to_string(std::max(from[c], to[c])) + " along direction " +
                      std::to_string(c + 1));
    for (long long k = low[2]; k < high[2]; ++k)
      for (long long j = low[1]; j < high[1]; ++j)
        for (long long i = low[0]; i < high[0]; ++i)
          builder_.add_side(boundary.name, element(z, {i, j, k}), 2 * across + (is_upper ? 1 : 0));
  }

  [[nodiscard]] std::size_t element(std::size_t z, const std::array<long long, 3>& cell) const {
    return first_element_[z] +
           static_cast<std::size_t>(cell[0] + n_cells(z, 0) * (cell[1] + n_cells(z, 1) * cell[2]));
  }

  /// The direction along which a range has one index; -1 where it is no surface.
  [[nodiscard]] int direction_across(std::size_t z, const CgnsBoundary& boundary,
                                     std::span<const long long> from,
                                     std::span<const long long> to) const {
    if (boundary.normal >= 0 && from[boundary.normal] == to[boundary.normal])
      return boundary.normal;
    std::vector<int> across;
    for (int c = 0; c < dimension(); ++c)
      if (from[c] == to[c]) across.push_back(c);
    if (across.size() == 1) return across[0];
    if (boundary.places == CgnsPlaces::vertices && across.size() > 1) return -1;
    refuse(z, "has a boundary '" + boundary.name +
                  "' and does not say across which direction its faces lie; expected a range "
                  "with one index in one direction, or IFaceCenter, JFaceCenter or KFaceCenter");
  }

  /// Surface elements of which no boundary speaks are boundaries by their section, if outside.
  void add_sections() {
    for (std::size_t z = 0; z < n_zones(); ++z) {
      for (const auto& [number, side] : sides_[z])
        if (!side.is_listed) builder_.add_outer_side(side.section, corners(side), number);
    }
  }

  void add_join(std::size_t z, const CgnsJoin& join) {
    const std::size_t width = n_indices(z), donor_width = n_indices(join.donor);
    std::vector<std::array<long long, 2>> pairs;
    for (std::size_t i = 0; (i + 1) * width <= join.points.size(); ++i)
      pairs.push_back(
          {node(z, std::span(join.points).subspan(i * width, width)),
           node(join.donor, std::span(join.donor_points).subspan(i * donor_width, donor_width))});
    builder_.add_periodic("the connection '" + join.name + "'", pairs);
  }

  CgnsFile file_;
  ExchangeBuilder builder_;
  std::vector<Point> nodes_;
  std::vector<long long> first_node_;       ///< [zones] how many nodes are before them
  std::vector<std::size_t> first_element_;  ///< [zones] of structured ones
  std::size_t n_elements_ = 0;
  std::vector<CgnsVolume> volumes_;
  std::vector<std::map<long long, Side>> sides_;  ///< [zones] by number
};

/// By what a file of HDF5 or ADF holds, whatever it does to the library.
bool is_cgns(const std::filesystem::path& file, std::string_view begin) {
  // Behind "@(#)", whose characters the ADF library writes with their highest bit set.
  const bool is_adf = begin.substr(std::min<std::size_t>(4, begin.size())).starts_with("ADF Data");
  if (!is_adf && !begin.starts_with("\x89HDF\r\n")) return false;
  return !bytes_of_own_process(file, [&] {
            int type = 0;
            const bool is_one = cg_is_cgns(file.string().c_str(), &type) == CG_OK;
            return std::vector<std::byte>(is_one ? 1 : 0);
          }).empty();
}

}  // namespace

/// A CGNS file (.cgns; on HDF5 or ADF) with one base of hexahedra, or of quadrilaterals in a plane.
///
/// Zones are structured, a straight element per cell, or unstructured: HEXA_8, 20, 27, 32, 64, 44,
/// 125 and QUAD_4, 8, 9, 12, 16, 25, in sections of their own or MIXED. Volumes are called by
/// the family of their zone, else by the section or the structured zone. Boundaries are those of
/// ZoneBC, by family or name; surface elements that no condition lists are boundaries by the name
/// of their section where they lie outside. Points of several or structured zones that coincide,
/// to 5 % of the shortest line at them, are one. Connections between points that do not coincide
/// are periodic. Elements are numbered in the order of zones and sections, from 1.
/// Throws base::Error that names the file and the zone, what was expected, and the remedy.
MeshFormat cgns_format() {
  return {.name = "CGNS (.cgns)",
          .is_of = is_cgns,
          .read = [](const std::filesystem::path& file, const comm::Communicator&) {
            return read_in_own_process(file, [&] { return CgnsReader(file).read(); });
          }};
}

}  // namespace lobatto::mesh
