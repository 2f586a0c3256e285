#include "krylov/weighted_inner.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "comm/communicator.hpp"
#include "vectors.hpp"

namespace lobatto::krylov {
namespace {

using namespace testing;

long double reference_product(View weight, View x, View y) {
  long double sum = 0;
  for (std::size_t q = 0; q < x.size(); ++q) {
    sum += static_cast<long double>(weight[q]) * x[q] * y[q];
  }
  return sum;
}

TEST(WeightedInner, EqualsTheSumInHigherPrecisionForAllLengths) {
  for (const std::size_t n : {0, 1, 7, 31, 32, 33, 1000, 1023, 1024, 1025, 2048, 5000}) {
    const Vector weight = random_vector(n, 1), x = random_vector(n, 2), y = random_vector(n, 3);
    const WeightedInner inner{weight, keep};
    EXPECT_NEAR(inner(x, y), static_cast<double>(reference_product(weight, x, y)),
                1e-15 * static_cast<double>(n));
  }
}

TEST(WeightedInner, ManyHasTheSameBitsAsEachAlone) {
  const std::size_t n = 3001;
  const Vector weight = random_vector(n, 1), x = random_vector(n, 2);
  const WeightedInner inner{weight, keep};
  std::vector<Vector> vectors;
  std::vector<const double*> views;
  for (unsigned k = 0; k < 11; ++k) {
    vectors.push_back(random_vector(n, 10 + k));
    views.push_back(vectors.back().data());
  }
  Vector products(11, -1.0);
  inner.many(views, x, products);
  for (std::size_t k = 0; k < 11; ++k) EXPECT_EQ(products[k], inner(vectors[k], x));
}

TEST(WeightedInner, SinglePrecisionVectorsAreMultipliedInDouble) {
  const std::size_t n = 2500;
  const Vector weight = random_vector(n, 1), x = random_vector(n, 2), y = random_vector(n, 3);
  const std::vector<float> narrow(y.begin(), y.end());
  const Vector widened(narrow.begin(), narrow.end());
  const WeightedInner inner{weight, keep};
  const float* const view = narrow.data();
  double product = 0;
  inner.many({&view, 1}, x, {&product, 1});
  EXPECT_EQ(product, inner(widened, x));
}

TEST(WeightedInner, CountsSharedNodesOnceOnAnyNumberOfRanksInOneCollective) {
  const comm::Communicator world = comm::Communicator::world();
  const SharedRing ring(world, 7, 300);
  int n_collectives = 0;
  const auto sum = [&](Target values) {
    world.sum(values);
    ++n_collectives;
  };
  const WeightedInner inner{ring.weight(), sum};
  const Vector x = random_vector(ring.n_nodes(), 5), y = random_vector(ring.n_nodes(), 6);
  const Vector local_x = ring.scatter(x), local_y = ring.scatter(y);
  const double* const views[] = {local_x.data(), local_y.data()};
  double products[2];
  inner.many(views, local_x, products);
  EXPECT_EQ(n_collectives, 1);
  EXPECT_NEAR(products[0], std::inner_product(x.begin(), x.end(), x.begin(), 0.0), 1e-11);
  EXPECT_NEAR(products[1], std::inner_product(x.begin(), x.end(), y.begin(), 0.0), 1e-11);
}

}  // namespace
}  // namespace lobatto::krylov
