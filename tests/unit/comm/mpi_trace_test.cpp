#include "comm/recorder/trace.hpp"

#include <gtest/gtest.h>

namespace lobatto::comm {
namespace {

void add_step(MpiTrace& trace, int n_events) {
  for (int i = 0; i < n_events; ++i)
    trace.add({2.0, static_cast<std::uint32_t>(trace.n_steps()), 0, static_cast<std::uint32_t>(i),
               TraceEvent::Kind::send});
  trace.end_step();
}

TEST(MpiTrace, KeepsAsManyOfTheLastStepsAsFit) {
  MpiTrace trace(10 * sizeof(TraceEvent));
  add_step(trace, 4);
  EXPECT_EQ(trace.first_step(), 0);
  add_step(trace, 3);
  add_step(trace, 3);
  EXPECT_EQ(trace.first_step(), 0);  // just full
  add_step(trace, 5);
  EXPECT_EQ(trace.n_steps(), 4);
  EXPECT_EQ(trace.first_step(), 2);
  ASSERT_EQ(trace.step(2).size(), 3u);
  EXPECT_EQ(trace.step(2)[1].peer, 2u);
  EXPECT_EQ(trace.step(3).size(), 5u);
}

TEST(MpiTrace, KeepsNothingOfAStepThatIsTooLong) {
  MpiTrace trace(10 * sizeof(TraceEvent));
  add_step(trace, 4);
  add_step(trace, 11);
  EXPECT_EQ(trace.first_step(), 2);
  EXPECT_EQ(trace.n_steps(), 2);
  add_step(trace, 10);
  EXPECT_EQ(trace.first_step(), 2);
  EXPECT_EQ(trace.step(2).size(), 10u);
}

TEST(MpiTrace, DropsAStepThatWasNotEnded) {
  MpiTrace trace(10 * sizeof(TraceEvent));
  add_step(trace, 2);
  trace.add({});
  trace.finish(0.5);
  EXPECT_EQ(trace.n_steps(), 1);
  ASSERT_EQ(trace.step(0).size(), 2u);
  EXPECT_EQ(trace.step(0)[0].computed, 1.0);
}

}  // namespace
}  // namespace lobatto::comm
