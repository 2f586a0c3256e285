#include "precond/element_stiffness.hpp"

#include <algorithm>

#include "kernels/box_stiffness.hpp"
#include "kernels/general_stiffness.hpp"

namespace lobatto::precond {

namespace {

template <class Real>
class Box final : public ElementStiffness<Real> {
 public:
  explicit Box(const space::FunctionSpace& space)
      : space_(space), kernel_(space.n(), space.derivative().values, space.nodes().weights) {}
  void apply(int e, const Real* u, Real* out) override { kernel_(space_.lengths(e), u, out); }
  [[nodiscard]] kernels::Cost cost() const override {
    return kernels::box_stiffness_cost(space_.n(), sizeof(Real));
  }

 private:
  const space::FunctionSpace& space_;
  kernels::BoxStiffness<Real> kernel_;
};

template <class Real>
class Curved final : public ElementStiffness<Real> {
 public:
  explicit Curved(const space::FunctionSpace& space)
      : n_(space.n()), kernel_(n_, space.derivative().values), factors_(6 * space.size()) {
    std::transform(space.curved()->stiffness(0), space.curved()->stiffness(space.n_elements()),
                   factors_.begin(), [](double value) { return static_cast<Real>(value); });
  }
  void apply(int e, const Real* u, Real* out) override {
    kernel_(factors_.data() + static_cast<std::size_t>(e) * 6 * n_ * n_ * n_, u, out);
  }
  [[nodiscard]] kernels::Cost cost() const override {
    return kernels::general_stiffness_cost(n_, sizeof(Real));
  }

 private:
  int n_;
  kernels::GeneralStiffness<Real> kernel_;
  base::AlignedArray<Real> factors_;
};

}  // namespace

template <class Real>
std::unique_ptr<ElementStiffness<Real>> make_element_stiffness(const space::FunctionSpace& space) {
  if (space.curved() != nullptr) return std::make_unique<Curved<Real>>(space);
  return std::make_unique<Box<Real>>(space);
}

template std::unique_ptr<ElementStiffness<float>> make_element_stiffness(
    const space::FunctionSpace&);
template std::unique_ptr<ElementStiffness<double>> make_element_stiffness(
    const space::FunctionSpace&);

}  // namespace lobatto::precond
