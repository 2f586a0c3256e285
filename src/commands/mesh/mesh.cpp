#include "commands/mesh/mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "io/text_file.hpp"
#include "mesh/connectivity.hpp"
#include "mesh/layered_mesh.hpp"
#include "mesh/mesh_changes.hpp"
#include "mesh/mesh_file.hpp"
#include "mesh/partition.hpp"
#include "mesh/slices/periodic_faces.hpp"
#include "mesh/tools/mesh_quality.hpp"
#include "plan/describe.hpp"

namespace lobatto::commands {

namespace {

using Json = nlohmann::ordered_json;

/// What is told of a mesh, as it is written to the JSON file.
class MeshReport {
 public:
  explicit MeshReport(const MeshOptions& options) : raw_(mesh::read_raw_mesh(options.files)) {
    const bool is_plane = raw_.dimension == 2;
    if (is_plane) mesh::extrude(raw_, {.ticks = {0.0, 1.0}, .periodic = true});
    mesh_ = mesh::connect(raw_);
    document_ = {{"file", raw_.file},
                 {"plane", is_plane},
                 {"elements", mesh_.n_elements},
                 {"geometry_order", mesh_.geometry_order},
                 {"vertices", mesh_.n_vertices},
                 {"lines", mesh_.n_lines},
                 {"faces", mesh_.n_faces}};
    add_quality();
    add_boundaries();
    add_periodic();
    add_volumes();
    add_layers();
    document_["partitions"] = Json::array();
    for (const int n_ranks : options.ranks) add_partition(n_ranks);
  }

  [[nodiscard]] const Json& document() const { return document_; }
  [[nodiscard]] Json surface() const {
    Json surface = surface_of(raw_, mesh_);
    surface["plane"] = document_["plane"];
    return surface;
  }

  /// Empty where all elements are unfolded.
  [[nodiscard]] std::string problem() const {
    const Json& worst = document_["quality"]["smallest_scaled_jacobian"];
    if (worst["value"].get<double>() > 0.0) return {};
    return fmt::format(
        "{}: element {} is folded near ({:.6g}, {:.6g}, {:.6g}): its scaled Jacobian there is "
        "{:.3g}; expected a positive number",
        raw_.file, worst["element"].get<long long>(), worst["position"][0].get<double>(),
        worst["position"][1].get<double>(), worst["position"][2].get<double>(),
        worst["value"].get<double>());
  }

 private:
  [[nodiscard]] Json extreme(const mesh::MeshQuality::Extreme& at) const {
    return {{"value", at.value}, {"element", raw_.labels[at.element]}, {"position", at.position}};
  }

  void add_quality() {
    const auto quality = mesh::measure_quality(mesh_);
    document_["lower"] = quality.lower;
    document_["upper"] = quality.upper;
    document_["volume"] = quality.volume;
    document_["quality"] = {{"smallest_scaled_jacobian", extreme(quality.scaled_jacobian)},
                            {"largest_aspect_ratio", extreme(quality.aspect_ratio)},
                            {"shortest_edge", extreme(quality.shortest_edge)},
                            {"longest_edge", extreme(quality.longest_edge)}};
  }

  void add_boundaries() {
    const auto sizes = mesh::measure_boundaries(mesh_);
    document_["boundaries"] = Json::array();
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      document_["boundaries"].push_back({{"name", mesh_.boundary_names[i]},
                                         {"faces", sizes[i].n_faces},
                                         {"area", sizes[i].area}});
    }
    document_["inner_sides"] = Json::array();
    for (const auto& inner : mesh_.inner_sides)
      document_["inner_sides"].push_back({{"name", inner.name}, {"faces", inner.n_sides}});
    document_["second_names"] = Json::array();
    for (const auto& second : mesh_.second_names)
      document_["second_names"].push_back({{"name", second.name}, {"faces", second.n_sides}});
  }

  void add_periodic() {
    document_["periodic"] = Json::array();
    for (const auto& size : mesh::measure_periodic(raw_)) {
      Json pair{{"name", size.name}, {"faces", size.n_faces}};
      if (const auto& rotation = size.motion.rotation)
        pair["rotation"] = {{"axis", rotation->axis},
                            {"origin", rotation->origin},
                            {"degrees", rotation->degrees()}};
      else
        pair["translation"] = size.motion.placement.shift;
      document_["periodic"].push_back(std::move(pair));
    }
  }

  void add_volumes() {
    document_["volumes"] = Json::array();
    for (std::size_t i = 0; i < mesh_.volume_names.size(); ++i)
      document_["volumes"].push_back(
          {{"name", mesh_.volume_names[i]},
           {"elements", std::ranges::count(mesh_.volumes, static_cast<int>(i))}});
  }

  /// Of a plane mesh, where there is one along a straight direction, else what is in the way.
  void add_layers() {
    const auto search = mesh::find_layers(mesh_, comm::Communicator::alone());
    const auto& layers = search.layers;
    if (search.obstacle.empty())
      document_["layers"] = {{"direction", layers.direction},
                             {"ticks", layers.ticks},
                             {"elements_per_layer", layers.n_columns},
                             {"periodic", layers.periodic}};
    else
      document_["layers"] = {{"obstacle", search.obstacle}};
  }

  void add_partition(int n_ranks) {
    const auto ranks = mesh::partition_elements(mesh_, n_ranks);
    const auto quality = mesh::measure_partition(mesh_, ranks, n_ranks);
    document_["partitions"].push_back({{"ranks", n_ranks},
                                       {"min_elements", quality.min_elements},
                                       {"mean_elements", quality.mean_elements},
                                       {"max_elements", quality.max_elements},
                                       {"shared_faces", quality.shared_faces},
                                       {"max_neighbours", quality.max_neighbours}});
  }

