// The main of tests that need no MPI.
#include <gtest/gtest.h>

#include "run_tests.hpp"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return lobatto::test::run_tests();
}
