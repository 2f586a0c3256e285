#pragma once

#include "case/case.hpp"
#include "comm/communicator.hpp"
#include "physics/settings.hpp"

namespace lobatto::run {

/// The velocity of the files of a prescribed velocity: that of one for ever, or of several in a
/// cycle, a cubic through the four that are nearest in time. They are read when the first velocity
/// is asked for; what cannot be read is thrown as base::Error on every rank then.
physics::VelocityAt velocity_of_files(const cases::PrescribedVelocity& flow);

/// Throws base::Error on every rank where one of them is not there. Collective.
void find_velocity_files(const cases::PrescribedVelocity& flow,
                         const comm::Communicator& communicator);

}  // namespace lobatto::run
