#include "comm/exchange/pair_messages.hpp"

#include <gtest/gtest.h>

#include <array>
#include <span>

#include "comm/recorder/recorder.hpp"

namespace lobatto::comm {
namespace {

TEST(PairHalves, EverybodyIsThePartnerOfTheirPartner) {
  for (int size = 1; size <= 9; ++size) {
    int n_alone = 0;
    for (int rank = 0; rank < size; ++rank) {
      const Pairing own = pair_halves(rank, size);
      if (own.partner < 0) {
        ++n_alone;
        continue;
      }
      const Pairing other = pair_halves(own.partner, size);
      EXPECT_EQ(other.partner, rank);
      EXPECT_NE(other.begins, own.begins);
      EXPECT_EQ(own.begins, own.partner == rank + size / 2);
    }
    EXPECT_EQ(n_alone, size % 2);
  }
}

TEST(PairMessages, TakeTimeInAllPatternsAndEndOnAnyNumberOfRanks) {
  const auto world = Communicator::world();
  constexpr std::size_t n_bytes = 1 << 16;
  PairMessages messages(world, pair_halves(world.rank(), world.size()), 8 * n_bytes);
  const bool is_paired = messages.pairing().partner >= 0;
  for (const std::size_t length : {std::size_t{0}, std::size_t{8}, n_bytes}) {
    EXPECT_EQ(messages.ping_pong(length, 10) > 0, is_paired);
    EXPECT_EQ(messages.one_way(length, 4, 5) > 0, is_paired);
    EXPECT_EQ(messages.two_ways(length, 4, 5) > 0, is_paired);
  }
}

TEST(PairMessages, FlowForATimeAndAgreeOnTheNumberOfWindows) {
  const auto world = Communicator::world();
  PairMessages messages(world, {}, 4096);
  EXPECT_EQ(messages.two_ways_for(1024, 4, 1e-3).n_windows, 0);
  for (const double seconds : {0.0, 5e-3}) {
    messages.pair_with(pair_halves(world.rank(), world.size()));
    const auto traffic = messages.two_ways_for(1024, 4, seconds);
    const std::array<double, 1> own{static_cast<double>(traffic.n_windows)};
    const auto all = world.all_gather(std::span<const double>(own));
    const int partner = messages.pairing().partner;
    EXPECT_EQ(own[0], partner < 0 ? 0 : all[partner]);
    if (partner < 0) continue;
    EXPECT_GE(traffic.n_windows, 1);
    if (!messages.pairing().begins) continue;
    EXPECT_GE(traffic.seconds, seconds);
    EXPECT_TRUE(seconds > 0 || traffic.n_windows == 1);
  }
}

/// What this rank sends to its partner while `exchange` runs.
template <class Exchange>
MpiTraffic sent_by(const Communicator& world, const Exchange& exchange) {
  MpiRecorder recorder(std::size_t{1} << 20);
  const std::size_t region = 0;
  recorder.start(region);
  exchange();
  recorder.stop();
  EXPECT_EQ(recorder.sent().size(), 1u);
  return recorder.sent().at(pair_halves(world.rank(), world.size()).partner);
}

TEST(PairMessages, SendWhatTheyAreCountedWith) {
  const auto world = Communicator::world();
  constexpr long long n_bytes = 1 << 12;
  PairMessages messages(world, pair_halves(world.rank(), world.size()), 8 * n_bytes);
  if (messages.pairing().partner < 0) return;
  const auto there_and_back = sent_by(world, [&] { messages.ping_pong(n_bytes, 6); });
  EXPECT_EQ(there_and_back.messages, 6);
  EXPECT_EQ(there_and_back.bytes, 6 * n_bytes);
  const auto both = sent_by(world, [&] { messages.two_ways(n_bytes, 8, 5); });
  EXPECT_EQ(both.messages, 8 * 5);
  EXPECT_EQ(both.bytes, 8 * 5 * n_bytes);
  const auto one = sent_by(world, [&] { messages.one_way(n_bytes, 8, 5); });
  EXPECT_EQ(one.messages, messages.pairing().begins ? 8 * 5 : 5);  // or the answers
  EXPECT_EQ(one.bytes, messages.pairing().begins ? 8 * 5 * n_bytes : 0);
}

}  // namespace
}  // namespace lobatto::comm
