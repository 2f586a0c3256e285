#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "base/function_ref.hpp"
#include "base/state_visitor.hpp"
#include "comm/byte_gather.hpp"
#include "comm/communicator.hpp"
#include "io/background_queue.hpp"
#include "io/checkpoint_content.hpp"

namespace lobatto::io {

struct CheckpointOptions {
  int n_files = 1;      ///< and I/O ranks; at most one a rank
  int keep = 2;         ///< checkpoints that stay
  bool shuffle = true;  ///< see ChunkFormat
  /// A fast folder to write to first; from there the files go to theirs in the background.
  std::optional<std::filesystem::path> stage;
  int max_staged = 2;  ///< files in it that may wait for that
};

/// The checkpoints of a run in one folder. Ranks in a row form as many groups as there are files;
/// the first rank of a group is its I/O rank. Every rank compresses its own rows, sends them to its
/// I/O rank and goes on; a thread of the I/O rank writes the file. A file has its name when it is
/// whole, and older checkpoints go only after a newer one is complete.
class CheckpointSeries {
 public:
  using State = base::FunctionRef<void(base::StateVisitor&)>;

  /// Makes the folders. Collective; throws base::Error on every rank.
  CheckpointSeries(std::filesystem::path folder, const CheckpointOptions& options,
                   const comm::Communicator& communicator);
  /// Completes what is under way.
  ~CheckpointSeries();
  CheckpointSeries(const CheckpointSeries&) = delete;
  CheckpointSeries& operator=(const CheckpointSeries&) = delete;

  /// Begins a checkpoint; the state may change when this returns. Waits for one that is still being
  /// written. Collective.
  void save(long long step, double time, const std::map<std::string, std::string>& provenance,
            State state);
  /// Moves this rank's part on, to be called now and then; true while some of it is under way.
  bool poll();
  /// Until nothing of this rank is under way, in HDF5 above all, which knows one thread at a time.
  void wait();
  /// To be called when no rank is busy: removes old checkpoints. The message where writing failed
  /// on some rank, the same on all. Collective.
  std::optional<std::string> settle();

  /// Of this rank, up to now.
  struct Totals {
    int n_saved = 0;
    double blocked = 0;    ///< s that the run waited
    double elapsed = 0;    ///< s from the begin of saving to the complete file
    double raw_bytes = 0;  ///< of the rows
    double stored_bytes = 0;
  };
  [[nodiscard]] Totals totals() const { return totals_; }

 private:
  using Clock = std::chrono::steady_clock;
  void start_writing();

  std::filesystem::path folder_;
  CheckpointOptions options_;
  const comm::Communicator& communicator_;
  comm::Communicator group_;
  int file_;  ///< number of this rank's group
  CheckpointHeader header_;
  std::unique_ptr<comm::ByteGather> gather_;  ///< while messages are under way
  Clock::time_point begin_;
  /// Written by the queue's thread, read when it is idle.
  std::shared_ptr<std::optional<Clock::time_point>> written_at_;
  Totals totals_;
  BackgroundQueue drainer_;  ///< outlives the writer, which adds to it
  BackgroundQueue writer_;
};

}  // namespace lobatto::io
