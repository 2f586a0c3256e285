#include "io/nek/elements.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "nek_sample.hpp"
#include "support/curved_spaces.hpp"
#include "temporary_folder.hpp"

namespace lobatto::io {
namespace {

using Match = NekFieldElements::Match;

class NekFieldElementsTest : public ::testing::Test {
 protected:
  static constexpr int order = 3;

  std::filesystem::path write(const space::FunctionSpace& space, bool coordinates,
                              Precision precision = Precision::double_precision) {
    write_nek_field(folder_ / "a0.f00001", space, NekSample(space).snapshot(0.5, 7),
                    {coordinates, precision});
    return folder_ / "a0.f00001";
  }
  /// The sample file with its elements in another order.
  std::filesystem::path shuffled(bool coordinates, bool keeps_numbers) {
    const std::string bytes = read_all(write(sample_space(order, world_), coordinates));
    const NekFieldHeader header = parse_nek_field_header(bytes, "a");
    std::string other = bytes;
    const auto move_row = [&](std::size_t begin, std::size_t row, std::size_t e) {
      other.replace(begin + (5 * e + 3) % 12 * row, row, bytes, begin + e * row, row);
    };
    for (std::size_t e = 0; e < 12; ++e) {
      if (keeps_numbers) move_row(136, 4, e);
      for (const auto& block : header.blocks)
        move_row(header.begin_of(block), header.row_bytes(block), e);
    }
    world_.barrier();
    if (world_.rank() == 0) write_bytes(folder_ / "b0.f00001", other);
    world_.barrier();
    return folder_ / "b0.f00001";
  }
  /// Reads all blocks of a file and compares them with the sample on the space.
  static Match expect_sample(const std::filesystem::path& file, const space::FunctionSpace& space,
                             double tolerance) {
    NekFieldReader reader(file, space.communicator());
    const NekFieldElements elements(reader, space);
    const NekSample fields(space);
    const std::vector<std::pair<std::string, std::size_t>> blocks{
        {"U", 0}, {"P", 3}, {"T", 4}, {"S01", 5}, {"S02", 6}};
    for (const auto& [block, first] : blocks) {
      const auto read = elements.read(block);
      EXPECT_EQ(read.size(), block == "U" ? 3u : 1u);
      for (std::size_t c = 0; c < read.size(); ++c)
        for (std::size_t q = 0; q < read[c].size(); ++q)
          EXPECT_NEAR(read[c][q], fields.field(first + c)[q], tolerance) << block;
    }
    return elements.match();
  }
  static std::string refusal(const std::filesystem::path& file, const space::FunctionSpace& space) {
    NekFieldReader reader(file, space.communicator());
    return message_of<base::Error>([&] { NekFieldElements elements(reader, space); });
  }

