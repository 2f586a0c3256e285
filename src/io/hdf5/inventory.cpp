#include "io/hdf5/inventory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "io/hdf5/chunk_codec.hpp"

namespace lobatto::io {

namespace {

using Json = nlohmann::ordered_json;

std::filesystem::path regular_file(std::filesystem::path file) {
  base::require_content(file);
  return file;
}

std::vector<std::string> names_in(hid_t group) {
  std::vector<std::string> names;
  const auto keep_name = [](hid_t, const char* name, const H5L_info_t*, void* list) -> herr_t {
    static_cast<std::vector<std::string>*>(list)->emplace_back(name);
    return 0;
  };
  H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, nullptr, keep_name, &names);
  return names;
}

std::vector<std::uint64_t> extents_of(hid_t space) {
  const int rank = H5Sget_simple_extent_ndims(space);
  std::vector<hsize_t> shape(static_cast<std::size_t>(std::max(0, rank)));
  if (rank > 0) H5Sget_simple_extent_dims(space, shape.data(), nullptr);
  return {shape.begin(), shape.end()};
}

std::uint64_t n_values_of(const std::vector<std::uint64_t>& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::uint64_t{1}, std::multiplies<>());
}

std::string type_name(hid_t type) {
  const auto bits = 8 * H5Tget_size(type);
  switch (H5Tget_class(type)) {
    case H5T_FLOAT:
      return fmt::format("float{}", bits);
    case H5T_INTEGER:
      return fmt::format("{}int{}", H5Tget_sign(type) == H5T_SGN_NONE ? "u" : "", bits);
    case H5T_STRING:
      return "text";
    default:
      return "other";
  }
}

Hdf5Item describe(hid_t dataset, std::string path) {
  const Hdf5Handle space(H5Dget_space(dataset), H5Sclose);
  const Hdf5Handle type(H5Dget_type(dataset), H5Tclose);
  const Hdf5Handle properties(H5Dget_create_plist(dataset), H5Pclose);
  Hdf5Item item;
  item.path = std::move(path);
  item.shape = extents_of(space);
  item.type = type_name(type);
  item.value_size = H5Tget_size(type);
  item.bytes = n_values_of(item.shape) * item.value_size;
  item.stored_bytes = H5Dget_storage_size(dataset);
  if (const haddr_t begin = H5Dget_offset(dataset); begin != HADDR_UNDEF) item.begin = begin;
  item.is_swapped =
      H5Tget_class(type) == H5T_FLOAT && H5Tget_order(type) != H5Tget_order(H5T_NATIVE_DOUBLE);
  for (int i = 0; i < H5Pget_nfilters(properties); ++i) {
    unsigned flags = 0;
    std::size_t n_values = 0;
    const auto filter = H5Pget_filter2(properties, static_cast<unsigned>(i), &flags, &n_values,
                                       nullptr, 0, nullptr, nullptr);
    item.has_checksums |= filter == H5Z_FILTER_FLETCHER32;
    item.is_compressed |= filter == lz4_filter;
    item.is_shuffled |= filter == H5Z_FILTER_SHUFFLE;
  }
  return item;
}

/// Text of fixed length, up to its first null.
std::string trimmed(std::string text) {
  text.erase(std::find(text.begin(), text.end(), '\0'), text.end());
  return text;
}

template <class T>
Json read_numbers(hid_t attribute, hid_t type, std::size_t n, bool is_scalar) {
  std::vector<T> values(n);
  H5Aread(attribute, type, values.data());
  return is_scalar ? Json(values[0]) : Json(values);
}

Json value_of(hid_t attribute) {
  const Hdf5Handle type(H5Aget_type(attribute), H5Tclose);
  const Hdf5Handle space(H5Aget_space(attribute), H5Sclose);
  const auto shape = extents_of(space);
  const std::size_t n = n_values_of(shape);
  switch (H5Tget_class(type)) {
    case H5T_FLOAT:
      return read_numbers<double>(attribute, H5T_NATIVE_DOUBLE, n, shape.empty());
    case H5T_INTEGER:
      return read_numbers<std::int64_t>(attribute, H5T_NATIVE_INT64, n, shape.empty());
    case H5T_STRING: {
      if (H5Tis_variable_str(type) != 0) return nullptr;
      std::string text(H5Tget_size(type) * n, '\0');
      H5Aread(attribute, type, text.data());
      return trimmed(std::move(text));
    }
    default:
      return nullptr;
  }
}

}  // namespace

Hdf5Inventory::Hdf5Inventory(std::filesystem::path file)
    : file_(regular_file(std::move(file))),
      id_(H5Fopen(file_.c_str(), H5F_ACC_RDONLY, hdf5_file_access()), H5Fclose) {
  if (!id_.valid())
    throw base::Error(fmt::format("{}: cannot be read: {}", file_.string(), hdf5_error_reason()));
  list(id_, "");
}

void Hdf5Inventory::list(hid_t group, const std::string& path) {
  for (const auto& name : names_in(group)) {
    const std::string below = path.empty() ? name : fmt::format("{}/{}", path, name);
    const Hdf5Handle object(H5Oopen(group, name.c_str(), H5P_DEFAULT), H5Oclose);
    if (!object.valid())
      throw base::Error(
          fmt::format("{}: {} cannot be read: {}", file_.string(), below, hdf5_error_reason()));
    if (H5Iget_type(object) == H5I_GROUP) list(object, below);
    if (H5Iget_type(object) == H5I_DATASET) items_.push_back(describe(object, below));
  }
}

