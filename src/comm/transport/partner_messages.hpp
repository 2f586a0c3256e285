#pragma once

#include <span>
#include <vector>

#include "base/aligned_array.hpp"
#include "comm/communicator.hpp"
#include "comm/transport/neighbour_transport.hpp"
#include "comm/transport/persistent_requests.hpp"

namespace lobatto::comm {

/// A message of MPI to each partner, and one from it.
class PartnerMessages : public NeighbourTransport {
 public:
  /// Collective.
  PartnerMessages(const Communicator& group, std::span<const Partner> partners, int max_fields);

  [[nodiscard]] double* send_block(std::size_t partner, int field) override;
  [[nodiscard]] const double* recv_block(std::size_t partner, int field) const override;
  void begin(int n_fields) override;
  bool progress() override;
  void finish() override;

 private:
  void add_requests_for(int n_fields);
  [[nodiscard]] std::size_t offset(std::size_t partner, int field) const;

  Communicator group_;  // a duplicate: these messages meet no others
  std::vector<Partner> partners_;
  std::vector<std::size_t> offsets_;  // [n_partners]
  base::AlignedArray<double> sent_, received_;
  std::vector<PersistentRequests> requests_;  // [max_fields], for 1, 2, ... fields
  PersistentRequests* under_way_ = nullptr;
};

}  // namespace lobatto::comm
