#pragma once

#include <algorithm>
#include <array>

#include "kernels/operators/general_helmholtz.hpp"
#include "kernels/products/line_products.hpp"

namespace lobatto::kernels {
inline namespace LOBATTO_LANES {

/// GeneralHelmholtz for n nodes: D_t u of the whole element; then plane by plane D_s u, D_r u, the
/// three fluxes, D_s^T and D_r^T of them; at last D_t^T. In a plane that is one of them, without
/// D_t. Between the lines of the element that is computed on, lines of memory that are read soon
/// are fetched into the second cache, evenly, for the memory to be busy all the time.
template <int n, bool is_plane = false>
class GeneralHelmholtzByPlanes : public GeneralHelmholtzMethod {
 public:
  explicit GeneralHelmholtzByPlanes(const LineRule& rule) {
    const auto slope = [&](int i, int l) { return rule.derivative[i * n + l]; };
    const auto adjoint = [&](int i, int l) { return rule.derivative[l * n + i]; };
    slope_ = ParityMatrix<n>(slope);
    row_slope_ = RowMatrix<n>(slope);
    adjoint_ = ParityMatrix<n>(adjoint);
    row_adjoint_ = RowMatrix<n>(adjoint);
    set_viscosity(1.0);
  }

  [[nodiscard]] const char* name() const override { return "plane by plane"; }

  double apply(std::size_t n_elements, const HelmholtzGeometry& geometry,
               const HelmholtzCoefficients& coefficients, const double* u, double* out,
               const FieldsAhead& ahead) override {
    if (coefficients.nu != nu_) set_viscosity(coefficients.nu);
    double energy = 0.0;
    for (std::size_t e = 0; e < n_elements; ++e) {
      const std::size_t at = e * element;
      const auto next = [&](const double* field) {
        return reinterpret_cast<const char*>((field != nullptr ? field : u) + at + element);
      };
      ahead_.factors =
          reinterpret_cast<const char*>(geometry.stiffness + 6 * at + LinesAhead::lead);
      if constexpr (LinesAhead::n_fields > 0) {
        ahead_.fields = {next(u), next(ahead.first), next(ahead.second)};
        ahead_.end = next(u) + element * sizeof(double);
      }
      const double* factors = geometry.stiffness + 6 * at;
      if (coefficients.sigma == 0.0) {
        apply_element(factors, [](int, int) { return Lanes{}; }, u + at, out + at);
      } else {
        const double* mass = geometry.mass + at;
        apply_element(
            factors,
            [&](int q, int i) __attribute__((always_inline)) {
              return coefficients.sigma * load(mass + q + i) * load(u + at + q + i);
            },
            u + at, out + at);
      }
      energy += dot(u + at, out + at, element);
    }
    return energy;
  }

 private:
  using Layout = RowLayout<n>;
  static constexpr int plane = n * n;
  static constexpr int n_t = is_plane ? 1 : n, element = plane * n_t;
  /// Where no registers overlap, results may take the place of what they are made from, and more of
  /// the element stays in the first cache.
  static constexpr bool in_place = n % n_lanes == 0;

  [[nodiscard]] double* flux_t() { return in_place ? slope_t_.data() : flux_t_.data(); }

  /// Lines of memory that are read soon, a few at a time: the factors `lead` ahead of where they
  /// would be if they were read evenly, and the fields of the next element. Behind the last element
  /// they lie beyond the end of the fields: to fetch an address that does not exist does nothing.
  struct LinesAhead {
    static constexpr int n_steps = (is_plane ? 0 : 2 * (plane / n_lanes)) + n_t * (n + 2);
    static constexpr int line = 64;  ///< bytes
    static constexpr int n_factors = (6 * element * 8 / line + n_steps - 1) / n_steps;
    static constexpr int n_values = (element * 8 / line + n_steps - 1) / n_steps;

    /// Far enough for D_t, during which no factors are read; what is fetched earlier drives out
    /// what is worked on (measured for 16 nodes: 16 to 96 KiB ahead 17 % faster than a whole
    /// element of 192 KiB, for 14 and 15 nodes 5 %, for 8 to 13 no difference).
    static constexpr int lead = std::min(6 * element, 6 * 1024);

    /// Fields of elements of a multiple of 32 KiB (16 nodes) fall into the same sets of the cache:
    /// there they would drive out what is worked on (measured: 4 to 20 % faster with them for 8 to
    /// 15 nodes, 8 % slower for 16).
    static constexpr int n_fields = element % 4096 == 0 ? 0 : 3;

    const char* factors = nullptr;
    std::array<const char*, n_fields> fields{};
    const char* end = nullptr;  ///< of the first of them

    LOBATTO_INLINE void step() {
      for (int i = 0; i < n_factors; ++i) __builtin_prefetch(factors + i * line, 0, 2);
      factors += n_factors * line;
      if constexpr (n_fields > 0) {
        if (fields[0] >= end) return;
        for (const char*& values : fields) {
          for (int i = 0; i < n_values; ++i) __builtin_prefetch(values + i * line, 0, 2);
          values += n_values * line;
        }
      }
    }
  };

  void set_viscosity(double nu) {
    nu_ = nu;
    scaled_adjoint_.set_to(nu, adjoint_);
    scaled_row_adjoint_.set_to(nu, row_adjoint_, 0.0, row_adjoint_);
  }

  template <class MassTerm>
  void apply_element(const double* factors, const MassTerm& mass_term, const double* u,
                     double* out) {
    constexpr auto anti = Parity::antisymmetric;
    double* sum_rs = in_place || is_plane ? out : sum_rs_.data();
    for (int q = 0; q < plane && !is_plane; q += n_lanes) {
      const int at = std::min(q, plane - n_lanes);
      ahead_.step();
      along_line<n, anti, plane, plane>(slope_, u + at, nullptr, slope_t_.data() + at);
    }
    for (int k = 0; k < n_t; ++k) {
      const double* in = u + k * plane;
      ahead_.step();
      for (int r = 0; r < Layout::n_registers; ++r) {
        const int at = Layout::at(r);
        along_line<n, anti, n, n>(slope_, in + at, nullptr, slope_s_.data() + at);
      }
      make_fluxes(factors + 6 * k * plane, k, in);
      ahead_.step();
      for (int r = 0; r < Layout::n_registers; ++r) {
        const int at = Layout::at(r);
        along_line<n, anti, n, n>(scaled_adjoint_, flux_s_.data() + at, nullptr,
                                  sum_s_.data() + at);
      }
      along_rows(
          scaled_row_adjoint_,
          flux_r_.data(), [&](int j, int i, const Lanes& sum) __attribute__((always_inline)) {
            store(sum_rs + k * plane + j * n + i,
                  sum + load(sum_s_.data() + j * n + i) + mass_term(k * plane + j * n, i));
          });
    }
    for (int q = 0; q < plane && !is_plane; q += n_lanes) {
      const int at = std::min(q, plane - n_lanes);
      ahead_.step();
      along_line<n, anti, plane, plane>(scaled_adjoint_, flux_t() + at, sum_rs + at, out + at);
    }
  }

  /// The fluxes of plane k from its slopes.
  LOBATTO_INLINE void make_fluxes(const double* factors, int k, const double* u) {
    along_rows(
        row_slope_, u, [&](int j, int i, const Lanes& r) __attribute__((always_inline)) {
          if (i == 0) ahead_.step();
          const int at = j * n + i;
          const Lanes s = load(slope_s_.data() + at);
          const double* g = factors + 6 * j * n + i;
          if constexpr (is_plane) {
            const Lanes rs = load(g + n);
            store(flux_r_.data() + at, load(g) * r + rs * s);
            store(flux_s_.data() + at, rs * r + load(g + 3 * n) * s);
          } else {
            const Lanes t = load(slope_t_.data() + k * plane + at);
            const Lanes rs = load(g + n), rt = load(g + 2 * n), st = load(g + 4 * n);
            store(flux_r_.data() + at, load(g) * r + rs * s + rt * t);
            store(flux_s_.data() + at, rs * r + load(g + 3 * n) * s + st * t);
            store(flux_t() + k * plane + at, rt * r + st * s + load(g + 5 * n) * t);
          }
        });
  }

  double nu_ = 1.0;
  ParityMatrix<n> slope_, adjoint_, scaled_adjoint_;
  RowMatrix<n> row_slope_, row_adjoint_, scaled_row_adjoint_;
  LaneBuffer slope_t_{is_plane ? 0 : element}, flux_t_{in_place || is_plane ? 0 : element};
  LaneBuffer sum_rs_{in_place || is_plane ? 0 : element};
  LaneBuffer slope_s_{plane}, flux_r_{plane}, flux_s_{plane}, sum_s_{plane};
  LinesAhead ahead_;
};

}  // namespace LOBATTO_LANES
}  // namespace lobatto::kernels
