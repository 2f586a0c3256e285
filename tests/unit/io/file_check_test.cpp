// What is written is found right; damaged by a seed in many ways it is refused, every time, since
// the check sums are of all bytes.
#include "io/file_check.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "io/checkpoint/folder.hpp"
#include "io/checkpoint/series.hpp"
#include "io/file_seal.hpp"
#include "io/hdf5/end.hpp"
#include "io/sample_series.hpp"
#include "io/vtk/vtkhdf_writer.hpp"
#include "nek_sample.hpp"
#include "sample_state.hpp"
#include "temporary_folder.hpp"

namespace lobatto::io {
namespace {

namespace fs = std::filesystem;

/// Damages bytes as disks, networks and dying programs do.
class Damage {
 public:
  explicit Damage(unsigned seed) : random_(seed) {}

  std::string of(std::string bytes) {
    const std::string before = bytes;
    while (bytes == before) {
      const std::size_t at = up_to(bytes.size());
      switch (up_to(5)) {
        case 0:
          bytes[at] = static_cast<char>(bytes[at] ^ static_cast<char>(1U << up_to(8)));
          break;
        case 1:
          bytes[at] = static_cast<char>(up_to(256));
          break;
        case 2:
          bytes.resize(at);
          break;
        case 3:
          std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                      std::min<std::size_t>(4096, bytes.size() - at), '\0');
          break;
        default:
          swap_blocks(bytes, std::min<std::size_t>(512, bytes.size() / 2));
      }
    }
    return bytes;
  }

 private:
  std::size_t up_to(std::size_t n) { return random_() % n; }
  void swap_blocks(std::string& bytes, std::size_t length) {
    const std::size_t n = bytes.size() / length;
    const auto one = bytes.begin() + static_cast<std::ptrdiff_t>(up_to(n) * length);
    const auto other = bytes.begin() + static_cast<std::ptrdiff_t>(up_to(n) * length);
    if (one != other) std::swap_ranges(one, one + static_cast<std::ptrdiff_t>(length), other);
  }

  std::mt19937 random_;
};

class FileCheck : public ::testing::Test {
 protected:
  void expect_every_damage_is_refused(const fs::path& file, unsigned seed) const {
    const auto right = check_file(file);
    EXPECT_EQ(right.damage, "");
    EXPECT_EQ(right.sums, CheckSums::of_all);
    EXPECT_EQ(right.bytes, fs::file_size(file));
    const std::string whole = read_all(file);
    Damage damage(seed);
    for (int i = 0; i < 200; ++i) {
      const std::string wrong = damage.of(whole);
      // Cut exactly where the check sums begin it is a whole file without any.
      if (wrong.size() == FileSeal::read(file)->content_bytes()) continue;
      const fs::path copy = folder_ / ("damaged-" + file.filename().string());
      write_bytes(copy, wrong);
      const auto verdict = check_file(copy);
      EXPECT_NE(verdict.damage.find(copy.string()), std::string::npos) << i << verdict.damage;
    }
  }
  [[nodiscard]] fs::path written(const std::string& name, const std::string& text) const {
    write_bytes(folder_ / name, text);
    return folder_ / name;
  }
  [[nodiscard]] std::string damage_of(const std::string& name, const std::string& text) const {
    const auto verdict = check_file(written(name, text));
    EXPECT_EQ(verdict.sums, CheckSums::none);
    return verdict.damage;
  }

