#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lobatto::io {

/// The names of the files of a checkpoint in a folder: checkpoint_<step>.h5, and with several files
/// checkpoint_<step>.1.h5, checkpoint_<step>.2.h5, ... beside it.
std::filesystem::path checkpoint_name(const std::filesystem::path& folder, long long step,
                                      int file);

/// The first files of the checkpoints in a folder, newest step first; none where there is no
/// folder. Whether they are whole is not looked at.
struct FoundCheckpoint {
  long long step;
  std::filesystem::path file;
};
std::vector<FoundCheckpoint> find_checkpoints(const std::filesystem::path& folder);

/// The step that the name of a checkpoint's file tells, -1 where it is none.
long long step_of_checkpoint(const std::filesystem::path& file);

/// Removes all but the newest `keep` checkpoints with all their files, and what broken-off writing
/// has left. Files that cannot be removed stay.
void remove_old_checkpoints(const std::filesystem::path& folder, std::size_t keep);

/// Waits until the file is on the disk, then gives it its name: after a crash at any instant the
/// name stands for a whole file. Throws base::Error.
void complete_file(const std::filesystem::path& partial, const std::filesystem::path& file);

/// Copies `from` to `to` under a partial name and completes it. Throws base::Error.
void copy_complete_file(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace lobatto::io
