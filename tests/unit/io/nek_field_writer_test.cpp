#include "io/nek/series.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "file_size_limit.hpp"
#include "io/nek/header.hpp"
#include "nek_sample.hpp"
#include "temporary_folder.hpp"

namespace lobatto::io {
namespace {

constexpr NekFieldOptions in_double{.precision = Precision::double_precision};

class NekFieldWriter : public ::testing::Test {
 protected:
  comm::Communicator world_ = comm::Communicator::world();
  TemporaryFolder folder_{world_};
};

/// By the description of the format alone.
template <class Real>
void expect_sample(const std::string& bytes, int n) {
  constexpr std::size_t n_elements = 12;
  const std::size_t size = static_cast<std::size_t>(n) * n * n;
  ASSERT_EQ(bytes.size(),
            136 + 4 * n_elements + 10 * n_elements * size * sizeof(Real) + 10 * n_elements * 8);
  EXPECT_EQ(number_in<float>(bytes, 132), 6.54321F);
  std::size_t at = 136;
  for (std::int32_t e = 1; e <= static_cast<std::int32_t>(n_elements); ++e, at += 4)
    EXPECT_EQ(number_in<std::int32_t>(bytes, at), e);
  const auto value = [&](std::size_t begin, std::size_t index) {
    return static_cast<double>(number_in<Real>(bytes, begin + index * sizeof(Real)));
  };
  const std::size_t points = at, velocity = points + 3 * n_elements * size * sizeof(Real);
  const std::size_t scalars = velocity + 3 * n_elements * size * sizeof(Real);
  const std::size_t ranges = scalars + 4 * n_elements * size * sizeof(Real);
  const double tolerance = sizeof(Real) == 4 ? 2e-6 : 1e-14;
  for (std::size_t e = 0; e < n_elements; ++e) {
    std::array<double, 10> least, greatest;
    least.fill(INFINITY);
    greatest.fill(-INFINITY);
    for (std::size_t q = 0; q < size; ++q) {
      Point x;
      for (std::size_t d = 0; d < 3; ++d) x[d] = value(points, (3 * e + d) * size + q);
      std::array<double, 10> found{x[0], x[1], x[2]};
      for (std::size_t f = 0; f < 3; ++f) found[3 + f] = value(velocity, (3 * e + f) * size + q);
      for (std::size_t f = 3; f < 7; ++f)
        found[3 + f] = value(scalars, ((f - 3) * n_elements + e) * size + q);
      for (std::size_t f = 0; f < 7; ++f) ASSERT_NEAR(found[3 + f], sample(f, x), 4 * tolerance);
      for (std::size_t c = 0; c < 10; ++c) {
        least[c] = std::min(least[c], found[c]);
        greatest[c] = std::max(greatest[c], found[c]);
      }
    }
    for (std::size_t c = 0; c < 10; ++c) {
      // X and U have three pairs an element; each scalar has a list of its own.
      const std::size_t pair = c < 6 ? c / 3 * 3 * n_elements + 3 * e + c % 3 : c * n_elements + e;
      EXPECT_EQ(number_in<float>(bytes, ranges + 8 * pair), static_cast<float>(least[c])) << c;
      EXPECT_EQ(number_in<float>(bytes, ranges + 8 * pair + 4), static_cast<float>(greatest[c]));
    }
  }
}

TEST_F(NekFieldWriter, FollowsTheFormat) {
  for (const int order : {1, 2, 5}) {
    const auto space = sample_space(order, world_);
    const NekSample fields(space);
    write_nek_field(folder_ / "a0.f00001", space, fields.snapshot(2.5, 40));
    write_nek_field(folder_ / "b0.f00001", space, fields.snapshot(2.5, 40), in_double);
    const std::string single = content_of(folder_ / "a0.f00001");
    const NekFieldHeader header = parse_nek_field_header(single, "a");
    EXPECT_EQ(header.word_size, 4);
    EXPECT_EQ(header.n, (std::array{order + 1, order + 1, order + 1}));
    EXPECT_EQ(header.n_elements, 12);
    EXPECT_EQ(header.time, 2.5);
    EXPECT_EQ(header.step, 40);
    EXPECT_EQ(header.code(), "XUPTS02");
    EXPECT_EQ(header.end(), single.size());
    expect_sample<float>(single, order + 1);
    expect_sample<double>(content_of(folder_ / "b0.f00001"), order + 1);
    world_.barrier();
  }
}

TEST_F(NekFieldWriter, LeavesOutTheCoordinatesWhereTold) {
  const auto space = sample_space(3, world_);
  const NekSample fields(space);
  Snapshot snapshot = fields.snapshot(0, 1);
  snapshot.fields.resize(2);
  write_nek_field(folder_ / "a0.f00002", space, snapshot, {.coordinates = false});
  const std::string bytes = content_of(folder_ / "a0.f00002");
  const NekFieldHeader header = parse_nek_field_header(bytes, "a");
  EXPECT_EQ(header.code(), "UP");
  EXPECT_EQ(bytes.size(), header.end());
}

TEST_F(NekFieldWriter, FileDoesNotDependOnTheNumberOfRanks) {
  const auto space = sample_space(4, world_);
  write_nek_field(folder_ / "together", space, NekSample(space).snapshot(1, 2));
  if (world_.rank() != 0) return;
  const auto self = comm::Communicator::self();
  const auto alone = sample_space(4, self);
  write_nek_field(folder_ / "alone", alone, NekSample(alone).snapshot(1, 2));
  EXPECT_TRUE(read_all(folder_ / "alone") == read_all(folder_ / "together"));
}

TEST_F(NekFieldWriter, RefusesBlocksThatTheFormatDoesNotHave) {
  const auto space = sample_space(2, world_);
  const NekSample fields(space);
  const auto refusal = [&](const std::vector<NamedField>& blocks) {
    return message_of<base::Error>(
        [&] { write_nek_field(folder_ / "a", space, Snapshot{0, 0, blocks, {}}); });
  };
  const std::string begin = "cannot write " + (folder_ / "a").string() + ": ";
  EXPECT_EQ(
      refusal({named("pressure", fields.field(3))}),
      begin + "its blocks are pressure, expected some of U, P, T, S01, S02, ... in this order");
  EXPECT_EQ(refusal({named("U", fields.field(3))}),
            begin + "block 'U' has 1 components, expected 3");
  const std::vector<double> wrong(space.size() + 1);
  EXPECT_NE(refusal({named("P", wrong)}).find("block 'P' has"), std::string::npos);
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST_F(NekFieldWriter, SaysWhyItCannotWriteAndLeavesNothing) {
  const auto space = sample_space(7, world_);
  const NekSample fields(space);
  const auto nowhere = folder_ / "nowhere/fields/a0.f00001";
  const auto refusal = [&](const std::filesystem::path& file) {
    return message_of<base::Error>([&] { write_nek_field(file, space, fields.snapshot(0, 0)); });
  };
  EXPECT_EQ(refusal(nowhere),
            "cannot write " + nowhere.string() + ": its folder is gone: No such file or directory");
  const auto full = folder_ / "full0.f00001";
  std::string message;
  {
    const FileSizeLimit limit(100'000);
    message = refusal(full);
    world_.barrier();
  }
  EXPECT_EQ(message.find("cannot write " + full.string()), 0u) << message;
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

}  // namespace
}  // namespace lobatto::io
