#include "app/check_command.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "app/case_checks.hpp"
#include "app/case_describe.hpp"
#include "app/case_estimate.hpp"
#include "app/case_reader.hpp"
#include "app/printable.hpp"
#include "app/put_text.hpp"
#include "app/simulation.hpp"
#include "app/step_timing.hpp"
#include "base/error.hpp"

namespace lobatto::app {

namespace {

void say(const comm::Communicator& communicator, const std::string& text) {
  if (communicator.rank() == 0) put_text(stdout, text);
}

std::string timing(const Case& the_case, const CheckedCase& checked,
                   const comm::Communicator& communicator) {
  Simulation simulation(the_case, checked.space);
  if (checked.origin.checkpoint) load_origin(simulation, nullptr, checked.origin, communicator);
  return time_steps(simulation);
}

/// The set-up, and what it would take where every rank has a part of it.
void tell_of_box(const Case& the_case, const comm::Communicator& communicator) {
  say(communicator, describe(the_case, box_size(the_case)));
  const double n_columns =
      static_cast<double>(the_case.axes[1].n_elements()) * the_case.axes[2].n_elements();
  if (communicator.size() <= n_columns)
    say(communicator,
        "\n" + estimate(the_case, box_shares(the_case, communicator.rank(), communicator.size())));
}

/// Throws base::Error on every rank.
void check_one(const Case& the_case, bool time_steps, const comm::Communicator& communicator) {
  // The set-up of a box is told first, so that it can be seen where it does not fit this machine.
  if (!the_case.mesh_file) tell_of_box(the_case, communicator);
  const auto find = [&] { return find_origin(the_case, {}, false, {}, communicator); };
  const CheckedCase checked = check_case(the_case, find, communicator);
  if (the_case.mesh_file)
    say(communicator, describe(the_case, mesh_size(the_case, checked.space)) + "\n" +
                          estimate(the_case, file_shares(*checked.space.hexes(), communicator)));
  if (time_steps) say(communicator, timing(the_case, checked, communicator));
}

}  // namespace

int check_command(const CheckOptions& options, const comm::Communicator& communicator) {
  int exit_code = 0;
  for (std::size_t i = 0; i < options.case_files.size(); ++i) {
    if (i > 0) say(communicator, "\n");
    try {
      check_one(read_case(options.case_files[i], options.overrides, communicator),
                options.time_steps, communicator);
    } catch (const base::Error& error) {
      if (communicator.rank() == 0) put_text(stderr, printable_lines(error.what()) + "\n");
      exit_code = 1;
    }
  }
  return exit_code;
}

}  // namespace lobatto::app
