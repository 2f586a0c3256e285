#include "krylov/hermitian_lanczos.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include "../../support/memory_state.hpp"
#include "comm/communicator.hpp"
#include "vectors.hpp"

namespace lobatto::krylov {
namespace {

using namespace testing;
using Complex = std::complex<double>;

/// H D H with D = diag(0.7^k) and H = 1 - 2 h h*, |h| = 1: the eigenvalues are those of D, the
/// vectors the columns of H.
class Hermitian {
 public:
  explicit Hermitian(std::size_t n) : n_(n) {
    const Vector random = random_vector(2 * n, 3);
    double square = 0;
    for (std::size_t i = 0; i < n; ++i) {
      h_.emplace_back(random[i], random[n + i]);
      square += std::norm(h_.back());
    }
    for (Complex& value : h_) value /= std::sqrt(square);
  }
  [[nodiscard]] static double value(std::size_t k) { return std::pow(0.7, static_cast<double>(k)); }
  /// Entry i of column k of H.
  [[nodiscard]] Complex entry(std::size_t i, std::size_t k) const {
    return (i == k ? 1.0 : 0.0) - 2.0 * h_[i] * std::conj(h_[k]);
  }
  [[nodiscard]] Vector operator()(View x) const {
    auto y = reflected(complex(x));
    for (std::size_t k = 0; k < n_; ++k) y[k] *= value(k);
    y = reflected(y);
    Vector out(2 * n_);
    for (std::size_t i = 0; i < n_; ++i) out[i] = y[i].real(), out[n_ + i] = y[i].imag();
    return out;
  }
  [[nodiscard]] std::vector<Complex> complex(View x) const {
    std::vector<Complex> values;
    for (std::size_t i = 0; i < n_; ++i) values.emplace_back(x[i], x[n_ + i]);
    return values;
  }

 private:
  [[nodiscard]] std::vector<Complex> reflected(std::vector<Complex> x) const {
    Complex product = 0;
    for (std::size_t i = 0; i < n_; ++i) product += std::conj(h_[i]) * x[i];
    for (std::size_t i = 0; i < n_; ++i) x[i] -= 2.0 * product * h_[i];
    return x;
  }
  std::size_t n_;
  std::vector<Complex> h_;
};

constexpr std::size_t n = 40;

void finish(HermitianLanczos& lanczos, const Hermitian& a) {
  while (!lanczos.is_done()) lanczos.put(a(lanczos.next()));
}

// Each once, though i v is as good a vector as v.
TEST(HermitianLanczos, FindsTheLargestEigenvaluesAndTheirVectors) {
  const Hermitian a(n);
  const Vector ones(n, 1.0);
  HermitianLanczos lanczos({.n_wanted = 4, .dimension = 30, .tolerance = 1e-9}, {ones, keep});
  lanczos.begin(random_vector(2 * n, 5));
  finish(lanczos, a);
  ASSERT_TRUE(lanczos.is_converged());
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(lanczos.found().at(k).value, Hermitian::value(k), 1e-12);
    const auto vector = a.complex(lanczos.vector(k));
    Complex product = 0;
    for (std::size_t i = 0; i < n; ++i) product += std::conj(a.entry(i, k)) * vector[i];
    EXPECT_NEAR(std::abs(product), 1, 1e-12);
  }
}

// |A v - value v| / value of a search that is not over.
TEST(HermitianLanczos, KnowsItsResidual) {
  const Hermitian a(n);
  const Vector ones(n, 1.0);
  HermitianLanczos lanczos({.n_wanted = 2, .dimension = 6, .tolerance = 1e-9}, {ones, keep});
  lanczos.begin(random_vector(2 * n, 5));
  finish(lanczos, a);
  EXPECT_FALSE(lanczos.is_converged());
  EXPECT_EQ(lanczos.n_applications(), 6);
  for (std::size_t k = 0; k < 2; ++k) {
    const Vector v = lanczos.vector(k), product = a(v);
    double square = 0;
    for (std::size_t i = 0; i < 2 * n; ++i)
      square += std::pow(product[i] - lanczos.found()[k].value * v[i], 2);
    EXPECT_NEAR(std::sqrt(square) / lanczos.found()[k].value / lanczos.found()[k].residual, 1,
                1e-9);
  }
}

// Two vectors that A leaves among themselves, in a real space and not.
TEST(HermitianLanczos, EndsWithAnInvariantSpace) {
  const Hermitian a(n);
  const Vector ones(n, 1.0);
  Vector start(2 * n);
  for (std::size_t i = 0; i < n; ++i) {
    const Complex sum = a.entry(i, 1) + a.entry(i, 3);
    start[i] = sum.real(), start[n + i] = sum.imag();
  }
  HermitianLanczos lanczos({.n_wanted = 3, .dimension = 20, .tolerance = 1e-9}, {ones, keep});
  lanczos.begin(start);
  finish(lanczos, a);
  EXPECT_LE(lanczos.n_applications(), 3);
  EXPECT_NEAR(lanczos.found().at(0).value, Hermitian::value(1), 1e-12);
  EXPECT_NEAR(lanczos.found().at(1).value, Hermitian::value(3), 1e-12);
}

TEST(HermitianLanczos, GoesOnBitForBit) {
  const Hermitian a(n);
  const Vector ones(n, 1.0);
  const EigenSettings settings{.n_wanted = 2, .dimension = 20, .tolerance = 1e-9};
  HermitianLanczos whole(settings, {ones, keep}), rest(settings, {ones, keep});
  whole.begin(random_vector(2 * n, 7));
  for (int k = 0; k < 5; ++k) whole.put(a(whole.next()));
  const auto world = comm::Communicator::world();
  test::MemoryState memory;
  const std::vector<std::int64_t> rows{world.rank()};
  const auto visit = [&](base::StateVisitor& visitor, HermitianLanczos& lanczos) {
    lanczos.visit_state(visitor, "lanczos", [&](const std::string& name, std::span<double> vector) {
      visitor.visit(name, {"rows", rows, vector.size()}, vector);
    });
  };
  test::StateKeeper keeper(memory, world);
  visit(keeper, whole);
  test::StateGiver giver(memory);
  visit(giver, rest);
  EXPECT_EQ(rest.n_applications(), 5);
  finish(whole, a);
  finish(rest, a);
  EXPECT_EQ(whole.n_applications(), rest.n_applications());
  EXPECT_EQ(whole.vector(1), rest.vector(1));
}

}  // namespace
}  // namespace lobatto::krylov
