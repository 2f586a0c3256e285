#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "case/case.hpp"
#include "case/document/document.hpp"
#include "case/document/problems.hpp"

namespace lobatto::cases {

/// A table of a checked document, or the empty place where it could be: gives the values by key.
/// What was refused before reads as if it were not there; `is_refused` tells the two apart.
class Section {
 public:
  static Section root(const Value& document, Problems& problems);

  [[nodiscard]] Section table(const std::string& key) const;
  [[nodiscard]] std::vector<Section> tables(const std::string& key) const;

  [[nodiscard]] bool has(const std::string& key) const { return find(key) != nullptr; }
  /// Also misspelt, which has been reported.
  [[nodiscard]] bool has_or_misspells(const std::string& key) const;
  [[nodiscard]] bool is_refused(const std::string& key) const;
  [[nodiscard]] bool is_table(const std::string& key) const;

  [[nodiscard]] std::optional<double> number(const std::string& key) const;
  [[nodiscard]] std::optional<long long> integer(const std::string& key) const;
  [[nodiscard]] std::optional<bool> flag(const std::string& key) const;
  [[nodiscard]] std::optional<std::string> word(const std::string& key) const;
  [[nodiscard]] std::optional<std::vector<double>> numbers(const std::string& key) const;
  /// None where the key is not there.
  [[nodiscard]] std::vector<std::array<double, 3>> points(const std::string& key) const;
  /// Of a list of words; none where the key is not there.
  [[nodiscard]] std::vector<std::string> words(const std::string& key) const;
  [[nodiscard]] std::optional<Expression> expression(const std::string& key) const;
  [[nodiscard]] std::optional<VectorExpression> expressions(const std::string& key) const;

  /// "duct.toml:12:3: boundary.x" of a key that is there, for errors that show later.
  [[nodiscard]] std::string where(const std::string& key) const;
  /// Reports a problem with a key of this table, at the key where it stands, else at the table.
  void report(const std::string& key, const std::string& message) const;
  [[nodiscard]] std::string path(const std::string& key) const {
    return path_.empty() ? key : path_ + "." + key;
  }
  /// The entries in the order of the file.
  [[nodiscard]] const Value::Table& entries() const;

 private:
  Section(const Value* value, std::string path, Location where, Problems& problems)
      : value_(value), path_(std::move(path)), where_(std::move(where)), problems_(&problems) {}

  [[nodiscard]] const Entry* find(const std::string& key) const;
  template <class T>
  [[nodiscard]] std::optional<T> value(const std::string& key) const;

  const Value* value_;  ///< null: the table is not there
  std::string path_;    ///< "scalar[0]"
  Location where_;
  Problems* problems_;
};

}  // namespace lobatto::cases
