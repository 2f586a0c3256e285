#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "case/expressions/data_table.hpp"

namespace lobatto::cases {

/// Gives the text of a file, or throws base::Error.
using FileReader = std::function<std::string(const std::filesystem::path& file)>;

/// The files of which expressions have tables, each read once.
class TableFiles {
 public:
  /// Names in expressions lead on from `folder`, that of the case file.
  TableFiles(std::filesystem::path folder, FileReader read)
      : folder_(std::move(folder)), read_(std::move(read)) {}

  /// Reads what the expression has tables of; as collective as the reader. Throws base::Error.
  void read_for(const std::string& expression);

  [[nodiscard]] const DataTables& tables() const { return tables_; }
  /// The files as they were, by their paths.
  [[nodiscard]] const std::map<std::string, std::string>& texts() const { return texts_; }

 private:
  std::filesystem::path folder_;
  FileReader read_;
  DataTables tables_;
  std::map<std::string, std::string> texts_;
};

/// Reads a table on this rank. Throws base::Error: there is no such file, it is no regular file, it
/// is longer than a case file may be.
std::string read_table_text(const std::filesystem::path& file);

}  // namespace lobatto::cases
