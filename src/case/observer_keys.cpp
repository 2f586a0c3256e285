#include "case/observer_keys.hpp"

#include "case/schema_ranges.hpp"

namespace lobatto::cases {

namespace {

constexpr Range two_and_more{.lower = 2};

Key point_key(const char* path, const char* example, const char* description) {
  return {.path = path,
          .kind = Kind::numbers,
          .required = true,
          .count = 3,
          .example = example,
          .description = description};
}

Key number_of_points_key(const char* path, const char* description) {
  return {.path = path,
          .kind = Kind::integer,
          .required = true,
          .range = two_and_more,
          .example = "65",
          .description = description};
}

Key every_steps_key(const char* path) {
  return {.path = path,
          .kind = Kind::integer,
          .range = counting,
          .default_text = "10",
          .example = "5",
          .description = "steps between two samples"};
}

Key every_time_key(const char* path) {
  return {.path = path,
          .kind = Kind::number,
          .range = positive,
          .default_text = "never",
          .example = "0.1",
          .description = "instead: time between two samples, taken at the next step"};
}

}  // namespace

std::vector<Key> observer_keys() {
  return {
      {.path = "output.quantities",
       .description = "further fields, made of the solution; they stand in field files and probes"},
      {.path = "output.quantities.<name>",
       .kind = Kind::expression,
       .variables = Variables::output,
       .example = "\"sqrt(u^2 + v^2 + w^2)\"",
       .description = "may use u, v, w, p, the scalars by name, the gradient dudx, dudy, ... dwdz, "
                      "vorticity_x, vorticity_y, vorticity_z, q_criterion and lambda2"},
      {.path = "probe[]",
       .kind = Kind::table_list,
       .description =
           "the solution at any points, by its polynomials, again and again; see [probes "
           "and forces](probes.md)"},
      {.path = "probe[].name",
       .kind = Kind::file_name,
       .required = true,
       .example = "\"wake\"",
       .description = "of its files"},
      {.path = "probe[].points",
       .kind = Kind::points,
       .example = "[[0, 0, 0.5], [0, \"0.1*pi\", 0.5]]",
       .description = "single points"},
      {.path = "probe[].line", .description = "points on a straight line, at equal distances"},
      point_key("probe[].line.from", "[0, 0, 0]", "first point"),
      point_key("probe[].line.to", "[1, 0, 0]", "last point"),
      number_of_points_key("probe[].line.points", "number of points"),
      {.path = "probe[].plane", .description = "points on a parallelogram"},
      point_key("probe[].plane.corner", "[0, 0, 0]", "first point"),
      point_key("probe[].plane.edge_1", "[1, 0, 0]", "from the corner along the first edge"),
      point_key("probe[].plane.edge_2", "[0, 1, 0]", "from the corner along the second edge"),
      number_of_points_key("probe[].plane.points_1", "number of points along the first edge"),
      number_of_points_key("probe[].plane.points_2", "number of points along the second edge"),
      every_steps_key("probe[].every_steps"),
      every_time_key("probe[].every_time"),
      {.path = "probe[].quantities",
       .kind = Kind::names,
       .default_text = "all: u, v, w, p, scalars, output.quantities",
       .example = "[\"u\", \"p\"]",
       .description = "what is sampled"},
      {.path = "probe[].format",
       .kind = Kind::choice,
       .words = {"csv", "hdf5"},
       .default_text = "csv for points, hdf5 for lines and planes",
       .example = "\"hdf5\"",
       .description = "csv: a table, a row a point and sample; hdf5: arrays"},
      {.path = "force[]",
       .kind = Kind::table_list,
       .description = "the force of the flow on parts of the boundary, again and again"},
      {.path = "force[].name",
       .kind = Kind::file_name,
       .required = true,
       .example = "\"cylinder\"",
       .description = "of its file"},
      {.path = "force[].on",
       .kind = Kind::names,
       .required = true,
       .example = "[\"x_min\", \"x_max\"]",
       .description = "boundaries, as [boundary] names them"},
      every_steps_key("force[].every_steps"),
      every_time_key("force[].every_time"),
  };
}

}  // namespace lobatto::cases