  mesh::RawMesh raw_;
  mesh::HexMesh mesh_;
  Json document_;
};

std::string position_text(const Json& x) {
  return fmt::format("({:.6g}, {:.6g}, {:.6g})", x[0].get<double>(), x[1].get<double>(),
                     x[2].get<double>());
}

void print_extreme(const char* what, const Json& at) {
  fmt::print("  {:26} {:12.6g}   element {} at {}\n", what, at["value"].get<double>(),
             at["element"].get<long long>(), position_text(at["position"]));
}

void print_size(const Json& report) {
  const auto order = report["geometry_order"].get<int>();
  fmt::print("{}: {} hexahedra, geometry of order {}{}\n", report["file"].get<std::string>(),
             report["elements"].get<long long>(), order, order == 1 ? " (straight edges)" : "");
  fmt::print("  from {} to {}, volume {:.10g}\n", position_text(report["lower"]),
             position_text(report["upper"]), report["volume"].get<double>());
  if (report["plane"].get<bool>())
    fmt::print(
        "  the file is plane: one periodic layer of it is shown; a case says how many by "
        "mesh.extrude\n");
}

void print_boundaries(const Json& report) {
  fmt::print("\n  {:26} {:>8} {:>14}\n", "boundary", "faces", "area");
  for (const Json& boundary : report["boundaries"]) {
    fmt::print("  {:26} {:8} {:14.8g}\n", boundary["name"].get<std::string>(),
               boundary["faces"].get<long long>(), boundary["area"].get<double>());
  }
  if (report["boundaries"].empty()) fmt::print("  none\n");
  for (const Json& inner : report["inner_sides"])
    fmt::print("  note: '{}' has {} between two elements, where a condition counts for nothing\n",
               inner["name"].get<std::string>(),
               plan::counted(inner["faces"].get<long long>(), "face"));
  for (const Json& second : report["second_names"])
    fmt::print(
        "  note: another boundary has {} of '{}', too; the one counts for which a case has a "
        "condition\n",
        plan::counted(second["faces"].get<long long>(), "face"), second["name"].get<std::string>());
  for (const Json& pair : report["periodic"]) {
    const bool is_turned = pair.contains("rotation");
    const Json& motion = pair[is_turned ? "rotation" : "translation"];
    fmt::print("  periodic {}: {} pairs of faces, {}\n", pair["name"].get<std::string>(),
               pair["faces"].get<long long>(),
               is_turned
                   ? fmt::format("rotation by {:.6g} degrees about {} through {}",
                                 motion["degrees"].get<double>(), position_text(motion["axis"]),
                                 position_text(motion["origin"]))
                   : fmt::format("translation {}", position_text(motion)));
  }
}

void print_volumes(const Json& volumes) {
  if (volumes.empty()) return;
  fmt::print("\n  {:26} {:>8}\n", "volume", "elements");
  for (const Json& volume : volumes)
    fmt::print("  {:26} {:8}\n", volume["name"].get<std::string>(),
               volume["elements"].get<long long>());
}

void print_layers(const Json& layers) {
  if (layers.contains("obstacle"))
    fmt::print("\n  no layers of a plane mesh: {}\n", layers["obstacle"].get<std::string>());
  else
    fmt::print("\n  {} of {} along {}{}: solver.pressure = \"extruded-direct\" serves\n",
               plan::counted(static_cast<long long>(layers["ticks"].size()) - 1, "layer"),
               plan::counted(layers["elements_per_layer"].get<long long>(), "element"),
               position_text(layers["direction"]),
               layers["periodic"].get<bool>() ? ", periodic" : "");
}

void print_quality(const Json& quality) {
  fmt::print("\n");
  print_extreme("smallest scaled Jacobian", quality["smallest_scaled_jacobian"]);
  print_extreme("largest aspect ratio", quality["largest_aspect_ratio"]);
  print_extreme("shortest edge", quality["shortest_edge"]);
  print_extreme("longest edge", quality["longest_edge"]);
}

void print_partitions(const Json& partitions) {
  if (partitions.empty()) return;
  fmt::print("\n  {:>6} {:>30} {:>14} {:>16}\n", "ranks", "elements min / mean / max",
             "shared faces", "most neighbours");
  for (const Json& row : partitions) {
    fmt::print(
        "  {:6} {:>30} {:14} {:16}\n", row["ranks"].get<int>(),
        fmt::format("{} / {:.1f} / {}", row["min_elements"].get<long long>(),
                    row["mean_elements"].get<double>(), row["max_elements"].get<long long>()),
        row["shared_faces"].get<long long>(), row["max_neighbours"].get<int>());
  }
}

}  // namespace

int mesh_command(const MeshOptions& options, const comm::Communicator& communicator) {
  Json document, surface;
  std::string problem;
  comm::on_root(communicator, [&] {
    const MeshReport report(options);
    document = report.document();
    problem = report.problem();
    if (options.surface_file) surface = report.surface();
    print_size(document);
    print_boundaries(document);
    print_volumes(document["volumes"]);
    print_layers(document["layers"]);
    print_quality(document["quality"]);
    print_partitions(document["partitions"]);
  });
  if (options.json_file) io::write_json(*options.json_file, document, communicator);
  if (options.surface_file) io::write_json(*options.surface_file, surface, communicator);
  comm::throw_together(communicator, problem);
  return 0;
}

}  // namespace lobatto::commands
