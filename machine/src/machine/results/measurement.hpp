#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "machine/results/statistics.hpp"

namespace lobatto::machine {

enum class Better { larger, smaller };

/// What has one value: each core (a rank), each node (its first rank), each pair of ranks that
/// exchange messages, or the whole job.
enum class Per { core, node, link, job };
std::string_view name_of(Per per);

/// What is measured.
struct Measurand {
  std::string name;       ///< snake_case, one of its kind in a report
  std::string unit = {};  ///< empty for a pure number
  Better better = Better::larger;
  Per per = Per::core;
  double gbs_per_unit = 0;  ///< counted traffic in GB/s = gbs_per_unit x value; 0: not counted
  bool is_detail = false;   ///< for files, not for tables
  std::optional<double> limit = {};  ///< a worse value is always a failure
  /// Another quantity that says how large the work was: runs where it differs cannot be compared.
  std::string comparable_with = {};
};

/// The repeats of one measurement at one place.
struct Site {
  int rank = 0;
  int partner = -1;  ///< the rank at the other end of a link
  std::vector<double> repeats;

  /// What counts: the median of the repeats.
  [[nodiscard]] double value() const { return median(repeats); }
};

/// Behind what is usual, see is_behind, in nearly every repeat, of which there are three at least:
/// not even the better end of their median_interval is within that.
bool is_surely_behind(const Site& site, const Usual& usual, Better better, double share);

/// What is known of all places of a measurement that has too many to keep them.
struct AllPlaces {
  Summary summary;
  Usual usual;
  std::vector<double> averages;  ///< over the places, of each repeat
};

/// One quantity at all places, by rank.
struct Measurement {
  Measurand quantity;
  std::vector<Site> sites;
  std::optional<AllPlaces> all = {};  ///< if there: `sites` has only those that fall behind

  [[nodiscard]] std::vector<double> values() const;  ///< of the sites
  [[nodiscard]] Summary summary() const;             ///< of all places
  [[nodiscard]] Usual usual() const;                 ///< of all places
  /// For each repeat the average over all places, as many repeats as all places have.
  [[nodiscard]] std::vector<double> averages() const;
  [[nodiscard]] std::size_t n_repeats() const;  ///< the most of any site
  /// The best of values().
  [[nodiscard]] double best() const;
  /// Indices of sites that are surely behind what is usual of all places.
  [[nodiscard]] std::vector<std::size_t> outliers(double share = 0.1) const;
  /// Whether `value` is worse than `limit`.
  [[nodiscard]] bool is_worse(double value, double limit) const {
    return quantity.better == Better::larger ? value < limit : value > limit;
  }
};

}  // namespace lobatto::machine
