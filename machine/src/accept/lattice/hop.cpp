#include "accept/lattice/staggered_operator.hpp"

#include <algorithm>

#include "kernels/registers/lanes.hpp"

namespace lobatto::accept {

namespace {

using kernels::Lanes;
using kernels::load;
using kernels::n_lanes;
/// Three colours, real and imaginary, at n_lanes sites.
using ColourLanes = std::array<Lanes, 6>;

/// sum += u in
LOBATTO_INLINE void add_product(ColourLanes& sum, const double* u, const double* in,
                                std::size_t pitch) {
  for (std::size_t b = 0; b < 3; ++b) {
    const Lanes real = load(in + 2 * b * pitch), imaginary = load(in + (2 * b + 1) * pitch);
    for (std::size_t a = 0; a < 3; ++a) {
      const Lanes u_real = load(u + (6 * a + 2 * b) * pitch),
                  u_imaginary = load(u + (6 * a + 2 * b + 1) * pitch);
      sum[2 * a] += u_real * real;
      sum[2 * a] -= u_imaginary * imaginary;
      sum[2 * a + 1] += u_real * imaginary;
      sum[2 * a + 1] += u_imaginary * real;
    }
  }
}

/// sum -= u^+ in
LOBATTO_INLINE void subtract_adjoint_product(ColourLanes& sum, const double* u, const double* in,
                                             std::size_t pitch) {
  for (std::size_t b = 0; b < 3; ++b) {
    const Lanes real = load(in + 2 * b * pitch), imaginary = load(in + (2 * b + 1) * pitch);
    for (std::size_t a = 0; a < 3; ++a) {
      const Lanes u_real = load(u + (6 * b + 2 * a) * pitch),
                  u_imaginary = load(u + (6 * b + 2 * a + 1) * pitch);
      sum[2 * a] -= u_real * real;
      sum[2 * a] -= u_imaginary * imaginary;
      sum[2 * a + 1] -= u_real * imaginary;
      sum[2 * a + 1] += u_imaginary * real;
    }
  }
}

/// At sites from `at` on. The last lanes of a row may be computed twice.
LOBATTO_INLINE ColourLanes hop_at(const HopRow& row, std::size_t at) {
  const std::size_t links_per_direction = 18 * row.pitch;
  ColourLanes sum{};
  add_product(sum, row.links + at, row.in + at + 1, row.pitch);
  subtract_adjoint_product(sum, row.links + at - 1, row.in + at - 1, row.pitch);
  for (std::size_t d = 0; d < 3; ++d) {
    const std::size_t links = (d + 1) * links_per_direction + at;
    add_product(sum, row.links + links, row.in_up[d] + at, row.pitch);
    subtract_adjoint_product(sum, row.links_down[d] + links, row.in_down[d] + at, row.pitch);
  }
  return sum;
}

/// put(component, site, h there and at the sites after it)
template <class Put>
LOBATTO_INLINE void for_lanes(const HopRow& row, const Put& put) {
  constexpr auto width = static_cast<std::size_t>(n_lanes);
  for (std::size_t i = 0; i < row.n_sites; i += width) {
    const std::size_t at = std::min(i, row.n_sites - width);
    const ColourLanes sum = hop_at(row, at);
    for (std::size_t c = 0; c < 6; ++c) put(c, at, 0.5 * sum[c]);
  }
}

}  // namespace

void hop(const HopRow& row, double* out, std::size_t out_pitch) {
  for_lanes(row, [&](std::size_t c, std::size_t at, const Lanes& value) {
    kernels::store(out + c * out_pitch + at, value);
  });
}

void hop_and_subtract(const HopRow& row, double scale, const double* x, double* y) {
  for_lanes(row, [&](std::size_t c, std::size_t at, const Lanes& value) {
    const std::size_t place = c * row.n_sites + at;
    kernels::store(y + place, Lanes(scale * load(x + place) - value));
  });
}

}  // namespace lobatto::accept
