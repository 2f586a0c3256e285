#include "poly/blas_threads.hpp"

#include <cstdint>

// Each of these is there where the program was started with that library.
extern "C" {
[[gnu::weak]] void openblas_set_num_threads(int n_threads);
// NOLINTNEXTLINE(readability-identifier-naming)
[[gnu::weak]] void MKL_Set_Num_Threads(int n_threads);
[[gnu::weak]] void bli_thread_set_num_threads(std::int64_t n_threads);
}

namespace lobatto::poly {

void use_one_blas_thread() {
  if (openblas_set_num_threads != nullptr) openblas_set_num_threads(1);
  if (MKL_Set_Num_Threads != nullptr) MKL_Set_Num_Threads(1);
  if (bli_thread_set_num_threads != nullptr) bli_thread_set_num_threads(1);
}

}  // namespace lobatto::poly
