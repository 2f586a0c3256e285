#pragma once

#include <array>
#include <complex>
#include <cstdint>

#include "machine/trials/random_number.hpp"

namespace lobatto::accept {

using Colour = std::array<std::complex<double>, 3>;
/// By rows.
using ColourMatrix = std::array<Colour, 3>;

/// Without the care for infinities that the operator takes.
inline std::complex<double> times(std::complex<double> a, std::complex<double> b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

inline ColourMatrix unit_matrix() {
  ColourMatrix unit{};
  for (std::size_t a = 0; a < 3; ++a) unit[a][a] = 1;
  return unit;
}

inline ColourMatrix adjoint(const ColourMatrix& u) {
  ColourMatrix result;
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t b = 0; b < 3; ++b) result[a][b] = std::conj(u[b][a]);
  return result;
}

inline ColourMatrix operator*(const ColourMatrix& u, const ColourMatrix& v) {
  ColourMatrix result{};
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t c = 0; c < 3; ++c)
      for (std::size_t b = 0; b < 3; ++b) result[a][b] += times(u[a][c], v[c][b]);
  return result;
}

inline Colour operator*(const ColourMatrix& u, const Colour& x) {
  Colour result{};
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t b = 0; b < 3; ++b) result[a] += times(u[a][b], x[b]);
  return result;
}

/// conj(u) x conj(v): the row that makes a matrix with orthonormal rows u and v one of SU(3).
inline Colour conjugate_cross(const Colour& u, const Colour& v) {
  Colour w{};
  for (std::size_t a = 0; a < 3; ++a) {
    const std::size_t b = (a + 1) % 3, c = (a + 2) % 3;
    w[a] = std::conj(times(u[b], v[c]) - times(u[c], v[b]));
  }
  return w;
}

inline std::complex<double> determinant(const ColourMatrix& u) {
  const Colour cofactors = conjugate_cross(u[1], u[2]);
  std::complex<double> sum = 0;
  for (std::size_t a = 0; a < 3; ++a) sum += times(u[0][a], std::conj(cofactors[a]));
  return sum;
}

/// Three numbers of a key, parts from [-1/2, 1/2).
inline Colour random_colour(std::uint64_t key) {
  Colour x{};
  for (std::uint64_t a = 0; a < 3; ++a)
    x[a] = {machine::random_number(6 * key + 2 * a), machine::random_number(6 * key + 2 * a + 1)};
  return x;
}

inline Colour normalised(Colour x) {
  const double norm = std::sqrt(std::norm(x[0]) + std::norm(x[1]) + std::norm(x[2]));
  for (auto& value : x) value /= norm;
  return x;
}

/// A matrix of SU(3) made of a key alone: two random rows made orthonormal, and the third.
inline ColourMatrix random_su3(std::uint64_t key) {
  const Colour u = normalised(random_colour(2 * key));
  Colour v = random_colour(2 * key + 1);
  std::complex<double> along = 0;
  for (std::size_t a = 0; a < 3; ++a) along += times(std::conj(u[a]), v[a]);
  for (std::size_t a = 0; a < 3; ++a) v[a] -= times(along, u[a]);
  v = normalised(v);
  return {u, v, conjugate_cross(u, v)};
}

}  // namespace lobatto::accept
