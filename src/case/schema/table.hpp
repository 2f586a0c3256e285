#pragma once

#include <fmt/format.h>

#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "case/document/duration.hpp"
#include "case/document/section.hpp"
#include "case/schema/member_type.hpp"
#include "case/schema/schema.hpp"
#include "case/schema/words.hpp"

namespace lobatto::cases {

template <class T>
class Table;

/// A member that is filled from words; a key that accepts more than words fills it as its type.
template <class Member, class V>
struct Worded {
  Member member;
  Words<V> words;
};

/// A key of the table that fills a T, or the keys of a table in it.
template <class T>
class KeyMember {
 public:
  /// Of a key, or the keys of a table, that other code reads: where they stand in this one.
  KeyMember(Key key) : keys_{std::move(key)} {}
  explicit KeyMember(std::vector<Key> keys) : keys_(std::move(keys)) {}

  /// `member`: a pointer to a member of T, or a function from T& to a reference. Its type tells the
  /// kind of the key, unless that says more; its value in a new T is the default.
  template <class Member>
  KeyMember(Member member, Key key) {
    using V = ValueOf<Member>;
    if (key.kind == Kind::table) key.kind = MemberType<V>::kind;
    if constexpr (requires { MemberType<V>::count; }) key.count = MemberType<V>::count;
    describe_default(member, key, [&](const auto& value) { return text_of(value, key.kind); });
    fill_ = [member, name = key.name()](const Section& table, T& target) {
      assign(std::invoke(member, target), MemberType<V>::read(table, name));
    };
    keys_ = {std::move(key)};
  }

  template <class Member, class W>
  KeyMember(Worded<Member, W> worded, Key key) {
    using V = ValueOf<Member>;
    if (key.kind == Kind::table) key.kind = Kind::choice;
    key.words = texts_of(worded.words);
    describe_default(worded.member, key, [&](const auto& value) {
      std::string word;
      if constexpr (std::is_convertible_v<decltype(value), W>)
        word = word_of<W>(worded.words, value);
      return word.empty() ? text_of(value, key.kind) : fmt::format("\"{}\"", word);
    });
    fill_ = [worded, name = key.name()](const Section& table, T& target) {
      auto& value = std::invoke(worded.member, target);
      if (const auto word = table.word(name))
        assign(value, value_of(worded.words, *word));
      else if constexpr (requires { MemberType<V>::kind; })
        assign(value, MemberType<V>::read(table, name));
    };
    keys_ = {std::move(key)};
  }

  /// A table within the table: the member is a U, an optional<U>, which is there where the table
  /// is, or a vector<U> of a list of tables.
  template <class Member, class U>
  KeyMember(Member member, const Table<U>& inner) : keys_(inner.keys()) {
    fill_ = [member, inner](const Section& table, T& target) {
      inner.read_below(table, std::invoke(member, target));
    };
  }

  [[nodiscard]] const std::vector<Key>& keys() const { return keys_; }
  void fill(const Section& table, T& target) const {
    if (fill_) fill_(table, target);
  }

 private:
  template <class V>
  struct Unwrapped {
    using type = V;
  };
  template <class V>
  struct Unwrapped<std::optional<V>> {
    using type = V;
  };
  template <class Member>
  using ValueOf = typename Unwrapped<std::remove_cvref_t<std::invoke_result_t<Member, T&>>>::type;

  /// Nothing found leaves the member as it is.
  template <class V>
  static void assign(V& member, const std::optional<V>& found) {
    if (found) member = *found;
  }
  template <class V>
  static void assign(std::optional<V>& member, const std::optional<V>& found) {
    if (found) member = found;
  }

  /// Unless the declaration tells the default in words.
  template <class Member, class Text>
  static void describe_default(const Member& member, Key& key, const Text& text) {
    if (key.required || !key.default_text.empty()) return;
    T fresh{};
    key.default_text = text(std::as_const(std::invoke(member, fresh)));
  }

  template <class V>
  static std::string text_of(const std::optional<V>& value, Kind kind) {
    return value ? text_of(*value, kind) : "";
  }
  template <class V>
  static std::string text_of(const V& value, Kind kind) {
    if constexpr (std::is_same_v<V, double>)
      if (kind == Kind::duration) return fmt::format("\"{}\"", duration_text(value));
    if constexpr (requires { MemberType<V>::text(value); }) return MemberType<V>::text(value);
    return {};
  }

  std::vector<Key> keys_;
  std::function<void(const Section&, T&)> fill_;
};

template <class Member, class V>
Worded<Member, V> worded(Member member, Words<V> words) {
  return {std::move(member), std::move(words)};
}

/// The declaration of a table of the case file, of its keys and of what each of them fills in a T.
template <class T>
class Table {
 public:
  /// What takes more than one key to judge or to fill.
  using Check = std::function<void(const Section&, T&)>;

  Table(Key key, std::vector<KeyMember<T>> fields, Check check = {})
      : name_(key.name()),
        keys_{std::move(key)},
        fields_(std::move(fields)),
        check_(std::move(check)) {
    for (const auto& field : fields_)
      keys_.insert(keys_.end(), field.keys().begin(), field.keys().end());
  }

  /// The table itself first.
  [[nodiscard]] const std::vector<Key>& keys() const { return keys_; }

  /// Members whose keys are not there, or were refused, stay as they are.
  void read(const Section& table, T& target) const {
    for (const auto& field : fields_) field.fill(table, target);
    if (check_) check_(table, target);
  }

  /// From the table above.
  void read_below(const Section& above, T& target) const { read(above.table(name_), target); }
  void read_below(const Section& above, std::optional<T>& target) const {
    if (above.has(name_)) read_below(above, target.emplace());
  }
  void read_below(const Section& above, std::vector<T>& list) const {
    for (const Section& table : above.tables(name_)) read(table, list.emplace_back());
  }

 private:
  std::string name_;
  std::vector<Key> keys_;
  std::vector<KeyMember<T>> fields_;
  Check check_;
};

}  // namespace lobatto::cases
