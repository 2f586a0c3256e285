#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "comm/communicator.hpp"
#include "io/nek/header.hpp"

namespace lobatto::io {

/// True where a file begins as Nek5000 field files do, has the name of a checkpoint of Neko, or is
/// one in HDF5. Collective.
bool is_nek_field(const std::filesystem::path& file, const comm::Communicator& communicator);

/// Throws base::Error, which says what to do, where a file is in the old format of Nek5000,
/// x.fld01. Collective.
void refuse_old_nek_field(const std::filesystem::path& file,
                          const comm::Communicator& communicator);

/// True for names such as x0.f00001.
bool is_nek_field_name(const std::filesystem::path& file);

/// The fields of one time in a Nek5000 field file, see NekFieldHeader, or in several of which one
/// is named (nek_parts), or in a checkpoint of Neko, in HDF5 too; values of 4 or 8 bytes in either
/// byte order.
class NekFieldReader {
 public:
  /// Rank 0 reads what comes before the values of all parts, and looks whether each file is as long
  /// as it must be. Collective; throws base::Error that names the file on every rank.
  NekFieldReader(const std::filesystem::path& file, const comm::Communicator& communicator);

  /// Of the first part, but for n_elements, which are those of all.
  [[nodiscard]] const NekFieldHeader& header() const { return parts_.front().header; }
  [[nodiscard]] std::size_t n_parts() const { return parts_.size(); }
  [[nodiscard]] const std::string& name() const { return name_; }
  /// Throws base::Error that names the file and what it has, where it has no velocity.
  void require_velocity() const;
  /// Whether its byte order is not that of this machine.
  [[nodiscard]] bool is_swapped() const { return parts_.front().is_swapped; }
  /// Where each element stands in the file, part after part, by its number from 0; empty where the
  /// numbers in the file are not 1 to n_elements in some order, as some writers leave them.
  [[nodiscard]] const std::vector<long long>& positions() const { return positions_; }
  /// The number, from 1, that the file gives the element at a position.
  [[nodiscard]] long long number_of(long long position) const { return numbers_[position]; }

  /// The values [components][n][n][n], in a plane [components][n][n], of the element at a position.
  /// Not collective; throws base::Error where they cannot be read or one is not finite.
  void read(std::string_view block, long long position, std::vector<double>& values);

 private:
  struct Part {
    std::string name;
    NekFieldHeader header;
    bool is_swapped = false;
    long long first = 0;  ///< position of its first element
  };
  void add_part(const std::string& name, std::string_view head);
  void note_numbers(std::string_view bytes);
  void check_parts() const;
  void find_positions();
  void read_row(const NekFieldHeader& header, std::string_view block, std::uintmax_t row);
  const Part& open_part_of(long long position);

  std::string name_;
  std::vector<Part> parts_;
  std::vector<std::int32_t> numbers_;  ///< of the elements, part after part
  std::vector<long long> positions_;
  std::size_t open_part_ = 0;
  std::ifstream in_;
  std::vector<char> row_;
};

}  // namespace lobatto::io
