#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "base/aligned_array.hpp"
#include "comm/transport/persistent_requests.hpp"

namespace lobatto::accept {

/// Fluxes of faces on their way through this rank, always in the same direction: each lot comes
/// from one neighbour, is worked on where it lies, and goes on to another. Some lots are on their
/// way at once.
///
/// For each lot, in order: expect(), early; take(), work, pass_on(). After the last one, finish().
class FaceStream {
 public:
  /// source, destination: ranks of the group, -1 at the ends of the box. The group is kept by
  /// reference and carries no other messages from this source to this rank.
  FaceStream(const comm::Communicator& group, std::size_t n_values, int source, int destination);

  [[nodiscard]] bool has_source() const { return has_source_; }
  [[nodiscard]] bool has_destination() const { return has_destination_; }
  void expect();
  /// Waits for the next lot; with no source, what lies there is left over from others.
  [[nodiscard]] double* take();
  void pass_on();
  void finish();

 private:
  struct Lot {
    base::AlignedArray<double> values;
    comm::PersistentRequests receive, send;
  };
  static constexpr std::size_t n_lots = 3;  // one comes, one is worked on, one goes

  bool has_source_, has_destination_;
  std::vector<Lot> lots_;
  std::size_t n_expected_ = 0, n_taken_ = 0;
};

}  // namespace lobatto::accept
