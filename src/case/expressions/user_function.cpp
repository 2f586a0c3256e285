#include "case/expressions/user_function.hpp"

#include <algorithm>

namespace lobatto::cases {

bool UserFunction::is_as_before(int n_components, Inputs inputs, double t, std::size_t n) const {
  return last_ && last_->t == t && last_->n_components == n_components &&
         last_->values.size() == n * static_cast<std::size_t>(n_components) &&
         std::ranges::equal(last_->inputs, inputs,
                            [](const auto& a, const auto& b) { return std::ranges::equal(a, b); });
}

std::optional<std::string> UserFunction::component(int c, int n_components, Inputs inputs, double t,
                                                   std::span<double> out) {
  if (n_components == 1) return evaluate_(inputs, t, 1, out);
  if (!is_as_before(n_components, inputs, t, out.size())) {
    last_.reset();
    Call call{{}, t, n_components, {}};
    for (const auto& input : inputs) call.inputs.emplace_back(input.begin(), input.end());
    call.values.resize(out.size() * static_cast<std::size_t>(n_components));
    if (auto fault = evaluate_(inputs, t, n_components, call.values)) return fault;
    last_ = std::move(call);
  }
  std::copy_n(last_->values.begin() + static_cast<std::ptrdiff_t>(c * out.size()), out.size(),
              out.begin());
  return std::nullopt;
}

}  // namespace lobatto::cases
