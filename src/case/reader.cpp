#include "case/reader.hpp"

#include <fmt/format.h>

#include "case/document/document.hpp"
#include "case/document/overrides.hpp"
#include "case/document/section.hpp"
#include "case/schema/schema_check.hpp"
#include "case/tables/tables.hpp"
#include "comm/agreement/agreed_fault.hpp"

namespace lobatto::cases {

namespace {

void read_document(const Section& root, const CaseFormat& format, Case& c) {
  read_name(root, c);
  read_mesh(root, c);
  read_solids(root, c);
  read_fluid(root, c);
  read_exact(root, c);
  read_flow(root, c);
  if (!c.prescribed_velocity) read_velocity_conditions(root, format, c);
  read_initial(root, c);
  for (const Extension& extension : format.extensions())
    if (extension.read_first) extension.read_first(root, c);
  read_scalars(root, format, c);
  read_time(root, c);
  read_solver(root, c);
  read_output(root, c);
  read_checkpoint(root, c);
  const auto read_extensions = [&](bool with_output) {
    for (const Extension& extension : format.extensions())
      if (extension.read && (extension.place == Place::with_output) == with_output)
        extension.read(root, c);
  };
  read_extensions(false);
  read_quantities(root, c);
  read_extensions(true);
  check_solids(root, c);
  check_nek_room(root, c);
  complete_axisymmetric(root, c);
}

/// Notes where every key stands.
void note_places(const Value& value, const std::string& path, Case& c) {
  if (const auto* table = value.get<Value::Table>())
    for (const Entry& entry : *table) {
      const std::string of_entry = path.empty() ? entry.key : path + "." + entry.key;
      c.places[of_entry] = entry.where.text();
      note_places(entry.value, of_entry, c);
    }
  const auto* list = value.get<Value::List>();
  for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
    if (!(*list)[i].get<Value::Table>()) return;
    const std::string of_item = fmt::format("{}[{}]", path, i);
    c.places[of_item] = (*list)[i].where.text();
    note_places((*list)[i], of_item, c);
  }
}

/// What `read` returns on the first rank. Collective; throws what it throws on every rank.
std::string text_of_first(const comm::Communicator& communicator,
                          base::FunctionRef<std::string()> read) {
  std::string text;
  comm::on_root(communicator, [&] { text = read(); });
  communicator.broadcast(text, 0);
  return text;
}

}  // namespace

Case parse_case(const std::string& text, const std::string& file,
                const std::vector<std::string>& overrides, const CaseFormat& format,
                const FileReader& read_table, const UserFunctions& functions) {
  Case c;
  c.file = file;
  c.source_text = text;
  Problems problems;
  Value document = parse_document(text, file);
  use_present_names(document, format.schema());
  for (const std::string& override_text : overrides) {
    const auto [key, value] = split_override(override_text);
    note_override(c.overrides, key, value);
    apply_override(document, override_text, format.schema(), problems);
  }
  TableFiles tables(std::filesystem::path(file).parent_path(), read_table);
  const CaseNames names = collect_names(document, format.schema(), tables, problems);
  check_schema(document, format.schema(), names, functions, tables, problems);
  c.parameters = names.parameters;
  c.imports = {tables.tables(), functions};
  c.table_texts = tables.texts();
  note_places(document, "", c);
  read_document(Section::root(document, problems), format, c);
  for (const Extension& extension : format.extensions())
    if (extension.check) extension.check(c, problems);
  problems.throw_if_any();
  return c;
}

Case read_case(const std::filesystem::path& file, const std::vector<std::string>& overrides,
               const CaseFormat& format, const comm::Communicator& communicator,
               const UserFunctions& functions) {
  const std::string text =
      text_of_first(communicator, [&] { return read_text(file, most_document_bytes); });
  return parse_case_together(text, file.string(), overrides, format, communicator, functions);
}

Case parse_case_together(const std::string& text, const std::string& file,
                         const std::vector<std::string>& overrides, const CaseFormat& format,
                         const comm::Communicator& communicator, const UserFunctions& functions) {
  // All ranks come upon the same tables in the same order.
  const auto read_table = [&](const std::filesystem::path& name) {
    return text_of_first(communicator, [&] { return read_table_text(name); });
  };
  return parse_case(text, file, overrides, format, read_table, functions);
}

}  // namespace lobatto::cases
