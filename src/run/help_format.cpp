#include "run/command_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "run/records/terminal.hpp"

namespace lobatto::run {

namespace {

std::size_t columns() {
  const auto terminal = Terminal::of_person();
  return terminal ? static_cast<std::size_t>(std::clamp(terminal->columns() - 1, 60, 100)) : 80;
}

/// The words of a text in lines, all but the first behind so many blanks.
std::string wrapped(const std::string& text, std::size_t indent) {
  std::istringstream words(text);
  std::string lines;
  std::size_t column = indent;
  for (std::string word; words >> word;) {
    if (column > indent && column + 1 + word.size() > columns()) {
      lines += "\n" + std::string(indent, ' ');
      column = indent;
    }
    if (column > indent) lines += ' ';
    column += word.size() + (column > indent ? 1 : 0);
    lines += word;
  }
  return lines + "\n";
}

class HelpFormat final : public CLI::Formatter {
 public:
  HelpFormat() {
    label("SUBCOMMAND", "COMMAND");
    label("Positionals", "Arguments");
    column_width(28);
  }

  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    std::string name = is_positional ? option->get_name(true) : names_of(*option);
    if (const std::string value = value_of(*option); !value.empty())
      name += (name.ends_with('=') ? "" : " ") + value;
    if (option->get_expected_max() == CLI::detail::expected_max_vector_size) name += " ...";
    return entry(name, option->get_description(), get_column_width());
  }
  std::string make_subcommand(const CLI::App* command) const override {
    return entry(command->get_name(), command->get_description(), 14);
  }
  std::string make_subcommands(const CLI::App* app, CLI::AppFormatMode mode) const override {
    return CLI::detail::find_and_replace(Formatter::make_subcommands(app, mode),
                                         "\nSubcommands:", "\nCommands:");
  }
  /// Lines that begin with blanks, or end with a colon, stay as they are.
  std::string make_footer(const CLI::App* app) const override {
    std::istringstream lines(app->get_footer());
    std::string text, paragraph;
    const auto end_paragraph = [&] {
      if (!paragraph.empty()) text += wrapped(std::exchange(paragraph, {}), 0);
    };
    for (std::string line; std::getline(lines, line);) {
      const bool stays = line.starts_with(' ') || line.ends_with(':');
      if (!stays) {
        paragraph += line + ' ';
        continue;
      }
      end_paragraph();
      text += line + "\n";
    }
    end_paragraph();
    return text;
  }

 private:
  static std::string names_of(const CLI::Option& option) {
    std::vector<std::string> names;
    for (const auto& name : option.get_snames()) names.push_back("-" + name);
    for (const auto& name : option.get_lnames()) names.push_back("--" + name);
    return fmt::format("{}", fmt::join(names, ", "));
  }
  static std::string entry(const std::string& name, const std::string& what, std::size_t width) {
    std::string head = fmt::format("  {:{}}", name, width - 2);
    if (head.size() > width || head.back() != ' ') head += "\n" + std::string(width, ' ');
    return head + wrapped(what, width);
  }
};

}  // namespace

// CLI11 writes "STYLE:value in {auto->0,live->1} OR {0,1}", "WHAT:{mpi}".
std::vector<std::string> choices_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const auto begin = type.find('{');
  std::vector<std::string> choices;
  if (begin == std::string::npos) return choices;
  std::istringstream values(type.substr(begin + 1, type.find('}', begin) - begin - 1));
  for (std::string value; std::getline(values, value, ',');)
    choices.push_back(value.substr(0, value.find("->")));
  return choices;
}

// CLI11 writes "SECONDS:FLOAT in [5 - 86400]", "N:POSITIVE", "TEXT".
std::string value_of(const CLI::Option& option) {
  if (option.get_items_expected_max() == 0) return "";
  if (const auto choices = choices_of(option); !choices.empty())
    return fmt::format("{{{}}}", fmt::join(choices, ","));
  const std::string type = option.get_type_name();
  std::string name = type.substr(0, type.find(':'));
  if (name == "TEXT") return "";
  if (name == "INT" || name == "FLOAT" || name == "UINT") name = "N";
  const auto range = type.find('['), middle = type.find(" - ");
  if (range == std::string::npos || middle == std::string::npos) return name;
  return fmt::format("{} from {} to {}", name, type.substr(range + 1, middle - range - 1),
                     type.substr(middle + 3, type.find(']') - middle - 3));
}

std::shared_ptr<CLI::Formatter> help_format() { return std::make_shared<HelpFormat>(); }

}  // namespace lobatto::run
