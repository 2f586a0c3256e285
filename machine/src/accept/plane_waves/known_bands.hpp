#pragma once

#include <vector>

#include "accept/kernel.hpp"

namespace lobatto::accept {

/// Bands of free electrons, of a potential of cosines and of a harmonic oscillator beside what is
/// known of them, on boxes of a fixed size, shared out among ranks as those of `ranks` (two
/// directions) are. Collective. As long on many ranks as on few.
std::vector<Answer> known_bands(const std::vector<int>& ranks,
                                const comm::Communicator& communicator);

}  // namespace lobatto::accept
