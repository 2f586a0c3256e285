#pragma once

#include <filesystem>
#include <fstream>
#include <string_view>
#include <vector>

#include "comm/communicator.hpp"
#include "io/nek/header.hpp"

namespace lobatto::io {

/// True where a file begins as Nek5000 field files do. Collective.
bool is_nek_field(const std::filesystem::path& file, const comm::Communicator& communicator);

/// True for names such as x0.f00001.
bool is_nek_field_name(const std::filesystem::path& file);

/// A Nek5000 field file, see NekFieldHeader, with values of 4 or 8 bytes in either byte order.
class NekFieldReader {
 public:
  /// Rank 0 reads what comes before the values, and looks whether the file is as long as it must
  /// be. Collective; throws base::Error that names the file on every rank.
  NekFieldReader(const std::filesystem::path& file, const comm::Communicator& communicator);

  [[nodiscard]] const NekFieldHeader& header() const { return header_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  /// Throws base::Error that names the file and what it has, where it has no velocity.
  void require_velocity() const;
  /// Whether its byte order is not that of this machine.
  [[nodiscard]] bool is_swapped() const { return is_swapped_; }
  /// Where each element stands in the file, by its number from 0; empty where the numbers in the
  /// file are not 1 to n_elements in some order, as some writers leave them.
  [[nodiscard]] const std::vector<long long>& positions() const { return positions_; }

  /// The values [components][n][n][n] of the element at a position. Not collective; throws
  /// base::Error where they cannot be read or one is not finite.
  void read(std::string_view block, long long position, std::vector<double>& values);

 private:
  void read_byte_order(std::string_view mark);
  void read_numbers(std::string_view bytes);

  std::string name_;
  NekFieldHeader header_;
  bool is_swapped_ = false;
  std::vector<long long> positions_;
  std::ifstream in_;
  std::vector<char> row_;
};

}  // namespace lobatto::io
