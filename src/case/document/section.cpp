#include "case/document/section.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "case/document/spelling.hpp"

namespace lobatto::cases {

namespace {

const Value::Table no_entries;

std::optional<std::vector<double>> numbers_of(const Value& value) {
  const auto* list = value.get<Value::List>();
  if (list == nullptr) return std::nullopt;
  std::vector<double> numbers;
  for (const Value& item : *list) {
    const auto* integer = item.get<long long>();
    numbers.push_back(integer ? static_cast<double>(*integer) : *item.get<double>());
  }
  return numbers;
}

}  // namespace

Section Section::root(const Value& document, Problems& problems) {
  return {&document, "", document.where, problems};
}

const Value::Table& Section::entries() const {
  const auto* entries = value_ ? value_->get<Value::Table>() : nullptr;
  return entries ? *entries : no_entries;
}

const Entry* Section::find(const std::string& key) const {
  return value_ ? find_entry(*value_, key) : nullptr;
}

bool Section::has_or_misspells(const std::string& key) const {
  return std::ranges::any_of(entries(), [&](const Entry& entry) {
    return nearest_spelling(entry.key, {&key, 1}).has_value();
  });
}

bool Section::is_refused(const std::string& key) const {
  const Entry* entry = find(key);
  return entry != nullptr && !entry->value.is_valid();
}

bool Section::is_table(const std::string& key) const {
  const Entry* entry = find(key);
  return entry != nullptr && entry->value.get<Value::Table>() != nullptr;
}

Section Section::table(const std::string& key) const {
  const Entry* entry = find(key);
  return {entry ? &entry->value : nullptr, path(key), entry ? entry->value.where : where_,
          *problems_};
}

std::vector<Section> Section::tables(const std::string& key) const {
  std::vector<Section> sections;
  const Entry* entry = find(key);
  const auto* list = entry ? entry->value.get<Value::List>() : nullptr;
  for (std::size_t i = 0; list != nullptr && i < list->size(); ++i)
    sections.push_back(
        Section(&(*list)[i], fmt::format("{}[{}]", path(key), i), (*list)[i].where, *problems_));
  return sections;
}

template <class T>
std::optional<T> Section::value(const std::string& key) const {
  const Entry* entry = find(key);
  const T* found = entry ? entry->value.get<T>() : nullptr;
  return found ? std::optional<T>(*found) : std::nullopt;
}

std::optional<double> Section::number(const std::string& key) const { return value<double>(key); }
std::optional<long long> Section::integer(const std::string& key) const {
  return value<long long>(key);
}
std::optional<bool> Section::flag(const std::string& key) const { return value<bool>(key); }
std::optional<std::string> Section::word(const std::string& key) const {
  return value<std::string>(key);
}

std::optional<std::vector<double>> Section::numbers(const std::string& key) const {
  const Entry* entry = find(key);
  return entry ? numbers_of(entry->value) : std::nullopt;
}

std::vector<std::array<double, 3>> Section::points(const std::string& key) const {
  const Entry* entry = find(key);
  const auto* list = entry ? entry->value.get<Value::List>() : nullptr;
  std::vector<std::array<double, 3>> points;
  for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
    const auto numbers = *numbers_of((*list)[i]);
    points.push_back({numbers[0], numbers[1], numbers[2]});
  }
  return points;
}

std::vector<std::string> Section::words(const std::string& key) const {
  const Entry* entry = find(key);
  const auto* list = entry ? entry->value.get<Value::List>() : nullptr;
  std::vector<std::string> words;
  if (const auto* one = entry ? entry->value.get<std::string>() : nullptr) words.push_back(*one);
  for (std::size_t i = 0; list != nullptr && i < list->size(); ++i)
    words.push_back(*(*list)[i].get<std::string>());
  return words;
}

std::optional<Expression> Section::expression(const std::string& key) const {
  const Entry* entry = find(key);
  return entry ? entry->value.expression : std::nullopt;
}

std::string Section::where(const std::string& key) const {
  const Entry* entry = find(key);
  return entry != nullptr ? fmt::format("{}: {}", entry->where.text(), path(key)) : "";
}

std::optional<VectorExpression> Section::expressions(const std::string& key) const {
  const Entry* entry = find(key);
  const auto* list = entry ? entry->value.get<Value::List>() : nullptr;
  if (list == nullptr) return std::nullopt;
  VectorExpression vector;
  for (std::size_t i = 0; i < vector.size(); ++i) vector[i] = (*list)[i].expression.value();
  return vector;
}

void Section::report(const std::string& key, const std::string& message) const {
  const Entry* entry = find(key);
  problems_->add(entry ? entry->where : where_, path(key) + ": " + message);
}

}  // namespace lobatto::cases
