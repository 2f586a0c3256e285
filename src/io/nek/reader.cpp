#include "io/nek/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "io/file_seal.hpp"
#include "io/nek/header.hpp"

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
  throw base::Error(
      fmt::format("{}: the file is cut: {} bytes, expected {} for the blocks {} of {} elements "
                  "with {} nodes per "
                  "direction ({} without their smallest and largest values)",
                  name, n_bytes, header.end(), header.code(), header.n_elements, header.n[0],
                  header.end_of_values()));
}

/// Of a run of ours, whose end is damaged: then nothing is known of the rest.
void refuse_lost_seal(const NekFieldHeader& header, std::uintmax_t n_bytes, const fs::path& file) {
  if (n_bytes == bytes_with_seal(header.end()) && !FileSeal::read(file))
    throw base::Error(fmt::format("{}: its last {} bytes are not the check sums of a run",
                                  file.string(), n_bytes - header.end()));
}

/// What every rank needs of the begin of a file: of a checkpoint of Neko its head and the length of
/// the file, as 8 bytes, or text where it is in HDF5; else the head, the mark of its byte order and
/// the numbers of its elements.
std::string read_head(const fs::path& file) {
  std::ifstream in = base::open_input(file);
  const std::uintmax_t length = fs::file_size(file);
  if (is_neko_checkpoint_name(file)) {
    std::string head = read_some(in, NekoLayout::head);
    head.append(reinterpret_cast<const char*>(&length), sizeof(length));
    return head;
  }
  if (is_neko_hdf5(file)) return text_of_neko_head(read_neko_hdf5(file));
  std::string head = read_some(in, NekFieldHeader::length);
  const NekFieldHeader header = parse_nek_field_header(head, file.string());
  check_length(header, length, file.string());
  refuse_lost_seal(header, length, file);
  return head + read_some(in, static_cast<std::size_t>(header.n_elements_here + 1) * 4);
}

NekFieldHeader parse_head(std::string_view head, const std::string& name) {
  if (!is_neko_checkpoint_name(name))
    return is_text_of_neko_head(head) ? parse_neko_head(head) : parse_nek_field_header(head, name);
  std::uintmax_t length = 0;
  const std::string_view own = head.substr(0, head.size() - sizeof(length));
  std::memcpy(&length, head.data() + own.size(), sizeof(length));
  return parse_neko_checkpoint(own, length, name);
}

/// Whether the byte order is not that of this machine.
bool is_other_byte_order(std::string_view mark, const std::string& name) {
  const auto is_right = [&](bool is_swapped) {
    return std::abs(number_at<float>(mark.data(), is_swapped) - NekFieldHeader::byte_order_mark) <
           1e-4F;
  };
  if (is_right(false)) return false;
  if (is_right(true)) return true;
  throw base::Error(fmt::format(
      "{}: expected the real 6.54321, which shows the byte order, at byte {}, found {:g}", name,
      NekFieldHeader::length, number_at<float>(mark.data(), false)));
}

}  // namespace

bool is_nek_field(const fs::path& file, const comm::Communicator& communicator) {
  bool is = false;
  comm::on_root(communicator, [&] {
    if (!base::fault_of_input(file).empty()) return;
    std::ifstream in = base::open_input(file);
    is = is_neko_checkpoint_name(file) || read_some(in, 4) == "#std" || is_neko_hdf5(file);
  });
  return communicator.max(is ? 1.0 : 0.0) != 0;
}

void refuse_old_nek_field(const fs::path& file, const comm::Communicator& communicator) {
  comm::on_root(communicator, [&] {
    constexpr std::size_t length = 80;  // of its head, before the mark of the byte order, 6.54321
    if (!base::fault_of_input(file).empty()) return;
    std::ifstream in = base::open_input(file);
    const std::string head = read_some(in, length + 4);
    if (head.size() < length + 4 || head.find_first_not_of(" 0123456789.eE+-XYZUPTS\n", 0) < length)
      return;
    const std::string mark = head.substr(length), swapped{mark.rbegin(), mark.rend()};
    for (const std::string_view own : {std::string_view(mark), std::string_view(swapped)})
      if (own == "\xfa\x61\xd1\x40")
        throw base::Error(fmt::format(
            "{}: this is the old .fld format of Nek5000, which is not read; Nek5000 itself reads "
            "it (startFrom) and writes fields that are, x0.f00001",
            file.string()));
  });
}

bool is_nek_field_name(const fs::path& file) {
  const std::string ending = file.extension().string();
  return ending.size() >= 6 && ending.starts_with(".f") &&
         ending.find_first_not_of("0123456789", 2) == std::string::npos;
}

NekFieldReader::NekFieldReader(const fs::path& file, const comm::Communicator& communicator)
    : name_(file.string()) {
  std::string own_head;
  std::vector<std::string> names, heads;
  comm::on_root(communicator, [&] {
    own_head = read_head(file);
    for (const fs::path& part : nek_parts(file, parse_head(own_head, name_)))
      heads.push_back(part == file ? own_head : read_head(part));
  });
  communicator.broadcast(own_head, 0);
  for (const fs::path& part : nek_parts(file, parse_head(own_head, name_)))
    names.push_back(part.string());
  heads.resize(names.size());
  for (std::string& head : heads) communicator.broadcast(head, 0);
  comm::on_all(communicator, [&] {
    for (std::size_t part = 0; part < names.size(); ++part) add_part(names[part], heads[part]);
    check_parts();
    find_positions();
    in_ = base::open_input(parts_.front().name);
  });
}

