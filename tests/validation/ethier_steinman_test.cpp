// Ethier & Steinman's solution with given velocity on all faces: the pressure boundary condition
// keeps the order.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "case_runner.hpp"

namespace lobatto::validation {
namespace {

struct Errors {
  double velocity;
  double pressure;
};

Errors errors_with(const std::vector<std::string>& overrides) {
  const auto self = comm::Communicator::self();
  const auto simulation = run(load_case("ethier-steinman.toml", overrides), self);
  return {max_error(*simulation, "u"), max_error(*simulation, "p")};
}

TEST(EthierSteinman, AsAccurateAsPeersOnEightNodes) {
  const auto errors = errors_with({});
  fmt::print("8 nodes, 2^3 elements: max error of u {:.3e}, of p {:.3e}\n", errors.velocity,
             errors.pressure);
  EXPECT_LT(errors.velocity, 3e-6);
  EXPECT_LT(errors.pressure, 8e-5);
}

TEST(EthierSteinman, RotationalBoundaryTermKeepsTheTemporalOrder) {
  std::vector<Errors> errors;
  for (double dt : {0.02, 0.01, 0.005})
    errors.push_back(errors_with({"mesh.order=13", fmt::format("time.dt={}", dt), "time.end=0.2"}));
  for (std::size_t i = 0; i + 1 < errors.size(); ++i)
    fmt::print("u {:.3e} -> {:.3e} (slope {:.2f}), p {:.3e} -> {:.3e} (slope {:.2f})\n",
               errors[i].velocity, errors[i + 1].velocity,
               slope(errors[i].velocity, errors[i + 1].velocity), errors[i].pressure,
               errors[i + 1].pressure, slope(errors[i].pressure, errors[i + 1].pressure));
  EXPECT_GT(slope(errors[1].velocity, errors[2].velocity), 2.85);
  EXPECT_GT(slope(errors[1].pressure, errors[2].pressure), 1.9);
}

}  // namespace
}  // namespace lobatto::validation
