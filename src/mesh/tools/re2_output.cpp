#include "mesh/tools/mesh_output.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "mesh/curves/tensor_values.hpp"
#include "mesh/formats/re2_reader.hpp"
#include "mesh/hex_topology.hpp"
#include "mesh/point.hpp"
#include "mesh/tools/outer_sides.hpp"
#include "poly/lagrange.hpp"
#include "poly/quadrature.hpp"

namespace lobatto::mesh {
namespace {

constexpr std::size_t longest_name = 3;

/// The number of a boundary "boundary-<number>"; 0: it is called otherwise.
int number_of(const std::string& name) {
  const std::string prefix = "boundary-";
  if (!name.starts_with(prefix)) return 0;
  int number = 0;
  const char* end = name.data() + name.size();
  const auto result = std::from_chars(name.data() + prefix.size(), end, number);
  return result.ec == std::errc() && result.ptr == end ? number : 0;
}

class Re2Maker {
 public:
  explicit Re2Maker(const RawMesh& mesh) : mesh_(mesh) {}

  Re2File make() {
    file_.name = mesh_.file;
    file_.dimension = mesh_.dimension;
    file_.n_elements = mesh_.n_elements();
    order_elements();
    for (std::size_t i = 0; i < order_.size(); ++i) add_element(order_[i], static_cast<int>(i));
    add_conditions();
    check_points();
    check_geometry();
    return std::move(file_);
  }

 private:
  [[nodiscard]] bool is_solid(std::size_t e) const {
    return !mesh_.volumes.empty() && mesh_.volumes[e] >= 0 &&
           mesh_.volume_names[mesh_.volumes[e]] == "solid";
  }

  [[noreturn]] void refuse_volume(const std::string& name) const {
    throw base::Error(mesh_.file + ": the volume '" + name +
                      "' has no place in a .re2 file, which knows fluid and solid; expected "
                      "--name " +
                      name + "=fluid or --name " + name + "=solid, or a .msh file");
  }

  /// Those of the fluid first.
  void order_elements() {
    for (const auto volume : mesh_.volumes) {
      const std::string name = volume < 0 ? "fluid" : mesh_.volume_names[volume];
      if (name != "fluid" && name != "solid") refuse_volume(name);
    }
    order_.resize(mesh_.corners.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::ranges::stable_sort(order_, {}, [&](std::size_t e) { return is_solid(e); });
    number_of_element_.resize(order_.size());
    for (std::size_t i = 0; i < order_.size(); ++i)
      number_of_element_[order_[i]] = static_cast<int>(i);
    file_.n_fluid = std::ranges::count_if(order_, [&](std::size_t e) { return !is_solid(e); });
  }

  void add_element(std::size_t e, int number) {
    Re2Corners& corners = file_.corners.emplace_back();
    for (int v = 0; v < n_hex_vertices; ++v) corners[v] = mesh_.points[mesh_.corners[e][v]];
    const auto curves = re2_curves(mesh_, e, number);
    file_.curves.insert(file_.curves.end(), curves.begin(), curves.end());
  }

  [[nodiscard]] Re2Condition on_side(std::int64_t side) const {
    Re2Condition condition;
    condition.element = number_of_element_[static_cast<std::size_t>(side / n_hex_faces)];
    condition.face = nek_face_of(static_cast<int>(side % n_hex_faces));
    return condition;
  }

  void add_conditions() {
    const OuterSides outer = outer_sides(mesh_);
    for (const NamedSide& named : outer.named) {
      Re2Condition condition = on_side(named.side);
      const std::string& name = mesh_.boundary_names[named.boundary];
      const int number = number_of(name);
      if (number == 0) check_name(name);
      condition.letters = number == 0 ? name : "MSH";
      if (number != 0) condition.values[4] = number;
      file_.conditions.push_back(condition);
    }
    for (const PeriodicFacePair& pair : outer.periodic) {
      add_periodic(pair.slave, pair.master);
      add_periodic(pair.master, pair.slave);
    }
    std::ranges::stable_sort(file_.conditions, {}, [](const Re2Condition& condition) {
      return std::pair(condition.element, condition.face);
    });
  }

  void add_periodic(std::int64_t side, std::int64_t partner) {
    Re2Condition condition = on_side(side);
    const Re2Condition there = on_side(partner);
    condition.letters = "P";
    condition.values = {there.element + 1.0, static_cast<double>(there.face)};
    file_.conditions.push_back(condition);
  }

  void check_name(const std::string& name) const {
    const bool is_word = std::ranges::none_of(
        name, [](char letter) { return std::isspace(static_cast<unsigned char>(letter)) != 0; });
    const bool is_taken = name == "E" || name == "P" || name == "MSH" || name == "EXO";
    if (!name.empty() && name.size() <= longest_name && is_word && !is_taken) return;
    throw base::Error(mesh_.file + ": a .re2 file has no place for the boundary name '" + name +
                      "': its conditions have one to three letters, and E, P, MSH and EXO mean "
                      "something else; expected --name '" +
                      name + "=W' (or v, O, SYM ...), or --name '" + name + "=boundary-1'");
  }

  /// Readers take corners for one point that are closer than a part of an edge.
  void check_points() const {
    Re2File bare = file_;
    bare.curves.clear();
    bare.conditions.clear();
    const RawMesh back = whole_of(mesh_of(std::move(bare), comm::Communicator::alone()));
    if (back.points.size() != mesh_.points.size())
      throw base::Error(mesh_.file +
                        ": a .re2 file identifies points by their coordinates, and of the " +
                        std::to_string(mesh_.points.size()) +
                        " points of this mesh some are closer "
                        "to each other than 5 % of an edge: " +
                        std::to_string(back.points.size()) +
                        " would be left; expected a .msh file, which identifies them by numbers");
  }

  /// What a reader makes of the curved sides must be what they were.
  void check_geometry() const {
    if (mesh_.geometry_order == 1) return;
    Re2File bare = file_;
    bare.conditions.clear();
    const RawMesh back = whole_of(mesh_of(std::move(bare), comm::Communicator::alone()));
    const int order = std::max(back.geometry_order, mesh_.geometry_order);
    std::size_t worst = 0;
    double largest = 0.0;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const double gap = gap_between(back, i, mesh_, order_[i], order);
      if (gap > largest) largest = gap, worst = order_[i];
    }
    constexpr double allowed = 1e-6;
    if (largest <= allowed) return;
    char gap[40];
    std::snprintf(gap, sizeof gap, "%.3g", largest);
    throw base::Error(
        mesh_.file + ": element " + std::to_string(mesh_.labels[worst]) + " at " +
        position_text(mesh_, mesh_.corners[worst].data(), n_hex_vertices) +
        " has curved sides that a .re2 file cannot hold: they would be off by " + gap +
        " of its shortest edge. It holds lines that are straight, parabolas, or arcs in x and y, "
        "faces on spheres, and nothing between them. Expected a .msh file, or hexahedra of 20 "
        "nodes (in Gmsh: Mesh.ElementOrder = 2, Mesh.SecondOrderIncomplete = 1)");
  }

