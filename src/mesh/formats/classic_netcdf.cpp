// The classic formats: netCDF User's Guide, appendix "File Format Specifications".
#include "mesh/formats/netcdf_file.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/input_file.hpp"

namespace lobatto::mesh {
namespace {

/// Follows a header from its begin; numbers have the highest byte first.
class Header {
 public:
  Header(const std::filesystem::path& file, char version)
      : name_(file.string()),
        in_(base::open_input(file)),
        size_(std::filesystem::file_size(file)),
        count_bytes_(version == 5 ? 8 : 4),
        offset_bytes_(version == 1 ? 4 : 8) {}

  void check() {
    in_.seekg(4);
    static_cast<void>(number(count_bytes_));  // of records
    read_dimensions();
    skip_attributes();
    const std::uint64_t n_variables = read_list();
    for (std::uint64_t v = 0; v < n_variables; ++v) read_variable();
    const bool is_short = static_cast<double>(size_) < end_;
    // What is behind the last record that is counted was written by a program that died.
    if (is_short || (!has_records_ && static_cast<double>(size_) > std::max(end_, here())))
      throw base::Error(name_ + ": is damaged: it has " + std::to_string(size_) +
                        " bytes, and its header says " +
                        std::to_string(static_cast<std::uint64_t>(std::max(end_, here()))));
  }

 private:
  [[noreturn]] void refuse() const {
    throw base::Error(name_ + ": expected a netCDF file, found a header that is damaged");
  }
  double here() { return static_cast<double>(in_.tellg()); }

  std::uint64_t number(int n_bytes) {
    std::uint64_t value = 0;
    for (int b = 0; b < n_bytes; ++b) value = value << 8U | static_cast<std::uint64_t>(in_.get());
    if (!in_) refuse();
    return value;
  }
  /// Over n bytes and what fills up the last word.
  void skip(std::uint64_t n) {
    if (n > size_) refuse();
    in_.seekg(static_cast<std::streamoff>((n + 3) / 4 * 4), std::ios::cur);
  }
  /// The number of entries of a list, behind the mark of its kind.
  std::uint64_t read_list() {
    static_cast<void>(number(4));
    const std::uint64_t n = number(count_bytes_);
    if (n > size_) refuse();
    return n;
  }
  void skip_name() { skip(number(count_bytes_)); }
  std::uint64_t bytes_of_type() {
    constexpr std::array<std::uint64_t, 12> bytes{0, 1, 1, 2, 4, 4, 8, 1, 2, 4, 8, 8};
    const std::uint64_t type = number(4);
    if (type == 0 || type >= bytes.size()) refuse();
    return bytes[type];
  }
  void read_dimensions() {
    const std::uint64_t n = read_list();
    for (std::uint64_t d = 0; d < n; ++d) {
      skip_name();
      lengths_.push_back(number(count_bytes_));
    }
  }
  void skip_attributes() {
    const std::uint64_t n = read_list();
    for (std::uint64_t a = 0; a < n; ++a) {
      skip_name();
      const std::uint64_t bytes = bytes_of_type();
      const std::uint64_t n_values = number(count_bytes_);
      if (n_values > size_) refuse();
      skip(bytes * n_values);
    }
  }
  void read_variable() {
    skip_name();
    const std::uint64_t n_dimensions = number(count_bytes_);
    if (n_dimensions > size_) refuse();
    double n_values = 1;
    bool is_record = false;
    for (std::uint64_t d = 0; d < n_dimensions; ++d) {
      const std::uint64_t dimension = number(count_bytes_);
      if (dimension >= lengths_.size()) refuse();
      is_record = is_record || lengths_[dimension] == 0;
      n_values *= static_cast<double>(lengths_[dimension]);
    }
    skip_attributes();
    const double bytes = n_values * static_cast<double>(bytes_of_type());
    static_cast<void>(number(count_bytes_));  // its bytes, which large variables have wrong
    const auto begin = static_cast<double>(number(offset_bytes_));
    has_records_ = has_records_ || is_record;
    if (!is_record) end_ = std::max(end_, begin + bytes + padding(bytes));
  }
  /// Up to the next word; of more than can be a file it does not matter.
  static double padding(double bytes) {
    constexpr double most = 1e15;
    return bytes > most ? 0 : static_cast<double>((4 - static_cast<std::uint64_t>(bytes) % 4) % 4);
  }

  std::string name_;
  std::ifstream in_;
  std::uint64_t size_;
  int count_bytes_, offset_bytes_;
  std::vector<std::uint64_t> lengths_;
  bool has_records_ = false;
  double end_ = 0;
};

}  // namespace

void check_classic_netcdf(const std::filesystem::path& file) {
  std::array<char, 4> begin{};
  base::open_input(file).read(begin.data(), begin.size());
  const std::string known("\1\2\5");
  if (std::string(begin.data(), 3) == "CDF" && known.find(begin[3]) != std::string::npos)
    Header(file, begin[3]).check();
}

}  // namespace lobatto::mesh
