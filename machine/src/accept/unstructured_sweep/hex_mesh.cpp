#include "accept/unstructured_sweep/hex_mesh.hpp"

#include <cmath>

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

}  // namespace lobatto::accept
