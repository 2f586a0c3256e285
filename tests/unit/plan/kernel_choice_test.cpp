#include "plan/kernel_choice.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "case/reader.hpp"
#include "kernels/kernel_methods.hpp"
#include "support/good_case.hpp"

namespace lobatto::plan {
namespace {

using Overrides = std::vector<std::string>;

cases::Case with(const Overrides& overrides) {
  return cases::parse_case(cases::minimal_case, "a.toml", overrides);
}

std::string told_of(const Overrides& overrides) {
  return describe_slow_kernels(with(overrides), {1});
}

bool uses(const Overrides& overrides, const std::string& kernel) {
  return std::ranges::count(choose_kernels(with(overrides), {1}), kernel, &KernelChoice::kernel) ==
         1;
}

TEST(KernelChoice, TheOperatorMattersToIterativeSolversAlone) {
  EXPECT_FALSE(uses({}, "helmholtz"));
  EXPECT_TRUE(uses({"solver.velocity=jacobi-cg"}, "helmholtz"));
  EXPECT_TRUE(uses({"solver.pressure=schwarz-multigrid"}, "helmholtz"));
  EXPECT_TRUE(uses({"mesh.map=[\"x + 0.01*sin(2*pi*y)\", \"y\", \"z\"]"}, "helmholtz"));
  EXPECT_TRUE(uses({}, "advection"));
}

#ifdef __AVX__

TEST(KernelChoice, SaysNothingWhenAllIsWell) {
  EXPECT_EQ(told_of({"mesh.order=7"}), "");
  EXPECT_EQ(told_of({"mesh.order=7", "solver.velocity=jacobi-cg"}), "");
  EXPECT_EQ(told_of({"mesh.order=7", "mesh.quadrature=12"}), "");  // the default, spelt out
  EXPECT_EQ(told_of({"mesh.order=5"}), "");                        // no iterative solver
}

TEST(KernelChoice, NamesOrderKernelAndOrdersThatAreFaster) {
  const std::string text = told_of({"mesh.order=16"});
  EXPECT_NE(text.find("order 16: advection by generated products"), std::string::npos) << text;
  EXPECT_NE(text.find("there are kernels for the orders 3 to "), std::string::npos) << text;
  EXPECT_EQ(text.find("operator"), std::string::npos) << text;
  const std::string operator_text = told_of({"mesh.order=5", "solver.velocity=jacobi-cg"});
  EXPECT_NE(operator_text.find("order 5: the operator of the iterative solvers"), std::string::npos)
      << operator_text;
  EXPECT_EQ(operator_text.find("advection"), std::string::npos) << operator_text;
}

TEST(KernelChoice, TheOrdersThatItAdvisesAreNotToldOf) {
  for (const int size : kernels::advection_sizes())
    EXPECT_EQ(told_of({"mesh.order=" + std::to_string(size - 1)}), "") << size;
}

TEST(KernelChoice, TellsOfNodesThatNoKernelIsFor) {
  for (const char* nodes : {"mesh.quadrature=11", "mesh.quadrature=none"}) {
    const std::string text = told_of({"mesh.order=7", nodes});
    EXPECT_NE(text.find("order 7 has a kernel for 12 Gauss nodes"), std::string::npos) << text;
  }
}

#endif

}  // namespace
}  // namespace lobatto::plan
