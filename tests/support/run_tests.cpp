#include "run_tests.hpp"

#include <gtest/gtest.h>

#include <cstdio>

#include "poly/blas_threads.hpp"

namespace lobatto::test {

int run_tests() {
  poly::use_one_blas_thread();
  const int failed = RUN_ALL_TESTS();
  if (testing::UnitTest::GetInstance()->test_to_run_count() > 0) return failed;
  std::fprintf(stderr, "no test fits the filter\n");
  return 1;
}

}  // namespace lobatto::test
