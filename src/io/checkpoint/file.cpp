#include "io/checkpoint/content.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>

#include "base/error.hpp"
#include "io/complete_file.hpp"
#include "io/file_seal.hpp"
#include "io/hdf5/end.hpp"
#include "io/hdf5/handle.hpp"

namespace lobatto::io {

namespace {

/// A file that one process writes; every failure is thrown.
class Writer {
 public:
  Writer(const std::filesystem::path& file, std::string name)
      : path_(file), name_(std::move(name)), file_(create(file)) {
    expect(file_.valid(), "create the file");
  }
  /// A file that was not closed is dropped: on a full disk HDF5 needs that room to close it.
  ~Writer() {
    std::error_code ignored;
    if (file_.valid()) std::filesystem::resize_file(path_, 0, ignored);
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  template <class T>
  void attribute(hid_t object, const char* name, T value) {
    const hid_t type = std::is_same_v<T, double> ? H5T_NATIVE_DOUBLE : H5T_NATIVE_INT64;
    const Hdf5Handle space(H5Screate(H5S_SCALAR), H5Sclose);
    write_attribute(object, name, type, space, &value);
  }
  void attribute(hid_t object, const char* name, const std::string& text) {
    const Hdf5Handle space(H5Screate(H5S_SCALAR), H5Sclose);
    write_attribute(object, name, hdf5_string_type(text.size()), space, text.data());
  }

  /// A dataset that lies in its own header, under the header's check sum, where that has room.
  void small(const std::string& path, hid_t type, std::size_t n_values, bool is_scalar,
             const void* values) {
    constexpr std::size_t most_values = 4096;  // of 8 bytes: HDF5 has 64 kB for a header
    if (n_values > most_values) return summed(path, type, n_values, values);
    const Hdf5Handle properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_layout(properties, H5D_COMPACT);
    H5Pset_obj_track_times(properties, 0);
    const hsize_t length = n_values;
    const Hdf5Handle space(
        is_scalar ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &length, nullptr), H5Sclose);
    write_all(path, type, space, properties, values);
  }
  /// A dataset in one chunk with a check sum, which HDF5 itself makes.
  void summed(const std::string& path, hid_t type, std::size_t n_values, const void* values) {
    const Hdf5Handle properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    const hsize_t length = n_values;
    if (n_values > 0) {
      H5Pset_chunk(properties, 1, &length);
      H5Pset_fletcher32(properties);
    }
    H5Pset_obj_track_times(properties, 0);
    const Hdf5Handle space(H5Screate_simple(1, &length, nullptr), H5Sclose);
    write_all(path, type, space, properties, values);
  }

  Hdf5Handle chunked_rows(const std::string& path, const CheckpointHeader& header,
                          const CheckpointRows& dataset, std::size_t n_rows) {
    const auto& set = header.row_sets[dataset.row_set];
    const hsize_t shape[] = {n_rows, set.row_length};
    const hsize_t chunk[] = {set.rows_a_chunk(), set.row_length};
    const Hdf5Handle properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_obj_track_times(properties, 0);
    H5Pset_fill_time(properties, H5D_FILL_TIME_NEVER);
    if (n_rows > 0) {
      H5Pset_chunk(properties, 2, chunk);
      if (header.shuffle) H5Pset_shuffle(properties);
      // Optional, so that the file can be made where HDF5 has no such filter: our chunks come
      // compressed.
      H5Pset_filter(properties, lz4_filter, H5Z_FLAG_OPTIONAL, 0, nullptr);
      H5Pset_fletcher32(properties);
    }
    const Hdf5Handle space(H5Screate_simple(2, shape, nullptr), H5Sclose);
    Hdf5Handle made = create_dataset(
        path, dataset.value_size == sizeof(double) ? H5T_NATIVE_DOUBLE : H5T_NATIVE_FLOAT, space,
        properties);
    attribute(made, "row_set", set.name);
    return made;
  }
  void chunk(hid_t dataset, const std::string& path, std::size_t row,
             std::span<const std::byte> bytes) {
    const hsize_t offset[] = {row, 0};
    expect(H5Dwrite_chunk(dataset, H5P_DEFAULT, 0, offset, bytes.size(), bytes.data()) >= 0,
           "write " + path);
  }

  [[nodiscard]] hid_t root() const { return file_; }
  /// HDF5 crashes at the end of the program if it could not write while closing: so it writes
  /// before.
  void close() {
    expect(H5Fflush(file_, H5F_SCOPE_GLOBAL) >= 0 && file_.close(), "complete the file");
    std::error_code reason;
    // Gives back what was taken too much, so that a file that is cut off shows.
    std::filesystem::resize_file(path_, hdf5_end(path_).value_or(0), reason);
    if (reason) throw base::Error(fmt::format("cannot complete {}: {}", name_, reason.message()));
  }

