#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/error.hpp"
#include "case/document/document.hpp"
#include "commands/start/other_programs.hpp"

namespace lobatto::commands {

namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

struct Tool {
  const char* name;
  const char* what;
  const char* group;
};
constexpr std::array tools{
    Tool{"plot", "Pictures of a run: sections, histories, samples", "Results"},
    Tool{"follow", "The histories of a run in progress, here or as a page", "Results"},
    Tool{"stats", "Profiles and budgets of averages, beside references", "Results"},
    Tool{"spectrum", "Energy spectra of a periodic box", "Results"},
    Tool{"decompose", "Modes of field files: POD, DMD and SPOD", "Results"},
    Tool{"report", "How fast runs were, and why, as one page", "Results"},
    Tool{"study", "Many runs of one case, started and compared", "Results"},
    Tool{"import", "A case of Nek5000, NekRS or Neko as a case file", "Cases"},
    Tool{"acceptance", "The page of an acceptance: what was measured, against what was asked",
         "Machines"},
    Tool{"watch", "How health has changed since it was measured first", "Machines"}};

const Words modules_of_tools{"numpy", "h5py", "matplotlib", "typer", "rich", "jinja2", "lobatto"};
const Words modules_of_user_code{"numpy", "typer", "rich", "lobatto", "lobatto_core"};

/// Prints the modules that are missing, and fails where some are.
constexpr const char* look_for_modules =
    "import importlib.util, sys; "
    "missing = [m for m in sys.argv[1:] if importlib.util.find_spec(m) is None]; "
    "print(*missing, sep=', '); sys.exit(len(missing) > 0)";

/// False for what is no case file either: reading it finds out why.
bool has_user_code(const std::string& file) {
  if (!file.ends_with(".toml") || !fs::is_regular_file(file)) return false;
  try {
    const auto document =
        cases::parse_document(cases::read_text(file, cases::most_document_bytes), file);
    return cases::find_entry(document, "python") != nullptr;
  } catch (const base::Error&) {
    return false;
  }
}

bool is_name_of_tool(std::string_view word) {
  return std::ranges::any_of(tools, [&](const Tool& tool) { return tool.name == word; });
}

bool asks_for_picture(const Words& words) {
  return words.size() > 1 && words[1] == "mesh" &&
         std::ranges::any_of(words, [](const std::string& word) {
           return word == "--picture" || word.starts_with("--picture=");
         });
}

bool asks_for_user_code(const Words& words) {
  if (words.size() < 2 || (words[1] != "run" && words[1] != "check")) return false;
  return std::ranges::any_of(words, [](const std::string& word) {
    return word.starts_with("python.file=") || word.starts_with("--set=python.file=") ||
           has_user_code(word);
  });
}

/// So that Python finds the package lobatto where the program knows it.
void find_package() {
  Words folders;
  for (const char* place : {"python", LOBATTO_PACKAGE})
    if (std::error_code ignored; fs::is_directory(program_folder() / place / "lobatto", ignored))
      folders.push_back(program_folder() / place);
  if (const char* before = std::getenv("PYTHONPATH"); before != nullptr && *before != '\0')
    folders.emplace_back(before);
  if (!folders.empty())
    ::setenv("PYTHONPATH", fmt::format("{}", fmt::join(folders, ":")).c_str(), 1);
}

Words candidates() {
  Words programs{"python3", "/usr/bin/python3"};
#ifdef LOBATTO_BUILT_FOR_PYTHON
  programs.insert(programs.begin(), LOBATTO_BUILT_FOR_PYTHON);
#endif
  return programs;
}

[[noreturn]] void refuse(const std::string& what, const std::string& why) {
  fmt::print(stderr, "error  {}: {}\nLOBATTO_PYTHON names another Python\n", what, why);
  std::exit(1);
}

std::string python_with(const Words& modules, const std::string& what) {
  if (const char* asked = std::getenv("LOBATTO_PYTHON"); asked != nullptr && *asked != '\0')
    return asked;
  Words faults;
  for (const std::string& program : candidates()) {
    Words question{program, "-c", look_for_modules};
    question.insert(question.end(), modules.begin(), modules.end());
    const auto [text, is_good] = ask(question);
    if (is_good) return program;
    if (!text.empty())
      faults.push_back(fmt::format("{} lacks {}", program, text.substr(0, text.find('\n'))));
  }
  refuse(what, fmt::format("it needs a Python from 3.11 on with {}; {}", fmt::join(modules, ", "),
                           faults.empty() ? "there is no python3"
                                          : fmt::format("{}", fmt::join(faults, "; "))));
}

}  // namespace

void become_python_where_needed(int argc, char** argv) {
  const Words words(argv, argv + argc);
  const std::string name_of_command(command_of(argc, argv));
  const bool is_tool = is_name_of_tool(name_of_command), is_picture = asks_for_picture(words);
  if (!is_tool && !is_picture && !asks_for_user_code(words)) return;
  const std::string what = is_tool      ? "lobatto " + name_of_command
                           : is_picture ? "a picture of a mesh"
                                        : "user code ([python])";
  find_package();
  const std::string name = python_with(is_tool ? modules_of_tools : modules_of_user_code, what);
  Words command{name, "-m", "lobatto"};
  command.insert(command.end(), argv + 1, argv + argc);
  become(std::move(command));
  refuse(what, fmt::format("{} cannot be started: {}", name, std::strerror(errno)));
}

void add_python_commands(CLI::App& app) {
  for (const Tool& tool : tools) {
    auto* added = app.add_subcommand(tool.name, tool.what);
    added->group(tool.group);
    added->allow_extras();
    added->set_help_flag();
  }
}

}  // namespace lobatto::commands
