// A new model of eddy viscosity in one file, examples/extensions/qr_model.cpp.
#include <gtest/gtest.h>

#include "../../../examples/extensions/qr_model.cpp"

namespace lobatto::physics {
namespace {

double qr_viscosity(const GradientTensor& g, double width) {
  VelocityGradient gradient;
  for (std::size_t c = 0; c < 9; ++c) gradient.components[c] = &g[c / 3][c % 3];
  double value = -1;
  qr_model().of_gradient(1.0)->evaluate(gradient, {&width, 1}, {&value, 1});
  return value;
}

TEST(NewModel, OfOneFileIsWhatItsFormulaSays) {
  const GradientTensor squeezed{{{-2, 0, 0}, {0, 1, 0}, {0, 0, 1}}};  // q = 3, r = 2
  EXPECT_DOUBLE_EQ(qr_viscosity(squeezed, 1), 2.0 / 3);
  EXPECT_DOUBLE_EQ(qr_viscosity(squeezed, 0.5), 2.0 / 3 / 4);
  const GradientTensor stretched{{{2, 0, 0}, {0, -1, 0}, {0, 0, -1}}};
  EXPECT_EQ(qr_viscosity(stretched, 1), 0);
  const GradientTensor shear{{{0, 3, 0}, {0, 0, 0}, {0, 0, 0}}};
  EXPECT_EQ(qr_viscosity(shear, 1), 0);
}

}  // namespace
}  // namespace lobatto::physics
