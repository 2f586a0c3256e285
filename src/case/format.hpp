#pragma once

#include <functional>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "case/case.hpp"
#include "case/document/document.hpp"
#include "case/document/section.hpp"
#include "case/schema/schema.hpp"
#include "case/schema/table.hpp"

namespace lobatto::cases {

/// Of an extension whose keys stand in a table of conditions, `boundary.<face>` or
/// `scalar[].boundary.<face>`.
template <class Condition, class Owner>
struct ConditionKeys {
  /// Where the first key gives a condition: its kind. Of several on one part of the boundary the
  /// first in the order of extensions tells the kind.
  std::optional<decltype(Condition::kind)> kind = {};
  /// Reads them into the condition there, whose kind is known. Owner: the case, or the scalar.
  std::function<void(const Section& table, Condition&, Owner&)> read = {};
};

/// Where an extension is read and described.
enum class Place {
  among_others,
  with_conditions,  ///< it drives the flow: it is described there
  with_output       ///< it looks at the solution: it is read after output.quantities and after all
                    ///< that declares fields, and described after the output
};

/// A part of case files that this room knows nothing of: what may stand there, and who reads it,
/// after all that this room reads.
struct Extension {
  std::vector<Key> keys;  ///< a table first
  std::vector<Group> groups = {};
  std::function<void(const Section& root, Case& c)> read = {};
  /// What scalars, time and solvers need to know of it, before those are read.
  std::function<void(const Section& root, Case& c)> read_first = {};
  /// The names of its tables, a list, are those of fields in the state, which expressions of the
  /// output may use.
  bool declares_fields = false;
  /// Further such fields, from a document that is not checked.
  std::function<std::vector<std::string>(const Value& document)> fields = {};
  Place place = Place::among_others;
  /// What a case says there, as lines for people; the case is read whole.
  std::function<std::string(const Case& c)> describe = {};
  /// Reports what does not go together; the case is read whole.
  std::function<void(const Case& c, Problems& problems)> check = {};
  ConditionKeys<FaceCondition, Case> on_velocity = {};
  ConditionKeys<ScalarFaceCondition, ScalarCase> on_scalar = {};
};

/// Of a table, or a list of tables, with a T each: they are in Case::extensions. `check`: what
/// takes the rest of the case, or those before it in the list, to judge or to fill.
template <class T>
using ExtensionCheck =
    std::function<void(const Section& table, T&, const std::vector<T>& earlier, Case&)>;
template <class T>
Extension extension_of(const Table<T>& table, std::type_identity_t<ExtensionCheck<T>> check = {},
                       std::vector<Group> groups = {}) {
  const auto read = [table, check = std::move(check)](const Section& root, Case& c) {
    const Key& key = table.keys().front();
    std::vector<Section> sections;
    if (key.kind == Kind::table_list)
      sections = root.tables(key.name());
    else if (root.has(key.name()))
      sections = {root.table(key.name())};
    std::vector<T> values;
    for (const Section& section : sections) {
      T value;
      table.read(section, value);
      if (check) check(section, value, values, c);
      values.push_back(std::move(value));
    }
    c.extensions.set(std::move(values));
  };
  return {table.keys(), std::move(groups), read};
}

/// All that case files may say: what this room knows, and what others have added.
class CaseFormat {
 public:
  explicit CaseFormat(std::vector<Extension> extensions = {});

  [[nodiscard]] const Schema& schema() const { return schema_; }
  [[nodiscard]] const std::vector<Extension>& extensions() const { return extensions_; }

 private:
  std::vector<Extension> extensions_;
  Schema schema_;
};

}  // namespace lobatto::cases
