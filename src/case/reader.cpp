#include "case/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "case/conditions.hpp"
#include "case/document_limits.hpp"
#include "case/duration.hpp"
#include "case/mesh.hpp"
#include "case/name_rules.hpp"
#include "case/observers.hpp"
#include "case/overrides.hpp"
#include "case/physics.hpp"
#include "case/schema_check.hpp"
#include "case/section.hpp"
#include "case/solver.hpp"
#include "case/time.hpp"
#include "io/collective.hpp"

namespace lobatto::cases {

namespace {

/// The file's stem, with '_' for what a name may not have.
std::string name_from_file(const std::string& file) {
  std::string name = std::filesystem::path(file).stem().string().substr(0, longest_name);
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-' && c != '.') c = '_';
  return name;
}

void read_output(const Section& root, Case& c) {
  const Section output = root.table("output");
  const Section fields = output.table("fields");
  c.field_output = {fields.integer("every_steps"), fields.number("every_time")};
  c.write_final_fields = fields.flag_or_default("final");
  c.field_error = fields.number("error");
  c.field_error_is_maximum = fields.word_or_default("error_norm") == "maximum";
  if (fields.has("error_norm") && !fields.has("error"))
    fields.report("error_norm", "has no meaning without 'error'");
  c.field_format = fields.word_or_default("format");
  c.field_precision = fields.word_or_default("precision");
  if (c.field_error && c.field_format == "nek5000")
    fields.report("error", "has no meaning for field files of Nek5000, which are not compressed");
  c.diagnostics_every_steps = output.integer_or_default("diagnostics_every_steps");
}

void read_checkpoint(const Section& root, Case& c) {
  const Section checkpoint = root.table("output").table("checkpoint");
  c.checkpoint.interval = {checkpoint.integer("every_steps"), checkpoint.number("every_time")};
  c.checkpoint.every_wall = checkpoint.number("every_wall");
  if (!checkpoint.has("every_wall"))
    c.checkpoint.every_wall = parse_duration(checkpoint.word_or_default("every_wall"));
  c.checkpoint.keep = static_cast<int>(checkpoint.integer_or_default("keep"));
  c.checkpoint.final = checkpoint.flag_or_default("final");
  c.checkpoint.solver_memory = checkpoint.flag_or_default("solver_memory");
  c.checkpoint.stop_on_failure = checkpoint.word_or_default("on_failure") == "stop";
  const Section io = root.table("io");
  c.checkpoint.n_files = static_cast<int>(io.integer_or_default("files"));
  c.checkpoint.stage = io.word("stage");
  c.checkpoint.max_staged = static_cast<int>(io.integer_or_default("max_staged"));
  const Section restart = root.table("restart");
  if (const auto from = restart.word("from"))
    c.restart = {*from, restart.where("from"), restart.flag_or_default("interpolate")};
}

void read_average(const Section& statistics, Case& c, std::array<bool, 3>& average) {
  for (const std::string& name : statistics.words("average")) {
    const auto d = static_cast<std::size_t>(name[0] - 'x');
    average[d] = true;
    if (c.mesh_file)
      statistics.report("average", "needs the directions of a box; a mesh from a file has none");
    else if (!c.axes[d].ticks.empty() && !c.axes[d].periodic)
      statistics.report(
          "average",
          fmt::format(
              "the flow is the same all along a periodic direction only; {} is not periodic",
              name));
  }
}

void read_statistics(const Section& root, Case& c) {
  if (!root.has("statistics")) return;
  const Section statistics = root.table("statistics");
  StatisticsCase s;
  s.start = statistics.number_or_default("start");
  s.every_steps = statistics.integer_or_default("every_steps");
  s.window = statistics.number("window");
  s.extent = statistics.word_or_default("quantities") == "full" ? stats::Extent::full
                                                                : stats::Extent::basic;
  read_average(statistics, c, s.average);
  if (c.end_time && s.start >= *c.end_time)
    statistics.report(
        "start", fmt::format("{:.6g} is not before the end of the run, time.end = {:.6g}", s.start,
                             *c.end_time));
  c.statistics = s;
}

/// Nek5000 files have room for T and S01 to S99; T is for scalars only.
void check_nek_room(const Section& root, const Case& c) {
  constexpr std::size_t room = 100;
  const std::size_t n = std::max<std::size_t>(c.scalars.size(), 1) + c.quantities.size();
  if (c.field_format == "vtkhdf" || n <= room) return;
  root.table("output").table("fields").report(
      "format", fmt::format("field files of Nek5000 have room for T and S01 to S{}, this case has "
                            "{} scalars and {} quantities",
                            room - 1, c.scalars.size(), c.quantities.size()));
}

void read_document(const Section& root, Case& c) {
  c.name = root.table("case").word("name").value_or(name_from_file(c.file));
  read_mesh(root, c);
  read_fluid(root, c);
  read_exact(root, c);
  read_velocity_conditions(root, c);
  read_forcing(root, c);
  read_initial(root, c);
  read_scalars(root, c);
  read_time(root, c);
  read_solver(root, c);
  read_output(root, c);
  read_checkpoint(root, c);
  read_statistics(root, c);
  read_observers(root, c);
  check_nek_room(root, c);
}

/// Notes where every key stands.
void note_places(const Value& value, const std::string& path, Case& c) {
  if (const auto* table = value.get<Value::Table>())
    for (const Entry& entry : *table) {
      const std::string of_entry = path.empty() ? entry.key : path + "." + entry.key;
      c.places[of_entry] = entry.where.text();
      note_places(entry.value, of_entry, c);
    }
  const auto* list = value.get<Value::List>();
  for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
    if (!(*list)[i].get<Value::Table>()) return;
    const std::string of_item = fmt::format("{}[{}]", path, i);
    c.places[of_item] = (*list)[i].where.text();
    note_places((*list)[i], of_item, c);
  }
}

}  // namespace

Case parse_case(const std::string& text, const std::string& file,
                const std::vector<std::string>& overrides) {
  Case c;
  c.file = file;
  c.source_text = text;
  Problems problems;
  Value document = parse_document(text, file);
  for (const std::string& override_text : overrides) {
    const auto [key, value] = split_override(override_text);
    c.overrides[key] = value;
    apply_override(document, override_text, problems);
  }
  const CaseNames names = collect_names(document, problems);
  check_schema(document, names, problems);
  c.parameters = names.parameters;
  read_document(Section::root(document, problems), c);
  problems.throw_if_any();
  note_places(document, "", c);
  return c;
}

Case read_case(const std::filesystem::path& file, const std::vector<std::string>& overrides,
               const comm::Communicator& communicator) {
  std::string text;
  io::on_root(communicator, [&] { text = read_text(file, most_document_bytes); });
  communicator.broadcast(text, 0);
  return parse_case(text, file.string(), overrides);
}

}  // namespace lobatto::cases
