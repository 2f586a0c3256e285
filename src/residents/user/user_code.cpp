// [python]: a file of user code, whose functions stand for formulas of the case and watch the run.
#include "residents/user_code_file.hpp"

#include "residents/residents.hpp"

namespace lobatto::residents {

namespace {

const cases::Table<UserCodeFile>& user_code_table() {
  static const cases::Table<UserCodeFile> table{
      {.path = "python", .description = "Your own code, in Python; see docs/user-code.md"},
      {{&UserCodeFile::file,
        {.path = "python.file",
         .kind = cases::Kind::path,
         .required = true,
         .example = "\"jet.py\"",
         .description = "the file, beside the case file unless its path says more. Its functions "
                        "stand for expressions as \"@name\""}}}};
  return table;
}

}  // namespace

Resident user_code_file() {
  return {.in_case_file = cases::extension_of(user_code_table()),
          .supports = also(any_flow, {Trait::low_mach}),
          .example = "[python]\nfile = \"jet.py\"\n"};
}

}  // namespace lobatto::residents
