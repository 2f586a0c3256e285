// The divergence that the splitting leaves in a duct falls spectrally with the order.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "case_runner.hpp"
#include "short_duct.hpp"

namespace lobatto::validation {
namespace {

TEST(Divergence, FallsSpectrallyWithTheOrder) {
  const auto self = comm::Communicator::self();
  double previous = 1e300;
  for (int order : {5, 7, 9}) {
    const auto simulation =
        run(case_from_text(short_duct, {fmt::format("mesh.order={}", order), "time.dt=1e-3",
                                        "time.steps=300", "fluid.reynolds=50"}),
            self);
    const double divergence = simulation->equations().look().divergence;
    fmt::print("order {:2}: rms divergence {:.3e}\n", order, divergence);
    EXPECT_LT(divergence, previous / 5.0) << "order " << order;
    previous = divergence;
  }
}

}  // namespace
}  // namespace lobatto::validation
