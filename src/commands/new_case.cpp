#include "commands/commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "base/error.hpp"
#include "case/document/spelling.hpp"
#include "case/schema/schema.hpp"
#include "commands/embedded_files.hpp"
#include "residents/case_format.hpp"
#include "run/records/terminal.hpp"

namespace lobatto::commands {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view case_suffix = ".toml";

std::string flow_of(const TextOfFile& file) {
  return std::string(file.name.substr(0, file.name.size() - case_suffix.size()));
}

std::vector<TextOfFile> cases() {
  std::vector<TextOfFile> found;
  for (const TextOfFile& file : embedded_files())
    if (file.name.ends_with(case_suffix)) found.push_back(file);
  return found;
}

/// Its first line that is a comment for people: what flow it is.
std::string title_of(std::string_view text) {
  const auto begin = text.find("\n# ") + 3;
  return std::string(text.substr(begin, text.find('\n', begin) - begin));
}

std::string list_of_cases() {
  std::string text;
  for (const TextOfFile& file : cases())
    text += fmt::format("  {:<10} {}\n", flow_of(file), title_of(file.text));
  return text;
}

TextOfFile case_of(const std::string& flow) {
  for (const TextOfFile& file : cases())
    if (flow_of(file) == flow) return file;
  throw base::Error(
      fmt::format("new: there is no flow '{}'{}", flow,
                  lobatto::cases::suggestion_or_list(flow, names_of_new_flows(), "; there are ")));
}

/// The file that mesh.file of a case names, where it names one of ours.
const TextOfFile* mesh_of(const TextOfFile& the_case) {
  const auto files = embedded_files();
  const auto found = std::ranges::find_if(files, [&](const TextOfFile& file) {
    return the_case.text.find(fmt::format("\nfile = \"{}\"", file.name)) != std::string_view::npos;
  });
  return found == files.end() ? nullptr : &*found;
}

struct Writing {
  fs::path path;
  std::string text;
};

bool holds(const fs::path& path, const std::string& text) {
  std::ifstream file(path, std::ios::binary);
  return file && std::string(std::istreambuf_iterator<char>(file), {}) == text;
}

void refuse_where_there(const std::vector<Writing>& files) {
  for (const Writing& file : files)
    if (fs::exists(file.path) && !holds(file.path, file.text))
      throw base::Error(fmt::format(
          "{}: there is a file of this name, which is left as it is; begin in another folder, or "
          "give the case another name: lobatto new FLOW FILE",
          file.path.string()));
}

void write(const Writing& file) {
  std::ofstream out(file.path, std::ios::binary);
  out << file.text;
  if (!out.flush())
    throw base::Error(fmt::format("cannot write {}: {}", file.path.string(), std::strerror(errno)));
}

std::string what_next(const fs::path& file, const std::string& title) {
  return fmt::format(
      "{0} is written: {1}\n\nNext:\n"
      "  lobatto check {0}\n"
      "  lobatto run {0} -n 2\n"
      "  lobatto plot runs/{2}\n",
      file.string(), title, file.stem().string());
}

}  // namespace

std::vector<std::string> names_of_new_flows() {
  std::vector<std::string> names;
  for (const TextOfFile& file : cases()) names.push_back(flow_of(file));
  return names;
}

int new_case_command(const NewCaseOptions& options, const comm::Communicator& communicator) {
  if (communicator.rank() != 0) return 0;
  if (!options.flow) {
    run::put_text(stdout,
                  "lobatto new FLOW [FILE] writes a case to begin with:\n" + list_of_cases());
    return 0;
  }
  const TextOfFile the_case = case_of(*options.flow);
  const fs::path file = options.file.value_or(std::string(the_case.name));
  if (file.extension() != case_suffix)
    throw base::Error(fmt::format("new: expected the name of a case file, such as my-{}, found {}",
                                  the_case.name, file.string()));
  std::vector<Writing> files{{file, std::string(the_case.text)}};
  if (const TextOfFile* mesh = mesh_of(the_case))
    files.push_back({file.parent_path() / mesh->name, std::string(mesh->text)});
  refuse_where_there(files);
  const fs::path schema = file.parent_path() / "lobatto.schema.json";
  if (!fs::exists(schema))
    files.push_back({schema, lobatto::cases::case_json_schema(residents::case_format().schema())});
  for (const Writing& one : files) write(one);
  run::put_text(stdout, what_next(file, title_of(the_case.text)));
  return 0;
}

}  // namespace lobatto::commands
