#include "run/run_in_folder.hpp"

#include <utility>

#include "run/checks/checks.hpp"
#include "run/origin/origin.hpp"
#include "run/records/solver_record.hpp"

namespace lobatto::run {

namespace {

namespace fs = std::filesystem;

/// With the paths that it writes to from the root on, where the current folder may change.
cases::Case at_its_place(cases::Case the_case, const RunPlace& place) {
  auto& stage = the_case.checkpoint.stage;
  if (place.may_move && stage) stage = fs::absolute(*stage).string();
  return the_case;
}

fs::path folder_of(const RunPlace& place, const std::string& case_name) {
  const fs::path folder = place.folder.value_or(fs::path("runs") / case_name);
  return place.may_move && !folder.empty() ? fs::absolute(folder) : folder;
}

}  // namespace

RunInFolder::RunInFolder(cases::Case the_case, const RunPlace& place, bool profiles_mpi,
                         const comm::Communicator& communicator)
    : case_(at_its_place(std::move(the_case), place)),
      claim_(folder_of(place, case_.name),
             place.restart ? io::RunClaim::Mode::go_on : io::RunClaim::Mode::anew, communicator),
      measurement_(profiles_mpi, communicator) {
  const auto find = [&] {
    return find_origin(case_, claim_.folder().path(), claim_.continues(), place.from, communicator);
  };
  const auto [grounds, limits] = find_grounds(find, communicator);
  run_.emplace(case_, check_case(case_, grounds, find, communicator), limits, measurement_,
               communicator);
}

}  // namespace lobatto::run
