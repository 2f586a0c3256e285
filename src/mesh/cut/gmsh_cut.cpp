#include "mesh/cut/gmsh_cut.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "base/error.hpp"
#include "mesh/cut/cell_pieces.hpp"
#include "mesh/formats/gmsh_cells.hpp"
#include "mesh/point.hpp"
#include "mesh/slices/mesh_slice.hpp"

namespace lobatto::mesh {
namespace {

/// Labels of the corners of a line, a side or a tetrahedron, ascending; -1 where there are fewer.
using LabelKey = Key<4>;
struct HashOfKey {
  std::size_t operator()(const LabelKey& key) const { return hash_of(key); }
};

/// A cell with all nodes of its order.
struct WholeCell {
  const GmshShape* shape = nullptr;
  GmshCell tags;
  std::vector<long long> corners;  ///< labels
  std::vector<Point> nodes;        ///< [shape->all]
};

LabelKey key_of(const WholeCell& cell, CornerSet set) {
  LabelKey key;
  key.fill(-1);
  std::size_t n = 0;
  for (std::size_t corner = 0; corner < cell.corners.size(); ++corner)
    if ((set >> corner & 1) != 0) key[n++] = cell.corners[corner];
  return ascending(key);
}

/// Classes of things that are the same, by numbers.
class Classes {
 public:
  std::size_t add() {
    parent_.push_back(parent_.size());
    return parent_.back();
  }
  [[nodiscard]] std::size_t find(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::size_t i, std::size_t j) { parent_[find(i)] = find(j); }

 private:
  std::vector<std::size_t> parent_;
};

/// Things that are known by the labels of their corners, in classes of which some are marked.
class MarkedClasses {
 public:
  std::size_t number(const LabelKey& key) {
    const auto [known, is_new] = numbers_.try_emplace(key, numbers_.size());
    if (is_new) classes_.add();
    return known->second;
  }
  void join(std::size_t i, std::size_t j) { classes_.join(i, j); }
  void mark(std::size_t i) { marked_.push_back(i); }
  /// After the last mark.
  void settle() {
    for (const std::size_t i : marked_) roots_.insert(classes_.find(i));
  }
  [[nodiscard]] bool is_marked(const LabelKey& key) {
    const auto known = numbers_.find(key);
    return known != numbers_.end() && roots_.contains(classes_.find(known->second));
  }

 private:
  std::unordered_map<LabelKey, std::size_t, HashOfKey> numbers_;
  Classes classes_;
  std::vector<std::size_t> marked_;
  std::unordered_set<std::size_t> roots_;
};

class GmshCutter {
 public:
  explicit GmshCutter(GmshFile& file) : file_(file) {
    if (!file.node_labels.empty()) next_label_ = file.node_labels.back().first + 1;
  }

  CutReport cut() {
    expect_one_order();
    find_tetrahedralised();
    for_each_part(file_.dimension, [&](const WholeCell& cell) { note_lines(cell); });
    lines_.settle();
    for (const int dimension : {file_.dimension - 1, file_.dimension})
      for_each_part(dimension, [&](const WholeCell& cell) { add_pieces(cell); });
    for (GmshPairs* pairs : {&file_.periodic, &file_.periodic_curves})
      for (GmshPeriodicSurfaces& pair : *pairs) complete(pair);
    file_.cells = std::move(cells_);
    file_.cell_nodes = std::move(cell_nodes_);
    file_.n_cells = file_.cells.size();
    file_.has_triangles = false;
    return report_;
  }

 private:
  static int dimension_of(const GmshCell& cell) { return gmsh_cell_type(cell.type)->dimension; }

