#include "io/checkpoint/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "io/checkpoint/content.hpp"
#include "io/checkpoint/folder.hpp"
#include "io/hdf5/end.hpp"

namespace lobatto::io {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void throw_unreadable(const fs::path& file, std::string_view what) {
  throw base::Error(
      fmt::format("{}: {} cannot be read: {}", file.string(), what, hdf5_error_reason()));
}

Hdf5Handle open_file(const fs::path& file) {
  base::require_content(file);
  check_behind_hdf5_end(file);
  Hdf5Handle id(H5Fopen(file.c_str(), H5F_ACC_RDONLY, hdf5_file_access()), H5Fclose);
  if (!id.valid()) throw_unreadable(file, "the file");
  return id;
}

Hdf5Handle open_dataset(const fs::path& file, hid_t id, const std::string& path) {
  Hdf5Handle dataset(H5Dopen2(id, path.c_str(), H5P_DEFAULT), H5Dclose);
  if (!dataset.valid()) throw_unreadable(file, path);
  return dataset;
}

std::vector<hsize_t> shape_of(hid_t dataset) {
  const Hdf5Handle space(H5Dget_space(dataset), H5Sclose);
  const int rank = H5Sget_simple_extent_ndims(space);
  std::vector<hsize_t> shape(static_cast<std::size_t>(std::max(0, rank)));
  if (rank > 0) H5Sget_simple_extent_dims(space, shape.data(), nullptr);
  return shape;
}

std::string read_text(const fs::path& file, hid_t id, const std::string& path) {
  const Hdf5Handle dataset = open_dataset(file, id, path);
  const Hdf5Handle type(H5Dget_type(dataset), H5Tclose);
  std::string text(H5Tget_size(type), '\0');
  if (shape_of(dataset) != std::vector<hsize_t>{1} ||
      H5Dread(dataset, hdf5_string_type(text.size()), H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()) <
          0)
    throw_unreadable(file, path);
  text.erase(std::find(text.begin(), text.end(), '\0'), text.end());
  return text;
}

template <class T>
T read_attribute(const fs::path& file, hid_t id, const char* name, hid_t type) {
  T value{};
  const Hdf5Handle attribute(H5Aopen(id, name, H5P_DEFAULT), H5Aclose);
  if (!attribute.valid() || H5Aread(attribute, type, &value) < 0)
    throw_unreadable(file, fmt::format("the attribute {}", name));
  return value;
}

std::int64_t read_integer(const fs::path& file, hid_t id, const char* name) {
  return read_attribute<std::int64_t>(file, id, name, H5T_NATIVE_INT64);
}

void check_format(const fs::path& file, hid_t id) {
  const htri_t has_format = H5Aexists(id, "format");
  if (has_format < 0) throw_unreadable(file, "the head");
  if (has_format == 0)
    throw base::Error(fmt::format("{}: this is no checkpoint of Lobatto", file.string()));
  const auto version = read_integer(file, id, "version");
  if (version < 1 || version > checkpoint_version)
    throw base::Error(fmt::format("{}: a checkpoint of format {}, but this version reads 1 to {}",
                                  file.string(), version, checkpoint_version));
}

std::vector<std::int64_t> read_keys(const fs::path& file, hid_t id, const std::string& set) {
  const std::string path = "/rows/" + set;
  const Hdf5Handle dataset = open_dataset(file, id, path);
  const auto shape = shape_of(dataset);
  std::vector<std::int64_t> keys(shape.empty() ? 0 : shape[0]);
  if (!keys.empty() &&
      H5Dread(dataset, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, keys.data()) < 0)
    throw_unreadable(file, path);
  return keys;
}

void check_rows(const fs::path& file, const std::string& path, hid_t dataset, hid_t type,
                std::size_t row_length) {
  const Hdf5Handle stored_type(H5Dget_type(dataset), H5Tclose);
  const auto shape = shape_of(dataset);
  if (shape.size() != 2 || shape[1] != row_length || H5Tequal(stored_type, type) <= 0)
    throw base::Error(fmt::format("{}: {} has rows of {} values instead of {}, or of another type",
                                  file.string(), path, shape.empty() ? 0 : shape.back(),
                                  row_length));
}

struct Dataset {
  const fs::path& file;
  const std::string& path;
  hid_t id;
};

/// The values of chunk `number` into `raw`.
void read_chunk(const Dataset& dataset, std::size_t number, std::size_t chunk_rows,
                const ChunkFormat& format, ChunkCodec& codec, std::span<std::byte> raw) {
  const hsize_t offset[] = {number * chunk_rows, 0};
  const std::string what = fmt::format("chunk {} of {}", number, dataset.path);
  const auto damaged = [&](const std::string& why) {
    return base::Error(fmt::format("{}: {} is damaged: {}", dataset.file.string(), what, why));
  };
  hsize_t n_stored = 0;
  if (H5Dget_chunk_storage_size(dataset.id, offset, &n_stored) < 0)
    throw_unreadable(dataset.file, what);
  // A length that is itself damaged must not ask for the whole memory.
  if (n_stored > 2 * raw.size() + 1024) throw damaged(fmt::format("its length is {}", n_stored));
  std::vector<std::byte> stored(n_stored);
  std::uint32_t filters = 0;
  if (H5Dread_chunk(dataset.id, H5P_DEFAULT, offset, &filters, stored.data()) < 0)
    throw_unreadable(dataset.file, what);
  try {
    codec.decode(format, stored, raw);
  } catch (const base::Error& error) {
    throw damaged(error.what());
  }
}

}  // namespace

