#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "comm/communicator.hpp"

namespace lobatto::comm {

/// Where ranks compare what they are about to do together before they do it, so that none waits for
/// another that does something else. Costs a reduction of two numbers each time.
class Meeting {
 public:
  /// What a rank is about to do: its kind, numbered by the caller, and words for people.
  struct Purpose {
    int sort = 0;
    std::string words;
    bool operator==(const Purpose&) const = default;
  };
  /// Of ranks that came for different things.
  struct Difference {
    std::vector<long long> sorts;  ///< by rank
    int rank = 0;                  ///< the lowest one whose purpose is not that of rank 0
    std::string words_of_first;    ///< of rank 0
    std::string words_of_rank;
  };

  /// Collective.
  explicit Meeting(const Communicator& communicator) : communicator_(communicator.duplicate()) {}

  [[nodiscard]] const Communicator& communicator() const { return communicator_; }

  /// Waits until all ranks have come; none where all came for the same. Collective.
  std::optional<Difference> meet(const Purpose& purpose);

  /// The same in parts, for a rank that does not wait for ever, or has time. First it comes;
  void come(const Purpose& purpose);
  /// then it waits, while it sleeps now and then: false where some rank has not come in time, and
  /// it may wait again;
  bool waits(std::optional<std::chrono::milliseconds> patience);
  /// and then it asks.
  [[nodiscard]] std::optional<Difference> difference() const;

 private:
  Communicator communicator_;
  Purpose purpose_;
  std::array<std::uint64_t, 2> agreed_{};  ///< least of what stands for the purposes, and of ~ that
  MPI_Request request_ = MPI_REQUEST_NULL;
};

}  // namespace lobatto::comm
