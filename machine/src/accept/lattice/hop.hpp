#pragma once

#include <array>
#include <cstddef>

namespace lobatto::accept {

/// A row of sites and the rows around it. Pointers are to component 0 at site 0; components are
/// `pitch` apart, the sites before and after the row are there as well.
struct HopRow {
  const double* in;                             ///< 3 colours, 6 components
  std::array<const double*, 3> in_up, in_down;  ///< one further in directions 1, 2, 3
  const double* links;                          ///< U_mu(x) with phases, see GaugeField
  std::array<const double*, 3> links_down;      ///< of the rows one back in directions 1, 2, 3
  std::size_t n_sites, pitch;
};

/// h(x) = sum_mu (U_mu(x) in(x + mu) - U_mu(x - mu)^+ in(x - mu)) / 2, of a row of 8 sites or more.
/// out: components out_pitch apart. 576 flop per site; reads each link once from memory, 576 byte.
void hop(const HopRow& row, double* out, std::size_t out_pitch);
/// y = scale x - h; x and y: [6][n_sites].
void hop_and_subtract(const HopRow& row, double scale, const double* x, double* y);

/// Per site: eight products of a matrix and a vector of colours, 66 each, seven sums of vectors,
/// and the half.
inline constexpr double hop_flops = 8 * 66 + 7 * 6 + 6;

}  // namespace lobatto::accept
