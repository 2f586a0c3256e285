#include "krylov/krylov_schur.hpp"

#include <gtest/gtest.h>

#include <complex>
#include <numbers>
#include <numeric>

#include "comm/communicator.hpp"
#include "support/memory_state.hpp"
#include "vectors.hpp"

namespace lobatto::krylov {
namespace {

using namespace testing;
using Complex = std::complex<double>;

const auto ignore = [](const Eigenpairs&) {};

/// Blocks ((a, b), (-b, a)) with the eigenvalues a +- i b of modulus 0.95^k on the diagonal, every
/// third one real and twice there but for a part of itself, and random entries above: not normal.
class Triangular {
 public:
  explicit Triangular(std::size_t n_blocks) : n_(2 * n_blocks), entries_(n_ * n_) {
    const Vector random = random_vector(n_ * n_, 1);
    for (std::size_t k = 0; k < n_blocks; ++k) {
      const Complex value = std::polar(std::pow(0.95, static_cast<double>(k)),
                                       k % 3 == 0 ? 0.0 : 0.3 + 0.2 * static_cast<double>(k));
      const std::size_t i = 2 * k;
      for (std::size_t row : {i, i + 1})
        for (std::size_t j = i + 2; j < n_; ++j)
          entries_[row * n_ + j] = 0.1 * random[row * n_ + j];
      entries_[i * n_ + i] = value.real();
      entries_[i * n_ + i + 1] = value.imag();
      entries_[(i + 1) * n_ + i] = -value.imag();
      entries_[(i + 1) * n_ + i + 1] = k % 3 == 0 ? 0.5 * value.real() : value.real();
      values.push_back(value);
    }
  }
  [[nodiscard]] std::size_t size() const { return n_; }
  void operator()(View x, Target y) const {
    for (std::size_t i = 0; i < n_; ++i)
      y[i] = std::inner_product(x.begin(), x.end(), &entries_[i * n_], 0.0);
  }
  std::vector<Complex> values;  ///< of largest modulus, one for a pair

