#include "io/nek/header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/error.hpp"

namespace lobatto::io {

namespace {

constexpr std::string_view magic = "#std";
constexpr std::string_view letters = "XUPTS";
constexpr std::string_view digits = "0123456789";

bool is_digit(char c) { return digits.find(c) != std::string_view::npos; }

/// Words of the head one after another.
class Words {
 public:
  Words(std::string_view text, const std::string& name) : rest_(text), name_(name) {}

  [[noreturn]] void fail(const std::string& problem) const {
    throw base::Error(fmt::format("{}: {}", name_, problem));
  }
  std::string_view word() {
    skip_blanks();
    const std::string_view found = rest_.substr(0, rest_.find(' '));
    rest_.remove_prefix(found.size());
    return found;
  }
  long long integer(const char* what, long long lower, long long upper) {
    const auto value = number<long long>(what);
    if (value < lower || value > upper)
      fail(fmt::format("expected {} from {} to {}, found {}", what, lower, upper, value));
    return value;
  }
  double real(const char* what) {
    const auto value = number<double>(what);
    if (!std::isfinite(value)) fail(fmt::format("expected {}, found {}", what, value));
    return value;
  }
  /// The next character that is no blank; 0 at the end.
  char peek() {
    skip_blanks();
    return rest_.empty() ? '\0' : rest_.front();
  }
  char take() {
    const char c = peek();
    if (c != '\0') rest_.remove_prefix(1);
    return c;
  }

 private:
  void skip_blanks() {
    while (!rest_.empty() && rest_.front() == ' ') rest_.remove_prefix(1);
  }
  template <class T>
  T number(const char* what) {
    const std::string_view text = word();
    const char* const end = text.data() + text.size();
    T value{};
    const auto result = std::from_chars(text.data(), end, value);
    if (text.empty() || result.ec != std::errc() || result.ptr != end)
      fail(fmt::format("expected {} in its head, found '{}'", what, text));
    return value;
  }

