#include "commands/mesh/mesh.hpp"

#include <CLI/CLI.hpp>

#include "run/command_line.hpp"

namespace lobatto::commands {

namespace {

void add_mesh_convert(CLI::App& mesh, MeshConvertOptions& options) {
  auto* convert = mesh.add_subcommand(
      "convert", "Write a mesh file in another format: .msh (Gmsh 4.1) or .re2 (Nek5000)");
  convert->footer(
      "Examples:\n"
      "  lobatto mesh convert pipe.msh pipe.re2 --name inlet=v --name outlet=O --name wall=W\n"
      "  lobatto mesh convert channel.nmsh channel.msh\n"
      "  lobatto mesh convert folded.msh mended.msh --smooth\n"
      "  lobatto mesh convert tetrahedra.msh --hexahedra --smooth -o hexahedra.msh\n"
      "Elements, curved sides, boundaries, volumes and periodic pairs stay; what the other format "
      "cannot\n"
      "hold is an error that says so. docs/meshes.md has the details.");
  convert->add_option("from", options.from, "Mesh file (.msh, .re2, .rea, .nmsh, .exo, .cgns)")
      ->required();
  convert->add_option("-o,--output,to", options.to, "Mesh file to write (.msh, .re2)")->required();
  convert->add_option("--name", options.names, "Call a boundary or volume otherwise: --name wall=W")
      ->type_name("OLD=NEW")
      ->take_all();
  convert->add_flag("--hexahedra", options.hexahedra,
                    "Cut tetrahedra, wedges and pyramids of a Gmsh file into hexahedra, triangles "
                    "of a plane one into quadrilaterals");
  // A flag that fills a number counts how often it is there: its value is asked for instead.
  const std::string of_smooth =
      "Better inverted and bad elements by moving points within, those whose scaled Jacobian is "
      "below 0.3, or another number: --smooth=0.5";
  CLI::Option* const smooth =
      convert->add_flag("--smooth{0.3}", of_smooth)->check(CLI::Range(0.0, 1.0));
  convert->add_flag("--overwrite", options.overwrite, "Replace the file where it is there already");
  convert->callback([smooth, &options] {
    if (smooth->count() > 0) options.smooth = smooth->as<double>();
  });
}

}  // namespace

void add_mesh(CLI::App& app, MeshCommands& commands) {
  MeshOptions& options = commands.report;
  auto* mesh = app.add_subcommand(
      "mesh", "What a mesh file holds: boundaries, quality, and how it splits over ranks");
  mesh->footer(
      "Examples:\n"
      "  lobatto mesh pipe.msh\n"
      "  lobatto mesh pipe.re2 --ranks 16 32 64 --json pipe.json\n"
      "  lobatto mesh pipe.msh --picture pipe.png\n"
      "  lobatto mesh convert pipe.msh pipe.re2\n"
      "Reads meshes of Gmsh (.msh, versions 2.2, 4.0 and 4.1), Nek5000 (.re2, .rea), Neko (.nmsh), "
      "Exodus II (.exo, .e, .g) and CGNS (.cgns);\n"
      "of plane ones it shows one periodic layer. docs/meshes.md says what is accepted.\n"
      "Ends with 1 where the file is no mesh for a run, or an element is folded.");
  const auto* const file =
      mesh->add_option("file", options.files,
                       "Mesh file (.msh, .re2, .rea, .nmsh, .exo, .cgns), or several that touch");
  mesh->add_option("--ranks", options.ranks, "Numbers of ranks to partition for: --ranks 1 2 4")
      ->check(CLI::PositiveNumber)
      ->type_name("N");
  run::add_json_option(*mesh, options.json_file, "report");
  mesh->add_option(
          "--surface", options.surface_file,
          "Write the outer sides and the worst elements as JSON, for a picture of your own")
      ->type_name("FILE");
  mesh->add_option(
          "--picture",
          "Draw the surface, boundaries in colours, the worst elements marked (.png, .pdf, "
          ".svg); by Python")
      ->type_name("FILE");
  mesh->require_subcommand(0, 1);
  add_mesh_convert(*mesh, commands.convert);
  mesh->callback([mesh, file] {
    if (file->count() == 0 && mesh->get_subcommands().empty()) throw CLI::RequiredError("file");
  });
}

int run_mesh(const CLI::App& mesh, const MeshCommands& commands,
             const comm::Communicator& communicator) {
  if (mesh.got_subcommand("convert")) return mesh_convert_command(commands.convert, communicator);
  return mesh_command(commands.report, communicator);
}

}  // namespace lobatto::commands
