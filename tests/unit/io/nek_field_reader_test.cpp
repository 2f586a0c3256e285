#include "io/nek/reader.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "nek_sample.hpp"
#include "temporary_folder.hpp"

namespace lobatto::io {
namespace {

class NekFieldReaderTest : public ::testing::Test {
 protected:
  /// The bytes of a sample file, the same on every rank.
  std::string bytes_of(int order, Precision precision) {
    const auto space = sample_space(order, world_);
    write_nek_field(folder_ / "written", space, NekSample(space).snapshot(0.5, 7),
                    {.precision = precision});
    return read_all(folder_ / "written");
  }
  std::filesystem::path with_bytes(const std::string& bytes) {
    world_.barrier();
    if (world_.rank() == 0) write_bytes(folder_ / "a0.f00001", bytes);
    world_.barrier();
    return folder_ / "a0.f00001";
  }
  std::string refusal(const std::string& bytes) {
    const auto file = with_bytes(bytes);
    return message_of<base::Error>([&] { NekFieldReader reader(file, world_); });
  }

  comm::Communicator world_ = comm::Communicator::world();
  TemporaryFolder folder_{world_};
};

TEST_F(NekFieldReaderTest, ReadsBothWordSizesInBothByteOrders) {
  for (const auto precision : {Precision::single_precision, Precision::double_precision}) {
    const std::string native = bytes_of(3, precision);
    const NekFieldHeader header = parse_nek_field_header(native, "a");
    const std::size_t word = precision == Precision::double_precision ? 8 : 4;
    const double tolerance = word == 8 ? 1e-13 : 1e-5;
    // The other order without check sums, as other programs write it.
    const std::string other =
        swapped(native.substr(0, header.end()), 12, header.end_of_values(), word);
    for (const std::string& bytes : {native, other}) {
      NekFieldReader reader(with_bytes(bytes), world_);
      EXPECT_EQ(reader.header().word_size, static_cast<int>(word));
      ASSERT_EQ(reader.positions().size(), 12u);
      std::vector<double> x, values;
      for (long long position = 0; position < 12; ++position) {
        EXPECT_EQ(reader.positions()[position], position);
        reader.read("X", position, x);
        ASSERT_EQ(x.size(), 3u * 64);
        for (const auto& [block, field] :
             {std::pair<std::string, std::size_t>{"U", 0}, {"P", 3}, {"T", 4}, {"S02", 6}}) {
          reader.read(block, position, values);
          ASSERT_EQ(values.size(), block == "U" ? 3u * 64 : 64u);
          for (std::size_t i = 0; i < values.size(); ++i) {
            const std::size_t q = i % 64;
            ASSERT_NEAR(values[i], sample(field + i / 64, {x[q], x[64 + q], x[128 + q]}),
                        tolerance);
          }
        }
      }
    }
  }
}

TEST_F(NekFieldReaderTest, RefusesAFileThatIsCutAnywhere) {
  // Each rank works on files of its own, of one element, and on a part of the lengths.
  const auto self = comm::Communicator::self();
  const mesh::Axis axis{mesh::uniform_ticks(0, 1, 1), false};
  const space::FunctionSpace space(mesh::make_box_mesh({axis, axis, axis}, 1, 0, 1), self);
  const auto file = folder_ / ("cut" + std::to_string(world_.rank()));
  write_nek_field(file, space, NekSample(space).snapshot(0.5, 7));
  const std::string bytes = content_of(file);
  const NekFieldHeader header = parse_nek_field_header(bytes, "a");
  ASSERT_EQ(bytes.size(), header.end());
  for (std::size_t n = world_.rank(); n < bytes.size(); n += world_.size()) {
    write_bytes(file, bytes.substr(0, n));
    const std::string message = message_of<base::Error>([&] { NekFieldReader reader(file, self); });
    // Some writers leave out what follows the values.
    EXPECT_EQ(message.empty(), n == header.end_of_values()) << n << ": " << message;
    EXPECT_TRUE(message.empty() || message.starts_with(file.string() + ": ")) << message;
  }
  write_bytes(file, bytes + "the end of an older, longer file");
  EXPECT_NO_THROW(NekFieldReader(file, self));
}

TEST_F(NekFieldReaderTest, SaysWhatIsWrongOnEveryRank) {
  const std::string bytes = bytes_of(2, Precision::single_precision);
  const std::string name = (folder_ / "a0.f00001").string();
  EXPECT_EQ(refusal(bytes.substr(0, 10'000)),
            name +
                ": the file is cut: 10000 bytes, expected 14104 for the blocks XUPTS02 of 12 "
                "elements with 3 nodes per direction (13144 without their smallest and largest "
                "values)");
}

TEST_F(NekFieldReaderTest, RefusesWhatIsNoFieldFile) {
  const std::string name = (folder_ / "a0.f00001").string();
  std::string bytes = bytes_of(2, Precision::single_precision);
  bytes[135] = '\0';
  EXPECT_NE(refusal(bytes).find(": expected the real 6.54321, which shows the byte order, at byte "
                                "132, found "),
            std::string::npos);
  EXPECT_EQ(refusal("not a field"),
            name + ": expected a Nek5000 field file, which begins with #std");
  const auto nowhere = folder_ / "nowhere";
  EXPECT_EQ(message_of<base::Error>([&] { NekFieldReader reader(nowhere, world_); }),
            nowhere.string() + ": no such file");
}

TEST_F(NekFieldReaderTest, IsToldFromOtherFilesByItsBegin) {
  EXPECT_TRUE(is_nek_field(with_bytes("#std and so on"), world_));
  EXPECT_FALSE(is_nek_field(with_bytes("\x89HDF"), world_));
  EXPECT_FALSE(is_nek_field(with_bytes("#st"), world_));
  EXPECT_FALSE(is_nek_field(folder_ / "nowhere", world_));
}

TEST_F(NekFieldReaderTest, RefusesValuesThatAreNotFinite) {
  std::string bytes = bytes_of(2, Precision::single_precision);
  const NekFieldHeader header = parse_nek_field_header(bytes, "a");
  const float bad = NAN;
  std::memcpy(bytes.data() + header.begin_of("P") + 4 * header.row_bytes("P") + 8, &bad, 4);
  NekFieldReader reader(with_bytes(bytes), world_);
  std::vector<double> values;
  EXPECT_NO_THROW(reader.read("P", 3, values));
  EXPECT_EQ(message_of<base::Error>([&] { reader.read("P", 4, values); }),
            reader.name() + ": block P of element 5 in the file has values that are not finite");
}

TEST_F(NekFieldReaderTest, KnowsWhereNumberedElementsAre) {
  std::string bytes = bytes_of(2, Precision::single_precision);
  const auto with_numbers = [&](const std::vector<std::int32_t>& numbers) {
    std::memcpy(bytes.data() + 136, numbers.data(), 4 * numbers.size());
    return NekFieldReader(with_bytes(bytes), world_).positions();
  };
  EXPECT_EQ(with_numbers({12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1}),
            (std::vector<long long>{11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0}));
  EXPECT_TRUE(with_numbers({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 11}).empty());
  EXPECT_TRUE(with_numbers({0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}).empty());
  EXPECT_TRUE(with_numbers({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13}).empty());
}

}  // namespace
}  // namespace lobatto::io
