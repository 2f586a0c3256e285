#include "case/tables/tables.hpp"

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

const Table<Case>& name_table() {
  static const Table<Case> table{{.path = "case", .description = "The run"},
                                 {{&Case::name,
                                   {.path = "case.name",
                                    .kind = Kind::file_name,
                                    .default_text = "the file's name",
                                    .example = "\"duct\"",
                                    .description = "names the run and its folder"}}}};
  return table;
}

}  // namespace

std::vector<Key> name_keys() { return name_table().keys(); }

void read_name(const Section& root, Case& c) {
  c.name = name_from_file(c.file);
  name_table().read_below(root, c);
}

}  // namespace lobatto::cases
