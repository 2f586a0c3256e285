// A checkpoint with a wrong bit anywhere, or cut off anywhere, is refused, or the bit does not
// matter: then what it holds is the same. Nothing else may come of it.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <random>

#include "base/error.hpp"
#include "io/checkpoint/folder.hpp"
#include "io/checkpoint/reader.hpp"
#include "io/checkpoint/series.hpp"
#include "sample_state.hpp"
#include "temporary_folder.hpp"

namespace lobatto::io {
namespace {

namespace fs = std::filesystem;

class CheckpointDamage : public ::testing::Test {
 protected:
  CheckpointDamage() {
    CheckpointSeries series(folder_.path(), {}, 0, self_);
    series.save(20, 2.0, provenance_, [&](base::StateVisitor& visitor) { state_.visit(visitor); });
    series.finish();
    EXPECT_EQ(series.settle(20), std::nullopt);
    whole_ = read_all(file_);
  }

  void write(const std::string& content) const {
    std::ofstream(file_, std::ios::binary | std::ios::trunc) << content;
  }
  void write_byte(std::size_t at, char byte) const {
    std::FILE* file = std::fopen(file_.c_str(), "r+b");
    std::fseek(file, static_cast<long>(at), SEEK_SET);
    std::fputc(byte, file);
    std::fclose(file);
  }

  /// Why it is refused; empty when what was loaded is as it was saved.
  [[nodiscard]] std::string load() const {
    return message_of<base::Error>([&] {
      CheckpointReader reader(file_, self_);
      EXPECT_EQ(reader.summary().step, 20);
      EXPECT_EQ(reader.summary().time, 2.0);
      EXPECT_EQ(reader.summary().provenance, provenance_);
      SampleState loaded(self_, 55.0);
      loaded.visit(reader);
      EXPECT_TRUE(loaded == state_);
    });
  }

  /// Loads with one bit wrong; true when that is refused.
  bool refuses(std::size_t at, unsigned bit) const {
    SCOPED_TRACE("bit " + std::to_string(bit) + " of byte " + std::to_string(at));
    write_byte(at, static_cast<char>(whole_[at] ^ static_cast<char>(1U << bit)));
    const std::string message = load();
    write_byte(at, whole_[at]);
    if (message.empty()) return false;
    EXPECT_NE(message.find(file_.string()), std::string::npos) << message;
    return true;
  }

  const std::map<std::string, std::string> provenance_{{"version", "1.2"},
                                                       {"case", std::string(3000, 'x')}};
  comm::Communicator self_ = comm::Communicator::self();
  TemporaryFolder folder_{self_};
  SampleState state_{self_, 0.2};
  fs::path file_ = checkpoint_name(folder_.path(), 20, 0, 1);
  std::string whole_;
};

TEST_F(CheckpointDamage, OfOneBitAnywhereIsRefusedOrDoesNotMatter) {
  ASSERT_EQ(load(), "");
  std::mt19937 random(11);
  const char* more = std::getenv("LOBATTO_DAMAGED_BITS");
  const int n = more != nullptr ? std::atoi(more) : 600;
  int n_refused = 0;
  for (int i = 0; i < n; ++i) {
    // A third each at the begin, where the tables of HDF5 are, at the end, and anywhere.
    const std::size_t part =
        i % 3 == 2 ? whole_.size() : std::min<std::size_t>(20000, whole_.size());
    std::size_t at = random() % part;
    if (i % 3 == 1) at = whole_.size() - 1 - at;
    if (refuses(at, random() % 8)) ++n_refused;
  }
  EXPECT_GT(n_refused, n / 4);
  std::printf("%d of %d wrong bits in %zu bytes are refused\n", n_refused, n, whole_.size());
  EXPECT_EQ(load(), "");
}

TEST_F(CheckpointDamage, OfEveryBitOfTheValuesIsRefused) {
  // The chunks of the rows stand somewhere in the file; noise of this length is nowhere else.
  const std::string chunk = whole_.substr(whole_.size() / 2, 64);
  ASSERT_NE(chunk, std::string(64, '\0'));
  for (std::size_t at = whole_.size() / 2; at < whole_.size() / 2 + 64; ++at)
    EXPECT_TRUE(refuses(at, at % 8));
}

TEST_F(CheckpointDamage, ByCuttingItOffIsRefusedWithTheFileNamed) {
  std::mt19937 random(5);
  for (int i = 0; i < 60; ++i) {
    const std::size_t n = i < 20 ? whole_.size() - 1 - i : random() % whole_.size();
    write(whole_.substr(0, n));
    const std::string message = load();
    EXPECT_NE(message.find(file_.string()), std::string::npos) << n << " bytes: " << message;
  }
}

TEST_F(CheckpointDamage, InAChunkIsToldWithTheNumberOfTheChunk) {
  std::string seen;
  for (std::size_t at = whole_.size() / 2; at < whole_.size() && seen.empty(); at += 97) {
    write_byte(at, static_cast<char>(whole_[at] ^ 1));
    const std::string message = load();
    if (message.find(" is damaged: its check sum is ") != std::string::npos) seen = message;
    write_byte(at, whole_[at]);
  }
  EXPECT_NE(seen.find(": chunk "), std::string::npos) << seen;
  EXPECT_NE(seen.find(" of /state/flow/"), std::string::npos) << seen;
}

TEST_F(CheckpointDamage, OtherFilesAreRefused) {
  for (const char* content : {"", "text", "\x89HDF\r\n\x1a\n"}) {
    write(content);
    EXPECT_NE(load().find(file_.string()), std::string::npos) << content;
  }
  fs::remove(file_);
  EXPECT_NE(load().find("no such file"), std::string::npos);
}

}  // namespace
}  // namespace lobatto::io
