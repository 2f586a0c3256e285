#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "accept/lattice/face_exchange.hpp"
#include "accept/lattice/gauge_field.hpp"

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

/// Staggered fermions of mass m, D = m + h with the hop
///   h(x) = sum_mu eta_mu(x) (U_mu(x) v(x + mu) - U_mu(x - mu)^+ v(x - mu)) / 2,
/// eta the staggered phases. h is anti-Hermitian, so D^+ D = m^2 - h h: symmetric and positive as a
/// map of the real and imaginary parts. Kogut & Susskind, Phys. Rev. D 11 (1975) 395. On unit links
/// plane waves of momentum p belong to its eigenvalue m^2 + sum_mu sin^2 p_mu.
///
/// Vectors are [row][6][n0]: rows of sites along the first direction, then three colours, real and
/// imaginary part.
class StaggeredOperator {
 public:
  /// Collective.
  StaggeredOperator(const RankBox& box, const GaugeField& links, double mass,
                    const comm::Communicator& communicator);

  [[nodiscard]] std::size_t n_values() const { return 6 * layout_.n_sites(); }
  /// y = D^+ D x, vectors that must not overlap. Rows that need no ghosts of other ranks are
  /// computed while those travel. Collective.
  void apply_normal(std::span<const double> x, std::span<double> y);
  [[nodiscard]] double bytes_sent() const { return 2 * exchange_.bytes_sent(); }  ///< per product

 private:
  /// Of a row of sites: where it is in fields with one component, and in vectors.
  struct Row {
    std::size_t in_field, in_vector;
  };
  void sort_rows(const RankBox& box);
  [[nodiscard]] HopRow hop_row(const Row& row, const LatticeField& in) const;
  template <class Compute>
  void exchange_and_compute(LatticeField& in, const Compute& compute);

  LatticeLayout layout_;
  double mass_;
  FaceExchange exchange_;
  LatticeField links_;  ///< with phases
  LatticeField in_, hopped_;
  std::vector<Row> inner_rows_, outer_rows_;
};

/// Per site of apply_normal: two hops, and m^2 x - h.
inline constexpr double normal_flops = 2 * hop_flops + 12;
/// Each link once per hop; vectors of 48 byte per site: two read and two written, x read again.
inline constexpr double normal_bytes = 2 * 576 + 5 * 48;

/// y = D^+ D x as StaggeredOperator::apply_normal, plain to read. Collective.
void apply_normal_reference(const RankBox& box, const GaugeField& links, double mass,
                            const comm::Communicator& communicator, std::span<const double> x,
                            std::span<double> y);

}  // namespace lobatto::accept
