#include "residents/particles/particle_case.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "case/schema/table.hpp"
#include "plan/describe.hpp"
#include "residents/observers/sampling.hpp"

namespace lobatto::residents {

namespace {

using particles::Material, particles::Wall;

constexpr double most_at_start = 1e8;

cases::Table<ParticleBox> box_table(const std::string& path) {
  return {{.path = path, .description = "a part of the mesh, by two corners"},
          {{&ParticleBox::from,
            {.path = path + ".from",
             .required = true,
             .example = "[0, 0, 0]",
             .description = "lower corner"}},
           {&ParticleBox::to,
            {.path = path + ".to",
             .required = true,
             .example = "[1, 0.5, 1]",
             .description = "upper corner"}}},
          [](const cases::Section& table, ParticleBox& box) {
            for (int d = 0; d < 3; ++d)
              if (table.has("to") && !(box.from[d] <= box.to[d]))
                return table.report("to", "expected no coordinate below that of 'from'");
          }};
}

cases::Table<ParticleStart> start_table() {
  return {
      {.path = "particles[].start", .description = "what the run begins with; one of four"},
      {{&ParticleStart::count,
        {.path = "particles[].start.count",
         .range = {1, most_at_start},
         .default_text = "none",
         .example = "1000",
         .description = "particles that are spread by chance"}},
       {&ParticleStart::lattice,
        {.path = "particles[].start.lattice",
         .range = {1, most_at_start},
         .default_text = "none",
         .example = "[10, 10, 10]",
         .description = "numbers of particles along x, y and z, in the middles of equal cells"}},
       cases::KeyMember<ParticleStart>(cases::Key{.path = "particles[].start.points",
                                                  .kind = cases::Kind::points,
                                                  .example = "[[0.5, 0.5, 0.5]]",
                                                  .description = "single ones"}),
       {&ParticleStart::file,
        {.path = "particles[].start.file",
         .default_text = "none",
         .example = "\"seeds.csv\"",
         .description = "a table with the columns x, y and z, or an HDF5 file with a dataset "
                        "`points`; beside the case file"}},
       {&ParticleStart::box, box_table("particles[].start.box")},
       {&ParticleStart::velocity,
        {.path = "particles[].start.velocity",
         .default_text = "that of the fluid",
         .example = "[0, 0, 0]",
         .description = "of each at first"}}}};
}

cases::Table<ParticleSource> source_table() {
  return {{.path = "particles[].source[]",
           .kind = cases::Kind::table_list,
           .description = "particles that come in while the run goes on, at the ends of steps"},
          {{&ParticleSource::rate,
            {.path = "particles[].source[].rate",
             .required = true,
             .range = cases::positive,
             .example = "100.0",
             .description = "particles per unit of time"}},
           {&ParticleSource::at,
            {.path = "particles[].source[].at",
             .default_text = "none",
             .example = "[0.1, 0.5, 0.5]",
             .description = "all at this point, or"}},
           {&ParticleSource::box, box_table("particles[].source[].box")},
           {&ParticleSource::velocity,
            {.path = "particles[].source[].velocity",
             .default_text = "that of the fluid",
             .example = "[1, 0, 0]",
             .description = "of each at first"}},
           {&ParticleSource::begin,
            {.path = "particles[].source[].begin", .example = "1.0", .description = "time"}},
           {&ParticleSource::end,
            {.path = "particles[].source[].end",
             .default_text = "never",
             .example = "5.0",
             .description = "time"}}}};
}

cases::Table<ParticleWall> wall_table() {
  return {
      {.path = "particles[].wall[]",
       .kind = cases::Kind::table_list,
       .description = "what becomes of particles that meet a boundary. Without it walls, planes "
                      "of symmetry and solids reflect, others are left through"},
      {{&ParticleWall::on,
        {.path = "particles[].wall[].on",
         .required = true,
         .example = "[\"y_min\"]",
         .description = "boundaries"}},
       {cases::worded([](ParticleWall& w) -> auto& { return w.wall.action; },
                      cases::Words<Wall::Action>{{Wall::Action::reflect, "reflect"},
                                                 {Wall::Action::absorb, "absorb"},
                                                 {Wall::Action::leave, "leave"}}),
        {.path = "particles[].wall[].action",
         .example = "\"absorb\"",
         .description = "the last two take them out, and are counted apart"}},
       {[](ParticleWall& w) -> auto& { return w.wall.restitution; },
        {.path = "particles[].wall[].restitution",
         .range = {0, 1},
         .example = "0.9",
         .description = "part of the velocity across the wall that is left"}}}};
}

/// That of the fluid where it is one number.
void take_viscosity(const cases::Section& table, ParticleCase& particles, const cases::Case& c) {
  const auto viscosity = particles.viscosity ? particles.viscosity : c.viscosity.number();
  if (!viscosity || !(*viscosity > 0))
    table.report("kind", "that of the fluid is no number; give 'viscosity' to the particles");
  particles.material.viscosity = viscosity.value_or(1.0);
}

void check_material(const cases::Section& table, ParticleCase& particles, const cases::Case& c) {
  Material& material = particles.material;
  if (material.kind == Material::Kind::tracer) {
    for (const char* key : {"diameter", "density_ratio", "drag", "added_mass", "gravity"})
      if (table.has(key)) table.report(key, "a tracer has none; expected kind = \"inertial\"");
    return;
  }
  for (const char* key : {"diameter", "density_ratio"})
    if (!table.has_or_misspells(key))
      table.report("kind", fmt::format("inertial particles need '{}'", key));
  material.diameter = particles.diameter.value_or(1.0);
  material.density_ratio = particles.density_ratio.value_or(1.0);
  take_viscosity(table, particles, c);
}

/// What acts on the fluid has one field for all families.
void check_two_way(const cases::Section& table, const ParticleCase& particles,
                   const std::vector<ParticleCase>& earlier, cases::Case& c) {
  if (table.has("number") && !particles.two_way)
    table.report("number", "has no meaning without two_way = true");
  if (!particles.two_way) return;
  if (particles.material.kind == Material::Kind::tracer || particles.material.added_mass)
    table.report("two_way",
                 "the fluid feels drag alone; expected inertial particles without "
                 "added mass");
  if (c.prescribed_velocity)
    table.report("two_way", "the velocity is prescribed; nothing acts on it");
  if (std::ranges::none_of(earlier, &ParticleCase::two_way))
    c.extra_fields.push_back(particle_force);
}

void check_start(const cases::Section& table, ParticleCase& particles) {
  const cases::Section start = table.table("start");
  particles.start.points = start.points("points");
  int n_given = 0;
  for (const char* key : {"count", "lattice", "points", "file"}) {
    if (!start.has(key)) continue;
    ++n_given;
    particles.where = start.where(key);
  }
  if (n_given > 1 || (n_given == 0 && table.has("start")))
    table.report("start", "expected one of 'count', 'lattice', 'points' and 'file'");
  if (!table.has("start") && particles.sources.empty())
    table.report("name", "there are no particles; expected 'start' or 'source'");
  const auto lattice = particles.start.lattice.value_or(Vector3{1, 1, 1});
  if (lattice[0] * lattice[1] * lattice[2] > most_at_start ||
      std::ranges::any_of(lattice, [](double n) { return n != std::floor(n); }))
    start.report("lattice",
                 fmt::format("expected whole numbers and at most {:.6g} points", most_at_start));
}

void check_sources(const cases::Section& table, const ParticleCase& particles) {
  const auto sections = table.tables("source");
  for (std::size_t i = 0; i < sections.size() && i < particles.sources.size(); ++i)
    if (particles.sources[i].at.has_value() == particles.sources[i].box.has_value())
      sections[i].report("rate", "expected one of 'at' and 'box' beside it");
}

void check_walls(const cases::Section& table, const ParticleCase& particles, cases::Case& c) {
  const auto sections = table.tables("wall");
  for (std::size_t i = 0; i < sections.size() && i < particles.walls.size(); ++i) {
    c.extra_boundaries.push_back({particles.walls[i].on, sections[i].where("on"), true});
    if (sections[i].has("restitution") && particles.walls[i].wall.action != Wall::Action::reflect)
      sections[i].report("restitution", "nothing is reflected here");
  }
}

void check_particles(const cases::Section& table, ParticleCase& particles,
                     const std::vector<ParticleCase>& earlier, cases::Case& c) {
  if (has_name(earlier, particles.name))
    table.report("name", fmt::format("another one has the name '{}'", particles.name));
  else if (std::ranges::find(c.extra_monitors, particles.name) != c.extra_monitors.end())
    table.report("name", fmt::format("the table '{}' is there already", particles.name));
  c.extra_monitors.push_back(particles.name);
  if (c.axisymmetric)
    table.report("name", "particles know no turning frame; expected no mesh.axisymmetric");
  check_material(table, particles, c);
  check_two_way(table, particles, earlier, c);
  check_start(table, particles);
  check_sources(table, particles);
  check_walls(table, particles, c);
}

cases::KeyMember<ParticleCase> particle_kind_key() {
  return {cases::worded([](ParticleCase& p) -> auto& { return p.material.kind; },
                        cases::Words<Material::Kind>{{Material::Kind::tracer, "tracer"},
                                                     {Material::Kind::inertial, "inertial"}}),
          {.path = "particles[].kind",
           .example = "\"inertial\"",
           .description = "tracer: as fast as the fluid; inertial: with mass, drag and weight"}};
}

cases::KeyMember<ParticleCase> particle_drag_key() {
  return {cases::worded(
              [](ParticleCase& p) -> auto& { return p.material.drag; },
              cases::Words<Material::Drag>{{Material::Drag::schiller_naumann, "schiller-naumann"},
                                           {Material::Drag::stokes, "stokes"}}),
          {.path = "particles[].drag",
           .example = "\"stokes\"",
           .description = "Stokes' law, or that times 1 + 0.15 Re^0.687"}};
}

cases::KeyMember<ParticleCase> particle_added_mass_key() {
  return {
      [](ParticleCase& p) -> auto& { return p.material.added_mass; },
      {.path = "particles[].added_mass",
       .example = "true",
       .description = "with that of the fluid around a sphere, and the force of the accelerated "
                      "fluid; for particles that are not much heavier than it"}};
}

cases::KeyMember<ParticleCase> particle_seed_key() {
  return {&ParticleCase::seed,
          {.path = "particles[].seed",
           .range = {0, 1e9},
           .example = "7",
           .description = "another one gives other places; the same one the same, on any number of "
                          "ranks"}};
}

cases::KeyMember<ParticleCase> particle_two_way_key() {
  return {
      &ParticleCase::two_way,
      {.path = "particles[].two_way",
       .example = "true",
       .description = "whether the fluid feels the drag, spread over the element of the particle"}};
}

cases::KeyMember<ParticleCase> particle_number_key() {
  return {&ParticleCase::number,
          {.path = "particles[].number",
           .range = cases::positive,
           .example = "100.0",
           .description = "of particles that each one stands for, where the fluid feels them"}};
}

cases::KeyMember<ParticleCase> particle_viscosity_key() {
  return {&ParticleCase::viscosity,
          {.path = "particles[].viscosity",
           .range = cases::positive,
           .default_text = "that of the fluid",
           .example = "0.01",
           .description = "kinematic, that they feel"}};
}

cases::KeyMember<ParticleCase> particle_density_key() {
  return {&ParticleCase::density_ratio,
          {.path = "particles[].density_ratio",
           .range = cases::positive,
           .default_text = "none",
           .example = "1000.0",
           .description = "of inertial particles, over the density of the fluid"}};
}

cases::KeyMember<ParticleCase> particle_steps_between_files_key() {
  return {
      [](ParticleCase& p) -> auto& { return p.interval.every_steps; },
      {.path = "particles[].every_steps",
       .range = cases::counting,
       .default_text = "never",
       .example = "100",
       .description = "steps between two files; there are files of the start and the end, too"}};
}

const cases::Table<ParticleCase>& particle_table() {
  static const cases::Table<ParticleCase> table{
      {.path = "particles[]",
       .kind = cases::Kind::table_list,
       .description = "Tracers or small spheres that the flow carries: files in particles/, a "
                      "table in monitors/"},
      {{&ParticleCase::name,
        {.path = "particles[].name",
         .kind = cases::Kind::file_name,
         .required = true,
         .example = "\"dust\"",
         .description = "of the family, and of its files"}},
       particle_kind_key(),
       {&ParticleCase::diameter,
        {.path = "particles[].diameter",
         .range = cases::positive,
         .default_text = "none",
         .example = "1e-3",
         .description = "of inertial particles"}},
       particle_density_key(),
       particle_viscosity_key(),
       particle_drag_key(),
       particle_added_mass_key(),
       {[](ParticleCase& p) -> auto& { return p.material.gravity; },
        {.path = "particles[].gravity",
         .example = "[0, 0, -9.81]",
         .description = "acceleration, less buoyancy"}},
       particle_two_way_key(),
       particle_number_key(),
       {&ParticleCase::start, start_table()},
       {&ParticleCase::sources, source_table()},
       {&ParticleCase::walls, wall_table()},
       particle_seed_key(),
       particle_steps_between_files_key(),
       {[](ParticleCase& p) -> auto& { return p.interval.every_time; },
        {.path = "particles[].every_time",
         .range = cases::positive,
         .default_text = "never",
         .example = "0.1",
         .description = "instead: time between two files, taken at the next step"}},
       {&ParticleCase::table_every_steps,
        {.path = "particles[].table_every_steps",
         .range = cases::counting,
         .example = "5",
         .description = "steps between two rows of the table"}}}};
  return table;
}

std::string material_text(const ParticleCase& particles) {
  const Material& m = particles.material;
  if (m.kind == Material::Kind::tracer) return "tracers";
  return fmt::format("diameter {:.6g}, density ratio {:.6g}{}", m.diameter, m.density_ratio,
                     m.added_mass ? ", added mass" : "");
}

std::string start_text(const ParticleStart& start) {
  if (start.count) return fmt::format("{} by chance", *start.count);
  if (start.lattice) return fmt::format("a lattice of {:.6g}", fmt::join(*start.lattice, " x "));
  if (start.file) return "those of " + *start.file;
  if (!start.points.empty()) return plan::counted(std::ssize(start.points), "point");
  return "none at first";
}

std::string describe_particles(const cases::Case& c) {
  std::string text;
  for (const auto& p : c.extensions.of<ParticleCase>()) {
    std::vector<std::string> parts{material_text(p), start_text(p.start)};
    for (const auto& source : p.sources)
      parts.push_back(fmt::format("{:.6g} per unit of time", source.rate));
    if (p.interval.every_steps || p.interval.every_time)
      parts.push_back("files " + interval_text(p.interval));
    text += plan::line("particles", fmt::format("{}: {}", p.name, fmt::join(parts, ", ")));
  }
  return text;
}

}  // namespace

long long ParticleSource::count(double time) const {
  const double until = std::min(time, end.value_or(time));
  // A particle that is due at the end of a step comes in then, whatever the round-off of its time.
  return std::max(0LL, static_cast<long long>(std::floor(rate * (until - begin) * (1 + 1e-12))));
}

bool acts_on_fluid(const cases::Case& the_case) {
  return std::ranges::any_of(the_case.extensions.of<ParticleCase>(), &ParticleCase::two_way);
}

cases::Extension particles_in_case_file() {
  auto extension = cases::extension_of(
      particle_table(), check_particles,
      {{"particles[]", cases::Group::Need::at_most_one, {"every_steps", "every_time"}}});
  extension.place = cases::Place::with_output;
  extension.describe = describe_particles;
  return extension;
}

particles::Wall wall_on(const std::string& boundary, const ParticleCase& particles,
                        const cases::Case& the_case) {
  for (const auto& wall : particles.walls)
    if (std::ranges::find(wall.on, boundary) != wall.on.end()) return wall.wall;
  const auto& faces = the_case.faces;
  const auto face = std::ranges::find(faces, boundary, &cases::FaceCondition::boundary);
  const bool is_passed =
      face != faces.end() && !the_case.prescribed_velocity &&
      (physics::is_open(face->kind) || physics::gives_normal_velocity(face->kind));
  return {is_passed ? Wall::Action::leave : Wall::Action::reflect, 1};
}

}  // namespace lobatto::residents
