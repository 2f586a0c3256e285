#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/function_ref.hpp"
#include "base/state_visitor.hpp"
#include "comm/communicator.hpp"
#include "comm/exchange/byte_gather.hpp"
#include "io/background_queue.hpp"
#include "io/checkpoint/content.hpp"

namespace lobatto::io {

struct CheckpointOptions {
  int n_files = 1;  ///< and I/O ranks; at most one per rank
  int keep = 2;     ///< checkpoints that stay, the newest ones
  /// See ChunkFormat. Without it LZ4 is a third faster, and finds the nodes that elements of a
  /// chunk share, which in a turbulent duct saves more than shuffling does.
  bool shuffle = false;
  /// A fast folder to write to first; from there the files go to theirs in the background.
  std::optional<std::filesystem::path> stage = std::nullopt;
  int max_staged = 2;  ///< files in it that may wait for that
};

/// True for the ranks that write files where a checkpoint is asked for in n_files files.
bool writes_checkpoints(int rank, int n_ranks, int n_files);

/// The checkpoints of a run in one folder. Ranks in a row form as many groups as there are files;
/// the first rank of a group is its I/O rank. Every rank compresses its own rows, sends them to its
/// I/O rank and goes on; a thread of the I/O rank writes the file. A file has its name when it is
/// whole, and older checkpoints go only after a newer one is complete.
class CheckpointSeries {
 public:
  using State = base::FunctionRef<void(base::StateVisitor&)>;

  /// Makes the folders. first_step: where the run begins; what the folder has of later steps is of
  /// a run that was given up, and goes when the first one of this run is complete. Collective;
  /// throws base::Error on every rank.
  CheckpointSeries(std::filesystem::path folder, const CheckpointOptions& options,
                   long long first_step, const comm::Communicator& communicator);
  /// Completes what is under way.
  ~CheckpointSeries();
  CheckpointSeries(const CheckpointSeries&) = delete;
  CheckpointSeries& operator=(const CheckpointSeries&) = delete;

  /// Begins a checkpoint; the state may change when this returns. Waits for one that is still being
  /// written. Steps must ascend. Collective.
  void save(long long step, double time, const std::map<std::string, std::string>& provenance,
            State state);
  /// Moves this rank's part on, to be called now and then; true when something has been completed
  /// or has failed here, so that settle() is worth its messages.
  bool poll();
  /// Until all files of this rank are in the folder.
  void finish();
  /// Removes what a checkpoint that is now complete has made old, see remove_old_checkpoints;
  /// proven: the step up to which checkpoints are known to be good. The message where something has
  /// failed on some rank, the same on all. Collective.
  std::optional<std::string> settle(long long proven);
  /// False where the last one that was begun is not whole in the folder, as settle() has found.
  [[nodiscard]] bool has_newest() const { return whole_ >= begun_; }

  /// Of this rank, up to now.
  struct Totals {
    int n_saved = 0;
    double blocked = 0;    ///< s that the run waited
    double elapsed = 0;    ///< s from the begin of saving to the file, the staged one if there is
    double raw_bytes = 0;  ///< of the rows
    double stored_bytes = 0;
  };
  [[nodiscard]] Totals totals() const { return totals_; }

 private:
  using Clock = std::chrono::steady_clock;
  /// Until this rank writes nothing.
  void wait();
  void start_writing();
  /// Of one step, so that they are not taken for a part of this run's, or of all.
  void drop_given_up(std::optional<long long> step);
  /// The two tasks of the threads of an I/O rank.
  void write();
  void drain(const std::filesystem::path& staged, long long step);
  [[nodiscard]] std::filesystem::path file_of(const std::filesystem::path& folder,
                                              long long step) const;

  std::filesystem::path folder_;
  CheckpointOptions options_;
  const comm::Communicator& communicator_;
  comm::Communicator group_;
  int file_;                                     ///< number of this rank's group
  std::vector<std::filesystem::path> given_up_;  ///< on rank 0
  CheckpointHeader header_;
  std::vector<base::ByteBuffer> parcels_;     ///< what the writer writes; then their memory
  std::unique_ptr<comm::ByteGather> gather_;  ///< while messages are under way
  Clock::time_point begin_;
  Clock::time_point written_at_;         ///< written by the writer's thread, read when it is idle
  bool is_timed_ = true;                 ///< false from the begin of writing until it is accounted
  std::atomic<long long> complete_{-1};  ///< the newest step whose file is in the folder
  long long settled_ = -1;               ///< what that was
  long long begun_ = -1;                 ///< the step that was saved last
  long long whole_ = -1;                 ///< the newest step that has all its files
  Totals totals_;
  BackgroundQueue drainer_;  ///< outlives the writer, which adds to it
  BackgroundQueue writer_;
};

}  // namespace lobatto::io
