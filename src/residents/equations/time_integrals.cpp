// [[integral]]: an equation that nothing carries, dI/dt = f(x, t, u, scalars) at every node: a
// dose, an exposure, the sums of which averages are made. By the trapezoidal rule,
//   I^{n+1} = I^n + dt/2 (f^n + f^{n+1}).
#include <fmt/format.h>

#include <algorithm>

#include "case/expressions/coefficient_expression.hpp"
#include "case/schema/schema.hpp"
#include "physics/work_region.hpp"
#include "residents/residents.hpp"

namespace lobatto::residents {

namespace {

struct Integral {
  std::string name;
  cases::Expression of;
  double start = 0;
};

class TimeIntegral final : public physics::Equation {
 public:
  TimeIntegral(const Integral& integral, physics::SourceFunction rate, physics::Assembly& assembly)
      : integral_(integral),
        rate_(std::move(rate)),
        state_(assembly.state),
        region_(assembly.profiler, "time integrals"),
        sum_(state_.declare(
            integral.name,
            {.n_saved = 1, .save_as = "integrals/" + integral.name, .may_be_missing = true})),
        last_(state_.space().make_field()),
        new_(state_.space().make_field()) {
    for (const auto* scalar : assembly.scalars) scalars_.push_back(&scalar->field());
  }

  void impose(double t) override { evaluate(t, last_); }
  void restore(double t) override { evaluate(t, last_); }
  void solve(const time::NextStep& /*next*/, physics::StepReport& /*report*/) override {}
  /// The velocity and the scalars are those of the new time.
  void finish(const time::NextStep& next, physics::StepReport& report) override {
    region_([&] { advance(next.time, report.dt); });
  }
  void visit_solvers(base::StateVisitor& /*visitor*/, const base::RowSet& /*rows*/) override {}
  [[nodiscard]] std::string describe_solvers() const override {
    return integral_.name + " explicit";
  }

 private:
  void evaluate(double t, space::Field& out);
  /// f is linear in time from one level to the next.
  void advance(double t, double dt);

  Integral integral_;
  physics::SourceFunction rate_;
  state::State& state_;
  physics::WorkRegion region_;
  state::Variable& sum_;
  std::vector<const state::Variable*> scalars_;
  space::Field last_, new_;  ///< f^n, f^{n+1}
};

void TimeIntegral::evaluate(double t, space::Field& out) {
  const auto& space = state_.space();
  const auto& velocity = std::as_const(state_)["velocity"];
  std::array<std::vector<double>, 3> x;
  std::vector<const double*> u(3), scalars(scalars_.size());
  for (int e = 0; e < space.n_elements(); ++e) {
    const std::size_t begin = e * space.element_size();
    space.element_points(e, x);
    for (int d = 0; d < 3; ++d) u[d] = velocity.now(d).data() + begin;
    for (std::size_t s = 0; s < scalars.size(); ++s) scalars[s] = scalars_[s]->now().data() + begin;
    rate_({x[0], x[1], x[2]}, t, u, scalars,
          std::span<double>(out).subspan(begin, space.element_size()));
  }
}

void TimeIntegral::advance(double t, double dt) {
  evaluate(t, new_);
  const double part = std::clamp((t - integral_.start) / dt, 0.0, 1.0);  // of the step
  auto& sum = sum_.now();
  for (std::size_t q = 0; q < sum.size(); ++q)
    sum[q] += part * dt * (0.5 * part * last_[q] + (1 - 0.5 * part) * new_[q]);
  std::swap(last_, new_);
  region_.count({5.0 * static_cast<double>(sum.size()), 32.0 * static_cast<double>(sum.size())});
}

void check_time_integrals(const cases::Section& table, Integral& integral,
                          const std::vector<Integral>&, cases::Case& c) {
  auto taken = cases::output_variables(scalar_names(c), coefficient_fields(c));
  taken.insert(taken.end(), {"velocity", "pressure"});
  if (std::ranges::find(taken, integral.name) != taken.end())
    table.report("name", fmt::format("there is a field '{}' already", integral.name));
  c.extra_fields.push_back(integral.name);
}

const cases::Table<Integral>& integral_table() {
  static const cases::Table<Integral> table{
      {.path = "integral[]",
       .kind = cases::Kind::table_list,
       .description = "Fields that add up over time what an expression is at every node"},
      {{&Integral::name,
        {.path = "integral[].name",
         .kind = cases::Kind::identifier,
         .required = true,
         .example = "\"dose\"",
         .description = "of the field, in field files, probes and expressions of the output"}},
       {&Integral::of,
        {.path = "integral[].of",
         .required = true,
         .variables = cases::Variables::solution,
         .example = "\"temperature\"",
         .description = "may use u, v, w and the scalars"}},
       {&Integral::start,
        {.path = "integral[].start",
         .example = "10.0",
         .description = "time before which nothing is added"}}}};
  return table;
}

void add_time_integrals(const AssemblyContext& context) {
  for (const Integral& integral : context.the_case.extensions.of<Integral>())
    context.assembly.equations.push_back(std::make_unique<TimeIntegral>(
        integral, context.formulas.source_function(integral.of), context.assembly));
}

}  // namespace

Resident time_integrals() {
  Resident resident{cases::extension_of(integral_table(), check_time_integrals),
                    add_time_integrals};
  resident.in_case_file.declares_fields = true;
  resident.supports = also(any_flow, {Trait::low_mach});
  resident.example = "[[integral]]\nname = \"dose\"\nof = \"heat\"\n";
  return resident;
}

}  // namespace lobatto::residents
