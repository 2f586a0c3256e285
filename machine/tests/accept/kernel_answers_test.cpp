#include <gtest/gtest.h>

#include "accept/kernel.hpp"

namespace lobatto::accept {
namespace {

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const KernelKind& kind : kernel_kinds()) names.push_back(kind.name);
  return names;
}

const KernelKind& kind_named(const std::string& name) {
  return *std::find_if(kernel_kinds().begin(), kernel_kinds().end(),
                       [&](const KernelKind& kind) { return kind.name == name; });
}

/// By its name, which is what a failure shows.
class EveryKernel : public testing::TestWithParam<std::string> {};

TEST_P(EveryKernel, GivesRightAnswers) {
  const auto world = comm::Communicator::world();
  const auto kernel = kind_named(GetParam()).make({}, world);
  kernel->pass();
  const auto work = kernel->work();
  EXPECT_GT(work.updates, 0);
  EXPECT_GT(work.flops, 0);
  EXPECT_GT(work.bytes, 0);
  const auto answers = kernel->answers();
  EXPECT_FALSE(answers.empty());
  for (const Answer& answer : answers)
    EXPECT_TRUE(answer.holds()) << answer.name << ": " << answer.found << ", right is "
                                << answer.expected << " within " << answer.tolerance;
}

INSTANTIATE_TEST_SUITE_P(Accept, EveryKernel, testing::ValuesIn(names()), [](const auto& kind) {
  std::string name = kind.param;
  std::erase(name, '-');
  return name;
});

}  // namespace
}  // namespace lobatto::accept
