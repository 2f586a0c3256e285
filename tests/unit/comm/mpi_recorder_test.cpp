#include "comm/recorder/recorder.hpp"

#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <thread>

#include "base/error.hpp"
#include "comm/exchange/all_to_all.hpp"
#include "comm/exchange/neighbour_exchange.hpp"

namespace lobatto::comm {
namespace {

constexpr std::size_t trace_bytes = std::size_t{1} << 20;

const MpiCount& count_of(const MpiRecorder& recorder, MpiFunction function,
                         std::size_t region = 0) {
  return recorder.counts()[region][static_cast<std::size_t>(function)];
}

long long all_calls(const MpiRecorder& recorder) {
  long long calls = 0;
  for (const MpiCounts& region : recorder.counts())
    for (const MpiCount& count : region) calls += count.calls;
  return calls;
}

int next_of(const Communicator& world) { return (world.rank() + 1) % world.size(); }
int last_of(const Communicator& world) { return (world.rank() + world.size() - 1) % world.size(); }

/// `n_exchanges` times n_values doubles to the next rank of a ring, by persistent requests.
void exchange_in_ring(const Communicator& world, std::size_t n_values, int n_exchanges,
                      MpiRecorder& recorder, const std::size_t& region) {
  std::vector<NeighbourExchange::Partner> partners;
  for (int r = 0; r < world.size(); ++r)
    if (r != world.rank() && (r == next_of(world) || r == last_of(world)))
      partners.push_back({r, n_values});
  NeighbourExchange neighbours(world, partners, 1, NeighbourRoute::rank_to_rank);
  world.barrier();
  recorder.start(region);
  for (int i = 0; i < n_exchanges; ++i) {
    neighbours.begin();
    neighbours.finish();
  }
  recorder.stop();
}

TEST(MpiRecorder, CountsPersistentMessagesEachTimeTheyAreStarted) {
  const Communicator world = Communicator::world();
  const long long n_partners = std::min(world.size() - 1, 2);
  constexpr int k = 7;
  constexpr std::size_t n_values = 100;  // 800 bytes
  MpiRecorder recorder(trace_bytes);
  const std::size_t region = 2;
  exchange_in_ring(world, n_values, k, recorder, region);

  if (n_partners == 0) {
    EXPECT_EQ(all_calls(recorder), 0);
    return;
  }
  const MpiCount& starts = count_of(recorder, MpiFunction::startall, region);
  EXPECT_EQ(starts.calls, k);
  EXPECT_EQ(starts.bytes, k * n_partners * 800);
  EXPECT_EQ(count_of(recorder, MpiFunction::waitall, region).calls, k);
  EXPECT_GT(count_of(recorder, MpiFunction::waitall, region).ticks, 0);
  EXPECT_EQ(all_calls(recorder), 2 * k);

  // 800 lies in [512, 1024): entry 10.
  EXPECT_EQ(recorder.message_sizes()[10].messages, k * n_partners);
  EXPECT_EQ(recorder.message_sizes()[10].bytes, k * n_partners * 800);
  EXPECT_EQ(static_cast<long long>(recorder.sent().size()), n_partners);
  for (const auto& [to, traffic] : recorder.sent()) {
    EXPECT_TRUE(to == next_of(world) || to == last_of(world));
    EXPECT_EQ(traffic.messages, k);
    EXPECT_EQ(traffic.bytes, k * 800);
  }
}

TEST(MpiRecorder, CountsMessagesOfAnyKindAtTheirSender) {
  const Communicator world = Communicator::world();
  if (world.size() == 1) GTEST_SKIP() << "needs two ranks";
  MpiRecorder recorder(trace_bytes);
  const std::size_t region = 0;
  std::array<double, 3> given{};
  std::array<double, 3> got{};
  recorder.start(region);
  MPI_Sendrecv(given.data(), 3, MPI_DOUBLE, next_of(world), 1, got.data(), 3, MPI_DOUBLE,
               last_of(world), 1, world.handle(), MPI_STATUS_IGNORE);
  std::array<MPI_Request, 2> requests{};
  MPI_Irecv(got.data(), 5, MPI_BYTE, last_of(world), 2, world.handle(), &requests[0]);
  MPI_Isend(given.data(), 5, MPI_BYTE, next_of(world), 2, world.handle(), &requests[1]);
  MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE);
  MPI_Send(given.data(), 0, MPI_INT, MPI_PROC_NULL, 3, world.handle());
  recorder.stop();

