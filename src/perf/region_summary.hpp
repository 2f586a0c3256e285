#pragma once

#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "perf/region_tree.hpp"

namespace lobatto::perf {

/// One region over all ranks of a group, wherever it was called from.
struct RegionSummary {
  std::string name;
  long long calls = 0;     ///< entries, largest over ranks
  double seconds_min = 0;  ///< exclusive time a rank
  double seconds_avg = 0;
  double seconds_max = 0;
  double share = 0;   ///< of the wall time of all ranks; the shares of all regions add to 1
  double gflops = 0;  ///< counted work over exclusive time, a rank
  double gbs = 0;     ///< counted traffic over exclusive time, a rank
  double flops = 0;   ///< counted work of all ranks
  double bytes = 0;   ///< counted traffic of all ranks
};

/// A region in one place of the tree, over all ranks of a group; a rank that never came there
/// counts with zeros.
struct RegionPlace {
  RegionSummary own;         ///< without the regions inside
  std::string path;          ///< names from the outermost caller to its own, with "/" between
  int depth = 0;             ///< 0: called from outside of all regions
  double inclusive_min = 0;  ///< seconds per rank with the regions inside
  double inclusive_avg = 0;
  double inclusive_max = 0;
};

/// All regions, in the order in which they were added, "other" last. Collective. Throws base::Error
/// when the ranks do not have the same regions.
std::vector<RegionSummary> summarise_regions(const RegionTree& tree,
                                             const comm::Communicator& communicator);

/// All places that any rank has been in, each followed by those inside it; beside each other in the
/// order of their first use on the first rank that was there. "other" is the last, beside those
/// called from outside of all regions: exclusive times of all places, and inclusive times of those
/// of depth 0, add to the wall time. Trees may differ from rank to rank. Collective; throws as
/// summarise_regions.
std::vector<RegionPlace> summarise_places(const RegionTree& tree,
                                          const comm::Communicator& communicator);

}  // namespace lobatto::perf
