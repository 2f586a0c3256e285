#pragma once

// Writes netCDF files in the classic format (CDF-1: big-endian, what is named first, then the
// data), for tests without the library.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace lobatto::mesh {

class NetcdfWriter {
 public:
  void dimension(const std::string& name, std::size_t length) {
    dimensions_.emplace_back(name, length);
  }
  void reals(const std::string& name, const std::vector<std::string>& dimensions,
             const std::vector<double>& values) {
    Variable& variable = add(name, dimensions, 6);
    for (const double value : values) put(variable.data, std::bit_cast<std::uint64_t>(value));
  }
  void integers(const std::string& name, const std::vector<std::string>& dimensions,
                const std::vector<int>& values) {
    Variable& variable = add(name, dimensions, 4);
    for (const int value : values) put(variable.data, static_cast<std::uint32_t>(value));
  }
  /// Rows of the length of the second dimension.
  void texts(const std::string& name, const std::vector<std::string>& dimensions,
             const std::vector<std::string>& rows) {
    Variable& variable = add(name, dimensions, 2);
    for (std::string row : rows) {
      row.resize(length_of(dimensions[1]), '\0');
      variable.data += row;
    }
  }
  /// Beside the variable that was added last.
  void attribute(const std::string& name, const std::string& text) {
    variables_.back().attributes.emplace_back(name, text);
  }

  [[nodiscard]] std::string write() const {
    std::string bytes = header(0);
    return header(bytes.size()) + all_data();
  }

 private:
  struct Variable {
    std::string name;
    std::vector<std::size_t> dimensions;
    int type = 0;
    std::string data = {};
    std::vector<std::pair<std::string, std::string>> attributes = {};
  };

  template <class Bits>
  static void put(std::string& bytes, Bits value) {
    for (int shift = 8 * static_cast<int>(sizeof(Bits)) - 8; shift >= 0; shift -= 8)
      bytes += static_cast<char>((value >> shift) & 0xffU);
  }
  static void put_size(std::string& bytes, std::size_t value) {
    put(bytes, static_cast<std::uint32_t>(value));
  }
  static void put_text(std::string& bytes, std::string text) {
    put_size(bytes, text.size());
    text.resize((text.size() + 3) / 4 * 4, '\0');
    bytes += text;
  }
  static std::size_t padded(std::size_t n) { return (n + 3) / 4 * 4; }

  Variable& add(const std::string& name, const std::vector<std::string>& dimensions, int type) {
    Variable& variable = variables_.emplace_back(Variable{name, {}, type});
    for (const std::string& dimension : dimensions)
      variable.dimensions.push_back(static_cast<std::size_t>(
          std::ranges::find(dimensions_, dimension, &std::pair<std::string, std::size_t>::first) -
          dimensions_.begin()));
    return variable;
  }
  [[nodiscard]] std::size_t length_of(const std::string& dimension) const {
    return std::ranges::find(dimensions_, dimension, &std::pair<std::string, std::size_t>::first)
        ->second;
  }

  [[nodiscard]] std::string header(std::size_t size) const {
    std::string bytes = "CDF\x01";
    for (const std::size_t value : {std::size_t{0}, std::size_t{10}, dimensions_.size()})
      put_size(bytes, value);
    for (const auto& [name, length] : dimensions_) {
      put_text(bytes, name);
      put_size(bytes, length);
    }
    for (const std::size_t value :
         {std::size_t{0}, std::size_t{0}, std::size_t{11}, variables_.size()})
      put_size(bytes, value);
    for (const Variable& variable : variables_) {
      put_variable(bytes, variable, size);
      size += padded(variable.data.size());
    }
    return bytes;
  }

  static void put_variable(std::string& bytes, const Variable& variable, std::size_t begin) {
    put_text(bytes, variable.name);
    put_size(bytes, variable.dimensions.size());
    for (const std::size_t dimension : variable.dimensions) put_size(bytes, dimension);
    put_size(bytes, variable.attributes.empty() ? 0 : 12);
    put_size(bytes, variable.attributes.size());
    for (const auto& [name, text] : variable.attributes) {
      put_text(bytes, name);
      put_size(bytes, 2);
      put_text(bytes, text);
    }
    put_size(bytes, static_cast<std::size_t>(variable.type));
    put_size(bytes, padded(variable.data.size()));
    put_size(bytes, begin);
  }

  [[nodiscard]] std::string all_data() const {
    std::string bytes;
    for (const Variable& variable : variables_) {
      bytes += variable.data;
      bytes.resize(padded(bytes.size()), '\0');
    }
    return bytes;
  }

  std::vector<std::pair<std::string, std::size_t>> dimensions_;
  std::vector<Variable> variables_;
};

}  // namespace lobatto::mesh
