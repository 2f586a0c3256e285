#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "machine/results/baseline.hpp"
#include "machine/results/report.hpp"

namespace lobatto::machine {

/// A link that is slower than it was.
struct LinkChange {
  std::string link_class;
  Site link;
  double before = 0;  ///< GB/s, the median of the repeats
};

struct LinkChanges {
  std::vector<LinkChange> worse;  ///< the one that lost most first
  std::size_t n_compared = 0;
  std::size_t n_new = 0;  ///< links that the baseline does not have
  std::string note;       ///< why none could be compared; empty otherwise
};

/// Each link of the report with the same one of the baseline, see LinkEnds, whatever its class was
/// then. A link is worse when its median is more than `share` under that of the baseline and the
/// intervals of both medians do not meet. Of the m links that are compared each interval misses
/// with a probability of at most 1 % / 2m (Bonferroni), so that all 2m of them hold their medians
/// with 99 %: in that many runs on a machine that has not changed no link at all is told.
LinkChanges compare_links(const Report& report, const Baseline& baseline, double share);

}  // namespace lobatto::machine
