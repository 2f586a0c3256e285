#include "io/run_claim.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <regex>

namespace lobatto::io {
namespace {

TEST(RunOwner, IsToldWithHostProcessJobAndTime) {
  RunOwner owner{"n017", 4242, "SLURM_JOB_ID 4711", "2026-03-01 09:30:00 +0100"};
  EXPECT_EQ(owner.text(),
            "process 4242 on n017, SLURM_JOB_ID 4711, since 2026-03-01 09:30:00 +0100");
  owner.job = "";
  EXPECT_EQ(owner.text(), "process 4242 on n017, since 2026-03-01 09:30:00 +0100");
}

TEST(RunOwner, ComesBackFromItsText) {
  const RunOwner owner{"n\"017", 4242, "PBS_JOBID 1[].server", "2026-03-01 09:30:00 +0100"};
  const auto read = parse_owner(owner_as_json(owner));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->text(), owner.text());
  // A name that is no text of Unicode must not keep a run from beginning.
  EXPECT_TRUE(parse_owner(owner_as_json({"n\xff", 1, "", "now"})));
}

TEST(RunOwner, IsNobodyInOtherTexts) {
  for (const char* text : {"", "{", "[]", "{\"host\": \"n017\"}",
                           R"({"host": 1, "process": "x", "job": "", "since": ""})"})
    EXPECT_FALSE(parse_owner(text)) << text;
  EXPECT_FALSE(read_owner("/nowhere/run.lock"));
}

TEST(RunOwner, IsThisProcess) {
  const RunOwner owner = this_owner();
  EXPECT_EQ(owner.process, getpid());
  EXPECT_FALSE(owner.host.empty());
  EXPECT_TRUE(
      std::regex_match(owner.since, std::regex(R"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d{4})")))
      << owner.since;
}

}  // namespace
}  // namespace lobatto::io
