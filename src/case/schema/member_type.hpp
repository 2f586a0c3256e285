#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "case/case.hpp"
#include "case/document/section.hpp"
#include "case/schema/choices.hpp"
#include "case/schema/schema.hpp"

namespace lobatto::cases {

/// What a member of this type is in a case file: the kind of its key, how it is read (nothing where
/// the key is not there) and, where it has such a text, its value as one would write it.
template <class V>
struct MemberType;

/// As short as it can be read back: "0.5", "1e-8".
std::string number_text(double x);

template <>
struct MemberType<double> {
  static constexpr Kind kind = Kind::number;
  static std::optional<double> read(const Section& table, const std::string& key) {
    return table.number(key);
  }
  static std::string text(double x) { return number_text(x); }
};

template <>
struct MemberType<long long> {
  static constexpr Kind kind = Kind::integer;
  static std::optional<long long> read(const Section& table, const std::string& key) {
    return table.integer(key);
  }
  static std::string text(long long n) { return std::to_string(n); }
};

/// The range of the key keeps it from overflow.
template <>
struct MemberType<int> {
  static constexpr Kind kind = Kind::integer;
  static std::optional<int> read(const Section& table, const std::string& key) {
    const auto n = table.integer(key);
    return n ? std::optional(static_cast<int>(*n)) : std::nullopt;
  }
  static std::string text(int n) { return std::to_string(n); }
};

template <>
struct MemberType<bool> {
  static constexpr Kind kind = Kind::flag;
  static std::optional<bool> read(const Section& table, const std::string& key) {
    return table.flag(key);
  }
  static std::string text(bool flag) { return flag ? "true" : "false"; }
};

/// A text; its key says of which kind.
template <>
struct MemberType<std::string> {
  static constexpr Kind kind = Kind::path;
  static std::optional<std::string> read(const Section& table, const std::string& key) {
    return table.word(key);
  }
};

template <>
struct MemberType<std::vector<std::string>> {
  static constexpr Kind kind = Kind::names;
  static std::optional<std::vector<std::string>> read(const Section& table,
                                                      const std::string& key) {
    return table.has(key) ? std::optional(table.words(key)) : std::nullopt;
  }
};

/// Of each direction, whether it is one of the words.
template <>
struct MemberType<std::array<bool, 3>> {
  static constexpr Kind kind = Kind::words;
  static std::optional<std::array<bool, 3>> read(const Section& table, const std::string& key) {
    std::array<bool, 3> chosen{};
    for (const std::string& word : table.words(key))
      chosen.at(value_of(direction_words(), word).value()) = true;
    return chosen;
  }
};

template <>
struct MemberType<std::vector<double>> {
  static constexpr Kind kind = Kind::numbers;
  static std::optional<std::vector<double>> read(const Section& table, const std::string& key) {
    return table.numbers(key);
  }
};

template <std::size_t n>
struct MemberType<std::array<double, n>> {
  static constexpr Kind kind = Kind::numbers;
  static constexpr std::size_t count = n;
  static std::optional<std::array<double, n>> read(const Section& table, const std::string& key) {
    const auto numbers = table.numbers(key);
    if (!numbers) return std::nullopt;
    std::array<double, n> vector;
    std::copy_n(numbers->begin(), n, vector.begin());
    return vector;
  }
  static std::string text(const std::array<double, n>& numbers) {
    std::string list;
    for (const double x : numbers) list += (list.empty() ? "[" : ", ") + number_text(x);
    return list + "]";
  }
};

template <>
struct MemberType<Expression> {
  static constexpr Kind kind = Kind::expression;
  static std::optional<Expression> read(const Section& table, const std::string& key) {
    return table.expression(key);
  }
};

template <>
struct MemberType<VectorExpression> {
  static constexpr Kind kind = Kind::expressions;
  static std::optional<VectorExpression> read(const Section& table, const std::string& key) {
    return table.expressions(key);
  }
};

}  // namespace lobatto::cases
