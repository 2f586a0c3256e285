#include "run/command_line.hpp"

#include <fmt/format.h>

#include <sstream>
#include <vector>

#include "case/document/printable.hpp"
#include "case/document/spelling.hpp"
#include "run/records/terminal.hpp"

namespace lobatto::run {

namespace {

/// The command that is asked for, below all others.
const CLI::App& command_of(const CLI::App& app) {
  const auto parts = app.get_subcommands();
  return parts.empty() ? app : command_of(*parts.front());
}

std::string path_of(const CLI::App& command) {
  const CLI::App* const above = command.get_parent();
  return (above == nullptr ? "" : path_of(*above) + " ") + command.get_name();
}

/// Whose name the complaint of CLI11 has; the longest, where there are several.
const CLI::Option* option_in(const std::string& complaint, const CLI::App& command) {
  const CLI::Option* found = nullptr;
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name();
    if (complaint.find(name) == std::string::npos) continue;
    if (found == nullptr || name.size() > found->get_name().size()) found = option;
  }
  return found;
}

/// Words that are no option or one argument too many.
std::string fault_of_extras(const CLI::App& command, const std::string& word) {
  const std::string path = path_of(command);
  std::vector<std::string> names;
  if (word.starts_with('-')) {
    for (const CLI::Option* option : command.get_options())
      for (const auto& name : option->get_lnames()) names.push_back("--" + name);
    const std::string name = word.substr(0, word.find('='));
    return fmt::format("{} has no option {}{}", path, name, cases::suggestion(name, names));
  }
  for (const CLI::App* part : command.get_subcommands({})) names.push_back(part->get_name());
  if (!names.empty())
    return fmt::format("{} {}: there is no such command{}", path, word,
                       cases::suggestion_or_list(word, names, "; there are "));
  return fmt::format("{}: found '{}', expected no more words", path, word);
}

/// What is not there, but has to be.
std::string fault_of_missing(const CLI::App& command) {
  const std::string path = path_of(command);
  for (const CLI::Option* option : command.get_options())
    if (option->get_required() && option->count() == 0)
      return fmt::format("{}: {} is missing: {}", path, option->get_name(),
                         option->get_description());
  std::vector<std::string> names;
  for (const CLI::App* part : command.get_subcommands({})) names.push_back(part->get_name());
  return fmt::format("{}: expected one of its commands: {}", path,
                     cases::join_words(names, "", " or "));
}

/// The value of an option is not what it takes.
std::string fault_of_value(const CLI::Option& option, const CLI::ParseError& error) {
  const std::string name = option.get_name(), value = value_of(option);
  const auto& found = option.results();
  if (error.get_name() == "ArgumentMismatch" || found.empty())
    return fmt::format("{}: expected {} behind it", name, value.empty() ? "a value" : value);
  const std::string words = CLI::detail::join(found, " ");
  if (const auto choices = choices_of(option); !choices.empty())
    return fmt::format("{}: found '{}', expected {}{}", name, words,
                       cases::join_words(choices, "", " or "), cases::suggestion(words, choices));
  if (option.get_type_name().find("FLOAT") != std::string::npos ||
      option.get_type_name().find("INT") != std::string::npos ||
      error.get_name() == "ConversionError")
    return fmt::format(
        "{}: found '{}', expected a number{}", name, words,
        value.find(" from ") == std::string::npos ? "" : value.substr(value.find(" from ")));
  return error.what();
}

/// What is wrong with the words, and where help is.
std::string fault_of_words(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& command = command_of(app);
  const CLI::Option* const option = option_in(error.what(), command);
  const std::string kind = error.get_name();
  std::string fault = error.what();
  // CLI11 has handed the words over to the complaint by then, but for those before a command.
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr)
    fault = fault_of_extras(command, fault.substr(fault.rfind(' ') + 1));
  else if (kind == "RequiredError" && command.remaining_size() > 0)
    fault = fault_of_extras(command, command.remaining().front());
  else if (kind == "RequiredError")
    fault = fault_of_missing(command);
  else if (option != nullptr &&
           (kind == "ConversionError" || kind == "ValidationError" || kind == "ArgumentMismatch"))
    fault = fault_of_value(*option, error);
  return fmt::format("error  {}\n{} --help says what there is\n", fault, path_of(command));
}

}  // namespace

void begin_command_line(CLI::App& app) {
  app.formatter(help_format());
  app.set_help_flag("-h,--help", "Say what a command does, and how it is asked for");
}

void add_json_option(CLI::App& command, std::optional<std::filesystem::path>& file,
                     const std::string& content) {
  command.add_option("--json", file, fmt::format("Write the {} to this file as well", content))
      ->type_name("FILE");
}

void add_ranks_option(CLI::App& command) {
  const auto refuse = [](const std::string&) {
    throw CLI::ValidationError(
        "-n",
        "only the command `lobatto` starts ranks, with a space before their number, such as -n 4");
  };
  command.add_option_function<std::string>("-n", refuse, "Start this many ranks of this machine")
      ->type_name("RANKS");
  for (CLI::App* part : command.get_subcommands([](CLI::App*) { return true; }))
    add_ranks_option(*part);
}

std::optional<int> parse_command_line(CLI::App& app, int argc, char** argv,
                                      const comm::Communicator& communicator) {
  try {
    app.parse(argc, argv);
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    // Every rank parses the same words; one of them speaks.
    std::ostringstream out, complaint;
    const bool is_answer = app.exit(error, out, complaint) == 0;  // to --help or --version
    if (communicator.rank() > 0) return is_answer ? 0 : 2;
    put_text(stdout, out.str());
    if (!is_answer) put_text(stderr, cases::printable_lines(fault_of_words(app, error)));
    return is_answer ? 0 : 2;
  }
}

}  // namespace lobatto::run
