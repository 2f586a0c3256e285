#pragma once

#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "machine/links/link_classes.hpp"
#include "machine/links/link_gathering.hpp"
#include "machine/machine.hpp"
#include "machine/results/report.hpp"
#include "machine/runner.hpp"

namespace lobatto::machine {

/// Tries every link of the allocation, see LinkPlan, again and again until `budget` seconds are
/// over, three times at least: in each round all pairs send each other messages of 256 KiB in both
/// directions, four at a time. Returns on rank 0 a report with one measurement for each class of
/// links, in GB/s of both directions together; the link between two nodes is all their pairs of
/// ranks together; see gather_links for what it has of very many links. Collective.
Report measure_links(const comm::Communicator& communicator, const Topology& topology,
                     double budget, const LinkLimits& limits, const ProgressObserver& observer);

/// A link that is slow among those of its class.
struct SlowLink {
  std::string link_class;
  Site site;
  double usual = 0;  ///< GB/s: the median of the class
};
/// The links that fall behind their class by more than `share`, see Measurement::outliers; the
/// slowest against its class first.
std::vector<SlowLink> slow_links(const Report& report, double share);

/// Hosts at an end of at least three links between nodes of which more than half are slow: there
/// the node, and no link, is suspected.
std::vector<std::string> suspected_hosts(const Report& report, const std::vector<SlowLink>& slow);

}  // namespace lobatto::machine
