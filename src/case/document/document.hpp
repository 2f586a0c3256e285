#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "case/expressions/expression.hpp"

namespace lobatto::cases {

/// Where a value stands: in a file, or in an override on the command line (then without line and
/// column).
struct Location {
  std::string source;  ///< "cases/duct.toml" or "--set mesh.order=9"
  int line = 0;        ///< from 1; 0: the source as a whole
  int column = 0;
  bool is_override = false;

  [[nodiscard]] std::string text() const;  ///< "cases/duct.toml:14:9"
};

struct Entry;

/// A value of a case file with its place. What was found invalid, and reported, is set to
/// monostate: later checks pass over it in silence.
struct Value {
  using List = std::vector<Value>;
  using Table = std::vector<Entry>;  ///< in the order of the file

  std::variant<std::monostate, bool, long long, double, std::string, List, Table> data;
  Location where;
  std::optional<Expression> expression = {};  ///< of a key that takes one, once it is checked

  template <class T>
  [[nodiscard]] const T* get() const {
    return std::get_if<T>(&data);
  }
  template <class T>
  [[nodiscard]] T* get() {
    return std::get_if<T>(&data);
  }
  [[nodiscard]] bool is_valid() const { return !std::holds_alternative<std::monostate>(data); }
};

struct Entry {
  std::string key;
  Location where;  ///< of the key
  Value value;
};

/// The entry of a table, or null.
const Entry* find_entry(const Value& table, std::string_view key);
Entry* find_entry(Value& table, std::string_view key);

/// The value as one would write it, cut after about 40 characters: for messages.
std::string short_text(const Value& value);

/// The whole of a file, of at most `most_bytes`. Throws base::Error; for a missing file with the
/// names like it in its folder.
std::string read_text(const std::filesystem::path& file,
                      std::uintmax_t most_bytes = std::numeric_limits<std::uintmax_t>::max());

/// TOML 1.0 to a tree of values; `file` is for the places. Throws base::Error with line and column.
Value parse_document(const std::string& text, const std::string& file);

/// One TOML value alone; what is none, such as a bare word or 2*pi, is taken as a string. All of it
/// stands at `where`.
Value parse_value(const std::string& text, const Location& where);

/// What no document needs and no parser should be asked for.
inline constexpr std::size_t most_document_bytes = std::size_t{16} << 20;
inline constexpr std::size_t most_key_parts = 32;  ///< "mesh.x.range" has three
inline constexpr std::size_t deepest_brackets = 32;

/// Why a text is not given to the TOML parser, with the line; empty where it may be. Keys of very
/// many parts, and tables or lists very deep in each other, would exhaust the stack.
std::string excess_of_document(std::string_view text);

}  // namespace lobatto::cases
