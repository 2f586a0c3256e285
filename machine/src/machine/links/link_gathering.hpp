#pragma once

#include <map>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "machine/links/link_classes.hpp"
#include "machine/links/link_plan.hpp"
#include "machine/machine.hpp"
#include "machine/results/measurement.hpp"

namespace lobatto::machine {

/// What a rank has measured of the links that it begins: GB/s by round and pass.
using LinkRates = std::vector<std::vector<double>>;
/// Links by class.
using LinksByClass = std::map<std::string, std::vector<Site>>;

/// The links that this rank answers for: within its node those that it begins; the first rank of a
/// node for those to nodes of a higher number, which are all their pairs of ranks together. `hosts`
/// are the names of the nodes. Collective.
LinksByClass links_of_rank(const LinkPlan& plan, const LinkRates& rates, const Seat& seat,
                           const std::vector<std::string>& hosts, const Topology& topology,
                           const comm::Communicator& communicator);

/// How many links one rank may keep.
struct LinkLimits {
  long long most_of_class = 200'000;  ///< 2 KB each of 20 repeats, with all that is made of them
  double share = 0.1;  ///< of larger classes the links that are behind by more than that stay
};

/// On rank 0 a measurement of each class, by name; nothing on the others. Of a class with more
/// links than the limit rank 0 gets statistics of all (AllPlaces), which the ranks make together,
/// and only the links that are surely behind: the slowest where these are too many as well.
/// Collective.
std::vector<Measurement> gather_links(const comm::Communicator& communicator,
                                      const LinksByClass& own, const LinkLimits& limits);

}  // namespace lobatto::machine
