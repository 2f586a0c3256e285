#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "comm/communicator.hpp"
#include "io/nek/writer.hpp"

namespace lobatto::io {

/// The snapshots of a run in one folder as Nek5000 field files, <name>0.f00001 and so on, the first
/// one with the coordinates, and <name>.nek5000 that tells readers of them (ParaView, VisIt).
class NekFieldSeries {
 public:
  /// The folder must be there. name: no '%', which the list could not hold.
  NekFieldSeries(std::filesystem::path folder, std::string name, Precision precision,
                 const comm::Communicator& communicator);

  /// Goes on behind the files that are there, up to this step: what is beyond will be written
  /// again. Collective.
  void resume(long long last_step);

  /// Writes the snapshot as the next file; a step that was written last is not written again.
  /// note: a line for people, kept in the list. Returns the file. Collective; throws base::Error on
  /// every rank.
  std::filesystem::path write(const space::FunctionSpace& space, const Snapshot& snapshot,
                              const std::string& note = "");

 private:
  [[nodiscard]] std::filesystem::path file(long long number) const;
  void write_list(const std::string& note) const;

  std::filesystem::path folder_;
  std::string name_;
  Precision precision_;
  const comm::Communicator& communicator_;
  long long n_files_ = 0;
  std::optional<long long> last_step_;
};

}  // namespace lobatto::io
