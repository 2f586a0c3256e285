
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "run/command_line.hpp"
#include "run/records/terminal.hpp"

namespace lobatto::run {

namespace {

/// Those of many words that begin with what is typed.
class Candidates {
 public:
  explicit Candidates(std::string typed) : typed_(std::move(typed)) {}

  void add(const std::string& word, std::string what) {
    if (!word.starts_with(typed_)) return;
    std::ranges::replace_if(what, [](char c) { return c == '\n' || c == '\t'; }, ' ');
    text_ += fmt::format("{}\t{}\n", word, what);
  }

  const std::string& text() const { return text_; }

 private:
  std::string typed_, text_;
};

const CLI::App& command_of(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* command = &app;
  for (auto word = words.begin(); word + 1 != words.end(); ++word) {
    const auto parts = command->get_subcommands({});
    const auto found = std::ranges::find(parts, *word, &CLI::App::get_name);
    if (found != parts.end()) command = *found;
  }
  return *command;
}

void add_values(const CLI::Option& option, Candidates& candidates) {
  for (const std::string& choice : choices_of(option)) candidates.add(choice, "");
}

void add_options(const CLI::App& command, Candidates& candidates) {
  for (const CLI::Option* option : command.get_options()) {
    for (const auto& name : option->get_snames())
      candidates.add("-" + name, option->get_description());
    for (const auto& name : option->get_lnames())
      candidates.add("--" + name, option->get_description());
  }
}

/// Its commands, and the values of its first word where these are known.
void add_first_words(const CLI::App& command, Candidates& candidates) {
  for (const CLI::App* part : command.get_subcommands({}))
    candidates.add(part->get_name(), part->get_description());
  const auto options = command.get_options();
  const auto first = std::ranges::find_if(options, &CLI::Option::get_positional);
  if (first != options.end()) add_values(**first, candidates);
}

}  // namespace

bool asks_for_completion(int argc, char** argv) {
  return argc > 2 && std::string_view(argv[1]) == "complete";
}

std::string completions(const CLI::App& app, const std::vector<std::string>& words) {
  Candidates candidates(words.back());
  const CLI::App& command = command_of(app, words);
  const std::string before = words.size() > 1 ? words[words.size() - 2] : app.get_name();
  const CLI::Option* option =
      before.starts_with('-') ? command.get_option_no_throw(before) : nullptr;
  if (option != nullptr && option->get_items_expected_max() > 0)
    add_values(*option, candidates);
  else if (words.back().starts_with('-'))
    add_options(command, candidates);
  else if (before == command.get_name())
    add_first_words(command, candidates);
  return candidates.text();
}

void print_completions(const CLI::App& app, int argc, char** argv) {
  put_text(stdout, completions(app, {argv + 2, argv + argc}));
}

}  // namespace lobatto::run
