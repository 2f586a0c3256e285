#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string>

#include "python/simulation_view.hpp"
#include "run/user_code.hpp"

namespace lobatto::python {

/// User code that is an object of Python, lobatto.user_code.UserCode: `functions`, a dict of
/// objects with `arguments` and `evaluate(inputs, t, out)` or the `address` of a compiled function;
/// `begin(view, folder)` and `after_step(report)`, which tell what they wish for in a word.
class PythonUserCode final : public run::UserCode {
 public:
  explicit PythonUserCode(nanobind::object code) : code_(std::move(code)) {}

  [[nodiscard]] cases::UserFunctions functions() const override;
  Wish begin(run::Simulation& simulation, const io::RunFolder& folder) override;
  Wish after_step(const physics::StepReport& report) override;
  [[nodiscard]] std::string failure() const override { return failure_; }

 private:
  /// What the task wishes for; an exception of Python is a failure, and is kept.
  template <class Task>
  Wish attempt(Task task);

  nanobind::object code_;
  std::string failure_;
};

}  // namespace lobatto::python
