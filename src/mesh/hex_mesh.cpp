#include "mesh/hex_mesh.hpp"

#include <cstddef>

#include "base/error.hpp"
#include "mesh/hex_topology.hpp"

namespace lobatto::mesh {
namespace {

void check_order(int order) {
  if (order < 1) throw base::Error("the order must be at least 1, not be " + std::to_string(order));
}

/// Writes the ids of one element. Ids of one kind follow those of the kind before: vertices, then
/// the `m` inner nodes of each line, the m^2 of each face, the m^3 of each element.
class ElementNumbering {
 public:
  ElementNumbering(const HexMesh& mesh, int order)
      : mesh_(mesh),
        n_(order + 1),
        m_(order - 1),
        first_of_lines_(mesh.n_vertices),
        first_of_faces_(first_of_lines_ + mesh.n_lines * m_),
        first_of_insides_(first_of_faces_ + mesh.n_faces * m_ * m_),
        stride_{1, n_, n_ * n_} {}

  void write(int e, std::int64_t* ids) const {
    for (int v = 0; v < n_hex_vertices; ++v) ids[vertex_node(v)] = mesh_.vertices[e][v];
    for (int line = 0; line < n_hex_lines; ++line) write_line(e, line, ids);
    for (int face = 0; face < n_hex_faces; ++face) write_face(e, face, ids);
    write_inside(e, ids);
  }

 private:
  [[nodiscard]] int vertex_node(int v) const {
    int node = 0;
    for (int d = 0; d < 3; ++d) node += ((v >> d) & 1) * (n_ - 1) * stride_[d];
    return node;
  }

  void write_line(int e, int line, std::int64_t* ids) const {
    const OrientedLine& shared = mesh_.lines[e][line];
    const int first = vertex_node(line_vertices(line)[0]);
    const std::int64_t first_id = first_of_lines_ + shared.id * m_;
    for (int i = 0; i < m_; ++i) {
      ids[first + (i + 1) * stride_[line / 4]] = first_id + (shared.reversed ? m_ - 1 - i : i);
    }
  }

  void write_face(int e, int face, std::int64_t* ids) const {
    const OrientedFace& shared = mesh_.faces[e][face];
    const int d = face / 2;
    const int first = vertex_node(face_vertices(face)[0]);
    const std::int64_t first_id = first_of_faces_ + shared.id * m_ * m_;
    for (int b = 0; b < m_; ++b) {
      for (int a = 0; a < m_; ++a) {
        const auto there = on_counterpart(shared, a, b, m_);
        ids[first + (a + 1) * stride_[direction_a(d)] + (b + 1) * stride_[direction_b(d)]] =
            first_id + there[1] * m_ + there[0];
      }
    }
  }

  void write_inside(int e, std::int64_t* ids) const {
    std::int64_t id = first_of_insides_ + mesh_.element_numbers[e] * m_ * m_ * m_;
    for (int k = 1; k <= m_; ++k) {
      for (int j = 1; j <= m_; ++j) {
        for (int i = 1; i <= m_; ++i) ids[(k * n_ + j) * n_ + i] = id++;
      }
    }
  }

  const HexMesh& mesh_;
  int n_, m_;
  std::int64_t first_of_lines_, first_of_faces_, first_of_insides_;
  std::array<int, 3> stride_;
};

}  // namespace

std::vector<std::int64_t> global_node_ids(const HexMesh& mesh, int order) {
  check_order(order);
  const auto n = static_cast<std::size_t>(order + 1);
  const std::size_t n_nodes = n * n * n;
  std::vector<std::int64_t> ids(mesh.vertices.size() * n_nodes);
  const ElementNumbering numbering(mesh, order);
  for (int e = 0; e < mesh.n_local_elements(); ++e) numbering.write(e, ids.data() + e * n_nodes);
  return ids;
}

std::vector<std::int64_t> global_face_ids(const HexMesh& mesh) {
  std::vector<std::int64_t> ids;
  ids.reserve(mesh.faces.size() * n_hex_faces);
  for (const auto& faces : mesh.faces)
    for (const OrientedFace& face : faces) ids.push_back(face.id);
  return ids;
}

std::vector<std::int64_t> global_face_node_ids(const HexMesh& mesh, int order) {
  check_order(order);
  const int n = order + 1;
  const auto n_nodes = static_cast<std::size_t>(n * n);
  std::vector<std::int64_t> ids;
  ids.reserve(mesh.faces.size() * n_hex_faces * n_nodes);
  for (const auto& faces : mesh.faces) {
    for (const OrientedFace& shared : faces) {
      for (int b = 0; b < n; ++b) {
        for (int a = 0; a < n; ++a) {
          const auto there = on_counterpart(shared, a, b, n);
          ids.push_back((shared.id * n + there[1]) * n + there[0]);
        }
      }
    }
  }
  for (const BoundarySide& side : mesh.sides) {
    const std::size_t first =
        (static_cast<std::size_t>(side.element) * n_hex_faces + side.face) * n_nodes;
    for (std::size_t i = 0; i < n_nodes; ++i) ids[first + i] = -1;
  }
  return ids;
}

}  // namespace lobatto::mesh
