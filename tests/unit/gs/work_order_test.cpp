// On lines of elements of four nodes, dealt out to the ranks in every way that matters.
#include "gs/work_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace lobatto::gs {
namespace {

using Ids = std::vector<std::int64_t>;
constexpr int element_size = 4, n_elements = 60;

/// The elements of each rank, in the order in which it holds them.
struct Dealing {
  const char* name;
  std::vector<int> (*elements)(int rank, int n_ranks);
};

std::vector<int> range(int begin, int end) {
  std::vector<int> elements;
  for (int e = begin; e < end; ++e) elements.push_back(e);
  return elements;
}
std::vector<int> stretches(int rank, int n_ranks) {
  return range(n_elements * rank / n_ranks, n_elements * (rank + 1) / n_ranks);
}
/// Every element is shared, with more than one rank.
std::vector<int> round_robin(int rank, int n_ranks) {
  std::vector<int> elements;
  for (int e = rank; e < n_elements; e += n_ranks) elements.push_back(e);
  return elements;
}
std::vector<int> islands(int rank, int) { return range(100 * rank, 100 * rank + 13); }
std::vector<int> one_island(int rank, int n_ranks) {
  return rank == n_ranks - 1 ? range(1000, 1017) : stretches(rank, n_ranks);
}
std::vector<int> first_has_all(int rank, int) { return range(0, rank == 0 ? n_elements : 0); }
std::vector<int> last_has_none(int rank, int n_ranks) {
  if (n_ranks == 1) return {};
  return rank == n_ranks - 1 ? std::vector<int>{} : stretches(rank, n_ranks - 1);
}
std::vector<int> in_scattered_order(int rank, int n_ranks) {
  const auto own = stretches(rank, n_ranks);
  std::vector<int> elements;
  for (std::size_t i = 0; i < own.size(); ++i) elements.push_back(own[7 * i % own.size()]);
  std::set<int> once(elements.begin(), elements.end());
  return once.size() == own.size() ? elements : own;
}

class WorkOrderTest : public ::testing::TestWithParam<Dealing> {
 protected:
  [[nodiscard]] Ids ids_of(int rank) const {
    Ids ids;
    for (const int e : GetParam().elements(rank, world.size()))
      for (int i = 0; i < element_size; ++i) ids.push_back((element_size - 1) * e + i);
    return ids;
  }
  /// Whether another rank has a node of the element that begins at this value.
  [[nodiscard]] bool is_shared(std::size_t first) const {
    const Ids own = ids_of(world.rank());
    for (int r = 0; r < world.size(); ++r) {
      if (r == world.rank()) continue;
      const Ids others = ids_of(r);
      for (std::size_t q = first; q < first + element_size; ++q)
        if (std::find(others.begin(), others.end(), own[q]) != others.end()) return true;
    }
    return false;
  }

