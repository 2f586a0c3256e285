#pragma once

#include <hdf5.h>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/function_ref.hpp"
#include "comm/communicator.hpp"
#include "io/hdf5/handle.hpp"

namespace lobatto::io {

/// The rows (indices of the slowest dimension) of a dataset that one rank holds, in ascending
/// order: n_layers times n_blocks runs of block_length rows, `stride` rows from one begin to the
/// next of a layer, `layer_stride` from layer to layer.
struct RowSelection {
  long long start = 0;
  long long stride = 1;
  long long n_blocks = 0;
  long long block_length = 0;
  long long n_layers = 1;
  long long layer_stride = 0;

  [[nodiscard]] long long n_rows() const { return n_layers * n_blocks * block_length; }
  /// The selection when each row is cut into `factor` rows.
  [[nodiscard]] RowSelection scaled(long long factor) const {
    return {start * factor,        stride * factor, n_blocks,
            block_length * factor, n_layers,        layer_stride * factor};
  }
};

/// The part of a dataset that one rank holds, along every dimension: `count` places from `start`
/// on. Some count is zero on a rank that holds nothing.
struct Block {
  std::vector<long long> start, count;
};

/// How the values of a dataset lie in the file.
enum class Storage {
  plain,      ///< one after another
  compressed  ///< in chunks, shuffled, deflated and summed: filters that every HDF5 has
};

/// A new HDF5 file that all ranks write together. All members are collective, the destructor too,
/// and a failure on any rank is thrown as base::Error on every rank. Objects carry no time stamps:
/// equal data gives equal files. In the format of version 1.10. Has the turn of Hdf5Turn while it
/// lives.
class Hdf5File {
 public:
  /// Creates the file, replacing an old one. `name` stands for it in error messages.
  Hdf5File(std::filesystem::path file, std::string name, const comm::Communicator& communicator);
  /// Discards the contents of a file that was not closed.
  ~Hdf5File();
  Hdf5File(const Hdf5File&) = delete;
  Hdf5File& operator=(const Hdf5File&) = delete;

  /// Takes room on the disk for about `bytes` bytes. To be called before writing much: a disk that
  /// fills up while MPI writes is not always reported by MPI.
  void reserve(std::uintmax_t bytes) const;

  /// Makes the group; those above it must be there.
  void make_group(const std::string& group);
  /// An array attribute of an object, the same values on every rank.
  template <class T>
  void write_attribute(const std::string& object, const char* name, std::span<const T> values) {
    write_attribute(object, name, native_type<T>(), values.size(), values.data());
  }
  template <class T>
    requires std::is_arithmetic_v<T>
  void write_attribute(const std::string& object, const char* name, T value) {
    write_attribute(object, name, native_type<T>(), 0, &value);
  }
  void write_attribute(const std::string& object, const char* name, std::string_view text);

  /// A dataset of `shape` (slowest first), of which this rank gives the selected rows in `local`.
  template <class T>
  void write_rows(const std::string& dataset, const std::vector<hsize_t>& shape,
                  const RowSelection& rows, std::span<const T> local,
                  Storage storage = Storage::plain) {
    write_rows(dataset, native_type<T>(), shape, rows, local.size(), local.data(), storage);
  }
  /// A dataset of `shape` of which this rank gives a block in `local`.
  void write_block(const std::string& dataset, const std::vector<hsize_t>& shape,
                   const Block& block, std::span<const double> local);
  /// A dataset of `shape` of which this rank gives the rows with these numbers (indices of the
  /// slowest dimension, in any order) in `local`.
  void write_numbered_rows(const std::string& dataset, const std::vector<hsize_t>& shape,
                           std::span<const std::int64_t> numbers, std::span<const double> local);
  /// A one-dimensional dataset of n_values that rank 0 gives and writes alone.
  template <class T>
  void write_from_root(const std::string& dataset, std::size_t n_values, std::span<const T> on_root,
                       Storage storage = Storage::plain) {
    const auto n = static_cast<long long>(n_values);
    const bool writes = communicator_.rank() == 0;
    write_rows(dataset, {n_values}, writes ? RowSelection{0, n, 1, n} : RowSelection{},
               writes ? on_root : std::span<const T>{}, storage);
  }
  /// A scalar string dataset, the same text on every rank.
  void write_text(const std::string& dataset, std::string_view text);

  /// Completes the file.
  void close();

 private:
  template <class T>
  static hid_t native_type() {
    if constexpr (std::is_same_v<T, float>) return H5T_NATIVE_FLOAT;
    if constexpr (std::is_same_v<T, double>) return H5T_NATIVE_DOUBLE;
    if constexpr (std::is_same_v<T, std::uint8_t>) return H5T_NATIVE_UINT8;
    if constexpr (std::is_same_v<T, std::int32_t>) return H5T_NATIVE_INT32;
    if constexpr (std::is_same_v<T, std::int64_t>) return H5T_NATIVE_INT64;
  }
  /// n_values 0: a scalar.
  void write_attribute(const std::string& object, const char* name, hid_t type,
                       std::size_t n_values, const void* values);
  void write_rows(const std::string& dataset, hid_t type, const std::vector<hsize_t>& shape,
                  const RowSelection& rows, std::size_t n_local, const void* local,
                  Storage storage);
  /// Writes what `select` chooses of the space of the whole dataset; it returns false on failure.
  void write_selected(const std::string& dataset, hid_t type, const std::vector<hsize_t>& shape,
                      base::FunctionRef<bool(hid_t)> select, std::size_t n_local, const void* local,
                      Storage storage = Storage::plain);
  /// Throws on every rank when the action was not good on any.
  void expect(bool good, std::string_view action) const;

  Hdf5Turn turn_;
  std::filesystem::path path_;
  std::string name_;
  const comm::Communicator& communicator_;
  hid_t file_ = H5I_INVALID_HID;
};

/// Writes a file of about `bytes` bytes with what `write` puts into it, and check sums of all of it
/// (FileSeal). It has its name only when it is complete; nothing is left of one that failed.
/// Collective; throws base::Error on every rank.
void write_hdf5(const std::filesystem::path& file, std::uintmax_t bytes,
                const comm::Communicator& communicator, base::FunctionRef<void(Hdf5File&)> write);

}  // namespace lobatto::io