  void expect_one_order() {
    for (const GmshCell& cell : file_.cells) {
      if (dimension_of(cell) != file_.dimension) continue;
      const GmshShape* shape = gmsh_shape(cell.type);
      if (shape == nullptr)
        throw base::Error(fmt::format(
            "{}: element {} is a {} of {} nodes; only cells of order 1 and 2 can be cut; save the "
            "mesh with -order 2",
            file_.name, cell.label, gmsh_cell_type(cell.type)->name,
            gmsh_cell_type(cell.type)->n_nodes));
      if (order_ == 0) order_ = shape->order;
      if (order_ != shape->order)
        throw base::Error(
            fmt::format("{}: element {} is of order {}, and others are of order {}; "
                        "expected elements of one order",
                        file_.name, cell.label, shape->order, order_));
      ++report_.n_cells[shape->name];
    }
  }

  [[nodiscard]] WholeCell whole_cell(const GmshCell& cell) const {
    WholeCell whole{gmsh_shape(cell.type), cell, {}, {}};
    const GmshShape& shape = *whole.shape;
    std::map<CornerSet, Point> places;
    whole.corners.resize(static_cast<std::size_t>(shape.n_corners()));
    for (std::size_t i = 0; i < shape.given.size(); ++i) {
      const long long label = file_.cell_nodes[cell.first_node + i];
      const std::int64_t node = file_.find(label);
      if (node < 0) file_.refuse_missing(label, "element " + std::to_string(cell.label));
      places[shape.given[i]] = file_.nodes[node];
      if (i < whole.corners.size())
        whole.corners[static_cast<std::size_t>(std::countr_zero(shape.given[i]))] = label;
    }
    for (const CornerSet set : shape.all) {
      const auto given = places.find(set);
      whole.nodes.push_back(given != places.end() ? given->second : serendipity(set, places));
    }
    return whole;
  }

  /// In the middle of a side or a hexahedron whose lines have nodes.
  static Point serendipity(CornerSet set, const std::map<CornerSet, Point>& places) {
    const double of_lines = std::popcount(set) == 4 ? 0.5 : 0.25;
    Point middle{};
    for (const auto& [part, place] : places) {
      if ((part & ~set) != 0 || std::popcount(part) > 2) continue;
      const double weight = std::popcount(part) == 2 ? of_lines : -0.25;
      for (std::size_t c = 0; c < 3; ++c) middle[c] += weight * place[c];
    }
    return middle;
  }

  /// What hangs together with a pyramid through quadrilaterals.
  void find_tetrahedralised() {
    if (!report_.n_cells.contains("pyramids")) return;
    for (const GmshCell& cell : file_.cells) {
      if (dimension_of(cell) != 3) continue;
      const WholeCell whole = whole_cell(cell);
      std::vector<std::size_t> sides;
      for (const CornerSet quad : whole.shape->quads)
        sides.push_back(quads_.number(key_of(whole, quad)));
      for (const std::size_t side : sides) quads_.join(side, sides.front());
      if (whole.shape->simplices.empty()) quads_.mark(sides.front());
    }
    quads_.settle();
  }

  [[nodiscard]] bool becomes_simplices(const WholeCell& cell) {
    return !cell.shape->quads.empty() && quads_.is_marked(key_of(cell, cell.shape->quads.front()));
  }

  /// Calls with the cells of a dimension, and with the simplices that some become.
  template <class Call>
  void for_each_part(int dimension, const Call& call) {
    for (const GmshCell& cell : file_.cells) {
      if (dimension_of(cell) != dimension || gmsh_shape(cell.type) == nullptr) continue;
      const WholeCell whole = whole_cell(cell);
      if (becomes_simplices(whole))
        for (const auto& corners : simplices_of(whole)) call(simplex(whole, corners));
      else
        call(whole);
    }
  }

  using Corners = std::vector<unsigned>;

  /// The two triangles of a quadrilateral: from its corner of lowest number to the opposite one.
  static std::vector<Corners> triangles_of(const WholeCell& cell, CornerSet quad) {
    const unsigned first = lowest_of(cell, quad);
    unsigned opposite = first;
    Corners beside;
    for (unsigned corner = 0; corner < cell.corners.size(); ++corner) {
      const CornerSet other = 1U << corner;
      if ((quad & other) == 0 || corner == first) continue;
      if (std::ranges::find(cell.shape->lines, 1U << first | other) == cell.shape->lines.end())
        opposite = corner;
      else
        beside.push_back(corner);
    }
    return {{first, beside[0], opposite}, {first, beside[1], opposite}};
  }

