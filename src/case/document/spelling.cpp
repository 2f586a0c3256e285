#include "case/document/spelling.hpp"

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

namespace lobatto::cases {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Rows i - 2, i - 1 and i of the table of distances between the first i letters of a and the
  // first j of b.
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitution = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, substitution});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

namespace {

std::string lower_case(std::string_view word) {
  std::string lower(word);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

}  // namespace

std::optional<std::string> nearest_spelling(std::string_view word,
                                            std::span<const std::string> candidates) {
  constexpr std::size_t longest = 100;  // no word that was meant is longer
  if (word.size() > longest) return std::nullopt;
  const std::string lower = lower_case(word);
  const std::size_t farthest = std::max<std::size_t>(1, word.size() / 3);
  std::optional<std::string> found;
  std::pair<std::size_t, std::size_t> least;
  for (const std::string& candidate : candidates) {
    const std::size_t longer = std::max(word.size(), candidate.size());
    if (longer - std::min(word.size(), candidate.size()) > farthest) continue;
    const std::string other = lower_case(candidate);
    const std::size_t distance = edit_distance(lower, other);
    if (distance > farthest || distance >= candidate.size()) continue;
    // Among equally distant words the beginning is most likely right: sinn is sin, not sign.
    const auto prefix =
        std::mismatch(lower.begin(), lower.end(), other.begin(), other.end()).first - lower.begin();
    const std::pair rank{distance, word.size() - static_cast<std::size_t>(prefix)};
    if (found && rank >= least) continue;
    least = rank;
    found = candidate;
  }
  return found;
}

std::string suggestion(std::string_view word, std::span<const std::string> candidates) {
  const std::optional<std::string> nearest = nearest_spelling(word, candidates);
  return nearest ? "; did you mean '" + *nearest + "'?" : "";
}

std::string join_words(std::span<const std::string> words, std::string_view quote,
                       std::string_view last_joint) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? std::string(last_joint) : ", ";
    text.append(quote).append(words[i]).append(quote);
  }
  return text;
}

std::string suggestion_or_list(std::string_view word, std::span<const std::string> candidates,
                               std::string_view lead) {
  const std::string meant = suggestion(word, candidates);
  return meant.empty() ? std::string(lead) + join_words(candidates, "'", " and ") : meant;
}

}  // namespace lobatto::cases
