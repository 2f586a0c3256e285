#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string>

#include "python/simulation_view.hpp"
#include "run/user_code.hpp"

namespace lobatto::python {

/// User code that is an object of Python, lobatto.live.user_code.UserCode: `functions`, a dict of
/// objects with `arguments` and `attempt(inputs, t, out)`, which returns what went wrong, or the
/// `address` of a compiled function; `begin(view, folder)` and `after_step(report)`, which return
/// what they wish for in a word, and why where that is "failed".
class PythonUserCode final : public run::UserCode {
 public:
  explicit PythonUserCode(nanobind::object code) : code_(std::move(code)) {}

  [[nodiscard]] cases::UserFunctions functions() const override;
  Wish begin(run::Simulation& simulation, const io::RunFolder& folder) override;
  Wish after_step(const physics::StepReport& report) override;
  void end() noexcept override;
  [[nodiscard]] std::string failure() const override { return *failure_; }

 private:
  /// What the task wishes for; a failure is kept.
  template <class Task>
  Wish attempt(Task task);

  nanobind::object code_;
  std::shared_ptr<SimulationView> view_;  ///< what hooks see; from begin() on
  std::shared_ptr<std::string> failure_ = std::make_shared<std::string>();  ///< functions have it
};

}  // namespace lobatto::python
