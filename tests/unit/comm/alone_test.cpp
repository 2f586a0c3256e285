#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "base/error.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "comm/communicator.hpp"
#include "comm/exchange/record_exchange.hpp"

namespace lobatto::comm {
namespace {

/// In this program, which has no MPI running: what is collective gives back what one rank gives.
TEST(Alone, IsOneRankWithoutMpi) {
  ASSERT_FALSE(Environment::is_running());
  const Communicator alone = Communicator::alone();
  EXPECT_EQ(alone.rank(), 0);
  EXPECT_EQ(alone.size(), 1);
  EXPECT_EQ(alone.sum(3LL), 3);
  EXPECT_EQ(alone.exclusive_sum(3LL), 0);
  EXPECT_EQ(alone.max(-2.0), -2.0);
  EXPECT_EQ(alone.max_location(7.0).rank, 0);
  EXPECT_EQ(alone.all_gather(std::vector<long long>{4, 5}), (std::vector<long long>{4, 5}));
  std::array<double, 2> values{1.0, 2.0};
  alone.min(values);
  alone.broadcast(values, 0);
  EXPECT_EQ(values, (std::array{1.0, 2.0}));
}

TEST(Alone, AsksItselfAndThrowsItsOwnFault) {
  const Communicator alone = Communicator::alone();
  const std::vector<long long> questions{1, 2, 3};
  const auto to_itself = [](long long) { return 0; };
  const auto squares = [](std::span<const long long> asked) {
    std::vector<long long> answers;
    for (const long long one : asked) answers.push_back(one * one);
    return answers;
  };
  EXPECT_EQ(ask_ranks<long long>(std::span(questions), to_itself, squares, alone),
            (std::vector<long long>{1, 4, 9}));
  EXPECT_EQ(send_records(std::span(questions), to_itself, alone), questions);
  AgreedFault fault;
  fault.agree(alone);
  fault.report(5, "later");
  fault.report(2, "first");
  try {
    fault.agree(alone);
    FAIL() << "nothing is thrown";
  } catch (const base::Error& error) {
    EXPECT_STREQ(error.what(), "first");
  }
}

}  // namespace
}  // namespace lobatto::comm
