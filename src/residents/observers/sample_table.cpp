#include "residents/observers/sample_table.hpp"

#include <charconv>

#include "comm/agreement/agreed_fault.hpp"

namespace lobatto::residents {

namespace {

/// True for the heading too.
bool is_row_up_to(std::string_view line, std::optional<long long> last_step) {
  if (!last_step || line.starts_with("step,")) return true;
  long long step = 0;
  const auto read = std::from_chars(line.data(), line.data() + line.size(), step);
  return read.ec == std::errc() && step <= *last_step;
}

}  // namespace

SampleTable::SampleTable(const std::filesystem::path& file, std::string_view heading,
                         std::optional<long long> resumed_step,
                         const comm::Communicator& communicator)
    : communicator_(communicator), lines_(file, communicator, [&](const std::string& line) {
        return is_row_up_to(line, resumed_step);
      }) {
  if (lines_.is_new()) lines_.add(heading);
}

void SampleTable::flush() {
  lines_.flush();
  comm::throw_together(communicator_, failure());
}

}  // namespace lobatto::residents
