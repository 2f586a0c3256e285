#pragma once

#include <filesystem>

#include "comm/communicator.hpp"
#include "io/vtk/file_list.hpp"
#include "io/vtk/vtkhdf_writer.hpp"

namespace lobatto::io {

/// The snapshots of a run in one folder: a FileList of the stem "fields".
class FieldSeries {
 public:
  /// The folder must be there.
  FieldSeries(const std::filesystem::path& folder, const comm::Communicator& communicator)
      : files_(folder, "fields", communicator) {}

  /// See FileList. Collective.
  void resume(long long last_step) { files_.resume(last_step); }

  /// Writes the snapshot and adds it to the list; a step that was written last is not written
  /// again. Returns the file. Collective; throws base::Error on every rank.
  std::filesystem::path write(const space::FunctionSpace& space, const Snapshot& snapshot,
                              const VtkhdfOptions& options = {}) {
    const auto file = files_.file(snapshot.step);
    if (files_.ends_with(snapshot.step)) return file;
    write_vtkhdf(file, space, snapshot, options);
    files_.add(snapshot.step, snapshot.time);
    return file;
  }

 private:
  FileList files_;
};

}  // namespace lobatto::io
