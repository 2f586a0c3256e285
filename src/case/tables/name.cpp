#include "case/tables/tables.hpp"

#include <fmt/ranges.h>

#include <cctype>
#include <filesystem>

#include "case/schema/name_rules.hpp"
#include "case/schema/table.hpp"

namespace lobatto::cases {

namespace {

/// The file's stem, with '_' for what a name may not have.
std::string name_from_file(const std::string& file) {
  std::string name = std::filesystem::path(file).stem().string().substr(0, longest_name);
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-' && c != '.') c = '_';
  return name;
}

struct Heading {
  std::string name;
  std::vector<std::string> refuse;
};

void refuse(const Section& run, const Heading& heading) {
  if (heading.refuse.empty()) return;
  run.report("refuse", fmt::format("{}; delete this line to run the case without that",
                                   fmt::join(heading.refuse, "; ")));
}

const Table<Heading>& heading_table() {
  static const Table<Heading> table{
      {.path = "case", .description = "The run"},
      {{&Heading::name,
        {.path = "case.name",
         .kind = Kind::file_name,
         .default_text = "the file's name",
         .example = "\"duct\"",
         .description = "names the run and its folder"}},
       {&Heading::refuse,
        {.path = "case.refuse",
         .default_text = "none",
         .example = R"(["the source has a magnetic field"])",
         .description = "reasons why this case must not run: it is refused with them, until you "
                        "delete the line. 'import' writes it where the source solves other "
                        "equations, or changes the mesh of its file"}}},
      refuse};
  return table;
}

}  // namespace

std::vector<Key> name_keys() { return heading_table().keys(); }

void read_name(const Section& root, Case& c) {
  Heading heading{.name = name_from_file(c.file), .refuse = {}};
  heading_table().read_below(root, heading);
  c.name = heading.name;
}

}  // namespace lobatto::cases
