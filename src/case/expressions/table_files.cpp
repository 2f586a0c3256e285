#include "case/expressions/table_files.hpp"

#include <memory>

#include "base/error.hpp"
#include "case/document/document.hpp"
#include "case/document/document_limits.hpp"
#include "case/expressions/table_calls.hpp"

namespace lobatto::cases {

void TableFiles::read_for(const std::string& expression) {
  for (const auto& call : take_out_tables(expression).calls) {
    if (tables_.contains(call.file)) continue;
    const std::filesystem::path path = folder_ / call.file;
    if (call.file.empty()) throw base::Error("'': expected the name of a file");
    const std::string text = read_(path);
    tables_[call.file] = std::make_shared<const DataTable>(text, path.string());
    texts_[path.string()] = text;
  }
}

std::string read_table_text(const std::filesystem::path& file) {
  return read_text(file, most_document_bytes);
}

}  // namespace lobatto::cases
