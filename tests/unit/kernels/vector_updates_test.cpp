#include "kernels/vectors/vector_updates.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "test_fields.hpp"

namespace lobatto::kernels {
namespace {

using test::random_values;
using test::relative_difference;

TEST(LinearCombinationTest, EqualsReferenceForEveryNumberOfTermsAndOddLengths) {
  for (std::size_t n_terms = 0; n_terms <= 11; ++n_terms) {
    for (const std::size_t n_values :
         {std::size_t{0}, std::size_t{1}, std::size_t{7}, std::size_t{1003}}) {
      std::vector<std::vector<double>> inputs;
      for (std::size_t k = 0; k < n_terms; ++k)
        inputs.push_back(random_values(n_values, static_cast<unsigned>(k)));
      std::vector<Term> terms;
      for (std::size_t k = 0; k < n_terms; ++k)
        terms.push_back({1.5 - 0.7 * static_cast<double>(k), inputs[k].data()});
      std::vector<double> out(n_values, 9.0), expected(n_values, 5.0);
      linear_combination(terms, out);
      reference::linear_combination(terms, expected);
      EXPECT_LE(relative_difference(out, expected), 1e-14) << n_terms;
    }
  }
}

TEST(LinearCombinationTest, OutputMayBeAnInput) {
  for (const std::size_t n_terms : {3u, 10u}) {
    auto x = random_values(129, 1);
    const auto y = random_values(129, 2);
    std::vector<Term> terms(n_terms, Term{0.5, y.data()});
    terms[1] = {2.0, x.data()};
    std::vector<double> expected(x.size());
    for (std::size_t q = 0; q < x.size(); ++q)
      expected[q] = 2.0 * x[q] + 0.5 * static_cast<double>(n_terms - 1) * y[q];
    linear_combination(terms, x);
    EXPECT_LE(relative_difference(x, expected), 1e-14);
  }
}

}  // namespace
}  // namespace lobatto::kernels
