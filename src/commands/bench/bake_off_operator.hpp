#pragma once

#include <memory>
#include <span>

#include "base/block.hpp"
#include "gs/work_order.hpp"
#include "kernels/cost.hpp"
#include "kernels/operators/general_helmholtz.hpp"
#include "space/function_space.hpp"

namespace lobatto::commands {

enum class BakeOffForm { mass, stiffness };

/// The points of integrals.
enum class BakeOffPoints {
  gauss,  ///< order + 2 Gauss points per direction
  nodes   ///< the GLL nodes themselves
};

/// (v, u) or (grad v, grad u) for all pairs of basis functions, element by element, unassembled.
class BakeOffOperator {
 public:
  explicit BakeOffOperator(gs::WorkOrder order) : order_(std::move(order)) {}
  BakeOffOperator(const BakeOffOperator&) = delete;
  BakeOffOperator& operator=(const BakeOffOperator&) = delete;
  virtual ~BakeOffOperator() = default;

  /// The blocks of whole elements that it works on, and their order.
  [[nodiscard]] const gs::WorkOrder& order() const { return order_; }
  /// w = A p on one of these blocks; both point to the whole field. Returns sum_q p_q w_q.
  virtual double apply(const base::Block& block, const double* p, double* w,
                       const kernels::FieldsAhead& ahead) = 0;
  /// The diagonal of all local elements. [size]
  virtual void diagonal(std::span<double> out) const = 0;
  /// out = (v, f) for all basis functions v of all local elements. [size]
  virtual void integrate(const space::SpaceTimeFunction& f, std::span<double> out) const = 0;
  /// Of one element: an application, and the bytes of its geometry alone.
  [[nodiscard]] virtual kernels::Cost cost() const = 0;
  [[nodiscard]] virtual double geometry_bytes() const = 0;

 private:
  gs::WorkOrder order_;
};

/// For `space`, which must live as long. Collective.
std::unique_ptr<BakeOffOperator> make_bake_off_operator(const space::FunctionSpace& space,
                                                        BakeOffForm form, BakeOffPoints points);

}  // namespace lobatto::commands
