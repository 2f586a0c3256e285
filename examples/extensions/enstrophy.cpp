// An observer: [[enstrophy]], the mean of |curl u|^2 / 2 over the fluid, a row a sample, in a table
// of monitors/. In the house it stands in src/residents/observers, and src/residents/residents.hpp
// names enstrophy.
#include <fmt/format.h>

#include <algorithm>

#include "physics/flow_gradients.hpp"
#include "plan/describe.hpp"
#include "residents/observers/sampling.hpp"
#include "residents/observers/table_observer.hpp"
#include "residents/residents.hpp"

namespace lobatto::residents {

namespace {

struct EnstrophyCase {
  std::string name;
  cases::Interval interval;
};

class Enstrophy final : public TableObserver {
 public:
  Enstrophy(const EnstrophyCase& asked, const Solution& solution)
      : TableObserver(asked.name, asked.interval, solution), half_square_(fluid().make_field()) {
    for (const char* name : {"vorticity_x", "vorticity_y", "vorticity_z"}) {
      const auto& names = physics::gradient_quantities();
      wanted_.push_back(std::ranges::find(names, name) - names.begin());
      vorticity_.push_back(fluid().make_field());
    }
  }

  [[nodiscard]] const char* region() const override { return "enstrophy"; }
  void sample(const Moment& moment) override {
    const auto& velocity = solution_.state["velocity"].vector();
    const std::vector<std::span<double>> out(vorticity_.begin(), vorticity_.end());
    physics::evaluate_gradient_quantities(fluid(), {velocity[0], velocity[1], velocity[2]}, wanted_,
                                          out);
    for (std::size_t q = 0; q < half_square_.size(); ++q) {
      half_square_[q] = 0;
      for (const auto& component : vorticity_) half_square_[q] += component[q] * component[q] / 2;
    }
    add_row(moment, fmt::format(",{}", fluid().mean(half_square_)));
  }

 private:
  [[nodiscard]] std::string columns() const override { return ",enstrophy"; }
  [[nodiscard]] const space::FunctionSpace& fluid() const { return solution_.space.fluid(); }

  std::vector<std::size_t> wanted_;  ///< of physics::gradient_quantities()
  std::vector<space::Field> vorticity_;
  space::Field half_square_;
};

const cases::Table<EnstrophyCase>& enstrophy_table() {
  static const cases::Table<EnstrophyCase> table{
      {.path = "enstrophy[]",
       .kind = cases::Kind::table_list,
       .description = "the mean enstrophy of the fluid, again and again; a table in monitors/"},
      {{&EnstrophyCase::name,
        {.path = "enstrophy[].name",
         .kind = cases::Kind::file_name,
         .required = true,
         .example = "\"eddies\"",
         .description = "of its file"}},
       every_steps_field<EnstrophyCase>("enstrophy[].every_steps"),
       every_time_field<EnstrophyCase>("enstrophy[].every_time")}};
  return table;
}

std::string describe_enstrophy(const cases::Case& c) {
  std::string text;
  for (const auto& asked : c.extensions.of<EnstrophyCase>())
    text +=
        plan::line("enstrophy", fmt::format("{}: {}", asked.name, interval_text(asked.interval)));
  return text;
}

ObserverList observe_enstrophy(const ObserverContext& context) {
  ObserverList list;
  for (const auto& asked : context.solution.the_case.extensions.of<EnstrophyCase>())
    list.push_back(std::make_unique<Enstrophy>(asked, context.solution));
  return list;
}

}  // namespace

Resident enstrophy() {
  Resident resident{
      .in_case_file = cases::extension_of(enstrophy_table(), check_monitor<EnstrophyCase>,
                                          {one_interval("enstrophy[]")}),
      .observe = observe_enstrophy,
      .supports = any_flow,
      .example = "[[enstrophy]]\nname = \"eddies\"\n"};
  resident.in_case_file.place = cases::Place::with_output;
  resident.in_case_file.describe = describe_enstrophy;
  return resident;
}

}  // namespace lobatto::residents
