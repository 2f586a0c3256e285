#include "python/python_user_code.hpp"

#include <fmt/format.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <vector>

#include "base/error.hpp"
#include "python/bindings.hpp"

namespace lobatto::python {

namespace nb = nanobind;

namespace {

/// How compiled functions are called: inputs[a][q] in the order of the arguments (null for t),
/// out[component * n + q]; not zero says that it failed.
using Compiled = int(std::int64_t n, double t, const double* const* inputs, double* out);

cases::UserFunction::Evaluate call_compiled(std::uintptr_t address) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  auto* const function = reinterpret_cast<Compiled*>(address);
  return [function](cases::UserFunction::Inputs inputs, double t, int n_components,
                    std::span<double> out) -> std::optional<std::string> {
    std::vector<const double*> pointers;
    for (const auto& input : inputs) pointers.push_back(input.data());
    const auto n = static_cast<std::int64_t>(out.size()) / n_components;
    const int fault = function(n, t, pointers.data(), out.data());
    if (fault == 0) return std::nullopt;
    return fmt::format("the compiled function returned {}; expected 0", fault);
  };
}

/// The code catches what it raises, and reports it.
constexpr const char* failed_to_tell = "an exception of Python that could not be put into words";

/// Arrays that Python sees while it is called.
nb::object view_of(std::span<const double> values) {
  return nb::cast(nb::ndarray<nb::numpy, const double>(values.data(), {values.size()}, nb::none()));
}

/// What is raised goes to `failure`, too.
cases::UserFunction::Evaluate call_python(const nb::object& attempt,
                                          const std::shared_ptr<std::string>& failure) {
  return [attempt, failure](cases::UserFunction::Inputs inputs, double t, int n_components,
                            std::span<double> out) -> std::optional<std::string> {
    const nb::gil_scoped_acquire python;
    try {
      nb::list arrays;
      for (const auto& input : inputs) arrays.append(view_of(input));
      const auto rows = static_cast<std::size_t>(n_components);
      const nb::ndarray<nb::numpy, double> values(out.data(), {rows, out.size() / rows},
                                                  nb::none());
      *failure = nb::cast<std::string>(attempt(arrays, t, values));
    } catch (const nb::python_error&) {
      *failure = failed_to_tell;
    }
    return failure->empty() ? std::nullopt : std::optional(*failure);
  };
}

run::UserCode::Wish wish_of(const std::string& word) {
  if (word == "go on") return run::UserCode::Wish::go_on;
  if (word == "stop") return run::UserCode::Wish::stop;
  if (word == "failed") return run::UserCode::Wish::failed;
  throw base::Error(
      fmt::format("user code wishes for '{}'; expected 'go on', 'stop' or 'failed'", word));
}

}  // namespace

cases::UserFunctions PythonUserCode::functions() const {
  const nb::gil_scoped_acquire python;
  cases::UserFunctions functions;
  for (const auto& [name, function] : nb::cast<nb::dict>(code_.attr("functions"))) {
    auto arguments = nb::cast<std::vector<std::string>>(function.attr("arguments"));
    const bool is_compiled = nb::hasattr(function, "address");
    auto evaluate = is_compiled ? call_compiled(nb::cast<std::uintptr_t>(function.attr("address")))
                                : call_python(nb::object(function.attr("attempt")), failure_);
    functions[nb::cast<std::string>(name)] =
        std::make_shared<cases::UserFunction>(std::move(arguments), std::move(evaluate));
  }
  return functions;
}

template <class Task>
PythonUserCode::Wish PythonUserCode::attempt(Task task) {
  const nb::gil_scoped_acquire python;
  try {
    const auto [wish, failure] = nb::cast<std::pair<std::string, std::string>>(task());
    *failure_ = failure;
    return wish_of(wish);
  } catch (const nb::python_error&) {
    *failure_ = failed_to_tell;
    return Wish::failed;
  }
}

PythonUserCode::Wish PythonUserCode::begin(run::Simulation& simulation,
                                           const io::RunFolder& folder) {
  return attempt([&] {
    view_ = std::make_shared<SimulationView>(simulation);
    const std::string path = folder.path().string();
    return code_.attr("begin")(view_, nb::bytes(path.data(), path.size()));
  });
}

PythonUserCode::Wish PythonUserCode::after_step(const physics::StepReport& report) {
  return attempt([&] { return code_.attr("after_step")(step_dict(report)); });
}

void PythonUserCode::end() noexcept {
  if (view_) view_->end();
}

}  // namespace lobatto::python
