#include "comm/transport/shared_memory.hpp"

#include <mpi.h>
#include <sched.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <atomic>

namespace lobatto::comm {

namespace {

/// Tells the processor that this is a waiting loop.
void pause_briefly() {
#if defined(__x86_64__)
  _mm_pause();
#endif
}

/// The partner may wait for the processor that we spin on, or for a message that only moves while
/// we are inside MPI.
void let_others_work() {
  int found = 0;
  MPI_Iprobe(0, 0, MPI_COMM_SELF, &found, MPI_STATUS_IGNORE);
  sched_yield();
}

}  // namespace

// Sequentially consistent, a locked instruction, so that streaming stores have arrived before.
void raise_to(SharedCounter& counter, std::uint64_t value) {
  std::atomic_ref<SharedCounter>(counter).exchange(value);
}

bool has_reached(SharedCounter& counter, std::uint64_t target) {
  return std::atomic_ref<SharedCounter>(counter).load(std::memory_order_acquire) >= target;
}

void pause_between_looks(int n_looks) {
  constexpr int n_spins = 200;  // about 10 microseconds
  if (n_looks < n_spins) {
    pause_briefly();
  } else {
    let_others_work();
  }
}

}  // namespace lobatto::comm
