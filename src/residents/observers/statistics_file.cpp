#include "residents/observers/statistics_file.hpp"

#include <fmt/format.h>

#include "io/hdf5/file.hpp"
#include "lobatto/version.hpp"
#include "physics/wall_friction.hpp"
#include "plan/describe.hpp"

namespace lobatto::residents {

namespace {

constexpr std::array axis_names{"x", "y", "z"};

/// Nodes or their weights on the elements of an axis, element after element. [E n]
std::vector<double> along_axis(const mesh::Axis& axis, const std::vector<double>& on_reference,
                               bool are_places) {
  std::vector<double> values;
  for (int e = 0; e < axis.n_elements(); ++e)
    for (const double r : on_reference)
      values.push_back(are_places ? axis.ticks[e] + 0.5 * (r + 1) * axis.element_length(e)
                                  : 0.5 * axis.element_length(e) * r);
  return values;
}

class StatisticsWriter {
 public:
  StatisticsWriter(io::Hdf5File& file, const Solution& solution,
                   const stats::RunningStatistics& statistics)
      : file_(file),
        solution_(solution),
        case_(solution.the_case),
        statistics_(statistics),
        mesh_(statistics.mesh()),
        shape_(mesh_.layout().shape.begin(), mesh_.layout().shape.end()),
        block_{mesh_.layout().start, mesh_.layout().count} {}

  void write() {
    write_interval();
    write_flow_attributes();
    write_boundary();
    write_provenance();
    write_mesh();
    write_averages();
  }

 private:
  void write_interval();
  void write_flow_attributes();
  void write_boundary();
  void write_provenance();
  void write_mesh();
  void write_places(const stats::AveragedMesh& mesh);
  void write_lines();
  void write_averages();
  void write_fields();
  void write_field(const std::string& name, const std::vector<double>& values,
                   const stats::AveragedMesh& mesh);
  void write_coefficient(const std::string& group, const std::string& name,
                         const cases::CoefficientCase& coefficient);
  void write_average(const std::string& group, const stats::Average& quantity,
                     const std::vector<double>& values);
  void write_from_root(const std::string& name, const std::vector<double>& values) {
    file_.write_from_root(name, values.size(), std::span<const double>(values));
  }
  [[nodiscard]] std::string dimensions() const;

