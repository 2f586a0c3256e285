#pragma once

#include <filesystem>

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

}  // namespace lobatto::io
