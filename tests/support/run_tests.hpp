#pragma once

namespace lobatto::test {

/// Prepares the process as the program prepares its own and runs the tests that the filter of
/// GoogleTest leaves; one that leaves none fails. Returns what main returns.
int run_tests();

}  // namespace lobatto::test
