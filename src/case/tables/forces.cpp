#include "case/tables/tables.hpp"

#include "case/schema/table.hpp"
#include "case/tables/sampling.hpp"

namespace lobatto::cases {

namespace {

const Table<ForceCase>& force_table() {
  static const Table<ForceCase> table{
      {.path = "force[]",
       .kind = Kind::table_list,
       .description = "the force of the flow on parts of the boundary, again and again"},
      {{&ForceCase::name,
        {.path = "force[].name",
         .kind = Kind::file_name,
         .required = true,
         .example = "\"cylinder\"",
         .description = "of its file"}},
       {&ForceCase::boundaries,
        {.path = "force[].on",
         .required = true,
         .example = "[\"x_min\", \"x_max\"]",
         .description = "boundaries, as [boundary] names them"}},
       {&ForceCase::about,
        {.path = "force[].about",
         .default_text = "no moments",
         .example = "[0, 0, 0.5]",
         .description = "records the moments of the force about this point, too"}},
       every_steps_field<ForceCase>("force[].every_steps"),
       every_time_field<ForceCase>("force[].every_time")},
      [](const Section& force, ForceCase& f) {
        f.where = force.where("on");
        complete_interval(f.interval);
      }};
  return table;
}

}  // namespace

std::vector<Key> force_keys() { return force_table().keys(); }

void read_forces(const Section& root, Case& c) {
  for (const Section& table : root.tables("force")) {
    ForceCase force;
    force_table().read(table, force);
    check_name(table, c.forces, force.name);
    c.forces.push_back(force);
  }
}

}  // namespace lobatto::cases
