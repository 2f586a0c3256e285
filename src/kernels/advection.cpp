#include "kernels/advection.hpp"

#include "kernels/advection_by_products.hpp"

namespace lobatto::kernels {

BoxAdvection::BoxAdvection(const AdvectionRule& rule) : method_(std::make_unique<AdvectionByProducts>(rule)) {}

}  // namespace lobatto::kernels