 private:
  std::size_t n_;
  Vector entries_;
};

/// |A v - value v| of a vector of length 1.
double residual_of(const Triangular& a, const Eigenpair& pair) {
  const Vector zero(a.size(), 0.0);
  const Vector& imaginary = pair.imaginary.empty() ? zero : pair.imaginary;
  Vector of_real(a.size()), of_imaginary(a.size());
  a(pair.real, of_real);
  a(imaginary, of_imaginary);
  double square = 0, length = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Complex v(pair.real[i], imaginary[i]);
    square += std::norm(Complex(of_real[i], of_imaginary[i]) - pair.value * v);
    length += std::norm(v);
  }
  EXPECT_NEAR(length, 1, 1e-12);
  return std::sqrt(square);
}

TEST(KrylovSchur, FindsTheLargestEigenvaluesOfAMatrixThatIsNotNormal) {
  const Triangular a(60);
  const Vector ones(a.size(), 1.0);
  for (const int n_wanted : {1, 2, 5}) {
    KrylovSchur solver({n_wanted, 24, 1e-10, 2000}, {ones, keep});
    int n_looks = 0;
    const auto found = solver.solve(a, random_vector(a.size(), 2), [&](const auto&) { ++n_looks; });
    ASSERT_EQ(found.pairs.size(), static_cast<std::size_t>(n_wanted));
    EXPECT_TRUE(found.converged);
    EXPECT_GT(n_looks, 1);  // it begins anew with what it has
    for (int p = 0; p < n_wanted; ++p) {
      EXPECT_LT(std::abs(found.pairs[p].value - a.values[p]), 1e-7) << p;
      EXPECT_EQ(found.pairs[p].imaginary.empty(), a.values[p].imag() == 0);
      EXPECT_LT(residual_of(a, found.pairs[p]), 1e-9);
    }
  }
}

TEST(KrylovSchur, ResidualsAreThoseOfTheVectors) {
  const Triangular a(60);
  const Vector ones(a.size(), 1.0);
  KrylovSchur solver({3, 16, 1e-14, 40}, {ones, keep});
  const auto found = solver.solve(a, random_vector(a.size(), 2), ignore);
  EXPECT_FALSE(found.converged);
  for (const auto& pair : found.pairs)
    EXPECT_NEAR(residual_of(a, pair) / (std::abs(pair.value) * pair.residual), 1, 1e-3);
}

TEST(KrylovSchur, IsExactInAnInvariantSpace) {
  const Triangular a(10);
  const Vector ones(a.size(), 1.0);
  Vector start(a.size(), 0.0);
  std::fill_n(start.begin(), 4, 1.0);  // that of the first two blocks
  KrylovSchur solver({6, 14, 1e-12, 100}, {ones, keep});
  const auto found = solver.solve(a, start, ignore);
  EXPECT_TRUE(found.converged);
  ASSERT_EQ(found.pairs.size(), 3u);
  EXPECT_LT(std::abs(found.pairs[0].value - a.values[0]), 1e-12);
  EXPECT_LT(std::abs(found.pairs[1].value - a.values[1]), 1e-12);
  EXPECT_LT(std::abs(found.pairs[2].value - 0.5 * a.values[0]), 1e-12);
}

// What is saved in the middle goes on to the same bits.
TEST(KrylovSchur, GoesOnFromWhatItHasSaved) {
  const Triangular a(30);
  const Vector ones(a.size(), 1.0);
  const EigenSettings settings{2, 8, 1e-10, 500};
  KrylovSchur first(settings, {ones, keep}), second(settings, {ones, keep});
  // Each rank has a search of its own.
  const auto world = comm::Communicator::world();
  std::vector<std::int64_t> keys(a.size());
  std::iota(keys.begin(), keys.end(), world.rank() * static_cast<std::int64_t>(a.size()));
  const auto visit = [&](KrylovSchur& solver, base::StateVisitor&& visitor) {
    solver.visit_state(visitor, [&](const std::string& name, Target vector) {
      visitor.visit(name, {"numbers", keys, 1}, vector);
    });
  };
  Vector product(a.size());
  const auto finish = [&](KrylovSchur& solver, int n_applications) {
    while (!solver.is_done() && solver.n_applications() < n_applications) {
      a(solver.next(), product);
      solver.put(product);
    }
  };
  first.begin(random_vector(a.size(), 2));
  second.begin(ones);
  finish(first, 13);
  test::MemoryState memory;
  visit(first, test::StateKeeper(memory, world));
  visit(second, test::StateGiver(memory));
  finish(first, 500);
  finish(second, 500);
  EXPECT_TRUE(first.found().converged);
  EXPECT_EQ(first.n_applications(), second.n_applications());
  EXPECT_EQ(first.with_vectors().pairs[0].real, second.with_vectors().pairs[0].real);
}

// u is carried round a ring and smoothed: waves are eigenvectors.
TEST(KrylovSchur, FindsTheWavesOfARingOnAnyNumberOfRanks) {
  const auto world = comm::Communicator::world();
  const SharedRing ring(world, 12, 2);
  const std::size_t n = ring.n_nodes();
  const auto apply = [&](View x, Target y) {
    const Vector u = ring.gather(x);
    Vector carried(n);
    for (std::size_t i = 0; i < n; ++i)
      carried[i] = 0.5 * u[i] + 0.4 * u[(i + 1) % n] + 0.1 * u[(i + n - 1) % n];
    copy(ring.scatter(carried), y);
  };
  const auto sum = [&](Target values) { world.sum(values); };
  KrylovSchur solver({3, 12, 1e-11, 2000}, {ring.weight(), sum});
  const auto found = solver.solve(apply, ring.scatter(random_vector(n, 3)), ignore);
  ASSERT_EQ(found.pairs.size(), 3u);
  EXPECT_TRUE(found.converged);
  for (int k = 0; k < 3; ++k) {
    const double angle = 2 * std::numbers::pi * k / static_cast<double>(n);
    const Complex wave = 0.5 + 0.5 * std::cos(angle) + Complex(0, 0.3 * std::sin(angle));
    EXPECT_LT(std::abs(found.pairs[k].value - wave), 1e-10) << k;
  }
}

}  // namespace
}  // namespace lobatto::krylov
