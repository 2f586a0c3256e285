#include "accept/unstructured_sweep/hex_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "accept/unstructured_sweep/face_links.hpp"
#include "accept/unstructured_sweep/hex_matrices.hpp"
#include "base/error.hpp"
#include "mesh/mesh_file.hpp"

namespace lobatto::accept {

namespace {

Vector twisted(const Vector& at, const Vector& size, double lean) {
  const double angle = lean / (std::hypot(size[0], size[1]) / 2) * (at[2] - size[2] / 2);
  const double x = at[0] - size[0] / 2, y = at[1] - size[1] / 2;
  const double wave = 0.2 * std::sin(at[0] + 2 * at[1]);
  return {std::cos(angle) * x - std::sin(angle) * y, std::sin(angle) * x + std::cos(angle) * y,
          at[2] + wave};
}

}  // namespace

HexMesh twisted_box(const RankBox& box, double lean) {
  Vector size{};
  for (std::size_t d = 0; d < 3; ++d) size[d] = box.size()[d];
  HexMesh mesh;
  for (int k = box.first(2); k < box.first(2) + box.count(2); ++k)
    for (int j = box.first(1); j < box.first(1) + box.count(1); ++j)
      for (int i = box.first(0); i < box.first(0) + box.count(0); ++i) {
        auto& vertices = mesh.vertices.emplace_back();
        auto& places = mesh.places.emplace_back();
        for (int corner = 0; corner < static_cast<int>(n_corners); ++corner) {
          const int x = i + corner % 2, y = j + corner / 2 % 2, z = k + corner / 4;
          const auto at = static_cast<std::size_t>(corner);
          vertices[at] =
              (static_cast<long long>(z) * (box.size()[1] + 1) + y) * (box.size()[0] + 1LL) + x;
          places[at] = twisted({1.0 * x, 1.0 * y, 1.0 * z}, size, lean);
        }
      }
  return mesh;
}

namespace {

/// The corners of element e, of nodes [x, y, z][g + 1][g + 1][g + 1].
std::array<Vector, n_corners> corners_of(const mesh::HexMesh& mesh, std::size_t element) {
  const auto g = static_cast<std::size_t>(mesh.geometry_order), n = g + 1;
  std::array<Vector, n_corners> places{};
  for (std::size_t i = 0; i < n_corners; ++i)
    for (std::size_t d = 0; d < 3; ++d) {
      const std::size_t r = (i & 1U) * g, s = (i >> 1 & 1U) * g, t = (i >> 2) * g;
      places[i][d] = mesh.coordinates[(((element * 3 + d) * n + t) * n + s) * n + r];
    }
  return places;
}

/// int x . n / 3, outwards: over all faces of a body its volume, by Gauss.
double volume_behind(const HexMatrices& matrices, const std::array<Vector, n_corners>& places,
                     std::size_t face) {
  const auto corners = face_corners(face);
  double sum = 0;
  for (std::size_t d = 0; d < 3; ++d)
    for (std::size_t i = 0; i < n_face_corners; ++i)
      for (const double value : matrices.faces[face][d][i]) sum += places[corners[i]][d] * value;
  return sum / 3;
}

/// Periodic faces belong to no surface, so that a volume is not what is behind the others.
void check(const HexMesh& mesh, const mesh::HexMesh& read, const std::filesystem::path& file,
           const comm::Communicator& communicator) {
  const FaceLinks links(mesh, communicator);
  double volume = 0, behind_surface = 0, size = 0, n_folded = 0, a_folded = -1;
  for (std::size_t element = 0; element < mesh.n_elements(); ++element) {
    const HexMatrices matrices(mesh.places[element]);
    if (!(matrices.volume() > 0)) {
      ++n_folded;
      a_folded = static_cast<double>(read.element_numbers[element] + 1);
    }
    volume += matrices.volume();
    for (std::size_t face = 0; face < n_faces; ++face) {
      const FaceLink& link = links.links[element][face];
      if (link.element >= 0 || link.rank >= 0) continue;
      const double behind = volume_behind(matrices, mesh.places[element], face);
      behind_surface += behind;
      size += std::abs(behind);
    }
  }
  std::array<double, 4> sums{volume, behind_surface, size, n_folded};
  communicator.sum(sums);
  if (sums[3] > 0)
    throw base::Error(fmt::format(
        "{}: {:.0f} elements are folded, among them number {:.0f}; expected hexahedra of positive "
        "volume between their corners",
        file.string(), sums[3], communicator.max(a_folded)));
  if (std::abs(sums[0] - sums[1]) > 1e-9 * sums[2])
    throw base::Error(
        fmt::format("{}: has periodic boundaries; expected a mesh without, for particles that "
                    "leave it come in nowhere else",
                    file.string()));
}

}  // namespace

HexMesh mesh_of_file(const std::filesystem::path& file, const comm::Communicator& communicator) {
  const mesh::HexMesh read = mesh::read_hex_mesh(file, communicator);
  HexMesh mesh;
  for (std::size_t element = 0; element < read.vertices.size(); ++element) {
    auto& vertices = mesh.vertices.emplace_back();
    std::copy(read.vertices[element].begin(), read.vertices[element].end(), vertices.begin());
    mesh.places.push_back(corners_of(read, element));
  }
  check(mesh, read, file, communicator);
  return mesh;
}

}  // namespace lobatto::accept
