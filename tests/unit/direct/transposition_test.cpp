#include "direct/exchange/transposition.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "line_cases.hpp"

namespace lobatto {
namespace {

TEST(Transposition, MovesEveryValueOfAnyShapeAndNothingElse) {
  for (const int rows : {1, 5, 8, 9, 16, 23}) {
    for (const int cols : {1, 7, 8, 12, 17}) {
      const std::size_t in_stride = cols + 3, out_stride = rows + 2;
      const auto in = test::random_values(in_stride * rows);
      std::vector<double> out(out_stride * cols, 7.0);
      direct::transpose(in.data(), in_stride, rows, cols, out.data(), out_stride);
      for (int c = 0; c < cols; ++c) {
        for (int r = 0; r < rows; ++r) EXPECT_EQ(out[c * out_stride + r], in[r * in_stride + c]);
        for (std::size_t r = rows; r < out_stride; ++r) EXPECT_EQ(out[c * out_stride + r], 7.0);
      }
    }
  }
}

}  // namespace
}  // namespace lobatto
