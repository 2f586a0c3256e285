#include "plan/kernel_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "kernels/kernel_methods.hpp"
#include "plan/solver_choice.hpp"
#include "space/advection.hpp"

namespace lobatto::plan {

namespace {

using kernels::KernelMethod;

/// "3 to 15, 17, 19": the orders that have so many nodes.
std::string orders_text(std::span<const int> sizes) {
  std::vector<std::string> runs;
  for (std::size_t i = 0; i < sizes.size();) {
    std::size_t last = i;
    while (last + 1 < sizes.size() && sizes[last + 1] == sizes[last] + 1) ++last;
    runs.push_back(last == i ? fmt::format("{}", sizes[i] - 1)
                             : fmt::format("{} to {}", sizes[i] - 1, sizes[last] - 1));
    i = last + 1;
  }
  return fmt::format("{}", fmt::join(runs, ", "));
}

KernelChoice by_products(const std::string& kernel, const std::string& subject,
                         const std::string& word, const std::string& help) {
  return {kernel, "generated products",
          fmt::format("{}: {} by generated products, slower than a compiled kernel; {}", subject,
                      word, help)};
}

KernelChoice choice_of_advection(const cases::Case& the_case) {
  if (the_case.plane) return {"advection", "batches in a plane", ""};
  const int n = the_case.order + 1;
  const int usual = space::advection_nodes(n, 0),
            m = space::advection_nodes(n, the_case.quadrature_nodes);
  switch (kernels::advection_method(n, m)) {
    case KernelMethod::other_size:
      return by_products(
          "advection", fmt::format("order {}", the_case.order), "advection",
          "there are kernels for the orders " + orders_text(kernels::advection_sizes()));
    case KernelMethod::other_points:
      return by_products(
          "advection", fmt::format("advection on {} nodes per direction", m), "it goes",
          fmt::format("order {} has a kernel for {} Gauss nodes, the default of mesh.quadrature",
                      the_case.order, usual));
    case KernelMethod::other_processor:
      return {"advection", "generated products", ""};
    case KernelMethod::compiled:
      break;
  }
  return {"advection", "compiled", ""};
}

KernelChoice choice_of_helmholtz(const cases::Case& the_case) {
  switch (kernels::helmholtz_method(the_case.order + 1)) {
    case KernelMethod::other_size:
      return by_products(
          "helmholtz", fmt::format("order {}", the_case.order),
          "the operator of the iterative solvers",
          "there are kernels for the orders " + orders_text(kernels::helmholtz_sizes()));
    case KernelMethod::other_points:
    case KernelMethod::other_processor:
      return {"helmholtz", "generated products", ""};
    case KernelMethod::compiled:
      break;
  }
  return {"helmholtz", "compiled", ""};
}

KernelChoice choice_of_products(const cases::Case& the_case) {
  if (kernels::products_are_generated(the_case.order + 1))
    return {"products", "generated products", ""};
  return {
      "products", "plain loops",
      fmt::format("order {}: no code can be generated for its matrix products on this "
                  "processor: they are plain loops; a processor that LIBXSMM knows has faster ones",
                  the_case.order)};
}

bool solves_iteratively(const cases::Case& the_case, const Grounds& grounds) {
  return std::ranges::any_of(choose_solvers(the_case, grounds), [](const SolverChoice& choice) {
    return choice.method != cases::SolverMethod::tensor_direct &&
           choice.method != cases::SolverMethod::extruded_direct;
  });
}

/// The processor is told of once, not once a kernel.
void tell_of_processor(std::vector<KernelChoice>& choices) {
  if (kernels::helmholtz_method(kernels::helmholtz_sizes().front()) !=
      KernelMethod::other_processor)
    return;
  choices.front().drawback =
      "without AVX all kernels are generated products; a build for x86-64-v3, preset portable, has "
      "faster ones on processors with AVX2";
}

}  // namespace

std::vector<KernelChoice> choose_kernels(const cases::Case& the_case, const Grounds& grounds) {
  std::vector<KernelChoice> choices{choice_of_advection(the_case)};
  if (solves_iteratively(the_case, grounds)) choices.push_back(choice_of_helmholtz(the_case));
  choices.push_back(choice_of_products(the_case));
  tell_of_processor(choices);
  return choices;
}

std::string describe_slow_kernels(const cases::Case& the_case, const Grounds& grounds) {
  std::string text;
  for (const KernelChoice& choice : choose_kernels(the_case, grounds))
    if (!choice.drawback.empty())
      text += fmt::format("{:12}{}\n", text.empty() ? "slow" : "", choice.drawback);
  return text;
}

}  // namespace lobatto::plan
