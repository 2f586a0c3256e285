#include "io/nek/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "io/collective.hpp"

namespace lobatto::io {

namespace fs = std::filesystem;

namespace {

/// Up to n bytes from where the stream is.
std::string read_some(std::istream& in, std::size_t n) {
  std::string bytes(n, '\0');
  in.read(bytes.data(), static_cast<std::streamsize>(n));
  bytes.resize(static_cast<std::size_t>(in.gcount()));
  return bytes;
}

/// A number in a file that may have the other byte order.
template <class T>
T number_at(const char* bytes, bool is_swapped) {
  std::array<char, sizeof(T)> word{};
  std::copy_n(bytes, sizeof(T), word.begin());
  if (is_swapped) std::ranges::reverse(word);
  T value{};
  std::memcpy(&value, word.data(), sizeof(T));
  return value;
}

template <class Real>
void take_reals(const std::vector<char>& row, bool is_swapped, std::vector<double>& values) {
  values.clear();
  for (std::size_t at = 0; at < row.size(); at += sizeof(Real))
    values.push_back(static_cast<double>(number_at<Real>(row.data() + at, is_swapped)));
}

/// Longer files are read: parallel writers leave the end of a longer one that was there before.
void check_length(const NekFieldHeader& header, std::uintmax_t n_bytes, const std::string& name) {
  if (n_bytes == header.end_of_values() || n_bytes >= header.end()) return;
  throw base::Error(fmt::format(
      "{}: the file is cut: {} bytes, expected {} for the blocks {} of {} elements with {} nodes a "
      "direction ({} without their smallest and largest values)",
      name, n_bytes, header.end(), header.code(), header.n_elements, header.n[0],
      header.end_of_values()));
}

}  // namespace

bool is_nek_field(const fs::path& file, const comm::Communicator& communicator) {
  bool is = false;
  on_root(communicator, [&] {
    if (!base::fault_of_input(file).empty()) return;
    std::ifstream in = base::open_input(file);
    is = read_some(in, 4) == "#std";
  });
  return communicator.max(is ? 1.0 : 0.0) != 0;
}

bool is_nek_field_name(const fs::path& file) {
  const std::string ending = file.extension().string();
  return ending.size() >= 6 && ending.starts_with(".f") &&
         ending.find_first_not_of("0123456789", 2) == std::string::npos;
}

NekFieldReader::NekFieldReader(const fs::path& file, const comm::Communicator& communicator)
    : name_(file.string()) {
  std::string head;
  on_root(communicator, [&] {
    std::ifstream in = base::open_input(file);
    head = read_some(in, NekFieldHeader::length);
    const NekFieldHeader header = parse_nek_field_header(head, name_);
    check_length(header, fs::file_size(file), name_);
    head += read_some(in, static_cast<std::size_t>(header.n_elements_here + 1) * 4);
  });
  communicator.broadcast(head, 0);
  on_all(communicator, [&] {
    header_ = parse_nek_field_header(head, name_);
    const std::string_view rest = std::string_view(head).substr(NekFieldHeader::length);
    read_byte_order(rest.substr(0, 4));
    read_numbers(rest.substr(4));
    in_ = base::open_input(file);
  });
}

void NekFieldReader::require_velocity() const {
  if (!header_.has("U"))
    throw base::Error(fmt::format("{}: its blocks are {}, expected a velocity (U) among them",
                                  name_, header_.code()));
}

void NekFieldReader::read_byte_order(std::string_view mark) {
  const auto is_right = [&](bool is_swapped) {
    return std::abs(number_at<float>(mark.data(), is_swapped) - NekFieldHeader::byte_order_mark) <
           1e-4F;
  };
  is_swapped_ = !is_right(false);
  if (is_swapped_ && !is_right(true))
    throw base::Error(fmt::format(
        "{}: expected the real 6.54321, which tells the byte order, at byte {}, found {:g}", name_,
        NekFieldHeader::length, number_at<float>(mark.data(), false)));
}

void NekFieldReader::read_numbers(std::string_view bytes) {
  const long long n = header_.n_elements_here;
  positions_.assign(static_cast<std::size_t>(n), -1);
  for (long long position = 0; position < n; ++position) {
    const auto number = number_at<std::int32_t>(bytes.data() + 4 * position, is_swapped_);
    if (number < 1 || number > n || positions_[number - 1] >= 0) {
      positions_.clear();
      return;
    }
    positions_[number - 1] = position;
  }
}

void NekFieldReader::read(std::string_view block, long long position, std::vector<double>& values) {
  const std::uintmax_t row_bytes = header_.row_bytes(block);
  row_.resize(row_bytes);
  in_.clear();
  in_.seekg(static_cast<std::streamoff>(header_.begin_of(block) +
                                        static_cast<std::uintmax_t>(position) * row_bytes));
  in_.read(row_.data(), static_cast<std::streamsize>(row_.size()));
  if (!in_)
    throw base::Error(fmt::format("{}: block {} of element {} in the file cannot be read", name_,
                                  block, position + 1));
  if (header_.word_size == 8) {
    take_reals<double>(row_, is_swapped_, values);
  } else {
    take_reals<float>(row_, is_swapped_, values);
  }
  if (!std::ranges::all_of(values, [](double value) { return std::isfinite(value); }))
    throw base::Error(
        fmt::format("{}: block {} of element {} in the file has values that are not "
                    "finite",
                    name_, block, position + 1));
}

}  // namespace lobatto::io
