#pragma once

#include <array>

namespace lobatto::accept {

/// As many as fill a cache line: all groups of a cell and a direction are computed together.
inline constexpr int n_groups = 8;
using ByGroup = std::array<double, n_groups>;

/// The same value in every group.
inline ByGroup in_all_groups(double value) {
  ByGroup values{};
  values.fill(value);
  return values;
}

/// What particles meet per length, from the fastest group to the slowest.
struct Material {
  ByGroup total{};                             ///< above 0
  std::array<ByGroup, n_groups> scattering{};  ///< [from][to], to >= from: no particle gains speed

  [[nodiscard]] double absorption(int group) const {
    const auto g = static_cast<std::size_t>(group);
    double left = total[g];
    for (const double part : scattering[g]) left -= part;
    return left;
  }
};

/// The scalar flux of an infinite medium with a source:
/// (total_g - scattering_gg) flux_g = source_g + sum_{f < g} scattering_fg flux_f.
inline ByGroup infinite_medium_flux(const Material& material, const ByGroup& source) {
  ByGroup flux{};
  for (std::size_t g = 0; g < n_groups; ++g) {
    double gain = source[g];
    for (std::size_t f = 0; f < g; ++f) gain += material.scattering[f][g] * flux[f];
    flux[g] = gain / (material.total[g] - material.scattering[g][g]);
  }
  return flux;
}

}  // namespace lobatto::accept
