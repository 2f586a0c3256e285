#include "comm/communicator.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>

#include "base/error.hpp"

namespace lobatto::comm {
namespace {

TEST(MpiLibrary, IsOneOfTheKindThatTheBuildIsFor) {
  EXPECT_TRUE(reaches_library_of_build()) << mpi_library_version() << mpi_library_of_build();
}

TEST(Communicator, SelfHoldsOneRank) {
  const Communicator self = Communicator::self();
  EXPECT_EQ(self.rank(), 0);
  EXPECT_EQ(self.size(), 1);
  EXPECT_EQ(self.sum(3.5), 3.5);
  EXPECT_EQ(self.exclusive_sum(7LL), 0);
}

TEST(Communicator, ScalarReductionsOverRanks) {
  const Communicator world = Communicator::world();
  const int n = world.size();
  const double own = world.rank() + 1;
  EXPECT_EQ(world.sum(own), n * (n + 1) / 2);
  EXPECT_EQ(world.max(own), n);
  EXPECT_EQ(world.min(own), 1);
  const long long huge = (1LL << 53) + world.rank();  // a double would drop the rank
  EXPECT_EQ(world.sum(huge), n * (1LL << 53) + n * (n - 1) / 2);
}

TEST(Communicator, VectorReductionsAreElementWise) {
  const Communicator world = Communicator::world();
  const int n = world.size();
  const double r = world.rank();
  std::array<double, 3> total{r, 1, -r};
  world.sum(total);
  EXPECT_EQ(total, (std::array<double, 3>{n * (n - 1) / 2.0, double(n), -n * (n - 1) / 2.0}));
  std::array<double, 2> largest{r, -r};
  world.max(largest);
  EXPECT_EQ(largest, (std::array<double, 2>{n - 1.0, 0}));
  std::array<double, 2> smallest{r, -r};
  world.min(smallest);
  EXPECT_EQ(smallest, (std::array<double, 2>{0, 1.0 - n}));
}

TEST(Communicator, SumHasTheSameBitsOnEveryRank) {
  const Communicator world = Communicator::world();
  for (int trial = 0; trial < 20; ++trial) {
    const double sum =
        world.sum(std::sin(1.0 + trial + 17.0 * world.rank()) * std::pow(10.0, world.rank()));
    const auto bits = std::bit_cast<long long>(sum);
    for (const long long other : world.all_gather(std::span<const long long>(&bits, 1)))
      EXPECT_EQ(other, bits);
  }
}

TEST(Communicator, ExclusiveSumCountsTheRanksBelow) {
  const Communicator world = Communicator::world();
  const long long r = world.rank();
  EXPECT_EQ(world.exclusive_sum(r + 1), r * (r + 1) / 2);
}

TEST(Communicator, MaxLocationTakesTheLowestRankOnTies) {
  const Communicator world = Communicator::world();
  const auto unique = world.max_location(-std::abs(world.rank() - world.size() / 2));
  EXPECT_EQ(unique.value, 0);
  EXPECT_EQ(unique.rank, world.size() / 2);
  const auto tied = world.max_location(4.0);
  EXPECT_EQ(tied.value, 4.0);
  EXPECT_EQ(tied.rank, 0);
}

TEST(Communicator, BroadcastFromEveryRoot) {
  const Communicator world = Communicator::world();
  for (int root = 0; root < world.size(); ++root) {
    const bool is_root = world.rank() == root;
    std::array<double, 2> values{is_root ? 1.5 : 0, is_root ? root : -1.0};
    world.broadcast(values, root);
    EXPECT_EQ(values, (std::array<double, 2>{1.5, double(root)}));
    std::string text = is_root ? "from " + std::to_string(root) : "something longer than that";
    world.broadcast(text, root);
    EXPECT_EQ(text, "from " + std::to_string(root));
  }
}

TEST(Communicator, AllGatherKeepsRankOrderWithUnequalLengths) {
  const Communicator world = Communicator::world();
  const std::vector<double> own(static_cast<std::size_t>(world.rank()), world.rank() + 0.5);
  const std::vector<double> all = world.all_gather(own);
  std::vector<double> expected;
  for (int r = 0; r < world.size(); ++r)
    expected.insert(expected.end(), static_cast<std::size_t>(r), r + 0.5);
  EXPECT_EQ(all, expected);
}

TEST(Communicator, AllToAllDeliversParcelsInRankOrder) {
  const Communicator world = Communicator::world();
  const int own = world.rank();
  const auto length = [](int from, int to) {
    return static_cast<std::size_t>((from + 2 * to) % 4);
  };
  std::vector<long long> values;
  std::vector<std::size_t> counts;
  for (int to = 0; to < world.size(); ++to) {
    counts.push_back(length(own, to));
    for (std::size_t i = 0; i < counts.back(); ++i)
      values.push_back(100 * own + 10 * to + static_cast<long long>(i));
  }
  const Communicator::Parcels parcels = world.all_to_all(values, counts);
  std::vector<long long> expected;
  for (int from = 0; from < world.size(); ++from) {
    EXPECT_EQ(parcels.counts[static_cast<std::size_t>(from)], length(from, own));
    for (std::size_t i = 0; i < length(from, own); ++i)
      expected.push_back(100 * from + 10 * own + static_cast<long long>(i));
  }
  EXPECT_EQ(parcels.values, expected);
}

TEST(Communicator, AllToAllRefusesCountsThatDoNotAddUp) {
  const Communicator world = Communicator::world();
  const std::vector<std::size_t> counts(static_cast<std::size_t>(world.size()), 2);
  const std::vector<long long> too_few(1);
  EXPECT_THROW((void)world.all_to_all(too_few, counts), base::Error);
}

TEST(Communicator, SplitOrdersByKey) {
  const Communicator world = Communicator::world();
  const Communicator part = world.split(world.rank() % 2, -world.rank());
  const int n_part = (world.size() + 1 - world.rank() % 2) / 2;
  EXPECT_EQ(part.size(), n_part);
  EXPECT_EQ(part.rank(), n_part - 1 - world.rank() / 2);
}

TEST(Communicator, ReportsMpiErrorsAsExceptions) {
  const Communicator world = Communicator::world();
  double value = 0;
  EXPECT_THROW(world.broadcast(std::span<double>(&value, 1), world.size() + 3), base::Error);
}

TEST(Communicator, MovedCommunicatorStillWorks) {
  Communicator first = Communicator::world();
  Communicator second = std::move(first);
  first = Communicator::self();
  EXPECT_EQ(first.size(), 1);
  EXPECT_EQ(second.sum(1.0), second.size());
}

TEST(Communicator, SendsBytesOfAnyNumberAroundARing) {
  const auto world = Communicator::world();
  const int next = (world.rank() + 1) % world.size();
  const int previous = (world.rank() + world.size() - 1) % world.size();
  for (const std::size_t n : {std::size_t{0}, std::size_t{1}, std::size_t{1} << 20}) {
    std::vector<std::byte> bytes(n);
    for (std::size_t i = 0; i < n; ++i) bytes[i] = std::byte(i * 7 + world.rank());
    if (world.size() == 1) continue;  // a message to oneself would wait for itself
    // The first begins; the others pass on after they have received.
    if (world.rank() == 0) world.send(bytes, next);
    const auto received = world.receive(previous);
    if (world.rank() != 0) world.send(bytes, next);
    ASSERT_EQ(received.size(), n);
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(received[i], std::byte(i * 7 + previous));
  }
}

}  // namespace
}  // namespace lobatto::comm
