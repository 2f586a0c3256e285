#pragma once

#include <filesystem>
#include <vector>

#include "comm/communicator.hpp"
#include "io/vtk/vtkhdf_writer.hpp"

namespace lobatto::io {

/// The snapshots of a run in one folder, fields_<step>.vtkhdf, and fields.vtkhdf.series that lists
/// them with their times (ParaView's file series format: opened there, it is an animation).
class FieldSeries {
 public:
  /// The folder must be there.
  FieldSeries(std::filesystem::path folder, const comm::Communicator& communicator);

  /// Goes on with the list that is there, up to this step: what is beyond will be written again.
  /// Collective.
  void resume(long long last_step);

  /// Writes the snapshot and adds it to the list; a step that was written last is not written
  /// again. Returns the file. Collective; throws base::Error on every rank.
  std::filesystem::path write(const space::FunctionSpace& space, const Snapshot& snapshot,
                              const VtkhdfOptions& options = {});

 private:
  struct Entry {
    long long step;
    double time;
  };
  void write_list() const;

  std::filesystem::path folder_;
  const comm::Communicator& communicator_;
  std::vector<Entry> entries_;
};

}  // namespace lobatto::io
