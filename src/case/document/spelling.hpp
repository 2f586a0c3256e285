#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lobatto::cases {

/// The least number of insertions, deletions, substitutions and swaps of neighbours that turn `a`
/// into `b` (the optimal string alignment distance). Cost a.size() * b.size().
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate nearest to `word`, case aside, if it is near enough to be what was meant: at most
/// a third of the word's length away, and at least one edit allowed. Among equals the one with the
/// longest common beginning, then the first. None for words of more than 100 letters.
std::optional<std::string> nearest_spelling(std::string_view word,
                                            std::span<const std::string> candidates);

/// "; did you mean 'order'?", or nothing.
std::string suggestion(std::string_view word, std::span<const std::string> candidates);

/// The suggestion, or where nothing is near `lead` and all the candidates: "; it has 'a' and 'b'".
std::string suggestion_or_list(std::string_view word, std::span<const std::string> candidates,
                               std::string_view lead);

/// 'a', 'b' and 'c' - with the quote and the last joining word given.
std::string join_words(std::span<const std::string> words, std::string_view quote,
                       std::string_view last_joint);

}  // namespace lobatto::cases
