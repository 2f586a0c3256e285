#include "kernels/cost.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "curved_element.hpp"
#include "kernels/operators/box_helmholtz.hpp"
#include "kernels/operators/general_helmholtz.hpp"
#include "test_fields.hpp"

// The costs that the program adds up, against two other counts of one application of an operator to
// one element: a table made by hand, and a plain program for the same operator whose numbers count
// what is done to them, and which must give the same result.

namespace lobatto::kernels {
namespace {

using test::CurvedElement;
using test::random_values;
using test::relative_difference;

/// A number that counts the additions and multiplications it takes part in.
struct Counted {
  double value = 0;
  long long* operations = nullptr;

  Counted operator+(const Counted& other) const { return result(value + other.value, other); }
  Counted operator*(const Counted& other) const { return result(value * other.value, other); }

 private:
  [[nodiscard]] Counted result(double new_value, const Counted& other) const {
    long long* const count = operations != nullptr ? operations : other.operations;
    ++*count;
    return {new_value, count};
  }
};

/// An element's values as numbers that count.
class CountingElement {
 public:
  explicit CountingElement(int n) : n_(n) {}

  using Field = std::vector<Counted>;
  [[nodiscard]] Field field(const std::vector<double>& values) {
    Field counted;
    for (const double value : values) counted.push_back({value, &operations_});
    return counted;
  }
  [[nodiscard]] Counted number(double value) { return {value, &operations_}; }

  /// sum + M along direction d, from the sums given: n multiplications and n additions a node.
  [[nodiscard]] Field add_product(const Field& matrix, const Field& u, int d, Field sums) const {
    const int strides[] = {1, n_, n_ * n_}, stride = strides[d];
    for (int q = 0; q < static_cast<int>(u.size()); ++q) {
      const int i = q / stride % n_, line = q - i * stride;
      for (int l = 0; l < n_; ++l) sums[q] = sums[q] + matrix[i * n_ + l] * u[line + l * stride];
    }
    return sums;
  }
  [[nodiscard]] Field product(const Field& matrix, const Field& u, int d) {
    return add_product(matrix, u, d, Field(u.size(), number(0)));
  }
  [[nodiscard]] Counted dot(const Field& a, const Field& b) {
    Counted sum = number(0);
    for (std::size_t q = 0; q < a.size(); ++q) sum = sum + a[q] * b[q];
    return sum;
  }
  [[nodiscard]] long long operations() const { return operations_; }