  EXPECT_EQ(count_of(recorder, MpiFunction::sendrecv).bytes, 24);
  EXPECT_EQ(count_of(recorder, MpiFunction::isend).bytes, 5);
  EXPECT_EQ(count_of(recorder, MpiFunction::irecv).calls, 1);
  EXPECT_EQ(count_of(recorder, MpiFunction::irecv).bytes, 0);
  EXPECT_EQ(count_of(recorder, MpiFunction::send).calls, 1);
  ASSERT_EQ(recorder.sent().size(), 1u);  // nothing to nobody
  EXPECT_EQ(recorder.sent().at(next_of(world)).messages, 2);
  EXPECT_EQ(recorder.sent().at(next_of(world)).bytes, 29);
  EXPECT_EQ(recorder.message_sizes()[3].bytes, 5);   // [4, 8)
  EXPECT_EQ(recorder.message_sizes()[5].bytes, 24);  // [16, 32)
}

TEST(MpiRecorder, BooksCallsUnderTheRegionThatRuns) {
  const Communicator world = Communicator::world();
  MpiRecorder recorder(trace_bytes);
  std::size_t region = 1;
  recorder.start(region);
  world.barrier();
  world.barrier();
  region = 3;
  world.barrier();
  recorder.stop();
  ASSERT_EQ(recorder.counts().size(), 4u);
  EXPECT_EQ(count_of(recorder, MpiFunction::barrier, 1).calls, 2);
  EXPECT_EQ(count_of(recorder, MpiFunction::barrier, 3).calls, 1);
  EXPECT_EQ(all_calls(recorder), 3);
}

TEST(MpiRecorder, CountsWhatARankGivesToCollectiveCalls) {
  const Communicator world = Communicator::world();
  const auto n = static_cast<std::size_t>(world.size());
  MpiRecorder recorder(trace_bytes);
  const std::size_t region = 0;
  std::array<double, 4> values{};
  std::vector<double> all(4 * n);
  std::vector<int> counts(n);
  std::iota(counts.begin(), counts.end(), 0);
  const std::vector<int> offsets(n, 0);
  recorder.start(region);
  world.sum(values);
  MPI_Allgather(values.data(), 4, MPI_DOUBLE, all.data(), 4, MPI_DOUBLE, world.handle());
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_DOUBLE, all.data(), 4, MPI_DOUBLE, world.handle());
  MPI_Scatter(all.data(), 4, MPI_DOUBLE, values.data(), 4, MPI_DOUBLE, 0, world.handle());
  MPI_Bcast(values.data(), 2, MPI_DOUBLE, 0, world.handle());
  std::vector<double> matrix(n * n);
  const std::vector<int> own(n, world.rank());
  MPI_Alltoallv(matrix.data(), counts.data(), offsets.data(), MPI_DOUBLE, all.data(), own.data(),
                offsets.data(), MPI_DOUBLE, world.handle());
  recorder.stop();
  EXPECT_EQ(count_of(recorder, MpiFunction::allreduce).bytes, 32);
  EXPECT_EQ(count_of(recorder, MpiFunction::allgather).bytes, 64);
  EXPECT_EQ(count_of(recorder, MpiFunction::scatter).bytes,
            world.rank() == 0 ? 32 * world.size() : 0);
  EXPECT_EQ(count_of(recorder, MpiFunction::bcast).bytes, 16);
  EXPECT_EQ(count_of(recorder, MpiFunction::alltoallv).bytes,
            8 * world.size() * (world.size() - 1) / 2);
  EXPECT_EQ(recorder.sent().size(), 0u);
  long long calls = 0;
  long long bytes = 0;
  for (const MpiTraffic& entry : recorder.collective_sizes()) {
    calls += entry.messages;
    bytes += entry.bytes;
  }
  EXPECT_EQ(calls, 6);
  EXPECT_EQ(calls, all_calls(recorder));
  long long by_function = 0;
  for (const MpiCount& count : recorder.counts()[region]) by_function += count.bytes;
  EXPECT_EQ(bytes, by_function);
}

TEST(MpiRecorder, CountsExchangesInSharedMemoryAsMessages) {
  const Communicator world = Communicator::world();
  const auto n = static_cast<std::size_t>(world.size());
  for (const Transport transport : {Transport::messages, Transport::automatic}) {
    MpiRecorder recorder(trace_bytes);
    const std::vector<std::size_t> counts(n, 16);  // 128 bytes to each
    AllToAll exchange(world, counts, counts, transport);
    const std::size_t region = 0;
    world.barrier();
    recorder.start(region);
    for (int i = 0; i < 3; ++i) {
      exchange.begin();
      exchange.finish();
    }
    recorder.stop();
    long long bytes = 0;
    for (const auto& [to, traffic] : recorder.sent()) {
      EXPECT_EQ(traffic.messages, 3);
      EXPECT_EQ(traffic.bytes, 3 * 128);
      bytes += traffic.bytes;
    }
    EXPECT_EQ(bytes, 3 * static_cast<long long>(exchange.bytes_per_exchange()));
    EXPECT_EQ(recorder.message_sizes()[8].bytes, bytes);  // [128, 256)
    if (transport == Transport::messages || n == 1) continue;
    EXPECT_EQ(count_of(recorder, MpiFunction::shared_memory_send).bytes, bytes);
    EXPECT_EQ(count_of(recorder, MpiFunction::shared_memory_wait).calls, 3);
    EXPECT_EQ(all_calls(recorder), 6);  // what a wait calls inside does not count
  }
}