  /// The largest distance of nodes of an order, against the shortest edge.
  static double gap_between(const RawMesh& mesh, std::size_t e, const RawMesh& other,
                            std::size_t other_e, int order) {
    const auto x = at_order(mesh, e, order), y = at_order(other, other_e, order);
    const std::size_t n = x.size() / 3;
    double gap = 0.0, shortest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < n; ++i)
      gap =
          std::max(gap, std::hypot(x[i] - y[i], x[n + i] - y[n + i], x[2 * n + i] - y[2 * n + i]));
    for (int line = 0; line < n_hex_lines; ++line) {
      const auto ends = line_vertices(line);
      shortest = std::min(shortest, distance(other.points[other.corners[other_e][ends[0]]],
                                             other.points[other.corners[other_e][ends[1]]]));
    }
    return gap / shortest;
  }

  static std::vector<double> at_order(const RawMesh& mesh, std::size_t e, int order) {
    const auto from = poly::gauss_lobatto_legendre(mesh.geometry_order + 1).nodes;
    const auto matrix =
        poly::interpolation_matrix(from, poly::gauss_lobatto_legendre(order + 1).nodes);
    const std::size_t n = from.size(), size = n * n * n;
    std::vector<double> values;
    for (std::size_t c = 0; c < 3; ++c) {
      const auto component =
          tensor_values(matrix, matrix, matrix, mesh.coordinates.data() + (3 * e + c) * size);
      values.insert(values.end(), component.begin(), component.end());
    }
    return values;
  }

  const RawMesh& mesh_;
  Re2File file_;
  std::vector<std::size_t> order_;      ///< [elements of the file] those of the mesh
  std::vector<int> number_of_element_;  ///< [elements of the mesh] those of the file
};

class Re2Records {
 public:
  Re2Records(const Re2File& file, std::ostream& out) : file_(file), out_(out) {}

  void write() {
    header();
    const auto n_corners = is_plane() ? std::size_t{4} : re2_corners.size();
    for (const Re2Corners& corners : file_.corners) {
      real(0.0);  // the group of the element, which says nothing
      for (int c = 0; c < file_.dimension; ++c)
        for (const int v : std::span(re2_corners).first(n_corners)) real(corners[v][c]);
    }
    // Of a slab the curves at its lower end say all.
    const auto is_written = [&](const Re2Curve& curve) { return !is_plane() || curve.edge <= 4; };
    real(static_cast<double>(std::ranges::count_if(file_.curves, is_written)));
    for (const Re2Curve& curve : file_.curves)
      if (is_written(curve))
        side(curve.element, curve.edge, curve.values, std::string(1, curve.letter));
    real(static_cast<double>(file_.conditions.size()));
    for (const Re2Condition& condition : file_.conditions)
      side(condition.element, condition.face, condition.values, condition.letters);
  }

 private:
  [[nodiscard]] bool is_plane() const { return file_.dimension == 2; }

  void header() {
    constexpr int size = 80;
    char text[size + 1];
    const int length = std::snprintf(text, sizeof text, "#v002%9lld%3d%9lld",
                                     static_cast<long long>(file_.n_elements), file_.dimension,
                                     static_cast<long long>(file_.n_fluid));
    out_ << text << std::string(static_cast<std::size_t>(std::max(size - length, 0)), ' ');
    put(6.54321F);
  }

  template <class T>
  void put(T value) {
    out_.write(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void real(double value) { put(value); }

  void side(int element, int number, const std::array<double, 5>& values, std::string letters) {
    real(element + 1.0);
    real(number);
    for (const double value : values) real(value);
    letters.resize(sizeof(double), ' ');
    out_ << letters;
  }

  const Re2File& file_;
  std::ostream& out_;
};

}  // namespace

Re2File re2_of(const RawMesh& mesh) { return Re2Maker(mesh).make(); }

void write_re2(const Re2File& file, std::ostream& out) { Re2Records(file, out).write(); }

}  // namespace lobatto::mesh
