#include "io/file_seal.hpp"

#include <gtest/gtest.h>

#include <random>

#include "base/error.hpp"
#include "temporary_folder.hpp"

namespace lobatto::io {
namespace {

namespace fs = std::filesystem;

std::string noise(std::size_t n_bytes) {
  std::mt19937 random(static_cast<unsigned>(n_bytes));
  std::string bytes(n_bytes, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

std::uint64_t number(const std::string& bytes, std::size_t at, std::size_t n_bytes) {
  std::uint64_t value = 0;
  for (std::size_t b = n_bytes; b > 0; --b)
    value = value << 8U | static_cast<unsigned char>(bytes[at + b - 1]);
  return value;
}

class FileSealTest : public ::testing::Test {
 protected:
  void write(const std::string& bytes) const {
    world_.barrier();  // until nobody reads what was there
    if (world_.rank() == 0) std::ofstream(file_, std::ios::binary) << bytes;
    world_.barrier();
  }
  /// The file with check sums, made by all ranks.
  [[nodiscard]] std::string sealed(const std::string& content, std::uint32_t block) const {
    write(content);
    seal_file(file_, "the file", world_, block);
    return read_all(file_);
  }
  /// Why the file is refused; "none" where it has no check sums, empty where they are right.
  [[nodiscard]] std::string refusal() const {
    bool is_sealed = true;
    const std::string message = message_of<base::Error>([&] {
      const auto seal = FileSeal::read(file_);
      is_sealed = seal.has_value();
      if (seal) seal->verify(0, seal->n_blocks());
    });
    return is_sealed ? message : "none";
  }

  comm::Communicator world_ = comm::Communicator::world();
  TemporaryFolder folder_{world_};
  fs::path file_ = folder_ / "file.bin";
};

// The check value of CRC-32: of the nine digits it is cbf43926.
TEST_F(FileSealTest, StandsBehindTheContent) {
  const std::string bytes = sealed("123456789", 1024);
  ASSERT_EQ(bytes.size(), 9u + 4 + 8 + 4 + 4 + 16);
  EXPECT_EQ(bytes.substr(0, 9), "123456789");
  EXPECT_EQ(number(bytes, 9, 4), 0xcbf43926u);
  EXPECT_EQ(number(bytes, 13, 8), 9u);
  EXPECT_EQ(number(bytes, 21, 4), 1024u);
  EXPECT_EQ(bytes.substr(29), "LobattoCheckSums");
  const auto seal = FileSeal::read(file_);
  ASSERT_TRUE(seal.has_value());
  EXPECT_EQ(seal->content_bytes(), 9u);
}

TEST_F(FileSealTest, IsTheSameHoweverManyRanksMakeIt) {
  for (const std::size_t n : {0, 1, 63, 64, 65, 640, 1000}) {
    const std::string together = sealed(noise(n), 64);
    EXPECT_EQ(together.size(), n + 4 * ((n + 63) / 64) + 32);
    EXPECT_EQ(refusal(), "");
    verify_if_sealed(file_, world_);
    world_.barrier();
    write(noise(n));
    if (world_.rank() == 0) seal_file(file_, "the file", 64);
    world_.barrier();
    EXPECT_EQ(read_all(file_), together);
  }
}

TEST_F(FileSealTest, FindsEveryWrongBit) {
  const auto self = comm::Communicator::self();
  const std::string whole = sealed(noise(150), 64);
  if (world_.rank() != 0) return;
  for (std::size_t at = 0; at < whole.size(); ++at)
    for (unsigned bit = 0; bit < 8; ++bit) {
      std::string wrong = whole;
      wrong[at] = static_cast<char>(wrong[at] ^ static_cast<char>(1U << bit));
      std::ofstream(file_, std::ios::binary) << wrong;
      const std::string message = refusal();
      // Without the word at its end it is a file without check sums, of another length.
      EXPECT_EQ(message == "none", at >= whole.size() - 16) << at;
      EXPECT_NE(message, "") << at;
    }
}

TEST_F(FileSealTest, FindsWhatIsCutSwappedOrZero) {
  const std::string whole = sealed(noise(64 * 5), 64);
  if (world_.rank() != 0) return;
  for (std::size_t n = 0; n < whole.size(); ++n) {
    std::ofstream(file_, std::ios::binary) << whole.substr(0, n);
    EXPECT_EQ(refusal(), "none") << n;
  }
  const std::string swapped = whole.substr(64, 64) + whole.substr(0, 64) + whole.substr(128);
  std::ofstream(file_, std::ios::binary) << swapped;
  EXPECT_NE(refusal().find("bytes 0 to 63 are damaged"), std::string::npos);
  std::ofstream(file_, std::ios::binary) << std::string(whole).replace(130, 10, 10, '\0');
  EXPECT_NE(refusal().find("bytes 128 to 191 are damaged"), std::string::npos);
  std::ofstream(file_, std::ios::binary) << whole + "more";
  EXPECT_EQ(refusal(), "none");
  std::ofstream(file_, std::ios::binary) << "before" + whole;
  EXPECT_NE(refusal().find("not those of a file of its length"), std::string::npos);
}

TEST_F(FileSealTest, EveryRankLearnsOfWhatOneFinds) {
  std::string bytes = sealed(noise(64 * 6), 64);
  bytes[64 * 5 + 3] = static_cast<char>(bytes[64 * 5 + 3] ^ 1);
  write(bytes);
  const auto message = message_of<base::Error>([&] { verify_if_sealed(file_, world_); });
  EXPECT_NE(message.find("file.bin: bytes 320 to 383 are damaged"), std::string::npos) << message;
  write("no check sums");
  verify_if_sealed(file_, world_);
}

TEST_F(FileSealTest, NamesAFileThatIsNotThere) {
  const auto message = message_of<base::Error>([&] { FileSeal::read(folder_ / "nothing"); });
  EXPECT_NE(message.find("nothing: no such file"), std::string::npos) << message;
}

}  // namespace
}  // namespace lobatto::io