const Hdf5Item* Hdf5Inventory::find(const std::string& path) const {
  const auto found = std::ranges::find(items_, path, &Hdf5Item::path);
  return found == items_.end() ? nullptr : &*found;
}

Hdf5Handle Hdf5Inventory::open(const Hdf5Item& item) const {
  return {H5Dopen2(id_, item.path.c_str(), H5P_DEFAULT), H5Dclose};
}

Json Hdf5Inventory::attributes(const std::string& object) const {
  Json values = Json::object();
  const Hdf5Handle opened(H5Oopen(id_, object.c_str(), H5P_DEFAULT), H5Oclose);
  if (!opened.valid()) return values;
  const auto keep_value = [](hid_t place, const char* name, const H5A_info_t*,
                             void* list) -> herr_t {
    const Hdf5Handle attribute(H5Aopen(place, name, H5P_DEFAULT), H5Aclose);
    if (attribute.valid()) (*static_cast<Json*>(list))[name] = value_of(attribute);
    return 0;
  };
  H5Aiterate2(opened, H5_INDEX_NAME, H5_ITER_INC, nullptr, keep_value, &values);
  return values;
}

std::string Hdf5Inventory::text(const std::string& path) const {
  const Hdf5Item* const item = find(path);
  if (item == nullptr || item->type != "text") return "";
  const Hdf5Handle dataset = open(*item);
  const Hdf5Handle type(H5Dget_type(dataset), H5Tclose);
  std::string text(item->bytes, '\0');
  if (H5Tis_variable_str(type) != 0 ||
      H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()) < 0)
    return "";
  return trimmed(std::move(text));
}

std::vector<double> Hdf5Inventory::numbers(const std::string& path) const {
  const Hdf5Item* const item = find(path);
  if (item == nullptr || item->is_compressed || item->type == "text") return {};
  std::vector<double> values(n_values_of(item->shape));
  if (H5Dread(open(*item), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
    throw base::Error(
        fmt::format("{}: {} cannot be read: {}", file_.string(), path, hdf5_error_reason()));
  return values;
}

std::vector<double> Hdf5Inventory::rows(const Hdf5Item& item, std::uint64_t first,
                                        std::uint64_t n) const {
  std::vector<hsize_t> start(item.shape.size(), 0), count(item.shape.begin(), item.shape.end());
  start.at(0) = first;
  count[0] = n;
  std::vector<double> values(n_values_of({count.begin(), count.end()}));
  if (values.empty()) return values;
  const Hdf5Handle dataset = open(item);
  const Hdf5Handle in_file(H5Dget_space(dataset), H5Sclose);
  const Hdf5Handle in_memory(
      H5Screate_simple(static_cast<int>(count.size()), count.data(), nullptr), H5Sclose);
  if (H5Sselect_hyperslab(in_file, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr) <
          0 ||
      H5Dread(dataset, H5T_NATIVE_DOUBLE, in_memory, in_file, H5P_DEFAULT, values.data()) < 0)
    throw base::Error(
        fmt::format("{}: {} cannot be read: {}", file_.string(), item.path, hdf5_error_reason()));
  return values;
}

std::string Hdf5Inventory::damage_of(const Hdf5Item& item) const {
  if (!item.has_checksums) return "";
  if (item.is_compressed) return damage_of_chunks(item);
  const Hdf5Handle dataset = open(item);
  const Hdf5Handle type(H5Dget_type(dataset), H5Tclose);
  std::vector<std::byte> values(item.bytes);
  if (H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0) return "";
  return fmt::format("{} is damaged: {}", item.path, hdf5_error_reason());
}

std::string Hdf5Inventory::damage_of_chunks(const Hdf5Item& item) const {
  const Hdf5Handle dataset = open(item);
  const Hdf5Handle space(H5Dget_space(dataset), H5Sclose);
  const Hdf5Handle properties(H5Dget_create_plist(dataset), H5Pclose);
  std::vector<hsize_t> chunk(item.shape.size()), offset(item.shape.size());
  H5Pget_chunk(properties, static_cast<int>(chunk.size()), chunk.data());
  std::vector<std::byte> raw(n_values_of({chunk.begin(), chunk.end()}) * item.value_size), stored;
  const ChunkFormat format{item.value_size, item.is_shuffled};
  ChunkCodec codec;
  hsize_t n_chunks = 0;
  H5Dget_num_chunks(dataset, space, &n_chunks);
  // Of what a row set has no rows in this file nothing is stored.
  if (n_chunks * raw.size() < item.bytes) return fmt::format("{} lacks chunks", item.path);
  for (hsize_t number = 0; number < n_chunks; ++number) {
    unsigned filters = 0;
    haddr_t address = 0;
    hsize_t n_stored = 0;
    const std::string what = fmt::format("chunk {} of {}", number, item.path);
    if (H5Dget_chunk_info(dataset, space, number, offset.data(), &filters, &address, &n_stored) < 0)
      return fmt::format("{} cannot be found: {}", what, hdf5_error_reason());
    // A length that is itself damaged must not ask for the whole memory.
    if (n_stored > ChunkCodec::longest_stored(raw.size()))
      return fmt::format("{} is damaged: its length is {}", what, n_stored);
    stored.resize(n_stored);
    std::uint32_t mask = 0;
    if (H5Dread_chunk(dataset, H5P_DEFAULT, offset.data(), &mask, stored.data()) < 0)
      return fmt::format("{} cannot be read: {}", what, hdf5_error_reason());
    try {
      codec.decode(format, stored, raw);
    } catch (const base::Error& error) {
      return fmt::format("{} is damaged: {}", what, error.what());
    }
  }
  return "";
}

}  // namespace lobatto::io
