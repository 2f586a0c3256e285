#include "commands/mesh/mesh.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <vector>

#include "base/error.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "io/complete_file.hpp"
#include "mesh/mesh_file.hpp"
#include "mesh/raw_mesh.hpp"
#include "mesh/tools/mesh_output.hpp"
#include "mesh/tools/mesh_quality.hpp"
#include "mesh/tools/smoothing.hpp"
#include "plan/describe.hpp"
#include "run/records/progress.hpp"

namespace lobatto::commands {

namespace fs = std::filesystem;

namespace {

struct Target {
  const char* ending;
  const char* format;
  void (*write)(const mesh::RawMesh& mesh, std::ostream& out);
};

constexpr Target targets[] = {
    {".msh", "Gmsh 4.1, binary", mesh::write_gmsh},
    {".re2", "Nek5000 #v002", [](const mesh::RawMesh& mesh, std::ostream& out) {
       mesh::write_re2(mesh::re2_of(mesh), out);
     }}};

const Target& target_of(const fs::path& file) {
  for (const Target& target : targets)
    if (file.extension() == target.ending) return target;
  throw base::Error(fmt::format(
      "{}: no format is known for the ending '{}'; expected .msh (Gmsh 4.1) or .re2 (Nek5000)",
      file.string(), file.extension().string()));
}

void refuse_existing(const MeshConvertOptions& options) {
  std::error_code ignored;
  if (options.overwrite || !fs::exists(fs::symlink_status(options.to, ignored))) return;
  throw base::Error(
      fmt::format("{}: is there already, and nothing was written; --overwrite replaces it",
                  options.to.string()));
}

void rename_as_asked(const MeshConvertOptions& options, mesh::RawMesh& mesh) {
  for (const std::string& name : options.names) {
    const auto middle = name.find('=');
    if (middle == 0 || middle == std::string::npos || middle + 1 == name.size())
      throw base::Error(
          fmt::format("--name {}: expected the old and the new name, as in --name inlet=v", name));
    if (mesh::rename(mesh, name.substr(0, middle), name.substr(middle + 1))) continue;
    throw base::Error(
        fmt::format("--name {}: no boundary or volume of {} is called '{}'; there are: {}", name,
                    mesh.file, name.substr(0, middle), fmt::join(mesh.boundary_names, ", ")));
  }
}

/// Of meshes that were cut.
void print_quality(const char* when, const mesh::RawMesh& mesh) {
  const auto [smallest, mean] = mesh::scaled_jacobians(mesh);
  fmt::print("{}: scaled Jacobian {:.3g} at least, {:.3g} in the mean{}\n", when, smallest, mean,
             smallest > 0.0 ? "" : "; elements are folded, which --smooth may mend");
}

mesh::RawMesh read_as_asked(const MeshConvertOptions& options) {
  if (!options.hexahedra) return mesh::read_raw_mesh(options.from);
  mesh::CutReport report;
  mesh::RawMesh mesh = mesh::read_and_cut_mesh(options.from, report);
  mesh::orient_alike(mesh);
  std::vector<std::string> cells;
  for (const auto& [name, n] : report.n_cells) cells.push_back(fmt::format("{} {}", n, name));
  fmt::print("{} become {} {}\n", fmt::join(cells, ", "), report.n_pieces,
             mesh.dimension == 2 ? "quadrilaterals" : "hexahedra");
  print_quality("cut", mesh);
  return mesh;
}

void smooth_as_asked(double target, mesh::RawMesh& mesh) {
  mesh::orient_alike(mesh);
  run::ProgressLine line(run::ProgressStyle::automatic,
                         run::ProgressLine::First::when_it_takes_long);
  const auto report = mesh::smooth(mesh, target, [&](const mesh::SmoothingStand& stand) {
    line.update(stand.fraction, [&] {
      return std::vector<run::ProgressLine::Part>{
          {2, fmt::format("sweep {} of at most {}", stand.sweep, mesh::most_smoothing_sweeps)},
          {3, fmt::format("smallest scaled Jacobian {:.3g}", stand.smallest)}};
    });
  });
  line.finish();
  fmt::print(
      "smoothing: smallest scaled Jacobian {:.3g}, before {:.3g}; {} moved, by {:.3g} at "
      "most\n",
      report.smallest_after, report.smallest_before, plan::counted(report.n_moved, "point"),
      report.farthest);
  if (report.n_folded == 0) return;
  throw base::Error(fmt::format(
      "{}: smoothing leaves {} folded elements, the worst is number {} with a scaled Jacobian of "
      "{:.3g}, and nothing was written; points of boundaries, of periodic sides and between "
      "volumes "
      "stay where they are, so mend these in the generator of the mesh",
      mesh.file, report.n_folded, report.worst, report.smallest_after));
}

void write_to(const fs::path& file, const Target& target, const mesh::RawMesh& mesh) {
  std::ofstream out(file, std::ios::binary);
  target.write(mesh, out);
  out.close();
  if (!out)
    throw base::Error(
        fmt::format("{}: cannot be written: {}", file.string(), std::strerror(errno)));
}

}  // namespace

int mesh_convert_command(const MeshConvertOptions& options,
                         const comm::Communicator& communicator) {
  const Target& target = target_of(options.to);
  mesh::RawMesh mesh;
  comm::on_root(communicator, [&] {
    refuse_existing(options);
    mesh = read_as_asked(options);
    if (options.smooth > 0.0) smooth_as_asked(options.smooth, mesh);
    if (options.smooth > 0.0 && options.hexahedra) print_quality("smoothed", mesh);
    mesh::make_right_handed(mesh);
    rename_as_asked(options, mesh);
  });
  io::make_complete(options.to, communicator, [&](const fs::path& file) {
    comm::on_root(communicator, [&] { write_to(file, target, mesh); });
  });
  if (communicator.rank() == 0)
    fmt::print("{}: {}, {}\n", options.to.string(), target.format,
               plan::counted(mesh.n_elements(), "element"));
  return 0;
}

}  // namespace lobatto::commands
