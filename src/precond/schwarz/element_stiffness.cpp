#include "precond/schwarz/schwarz_level.hpp"

#include <vector>

#include "kernels/operators/box_stiffness.hpp"
#include "kernels/operators/general_stiffness.hpp"

namespace lobatto::precond {

namespace {

template <class Real>
class Box final : public ElementStiffness<Real> {
 public:
  Box(const space::FunctionSpace& space, const kernels::ElementBatches& batches,
      const kernels::BatchArithmetic<Real>& arithmetic)
      : shape_(space.shape()),
        n_scales_(3 * static_cast<std::size_t>(arithmetic.lanes())),
        kernel_(arithmetic, shape_, space.derivative().values, space.nodes().weights),
        scales_(batches.n_values(3)) {
    std::vector<kernels::Lengths> lengths;
    for (int b = 0; b < batches.size(); ++b) {
      lengths.clear();
      for (const int e : batches.elements_in(b)) lengths.push_back(space.lengths(e));
      kernel_.scale(lengths, scales_.data() + b * n_scales_);
    }
  }
  void apply(int batch, const Real* u, Real* out) override {
    kernel_(scales_.data() + batch * n_scales_, u, out);
  }
  [[nodiscard]] kernels::Cost cost() const override {
    return kernels::box_stiffness_cost(shape_, sizeof(Real));
  }

 private:
  kernels::ElementShape shape_;
  std::size_t n_scales_;
  kernels::BoxStiffness<Real> kernel_;
  base::AlignedArray<Real> scales_;
};

template <class Real>
class Curved final : public ElementStiffness<Real> {
 public:
  Curved(const space::FunctionSpace& space, const kernels::ElementBatches& batches,
         const kernels::BatchArithmetic<Real>& arithmetic)
      : shape_(space.shape()),
        kernel_(arithmetic, shape_, space.derivative().values),
        n_factors_(6 * space.element_size() * arithmetic.lanes()),
        factors_(batches.size() * n_factors_) {
    for (int b = 0; b < batches.size(); ++b)
      arithmetic.pack(6 * space.element_size(),
                      {space.curved()->stiffness(0), batches.elements_in(b)},
                      factors_.data() + b * n_factors_);
  }
  void apply(int batch, const Real* u, Real* out) override {
    kernel_(factors_.data() + batch * n_factors_, u, out);
  }
  [[nodiscard]] kernels::Cost cost() const override {
    return kernels::general_stiffness_cost(shape_, sizeof(Real));
  }

 private:
  kernels::ElementShape shape_;
  kernels::GeneralStiffness<Real> kernel_;
  std::size_t n_factors_;
  base::AlignedArray<Real> factors_;
};

}  // namespace

template <class Real>
std::unique_ptr<ElementStiffness<Real>> make_element_stiffness(
    const space::FunctionSpace& space, const kernels::ElementBatches& batches,
    const kernels::BatchArithmetic<Real>& arithmetic) {
  if (space.curved() != nullptr) return std::make_unique<Curved<Real>>(space, batches, arithmetic);
  return std::make_unique<Box<Real>>(space, batches, arithmetic);
}

template std::unique_ptr<ElementStiffness<float>> make_element_stiffness(
    const space::FunctionSpace&, const kernels::ElementBatches&,
    const kernels::BatchArithmetic<float>&);
template std::unique_ptr<ElementStiffness<double>> make_element_stiffness(
    const space::FunctionSpace&, const kernels::ElementBatches&,
    const kernels::BatchArithmetic<double>&);

}  // namespace lobatto::precond