void NekFieldReader::add_part(const std::string& name, std::string_view head) {
  Part part{name, parse_head(head, name)};
  part.first = static_cast<long long>(numbers_.size());
  const bool is_numbered = !part.header.neko;
  part.is_swapped = is_numbered ? is_other_byte_order(head.substr(NekFieldHeader::length, 4), name)
                                : part.header.neko->is_swapped;
  parts_.push_back(std::move(part));
  if (is_numbered) return note_numbers(head.substr(NekFieldHeader::length + 4));
  for (long long e = 1; e <= header().n_elements; ++e)
    numbers_.push_back(static_cast<std::int32_t>(e));
}

/// The parts of one time, complete; their numbers tell where each element is.
void NekFieldReader::check_parts() const {
  const Part& first = parts_.front();
  for (const Part& part : parts_) {
    const NekFieldHeader &h = part.header, &f = first.header;
    if (h.n != f.n || h.blocks != f.blocks || h.word_size != f.word_size || h.time != f.time ||
        h.step != f.step || h.n_files != f.n_files || h.n_elements != f.n_elements)
      throw base::Error(fmt::format(
          "{}: {} of {} elements with {} nodes per direction at t = {:g}, expected a part of the "
          "same time as {}: {} of {} elements with {} nodes at t = {:g}",
          part.name, h.code(), h.n_elements, h.n[0], h.time, first.name, f.code(), f.n_elements,
          f.n[0], f.time));
  }
  const auto n_elements = static_cast<long long>(numbers_.size());
  if (n_elements != first.header.n_elements)
    throw base::Error(fmt::format("{}: its {} parts have {} elements, expected {}", name_,
                                  parts_.size(), n_elements, first.header.n_elements));
}

void NekFieldReader::require_velocity() const {
  if (!header().has("U"))
    throw base::Error(fmt::format("{}: its blocks are {}, expected a velocity (U) among them",
                                  name_, header().code()));
}

void NekFieldReader::note_numbers(std::string_view bytes) {
  const Part& part = parts_.back();
  for (long long e = 0; e < part.header.n_elements_here; ++e)
    numbers_.push_back(number_at<std::int32_t>(bytes.data() + 4 * e, part.is_swapped));
}

void NekFieldReader::find_positions() {
  const auto n = static_cast<long long>(numbers_.size());
  positions_.assign(numbers_.size(), -1);
  for (long long position = 0; position < n; ++position) {
    const std::int32_t number = numbers_[position];
    if (number < 1 || number > n || positions_[number - 1] >= 0) {
      positions_.clear();
      return;
    }
    positions_[number - 1] = position;
  }
}

const NekFieldReader::Part& NekFieldReader::open_part_of(long long position) {
  const auto behind = std::ranges::upper_bound(parts_, position, {}, &Part::first);
  const auto part = static_cast<std::size_t>(behind - parts_.begin()) - 1;
  if (part != open_part_) {
    in_ = base::open_input(parts_[part].name);
    open_part_ = part;
  }
  return parts_[part];
}

/// All components of an element: one after the other, or, in a checkpoint of Neko, each among those
/// of all elements.
void NekFieldReader::read_row(const NekFieldHeader& header, std::string_view block,
                              std::uintmax_t row) {
  const std::uintmax_t bytes = header.row_bytes(block);
  const int n_pieces = header.neko ? header.components(block) : 1;
  const std::uintmax_t piece = bytes / static_cast<std::uintmax_t>(n_pieces);
  row_.resize(bytes);
  in_.clear();
  for (int p = 0; p < n_pieces; ++p) {
    const std::uintmax_t begin = header.begin_of(block, p);
    in_.seekg(static_cast<std::streamoff>(begin + row * piece));
    in_.read(row_.data() + static_cast<std::ptrdiff_t>(p * piece),
             static_cast<std::streamsize>(piece));
  }
}

void NekFieldReader::read(std::string_view block, long long position, std::vector<double>& values) {
  const Part& part = open_part_of(position);
  const auto row = static_cast<std::uintmax_t>(position - part.first);
  read_row(part.header, block, row);
  if (!in_)
    throw base::Error(fmt::format("{}: block {} of element {} in the file cannot be read",
                                  part.name, block, row + 1));
  if (part.header.word_size == 8) {
    take_reals<double>(row_, part.is_swapped, values);
  } else {
    take_reals<float>(row_, part.is_swapped, values);
  }
  if (!std::ranges::all_of(values, [](double value) { return std::isfinite(value); }))
    throw base::Error(
        fmt::format("{}: block {} of element {} in the file has values that are not "
                    "finite",
                    part.name, block, row + 1));
}

}  // namespace lobatto::io
