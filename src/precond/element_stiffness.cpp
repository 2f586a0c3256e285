#include "precond/element_stiffness.hpp"

#include <vector>

#include "kernels/box_stiffness.hpp"
#include "kernels/general_stiffness.hpp"

namespace lobatto::precond {

namespace {

template <class Real>
class Box final : public ElementStiffness<Real> {
 public:
  Box(const space::FunctionSpace& space, const kernels::BatchArithmetic<Real>& arithmetic)
      : n_(space.n()),
        n_scales_(3 * static_cast<std::size_t>(arithmetic.lanes())),
        kernel_(arithmetic, n_, space.derivative().values, space.nodes().weights) {
    const kernels::ElementBatches batches{space.n_elements(), arithmetic.lanes()};
    scales_ = base::AlignedArray<Real>(batches.n_values(3));
    std::vector<kernels::Lengths> lengths;
    for (int b = 0; b < batches.size(); ++b) {
      lengths.clear();
      for (int lane = 0; lane < batches.n_elements_in(b); ++lane)
        lengths.push_back(space.lengths(batches.element(b, lane)));
      kernel_.scale(lengths, scales_.data() + b * n_scales_);
    }
  }
  void apply(int batch, const Real* u, Real* out) override {
    kernel_(scales_.data() + batch * n_scales_, u, out);
  }
  [[nodiscard]] kernels::Cost cost() const override {
    return kernels::box_stiffness_cost(n_, sizeof(Real));
  }

 private:
  int n_;
  std::size_t n_scales_;
  kernels::BoxStiffness<Real> kernel_;
  base::AlignedArray<Real> scales_;
};

template <class Real>
class Curved final : public ElementStiffness<Real> {
 public:
  Curved(const space::FunctionSpace& space, const kernels::BatchArithmetic<Real>& arithmetic)
      : n_(space.n()),
        kernel_(arithmetic, n_, space.derivative().values),
        n_factors_(6 * space.element_size() * arithmetic.lanes()) {
    const kernels::ElementBatches batches{space.n_elements(), arithmetic.lanes()};
    factors_ = base::AlignedArray<Real>(batches.size() * n_factors_);
    const std::size_t size = 6 * space.element_size();
    for (int b = 0; b < batches.size(); ++b)
      arithmetic.pack(
          size, {space.curved()->stiffness(b), batches.size() * size, batches.n_elements_in(b)},
          factors_.data() + b * n_factors_);
  }
  void apply(int batch, const Real* u, Real* out) override {
    kernel_(factors_.data() + batch * n_factors_, u, out);
  }
  [[nodiscard]] kernels::Cost cost() const override {
    return kernels::general_stiffness_cost(n_, sizeof(Real));
  }

 private:
  int n_;
  kernels::GeneralStiffness<Real> kernel_;
  std::size_t n_factors_;
  base::AlignedArray<Real> factors_;
};

}  // namespace

template <class Real>
std::unique_ptr<ElementStiffness<Real>> make_element_stiffness(
    const space::FunctionSpace& space, const kernels::BatchArithmetic<Real>& arithmetic) {
  if (space.curved() != nullptr) return std::make_unique<Curved<Real>>(space, arithmetic);
  return std::make_unique<Box<Real>>(space, arithmetic);
}

template std::unique_ptr<ElementStiffness<float>> make_element_stiffness(
    const space::FunctionSpace&, const kernels::BatchArithmetic<float>&);
template std::unique_ptr<ElementStiffness<double>> make_element_stiffness(
    const space::FunctionSpace&, const kernels::BatchArithmetic<double>&);

}  // namespace lobatto::precond
