#include "io/nek/header.hpp"

#include <fmt/format.h>

#include "base/error.hpp"

namespace lobatto::io {

namespace fs = std::filesystem;

std::vector<fs::path> nek_parts(const fs::path& file, const NekFieldHeader& header) {
  if (header.n_files <= 1) return {file};
  const std::size_t n_digits = std::to_string(header.n_files).size();
  const auto number = [&](int part) { return fmt::format("{:0{}d}", part, n_digits); };
  const std::string stem = file.stem().string(), own = number(header.file);
  if (!stem.ends_with(own))
    throw base::Error(
        fmt::format("{}: part {} of {} files of one time; expected a name with {} before {}, so "
                    "that the others can be found",
                    file.string(), header.file, header.n_files, own, file.extension().string()));
  const fs::path folder = file.parent_path();
  const bool has_folders = folder.filename() == fmt::format("A{}", own);
  const std::string name = stem.substr(0, stem.size() - n_digits);
  std::vector<fs::path> parts;
  for (int part = 0; part < header.n_files; ++part) {
    const fs::path place =
        has_folders ? folder.parent_path() / fmt::format("A{}", number(part)) : folder;
    parts.push_back(place / (name + number(part) + file.extension().string()));
  }
  return parts;
}

}  // namespace lobatto::io
