#include "mesh/slices/sliced_geometry.hpp"

#include <algorithm>
#include <numeric>

#include "comm/agreed_fault.hpp"
#include "comm/record_exchange.hpp"
#include "mesh/hex_topology.hpp"
#include "mesh/shared_geometry.hpp"

namespace lobatto::mesh {
namespace {

/// A node on the surface of an element, of all elements that have it.
struct SurfaceNode {
  std::int64_t id = 0;
  std::int64_t order = 0;  ///< number of the element x nodes of an element + node
  std::int64_t label = 0;  ///< of the element
  Point at{};
};

/// Against the first element that has the node.
struct Gap {
  std::int64_t first_label = 0;
  double distance = 0.0;
};

std::vector<SurfaceNode> surface_nodes(const MeshSlice& slice, const HexMesh& part,
                                       std::int64_t first_element) {
  const int m = slice.raw.geometry_order + 1;
  const std::int64_t n_nodes = std::int64_t{m} * m * m;
  const auto is_end = [m](std::int64_t i) { return i == 0 || i == m - 1; };
  const auto ids = global_node_ids(part, slice.raw.geometry_order);
  std::vector<SurfaceNode> nodes;
  const std::int64_t n_inside = std::int64_t{m - 2} * (m - 2) * (m - 2);
  nodes.reserve(slice.raw.corners.size() * static_cast<std::size_t>(n_nodes - n_inside));
  for (std::int64_t e = 0; e < slice.raw.n_elements(); ++e) {
    for (std::int64_t node = 0; node < n_nodes; ++node) {
      if (!is_end(node % m) && !is_end(node / m % m) && !is_end(node / m / m)) continue;
      nodes.push_back({ids[e * n_nodes + node], (first_element + e) * n_nodes + node,
                       slice.raw.labels[e], node_of(slice.raw, e, node)});
    }
  }
  return nodes;
}

std::vector<Gap> measure_gaps(std::span<const SurfaceNode> nodes) {
  std::vector<std::size_t> order(nodes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    return std::pair(nodes[i].id, nodes[i].order) < std::pair(nodes[j].id, nodes[j].order);
  });
  std::vector<Gap> gaps(nodes.size());
  std::size_t first = 0;
  for (const std::size_t i : order) {
    if (i == order.front() || nodes[first].id != nodes[i].id) first = i;
    gaps[i] = {nodes[first].label, distance(nodes[i].at, nodes[first].at)};
  }
  return gaps;
}

/// The nodes of both sides of a pair, as node (a, b) of the slave and where that is on the master.
class PairNodes {
 public:
  PairNodes(const MeshSlice& slice, std::span<const SlicedPair> pairs,
            const comm::Communicator& communicator)
      : slice_(slice), m_(slice.raw.geometry_order + 1) {
    const std::int64_t first_element = slice.first_element[communicator.rank()];
    std::vector<Question> questions;
    for (const SlicedPair& pair : pairs) {
      const OrientedFace there = lie_against(pair.images, pair.master_corners);
      for (int i = 0; i < m_ * m_; ++i) {
        const auto at = on_counterpart(there, i % m_, i / m_, m_);
        questions.push_back(
            {pair.master / n_hex_faces,
             face_node(static_cast<int>(pair.master % n_hex_faces), at[0], at[1], m_)});
      }
    }
    masters_ = comm::ask_ranks<Master>(
        std::span<const Question>(questions),
        [&](const Question& one) { return slice.rank_of_element(one.element); },
        [&](std::span<const Question> asked) {
          std::vector<Master> masters;
          masters.reserve(asked.size());
          for (const auto& [element, node] : asked)
            masters.push_back({slice.raw.labels[element - first_element],
                               node_of(slice.raw, element - first_element, node)});
          return masters;
        },
        communicator);
  }

  struct Master {
    std::int64_t label = 0;
    Point at{};
  };
  [[nodiscard]] const Master& master(std::size_t pair, int i) const {
    return masters_[pair * static_cast<std::size_t>(m_ * m_) + static_cast<std::size_t>(i)];
  }

  /// From the slave to the master: the mean over the corners.
  [[nodiscard]] Point offset(std::size_t pair, std::int64_t element, int face) const {
    Point offset{};
    for (const int i : {0, m_ - 1, m_ * (m_ - 1), m_ * m_ - 1}) {
      const Point from = node_of(slice_.raw, element, face_node(face, i % m_, i / m_, m_));
      for (int c = 0; c < 3; ++c) offset[c] += 0.25 * (master(pair, i).at[c] - from[c]);
    }
    return offset;
  }

 private:
  struct Question {
    std::int64_t element = 0, node = 0;
  };
  const MeshSlice& slice_;
  int m_;
  std::vector<Master> masters_;  ///< [pairs][b][a]
};

}  // namespace

void check_sliced_geometry(const MeshSlice& slice, const HexMesh& part,
                           const comm::Communicator& communicator) {
  const std::int64_t m = slice.raw.geometry_order + 1, n_nodes = m * m * m;
  const std::int64_t first_element = slice.first_element[communicator.rank()];
  const auto nodes = surface_nodes(slice, part, first_element);
  const auto gaps = comm::ask_ranks<Gap>(
      std::span<const SurfaceNode>(nodes),
      [&](const SurfaceNode& node) { return rank_of_key(Key<1>{node.id}, communicator.size()); },
      measure_gaps, communicator);
  const double rounding = communicator.max(rounding_of_file(slice.raw));
  comm::AgreedFault fault;
  std::int64_t known = -1;
  double allowed = 0.0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const std::int64_t e = nodes[i].order / n_nodes - first_element;
    if (e != known) allowed = allowed_gap(slice.raw, known = e, rounding);
    if (!(gaps[i].distance <= allowed))
      fault.report(nodes[i].order, text_of_gap(slice.raw, gaps[i].first_label, nodes[i].label,
                                               nodes[i].at, gaps[i].distance));
  }
  fault.agree(communicator);
}

void check_sliced_pairs(const MeshSlice& slice, std::span<const SlicedPair> pairs,
                        const comm::Communicator& communicator) {
  const PairNodes nodes(slice, pairs, communicator);
  const double rounding = communicator.max(rounding_of_file(slice.raw));
  const int m = slice.raw.geometry_order + 1;
  comm::AgreedFault fault;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const std::int64_t e = pairs[k].slave / n_hex_faces - slice.first_element[communicator.rank()];
    const auto face = static_cast<int>(pairs[k].slave % n_hex_faces);
    const Point offset = nodes.offset(k, e, face);
    const double allowed = allowed_gap(slice.raw, e, rounding);
    for (int i = 0; i < m * m; ++i) {
      Point x = node_of(slice.raw, e, face_node(face, i % m, i / m, m));
      for (int c = 0; c < 3; ++c) x[c] += offset[c];
      const double gap = distance(x, nodes.master(k, i).at);
      if (!(gap <= allowed))
        fault.report(pairs[k].order * m * m + i,
                     text_of_gap(slice.raw, slice.raw.labels[e], nodes.master(k, i).label, x, gap));
    }
  }
  fault.agree(communicator);
}

}  // namespace lobatto::mesh
