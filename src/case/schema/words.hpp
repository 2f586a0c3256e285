#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace lobatto::cases {

/// A word of the case file and what it stands for.
template <class V>
struct Word {
  V value;
  std::string text;
};

/// The words of a choice, in the order in which people read them.
template <class V>
using Words = std::vector<Word<V>>;

template <class V>
std::optional<V> value_of(const Words<V>& words, const std::string& text) {
  for (const Word<V>& word : words)
    if (word.text == text) return word.value;
  return std::nullopt;
}

/// Empty where no word stands for the value.
template <class V>
std::string word_of(const Words<V>& words, const V& value) {
  for (const Word<V>& word : words)
    if (word.value == value) return word.text;
  return {};
}

template <class V>
std::vector<std::string> texts_of(const Words<V>& words) {
  std::vector<std::string> texts;
  for (const Word<V>& word : words) texts.push_back(word.text);
  return texts;
}

/// Those of these values, in their order.
template <class V>
Words<V> some_of(const Words<V>& words, std::initializer_list<V> values) {
  Words<V> some;
  for (const V& value : values) some.push_back({value, word_of(words, value)});
  return some;
}

}  // namespace lobatto::cases
