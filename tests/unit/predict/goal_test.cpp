#include "predict/goal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "fixed_messages.hpp"

namespace lobatto {
namespace {

struct Operation {
  std::string kind;  // calc, send, recv
  double amount = 0;
  int partner = -1, tag = -1;
  std::vector<int> required;
};
using Program = std::vector<std::vector<Operation>>;  // by rank and label - 1

/// What simulators read of the language, and nothing else.
Program parsed(const std::string& text) {
  std::istringstream in(text);
  std::string word;
  std::size_t n_ranks = 0;
  in >> word >> n_ranks;
  EXPECT_EQ(word, "num_ranks");
  Program program(n_ranks);
  std::size_t rank = 0;
  while (in >> word) {
    if (word == "rank") {
      in >> rank >> word;
      EXPECT_EQ(word, "{");
    } else if (word == "}") {
      continue;
    } else if (word.back() == ':') {
      EXPECT_EQ(std::stoul(word.substr(1)), program.at(rank).size() + 1);
      Operation operation;
      in >> operation.kind >> operation.amount;
      if (operation.kind != "calc") {
        in >> word;
        EXPECT_EQ(word, operation.kind == "send" ? "bto" : "bfrom");
        in >> operation.partner >> word >> operation.tag;
      }
      program.at(rank).push_back(operation);
    } else {
      const int label = std::stoi(word.substr(1));
      in >> word;
      EXPECT_EQ(word, "requires");
      in >> word;
      program.at(rank).at(label - 1).required.push_back(std::stoi(word.substr(1)));
    }
  }
  return program;
}

/// "1024b to": a number, a unit, a direction, as three words.
std::string with_apart_units(std::string text) {
  for (const char* direction : {"b to ", "b from "})
    for (std::size_t at = 0; (at = text.find(direction, at)) != std::string::npos; at += 3)
      text.replace(at, 2, " b");
  return text;
}

predict::Machine one_gigahertz() {
  predict::Machine machine;
  machine.core = {1, 1, 1};
  return machine;
}

Program program_of(const std::function<void(predict::ScheduleSink&)>& emit, int n_ranks) {
  std::ostringstream out;
  write_goal(emit, n_ranks, 7, one_gigahertz(), out);
  return parsed(with_apart_units(out.str()));
}

using Envelope = std::tuple<int, int, int, double>;  // from, to, tag, bytes

std::vector<Envelope> envelopes(const Program& program, const std::string& kind) {
  std::vector<Envelope> found;
  for (int rank = 0; rank < static_cast<int>(program.size()); ++rank)
    for (const auto& operation : program[rank])
      if (operation.kind == kind)
        found.emplace_back(kind == "send" ? rank : operation.partner,
                           kind == "send" ? operation.partner : rank, operation.tag,
                           operation.amount);
  std::ranges::sort(found);
  return found;
}

/// When each rank is done where messages take no time.
std::vector<double> ends(const Program& program) {
  std::map<Envelope, double> sent;
  std::vector<std::vector<double>> end(program.size());
  std::vector<std::size_t> next(program.size(), 0);
  for (bool moves = true; moves;) {
    moves = false;
    for (std::size_t rank = 0; rank < program.size(); ++rank) {
      if (next[rank] == program[rank].size()) continue;
      const Operation& operation = program[rank][next[rank]];
      double time = 0;
      for (const int label : operation.required) time = std::max(time, end[rank].at(label - 1));
      const int own = static_cast<int>(rank);
      if (operation.kind == "recv") {
        const auto message = sent.find({operation.partner, own, operation.tag, operation.amount});
        if (message == sent.end()) continue;
        time = std::max(time, message->second);
      }
      if (operation.kind == "send")
        sent[{own, operation.partner, operation.tag, operation.amount}] = time;
      if (operation.kind == "calc") time += operation.amount;
      end[rank].push_back(time);
      ++next[rank];
      moves = true;
    }
  }
  std::vector<double> last;
  for (std::size_t rank = 0; rank < program.size(); ++rank) {
    EXPECT_EQ(next[rank], program[rank].size()) << "rank " << rank << " waits for ever";
    last.push_back(end[rank].empty() ? 0 : *std::ranges::max_element(end[rank]));
  }
  return last;
}

/// Rank r computes (r + 1) us.
void compute_by_rank(predict::ScheduleSink& sink) {
  sink.compute("x", [](int rank) { return kernels::Cost{0, 1e3 * (rank + 1)}; });
}

TEST(Goal, WorkIsInNanoseconds) {
  const Program program = program_of(compute_by_rank, 2);
  ASSERT_EQ(program[1].size(), 1U);
  EXPECT_EQ(program[1][0].kind, "calc");
  EXPECT_EQ(program[1][0].amount, 2000);
}

TEST(Goal, EveryMessageHasItsTwoEnds) {
  const auto emit = [](predict::ScheduleSink& sink) {
    compute_by_rank(sink);
    sink.exchange(test::FixedMessages({{0, 1, 800}, {1, 0, 1600}, {2, 0, 24}}));
    sink.exchange(test::FixedMessages({{0, 1, 800}, {1, 2, 8}}));
    sink.all_reduce({0, 1, 3}, 40);
    compute_by_rank(sink);
  };
  const Program program = program_of(emit, 3);
  const auto sent = envelopes(program, "send");
  EXPECT_EQ(sent, envelopes(program, "recv"));
  EXPECT_EQ(sent.size(), 5U + 2 * 2);
  EXPECT_EQ(std::ranges::count(sent, Envelope{0, 1, 1, 800}), 1);
  EXPECT_EQ(std::ranges::count(sent, Envelope{0, 1, 2, 800}), 1);
}

TEST(Goal, WhatFollowsAnExchangeWaitsForIt) {
  const auto emit = [](predict::ScheduleSink& sink) {
    compute_by_rank(sink);
    sink.exchange(test::FixedMessages({{2, 0, 8}, {1, 0, 8}}));
    compute_by_rank(sink);
  };
  EXPECT_EQ(ends(program_of(emit, 3)), (std::vector<double>{4000, 4000, 6000}));
}

TEST(Goal, AReductionWaitsForItsLastRank) {
  for (int n_ranks = 1; n_ranks <= 9; ++n_ranks) {
    const auto emit = [&](predict::ScheduleSink& sink) {
      compute_by_rank(sink);
      sink.all_reduce({0, 1, n_ranks}, 8);
    };
    EXPECT_EQ(ends(program_of(emit, n_ranks)), std::vector<double>(n_ranks, 1000.0 * n_ranks));
  }
}

TEST(Goal, AReductionAmongSomeLeavesOthersAlone) {
  const auto emit = [](predict::ScheduleSink& sink) {
    compute_by_rank(sink);
    sink.all_reduce({1, 2, 3}, 8);
  };
  EXPECT_EQ(ends(program_of(emit, 6)), (std::vector<double>{1000, 6000, 3000, 6000, 5000, 6000}));
}

}  // namespace
}  // namespace lobatto
