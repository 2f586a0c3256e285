// [[probe]]: the solution at points.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "case/document/spelling.hpp"
#include "case/expressions/coefficient_expression.hpp"
#include "io/sample_series.hpp"
#include "plan/describe.hpp"
#include "residents/observers/probe_places.hpp"
#include "residents/observers/sample_table.hpp"
#include "residents/observers/sampling.hpp"
#include "residents/residents.hpp"
#include "space/element_search.hpp"
#include "space/interpolation.hpp"

namespace lobatto::residents {

namespace {

struct ProbeCase {
  std::string name;
  std::string where;  ///< of its key `points`, `line` or `plane`
  ProbePlaces places;
  std::vector<std::string> quantities;
  cases::Interval interval;
  bool is_table = true;  ///< csv, not hdf5
};

/// The points of a probe on the first rank, which alone holds them; none elsewhere.
std::vector<ProbePlaces::Point> points_on_root(const ProbeCase& probe,
                                               const comm::Communicator& communicator) {
  return communicator.rank() == 0 ? probe.places.points() : std::vector<ProbePlaces::Point>{};
}

/// Looks for the elements that hold the points. The curved walls of elements lie a little beside
/// the surface that they stand for: there a point may be outside by a hundredth of the width of its
/// element, elsewhere by the round-off of its place. Collective.
space::Interpolation interpolation_of(const space::FunctionSpace& space,
                                      const space::ElementSearch& search,
                                      std::span<const ProbePlaces::Point> points) {
  const double max_excess = space.curved() == nullptr ? 1e-8 : 0.02;  // the width of [-1, 1] is 2
  return {space.communicator(), search, points, max_excess};
}

/// At points that lie in the mesh, as check_probes_on_mesh() has found.
class Probe final : public Observer {
 public:
  Probe(const ProbeCase& probe, const ObserverContext& context, const space::ElementSearch& search)
      : probe_(probe),
        solution_(context.solution),
        quantities_(context.quantities),
        points_(points_on_root(probe, solution_.space.communicator())),
        interpolation_(interpolation_of(solution_.space, search, points_)),
        values_(points_.size() * probe.quantities.size()) {}

  [[nodiscard]] const char* region() const override { return "probes and forces"; }
  /// The points stay where they are.
  void follow_mesh() override {
    interpolation_ =
        interpolation_of(solution_.space, space::ElementSearch(solution_.space), points_);
  }
  void begin_run(const RunStart& start) override;
  [[nodiscard]] bool is_due(const Moment& moment) const override {
    return moment.is_due(probe_.interval);
  }
  void sample(const Moment& moment) override;
  [[nodiscard]] const char* consequence() const override {
    return "these samples wait for the next try";
  }
  [[nodiscard]] std::string failure() const override { return table_ ? table_->failure() : ""; }
  [[nodiscard]] bool waits() const override { return waits_; }
  void flush() override;

 private:
  /// A quantity of the probe, as of now. Collective.
  [[nodiscard]] std::span<const double> field(const std::string& name, double time);
  void add_rows(const Moment& moment);
  [[nodiscard]] io::SampleSeries::Layout layout() const;