  comm::Communicator self_ = comm::Communicator::self();
  TemporaryFolder folder_{self_};
  space::FunctionSpace space_ = sample_space(3, self_);
  NekSample sample_{space_};
};

TEST_F(FileCheck, RefusesDamagedFields) {
  const Snapshot snapshot{0.5, 7, {named("p", sample_.field(3))}, {{"case", "[case]\n"}}};
  write_vtkhdf(folder_ / "plain.vtkhdf", space_, snapshot);
  expect_every_damage_is_refused(folder_ / "plain.vtkhdf", 1);
  VtkhdfOptions rounded;
  rounded.error_bound = {ErrorBound::Norm::l2, 1e-2};
  write_vtkhdf(folder_ / "rounded.vtkhdf", space_, snapshot, rounded);
  expect_every_damage_is_refused(folder_ / "rounded.vtkhdf", 2);
}

TEST_F(FileCheck, RefusesDamagedSamples) {
  SampleSeries series(folder_.path(), {"line", {"u"}, {3}, {{"x", {3}, {0, 1, 2}}}}, self_);
  series.add(5, 0.5, std::vector<double>{1, 2, 3});
  series.flush();
  expect_every_damage_is_refused(folder_ / "line_00000005.h5", 3);
}

TEST_F(FileCheck, RefusesDamagedCheckpoints) {
  SampleState state(self_, 0.2);
  CheckpointSeries series(folder_.path(), {}, 0, self_);
  series.save(20, 2.5, {{"version", "1.2"}},
              [&](base::StateVisitor& visitor) { state.visit(visitor); });
  series.finish();
  EXPECT_EQ(series.settle(20), std::nullopt);
  expect_every_damage_is_refused(checkpoint_name(folder_.path(), 20, 0, 1), 4);
}

TEST_F(FileCheck, RefusesDamagedFieldsOfNek5000) {
  write_nek_field(folder_ / "x0.f00001", space_, sample_.snapshot(0.5, 7));
  expect_every_damage_is_refused(folder_ / "x0.f00001", 5);
}

// HDF5 itself then has the check sums of its tables, and reads nothing wrong from them.
TEST_F(FileCheck, LooksAtHdf5FilesThatHaveLostTheirCheckSums) {
  const Snapshot snapshot{0.5, 7, {named("p", sample_.field(3))}, {}};
  const fs::path file = folder_ / "fields.vtkhdf";
  write_vtkhdf(file, space_, snapshot);
  const std::string whole = read_all(file);
  const auto end = hdf5_end(file);
  ASSERT_TRUE(end.has_value());
  EXPECT_EQ(*end, FileSeal::read(file)->content_bytes());
  EXPECT_EQ(check_file(written("a.vtkhdf", whole.substr(0, *end))).damage, "");
  EXPECT_EQ(check_file(written("a.vtkhdf", whole.substr(0, *end))).sums, CheckSums::none);
  const auto cut = check_file(written("a.vtkhdf", whole.substr(0, whole.size() - 1)));
  EXPECT_NE(cut.damage.find("are not the check sums of a run"), std::string::npos) << cut.damage;
  EXPECT_NE(check_file(written("a.vtkhdf", whole.substr(0, *end - 1))).damage, "");
}

TEST_F(FileCheck, LooksAtTheFormOfFieldsOfOthers) {
  const fs::path file = folder_ / "x0.f00001";
  write_nek_field(file, space_, sample_.snapshot(0.5, 7));
  const std::string foreign = read_all(file).substr(0, FileSeal::read(file)->content_bytes());
  const auto damage = [&](const std::string& bytes) { return damage_of("y0.f00001", bytes); };
  EXPECT_EQ(damage(foreign), "");
  EXPECT_NE(damage(foreign + "1").find("bytes, expected"), std::string::npos);
  EXPECT_NE(damage(foreign.substr(0, foreign.size() - 1)), "");
  // 12 elements of 4^3 nodes with X, U, P, T, S01, S02; their ranges may be missing.
  const std::size_t ranges = 12 * 10 * 2 * 4;
  EXPECT_EQ(damage(foreign.substr(0, foreign.size() - ranges)), "");
  std::string twice = foreign;
  twice.replace(136, 4, foreign.substr(140, 4));
  EXPECT_NE(damage(twice).find("numbers of its elements"), std::string::npos);
  std::string infinite = foreign;
  infinite.replace(136 + 12 * 4 + 1000, 4, std::string("\0\0\x80\x7f", 4));
  EXPECT_NE(damage(infinite).find("not finite"), std::string::npos);
}

TEST_F(FileCheck, LooksAtTheFormOfTexts) {
  EXPECT_EQ(damage_of("a.json", "{\"a\": 1}\n"), "");
  for (const char* const text : {"", "{", "[1]", "{\"a\": \"\xff\"}"})
    EXPECT_NE(damage_of("a.series", text).find("a.series: no JSON object"), std::string::npos);
  EXPECT_EQ(damage_of("a.jsonl", "{}\n{\"step\": 1}\n{\"st"), "");
  EXPECT_NE(damage_of("a.jsonl", "{}\n{\n{}\n").find("a.jsonl:2: no JSON object"),
            std::string::npos);
  EXPECT_EQ(damage_of("a.csv", "step,u\n1,-2.5e-3\n2,nan\n3"), "");
  EXPECT_EQ(damage_of("a.csv", ""), "");
  EXPECT_NE(damage_of("a.csv", "step,u\n1,2\n3\n").find("a.csv:3: 1 columns, expected 2"),
            std::string::npos);
  EXPECT_NE(damage_of("a.csv", "step,u\n1,O.5\n").find("a.csv:2: 'O.5', expected a number"),
            std::string::npos);
  for (const char* const heading : {"stop,u\n", "step,\xff\n", "step,\x01\n"})
    EXPECT_NE(damage_of("a.csv", heading).find("a.csv:1: no heading"), std::string::npos);
}

TEST_F(FileCheck, KnowsFilesByTheirNames) {
  for (const char* const name : {"a.h5", "a.vtkhdf", "a.json", "a.jsonl", "a.csv", "x0.f00001"})
    EXPECT_TRUE(is_checkable(name)) << name;
  for (const char* const name : {"run.log", "a.h5.part", "a.nek5000", "a.f0001x", "a.png"})
    EXPECT_FALSE(is_checkable(name)) << name;
  EXPECT_NE(check_file(folder_ / "nothing.h5").damage, "");
}

}  // namespace
}  // namespace lobatto::io
