#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace lobatto::io {

/// What check sums a file has.
enum class CheckSums {
  none,      ///< none: only its form can be looked at
  of_parts,  ///< HDF5's own, of its tables and some datasets
  of_all     ///< of every byte, see FileSeal
};

/// What came of looking at all of a file.
struct FileVerdict {
  std::filesystem::path file;
  std::uintmax_t bytes = 0;
  CheckSums sums = CheckSums::none;
  std::string damage;  ///< what is wrong, with the name of the file; empty where nothing is
};

/// Reads a file of a run and compares it with its check sums; where it has none looks at its form:
/// HDF5 (.h5, .vtkhdf)   that its tables can be read
/// Nek5000 fields        length, numbers of the elements, finite values; known by their beginning
/// JSON (.json, .series) that it is one object
/// JSON lines (.jsonl)   that every line is an object; one without an end is being written
/// tables (.csv)         likewise, that every line has the heading's number of numbers
/// Any other file counts as damaged. This rank alone; throws nothing.
FileVerdict check_file(const std::filesystem::path& file);

/// Whether check_file knows files of this name.
bool is_checkable(const std::filesystem::path& file);

}  // namespace lobatto::io
