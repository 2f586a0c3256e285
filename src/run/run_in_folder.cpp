#include "run/run_in_folder.hpp"

#include <utility>

#include "run/origin.hpp"
#include "run/solver_record.hpp"

namespace lobatto::run {

RunInFolder::RunInFolder(cases::Case the_case, const RunPlace& place, bool profiles_mpi,
                         const comm::Communicator& communicator)
    : case_(std::move(the_case)),
      claim_(place.folder.value_or(std::filesystem::path("runs") / case_.name),
             place.restart ? io::RunClaim::Mode::go_on : io::RunClaim::Mode::anew, communicator),
      measurement_(profiles_mpi, communicator),
      limits_(settle(place, communicator)),
      run_(case_, check(place, communicator), limits_, measurement_, communicator) {}

RunOrigin RunInFolder::find_origin(const RunPlace& place,
                                   const comm::Communicator& communicator) const {
  return run::find_origin(case_, claim_.folder().path(), claim_.continues(), place.from,
                          communicator);
}

perf::MachineLimits RunInFolder::settle(const RunPlace& place,
                                        const comm::Communicator& communicator) {
  return settle_solvers(case_, [&] { return find_origin(place, communicator); }, communicator);
}

CheckedCase RunInFolder::check(const RunPlace& place,
                               const comm::Communicator& communicator) const {
  return check_case(case_, [&] { return find_origin(place, communicator); }, communicator);
}

}  // namespace lobatto::run
