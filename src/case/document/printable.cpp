#include "case/document/printable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace lobatto::cases {

namespace {

unsigned byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

bool continues(unsigned byte) { return (byte & 0xc0U) == 0x80U; }

/// Where the character begins that the byte `at` belongs to; what does not begin within the four
/// bytes that a character has is none.
std::size_t begin_of_character(std::string_view text, std::size_t at) {
  for (std::size_t back = 0; back < 4 && back <= at; ++back)
    if (!continues(byte_at(text, at - back))) return at - back;
  return at;
}

/// A character of UTF-8 at the beginning of a text; no bytes where there is none.
struct Character {
  std::size_t n_bytes = 0;
  std::uint32_t code = 0;
};

Character first_character(std::string_view text) {
  const unsigned lead = byte_at(text, 0);
  if (lead < 0x80) return {1, lead};
  const std::size_t n = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < n) return {};
  std::uint32_t code = lead & (0xffU >> (n + 1));
  for (std::size_t i = 1; i < n; ++i) {
    if (!continues(byte_at(text, i))) return {};
    code = (code << 6) | (byte_at(text, i) & 0x3fU);
  }
  constexpr std::uint32_t least[]{0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
  if (code < least[n] || code > 0x10ffff || is_surrogate) return {};
  return {n, code};
}

bool is_between(std::uint32_t code, std::uint32_t first, std::uint32_t last) {
  return code >= first && code <= last;
}

/// Control characters, line and paragraph separators, marks of writing direction and of width zero.
bool steers(std::uint32_t code) {
  return code < 0x20 || is_between(code, 0x7f, 0x9f) || is_between(code, 0x200b, 0x200f) ||
         is_between(code, 0x2028, 0x202e) || is_between(code, 0x2060, 0x206f) || code == 0xfeff;
}

std::string escaped(std::uint32_t code) {
  if (code == '\n') return "\\n";
  if (code == '\t') return "\\t";
  if (code == '\r') return "\\r";
  return code < 0x100 ? fmt::format("\\x{:02x}", code) : fmt::format("\\u{:04x}", code);
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Character character = first_character(text);
    const std::size_t n = std::max<std::size_t>(character.n_bytes, 1);
    if (character.n_bytes == 0)
      out += escaped(byte_at(text, 0));
    else if (steers(character.code))
      out += escaped(character.code);
    else
      out += text.substr(0, n);
    text.remove_prefix(n);
  }
  return out;
}

std::string printable_lines(std::string_view text) {
  std::string out;
  for (;;) {
    const std::size_t end = text.find('\n');
    out += printable(text.substr(0, end));
    if (end == std::string_view::npos) return out;
    out += '\n';
    text.remove_prefix(end + 1);
  }
}

std::string printable_message(std::string_view text) {
  std::string out;
  for (std::size_t begin = 0;;) {
    std::size_t end = text.find('\n', begin);
    while (end != std::string_view::npos && !text.substr(end + 1).starts_with(continuation))
      end = text.find('\n', end + 1);
    out += printable(text.substr(begin, end - begin));
    if (end == std::string_view::npos) return out;
    out += '\n';
    begin = end + 1;
  }
}

std::string as_continuation(std::string_view text) {
  if (text.find('\n') == std::string_view::npos) return std::string(text);
  std::string out = fmt::format("\n{}", continuation);
  for (const char c : text) {
    out += c;
    if (c == '\n') out += continuation;
  }
  return out;
}

std::string beginning_of(std::string_view text, std::size_t longest) {
  if (text.size() <= longest) return std::string(text);
  return fmt::format("{} ...", text.substr(0, begin_of_character(text, longest)));
}

std::string shortened(std::string_view text, std::size_t longest) {
  if (text.size() <= longest) return std::string(text);
  std::size_t last = text.size() - longest / 4;
  while (last < text.size() && continues(byte_at(text, last))) ++last;
  return fmt::format("{} {}", beginning_of(text, longest - longest / 4), text.substr(last));
}

}  // namespace lobatto::cases
