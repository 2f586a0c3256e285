#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <map>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "comm/exchange/sparse_exchange.hpp"

namespace lobatto::comm {

/// What travels between ranks of one program as it lies in memory.
template <class T>
concept Record = std::is_trivially_copyable_v<T> && sizeof(T) % sizeof(long long) == 0;

inline constexpr std::size_t bytes_of_word = sizeof(long long);
template <Record R>
inline constexpr std::size_t words_of = sizeof(R) / bytes_of_word;

template <Record R>
void append_records(std::vector<long long>& letter, std::span<const R> records) {
  if (records.empty()) return;
  const std::size_t before = letter.size();
  letter.resize(before + records.size() * words_of<R>);
  std::memcpy(letter.data() + before, records.data(), records.size_bytes());
}

template <Record R>
void append_letter(std::vector<R>& records, std::span<const long long> letter) {
  if (letter.empty()) return;
  const std::size_t before = records.size();
  records.resize(before + letter.size() / words_of<R>);
  std::memcpy(static_cast<void*>(records.data() + before), letter.data(), letter.size_bytes());
}

/// A letter for each rank that gets records, in their order; exactly as long as needed.
template <Record R, class RankOf>
Letters letters_of(std::span<const R> records, const RankOf& rank_of) {
  std::map<int, std::size_t> counts;
  for (const R& record : records) ++counts[rank_of(record)];
  Letters letters;
  for (const auto& [rank, count] : counts) letters[rank].reserve(count * words_of<R>);
  for (const R& record : records)
    append_records(letters.find(rank_of(record))->second, std::span(&record, 1));
  return letters;
}

/// Sends each record to rank_of(record). Returns those for this rank, by the rank that sent them,
/// then in its order. Collective. Memory is that of the records of this rank.
template <Record R, class RankOf>
std::vector<R> send_records(std::span<const R> records, const RankOf& rank_of,
                            const Communicator& communicator) {
  if (communicator.size() == 1) return {records.begin(), records.end()};
  Letters received = exchange_letters(letters_of(records, rank_of), communicator);
  std::size_t n = 0;
  for (const auto& [rank, letter] : received) n += letter.size() / words_of<R>;
  std::vector<R> result;
  result.reserve(n);
  for (auto& [rank, letter] : received) {
    append_letter(result, std::span<const long long>(letter));
    letter = {};
  }
  return result;
}

/// Asks rank_of(question) each question; returns the answers in the order of the questions.
/// `reply` is called once on every rank, with all the questions for it (by the rank that asks, then
/// in its order), and returns as many answers; it may be collective itself. Collective. Memory is
/// that of the questions and answers of this rank.
template <Record Answer, Record Question, class RankOf, class Reply>
std::vector<Answer> ask_ranks(std::span<const Question> questions, const RankOf& rank_of,
                              const Reply& reply, const Communicator& communicator) {
  if (communicator.size() == 1) return reply(questions);
  std::map<int, std::size_t> counts;
  std::vector<Question> asked;
  {
    Letters received = exchange_letters(letters_of(questions, rank_of), communicator);
    std::size_t n = 0;
    for (const auto& [rank, letter] : received)
      n += counts[rank] = letter.size() / words_of<Question>;
    asked.reserve(n);
    for (auto& [rank, letter] : received) {
      append_letter(asked, std::span<const long long>(letter));
      letter = {};
    }
  }
  const std::vector<Answer> given = reply(std::span<const Question>(asked));
  asked = {};
  Letters replies;
  std::size_t first = 0;
  for (const auto& [rank, count] : counts) {
    append_records(replies[rank], std::span(given).subspan(first, count));
    first += count;
  }
  const Letters answers = exchange_letters(std::move(replies), communicator);
  std::vector<Answer> result;
  result.reserve(questions.size());
  std::map<int, std::size_t> next;
  for (const Question& question : questions) {
    const int rank = rank_of(question);
    const std::size_t at = next[rank]++ * words_of<Answer>;
    append_letter(result,
                  std::span<const long long>(answers.at(rank)).subspan(at, words_of<Answer>));
  }
  return result;
}

/// As ask_ranks where each question is answered by itself, by answer_of(question).
template <Record Answer, Record Question, class RankOf, class AnswerOf>
std::vector<Answer> ask_each(std::span<const Question> questions, const RankOf& rank_of,
                             const AnswerOf& answer_of, const Communicator& communicator) {
  const auto reply = [&](std::span<const Question> asked) {
    std::vector<Answer> answers;
    answers.reserve(asked.size());
    for (const Question& question : asked) answers.push_back(answer_of(question));
    return answers;
  };
  return ask_ranks<Answer>(questions, rank_of, reply, communicator);
}

}  // namespace lobatto::comm
