#pragma once

#include <filesystem>

#include "base/function_ref.hpp"
#include "comm/communicator.hpp"

namespace lobatto::io {

/// Makes a file that has its name only when it is complete: `write` makes it under the name that it
/// is given, and nothing is left where that fails. Collective, and so may `write` be; what it
/// throws as base::Error it must throw on every rank, and so does this.
void make_complete(const std::filesystem::path& file, const comm::Communicator& communicator,
                   base::FunctionRef<void(const std::filesystem::path&)> write);

/// Makes the folder of a file again where somebody has removed it while the run goes on. Not the
/// one above it: a run folder that is gone stays so.
void renew_folder_of(const std::filesystem::path& file);

}  // namespace lobatto::io
