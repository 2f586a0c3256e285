#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "case/document/document.hpp"
#include "case/expressions/variables.hpp"

namespace lobatto::cases {

enum class Kind {
  table,
  table_list,   ///< [[...]]
  words,        ///< a list of some of the words, each once
  choice,       ///< one of the words, or a table where keys below are declared
  file_name,    ///< letters, digits, - _ .
  identifier,   ///< a letter, then letters, digits and _; not a name that expressions know
  scalar_name,  ///< the name of a [[scalar]]
  path,         ///< of a file, from the folder of the case file
  paths,        ///< one of them, or a list of several
  flag,
  integer,
  number,       ///< or a constant expression as a string
  numbers,      ///< a list of them
  points,       ///< a list of lists of three numbers
  names,        ///< a list of texts, each once
  duration,     ///< of real time: seconds, or a text such as "1h30min"
  expression,   ///< or a number
  expressions,  ///< three of them
  later,        ///< known, but not in this version
};

struct Range {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  bool open_lower = false;  ///< lower itself is outside
  bool open_upper = false;

  [[nodiscard]] bool contains(double x) const;
  /// " above 0", " from 1 to 31", or nothing.
  [[nodiscard]] std::string text() const;
};

/// Ranges that many keys have.
inline constexpr double unbounded = std::numeric_limits<double>::infinity();
inline constexpr Range positive{0, unbounded, true, false};
/// Viscosities, diffusivities, conductivities and capacities, at every node: products of one with
/// metric terms and its squares are numbers still.
inline constexpr Range coefficient_range{0, 1e30, true, false};
inline constexpr Range step_range{1e-30, 1e30, false, false};  ///< lengths of time steps
inline constexpr Range counting{1, unbounded, false, false};
inline constexpr Range counting_things{1, 1e9, false, false};  ///< of those that are held as int

/// A word that users may well try, and what to tell them.
struct RefusedWord {
  std::string word;
  std::string why;
};

/// The declaration of one key: all that the check, the overrides and the manual know of it.
///
/// In `path`, <axis> stands for x, y, z; <face> for x, y, z (both faces) and x_min ... z_max, or
/// names of the mesh;
/// <name> for any identifier;
/// [] for an entry of a list of tables.
struct Key {
  std::string path;
  std::string old_name = {};  ///< that files of the release before may have in place of its name
  Kind kind = Kind::table;
  bool required = false;    ///< wherever the table above it is there
  std::string unless = {};  ///< this other key is there
  Range range = {};
  std::size_t count = 0;  ///< of `numbers`; 0: any
  std::vector<std::string> words =
      {};  ///< accepted besides what `kind` accepts, or alone for `choice`
  std::vector<RefusedWord> refused = {};
  Variables variables = Variables::space_time;
  std::string default_text = {};  ///< in plain words where it is no value
  std::string example = {};
  std::string description = {};

  [[nodiscard]] std::string parent() const;  ///< "mesh.<axis>" of "mesh.<axis>.ticks"
  [[nodiscard]] std::string name() const;    ///< "ticks"
};

/// Keys of one table that exclude or need each other.
struct Group {
  enum class Need { exactly_one, at_most_one, at_least_one };
  std::string parent;
  Need need = Need::exactly_one;
  std::vector<std::string> names;
};

/// All that may stand in a case file.
struct Schema {
  std::vector<Key> keys;  ///< in the order of the manual
  std::vector<Group> groups;
  std::vector<std::string> field_lists = {};  ///< lists of tables whose names are those of fields
  /// The names of further fields, from a document that is not checked.
  std::vector<std::function<std::vector<std::string>(const Value& document)>> fields = {};

  /// The declaration for key `name` in the table with the declared path `parent`, or null.
  [[nodiscard]] const Key* find(std::string_view parent, std::string_view name) const;
  /// The name of the key whose old name this is, else the name itself.
  [[nodiscard]] std::string present_name(std::string_view parent, const std::string& name) const;
  /// The names that may stand in that table; placeholders spelt out, except <name>; without those
  /// of later versions.
  [[nodiscard]] std::vector<std::string> names(std::string_view parent) const;
  [[nodiscard]] bool has_keys_below(std::string_view parent) const;
  /// "an integer from 1 to 31", "\"auto\" or \"tensor-direct\""
  [[nodiscard]] std::string expected_text(const Key& key) const;
};

/// Nothing where there is none, or where the declaration tells it in plain words.
std::optional<Value> default_value(const Key& key);

/// The declared keys as a JSON Schema (draft 07, the newest that editors of TOML know) of the case
/// file: tables, types, ranges, words, defaults, examples and meanings. It accepts every file that
/// the program accepts; what takes more than one key or an expression to judge, it leaves to the
/// program.
std::string case_json_schema(const Schema& schema);

/// The declared keys as Markdown, a table for each table of the case file: the generated part of
/// docs/case-file.md.
std::string key_table_markdown(const Schema& schema);

}  // namespace lobatto::cases