  const comm::Communicator world = comm::Communicator::world();
  const GatherScatter gather_scatter{ids_of(world.rank()), world};
  const std::size_t n_values = ids_of(world.rank()).size();
};

TEST_P(WorkOrderTest, HoldsEveryElementOnceThoseThatOthersWaitForFirst) {
  for (const std::size_t elements_a_block : {1, 2, 5, 1000}) {
    const WorkOrder order(gather_scatter, element_size, elements_a_block * element_size + 3);
    std::vector<int> times(n_values / element_size, 0);
    std::size_t last_first = 0;
    for (std::size_t b = 0; b < order.blocks().size(); ++b) {
      const auto& block = order.blocks()[b];
      EXPECT_EQ(block.first % element_size, 0u);
      EXPECT_EQ(block.n_values % element_size, 0u);
      EXPECT_GT(block.n_values, 0u);
      EXPECT_LE(block.n_values, elements_a_block * element_size);
      const bool begins_a_list = b == 0 || b == order.n_shared_blocks();
      EXPECT_TRUE(begins_a_list || block.first > last_first);
      last_first = block.first;
      for (std::size_t q = block.first; q < block.first + block.n_values; q += element_size) {
        ++times[q / element_size];
        EXPECT_EQ(is_shared(q), b < order.n_shared_blocks());
      }
    }
    EXPECT_TRUE(std::all_of(times.begin(), times.end(), [](int n) { return n == 1; }));
  }
}

TEST_P(WorkOrderTest, GivesTheBitsOfWorkAndThenAdd) {
  const auto worked = [&](std::size_t q, unsigned field) {
    return std::sin(0.7 * static_cast<double>(q) + 3.1 * field + world.rank());
  };
  for (unsigned n_fields = 1; n_fields <= GatherScatter::max_fields; ++n_fields) {
    // What was read before it was worked on, or while it travelled, would not be a number.
    std::vector<std::vector<double>> overlapped(
        n_fields, std::vector<double>(n_values, std::numeric_limits<double>::quiet_NaN()));
    auto one_by_one = overlapped;
    for (unsigned f = 0; f < n_fields; ++f)
      for (std::size_t q = 0; q < n_values; ++q) one_by_one[f][q] = worked(q, f);
    gather_scatter.add(std::vector<std::span<double>>(one_by_one.begin(), one_by_one.end()));

    const WorkOrder order(gather_scatter, element_size, 3 * element_size);
    const std::vector<std::span<double>> fields(overlapped.begin(), overlapped.end());
    std::size_t expected_block = 0;
    order.work_and_add(fields, [&](std::size_t b, const base::Block& block) {
      EXPECT_EQ(b, expected_block++);
      EXPECT_EQ(block.first, order.blocks()[b].first);
      for (unsigned f = 0; f < n_fields; ++f)
        for (std::size_t q = block.first; q < block.first + block.n_values; ++q)
          overlapped[f][q] = worked(q, f);
    });
    EXPECT_EQ(expected_block, order.blocks().size());
    EXPECT_EQ(overlapped, one_by_one);
  }
}

INSTANTIATE_TEST_SUITE_P(Dealings, WorkOrderTest,
                         ::testing::Values(Dealing{"stretches", stretches},
                                           Dealing{"round_robin", round_robin},
                                           Dealing{"islands", islands},
                                           Dealing{"one_island", one_island},
                                           Dealing{"first_has_all", first_has_all},
                                           Dealing{"last_has_none", last_has_none},
                                           Dealing{"in_scattered_order", in_scattered_order}),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(WorkOrder, LongMessagesArrive) {
  // Every rank holds the same long element, sent while it works on others of its own.
  const auto world = comm::Communicator::world();
  constexpr std::size_t size = 40'000, n_local = 7, common_element = 3;
  Ids ids;
  for (std::size_t e = 0; e < n_local; ++e) {
    const auto own = 1 + static_cast<std::size_t>(world.rank()) * n_local + e;
    const std::size_t first = (e == common_element ? 0 : own) * size;
    for (std::size_t q = 0; q < size; ++q) ids.push_back(static_cast<std::int64_t>(first + q));
  }
  const GatherScatter gather_scatter(ids, world);
  const WorkOrder order(gather_scatter, size, size);
  EXPECT_EQ(order.n_shared_blocks(), world.size() > 1 ? 1u : 0u);
  std::vector<double> values(ids.size());
  for (int exchange = 1; exchange <= 3; ++exchange) {
    const std::span<double> fields[] = {values};
    order.work_and_add(fields, [&](std::size_t, const base::Block& block) {
      for (std::size_t i = 0; i < block.n_values; ++i)
        values[block.first + i] = exchange * (1.0 + world.rank()) + static_cast<double>(i);
    });
    const double n_ranks = world.size();
    for (std::size_t e = 0; e < n_local; ++e) {
      const bool common = e == common_element;
      for (std::size_t i = 0; i < size; ++i) {
        const auto at = static_cast<double>(i);
        ASSERT_EQ(values[e * size + i], common
                                            ? exchange * n_ranks * (n_ranks + 1) / 2 + n_ranks * at
                                            : exchange * (1.0 + world.rank()) + at);
      }
    }
  }
}

TEST(WorkOrder, RefusesValuesThatAreNoWholeElements) {
  const auto self = comm::Communicator::self();
  const GatherScatter gather_scatter(Ids{1, 2, 3, 4, 5, 6}, self);
  EXPECT_THROW(WorkOrder(gather_scatter, 4, 8), base::Error);
  EXPECT_THROW(WorkOrder(gather_scatter, 0, 8), base::Error);
}

}  // namespace
}  // namespace lobatto::gs