  std::string_view rest_;
  const std::string& name_;
};

/// The letters of the blocks, which old files set apart by blanks, up to the first number.
std::vector<std::string> read_blocks(Words& words) {
  std::vector<std::string> blocks;
  std::size_t n_passed = 0;
  for (char c = words.peek(); c != '\0' && !is_digit(c) && c != '-'; c = words.peek()) {
    const std::size_t at = letters.find(words.take());
    if (at == std::string_view::npos || at < n_passed)
      words.fail(
          fmt::format("expected the letters of its blocks, some of XUPT and Snn in this "
                      "order, found '{}'",
                      c));
    n_passed = at + 1;
    if (c != 'S') {
      blocks.emplace_back(1, c);
      continue;
    }
    const char tens = words.take(), ones = words.take();
    if (!is_digit(tens) || !is_digit(ones))
      words.fail("expected a number of scalars of two digits after the letter S");
    const int n = 10 * (tens - '0') + (ones - '0');
    for (int s = 1; s <= n; ++s) blocks.push_back(scalar_block(static_cast<std::size_t>(s)));
    break;  // a number follows
  }
  return blocks;
}

void refuse_what_is_not_read(const NekFieldHeader& header, const std::string& name) {
  const auto refuse = [&](const std::string& problem) {
    throw base::Error(fmt::format("{}: {}", name, problem));
  };
  const auto [n_x, n_y, n_z] = header.n;
  if (n_x != n_y || (n_x != n_z && n_z != 1) || n_x < 2)
    refuse(fmt::format(
        "expected elements of n x n x n or n x n x 1 nodes with n from 2, found {} x {} x {}", n_x,
        n_y, n_z));
  if (header.n_files <= 1 && header.n_elements_here != header.n_elements)
    refuse(fmt::format("{} of {} elements in a single file; expected all of them",
                       header.n_elements_here, header.n_elements));
  if (header.n_files > 1 && (header.file >= header.n_files || header.n_files > header.n_elements))
    refuse(fmt::format(
        "file {} of {} with {} elements in all; expected a number below that of the files, which "
        "are no more than elements",
        header.file, header.n_files, header.n_elements));
}

/// Where a component of a block begins in a checkpoint of Neko.
std::uintmax_t neko_begin_of(const NekFieldHeader& header, std::string_view block, int component) {
  int n_before = 0;
  for (const std::string& before : header.blocks) {
    if (before == block) return header.neko->begins[static_cast<std::size_t>(n_before + component)];
    n_before += n_components(before);
  }
  return header.neko->end;
}

}  // namespace

int n_components(std::string_view block) { return block == "X" || block == "U" ? 3 : 1; }

std::string scalar_block(std::size_t s) { return s == 0 ? "T" : fmt::format("S{:02d}", s); }

bool are_nek_blocks(const std::vector<std::string>& blocks) {
  std::size_t n_passed = 0;
  std::size_t n_scalars = 0;
  for (const std::string& block : blocks) {
    if (block.starts_with('S')) {
      if (block != scalar_block(++n_scalars) || n_scalars > 99) return false;
      n_passed = letters.size();
      continue;
    }
    const std::size_t at = block.size() == 1 ? letters.find(block[0]) : std::string_view::npos;
    if (at == std::string_view::npos || at < n_passed) return false;
    n_passed = at + 1;
  }
  return true;
}

bool NekFieldHeader::has(std::string_view block) const {
  return std::ranges::find(blocks, block) != blocks.end();
}

int NekFieldHeader::components(std::string_view block) const {
  return is_plane() ? std::min(n_components(block), 2) : n_components(block);
}

std::uintmax_t NekFieldHeader::row_bytes(std::string_view block) const {
  return static_cast<std::uintmax_t>(components(block) * element_size() * word_size);
}

std::uintmax_t NekFieldHeader::begin_of(std::string_view block, int component) const {
  if (neko) return neko_begin_of(*this, block, component);
  const auto n_rows = static_cast<std::uintmax_t>(n_elements_here);
  std::uintmax_t at = begin_of_numbers + n_rows * sizeof(std::int32_t);
  for (const std::string& before : blocks) {
    if (before == block) break;
    at += n_rows * row_bytes(before);
  }
  return at;
}

std::string NekFieldHeader::name_of(std::string_view block) const {
  if (neko)
    for (std::size_t s = 0; s < neko->scalar_names.size(); ++s)
      if (scalar_block(s) == block) return neko->scalar_names[s];
  return std::string(block);
}

std::uintmax_t NekFieldHeader::end() const {
  if (is_plane() || neko) return end_of_values();
  std::uintmax_t n_values = 0;
  for (const std::string& block : blocks)
    n_values += 2 * static_cast<std::uintmax_t>(n_components(block));
  return end_of_values() + static_cast<std::uintmax_t>(n_elements_here) * n_values * sizeof(float);
}

std::string NekFieldHeader::code() const {
  std::string text;
  std::size_t n_scalars = 0;
  for (const std::string& block : blocks) {
    if (block.starts_with('S')) {
      ++n_scalars;
    } else {
      text += block;
    }
  }
  return n_scalars == 0 ? text : text + scalar_block(n_scalars);
}

std::string head_text(const NekFieldHeader& h) {
  // The reference pressure of flows at low Mach number is none of ours.
  constexpr double reference_pressure = 0;
  const std::string text = fmt::format(
      "{} {:1d} {:2d} {:2d} {:2d} {:10d} {:10d} {:20.13E} {:9d} {:6d} {:6d} {:<10}{:15.7E} {}",
      magic, h.word_size, h.n[0], h.n[1], h.n[2], h.n_elements_here, h.n_elements, h.time, h.step,
      h.file, h.n_files, h.code(), reference_pressure, h.pressure_on_own_mesh ? 'T' : 'F');
  return fmt::format("{:<{}}", text, NekFieldHeader::length);
}

NekFieldHeader parse_nek_field_header(std::string_view text, const std::string& name) {
  Words words(text.substr(0, NekFieldHeader::length), name);
  if (!text.starts_with(magic))
    words.fail(fmt::format("expected a Nek5000 field file, which begins with {}", magic));
  if (text.size() < NekFieldHeader::length)
    words.fail(fmt::format("the file ends after {} bytes, inside its head of {}", text.size(),
                           NekFieldHeader::length));
  words.word();
  constexpr long long any = std::numeric_limits<std::int32_t>::max();
  NekFieldHeader header;
  header.word_size = static_cast<int>(words.integer("a word size", 4, 8));
  if (header.word_size != 4 && header.word_size != 8)
    words.fail(fmt::format("expected values of 4 or 8 bytes, found {}", header.word_size));
  for (int& n : header.n) n = static_cast<int>(words.integer("a number of nodes", 1, 99));
  header.n_elements_here = words.integer("a number of elements", 1, any);
  header.n_elements = words.integer("a number of elements", 1, any);
  header.time = words.real("a time");
  header.step = words.integer("a number of steps", 0, any);
  header.file = static_cast<int>(words.integer("a number of this file", 0, any));
  header.n_files = static_cast<int>(words.integer("a number of files", 0, any));
  header.blocks = read_blocks(words);
  // What older files end before: the reference pressure, and the nodes of the pressure.
  words.word();
  header.pressure_on_own_mesh = words.peek() == 'T';
  refuse_what_is_not_read(header, name);
  return header;
}

bool is_neko_checkpoint_name(const std::filesystem::path& file) {
  return file.extension() == ".chkp";
}

NekFieldHeader parse_neko_checkpoint(std::string_view bytes, std::uintmax_t length,
                                     const std::string& name) {
  const auto refuse = [&](const std::string& problem) {
    throw base::Error(fmt::format("{}: {}", name, problem));
  };
  if (bytes.size() < NekoLayout::head)
    refuse(fmt::format("the file ends after {} bytes, inside its head of {}", bytes.size(),
                       NekoLayout::head));
  std::array<std::int32_t, 4> numbers{};
  NekFieldHeader header;
  std::memcpy(numbers.data(), bytes.data(), sizeof(numbers));
  std::memcpy(&header.time, bytes.data() + sizeof(numbers), sizeof(double));
  const auto [n_elements, n_dimensions, n, parts] = numbers;
  if (n_elements < 1 || n < 2 || n > 99 || parts < 0 || parts > 31 || !std::isfinite(header.time))
    refuse(fmt::format(
        "expected a checkpoint of Neko, which begins with the number of its elements, dimensions, "
        "nodes and parts, found {}, {}, {} and {}",
        n_elements, n_dimensions, n, parts));
  if (n_dimensions != 3) refuse(fmt::format("{} dimensions, expected 3", n_dimensions));
  const auto has = [&](int part) { return (parts & part) != 0; };
  const int n_components =
      4 + (has(1) ? 6 : 0) + (has(2) ? 1 : 0) + (has(8) ? 6 : 0) + (has(16) ? 4 : 0);
  header.n = {n, n, n};
  header.n_elements_here = header.n_elements = n_elements;
  header.blocks = {"U", "P"};
  if (has(2)) header.blocks.emplace_back("T");
  const auto n_values = static_cast<std::uintmax_t>(n_elements) * header.element_size();
  const std::uintmax_t n_reals = n_values * n_components + (has(4) ? 20 : 0);
  for (const int size : {4, 8})
    if (length == NekoLayout::head + n_reals * size) {
      header.word_size = size;
      header.neko.emplace().end = length;
      for (const std::uintmax_t before : {0, 1, 2, 3, has(1) ? 10 : 4})
        header.neko->begins.push_back(NekoLayout::head + before * n_values * size);
      return header;
    }
  refuse(
      fmt::format("{} bytes, expected {} or, in single precision, {} for {} components of {} "
                  "elements with {} nodes per direction",
                  length, NekoLayout::head + n_reals * 8, NekoLayout::head + n_reals * 4,
                  n_components, n_elements, n));
  return header;
}

}  // namespace lobatto::io