template <class Task>
void CheckpointReader::together(Task task) const {
  try {
    comm::on_all(communicator_, task);
  } catch (const base::Error& error) {
    throw CheckpointError(error.what());
  }
}

CheckpointReader::CheckpointReader(const fs::path& first, const comm::Communicator& communicator)
    : communicator_(communicator) {
  together([&] { open(first); });
}

void CheckpointReader::open(const fs::path& first) {
  files_.push_back({first, open_file(first)});
  read_summary(files_.front());
  for (int index = 1; index < summary_.n_files; ++index) {
    const fs::path path =
        checkpoint_name(first.parent_path(), summary_.step, index, summary_.n_files);
    files_.push_back({path, open_file(path)});
    const hid_t id = files_.back().id;
    check_format(path, id);
    if (read_integer(path, id, "step") != summary_.step ||
        read_integer(path, id, "ranks") != summary_.n_ranks ||
        read_integer(path, id, "files") != summary_.n_files ||
        read_integer(path, id, "file") != index || read_integer(path, id, "content") != content_ ||
        read_attribute<double>(path, id, "time", H5T_NATIVE_DOUBLE) != summary_.time)
      throw base::Error(
          fmt::format("{} does not belong to {}", path.string(), first.filename().string()));
  }
}

void CheckpointReader::read_summary(const File& file) {
  check_format(file.path, file.id);
  summary_.step = read_integer(file.path, file.id, "step");
  summary_.time = read_attribute<double>(file.path, file.id, "time", H5T_NATIVE_DOUBLE);
  summary_.n_ranks = static_cast<int>(read_integer(file.path, file.id, "ranks"));
  summary_.n_files = static_cast<int>(read_integer(file.path, file.id, "files"));
  content_ = read_integer(file.path, file.id, "content");
  summary_.shuffle = read_integer(file.path, file.id, "shuffle") != 0;
  if (read_integer(file.path, file.id, "file") != 0)
    throw base::Error(
        fmt::format("{} is not the first file of its checkpoint, which is {}", file.path.string(),
                    checkpoint_name({}, summary_.step, 0, summary_.n_files).string()));
  if (H5Lexists(file.id, "/provenance", H5P_DEFAULT) == 0) return;  // none was given
  const Hdf5Handle group(H5Gopen2(file.id, "/provenance", H5P_DEFAULT), H5Gclose);
  if (!group.valid()) throw_unreadable(file.path, "/provenance");
  std::vector<std::string> names;
  const auto keep_name = [](hid_t, const char* name, const H5L_info_t*, void* list) -> herr_t {
    static_cast<std::vector<std::string>*>(list)->emplace_back(name);
    return 0;
  };
  if (H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, nullptr, keep_name, &names) < 0)
    throw_unreadable(file.path, "/provenance");
  for (const auto& name : names)
    summary_.provenance[name] = read_text(file.path, file.id, "/provenance/" + name);
}

bool CheckpointReader::has(const std::string& name) const {
  std::string path = "/state";
  // HDF5 wants each group on the way to be there before it is asked for what is inside.
  for (std::size_t begin = 0; begin < name.size();) {
    const std::size_t end = std::min(name.find('/', begin), name.size());
    path.append("/").append(name, begin, end - begin);
    if (H5Lexists(files_.front().id, path.c_str(), H5P_DEFAULT) <= 0) return false;
    begin = end + 1;
  }
  return true;
}

