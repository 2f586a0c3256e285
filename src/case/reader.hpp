#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "case/case.hpp"
#include "case/expressions/table_files.hpp"
#include "case/format.hpp"
#include "comm/communicator.hpp"

namespace lobatto::cases {

/// Reads, checks and resolves a case file, which only the first rank needs to see; `overrides` are
/// "key=value", as of --set, later ones after earlier ones. Collective. Throws base::Error on every
/// rank, with every problem found (up to 20), a problem a line, each with its place. `functions`:
/// of user code, that expressions may call.
Case read_case(const std::filesystem::path& file, const std::vector<std::string>& overrides,
               const CaseFormat& format, const comm::Communicator& communicator,
               const UserFunctions& functions = {});

/// The same from text that all ranks have; the first one reads what else the case names.
Case parse_case_together(const std::string& text, const std::string& file,
                         const std::vector<std::string>& overrides, const CaseFormat& format,
                         const comm::Communicator& communicator,
                         const UserFunctions& functions = {});

/// The same from text that was read before; `file` is for the messages, the default name, and the
/// folder of further files. Tables are read by `read_table`; not collective unless that is.
Case parse_case(const std::string& text, const std::string& file,
                const std::vector<std::string>& overrides, const CaseFormat& format = CaseFormat(),
                const FileReader& read_table = read_table_text,
                const UserFunctions& functions = {});

}  // namespace lobatto::cases
