#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace lobatto::io {

/// A lock on a file that one holder in all machines that share the file has at a time. It belongs
/// to the open file (F_OFD_SETLK), and not to what is written there: it is gone with its holder,
/// however that dies, and a file that is left behind locks nothing. Programs that the holder starts
/// do not inherit it. The holder must not open the file a second time: there are network file
/// systems that give up the lock where any of its descriptors is closed.
class FileLock {
 public:
  enum class State {
    held,    ///< by this object
    taken,   ///< by another one
    unknown  ///< the file system has no locks
  };

  /// Opens the file, made when missing, and tries to lock it; waits for nobody. Nothing where its
  /// folder is not there. Throws base::Error where it cannot be opened for writing.
  static std::optional<FileLock> open(const std::filesystem::path& file);
  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;
  /// Removes the file, unless another has it, and gives up the lock.
  ~FileLock();

  [[nodiscard]] State state() const { return state_; }
  /// Why the state is unknown.
  [[nodiscard]] const std::string& failure() const { return failure_; }

  /// Replaces what the file holds, as far as the disk has room: the lock does not depend on it.
  void write(const std::string& text) const;

 private:
  FileLock(std::filesystem::path file, int descriptor);
  void try_to_hold();
  [[nodiscard]] bool is_current() const;

  std::filesystem::path file_;
  int descriptor_ = -1;
  State state_ = State::unknown;
  std::string failure_;
};

/// True where someone holds the lock of a file; false also where that cannot be told.
bool is_locked(const std::filesystem::path& file);

}  // namespace lobatto::io
