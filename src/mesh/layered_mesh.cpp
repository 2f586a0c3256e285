#include "mesh/layered_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>
#include <span>
#include <unordered_map>

#include "mesh/hex_topology.hpp"
#include "poly/quadrature.hpp"

namespace lobatto::mesh {
namespace {

using Vector = std::array<double, 3>;

/// Of the size of an element, and of the distance from the origin: as far as places may be off.
constexpr double part_of_element = 1e-8, part_of_place = 1e-14;

double dot_product(const Vector& a, const Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
Vector way_between(const Vector& a, const Vector& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
double length_of(const Vector& a) { return std::sqrt(dot_product(a, a)); }

/// The elements of a rank along one direction: prisms between two heights, then layers, then
/// columns.
class Stack {
 public:
  Stack(const NodalHexes& mesh, const Vector& direction)
      : mesh_(mesh), n_(mesh.order + 1), nodes_(poly::gauss_lobatto_legendre(n_).nodes) {
    layers_.direction = direction;
    layers_.places.resize(mesh.faces.size());
    for (int e = 0; e < static_cast<int>(mesh.faces.size()); ++e) ends_.push_back(ends_of(e));
  }

  [[nodiscard]] int n_prisms() const {
    return static_cast<int>(std::ranges::count_if(ends_, [](const auto& x) { return !!x; }));
  }

  /// Why there are no layers, or nothing.
  std::string arrange() {
    for (std::size_t e = 0; e < ends_.size(); ++e)
      if (!ends_[e])
        return fmt::format("{} is no prism along {}", element_text(e), text(layers_.direction));
    find_ticks();
    if (const auto fault = find_layers(); !fault.empty()) return fault;
    return find_columns();
  }

  [[nodiscard]] const LayeredMesh& layers() const { return layers_; }

 private:
  /// Of an element along the direction.
  struct Ends {
    double lower, upper, rounding;
  };

  [[nodiscard]] static std::string text(const Vector& x) {
    return fmt::format("({:.6g}, {:.6g}, {:.6g})", x[0], x[1], x[2]);
  }
  [[nodiscard]] std::string element_text(std::size_t e) const {
    const int size = n_ * n_ * n_;
    return fmt::format("the element {} at {}", mesh_.numbers[e] + 1,
                       text(node(static_cast<int>(e), size / 2)));
  }
  [[nodiscard]] Vector node(int e, int q) const {
    const int size = n_ * n_ * n_;
    const double* x = mesh_.coordinates.data() + static_cast<std::ptrdiff_t>(e) * 3 * size + q;
    return {x[0], x[size], x[2 * size]};
  }
  [[nodiscard]] int stride(int d) const { return d == 0 ? 1 : d == 1 ? n_ : n_ * n_; }

  /// The element's own direction that is most like the straight one.
  [[nodiscard]] int most_along(int e) const {
    std::array<double, 3> cosines{};
    for (int d = 0; d < 3; ++d) {
      const Vector line = way_between(node(e, (n_ - 1) * stride(d)), node(e, 0));
      cosines[d] = std::abs(dot_product(line, layers_.direction)) / length_of(line);
    }
    return static_cast<int>(std::ranges::max_element(cosines) - cosines.begin());
  }

  /// None unless every line of nodes along the direction has its heights and stands above one place
  /// of the plane. Notes the place of the element among its own directions.
  std::optional<Ends> ends_of(int e) {
    const int d = most_along(e), size = n_ * n_ * n_;
    const Vector first = node(e, 0);
    const double lower = dot_product(first, layers_.direction);
    const double upper = dot_product(node(e, (n_ - 1) * stride(d)), layers_.direction);
    const double rounding = part_of_element * length_of(way_between(node(e, size - 1), first)) +
                            part_of_place * (length_of(first) + length_of(node(e, size - 1)));
    layers_.places[e].along = d;
    layers_.places[e].reversed = upper < lower;
    if (!(std::abs(upper - lower) > rounding)) return std::nullopt;
    for (int q = 0; q < size; ++q) {
      const int k = q / stride(d) % n_;
      const double height = (upper - lower) * (1 + nodes_[k]) / 2;
      Vector off = way_between(node(e, q), node(e, q - k * stride(d)));
      for (int c = 0; c < 3; ++c) off[c] -= height * layers_.direction[c];
      const double level = dot_product(node(e, q), layers_.direction) - lower - height;
      if (!(length_of(off) <= rounding && std::abs(level) <= rounding)) return std::nullopt;
    }
    return Ends{std::min(lower, upper), std::max(lower, upper), rounding};
  }

  void find_ticks() {
    std::vector<std::pair<double, double>> heights;
    for (const auto& ends : ends_) {
      heights.emplace_back(ends->lower, ends->rounding);
      heights.emplace_back(ends->upper, ends->rounding);
    }
    std::ranges::sort(heights);
    for (const auto& [height, rounding] : heights)
      if (layers_.ticks.empty() || height - layers_.ticks.back() > 2 * rounding)
        layers_.ticks.push_back(height);
  }

  [[nodiscard]] int nearest_tick(double height) const {
    const auto& ticks = layers_.ticks;
    const auto above = std::ranges::lower_bound(ticks, height);
    const auto i = static_cast<int>(above - ticks.begin());
    if (i == 0) return 0;
    return i == static_cast<int>(ticks.size()) || height - ticks[i - 1] < ticks[i] - height ? i - 1
                                                                                            : i;
  }

  std::string find_layers() {
    for (std::size_t e = 0; e < ends_.size(); ++e) {
      layers_.places[e].layer = nearest_tick(ends_[e]->lower);
      if (nearest_tick(ends_[e]->upper) != layers_.places[e].layer + 1)
        return fmt::format("{} goes along {} through levels at which others end", element_text(e),
                           text(layers_.direction));
    }
    return "";
  }

  [[nodiscard]] int face(std::size_t e, bool upper) const {
    const LayerPlace& place = layers_.places[e];
    return 2 * place.along + (upper != place.reversed ? 1 : 0);
  }
  [[nodiscard]] std::int64_t face_id(std::size_t e, bool upper) const {
    return mesh_.faces[e][face(e, upper)].id;
  }

  /// The nodes of an end without their heights, in the order on which both elements at the face
  /// agree.
  [[nodiscard]] std::vector<Vector> plane_nodes(std::size_t e, bool upper) const {
    const int side = face(e, upper);
    std::vector<Vector> nodes(static_cast<std::size_t>(n_ * n_));
    for (int b = 0; b < n_; ++b)
      for (int a = 0; a < n_; ++a) {
        const auto there = on_counterpart(mesh_.faces[e][side], a, b, n_);
        Vector x = node(static_cast<int>(e), face_node(side, a, b, n_));
        const double height = dot_product(x, layers_.direction);
        for (int c = 0; c < 3; ++c) x[c] -= height * layers_.direction[c];
        nodes[there[1] * n_ + there[0]] = x;
      }
    return nodes;
  }

  [[nodiscard]] bool stands_on(std::size_t upper, std::size_t lower) const {
    const auto a = plane_nodes(lower, true), b = plane_nodes(upper, false);
    for (std::size_t i = 0; i < a.size(); ++i)
      if (!(length_of(way_between(a[i], b[i])) <= 2 * ends_[upper]->rounding)) return false;
    return true;
  }

  std::string find_columns() {
    std::unordered_map<std::int64_t, std::size_t> above;
    for (std::size_t e = 0; e < ends_.size(); ++e) above[face_id(e, false)] = e;
    std::size_t n_placed = 0, n_joined = 0;
    for (std::size_t bottom = 0; bottom < ends_.size(); ++bottom) {
      if (layers_.places[bottom].layer != 0) continue;
      std::size_t e = bottom;
      for (int layer = 0;; ++layer, ++n_placed) {
        layers_.places[e].column = layers_.n_columns;
        const auto next = above.find(face_id(e, true));
        if (layer + 1 == layers_.n_layers()) {
          if (next != above.end() && next->second != bottom)
            return fmt::format("{} is not joined to its own column at the end", element_text(e));
          n_joined += next != above.end() ? 1 : 0;
          ++n_placed;
          break;
        }
        if (next == above.end() || layers_.places[next->second].layer != layer + 1 ||
            !stands_on(next->second, e))
          return fmt::format("no element like it stands on {}", element_text(e));
        e = next->second;
      }
      ++layers_.n_columns;
    }
    if (n_placed != ends_.size()) return "some columns of elements do not reach all layers";
    if (n_joined != 0 && n_joined != static_cast<std::size_t>(layers_.n_columns))
      return "only some columns of elements are periodic";
    layers_.periodic = n_joined != 0;
    return "";
  }

  const NodalHexes& mesh_;
  int n_;
  std::vector<double> nodes_;
  std::vector<std::optional<Ends>> ends_;
  LayeredMesh layers_;
};

/// z, y, x and the lines of the first element of rank 0.
std::vector<Vector> candidates(const NodalHexes& mesh, const comm::Communicator& communicator) {
  std::vector<Vector> all{{0, 0, 1}, {0, 1, 0}, {1, 0, 0}};
  const int n = mesh.order + 1, size = n * n * n;
  for (int stride = 1; stride < size; stride *= n) {
    Vector line{1, 0, 0};
    if (!mesh.faces.empty())
      for (int c = 0; c < 3; ++c)
        line[c] = mesh.coordinates[c * size + (n - 1) * stride] - mesh.coordinates[c * size];
    communicator.broadcast(line, 0);
    const double norm = length_of(line);
    for (double& x : line) x /= norm;
    all.push_back(line);
  }
  return all;
}

/// Of some rank that has one, or nothing. Collective.
std::string fault_of_some_rank(std::string fault, const comm::Communicator& communicator) {
  const auto speaker = communicator.max_location(fault.empty() ? 0.0 : 1.0);
  if (speaker.value == 0.0) return "";
  communicator.broadcast(fault, speaker.rank);
  return fault;
}

/// Takes the ticks of rank 0 where those here are the same but for rounding.
std::string agree_on_ticks(LayeredMesh& layers, const comm::Communicator& communicator) {
  std::vector<double> size{static_cast<double>(layers.ticks.size())};
  communicator.broadcast(size, 0);
  std::vector<double> ticks = layers.ticks;
  ticks.resize(static_cast<std::size_t>(size[0]));
  communicator.broadcast(ticks, 0);
  bool same = ticks.size() == layers.ticks.size();
  const double rounding = part_of_element * (ticks.back() - ticks.front());
  for (std::size_t i = 0; same && i < ticks.size(); ++i)
    same = std::abs(ticks[i] - layers.ticks[i]) <= rounding;
  const double periodic = layers.periodic ? 1 : 0;
  if (communicator.min(same ? 1.0 : 0.0) == 0.0)
    return "the columns of elements do not have the same layers";
  if (communicator.min(periodic) != communicator.max(periodic))
    return "only some columns of elements are periodic";
  layers.ticks = std::move(ticks);
  return "";
}

}  // namespace

LayerSearch find_layers(const NodalHexes& mesh, const comm::Communicator& communicator) {
  std::string obstacle;
  long long most = -1;
  for (const Vector& direction : candidates(mesh, communicator)) {
    Stack stack(mesh, direction);
    const long long n_prisms = communicator.sum(static_cast<long long>(stack.n_prisms()));
    std::string fault = fault_of_some_rank(stack.arrange(), communicator);
    LayeredMesh layers = stack.layers();
    if (fault.empty()) fault = agree_on_ticks(layers, communicator);
    if (fault.empty()) return {std::move(layers), ""};
    if (n_prisms <= most) continue;
    most = n_prisms;
    obstacle = std::move(fault);
  }
  return {{}, std::move(obstacle)};
}

}  // namespace lobatto::mesh