  comm::Communicator world_ = comm::Communicator::world();
  TemporaryFolder folder_{world_};
};

TEST_F(NekFieldElementsTest, AreFoundByTheirNumbers) {
  const auto space = sample_space(order, world_);
  EXPECT_EQ(expect_sample(write(space, false), space, 1e-14), Match::numbers);
  EXPECT_EQ(expect_sample(write(space, true), space, 1e-14), Match::numbers_and_places);
  EXPECT_EQ(expect_sample(write(space, true, Precision::single_precision), space, 1e-5),
            Match::numbers_and_places);
  EXPECT_EQ(expect_sample(shuffled(false, true), space, 1e-14), Match::numbers);
  EXPECT_EQ(expect_sample(shuffled(true, true), space, 1e-14), Match::numbers_and_places);
}

TEST_F(NekFieldElementsTest, AreFoundByTheirPlacesWhereTheNumbersAreOthers) {
  EXPECT_EQ(expect_sample(shuffled(true, false), sample_space(order, world_), 1e-14),
            Match::places);
}

TEST_F(NekFieldElementsTest, MayHaveAnotherOrder) {
  for (const int other : {2, 5, 9}) {
    const auto space = sample_space(other, world_);
    EXPECT_EQ(expect_sample(write(sample_space(order, world_), true), space, 1e-12),
              Match::numbers_and_places);
    EXPECT_EQ(expect_sample(shuffled(true, false), space, 1e-12), Match::places);
  }
}

TEST_F(NekFieldElementsTest, MayBeCurved) {
  const auto bent = [](const test::Point& x) {
    return test::Point{x[0] + 0.1 * std::sin(x[1]), x[1] + 0.1 * x[0] * x[0], x[2]};
  };
  const space::CoordinateMap map{
      test::function_of_place([&](const test::Point& x) { return bent(x)[0]; }),
      test::function_of_place([&](const test::Point& x) { return bent(x)[1]; }),
      test::function_of_place([&](const test::Point& x) { return bent(x)[2]; })};
  const space::FunctionSpace space(
      mesh::make_box_mesh(sample_axes(), order, world_.rank(), world_.size()), map, world_);
  const auto file = write(space, true, Precision::single_precision);
  EXPECT_EQ(expect_sample(file, space, 1e-5), Match::numbers_and_places);
  const std::string message = refusal(file, sample_space(order, world_));
  EXPECT_NE(message.find("expected the same mesh"), std::string::npos) << message;
}

TEST_F(NekFieldElementsTest, OfAnotherMeshAreRefused) {
  const auto file = write(sample_space(order, world_), true);
  EXPECT_EQ(refusal(file, sample_space(order, world_, 5.0)),
            file.string() +
                ": no element of the file is where element 1 of this mesh is, around (5.25, "
                "-0.789474, 0.75); expected the same mesh");
  // Near enough to be found, but not the same.
  EXPECT_EQ(refusal(file, sample_space(order, world_, 0.004)),
            file.string() +
                ": element 1 of this mesh, around (0.254, -0.789474, 0.75), has nodes up to 0.004 "
                "away from those of the file, expected the same mesh");
  auto axes = sample_axes();
  axes[0].ticks = {0, 0.25, 0.5, 1};
  const space::FunctionSpace finer(mesh::make_box_mesh(axes, order, world_.rank(), world_.size()),
                                   world_);
  EXPECT_EQ(refusal(file, finer), file.string() +
                                      ": 12 elements, expected the 18 of this case's "
                                      "mesh");
}

TEST_F(NekFieldElementsTest, OfWhichTwoAreAtOnePlaceAreRefused) {
  std::string bytes = read_all(shuffled(true, false));
  const NekFieldHeader header = parse_nek_field_header(bytes, "a");
  const auto size = static_cast<std::ptrdiff_t>(3 * header.element_size() * 8);
  const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(header.begin_of("X"));
  std::copy_n(first, size, first + size);
  world_.barrier();
  if (world_.rank() == 0) write_bytes(folder_ / "b0.f00001", bytes);
  world_.barrier();
  const std::string message = refusal(folder_ / "b0.f00001", sample_space(order, world_));
  EXPECT_NE(message.find("its elements 1 and 2 are both around"), std::string::npos) << message;
}

TEST_F(NekFieldElementsTest, WithNeitherNumbersNorPlacesAreRefused) {
  std::string bytes = read_all(write(sample_space(order, world_), false));
  std::fill_n(bytes.begin() + 136, 4 * 12, '\0');
  world_.barrier();
  if (world_.rank() == 0) write_bytes(folder_ / "b0.f00001", bytes);
  world_.barrier();
  EXPECT_EQ(refusal(folder_ / "b0.f00001", sample_space(order, world_)),
            (folder_ / "b0.f00001").string() +
                ": neither coordinates nor a number from 1 to 12 for each element, expected one of "
                "them");
}

TEST_F(NekFieldElementsTest, WithValuesThatAreNotFiniteAreRefusedOnEveryRank) {
  const auto space = sample_space(order, world_);
  std::string bytes = read_all(write(space, true));
  const NekFieldHeader header = parse_nek_field_header(bytes, "a");
  const double bad = INFINITY;
  std::memcpy(bytes.data() + header.begin_of("U") + 8, &bad, 8);
  world_.barrier();
  if (world_.rank() == 0) write_bytes(folder_ / "b0.f00001", bytes);
  world_.barrier();
  NekFieldReader reader(folder_ / "b0.f00001", world_);
  const NekFieldElements elements(reader, space);
  EXPECT_NO_THROW(elements.read("P"));
  EXPECT_NE(message_of<base::Error>([&] {
              (void)elements.read("U");
            }).find("block U of element 1 in the file has values that are not finite"),
            std::string::npos);
}

TEST_F(NekFieldElementsTest, GiveContinuousFields) {
  // The pressure of Nek5000 need not be the same on both sides of a face.
  const auto space = sample_space(order, world_);
  std::string bytes = read_all(write(space, true));
  const NekFieldHeader header = parse_nek_field_header(bytes, "a");
  const std::size_t last = header.begin_of("P") + (order) * 8;  // of the first line of element 1
  const double raised = number_in<double>(bytes, last) + 1;
  std::memcpy(bytes.data() + last, &raised, 8);
  world_.barrier();
  if (world_.rank() == 0) write_bytes(folder_ / "b0.f00001", bytes);
  world_.barrier();
  NekFieldReader reader(folder_ / "b0.f00001", world_);
  const auto read = NekFieldElements(reader, space).read("P");
  const NekSample fields(space);
  // Two elements share this node.
  for (std::size_t q = 0; q < read[0].size(); ++q) {
    const double difference = read[0][q] - fields.field(3)[q];
    EXPECT_TRUE(std::abs(difference) < 1e-13 || std::abs(difference - 0.5) < 1e-13) << q;
  }
}

}  // namespace
}  // namespace lobatto::io
