#pragma once

#include <gtest/gtest.h>
#include <hdf5.h>

#include <filesystem>
#include <string>
#include <vector>

namespace lobatto::test {

/// An HDF5 file as one process reads it.
class Hdf5Reader {
 public:
  explicit Hdf5Reader(const std::filesystem::path& file)
      : file_(H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT)) {}
  ~Hdf5Reader() { H5Fclose(file_); }
  Hdf5Reader(const Hdf5Reader&) = delete;
  Hdf5Reader& operator=(const Hdf5Reader&) = delete;

  [[nodiscard]] std::vector<hsize_t> shape(const std::string& dataset) const {
    const hid_t set = H5Dopen2(file_, dataset.c_str(), H5P_DEFAULT), space = H5Dget_space(set);
    std::vector<hsize_t> extent(H5Sget_simple_extent_ndims(space));
    H5Sget_simple_extent_dims(space, extent.data(), nullptr);
    H5Sclose(space);
    H5Dclose(set);
    return extent;
  }
  [[nodiscard]] std::vector<double> values(const std::string& dataset) const {
    std::size_t n = 1;
    for (const hsize_t extent : shape(dataset)) n *= extent;
    std::vector<double> result(n);
    const hid_t set = H5Dopen2(file_, dataset.c_str(), H5P_DEFAULT);
    EXPECT_GE(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, result.data()), 0);
    H5Dclose(set);
    return result;
  }
  [[nodiscard]] std::size_t value_bytes(const std::string& dataset) const {
    const hid_t set = H5Dopen2(file_, dataset.c_str(), H5P_DEFAULT), type = H5Dget_type(set);
    const std::size_t bytes = H5Tget_size(type);
    H5Tclose(type);
    H5Dclose(set);
    return bytes;
  }
  [[nodiscard]] double attribute(const std::string& object, const char* name) const {
    double value = 0;
    const hid_t id = H5Aopen_by_name(file_, object.c_str(), name, H5P_DEFAULT, H5P_DEFAULT);
    EXPECT_GE(H5Aread(id, H5T_NATIVE_DOUBLE, &value), 0);
    H5Aclose(id);
    return value;
  }
  [[nodiscard]] std::string text_attribute(const std::string& object, const char* name) const {
    const hid_t id = H5Aopen_by_name(file_, object.c_str(), name, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t type = H5Aget_type(id);
    std::string text(H5Tget_size(type), '\0');
    EXPECT_GE(H5Aread(id, type, text.data()), 0);
    H5Tclose(type);
    H5Aclose(id);
    return text;
  }
  /// Of a group.
  [[nodiscard]] std::vector<std::string> names(const std::string& group) const {
    std::vector<std::string> names;
    const hid_t id = H5Gopen2(file_, group.c_str(), H5P_DEFAULT);
    const auto add = [](hid_t, const char* name, const H5L_info_t*, void* list) -> herr_t {
      static_cast<std::vector<std::string>*>(list)->emplace_back(name);
      return 0;
    };
    H5Literate(id, H5_INDEX_NAME, H5_ITER_INC, nullptr, add, &names);
    H5Gclose(id);
    return names;
  }

 private:
  hid_t file_;
};

}  // namespace lobatto::test
