// [[particles]]: tracers and small spheres that the flow carries.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "comm/exchange/record_exchange.hpp"
#include "io/point_file.hpp"
#include "io/vtk/file_list.hpp"
#include "io/vtk/point_cloud_writer.hpp"
#include "particles/cloud.hpp"
#include "physics/terms/outer_force.hpp"
#include "plan/describe.hpp"
#include "residents/observers/sample_table.hpp"
#include "residents/particles/particle_case.hpp"
#include "residents/residents.hpp"

namespace lobatto::residents {

namespace {

using particles::Cloud, particles::PointFinder;

/// The middles of the cells of a lattice, x fastest.
std::vector<Vector3> lattice_points(const Vector3& counts, const space::Bounds& box) {
  std::vector<Vector3> points;
  for (double k = 0; k < counts[2]; ++k)
    for (double j = 0; j < counts[1]; ++j)
      for (double i = 0; i < counts[0]; ++i) {
        auto& point = points.emplace_back();
        const Vector3 cell{i, j, k};
        for (int d = 0; d < 3; ++d)
          point[d] = box.lower[d] + (cell[d] + 0.5) / counts[d] * (box.upper[d] - box.lower[d]);
      }
  return points;
}

space::Bounds part_of(const ParticleStart& start, const PointFinder& finder) {
  return start.box ? start.box->bounds() : finder.bounds();
}

/// Where the particles of the start are; none of those that are spread by chance. Collective.
std::vector<Vector3> given_points(const ParticleCase& asked, const cases::Case& the_case,
                                  const PointFinder& finder,
                                  const comm::Communicator& communicator) {
  const ParticleStart& start = asked.start;
  if (start.lattice) return lattice_points(*start.lattice, part_of(start, finder));
  if (!start.file) return start.points;
  return io::read_points(std::filesystem::path(the_case.file).parent_path() / *start.file,
                         communicator);
}

particles::Spread start_of(const ParticleCase& asked, const cases::Case& the_case,
                           const PointFinder& finder, const comm::Communicator& communicator) {
  const ParticleStart& start = asked.start;
  if (start.count)
    return particles::spread_points(finder, part_of(start, finder),
                                    static_cast<std::size_t>(*start.count), asked.seed, 0);
  particles::Spread spread{given_points(asked, the_case, finder, communicator), {}};
  spread.here = finder.find(spread.points).here;
  return spread;
}

Cloud::Settings settings_of(const ParticleCase& asked, const Solution& solution) {
  Cloud::Settings settings{asked.name, asked.material, {}, solution.the_case.time_order};
  for (const auto& boundary : solution.space.fluid().boundaries())
    settings.walls.push_back(wall_on(boundary.name, asked, solution.the_case));
  return settings;
}

/// The force per mass at the nodes of the fluid that particles exert, of all families: from
/// int f q, summed over the copies of nodes, over the mass there.
class FeltForce {
 public:
  explicit FeltForce(const space::FunctionSpace& fluid)
      : fluid_(fluid), weak_(fluid.make_vector_field()), mass_(fluid.make_field()) {
    for (int e = 0; e < fluid.n_elements(); ++e) {
      const auto mass = fluid.mass(e);
      for (std::size_t q = 0; q < fluid.element_size(); ++q)
        mass_[e * fluid.element_size() + q] = mass(q);
    }
    fluid.gather_scatter().add(mass_);
  }

  /// Collective.
  void add(const Cloud& cloud, double number, space::VectorField& force) {
    for (auto& component : weak_) component.fill(0.0);
    cloud.add_reaction(number, weak_);
    const std::array<std::span<double>, 3> spans{weak_[0], weak_[1], weak_[2]};
    fluid_.add_vectors(spans);
    for (int d = 0; d < 3; ++d)
      for (std::size_t q = 0; q < mass_.size(); ++q) force[d][q] += weak_[d][q] / mass_[q];
  }

 private:
  const space::FunctionSpace& fluid_;
  space::VectorField weak_;
  space::Field mass_;
};

/// One particle as files have it.
struct FileRow {
  std::int64_t id;
  Vector3 x, unwrapped, velocity, fluid_velocity;
};

class Particles final : public Observer {
 public:
  /// acts_first: on the fluid, of all families.
  Particles(const ParticleCase& asked, const ObserverContext& context, bool acts_first)
      : asked_(asked),
        solution_(context.solution),
        fluid_(solution_.space.fluid()),
        finder_(fluid_),
        cloud_(fluid_, settings_of(asked, solution_)),
        acts_first_(acts_first) {
    if (!asked.two_way) return;
    force_ = &context.state[particle_force];
    felt_.emplace(fluid_);
  }

  [[nodiscard]] const char* region() const override { return "particles"; }
  void begin_run(const RunStart& start) override;
  [[nodiscard]] bool is_due(const Moment& /*moment*/) const override { return true; }
  void sample(const Moment& moment) override;
  [[nodiscard]] const char* consequence() const override { return "this file is lost"; }
  [[nodiscard]] std::string failure() const override { return table_ ? table_->failure() : ""; }
  void flush() override { table_->flush(); }
  [[nodiscard]] std::string summary() const override;
  void visit_state(base::StateVisitor& visitor) override {
    is_loaded_ = cloud_.visit_state(visitor) && visitor.loads();
  }

