#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "comm/communicator.hpp"
#include "io/line_file.hpp"

namespace lobatto::residents {

/// A CSV file of samples whose first column is the step; rank 0 writes.
class SampleTable {
 public:
  /// Goes on after the rows up to the step that the run goes on from, or begins with the heading.
  /// Collective; throws base::Error on every rank, where the file has another heading too.
  SampleTable(const std::filesystem::path& file, std::string_view heading,
              std::optional<long long> resumed_step, const comm::Communicator& communicator);

  void add(std::string_view row) { lines_.add(row); }
  /// Tries again to write rows that are waiting. Collective; throws base::Error on every rank where
  /// they still are.
  void flush();
  /// Why rows are waiting; empty while none is. On rank 0.
  [[nodiscard]] const std::string& failure() const { return lines_.failure(); }

 private:
  const comm::Communicator& communicator_;
  io::LineFile lines_;
};

}  // namespace lobatto::residents
