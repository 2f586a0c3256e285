#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "io/checkpoint/content.hpp"

namespace lobatto::io {

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

}  // namespace lobatto::io
