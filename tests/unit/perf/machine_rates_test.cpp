#include "perf/machine_rates.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <ctime>
#include <filesystem>
#include <fstream>

#include "base/stopwatch.hpp"
#include "perf/machine_memory.hpp"

namespace lobatto::perf {
namespace {

namespace fs = std::filesystem;

/// A folder of this test alone, the same on all ranks.
class MachineRatesFolder : public ::testing::Test {
 protected:
  MachineRatesFolder() {
    std::string name = world.rank() == 0 ? ::testing::TempDir() + "rates-XXXXXX" : "";
    if (world.rank() == 0 && mkdtemp(name.data()) == nullptr) name.clear();
    world.broadcast(name, 0);
    folder = name;
  }
  ~MachineRatesFolder() override {
    world.barrier();
    std::error_code ignored;
    if (world.rank() == 0) fs::remove_all(folder, ignored);
  }
  comm::Communicator world = comm::Communicator::world();
  fs::path folder;
};

MachineRates rates_with_stream(double gbs) {
  MachineRates rates;
  rates.stream_gbs = gbs;
  return rates;
}

std::array<double, 11> numbers_of(const MachineRates& rates) {
  return {rates.stream_gbs,       rates.peak_gflops,
          rates.product_gflops,   rates.batch_gflops,
          rates.operator_gflops,  rates.pack_gbs,
          rates.sparse_gbs,       rates.within_node.microseconds,
          rates.within_node.gbs,  rates.between_nodes.microseconds,
          rates.between_nodes.gbs};
}

TEST(MachineRates, ArePositiveAndTheSameOnEveryRank) {
  const auto world = comm::Communicator::world();
  const MachineRates rates = measure_machine_rates(world);
  for (const double rate : numbers_of(rates)) {
    EXPECT_GT(rate, 0);
    EXPECT_LT(rate, 1e6);
    EXPECT_EQ(rate, world.max(rate));
    EXPECT_EQ(rate, world.min(rate));
  }
  EXPECT_EQ(rates.ranks_on_node, world.size());
  EXPECT_FALSE(rates.several_nodes);
  // Products cannot be faster than the best of them, which is measured with others.
  EXPECT_LT(rates.product_gflops, 2 * rates.peak_gflops);
}

TEST(MachineRates, TextGivesTheSameBits) {
  MachineRates rates = rates_with_stream(1.0 / 3);
  rates.between_nodes = {1e-3 / 7, 12.3456789012345678};
  rates.ranks_on_node = 48;
  rates.several_nodes = true;
  const auto back = rates_of(text_of(rates));
  ASSERT_TRUE(back.has_value());
  EXPECT_EQ(numbers_of(*back), numbers_of(rates));
  EXPECT_EQ(back->ranks_on_node, 48);
  EXPECT_TRUE(back->several_nodes);
}

TEST(MachineRates, AreNoneWhereANumberIsMissingOrNotPositive) {
  const std::string good = text_of({});
  EXPECT_TRUE(rates_of(good).has_value());
  for (const char* bad : {"", "{}", "[1]", "null"}) EXPECT_FALSE(rates_of(bad).has_value()) << bad;
  const std::string key = "\"pack_gbs\":1.0";
  const auto at = good.find(key);
  ASSERT_NE(at, std::string::npos) << good;
  for (const char* value :
       {"\"pack_gbs\":0.0", "\"pack_gbs\":-1", "\"pack_gbs\":\"1\"", "\"pack_gbs\":1e999",
        "\"packing\":1", "\"pack_gbs\":1e300", "\"pack_gbs\":1e-300"}) {
    std::string bad = good;
    bad.replace(at, key.size(), value);
    EXPECT_FALSE(rates_of(bad).has_value()) << bad;
  }
}

TEST(MachineRates, MakeSecondsOfWork) {
  MachineRates rates;
  rates.stream_gbs = 10;
  rates.product_gflops = 50;
  rates.batch_gflops = 100;
  rates.operator_gflops = 25;
  rates.pack_gbs = 20;
  rates.sparse_gbs = 4;
  rates.within_node = {2, 5};
  rates.between_nodes = {8, 1};
  rates.ranks_on_node = 4;
  EXPECT_DOUBLE_EQ(seconds_of({.product_flops = 5e9}, rates, 1), 0.1);
  EXPECT_DOUBLE_EQ(seconds_of({.batch_flops = 5e9}, rates, 1), 0.05);
  EXPECT_DOUBLE_EQ(seconds_of({.operator_flops = 5e9}, rates, 1), 0.2);
  EXPECT_DOUBLE_EQ(seconds_of({.stream_bytes = 5e9}, rates, 1), 0.5);
  EXPECT_DOUBLE_EQ(seconds_of({.pack_bytes = 5e9}, rates, 1), 0.25);
  EXPECT_DOUBLE_EQ(seconds_of({.sparse_bytes = 5e9}, rates, 1), 1.25);
  EXPECT_DOUBLE_EQ(seconds_of({.messages = 1e5}, rates, 4), 0.2);
  EXPECT_DOUBLE_EQ(seconds_of({.messages = 1e5}, rates, 5), 0.8);
  EXPECT_DOUBLE_EQ(seconds_of({.message_bytes = 5e9}, rates, 4), 1);
  EXPECT_DOUBLE_EQ(seconds_of({.message_bytes = 5e9}, rates, 5), 5);
  const Work a{.product_flops = 1e9, .messages = 3}, b{.stream_bytes = 2e9, .messages = 4};
  EXPECT_DOUBLE_EQ(seconds_of(a + b * 2, rates, 4),
                   seconds_of(a, rates, 4) + 2 * seconds_of(b, rates, 4));
}

TEST(MachineRates, ASumGoesUpAndDownATree) {
  const std::array<double, 6> expected{0, 2, 4, 4, 6, 6};  // 1 ... 6 ranks
  for (int n = 1; n <= 6; ++n) EXPECT_EQ(messages_of_sum(n), expected[n - 1]) << n;
  EXPECT_EQ(messages_of_sum(1024), 20);
}

TEST_F(MachineRatesFolder, AreMeasuredOnceAndThenRemembered) {
  const MachineRates first = known_machine_rates(world, folder);
  EXPECT_TRUE(first.source.starts_with("measured now")) << first.source;
  EXPECT_TRUE(first.date.empty());
  const MachineRates second = known_machine_rates(world, folder);
  if (first.is_disturbed()) return;  // the machine is not ours alone
  EXPECT_FALSE(second.date.empty());
  EXPECT_EQ(second.source, "remembered from " + second.date);
  EXPECT_EQ(numbers_of(second), numbers_of(first));
}

TEST_F(MachineRatesFolder, OfOtherNumbersOfRanksAreOthers) {
  if (world.rank() != 0) return;
  const MachineMemory of_three(folder, 3), of_four(folder, 4), of_nodes(folder, 3, true);
  of_three.remember(rates_with_stream(11));
  EXPECT_FALSE(of_four.recall().has_value());
  EXPECT_FALSE(of_nodes.recall().has_value());
  of_four.remember(rates_with_stream(33));
  of_nodes.remember(rates_with_stream(44));
  EXPECT_EQ(of_three.recall()->stream_gbs, 11);
  EXPECT_EQ(of_four.recall()->stream_gbs, 33);
  EXPECT_EQ(of_nodes.recall()->stream_gbs, 44);
}

TEST_F(MachineRatesFolder, OfADamagedFileAreNone) {
  if (world.rank() != 0) return;
  const MachineMemory memory(folder, 1);
  memory.remember(rates_with_stream(11));
  for (const char* text :
       {"", "{", "[]", "{\"machine\": 1}", "\xff\xfe", "{\"ranks_on_node\": 3}"}) {
    std::ofstream(memory.file()) << text;
    EXPECT_FALSE(memory.recall().has_value()) << text;
  }
  memory.remember(rates_with_stream(55));
  EXPECT_EQ(memory.recall()->stream_gbs, 55);
}

/// What was not measured is measured anew; nothing waits, and nothing ends the program.
TEST_F(MachineRatesFolder, OfWhatIsNoFileAreNone) {
  if (world.rank() != 0) return;
  const MachineMemory memory(folder, 1);
  const auto expect_none_and_then_some = [&](const char* what) {
    EXPECT_FALSE(memory.recall().has_value()) << what;
    memory.remember(rates_with_stream(55));
    EXPECT_TRUE(memory.recall().has_value()) << what;
    fs::remove_all(memory.file());
  };
  ASSERT_EQ(mkfifo(memory.file().c_str(), 0600), 0);
  expect_none_and_then_some("a FIFO");
  fs::create_symlink("/dev/zero", memory.file());
  expect_none_and_then_some("a device");
  std::ofstream(memory.file()) << std::string(3 << 20, ' ');
  expect_none_and_then_some("too large");
  fs::create_directory(memory.file());
  EXPECT_FALSE(memory.recall().has_value());
  memory.remember(rates_with_stream(55));  // cannot, and says nothing
  EXPECT_FALSE(memory.recall().has_value());
  EXPECT_TRUE(fs::is_directory(memory.file()));
}

std::string content_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

void replace_in(const fs::path& file, const std::string& old_text, const std::string& new_text) {
  std::string content = content_of(file);
  const auto at = content.find(old_text);
  ASSERT_NE(at, std::string::npos) << content;
  std::ofstream(file) << content.replace(at, old_text.size(), new_text);
}

TEST_F(MachineRatesFolder, OfAnotherProcessorAreNone) {
  if (world.rank() != 0) return;
  const MachineMemory memory(folder, 1);
  memory.remember(rates_with_stream(11));
  replace_in(memory.file(), processor_name(), "another one");
  EXPECT_FALSE(memory.recall().has_value());
}

TEST_F(MachineRatesFolder, AreForgottenAfterThirtyDays) {
  if (world.rank() != 0) return;
  const MachineMemory memory(folder, 1);
  memory.remember(rates_with_stream(11));
  ASSERT_TRUE(memory.recall().has_value());
  replace_in(memory.file(), "\"seconds\": ", "\"seconds\": 1, \"were\": ");
  EXPECT_FALSE(memory.recall().has_value());
}

TEST_F(MachineRatesFolder, OfAnImpossibleDateAreNone) {
  if (world.rank() != 0) return;
  for (const char* seconds : {"1e20", "-1e20", "1e300", "9223372036854775807", "4e9", "null"}) {
    const MachineMemory memory(folder, 1);
    memory.remember(rates_with_stream(11));
    ASSERT_TRUE(memory.recall().has_value());
    replace_in(memory.file(),
               "\"seconds\": ", std::string("\"seconds\": ") + seconds + ", \"were\": ");
    EXPECT_FALSE(memory.recall().has_value()) << seconds;
  }
}

TEST_F(MachineRatesFolder, WithOthersThatMakeNoSenseStay) {
  if (world.rank() != 0) return;
  const MachineMemory of_three(folder, 3), of_four(folder, 4);
  of_three.remember(rates_with_stream(11));
  of_four.remember(rates_with_stream(22));
  const std::string deep(100'000, '['), end(100'000, ']');
  replace_in(of_three.file(), "\"rates\": ", "\"rates\": " + deep + end + ", \"were\": ");
  EXPECT_FALSE(of_three.recall().has_value());
  EXPECT_EQ(of_four.recall()->stream_gbs, 22);
  of_three.remember(rates_with_stream(33));
  EXPECT_EQ(of_three.recall()->stream_gbs, 33);
  EXPECT_EQ(of_four.recall()->stream_gbs, 22);
  EXPECT_LT(fs::file_size(of_three.file()), 10'000u);
}

TEST_F(MachineRatesFolder, OfAnotherNumberOfRanksAreMeasuredAnew) {
  MachineRates others = rates_with_stream(11);
  others.ranks_on_node = world.size() + 1;
  if (world.rank() == 0) MachineMemory(folder, world.size()).remember(others);
  EXPECT_TRUE(known_machine_rates(world, folder).source.starts_with("measured now"));
}

TEST_F(MachineRatesFolder, OfNumbersThatNobodyCanHaveMeasuredAreMeasuredAnew) {
  MachineRates rates = rates_with_stream(11);
  rates.ranks_on_node = world.size();
  if (world.rank() == 0) {
    const MachineMemory memory(folder, world.size());
    memory.remember(rates);
    replace_in(memory.file(), "\"stream_gbs\": 11.0", "\"stream_gbs\": 2.6e+05");
  }
  const MachineRates known = known_machine_rates(world, folder);
  EXPECT_TRUE(known.source.starts_with("measured now")) << known.source;
  EXPECT_LT(known.stream_gbs, 1e4);
}

TEST(MachineRates, ThatScatteredAreThoseOfADisturbedMachine) {
  MachineRates rates = rates_with_stream(11);
  rates.scatter = 0.05;
  EXPECT_FALSE(rates.is_disturbed());
  rates.scatter = 0.5;
  EXPECT_TRUE(rates.is_disturbed());
  EXPECT_EQ(rates_of(text_of(rates))->scatter, 0.5);
}

TEST_F(MachineRatesFolder, WithoutAFolderAreForgotten) {
  const MachineMemory memory({}, 1);
  memory.remember(rates_with_stream(11));
  EXPECT_FALSE(memory.recall().has_value());
}

TEST_F(MachineRatesFolder, BesideOtherWorkAreKeptOnlyWhileThatGoesOn) {
  if (world.rank() != 0) return;
  const MachineMemory memory(folder, 1);
  MachineRates disturbed = rates_with_stream(11);
  disturbed.other_cores = 0.5;
  memory.remember(disturbed);
  EXPECT_FALSE(memory.recall(false).has_value());
  ASSERT_TRUE(memory.recall(true).has_value());
  EXPECT_EQ(memory.recall(true)->other_cores, 0.5);
  const double long_ago = static_cast<double>(std::time(nullptr)) - 700;
  replace_in(memory.file(), "\"seconds\": ", fmt::format("\"seconds\": {}, \"were\": ", long_ago));
  EXPECT_FALSE(memory.recall(true).has_value());
}

TEST(OtherWork, CountsWhatIsNotOfTheseRanks) {
  const auto world = comm::Communicator::world();
  const auto alone = world.split(world.rank(), 0);
  const OtherWork others(alone);
  const pid_t child = fork();
  const auto spin = [] {
    for (const base::Stopwatch watch; watch.seconds() < 0.3;) {
    }
  };
  spin();
  if (child == 0) _exit(0);
  waitpid(child, nullptr, 0);
  EXPECT_GT(others.cores(), 0.3);
}

TEST(MachineRates, OfMessagesThatNoneCanHaveAreNone) {
  MachineRates rates = rates_with_stream(11);
  rates.within_node.gbs = 2.6e5;
  EXPECT_FALSE(rates_of(text_of(rates)).has_value());
}

}  // namespace
}  // namespace lobatto::perf
