#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "comm/communicator.hpp"
#include "io/snapshot.hpp"
#include "space/function_space.hpp"

namespace lobatto::io {

struct NekFieldOptions {
  bool coordinates = true;  ///< the block X
  Precision precision = Precision::single_precision;
};

/// Writes a snapshot as a Nek5000 field file, see NekFieldHeader; its fields have the names of the
/// blocks: "U" (three components), "P", "T", "S01", ... Its provenance is not kept. Elements stand
/// in the order of their numbers, so that the file does not depend on the number of ranks, to the
/// byte. Rank 0 writes, and gets the elements in pieces of limited size (ElementStream). Check sums
/// follow (FileSeal).
///
/// The file appears under its name when it is complete. Collective; throws base::Error that names
/// the file on every rank.
void write_nek_field(const std::filesystem::path& file, const space::FunctionSpace& space,
                     const Snapshot& snapshot, const NekFieldOptions& options = {});

/// The snapshots of a run in one folder as Nek5000 field files, <name>0.f00001 and so on, the first
/// one, or all of a mesh that moves, with the coordinates, and <name>.nek5000 that tells readers of
/// them (ParaView, VisIt).
class NekFieldSeries {
 public:
  /// The folder must be there. name: no '%', which the list could not hold.
  NekFieldSeries(std::filesystem::path folder, std::string name, Precision precision,
                 const comm::Communicator& communicator, bool moves = false);

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
  bool moves_;  ///< the mesh
  long long n_files_ = 0;
  std::optional<long long> last_step_;
};

}  // namespace lobatto::io
