#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "base/aligned_array.hpp"
#include "physics/conditions/turbulent_waves.hpp"

namespace lobatto::physics {

/// The sums of TurbulentWaves at some places, time after time: with the cosine and sine of
/// k_n . x + phi_n of each place and wave, kept from the first call on, those of a time are a
/// product with 6 N numbers. A function of the time alone, so that restarts and the order of calls
/// do not matter.
class WaveSums {
 public:
  using Place = std::array<double, 3>;
  static constexpr std::size_t most_bytes = std::size_t{1} << 28;

  /// Keeps at most so many bytes of cosines and sines, 16 per place and wave; those beyond are made
  /// in every call, at thirty times the cost.
  WaveSums(TurbulentWaves waves, std::vector<Place> places, std::size_t most = most_bytes);

  [[nodiscard]] const TurbulentWaves& waves() const { return waves_; }
  [[nodiscard]] const Place& place(std::size_t i) const { return places_[i]; }
  /// sums[d][i]: component d at place i. Costs 12 flops per wave and place.
  void evaluate(double t, std::array<std::vector<double>, 3>& sums);

 private:
  void set_amplitudes(double t);
  /// The cosines and sines of one block of places. [wave][2][block]
  const double* phases_of(std::size_t block);
  void make_phases(std::size_t block, double* out) const;

  TurbulentWaves waves_;
  std::vector<Place> places_;  ///< whole blocks
  std::size_t n_places_;
  std::size_t n_kept_ = 0;             ///< blocks
  std::size_t block_values_ = 0;       ///< cosines and sines of a block
  base::AlignedArray<double> phases_;  ///< of the blocks that are kept
  base::AlignedArray<double> one_;     ///< of a block that is not
  std::vector<double> amplitudes_;     ///< [wave][cos, sin][d]
  bool is_made_ = false;
};

}  // namespace lobatto::physics
