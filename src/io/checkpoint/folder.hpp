#pragma once

#include <filesystem>
#include <vector>

namespace lobatto::io {

/// The name of file number `file`, from 0, of a checkpoint: checkpoint_<step>.h5, or with several
/// files checkpoint_<step>.1of3.h5, ..., so that a folder tells which checkpoints are whole.
std::filesystem::path checkpoint_name(const std::filesystem::path& folder, long long step, int file,
                                      int n_files);

struct FoundCheckpoint {
  long long step;
  std::filesystem::path file;  ///< the first one
};
/// The checkpoints in a folder of which all files are there, newest step first; none where there is
/// no folder.
std::vector<FoundCheckpoint> find_checkpoints(const std::filesystem::path& folder);

/// The step that the name of a checkpoint's file tells, -1 where it is none.
long long step_of_checkpoint(const std::filesystem::path& file);

/// Removes what a run that died has left of checkpoints that never became whole. To be called while
/// none is being written. Files that cannot be removed stay, here and below.
void remove_broken_checkpoints(const std::filesystem::path& folder);

/// Every file of checkpoints of later steps.
std::vector<std::filesystem::path> files_beyond(const std::filesystem::path& folder,
                                                long long step);

/// Removes whole checkpoints that are old, and all that is older than the newest one and not whole.
/// What belongs to later steps is being written and stays. Not old are the newest `keep`, the
/// newest one of step `proven` or earlier, and the oldest one after that, which is the next to be
/// proven: so however many come, one that was proven is left.
void remove_old_checkpoints(const std::filesystem::path& folder, std::size_t keep,
                            long long proven);

/// The folder in `stage` for the checkpoints of a run that keeps them in `folder`: another one for
/// every run.
std::filesystem::path stage_folder(const std::filesystem::path& stage,
                                   const std::filesystem::path& folder);

/// Waits until the file is on the disk, then gives it its name: after a crash at any instant the
/// name stands for a whole file. Throws base::Error.
void complete_file(const std::filesystem::path& partial, const std::filesystem::path& file);

/// Copies `from` to `to` under a partial name and completes it. Throws base::Error.
void copy_complete_file(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace lobatto::io
