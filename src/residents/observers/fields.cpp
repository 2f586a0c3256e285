// [output] fields: velocity, pressure, scalars and further quantities on all nodes.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "io/nek/header.hpp"
#include "io/nek/series.hpp"
#include "io/vtk/field_series.hpp"
#include "lobatto/version.hpp"
#include "residents/residents.hpp"

namespace lobatto::residents {

namespace {

io::Precision precision_of(const cases::Case& the_case) {
  return the_case.fields_are_double ? io::Precision::double_precision
                                    : io::Precision::single_precision;
}

io::VtkhdfOptions vtkhdf_options(const cases::Case& the_case) {
  io::VtkhdfOptions options;
  options.nodal = precision_of(the_case);
  if (the_case.field_error)
    options.error_bound = {
        the_case.field_error_is_maximum ? io::ErrorBound::Norm::maximum : io::ErrorBound::Norm::l2,
        *the_case.field_error};
  return options;
}

/// The blocks of a Nek5000 file for velocity, pressure, scalars, and then other fields, which are
/// never its temperature T.
std::vector<std::string> nek_blocks(std::size_t n_fields, std::size_t n_scalars) {
  std::vector<std::string> blocks{"U", "P"};
  for (std::size_t s = 0; s < n_scalars; ++s) blocks.push_back(io::scalar_block(s));
  for (std::size_t s = std::max<std::size_t>(n_scalars, 1); blocks.size() < n_fields; ++s)
    blocks.push_back(io::scalar_block(s));
  return blocks;
}

/// Gives the fields of a plane the nodes of its layer; what they then refer to.
std::vector<space::Field> put_in_layer(io::Snapshot& snapshot, const space::FunctionSpace& space) {
  std::vector<space::Field> kept;
  if (!space.is_plane()) return kept;
  for (io::NamedField& field : snapshot.fields)
    for (auto& component : field.components) {
      kept.push_back(space.in_layer(component));
      component = kept.back();
    }
  return kept;
}

class Fields final : public Observer {
 public:
  explicit Fields(const ObserverContext& context)
      : solution_(context.solution),
        case_(context.solution.the_case),
        quantities_(context.quantities) {}

  [[nodiscard]] const char* region() const override { return "fields"; }
  void begin_run(const RunStart& start) override;
  [[nodiscard]] bool is_due(const Moment& moment) const override {
    return moment.is_due(case_.field_output) || (case_.write_final_fields && moment.is_last);
  }
  void sample(const Moment& moment) override { write(0, moment.report.time, moment.report.step); }
  [[nodiscard]] const char* consequence() const override { return "these fields are lost"; }
  void rescue(std::size_t level, double time, long long step) override { write(level, time, step); }
  /// Those of the last step, where the run that took it had no room for them.
  void finish() override {
    if (begins_at_end_) write(0, solution_.state.time(), solution_.state.n_steps());
  }

 private:
  void write(std::size_t level, double time, long long step);
  void write_nek_fields(io::Snapshot snapshot);

  Solution solution_;
  const cases::Case& case_;
  OutputQuantities& quantities_;
  std::optional<io::FieldSeries> series_;
  std::optional<io::NekFieldSeries> nek_series_;
  bool begins_at_end_ = false;
};

void Fields::begin_run(const RunStart& start) {
  const auto& communicator = solution_.space.communicator();
  io::make_folder(start.folder.fields(), communicator);
  series_.emplace(start.folder.fields(), communicator);
  nek_series_.emplace(start.folder.fields(), case_.name, precision_of(case_), communicator,
                      case_.mesh_moves);
  if (!start.resumed_step) return;
  begins_at_end_ = start.is_at_end && case_.write_final_fields;
  series_->resume(*start.resumed_step);
  nek_series_->resume(*start.resumed_step);
}

void Fields::write(std::size_t level, double time, long long step) {
  io::Snapshot snapshot;
  snapshot.time = time;
  snapshot.step = step;
  for (const auto& field : solution_.state.variables())
    snapshot.fields.push_back(field->kind().is_vector
                                  ? io::named(field->name(), field->vector(level))
                                  : io::named(field->name(), field->at(level)));
  for (const auto& quantity : quantities_.evaluate(level, time))
    snapshot.fields.push_back(io::named(quantity.name, quantity.values));
  snapshot.provenance = {
      {"version", version::number}, {"git", version::git}, {"case", case_.source_text}};
  const auto kept = put_in_layer(snapshot, solution_.space);
  if (case_.field_format != cases::FieldFormat::nek5000)
    series_->write(solution_.space.layer(), snapshot, vtkhdf_options(case_));
  if (case_.field_format != cases::FieldFormat::vtkhdf) write_nek_fields(std::move(snapshot));
}

void Fields::write_nek_fields(io::Snapshot snapshot) {
  auto blocks = nek_blocks(snapshot.fields.size(), case_.scalars.size());
  std::vector<std::string> named;  // "temperature is T"
  for (std::size_t f = 2; f < blocks.size(); ++f)
    named.push_back(fmt::format("{} is {}", snapshot.fields[f].name, blocks[f]));
  for (std::size_t f = 0; f < blocks.size(); ++f) snapshot.fields[f].name = std::move(blocks[f]);
  nek_series_->write(solution_.space.layer(), snapshot, fmt::format("{}", fmt::join(named, ", ")));
}

ObserverList observe_fields(const ObserverContext& context) {
  ObserverList list;
  list.push_back(std::make_unique<Fields>(context));
  return list;
}

}  // namespace

Resident fields() { return {.observe = observe_fields}; }

}  // namespace lobatto::residents
