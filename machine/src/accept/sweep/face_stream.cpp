#include "accept/sweep/face_stream.hpp"

namespace lobatto::accept {

FaceStream::FaceStream(const comm::Communicator& group, std::size_t n_values, int source,
                       int destination)
    : has_source_(source >= 0), has_destination_(destination >= 0) {
  lots_.reserve(n_lots);
  for (std::size_t i = 0; i < n_lots; ++i) {
    Lot& lot =
        lots_.emplace_back(Lot{base::AlignedArray<double>(n_values),
                               comm::PersistentRequests(group), comm::PersistentRequests(group)});
    if (has_source_) lot.receive.add_receive(lot.values.data(), n_values, source);
    if (has_destination_) lot.send.add_send(lot.values.data(), n_values, destination);
  }
}

void FaceStream::expect() {
  Lot& lot = lots_[n_expected_++ % n_lots];
  lot.send.wait_all();
  lot.receive.start_all();
}

double* FaceStream::take() {
  Lot& lot = lots_[n_taken_++ % n_lots];
  lot.receive.wait_all();
  return lot.values.data();
}

void FaceStream::pass_on() { lots_[(n_taken_ - 1) % n_lots].send.start_all(); }

void FaceStream::finish() {
  for (Lot& lot : lots_) lot.send.wait_all();
}

}  // namespace lobatto::accept
