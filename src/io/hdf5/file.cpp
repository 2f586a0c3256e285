#include "io/hdf5/file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <system_error>
#include <utility>

#include "comm/agreement/agreed_fault.hpp"
#include "comm/files/file_hints.hpp"
#include "io/complete_file.hpp"

namespace lobatto::io {

namespace {

/// HDF5 has no fixed-length string of no length: an empty text is one null.
std::string storable(std::string_view text) {
  return text.empty() ? std::string(1, '\0') : std::string(text);
}

Hdf5Handle timeless_dataset() {
  const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_obj_track_times(properties, 0);
  H5Pset_fill_time(properties, H5D_FILL_TIME_NEVER);
  return {properties, H5Pclose};
}

/// About 256 KiB of rows a chunk, which HDF5 gives a check sum of its own.
Hdf5Handle compressed_dataset(hid_t type, const std::vector<hsize_t>& shape) {
  Hdf5Handle properties = timeless_dataset();
  hsize_t row_bytes = H5Tget_size(type);
  for (std::size_t d = 1; d < shape.size(); ++d) row_bytes *= shape[d];
  std::vector<hsize_t> chunk(shape);
  chunk[0] =
      std::clamp<hsize_t>((hsize_t{256} << 10) / row_bytes, 1, std::max<hsize_t>(shape[0], 1));
  H5Pset_chunk(properties, static_cast<int>(chunk.size()), chunk.data());
  H5Pset_shuffle(properties);
  H5Pset_deflate(properties, 4);
  H5Pset_fletcher32(properties);
  return properties;
}

Hdf5Handle collective_transfer() {
  const hid_t properties = H5Pcreate(H5P_DATASET_XFER);
  H5Pset_dxpl_mpio(properties, H5FD_MPIO_COLLECTIVE);
  return {properties, H5Pclose};
}

/// Selects the rows, all of each, in the space of the whole dataset.
bool select_rows(hid_t space, const std::vector<hsize_t>& shape, const RowSelection& rows) {
  if (rows.n_rows() == 0) return H5Sselect_none(space) >= 0;
  std::vector<hsize_t> start(shape.size(), 0), stride(shape), count(shape.size(), 1), block(shape);
  stride[0] = static_cast<hsize_t>(rows.n_blocks == 1 ? rows.block_length : rows.stride);
  count[0] = static_cast<hsize_t>(rows.n_blocks);
  block[0] = static_cast<hsize_t>(rows.block_length);
  for (long long layer = 0; layer < rows.n_layers; ++layer) {
    start[0] = static_cast<hsize_t>(rows.start + layer * rows.layer_stride);
    if (H5Sselect_hyperslab(space, layer == 0 ? H5S_SELECT_SET : H5S_SELECT_OR, start.data(),
                            stride.data(), count.data(), block.data()) < 0)
      return false;
  }
  return true;
}

bool select_block(hid_t space, const Block& block) {
  if (std::ranges::find(block.count, 0) != block.count.end()) return H5Sselect_none(space) >= 0;
  const std::vector<hsize_t> start(block.start.begin(), block.start.end()),
      count(block.count.begin(), block.count.end());
  return H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr) >=
         0;
}

/// Adds run after run of consecutive rows, ascending, to the selection.
bool select_numbered_rows(hid_t space, const std::vector<hsize_t>& shape,
                          std::span<const std::int64_t> numbers) {
  if (H5Sselect_none(space) < 0) return false;
  std::vector<hsize_t> start(shape.size(), 0), count(shape);
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t end = i + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
    start[0] = static_cast<hsize_t>(numbers[i]);
    count[0] = end - i;
    if (H5Sselect_hyperslab(space, H5S_SELECT_OR, start.data(), nullptr, count.data(), nullptr) < 0)
      return false;
    i = end;
  }
  return true;
}

}  // namespace

Hdf5File::Hdf5File(std::filesystem::path file, std::string name,
                   const comm::Communicator& communicator)
    : path_(std::move(file)), name_(std::move(name)), communicator_(communicator) {
  comm::on_root(communicator, [&] { make_empty_file(path_, name_); });
  const QuietHdf5Errors quiet;
  const Hdf5Handle access = hdf5_file_access();
  const comm::FileHints hints;
  H5Pset_fapl_mpio(access, communicator.handle(), hints.handle());
  H5Pset_all_coll_metadata_ops(access, true);
  H5Pset_coll_metadata_write(access, true);
  // From here on HDF5's tables and attributes have check sums, which every reader looks at.
  H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110);
  file_ = H5Fcreate(path_.c_str(), H5F_ACC_TRUNC, hdf5_file_creation(), access);
  expect(file_ >= 0, "create the file");
}

// On a full disk HDF5 could not write its remaining metadata, would fail to close the file, and
// then crash when MPI ends: dropping what was written makes the room that the metadata needs.
Hdf5File::~Hdf5File() {
  if (file_ < 0) return;
  const QuietHdf5Errors quiet;
  std::error_code ignored;
  if (communicator_.rank() == 0) std::filesystem::resize_file(path_, 0, ignored);
  communicator_.barrier();
  H5Fclose(file_);
}

