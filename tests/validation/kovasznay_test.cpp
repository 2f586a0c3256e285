// Kovasznay's flow: a steady solution held against its own boundary values.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <array>

#include "case_runner.hpp"

namespace lobatto::validation {
namespace {

TEST(Kovasznay, ErrorFallsExponentiallyWithTheOrder) {
  const auto self = comm::Communicator::self();
  // Largest errors that other codes reach at orders 4, 6, 8 and 10.
  const std::array<std::pair<int, double>, 4> targets{
      {{4, 9.6e-2}, {6, 1.8e-3}, {8, 1.9e-5}, {10, 1.4e-7}}};
  // From then on the error does not change in its third digit.
  const std::string held = "time.end=2";
  for (const auto& [order, target] : targets) {
    const auto simulation =
        run(load_case("kovasznay.toml", {fmt::format("mesh.order={}", order), held}), self);
    const double error = max_error(*simulation, "u");
    fmt::print("order {:2}: max error of u {:.3e} (target {:.1e})\n", order, error, target);
    EXPECT_LT(error, target);
  }
}

}  // namespace
}  // namespace lobatto::validation
