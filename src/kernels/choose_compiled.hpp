#pragma once

#include <memory>
#include <utility>

#include "kernels/compiled_sizes.hpp"
#include "kernels/products/contraction.hpp"
#include "kernels/registers/lanes.hpp"

namespace lobatto::kernels {

template <int n, int lanes>
struct CompiledFor {};

template <class Method, int lanes, int... sizes, class Make>
std::unique_ptr<Method> choose_size(int n, std::integer_sequence<int, sizes...>, Make&& make) {
  std::unique_ptr<Method> method;
  ((n == sizes ? (method = make(CompiledFor<sizes, lanes>{}), true) : false) || ...);
  return method;
}

template <int lanes>
struct Registers {};

/// make(Registers<lanes>{}) for the widest registers of this processor, of `lanes` doubles.
template <class Make>
auto for_widest_registers(Make&& make) {
#ifdef LOBATTO_KERNELS_FOR_AVX512
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw")) {
    return make(Registers<8>{});
  }
#endif
  return make(Registers<n_lanes>{});
}

/// False without AVX: generated products, which know better instructions at run time, beat what is
/// compiled for the baseline there.
inline bool compiled_is_faster() {
  return for_widest_registers([]<int lanes>(Registers<lanes>) {
    return lanes > 2 || !Contraction(ContractionShape::packed(8, 8, 8)).generated();
  });
}

/// make(CompiledFor<n, lanes>) for the widest registers of this processor; null where n is none of
/// the compiled sizes, and where generated products are faster.
template <class Method, class Sizes, class Make>
std::unique_ptr<Method> choose_compiled(int n, Sizes sizes, Make&& make) {
  if (!compiled_is_faster()) return nullptr;
  return for_widest_registers(
      [&]<int lanes>(Registers<lanes>) { return choose_size<Method, lanes>(n, sizes, make); });
}

}  // namespace lobatto::kernels
