#include "run/records/terminal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace lobatto::run {

std::optional<Terminal> Terminal::of_person() {
  if (::isatty(STDOUT_FILENO) == 0) return std::nullopt;
  if (const char* kind = std::getenv("TERM"); kind == nullptr || std::string(kind) == "dumb")
    return std::nullopt;
  if (std::getenv("OMPI_COMM_WORLD_RANK") == nullptr) return Terminal(STDOUT_FILENO);
  const std::string of_launcher = fmt::format("/proc/{}/fd/1", ::getppid());
  const int descriptor = ::open(of_launcher.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC);
  if (descriptor < 0) return std::nullopt;
  if (::isatty(descriptor) != 0) return Terminal(descriptor);
  ::close(descriptor);
  return std::nullopt;
}

int Terminal::columns() const {
  winsize size{};
  const bool is_told = ::ioctl(descriptor_, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return is_told ? size.ws_col : 80;
}

}  // namespace lobatto::run