TEST(MpiRecorder, NamesRanksAsTheWorldDoes) {
  const Communicator world = Communicator::world();
  if (world.size() == 1) GTEST_SKIP() << "needs two ranks";
  MpiRecorder recorder(trace_bytes);
  const Communicator reversed = world.split(0, -world.rank());
  const std::size_t region = 0;
  recorder.start(region);
  // The first of the group, which is the last of the world, sends to the last of the group.
  const std::array<std::byte, 6> bytes{};
  if (reversed.rank() == 0) reversed.send(bytes, reversed.size() - 1);
  if (reversed.rank() == reversed.size() - 1) static_cast<void>(reversed.receive(0));
  recorder.stop();
  if (world.rank() == world.size() - 1) {
    ASSERT_EQ(recorder.sent().size(), 1u);
    EXPECT_EQ(recorder.sent().begin()->first, 0);
  } else {
    EXPECT_TRUE(recorder.sent().empty());
  }
}

TEST(MpiRecorder, LooksAtNothingBeforeItStartsAndAfterItStops) {
  const Communicator world = Communicator::world();
  MpiRecorder recorder(trace_bytes);
  const std::size_t region = 0;
  world.barrier();
  recorder.start(region);
  world.barrier();
  recorder.stop();
  world.barrier();
  EXPECT_EQ(all_calls(recorder), 1);
  EXPECT_GT(recorder.seconds(), 0);
  recorder.start(region);  // from nothing
  recorder.stop();
  EXPECT_EQ(all_calls(recorder), 0);
}

TEST(MpiRecorder, IsOneAThreadAndDoesNotListenToOthers) {
  MpiRecorder recorder(trace_bytes);
  EXPECT_THROW(MpiRecorder{trace_bytes}, base::Error);
  const std::size_t region = 0;
  recorder.start(region);
  std::thread([] {
    MpiRecorder another(trace_bytes);
    EXPECT_EQ(current_mpi_recorder, &another);
  }).join();
  EXPECT_EQ(current_mpi_recorder, &recorder);
  recorder.stop();
}

TEST(MpiRecorder, TracesMessagesInTheirOrder) {
  const Communicator world = Communicator::world();
  if (world.size() == 1) GTEST_SKIP() << "needs two ranks";
  MpiRecorder recorder(trace_bytes);
  const std::size_t region = 0;
  recorder.start(region);
  std::array<int, 2> values{};
  std::array<MPI_Request, 2> requests{};
  if (world.rank() == 0) {
    for (int& value : values) MPI_Send(&value, 1, MPI_INT, 1, 4, world.handle());
  } else if (world.rank() == 1) {
    MPI_Irecv(&values[0], 1, MPI_INT, 0, 4, world.handle(), &requests[0]);
    MPI_Irecv(&values[1], 1, MPI_INT, 0, 4, world.handle(), &requests[1]);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);  // the second one first
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  }
  recorder.end_step();
  recorder.stop();
  EXPECT_TRUE(recorder.trace_is_whole());
  const auto& events = recorder.trace().step(0);
  if (world.rank() > 1) {
    EXPECT_EQ(events.size(), 1u);
    return;
  }
  ASSERT_EQ(events.size(), 3u);
  const bool sends = world.rank() == 0;
  for (int i = 0; i < 2; ++i) {
    const auto& event = events[static_cast<std::size_t>(i)];
    EXPECT_EQ(event.kind, sends ? TraceEvent::Kind::send : TraceEvent::Kind::receive);
    EXPECT_EQ(event.peer, sends ? 1u : 0u);
    EXPECT_EQ(event.sequence, static_cast<std::uint32_t>(sends ? i : 1 - i));
  }
  EXPECT_EQ(events[2].kind, TraceEvent::Kind::compute);
}

TEST(MpiRecorder, TellsWhenATraceCannotSayWhoSent) {
  const Communicator world = Communicator::self();
  MpiRecorder recorder(trace_bytes);
  const std::size_t region = 0;
  recorder.start(region);
  const int sent = 0;
  int received = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Irecv(&received, 1, MPI_INT, MPI_ANY_SOURCE, 5, world.handle(), &request);
  MPI_Send(&sent, 1, MPI_INT, 0, 5, world.handle());
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  recorder.stop();
  EXPECT_FALSE(recorder.trace_is_whole());
}

}  // namespace
}  // namespace lobatto::comm