void Hdf5File::reserve(std::uintmax_t bytes) const {
  comm::on_root(communicator_, [&] { reserve_room(path_, name_, bytes); });
}

void Hdf5File::expect(bool good, std::string_view action) const {
  comm::throw_together(communicator_, good ? ""
                                           : fmt::format("cannot write {}: could not {}: {}", name_,
                                                         action, hdf5_error_reason()));
}

void Hdf5File::make_group(const std::string& group) {
  const QuietHdf5Errors quiet;
  const Hdf5Handle made(
      H5Gcreate2(file_, group.c_str(), H5P_DEFAULT, hdf5_group_creation(), H5P_DEFAULT), H5Gclose);
  expect(made.valid(), "make the group " + group);
}

void Hdf5File::write_attribute(const std::string& object, const char* name, hid_t type,
                               std::size_t n_values, const void* values) {
  const QuietHdf5Errors quiet;
  const hsize_t length = n_values;
  const Hdf5Handle space(
      n_values == 0 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &length, nullptr), H5Sclose);
  const Hdf5Handle attribute(H5Acreate_by_name(file_, object.c_str(), name, type, space,
                                               H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                             H5Aclose);
  expect(attribute.valid() && H5Awrite(attribute, type, values) >= 0,
         fmt::format("write the attribute {} of {}", name, object));
}

void Hdf5File::write_attribute(const std::string& object, const char* name, std::string_view text) {
  const std::string kept = storable(text);
  write_attribute(object, name, hdf5_string_type(kept.size()), 0, kept.data());
}

void Hdf5File::write_rows(const std::string& dataset, hid_t type, const std::vector<hsize_t>& shape,
                          const RowSelection& rows, std::size_t n_local, const void* local,
                          Storage storage) {
  write_selected(
      dataset, type, shape, [&](hid_t space) { return select_rows(space, shape, rows); }, n_local,
      local, storage);
}

void Hdf5File::write_block(const std::string& dataset, const std::vector<hsize_t>& shape,
                           const Block& block, std::span<const double> local) {
  write_selected(
      dataset, H5T_NATIVE_DOUBLE, shape, [&](hid_t space) { return select_block(space, block); },
      local.size(), local.data());
}

void Hdf5File::write_numbered_rows(const std::string& dataset, const std::vector<hsize_t>& shape,
                                   std::span<const std::int64_t> numbers,
                                   std::span<const double> local) {
  // A selection is written in ascending order, whatever the order in which it was made.
  std::vector<std::size_t> order(numbers.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t row) { return numbers[row]; });
  const std::size_t length = numbers.empty() ? 0 : local.size() / numbers.size();
  std::vector<std::int64_t> ascending;
  std::vector<double> sorted;
  sorted.reserve(local.size());
  for (const std::size_t row : order) {
    const auto values = local.subspan(row * length, length);
    ascending.push_back(numbers[row]);
    sorted.insert(sorted.end(), values.begin(), values.end());
  }
  write_selected(
      dataset, H5T_NATIVE_DOUBLE, shape,
      [&](hid_t space) { return select_numbered_rows(space, shape, ascending); }, sorted.size(),
      sorted.data());
}

void Hdf5File::write_selected(const std::string& dataset, hid_t type,
                              const std::vector<hsize_t>& shape,
                              base::FunctionRef<bool(hid_t)> select, std::size_t n_local,
                              const void* local, Storage storage) {
  const QuietHdf5Errors quiet;
  const std::string action = "write the dataset " + dataset;
  const Hdf5Handle space(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr),
                         H5Sclose);
  const Hdf5Handle properties =
      storage == Storage::compressed ? compressed_dataset(type, shape) : timeless_dataset();
  const Hdf5Handle made(
      H5Dcreate2(file_, dataset.c_str(), type, space, H5P_DEFAULT, properties, H5P_DEFAULT),
      H5Dclose);
  expect(made.valid() && select(space), action);
  if (H5Sget_simple_extent_npoints(space) == 0) return;  // on all ranks
  const hsize_t n_values = n_local;
  const Hdf5Handle memory(H5Screate_simple(1, &n_values, nullptr), H5Sclose);
  expect(H5Dwrite(made, type, memory, space, collective_transfer(), local) >= 0, action);
}

void Hdf5File::write_text(const std::string& dataset, std::string_view text) {
  const QuietHdf5Errors quiet;
  const std::string kept = storable(text);
  const Hdf5Handle type = hdf5_string_type(kept.size());
  const Hdf5Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Hdf5Handle made(
      H5Dcreate2(file_, dataset.c_str(), type, space, H5P_DEFAULT, timeless_dataset(), H5P_DEFAULT),
      H5Dclose);
  if (communicator_.rank() != 0) H5Sselect_none(space);
  expect(
      made.valid() && H5Dwrite(made, type, space, space, collective_transfer(), kept.data()) >= 0,
      "write the text " + dataset);
}

void Hdf5File::close() {
  const QuietHdf5Errors quiet;
  expect(H5Fclose(std::exchange(file_, H5I_INVALID_HID)) >= 0, "complete the file");
}

}  // namespace lobatto::io
