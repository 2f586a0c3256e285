// The main of tests that run under MPI: all ranks run every test, only the first prints, but for
// what fails, and any rank's failure fails.
#include <gtest/gtest.h>
#include <mpi.h>

#include <cstdio>
#include <string>

#include "run_tests.hpp"

namespace {

/// Failures of a rank whose other output nobody reads.
class FailuresOfRank : public testing::EmptyTestEventListener {
 public:
  explicit FailuresOfRank(int rank) : rank_(rank) {}

 private:
  void OnTestStart(const testing::TestInfo& test) override {
    test_ = std::string(test.test_suite_name()) + "." + test.name();
  }
  void OnTestPartResult(const testing::TestPartResult& result) override {
    if (!result.failed()) return;
    const char* file = result.file_name() == nullptr ? "unknown file" : result.file_name();
    std::fprintf(stderr, "rank %d: %s: %s:%d: %s\n", rank_, test_.c_str(), file,
                 result.line_number(), result.message());
  }

  std::string test_;
  int rank_;
};

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  testing::InitGoogleTest(&argc, argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank != 0) {
    auto& listeners = testing::UnitTest::GetInstance()->listeners();
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(new FailuresOfRank(rank));
  }
  int failed = lobatto::test::run_tests();
  int any_failed = 0;
  MPI_Allreduce(&failed, &any_failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  return any_failed;
}
