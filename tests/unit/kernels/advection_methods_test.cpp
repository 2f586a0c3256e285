#include "kernels/advection/advection.hpp"

#include <gtest/gtest.h>

#include "kernels/advection/advection_by_products.hpp"
#include "kernels/registers/lanes.hpp"
#include "over_integration.hpp"
#include "reference_advection.hpp"
#include "test_fields.hpp"

namespace lobatto::kernels {
namespace {

using test::random_values;
using test::relative_difference;

AdvectionRule rule_for(int n) { return test::over_integration(n, (3 * n + 1) / 2); }

/// A scalar and one velocity component on three elements of different size.
void expect_equal_to_reference(AdvectionMethod& method, const AdvectionRule& rule) {
  const std::vector<Lengths> lengths = {{0.3, 1.0, 2.0}, {0.4, 1.1, 1.9}, {0.5, 1.2, 1.8}};
  const std::size_t size = lengths.size() * static_cast<std::size_t>(rule.n * rule.n * rule.n);
  std::vector<std::vector<double>> in, out(2, std::vector<double>(size)), expected(out);
  for (unsigned c = 0; c < 4; ++c) in.push_back(random_values(size, c));
  const std::vector<const double*> fields = {in[3].data(), in[1].data()};
  const std::vector<double*> results = {out[0].data(), out[1].data()};
  const std::vector<double*> twins = {expected[0].data(), expected[1].data()};
  method.apply(lengths, {{in[0].data(), in[1].data(), in[2].data()}, fields, results});
  reference::advect(rule, lengths, {{in[0].data(), in[1].data(), in[2].data()}, fields, twins});
  for (std::size_t f = 0; f < 2; ++f) {
    EXPECT_LT(relative_difference(out[f], expected[f]), 1e-13) << method.name() << " " << rule.n;
  }
}

/// Whatever the processor would choose: the methods for the target that this file is built for.
template <int... sizes>
void check_compiled(std::integer_sequence<int, sizes...>) {
  (expect_equal_to_reference(*make_compiled_advection<sizes, n_lanes>(rule_for(sizes)),
                             rule_for(sizes)),
   ...);
}

TEST(AdvectionMethodsTest, CompiledForThisTargetEqualReference) {
  check_compiled(std::integer_sequence<int, 4, 5, 6, 7, 8, 9, 10, 12, 14, 15, 16, 18>{});
}

TEST(AdvectionMethodsTest, ProductsEqualReference) {
  for (const int n : {2, 3, 7, 8, 12}) {
    const auto rule = rule_for(n);
    AdvectionByProducts products(rule);
    expect_equal_to_reference(products, rule);
  }
}

}  // namespace
}  // namespace lobatto::kernels
