#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "io/sample_series.hpp"
#include "run/output_quantities.hpp"
#include "run/sample_table.hpp"
#include "run/simulation.hpp"
#include "space/interpolation.hpp"

namespace lobatto::run {

/// Samples the solution at the points of one [[probe]].
class ProbeOutput {
 public:
  /// Looks for the points, which must lie in the mesh, as check_probes() has found. Collective.
  ProbeOutput(const cases::ProbeCase& probe, const Simulation& simulation,
              const space::ElementSearch& search);

  [[nodiscard]] const cases::ProbeCase& settings() const { return probe_; }
  /// True where a field of output.quantities is sampled.
  [[nodiscard]] bool needs_quantities() const { return needs_quantities_; }

  /// Opens the files in `folder`, after what they hold up to the step that the run goes on from.
  /// Collective.
  void begin_run(const std::filesystem::path& folder, std::optional<long long> resumed_step);
  /// Takes a sample; quantities as of now. Collective.
  void sample(const std::vector<OutputQuantities::Quantity>& quantities, bool& wants_flush);
  /// Writes what waits. Collective; throws base::Error on every rank.
  void flush();
  /// Why lines of a table are waiting; empty while none is. On rank 0.
  [[nodiscard]] std::string failure() const { return table_ ? table_->failure() : ""; }

 private:
  [[nodiscard]] std::span<const double> field(
      const std::string& name, const std::vector<OutputQuantities::Quantity>& quantities) const;
  void add_rows();
  [[nodiscard]] io::SampleSeries::Layout layout() const;

  cases::ProbeCase probe_;
  const Simulation& simulation_;
  bool needs_quantities_ = false;
  std::vector<space::Interpolation::Point> points_;  ///< on rank 0
  space::Interpolation interpolation_;
  std::vector<double> values_;  ///< on rank 0, [quantity][point]
  std::optional<SampleTable> table_;
  std::optional<io::SampleSeries> series_;
};

}  // namespace lobatto::run
