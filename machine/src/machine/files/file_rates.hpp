#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>

#include "machine/results/report.hpp"

namespace lobatto::machine {

struct FileRateOptions {
  std::filesystem::path folder;
  std::size_t most_bytes = std::size_t{64} << 20;  ///< of the largest file of a rank
  int n_files = 200;                               ///< that a rank makes and removes
  int n_repeats = 3;
};

/// What files in a folder can do while all ranks use it, in a new folder there that is removed:
/// - a file a rank of 4 KiB, 64 KiB, 1 MiB ... most_bytes: MB/s a rank of writing with fsync, and
///   of reading after the system was asked to forget it (it may keep it nevertheless);
/// - one file of all ranks by MPI-IO, most_bytes a rank: MB/s of the job;
/// - making, asking after and removing n_files empty files per rank: files per second per rank.
/// What is read is compared with what was written. is_stopped: asked between the parts; true on any
/// rank ends the measurement with base::Error. Also throws base::Error where there is no room.
/// Collective; the report is on rank 0.
Report measure_file_rates(const FileRateOptions& options, const comm::Communicator& communicator,
                          const std::function<bool()>& is_stopped);

}  // namespace lobatto::machine
