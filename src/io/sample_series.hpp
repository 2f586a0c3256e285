#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "comm/communicator.hpp"

namespace lobatto::io {

/// An array by name, given on rank 0: coordinates of points, say. Slowest dimension first.
struct NamedArray {
  std::string name;
  std::vector<long long> shape;
  std::vector<double> values;
};

/// Samples of a few quantities at fixed places, in HDF5 files of many samples each,
/// <name>_<first step>.h5: `step` and `time` [samples], each quantity [samples][shape], and the
/// arrays that stay the same. A file appears when it is complete, so nothing of what was flushed
/// can be spoilt by a run that dies later.
class SampleSeries {
 public:
  struct Layout {
    std::string name;
    std::vector<std::string> quantities;
    std::vector<long long> shape;    ///< of one quantity of a sample; the same on every rank
    std::vector<NamedArray> places;  ///< values on rank 0 alone, shapes on every rank
  };
  /// The folder must be there.
  SampleSeries(std::filesystem::path folder, Layout layout, const comm::Communicator& communicator);

  /// Removes the files that begin beyond this step: they will be written again. Collective.
  void resume(long long last_step);
  /// values: on rank 0, [quantity][shape]; not looked at elsewhere. Keeps them until a flush; true
  /// when there is enough for one, on every rank alike.
  bool add(long long step, double time, std::span<const double> values);
  /// Writes what was added since the last flush into a file of its own. Collective; throws
  /// base::Error on every rank, and keeps the samples for the next time.
  void flush();

 private:
  static constexpr std::size_t enough_bytes = std::size_t{16} << 20;

  [[nodiscard]] std::size_t values_of_one() const;

  std::filesystem::path folder_;
  Layout layout_;
  const comm::Communicator& communicator_;
  std::vector<std::int64_t> steps_;
  std::vector<double> times_;
  std::vector<double> values_;  ///< on rank 0, [sample][quantity][shape]
};

}  // namespace lobatto::io