 private:
  [[nodiscard]] const space::VectorField& velocity() const {
    return solution_.state["velocity"].vector();
  }
  void begin();
  void act();
  void take_in(const ParticleSource& source, double before, double now);
  void add_row(long long step, double time);
  void write(long long step, double time);
  [[nodiscard]] std::vector<FileRow> rows_by_id() const;

  ParticleCase asked_;
  Solution solution_;
  const space::FunctionSpace& fluid_;
  PointFinder finder_;
  Cloud cloud_;
  bool acts_first_;
  state::Variable* force_ = nullptr;  ///< that the fluid feels, if it does
  std::optional<FeltForce> felt_;
  bool is_loaded_ = false;
  std::optional<io::FileList> files_;
  std::optional<SampleTable> table_;
};

void Particles::begin_run(const RunStart& start) {
  const auto& communicator = fluid_.communicator();
  const auto folder = start.folder.path() / "particles";
  io::make_folder(folder, communicator);
  io::make_folder(start.folder.monitors(), communicator);
  files_.emplace(folder, asked_.name, communicator);
  table_.emplace(start.folder.monitors() / (asked_.name + ".csv"),
                 "step,time,count,added,reflected,absorbed,left,lost,u_mean,v_mean,w_mean,u_rms,"
                 "v_rms,w_rms,drag_x,drag_y,drag_z",
                 start.resumed_step, communicator);
  if (start.resumed_step) files_->resume(*start.resumed_step);
  if (!is_loaded_) begin();
}

void Particles::begin() {
  const auto start = start_of(asked_, solution_.the_case, finder_, fluid_.communicator());
  cloud_.add(start.points, start.here, asked_.start.velocity, velocity());
  act();
  add_row(solution_.state.n_steps(), solution_.state.time());
  write(solution_.state.n_steps(), solution_.state.time());
}

/// Sets the force of the current time.
void Particles::act() {
  if (force_ == nullptr) return;
  auto& force = force_->vector();
  for (auto& component : force)
    if (acts_first_) component.fill(0.0);
  felt_->add(cloud_, asked_.number, force);
}

void Particles::take_in(const ParticleSource& source, double before, double now) {
  const auto count = static_cast<std::size_t>(source.count(now) - source.count(before));
  if (count == 0) return;
  particles::Spread spread;
  if (source.box) {
    spread = particles::spread_points(finder_, source.box->bounds(), count, asked_.seed,
                                      static_cast<std::uint64_t>(cloud_.n_added()));
  } else {
    spread.points.assign(count, *source.at);
    spread.here = finder_.find(spread.points).here;
  }
  cloud_.add(spread.points, spread.here, source.velocity, velocity());
}

void Particles::sample(const Moment& moment) {
  cloud_.step(moment.report.dt, velocity());
  for (const auto& source : asked_.sources) take_in(source, moment.time_before, moment.report.time);
  act();
  const long long step = moment.report.step;
  if (step % asked_.table_every_steps == 0 || moment.is_last) add_row(step, moment.report.time);
  if (moment.is_due(asked_.interval) || moment.is_last) write(step, moment.report.time);
}

void Particles::add_row(long long step, double time) {
  const auto s = cloud_.summary();
  table_->add(fmt::format("{},{},{},{},{},{},{},{},{},{},{}", step, time, s.count, cloud_.n_added(),
                          s.tally.reflected, s.tally.absorbed, s.tally.left, s.tally.lost,
                          fmt::join(s.mean_velocity, ","), fmt::join(s.rms_velocity, ","),
                          fmt::join(s.mean_drag, ",")));
}

/// All of them, each rank an equal range of ids.
std::vector<FileRow> Particles::rows_by_id() const {
  const auto& communicator = fluid_.communicator();
  std::vector<FileRow> rows;
  for (const auto& particle : cloud_.particles()) {
    const auto& now = particle.levels[0];
    rows.push_back({particle.id, particle.x, particles::sum(particle.x, 1.0, particle.passed),
                    cloud_.motion().velocity(now), now.u});
  }
  const std::int64_t per_rank = cloud_.n_added() / communicator.size() + 1;
  auto sorted = comm::send_records(
      std::span<const FileRow>(rows),
      [&](const FileRow& row) { return static_cast<int>(row.id / per_rank); }, communicator);
  std::ranges::sort(sorted, {}, &FileRow::id);
  return sorted;
}

void Particles::write(long long step, double time) {
  if (files_->ends_with(step)) return;
  io::PointCloud cloud{asked_.name, time, step, {}, {}, {}};
  cloud.fields = {{"velocity", {}}, {"fluid_velocity", {}}, {"unwrapped", {}}};
  for (const FileRow& row : rows_by_id()) {
    cloud.ids.push_back(row.id);
    cloud.points.push_back(row.x);
    cloud.fields[0].values.push_back(row.velocity);
    cloud.fields[1].values.push_back(row.fluid_velocity);
    cloud.fields[2].values.push_back(row.unwrapped);
  }
  io::write_point_cloud(files_->file(step), cloud, fluid_.communicator());
  files_->add(step, time);
}

std::string Particles::summary() const {
  return fmt::format("particles {}: {} came in", asked_.name, cloud_.n_added());
}

/// The first of the points that lie in no element, and how far outside; empty where all do.
std::string fault_of_points(const std::vector<Vector3>& points, const PointFinder& finder) {
  const auto missing = finder.find(points).missing;
  if (missing.empty()) return {};
  const Vector3& first = points[missing.front()];
  const auto& [lower, upper] = finder.bounds();
  const std::size_t n_more = missing.size() - 1;
  return fmt::format(
      "point {} of {} (counted from 0), ({:.6g}), lies in no element with fluid; it is {:.2g} "
      "outside of the mesh, which reaches from ({:.6g}) to ({:.6g}){}",
      missing.front(), points.size(), fmt::join(first, ", "), finder.distance(first),
      fmt::join(lower, ", "), fmt::join(upper, ", "),
      n_more == 0 ? "" : fmt::format("; {} more {} outside", n_more, n_more == 1 ? "is" : "are"));
}

/// The places of one family. Collective.
void check_places(const ParticleCase& asked, const std::string& path, const cases::Case& the_case,
                  const PointFinder& finder, const comm::Communicator& communicator,
                  cases::Problems& problems) {
  const auto report = [&](const std::string& place, const std::string& fault) {
    if (!fault.empty()) problems.add_placed(place + ": " + fault);
  };
  cases::attempt(problems, asked.where + ": ", [&] {
    if (asked.start.count)
      particles::spread_points(finder, part_of(asked.start, finder), 1, asked.seed, 0);
    else
      report(asked.where,
             fault_of_points(given_points(asked, the_case, finder, communicator), finder));
  });
  for (std::size_t i = 0; i < asked.sources.size(); ++i) {
    const auto place = the_case.place(fmt::format("{}.source[{}]", path, i));
    const ParticleSource& source = asked.sources[i];
    if (source.at) report(place, fault_of_points({*source.at}, finder));
    if (source.box)
      cases::attempt(problems, place + ": ", [&] {
        particles::spread_points(finder, source.box->bounds(), 1, asked.seed, 0);
      });
  }
}

void check_particles_on_mesh(const cases::Case& the_case, const space::FunctionSpace& space,
                             cases::Problems& problems) {
  const auto& families = the_case.extensions.of<ParticleCase>();
  if (families.empty()) return;
  if (space.rotation() != nullptr) {
    problems.add_placed(the_case.place("particles[0]") +
                        ": particles pass no periodic sides that are a rotation of each other; "
                        "expected the mesh of the full circle");
    return;
  }
  const PointFinder finder(space.fluid());
  for (std::size_t i = 0; i < families.size(); ++i)
    check_places(families[i], fmt::format("particles[{}]", i), the_case, finder,
                 space.communicator(), problems);
}

/// Those that are known beforehand, evenly on all ranks; twice while they are sorted.
std::vector<plan::MemoryPart> memory_particles(const cases::Case& c,
                                               const plan::ElementShares& shares,
                                               bool /*is_first_rank*/) {
  std::vector<plan::MemoryPart> parts;
  for (const auto& asked : c.extensions.of<ParticleCase>()) {
    const auto lattice = asked.start.lattice.value_or(Vector3{});
    const double count = asked.start.count ? static_cast<double>(*asked.start.count)
                                           : lattice[0] * lattice[1] * lattice[2];
    if (count == 0) continue;
    const double places = sizeof(Vector3) + sizeof(PointFinder::Place);
    parts.push_back({fmt::format("{:.6g} particles", count), asked.where,
                     count * (2.0 * sizeof(particles::Particle) / shares.n_ranks + places),
                     "use fewer particles, or more nodes"});
  }
  return parts;
}

ObserverList observe_particles(const ObserverContext& context) {
  ObserverList list;
  bool acts_first = true;
  for (const auto& asked : context.solution.the_case.extensions.of<ParticleCase>()) {
    list.push_back(std::make_unique<Particles>(asked, context, acts_first));
    acts_first = acts_first && !asked.two_way;
  }
  return list;
}

void add_particle_force(const AssemblyContext& context) {
  if (!acts_on_fluid(context.the_case)) return;
  auto& assembly = context.assembly;
  auto force = std::make_unique<physics::OuterForce>(assembly.state, particle_force);
  assembly.velocity->add(std::make_unique<physics::OuterForceTerm>(
      force->field(), assembly.state.space().element_size()));
  assembly.equations.push_back(std::move(force));
}

}  // namespace

Resident particle_families() {
  return {.in_case_file = particles_in_case_file(),
          .add = add_particle_force,
          .observe = observe_particles,
          .supports = any_flow,
          .reasons = {{Trait::linearised, "a perturbation carries nothing"}},
          .example = "[[particles]]\nname = \"seeds\"\nstart.count = 10\n",
          .check_on_mesh = check_particles_on_mesh,
          .memory = memory_particles};
}

}  // namespace lobatto::residents
