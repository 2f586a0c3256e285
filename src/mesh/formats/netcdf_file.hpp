#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace lobatto::mesh {

/// A netCDF file that is open for reading: classic, of large offsets, or on HDF5. What fails throws
/// base::Error with the file, what was asked for, and the library's reason.
class NetcdfFile {
 public:
  explicit NetcdfFile(const std::filesystem::path& file);
  ~NetcdfFile();
  NetcdfFile(const NetcdfFile&) = delete;
  NetcdfFile& operator=(const NetcdfFile&) = delete;

  [[nodiscard]] const std::string& name() const { return name_; }
  /// The length of a dimension; 0 where there is none of that name.
  [[nodiscard]] std::size_t dimension(const std::string& name) const;
  [[nodiscard]] bool has(const std::string& variable) const;
  /// All values of a variable, of as many as are expected.
  [[nodiscard]] std::vector<double> reals(const std::string& variable, std::size_t n) const;
  [[nodiscard]] std::vector<long long> integers(const std::string& variable, std::size_t n) const;
  /// The rows of a table of n texts of the same length, without what fills them up; empty where
  /// there is no such variable.
  [[nodiscard]] std::vector<std::string> texts(const std::string& variable, std::size_t n) const;
  /// A text beside a variable; empty where there is none.
  [[nodiscard]] std::string attribute(const std::string& variable, const std::string& name) const;

 private:
  /// The number of a variable, which must hold n values (0: any number).
  [[nodiscard]] int find(const std::string& variable, std::size_t n) const;
  [[nodiscard]] std::vector<std::size_t> shape(int variable) const;
  void check(int status, const std::string& what) const;

  std::string name_;
  int file_ = -1;
};

/// Throws base::Error where a netCDF file of a classic format (CDF-1, 2 or 5) has another length
/// than its header says: the library reads zeros where the end is missing. Files of other formats
/// pass. Reads the header alone.
void check_classic_netcdf(const std::filesystem::path& file);

}  // namespace lobatto::mesh
