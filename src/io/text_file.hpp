#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "comm/communicator.hpp"

namespace lobatto::io {

/// The name under which a file is written until it is complete.
std::filesystem::path partial_name(const std::filesystem::path& file);

/// Replaces `file` by `text` in one step: readers see the old file or the new one, never a part.
/// This rank only. Throws base::Error that names the file and the reason.
void write_text(const std::filesystem::path& file, const std::string& text);

/// Rank 0 replaces `file` by the JSON document (indented; numbers that are not finite become null).
/// Collective; a failure is thrown as base::Error on every rank.
void write_json(const std::filesystem::path& file, const nlohmann::ordered_json& document,
                const comm::Communicator& communicator);

}  // namespace lobatto::io
