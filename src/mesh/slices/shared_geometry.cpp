#include "mesh/slices/slice_numbering.hpp"

#include <algorithm>
#include <numeric>

#include "comm/agreement/agreed_fault.hpp"
#include "comm/exchange/record_exchange.hpp"
#include "mesh/face_sides.hpp"
#include "mesh/hex_topology.hpp"
#include "mesh/point.hpp"

namespace lobatto::mesh {
namespace {

/// How far apart an element and its neighbours may be.
double allowed_gap(const RawMesh& raw, std::int64_t e, double rounding) {
  constexpr double tolerance = 0.01;
  double shortest = std::numeric_limits<double>::infinity();
  for (int line = 0; line < n_hex_lines; ++line) {
    const auto ends = line_vertices(line);
    shortest = std::min(shortest, distance(raw.points[raw.corners[e][ends[0]]],
                                           raw.points[raw.corners[e][ends[1]]]));
  }
  return std::max(tolerance * shortest, rounding);
}

/// What is told of two elements whose nodes near x are so far apart.
std::string text_of_gap(const RawMesh& raw, long long label, long long other_label, const Point& x,
                        double gap) {
  char text[200];
  std::snprintf(text, sizeof text,
                "elements %lld and %lld disagree on where they meet: near (%.6g, %.6g, %.6g) their "
                "nodes are %.3g apart",
                label, other_label, x[0], x[1], x[2], gap);
  return raw.file + ": " + text + "; a side is curved differently in the two";
}

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

/// Ids of nodes that are looked at together, so that they take little memory.
struct IdRange {
  std::int64_t begin = 0, end = 0;
};

/// Those with ids in the range.
std::vector<SurfaceNode> surface_nodes(const MeshSlice& slice, std::span<const std::int64_t> ids,
                                       std::int64_t first_element, const IdRange& range) {
  const std::int64_t m = slice.raw.geometry_order + 1, n_nodes = m * m * m;
  const auto is_end = [m](std::int64_t i) { return i == 0 || i == m - 1; };
  std::vector<SurfaceNode> nodes;
  for (std::int64_t i = 0; i < std::ssize(ids); ++i) {
    const std::int64_t e = i / n_nodes, node = i % n_nodes;
    if (ids[i] < range.begin || ids[i] >= range.end) continue;
    if (is_end(node % m) || is_end(node / m % m) || is_end(node / m / m))
      nodes.push_back(
          {ids[i], first_element * n_nodes + i, slice.raw.labels[e], node_of(slice.raw, e, node)});
  }
  return nodes;
}

/// Of ids that come in steps of the number of ranks.
std::vector<Gap> measure_gaps(std::span<const SurfaceNode> nodes, const IdRange& range,
                              int n_ranks) {
  std::vector<const SurfaceNode*> first(
      static_cast<std::size_t>((range.end - range.begin) / n_ranks + 1), nullptr);
  const auto first_of = [&](const SurfaceNode& node) -> const SurfaceNode*& {
    return first[(node.id - range.begin) / n_ranks];
  };
  for (const SurfaceNode& node : nodes) {
    const SurfaceNode*& known = first_of(node);
    if (known == nullptr || node.order < known->order) known = &node;
  }
  std::vector<Gap> gaps;
  gaps.reserve(nodes.size());
  for (const SurfaceNode& node : nodes)
    gaps.push_back({first_of(node)->label, distance(node.at, first_of(node)->at)});
  return gaps;
}

/// The nodes of both sides of a pair, as node (a, b) of the slave and where that is on the master.
class PairNodes {
 public:
  PairNodes(const MeshSlice& slice, std::span<const PeriodicFacePair> pairs,
            const comm::Communicator& communicator)
      : slice_(slice), pairs_(pairs), m_(slice.raw.geometry_order + 1) {
    const std::int64_t first_element = slice.first_element[communicator.rank()];
    std::vector<Question> questions;
    for (const PeriodicFacePair& pair : pairs) {
      const OrientedFace there = lie_against(pair.images, pair.master_corners);
      for (int i = 0; i < m_ * m_; ++i) {
        const auto at = on_counterpart(there, i % m_, i / m_, m_);
        questions.push_back(
            {pair.master / n_hex_faces,
             face_node(static_cast<int>(pair.master % n_hex_faces), at[0], at[1], m_)});
      }
    }
    masters_ = comm::ask_each<Master>(
        std::span<const Question>(questions),
        [&](const Question& one) { return slice.rank_of_element(one.element); },
        [&](const Question& one) -> Master {
          const std::int64_t e = one.element - first_element;
          return {slice.raw.labels[e], node_of(slice.raw, e, one.node)};
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

  /// From the slave to the master: turned as their map, and shifted by the mean over the corners.
  [[nodiscard]] Placement motion(std::size_t pair, std::int64_t element, int face) const {
    Placement motion{pairs_[pair].motion.placement.matrix, {}};
    for (const int i : {0, m_ - 1, m_ * (m_ - 1), m_ * m_ - 1}) {
      const Point from =
          motion.turned(node_of(slice_.raw, element, face_node(face, i % m_, i / m_, m_)));
      for (int c = 0; c < 3; ++c) motion.shift[c] += 0.25 * (master(pair, i).at[c] - from[c]);
    }
    return motion;
  }

 private:
  struct Question {
    std::int64_t element = 0, node = 0;
  };
  const MeshSlice& slice_;
  std::span<const PeriodicFacePair> pairs_;
  int m_;
  std::vector<Master> masters_;  ///< [pairs][b][a]
};

}  // namespace

void check_shared_geometry(const MeshSlice& slice, const HexMesh& part,
                           const comm::Communicator& communicator) {
  constexpr std::int64_t ids_of_rank = 1 << 20;
  const int n_ranks = communicator.size();
  const std::int64_t m = slice.raw.geometry_order + 1, n_nodes = m * m * m;
  const std::int64_t first_element = slice.first_element[communicator.rank()];
  const auto ids = global_node_ids(part, slice.raw.geometry_order);
  const std::int64_t n_ids =
      part.n_vertices + (m - 2) * part.n_lines + (m - 2) * (m - 2) * part.n_faces;
  const double rounding = communicator.max(rounding_of_file(slice.raw));
  comm::AgreedFault fault;
  for (IdRange range{0, ids_of_rank * n_ranks}; range.begin < n_ids;
       range = {range.end, range.end + ids_of_rank * n_ranks}) {
    const auto nodes = surface_nodes(slice, ids, first_element, range);
    const auto gaps = comm::ask_ranks<Gap>(
        std::span<const SurfaceNode>(nodes),
        [&](const SurfaceNode& node) { return static_cast<int>(node.id % n_ranks); },
        [&](std::span<const SurfaceNode> all) { return measure_gaps(all, range, n_ranks); },
        communicator);
    std::int64_t known = -1;
    double allowed = 0.0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const std::int64_t e = nodes[i].order / n_nodes - first_element;
      if (e != known) allowed = allowed_gap(slice.raw, known = e, rounding);
      if (!(gaps[i].distance <= allowed))
        fault.report(nodes[i].order, text_of_gap(slice.raw, gaps[i].first_label, nodes[i].label,
                                                 nodes[i].at, gaps[i].distance));
    }
  }
  fault.agree(communicator);
}

void check_periodic_geometry(const MeshSlice& slice, std::span<const PeriodicFacePair> pairs,
                             const comm::Communicator& communicator) {
  const PairNodes nodes(slice, pairs, communicator);
  const double rounding = communicator.max(rounding_of_file(slice.raw));
  const int m = slice.raw.geometry_order + 1;
  comm::AgreedFault fault;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const std::int64_t e = pairs[k].slave / n_hex_faces - slice.first_element[communicator.rank()];
    const auto face = static_cast<int>(pairs[k].slave % n_hex_faces);
    const auto expected = nodes.motion(k, e, face);
    const double allowed = allowed_gap(slice.raw, e, rounding);
    for (int i = 0; i < m * m; ++i) {
      const Point x = expected.moved(node_of(slice.raw, e, face_node(face, i % m, i / m, m)));
      const double gap = distance(x, nodes.master(k, i).at);
      if (!(gap <= allowed))
        fault.report(pairs[k].order * m * m + i,
                     text_of_gap(slice.raw, slice.raw.labels[e], nodes.master(k, i).label, x, gap));
    }
  }
  fault.agree(communicator);
}

}  // namespace lobatto::mesh
