// GFLOP/s per rank of the dense algebra of plane-waves, 32 bands on some waves per rank:
// orthonormal bands and Rayleigh-Ritz, as the kernel does them and by ScaLAPACK, whose matrix has
// the waves of a rank as a block. In turn, from the same bands; the fastest and the median of 60.
// The argument gives the waves per rank, 2109 without, as in a box of 32 x 32 x 32 nodes. BLAS has
// as many threads as OPENBLAS_NUM_THREADS says.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "accept/plane_waves/band_block.hpp"
#include "machine/results/statistics.hpp"
#include "perf/timing.hpp"

namespace {

using namespace lobatto;
using Value = accept::BandBlock::Value;
using Descriptor = std::array<int, 9>;

}  // namespace

// NOLINTBEGIN(readability-identifier-naming)
extern "C" {
int Csys2blacs_handle(MPI_Comm communicator);
void Cfree_blacs_system_handle(int handle);
void Cblacs_gridinit(int* context, const char* order, int n_rows, int n_columns);
void Cblacs_gridexit(int context);
void descinit_(int* descriptor, const int* m, const int* n, const int* m_block, const int* n_block,
               const int* first_row, const int* first_column, const int* context,
               const int* leading, int* info);
void pzgemm_(const char* of_a, const char* of_b, const int* m, const int* n, const int* k,
             const Value* alpha, const Value* a, const int* ia, const int* ja, const int* of_which,
             const Value* b, const int* ib, const int* jb, const int* b_of_which, const Value* beta,
             Value* c, const int* ic, const int* jc, const int* c_of_which);
void pztrsm_(const char* side, const char* triangle, const char* of_a, const char* diagonal,
             const int* m, const int* n, const Value* alpha, const Value* a, const int* ia,
             const int* ja, const int* of_which, Value* b, const int* ib, const int* jb,
             const int* b_of_which);
void pzpotrf_(const char* triangle, const int* n, Value* a, const int* ia, const int* ja,
              const int* of_which, int* info);
void pzheev_(const char* job, const char* triangle, const int* n, Value* a, const int* ia,
             const int* ja, const int* of_which, double* values, Value* vectors, const int* iz,
             const int* jz, const int* z_of_which, Value* work, const int* n_work,
             double* real_work, const int* n_real_work, int* info);
}
// NOLINTEND(readability-identifier-naming)

namespace {

constexpr int n_bands = 32, one = 1;
constexpr Value unscaled{1}, overwritten{0};

/// The steps of accept::BandAlgebra by ScaLAPACK.
class Scalapack {
 public:
  Scalapack(const comm::Communicator& world, int n_waves)
      : n_waves_in_all_(n_waves * world.size()),
        handle_(Csys2blacs_handle(world.handle())),
        context_(handle_) {
    Cblacs_gridinit(&context_, "Row", world.size(), 1);
    bands_ = describe(n_waves_in_all_, n_waves, std::max(1, n_waves));
    // All of a small matrix is a block, which the first rank has.
    small_ = describe(n_bands, n_bands, n_bands);
    const std::size_t n_small = std::size_t{n_bands} * n_bands;
    matrix_.resize(n_small);
    vectors_.resize(n_small);
    work_.resize(64 * n_small);
    real_work_.resize(64 * n_small);
  }
  ~Scalapack() {
    Cblacs_gridexit(context_);
    Cfree_blacs_system_handle(handle_);
  }
  Scalapack(const Scalapack&) = delete;
  Scalapack& operator=(const Scalapack&) = delete;

  void orthonormalise(accept::BandBlock& x) {
    overlap(x, x);
    int info = 0;
    pzpotrf_("L", &n_bands, matrix_.data(), &one, &one, small_.data(), &info);
    check(info, "pzpotrf");
    pztrsm_("R", "L", "C", "N", &n_waves_in_all_, &n_bands, &unscaled, matrix_.data(), &one, &one,
            small_.data(), x.band(0), &one, &one, bands_.data());
  }

