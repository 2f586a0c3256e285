#pragma once

#include <vector>

#include "accept/kernel.hpp"

namespace lobatto::accept {

/// Waves along direction 0 in plasmas of a fixed size, shared out among ranks as those of `ranks`
/// (two directions) are: their frequencies, the decay of a warm one, and what is conserved.
/// Collective. As long on many ranks as on few.
std::vector<Answer> waves_of_plasma(const std::vector<int>& ranks,
                                    const comm::Communicator& communicator);

}  // namespace lobatto::accept