void CheckpointReader::read_small(const std::string& name, hid_t type, std::size_t n_values,
                                  void* values) const {
  const File& file = files_.front();
  const std::string path = "/state/" + name;
  const Hdf5Handle dataset = open_dataset(file.path, file.id, path);
  std::size_t n_stored = 1;
  for (const hsize_t length : shape_of(dataset)) n_stored *= length;
  if (n_stored != n_values)
    throw base::Error(fmt::format("{}: {} has {} values instead of {}", file.path.string(), path,
                                  n_stored, n_values));
  if (n_values > 0 && H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0)
    throw_unreadable(file.path, path);
}

void CheckpointReader::visit(const std::string& name, double& value) {
  together([&] { read_small(name, H5T_NATIVE_DOUBLE, 1, &value); });
}

void CheckpointReader::visit(const std::string& name, std::int64_t& value) {
  together([&] { read_small(name, H5T_NATIVE_INT64, 1, &value); });
}

void CheckpointReader::visit(const std::string& name, std::vector<double>& values) {
  together([&] {
    const File& file = files_.front();
    const auto shape = shape_of(open_dataset(file.path, file.id, "/state/" + name));
    values.resize(shape.empty() ? 1 : shape[0]);
    read_small(name, H5T_NATIVE_DOUBLE, values.size(), values.data());
  });
}

void CheckpointReader::visit(const std::string& name, const base::RowSet& rows,
                             std::span<double> values) {
  together([&] {
    read_rows(name, rows, sizeof(double), H5T_NATIVE_DOUBLE, std::as_writable_bytes(values));
  });
}

void CheckpointReader::visit(const std::string& name, const base::RowSet& rows,
                             std::span<float> values) {
  together([&] {
    read_rows(name, rows, sizeof(float), H5T_NATIVE_FLOAT, std::as_writable_bytes(values));
  });
}

const std::vector<CheckpointReader::Place>& CheckpointReader::places_of(const base::RowSet& rows) {
  const auto known = places_.find(rows.name);
  if (known != places_.end()) return known->second;
  std::unordered_map<std::int64_t, std::size_t> local;
  for (std::size_t i = 0; i < rows.keys.size(); ++i) local.emplace(rows.keys[i], i);
  std::vector<Place> places;
  for (std::size_t f = 0; f < files_.size(); ++f) {
    const auto keys = read_keys(files_[f].path, files_[f].id, rows.name);
    for (std::size_t row = 0; row < keys.size(); ++row) {
      const auto found = local.find(keys[row]);
      if (found != local.end()) places.push_back({f, row, found->second});
    }
  }
  if (places.size() != rows.keys.size())
    throw base::Error(fmt::format("{}: holds {} of the {} {} that are wanted here",
                                  files_.front().path.string(), places.size(), rows.keys.size(),
                                  rows.name));
  return places_[rows.name] = std::move(places);
}

void CheckpointReader::read_rows(const std::string& name, const base::RowSet& rows,
                                 std::size_t value_size, hid_t type, std::span<std::byte> values) {
  const auto& places = places_of(rows);
  const std::string path = "/state/" + name;
  const std::size_t chunk_rows = CheckpointRowSet{rows.name, rows.row_length}.rows_a_chunk();
  const std::size_t row_bytes = rows.row_length * value_size;
  std::vector<std::byte> chunk(chunk_rows * row_bytes);
  ChunkCodec codec;
  for (std::size_t i = 0; i < places.size();) {
    const std::size_t f = places[i].file;
    const Hdf5Handle dataset = open_dataset(files_[f].path, files_[f].id, path);
    check_rows(files_[f].path, path, dataset, type, rows.row_length);
    while (i < places.size() && places[i].file == f) {
      const std::size_t number = places[i].row / chunk_rows;
      read_chunk({files_[f].path, path, dataset}, number, chunk_rows,
                 {value_size, summary_.shuffle}, codec, chunk);
      for (; i < places.size() && places[i].file == f && places[i].row / chunk_rows == number; ++i)
        std::copy_n(chunk.data() + places[i].row % chunk_rows * row_bytes, row_bytes,
                    values.data() + places[i].local * row_bytes);
    }
  }
}

}  // namespace lobatto::io
