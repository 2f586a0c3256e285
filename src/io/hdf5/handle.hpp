#pragma once

#include <hdf5.h>

#include <mutex>
#include <string>
#include <utility>

namespace lobatto::io {

/// Owns one HDF5 identifier. What HDF5 has said of a failure stays, see hdf5_error_reason().
class Hdf5Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Hdf5Handle(hid_t id, Close closing) : id_(id), close_(closing) {}
  ~Hdf5Handle();
  Hdf5Handle(Hdf5Handle&& other) noexcept
      : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
  Hdf5Handle& operator=(Hdf5Handle&&) = delete;
  Hdf5Handle(const Hdf5Handle&) = delete;
  Hdf5Handle& operator=(const Hdf5Handle&) = delete;
  operator hid_t() const { return id_; }
  [[nodiscard]] bool valid() const { return id_ >= 0; }
  /// Gives the identifier back to HDF5 before the end of the scope; false where that fails.
  bool close() { return close_(std::exchange(id_, H5I_INVALID_HID)) >= 0; }

 private:
  hid_t id_;
  Close close_;
};

/// The turn of one thread to use HDF5, which is one library for the whole process and is not safe
/// with two threads in it: a checkpoint is written in the background while the run samples. Writers
/// hold it from opening a file to closing it. Whoever holds it must not wait for another thread.
class Hdf5Turn {
 public:
  Hdf5Turn();

 private:
  std::unique_lock<std::recursive_mutex> lock_;
};

/// To be called before MPI starts. HDF5 does then nothing when MPI or the program ends, where it
/// would crash with a file that it could not close: on a disk without room, say.
void open_hdf5_without_end();

/// HDF5 prints its error stack by default. From the first of these on it keeps it for
/// hdf5_error_reason(), for good: at the end of the program it would else print that it cannot
/// close what a damaged file has left open in it.
class QuietHdf5Errors {
 public:
  QuietHdf5Errors() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }
};

/// The innermost entry of the error stack: what went wrong, not the chain of calls that noticed.
std::string hdf5_error_reason();

/// How files are opened: without asking for a lock of the file system, which not every one has. A
/// file that is made has a name of its own until it is complete, and one that is read is complete.
Hdf5Handle hdf5_file_access();

/// How files are made: no times, so that equal data gives equal files, and all links and attributes
/// in the headers of their objects, under the headers' check sums. In the tables that HDF5 makes of
/// more than eight a wrong byte crashes version 1.10.
Hdf5Handle hdf5_file_creation();
/// The same of groups.
Hdf5Handle hdf5_group_creation();

/// A string type of fixed length, padded with nulls; the length must be positive.
Hdf5Handle hdf5_string_type(std::size_t length);

}  // namespace lobatto::io
