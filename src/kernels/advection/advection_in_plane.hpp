#pragma once

#include <memory>
#include <vector>

#include "base/aligned_array.hpp"
#include "kernels/advection/advection.hpp"
#include "kernels/batches/batch_arithmetic.hpp"

namespace lobatto::kernels {

/// Advection on elements of a plane, a batch of them at once, for any n and m. Nothing changes
/// along t: the third component of the velocity carries nothing.
class AdvectionInPlane : public AdvectionMethod {
 public:
  explicit AdvectionInPlane(const AdvectionRule& rule);

  void apply(std::span<const Lengths> lengths, const AdvectionFields& fields) override;
  [[nodiscard]] const char* name() const override { return "batches in a plane"; }
  [[nodiscard]] int block_size() const override { return arithmetic_->lanes(); }

 private:
  using Buffer = base::AlignedArray<double>;

  void take_batch(std::span<const Lengths> lengths, int first);
  void along_x(const SplitMatrix<double>& matrix, const Buffer& scale, Buffer& out) const;
  void along_y(const SplitMatrix<double>& matrix, const Buffer& scale, const Buffer& in,
               Buffer& out) const;
  void values_at_points(const double* field, Buffer& out);
  void product_at_points(const double* field);
  void back_to_nodes(double* out);

  ElementShape nodes_, points_;
  std::unique_ptr<const BatchArithmetic<double>> arithmetic_;
  SplitMatrix<double> interpolation_, derivative_, back_;
  std::vector<int> elements_;                  ///< of the batch
  Buffer scale_x_, scale_y_, ones_;            ///< 2 / h of each lane; ones for a batch
  Buffer field_, x_done_, slope_x_, slope_y_;  ///< x_done: [n][m][lane]
  Buffer velocity_x_, velocity_y_;             ///< at the points
};

}  // namespace lobatto::kernels
