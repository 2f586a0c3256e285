// An equation: [[recent_mean]], a mean over the recent past at every node, dm/dt = (f - m) / T, of
// an expression f of the solution. With f of the new time, m = f + (m - f) exp(-dt / T). In the
// house it stands in src/residents/equations, and src/residents/residents.hpp names recent_means.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

#include "physics/work_region.hpp"
#include "residents/residents.hpp"

namespace lobatto::residents {

namespace {

struct RecentMean {
  std::string name;
  cases::Expression of;
  double memory = 1;  ///< T
};

class RecentMeanEquation final : public physics::Equation {
 public:
  RecentMeanEquation(const RecentMean& asked, physics::SourceFunction f,
                     physics::Assembly& assembly)
      : name_(asked.name),
        memory_(asked.memory),
        f_(std::move(f)),
        state_(assembly.state),
        region_(assembly.profiler, "recent means"),
        mean_(state_.declare(asked.name,
                             {.n_saved = 1, .save_as = "means/" + name_, .may_be_missing = true})),
        new_(state_.space().element_size()) {
    for (const auto* scalar : assembly.scalars) scalars_.push_back(&scalar->field());
  }

  void impose(double /*t*/) override {}
  void restore(double /*t*/) override {}
  void solve(const time::NextStep& /*next*/, physics::StepReport& /*report*/) override {}
  /// The velocity and the scalars are those of the new time.
  void finish(const time::NextStep& next, physics::StepReport& report) override {
    region_([&] {
      for (int e = 0; e < state_.space().n_elements(); ++e) advance(e, next.time, report.dt);
    });
  }
  void visit_solvers(base::StateVisitor& /*visitor*/, const base::RowSet& /*rows*/) override {}
  [[nodiscard]] std::string describe_solvers() const override { return name_ + " explicit"; }

 private:
  void advance(int e, double t, double dt);

  std::string name_;
  double memory_;
  physics::SourceFunction f_;
  state::State& state_;
  physics::WorkRegion region_;
  state::Variable& mean_;
  std::vector<const state::Variable*> scalars_;
  std::vector<double> new_;  ///< f at the nodes of one element
};

void RecentMeanEquation::advance(int e, double t, double dt) {
  const std::size_t begin = e * new_.size();
  const auto& velocity = std::as_const(state_)["velocity"];
  std::array<std::vector<double>, 3> x;
  std::vector<const double*> u(3), scalars;
  state_.space().element_points(e, x);
  for (int d = 0; d < 3; ++d) u[d] = velocity.now(d).data() + begin;
  for (const auto* scalar : scalars_) scalars.push_back(scalar->now().data() + begin);
  f_({x[0], x[1], x[2]}, t, u, scalars, new_);
  const double kept = std::exp(-dt / memory_);
  double* mean = mean_.now().data() + begin;
  for (std::size_t q = 0; q < new_.size(); ++q) mean[q] = new_[q] + kept * (mean[q] - new_[q]);
}

void check_recent_means(const cases::Section& /*table*/, RecentMean& asked,
                        const std::vector<RecentMean>& /*earlier*/, cases::Case& c) {
  c.extra_fields.push_back(asked.name);
}

const cases::Table<RecentMean>& recent_mean_table() {
  static const cases::Table<RecentMean> table{
      {.path = "recent_mean[]",
       .kind = cases::Kind::table_list,
       .description = "Fields that are means over the recent past of an expression"},
      {{&RecentMean::name,
        {.path = "recent_mean[].name",
         .kind = cases::Kind::identifier,
         .required = true,
         .example = "\"usual_speed\"",
         .description = "of the field"}},
       {&RecentMean::of,
        {.path = "recent_mean[].of",
         .required = true,
         .variables = cases::Variables::solution,
         .example = "\"sqrt(u^2 + v^2 + w^2)\"",
         .description = "may use u, v, w and the scalars"}},
       {&RecentMean::memory,
        {.path = "recent_mean[].memory",
         .range = cases::positive,
         .example = "2.0",
         .description = "time in which the past fades by a factor e"}}}};
  return table;
}

void add_recent_means(const AssemblyContext& context) {
  for (const RecentMean& asked : context.the_case.extensions.of<RecentMean>())
    context.assembly.equations.push_back(std::make_unique<RecentMeanEquation>(
        asked, context.formulas.source_function(asked.of), context.assembly));
}

}  // namespace

Resident recent_means() {
  Resident resident{.in_case_file = cases::extension_of(recent_mean_table(), check_recent_means),
                    .add = add_recent_means,
                    .supports = any_flow,
                    .example = "[[recent_mean]]\nname = \"usual_heat\"\nof = \"heat\"\n"};
  resident.in_case_file.declares_fields = true;
  return resident;
}

}  // namespace lobatto::residents
