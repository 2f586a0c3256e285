// Walsh's translating eddies: spectral convergence in space and the order in time.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "case_runner.hpp"

namespace lobatto::validation {
namespace {

double velocity_error(const std::vector<std::string>& overrides) {
  const auto self = comm::Communicator::self();
  return max_error(*run(load_case("walsh.toml", overrides), self), "u");
}

TEST(Walsh, ErrorFallsExponentiallyWithTheOrder) {
  double previous = 1.0;
  for (int order = 5; order <= 13; order += 2) {
    const double error =
        velocity_error({fmt::format("mesh.order={}", order), "time.dt=5e-4", "time.end=0.05"});
    fmt::print("order {:2}: max error of u {:.3e}\n", order, error);
    if (previous > 1e-9) {
      EXPECT_LT(error, previous / 8.0) << "order " << order;
    }
    previous = error;
  }
  EXPECT_LT(previous, 1e-9);
}

class WalshTemporalOrder : public ::testing::TestWithParam<int> {};

TEST_P(WalshTemporalOrder, VelocityConvergesAtTheOrderOfTheScheme) {
  const int order = GetParam();
  std::vector<double> errors;
  for (double dt : {0.02, 0.01, 0.005})
    errors.push_back(velocity_error({"mesh.order=11", fmt::format("time.order={}", order),
                                     fmt::format("time.dt={}", dt), "time.end=0.4"}));
  for (std::size_t i = 0; i + 1 < errors.size(); ++i)
    fmt::print("BDF{}: {:.3e} -> {:.3e}, slope {:.3f}\n", order, errors[i], errors[i + 1],
               slope(errors[i], errors[i + 1]));
  EXPECT_NEAR(slope(errors[1], errors[2]), order, 0.15);
}

INSTANTIATE_TEST_SUITE_P(Orders, WalshTemporalOrder, ::testing::Values(1, 2, 3));

}  // namespace
}  // namespace lobatto::validation
