#include "commands/other_programs.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "case/document/document.hpp"
#include "case/document/document_limits.hpp"

namespace lobatto::commands {

namespace fs = std::filesystem;

namespace {

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

bool asks_for_picture(const std::vector<std::string>& words) {
  return words.size() > 1 && words[1] == "mesh" &&
         std::ranges::any_of(words, [](const std::string& word) {
           return word == "--picture" || word.starts_with("--picture=");
         });
}

bool asks_for_user_code(const std::vector<std::string>& words) {
  if (words.size() < 2 || (words[1] != "run" && words[1] != "check")) return false;
  return std::ranges::any_of(words, [](const std::string& word) {
    return word.starts_with("python.file=") || word.starts_with("--set=python.file=") ||
           has_user_code(word);
  });
}

std::string python() {
  if (const char* asked = std::getenv("LOBATTO_PYTHON"); asked != nullptr && *asked != '\0')
    return asked;
#ifdef LOBATTO_BUILT_FOR_PYTHON
  if (::access(LOBATTO_BUILT_FOR_PYTHON, X_OK) == 0) return LOBATTO_BUILT_FOR_PYTHON;
#endif
  return "python3";
}

void find_package_beside_program() {
  std::error_code ignored;
  const fs::path folder = program_folder() / "python";
  if (!fs::is_directory(folder / "lobatto", ignored)) return;
  const char* before = std::getenv("PYTHONPATH");
  const std::string path =
      before != nullptr && *before != '\0' ? folder.string() + ":" + before : folder.string();
  ::setenv("PYTHONPATH", path.c_str(), 1);
}

}  // namespace

void become_python_where_needed(int argc, char** argv) {
  const std::vector<std::string> words(argv, argv + argc);
  const bool is_picture = asks_for_picture(words);
  if (!is_picture && !asks_for_user_code(words)) return;
  find_package_beside_program();
  const std::string program = python();
  std::vector<char*> command;
  std::string module = "-m", package = "lobatto", name = program;
  for (std::string* word : {&name, &module, &package}) command.push_back(word->data());
  command.insert(command.end(), argv + 1, argv + argc);
  command.push_back(nullptr);
  ::execvp(program.c_str(), command.data());
  fmt::print(stderr, "{}, and {} cannot be started: {}; LOBATTO_PYTHON names another Python\n",
             is_picture ? "Python draws the picture" : "the case has user code ([python])", program,
             std::strerror(errno));
  std::exit(1);
}

}  // namespace lobatto::commands
