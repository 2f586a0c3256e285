// Files of fields that a run begins with or whose velocity it takes: with a wrong byte anywhere
// they are refused, or nothing of what is read is wrong.
#include <gtest/gtest.h>

#include "../io/nek_sample.hpp"
#include "base/error.hpp"
#include "io/vtk/vtkhdf_writer.hpp"
#include "run/setup/flow_setup.hpp"
#include "support/damaging.hpp"

namespace lobatto::run {
namespace {

class DamagedFields : public ::testing::Test {
 protected:
  /// How many of the damaged files are refused; that the others give the same velocity is expected.
  int count_refused(const std::filesystem::path& file, int n_files, unsigned seed) {
    const std::string content = io::read_all(file);
    const auto whole = velocity(file);
    Damaging damage(seed);
    int n_refused = 0;
    for (int i = 0; i < n_files; ++i) {
      io::write_bytes(file, damage(content));
      try {
        EXPECT_EQ(velocity(file), whole) << "file " << i;
      } catch (const base::Error& error) {
        EXPECT_NE(std::string(error.what()).find(file.string()), std::string::npos) << error.what();
        ++n_refused;
      }
    }
    return n_refused;
  }
  std::vector<double> velocity(const std::filesystem::path& file) {
    cases::PrescribedVelocity flow;
    flow.files = {file.string()};
    flow.where = "a.toml:3:1: flow.from";
    space::VectorField read{space_.make_field(), space_.make_field(), space_.make_field()};
    velocity_of_files(flow)(space_, 0, read);
    std::vector<double> all;
    for (const auto& component : read) all.insert(all.end(), component.begin(), component.end());
    return all;
  }

  comm::Communicator self_ = comm::Communicator::self();
  io::TemporaryFolder folder_{self_};
  space::FunctionSpace space_ = io::sample_space(3, self_);
  io::NekSample fields_{space_};
};

TEST_F(DamagedFields, OfLobattoAreRefused) {
  const auto file = folder_ / "fields_00000007.vtkhdf";
  auto snapshot = fields_.snapshot(1.5, 7);
  snapshot.fields[0].name = "velocity";
  io::write_vtkhdf(file, space_, snapshot, {});
  EXPECT_EQ(count_refused(file, 300, 1), 300);
}

TEST_F(DamagedFields, OfNek5000AreRefused) {
  const auto file = folder_ / "a0.f00001";
  io::write_nek_field(file, space_, fields_.snapshot(1.5, 7), {});
  EXPECT_GE(count_refused(file, 300, 2), 290);
}

}  // namespace
}  // namespace lobatto::run