  std::vector<double> rotate(accept::BandBlock& x, accept::BandBlock& h_x) {
    overlap(x, h_x);
    std::vector<double> energies(n_bands);
    const int n_work = static_cast<int>(work_.size()),
              n_real_work = static_cast<int>(real_work_.size());
    int info = 0;
    pzheev_("V", "L", &n_bands, matrix_.data(), &one, &one, small_.data(), energies.data(),
            vectors_.data(), &one, &one, small_.data(), work_.data(), &n_work, real_work_.data(),
            &n_real_work, &info);
    check(info, "pzheev");
    pzgemm_("N", "N", &n_waves_in_all_, &n_bands, &n_bands, &unscaled, x.band(0), &one, &one,
            bands_.data(), vectors_.data(), &one, &one, small_.data(), &overwritten, h_x.band(0),
            &one, &one, bands_.data());
    std::swap(x, h_x);
    return energies;
  }

 private:
  [[nodiscard]] Descriptor describe(int n_rows, int rows_of_block, int leading) const {
    Descriptor made{};
    constexpr int first = 0;
    int info = 0;
    descinit_(made.data(), &n_rows, &n_bands, &rows_of_block, &n_bands, &first, &first, &context_,
              &leading, &info);
    check(info, "descinit");
    return made;
  }
  static void check(int info, const char* name) {
    if (info != 0) throw std::runtime_error(fmt::format("{} returned {}", name, info));
  }
  void overlap(const accept::BandBlock& a, const accept::BandBlock& b) {
    pzgemm_("C", "N", &n_bands, &n_bands, &n_waves_in_all_, &unscaled, a.band(0), &one, &one,
            bands_.data(), b.band(0), &one, &one, bands_.data(), &overwritten, matrix_.data(), &one,
            &one, small_.data());
  }

  int n_waves_in_all_, handle_, context_;
  Descriptor bands_{}, small_{};
  std::vector<Value> matrix_, vectors_, work_;
  std::vector<double> real_work_;
};

/// Bands, and what a real diagonal operator makes of them.
struct Bands {
  Bands(const comm::Communicator& world, std::size_t n_waves)
      : x(n_waves, n_bands), h_x(n_waves, n_bands) {
    for (int j = 0; j < n_bands; ++j)
      for (std::size_t w = 0; w < n_waves; ++w) {
        const double place = static_cast<double>(w) + world.rank() * static_cast<double>(n_waves);
        const double phase = std::sin(1.7 * j * place) + 0.3 * j;
        x.band(j)[w] = {std::cos(place * (j + 1.3)) + std::sin(phase), std::sin(place + phase)};
        h_x.band(j)[w] = std::cos(0.01 * place) * x.band(j)[w];
      }
  }
  accept::BandBlock x, h_x;
};

struct Timed {
  std::vector<double> seconds;  // of the slowest rank
  std::vector<double> energies;

  template <class Algebra>
  void repeat(Algebra& algebra, const Bands& begin, const comm::Communicator& world) {
    Bands bands = begin;
    seconds.push_back(perf::seconds_of_slowest(world, [&] {
      algebra.orthonormalise(bands.x);
      energies = algebra.rotate(bands.x, bands.h_x);
    }));
  }
  void print(const char* name, double gflop) const {
    fmt::print("{:12} {:>10.2f} {:>10.2f} {:>14.9f}\n", name, gflop / std::ranges::min(seconds),
               gflop / machine::median(seconds), energies.front());
  }
};

}  // namespace

int main(int argc, char** argv) {
  const comm::Environment environment(argc, argv);
  const auto world = comm::Communicator::world();
  const int n_waves = argc > 1 ? std::atoi(argv[1]) : 2109;
  const Bands begin(world, static_cast<std::size_t>(n_waves));
  accept::BandAlgebra ours(world);
  Scalapack scalapack(world, n_waves);
  Timed of_ours, of_scalapack;
  for (int round = 0; round < 60; ++round) {
    of_ours.repeat(ours, begin, world);
    of_scalapack.repeat(scalapack, begin, world);
  }
  if (world.rank() == 0) {
    fmt::print("{} ranks, GFLOP/s per rank {:>5} {:>10} {:>14}\n", world.size(), "best", "median",
               "lowest energy");
    const double gflop = 1e-9 * accept::BandAlgebra::flops(n_waves, n_bands);
    of_ours.print("plane-waves", gflop);
    of_scalapack.print("ScaLAPACK", gflop);
  }
}
