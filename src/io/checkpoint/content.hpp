#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/byte_buffer.hpp"
#include "io/hdf5/chunk_codec.hpp"

namespace lobatto::io {

inline constexpr int checkpoint_version = 1;

/// A value of a checkpoint that is the same on all ranks.
using CheckpointValue = std::variant<double, std::int64_t, std::vector<double>>;

/// A dataset of a checkpoint that is spread over the ranks: rows of one row set.
struct CheckpointRows {
  std::string name;
  std::size_t row_set = 0;  ///< index into CheckpointHeader::row_sets
  std::size_t value_size = 8;
};

struct CheckpointRowSet {
  std::string name;
  std::size_t row_length = 0;  ///< values
  /// Rows of a chunk: about 64 KiB of doubles. A chunk holds rows of one rank alone.
  [[nodiscard]] std::size_t rows_a_chunk() const;
};

/// What all ranks know of a checkpoint.
struct CheckpointHeader {
  std::int64_t step = 0;
  double time = 0;
  int n_ranks = 1;
  int n_files = 1;
  std::int64_t content = 0;  ///< check sums of all chunks of all ranks: what makes it this one
  bool shuffle = true;
  std::map<std::string, std::string> provenance;  ///< texts: version, git, case, libraries, ...
  std::vector<std::pair<std::string, CheckpointValue>> values;
  std::vector<CheckpointRowSet> row_sets;
  std::vector<CheckpointRows> rows;

  [[nodiscard]] ChunkFormat format(const CheckpointRows& dataset) const {
    return {dataset.value_size, shuffle};
  }
};

/// What one rank has of the rows: keys of each row set, filled up to whole chunks with -1, and the
/// stored chunks of all datasets one after another.
struct CheckpointParcel {
  std::vector<std::vector<std::int64_t>> keys;  ///< of each row set
  std::vector<std::int64_t> chunk_bytes;        ///< of each chunk of each dataset
  base::ByteBuffer chunks;
};

/// To send a parcel; the parcel is used up. The numbers stand behind the chunks, which need not
/// move.
base::ByteBuffer pack(CheckpointParcel&& parcel);
/// The inverse; everything stays in `bytes`.
struct CheckpointParcelView {
  std::vector<std::span<const std::int64_t>> keys;
  std::span<const std::int64_t> chunk_bytes;
  std::span<const std::byte> chunks;
};
CheckpointParcelView view_of_parcel(std::span<const std::byte> bytes);

/// Writes file number `index` of a checkpoint, from what the ranks of its group gave (packed, in
/// rank order; see CheckpointParcel). By one process alone, no MPI. The file is complete on the
/// disk, in its own name's partial form, when this returns; throws base::Error that names `name`.
///
/// HDF5 in the format of 1.10 and newer, where headers and indices carry check sums:
///   /               attributes format "lobatto-checkpoint", version, step, time, ranks, files,
///                   file (from 0), content, shuffle
///   /provenance/    texts
///   /state/         the values, under their names
///   /rows/<set>     keys [n_rows] of a row set; -1: no row, only there to fill up a chunk
///   /state/<name>   rows [n_rows][row_length], attribute row_set; see ChunkFormat
/// Behind HDF5's end stand check sums of the whole (FileSeal).
void write_checkpoint_file(const std::filesystem::path& file, const std::string& name,
                           const CheckpointHeader& header, int index,
                           std::span<const base::ByteBuffer> parcels);

/// The libraries that files and messages depend on, as found when running: "HDF5 1.10.8, LZ4 1.9.4,
/// Open MPI v4.1.4, ...".
std::string library_versions();

}  // namespace lobatto::io