 private:
  static Hdf5Handle create(const std::filesystem::path& file) {
    const Hdf5Handle access = hdf5_file_access();
    H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110);
    // Groups on the way to a dataset take the properties of the file.
    return {H5Fcreate(file.c_str(), H5F_ACC_TRUNC, hdf5_file_creation(), access), H5Fclose};
  }
  void expect(bool good, std::string_view action) const {
    if (good) return;
    throw base::Error(
        fmt::format("cannot write {}: could not {}: {}", name_, action, hdf5_error_reason()));
  }
  void write_attribute(hid_t object, const char* name, hid_t type, hid_t space,
                       const void* values) {
    const Hdf5Handle made(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT),
                          H5Aclose);
    expect(made.valid() && H5Awrite(made, type, values) >= 0,
           fmt::format("write the attribute {}", name));
  }
  Hdf5Handle create_dataset(const std::string& path, hid_t type, hid_t space, hid_t properties) {
    const Hdf5Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
    H5Pset_create_intermediate_group(links, 1);
    Hdf5Handle made(H5Dcreate2(file_, path.c_str(), type, space, links, properties, H5P_DEFAULT),
                    H5Dclose);
    expect(made.valid(), "make " + path);
    return made;
  }
  void write_all(const std::string& path, hid_t type, hid_t space, hid_t properties,
                 const void* values) {
    const Hdf5Handle made = create_dataset(path, type, space, properties);
    expect(H5Dwrite(made, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0, "write " + path);
  }

  Hdf5Turn turn_;
  QuietHdf5Errors quiet_;
  std::filesystem::path path_;
  std::string name_;
  Hdf5Handle file_;
};

void write_value(Writer& writer, const std::string& path, const CheckpointValue& value) {
  if (const auto* number = std::get_if<double>(&value))
    writer.small(path, H5T_NATIVE_DOUBLE, 1, true, number);
  else if (const auto* integer = std::get_if<std::int64_t>(&value))
    writer.small(path, H5T_NATIVE_INT64, 1, true, integer);
  else if (const auto* numbers = std::get_if<std::vector<double>>(&value))
    writer.small(path, H5T_NATIVE_DOUBLE, numbers->size(), false, numbers->data());
}

void write_head(Writer& writer, const CheckpointHeader& header, int index) {
  const hid_t root = writer.root();
  writer.attribute(root, "format", std::string("lobatto-checkpoint"));
  writer.attribute<std::int64_t>(root, "version", checkpoint_version);
  writer.attribute<std::int64_t>(root, "step", header.step);
  writer.attribute(root, "time", header.time);
  writer.attribute<std::int64_t>(root, "ranks", header.n_ranks);
  writer.attribute<std::int64_t>(root, "files", header.n_files);
  writer.attribute<std::int64_t>(root, "file", index);
  writer.attribute<std::int64_t>(root, "content", header.content);
  writer.attribute<std::int64_t>(root, "shuffle", header.shuffle ? 1 : 0);
  for (const auto& [key, text] : header.provenance) {
    const std::string kept = text.empty() ? std::string(1, '\0') : text;
    writer.summed("/provenance/" + key, hdf5_string_type(kept.size()), 1, kept.data());
  }
  for (const auto& [name, value] : header.values) write_value(writer, "/state/" + name, value);
}

void write_rows(Writer& writer, const CheckpointHeader& header,
                const std::vector<CheckpointParcelView>& views) {
  for (std::size_t s = 0; s < header.row_sets.size(); ++s) {
    std::vector<std::int64_t> keys;
    for (const auto& view : views)
      keys.insert(keys.end(), view.keys[s].begin(), view.keys[s].end());
    writer.summed("/rows/" + header.row_sets[s].name, H5T_NATIVE_INT64, keys.size(), keys.data());
  }
  std::vector<std::size_t> next_chunk(views.size(), 0), next_byte(views.size(), 0);
  for (const auto& dataset : header.rows) {
    const std::string path = "/state/" + dataset.name;
    std::size_t n_rows = 0;
    for (const auto& view : views) n_rows += view.keys[dataset.row_set].size();
    const Hdf5Handle made = writer.chunked_rows(path, header, dataset, n_rows);
    const std::size_t chunk = header.row_sets[dataset.row_set].rows_a_chunk();
    std::size_t row = 0;
    for (std::size_t r = 0; r < views.size(); ++r) {
      for (std::size_t k = 0; k < views[r].keys[dataset.row_set].size(); k += chunk, row += chunk) {
        const auto length = static_cast<std::size_t>(views[r].chunk_bytes[next_chunk[r]++]);
        writer.chunk(made, path, row, views[r].chunks.subspan(next_byte[r], length));
        next_byte[r] += length;
      }
    }
  }
}

}  // namespace

void write_checkpoint_file(const std::filesystem::path& file, const std::string& name,
                           const CheckpointHeader& header, int index,
                           std::span<const base::ByteBuffer> parcels) {
  std::vector<CheckpointParcelView> views;
  std::uintmax_t n_bytes = 0;
  for (const auto& parcel : parcels) {
    views.push_back(view_of_parcel(parcel.bytes()));
    n_bytes += parcel.size();
  }
  make_empty_file(file, name);
  for (const auto& [key, text] : header.provenance) n_bytes += text.size();
  n_bytes += n_bytes / 64 + (std::uintmax_t{1} << 17);
  // Before HDF5 has a file that it must close, whatever comes; and again, since it empties the
  // file.
  reserve_room(file, name, n_bytes);
  {
    Writer writer(file, name);
    reserve_room(file, name, n_bytes);
    write_head(writer, header, index);
    write_rows(writer, header, views);
    writer.close();
  }
  seal_file(file, name);
}

}  // namespace lobatto::io