  io::Hdf5File& file_;
  Solution solution_;
  const cases::Case& case_;
  const stats::RunningStatistics& statistics_;
  const stats::AveragedMesh& mesh_;
  std::vector<hsize_t> shape_;
  io::Block block_;
};

void StatisticsWriter::write_interval() {
  const auto& times = statistics_.times();
  file_.write_attribute("/", "start", times.begin().time);
  file_.write_attribute("/", "end", times.end().time);
  file_.write_attribute("/", "weight", times.weight());
  file_.write_attribute("/", "samples", times.n_samples());
  file_.write_attribute("/", "start_step", times.begin().step);
  file_.write_attribute("/", "end_step", times.end().step);
  file_.write_attribute("/", "averaged", mesh_.averaged_text());
  file_.write_attribute("/", "dimensions", dimensions());
}

/// A number by its name, a field as its expression, "viscosity_expression".
void StatisticsWriter::write_coefficient(const std::string& group, const std::string& name,
                                         const cases::CoefficientCase& coefficient) {
  if (coefficient.field)
    file_.write_attribute(group, (name + "_expression").c_str(), coefficient.field->text());
  else
    file_.write_attribute(group, name.c_str(), coefficient.constant);
}

void StatisticsWriter::write_flow_attributes() {
  if (case_.prescribed_velocity) file_.write_attribute("/", "velocity", "given");
  if (case_.viscosity.field || case_.viscosity.constant > 0)
    write_coefficient("/", "viscosity", case_.viscosity);
  if (const auto& model = case_.eddy_viscosity) file_.write_attribute("/", "subgrid_model", *model);
  const auto& held = solution_.settings.flow_rate;
  if (!held) return;
  const double force = statistics_.numbers()[FlowNumbers::pressure_gradient];
  file_.write_attribute("/", "flow_direction", axis_names[held->direction]);
  file_.write_attribute("/", "bulk_velocity", held->bulk_velocity);
  file_.write_attribute("/", "pressure_gradient", force);
  const auto friction =
      physics::wall_friction(solution_.space.fluid(), solution_.settings.faces,
                             case_.viscosity.number(), force, held->bulk_velocity);
  if (!friction) return;
  file_.write_attribute("/", "u_tau", friction->u_tau);
  if (friction->re_tau) file_.write_attribute("/", "re_tau", *friction->re_tau);
  file_.write_attribute("/", "friction_factor", friction->friction_factor);
}

void StatisticsWriter::write_boundary() {
  file_.make_group("/boundary");
  for (const cases::FaceCondition& face : case_.faces)
    file_.write_attribute("/boundary", face.boundary.c_str(), plan::condition_text(face));
  for (const cases::SolidCase& solid : case_.solids)
    file_.write_attribute("/boundary", solid.name.c_str(), "solid");
}

void StatisticsWriter::write_provenance() {
  file_.make_group("/provenance");
  file_.write_text("/provenance/version", version::number);
  file_.write_text("/provenance/git", version::git);
  file_.write_text("/provenance/case", case_.source_text);
  std::string overrides;
  for (const auto& [key, value] : case_.overrides) overrides += fmt::format("{}={}\n", key, value);
  file_.write_text("/provenance/overrides", overrides);
}

std::string StatisticsWriter::dimensions() const {
  if (solution_.space.box() == nullptr) return "element t s r";
  std::string text;
  for (int d = 2; d >= 0; --d)
    if (!mesh_.is_averaged(d)) text += fmt::format("{}{}", text.empty() ? "" : " ", axis_names[d]);
  return text.empty() ? "all" : text;
}

void StatisticsWriter::write_mesh() {
  const auto& space = solution_.space;
  const bool is_moved = space.box() != nullptr && space.curved() != nullptr;
  file_.make_group("/mesh");
  file_.write_attribute("/mesh", "order", std::int32_t{space.order()});
  file_.write_attribute("/mesh", "geometry",
                        space.box() == nullptr ? "mesh file" : (is_moved ? "moved box" : "box"));
  write_from_root("/mesh/gll_nodes", space.nodes().nodes);
  write_from_root("/mesh/gll_weights", space.nodes().weights);
  if (space.box() != nullptr) write_lines();
  if (space.box() == nullptr && space.is_plane()) return write_places({space.layer(), {}});
  write_places(mesh_);
}

void StatisticsWriter::write_places(const stats::AveragedMesh& mesh) {
  if (mesh.space().curved() != nullptr)
    for (int d = 0; d < 3; ++d)
      write_field(fmt::format("/mesh/{}", axis_names[d]), mesh.coordinates(d), mesh);
  write_field("/mesh/weights", {mesh.mass().begin(), mesh.mass().end()}, mesh);
}

void StatisticsWriter::write_lines() {
  const auto& space = solution_.space;
  std::array<std::int32_t, 3> periodic{};
  file_.make_group("/mesh/ticks");
  for (int d = 0; d < 3; ++d) {
    const mesh::Axis& axis = space.box()->axes[d];
    periodic[d] = axis.periodic ? 1 : 0;
    write_from_root(fmt::format("/mesh/ticks/{}", axis_names[d]), axis.ticks);
    if (mesh_.is_averaged(d) || space.curved() != nullptr) continue;
    write_from_root(fmt::format("/mesh/{}", axis_names[d]),
                    along_axis(axis, space.nodes().nodes, true));
    write_from_root(fmt::format("/mesh/{}_weights", axis_names[d]),
                    along_axis(axis, space.nodes().weights, false));
  }
  file_.write_attribute("/mesh", "periodic", std::span<const std::int32_t>(periodic));
}

void StatisticsWriter::write_field(const std::string& name, const std::vector<double>& values,
                                   const stats::AveragedMesh& mesh) {
  const std::vector<double> block = mesh.in_layout(values);
  if (solution_.space.box() == nullptr) {
    file_.write_numbered_rows(name, shape_, mesh_.keys(), block);
  } else {
    file_.write_block(name, shape_, block_, block);
  }
}

void StatisticsWriter::write_average(const std::string& group, const stats::Average& quantity,
                                     const std::vector<double>& values) {
  const std::string name = fmt::format("{}/{}", group, quantity.name);
  write_field(name, values, mesh_);
  file_.write_attribute(name.c_str(), "formula", fmt::format("<{}>", quantity.formula));
}

void StatisticsWriter::write_averages() {
  const stats::Moments& moments = statistics_.moments();
  file_.make_group("/flow");
  for (std::size_t i = 0; i < moments.flow_averages().size(); ++i)
    write_average("/flow", moments.flow_averages()[i], moments.flow_average(i));
  for (std::size_t i = 0; moments.has_force() && i < stats::force_averages().size(); ++i)
    write_average("/flow", stats::force_averages()[i], moments.force_average(i));
  file_.make_group("/scalar");
  for (std::size_t s = 0; s < case_.scalars.size(); ++s) {
    const cases::ScalarCase& scalar = case_.scalars[s];
    const std::string group = fmt::format("/scalar/{}", scalar.name);
    file_.make_group(group);
    write_coefficient(group, "diffusivity", scalar.diffusivity);
    for (const auto& face : scalar.faces)
      file_.write_attribute(group, fmt::format("boundary_{}", face.boundary).c_str(),
                            plan::condition_text(face));
    for (std::size_t i = 0; i < moments.scalar_averages().size(); ++i)
      write_average(group, moments.scalar_averages()[i], moments.scalar_average(s, i));
  }
  write_fields();
}

void StatisticsWriter::write_fields() {
  const auto& names = statistics_.settings().fields;
  if (!names.empty()) file_.make_group("/field");
  for (std::size_t f = 0; f < names.size(); ++f) {
    const std::string group = fmt::format("/field/{}", names[f]);
    file_.make_group(group);
    for (std::size_t i = 0; i < stats::field_averages().size(); ++i)
      write_average(group, stats::field_averages()[i], statistics_.moments().field_average(f, i));
  }
}

/// Values, with room for texts and the objects' headers.
std::uintmax_t estimated_bytes(const cases::Case& the_case,
                               const stats::RunningStatistics& statistics) {
  const auto& moments = statistics.moments();
  const std::uintmax_t n_arrays =
      moments.flow_averages().size() + (moments.has_force() ? stats::force_averages().size() : 0) +
      the_case.scalars.size() * moments.scalar_averages().size() +
      statistics.settings().fields.size() * stats::field_averages().size() + 4;
  const auto size = static_cast<std::uintmax_t>(statistics.mesh().n_global_columns()) *
                    statistics.mesh().column_size();
  return n_arrays * (8 * size + 1024) + the_case.source_text.size() + 65536;
}

}  // namespace

void write_statistics(const std::filesystem::path& file, const Solution& solution,
                      const stats::RunningStatistics& statistics) {
  io::write_hdf5(file, estimated_bytes(solution.the_case, statistics),
                 solution.space.communicator(),
                 [&](io::Hdf5File& out) { StatisticsWriter(out, solution, statistics).write(); });
}

}  // namespace lobatto::residents
