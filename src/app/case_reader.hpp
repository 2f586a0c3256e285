#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/case.hpp"

namespace lobatto::app {

/// Reads, checks and resolves a case file; `overrides` are "key=value", as of --set, later ones
/// after earlier ones. Throws base::Error with every problem found (up to 20), one a line, each
/// with its place.
Case read_case(const std::filesystem::path& file, const std::vector<std::string>& overrides);

/// The same from text that was read before; `file` is for the messages and the default name.
Case parse_case(const std::string& text, const std::string& file,
                const std::vector<std::string>& overrides);

}  // namespace lobatto::app
