#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "base/aligned_array.hpp"
#include "comm/communicator.hpp"
#include "physics/conditions/turbulence/turbulent_waves.hpp"

namespace lobatto::physics {

/// The sums of TurbulentWaves at some places, time after time. The places are rows times columns,
/// x = r + c: with the cosines and sines of k_n . r + phi_n and of k_n . c, kept from the start on,
/// the sums of a time are those of its 2 N turns with each row, and then a product of the rows with
/// the columns. A function of place and time alone, so that restarts, the order of calls and other
/// places do not matter.
class WaveSums {
 public:
  using Place = std::array<double, 3>;
  static constexpr std::size_t most_bytes = std::size_t{1} << 28;

  /// Columns are what differs along the axis; without one, all places are columns of one row. Keeps
  /// at most so many bytes of cosines and sines of columns, 16 per column and wave; those beyond
  /// are made in every call, at thirty times the cost.
  WaveSums(TurbulentWaves waves, const std::vector<Place>& places, std::optional<int> axis,
           std::size_t most = most_bytes);

  /// The axis along which the places of every rank are columns, with the fewest sums at rows and
  /// columns that hold no place; none where they would double the work. Collective.
  [[nodiscard]] static std::optional<int> best_axis(const std::vector<Place>& places,
                                                    const comm::Communicator& communicator);

  [[nodiscard]] const TurbulentWaves& waves() const { return waves_; }
  /// Makes the sums of a time. Costs 12 flops per wave and place.
  void set_time(const TurbulentWaves::Turns& turns);
  /// The sum of that time at one of the places.
  [[nodiscard]] std::array<double, 3> at(std::size_t place) const {
    const std::size_t slot = slots_[place];
    return {sums_[0][slot], sums_[1][slot], sums_[2][slot]};
  }

 private:
  void make_rows(const std::vector<Place>& rows);
  void make_phases(std::size_t block, double* out) const;
  /// The cosines and sines of one block of columns. [wave][2][width]
  const double* phases_of(std::size_t block);
  void turn_row(std::size_t row, const TurbulentWaves::Turns& turns);

  TurbulentWaves waves_;
  std::vector<std::size_t> slots_;  ///< of the places in the sums
  std::vector<Place> columns_;      ///< whole registers
  std::size_t n_rows_ = 0, n_blocks_ = 0;
  std::size_t n_kept_ = 0;              ///< blocks
  std::vector<double> rows_;            ///< [row][cos, sin][wave]
  base::AlignedArray<double> phases_;   ///< of the blocks that are kept
  base::AlignedArray<double> one_;      ///< of a block that is not
  std::vector<double> directions_;      ///< [d][wave]
  std::vector<double> amplitudes_;      ///< of one row: [cos, sin][d][wave]
  base::AlignedArray<double> sums_[3];  ///< [row][column]
};

}  // namespace lobatto::physics