 private:
  int n_;
  long long operations_ = 0;
};

std::vector<double> values_of(const CountingElement::Field& field) {
  std::vector<double> values;
  for (const Counted& number : field) values.push_back(number.value);
  return values;
}

/// Made by hand, for n^3 nodes: three products of a line of n with a matrix are 3 (n + n)
/// operations a node. On a box the square of the derivative is one matrix a direction, and beside
/// the products there are sigma u, the mass in front of the sum, and the two operations of the
/// energy: 6 n + 4. Bytes: u and out. On a curved element there are products there and back, three
/// fluxes of three terms (15) and the energy: 12 n + 17, and with mass sigma B u + ... (3) more.
/// Bytes: six factors, u and out; and the mass.
struct HandCount {
  int n;
  double box_flops, box_bytes, general_flops, general_bytes, mass_flops, mass_bytes;
};
constexpr HandCount by_hand[] = {
    // 512 x 52, 512 x 16, 512 x 113, 512 x 64, 512 x 116, 512 x 72
    {8, 26624, 8192, 57856, 32768, 59392, 36864},
    // 4096 x 100, 4096 x 16, 4096 x 209, 4096 x 64, 4096 x 212, 4096 x 72
    {16, 409600, 65536, 856064, 262144, 868352, 294912},
};

class CostTest : public ::testing::TestWithParam<HandCount> {
 protected:
  int n = GetParam().n;
  CurvedElement element{n, test::curved_map};
  std::vector<double> u = random_values(element.size, 1), out = std::vector<double>(element.size);
  CountingElement count{n};
};

TEST_P(CostTest, OfTheBoxOperatorIsWhatIsDone) {
  EXPECT_EQ(box_helmholtz_cost(n).flops, GetParam().box_flops);
  EXPECT_EQ(box_helmholtz_cost(n).bytes, GetParam().box_bytes);

  const Lengths lengths{0.7, 1.9, 0.4};
  const double sigma = 1.3, nu = 0.2;
  const auto& w = element.quadrature.weights;
  // Made once, for all elements: not counted. nu (2 / h)^2 W^-1 D^T W D of each direction, and J W.
  std::array<std::vector<double>, 3> squares;
  for (int d = 0; d < 3; ++d)
    for (int i = 0; i < n; ++i)
      for (int l = 0; l < n; ++l) {
        double sum = 0;
        for (int q = 0; q < n; ++q)
          sum += element.derivative(q, i) * w[q] * element.derivative(q, l) / w[i];
        squares[d].push_back(4 * nu / (lengths[d] * lengths[d]) * sum);
      }
  std::vector<double> mass;
  for (std::size_t q = 0; q < element.size; ++q) {
    const auto at = static_cast<int>(q);
    mass.push_back(lengths[0] * lengths[1] * lengths[2] / 8 * w[at % n] * w[at / n % n] *
                   w[at / (n * n)]);
  }

  const auto field = count.field(u), weights = count.field(mass);
  const Counted coefficient = count.number(sigma);
  CountingElement::Field result;
  for (const Counted& value : field) result.push_back(coefficient * value);
  for (int d = 0; d < 3; ++d)
    result = count.add_product(count.field(squares[d]), field, d, std::move(result));
  for (std::size_t q = 0; q < result.size(); ++q) result[q] = weights[q] * result[q];
  const double energy = count.dot(field, result).value;
  EXPECT_EQ(static_cast<double>(count.operations()), box_helmholtz_cost(n).flops);

  BoxHelmholtz tuned(element.rule());
  EXPECT_NEAR(tuned.apply(std::span(&lengths, 1), {sigma, nu}, u.data(), out.data()) / energy, 1,
              1e-12);
  EXPECT_LT(relative_difference(out, values_of(result)), 1e-13);
}

TEST_P(CostTest, OfTheGeneralOperatorIsWhatIsDone) {
  const double sigma = 1.3, nu = 0.2;
  for (const bool with_mass : {false, true}) {
    const Cost cost = general_helmholtz_cost(n, with_mass);
    EXPECT_EQ(cost.flops, with_mass ? GetParam().mass_flops : GetParam().general_flops);
    EXPECT_EQ(cost.bytes, with_mass ? GetParam().mass_bytes : GetParam().general_bytes);

    // Made once, for all elements: D, and nu D^T.
    std::vector<double> slope, adjoint;
    for (int i = 0; i < n; ++i)
      for (int l = 0; l < n; ++l) {
        slope.push_back(element.derivative(i, l));
        adjoint.push_back(nu * element.derivative(l, i));
      }
    CountingElement own(n);
    const auto field = own.field(u), factors = own.field(element.stiffness), d = own.field(slope),
               d_adjoint = own.field(adjoint);
    const CountingElement::Field slopes[] = {own.product(d, field, 0), own.product(d, field, 1),
                                             own.product(d, field, 2)};
    // Of the symmetric factors rr, rs, rt, ss, st, tt those of each row.
    constexpr int row[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
    CountingElement::Field result(u.size(), own.number(0));
    for (int a = 0; a < 3; ++a) {
      CountingElement::Field flux;
      for (int q = 0; q < static_cast<int>(u.size()); ++q) {
        const auto factor = [&](int b) { return factors[(6 * (q / n) + row[a][b]) * n + q % n]; };
        flux.push_back(factor(0) * slopes[0][q] + factor(1) * slopes[1][q] +
                       factor(2) * slopes[2][q]);
      }
      result = own.add_product(d_adjoint, flux, a, std::move(result));
    }
    const auto mass = own.field(element.mass);
    const Counted coefficient = own.number(sigma);
    for (std::size_t q = 0; with_mass && q < u.size(); ++q)
      result[q] = result[q] + coefficient * mass[q] * field[q];
    const double energy = own.dot(field, result).value;
    EXPECT_EQ(static_cast<double>(own.operations()), cost.flops);

    GeneralHelmholtz tuned(element.rule());
    const double found = tuned.apply(1, {element.stiffness.data(), element.mass.data()},
                                     {with_mass ? sigma : 0.0, nu}, u.data(), out.data());
    EXPECT_NEAR(found / energy, 1, 1e-12);
    EXPECT_LT(relative_difference(out, values_of(result)), 1e-13);
  }
}

INSTANTIATE_TEST_SUITE_P(Nodes, CostTest, ::testing::ValuesIn(by_hand), [](const auto& size) {
  return std::string(size.param.n == 8 ? "Eight" : "Sixteen");
});

}  // namespace
}  // namespace lobatto::kernels
