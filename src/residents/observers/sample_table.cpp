#include "residents/observers/sample_table.hpp"

#include <fmt/format.h>

#include <charconv>

#include "base/error.hpp"
#include "comm/agreement/agreed_fault.hpp"

namespace lobatto::residents {

namespace {

/// False for a heading that a full disk has cut off. Throws base::Error for that of other columns.
bool is_heading_of(const std::filesystem::path& file, std::string_view line,
                   std::string_view heading) {
  if (line == heading || heading.starts_with(line)) return line == heading;
  throw base::Error(fmt::format(
      "{}:1: found the columns {}, expected those of this case: {}. A table goes on with the "
      "columns that it has; give the new one another name in the case, or move the file away",
      file.string(), line, heading));
}

bool is_row_up_to(std::string_view line, std::optional<long long> last_step) {
  if (!last_step) return true;
  long long step = 0;
  const auto read = std::from_chars(line.data(), line.data() + line.size(), step);
  return read.ec == std::errc() && step <= *last_step;
}

}  // namespace

SampleTable::SampleTable(const std::filesystem::path& file, std::string_view heading,
                         std::optional<long long> resumed_step,
                         const comm::Communicator& communicator)
    : communicator_(communicator), lines_(file, communicator, [&](const std::string& line) {
        return line.starts_with("step") ? is_heading_of(file, line, heading)
                                        : is_row_up_to(line, resumed_step);
      }) {
  if (lines_.is_new()) lines_.add(heading);
}

void SampleTable::flush() {
  lines_.flush();
  comm::throw_together(communicator_, failure());
}

}  // namespace lobatto::residents