  ProbeCase probe_;
  Solution solution_;
  OutputQuantities& quantities_;
  std::vector<space::Interpolation::Point> points_;  ///< on rank 0
  space::Interpolation interpolation_;
  std::vector<double> values_;  ///< on rank 0, [quantity][point]
  std::optional<SampleTable> table_;
  std::optional<io::SampleSeries> series_;
  bool waits_ = false;
};

io::SampleSeries::Layout Probe::layout() const {
  io::SampleSeries::Layout layout{probe_.name, probe_.quantities, probe_.places.shape(), {}};
  for (std::size_t d = 0; d < 3; ++d) {
    auto& place = layout.places.emplace_back(std::string(1, "xyz"[d]), probe_.places.shape(),
                                             std::vector<double>());
    for (const auto& point : points_) place.values.push_back(point[d]);
  }
  return layout;
}

void Probe::begin_run(const RunStart& start) {
  const auto& communicator = solution_.space.communicator();
  io::make_folder(start.folder.probes(), communicator);
  if (!probe_.is_table) {
    series_.emplace(start.folder.probes(), layout(), communicator);
    if (start.resumed_step) series_->resume(*start.resumed_step);
    return;
  }
  table_.emplace(start.folder.probes() / fmt::format("{}.csv", probe_.name),
                 fmt::format("step,time,point,x,y,z,{}", fmt::join(probe_.quantities, ",")),
                 start.resumed_step, communicator);
}

std::span<const double> Probe::field(const std::string& name, double time) {
  const auto& state = solution_.state;
  for (int d = 0; d < 3; ++d)
    if (name == std::string(1, "uvw"[d])) return state["velocity"].now(d);
  if (const auto* field = state.find(name == "p" ? "pressure" : name)) return field->now();
  return std::ranges::find(quantities_.evaluate(0, time), name, &OutputQuantities::Quantity::name)
      ->values;
}

void Probe::sample(const Moment& moment) {
  for (std::size_t i = 0; i < probe_.quantities.size(); ++i) {
    const auto values = std::span(values_).subspan(i * points_.size(), points_.size());
    interpolation_.evaluate(field(probe_.quantities[i], moment.report.time), values);
    for (const std::size_t point : interpolation_.missing())  // the mesh has left it
      values[point] = std::numeric_limits<double>::quiet_NaN();
  }
  if (table_) add_rows(moment);
  if (series_ && series_->add(moment.report.step, moment.report.time, values_)) flush();
}

void Probe::flush() {
  if (table_) table_->flush();
  if (!series_) return;
  waits_ = true;
  series_->flush();
  waits_ = false;
}

void Probe::add_rows(const Moment& moment) {
  for (std::size_t q = 0; q < points_.size(); ++q) {
    std::string row = fmt::format("{},{},{},{}", moment.report.step, moment.report.time, q,
                                  fmt::join(points_[q], ","));
    for (std::size_t i = 0; i < probe_.quantities.size(); ++i)
      row += fmt::format(",{}", values_[i * points_.size() + q]);
    table_->add(row);
  }
}

const cases::Table<ProbeCase>& probe_table() {
  static const cases::Table<ProbeCase> table{
      {.path = "probe[]",
       .kind = cases::Kind::table_list,
       .description =
           "the solution at any points, by its polynomials, again and again; see [probes "
           "and forces](probes.md)"},
      {{&ProbeCase::name,
        {.path = "probe[].name",
         .kind = cases::Kind::file_name,
         .required = true,
         .example = "\"wake\"",
         .description = "of its files"}},
       cases::KeyMember<ProbeCase>(ProbePlaces::keys()),
       every_steps_field<ProbeCase>("probe[].every_steps"),
       every_time_field<ProbeCase>("probe[].every_time"),
       {&ProbeCase::quantities,
        {.path = "probe[].quantities",
         .default_text = "all: u, v, w, p, scalars, viscosities that vary, output.quantities",
         .example = "[\"u\", \"p\"]",
         .description = "what is sampled"}},
       {cases::worded(&ProbeCase::is_table, cases::Words<bool>{{true, "csv"}, {false, "hdf5"}}),
        {.path = "probe[].format",
         .default_text = "csv for points, hdf5 for lines and planes",
         .example = "\"hdf5\"",
         .description = "csv: a table, a row per point and sample; hdf5: arrays"}}}};
  return table;
}

/// What a probe may sample: u, v, w, p, scalars, quantities.
std::vector<std::string> sampled_names(const cases::Case& c) {
  std::vector<std::string> names{"u", "v", "w"};
  if (!c.prescribed_velocity) names.emplace_back("p");
  std::ranges::copy(scalar_names(c), std::back_inserter(names));
  std::ranges::copy(cases::coefficient_fields(c), std::back_inserter(names));
  for (const auto& quantity : c.quantities) names.push_back(quantity.name);
  return names;
}

void read_sampled(const cases::Section& table, const cases::Case& c, ProbeCase& probe) {
  const auto known = sampled_names(c);
  for (const auto& name : probe.quantities)
    if (std::ranges::find(known, name) == known.end())
      table.report("quantities",
                   fmt::format("there is no quantity '{}'{}", name,
                               cases::suggestion_or_list(name, known, "; there are ")));
  if (probe.quantities.empty()) probe.quantities = known;
}

void check_probes(const cases::Section& table, ProbeCase& probe,
                  const std::vector<ProbeCase>& earlier, cases::Case& c) {
  check_sampled(table, probe, earlier);
  if (!table.has("format")) probe.is_table = table.has("points");
  const std::string key = probe.places.read(table);
  if (!key.empty()) probe.where = table.where(key);
  read_sampled(table, c, probe);
}

/// Around the nodes of all elements. Collective.
space::Bounds bounds_of(const space::FunctionSpace& space) {
  space::Bounds bounds = space::Bounds::nothing();
  std::array<std::vector<double>, 3> x;
  for (int e = 0; e < space.n_elements(); ++e) {
    space.element_points(e, x);
    for (std::size_t q = 0; q < space.element_size(); ++q) bounds.add({x[0][q], x[1][q], x[2][q]});
  }
  space.communicator().min(bounds.lower);
  space.communicator().max(bounds.upper);
  return bounds;
}

/// From a point to the nearest node of any element. Collective.
double distance_to_nodes(const space::FunctionSpace& space, const ProbePlaces::Point& point) {
  double nearest = std::numeric_limits<double>::infinity();
  std::array<std::vector<double>, 3> x;
  for (int e = 0; e < space.n_elements(); ++e) {
    space.element_points(e, x);
    for (std::size_t q = 0; q < space.element_size(); ++q)
      nearest =
          std::min(nearest, std::hypot(x[0][q] - point[0], x[1][q] - point[1], x[2][q] - point[2]));
  }
  return space.communicator().min(nearest);
}

/// How far outside a point of rank 0 is: from the nearest element where the search finds one near,
/// else from the nearest node. Collective.
std::string how_far(const space::FunctionSpace& space, const space::ElementSearch& search,
                    ProbePlaces::Point point) {
  constexpr double near = 1;  // half of the width of an element
  space.communicator().broadcast(point, 0);
  const auto place = search.find(point, near);
  const double distance =
      space.communicator().min(place ? place->distance : std::numeric_limits<double>::infinity());
  if (std::isfinite(distance)) return fmt::format("it is {:.2g} outside", distance);
  return fmt::format("the nearest node is {:.3g} away", distance_to_nodes(space, point));
}

/// `missing`: the points that were not found, by number; the first is so far outside.
std::string missing_text(const ProbeCase& probe, const std::vector<std::size_t>& missing,
                         const std::string& far, const space::Bounds& mesh) {
  const std::size_t n_more = missing.size() - 1;
  const std::string others =
      n_more == 0 ? "" : fmt::format("; {} more {} outside", n_more, n_more == 1 ? "is" : "are");
  return fmt::format(
      "{}: point {} of {:.0f} (counted from 0), ({:.6g}), lies in no element of the mesh, which "
      "reaches from ({:.6g}) to ({:.6g}); {}{}",
      probe.where, missing.front(), probe.places.n_points(),
      fmt::join(probe.places.point(missing.front()), ", "), fmt::join(mesh.lower, ", "),
      fmt::join(mesh.upper, ", "), far, others);
}

/// Reports probes with points that lie in no element. Collective.
void check_probes_on_mesh(const cases::Case& the_case, const space::FunctionSpace& space,
                          cases::Problems& problems) {
  const auto& probes = the_case.extensions.of<ProbeCase>();
  if (probes.empty()) return;
  const auto& communicator = space.communicator();
  const space::ElementSearch search(space);
  const space::Bounds mesh = bounds_of(space);
  for (const ProbeCase& probe : probes) {
    const auto points = points_on_root(probe, communicator);
    const auto missing = interpolation_of(space, search, points).missing();
    if (communicator.max(missing.empty() ? 0.0 : 1.0) == 0) continue;
    const auto first = missing.empty() ? ProbePlaces::Point{} : probe.places.point(missing.front());
    const std::string far = how_far(space, search, first);
    add_from_any(problems, missing.empty() ? "" : missing_text(probe, missing, far, mesh),
                 communicator);
  }
}

std::string describe_probes(const cases::Case& c) {
  std::string text;
  for (const ProbeCase& probe : c.extensions.of<ProbeCase>())
    text += plan::line(
        "probe",
        fmt::format("{}: {} at {}, {}", probe.name, fmt::join(probe.quantities, ", "),
                    plan::counted(static_cast<long long>(probe.places.n_points()), "point"),
                    interval_text(probe.interval)));
  return text;
}

/// All that the first rank keeps of the points of a probe: their places, several times while they
/// are looked for, what they are interpolated with, and their values.
std::vector<plan::MemoryPart> memory_probes(const cases::Case& c,
                                            const plan::ElementShares& /*shares*/,
                                            bool is_first_rank) {
  std::vector<plan::MemoryPart> parts;
  for (const ProbeCase& probe : c.extensions.of<ProbeCase>()) {
    const double n_points = probe.places.n_points();
    const double per_point =
        8.0 * (24 + 3.0 * (c.order + 1) + static_cast<double>(probe.quantities.size()));
    parts.push_back({fmt::format("{:.6g} points", n_points), probe.where,
                     is_first_rank ? per_point * n_points : 0.0, "use fewer points"});
  }
  return parts;
}

ObserverList observe_probes(const ObserverContext& context) {
  ObserverList probes;
  const auto& asked = context.solution.the_case.extensions.of<ProbeCase>();
  if (asked.empty()) return probes;
  const space::ElementSearch search(context.solution.space);
  for (const auto& probe : asked) probes.push_back(std::make_unique<Probe>(probe, context, search));
  return probes;
}

}  // namespace

Resident probes() {
  Resident resident{
      .in_case_file = cases::extension_of(probe_table(), check_probes, {one_interval("probe[]")}),
      .observe = observe_probes,
      .supports = also(any_or_linearised, {Trait::moving_mesh, Trait::low_mach}),
      .example = "[[probe]]\nname = \"middle\"\npoints = [[0.5, 0.5, 0.5]]\n",
      .check_on_mesh = check_probes_on_mesh,
      .memory = memory_probes};
  resident.in_case_file.place = cases::Place::with_output;
  resident.in_case_file.describe = describe_probes;
  return resident;
}

}  // namespace lobatto::residents
