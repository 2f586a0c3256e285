#include "commands/program_folder.hpp"

#include <system_error>

namespace lobatto::commands {

std::filesystem::path program_folder() {
  std::error_code ignored;
  return std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
}

}  // namespace lobatto::commands
