#include "machine/trials/distributed_lu.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/aligned_array.hpp"
#include "base/error.hpp"
#include "base/stopwatch.hpp"

// ScaLAPACK and its BLACS come without headers.
// NOLINTBEGIN(readability-identifier-naming)
extern "C" {
int Csys2blacs_handle(MPI_Comm communicator);
void Cfree_blacs_system_handle(int handle);
void Cblacs_gridinit(int* context, const char* order, int n_rows, int n_columns);
void Cblacs_gridinfo(int context, int* n_rows, int* n_columns, int* row, int* column);
void Cblacs_gridexit(int context);
int numroc_(const int* n, const int* block, const int* rank, const int* first, const int* n_ranks);
void descinit_(int* descriptor, const int* m, const int* n, const int* row_block,
               const int* column_block, const int* first_row, const int* first_column,
               const int* context, const int* leading, int* info);
void pdgesv_(const int* n, const int* n_right, double* a, const int* a_row, const int* a_column,
             const int* a_descriptor, int* pivots, double* b, const int* b_row, const int* b_column,
             const int* b_descriptor, int* info);
// Of OpenBLAS alone; elsewhere it is not there.
[[gnu::weak]] void openblas_set_num_threads(int n_threads);
[[gnu::weak]] int openblas_get_num_threads();
}
// NOLINTEND(readability-identifier-naming)

namespace lobatto::machine {

namespace {

constexpr int block = 64, first = 0, one = 1;
using Descriptor = std::array<int, 9>;

/// One core a rank: a BLAS must not use those of the others.
class SingleThread {
 public:
  SingleThread() {
    if (openblas_get_num_threads != nullptr) n_before_ = openblas_get_num_threads();
    if (openblas_set_num_threads != nullptr) openblas_set_num_threads(1);
  }
  ~SingleThread() {
    if (openblas_set_num_threads != nullptr) openblas_set_num_threads(n_before_);
  }
  SingleThread(const SingleThread&) = delete;
  SingleThread& operator=(const SingleThread&) = delete;

 private:
  int n_before_ = 1;
};

/// The ranks as BLACS knows them.
class Grid {
 public:
  explicit Grid(const comm::Communicator& communicator)
      : handle_(Csys2blacs_handle(communicator.handle())), context_(handle_) {
    int rows = static_cast<int>(std::sqrt(communicator.size()));
    while (communicator.size() % rows != 0) --rows;
    Cblacs_gridinit(&context_, "Row", rows, communicator.size() / rows);
    Cblacs_gridinfo(context_, &n_rows, &n_columns, &row, &column);
  }
  ~Grid() {
    Cblacs_gridexit(context_);
    Cfree_blacs_system_handle(handle_);
  }
  Grid(const Grid&) = delete;
  Grid& operator=(const Grid&) = delete;

  [[nodiscard]] int own_rows(int n) const { return numroc_(&n, &block, &row, &first, &n_rows); }
  [[nodiscard]] int own_columns(int n) const {
    return numroc_(&n, &block, &column, &first, &n_columns);
  }
  [[nodiscard]] Descriptor describe(int n, int columns) const {
    Descriptor descriptor{};
    const int leading = std::max(1, own_rows(n));
    int info = 0;
    descinit_(descriptor.data(), &n, &columns, &block, &block, &first, &first, &context_, &leading,
              &info);
    return descriptor;
  }

  int n_rows = 1, n_columns = 1, row = 0, column = 0;

 private:
  int handle_, context_;
};

/// The index in the whole of local index i of part `part` of `n_parts`.
int global_index(int i, int part, int n_parts) {
  return (i / block * n_parts + part) * block + i % block;
}

base::AlignedArray<double> own_matrix(const RandomSystem& system, const Grid& grid) {
  const int rows = grid.own_rows(system.n()), columns = grid.own_columns(system.n());
  base::AlignedArray<double> a(static_cast<std::size_t>(rows) * columns);
  std::size_t at = 0;
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < rows; ++i)
      a[at++] = system.matrix(global_index(i, grid.row, grid.n_rows),
                              global_index(j, grid.column, grid.n_columns));
  return a;
}

/// In the first column of the grid; of length zero elsewhere.
std::vector<double> own_right_hand_side(const RandomSystem& system, const Grid& grid) {
  std::vector<double> b;
  if (grid.column != 0) return b;
  for (int i = 0; i < grid.own_rows(system.n()); ++i)
    b.push_back(system.right_hand_side(global_index(i, grid.row, grid.n_rows)));
  return b;
}

}  // namespace

bool has_distributed_lu() { return true; }

double LuSolution::gflops() const {
  const auto n = static_cast<double>(x.size());
  return 1e-9 * (2 * n * n * n / 3 + 3 * n * n / 2) / seconds;
}

LuSolution solve_distributed(const RandomSystem& system, const comm::Communicator& communicator) {
  const SingleThread single_thread;
  const Grid grid(communicator);
  const int n = system.n();
  auto a = own_matrix(system, grid);
  auto b = own_right_hand_side(system, grid);
  const Descriptor of_a = grid.describe(n, n), of_b = grid.describe(n, 1);
  std::vector<int> pivots(static_cast<std::size_t>(grid.own_rows(n) + block));
  int info = 0;
  communicator.barrier();
  const base::Stopwatch watch;
  pdgesv_(&n, &one, a.data(), &one, &one, of_a.data(), pivots.data(), b.data(), &one, &one,
          of_b.data(), &info);
  LuSolution solution{std::vector<double>(static_cast<std::size_t>(n)),
                      communicator.max(watch.seconds())};
  if (info != 0)
    throw base::Error(fmt::format(
        "the test matrix of {} unknowns could not be factorised: pdgesv returned {}", n, info));
  for (std::size_t i = 0; i < b.size(); ++i)
    solution.x[global_index(static_cast<int>(i), grid.row, grid.n_rows)] = b[i];
  communicator.sum(solution.x);
  return solution;
}

}  // namespace lobatto::machine
