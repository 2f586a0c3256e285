#include "accept/unstructured_sweep/hex_matrices.hpp"

#include "poly/quadrature.hpp"

namespace lobatto::accept {

namespace {

/// Values and slopes, along the element's own directions, of all v_i at a place in [0, 1]^3.
struct Shapes {
  explicit Shapes(const Vector& at) {
    for (std::size_t i = 0; i < n_corners; ++i) {
      Vector factors{}, signs{};
      for (std::size_t d = 0; d < 3; ++d) {
        const bool upper = (i >> d & 1U) != 0;
        factors[d] = upper ? at[d] : 1 - at[d];
        signs[d] = upper ? 1 : -1;
      }
      values[i] = factors[0] * factors[1] * factors[2];
      for (std::size_t d = 0; d < 3; ++d)
        slopes[i][d] = signs[d] * factors[(d + 1) % 3] * factors[(d + 2) % 3];
    }
  }

  std::array<double, n_corners> values{};
  std::array<Vector, n_corners> slopes{};
};

/// dx/dr of the three own directions, at a place.
std::array<Vector, 3> tangents(const std::array<Vector, n_corners>& places, const Shapes& shapes) {
  std::array<Vector, 3> result{};
  for (std::size_t i = 0; i < n_corners; ++i)
    for (std::size_t r = 0; r < 3; ++r)
      for (std::size_t d = 0; d < 3; ++d) result[r][d] += shapes.slopes[i][r] * places[i][d];
  return result;
}

/// visit(place in [0, 1]^2, weight) at Gauss points.
template <class Visit>
void for_gauss_points(const Visit& visit) {
  const auto line = poly::gauss_legendre(3);
  for (std::size_t b = 0; b < 3; ++b)
    for (std::size_t a = 0; a < 3; ++a)
      visit((line.nodes[a] + 1) / 2, (line.nodes[b] + 1) / 2,
            line.weights[a] * line.weights[b] / 4);
}

void add_volume_point(const std::array<Vector, n_corners>& places, const Vector& at, double weight,
                      HexMatrices& matrices) {
  const Shapes shapes(at);
  const auto t = tangents(places, shapes);
  // J grad v = sum_r (dv/dr) t_{r+1} x t_{r+2}
  const std::array<Vector, 3> normals{base::cross(t[1], t[2]), base::cross(t[2], t[0]),
                                      base::cross(t[0], t[1])};
  const double jacobian = base::dot(t[0], normals[0]);
  for (std::size_t i = 0; i < n_corners; ++i)
    for (std::size_t j = 0; j < n_corners; ++j) {
      matrices.mass[i][j] += weight * jacobian * shapes.values[i] * shapes.values[j];
      for (std::size_t d = 0; d < 3; ++d) {
        double slope = 0;
        for (std::size_t r = 0; r < 3; ++r) slope += shapes.slopes[i][r] * normals[r][d];
        matrices.gradients[d][i][j] += weight * slope * shapes.values[j];
      }
    }
}

void add_face_point(const std::array<Vector, n_corners>& places, std::size_t face, const Vector& at,
                    double weight, HexMatrices& matrices) {
  const Shapes shapes(at);
  const auto t = tangents(places, shapes);
  const std::size_t across = face / 2;
  const Vector normal = base::cross(t[(across + 1) % 3], t[(across + 2) % 3]);
  const double outwards = face % 2 == 1 ? weight : -weight;
  const auto corners = face_corners(face);
  for (std::size_t i = 0; i < n_face_corners; ++i)
    for (std::size_t j = 0; j < n_face_corners; ++j)
      for (std::size_t d = 0; d < 3; ++d)
        matrices.faces[face][d][i][j] +=
            outwards * normal[d] * shapes.values[corners[i]] * shapes.values[corners[j]];
}

}  // namespace

HexMatrices::HexMatrices(const std::array<Vector, n_corners>& places) {
  const auto line = poly::gauss_legendre(3);
  for_gauss_points([&](double x, double y, double weight) {
    for (std::size_t c = 0; c < 3; ++c)
      add_volume_point(places, {x, y, (line.nodes[c] + 1) / 2}, weight * line.weights[c] / 2,
                       *this);
    for (std::size_t face = 0; face < n_faces; ++face) {
      const std::size_t across = face / 2;
      Vector at{};
      at[across] = face % 2 == 1 ? 1 : 0;
      at[(across + 1) % 3] = x;
      at[(across + 2) % 3] = y;
      add_face_point(places, face, at, weight, *this);
    }
  });
}

double HexMatrices::volume() const {
  double sum = 0;
  for (const auto& row : mass)
    for (const double value : row) sum += value;
  return sum;
}

}  // namespace lobatto::accept
