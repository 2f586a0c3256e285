#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "io/hdf5/handle.hpp"

namespace lobatto::io {

/// A dataset as a file describes it.
struct Hdf5Item {
  std::string path;                  ///< without a leading '/'
  std::vector<std::uint64_t> shape;  ///< empty: one value
  std::string type;                  ///< "float64", "int32", "text", ...
  std::size_t value_size = 0;        ///< bytes
  std::uint64_t bytes = 0;           ///< of the values
  std::uint64_t stored_bytes = 0;    ///< of what stands for them in the file
  bool has_checksums = false;        ///< of its chunks
  bool is_compressed = false;        ///< with LZ4, see ChunkFormat
  bool is_shuffled = false;
  std::optional<std::uint64_t> begin;  ///< byte of the first value, where all lie in one piece
  bool is_swapped = false;             ///< the byte order is not that of this machine
};

/// What is in an HDF5 file that this program has written. One process alone, for reading. Throws
/// base::Error that names the file.
class Hdf5Inventory {
 public:
  explicit Hdf5Inventory(std::filesystem::path file);

  [[nodiscard]] const std::filesystem::path& file() const { return file_; }
  /// In the order of their names, group by group.
  [[nodiscard]] const std::vector<Hdf5Item>& items() const { return items_; }
  /// Null where there is none of this path.
  [[nodiscard]] const Hdf5Item* find(const std::string& path) const;
  /// Numbers, lists of numbers and texts by their names; empty where there is no such object.
  [[nodiscard]] nlohmann::ordered_json attributes(const std::string& object) const;
  /// Empty where there is no such dataset.
  [[nodiscard]] std::string text(const std::string& path) const;
  /// Of a dataset without LZ4, as many as it holds; empty where there is no such dataset.
  [[nodiscard]] std::vector<double> numbers(const std::string& path) const;
  /// Of n rows from `first` on, indices of the slowest dimension, of a dataset without LZ4. Throws
  /// base::Error where they cannot be read.
  [[nodiscard]] std::vector<double> rows(const Hdf5Item& item, std::uint64_t first,
                                         std::uint64_t n) const;
  /// Reads all chunks with check sums; what is wrong with the first bad one, empty where all are
  /// right.
  [[nodiscard]] std::string damage_of(const Hdf5Item& item) const;

 private:
  void list(hid_t group, const std::string& path);
  [[nodiscard]] Hdf5Handle open(const Hdf5Item& item) const;
  [[nodiscard]] std::string damage_of_chunks(const Hdf5Item& item) const;

  QuietHdf5Errors quiet_;
  std::filesystem::path file_;
  Hdf5Handle id_;
  std::vector<Hdf5Item> items_;
};

}  // namespace lobatto::io
