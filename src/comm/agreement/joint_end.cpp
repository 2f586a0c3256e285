#include "comm/agreement/joint_end.hpp"

#include <thread>

#include "comm/mpi_calls.hpp"

namespace lobatto::comm {

namespace {

using Clock = std::chrono::steady_clock;

/// False where the request is not complete in time.
bool complete_until(MPI_Request& request, std::optional<Clock::time_point> deadline) {
  for (int done = 0;;) {
    check_mpi(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test");
    if (done != 0) return true;
    if (deadline && Clock::now() > *deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace

const JointOutcome& JointEnd::join(const std::optional<Failure>& failure,
                                   std::chrono::milliseconds patience) {
  if (outcome_) return *outcome_;
  outcome_.emplace();
  outcome_->failure = failure;
  outcome_->rank = communicator_.rank();
  agreed_ = {failure ? communicator_.size() - communicator_.rank() : 0,
             failure ? failure->exit_code : 0, failure ? 0 : 1};
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Iallreduce(MPI_IN_PLACE, agreed_.data(), 3, MPI_INT, MPI_MAX,
                           communicator_.handle(), &request),
            "MPI_Iallreduce");
  const auto deadline = failure ? std::optional(Clock::now() + patience) : std::nullopt;
  outcome_->all_came = complete_until(request, deadline);
  if (!outcome_->all_came || agreed_[0] == 0) return *outcome_;
  outcome_->all_failed = agreed_[2] == 0;
  outcome_->rank = communicator_.size() - agreed_[0];
  Failure first = failure.value_or(Failure{});
  communicator_.broadcast(first.message, outcome_->rank);
  first.exit_code = agreed_[1];
  outcome_->failure = first;
  return *outcome_;
}

}  // namespace lobatto::comm
