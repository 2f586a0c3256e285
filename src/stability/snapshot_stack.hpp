#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "base/function_ref.hpp"
#include "base/state_visitor.hpp"
#include "comm/communicator.hpp"
#include "io/scratch_file.hpp"
#include "state/memory_snapshot.hpp"

namespace lobatto::stability {

/// What a state was at some steps, to the bit: a stack of snapshots, those of some places in files
/// of a scratch folder and the others in memory. Collective; what fails on one rank throws
/// base::Error on all.
class SnapshotStack {
 public:
  struct Disk {
    std::filesystem::path folder;
    std::vector<char> places;  ///< whether a place of the stack lies there; none beyond
    std::uintmax_t bytes = 0;  ///< that this rank needs for them all
  };
  SnapshotStack(const comm::Communicator& communicator, Disk disk);

  /// visit: walks over all that is to be kept.
  void push(base::FunctionRef<void(base::StateVisitor&)> visit);
  /// visit: takes it back.
  void give_last(base::FunctionRef<void(base::StateVisitor&)> visit);
  void pop();

 private:
  struct Level {
    state::MemorySnapshot snapshot;
    std::uintmax_t place = 0;        ///< in the file
    std::vector<std::size_t> sizes;  ///< of what lies there
  };
  [[nodiscard]] bool is_last_on_disk() const {
    return levels_.size() <= disk_.places.size() && disk_.places[levels_.size() - 1] != 0;
  }
  void write(Level& level);
  void read(Level& level);

  const comm::Communicator& communicator_;
  Disk disk_;
  std::unique_ptr<io::ScratchFile> file_;  ///< null where no place is on disk
  std::vector<Level> levels_;
};

}  // namespace lobatto::stability
