#pragma once

#include <span>

#include "comm/communicator.hpp"
#include "machine/results/statistics.hpp"

namespace lobatto::machine {

// statistics.hpp of the values of all ranks together, without bringing them to one place. All are
// collective and return the same on every rank.

/// The n-th smallest, from 0, of values none of which is negative or NaN: exactly, by bisection of
/// the bits that a number is made of, in 64 sums over the ranks.
double nth_of_all(const comm::Communicator& communicator, std::span<const double> own, long long n);
Summary summarise_all(const comm::Communicator& communicator, std::span<const double> own);
/// Of values none of which is negative.
Usual usual_of_all(const comm::Communicator& communicator, std::span<const double> own,
                   bool larger_is_better);

}  // namespace lobatto::machine