  static unsigned lowest_of(const WholeCell& cell, CornerSet set) {
    unsigned lowest = static_cast<unsigned>(std::countr_zero(set));
    for (unsigned corner = 0; corner < cell.corners.size(); ++corner)
      if ((set >> corner & 1) != 0 && cell.corners[corner] < cell.corners[lowest]) lowest = corner;
    return lowest;
  }

  /// Triangles, or tetrahedra from the corner of lowest number to the triangles on the sides that
  /// do not have it.
  static std::vector<Corners> simplices_of(const WholeCell& cell) {
    if (cell.shape->dimension == 2) return triangles_of(cell, cell.shape->quads.front());
    const unsigned first = lowest_of(cell, (1U << cell.corners.size()) - 1);
    std::vector<Corners> simplices;
    for (const CornerSet triangle : cell.shape->triangles) {
      Corners corners;
      for (unsigned corner = 0; corner < cell.corners.size(); ++corner)
        if ((triangle >> corner & 1) != 0) corners.push_back(corner);
      simplices.push_back(corners);
    }
    for (const CornerSet quad : cell.shape->quads)
      for (const Corners& triangle : triangles_of(cell, quad)) simplices.push_back(triangle);
    std::erase_if(simplices, [&](const Corners& corners) {
      return std::ranges::find(corners, first) != corners.end();
    });
    for (Corners& corners : simplices) corners.push_back(first);
    return simplices;
  }

  /// A part of a cell. Its nodes on lines are nodes of the cell: those of the smallest thing that
  /// has both ends.
  static WholeCell simplex(const WholeCell& cell, const Corners& corners) {
    WholeCell part{nullptr, cell.tags, {}, {}};
    const bool is_straight = cell.shape->order == 1;
    if (corners.size() == 3)
      part.shape = gmsh_shape(is_straight ? 2 : 9);
    else
      part.shape = gmsh_shape(is_straight ? 4 : 11);
    for (const unsigned corner : corners) part.corners.push_back(cell.corners[corner]);
    for (const CornerSet set : part.shape->all) {
      CornerSet wanted = 0;
      for (std::size_t i = 0; i < corners.size(); ++i)
        if ((set >> i & 1) != 0) wanted |= 1U << corners[i];
      part.nodes.push_back(node_around(cell, wanted));
    }
    return part;
  }

  static const Point& node_around(const WholeCell& cell, CornerSet wanted) {
    std::size_t best = 0;
    int fewest = 9;
    for (std::size_t i = 0; i < cell.shape->all.size(); ++i) {
      const CornerSet set = cell.shape->all[i];
      if ((wanted & ~set) == 0 && std::popcount(set) < fewest) {
        best = i;
        fewest = std::popcount(set);
      }
    }
    return cell.nodes[best];
  }

  /// Lines of triangles are cut; those along a simplex of one dimension all or none.
  void note_lines(const WholeCell& cell) {
    const Simplices& simplices = cell.shape->simplices;
    for (std::size_t f = 0; f < simplices.size(); ++f) {
      std::vector<std::size_t> along;
      for (const CornerSet line : cell.shape->lines_along[f])
        along.push_back(lines_.number(key_of(cell, line)));
      for (const std::size_t line : along) {
        if (simplices[f] > 1)
          lines_.mark(line);
        else
          lines_.join(line, along.front());
      }
    }
  }

  [[nodiscard]] std::vector<bool> cuts_of(const WholeCell& cell) {
    std::vector<bool> cuts;
    for (std::size_t f = 0; f < cell.shape->simplices.size(); ++f) {
      const CornerSet line = cell.shape->lines_along[f].front();
      cuts.push_back(cell.shape->simplices[f] > 1 || lines_.is_marked(key_of(cell, line)));
    }
    return cuts;
  }

  struct Cut {
    CellPieces pieces;
    const GmshCellType* type = nullptr;  ///< of the pieces
  };

