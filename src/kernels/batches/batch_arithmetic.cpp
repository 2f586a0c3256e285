#include "kernels/batches/batch_arithmetic.hpp"

#include "kernels/choose_compiled.hpp"

namespace lobatto::kernels {

template <class Real>
std::unique_ptr<const BatchArithmetic<Real>> make_batch_arithmetic(int n_elements) {
  return for_widest_registers([&]<int lanes>(Registers<lanes>) {
    return make_compiled_batch_arithmetic<Real, lanes>(n_elements);
  });
}

template std::unique_ptr<const BatchArithmetic<double>> make_batch_arithmetic(int);
template std::unique_ptr<const BatchArithmetic<float>> make_batch_arithmetic(int);

}  // namespace lobatto::kernels
