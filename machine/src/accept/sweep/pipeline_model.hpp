#pragma once

#include "accept/sweep/ordinates.hpp"

namespace lobatto::accept {

/// Of all octants of a sweep with n_chunks chunks each over ranks_x times ranks_y ranks: how many
/// chunks, all of the same cost and with messages that cost nothing, one after another last as
/// long. Each rank works on 8 n_chunks; the wave waits for the first chunk to cross the ranks in a
/// direction each time that this direction turns, three times in x and two in y with the last
/// crossing: 8 n_chunks + 3 (ranks_x - 1) + 2 (ranks_y - 1).
constexpr int pipeline_stages(int ranks_x, int ranks_y, int n_chunks) {
  return n_octants * n_chunks + 3 * (ranks_x - 1) + 2 * (ranks_y - 1);
}

/// The part of these that a rank works.
constexpr double pipeline_efficiency(int ranks_x, int ranks_y, int n_chunks) {
  return static_cast<double>(n_octants * n_chunks) / pipeline_stages(ranks_x, ranks_y, n_chunks);
}

}  // namespace lobatto::accept