  /// Of sides the corners alone count.
  const Cut& cut_of(const GmshShape& shape, const std::vector<bool>& cuts) {
    const auto [known, is_new] = cuts_.try_emplace({&shape, cuts});
    if (is_new) {
      const bool is_element = shape.dimension == file_.dimension;
      const GmshCellType* type = complete_gmsh_type(shape.dimension, is_element ? shape.order : 1);
      known->second = {
          cut_cell(shape.simplices, shape.order, cuts, gmsh_lattice(*type), type->order), type};
    }
    return known->second;
  }

  void add_pieces(const WholeCell& cell) {
    const auto& [pieces, type] = cut_of(*cell.shape, cuts_of(cell));
    const bool is_element = cell.shape->dimension == file_.dimension;
    int row = 0;
    middle_of_cell_.reset();
    for (const auto& corners : pieces.corners) {
      GmshCell piece = cell.tags;
      piece.type = type->type;
      piece.first_node = cell_nodes_.size();
      piece.number = cells_.size();
      cells_.push_back(piece);
      for (int i = 0; i < type->n_nodes; ++i, ++row) {
        const Point x = place_of(pieces.weights, row, cell.nodes);
        const bool is_corner = i < static_cast<int>(corners.size());
        cell_nodes_.push_back(is_corner ? label_of(cell, corners[gmsh_corners[i]], x)
                                        : new_node(x));
      }
    }
    if (is_element) report_.n_pieces += static_cast<long long>(pieces.corners.size());
  }

  static Point place_of(const poly::Matrix& weights, int row, const std::vector<Point>& nodes) {
    Point x{};
    for (std::size_t node = 0; node < nodes.size(); ++node)
      for (std::size_t c = 0; c < 3; ++c)
        x[c] += weights(row, static_cast<int>(node)) * nodes[node][c];
    return x;
  }

  long long label_of(const WholeCell& cell, CornerSet set, const Point& x) {
    if (std::has_single_bit(set)) return cell.corners[std::countr_zero(set)];
    const bool is_inside =
        cell.shape->dimension == file_.dimension && std::popcount(set) == std::ssize(cell.corners);
    if (is_inside && !middle_of_cell_) middle_of_cell_ = new_node(x);
    if (is_inside) return *middle_of_cell_;
    const auto [known, is_new] = middles_.try_emplace(key_of(cell, set), next_label_);
    if (is_new) new_node(x);
    return known->second;
  }

  long long new_node(const Point& x) {
    file_.node_labels.emplace_back(next_label_, std::ssize(file_.nodes));
    file_.nodes.push_back(x);
    return next_label_++;
  }

  /// Pairs the middles of what has partners at all of its corners.
  void complete(GmshPeriodicSurfaces& pair) const {
    std::unordered_map<long long, long long> master_of;
    for (const auto& [slave, master] : pair.nodes) master_of[slave] = master;
    if (master_of.empty()) return;
    for (const auto& [key, label] : middles_) {
      LabelKey image = key;
      for (std::int64_t& corner : image) {
        const auto master = master_of.find(corner);
        if (corner >= 0) corner = master != master_of.end() ? master->second : no_label;
      }
      const auto partner = middles_.find(ascending(image));
      if (partner != middles_.end()) pair.nodes.push_back({label, partner->second});
    }
    pair.n_nodes = pair.nodes.size();
  }

  static constexpr long long no_label = -2;

  GmshFile& file_;
  int order_ = 0;
  MarkedClasses quads_, lines_;
  std::map<std::pair<const GmshShape*, std::vector<bool>>, Cut> cuts_;
  std::unordered_map<LabelKey, long long, HashOfKey> middles_;
  std::optional<long long> middle_of_cell_;
  long long next_label_ = 1;
  std::vector<GmshCell> cells_;
  std::vector<long long> cell_nodes_;
  CutReport report_;
};

}  // namespace

CutReport cut_gmsh_cells(GmshFile& file) { return GmshCutter(file).cut(); }

}  // namespace lobatto::mesh
