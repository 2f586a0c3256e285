#pragma once

#include <filesystem>

namespace lobatto::commands {

/// Where the program lies that this process is; empty where the system does not say.
std::filesystem::path program_folder();

}  // namespace lobatto::commands
